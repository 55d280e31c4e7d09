#include "piles/triple.hpp"

#include <algorithm>
#include <array>

namespace mexcert::piles {
namespace {

// The vector from - to has a zero entry or two equal entries.
bool is_allowed(const Triple& from, const Triple& to) {
    const std::uint64_t x = from.a - to.a;  // modulo 2^64: equal where the integers are
    const std::uint64_t y = from.b - to.b;
    const std::uint64_t z = from.c - to.c;
    return x == 0 || y == 0 || z == 0 || x == y || y == z || z == x;
}

// Whether `holds` is true for some order of the piles of `to`.
template <class Holds>
bool in_some_order(const Triple& to, Holds holds) {
    std::array<std::uint64_t, 3> piles = {to.a, to.b, to.c};
    std::sort(piles.begin(), piles.end());
    do {
        if (holds(Triple{piles[0], piles[1], piles[2]})) {
            return true;
        }
    } while (std::next_permutation(piles.begin(), piles.end()));
    return false;
}

}  // namespace

bool is_l1_move(const Triple& from, const Triple& to) {
    return to.sum() < from.sum() &&
           in_some_order(to, [&](const Triple& order) { return is_allowed(from, order); });
}

bool is_positive_move(const Triple& from, const Triple& to) {
    return to.sum() < from.sum() && in_some_order(to, [&](const Triple& order) {
               return order.a <= from.a && order.b <= from.b && order.c <= from.c &&
                      is_allowed(from, order);
           });
}

std::vector<Triple> positions_by_moves(std::uint64_t limit, Move is_move) {
    std::vector<Triple> positions;
    for (std::uint64_t sum = 0; sum <= limit; ++sum) {
        for (std::uint64_t a = 0; 3 * a <= sum; ++a) {
            for (std::uint64_t b = a; a + 2 * b <= sum; ++b) {
                const Triple from{a, b, sum - a - b};
                if (std::none_of(positions.begin(), positions.end(),
                                 [&](const Triple& to) { return is_move(from, to); })) {
                    positions.push_back(from);
                }
            }
        }
    }
    return positions;
}

}  // namespace mexcert::piles
