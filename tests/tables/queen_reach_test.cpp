// The sweeps against the definitions: true sets of P-positions, and random sets.

#include "tables/queen_reach.hpp"

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

PositionSet complement(const PositionSet& set) {
    PositionSet rest(set.width(), set.height());
    for (std::size_t x = 0; x < set.width() && set.height() > 0; ++x) {
        rest.insert_run(x, 0, set.height() - 1);
    }
    return rest -= set;
}

void check_against_definitions(const PositionSet& set) {
    INFO(set.width() << " x " << set.height());
    REQUIRE(queen_reach(set) == naive_queen_reach(set));
    REQUIRE(queen_options(set) == naive_queen_options(set));
    for (const std::uint64_t k : {0U, 1U, 2U, 3U}) {
        REQUIRE(queen_fewer(set, k) == naive_queen_fewer(set, k));
    }
}

}  // namespace

TEST_CASE("the non-terminal positions outside a set of P-positions are those that reach it") {
    for (const std::size_t width : sizes()) {
        for (const std::size_t height : sizes()) {
            INFO(width << " x " << height);
            for (const std::uint64_t sum : {0U, 1U, 2U, 5U, 12U, 70U}) {
                const PositionSet set = terminal_pset(width, height, sum);
                PositionSet terminal(width, height);
                insert_terminal(terminal, sum);
                PositionSet reach = queen_reach(set);
                reach -= terminal;
                REQUIRE(reach == complement(set));
            }
            const PositionSet blocking = blocking_pset(width, height);
            REQUIRE(queen_fewer(blocking, 2) == blocking);
        }
    }
}

TEST_CASE("an added member is reached, and reaches") {
    PositionSet set = terminal_pset(200, 200, 0);
    set.insert(5, 10);  // moves to (5, 3), the only member in its row, column and diagonal below
    CHECK(queen_reach(set).contains(5, 10));
    CHECK(queen_fewer(set, 2).contains(5, 10));
    CHECK(queen_options(set).contains(5, 9));
    CHECK_FALSE(queen_options(set).contains(199, 199));
}

TEST_CASE("random sets agree with the definitions") {
    for (const std::size_t width : sizes()) {
        for (const std::size_t height : sizes()) {
            for (const std::uint64_t one_in : {2U, 60U, 3000U}) {
                check_against_definitions(
                    random_set(width, height, one_in, width * 777 + height + one_in));
            }
        }
    }
}
