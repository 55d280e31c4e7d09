#include "evaluation/shapes.hpp"

#include <algorithm>

#include "evaluation/linear.hpp"
#include "language/closure.hpp"

namespace mexcert {
namespace {

// The parts of a conjunction, from left to right.
void conjuncts(const Program& program, NodeId formula, std::vector<NodeId>& parts) {
    const Node& node = program.node(formula);
    if (node.op == Op::kAnd) {
        conjuncts(program, node.a, parts);
        conjuncts(program, node.b, parts);
    } else {
        parts.push_back(formula);
    }
}

bool contains(Program& program, NodeId node, int slot) {
    const std::vector<int>& slots = program.free_slots(node);
    return std::binary_search(slots.begin(), slots.end(), slot);
}

// The other side of `m != T` or `T != m`.
NodeId excluded_term(Program& program, NodeId formula, int slot) {
    const Node& node = program.node(formula);
    if (node.op != Op::kNe) {
        return kNoNode;
    }
    const NodeId m = program.slot_term(slot);
    const NodeId other = node.a == m ? node.b : node.a;
    return (node.a == m || node.b == m) && !contains(program, other, slot) ? other : kNoNode;
}

// The value that m must reach by `m > T` or `m >= T` (written with the smaller side first).
NodeId lower_bound(Program& program, NodeId formula, int slot) {
    const Node& node = program.node(formula);
    if ((node.op != Op::kLt && node.op != Op::kLe) || node.b != program.slot_term(slot) ||
        contains(program, node.a, slot)) {
        return kNoNode;
    }
    return node.op == Op::kLe ? node.a : program.binary(Op::kAdd, node.a, program.constant(1));
}

bool self_calls_are(const Program& program, NodeId root, int item, NodeId wanted) {
    const Node& node = program.node(root);
    if (node.op == Op::kLookup && node.item == item && root != wanted) {
        return false;
    }
    for (const NodeId kid : {node.a, node.b, node.c}) {
        if (kid != kNoNode && !self_calls_are(program, kid, item, wanted)) {
            return false;
        }
    }
    const bool has_nodes =
        node.op == Op::kLookup || node.op == Op::kCall || node.op == Op::kRelation;
    return !has_nodes || std::all_of(node.list.begin(), node.list.end(), [&](NodeId kid) {
        return self_calls_are(program, kid, item, wanted);
    });
}

// The look-up of `item` at the given arguments.
NodeId self_call(Program& program, int item, const std::vector<NodeId>& arguments) {
    Node call;
    call.op = Op::kLookup;
    call.item = item;
    call.list = arguments;
    return program.make(std::move(call));
}

std::vector<NodeId> slot_terms(Program& program, const std::vector<int>& slots) {
    std::vector<NodeId> terms;
    terms.reserve(slots.size());
    for (const int slot : slots) {
        terms.push_back(program.slot_term(slot));
    }
    return terms;
}

// `forall i: i < n => ..` over one variable: its slot and the rest, or nothing.
std::optional<std::pair<int, NodeId>> below(Program& program, NodeId formula, NodeId limit) {
    const Node& node = program.node(formula);
    if (node.op != Op::kForall || node.list.size() != 1) {
        return std::nullopt;
    }
    const Node& body = program.node(node.a);
    if (body.op != Op::kImplies ||
        body.a != program.binary(Op::kLt, program.slot_term(node.list[0]), limit)) {
        return std::nullopt;
    }
    return std::make_pair(node.list[0], body.b);
}

// Reads the conjunct `forall i < n: ..` of the sequence shape.
bool read_exclusions(Program& program, const Body& body, int item, int m, NodeId formula,
                     SequenceShape& shape) {
    const auto inner = below(program, formula, program.slot_term(body.slots.back()));
    if (!inner || shape.index_slot >= 0) {
        return false;
    }
    shape.index_slot = inner->first;
    std::vector<NodeId> arguments = slot_terms(program, body.slots);
    arguments.back() = program.slot_term(inner->first);
    const NodeId self = self_call(program, item, arguments);
    std::vector<NodeId> parts;
    conjuncts(program, inner->second, parts);
    for (const NodeId part : parts) {
        const NodeId term = excluded_term(program, part, m);
        if (term == kNoNode || contains(program, term, body.slots.back()) ||
            !self_calls_are(program, term, item, self)) {
            return false;
        }
        shape.excluded.push_back(term);
    }
    return std::find(shape.excluded.begin(), shape.excluded.end(), self) != shape.excluded.end();
}

// Does the formula speak of x, y and t only by x - t and y - t, and of no tables?
bool speaks_of_landing(Program& program, NodeId id, NodeId x, NodeId y, NodeId t) {
    if (id == kNoNode || id == program.binary(Op::kSub, x, t) ||
        id == program.binary(Op::kSub, y, t)) {
        return true;
    }
    const Node& node = program.node(id);
    switch (node.op) {
        case Op::kSlot:
            return id != x && id != y && id != t;
        case Op::kConst:
            return true;
        case Op::kAdd:
        case Op::kSub:
        case Op::kMul:
        case Op::kEq:
        case Op::kNe:
        case Op::kLt:
        case Op::kLe:
        case Op::kAnd:
        case Op::kOr:
        case Op::kImplies:
        case Op::kIff:
        case Op::kNot:
            return speaks_of_landing(program, node.a, x, y, t) &&
                   speaks_of_landing(program, node.b, x, y, t);
        default:
            return false;
    }
}

// `1 <= t => t <= x => t <= y => f(.., x - t, y - t) != m`, with further guards that speak of the
// position (x - t, y - t): the excluded term of a diagonal.
bool read_diagonal(Program& program, const Body& body, int item, int m, NodeId formula,
                   const std::vector<NodeId>& arguments, QueenShape& shape) {
    const NodeId x = arguments[shape.row];
    const NodeId y = arguments[shape.column];
    const Node& node = program.node(formula);
    if (node.op != Op::kForall || node.list.size() != 1) {
        return false;
    }
    const NodeId t = program.slot_term(node.list[0]);
    std::vector<NodeId> guards;
    NodeId rest = node.a;
    while (program.node(rest).op == Op::kImplies) {
        conjuncts(program, program.node(rest).a, guards);
        rest = program.node(rest).b;
    }
    std::vector<NodeId> wanted = {program.binary(Op::kLe, t, x), program.binary(Op::kLe, t, y)};
    const NodeId one = program.binary(Op::kLe, program.constant(1), t);
    const NodeId positive = program.binary(Op::kLt, program.constant(0), t);
    std::replace(guards.begin(), guards.end(), positive, one);
    wanted.push_back(one);
    std::vector<NodeId> landing;
    for (const NodeId guard : guards) {
        const auto found = std::find(wanted.begin(), wanted.end(), guard);
        if (found != wanted.end()) {
            wanted.erase(found);
        } else if (speaks_of_landing(program, guard, x, y, t)) {
            landing.push_back(guard);
        } else {
            return false;
        }
    }
    if (!wanted.empty()) {
        return false;
    }
    const Node& call = program.node(
        excluded_term(program, rest, m) == kNoNode ? rest : excluded_term(program, rest, m));
    if (call.op != Op::kLookup || call.item != item) {
        return false;
    }
    for (std::size_t i = 0; i < body.slots.size(); ++i) {
        const bool moves = i == shape.row || i == shape.column;
        const Node& argument = program.node(call.list[i]);
        if (!moves && call.list[i] != arguments[i]) {
            return false;
        }
        if (moves && (argument.op != Op::kCheck ||
                      argument.a != program.binary(Op::kSub, arguments[i], t))) {
            return false;
        }
    }
    shape.landing = std::move(landing);
    shape.step_slot = node.list[0];
    return true;
}

// `G => .. => f(.., x, y) != m` with other fixed arguments that are literals.
bool read_extra(Program& program, const Body& body, int item, int m, NodeId formula,
                QueenShape& shape) {
    NodeId rest = formula;
    std::vector<NodeId> guards;
    while (program.node(rest).op == Op::kImplies) {
        guards.push_back(program.node(rest).a);
        rest = program.node(rest).b;
    }
    const NodeId term = excluded_term(program, rest, m);
    if (term == kNoNode || shape.extra != kNoNode) {
        return false;
    }
    const Node& call = program.node(term);
    if (call.op != Op::kLookup || call.item != item) {
        return false;
    }
    bool changed = false;
    for (std::size_t i = 0; i < body.slots.size(); ++i) {
        const bool moves = i == shape.row || i == shape.column;
        const bool same = call.list[i] == program.slot_term(body.slots[i]);
        if (!same && (moves || program.node(call.list[i]).op != Op::kConst)) {
            return false;
        }
        changed = changed || !same;
    }
    for (const NodeId guard : guards) {
        if (!self_calls_are(program, guard, item, kNoNode) || contains(program, guard, m)) {
            return false;
        }
    }
    shape.extra = term;
    shape.guards = std::move(guards);
    return changed;
}

// The measure grows with x and y, and the extra value has a smaller one.
bool measure_decreases(Program& program, const Body& body, const QueenShape& shape) {
    const std::optional<LinearForm> measure = linear_form(program, body.measure);
    if (!measure) {
        return false;
    }
    const auto coefficient = [&](std::size_t position) {
        const auto found = measure->coefficients.find(program.slot_term(body.slots[position]));
        return found == measure->coefficients.end() ? 0 : found->second;
    };
    return coefficient(shape.row) > 0 && coefficient(shape.column) > 0 &&
           std::all_of(
               measure->coefficients.begin(), measure->coefficients.end(),
               [&](const auto& entry) { return program.node(entry.first).op == Op::kSlot; });
}

}  // namespace

std::optional<SequenceShape> sequence_shape(Program& program, int item) {
    const Body& body = program.body(item);
    const int n = body.slots.back();
    const Node& least = program.node(body.root);
    if (least.op != Op::kLeast || body.measure != program.slot_term(n)) {
        return std::nullopt;
    }
    SequenceShape shape;
    std::vector<NodeId> parts;
    conjuncts(program, least.a, parts);
    for (const NodeId part : parts) {
        const NodeId bound = lower_bound(program, part, least.list[0]);
        if (bound != kNoNode && !contains(program, bound, n) &&
            self_calls_are(program, bound, item, kNoNode)) {
            shape.lower_bounds.push_back(bound);
        } else if (!read_exclusions(program, body, item, least.list[0], part, shape)) {
            return std::nullopt;
        }
    }
    return shape.index_slot < 0 ? std::nullopt : std::optional(shape);
}

std::optional<QueenShape> queen_shape(Program& program, int item) {
    const Body& body = program.body(item);
    const Item& text = program.spec().item(item);
    const Node& least = program.node(body.root);
    std::vector<std::size_t> ranged;
    for (std::size_t i = 0; i < body.slots.size(); ++i) {
        if (!text.is_fixed[i]) {
            ranged.push_back(i);
        }
    }
    if (least.op != Op::kLeast || ranged.size() != 2) {
        return std::nullopt;
    }
    QueenShape shape;
    shape.row = ranged[0];
    shape.column = ranged[1];
    const int m = least.list[0];
    const std::vector<NodeId> arguments = slot_terms(program, body.slots);
    std::vector<NodeId> parts;
    conjuncts(program, least.a, parts);
    int rows = 0;
    int columns = 0;
    int diagonals = 0;
    for (const NodeId part : parts) {
        int* line = nullptr;
        for (const std::size_t position : ranged) {
            const auto inner = below(program, part, arguments[position]);
            if (inner) {
                std::vector<NodeId> moved = arguments;
                moved[position] = program.slot_term(inner->first);
                const bool fits =
                    excluded_term(program, inner->second, m) == self_call(program, item, moved);
                line = fits ? (position == shape.row ? &rows : &columns) : line;
            }
        }
        if (line == nullptr && read_diagonal(program, body, item, m, part, arguments, shape)) {
            line = &diagonals;
        }
        if (line != nullptr) {
            ++*line;
        } else if (!read_extra(program, body, item, m, part, shape)) {
            return std::nullopt;
        }
    }
    const bool whole = rows == 1 && columns == 1 && diagonals == 1;
    return whole && measure_decreases(program, body, shape) ? std::optional(shape) : std::nullopt;
}

const SequenceShape* Shapes::sequence(int item) {
    auto found = sequences_.find(item);
    if (found == sequences_.end()) {
        found = sequences_.emplace(item, sequence_shape(program_, item)).first;
    }
    return found->second ? &*found->second : nullptr;
}

const QueenShape* Shapes::queen(int item) {
    auto found = queens_.find(item);
    if (found == queens_.end()) {
        found = queens_.emplace(item, queen_shape(program_, item)).first;
    }
    return found->second ? &*found->second : nullptr;
}

bool reads_other_tables(Program& program, int item) {
    for (const int other : recursive_definitions(program.spec(), item)) {
        if (other != item) {
            return true;
        }
    }
    return false;
}

}  // namespace mexcert
