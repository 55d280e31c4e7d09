// Subtraction games by their recurrences, move by move: oracles of the tests and baselines of the
// benchmarks. A position is hot if a move leads to a cold one, or if it is a hotspot (section 2 of
// Eppstein, Faster Evaluation of Subtraction Games); its nim-value is the mex of the options'.
#pragma once

#include <cstdint>
#include <vector>

#include "subtraction/bits.hpp"
#include "subtraction/move_set.hpp"

namespace mexcert::subtraction {

// The nim-values of 0 .. size - 1. Cost: O(size * moves).
[[nodiscard]] std::vector<std::uint32_t> recurrent_nim_values(const MoveSet& moves,
                                                              std::uint64_t size);

// The cold positions below hotspots.size(). Cost: O(size * moves).
[[nodiscard]] Bits recurrent_cold(const MoveSet& moves, const Bits& hotspots);

// The cold positions below `size` by the sieve of section 4 of the paper: a byte for each position;
// each cold position, in turn, marks what moves lead to it. Cost: O(cold positions * moves).
[[nodiscard]] Bits byte_sieve(const MoveSet& moves, std::uint64_t size);

}  // namespace mexcert::subtraction
