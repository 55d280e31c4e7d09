#include "claims/statement_planes.hpp"

#include <algorithm>

namespace mexcert {

StatementPlanes::StatementPlanes(Engine& engine, const StatementForm& form,
                                 const std::vector<ForallBlock>& blocks, int forall)
    : engine_(engine), form_(form), blocks_(blocks), forall_(forall) {
    const std::vector<int>& ranged = blocks[static_cast<std::size_t>(forall)].ranged;
    if (ranged.size() >= 2) {
        position_ = {ranged[ranged.size() - 2], ranged.back()};
        possible_ = analyse_forall(forall, true);
    }
}

bool StatementPlanes::analyse(int index) {
    const SpineNode& node = form_.at(index);
    switch (node.kind) {
        case SpineKind::kAnd:
            return analyse(node.first) && analyse(node.second);
        case SpineKind::kImplies:
            return analyse(node.first);
        case SpineKind::kForall:
            return analyse_forall(index, false);
        default:
            return !node.needs_witness;
    }
}

bool StatementPlanes::analyse_forall(int index, bool outermost) {
    const ForallBlock& block = blocks_[static_cast<std::size_t>(index)];
    if (!outermost && !block.ranged.empty()) {
        return false;
    }
    if (block.open.empty()) {
        return analyse(block.behind);
    }
    const SpineNode& leaf = form_.at(block.behind);
    if (block.open.size() != 2 || leaf.kind != SpineKind::kLeaf) {
        return false;
    }
    Options own;
    own.leaf = leaf.leaf;
    NodeId moves = kNoNode;
    for (const NodeId hypothesis : hypotheses_of(form_, form_.at(index)).formulas) {
        const std::vector<int>& free = engine_.program.free_slots(hypothesis);
        const bool about_options = std::any_of(block.open.begin(), block.open.end(), [&](int slot) {
            return std::binary_search(free.begin(), free.end(), slot);
        });
        if (!about_options) {
            own.hypotheses.push_back(hypothesis);
        } else if (moves == kNoNode) {
            moves = hypothesis;
        } else {
            return false;
        }
    }
    auto question = moves == kNoNode
                        ? std::nullopt
                        : option_question(engine_.program, moves, leaf.formula, position_,
                                          PositionSlots{block.open[0], block.open[1]});
    if (!question) {
        return false;
    }
    own.violation = std::move(*question);
    own.violation.negated = !own.violation.negated;
    options_.emplace(index, std::move(own));
    return true;
}

Plane StatementPlanes::false_positions(PlaneEvaluator& planes, const Plane& where,
                                       std::vector<bool>& read) {
    Plane wrong(where.width(), where.height());
    wrong_ = &wrong;
    leaves_read_ = &read;
    read_forall(forall_, planes, where);
    return wrong;
}

void StatementPlanes::read_forall(int index, PlaneEvaluator& planes, Plane where) {
    const auto found = options_.find(index);
    if (found == options_.end()) {
        this->read(blocks_[static_cast<std::size_t>(index)].behind, planes, where);
        return;
    }
    const Options& own = found->second;
    for (const NodeId hypothesis : own.hypotheses) {
        where = planes.truth(hypothesis, where);
    }
    Plane options(where.width(), where.height());
    *wrong_ |= planes.some_option(own.violation, where, &options);
    if (!options.empty()) {
        (*leaves_read_)[static_cast<std::size_t>(own.leaf)] = true;
    }
}

void StatementPlanes::read(int index, PlaneEvaluator& planes, const Plane& where) {
    const SpineNode& node = form_.at(index);
    switch (node.kind) {
        case SpineKind::kAnd:
            read(node.first, planes, where);
            read(node.second, planes, where);
            return;
        case SpineKind::kImplies:
            read(node.first, planes, planes.truth(node.formula, where));
            return;
        case SpineKind::kForall:
            read_forall(index, planes, where);
            return;
        case SpineKind::kLeaf: {
            if (!where.empty()) {
                (*leaves_read_)[static_cast<std::size_t>(node.leaf)] = true;
            }
            Plane wrong = where;
            *wrong_ |= wrong -= planes.truth(node.formula, where);
            return;
        }
    }
}

}  // namespace mexcert
