#include "evaluation/program.hpp"

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

bool binds(Op op) {
    return op == Op::kForall || op == Op::kExists || op == Op::kUnique || op == Op::kCount ||
           op == Op::kLeast || op == Op::kInfinite;
}

Op operation(ExprKind kind, Sort operands) {
    const bool words = operands == Sort::kWord;
    switch (kind) {
        case ExprKind::kAdd:
            return Op::kAdd;
        case ExprKind::kSub:
            return Op::kSub;
        case ExprKind::kMonus:
            return Op::kMonus;
        case ExprKind::kMul:
            return Op::kMul;
        case ExprKind::kDiv:
            return Op::kDiv;
        case ExprKind::kMod:
            return Op::kMod;
        case ExprKind::kJoin:
            return Op::kJoin;
        case ExprKind::kEq:
            return words ? Op::kWordEq : Op::kEq;
        case ExprKind::kNe:
            return words ? Op::kWordNe : Op::kNe;
        case ExprKind::kLt:
            return Op::kLt;
        case ExprKind::kLe:
            return Op::kLe;
        case ExprKind::kAnd:
            return Op::kAnd;
        case ExprKind::kOr:
            return Op::kOr;
        case ExprKind::kImplies:
            return Op::kImplies;
        case ExprKind::kIff:
            return Op::kIff;
        case ExprKind::kPrefix:
            return Op::kPrefix;
        case ExprKind::kSuffix:
            return Op::kSuffix;
        default:
            return Op::kTrue;
    }
}

}  // namespace

int Program::new_slot(const std::string& name, bool finite, const Domain& domain) {
    slot_names_.push_back(name);
    slot_domains_.push_back(domain);
    slot_finite_.push_back(finite);
    return static_cast<int>(slot_names_.size()) - 1;
}

NodeId Program::make(Node node) {
    std::vector<std::int64_t> key = {
        static_cast<std::int64_t>(node.op), node.a, node.b, node.c, node.imm, node.imm2, node.item};
    key.insert(key.end(), node.list.begin(), node.list.end());
    const auto [entry, fresh] = interned_.try_emplace(std::move(key), kNoNode);
    if (fresh) {
        entry->second = static_cast<NodeId>(nodes_.size());
        nodes_.push_back(std::move(node));
        index_.push_back(&nodes_.back());
    }
    return entry->second;
}

NodeId Program::constant(std::int64_t value) {
    Node node;
    node.op = Op::kConst;
    node.imm = value;
    return make(std::move(node));
}

NodeId Program::slot_term(int slot) {
    Node node;
    node.op = Op::kSlot;
    node.imm = slot;
    return make(std::move(node));
}

NodeId Program::unary(Op op, NodeId a) { return binary(op, a, kNoNode); }

NodeId Program::binary(Op op, NodeId a, NodeId b) {
    Node made;
    made.op = op;
    made.a = a;
    made.b = b;
    made.place = node(a).place;
    return make(std::move(made));
}

bool Program::surely_natural(NodeId id) const {
    const Node& n = node(id);
    switch (n.op) {
        case Op::kConst:
            return n.imm >= 0;
        case Op::kAdd:
        case Op::kMul:
            return surely_natural(n.a) && surely_natural(n.b);
        case Op::kIf:
            return surely_natural(n.b) && surely_natural(n.c);
        case Op::kSub:
        case Op::kNeg:
            return false;
        default:
            return true;
    }
}

NodeId Program::checked(NodeId term, const Domain& domain, const Place& place) {
    const Node& n = node(term);
    Domain known;
    if (n.op == Op::kConst) {
        known = {n.imm, n.imm};
    } else if (n.op == Op::kSlot) {
        known = slot_domains_[static_cast<std::size_t>(n.imm)];
    }
    const bool inside =
        !domain || (known && domain->first <= known->first && known->second <= domain->second);
    if (inside && surely_natural(term)) {
        return term;
    }
    Node check;
    check.op = Op::kCheck;
    check.a = term;
    check.imm = domain ? domain->first : 0;
    check.imm2 = domain ? domain->second : kNoLimit;
    check.place = place;
    return make(std::move(check));
}

std::vector<int> Program::arguments(const Expr& expr, const Environment& environment) {
    std::vector<int> result;
    const Item* item = expr.item < 0 ? nullptr : &spec_.item(expr.item);
    for (std::size_t i = 0; i < expr.kids.size(); ++i) {
        const bool has_domain = item != nullptr && i < item->parameters.size();
        result.push_back(checked(build(expr.kids[i], environment),
                                 has_domain ? item->parameters[i].domain : std::nullopt,
                                 expr.kids[i]->place));
    }
    return result;
}

NodeId Program::build_call(const Expr& expr, const Environment& environment) {
    Node made;
    made.place = expr.place;
    if (expr.item < 0) {
        made.op = Op::kInfinite;  // the function of `exists automatic`
        made.imm2 = kSequenceValue;
        made.imm = expr.variable.id;
        made.a = checked(build(expr.kids.front(), environment), std::nullopt, expr.place);
        return make(std::move(made));
    }
    const Item& item = spec_.item(expr.item);
    made.item = expr.item;
    made.list = arguments(expr, environment);
    switch (item.kind) {
        case ItemKind::kLet: {
            Environment inner;
            for (std::size_t i = 0; i < item.parameters.size(); ++i) {
                inner[item.parameters[i].variable.id] = made.list[i];
            }
            return build(item.body, inner);
        }
        case ItemKind::kDef:
            made.op = item.recursive ? Op::kLookup : Op::kCall;
            break;
        case ItemKind::kPred:
        case ItemKind::kSet:
            made.op = Op::kRelation;
            break;
        default:
            made.op = item.kind == ItemKind::kWord ? Op::kLetter : Op::kOutput;
            made.a = made.list.front();
            made.list.clear();
            break;
    }
    return make(std::move(made));
}

NodeId Program::build_binder(const Expr& expr, const Environment& environment) {
    Environment inner = environment;
    Node made;
    made.place = expr.place;
    for (const Variable& variable : expr.bound) {
        const int slot = new_slot(variable.name, false, std::nullopt);
        made.list.push_back(slot);
        inner[variable.id] = slot_term(slot);
    }
    made.a = build(expr.kids.front(), inner);
    switch (expr.kind) {
        case ExprKind::kForall:
            made.op = Op::kForall;
            break;
        case ExprKind::kExists:
            made.op = Op::kExists;
            break;
        case ExprKind::kUnique:
            made.op = Op::kUnique;
            break;
        case ExprKind::kCount:
            made.op = Op::kCount;
            break;
        default:
            made.op = Op::kLeast;
            break;
    }
    return make(std::move(made));
}

// `exists automatic g <= c: A` and `tends_to(n: T, ..)`: kept whole, for proofs by automata.
NodeId Program::build_infinite(const Expr& expr, const Environment& environment) {
    Environment inner = environment;
    Node made;
    made.op = Op::kInfinite;
    made.place = expr.place;
    if (expr.kind == ExprKind::kTends) {
        made.imm2 = kTendsTo;
        made.imm = expr.number;
        const int slot = new_slot(expr.bound.front().name, false, std::nullopt);
        made.list.push_back(slot);
        inner[expr.bound.front().id] = slot_term(slot);
        made.a = build(expr.kids.front(), inner);
    } else {
        made.imm2 = kSequenceExists;
        made.imm = expr.variable.id;
        made.b = build(expr.kids[0], environment);
        made.a = build(expr.kids[1], environment);
    }
    return make(std::move(made));
}

NodeId Program::build_product(const Expr& expr, NodeId a, NodeId b) {
    const auto finite = [this](NodeId id) {
        const Node& n = node(id);
        return n.op == Op::kConst ||
               (n.op == Op::kSlot && slot_finite_[static_cast<std::size_t>(n.imm)]);
    };
    if (!finite(a) && !finite(b) && !error_) {
        error_ = invalid(spec_.where(expr.place), "multiplication on ranges only");
    }
    Node made;
    made.op = Op::kMul;
    made.a = a;
    made.b = b;
    made.place = expr.place;
    return make(std::move(made));
}

NodeId Program::build_binary(const Expr& expr, const Environment& environment) {
    const NodeId a = build(expr.kids[0], environment);
    const NodeId b = build(expr.kids[1], environment);
    if (expr.kind == ExprKind::kMul) {
        return build_product(expr, a, b);
    }
    Node made;
    made.op = operation(expr.kind, expr.kids[0]->sort);
    made.a = a;
    made.b = b;
    made.place = expr.place;
    if (made.op == Op::kDiv || made.op == Op::kMod) {
        made.a = checked(a, std::nullopt, expr.place);
    }
    return make(std::move(made));
}

NodeId Program::tuple_is(const std::vector<NodeId>& left, const std::vector<NodeId>& right,
                         const Place& place) {
    NodeId result = kNoNode;
    for (std::size_t i = 0; i < left.size(); ++i) {
        Node equal;
        equal.op = Op::kEq;
        equal.a = left[i];
        equal.b = right[i];
        equal.place = place;
        const NodeId id = make(std::move(equal));
        result = result == kNoNode ? id : binary(Op::kAnd, result, id);
    }
    return result;
}

NodeId Program::build_list(const Expr& expr, const Environment& environment) {
    const auto width = static_cast<std::size_t>(expr.number);
    std::vector<NodeId> parts;
    parts.reserve(expr.kids.size());
    for (const Expr* kid : expr.kids) {
        parts.push_back(build(kid, environment));
    }
    const auto at = [&](std::size_t i) { return parts.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::vector<NodeId> left(parts.begin(), at(width));
    NodeId result = kNoNode;
    for (std::size_t i = width; i < parts.size(); i += width) {
        const NodeId equal = tuple_is(left, {at(i), at(i + width)}, expr.place);
        result = result == kNoNode ? equal : binary(Op::kOr, result, equal);
    }
    return result;
}

NodeId Program::build_word(const Expr& expr, const Environment& environment) {
    Node made;
    made.place = expr.place;
    made.item = expr.item;
    switch (expr.kind) {
        case ExprKind::kRep:
            made.op = Op::kRep;
            break;
        case ExprKind::kTake:
            made.op = Op::kTake;
            break;
        case ExprKind::kIterate:
            made.op = Op::kIterate;
            break;
        case ExprKind::kLimit:
            made.op = Op::kLimit;
            break;
        default:
            made.op = Op::kWordLiteral;
            made.list.assign(expr.letters.begin(), expr.letters.end());
            break;
    }
    if (!expr.kids.empty()) {
        made.a = checked(build(expr.kids[0], environment), std::nullopt, expr.place);
    }
    if (expr.kids.size() > 1) {
        made.b = build(expr.kids[1], environment);
    }
    return make(std::move(made));
}

NodeId Program::build_card(const Expr& expr) {
    auto rows = spec_.item(expr.item).rows;
    std::sort(rows.begin(), rows.end());
    return constant(std::unique(rows.begin(), rows.end()) - rows.begin());
}

// Terms and formulas with one operand, or three.
NodeId Program::build_plain(const Expr& expr, Op op, const Environment& environment) {
    Node made;
    made.op = op;
    made.place = expr.place;
    made.imm = expr.number;
    if (!expr.kids.empty()) {
        made.a = build(expr.kids[0], environment);
    }
    if (op == Op::kFloor) {
        made.a = checked(made.a, std::nullopt, expr.place);
    }
    if (op == Op::kIf) {
        made.b = build(expr.kids[1], environment);
        made.c = build(expr.kids[2], environment);
    }
    return make(std::move(made));
}

NodeId Program::build(const Expr* expr, const Environment& environment) {
    switch (expr->kind) {
        case ExprKind::kNumber:
            return build_plain(*expr, Op::kConst, environment);
        case ExprKind::kVariable:
            return environment.at(expr->variable.id);
        case ExprKind::kCall:
            return build_call(*expr, environment);
        case ExprKind::kNeg:
            return build_plain(*expr, Op::kNeg, environment);
        case ExprKind::kSquare:
            return build_plain(*expr, Op::kSquare, environment);
        case ExprKind::kNot:
            return build_plain(*expr, Op::kNot, environment);
        case ExprKind::kTrue:
            return build_plain(*expr, Op::kTrue, environment);
        case ExprKind::kFalse:
            return build_plain(*expr, Op::kFalse, environment);
        case ExprKind::kIf:
            return build_plain(*expr, Op::kIf, environment);
        case ExprKind::kFloor:
            return build_plain(*expr, Op::kFloor, environment);
        case ExprKind::kForall:
        case ExprKind::kExists:
        case ExprKind::kUnique:
        case ExprKind::kCount:
        case ExprKind::kLeast:
            return build_binder(*expr, environment);
        case ExprKind::kAutomatic:
        case ExprKind::kTends:
            return build_infinite(*expr, environment);
        case ExprKind::kCard:
            return build_card(*expr);
        case ExprKind::kInList:
            return build_list(*expr, environment);
        case ExprKind::kRep:
        case ExprKind::kTake:
        case ExprKind::kIterate:
        case ExprKind::kLimit:
        case ExprKind::kWord:
            return build_word(*expr, environment);
        default:
            return build_binary(*expr, environment);
    }
}

const Body& Program::body(int index) {
    const auto found = bodies_.find(index);
    if (found != bodies_.end()) {
        return found->second;
    }
    const Item& item = spec_.item(index);
    Body body;
    Environment environment;
    const auto declare = [&](const Variable& variable, const Domain& domain) {
        body.slots.push_back(new_slot(variable.name, domain.has_value(), domain));
        environment[variable.id] = slot_term(body.slots.back());
    };
    for (const Parameter& parameter : item.parameters) {
        declare(parameter.variable, parameter.domain);
    }
    for (const Variable& variable : item.elements) {
        declare(variable, std::nullopt);
    }
    if (item.body != nullptr) {
        body.root = build(item.body, environment);
    }
    if (item.measure != nullptr) {
        body.measure = build(item.measure, environment);
    }
    return bodies_.emplace(index, std::move(body)).first->second;
}

NodeId Program::unfold(NodeId relation) {
    const Node call = node(relation);
    const Item& item = spec_.item(call.item);
    if (item.listed) {
        const std::size_t first = item.parameters.size();
        const std::vector<NodeId> left(call.list.begin() + static_cast<std::ptrdiff_t>(first),
                                       call.list.end());
        NodeId result = kNoNode;
        for (const auto& row : item.rows) {
            std::vector<NodeId> right;
            right.reserve(row.size());
            for (const std::int64_t value : row) {
                right.push_back(constant(value));
            }
            const NodeId equal = tuple_is(left, right, call.place);
            result = result == kNoNode ? equal : binary(Op::kOr, result, equal);
        }
        return result;
    }
    Environment environment;
    std::size_t next = 0;
    for (const Parameter& parameter : item.parameters) {
        environment[parameter.variable.id] = call.list[next++];
    }
    for (const Variable& variable : item.elements) {
        environment[variable.id] = call.list[next++];
    }
    return build(item.body, environment);
}

const std::vector<int>& Program::free_slots(NodeId id) {
    const auto found = free_.find(id);
    if (found != free_.end()) {
        return found->second;
    }
    const Node& n = node(id);
    std::vector<int> result;
    const auto add = [&](NodeId kid) {
        const std::vector<int>& more = free_slots(kid);
        result.insert(result.end(), more.begin(), more.end());
    };
    for (const NodeId kid : {n.a, n.b, n.c}) {
        if (kid != kNoNode) {
            add(kid);
        }
    }
    if (n.op == Op::kSlot) {
        result.push_back(static_cast<int>(n.imm));
    }
    if (lists_nodes(n.op)) {
        for (const NodeId kid : n.list) {
            add(kid);
        }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    if (binds(n.op)) {
        const auto bound = [&](int slot) {
            return std::find(n.list.begin(), n.list.end(), slot) != n.list.end();
        };
        result.erase(std::remove_if(result.begin(), result.end(), bound), result.end());
    }
    return free_.emplace(id, std::move(result)).first->second;
}

}  // namespace mexcert
