// Shapes of formulas in normal form, by which the kernels recognise what they can answer.
//
// Invariant: a shape matches only if the whole formula is spelled by it; names play no part. Order
// of conjuncts and the sign of an equation do not matter. Cost: that of reading the text once.
#pragma once

#include <algorithm>

#include "../core/normal.h"

namespace mexcheck {

// constant + sum of coefficient * variable, as a term (linear; var: the variable `constant`), or
// compared with 0 (eq0, le0).
struct Form {
    Op op = Op::linear;
    Int constant = 0;
    std::vector<std::pair<Int, Int>> terms;  // slot, coefficient
};

inline bool is_variable(const Expr* e, Int slot) { return e->op == Op::var && e->value == slot; }

inline bool matches(const Expr* e, const Form& form, Int sign = 1) {
    if (form.op == Op::var) return is_variable(e, form.constant);
    if (form.op == Op::eq0 && sign == 1 && matches(e, form, -1)) return true;
    if (e->op != form.op || e->args.size() != form.terms.size() || e->value != sign * form.constant)
        return false;
    return std::all_of(form.terms.begin(), form.terms.end(), [&](const auto& term) {
        for (std::size_t i = 0; i < e->args.size(); ++i)
            if (is_variable(e->args[i], term.first)) return e->coefs[i] == sign * term.second;
        return false;
    });
}

// The list consists of one formula for each form. No form may match where another does.
inline bool matches(const Exprs& list, const std::vector<Form>& forms) {
    return list.size() == forms.size() &&
           std::all_of(forms.begin(), forms.end(), [&](const Form& form) {
               return std::any_of(list.begin(), list.end(),
                                  [&](const Expr* e) { return matches(e, form); });
           });
}

// The list, and then the parts of nested `and` (or `or`) from left to right.
inline Exprs parts_of(const Expr* e, Op op, Exprs list = {}) {
    if (e->op != op)
        list.push_back(e);
    else
        for (const Expr* part : e->args) list = parts_of(part, op, std::move(list));
    return list;
}

// Whether e, or its negation, is a disjunction of equations; these are added to the list.
inline bool find_equations(const Expr* e, bool positive, Exprs& equations) {
    if (e->op == Op::not_) return find_equations(e->args[0], !positive, equations);
    if (e->op == (positive ? Op::or_ : Op::and_))
        return find_equations(e->args[0], positive, equations) &&
               find_equations(e->args[1], positive, equations);
    equations.push_back(e);
    return positive && e->op == Op::eq0;
}

}  // namespace mexcheck
