// Membership and symmetric insertion of position sets.

#include "tables/position_set.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <stdexcept>

using mexcert::tables::PositionSet;

TEST_CASE("insertion and removal touch one position") {
    PositionSet set(3, 130);
    CHECK(set.words_per_row() == 3);
    set.insert(1, 64);
    for (std::size_t x = 0; x < 3; ++x) {
        for (std::size_t y = 0; y < 130; ++y) {
            REQUIRE(set.contains(x, y) == (x == 1 && y == 64));
        }
    }
    CHECK(set.row(1)[1] == 1);
    set.erase(1, 64);
    CHECK_FALSE(set.contains(1, 64));
}

TEST_CASE("symmetric insertion leaves out what lies outside the box") {
    PositionSet set(5, 10);
    set.insert_symmetric(3, 7);
    CHECK(set.contains(3, 7));
    set.insert_symmetric(7, 4);
    CHECK(set.contains(4, 7));
    set.insert_symmetric(2, 4);
    CHECK(set.contains(2, 4));
    CHECK(set.contains(4, 2));
    const PositionSet before = set;
    set.insert_symmetric(~std::uint64_t{0}, 2);
    for (std::size_t x = 0; x < 5; ++x) CHECK(set.row(x)[0] == before.row(x)[0]);
}

TEST_CASE("a box with more words than can be counted is refused") {
    CHECK_THROWS_AS(PositionSet(~std::size_t{0}, 200), std::length_error);
}
