#include "tables/restricted_queen.hpp"

#include <algorithm>

#include "golden/floor_phi.hpp"
#include "tables/queen_grundy.hpp"

namespace mexcert::tables {
namespace {

// A(n) = floor(n phi), B(n) = A(n) + n.
std::size_t a(std::size_t n) {
    return static_cast<std::size_t>(golden::floor_phi(std::uint64_t{n}));
}
std::size_t b(std::size_t n) { return a(n) + n; }

}  // namespace

std::vector<std::uint16_t> restricted_grundy(std::size_t k, std::size_t l, std::size_t side) {
    std::vector<std::uint8_t> landing(side * side, 0);
    for (std::size_t x = k; x < side; ++x) {
        for (std::size_t y = x >= l ? k : std::max(k, l); y < side; ++y) {
            landing[x * side + y] = 1;
        }
    }
    return queen_grundy(side, side, {nullptr, landing.data()});
}

std::optional<std::uint16_t> least_unshared(const std::vector<std::uint16_t>& a,
                                            const std::vector<std::uint16_t>& b) {
    std::optional<std::uint16_t> least;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const std::uint16_t smaller = std::min(a[i], b[i]);
        if (a[i] != b[i] && (!least || smaller < *least)) {
            least = smaller;
        }
    }
    return least;
}

PositionSet one_positions(std::size_t l, std::size_t side) {
    PositionSet ones(side, side);
    const auto insert = [&](std::size_t x, std::size_t y) {
        if (y < side) {
            ones.insert(x, y);
        }
    };
    for (std::size_t x = 0; x + 1 <= l; x += 2) {
        insert(x, x + 1);
    }
    insert(l + 1, l + 1);
    // n < B(n), so these are all.
    for (std::size_t j = 1; j < side; ++j) {
        insert(a(b(j)) + l, b(b(j)) + l + 1);
        insert(a(a(j)) + l + 1, b(a(j)) + l + 2);
    }
    return ones;
}

std::optional<Position> first_difference(const std::vector<std::uint16_t>& values,
                                         const PositionSet& ones) {
    const std::size_t side = ones.width();
    for (std::size_t sum = 0; sum <= 2 * (side - 1); ++sum) {
        for (std::size_t x = sum < side ? 0 : sum - side + 1; x <= sum / 2; ++x) {
            const std::size_t y = sum - x;
            if ((values[x * side + y] == 1) != ones.contains(x, y)) {
                return Position{x, y};
            }
        }
    }
    return std::nullopt;
}

}  // namespace mexcert::tables
