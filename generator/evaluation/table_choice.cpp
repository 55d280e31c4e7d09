#include "evaluation/table_choice.hpp"

#include <algorithm>

namespace mexcert {

bool TableChoice::needs_all_solutions(NodeId quantifier) {
    const auto known = known_.find(quantifier);
    if (known != known_.end()) {
        return known->second;
    }
    const Node& node = program_.node(quantifier);
    const bool result = reads_table(node.a) && !varies(node.a, node.list);
    known_.emplace(quantifier, result);
    return result;
}

// Is there a look-up in the text or in the definitions that it calls?
bool TableChoice::reads_table(NodeId id) {
    if (id == kNoNode) {
        return false;
    }
    const auto known = reading_.find(id);
    if (known != reading_.end()) {
        return known->second;
    }
    const Node& node = program_.node(id);
    bool result =
        node.op == Op::kLookup || reads_table(node.a) || reads_table(node.b) || reads_table(node.c);
    if (lists_nodes(node.op)) {
        result = result || std::any_of(node.list.begin(), node.list.end(),
                                       [this](NodeId term) { return reads_table(term); });
    }
    if (node.op == Op::kRelation || node.op == Op::kCall) {
        result = result || reads_table(program_.body(node.item).root);
    }
    reading_.emplace(id, result);
    return result;
}

const TableChoice::Sequences* TableChoice::sequences(NodeId quantifier) {
    auto known = sequences_.find(quantifier);
    if (known == sequences_.end()) {
        const Node& node = program_.node(quantifier);
        Sequences found;
        const bool all = node.list.size() == 1 && add_sequences(node.a, node.list.front(), found);
        known = sequences_.emplace(quantifier, all ? std::optional(found) : std::nullopt).first;
    }
    return known->second ? &*known->second : nullptr;
}

// False if there is another look-up than those at the bound slot.
bool TableChoice::add_sequences(NodeId id, int bound, Sequences& found) {
    if (id == kNoNode || !reads_table(id)) {
        return true;
    }
    const Node& node = program_.node(id);
    if (node.op == Op::kLookup) {
        Sequence read{node.item, {}};
        for (std::size_t i = 0; i < node.list.size(); ++i) {
            const Node& argument = program_.node(node.list[i]);
            if (program_.spec().item(node.item).is_fixed[i] && argument.op == Op::kConst) {
                read.fixed.push_back(argument.imm);
            } else if (argument.op != Op::kSlot || argument.imm != bound) {
                return false;
            }
        }
        found.push_back(std::move(read));
        return found.back().fixed.size() + 1 == node.list.size();
    }
    const bool calls = node.op == Op::kRelation || node.op == Op::kCall;
    if (calls && reads_table(program_.body(node.item).root)) {
        return false;
    }
    if (lists_nodes(node.op) && !std::all_of(node.list.begin(), node.list.end(), [&](NodeId term) {
            return add_sequences(term, bound, found);
        })) {
        return false;
    }
    return add_sequences(node.a, bound, found) && add_sequences(node.b, bound, found) &&
           add_sequences(node.c, bound, found);
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
