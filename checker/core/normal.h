// From raw expressions to normal form: `let` expanded, comparisons of numbers turned into one
// linear form compared with 0 (like terms collected), bound variables given slots of the target
// unit.
//
// A term with coefficient 0 stays in a linear form unless it is a variable: it counts as absent
// when an equation is solved, but it is still evaluated, so that an undefined value is never
// cancelled. Terms may share subtrees, so a chain of doubling `let`s could stand for a tree of any
// size: trees are bounded by `kMaxSize`, and the nodes made and visited count against a budget.
#pragma once

#include <algorithm>

#include "spec.h"

namespace mexcheck {

// A sum under construction: constant + coefs * atoms.
class Linear {
  public:
    explicit Linear(const Place& place) : place_(place) {}
    Linear(Int factor, const Expr* e) : place_(e->place) { add(factor, e); }
    void add(Int factor, const Expr* e);
    void add(Int factor, Int value);
    const Expr* term() const;     // as a number; a lone variable or call stays itself
    Expr* compared(Op op) const;  // as eq0 or le0
    Int constant = 0;
    Word coefs;
    Exprs atoms;

  private:
    Place place_;
};

// Whether some node of the tree (not through items) passes the test.
template <class Test>
bool any_node(const Expr* e, const Test& test) {
    return test(e) || std::any_of(e->args.begin(), e->args.end(),
                                  [&](const Expr* a) { return any_node(a, test); });
}
bool same(const Expr* a, const Expr* b);  // equal as trees
bool contains(const Expr* e, Op op);
bool occurs(const Expr* e, Int slot);
bool natural(const Expr* e);  // natural-valued (language.md 5.1), from the text alone

// e guarded by the domain, unless the text alone shows that it lies there.
const Expr* guarded(const Unit& unit, const Expr* e, const Variable& domain);

// Variables of `unit` for all of its slots.
Exprs identity(const Unit& unit);

// The raw expression over `raw_unit` in normal form over `unit`: variable i is replaced by
// `substitution[i]`, and what is bound in it gets new slots.
const Expr* normal_form(Unit& unit, const Unit& raw_unit, Exprs substitution, const Expr* raw);

// Fills body, measure, unit and `fixed` of an item.
void normalise_item(Item& item);

// A new node. Nodes (and what else `spend` is told) and visits of nodes are counted since
// `reset_budget`; beyond the limits: declined.
Expr* make(Op op, Sort sort, const Place& place, Exprs args, Int value = 0);
void spend(std::size_t units);
void reset_budget();

}  // namespace mexcheck
