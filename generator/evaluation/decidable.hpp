// Can a term or formula be evaluated, whatever the values of its free variables? Every quantifier
// that its evaluation may read must have a solving plan (spec/language.md, 5.4).
// Cost: linear in the plans reached.
#pragma once

#include <set>

#include "evaluation/evaluator.hpp"

namespace mexcert {

class DecidabilityCheck {
  public:
    explicit DecidabilityCheck(Engine& engine) : engine_(engine) {}

    [[nodiscard]] bool decidable(NodeId id);
    // After a negative answer: where the obstacle is, and of which kind.
    [[nodiscard]] const Place& place() const { return place_; }
    [[nodiscard]] bool is_infinite() const { return op_ == Op::kInfinite; }
    [[nodiscard]] bool is_forall() const { return op_ == Op::kForall; }

  private:
    bool plan(const Plan& plan, const Node& node);
    bool steps(StepId first);
    bool body(int item);
    bool least(const Node& node, NodeId id);

    Engine& engine_;
    std::set<NodeId> seen_;
    std::set<int> seen_items_;
    Place place_;
    Op op_ = Op::kTrue;
};

}  // namespace mexcert
