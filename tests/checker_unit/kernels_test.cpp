#include <catch2/catch.hpp>

#include "../../checker/fast/sha256_blocks.h"
#include "support.h"
#include "words.h"

using namespace mexcheck;

namespace {

__extension__ using Wide = unsigned __int128;

// The defining inequalities of floor(n * phi).
bool is_floor_phi(std::int64_t n, std::int64_t a) {
    const auto square = [&](std::int64_t b) {
        const Wide d = 2 * static_cast<Wide>(b) - static_cast<Wide>(n);
        return d * d;
    };
    const Wide five = 5 * static_cast<Wide>(n) * static_cast<Wide>(n);
    return 2 * static_cast<Wide>(a) >= static_cast<Wide>(n) && square(a) <= five &&
           five < square(a + 1);
}

}  // namespace

TEST_CASE("floor(n * phi)") {
    std::int64_t a = 0;
    for (std::int64_t n = 0; n < 20'000; ++n) {
        while (is_floor_phi(n, a + 1) || (2 * (a + 1) - n) * (2 * (a + 1) - n) <= 5 * n * n) ++a;
        REQUIRE(floor_phi(n) == a);
    }
    for (const std::int64_t centre :
         {std::int64_t{1'920'767'767}, std::int64_t{1} << 32, std::int64_t{1} << 62,
          std::int64_t{5'700'357'409'661'599'241} - 300, std::int64_t{4'807'526'976}})
        for (std::int64_t n = centre - 300; n < centre + 300; ++n)
            REQUIRE(is_floor_phi(n, floor_phi(n)));
    CHECK(floor_phi(5'700'357'409'661'599'242) < 0);
    CHECK(floor_phi(kMax) < 0);
}

TEST_CASE("representations") {
    const auto s = test::spec(
        "numeration fib = [[0, 1], [0, _]]\nnumeration bin = [[0, 0]]\n"
        "dfao parity over bin = [(0, 1, 0), (1, 0, 1)]\n");
    Words words;
    const Item& fib = *s->find("fib");
    CHECK(words.rep(fib, 0, {}).empty());
    std::vector<Word> list = {{1}};  // the representations in radix order, by generation
    for (std::size_t i = 0; list.size() < 3000; ++i) {
        Word next = list[i];
        next.push_back(0);
        list.push_back(next);
        if (list[i].back() == 0) {
            next.back() = 1;
            list.push_back(next);
        }
    }
    for (std::size_t n = 1; n < 2000; ++n)
        REQUIRE(words.rep(fib, static_cast<std::int64_t>(n), {}) == list[n - 1]);
    CHECK(words.rep(*s->find("bin"), 10, {}) == Word{1, 0, 1, 0});
    CHECK(words.rep(*s->find("bin"), std::int64_t{1} << 61, {}).size() == 62);
    CHECK(words.output(*s->find("parity"), 7, {}) == 1);
}

TEST_CASE("morphic words") {
    const auto s = test::spec(
        "word a from 0 = [[0, 1], [0]]\nword b from 1 = [_, [2], _]\nword c from 0 = [[0], [1]]\n"
        "word d from 0 = [[0, 1], []]\nword e from 0 = [[0, 1], _]\n");
    Words words;
    const Word expected = {0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1};
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(words.letter(*s->find("a"), static_cast<std::int64_t>(i), {}) == expected[i]);
    CHECK(Words::limit(*s->find("a"), {}));
    CHECK_FALSE(Words::limit(*s->find("b"), {}));
    CHECK_FALSE(Words::limit(*s->find("c"), {}));
    CHECK_THROWS_AS(Words::limit(*s->find("d"), {}), Failure);
    CHECK_THROWS_AS(Words::limit(*s->find("e"), {}), Failure);
    CHECK_THROWS_AS(words.letter(*s->find("b"), 0, {}), Failure);
}

TEST_CASE("SHA-256") {
    CHECK(test::digest("abc") ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(test::digest(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    // Every length up to some blocks.
    std::string bytes;
    std::string all;
    for (std::size_t n = 0; n < 300; ++n) {
        all += sha256(bytes);
        Sha256 fastest(fastest_sha256());
        for (std::size_t i = 0; i < n; i += 100)
            fastest.add(std::string_view(bytes).substr(i, 100));
        CHECK(fastest.digits() == sha256(bytes));
        bytes += static_cast<char>(n * n * 7 % 251);
    }
    CHECK(sha256(all) == "2d339ad54b542549140ab3355d92a0240cda6845f12b6f943ca435a064e86834");
}
