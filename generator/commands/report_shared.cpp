// The report on Weinstein's games W(k, l): which g-positions W(k, l) shares with W(l, l), and where
// the 1-positions are those of S_1.
#include <fmt/format.h>

#include "commands/progress.hpp"
#include "commands/report_rows.hpp"
#include "tables/restricted_queen.hpp"

namespace mexcert {
namespace {

constexpr std::uint64_t kUsualLimit = 12;
constexpr std::uint64_t kGreatestLimit = 64;
// Of the box: the 64-positions of W(63, 64) and W(64, 64) differ first beyond 256.
constexpr std::size_t kSide = 512;

// What holds for the pairs that were computed, as sentences about all of them.
struct Findings {
    std::size_t pairs = 0;           // k < l
    std::size_t other_unshared = 0;  // not the greatest power of two that divides l
    std::size_t ones = 0;            // S_1 holds
    std::size_t other_ones = 0;      // S_1 holds, or not, otherwise than for k < l, l odd
};

std::string text_of(const Findings& found) {
    return fmt::format(
        "{} pairs k < l: the least g that is not shared is the greatest power of two that divides "
        "l, in all but {} of them.\nS_1 has the 1-positions of {} games; k < l and l odd says "
        "which, in all but {} games.\n",
        found.pairs, found.other_unshared, found.ones, found.other_ones);
}

}  // namespace

Result<Printout> report_shared(const ReportOptions& options) {
    const auto to = reach(options, kUsualLimit, kGreatestLimit);
    if (!to.ok()) {
        return to.error();
    }
    Progress progress(0, options.progress);
    progress.begin(options.name);
    Rows rows{{{"l", "k", "first g not shared", "S_1 fails first at"}}};
    Findings found;
    for (std::size_t l = 0; l <= to.value(); ++l) {
        progress.at("l", static_cast<double>(l) / static_cast<double>(to.value() + 1));
        const tables::PositionSet ones = tables::one_positions(l, kSide);
        const auto last = tables::restricted_grundy(l, l, kSide);
        for (std::size_t k = 0; k <= l; ++k) {
            const auto values = k == l ? last : tables::restricted_grundy(k, l, kSide);
            const auto unshared = tables::least_unshared(values, last);
            const auto difference = tables::first_difference(values, ones);
            rows.cells.push_back(
                {std::to_string(l), std::to_string(k), unshared ? std::to_string(*unshared) : "-",
                 difference ? fmt::format("({} {})", difference->x, difference->y) : "-"});
            if (k < l) {
                ++found.pairs;
                found.other_unshared += !unshared || *unshared != (l & (~l + 1)) ? 1U : 0U;
            }
            found.ones += difference ? 0U : 1U;
            found.other_ones += !difference != (k < l && l % 2 == 1) ? 1U : 0U;
        }
    }
    return reported(
        options, rows,
        fmt::format("Games W(k, l), k <= l <= {}, on the box x, y < {}. {}"
                    "first g not shared: W(k, l) and W(l, l) have the same positions of each "
                    "smaller value; -: none in the box. A larger box may show a smaller one "
                    "(W(63, 64) shows 78 up to 256)\n",
                    to.value(), kSide, kEvidence),
        rows, text_of(found));
}

}  // namespace mexcert
