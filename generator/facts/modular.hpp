// Polynomials modulo a small prime: how they factor, by distinct-degree factorization. Cost:
// (degree)^3 log p operations on words.
#pragma once

#include <cstdint>
#include <optional>

#include "facts/polynomial.hpp"

namespace mexcert::facts {

// The degrees of the irreducible factors, ascending, if the prime divides no denominator, not the
// leading coefficient and not the discriminant.
[[nodiscard]] std::optional<std::vector<std::size_t>> factor_degrees(const Polynomial& polynomial,
                                                                     std::uint64_t prime);

// Whether a - b has numerators divisible by the prime only; nothing if it divides a denominator.
[[nodiscard]] std::optional<bool> congruent(const Polynomial& a, const Polynomial& b,
                                            std::uint64_t prime);

[[nodiscard]] bool is_prime(std::uint64_t n);

}  // namespace mexcert::facts
