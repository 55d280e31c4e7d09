#include "tables/queen_reach.hpp"

#include <algorithm>
#include <vector>

namespace mexcert::tables {

namespace {

constexpr std::uint64_t full = ~std::uint64_t{0};

// The bits of a word that lie in a row of `height` positions.
std::uint64_t inside(std::size_t height, std::size_t word) {
    const std::size_t rest = height - 64 * word;
    return rest >= 64 ? full : (std::uint64_t{1} << rest) - 1;
}

// Calls visit(u, v) at the options of (x, y) until it returns true.
template <typename Visit>
bool any_option(std::size_t x, std::size_t y, Visit visit) {
    for (std::size_t v = 0; v < y; ++v) {
        if (visit(x, v)) return true;
    }
    for (std::size_t t = 1; t <= std::min(x, y); ++t) {
        if (visit(x - t, y - t)) return true;
    }
    for (std::size_t u = 0; u < x; ++u) {
        if (visit(u, y)) return true;
    }
    return false;
}

}  // namespace

// Row by row, 64 positions at a time. `below` and `diagonal` have bit y set if a member lies in an
// earlier row of column y, or on the diagonal of (x, y), before row x; `diagonal` moves one place
// up from row to row.
PositionSet queen_reach(const PositionSet& members) {
    PositionSet reach(members.width(), members.height());
    std::vector<std::uint64_t> below(members.words_per_row());
    std::vector<std::uint64_t> diagonal(members.words_per_row());
    for (std::size_t x = 0; x < members.width(); ++x) {
        const auto row = members.row(x);
        const auto out = reach.row(x);
        std::uint64_t left = 0;   // all ones once a member lies in an earlier word of this row
        std::uint64_t carry = 0;  // the bit that leaves the word before when `diagonal` moves up
        for (std::size_t w = 0; w < row.size(); ++w) {
            const std::uint64_t m = row[w];
            const std::uint64_t lowest = m & (~m + 1);
            // The bits above the lowest member; with no member in this word, none.
            const std::uint64_t above = m == 0 ? 0 : ~(lowest | (lowest - 1));
            out[w] = (below[w] | diagonal[w] | left | above) & inside(members.height(), w);
            left |= m == 0 ? 0 : full;
            below[w] |= m;
            const std::uint64_t seen = diagonal[w] | m;
            diagonal[w] = (seen << 1U) | carry;
            carry = seen >> 63U;
        }
    }
    return reach;
}

// The same from the last row and the last column downwards.
PositionSet queen_options(const PositionSet& members) {
    PositionSet options(members.width(), members.height());
    std::vector<std::uint64_t> beyond(members.words_per_row());
    std::vector<std::uint64_t> diagonal(members.words_per_row());
    for (std::size_t x = members.width(); x-- > 0;) {
        const auto row = members.row(x);
        const auto out = options.row(x);
        std::uint64_t right = 0;
        std::uint64_t carry = 0;
        for (std::size_t w = row.size(); w-- > 0;) {
            const std::uint64_t m = row[w];
            // The bits under the highest member.
            const std::uint64_t under =
                m == 0 ? 0 : (std::uint64_t{1} << (63 - std::countl_zero(m))) - 1;
            out[w] = (beyond[w] | diagonal[w] | right | under) & inside(members.height(), w);
            right |= m == 0 ? 0 : full;
            beyond[w] |= m;
            const std::uint64_t seen = diagonal[w] | m;
            diagonal[w] = (seen >> 1U) | carry;
            carry = seen << 63U;
        }
    }
    return options;
}

PositionSet queen_fewer(const PositionSet& members, std::uint64_t k) {
    PositionSet fewer(members.width(), members.height());
    // Members met so far in each column, and on each diagonal y - x = d at index d + width - 1.
    std::vector<std::uint32_t> column(members.height());
    std::vector<std::uint32_t> diagonal(members.width() + members.height());
    for (std::size_t x = 0; x < members.width(); ++x) {
        std::uint32_t* const d = diagonal.data() + (members.width() - 1 - x);
        std::uint64_t row = 0;
        for (std::size_t y = 0; y < members.height(); ++y) {
            if (row + column[y] + d[y] < k) fewer.insert(x, y);
            const std::uint32_t one = members.contains(x, y) ? 1 : 0;
            row += one;
            column[y] += one;
            d[y] += one;
        }
    }
    return fewer;
}

PositionSet naive_queen_reach(const PositionSet& members) {
    PositionSet reach(members.width(), members.height());
    for (std::size_t x = 0; x < members.width(); ++x) {
        for (std::size_t y = 0; y < members.height(); ++y) {
            if (any_option(x, y,
                           [&](std::size_t u, std::size_t v) { return members.contains(u, v); })) {
                reach.insert(x, y);
            }
        }
    }
    return reach;
}

PositionSet naive_queen_options(const PositionSet& members) {
    PositionSet options(members.width(), members.height());
    members.for_each([&](std::size_t x, std::size_t y) {
        any_option(x, y, [&](std::size_t u, std::size_t v) {
            options.insert(u, v);
            return false;
        });
    });
    return options;
}

PositionSet naive_queen_fewer(const PositionSet& members, std::uint64_t k) {
    PositionSet fewer(members.width(), members.height());
    for (std::size_t x = 0; x < members.width(); ++x) {
        for (std::size_t y = 0; y < members.height(); ++y) {
            std::uint64_t moves = 0;
            any_option(x, y, [&](std::size_t u, std::size_t v) {
                moves += members.contains(u, v) ? 1U : 0U;
                return false;
            });
            if (moves < k) fewer.insert(x, y);
        }
    }
    return fewer;
}

}  // namespace mexcert::tables
