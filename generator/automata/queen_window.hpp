// Rows far out of symmetric level sets of queen shape, for definitions without a further conjunct.
//
// In such a level each number is the smaller or the greater number of exactly one pair (x, x + d),
// and each d has one pair. Row x goes to the smaller number of its pair if x is the greater one;
// this is told by rows about x / phi. Else it takes the least free diagonal, as in
// points_queen.hpp. How many diagonals the rows before x use is counted exactly; that they are the
// first ones is only nearly true, so some rows are run through before those that are wanted.
// Invariant: none is proved. Windows are compared with the rows near the start before they are
// used, and what is learned from them is tested on data and proved by others. Cost: a few hundred
// rows for a window next to one met before, else as many at log x places.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/result.hpp"

namespace mexcert {

class QueenWindow {
  public:
    // Places by level, for the first rows.
    using Levels = std::vector<std::vector<std::uint64_t>>;
    // Numbers up to here are exact when they are scaled.
    static constexpr std::uint64_t kFarthest = std::uint64_t{1} << 50U;
    explicit QueenWindow(Levels first_rows);

    // Do the given rows look like symmetric levels, and do windows made from a part of them give
    // the rest? Cost: some dozens of windows.
    [[nodiscard]] static bool fits(const Levels& rows);

    // The places of a level in rows first, .., first + count - 1.
    [[nodiscard]] std::vector<std::uint64_t> places(std::size_t level, std::uint64_t first,
                                                    std::uint64_t count);

    // The smaller number x of the pair (x, x + d) of a level, for d = first, .., first + count - 1.
    // Nothing if the rows about d * phi do not have all these pairs, or are beyond kFarthest.
    [[nodiscard]] std::optional<std::vector<std::uint64_t>> diagonals(std::size_t level,
                                                                      std::uint64_t first,
                                                                      std::uint64_t count);

  private:
    struct Rows {
        std::uint64_t first = 0;
        std::uint64_t end = 0;
        Levels places;
    };

    void forget();
    const Rows& covering(std::uint64_t first, std::uint64_t end);
    [[nodiscard]] const Rows* known(std::uint64_t first, std::uint64_t end) const;
    Rows made(std::uint64_t first, std::uint64_t end);

    Rows start_;
    std::map<std::uint64_t, Rows> windows_;  // by first row
    std::deque<std::uint64_t> order_;        // in which they were made
    std::size_t kept_ = 0;                   // rows of all windows
};

}  // namespace mexcert
