// The linear sweep against the definition, and against the golden-ratio formula for l = 0.

#include "tables/mex_sequence.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "golden/floor_phi.hpp"

using mexcert::tables::mex_sequence;
using mexcert::tables::naive_mex_sequence;

TEST_CASE("the sweep agrees with the definition for every short length") {
    for (std::uint64_t lower = 0; lower <= 4; ++lower) {
        for (std::uint64_t c = 0; c <= 7; ++c) {
            for (std::size_t count = 0; count <= 40; ++count) {
                INFO("lower = " << lower << ", c = " << c << ", count = " << count);
                REQUIRE(mex_sequence(lower, c, count) == naive_mex_sequence(lower, c, count));
            }
        }
    }
}

TEST_CASE("the sweep agrees with the definition for many parameters") {
    for (std::uint64_t lower : {0U, 1U, 2U, 12U, 40U, 60U, 1000U}) {
        for (std::uint64_t c : {0U, 1U, 2U, 3U, 13U, 61U, 500U, 5000U}) {
            INFO("lower = " << lower << ", c = " << c);
            REQUIRE(mex_sequence(lower, c, 3000) == naive_mex_sequence(lower, c, 3000));
        }
    }
    REQUIRE(mex_sequence(3, 4, 100000) == naive_mex_sequence(3, 4, 100000));
}

TEST_CASE("l = 0 gives the pairs of Wythoff's game") {
    const auto a = mex_sequence(0, 1, 100000);
    for (std::size_t n = 0; n < a.size(); ++n) {
        REQUIRE(a[n] == mexcert::golden::floor_phi(n + 1));
    }
}

TEST_CASE("nothing is written outside the span") {
    for (std::size_t count = 0; count <= 20; ++count) {
        std::vector<std::uint64_t> out(count + 2, 77);
        mex_sequence(2, 3, std::span(out).subspan(1, count));
        REQUIRE(out.front() == 77);
        REQUIRE(out.back() == 77);
    }
}

TEST_CASE("parameters whose values may leave 64 bits are refused") {
    const std::uint64_t max = ~std::uint64_t{0};
    CHECK_THROWS_AS(mex_sequence(max, 1, 1), std::overflow_error);
    CHECK_THROWS_AS(mex_sequence(0, max, 1), std::overflow_error);
    CHECK_THROWS_AS(mex_sequence(max - 40, 1, 20), std::overflow_error);
    CHECK_THROWS_AS(mex_sequence(0, 1, static_cast<std::size_t>(max / 2)), std::overflow_error);
    CHECK(mex_sequence(max - 100, 2, 20) == naive_mex_sequence(max - 100, 2, 20));
}
