// Grundy values of Wythoff's game on a box, with at most one further excluded value per position.
//
// Position (x, y), 0 <= x < width, 0 <= y < height, is entry x*height + y. Its options lower x,
// lower y, or lower both by the same amount; its value is the mex of the options' values and of
// extra[x*height + y], unless that is no_extra. With extra = the values of another layer this is
// the game with a move into that layer (a pass, an added stone). extra == nullptr: no further move.
// A move that lowers both is allowed to (x, y) only if landing[x*height + y]; landing == nullptr:
// to all.
//
// Cost: O(width*height*(width + height)/512) word operations, see queen_grundy.cpp; 2 bytes a
// position for the result and 2 bits a position of working memory. No symmetry is assumed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/simd_level.hpp"

namespace mexcert::tables {

inline constexpr std::uint16_t no_extra = 0xFFFF;

// What the game has beside the moves of Wythoff's, by position x*height + y; null: nothing.
struct QueenRules {
    const std::uint16_t* extra = nullptr;   // a further excluded value
    const std::uint8_t* landing = nullptr;  // may a diagonal move lead here?
};

// Throws std::overflow_error if a value reaches 0xFFFF (never while width + height +
// min(width, height) < 0x10000), std::length_error if width*height does not fit std::size_t.
std::vector<std::uint16_t> queen_grundy(std::size_t width, std::size_t height,
                                        const QueenRules& rules);

// The same with a given instruction set; level must not exceed best_simd_level().
std::vector<std::uint16_t> queen_grundy(std::size_t width, std::size_t height,
                                        const QueenRules& rules, SimdLevel level);

// The definition, option by option: O(width + height) a position. Test oracle and baseline.
std::vector<std::uint16_t> naive_queen_grundy(std::size_t width, std::size_t height,
                                              const QueenRules& rules);

}  // namespace mexcert::tables
