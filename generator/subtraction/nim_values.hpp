// The nim-values of a subtraction game, 16 positions at a time: the values of the 16 options that
// one move gives stand side by side, and set a flag each in tables that stay in the fastest cache.
//
// Cost: one look-up and one flag for each pair of a position and a move from it (0.4 ns for
// subtract-a-square at 2^20); 2 bytes a position, 16 bytes for each value that occurs.
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
