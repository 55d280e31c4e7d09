// Terms and formulas of statement files as terms of the exported part of Lean.
// Integers are pairs of natural numbers, plus and minus; comparisons move the minus to the other
// side, so that no subtraction is cut off at 0. Quantifiers are loops below bounds: a bound that
// the formula itself implies for all naturals (lean/bounds.hpp), else `witnessLimit`, which narrows
// what is said and is reported.
// Errors: the first construct that is not supported, with its place (kDeclined).
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "evaluation/evaluator.hpp"
#include "lean/names.hpp"
#include "lean/term.hpp"

namespace mexcert::lean {

// The integer plus - minus; no minus: 0.
struct Integer {
    TermPtr plus;
    TermPtr minus;
};

// What the variables in scope stand for, by their ids.
using Environment = std::map<int, TermPtr>;

class Translator {
  public:
    Translator(Engine& engine, const Names& names) : engine_(engine), names_(names) {}

    [[nodiscard]] TermPtr formula(const Expr& expr, const Environment& environment);
    [[nodiscard]] Integer integer(const Expr& expr, const Environment& environment);
    // A term that must be a natural.
    [[nodiscard]] TermPtr natural(const Expr& expr, const Environment& environment);
    [[nodiscard]] TermPtr word(const Expr& expr, const Environment& environment);

    [[nodiscard]] TermPtr as_natural(const Integer& value) const;

    // Loops over the variables around what `body` makes in the scope with them. They need only run
    // through the solutions of `condition`, or of its negation.
    struct Loops {
        std::string innermost;  // allBelow, existsBelow, countBelow
        std::string outer;      // allBelow, existsBelow, sumBelow
    };
    template <class Body>
    TermPtr loops(const std::vector<Variable>& variables, const Expr& condition, bool negated,
                  const Environment& environment, const Loops& kind, Body body);

    // Self-calls of this definition become calls of `self`; -1: none do.
    void translate_body_of(int item) { current_ = item; }
    // Calls of `let` are replaced by their text, as bounds need it.
    // Returns what was set before.
    bool expand_lets(bool expand) { return std::exchange(expand_, expand); }

    // The items called so far. A call of a recursive definition reads its tables.
    [[nodiscard]] const std::set<int>& called() const { return called_; }
    // Where `witnessLimit` was used: places and variables.
    [[nodiscard]] const std::vector<std::string>& narrowed() const { return narrowed_; }
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

    [[nodiscard]] Engine& engine() { return engine_; }
    // The recursive definition that a called function is; -1 if it is none.
    [[nodiscard]] int item_named(const std::string& name) const;
    void unsupported(const Place& place, const std::string& what);

    // What a translation leaves behind, so that one made for its bounds alone can be undone.
    struct State {
        std::set<int> called;
        std::vector<std::string> narrowed;
        std::set<const Expr*> implied;
        std::optional<Error> error;
    };
    [[nodiscard]] State state() const;
    void restore(State state);

  private:
    struct Loop {
        std::string name;
        TermPtr count;
    };
    std::vector<Loop> plan_loops(const std::vector<Variable>& variables, const Expr& condition,
                                 bool negated, Environment& inner);
    [[nodiscard]] static TermPtr wrap(const std::vector<Loop>& planned, const Loops& kind,
                                      TermPtr body);

    TermPtr comparison(const Expr& expr, const Environment& environment);
    TermPtr quantifier(const Expr& expr, const Environment& environment);
    TermPtr solutions(const Expr& expr, const Environment& environment);
    TermPtr in_list(const Expr& expr, const Environment& environment);
    TermPtr call_of(const Expr& expr, const Environment& environment);
    Integer number_call(const Expr& expr, const Environment& environment);
    Integer let_value(const Expr& expr, const Environment& environment);
    Integer product(const Expr& expr, const Environment& environment);
    Integer monus_of(const Expr& expr, const Environment& environment);
    Integer choice(const Expr& expr, const Environment& environment);
    TermPtr square(const Integer& root);
    TermPtr search(const Expr& expr, const Environment& environment);

    Engine& engine_;
    const Names& names_;
    int current_ = -1;
    bool expand_ = false;
    std::set<const Expr*> implied_;  // hypotheses that the bound of a loop says
    std::set<int> called_;
    std::vector<std::string> narrowed_;
    std::optional<Error> error_;
};

// a = b, a <= b, a < b of integers.
[[nodiscard]] TermPtr compare(const std::string& name, const Integer& a, const Integer& b);

// `a => b` and the conjunction, where hypotheses and conjuncts that are `true` are left out.
[[nodiscard]] TermPtr implication(const TermPtr& hypothesis, const TermPtr& conclusion);
[[nodiscard]] TermPtr conjunction(const std::vector<TermPtr>& parts);

// Sums as lists of their summands; those that occur in both lists can be left out.
[[nodiscard]] std::vector<TermPtr> summands_of(const TermPtr& term);
void cancel_summands(std::vector<TermPtr>& a, std::vector<TermPtr>& b);
[[nodiscard]] TermPtr total(const std::vector<TermPtr>& summands);

template <class Body>
TermPtr Translator::loops(const std::vector<Variable>& variables, const Expr& condition,
                          bool negated, const Environment& environment, const Loops& kind,
                          Body body) {
    Environment inner = environment;
    const std::set<const Expr*> implied = implied_;
    const std::vector<Loop> planned = plan_loops(variables, condition, negated, inner);
    TermPtr result = wrap(planned, kind, body(inner));
    implied_ = implied;
    return result;
}

}  // namespace mexcert::lean
