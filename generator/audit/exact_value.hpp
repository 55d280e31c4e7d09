// Formulas by exact arithmetic: literals are the decimals they show, sqrt and phi are exact.
// Cost: a few microseconds for a value; the linear form once for a formula.
#pragma once

#include <optional>

#include "audit/formula.hpp"
#include "audit/surd.hpp"

namespace mexcert::audit {

// The value at n. Errors (kDeclined): what surd.hpp cannot do, with the part of the formula.
[[nodiscard]] Result<Surd> exact_value(const Formula& formula, const mpz_class& n);

// slope * n + constant, or the floor of that.
struct LinearForm {
    Surd slope;
    Surd constant;
    bool floored = false;
};

// The formula as such a form, the same function of n; nothing if it is of another kind.
[[nodiscard]] std::optional<LinearForm> linear_form(const Formula& formula);

// The term of the mex language with the values of `floor(slope * n + constant)` for all naturals n,
// slope and constant in the field of sqrt(5): `(floor(2 * n * phi) + 3) div 7`. Nothing where phi
// has a negative factor or a number does not fit 63 bits: then mex has no such term.
[[nodiscard]] std::optional<std::string> mex_term(const LinearForm& form);

}  // namespace mexcert::audit
