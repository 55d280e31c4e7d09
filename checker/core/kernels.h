// What the kernels of checker/fast (trust.md) answer in place of the direct reading of eval.h and
// judge.h. An answer of -1 leaves the question to the direct reading.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "plan.h"

namespace mexcheck {

class Evaluator;
struct Table;

// Kernels serve tables and ranges of more cells, fast.lines those of more than a 32nd of them,
// fast.index and fast.queen those of more than a 512th.
constexpr double kKernelCells = 1 << 19;

// Answers of fast.moves, for one claim.
class MovesKernel {
  public:
    virtual ~MovesKernel() = default;

    // The number of solutions of a quantifier.
    virtual Int count(const Expr* e, Int* frame) = 0;
    // Whether a call of a set is true at its arguments.
    virtual int member(const Expr* e, const Int* frame, const Int* args) = 0;
    // The number of solutions at which a spine `forall`, solved for two variables, reads its leaf,
    // if the leaf is true at all of them.
    virtual Int quiet(const Expr* forall, const std::vector<int>& solved, Int* frame) = 0;
};

// `tops`: for each slot of the statement's frame the end of its range, -1 without a range.
std::unique_ptr<MovesKernel> moves_kernel(Planner& planner, Evaluator& evaluator, const Int* frame,
                                          std::vector<Int> tops);

// fast.queen and fast.sequence: the value of the body at the arguments in the frame, asked for once
// for each entry, in order.
using TableKernel = std::function<Int(Int* frame)>;

// Empty if the def or the box does not fit: then the table is read directly.
TableKernel table_kernel(Evaluator& evaluator, const Table& table);
// For a def of sequence shape: `under` holds its exclusions, `low` is what it demands at least.
TableKernel sequence_kernel(Evaluator& evaluator, const Table& table, const Mex& under, Int low);

// fast.lines: as the slot runs over low..high, how often a spine of hypotheses reads its leaf, if
// the leaf is true each time.
Int quiet_along(Evaluator& evaluator, const Expr* spine, Int slot, Int low, Int high, Int* frame);

// fast.index: what is kept of terms, for the tables or the claim at hand.
struct Indexes;
// The value of a `least` of mex shape.
Int mex_along(Evaluator& evaluator, const Expr* e, Int* frame);
// Whether a quantifier has a solution.
int solution_along(Evaluator& evaluator, const Expr* e, Int* frame);

}  // namespace mexcheck
