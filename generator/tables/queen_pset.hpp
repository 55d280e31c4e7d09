// Is a set of positions on a box the set of P-positions of a Wythoff game?
//
// Moves lower x, lower y, or lower both by the same amount; positions with x + y <= terminal_sum
// have no move (terminal_sum = 0 is Wythoff's game itself). No move leaves the box, so what is
// decided on the box holds for the positions of the box in the unbounded game.
//   stable:    no move leads from a member to a member;
//   absorbing: every position outside the set has a move to a member;
//   blocking:  a member has fewer than k moves to members, any other position at least k.
// Moves are well-founded, so a stable and absorbing set is the set of P-positions, and one with
// the blocking property is that of the game in which k - 1 options may be forbidden.
//
// Each function returns the first violation, rows x before columns y, or nothing.
// Cost: stable and absorbing O(width*height/64), blocking O(width*height).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tables/position_set.hpp"

namespace mexcert::tables {

struct Violation {
    Position position;
    // The moves from position to members: how many, and where the first of them leads; moves that
    // lower x come first (least x), then those that lower y (least y), then both (shortest).
    std::uint64_t moves_to_members;
    std::optional<Position> first_member;
    friend bool operator==(const Violation&, const Violation&) = default;
};

std::optional<Violation> first_unstable(const PositionSet& set, std::uint64_t terminal_sum);
std::optional<Violation> first_unabsorbed(const PositionSet& set, std::uint64_t terminal_sum);
std::optional<Violation> first_blocking_violation(const PositionSet& set, std::uint64_t k,
                                                  std::uint64_t terminal_sum);

// The definitions, move by move: O(width + height) a position. Test oracles and baselines.
std::optional<Violation> naive_first_unstable(const PositionSet& set, std::uint64_t terminal_sum);
std::optional<Violation> naive_first_unabsorbed(const PositionSet& set, std::uint64_t terminal_sum);
std::optional<Violation> naive_first_blocking_violation(const PositionSet& set, std::uint64_t k,
                                                        std::uint64_t terminal_sum);

}  // namespace mexcert::tables
