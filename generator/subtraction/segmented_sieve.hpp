// The cold positions of a subtraction game by a sieve in segments that fit a cache.
//
// Cost: one mark for each pair of a cold position c and a move s with c + s < size, some 0.6 ns
// where the marks of a cold position fall densely into a segment; size/8 bytes, 12 bytes for each
// cold position.
#pragma once

#include <cstdint>
#include <functional>

#include "subtraction/bits.hpp"
#include "subtraction/move_set.hpp"

namespace mexcert::subtraction {

inline constexpr std::uint64_t kSegment = std::uint64_t{1} << 19;  // bits: 64 KiB

// Hears now and then how many positions are decided.
using Told = std::function<void(std::uint64_t)>;

// The cold positions below `size`; `segment` is a positive multiple of 64.
[[nodiscard]] Bits segmented_sieve(const MoveSet& moves, std::uint64_t size, const Told& told = {},
                                   std::uint64_t segment = kSegment);

}  // namespace mexcert::subtraction
