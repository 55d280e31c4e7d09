// The cold positions of a subtraction game, by the method that should be the fastest.
//
// All methods find the same set. Which one is taken depends on how often the cold positions of a
// prefix would mark each position, and on how few residue classes hold nearly all of them: few
// marks, the sieve in segments; many marks, but between few classes, shifts of these classes; many
// marks and no such classes, convolution. For subtract-a-square a position has 16 marks at 2^24 and
// 39 at 2^30, and 22 of 65 classes hold 99 of 100 cold positions, so shifts are faster.
#pragma once

#include <cstdint>

#include "subtraction/bits.hpp"
#include "subtraction/class_sieve.hpp"
#include "subtraction/move_set.hpp"

namespace mexcert::subtraction {

enum class Method { kSegments, kClasses, kConvolution };

struct Plan {
    Method method = Method::kSegments;
    Classes classes;  // for kClasses
};

// Cost: that of the cold positions of a prefix.
[[nodiscard]] Plan plan_for(const MoveSet& moves, std::uint64_t size);

// The cold positions below `size`.
[[nodiscard]] Bits cold_positions(const MoveSet& moves, std::uint64_t size, const Plan& plan,
                                  const Told& told = {});
[[nodiscard]] Bits cold_positions(const MoveSet& moves, std::uint64_t size, const Told& told = {});

}  // namespace mexcert::subtraction
