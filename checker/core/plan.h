// Plans: how all solutions of a list of conjuncts are enumerated (language.md 5.1), found once from
// the text, before anything is evaluated.
//
// A plan is a tree of steps that assign one variable after the other; a conjunct is tested as soon
// as its variables are assigned, in the order of the conjuncts. That a plan misses no solution is
// argued for each rule in trust.md. No plan: the construct cannot be decided by solving. Cost: the
// search is exponential in the number of nested disjunctions that lead nowhere; the nodes it makes
// count against the budget of normal.h.
#pragma once

#include "normal.h"

namespace mexcheck {

struct Step {
    enum Kind {
        yield,   // a solution
        test,    // go on if `e` is true
        assign,  // c * slot + e = 0
        bisect,  // c * f + d * slot + e = 0 with f increasing in slot; c > 0, d >= 0
        loop,    // slot = 0, 1, .. while c * slot (or c * f, f increasing in slot) + e <= 0
        root,    // slot with (c * slot + f)^2 + e <= 0, c = 1 or -1
        split    // each of `next`
    };
    Kind kind = yield;
    std::size_t slot = 0;
    const Expr* e = nullptr;
    const Expr* f = nullptr;
    std::int64_t c = 0;
    std::int64_t d = 0;
    std::vector<const Step*> next;
};

struct Plan {
    const Step* first = nullptr;
    std::vector<int> vars;
    bool repeats = false;  // the same solution may come twice (a split, or auxiliary variables)
};

// `least m with A` of mex shape: parts that exclude values of m.
struct Mex {
    enum Kind {
        exclude,
        above,
        under
    };  // m != e; m >= e; the parts hold for each solution of plan
    Kind kind = under;
    const Expr* e = nullptr;
    const Plan* plan = nullptr;  // `under`: without one, always
    std::vector<Mex> parts;
};

// A def of sequence shape (language.md 5.2): the lower bounds of m and the values that i excludes.
struct Sequence {
    std::size_t index = 0;  // the slot of i
    std::vector<const Expr*> above;
    std::vector<const Expr*> exclude;
};

class Planner {
  public:
    explicit Planner(const Spec& spec) : spec_(spec) {}

    // Solves `conjuncts` for `vars`, in the frame of `unit`; null if that does not succeed.
    const Plan* solve(Unit& unit, const std::vector<const Expr*>& conjuncts,
                      const std::vector<int>& vars);
    // Plans every quantifier in `e` and in all that it reaches. To be called before evaluation.
    void prepare(Unit& unit, const Expr* e);
    void prepare(const Item& item);
    const Sequence* sequence(const Item& def);

  private:
    struct Goal {
        std::vector<const Expr*> conjuncts;
        std::vector<int> open;  // the unassigned variables
    };
    // Nothing: the rule does not apply. Null: it applies, and the rest cannot be solved.
    using Found = std::optional<const Step*>;
    using Literal = std::pair<const Expr*, bool>;  // an expression or its negation

    const Step* search(Goal goal, int depth);
    Found equation(const Goal& goal, int depth);
    Found increasing(const Goal& goal, int depth);
    Found range(const Goal& goal, int depth);
    Found bounded(const Goal& goal, std::size_t at, const Linear& sum, int depth);
    Found split(const Goal& goal, int depth);
    Found unfold(const Goal& goal, int depth);

    const Step* assign(Goal goal, std::size_t at, bool drop, Step step, int depth);
    Goal replaced(const Goal& goal, std::size_t at, const std::vector<Literal>& parts);
    void flatten(Goal& goal, std::vector<const Expr*>& out, const Expr* e, bool positive);
    std::vector<std::vector<Literal>> alternatives(const Expr* e) const;
    const Expr* negated(const Expr* e) const;
    const Expr* definition(const Expr* rel) const;
    int lone_variable(const Goal& goal, const Linear& sum) const;
    int increasing_in(const Goal& goal, const Expr* e);
    Linear sum_of(const Expr* e) const;

    void prepare_steps(Unit& unit, const Step* step);
    const Mex* mex(Unit& unit, const Expr* least);
    bool mex_parts(Unit& unit, int m, const Expr* e, std::vector<Mex>& parts);
    bool mex_atom(int m, const Expr* e, std::vector<Mex>& parts) const;
    bool find_sequence(const Item& def, Sequence& found) const;

    const Spec& spec_;
    Unit* unit_ = nullptr;
    bool repeats_ = false;
    std::deque<Step> steps_;
    std::deque<Plan> plans_;
    std::deque<Mex> mexes_;
    std::map<const Item*, std::optional<Sequence>> sequences_;
};

}  // namespace mexcheck
