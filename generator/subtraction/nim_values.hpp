// The nim-values of a subtraction game, by one of two methods.
//
// Level sets: the positions of value v are the cold positions of the game in which those of smaller
// values are hot whatever their options are. Each is found by shifts of itself, 256 positions at a
// time. For many moves and few values, as in subtract-a-square.
// Cost: for each value a shift for each 256 pairs of a position and a move from it (0.2 ns for
// each pair in subtract-a-square at 2^20, all values together).
//
// Groups: the values of the 16 options that one move gives 16 positions stand side by side, and set
// a flag each in tables that stay in the fastest cache.
// Cost: one look-up and one flag for each pair of a position and a move from it (0.6 ns).
//
// Memory: 2 bytes a position, 16 bytes for each value that occurs; level sets: 8 more a position.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "subtraction/move_set.hpp"
#include "subtraction/segmented_sieve.hpp"

namespace mexcert::subtraction {

// Continues the nim-values of 0, 1, .., as many as there are, up to size - 1; an error if one does
// not fit 16 bits.
[[nodiscard]] std::optional<Error> extend_nim_values(const MoveSet& moves,
                                                     std::vector<std::uint16_t>& nim,
                                                     std::uint64_t size, const Told& told = {});

// The nim-values of 0 .. size - 1; an error if one does not fit 16 bits.
[[nodiscard]] Result<std::vector<std::uint16_t>> nim_values(const MoveSet& moves,
                                                            std::uint64_t size,
                                                            const Told& told = {});

}  // namespace mexcert::subtraction
