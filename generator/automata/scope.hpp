// What is known of the variables at a place of the text: numbers, terms put in for parameters of
// `let`, `pred` and `set`, variables of finite domain. And what follows for terms and formulas.
//
// Invariant: a Scope outlives the values that point to it. Cost: linear in the text looked at.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

using FiniteDomain = std::optional<std::pair<std::int64_t, std::int64_t>>;

struct Scope;

// One of: a number; a term read in another scope; a variable of finite domain; any natural.
struct Value {
    std::optional<std::int64_t> number;
    const Expr* term = nullptr;
    const Scope* scope = nullptr;
    int finite_variable = -1;

    static Value of(std::int64_t number) { return {number, nullptr, nullptr, -1}; }
    static Value finite(int variable) { return {std::nullopt, nullptr, nullptr, variable}; }
};

struct Scope {
    std::map<int, Value> values;  // by variable; absent: any natural

    [[nodiscard]] const Value* find(int variable) const {
        const auto found = values.find(variable);
        return found == values.end() ? nullptr : &found->second;
    }
};

// The value of a term, if it is the same for all values of the variables.
[[nodiscard]] std::optional<std::int64_t> number_of(const Spec& spec, const Expr& term,
                                                    const Scope& scope);
// The truth of a formula as far as numbers decide it, read from left to right.
[[nodiscard]] std::optional<bool> truth_of(const Spec& spec, const Expr& formula,
                                           const Scope& scope);

// A term behind parameters and `let`.
struct Resolved {
    const Expr* expr = nullptr;
    const Scope* scope = nullptr;
    std::shared_ptr<std::vector<std::unique_ptr<Scope>>> owned;  // scopes made on the way
};
[[nodiscard]] Resolved resolved(const Spec& spec, const Expr& term, const Scope& scope);

// The scope of the body of the item that is called, its parameters bound to the arguments.
[[nodiscard]] Scope with_arguments(const Spec& spec, const Expr& call, const Scope& scope);

// Is the term a variable, or a parameter that stands for one?
[[nodiscard]] bool is_plain_variable(const Expr& term, const Scope& scope);
[[nodiscard]] bool has_variables(const Expr& expr);
// Variables of finite domain that occur in the term.
[[nodiscard]] std::set<int> finite_variables(const Expr& term, const Scope& scope);
// Literals a..b between which a quantifier's bounds put its variable.
[[nodiscard]] FiniteDomain literal_bounds(const Expr& quantifier, int variable);

// Must a sum of two numbers be formed to compare, or to pass on, what is written there?
[[nodiscard]] bool comparison_adds(const Spec& spec, const Expr& comparison, const Scope& scope);
[[nodiscard]] bool term_adds(const Spec& spec, const Expr& term, const Scope& scope);

// Must a sum be formed to see that a self-call's measure is below that of the parameters in `own`?
[[nodiscard]] bool measure_adds(const Spec& spec, const Expr& call, const Scope& scope,
                                const Scope& own);

// Is `text` the body of the definition with the call's arguments put in for the parameters, up to
// names of bound variables?
[[nodiscard]] bool same_with_arguments(const Item& definition, const Expr& call, const Expr& text);

}  // namespace mexcert
