// The band sweep against the option by option mex, at every instruction set.

#include "tables/queen_grundy.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "golden/floor_phi.hpp"

using mexcert::best_simd_level;
using mexcert::SimdLevel;
using mexcert::tables::naive_queen_grundy;
using mexcert::tables::no_extra;
using mexcert::tables::queen_grundy;
using mexcert::tables::QueenRules;

namespace {

using Values = std::vector<std::uint16_t>;

const std::vector<std::size_t>& sizes() {
    static const std::vector<std::size_t> list{0, 1, 2, 3, 7, 31, 63, 64, 65, 127, 128, 129, 200};
    return list;
}

// Excluded values of every kind: none, inside the range of the table's values, far above.
Values random_extra(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Values extra(count);
    for (auto& e : extra) {
        const std::uint64_t kind = random() % 8;
        if (kind == 0) {
            e = no_extra;
        } else if (kind == 1) {
            e = static_cast<std::uint16_t>(random() % 0xFFFFU);
        } else {
            e = static_cast<std::uint16_t>(random() % (kind < 5 ? 8U : 350U));
        }
    }
    return extra;
}

std::vector<std::uint8_t> random_landing(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint8_t> landing(count);
    for (auto& allowed : landing) allowed = random() % 4 != 0 ? 1 : 0;
    return landing;
}

}  // namespace

TEST_CASE("tables agree with the definition on boxes of many sizes") {
    for (const std::size_t width : sizes()) {
        for (const std::size_t height : sizes()) {
            const Values extra = random_extra(width * height, width * 1000 + height);
            const Values plain = naive_queen_grundy(width, height, {});
            const Values with_extra = naive_queen_grundy(width, height, {extra.data(), nullptr});
            const Values pass = naive_queen_grundy(width, height, {plain.data(), nullptr});
            const auto landing = random_landing(width * height, width * 1000 + height);
            const QueenRules landed{nullptr, landing.data()};
            const QueenRules both{extra.data(), landing.data()};
            const Values with_landing = naive_queen_grundy(width, height, landed);
            const Values with_both = naive_queen_grundy(width, height, both);
            for (const auto level : {SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
                if (level > best_simd_level()) continue;
                INFO(width << " x " << height << ", level " << static_cast<int>(level));
                REQUIRE(queen_grundy(width, height, {}, level) == plain);
                REQUIRE(queen_grundy(width, height, {extra.data(), nullptr}, level) == with_extra);
                REQUIRE(queen_grundy(width, height, {plain.data(), nullptr}, level) == pass);
                REQUIRE(queen_grundy(width, height, landed, level) == with_landing);
                REQUIRE(queen_grundy(width, height, both, level) == with_both);
            }
        }
    }
}

TEST_CASE("an extra table that excludes nothing changes nothing") {
    const Values none(90 * 70, no_extra);
    CHECK(queen_grundy(90, 70, {none.data(), nullptr}) == queen_grundy(90, 70, {}));
}

TEST_CASE("constant extra values shift the values of lines") {
    for (const std::uint16_t constant : Values{0, 1, 63, 64, 65, 128}) {
        const Values extra(130 * 130, constant);
        REQUIRE(queen_grundy(130, 130, {extra.data(), nullptr}) ==
                naive_queen_grundy(130, 130, {extra.data(), nullptr}));
    }
}

TEST_CASE("the zeros of a large table are Wythoff's positions") {
    constexpr std::size_t size = 700;
    const Values value = queen_grundy(size, size, {});
    std::size_t zeros = 0;
    for (const auto v : value) zeros += v == 0 ? 1U : 0U;
    std::size_t expected = 0;
    for (std::size_t n = 0; mexcert::golden::floor_phi2(n) < size; ++n) {
        const std::size_t a = mexcert::golden::floor_phi(n);
        REQUIRE(value[a * size + a + n] == 0);
        REQUIRE(value[(a + n) * size + a] == 0);
        expected += n == 0 ? 1 : 2;
    }
    CHECK(zeros == expected);
}

TEST_CASE("a value that does not fit is refused") {
    const Values line = queen_grundy(1, 0xFFFF, {});
    CHECK(line.back() == 0xFFFE);
    CHECK_THROWS_AS(queen_grundy(1, 0x10000, {}), std::overflow_error);
    CHECK_THROWS_AS(queen_grundy(0x10000, 1, {}), std::overflow_error);
    CHECK_THROWS_AS(queen_grundy(~std::size_t{0}, 2, {}), std::length_error);
}
