// floor(n*phi) and floor(n*phi^2), phi = (1 + sqrt 5)/2, exactly.
//
// For n >= 0, a = floor(n*phi) is the integer with (2a - n)^2 <= 5n^2 < (2a + 2 - n)^2 (with
// 2a - n >= 0), because n*phi = (n + n*sqrt 5)/2 and sqrt 5 is irrational. Every result is decided
// by such a comparison of integers, or by an integer enclosure of n*phi that holds one integer part
// only; no floating point is used. phi^2 = phi + 1, hence floor(n*phi^2) = floor(n*phi) + n.
//
// Cost: about 1 ns for 64 bits; about one multiplication of the size of n for GMP integers.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>

namespace mexcert::golden {

// The largest n with floor(n*phi) < 2^64. It is floor(2^64/phi), as n*phi < 2^64 says the same.
inline constexpr std::uint64_t max_floor_phi_argument = 0x9E3779B97F4A7C15U;
// The largest n with floor(n*phi^2) < 2^64: floor(2^64/phi^2), and 1/phi^2 = 1 - 1/phi.
inline constexpr std::uint64_t max_floor_phi2_argument = ~max_floor_phi_argument;

// Exact for n <= max_floor_phi_argument; beyond it, the exact value modulo 2^64.
std::uint64_t floor_phi(std::uint64_t n) noexcept;
// Exact for n <= max_floor_phi2_argument; beyond it, the exact value modulo 2^64.
std::uint64_t floor_phi2(std::uint64_t n) noexcept;

// The exact value, or nothing when it does not fit 64 bits.
std::optional<std::uint64_t> checked_floor_phi(std::uint64_t n) noexcept;
std::optional<std::uint64_t> checked_floor_phi2(std::uint64_t n) noexcept;

// Any n, negative ones as well: floor(-n*phi) = -floor(n*phi) - 1 for n > 0.
mpz_class floor_phi(const mpz_class& n);
mpz_class floor_phi2(const mpz_class& n);

// The defining comparison: is a = floor(n*phi)? Two squarings; used where an enclosure is too wide
// to decide, and as an independent check.
bool is_floor_phi(const mpz_class& n, const mpz_class& a);

}  // namespace mexcert::golden
