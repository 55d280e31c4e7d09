#include "evaluation/plane_evaluator.hpp"

#include <algorithm>

#include "tables/queen_reach.hpp"

namespace mexcert {
namespace {

constexpr std::int64_t kManyMoves = std::int64_t{1} << 40;  // more than any position has

Plane none(const Plane& like) { return {like.width(), like.height()}; }

Plane without(Plane all, const Plane& part) { return all -= part; }

}  // namespace

bool PlaneEvaluator::stopped() {
    if (!evaluator_.failed() && go_on_ && !go_on_()) {
        evaluator_.fail(false, Place{}, "stopped");
    }
    return evaluator_.failed();
}

Plane PlaneEvaluator::truth(NodeId formula, const Plane& where) {
    if (where.empty() || evaluator_.failed()) {
        return none(where);
    }
    const Node& node = engine_.program.node(formula);
    switch (node.op) {
        case Op::kAnd:
            return truth(node.b, truth(node.a, where));
        case Op::kOr: {
            Plane left = truth(node.a, where);
            return left |= truth(node.b, without(where, left));
        }
        case Op::kImplies: {
            const Plane left = truth(node.a, where);
            return without(where, left) |= truth(node.b, left);
        }
        case Op::kIff: {
            const Plane left = truth(node.a, where);
            const Plane right = truth(node.b, where);
            const Plane differ = without(left, right) |= without(right, left);
            return without(where, differ);
        }
        case Op::kNot:
            return without(where, truth(node.a, where));
        case Op::kEq:
        case Op::kNe:
        case Op::kLt:
        case Op::kLe:
            return comparison(formula, where);
        case Op::kForall:
        case Op::kExists:
            return quantifier(formula, where);
        case Op::kRelation:
            return relation(formula, position_, where);
        default:
            return by_rows(formula, position_, where);
    }
}

Plane PlaneEvaluator::by_rows(NodeId formula, PositionSlots slots, const Plane& where) {
    Plane holds = none(where);
    Row row(1, where.height());
    for (std::size_t x = 0; x < where.width(); ++x) {
        const auto wanted = where.row(x);
        if (std::all_of(wanted.begin(), wanted.end(), [](auto word) { return word == 0; })) {
            continue;
        }
        if (stopped()) {
            break;
        }
        std::copy(wanted.begin(), wanted.end(), row.row(0).begin());
        evaluator_.slot(slots.x) = static_cast<std::int64_t>(x);
        const Row found = rows_.truth(formula, slots.y, row);
        std::copy(found.row(0).begin(), found.row(0).end(), holds.row(x).begin());
    }
    return holds;
}

// Reads the relation where it was not read before, if its arguments are x, y and others that
// depend on neither.
Plane PlaneEvaluator::relation(NodeId formula, PositionSlots slots, const Plane& where) {
    const Node& node = engine_.program.node(formula);
    std::vector<std::int64_t> key = {node.item};
    for (const NodeId argument : node.list) {
        const std::vector<int>& free = engine_.program.free_slots(argument);
        if (argument == engine_.program.slot_term(slots.x)) {
            key.push_back(-1);
        } else if (argument == engine_.program.slot_term(slots.y)) {
            key.push_back(-2);
        } else if (std::binary_search(free.begin(), free.end(), slots.x) ||
                   std::binary_search(free.begin(), free.end(), slots.y)) {
            return by_rows(formula, slots, where);
        } else {
            key.push_back(evaluator_.number(argument));
        }
    }
    if (evaluator_.failed()) {
        return none(where);
    }
    Known& known = relations_.try_emplace(key, Known{none(where), none(where)}).first->second;
    known.holds |= by_rows(formula, slots, without(where, known.read));
    known.read |= where;
    Plane holds = known.holds;
    return holds &= where;
}

const std::optional<OptionQuestion>& PlaneEvaluator::question(NodeId quantifier) {
    auto found = questions_.find(quantifier);
    if (found == questions_.end()) {
        found =
            questions_.emplace(quantifier, option_question(engine_.program, quantifier, position_))
                .first;
    }
    return found->second;
}

PlaneEvaluator::Targets PlaneEvaluator::targets(const OptionQuestion& question,
                                                const Plane& where) {
    Plane movers = where;
    for (const NodeId guard : question.guards) {
        movers = truth(guard, movers);
    }
    Plane options = tables::queen_options(movers);
    Plane wanted = relation(question.relation, question.option, options);
    if (question.negated) {
        wanted = without(options, wanted);
    }
    return {std::move(movers), std::move(options), std::move(wanted)};
}

Plane PlaneEvaluator::some_option(const OptionQuestion& question, const Plane& where,
                                  Plane* options) {
    Targets found = targets(question, where);
    if (options != nullptr) {
        *options = std::move(found.options);
    }
    return tables::queen_reach(found.wanted) &= found.movers;
}

Plane PlaneEvaluator::quantifier(NodeId formula, const Plane& where) {
    const std::optional<OptionQuestion>& asked = question(formula);
    if (!asked) {
        return by_rows(formula, position_, where);
    }
    Plane found = some_option(*asked, where);
    return engine_.program.node(formula).op == Op::kExists ? found : without(where, found);
}

// A count of options, compared with a term that is the same at all positions.
Plane PlaneEvaluator::comparison(NodeId formula, const Plane& where) {
    const Node& node = engine_.program.node(formula);
    for (const auto& [side, other] : {std::pair{node.a, node.b}, std::pair{node.b, node.a}}) {
        const std::vector<int>& free = engine_.program.free_slots(other);
        const bool same = !std::binary_search(free.begin(), free.end(), position_.x) &&
                          !std::binary_search(free.begin(), free.end(), position_.y);
        if (engine_.program.node(side).op == Op::kCount && same) {
            if (const auto& asked = question(side)) {
                return count(node, *asked, where);
            }
        }
    }
    return by_rows(formula, position_, where);
}

Plane PlaneEvaluator::count(const Node& comparison, const OptionQuestion& question,
                            const Plane& where) {
    const bool first = engine_.program.node(comparison.a).op == Op::kCount;
    const std::int64_t bound = std::clamp<std::int64_t>(
        evaluator_.number(first ? comparison.b : comparison.a), -1, kManyMoves);
    const Targets found = targets(question, where);
    // The positions with less than k such options, and with at most k.
    const auto fewer = [&](std::int64_t k) {
        Plane result = k > 0 ? without(where, found.movers) : none(where);
        Plane movers =
            k > 0 ? tables::queen_fewer(found.wanted, static_cast<std::uint64_t>(k)) : none(where);
        return result |= movers &= found.movers;
    };
    const auto at_most = [&](std::int64_t k) { return k < 0 ? none(where) : fewer(k + 1); };
    switch (comparison.op) {
        case Op::kLt:
            return first ? fewer(bound) : without(where, at_most(bound));
        case Op::kLe:
            return first ? at_most(bound) : without(where, fewer(bound));
        default: {
            Plane equal = without(at_most(bound), fewer(bound));
            return comparison.op == Op::kEq ? equal : without(where, equal);
        }
    }
}

}  // namespace mexcert
