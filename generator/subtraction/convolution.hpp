// The cold positions of a subtraction game with hotspots by divide and conquer: the lower half of a
// range is decided, what it makes hot in the upper half is found at once by a convolution of its
// cold positions with the moves, then the upper half is decided (Eppstein, Theorem 1).
//
// Cost: O(size log^2 size) if every half is convolved; the moves are transformed once for each
// length. Where a half has few marks (pairs of a cold position and a move), setting them one by
// one is faster: `least_marks` a position of the range are needed for a convolution.
// Memory: some 48 bytes a position.
#pragma once

#include <cstdint>
#include <vector>

#include "subtraction/bits.hpp"
#include "subtraction/move_set.hpp"
#include "subtraction/segmented_sieve.hpp"

namespace mexcert::subtraction {

// Marks a position from which on a convolution is faster (tests/bench, `cold_positions`).
inline constexpr double kLeastMarks = 100;

// The cold positions below hotspots.size(). `least_marks` 0: always convolve.
[[nodiscard]] Bits convolved_cold(const MoveSet& moves, const Bits& hotspots,
                                  double least_marks = kLeastMarks, const Told& told = {});

// The nim-values of 0 .. size - 1, value by value (Eppstein, Lemma 2 and Theorem 3): the positions
// of value t are the cold ones of the game whose hotspots are the positions of smaller values.
// Cost: that of convolved_cold for each value.
[[nodiscard]] std::vector<std::uint32_t> convolved_nim_values(const MoveSet& moves,
                                                              std::uint64_t size,
                                                              double least_marks = kLeastMarks);

}  // namespace mexcert::subtraction
