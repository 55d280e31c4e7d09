// The 64-bit floors against a search by the definition, at the limits of the integer types and
// next to Fibonacci numbers, where n*phi comes closest to an integer.

#include "golden/floor_phi.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <initializer_list>
#include <random>

using mexcert::golden::checked_floor_phi;
using mexcert::golden::checked_floor_phi2;
using mexcert::golden::floor_phi;
using mexcert::golden::floor_phi2;
using mexcert::golden::is_floor_phi;
using mexcert::golden::max_floor_phi2_argument;
using mexcert::golden::max_floor_phi_argument;

namespace {

mpz_class big(std::uint64_t n) { return (mpz_class(n >> 32U) << 32U) + (n & 0xFFFFFFFFU); }

// The comparison of squares in GMP integers, for every n in [n - radius, n + radius] that fits.
void check_around(std::uint64_t n, std::uint64_t radius) {
    const std::uint64_t first = n < radius ? 0 : n - radius;
    const std::uint64_t last =
        n > max_floor_phi_argument - radius ? max_floor_phi_argument : n + radius;
    for (std::uint64_t m = first; m <= last; ++m) {
        const std::uint64_t a = floor_phi(m);
        INFO("n = " << m << ", floor = " << a);
        REQUIRE(is_floor_phi(big(m), big(a)));
        REQUIRE(checked_floor_phi(m) == a);
        if (m <= max_floor_phi2_argument) REQUIRE(big(floor_phi2(m)) == big(a) + big(m));
    }
}

}  // namespace

TEST_CASE("floor(n*phi) agrees with a search by the definition") {
    std::int64_t a = 0;
    for (std::int64_t n = 0; n <= 200000; ++n) {
        const auto next_is_too_large = [n](std::int64_t candidate) {
            const std::int64_t r = 2 * candidate + 2 - n;
            return r > 0 && r * r > 5 * n * n;
        };
        while (!next_is_too_large(a)) ++a;  // floor(n*phi) never falls as n grows
        const auto m = static_cast<std::uint64_t>(n);
        REQUIRE(floor_phi(m) == static_cast<std::uint64_t>(a));
        REQUIRE(floor_phi2(m) == static_cast<std::uint64_t>(a) + m);
    }
}

TEST_CASE("floor(n*phi) at the limits of the integer types") {
    // 5n^2 leaves 64 bits at 1920767767; signed and unsigned 128 bits are left below 2^63 and 2^64.
    check_around(1920767767U, 1000);
    for (const unsigned shift : {31U, 32U, 33U, 57U, 58U, 61U, 62U, 63U}) {
        check_around(std::uint64_t{1} << shift, 1000);
    }
    check_around(max_floor_phi_argument, 1000);
    check_around(max_floor_phi2_argument, 1000);
}

TEST_CASE("floor(n*phi) next to Fibonacci and Lucas numbers") {
    for (const std::uint64_t second : {std::uint64_t{1}, std::uint64_t{3}}) {
        std::uint64_t f = 1;
        std::uint64_t g = second;
        while (g <= max_floor_phi_argument - f) {
            const std::uint64_t next = f + g;
            f = g;
            g = next;
            check_around(g, 3);
        }
    }
}

TEST_CASE("floor(n*phi) at random n of every size") {
    std::mt19937_64 random(20260101);
    for (unsigned drop = 0; drop < 64; ++drop) {
        for (int i = 0; i < 300; ++i) {
            const std::uint64_t n = random() >> drop;
            if (n <= max_floor_phi_argument) check_around(n, 0);
        }
    }
}

TEST_CASE("results beyond 64 bits are refused by the checked variants") {
    const mpz_class limit = mpz_class(1) << 64U;
    const mpz_class last = big(max_floor_phi_argument);
    CHECK(floor_phi(last) < limit);
    CHECK(floor_phi(mpz_class(last + 1)) >= limit);
    CHECK(checked_floor_phi(max_floor_phi_argument).has_value());
    CHECK_FALSE(checked_floor_phi(max_floor_phi_argument + 1).has_value());
    CHECK_FALSE(checked_floor_phi(~std::uint64_t{0}).has_value());

    const mpz_class last2 = big(max_floor_phi2_argument);
    CHECK(floor_phi2(last2) < limit);
    CHECK(floor_phi2(mpz_class(last2 + 1)) >= limit);
    CHECK(checked_floor_phi2(max_floor_phi2_argument).has_value());
    CHECK_FALSE(checked_floor_phi2(max_floor_phi2_argument + 1).has_value());
}

TEST_CASE("beyond the limit the unchecked floor is the exact value modulo 2^64") {
    std::mt19937_64 random(7);
    const mpz_class modulus = mpz_class(1) << 64U;
    for (int i = 0; i < 2000; ++i) {
        const std::uint64_t n = i == 0 ? ~std::uint64_t{0} : random() | (std::uint64_t{1} << 63U);
        REQUIRE(big(floor_phi(n)) == floor_phi(big(n)) % modulus);
        REQUIRE(big(floor_phi2(n)) == floor_phi2(big(n)) % modulus);
    }
}
