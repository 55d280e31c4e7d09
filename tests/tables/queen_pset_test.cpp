// The sweeps against the definitions: true sets of P-positions, the same with one error, and
// random sets.

#include "tables/queen_pset.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "golden/floor_phi.hpp"
#include "tables/mex_sequence.hpp"

using namespace mexcert::tables;

namespace {

const std::vector<std::size_t>& sizes() {
    static const std::vector<std::size_t> list{0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 200};
    return list;
}

void insert_terminal(PositionSet& set, std::uint64_t sum) {
    for (std::uint64_t x = 0; x <= sum; ++x) {
        for (std::uint64_t y = 0; x + y <= sum; ++y) set.insert_symmetric(x, y);
    }
}

// P-positions of Wythoff's game in which x + y <= sum is terminal; sum = 0 is the game itself.
PositionSet terminal_pset(std::size_t width, std::size_t height, std::uint64_t sum) {
    PositionSet set(width, height);
    insert_terminal(set, sum);
    const std::vector<std::uint64_t> a = mex_sequence(sum, sum + 1, width + height);
    for (std::size_t n = 0; n < a.size(); ++n) set.insert_symmetric(a[n], a[n] + n + sum + 1);
    return set;
}

// Larsson's set for one blocked option.
PositionSet blocking_pset(std::size_t width, std::size_t height) {
    PositionSet set(width, height);
    set.insert_symmetric(0, 0);
    for (std::uint64_t n = 0; n < width + height; ++n) {
        set.insert_symmetric(n, 2 * n + 1);
        set.insert_symmetric(2 * mexcert::golden::floor_phi(n) + 2,
                             2 * mexcert::golden::floor_phi2(n) + 2);
    }
    return set;
}

PositionSet random_set(std::size_t width, std::size_t height, std::uint64_t one_in,
                       std::uint64_t seed) {
    std::mt19937_64 random(seed);
    PositionSet set(width, height);
    for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t y = 0; y < height; ++y) {
            if (random() % one_in == 0) set.insert(x, y);
        }
    }
    return set;
}

void check_against_definitions(const PositionSet& set, std::uint64_t sum) {
    INFO(set.width() << " x " << set.height() << ", terminal sum " << sum);
    REQUIRE(first_unstable(set, sum) == naive_first_unstable(set, sum));
    REQUIRE(first_unabsorbed(set, sum) == naive_first_unabsorbed(set, sum));
    for (const std::uint64_t k : {0U, 1U, 2U, 3U}) {
        REQUIRE(first_blocking_violation(set, k, sum) ==
                naive_first_blocking_violation(set, k, sum));
    }
}

void toggle(PositionSet& set, std::size_t x, std::size_t y) {
    if (set.contains(x, y)) {
        set.erase(x, y);
    } else {
        set.insert(x, y);
    }
}

}  // namespace

TEST_CASE("sets of P-positions pass on boxes of every size") {
    for (const std::size_t width : sizes()) {
        for (const std::size_t height : sizes()) {
            INFO(width << " x " << height);
            for (const std::uint64_t sum : {0U, 1U, 2U, 5U, 12U, 70U}) {
                const PositionSet set = terminal_pset(width, height, sum);
                REQUIRE_FALSE(first_unstable(set, sum));
                REQUIRE_FALSE(first_unabsorbed(set, sum));
                REQUIRE_FALSE(first_blocking_violation(set, 1, sum));
            }
            REQUIRE_FALSE(first_blocking_violation(blocking_pset(width, height), 2, 0));
        }
    }
}

TEST_CASE("one error is found at the place that the definition names") {
    std::mt19937_64 random(3);
    for (int i = 0; i < 150; ++i) {
        const std::uint64_t sum = random() % 4;
        PositionSet set = terminal_pset(150, 130, sum);
        toggle(set, random() % 150, random() % 130);
        check_against_definitions(set, sum);
        REQUIRE((first_unstable(set, sum) || first_unabsorbed(set, sum)));

        PositionSet blocking = blocking_pset(150, 130);
        toggle(blocking, random() % 150, random() % 130);
        const auto found = first_blocking_violation(blocking, 2, 0);
        REQUIRE(found);
        REQUIRE(found == naive_first_blocking_violation(blocking, 2, 0));
    }
}

TEST_CASE("a removed member is the first position without a move to the set") {
    PositionSet set = terminal_pset(200, 200, 0);
    set.erase(16, 26);
    const auto found = first_unabsorbed(set, 0);
    REQUIRE(found);
    CHECK(found->position == Position{16, 26});
    CHECK(found->moves_to_members == 0);
    CHECK_FALSE(found->first_member);
    CHECK_FALSE(first_unstable(set, 0));
}

TEST_CASE("an added member is reported with its move") {
    PositionSet set = terminal_pset(200, 200, 0);
    set.insert(5, 10);  // moves to (5, 3), the only member in its row, column and diagonal below
    const auto found = first_unstable(set, 0);
    REQUIRE(found);
    CHECK(found->position == Position{5, 10});
    CHECK(found == naive_first_unstable(set, 0));
    CHECK(found->moves_to_members == 1);
    CHECK(found->first_member == Position{5, 3});
}

TEST_CASE("terminal positions have no moves") {
    PositionSet set(4, 4);
    for (std::uint64_t sum = 0; sum <= 7; ++sum) {
        INFO("terminal sum " << sum);
        PositionSet triangle(4, 4);
        insert_terminal(triangle, sum);
        check_against_definitions(triangle, sum);
        CHECK_FALSE(first_unstable(triangle, sum));
        const auto none = first_unabsorbed(set, sum);
        REQUIRE(none);
        CHECK(none->position == Position{0, 0});
    }
    // All terminal, even with sums beyond every position.
    insert_terminal(set, 6);
    CHECK_FALSE(first_unstable(set, ~std::uint64_t{0}));
    CHECK_FALSE(first_unabsorbed(set, ~std::uint64_t{0}));
}

TEST_CASE("random sets agree with the definitions") {
    for (const std::size_t width : sizes()) {
        for (const std::size_t height : sizes()) {
            for (const std::uint64_t one_in : {2U, 60U, 3000U}) {
                const auto set = random_set(width, height, one_in, width * 777 + height + one_in);
                check_against_definitions(set, width % 3);
            }
        }
    }
}
