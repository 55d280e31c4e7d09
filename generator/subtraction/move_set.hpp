// The moves of a subtraction game: a set of positive naturals, increasing. From a pile of n tokens
// a move takes some s <= n of them. Index base: a pile is the number of its tokens, from 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace mexcert::subtraction {

// Increasing, without 0 and repetition: what the functions below hand back.
using MoveSet = std::vector<std::uint64_t>;

// The squares 1, 4, 9, .. up to `limit`.
[[nodiscard]] MoveSet squares(std::uint64_t limit);

// The positive Moser-de Bruijn numbers (digits 0 and 1 in base 4) up to `limit`.
[[nodiscard]] MoveSet moser_de_bruijn(std::uint64_t limit);

// Reads `1,2,3`. Errors: no number, 0 (a move removes something), a number twice, a number that is
// no natural in canonical decimals or above `greatest`; the order is free.
[[nodiscard]] Result<MoveSet> parse_moves(const std::string& text, std::uint64_t greatest);

// How many moves there are up to `limit`.
[[nodiscard]] std::size_t moves_up_to(const MoveSet& moves, std::uint64_t limit);

}  // namespace mexcert::subtraction
