#include "facts/modular.hpp"

#include <algorithm>
#include <utility>

namespace mexcert::facts {
namespace {

// Coefficients below the prime, lowest first, the last one not 0. Primes are below 2^31.
using Residues = std::vector<std::uint64_t>;

struct Field {
    std::uint64_t p;

    [[nodiscard]] std::uint64_t power(std::uint64_t a, std::uint64_t n) const {
        std::uint64_t result = 1;
        for (; n > 0; n /= 2, a = a * a % p) {
            result = n % 2 == 1 ? result * a % p : result;
        }
        return result;
    }
    [[nodiscard]] std::uint64_t inverse(std::uint64_t a) const { return power(a, p - 2); }

    [[nodiscard]] Residues remainder(Residues a, const Residues& b) const {
        const std::uint64_t inverse_lead = inverse(b.back());
        while (a.size() >= b.size()) {
            const std::uint64_t factor = a.back() * inverse_lead % p;
            for (std::size_t i = 0; i < b.size(); ++i) {
                std::uint64_t& c = a[i + a.size() - b.size()];
                c = (c + (p - factor) * b[i]) % p;
            }
            trim(a);
        }
        return a;
    }
    [[nodiscard]] Residues quotient(Residues a, const Residues& b) const {
        Residues result(a.size() - b.size() + 1);
        const std::uint64_t inverse_lead = inverse(b.back());
        for (std::size_t shift = result.size(); shift-- > 0;) {
            result[shift] = a[shift + b.size() - 1] * inverse_lead % p;
            for (std::size_t i = 0; i < b.size(); ++i) {
                a[i + shift] = (a[i + shift] + (p - result[shift]) * b[i]) % p;
            }
        }
        return result;
    }
    [[nodiscard]] Residues product(const Residues& a, const Residues& b, const Residues& f) const {
        Residues result(a.empty() || b.empty() ? 0 : a.size() + b.size() - 1);
        for (std::size_t i = 0; i < a.size(); ++i) {
            for (std::size_t j = 0; j < b.size(); ++j) {
                result[i + j] = (result[i + j] + a[i] * b[j]) % p;
            }
        }
        trim(result);
        return remainder(std::move(result), f);
    }
    [[nodiscard]] Residues common_divisor(Residues a, Residues b) const {
        while (!b.empty()) {
            a = std::exchange(b, remainder(a, b));
        }
        return a;
    }
    static void trim(Residues& a) {
        while (!a.empty() && a.back() == 0) {
            a.pop_back();
        }
    }
};

std::optional<Residues> residues(const Polynomial& polynomial, const Field& field) {
    Residues result;
    for (const Rational& c : polynomial) {
        const Integer top = (numerator(c) % field.p + field.p) % field.p;
        const Integer bottom = denominator(c) % field.p;
        if (bottom == 0) {
            return std::nullopt;
        }
        result.push_back(static_cast<std::uint64_t>(top) *
                         field.inverse(static_cast<std::uint64_t>(bottom)) % field.p);
    }
    return result;
}

}  // namespace

std::optional<std::vector<std::size_t>> factor_degrees(const Polynomial& polynomial,
                                                       std::uint64_t prime) {
    const Field field{prime};
    std::optional<Residues> image = residues(polynomial, field);
    if (!image || image->size() < 2 || image->back() == 0) {
        return std::nullopt;
    }
    Residues f = std::move(*image);
    Residues slope;
    for (std::size_t i = 1; i < f.size(); ++i) {
        slope.push_back(f[i] * (i % prime) % prime);
    }
    Field::trim(slope);
    if (slope.empty() || field.common_divisor(f, slope).size() > 1) {
        return std::nullopt;
    }
    std::vector<std::size_t> degrees;
    Residues frobenius = field.remainder({0, 1}, f);  // x^(p^d)
    for (std::size_t d = 1; 2 * d < f.size(); ++d) {
        Residues square = field.remainder(frobenius, f);
        Residues power = {1};
        for (std::uint64_t n = prime; n > 0; n /= 2, square = field.product(square, square, f)) {
            power = n % 2 == 1 ? field.product(power, square, f) : power;
        }
        frobenius = power;
        power.resize(std::max<std::size_t>(power.size(), 2));
        power[1] = (power[1] + prime - 1) % prime;
        Field::trim(power);
        const Residues factor = field.common_divisor(f, power);
        degrees.insert(degrees.end(), (factor.size() - 1) / d, d);
        f = field.quotient(f, factor);
    }
    if (f.size() > 1) {
        degrees.push_back(f.size() - 1);
    }
    return degrees;
}

std::optional<bool> congruent(const Polynomial& a, const Polynomial& b, std::uint64_t prime) {
    const auto image = residues(difference(a, b), Field{prime});
    if (!image) {
        return std::nullopt;
    }
    return std::all_of(image->begin(), image->end(), [](std::uint64_t c) { return c == 0; });
}

bool is_prime(std::uint64_t n) {
    for (std::uint64_t d = 2; d * d <= n; ++d) {
        if (n % d == 0) {
            return false;
        }
    }
    return n > 1;
}

}  // namespace mexcert::facts
