#include <fmt/format.h>

#include <algorithm>

#include "commands/progress.hpp"
#include "commands/report_rows.hpp"
#include "piles/decimal.hpp"
#include "piles/mex_statistics.hpp"

namespace mexcert {
namespace {

using piles::decimal;

// 1 - 1 / (mean of v3(k)/k, k = 1 .. n): the digits on which both bounds agree, at most 10.
std::string fit_text(const piles::MexRow& row) {
    constexpr int kDigits = 10;
    const std::uint64_t low = row.ratio_sum;
    const std::uint64_t high = row.ratio_sum + row.n;
    const std::uint64_t ones = row.n << piles::kRatioBits;
    const std::string from = decimal(low - ones, low, kDigits);
    const std::string to = decimal(high - ones, high, kDigits);
    return from.substr(
        0, static_cast<std::size_t>(std::mismatch(from.begin(), from.end(), to.begin()).first -
                                    from.begin()));
}

constexpr std::uint64_t kPrintedRow = 500000;
constexpr int kRatioDigits = 9;

std::string steps_text(const piles::StepCounts& steps) {
    std::string text = "steps v(n) - v(n-1): how often, at which n first\n";
    int found = 0;
    for (std::size_t i = 0; i < steps.count.size(); ++i) {
        if (steps.count[i] != 0) {
            ++found;
            text += fmt::format("  {} {} {}\n", text_of(piles::StepCounts::step(i)), steps.count[i],
                                steps.first[i]);
        }
    }
    return text + fmt::format("{} of the 56 steps of Corollary 4 occur, no other\n", found);
}

std::string printed_text(const std::vector<piles::MexRow>& rows) {
    std::string text;
    for (const piles::MexRow& row : rows) {
        if (row.n == kPrintedRow) {
            text += fmt::format(
                "The paper, n = 500000: frequency of kappa = 0 printed 0.7993.., computed {}; "
                "fit printed 0.810706, computed {}\n",
                decimal(row.kappas[0], row.n, kRatioDigits), fit_text(row));
        }
    }
    return text +
           "Theorem 4, if its two assumptions hold: v(n)/n tends to 1.88542779715, 3.57535140026, "
           "5.26527500337,\nthe frequency of kappa = 0 and the fit to 0.810076\n";
}

}  // namespace

Result<Printout> report_statistics(const ReportOptions& options) {
    const auto reached = reach(options, 1000000, piles::kGreatestRow);
    if (!reached.ok()) {
        return reached.error();
    }
    const std::uint64_t to = reached.value();
    Progress progress(0, options.progress);
    progress.begin(options.name);
    const auto counted = piles::mex_statistics(row_places(to, kPrintedRow), [&](std::uint64_t n) {
        progress.at("terms", static_cast<double>(n) / static_cast<double>(to));
    });
    if (!counted.ok()) {
        return counted.error();
    }
    Rows rows{{{"n", "v1", "v2", "v3", "v1/n", "v2/n", "v3/n", "kappa=0", "kappa=1", "kappa=2",
                "kappa=0/n", "fit"}}};
    for (const piles::MexRow& row : counted.value().rows) {
        std::vector<std::string> cells = {std::to_string(row.n)};
        for (const std::uint64_t x : {row.v.a, row.v.b, row.v.c}) {
            cells.push_back(std::to_string(x));
        }
        for (const std::uint64_t x : {row.v.a, row.v.b, row.v.c}) {
            cells.push_back(decimal(x, row.n, kRatioDigits));
        }
        for (const std::uint64_t count : row.kappas) {
            cells.push_back(std::to_string(count));
        }
        cells.push_back(decimal(row.kappas[0], row.n, kRatioDigits));
        cells.push_back(fit_text(row));
        rows.cells.push_back(std::move(cells));
    }
    return reported(
        options, rows,
        fmt::format("v(n) of the Mex Algorithm, n <= {}. {}"
                    "Theorem 2 a-f, Theorem 3 (7)-(11), Corollaries 1-3, the inclusion in "
                    "Corollary 4 and the simplified algorithm hold at each n.\n"
                    "kappa: of kappa(1) .. kappa(n); fit: 1 - 1 / (mean of v3(k)/k, k = 1 .. n); "
                    "digits are cut off, not rounded\n",
                    to, kEvidence),
        rows, printed_text(counted.value().rows) + steps_text(counted.value().steps));
}

}  // namespace mexcert
