#include "evaluation/table_choice.hpp"

#include <algorithm>

namespace mexcert {

bool TableChoice::depends_on_bound(NodeId quantifier) {
    const auto known = known_.find(quantifier);
    if (known != known_.end()) {
        return known->second;
    }
    const Node& node = program_.node(quantifier);
    const bool result = varies(node.a, node.list);
    known_.emplace(quantifier, result);
    return result;
}

// Does a look-up in the text have one of these slots in a fixed argument?
bool TableChoice::varies(NodeId id, const std::vector<int>& bound) {
    if (id == kNoNode) {
        return false;
    }
    const Node& node = program_.node(id);
    const auto free_in = [&](NodeId term) {
        const std::vector<int>& free = program_.free_slots(term);
        return std::any_of(bound.begin(), bound.end(), [&](int slot) {
            return std::binary_search(free.begin(), free.end(), slot);
        });
    };
    if (!free_in(id)) {
        return false;
    }
    for (std::size_t i = 0; lists_nodes(node.op) && i < node.list.size(); ++i) {
        const bool fixed = node.op == Op::kLookup && program_.spec().item(node.item).is_fixed[i];
        if ((fixed && free_in(node.list[i])) || varies(node.list[i], bound)) {
            return true;
        }
    }
    if ((node.op == Op::kRelation || node.op == Op::kCall) &&
        program_.body(node.item).root != kNoNode && chooses(program_.body(node.item).root)) {
        return true;
    }
    return varies(node.a, bound) || varies(node.b, bound) || varies(node.c, bound);
}

// Does the text of a called definition have a look-up with a fixed argument that is no number?
bool TableChoice::chooses(NodeId id) {
    return id != kNoNode && varies(id, program_.free_slots(id));
}

}  // namespace mexcert
