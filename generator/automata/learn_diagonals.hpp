// Symmetric level sets of queen shape (queen_window.hpp), learned from their diagonals.
//
// Each diagonal d >= 0 has one pair (x, x + d). The relation of d and x has fewer states than that
// of x and y, and its windows are short; so it is learned by windows (learner_windows.hpp), and the
// level is made from it by the adder, as
//     exists d: (d, x) is in it and x + d = y, or (d, y) is in it and y + d = x.
// An automaton that agrees with the data near the start is wrong if some d has not exactly one x,
// or some row of the level not exactly one place; such places, found by search, are the points by
// which it is refined.
// Invariant and warning as for learn(): what is learned is minimal and canonical; that it passes
// these tests does not prove it. Cost: a window for each state, letter and suffix length, and for
// each refinement one search, of the level if that of the diagonals finds nothing.
#pragma once

#include "automata/learner_windows.hpp"
#include "automata/queen_window.hpp"

namespace mexcert {

struct FarLevel {
    QueenWindow* rows = nullptr;
    std::size_t level = 0;
};

// `digits`: of the diagonals whose pairs the first automaton must have right.
[[nodiscard]] Result<Learned> learn_by_diagonals(const NumerationSystem& numeration,
                                                 const Automaton& adder, const FarLevel& level,
                                                 unsigned digits = 21);

}  // namespace mexcert
