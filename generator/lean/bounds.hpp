// Upper bounds of the variables of a quantifier that its formula implies for all naturals: a loop
// below the bound decides the quantifier. The rules are those of solving (spec/language.md 5.1):
// equations, `<`, `<=` with a natural-valued term that is at least v on the smaller side, sums of
// squares, disjunctions, unfolding of relations and sets.
// Cost: linear in the unfolded formula.
#pragma once

#include "lean/translator.hpp"

namespace mexcert::lean {

// In an environment an unbound variable stands for itself under this name.
[[nodiscard]] std::string open_name(const Variable& variable);

// v < count at every solution.
struct Bound {
    TermPtr count;
    // The hypothesis or conjunct that says just this, if there is one.
    const Expr* source = nullptr;
};

class Bounds {
  public:
    explicit Bounds(Translator& translator) : translator_(translator) {}

    // A bound of `variable` where `formula` holds (or fails: `negated`), free of open variables.
    std::optional<Bound> bound(const Expr& formula, bool negated, const Variable& variable,
                               const Environment& environment);

  private:
    std::optional<Bound> formula(const Expr& expr, bool negated, const Environment& environment);
    std::optional<Bound> all_of(const Expr& a, bool a_negated, const Expr& b, bool b_negated,
                                const Environment& environment);
    std::optional<Bound> any_of(const Expr& a, bool a_negated, const Expr& b, bool b_negated,
                                const Environment& environment);
    std::optional<Bound> equivalence(const Expr& expr, bool negated,
                                     const Environment& environment);
    std::optional<Bound> atom(const Expr& expr, bool negated, const Environment& environment);
    std::optional<Bound> in_list(const Expr& expr, const Environment& environment);
    std::optional<Bound> unfolded(const Expr& expr, bool negated, const Environment& environment);
    std::optional<Bound> quantified(const Expr& expr, bool negated, const Environment& environment);
    std::optional<Bound> at_most(const Integer& small, const Integer& large, bool strict);
    std::optional<Bound> of_summand(const Term& summand, const TermPtr& most, bool strict);
    bool at_least(const Term& term);

    Translator& translator_;
    std::string name_;  // the variable's open name
};

}  // namespace mexcert::lean
