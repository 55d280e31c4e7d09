// Weinstein's games W(k, l) on a box: Wythoff's game whose diagonal moves lead only to positions
// (x, y) with min(x, y) >= k and max(x, y) >= l, k <= l. A g-position has Grundy value g.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tables/position_set.hpp"

namespace mexcert::tables {

// Values of (x, y), x, y < side, at x*side + y. Cost: that of queen_grundy.
[[nodiscard]] std::vector<std::uint16_t> restricted_grundy(std::size_t k, std::size_t l,
                                                           std::size_t side);

// The least g such that the g-positions of two tables differ; nothing if the tables are equal. A
// position of values g != h is a g-position of one alone and an h-position of the other alone.
[[nodiscard]] std::optional<std::uint16_t> least_unshared(const std::vector<std::uint16_t>& a,
                                                          const std::vector<std::uint16_t>& b);

// S_1(l) of spec/weinstein.mex: its positions x <= y with x, y < side.
[[nodiscard]] PositionSet one_positions(std::size_t l, std::size_t side);

// The first position x <= y, by x + y, then x, that is either of value 1 or in the set, not both.
[[nodiscard]] std::optional<Position> first_difference(const std::vector<std::uint16_t>& values,
                                                       const PositionSet& ones);

}  // namespace mexcert::tables
