// The stream against single floors, at every instruction set this processor has.

#include "golden/floor_phi_stream.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "golden/floor_phi.hpp"

using mexcert::best_simd_level;
using mexcert::SimdLevel;
using mexcert::golden::floor_phi;
using mexcert::golden::floor_phi_stream;
using mexcert::golden::max_floor_phi_argument;

namespace {

constexpr std::uint64_t untouched = 0xDEADBEEFU;

void check(std::uint64_t n0, std::size_t size, SimdLevel level) {
    std::vector<std::uint64_t> out(size + 8, untouched);
    floor_phi_stream(n0, std::span(out).first(size), level);
    INFO("n0 = " << n0 << ", size = " << size << ", level = " << static_cast<int>(level));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < size; ++i) wrong += out[i] != floor_phi(n0 + i) ? 1U : 0U;
    REQUIRE(wrong == 0);
    REQUIRE(std::all_of(out.end() - 8, out.end(), [](auto v) { return v == untouched; }));
}

}  // namespace

TEST_CASE("streams agree with single floors") {
    const auto level = GENERATE(SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512);
    if (level > best_simd_level()) return;

    for (std::size_t size = 0; size <= 200; ++size) check(0, size, level);
    check(0, 1000000, level);
    std::mt19937_64 random(5);
    for (unsigned drop = 2; drop < 64; ++drop) {
        check(random() >> drop, 1000 + static_cast<std::size_t>(random() % 64), level);
    }
}

TEST_CASE("streams cross the limits of their increments") {
    const auto level = GENERATE(SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512);
    if (level > best_simd_level()) return;

    const std::uint64_t limit = std::uint64_t{1} << 58U;
    for (std::uint64_t before = 0; before <= 70; ++before) check(limit - before, 200, level);
    check(limit - 100000, 200000, level);
    for (std::size_t size = 1; size <= 70; ++size) {
        check(max_floor_phi_argument - size + 1, size, level);
    }
    for (std::uint64_t f = 1, g = 2; g <= max_floor_phi_argument - f - 100;) {
        const std::uint64_t next = f + g;
        f = g;
        g = next;
        check(g - std::min<std::uint64_t>(g, 40), 100, level);
    }
}

TEST_CASE("a stream that would leave 64 bits is refused before it writes") {
    std::vector<std::uint64_t> out(4, untouched);
    CHECK_THROWS_AS(floor_phi_stream(max_floor_phi_argument - 2, out), std::overflow_error);
    CHECK_THROWS_AS(floor_phi_stream(~std::uint64_t{0}, out), std::overflow_error);
    CHECK(out == std::vector<std::uint64_t>(4, untouched));
    CHECK_NOTHROW(floor_phi_stream(max_floor_phi_argument - 3, out));
    CHECK_NOTHROW(floor_phi_stream(~std::uint64_t{0}, std::span(out).first(0)));
}
