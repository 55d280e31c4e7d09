#include "normal.h"

namespace mexcheck {
namespace {

constexpr std::size_t kMaxAllNodes = 8'000'000;  // of all texts together

constexpr std::size_t kMaxSize = 100'000;
constexpr Int kMaxVisits = 200'000'000;
constexpr std::size_t kNode = 400;  // visits that a new node counts for
Int visits_left = kMaxVisits;

void visit(std::size_t nodes = 1) {
    visits_left -= static_cast<Int>(nodes);
    if (visits_left < 0) fail(Kind::declined, "definitions", "work limit: formula too large");
}

}  // namespace

void reset_budget() { visits_left = kMaxVisits; }

void spend(std::size_t units) { visit(units * kNode); }

Expr* make(Op op, Sort sort, const Place& place, Exprs args, Int value) {
    static std::deque<Expr> exprs;
    if (exprs.size() >= kMaxAllNodes)
        fail(Kind::declined, "definitions", "work limit: too many claims or definitions");
    Expr* e = &exprs.emplace_back();
    e->op = op;
    e->sort = sort;
    e->place = place;
    e->value = value;
    for (const Expr* arg : args) e->size += arg->size;
    spend(e->size > kMaxSize ? kMaxVisits : 1 + args.size());
    e->args = std::move(args);
    return e;
}

bool same(const Expr* a, const Expr* b) {
    visit();
    if (a == b) return true;
    return a->op == b->op && a->value == b->value && a->item == b->item && a->coefs == b->coefs &&
           a->vars == b->vars &&
           std::equal(a->args.begin(), a->args.end(), b->args.begin(), b->args.end(), same);
}

bool contains(const Expr* e, Op op) {
    return any_node(e, [&](const Expr* x) { return x->op == op; });
}

bool occurs(const Expr* e, Int slot) {
    visit();
    if (e->op == Op::var) return e->value == slot;
    return std::any_of(e->args.begin(), e->args.end(),
                       [&](const Expr* a) { return occurs(a, slot); });
}

bool natural(const Expr* e) {
    constexpr Op always[] = {Op::var,   Op::call, Op::apply, Op::floor, Op::count,
                             Op::monus, Op::div,  Op::mod,   Op::least};
    if (e->op == Op::guard) return e->coefs[0] >= 0;
    if (e->op != Op::linear) return std::count(std::begin(always), std::end(always), e->op) != 0;
    return e->value >= 0 && std::all_of(e->args.begin(), e->args.end(), natural) &&
           std::all_of(e->coefs.begin(), e->coefs.end(), [](Int c) { return c >= 0; });
}

// --- sums -------------------------------------------------------------------------------------

void Linear::add(Int factor, Int value) {
    constant = plus(constant, times(factor, value, place_), place_);
}

void Linear::add(Int factor, const Expr* e) {
    if (e->op == Op::linear || e->op == Op::eq0 || e->op == Op::le0) {
        add(factor, e->value);
        for (std::size_t i = 0; i < e->args.size(); ++i)
            add(times(factor, e->coefs[i], place_), e->args[i]);
        return;
    }
    std::size_t i = 0;
    while (i < atoms.size() && !same(atoms[i], e)) ++i;
    if (i == atoms.size()) {
        atoms.push_back(e);
        coefs.push_back(0);
    }
    coefs[i] = plus(coefs[i], factor, place_);
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
    Expr* e = make(op, Sort::truth, place_, atoms, constant);
    e->coefs = coefs;
    return e;
}

// --- variables --------------------------------------------------------------------------------

const Expr* guarded(const Unit& unit, const Expr* e, const Variable& domain) {
    const auto within = [&](Int low, Int high) { return domain.low <= low && high <= domain.high; };
    if (e->op == Op::linear && e->args.empty() && within(e->value, e->value)) return e;
    if (natural(e) && within(0, kMax)) return e;
    if (e->op == Op::var) {
        const Variable& v = unit[static_cast<std::size_t>(e->value)];
        if (within(v.low, v.high)) return e;
    }
    Expr* guard = make(Op::guard, Sort::number, e->place, {e});
    guard->coefs = {domain.low, domain.high};
    return guard;
}

Exprs identity(const Unit& unit) {
    Exprs list;
    while (list.size() < unit.size())
        list.push_back(make(Op::var, Sort::number, {}, {}, static_cast<Int>(list.size())));
    return list;
}

// --- normal form ------------------------------------------------------------------------------

namespace {

class Normal {
  public:
    Normal(Unit& unit, const Unit& raw_unit, Exprs substitution)
        : unit_(unit), names_(raw_unit), subst_(std::move(substitution)) {}

    const Expr* of(const Expr* raw) {
        const Op op = raw->op;
        if (op == Op::var) return subst_[static_cast<std::size_t>(raw->value)];
        if (op == Op::mul) return product(raw);
        if (op == Op::guard) return guarded(unit_, of(raw->args[0]), Variable{});
        if (op == Op::call && raw->item->kind == ItemKind::let) return expanded(raw);
        if (op == Op::eq || op == Op::ne || op == Op::lt || op == Op::le) return comparison(raw);
        if (op == Op::div || op == Op::mod)
            return make(op, Sort::number, raw->place, {of(raw->args[0])}, raw->args[1]->value);
        if (op == Op::apply) {
            Expr* e = copy(raw);
            e->value = subst_[static_cast<std::size_t>(raw->value)]->value;
            return e;
        }
        Linear sum(raw->place);
        if (op == Op::num) {
            sum.add(1, raw->value);
        } else if (op == Op::card) {
            const auto& rows = raw->item->rows;
            sum.add(1, static_cast<Int>(std::set<Word>(rows.begin(), rows.end()).size()));
        } else if (op == Op::add || op == Op::sub || op == Op::monus) {
            const bool negative = raw->args.size() == 1;
            sum.add(negative ? -1 : 1, of(raw->args[0]));
            if (!negative) sum.add(op == Op::add ? 1 : -1, of(raw->args[1]));
        } else {
            return copy(raw);
        }
        const Expr* e = sum.term();
        if (op != Op::monus || natural(e)) return e;
        return make(Op::monus, Sort::number, raw->place, {e});
    }

  private:
    // The node with its arguments and bound variables replaced.
    Expr* copy(const Expr* raw) {
        std::vector<int> vars;
        for (const int v : raw->vars) {
            const auto slot = static_cast<std::size_t>(v);
            if (subst_.size() <= slot) subst_.resize(slot + 1);
            vars.push_back(static_cast<int>(unit_.size()));
            subst_[slot] = make(Op::var, Sort::number, raw->place, {}, vars.back());
            unit_.push_back({names_[slot].name});
        }
        Exprs args;
        for (const Expr* arg : raw->args) args.push_back(of(arg));
        Expr* e = make(raw->op, raw->sort, raw->place, std::move(args), raw->value);
        e->item = raw->item;
        e->coefs = raw->coefs;
        e->vars = std::move(vars);
        return e;
    }

    const Expr* product(const Expr* raw) {
        const Expr* a = of(raw->args[0]);
        const Expr* b = of(raw->args[1]);
        const auto literal = [](const Expr* e) { return e->op == Op::linear && e->args.empty(); };
        const auto multiplier = [&](const Expr* e) {
            return e->op == Op::var && unit_[static_cast<std::size_t>(e->value)].multiplier;
        };
        if (literal(b)) std::swap(a, b);
        if (literal(a)) {
            Linear multiple(raw->place);
            multiple.add(a->value, b);
            return multiple.term();
        }
        if (!multiplier(a) && !multiplier(b))
            fail(Kind::bad_input, raw->place.str(),
                 "one side of `*` must be a literal, or a variable that runs over a range");
        return make(Op::mul, Sort::number, raw->place, {a, b});
    }

    const Expr* expanded(const Expr* let) {
        const Item& item = *let->item;
        Exprs args;
        for (std::size_t i = 0; i < let->args.size(); ++i) {
            const Variable& parameter = item.raw_unit[i];
            args.push_back(guarded(unit_, of(let->args[i]), parameter));
            if (args.back()->op == Op::guard && !parameter.used)
                fail(Kind::bad_input, let->args[i]->place.str(),
                     "the argument of an unused parameter must plainly be a natural of its domain");
        }
        return normal_form(unit_, item.raw_unit, std::move(args), item.raw);
    }

    const Expr* comparison(const Expr* raw) {
        Expr* const written = copy(raw);
        Expr* e = written;
        if (raw->args[0]->sort == Sort::number) {
            Linear difference(raw->place);
            difference.add(1, written->args[0]);
            difference.add(-1, written->args[1]);
            if (raw->op == Op::lt) difference.add(1, 1);
            e = difference.compared(raw->op == Op::eq || raw->op == Op::ne ? Op::eq0 : Op::le0);
        } else {
            e->op = Op::eq;
        }
        if (raw->op == Op::ne) e = make(Op::not_, Sort::truth, raw->place, {e});
        if (e != written && raw->args[0]->sort == Sort::number) e->written = written;
        return e;
    }

    Unit& unit_;
    const Unit& names_;
    Exprs subst_;
};

}  // namespace

const Expr* normal_form(Unit& unit, const Unit& raw_unit, Exprs substitution, const Expr* raw) {
    return Normal(unit, raw_unit, std::move(substitution)).of(raw);
}

void normalise_item(Item& item) {
    reset_budget();
    item.unit.assign(item.raw_unit.begin(),
                     item.raw_unit.begin() + static_cast<std::ptrdiff_t>(item.arity()));
    const auto parameters = identity(item.unit);
    item.body = normal_form(item.unit, item.raw_unit, parameters, item.raw);
    if (item.raw_measure)
        item.measure = normal_form(item.unit, item.raw_unit, parameters, item.raw_measure);
    const auto calls = [&](const Expr* e) { return e->item == &item; };
    for (std::size_t i = 0; item.recursive && i < item.arity(); ++i) {
        const auto changes = [&](const Expr* e) {
            return calls(e) && !same(e->args[i], parameters[i]);
        };
        item.fixed.push_back(item.unit[i].high != kMax ||
                             (any_node(item.body, calls) && !any_node(item.body, changes)));
    }
}

}  // namespace mexcheck
