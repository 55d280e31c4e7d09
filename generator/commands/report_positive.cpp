#include <fmt/format.h>

#include <map>

#include "commands/report_rows.hpp"
#include "piles/positive_nim.hpp"

namespace mexcert {

using piles::Triple;

Result<Printout> report_positive(const ReportOptions& options) {
    constexpr std::uint64_t kGreatestPile = 5000;
    const auto reached = reach(options, 1000, kGreatestPile);
    if (!reached.ok()) {
        return reached.error();
    }
    const std::uint64_t to = reached.value();
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
    return reported(options, rows,
                    fmt::format("P-positions (a, b, c) of positive Nim with b <= {}: {}. {}"
                                "Ordered by a, b or c falls {} times, first at {}\n"
                                "The least pile that occurs in none of them: {}\n"
                                "Piles that occur in two of them:\n{}",
                                to, positions.size(), kEvidence, falls.size(),
                                falls.empty() ? "none" : text_of(falls.front()), missing,
                                twice.empty() ? "  none\n" : twice),
                    {}, "");
}

}  // namespace mexcert
