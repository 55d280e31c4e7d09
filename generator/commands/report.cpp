#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "piles/decimal.hpp"
#include "piles/l1_comparison.hpp"
#include "piles/mex_statistics.hpp"
#include "piles/positive_nim.hpp"

namespace mexcert {
namespace {

using piles::decimal;
using piles::Triple;

constexpr std::string_view kEvidence =
    "Computed, not certified: evidence by one program, no certificate says it.\n";

std::string text_of(const Triple& triple) {
    return fmt::format("({}, {}, {})", triple.a, triple.b, triple.c);
}

std::string text_of(const std::vector<Triple>& triples) {
    std::vector<std::string> texts;
    for (const Triple& triple : triples) {
        texts.push_back(text_of(triple));
    }
    return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, " "));
}

// Powers of ten from 1000, `extra`, and `to`, none above `to`.
std::vector<std::uint64_t> row_places(std::uint64_t to, std::uint64_t extra) {
    std::vector<std::uint64_t> places = {to};
    for (std::uint64_t power = 1000; power < to; power *= 10) {
        places.push_back(power);
    }
    if (extra < to) {
        places.push_back(extra);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

// Rows of texts under a heading: in columns, and as comma-separated values.
struct Rows {
    std::vector<std::vector<std::string>> cells;  // the first row is the heading

    [[nodiscard]] std::string columns() const {
        std::vector<std::size_t> widths(cells.front().size(), 0);
        for (const auto& row : cells) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                widths[i] = std::max(widths[i], row[i].size());
            }
        }
        std::string text;
        for (const auto& row : cells) {
            for (std::size_t i = 0; i < row.size(); ++i) {
                text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
            }
            text += "\n";
        }
        return text;
    }
    [[nodiscard]] std::optional<Error> write(const std::string& path) const {
        if (path.empty()) {
            return std::nullopt;
        }
        std::ofstream file(path, std::ios::binary);
        for (const auto& row : cells) {
            file << fmt::format("{}\n", fmt::join(row, ","));
        }
        file.close();
        return file.good() ? std::nullopt
                           : std::optional(invalid(path, "the file cannot be written"));
    }
};

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

Result<std::string> statistics(const ReportOptions& options) {
    const std::uint64_t to = options.to.value_or(1000000);
    if (to > piles::kGreatestRow) {
        return invalid("--to", fmt::format("{} is more than {}", to, piles::kGreatestRow));
    }
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
    if (const auto error = rows.write(options.csv)) {
        return *error;
    }
    return fmt::format(
        "v(n) of the Mex Algorithm, n <= {}. {}"
        "Theorem 2 a-f, Theorem 3 (7)-(11), Corollaries 1-3, the inclusion in Corollary 4 and the "
        "simplified algorithm hold at each n.\n"
        "kappa: of kappa(1) .. kappa(n); fit: 1 - 1 / (mean of v3(k)/k, k = 1 .. n); digits are "
        "cut off, not rounded\n{}{}{}",
        to, kEvidence, rows.columns(), printed_text(counted.value().rows),
        steps_text(counted.value().steps));
}

Result<std::string> l1(const ReportOptions& options) {
    const std::uint64_t to = options.to.value_or(1000000);
    constexpr std::uint64_t kGreatestSum = 10000000000;
    if (to > kGreatestSum) {
        return invalid("--to", fmt::format("{} is more than {}", to, kGreatestSum));
    }
    Progress progress(0, options.progress);
    progress.begin(options.name);
    const auto compared = piles::compare_l1(row_places(to, to), [&](std::uint64_t sum) {
        progress.at("sums", static_cast<double>(sum) / static_cast<double>(to));
    });
    if (!compared.ok()) {
        return compared.error();
    }
    Rows rows{{{"sum", "P-positions", "v(n)", "both", "piles twice", "a falls", "bend 0", "bend -1",
                "bend -2", "other bends"}}};
    for (const piles::L1Row& row : compared.value().rows) {
        std::vector<std::string> cells;
        for (const std::uint64_t x :
             {row.sum, row.positions, row.terms, row.common, row.repeated, row.falls, row.bends[0],
              row.bends[1], row.bends[2], row.bends[3]}) {
            cells.push_back(std::to_string(x));
        }
        rows.cells.push_back(std::move(cells));
    }
    if (const auto error = rows.write(options.csv)) {
        return *error;
    }
    const piles::L1Comparison& result = compared.value();
    return fmt::format(
        "P-positions (a, b, c) of L1-Nim beside v(n), a + b + c <= {}. {}"
        "Every position up to each sum is decided: {} of them by a look-up, the excess never above "
        "{}.\n"
        "a falls: P-positions, in the order of their sums, with a smaller a than the one before; "
        "bend: a - 2b + c\n{}"
        "P-positions that are no v(n), the first: {}\nv(n) that are no P-positions, the first: "
        "{}\n",
        to, kEvidence, result.lookups, result.greatest_excess, rows.columns(),
        text_of(result.only_positions), text_of(result.only_terms));
}

Result<std::string> positive(const ReportOptions& options) {
    const std::uint64_t to = options.to.value_or(1000);
    constexpr std::uint64_t kGreatestPile = 20000;
    if (to > kGreatestPile) {
        return invalid("--to", fmt::format("{} is more than {}", to, kGreatestPile));
    }
    const std::vector<Triple> positions = piles::positive_positions(to);
    std::map<std::uint64_t, std::vector<Triple>> by_pile;
    Rows rows{{{"a", "b", "c"}}};
    std::vector<Triple> falls;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Triple& position = positions[i];
        for (const std::uint64_t pile : {position.a, position.b, position.c}) {
            by_pile[pile].push_back(position);
        }
        rows.cells.push_back(
            {std::to_string(position.a), std::to_string(position.b), std::to_string(position.c)});
        if (i > 0 && (position.b < positions[i - 1].b || position.c < positions[i - 1].c)) {
            falls.push_back(position);
        }
    }
    if (const auto error = rows.write(options.csv)) {
        return *error;
    }
    std::string twice;
    for (const auto& [pile, members] : by_pile) {
        if (pile > 0 && members.size() > 1) {
            twice += fmt::format("  {}: {}\n", pile, text_of(members));
        }
    }
    std::uint64_t missing = 0;
    while (by_pile.contains(missing)) {
        ++missing;
    }
    return fmt::format(
        "P-positions (a, b, c) of positive Nim with b <= {}: {}. {}"
        "Ordered by a, b or c falls {} times, first at {}\n"
        "The least pile that occurs in none of them: {}\nPiles that occur in two of them:\n{}",
        to, positions.size(), kEvidence, falls.size(),
        falls.empty() ? "none" : text_of(falls.front()), missing,
        twice.empty() ? "  none\n" : twice);
}

}  // namespace

Result<std::string> report_counts(const ReportOptions& options) {
    if (options.name == "akiyama.statistics") {
        return statistics(options);
    }
    if (options.name == "akiyama.l1") {
        return l1(options);
    }
    if (options.name == "akiyama.positive") {
        return positive(options);
    }
    return invalid("", fmt::format("no report `{}`: there are akiyama.statistics, akiyama.l1 and "
                                   "akiyama.positive",
                                   options.name));
}

}  // namespace mexcert
