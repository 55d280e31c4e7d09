// Membership and symmetric insertion of position sets.

#include "tables/position_set.hpp"

#include <catch2/catch.hpp>
#include <cstddef>
#include <stdexcept>
#include <utility>

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

TEST_CASE("runs, operations and size agree with single positions") {
    for (const auto& [low, high] : {std::pair<std::size_t, std::size_t>{0, 0},
                                    {3, 63},
                                    {5, 64},
                                    {63, 127},
                                    {64, 128},
                                    {0, 199}}) {
        PositionSet run(2, 200);
        PositionSet single(2, 200);
        run.insert_run(1, low, high);
        for (std::size_t y = low; y <= high; ++y) single.insert(1, y);
        REQUIRE(run == single);
        REQUIRE(run.size() == high - low + 1);
        single -= run;
        REQUIRE(single.empty());
    }
    PositionSet a(1, 70);
    PositionSet b(1, 70);
    a.insert_run(0, 0, 66);
    b.insert_run(0, 65, 69);
    PositionSet both = a;
    both &= b;
    CHECK(both.size() == 2);
    a |= b;
    CHECK(a.size() == 70);
    std::size_t visited = 0;
    both.for_each([&](std::size_t x, std::size_t y) { visited += x * 1000 + y; });
    CHECK(visited == 65 + 66);
}
