// From raw expressions to normal form: `let` expanded, comparisons of numbers turned into one
// linear form compared with 0 (like terms collected), bound variables given slots of the target
// unit.
//
// A term with coefficient 0 stays in a linear form unless it is a variable: it counts as absent
// when an equation is solved, but it is still evaluated, so that an undefined value is never
// cancelled. Every node made here counts against a budget, so a chain of doubling `let`s cannot
// grow unbounded.
#pragma once

#include "spec.h"

namespace mexcheck {

class Normal {
  public:
    // The result belongs to `unit`; the slots of `raw_unit` are replaced one by one.
    Normal(const Spec& spec, Unit& unit, const Unit& raw_unit,
           std::vector<const Expr*> substitution)
        : spec_(spec), unit_(unit), names_(raw_unit), subst_(std::move(substitution)) {}

    const Expr* of(const Expr* raw);

  private:
    const Expr* arithmetic(const Expr* raw);
    const Expr* product(const Expr* raw);
    const Expr* call(const Expr* raw);
    const Expr* comparison(const Expr* raw);
    const Expr* membership(const Expr* raw);
    Expr* copy(const Expr* raw);

    const Spec& spec_;
    Unit& unit_;
    const Unit& names_;
    std::vector<const Expr*> subst_;
};

// A sum under construction.
class Linear {
  public:
    explicit Linear(const Spec& spec, const Place& place) : spec_(spec), place_(place) {}
    void add(std::int64_t factor, const Expr* e);
    void add(std::int64_t factor, std::int64_t constant);
    const Expr* term() const;     // as a number; a lone variable or call stays itself
    Expr* compared(Op op) const;  // as eq0, ne0 or le0
    std::int64_t constant = 0;
    std::vector<std::int64_t> coefs;
    std::vector<const Expr*> atoms;

  private:
    const Spec& spec_;
    Place place_;
};

bool same(const Expr* a, const Expr* b);  // equal as trees
bool contains(const Expr* e, Op op);      // in the tree itself, not through items
bool occurs(const Expr* e, int slot);     // anywhere in the tree
bool natural(const Expr* e);              // natural-valued (language.md 5.1), from the text alone

// e guarded by low <= e <= high, unless the text alone shows it.
const Expr* guarded(const Spec& spec, const Unit& unit, const Expr* e, std::int64_t low,
                    std::int64_t high);

// Variables of `unit` for all of its first slots.
std::vector<const Expr*> identity(const Spec& spec, const Unit& unit);

// Fills body, measure, unit and `fixed` of an item.
void normalise_item(const Spec& spec, Item& item);

// A new node. Nodes (and what else `spend` is told) are counted since `reset_budget`, visits in
// `occurs` too; beyond the limits: declined.
Expr* make(const Spec& spec, Op op, Sort sort, const Place& place, std::vector<const Expr*> args);
void spend(std::size_t units);
void reset_budget();

}  // namespace mexcheck
