// Shapes of recursive definitions, recognised by their structure alone.
// Sequence shape (spec/language.md, 5.2): f(p, .., n) = least m above bounds free of n that is none
// of the excluded terms of i < n, f(p, .., i) among them; increasing in n, one sweep gives it.
// Queen shape: f(c, .., x, y) = the mex of the values at the options that lower x, lower y, or
// lower both by the same amount, where guards may say to which positions the last are allowed
// (without any such conjunct, as in nim: to none), and possibly, behind guards, of one value at
// (x, y) with other fixed arguments.
// Pile shape: f(c, .., n) of a subtraction game, the mex of all f(c, .., n - s), or 1 where one of
// them is 0 and 0 elsewhere, for the s <= n of a set that does not depend on n.
#pragma once

#include <optional>
#include <vector>

#include "evaluation/program.hpp"

namespace mexcert {

struct SequenceShape {
    int index_slot = -1;               // the bound variable i
    std::vector<NodeId> lower_bounds;  // values that m must reach
    std::vector<NodeId> excluded;      // terms of i
};

struct QueenShape {
    std::size_t row = 0;  // the positions of x and y among the parameters
    std::size_t column = 0;
    NodeId extra = kNoNode;      // the look-up of the guarded value, if there is one
    std::vector<NodeId> guards;  // its guards
    // What must hold for a move along the diagonal: formulas of the position it leads to, written
    // with x - t and y - t for its coordinates.
    std::vector<NodeId> landing;
    bool landing_grows = false;  // where it holds, it holds with greater x or y
    int step_slot = -1;          // t; negative if there are no moves along the diagonal
};

struct PileShape {
    // The values of `taken` at the slots where all conditions hold. The pile n stands in one of
    // them, `taken <= n`, and nowhere else.
    struct Moves {
        std::vector<int> slots;
        std::vector<NodeId> conditions;
        NodeId taken = kNoNode;
    };
    std::vector<Moves> moves;  // their union is the subtraction set
    bool hot = false;          // 1 where a move leads to a 0; else nim-values
};

[[nodiscard]] std::optional<SequenceShape> sequence_shape(Program& program, int item);
[[nodiscard]] std::optional<QueenShape> queen_shape(Program& program, int item);
[[nodiscard]] std::optional<PileShape> pile_shape(Program& program, int item);

// Does the body call a recursive definition other than itself?
[[nodiscard]] bool reads_other_tables(Program& program, int item);

// The shapes of all definitions, each recognised once.
class Shapes {
  public:
    explicit Shapes(Program& program) : program_(program) {}
    // The shape, or null if the definition has another one.
    const SequenceShape* sequence(int item);
    const QueenShape* queen(int item);
    const PileShape* pile(int item);

  private:
    Program& program_;
    std::map<int, std::optional<SequenceShape>> sequences_;
    std::map<int, std::optional<QueenShape>> queens_;
    std::map<int, std::optional<PileShape>> piles_;
};

}  // namespace mexcert
