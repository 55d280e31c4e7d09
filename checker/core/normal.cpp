#include "normal.h"

#include <algorithm>

namespace mexcheck {
namespace {

constexpr std::int64_t kMaxNodes = 2'000'000;
constexpr std::int64_t kMaxVisits = 2'000'000'000;
std::int64_t nodes_left = kMaxNodes;
std::int64_t visits_left = kMaxVisits;

void take_from(std::int64_t& left, std::size_t units) {
    left -= static_cast<std::int64_t>(units);
    if (left < 0) fail(Kind::declined, "definitions", "work limit: formula too large");
}

bool any_of(const std::vector<const Expr*>& args, auto&& test) {
    return std::any_of(args.begin(), args.end(), test);
}

}  // namespace

void reset_budget() {
    nodes_left = kMaxNodes;
    visits_left = kMaxVisits;
}

void spend(std::size_t units) { take_from(nodes_left, units); }

Expr* make(const Spec& spec, Op op, Sort sort, const Place& place, std::vector<const Expr*> args) {
    spend(1);
    Expr* e = spec.new_expr();
    e->op = op;
    e->sort = sort;
    e->place = place;
    e->args = std::move(args);
    return e;
}

bool same(const Expr* a, const Expr* b) {
    if (a == b) return true;
    if (a->op != b->op || a->value != b->value || a->high != b->high || a->item != b->item ||
        a->coefs != b->coefs || a->vars != b->vars || a->args.size() != b->args.size())
        return false;
    return std::equal(a->args.begin(), a->args.end(), b->args.begin(), same);
}

bool contains(const Expr* e, Op op) {
    return e->op == op || any_of(e->args, [&](const Expr* a) { return contains(a, op); });
}

bool occurs(const Expr* e, int slot) {
    take_from(visits_left, 1);
    if (e->op == Op::var) return e->value == slot;
    return any_of(e->args, [&](const Expr* a) { return occurs(a, slot); });
}

bool natural(const Expr* e) {
    switch (e->op) {
        case Op::var:
        case Op::call:
        case Op::apply:
        case Op::floor:
        case Op::count:
        case Op::monus:
        case Op::div:
        case Op::mod:
        case Op::least:
            return true;
        case Op::guard:
            return e->value >= 0;
        case Op::linear:
            if (e->value < 0) return false;
            for (std::size_t i = 0; i < e->args.size(); ++i)
                if (e->coefs[i] < 0 || !natural(e->args[i])) return false;
            return true;
        default:
            return false;
    }
}

void Linear::add(std::int64_t factor, std::int64_t value) {
    if (__builtin_mul_overflow(factor, value, &value) ||
        __builtin_add_overflow(constant, value, &constant))
        fail(Kind::declined, place_.str(), "number beyond 64 bits");
}

void Linear::add(std::int64_t factor, const Expr* e) {
    if (e->op == Op::linear || e->op == Op::eq0 || e->op == Op::ne0 || e->op == Op::le0) {
        add(factor, e->value);
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            std::int64_t coef = 0;
            if (__builtin_mul_overflow(factor, e->coefs[i], &coef))
                fail(Kind::declined, place_.str(), "number beyond 64 bits");
            add(coef, e->args[i]);
        }
        return;
    }
    std::size_t i = 0;
    while (i < atoms.size() && !same(atoms[i], e)) ++i;
    if (i == atoms.size()) {
        atoms.push_back(e);
        coefs.push_back(0);
    }
    if (__builtin_add_overflow(coefs[i], factor, &coefs[i]))
        fail(Kind::declined, place_.str(), "number beyond 64 bits");
    if (coefs[i] != 0 || e->op != Op::var) return;
    atoms.erase(atoms.begin() + static_cast<std::ptrdiff_t>(i));
    coefs.erase(coefs.begin() + static_cast<std::ptrdiff_t>(i));
}

const Expr* Linear::term() const {
    if (constant == 0 && atoms.size() == 1 && coefs[0] == 1) return atoms[0];
    Expr* e = compared(Op::linear);
    e->sort = Sort::number;
    return e;
}

Expr* Linear::compared(Op op) const {
    Expr* e = make(spec_, op, Sort::truth, place_, atoms);
    e->value = constant;
    e->coefs = coefs;
    return e;
}

const Expr* guarded(const Spec& spec, const Unit& unit, const Expr* e, std::int64_t low,
                    std::int64_t high) {
    if (e->op == Op::linear && e->args.empty() && low <= e->value && e->value <= high) return e;
    if (low <= 0 && high == kMax && natural(e)) return e;
    if (e->op == Op::var) {
        const Variable& v = unit[static_cast<std::size_t>(e->value)];
        if (low <= v.low && v.high <= high) return e;
    }
    Expr* guard = make(spec, Op::guard, Sort::number, e->place, {e});
    guard->value = low;
    guard->high = high;
    return guard;
}

std::vector<const Expr*> identity(const Spec& spec, const Unit& unit) {
    std::vector<const Expr*> list;
    for (std::size_t i = 0; i < unit.size(); ++i) {
        Expr* e = make(spec, Op::var, Sort::number, {}, {});
        e->value = static_cast<std::int64_t>(i);
        list.push_back(e);
    }
    return list;
}

// The node with its arguments and bound variables replaced.
Expr* Normal::copy(const Expr* raw) {
    Expr* e = make(spec_, raw->op, raw->sort, raw->place, {});
    e->value = raw->value;
    e->high = raw->high;
    e->item = raw->item;
    e->coefs = raw->coefs;
    for (const int v : raw->vars) {
        const auto slot = static_cast<std::size_t>(v);
        if (subst_.size() <= slot) subst_.resize(slot + 1);
        Expr* fresh = make(spec_, Op::var, Sort::number, raw->place, {});
        fresh->value = static_cast<std::int64_t>(unit_.size());
        e->vars.push_back(static_cast<int>(unit_.size()));
        unit_.push_back({names_[slot].name});
        subst_[slot] = fresh;
    }
    for (const Expr* arg : raw->args) e->args.push_back(of(arg));
    return e;
}

const Expr* Normal::of(const Expr* raw) {
    switch (raw->op) {
        case Op::num: {
            Linear sum(spec_, raw->place);
            sum.add(1, raw->value);
            return sum.term();
        }
        case Op::card: {
            auto rows = raw->item->rows;
            std::sort(rows.begin(), rows.end());
            rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
            Linear sum(spec_, raw->place);
            sum.add(1, static_cast<std::int64_t>(rows.size()));
            return sum.term();
        }
        case Op::var:
            return subst_[static_cast<std::size_t>(raw->value)];
        case Op::apply: {
            Expr* e = copy(raw);
            e->value = subst_[static_cast<std::size_t>(raw->value)]->value;
            return e;
        }
        case Op::add:
        case Op::sub:
        case Op::neg:
        case Op::monus:
            return arithmetic(raw);
        case Op::mul:
            return product(raw);
        case Op::div:
        case Op::mod: {
            Expr* e = copy(raw);
            e->value = raw->args[1]->value;
            e->args.pop_back();
            return e;
        }
        case Op::guard:
            return guarded(spec_, unit_, of(raw->args[0]), 0, kMax);
        case Op::call:
            return call(raw);
        case Op::eq:
        case Op::ne:
        case Op::lt:
        case Op::le:
            return comparison(raw);
        case Op::in:
            return membership(raw);
        default:
            return copy(raw);
    }
}

const Expr* Normal::arithmetic(const Expr* raw) {
    Linear sum(spec_, raw->place);
    sum.add(raw->op == Op::neg ? -1 : 1, of(raw->args[0]));
    if (raw->args.size() > 1) sum.add(raw->op == Op::add ? 1 : -1, of(raw->args[1]));
    const Expr* e = sum.term();
    if (raw->op != Op::monus || natural(e)) return e;
    return make(spec_, Op::monus, Sort::number, raw->place, {e});
}

const Expr* Normal::product(const Expr* raw) {
    const Expr* a = of(raw->args[0]);
    const Expr* b = of(raw->args[1]);
    const auto constant = [](const Expr* e) { return e->op == Op::linear && e->args.empty(); };
    const auto multiplier = [&](const Expr* e) {
        return e->op == Op::var && unit_[static_cast<std::size_t>(e->value)].multiplier;
    };
    if (constant(b)) std::swap(a, b);
    if (constant(a)) {
        Linear product(spec_, raw->place);
        product.add(a->value, b);
        return product.term();
    }
    if (!multiplier(a) && !multiplier(b))
        fail(Kind::bad_input, raw->place.str(),
             "one side of `*` must be a literal, or a variable that runs over a range");
    return make(spec_, Op::mul, Sort::number, raw->place, {a, b});
}

const Expr* Normal::call(const Expr* raw) {
    const Item& callee = *raw->item;
    if (callee.kind != ItemKind::let) return copy(raw);
    std::vector<const Expr*> args;
    for (std::size_t i = 0; i < raw->args.size(); ++i) {
        const Variable& parameter = callee.raw_unit[i];
        args.push_back(guarded(spec_, unit_, of(raw->args[i]), parameter.low, parameter.high));
        if (args.back()->op == Op::guard && !parameter.used)
            fail(Kind::bad_input, raw->args[i]->place.str(),
                 "the argument of an unused parameter must plainly be a natural of its domain");
    }
    return Normal(spec_, unit_, callee.raw_unit, std::move(args)).of(callee.raw);
}

const Expr* Normal::comparison(const Expr* raw) {
    if (raw->args[0]->sort == Sort::word) {
        Expr* e = copy(raw);
        e->op = raw->op == Op::eq ? Op::word_eq : Op::word_ne;
        return e;
    }
    Linear difference(spec_, raw->place);
    difference.add(1, of(raw->args[0]));
    difference.add(-1, of(raw->args[1]));
    if (raw->op == Op::lt) difference.add(1, 1);
    return difference.compared(raw->op == Op::eq ? Op::eq0 : raw->op == Op::ne ? Op::ne0 : Op::le0);
}

// `in` in normal form: value = width, then the tuple, then the rows, all flattened.
const Expr* Normal::membership(const Expr* raw) {
    Expr* e = make(spec_, Op::in, Sort::truth, raw->place, {});
    for (const Expr* part : raw->args)
        if (part->op == Op::tuple)
            for (const Expr* x : part->args) e->args.push_back(of(x));
        else
            e->args.push_back(of(part));
    e->value = static_cast<std::int64_t>(e->args.size() / raw->args.size());
    return e;
}

void normalise_item(const Spec& spec, Item& item) {
    reset_budget();
    item.unit.assign(item.raw_unit.begin(), item.raw_unit.begin() + item.arity());
    const auto parameters = identity(spec, item.unit);
    item.body = Normal(spec, item.unit, item.raw_unit, parameters).of(item.raw);
    if (item.raw_measure)
        item.measure = Normal(spec, item.unit, item.raw_unit, parameters).of(item.raw_measure);
    if (!item.recursive) return;
    for (const Variable& v : item.unit) item.fixed.push_back(v.high != kMax);
    item.fixed.resize(static_cast<std::size_t>(item.arity()));
    std::vector<bool> unchanged(item.fixed.size(), true);
    std::vector<const Expr*> todo = {item.body};
    while (!todo.empty()) {
        const Expr* e = todo.back();
        todo.pop_back();
        todo.insert(todo.end(), e->args.begin(), e->args.end());
        if (e->op != Op::call || e->item != &item) continue;
        for (std::size_t i = 0; i < unchanged.size(); ++i)
            if (e->args[i]->op != Op::var || e->args[i]->value != static_cast<std::int64_t>(i))
                unchanged[i] = false;
    }
    for (std::size_t i = 0; i < unchanged.size(); ++i)
        item.fixed[i] = item.fixed[i] || unchanged[i];
}

}  // namespace mexcheck
