// Polynomials over the rationals and rational functions in lowest terms. Cost: products and
// quotients take (degree)^2 operations on rationals.
#pragma once

#include <vector>

#include "facts/fact_syntax.hpp"

namespace mexcert::facts {

// Coefficients, lowest first, the last one not 0; zero has none.
using Polynomial = std::vector<Rational>;

[[nodiscard]] Polynomial sum(const Polynomial& a, const Polynomial& b);
[[nodiscard]] Polynomial difference(const Polynomial& a, const Polynomial& b);
[[nodiscard]] Polynomial product(const Polynomial& a, const Polynomial& b);
// b is not 0.
[[nodiscard]] Polynomial quotient(const Polynomial& a, const Polynomial& b);
[[nodiscard]] Polynomial remainder(const Polynomial& a, const Polynomial& b);
// Leading coefficient 1; 0 if both are 0.
[[nodiscard]] Polynomial common_divisor(Polynomial a, Polynomial b);
[[nodiscard]] Polynomial derivative(const Polynomial& a);
[[nodiscard]] Rational value_at(const Polynomial& a, const Rational& x);
// With the same roots, each once; a is not 0.
[[nodiscard]] Polynomial without_multiple_roots(const Polynomial& a);
// The number of rows that are independent over the rationals.
[[nodiscard]] std::size_t rank_of(std::vector<Polynomial> rows);

struct RationalFunction {
    Polynomial numerator;
    Polynomial denominator = {1};
};
// The denominator is not 0.
[[nodiscard]] RationalFunction lowest_terms(const Polynomial& numerator,
                                            const Polynomial& denominator);

}  // namespace mexcert::facts
