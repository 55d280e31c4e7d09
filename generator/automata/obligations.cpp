#include "automata/obligations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

// Is the term a natural by its form alone?
bool surely_natural(const Program& program, NodeId id) {
    const Node& node = program.node(id);
    switch (node.op) {
        case Op::kConst:
            return node.imm >= 0;
        case Op::kAdd:
        case Op::kMul:
            return surely_natural(program, node.a) && surely_natural(program, node.b);
        case Op::kIf:
            return surely_natural(program, node.b) && surely_natural(program, node.c);
        case Op::kSub:
        case Op::kNeg:
            return false;
        default:
            return true;
    }
}

}  // namespace

Obligations::Obligations(Compiler& compiler)
    : compiler_(compiler), formulas_(compiler.formulas()), program_(compiler.engine().program) {}

void Obligations::add(FormulaId violated, const Place& place, const std::string& what) {
    if (violated != formulas_.truth(false)) {
        all_.push_back({violated, place, what});
    }
}

std::optional<Obligations::Violation> Obligations::check() {
    for (const Obligation& obligation : all_) {
        const std::vector<int> free = formulas_.at(obligation.violated).free;
        const std::optional<Assignment> found =
            compiler_.solver().find(formulas_.exists(free, obligation.violated), {});
        if (compiler_.error()) {
            return std::nullopt;
        }
        if (found) {
            return Violation{&obligation, *found};
        }
    }
    return std::nullopt;
}

void Obligations::natural(NodeId id, const SlotValues& scope, FormulaId guard) {
    if (surely_natural(program_, id)) {
        return;
    }
    const FormulaId negative = compiler_.on_sums({id}, scope, [&](const auto& sums) {
        LinearSum sum = sums.front();
        sum.constant += 1;
        return formulas_.at_most(sum);
    });
    add(formulas_.conjunction(guard, negative), program_.node(id).place,
        fmt::format("may be undefined: {} must be a natural", node_text(program_, id)));
}

void Obligations::formula(NodeId id, const SlotValues& scope, FormulaId guard) {
    if (compiler_.error() || guard == formulas_.truth(false) || plain(id)) {
        return;
    }
    const Node& node = program_.node(id);
    const auto behind = [&](bool holds) {
        return plain(node.b) || (without_calls_ && has_call(node.a))
                   ? guard
                   : formulas_.conjunction(guard, compiler_.formula(node.a, scope, holds));
    };
    switch (node.op) {
        case Op::kAnd:
        case Op::kImplies:
            formula(node.a, scope, guard);
            formula(node.b, scope, behind(true));
            return;
        case Op::kOr:
            formula(node.a, scope, guard);
            formula(node.b, scope, behind(false));
            return;
        case Op::kIff:
            formula(node.a, scope, guard);
            formula(node.b, scope, guard);
            return;
        case Op::kNot:
            formula(node.a, scope, guard);
            return;
        case Op::kForall:
        case Op::kExists:
        case Op::kUnique:
            binder(node, scope, guard);
            return;
        case Op::kRelation:
            body(node, scope, guard);
            return;
        case Op::kEq:
        case Op::kNe:
        case Op::kLt:
        case Op::kLe:
        case Op::kWordEq:
        case Op::kWordNe:
        case Op::kPrefix:
        case Op::kSuffix:
            term(node.a, scope, guard);
            term(node.b, scope, guard);
            return;
        default:
            return;
    }
}

void Obligations::binder(const Node& node, const SlotValues& scope, FormulaId guard) {
    SlotValues inner = scope;
    std::function<void(std::size_t)> next = [&](std::size_t i) {
        if (i == node.list.size()) {
            formula(node.a, inner, guard);
            return;
        }
        const int slot = node.list[i];
        if (const auto range = compiler_.literal_range(node, slot)) {
            for (std::int64_t value = range->low; value <= range->high; ++value) {
                inner[slot] = LinearSum::number(value);
                next(i + 1);
            }
            return;
        }
        inner[slot] = LinearSum::of(formulas_.fresh(program_.slot_name(slot)));
        next(i + 1);
    };
    next(0);
}

void Obligations::least(const Node& node, const SlotValues& scope, FormulaId guard) {
    SlotValues inner = scope;
    const int slot = node.list.front();
    const int variable = formulas_.fresh(program_.slot_name(slot));
    inner[slot] = LinearSum::of(variable);
    formula(node.a, inner, guard);
    const FormulaId some = formulas_.exists({variable}, compiler_.formula(node.a, inner));
    add(formulas_.conjunction(guard, formulas_.negation(some)), node.place,
        "may be undefined: least of an empty set");
}

void Obligations::term(NodeId id, const SlotValues& scope, FormulaId guard) {
    if (id == kNoNode || compiler_.error() || plain(id)) {
        return;
    }
    const Node& node = program_.node(id);
    switch (node.op) {
        case Op::kConst:
        case Op::kSlot:
        case Op::kWordLiteral:
            return;
        case Op::kCount:
            binder(node, scope, guard);
            return;
        case Op::kLeast:
            least(node, scope, guard);
            return;
        case Op::kIf:
            formula(node.a, scope, guard);
            for (const bool holds : {true, false}) {
                const NodeId branch = holds ? node.b : node.c;
                if (plain(branch) && surely_natural(program_, branch)) {
                    continue;
                }
                const FormulaId inner =
                    formulas_.conjunction(guard, compiler_.formula(node.a, scope, holds));
                term(branch, scope, inner);
                if (!program_.free_slots(node.a).empty()) {
                    natural(branch, scope, inner);
                }
            }
            return;
        case Op::kCheck: {
            term(node.a, scope, guard);
            const FormulaId outside = compiler_.on_sums({node.a}, scope, [&](const auto& sums) {
                LinearSum below = sums.front();
                below.constant -= node.imm - 1;
                std::vector<FormulaId> cases{formulas_.at_most(below)};
                if (node.imm2 != std::numeric_limits<std::int64_t>::max()) {
                    const auto above = combined(LinearSum::number(node.imm2 + 1), sums.front(), -1);
                    cases.push_back(above ? formulas_.at_most(*above) : formulas_.truth(true));
                }
                return formulas_.disjunction(std::move(cases));
            });
            add(formulas_.conjunction(guard, outside), node.place,
                fmt::format("may be undefined: {} must be {}", node_text(program_, node.a),
                            node.imm2 == std::numeric_limits<std::int64_t>::max()
                                ? std::string("a natural")
                                : fmt::format("in {}..{}", node.imm, node.imm2)));
            return;
        }
        case Op::kCall:
        case Op::kLookup:
            body(node, scope, guard);
            return;
        default:
            term(node.a, scope, guard);
            term(node.b, scope, guard);
            return;
    }
}

// Arguments, then the body of what is called, unless it makes no obligation whatever they are.
void Obligations::body(const Node& node, const SlotValues& scope, FormulaId guard) {
    for (const NodeId argument : node.list) {
        term(argument, scope, guard);
    }
    if (node.op == Op::kLookup) {
        if (on_call_) {
            on_call_(node, scope, guard);
        }
        return;
    }
    const Item& item = program_.spec().item(node.item);
    if (item.listed || plain_item(node.item)) {
        return;
    }
    // A relation is built once, for all values of its arguments that are no numbers; a def is put
    // in at the call, with equations for its arguments in the guard.
    const bool once = node.op == Op::kRelation;
    SlotValues inner;
    std::vector<FormulaId> guards{once ? formulas_.truth(true) : guard};
    std::vector<std::int64_t> key{node.item};
    const Body& own = program_.body(node.item);
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        std::optional<std::int64_t> constant;
        const int variable = formulas_.fresh(program_.slot_name(own.slots[i]));
        const FormulaId is = compiler_.on_sums({node.list[i]}, scope, [&](const auto& sums) {
            if (sums.front().is_constant()) {
                constant = sums.front().constant;
            }
            const auto difference = combined(LinearSum::of(variable), sums.front(), -1);
            return difference ? formulas_.equal(*difference) : formulas_.truth(false);
        });
        key.insert(key.end(), {constant ? 1 : 0, constant.value_or(0)});
        if (constant) {
            inner[own.slots[i]] = LinearSum::number(*constant);
            continue;
        }
        inner[own.slots[i]] = LinearSum::of(variable);
        if (!once) {
            guards.push_back(is);
        }
    }
    if (once && !relations_.insert(std::move(key)).second) {
        return;
    }
    body_at(node, inner, formulas_.conjunction(std::move(guards)));
}

void Obligations::body_at(const Node& node, const SlotValues& inner, FormulaId guard) {
    const Body& own = program_.body(node.item);
    if (node.op == Op::kRelation) {
        formula(own.root, inner, guard);
        return;
    }
    term(own.root, inner, guard);
    natural(own.root, inner, guard);
}

// Does the text hold a call of a recursive definition?
bool Obligations::has_call(NodeId id) const {
    if (id == kNoNode) {
        return false;
    }
    const Node& node = program_.node(id);
    const bool lists = node.op == Op::kCall || node.op == Op::kLookup || node.op == Op::kRelation;
    return node.op == Op::kLookup || has_call(node.a) || has_call(node.b) || has_call(node.c) ||
           (lists && std::any_of(node.list.begin(), node.list.end(),
                                 [this](NodeId kid) { return has_call(kid); }));
}

// Does the text hold no term that can be undefined?
bool Obligations::plain(NodeId id) {
    if (id == kNoNode) {
        return true;
    }
    const auto [entry, fresh] = plain_.try_emplace(id, true);
    if (!fresh) {
        return entry->second;
    }
    const Node& node = program_.node(id);
    bool result = node.op != Op::kCheck && node.op != Op::kLeast &&
                  !(node.op == Op::kLookup && on_call_) && plain(node.a) && plain(node.b) &&
                  plain(node.c);
    if (node.op == Op::kCall || node.op == Op::kLookup || node.op == Op::kRelation) {
        for (const NodeId kid : node.list) {
            result = result && plain(kid);
        }
    }
    if (node.op == Op::kCall || node.op == Op::kRelation) {
        result = result && plain_item(node.item);
    }
    plain_[id] = result;
    return result;
}

bool Obligations::plain_item(int index) {
    const Item& item = program_.spec().item(index);
    if (item.listed) {
        return true;
    }
    const NodeId root = program_.body(index).root;
    return plain(root) && (item.kind != ItemKind::kDef || surely_natural(program_, root));
}

}  // namespace mexcert
