// Exact numbers a + b * sqrt(d), a and b rational: what the literals, phi and one square root make.
//
// Invariants: d is a natural that is no square, or b is 0 (then d is 0 and the number is rational).
// Every comparison is one of integers. Cost: a few operations on rationals of the operands' size.
#pragma once

#include <gmpxx.h>

#include <string>

#include "base/result.hpp"

namespace mexcert::audit {

struct Surd {
    mpq_class a;
    mpq_class b;
    mpz_class d;

    Surd() = default;
    explicit Surd(mpq_class rational) : a(std::move(rational)) {}
    explicit Surd(const mpz_class& integer) : a(integer) {}

    [[nodiscard]] bool is_rational() const { return b == 0; }
    [[nodiscard]] bool is_integer() const { return is_rational() && a.get_den() == 1; }
};

// phi = (1 + sqrt 5)/2.
[[nodiscard]] Surd golden_ratio();

// Errors: two square roots of different kinds, division by 0, the square root of a negative or of
// an irrational number.
[[nodiscard]] Result<Surd> add(const Surd& x, const Surd& y);
[[nodiscard]] Result<Surd> subtract(const Surd& x, const Surd& y);
[[nodiscard]] Result<Surd> multiply(const Surd& x, const Surd& y);
[[nodiscard]] Result<Surd> divide(const Surd& x, const Surd& y);
[[nodiscard]] Result<Surd> square_root(const Surd& x);
[[nodiscard]] Surd negated(const Surd& x);

// -1, 0, 1.
[[nodiscard]] int sign(const Surd& x);
[[nodiscard]] mpz_class floor_of(const Surd& x);

// `7`, `1/3`, `1/2 + 1/2*sqrt(5)`.
[[nodiscard]] std::string surd_text(const Surd& x);

}  // namespace mexcert::audit
