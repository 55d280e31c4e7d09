// Polynomials in one variable over Q or, where a prime p is given, over the field of p elements.
//
// Coefficients, lowest first; the last one is not 0; the zero polynomial has none. Over p elements
// they are integers in 0..p-1. What exceeds the limits is declined, so that cost is bounded:
// products and quotients take at most kMaxDegree^2 steps.
#pragma once

#include <gmpxx.h>

#include <string>
#include <utility>
#include <vector>

namespace mexfact {

// Why a claim is not verified: the only exception type, caught where verdicts are printed. `text`:
// the fact file itself is wrong.
enum class Kind { rejected, declined, text };
struct Failure {
    std::string reason;
    Kind kind = Kind::rejected;
    long certificate_line = 0;  // 0: not about the certificate's bytes
};

using Poly = std::vector<mpq_class>;
constexpr std::size_t kMaxDegree = 64, kMaxBits = 65'536, kMaxWork = 40'000'000;

inline std::size_t work = 0;  // words of coefficients made

// Counts a coefficient that was made.
inline void spend(const mpq_class& c) {
    const std::size_t size = mpz_size(c.get_num_mpz_t()) + mpz_size(c.get_den_mpz_t());
    if (size > kMaxBits / 64) throw Failure{"a number is too large", Kind::declined};
    if ((work += size) > kMaxWork) throw Failure{"too much work", Kind::declined};
}

// The same polynomial in canonical form.
inline Poly canonical(Poly a, unsigned long p = 0) {
    for (mpq_class& c : a) {
        mpz_class inverse, prime = p;
        if (p != 0) {
            if (mpz_invert(inverse.get_mpz_t(), c.get_den_mpz_t(), prime.get_mpz_t()) == 0)
                throw Failure{prime.get_str() + " divides the denominator of " + c.get_str()};
            c = (c.get_num() * inverse % prime + prime) % prime;
        }
        spend(c);
    }
    while (!a.empty() && a.back() == 0) a.pop_back();
    if (a.size() > kMaxDegree + 1) throw Failure{"a degree is too large", Kind::declined};
    return a;
}

// a + factor * b
inline Poly add(Poly a, const Poly& b, const mpq_class& factor = 1, unsigned long p = 0) {
    a.resize(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += factor * b[i];
    return canonical(std::move(a), p);
}

inline Poly multiply(const Poly& a, const Poly& b, unsigned long p = 0) {
    Poly c(a.size() + b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) spend(c[i + j] += a[i] * b[j]);
    return canonical(std::move(c), p);
}

// Quotient and remainder; b is not 0.
inline std::pair<Poly, Poly> divide(Poly a, const Poly& b, unsigned long p = 0) {
    Poly quotient, step;
    for (; a.size() >= b.size(); a = add(a, multiply(step, b), -1, p)) {
        step.assign(a.size() - b.size() + 1, 0);
        step.back() = a.back() / b.back();
        step = canonical(step, p);
        quotient = add(quotient, step);
    }
    return {quotient, a};
}
inline Poly rest(const Poly& a, const Poly& b, unsigned long p = 0) {
    return divide(a, b, p).second;
}

// A greatest common divisor.
inline Poly gcd(Poly a, Poly b, unsigned long p = 0) {
    while (!b.empty()) a = std::exchange(b, rest(a, b, p));
    return a;
}

inline Poly derivative(const Poly& a, unsigned long p = 0) {
    Poly d(a.empty() ? a : Poly(a.begin() + 1, a.end()));
    for (std::size_t i = 0; i < d.size(); ++i) d[i] *= static_cast<unsigned long>(i + 1);
    return canonical(std::move(d), p);
}

// The degrees of the irreducible factors of f modulo p, by trial division: p^(degree / 2) steps.
inline std::vector<std::size_t> factor_degrees(Poly f, unsigned long p) {
    std::vector<std::size_t> degrees;
    mpz_class codes = p;  // of the polynomials that begin with x^d
    for (std::size_t d = 1; 2 * d < f.size(); ++d, codes *= p) {
        if (codes > 1'000'000) throw Failure{"too many trial divisors", Kind::declined};
        for (unsigned long code = 0; code < codes && 2 * d < f.size(); ++code) {
            Poly divisor;
            for (unsigned long digits = code; divisor.size() < d; digits /= p)
                divisor.emplace_back(digits % p);
            divisor.emplace_back(1);
            for (; rest(f, divisor, p).empty(); f = divide(f, divisor, p).first)
                degrees.push_back(d);
        }
    }
    if (f.size() > 1) degrees.push_back(f.size() - 1);
    return degrees;
}

// The dimension of the space over Q that the rows span.
inline long rank(std::vector<Poly> rows) {
    long found = 0;
    for (Poly pivot; !rows.empty(); rows.pop_back()) {
        pivot = rows.back();
        if (pivot.empty()) continue;
        ++found;
        for (Poly& row : rows)  // the pivot as well, to 0
            if (row.size() >= pivot.size())
                row = add(row, pivot, -row[pivot.size() - 1] / pivot.back());
    }
    return found;
}

}  // namespace mexfact
