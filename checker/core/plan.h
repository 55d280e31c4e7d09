// Plans: how all solutions of a list of conjuncts are enumerated (language.md 5.1), found once from
// the text, before anything is evaluated.
//
// A plan is a tree of steps that assign one variable after the other; a conjunct is tested as soon
// as its variables are assigned, in the order of the conjuncts. That a plan misses no solution is
// argued for each rule in trust.md. No plan: the construct cannot be decided by solving. Cost: the
// search is exponential in the number of nested disjunctions that lead nowhere; the nodes it makes
// count against the budget of normal.h.
#pragma once

#include <optional>

#include "normal.h"

namespace mexcheck {

struct Step {
    enum Kind {
        yield,   // a solution
        test,    // go on if `e` is true
        assign,  // d * slot + e = 0
        bisect,  // c * f + d * slot + e = 0 with f increasing in slot; c > 0, d >= 0
        loop,    // slot = 0, 1, .. while c * slot (or c * f, f increasing in slot) + e <= 0
        root,    // slot with (d * slot + f)^2 + e <= 0, d = 1 or -1
        split    // each of `next`
    };
    Kind kind = yield;
    Int slot = -1;
    const Expr* e = nullptr;
    const Expr* f = nullptr;
    Int c = 0;
    Int d = 0;
    std::vector<const Step*> next = {};
};

struct Plan {
    const Step* first = nullptr;
    bool repeats = false;  // the same solution may come twice (a split, or auxiliary variables)
};

// The values that a formula of mex shape excludes for m.
struct Mex {
    enum Kind {
        exclude,  // e
        above,    // what is less than e
        under     // what the parts exclude, for each solution of the hypotheses in the variables
    };
    Kind kind = under;
    const Expr* e = nullptr;
    std::vector<int> vars;
    Exprs hypotheses;
    const Plan* plan = nullptr;
    std::vector<Mex> parts;
};

constexpr int kMaxDepth = 400;  // steps in a row: bounds the recursion of search and evaluation

inline bool closed(const std::vector<int>& open, const Expr* e) {
    return std::none_of(open.begin(), open.end(), [&](int v) { return occurs(e, v); });
}

inline bool is_open(const std::vector<int>& open, const Expr* e) {
    return e->op == Op::var && std::count(open.begin(), open.end(), e->value) != 0;
}

// Whether no term was cancelled, so that the sum says all that was written.
inline bool exact(const Linear& sum) {
    return std::count(sum.coefs.begin(), sum.coefs.end(), 0) == 0;
}

// In a def f of sequence shape: t does not hold n, and calls f only as f(p, .., i) (not at all if i
// is -1).
inline bool plain_term(const Item& def, Int i, const Expr* t) {
    const auto n = static_cast<Int>(def.parameters) - 1;
    if (t->op == Op::var) return t->value != n;
    if (t->op != Op::call || t->item != &def)
        return std::all_of(t->args.begin(), t->args.end(),
                           [&](const Expr* a) { return plain_term(def, i, a); });
    for (Int k = 0; k <= n; ++k) {
        const Expr* arg = t->args[static_cast<std::size_t>(k)];
        if (arg->op != Op::var || arg->value != (k == n ? i : k)) return false;
    }
    return true;
}

class Planner {
  public:
    // Solves `conjuncts` for `vars`, in the frame of `unit`; null if that does not succeed.
    const Plan* solve(Unit& unit, const Exprs& conjuncts, const std::vector<int>& vars) {
        unit_ = &unit;
        repeats_ = false;
        Goal goal{{}, vars};
        for (const Expr* e : conjuncts) flatten(goal, e, true);
        const Step* first = search(std::move(goal), 0);
        if (!first) return nullptr;
        const Plan* plan = &plans_.emplace_back(Plan{first, repeats_});
        prepare_steps(unit, first);
        return plan;
    }

    // Plans every quantifier in all that is reached. To be called before evaluation.
    void prepare(const Item& item) {
        if (item.prepared || !item.body) return;
        item.prepared = true;
        prepare(item.unit, item.body);
        if (item.measure) prepare(item.unit, item.measure);
        item.remembered = any_node(item.body, [](const Expr* e) {
            return e->plan || e->mex || e->op == Op::rep ||
                   (e->op == Op::call && e->item->remembered && !e->item->recursive);
        });
    }

    void prepare(Unit& unit, const Expr* e) {
        if (e->planned) return;
        e->planned = true;
        if (e->item) prepare(*e->item);
        if (e->op == Op::least) {
            Mex mex;
            if (mex_parts(e->vars[0], e->args[0], mex.parts) && plan_parts(unit, mex.parts))
                e->mex = &mexes_.emplace_back(std::move(mex));
        }
        if (e->op == Op::forall)
            e->plan = solve(unit, {negated(e->args[0])}, e->vars);
        else if (e->op == Op::exists || e->op == Op::unique || e->op == Op::count ||
                 (e->op == Op::least && !e->mex))
            e->plan = solve(unit, {e->args[0]}, e->vars);
        for (const Expr* arg : e->args) prepare(unit, arg);
    }

    // What a def of sequence shape (language.md 5.2) excludes: lower bounds, and one `under`, of
    // the variable i, that holds exclusions only. Null for other defs.
    const Mex* sequence(const Item& def) {
        if (!def.recursive) return nullptr;
        const auto [it, fresh] = sequences_.try_emplace(&def);
        Mex found;
        if (fresh && is_sequence(def, found)) it->second = std::move(found);
        return it->second ? &*it->second : nullptr;
    }

  private:
    struct Goal {
        Exprs conjuncts;
        std::vector<int> open;  // the unassigned variables
    };
    // Nothing: the rule does not apply. Null: it applies, and the rest cannot be solved.
    using Found = std::optional<const Step*>;
    using Literal = std::pair<const Expr*, bool>;  // an expression or its negation

    // Rule 1. An `exists` of which all other variables are assigned is left to be tested as a
    // whole.
    void flatten(Goal& goal, const Expr* e, bool positive) {
        if (e->op == Op::not_) return flatten(goal, e->args[0], !positive);
        if (e->op == Op::constant && (e->value == 1) == positive) return;
        if (e->op == (positive ? Op::and_ : Op::or_)) {
            for (const Expr* part : e->args) flatten(goal, part, positive);
        } else if (e->op == Op::implies && !positive) {
            flatten(goal, e->args[0], true);
            flatten(goal, e->args[1], false);
        } else if (e->op == (positive ? Op::exists : Op::forall) && !closed(goal.open, e)) {
            goal.open.insert(goal.open.end(), e->vars.begin(), e->vars.end());
            repeats_ = true;
            flatten(goal, e->args[0], positive);
        } else {
            goal.conjuncts.push_back(positive ? e : negated(e));
        }
    }

    const Expr* negated(const Expr* e) const {
        if (e->op != Op::le0) return make(Op::not_, Sort::truth, e->place, {e});
        Linear above(-1, e);
        above.add(1, 1);
        return above.compared(Op::le0);
    }

    // The goal with the parts in the place of one conjunct.
    Goal replaced(const Goal& goal, std::size_t at, const std::vector<Literal>& parts) {
        const auto place = goal.conjuncts.begin() + static_cast<std::ptrdiff_t>(at);
        Goal result{{goal.conjuncts.begin(), place}, goal.open};
        for (const auto& [e, positive] : parts) flatten(result, e, positive);
        result.conjuncts.insert(result.conjuncts.end(), place + 1, goal.conjuncts.end());
        return result;
    }

    const Step* search(Goal goal, int depth) {
        spend(1 + goal.conjuncts.size());
        if (depth > kMaxDepth) fail(Kind::declined, "plan", "work limit: too many steps to solve");
        for (std::size_t i = 0; i < goal.conjuncts.size(); ++i)
            if (closed(goal.open, goal.conjuncts[i])) {
                const Step step{.kind = Step::test, .e = goal.conjuncts[i]};
                return go_on(std::move(goal), i, true, step, depth);
            }
        if (goal.open.empty()) return &steps_.emplace_back();
        Found found = equation(goal, depth);
        if (!found) found = increasing(goal, depth);
        if (!found) found = range(goal, depth);
        if (!found) found = split(goal, depth);
        if (!found) found = unfold(goal, depth);
        return found.value_or(nullptr);
    }

    // Puts `step` in front of the solution of the rest: without conjunct `at` if `drop`, and
    // without the variable that the step assigns.
    const Step* go_on(Goal goal, std::size_t at, bool drop, Step step, int depth) {
        if (drop) goal.conjuncts.erase(goal.conjuncts.begin() + static_cast<std::ptrdiff_t>(at));
        std::erase(goal.open, step.slot);
        const Step* rest = search(std::move(goal), depth + 1);
        if (!rest) return nullptr;
        step.next = {rest};
        return &steps_.emplace_back(std::move(step));
    }

    // The sum as c * f + d * slot + e, if exactly one unassigned variable stands there, linearly (f
    // null) or also as the last argument of one increasing function f, and nowhere else.
    std::optional<Step> isolated(const Goal& goal, const Linear& sum) {
        Step step;
        Linear rest(sum);
        rest.coefs.clear();
        rest.atoms.clear();
        for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
            const Expr* atom = sum.atoms[i];
            if (sum.coefs[i] == 0) continue;
            if (closed(goal.open, atom)) {
                rest.add(sum.coefs[i], atom);
                continue;
            }
            const bool plain = atom->op == Op::var;
            const Int slot = plain ? atom->value : increasing_in(goal, atom);
            if (slot < 0 || (step.slot >= 0 && step.slot != slot) || (!plain && step.f)) return {};
            step.slot = slot;
            (plain ? step.d : step.c) = sum.coefs[i];
            if (!plain) step.f = atom;
        }
        if (step.slot < 0) return {};
        step.e = rest.term();
        return step;
    }

    // Rule 3.
    Found equation(const Goal& goal, int depth) {
        const auto& list = goal.conjuncts;
        const auto attempt = [&](std::size_t at, const Linear& sum, bool drop) -> Found {
            auto step = isolated(goal, sum);
            if (!step || step->f) return {};
            step->kind = Step::assign;
            return go_on(goal, at, drop && exact(sum), *step, depth);
        };
        for (std::size_t i = 0; i < list.size(); ++i)
            if (list[i]->op == Op::eq0)
                if (const Found f = attempt(i, Linear(1, list[i]), true)) return f;
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t j = i + 1; j < list.size() && list[i]->op == Op::eq0; ++j) {
                if (list[j]->op != Op::eq0) continue;
                Linear sum(1, list[i]);
                sum.add(-1, list[j]);
                if (const Found f = attempt(i, sum, false)) return f;
            }
        return {};
    }

    // The unassigned variable v if e is f(.., v), f increasing in its last argument and the other
    // arguments assigned; else -1.
    Int increasing_in(const Goal& goal, const Expr* e) {
        if (e->op != Op::floor && (e->op != Op::call || !sequence(*e->item))) return -1;
        const bool fits = is_open(goal.open, e->args.back()) &&
                          std::all_of(e->args.begin(), e->args.end() - 1,
                                      [&](const Expr* a) { return closed(goal.open, a); });
        return fits ? e->args.back()->value : -1;
    }

    // Rule 4.
    Found increasing(const Goal& goal, int depth) {
        for (std::size_t at = 0; at < goal.conjuncts.size(); ++at)
            for (const int sign : {1, -1}) {
                if (goal.conjuncts[at]->op != Op::eq0) continue;
                const Linear sum(sign, goal.conjuncts[at]);
                auto step = isolated(goal, sum);
                if (!step || !step->f || step->c < 0 || step->d < 0) continue;
                step->kind = Step::bisect;
                return go_on(goal, at, exact(sum), *step, depth);
            }
        return {};
    }

    // Rule 5.
    Found range(const Goal& goal, int depth) {
        for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
            const Expr* e = goal.conjuncts[at];
            for (const int sign : {1, -1})
                if (e->op == Op::eq0 || (e->op == Op::le0 && sign == 1))
                    if (const Found f = bounded(goal, at, Linear(sign, e), depth)) return f;
        }
        return {};
    }

    // Rule 5 for sum <= 0: the greater side (negative coefficients) is assigned, the smaller is
    // natural.
    Found bounded(const Goal& goal, std::size_t at, const Linear& sum, int depth) {
        const bool equation = goal.conjuncts[at]->op == Op::eq0;
        bool squares = false;
        Linear assigned(goal.conjuncts[at]->place);
        assigned.constant = sum.constant;
        for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
            const Expr* atom = sum.atoms[i];
            const bool shut = closed(goal.open, atom);
            if (sum.coefs[i] == 0) continue;
            if (sum.coefs[i] < 0 ? !shut : !natural(atom) && atom->op != Op::sq) return {};
            squares = squares || (sum.coefs[i] > 0 && atom->op == Op::sq);
            if (shut) assigned.add(sum.coefs[i], atom);
        }
        if (squares && equation) return {};
        for (std::size_t i = 0; i < sum.atoms.size(); ++i) {
            const Expr* atom = sum.atoms[i];
            if (sum.coefs[i] <= 0 || closed(goal.open, atom)) continue;
            Step step{.e = assigned.term(), .c = sum.coefs[i]};
            if (atom->op == Op::sq) {
                const auto root = isolated(goal, Linear(1, atom->args[0]));
                if (!root || root->f || step.c != 1 || (root->d != 1 && root->d != -1)) continue;
                step.kind = Step::root;
                step.slot = root->slot;
                step.d = root->d;
                step.f = root->e;
                return go_on(goal, at, false, step, depth);
            }
            const Int v = increasing_in(goal, atom);
            if (squares || (v < 0 && !is_open(goal.open, atom))) continue;
            step.kind = Step::loop;
            step.slot = v >= 0 ? v : atom->value;
            step.f = v >= 0 ? atom : nullptr;
            const auto alone = isolated(goal, sum);
            const bool whole = !equation && exact(sum) && alone && !alone->f;
            return go_on(goal, at, whole, step, depth);
        }
        return {};
    }

    // The parts of a disjunction, each a list of literals; none if e is no disjunction.
    std::vector<std::vector<Literal>> alternatives(const Expr* e) const {
        const bool positive = e->op != Op::not_;
        if (!positive) e = e->args[0];
        if (e->op == Op::iff || e->op == (positive ? Op::or_ : Op::and_) ||
            (positive && e->op == Op::implies)) {
            const Expr* a = e->args[0];
            const Expr* b = e->args[1];
            if (e->op == Op::iff) return {{{a, true}, {b, positive}}, {{a, false}, {b, !positive}}};
            return {{{a, e->op == Op::or_}}, {{b, positive}}};
        }
        std::vector<std::vector<Literal>> parts;
        if (e->op != Op::in || !positive) return parts;
        const auto width = static_cast<std::size_t>(e->value);
        for (std::size_t i = width; i < e->args.size(); ++i) {
            if (i % width == 0) parts.emplace_back();
            Linear difference(1, e->args[i % width]);
            difference.add(-1, e->args[i]);
            parts.back().emplace_back(difference.compared(Op::eq0), true);
        }
        return parts;
    }

    // Rule 6.
    Found split(const Goal& goal, int depth) {
        for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
            Step step{.kind = Step::split};
            for (const auto& part : alternatives(goal.conjuncts[at])) {
                step.next.push_back(search(replaced(goal, at, part), depth + 1));
                if (!step.next.back()) break;
            }
            if (step.next.empty() || !step.next.back()) continue;
            repeats_ = true;
            return &steps_.emplace_back(std::move(step));
        }
        return {};
    }

    // Rule 7.
    Found unfold(const Goal& goal, int depth) {
        for (std::size_t at = 0; at < goal.conjuncts.size(); ++at) {
            const Expr* e = goal.conjuncts[at];
            const bool positive = e->op != Op::not_;
            if (!positive) e = e->args[0];
            if (e->op != Op::call) continue;
            const Step* found = search(replaced(goal, at, {{definition(e), positive}}), depth + 1);
            if (found) return found;
        }
        return {};
    }

    const Expr* definition(const Expr* call) const {
        Exprs args;
        for (std::size_t i = 0; i < call->args.size(); ++i)
            args.push_back(guarded(*unit_, call->args[i], call->item->raw_unit[i]));
        return normal_form(*unit_, call->item->raw_unit, std::move(args), call->item->raw);
    }

    void prepare_steps(Unit& unit, const Step* step) {
        if (step->e) prepare(unit, step->e);
        if (step->f) prepare(unit, step->f);
        for (const Step* next : step->next) prepare_steps(unit, next);
    }

    bool mex_parts(Int m, const Expr* e, std::vector<Mex>& parts) const {
        if (e->op == Op::and_)
            return mex_parts(m, e->args[0], parts) && mex_parts(m, e->args[1], parts);
        if (e->op != Op::forall && e->op != Op::implies) return mex_atom(m, e, parts);
        Mex part;
        part.vars = e->vars;
        if (e->op == Op::forall) e = e->args[0];
        for (; e->op == Op::implies && !occurs(e->args[0], m); e = e->args[1])
            part.hypotheses.push_back(e->args[0]);
        if (e->op == Op::implies || !mex_parts(m, e, part.parts)) return false;
        parts.push_back(std::move(part));
        return true;
    }

    // m >= e or m != e, from a linear form in which m stands once, with coefficient 1 or -1.
    bool mex_atom(Int m, const Expr* e, std::vector<Mex>& parts) const {
        Mex part;
        part.kind = e->op == Op::le0 ? Mex::above : Mex::exclude;
        if (part.kind == Mex::exclude) {
            if (e->op != Op::not_ || e->args[0]->op != Op::eq0) return false;
            e = e->args[0];
        }
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            const Int coef = e->coefs[i];
            if (e->args[i]->op != Op::var || e->args[i]->value != m) continue;
            if (coef != -1 && (coef != 1 || part.kind == Mex::above)) return false;
            Linear rest(-coef, e);
            rest.add(1, e->args[i]);
            part.e = rest.term();
            parts.push_back(part);
            return !occurs(part.e, m);
        }
        return false;
    }

    bool plan_parts(Unit& unit, std::vector<Mex>& parts) {
        for (Mex& part : parts) {
            if (part.kind != Mex::under) continue;
            if (!plan_parts(unit, part.parts)) return false;
            part.plan = solve(unit, part.hypotheses, part.vars);
            if (!part.plan) return false;
        }
        return true;
    }

    bool is_sequence(const Item& def, Mex& found) const {
        const auto n = static_cast<Int>(def.parameters) - 1;
        const Expr* least = def.body;
        if (def.measure->op != Op::var || def.measure->value != n || least->op != Op::least ||
            !mex_parts(least->vars[0], least->args[0], found.parts))
            return false;
        const Mex* under = nullptr;
        for (const Mex& part : found.parts) {
            if (part.kind == Mex::exclude || (part.kind == Mex::under && under)) return false;
            if (part.kind == Mex::above && !plain_term(def, -1, part.e)) return false;
            if (part.kind == Mex::under) under = &part;
        }
        if (!under || under->vars.size() != 1 || under->hypotheses.size() != 1) return false;
        // The hypothesis is i < n, that is i - n + 1 <= 0.
        const Int i = under->vars[0];
        Linear rest(1, under->hypotheses[0]);
        rest.add(-1, make(Op::var, Sort::number, {}, {}, i));
        rest.add(1, def.measure);
        if (under->hypotheses[0]->op != Op::le0 || !rest.atoms.empty() || rest.constant != 1)
            return false;
        bool itself = false;
        for (const Mex& part : under->parts) {
            if (part.kind != Mex::exclude || !plain_term(def, i, part.e)) return false;
            itself = itself || (part.e->op == Op::call && part.e->item == &def);
        }
        return itself;
    }

    Unit* unit_ = nullptr;
    bool repeats_ = false;
    std::deque<Step> steps_;
    std::deque<Plan> plans_;
    std::deque<Mex> mexes_;
    std::map<const Item*, std::optional<Mex>> sequences_;
};

}  // namespace mexcheck
