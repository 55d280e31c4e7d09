#include "evaluation/shapes.hpp"

#include <algorithm>

#include "evaluation/linear.hpp"
#include "language/closure.hpp"

namespace mexcert {
namespace {

// The parts of a conjunction (or of a disjunction), from left to right.
void parts_of(const Program& program, NodeId formula, Op op, std::vector<NodeId>& parts) {
    const Node& node = program.node(formula);
    if (node.op == op) {
        parts_of(program, node.a, op, parts);
        parts_of(program, node.b, op, parts);
    } else {
        parts.push_back(formula);
    }
}

void conjuncts(const Program& program, NodeId formula, std::vector<NodeId>& parts) {
    parts_of(program, formula, Op::kAnd, parts);
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

// Does the formula hold with greater x or y wherever it holds? Told for comparisons of sums in
// which x and y do not stand on the smaller side, and what `and` and `or` make of them.
bool grows(Program& program, NodeId formula, NodeId x, NodeId y) {
    const Node& node = program.node(formula);
    if (node.op == Op::kAnd || node.op == Op::kOr) {
        return grows(program, node.a, x, y) && grows(program, node.b, x, y);
    }
    if (node.op != Op::kLt && node.op != Op::kLe) {
        return false;
    }
    const auto smaller = linear_form(program, node.a);
    const auto greater = linear_form(program, node.b);
    const auto form = smaller && greater ? difference(*greater, *smaller) : std::nullopt;
    return form && std::all_of(form->coefficients.begin(), form->coefficients.end(),
                               [&](const auto& entry) {
                                   const auto& [atom, factor] = entry;
                                   const bool moves = atom == x || atom == y;
                                   return program.node(atom).op == Op::kSlot &&
                                          (!moves || factor > 0);
                               });
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
    shape.landing_grows =
        std::all_of(shape.landing.begin(), shape.landing.end(),
                    [&](NodeId condition) { return grows(program, condition, x, y); });
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

// `f(.., n - s)`, f being `item` and the conditions such as a pile shape has them; fills in s.
bool read_option(Program& program, const Body& body, int item, NodeId option,
                 PileShape::Moves& moves) {
    const NodeId n = program.slot_term(body.slots.back());
    if (option == kNoNode || program.node(option).op != Op::kLookup ||
        program.node(option).item != item) {
        return false;
    }
    const std::vector<int>& arguments = program.node(option).list;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] != program.slot_term(body.slots[i])) {
            return false;
        }
    }
    const Node& checked = program.node(arguments.back());
    const Node& left = program.node(checked.op == Op::kCheck ? checked.a : arguments.back());
    if (left.op != Op::kSub || left.a != n || contains(program, left.b, body.slots.back()) ||
        !self_calls_are(program, left.b, item, kNoNode)) {
        return false;
    }
    moves.taken = left.b;
    const NodeId possible = program.binary(Op::kLe, moves.taken, n);
    const auto fits = [&](NodeId condition) {
        return condition == possible || (!contains(program, condition, body.slots.back()) &&
                                         self_calls_are(program, condition, item, kNoNode));
    };
    return std::all_of(moves.conditions.begin(), moves.conditions.end(), fits) &&
           std::find(moves.conditions.begin(), moves.conditions.end(), possible) !=
               moves.conditions.end();
}

// What is said of each move, if a quantifier stands before it: for its slots.
NodeId under(const Program& program, Op quantifier, NodeId formula, PileShape::Moves& moves) {
    const Node& node = program.node(formula);
    if (node.op != quantifier) {
        return formula;
    }
    moves.slots = node.list;
    return node.a;
}

// `forall t: A => .. => m != f(.., n - s)`, or the same without a quantifier.
bool read_excluded_options(Program& program, const Body& body, int item, int m, NodeId formula,
                           PileShape& shape) {
    PileShape::Moves moves;
    NodeId rest = under(program, Op::kForall, formula, moves);
    while (program.node(rest).op == Op::kImplies) {
        conjuncts(program, program.node(rest).a, moves.conditions);
        rest = program.node(rest).b;
    }
    const bool read =
        read_option(program, body, item, excluded_term(program, rest, m), moves) &&
        std::none_of(moves.conditions.begin(), moves.conditions.end(),
                     [&](NodeId condition) { return contains(program, condition, m); });
    shape.moves.push_back(std::move(moves));
    return read;
}

// `exists t: A and .. and f(.., n - s) = 0`, or the same without a quantifier.
bool read_cold_options(Program& program, const Body& body, int item, NodeId formula,
                       PileShape& shape) {
    PileShape::Moves moves;
    conjuncts(program, under(program, Op::kExists, formula, moves), moves.conditions);
    const Node& last = program.node(moves.conditions.back());
    moves.conditions.pop_back();
    const NodeId zero = program.constant(0);
    if (last.op != Op::kEq || (last.a != zero && last.b != zero) ||
        !read_option(program, body, item, last.a == zero ? last.b : last.a, moves)) {
        return false;
    }
    shape.moves.push_back(std::move(moves));
    return true;
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
    if (diagonals == 0) {
        Node never;
        never.op = Op::kFalse;
        shape.landing = {program.make(std::move(never))};
    }
    const bool whole = rows == 1 && columns == 1 && diagonals <= 1;
    return whole && measure_decreases(program, body, shape) ? std::optional(shape) : std::nullopt;
}

std::optional<PileShape> pile_shape(Program& program, int item) {
    const Body& body = program.body(item);
    const std::vector<bool>& is_fixed = program.spec().item(item).is_fixed;
    const Node& root = program.node(body.root);
    if (body.slots.empty() || body.measure != program.slot_term(body.slots.back()) ||
        std::count(is_fixed.begin(), is_fixed.end(), false) != 1 || is_fixed.back()) {
        return std::nullopt;
    }
    PileShape shape;
    shape.hot =
        root.op == Op::kIf && root.b == program.constant(1) && root.c == program.constant(0);
    if (root.op != Op::kLeast && !shape.hot) {
        return std::nullopt;
    }
    std::vector<NodeId> parts;
    parts_of(program, root.a, shape.hot ? Op::kOr : Op::kAnd, parts);
    const bool fits = std::all_of(parts.begin(), parts.end(), [&](NodeId part) {
        return shape.hot ? read_cold_options(program, body, item, part, shape)
                         : read_excluded_options(program, body, item, root.list[0], part, shape);
    });
    return fits ? std::optional(shape) : std::nullopt;
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

const PileShape* Shapes::pile(int item) {
    auto found = piles_.find(item);
    if (found == piles_.end()) {
        found = piles_.emplace(item, pile_shape(program_, item)).first;
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
