// Kernel fast.moves (trust.md): how many moves of a queen that lowers one or both coordinates lead
// from (x, y) into a set, and membership of that set, from the members of the set in a box.
//
// One for each claim on a range. A box is filled when the statement first asks about its set at
// ranged variables, which give its sides. Invariant: what is not recognised, not in a box, or not
// evaluated in the whole box without a failure, is left to the direct reading (answer -1). Cost: of
// the solutions found by the solver, or of each cell where it finds none; an answer is three binary
// searches. Memory: a bit a cell, 12 bytes a member, limited by `kMaxCells` and `kMaxMembers`.
#pragma once

#include "../core/eval.h"
#include "shape.h"

namespace mexcheck {

class Moves : public MovesKernel {
  public:
    Moves(Planner& planner, Evaluator& evaluator, const Int* frame, std::vector<Int> tops)
        : planner_(planner), evaluator_(evaluator), frame_(frame), tops_(std::move(tops)) {}

    Int count(const Expr* e, Int* frame) override;
    int member(const Expr* e, const Int* frame, const Int* args) override;
    Int quiet(const Expr* forall, const std::vector<int>& solved, Int* frame) override;

  private:
    struct Shape {
        const Expr* move = nullptr;  // null: not recognised
        const Expr* set = nullptr;
        const Expr* x = nullptr;  // the position: variables of the frame
        const Expr* y = nullptr;
        Exprs guards;  // over the unit of the move
        Exprs closed;  // other hypotheses, without the two variables
    };
    struct Box {
        const Item* set = nullptr;
        std::vector<Int> fixed;  // the parameters of the set
        Int width = 0;
        Int height = 0;
        bool usable = false;
        std::vector<bool> bits;  // (x, y) at x * height + y
        // For each y the x of the members, for each x the y, for each x - y the x; ascending.
        std::vector<std::vector<std::int32_t>> lines[3];

        bool holds(Int x, Int y) const { return 0 <= x && x < width && 0 <= y && y < height; }
        std::size_t index(Int x, Int y) const { return static_cast<std::size_t>(x * height + y); }
        Int moves(Int x, Int y) const;
    };

    const Shape& shape(const Expr* e, const std::vector<int>& vars);
    static bool find_move(Shape& shape, Int u, Int v);
    Int answer(const Shape& shape, Int* frame, Int& all);
    Int top(const Expr* e) const {
        return e->op == Op::var ? tops_[static_cast<std::size_t>(e->value)] : -1;
    }
    Box* find_box(const Item& set, const Int* fixed);
    Box* open_box(const Item& set, const Int* fixed, Int x, Int y);
    void fill(Box& box);
    void read_cells(Box& box, bool border);
    bool solve_part(Box& box, const Expr* part);

    static constexpr Int kMaxSide = Int{1} << 20;
    static constexpr Int kMaxCells = Int{1} << 27;
    static constexpr std::size_t kMaxBoxes = 64;
    static constexpr Int kMaxMembers = Int{1} << 23;

    Planner& planner_;
    Evaluator& evaluator_;
    const Int* frame_;
    std::vector<Int> tops_;
    Int cells_ = 0;                                     // of all boxes
    std::deque<std::pair<const Expr*, Shape>> shapes_;  // few: those of one statement
    std::deque<Box> boxes_;
};

}  // namespace mexcheck
