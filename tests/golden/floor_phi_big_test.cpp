// The GMP floors against MPFR: n*phi is enclosed between a product rounded down and one rounded up,
// with more and more bits until both have the same integer part.

#include <mpfr.h>

#include <catch2/catch.hpp>
#include <string>

#include "golden/floor_phi.hpp"
#include "golden/floor_phi_sequence.hpp"

using mexcert::golden::floor_phi;
using mexcert::golden::floor_phi2;
using mexcert::golden::FloorPhiSequence;
using mexcert::golden::is_floor_phi;

namespace {

// floor(n*(1 + sqrt 5)/2) with every operation rounded in one direction; n >= 0.
mpz_class directed_floor(const mpz_class& n, mpfr_prec_t bits, mpfr_rnd_t direction) {
    mpfr_t t;
    mpfr_init2(t, bits);
    mpfr_sqrt_ui(t, 5, direction);
    mpfr_add_ui(t, t, 1, direction);
    mpfr_mul_z(t, t, n.get_mpz_t(), direction);
    mpfr_div_2ui(t, t, 1, direction);
    mpz_class floor;
    mpfr_get_z(floor.get_mpz_t(), t, MPFR_RNDD);
    mpfr_clear(t);
    return floor;
}

mpz_class interval_floor(const mpz_class& n) {
    for (mpfr_prec_t bits = 64;; bits *= 2) {
        mpz_class low = directed_floor(n, bits, MPFR_RNDD);
        if (low == directed_floor(n, bits, MPFR_RNDU)) return low;
    }
}

void check(const mpz_class& n) {
    const mpz_class a = floor_phi(n);
    INFO("n = " << n.get_str());
    REQUIRE(a == interval_floor(n));
    REQUIRE(is_floor_phi(n, a));
    REQUIRE_FALSE(is_floor_phi(n, a + 1));
    REQUIRE_FALSE(is_floor_phi(n, a - 1));
    REQUIRE(floor_phi2(n) == a + n);
    if (n > 0) REQUIRE(floor_phi(mpz_class(-n)) == -a - 1);
}

mpz_class power_of_ten(unsigned exponent) {
    mpz_class result;
    mpz_ui_pow_ui(result.get_mpz_t(), 10, exponent);
    return result;
}

}  // namespace

TEST_CASE("GMP floors of small n, of both signs") {
    for (int n = 0; n <= 3000; ++n) check(n);
    CHECK(floor_phi(mpz_class(-1)) == -2);
    CHECK(floor_phi2(mpz_class(-1)) == -3);
    CHECK(is_floor_phi(-1, -2));
    CHECK_FALSE(is_floor_phi(-1, -1));
}

TEST_CASE("GMP floors at and next to the Fibonacci numbers up to F_480") {
    mpz_class f = 0;
    mpz_class g = 1;
    for (int i = 1; i <= 480; ++i) {
        for (int d = -2; d <= 2; ++d) {
            if (g + d >= 0) check(g + d);
        }
        const mpz_class next = f + g;
        f = g;
        g = next;
    }
}

TEST_CASE("GMP floors around powers of 2, where the number of limbs changes") {
    for (unsigned exponent = 1; exponent <= 700; ++exponent) {
        for (int d = -1; d <= 1; ++d) check((mpz_class(1) << exponent) + d);
    }
}

TEST_CASE("GMP floors of random n up to 10^1000, in both directions of precision") {
    gmp_randclass random(gmp_randinit_mt);
    random.seed(11);
    for (const unsigned digits : {1000U, 20U, 100U, 500U, 30U, 999U}) {
        for (int i = 0; i < 200; ++i) check(random.get_z_range(power_of_ten(digits)));
    }
}

TEST_CASE("multiples of Fibonacci numbers, where the enclosure alone cannot decide") {
    for (unsigned index = 150; index <= 2400; index += 150) {
        mpz_class f;
        mpz_fib_ui(f.get_mpz_t(), index);
        for (int factor = 1; factor <= 20; ++factor) check(f * factor);
    }
}

TEST_CASE("the sequence of consecutive floors keeps the definition") {
    mpz_class f;
    mpz_fib_ui(f.get_mpz_t(), 480);
    for (const mpz_class& start : {mpz_class(0), mpz_class(f - 500), power_of_ten(1000)}) {
        FloorPhiSequence sequence(start);
        for (int i = 0; i < 3000; ++i) {
            REQUIRE(sequence.n() == start + i);
            REQUIRE(is_floor_phi(sequence.n(), sequence.floor_phi()));
            sequence.advance();
        }
    }
    CHECK_THROWS_AS(FloorPhiSequence(mpz_class(-1)), std::invalid_argument);
}
