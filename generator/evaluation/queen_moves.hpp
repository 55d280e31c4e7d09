// Recognises, by structure alone, the move relation of a game with queen moves:
// G(x, y) and (v = y and u < x or u = x and v < y or exists k: 0 < k and u + k = x and v + k = y),
// parts in any order, and questions about the options (u, v) of a position (x, y) asked with it.
// Cost: linear in the formula.
#pragma once

#include <optional>
#include <vector>

#include "evaluation/program.hpp"

namespace mexcert {

// The slots of a position.
struct PositionSlots {
    int x = -1;
    int y = -1;
};

// The guards G of a formula of that form: it says that (x, y) moves to (u, v). Solving it for
// (u, v) tests the guards, then enumerates the queen moves, each once.
[[nodiscard]] std::optional<std::vector<NodeId>> queen_guards(Program& program, NodeId formula,
                                                              PositionSlots from, PositionSlots to);

// Options (u, v) of (x, y) in a relation, or outside it if `negated`.
struct OptionQuestion {
    std::vector<NodeId> guards;
    PositionSlots option;
    NodeId relation = kNoNode;  // of u and v and of terms in which none of the four slots occurs
    bool negated = false;
};

// The question made of a formula for the moves and one for the options; nothing if either has
// another form.
[[nodiscard]] std::optional<OptionQuestion> option_question(Program& program, NodeId moves,
                                                            NodeId options, PositionSlots from,
                                                            PositionSlots to);

// The question of `exists (u, v): moves and options`, `count {..}`, or, negated,
// `forall (u, v): moves => not options`. The moves come first, so that solving asks the relation
// at options only.
[[nodiscard]] std::optional<OptionQuestion> option_question(Program& program, NodeId quantifier,
                                                            PositionSlots from);

}  // namespace mexcert
