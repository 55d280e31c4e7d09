// Solving plans (spec/language.md, section 5.1). Whether a list of conjuncts can be solved depends
// on the text alone, so the rules are applied once for each quantifier; the plan is then run for
// each assignment. Invariant: a plan assigns every variable asked for, and tests every conjunct.
// Cost: exponential in nested disjunctions at worst, cut off at a fixed number of rule steps.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "evaluation/linear.hpp"
#include "evaluation/shapes.hpp"

namespace mexcert {

using StepId = int;
inline constexpr StepId kNoPlan = -1;

enum class StepKind {
    kDone,    // a solution
    kTest,    // all of `tests` hold
    kAssign,  // slot := term / factor, if that is a natural
    kBisect,  // factor * function + slope * slot = term, function increasing in slot
    kRange,   // slot runs from 0 to term / factor
    kRoot,    // slot runs over the naturals at distance <= sqrt(bound) from term
    kSplit    // each of `branches` in turn
};

struct Step {
    StepKind kind = StepKind::kDone;
    int slot = -1;
    NodeId term = kNoNode;
    NodeId function = kNoNode;
    NodeId bound = kNoNode;
    std::int64_t factor = 1;
    std::int64_t slope = 0;
    std::vector<NodeId> tests;
    StepId next = kNoPlan;
    std::vector<StepId> branches;
};

// A way to decide a quantifier: enumerate the solutions of a plan.
struct Plan {
    StepId first = kNoPlan;  // kNoPlan: cannot be decided by solving
    bool distinct = true;    // each solution is found once
};

class Planner {
  public:
    Planner(Program& program, Shapes& shapes) : program_(program), shapes_(shapes) {}

    [[nodiscard]] const Step& step(StepId id) const { return steps_[static_cast<std::size_t>(id)]; }

    // The plan for the solutions of `forall`, `exists`, `exists unique`, `count` and `least`
    // (for `forall`: of the negated body). Made once for each node.
    Plan plan(NodeId quantifier);

    // A plan for the values of `slots` at which all `conjuncts` hold.
    Plan solve(const std::vector<NodeId>& conjuncts, const std::vector<int>& slots);

    // A mex: `least m with` whose body only excludes and bounds values (section 5.1).
    struct MexPart {
        Plan plan;  // of the variables of the `forall`; runs once if there are none
        NodeId excluded = kNoNode;
        NodeId lower = kNoNode;
        // The plan's values are all i with 0 <= i <= T for one slot i, its first step's range.
        bool whole_range = false;
    };
    // The parts, or null if the `least` has another shape.
    const std::vector<MexPart>* mex(NodeId least);

    // Any `least m with`: the conjuncts that only exclude and bound values, and the others.
    struct BoundedLeast {
        std::vector<MexPart> parts;
        std::vector<NodeId> tests;
    };
    const BoundedLeast& bounded(NodeId least);

  private:
    struct State {
        std::vector<NodeId> conjuncts;
        std::vector<int> open;  // unassigned slots
        [[nodiscard]] bool has(int slot) const;
    };

    void flatten(NodeId formula, bool negated, std::vector<NodeId>& conjuncts,
                 std::vector<int>& open);
    StepId solve(State state);
    StepId test(State& state);
    std::optional<Step> equation(const State& state, const std::vector<LinearForm>& forms);
    std::optional<Step> bisection(const State& state, const std::vector<LinearForm>& forms);
    std::optional<Step> range(const State& state);
    std::optional<Step> range_of(const State& state, const LinearForm& form, int slot);
    std::optional<Step> root_of(const State& state, const LinearForm& form, int slot);
    StepId split(const State& state);
    StepId unfold(const State& state);
    StepId add(Step step);
    StepId assigned(Step step, State state);

    [[nodiscard]] std::vector<std::vector<NodeId>> parts(NodeId formula);
    NodeId negation(NodeId formula);
    bool is_closed(const State& state, NodeId node);
    int increasing_slot(const State& state, NodeId term);
    std::vector<LinearForm> equations(const State& state);
    std::vector<LinearForm> bounds(const State& state);
    bool is_range(NodeId hypothesis, int slot);
    bool mex_parts(NodeId formula, int m, std::vector<NodeId> hypotheses, std::vector<int> slots,
                   std::vector<MexPart>& result);

    Program& program_;
    Shapes& shapes_;
    std::deque<Step> steps_;  // plans are made while others run: steps must stay in place
    std::vector<std::optional<Plan>> plans_;  // by node
    std::unordered_map<NodeId, std::optional<std::vector<MexPart>>> mexes_;
    std::unordered_map<NodeId, BoundedLeast> bounded_;
    std::size_t work_ = 0;
    bool repeats_ = false;  // the plan in the making may find a solution twice
};

}  // namespace mexcert
