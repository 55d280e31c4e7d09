#include "plan.h"

#include <algorithm>

namespace mexcheck {
namespace {

constexpr int kMaxDepth = 400;  // steps in a row: bounds the recursion of search and evaluation

bool closed(const std::vector<int>& open, const Expr* e) {
    return std::none_of(open.begin(), open.end(), [&](int v) { return occurs(e, v); });
}

bool is_open(const std::vector<int>& open, const Expr* e) {
    return e->op == Op::var &&
           std::find(open.begin(), open.end(), static_cast<int>(e->value)) != open.end();
}

// The formula i < n, that is i - n + 1 <= 0.
bool is_less(const Expr* e, std::int64_t i, std::int64_t n) {
    if (e->op != Op::le0 || e->value != 1 || e->args.size() != 2) return false;
    for (std::size_t k = 0; k < 2; ++k) {
        const Expr* atom = e->args[k];
        if (atom->op != Op::var || e->coefs[k] != (atom->value == i ? 1 : -1) ||
            (atom->value != i && atom->value != n))
            return false;
    }
    return true;
}

// In a def f of sequence shape: t does not hold n, and calls f only as f(p, .., i) (not at all if i
// is -1).
bool plain_term(const Item& def, std::int64_t i, const Expr* t) {
    const std::int64_t n = def.parameters - 1;
    if (t->op == Op::var) return t->value != n;
    if (t->op != Op::call || t->item != &def)
        return std::all_of(t->args.begin(), t->args.end(),
                           [&](const Expr* a) { return plain_term(def, i, a); });
    for (std::int64_t k = 0; k <= n; ++k) {
        const Expr* arg = t->args[static_cast<std::size_t>(k)];
        if (arg->op != Op::var || arg->value != (k == n ? i : k)) return false;
    }
    return true;
}

bool exact(const Linear& sum) {
    return std::find(sum.coefs.begin(), sum.coefs.end(), 0) == sum.coefs.end();
}

}  // namespace

Linear Planner::sum_of(const Expr* e) const {
    Linear sum(spec_, e->place);
    sum.add(1, e);
    return sum;
}

const Plan* Planner::solve(Unit& unit, const std::vector<const Expr*>& conjuncts,
                           const std::vector<int>& vars) {
    unit_ = &unit;
    repeats_ = false;
    Goal goal{{}, vars};
    std::vector<const Expr*> flat;
    for (const Expr* e : conjuncts) flatten(goal, flat, e, true);
    goal.conjuncts = std::move(flat);
    const Step* first = search(std::move(goal), 0);
    if (!first) return nullptr;
    plans_.push_back({first, vars, repeats_});
    const Plan* plan = &plans_.back();
    prepare_steps(unit, first);
    return plan;
}

// Rule 1. An `exists` of which all other variables are assigned is left to be tested as a whole.
void Planner::flatten(Goal& goal, std::vector<const Expr*>& out, const Expr* e, bool positive) {
    const Op opened = positive ? Op::exists : Op::forall;
    if (e->op == Op::not_) return flatten(goal, out, e->args[0], !positive);
    if (e->op == (positive ? Op::true_ : Op::false_)) return;
    if (e->op == (positive ? Op::and_ : Op::or_)) {
        for (const Expr* part : e->args) flatten(goal, out, part, positive);
    } else if (e->op == Op::implies && !positive) {
        flatten(goal, out, e->args[0], true);
        flatten(goal, out, e->args[1], false);
    } else if (e->op == opened && !closed(goal.open, e)) {
        goal.open.insert(goal.open.end(), e->vars.begin(), e->vars.end());
        repeats_ = true;
        flatten(goal, out, e->args[0], positive);
    } else {
        out.push_back(positive ? e : negated(e));
    }
}

const Expr* Planner::negated(const Expr* e) const {
    if (e->op == Op::eq0 || e->op == Op::ne0)
        return sum_of(e).compared(e->op == Op::eq0 ? Op::ne0 : Op::eq0);
    if (e->op != Op::le0) return make(spec_, Op::not_, Sort::truth, e->place, {e});
    Linear above(spec_, e->place);
    above.add(-1, e);
    above.add(1, 1);
    return above.compared(Op::le0);
}

Planner::Goal Planner::replaced(const Goal& goal, std::size_t at,
                                const std::vector<Literal>& parts) {
    Goal result{{}, goal.open};
    std::vector<const Expr*> flat;
    for (const auto& [e, positive] : parts) flatten(result, flat, e, positive);
    result.conjuncts = goal.conjuncts;
    const auto place = result.conjuncts.begin() + static_cast<std::ptrdiff_t>(at);
    result.conjuncts.insert(result.conjuncts.erase(place), flat.begin(), flat.end());
    return result;
}

const Step* Planner::search(Goal goal, int depth) {
    spend(1 + goal.conjuncts.size());
    if (depth > kMaxDepth) fail(Kind::declined, "plan", "work limit: too many steps to solve");
    for (std::size_t i = 0; i < goal.conjuncts.size(); ++i) {
        const Expr* e = goal.conjuncts[i];
        if (!closed(goal.open, e)) continue;
        Step step;
        step.kind = Step::test;
        step.e = e;
        return assign(std::move(goal), i, true, step, depth);
    }
    if (goal.open.empty()) return &steps_.emplace_back();
    if (const Found f = equation(goal, depth)) return *f;
    if (const Found f = increasing(goal, depth)) return *f;
    if (const Found f = range(goal, depth)) return *f;
    if (const Found f = split(goal, depth)) return *f;
    if (const Found f = unfold(goal, depth)) return *f;
    return nullptr;
}

// Puts `step` in front of the solution of the rest: without conjunct `at` if `drop`, and without
// the variable that the step assigns.
const Step* Planner::assign(Goal goal, std::size_t at, bool drop, Step step, int depth) {
    if (drop) goal.conjuncts.erase(goal.conjuncts.begin() + static_cast<std::ptrdiff_t>(at));
    if (step.kind != Step::test) std::erase(goal.open, static_cast<int>(step.slot));
    const Step* rest = search(std::move(goal), depth + 1);
    if (!rest) return nullptr;
    step.next = {rest};
    return &steps_.emplace_back(std::move(step));
}

// The only unassigned variable of the sum, if it stands there linearly and in no call; else -1.
int Planner::lone_variable(const Goal& goal, const Linear& sum) const {
    int slot = -1;
    for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
        if (sum.coefs[i] == 0 || closed(goal.open, sum.atoms[i])) continue;
        if (slot >= 0 || sum.atoms[i]->op != Op::var) return -1;
        slot = static_cast<int>(sum.atoms[i]->value);
    }
    return slot;
}

// Rule 3.
Planner::Found Planner::equation(const Goal& goal, int depth) {
    const auto& list = goal.conjuncts;
    const auto attempt = [&](std::size_t at, const Linear& sum, bool drop) -> Found {
        const int slot = lone_variable(goal, sum);
        if (slot < 0) return std::nullopt;
        Step step;
        step.kind = Step::assign;
        step.slot = static_cast<std::size_t>(slot);
        Linear rest(spec_, list[at]->place);
        rest.constant = sum.constant;
        for (std::size_t i = 0; i < sum.atoms.size(); ++i)
            if (is_open(goal.open, sum.atoms[i]))
                step.c = sum.coefs[i];
            else if (sum.coefs[i] != 0)
                rest.add(sum.coefs[i], sum.atoms[i]);
        step.e = rest.term();
        return assign(goal, at, drop && exact(sum), step, depth);
    };
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i]->op == Op::eq0)
            if (const Found f = attempt(i, sum_of(list[i]), true)) return f;
    for (std::size_t i = 0; i < list.size(); ++i)
        for (std::size_t j = i + 1; j < list.size() && list[i]->op == Op::eq0; ++j) {
            if (list[j]->op != Op::eq0) continue;
            Linear sum = sum_of(list[i]);
            sum.add(-1, list[j]);
            if (const Found f = attempt(i, sum, false)) return f;
        }
    return std::nullopt;
}

// The unassigned variable v if e is f(.., v), f increasing in its last argument and the other
// arguments assigned; else -1.
int Planner::increasing_in(const Goal& goal, const Expr* e) {
    if (e->op != Op::floor && (e->op != Op::call || !sequence(*e->item))) return -1;
    if (!is_open(goal.open, e->args.back())) return -1;
    for (std::size_t i = 0; i + 1 < e->args.size(); ++i)
        if (!closed(goal.open, e->args[i])) return -1;
    return static_cast<int>(e->args.back()->value);
}

// Rule 4.
Planner::Found Planner::increasing(const Goal& goal, int depth) {
    for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
        const Expr* e = goal.conjuncts[at];
        if (e->op != Op::eq0) continue;
        Linear sum = sum_of(e);
        const auto f = std::find_if(sum.atoms.begin(), sum.atoms.end(), [&](const Expr* atom) {
            return increasing_in(goal, atom) >= 0;
        });
        if (f == sum.atoms.end()) continue;
        const std::int64_t coef = sum.coefs[static_cast<std::size_t>(f - sum.atoms.begin())];
        const std::int64_t sign = coef > 0 ? 1 : -1;
        Step step;
        step.kind = Step::bisect;
        step.f = *f;
        step.slot = static_cast<std::size_t>(increasing_in(goal, *f));
        Linear rest(spec_, e->place);
        rest.add(sign, sum.constant);
        bool fits = coef != 0;
        for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
            Linear signed_term(spec_, e->place);
            signed_term.add(sign, sum.coefs[i]);
            const std::int64_t c = signed_term.constant;
            if (sum.atoms[i] == *f)
                step.c = c;
            else if (sum.atoms[i]->op == Op::var &&
                     sum.atoms[i]->value == static_cast<std::int64_t>(step.slot))
                step.d = c;
            else if (c != 0)
                rest.add(c, sum.atoms[i]), fits = fits && closed(goal.open, sum.atoms[i]);
        }
        if (!fits || step.d < 0) continue;
        step.e = rest.term();
        return assign(goal, at, exact(sum), step, depth);
    }
    return std::nullopt;
}

// Rule 5.
Planner::Found Planner::range(const Goal& goal, int depth) {
    for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
        const Expr* e = goal.conjuncts[at];
        if (e->op != Op::le0 && e->op != Op::eq0) continue;
        if (const Found f = bounded(goal, at, sum_of(e), depth)) return f;
        if (e->op == Op::le0) continue;
        Linear turned(spec_, e->place);
        turned.add(-1, e);
        if (const Found f = bounded(goal, at, turned, depth)) return f;
    }
    return std::nullopt;
}

// Rule 5 for sum <= 0: the greater side (negative coefficients) is assigned, the smaller is
// natural.
Planner::Found Planner::bounded(const Goal& goal, std::size_t at, const Linear& sum, int depth) {
    bool squares = false;
    Linear assigned(spec_, goal.conjuncts[at]->place);
    assigned.constant = sum.constant;
    for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
        const Expr* atom = sum.atoms[i];
        const bool shut = closed(goal.open, atom);
        if (sum.coefs[i] == 0) continue;
        if (sum.coefs[i] < 0 ? !shut : !natural(atom) && atom->op != Op::sq) return std::nullopt;
        squares = squares || (sum.coefs[i] > 0 && atom->op == Op::sq);
        if (shut) assigned.add(sum.coefs[i], atom);
    }
    if (squares && goal.conjuncts[at]->op == Op::eq0) return std::nullopt;
    for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
        const Expr* atom = sum.atoms[i];
        if (sum.coefs[i] <= 0 || closed(goal.open, atom)) continue;
        Step step;
        step.e = assigned.term();
        step.c = sum.coefs[i];
        if (atom->op == Op::sq) {
            const Linear root = sum_of(atom->args[0]);
            const int slot = lone_variable(goal, root);
            if (slot < 0 || sum.coefs[i] != 1) continue;
            step.kind = Step::root;
            step.slot = static_cast<std::size_t>(slot);
            Linear rest(spec_, atom->place);
            rest.constant = root.constant;
            for (std::size_t k = 0; k < root.atoms.size(); ++k)
                if (is_open(goal.open, root.atoms[k]))
                    step.c = root.coefs[k];
                else
                    rest.add(root.coefs[k], root.atoms[k]);
            step.f = rest.term();
            if (step.c != 1 && step.c != -1) continue;
            return assign(goal, at, false, step, depth);
        }
        const int increasing = increasing_in(goal, atom);
        if (squares || (increasing < 0 && !is_open(goal.open, atom))) continue;
        step.kind = Step::loop;
        if (increasing >= 0) step.f = atom;
        step.slot = static_cast<std::size_t>(increasing >= 0 ? increasing : atom->value);
        const bool whole =
            goal.conjuncts[at]->op == Op::le0 && exact(sum) && lone_variable(goal, sum) >= 0;
        return assign(goal, at, whole, step, depth);
    }
    return std::nullopt;
}

// The parts of a disjunction, each a list of literals; none if e is no disjunction.
std::vector<std::vector<Planner::Literal>> Planner::alternatives(const Expr* e) const {
    const bool negative = e->op == Op::not_;
    const Expr* d = negative ? e->args[0] : e;
    std::vector<std::vector<Literal>> parts;
    if (!negative && d->op == Op::in) {
        const auto width = static_cast<std::size_t>(d->value);
        for (std::size_t row = width; row < d->args.size(); row += width) {
            parts.emplace_back();
            for (std::size_t k = 0; k < width; ++k) {
                Linear sum(spec_, d->place);
                sum.add(1, d->args[k]);
                sum.add(-1, d->args[row + k]);
                parts.back().emplace_back(sum.compared(Op::eq0), true);
            }
        }
    }
    if (d->args.size() != 2) return parts;
    const Expr* a = d->args[0];
    const Expr* b = d->args[1];
    if (d->op == Op::iff) return {{{a, true}, {b, !negative}}, {{a, false}, {b, negative}}};
    if (!negative && d->op == Op::or_) return {{{a, true}}, {{b, true}}};
    if (!negative && d->op == Op::implies) return {{{a, false}}, {{b, true}}};
    if (negative && d->op == Op::and_) return {{{a, false}}, {{b, false}}};
    return parts;
}

// Rule 6.
Planner::Found Planner::split(const Goal& goal, int depth) {
    for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
        Step step;
        step.kind = Step::split;
        for (const auto& part : alternatives(goal.conjuncts[at])) {
            step.next.push_back(search(replaced(goal, at, part), depth + 1));
            if (!step.next.back()) break;
        }
        if (step.next.empty() || !step.next.back()) continue;
        repeats_ = true;
        return &steps_.emplace_back(std::move(step));
    }
    return std::nullopt;
}

// Rule 7.
Planner::Found Planner::unfold(const Goal& goal, int depth) {
    for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
        const Expr* e = goal.conjuncts[at];
        const bool positive = e->op != Op::not_;
        if (!positive) e = e->args[0];
        if (e->op != Op::rel) continue;
        const Step* found = search(replaced(goal, at, {{definition(e), positive}}), depth + 1);
        if (found) return found;
    }
    return std::nullopt;
}

const Expr* Planner::definition(const Expr* rel) const {
    std::vector<const Expr*> args;
    for (std::size_t i = 0; i < rel->args.size(); ++i) {
        const Variable& v = rel->item->raw_unit[i];
        args.push_back(guarded(spec_, *unit_, rel->args[i], v.low, v.high));
    }
    return Normal(spec_, *unit_, rel->item->raw_unit, std::move(args)).of(rel->item->raw);
}

void Planner::prepare(const Item& item) {
    if (item.prepared || !item.body) return;
    item.prepared = true;
    prepare(item.unit, item.body);
    if (item.measure) prepare(item.unit, item.measure);
    for (const Op op : {Op::forall, Op::exists, Op::unique, Op::count, Op::least, Op::rep})
        item.quantified = item.quantified || contains(item.body, op);
    for (const Item* used : item.uses)
        item.quantified = item.quantified || (used->quantified && !used->recursive);
}

void Planner::prepare(Unit& unit, const Expr* e) {
    if (e->planned) return;
    e->planned = true;
    if (e->item) prepare(*e->item);
    switch (e->op) {
        case Op::forall:
            e->plan = solve(unit, {negated(e->args[0])}, e->vars);
            break;
        case Op::exists:
        case Op::unique:
        case Op::count:
            e->plan = solve(unit, {e->args[0]}, e->vars);
            break;
        case Op::least:
            e->mex = mex(unit, e);
            if (!e->mex) e->plan = solve(unit, {e->args[0]}, e->vars);
            break;
        default:
            break;
    }
    for (const Expr* arg : e->args) prepare(unit, arg);
}

void Planner::prepare_steps(Unit& unit, const Step* step) {
    if (step->e) prepare(unit, step->e);
    if (step->f) prepare(unit, step->f);
    for (const Step* next : step->next) prepare_steps(unit, next);
}

const Mex* Planner::mex(Unit& unit, const Expr* least) {
    Mex all;
    if (!mex_parts(unit, least->vars[0], least->args[0], all.parts)) return nullptr;
    return &mexes_.emplace_back(std::move(all));
}

bool Planner::mex_parts(Unit& unit, int m, const Expr* e, std::vector<Mex>& parts) {
    if (e->op == Op::and_)
        return mex_parts(unit, m, e->args[0], parts) && mex_parts(unit, m, e->args[1], parts);
    if (e->op != Op::forall && e->op != Op::implies) return mex_atom(m, e, parts);
    const std::vector<int> vars = e->vars;
    if (e->op == Op::forall) e = e->args[0];
    std::vector<const Expr*> hypotheses;
    for (; e->op == Op::implies && !occurs(e->args[0], m); e = e->args[1])
        hypotheses.push_back(e->args[0]);
    Mex part;
    if (!mex_parts(unit, m, e, part.parts)) return false;
    part.plan = solve(unit, hypotheses, vars);
    if (!part.plan) return false;
    parts.push_back(std::move(part));
    return true;
}

// m >= e or m != e, from a linear form in which m stands once, with coefficient 1 or -1.
bool Planner::mex_atom(int m, const Expr* e, std::vector<Mex>& parts) const {
    if (e->op != Op::le0 && e->op != Op::ne0) return false;
    const Expr* variable = nullptr;
    std::int64_t coef = 0;
    for (std::size_t i = 0; i < e->args.size(); ++i)
        if (e->args[i]->op == Op::var && e->args[i]->value == m)
            variable = e->args[i], coef = e->coefs[i];
        else if (occurs(e->args[i], m))
            return false;
    if (coef != -1 && (coef != 1 || e->op == Op::le0)) return false;
    Linear rest(spec_, e->place);
    rest.add(-coef, e);
    rest.add(1, variable);
    Mex part;
    part.kind = e->op == Op::le0 ? Mex::above : Mex::exclude;
    part.e = rest.term();
    parts.push_back(std::move(part));
    return true;
}

const Sequence* Planner::sequence(const Item& def) {
    if (!def.recursive) return nullptr;
    auto [it, fresh] = sequences_.try_emplace(&def);
    Sequence found;
    if (fresh && find_sequence(def, found)) it->second = std::move(found);
    return it->second ? &*it->second : nullptr;
}

bool Planner::find_sequence(const Item& def, Sequence& found) const {
    const std::int64_t n = def.parameters - 1;
    const Expr* e = def.body;
    if (def.measure->op != Op::var || def.measure->value != n || e->op != Op::least) return false;
    const int m = e->vars[0];
    std::vector<const Expr*> todo = {e->args[0]};
    std::vector<Mex> above;
    std::vector<Mex> exclude;
    int index = -1;
    while (!todo.empty()) {
        e = todo.back();
        todo.pop_back();
        if (e->op == Op::and_) {
            todo.insert(todo.end(), e->args.begin(), e->args.end());
        } else if (e->op == Op::forall && index < 0 && e->vars.size() == 1) {
            index = e->vars[0];
            e = e->args[0];
            if (e->op != Op::implies || !is_less(e->args[0], index, n)) return false;
            std::vector<const Expr*> parts = {e->args[1]};
            while (!parts.empty()) {
                e = parts.back();
                parts.pop_back();
                if (e->op == Op::and_)
                    parts.insert(parts.end(), e->args.begin(), e->args.end());
                else if (e->op != Op::ne0 || !mex_atom(m, e, exclude))
                    return false;
            }
        } else if (e->op != Op::le0 || !mex_atom(m, e, above)) {
            return false;
        }
    }
    if (index < 0) return false;
    bool itself = false;
    for (const Mex& part : above) {
        if (!plain_term(def, -1, part.e)) return false;
        found.above.push_back(part.e);
    }
    for (const Mex& part : exclude) {
        if (!plain_term(def, index, part.e)) return false;
        itself = itself || (part.e->op == Op::call && part.e->item == &def);
        found.exclude.push_back(part.e);
    }
    found.index = static_cast<std::size_t>(index);
    return itself;
}

}  // namespace mexcheck
