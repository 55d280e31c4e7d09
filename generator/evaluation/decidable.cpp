#include "evaluation/decidable.hpp"

#include <algorithm>
#include <array>

namespace mexcert {

bool DecidabilityCheck::steps(StepId first) {
    std::vector<StepId> open = {first};
    while (!open.empty()) {
        const Step& step = engine_.planner.step(open.back());
        open.pop_back();
        for (const NodeId node : {step.term, step.function, step.bound}) {
            if (node != kNoNode && !decidable(node)) {
                return false;
            }
        }
        if (!std::all_of(step.tests.begin(), step.tests.end(),
                         [this](NodeId test) { return decidable(test); })) {
            return false;
        }
        open.insert(open.end(), step.branches.begin(), step.branches.end());
        if (step.next != kNoPlan) {
            open.push_back(step.next);
        }
    }
    return true;
}

bool DecidabilityCheck::plan(const Plan& plan, const Node& node) {
    if (plan.first == kNoPlan) {
        place_ = node.place;
        op_ = node.op;
        return false;
    }
    return steps(plan.first);
}

bool DecidabilityCheck::least(const Node& node, NodeId id) {
    if (const auto* parts = engine_.planner.mex(id)) {
        return std::all_of(parts->begin(), parts->end(), [&](const Planner::MexPart& part) {
            return steps(part.plan.first) &&
                   decidable(part.excluded != kNoNode ? part.excluded : part.lower);
        });
    }
    const Plan solved = engine_.planner.plan(id);
    return solved.first == kNoPlan ? decidable(node.a) : steps(solved.first);
}

bool DecidabilityCheck::body(int item) {
    if (engine_.spec.item(item).listed || !seen_items_.insert(item).second) {
        return true;
    }
    const Body& body = engine_.program.body(item);
    return decidable(body.root) && (body.measure == kNoNode || decidable(body.measure));
}

bool DecidabilityCheck::decidable(NodeId id) {
    if (!seen_.insert(id).second) {
        return true;
    }
    const Node node = engine_.program.node(id);
    switch (node.op) {
        case Op::kInfinite:
            place_ = node.place;
            op_ = node.op;
            return false;
        case Op::kForall:
        case Op::kExists:
        case Op::kUnique:
        case Op::kCount:
            return plan(engine_.planner.plan(id), node);
        case Op::kLeast:
            return least(node, id);
        case Op::kCall:
        case Op::kLookup:
        case Op::kRelation:
            if (!std::all_of(node.list.begin(), node.list.end(),
                             [this](NodeId kid) { return decidable(kid); }) ||
                !body(node.item)) {
                return false;
            }
            break;
        default:
            break;
    }
    const std::array<NodeId, 3> kids = {node.a, node.b, node.c};
    return std::all_of(kids.begin(), kids.end(),
                       [this](NodeId kid) { return kid == kNoNode || decidable(kid); });
}

}  // namespace mexcert
