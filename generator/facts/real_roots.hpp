// Real roots: isolated by bisection with Descartes' rule of signs, narrowed as far as a sign asks
// for. Cost: some (degree)^2 additions a bisection; as many as the roots are close.
#pragma once

#include "facts/polynomial.hpp"

namespace mexcert::facts {

// The only root of a polynomial without multiple roots in the open interval, or the number `low`
// itself, where both ends are the same.
struct RealPoint {
    Polynomial polynomial;
    Rational low;
    Rational high;
};

// The roots in the open interval, in order; the polynomial is not 0.
[[nodiscard]] std::vector<RealPoint> real_roots(const Polynomial& polynomial, const Rational& low,
                                                const Rational& high);

// Halves the interval.
void narrow(RealPoint& point);

// The sign of the polynomial at the point, which is narrowed on the way.
[[nodiscard]] int sign_at(const Polynomial& polynomial, RealPoint& point);

}  // namespace mexcert::facts
