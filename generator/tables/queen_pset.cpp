#include "tables/queen_pset.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace mexcert::tables {

namespace {

bool is_terminal(std::size_t x, std::size_t y, std::uint64_t terminal_sum) {
    return x <= terminal_sum && y <= terminal_sum - x;
}

// The moves of one position, option by option, in the order that Violation states.
Violation moves_into(const PositionSet& set, Position p, std::uint64_t terminal_sum) {
    Violation found{p, 0, std::nullopt};
    if (is_terminal(p.x, p.y, terminal_sum)) return found;
    const auto visit = [&](std::size_t x, std::size_t y) {
        if (!set.contains(x, y)) return;
        if (++found.moves_to_members == 1) found.first_member = Position{x, y};
    };
    for (std::size_t x = 0; x < p.x; ++x) visit(x, p.y);
    for (std::size_t y = 0; y < p.y; ++y) visit(p.x, y);
    for (std::size_t t = 1; t <= std::min(p.x, p.y); ++t) visit(p.x - t, p.y - t);
    return found;
}

// The same question without the count: it stops at the first member.
bool has_move_into(const PositionSet& set, Position p, std::uint64_t terminal_sum) {
    if (is_terminal(p.x, p.y, terminal_sum)) return false;
    for (std::size_t y = 0; y < p.y; ++y) {
        if (set.contains(p.x, y)) return true;
    }
    for (std::size_t t = 1; t <= std::min(p.x, p.y); ++t) {
        if (set.contains(p.x - t, p.y - t)) return true;
    }
    for (std::size_t x = 0; x < p.x; ++x) {
        if (set.contains(x, p.y)) return true;
    }
    return false;
}

// The first position for which `bad(position)` holds.
template <typename Bad>
std::optional<Violation> naive_first(const PositionSet& set, Bad bad, std::uint64_t terminal_sum) {
    for (std::size_t x = 0; x < set.width(); ++x) {
        for (std::size_t y = 0; y < set.height(); ++y) {
            if (bad(Position{x, y})) return moves_into(set, {x, y}, terminal_sum);
        }
    }
    return std::nullopt;
}

// Which positions of the rows 0, 1, .. have a move to a member, 64 at a time. `below` and
// `diagonal` have bit y set if a member lies in an earlier row of column y, or on the diagonal of
// (x, y), before row x; `diagonal` moves one place up from row to row.
class ReachSweep {
  public:
    ReachSweep(const PositionSet& set, std::uint64_t terminal_sum)
        : set_(set),
          terminal_sum_(terminal_sum),
          below_(set.words_per_row()),
          diagonal_(set.words_per_row()) {}

    // The first row x and word in which `bad(members, positions with a move to a member)` is not
    // zero, as the position of its lowest bit.
    template <typename Bad>
    std::optional<Position> first(Bad bad) {
        for (std::size_t x = 0; x < set_.width(); ++x) {
            if (const auto y = first_in_row(x, bad)) return Position{x, *y};
        }
        return std::nullopt;
    }

  private:
    template <typename Bad>
    std::optional<std::size_t> first_in_row(std::size_t x, Bad bad) {
        const auto members = set_.row(x);
        std::uint64_t left = 0;   // all ones once a member lies in an earlier word of this row
        std::uint64_t carry = 0;  // the bit that leaves the word before when diagonal_ moves up
        for (std::size_t w = 0; w < members.size(); ++w) {
            const std::uint64_t m = members[w];
            const std::uint64_t lowest = m & (~m + 1);
            // The bits above the lowest member; with no member in this word, none.
            const std::uint64_t above = m == 0 ? 0 : ~(lowest | (lowest - 1));
            const std::uint64_t reach = below_[w] | diagonal_[w] | left | above;
            const std::uint64_t wrong = bad(m, reach & movable(x, w)) & inside(w);
            if (wrong != 0) return w * 64 + static_cast<std::size_t>(std::countr_zero(wrong));
            left |= m == 0 ? 0 : ~std::uint64_t{0};
            below_[w] |= m;
            const std::uint64_t seen = diagonal_[w] | m;
            diagonal_[w] = (seen << 1U) | carry;
            carry = seen >> 63U;
        }
        return std::nullopt;
    }

    // The positions of the word that are not terminal: y > terminal_sum - x.
    std::uint64_t movable(std::size_t x, std::size_t w) const {
        if (x > terminal_sum_) return ~std::uint64_t{0};
        const std::uint64_t last = terminal_sum_ - x;
        if (last < 64 * w) return ~std::uint64_t{0};
        return last - 64 * w >= 63 ? 0 : ~std::uint64_t{0} << (last - 64 * w + 1);
    }

    // The positions of the word that lie in the box.
    std::uint64_t inside(std::size_t w) const {
        const std::size_t rest = set_.height() - 64 * w;
        return rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
    }

    const PositionSet& set_;
    std::uint64_t terminal_sum_;
    std::vector<std::uint64_t> below_;
    std::vector<std::uint64_t> diagonal_;
};

std::optional<Violation> with_moves(const PositionSet& set, std::optional<Position> p,
                                    std::uint64_t terminal_sum) {
    if (!p) return std::nullopt;
    return moves_into(set, *p, terminal_sum);
}

}  // namespace

std::optional<Violation> first_unstable(const PositionSet& set, std::uint64_t terminal_sum) {
    ReachSweep sweep(set, terminal_sum);
    const auto bad = [](std::uint64_t members, std::uint64_t reach) { return members & reach; };
    return with_moves(set, sweep.first(bad), terminal_sum);
}

std::optional<Violation> first_unabsorbed(const PositionSet& set, std::uint64_t terminal_sum) {
    ReachSweep sweep(set, terminal_sum);
    const auto bad = [](std::uint64_t members, std::uint64_t reach) { return ~(members | reach); };
    return with_moves(set, sweep.first(bad), terminal_sum);
}

std::optional<Violation> first_blocking_violation(const PositionSet& set, std::uint64_t k,
                                                  std::uint64_t terminal_sum) {
    // Members met so far in each column, and on each diagonal y - x = d at index d + width - 1.
    std::vector<std::uint32_t> column(set.height());
    std::vector<std::uint32_t> diagonal(set.width() + set.height());
    for (std::size_t x = 0; x < set.width(); ++x) {
        std::uint32_t* const d = diagonal.data() + (set.width() - 1 - x);
        std::uint64_t row = 0;
        for (std::size_t y = 0; y < set.height(); ++y) {
            const bool member = set.contains(x, y);
            const std::uint64_t all = row + column[y] + d[y];
            const std::uint64_t moves = is_terminal(x, y, terminal_sum) ? 0 : all;
            if (member == (moves >= k)) return moves_into(set, {x, y}, terminal_sum);
            row += member ? 1 : 0;
            column[y] += member ? 1 : 0;
            d[y] += member ? 1 : 0;
        }
    }
    return std::nullopt;
}

std::optional<Violation> naive_first_unstable(const PositionSet& set, std::uint64_t terminal_sum) {
    return naive_first(
        set,
        [&](Position p) { return set.contains(p.x, p.y) && has_move_into(set, p, terminal_sum); },
        terminal_sum);
}

std::optional<Violation> naive_first_unabsorbed(const PositionSet& set,
                                                std::uint64_t terminal_sum) {
    return naive_first(
        set,
        [&](Position p) { return !set.contains(p.x, p.y) && !has_move_into(set, p, terminal_sum); },
        terminal_sum);
}

std::optional<Violation> naive_first_blocking_violation(const PositionSet& set, std::uint64_t k,
                                                        std::uint64_t terminal_sum) {
    return naive_first(
        set,
        [&](Position p) {
            return set.contains(p.x, p.y) ==
                   (moves_into(set, p, terminal_sum).moves_to_members >= k);
        },
        terminal_sum);
}

}  // namespace mexcert::tables
