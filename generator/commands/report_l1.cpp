#include <fmt/format.h>

#include "commands/progress.hpp"
#include "commands/report_rows.hpp"
#include "piles/l1_comparison.hpp"

namespace mexcert {

Result<Printout> report_l1(const ReportOptions& options) {
    constexpr std::uint64_t kGreatestSum = 10000000000;
    const auto reached = reach(options, 1000000, kGreatestSum);
    if (!reached.ok()) {
        return reached.error();
    }
    const std::uint64_t to = reached.value();
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
    const piles::L1Comparison& result = compared.value();
    return reported(
        options, rows,
        fmt::format("P-positions (a, b, c) of L1-Nim beside v(n), a + b + c <= {}. {}"
                    "Every position up to each sum is decided: {} of them by a look-up, the excess "
                    "never above {}.\n"
                    "a falls: P-positions, in the order of their sums, with a smaller a than the "
                    "one before; bend: a - 2b + c\n",
                    to, kEvidence, result.lookups, result.greatest_excess),
        rows,
        fmt::format("P-positions that are no v(n), the first: {}\nv(n) that are no P-positions, "
                    "the first: {}\n",
                    text_of(result.only_positions), text_of(result.only_terms)));
}

}  // namespace mexcert
