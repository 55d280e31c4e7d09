#include <catch2/catch.hpp>
#include <set>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

std::string values(Engine& engine, const std::string& name,
                   const std::vector<std::string>& arguments) {
    const auto table = table_values(engine, {.name = name, .arguments = arguments});
    return table.ok() ? table.value().text : table.error().text();
}

// The same game by definition: options one by one.
std::string naive_queen(int width, int height) {
    std::vector<std::vector<int>> g(static_cast<std::size_t>(width),
                                    std::vector<int>(static_cast<std::size_t>(height)));
    const auto at = [&](int x, int y) -> int& {
        return g[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
    };
    std::string text;
    for (int x = 0; x < width; ++x) {
        for (int y = 0; y < height; ++y) {
            std::set<int> options;
            for (int u = 0; u < x; ++u) {
                options.insert(at(u, y));
            }
            for (int v = 0; v < y; ++v) {
                options.insert(at(x, v));
            }
            for (int t = 1; t <= std::min(x, y); ++t) {
                options.insert(at(x - t, y - t));
            }
            int value = 0;
            while (options.count(value) != 0) {
                ++value;
            }
            at(x, y) = value;
            text += std::to_string(value) + (y + 1 == height ? "\n" : " ");
        }
    }
    return text;
}

// Moves along rows and columns; along diagonals, too.
const std::string kLines =
    "def q(x, y) measure x + y = least m with (forall u < x: q(u, y) != m) and "
    "(forall v < y: q(x, v) != m)";
const std::string kQueen =
    kLines + " and (forall t: 1 <= t => t <= x => t <= y => q(x - t, y - t) != m)";

}  // namespace

TEST_CASE("queen shape, fast and cell by cell, agrees with naive enumeration") {
    testing::Fixture fast(kQueen + "\n");
    REQUIRE(fast.spec.ok());
    CHECK(fast.engine->shapes.queen(0) != nullptr);
    CHECK(values(*fast.engine, "q", {"0..19", "0..14"}) == naive_queen(20, 15));
    testing::Fixture slow(kQueen + " and m + 1 > m\n");
    REQUIRE(slow.spec.ok());
    CHECK(slow.engine->shapes.queen(0) == nullptr);
    CHECK(values(*slow.engine, "q", {"0..19", "0..14"}) == naive_queen(20, 15));
}

TEST_CASE("queen shape with guards on the position that a diagonal move leads to") {
    // The guards of the game W(2, 5), in several spellings.
    for (const std::string guard : {"2 <= x - t and 2 <= y - t and (5 <= x - t or 5 <= y - t)",
                                    "not (x - t < 2 or y - t < 2) and (x - t < 5 => y - t > 4)"}) {
        const std::string text =
            "def q(c, x, y) measure x + y = least m with (forall u < x: q(c, u, y) != m) and "
            "(forall v < y: q(c, x, v) != m) and "
            "(forall t: 1 <= t => t <= x => t <= y => " +
            guard + " => q(c, x - t, y - t) != m)";
        testing::Fixture fast(text + "\n");
        testing::Fixture slow(text + " and m + 1 > m\n");
        REQUIRE(fast.spec.ok());
        REQUIRE(slow.spec.ok());
        REQUIRE(fast.engine->shapes.queen(0) != nullptr);
        CHECK(fast.engine->shapes.queen(0)->landing.size() > 0);
        CHECK(fast.engine->shapes.queen(0)->landing_grows == (guard[0] == '2'));
        CHECK(slow.engine->shapes.queen(0) == nullptr);
        CHECK(values(*fast.engine, "q", {"1", "0..24", "0..19"}) ==
              values(*slow.engine, "q", {"1", "0..24", "0..19"}));
    }
    for (const std::string guard :
         {"x - t <= y - t", "x - t < 9", "x - t = y - t", "(x - t) * 3 < 7 + 2 * (y - t)"}) {
        testing::Fixture other(kLines + " and (forall t: 1 <= t => t <= x => t <= y => " + guard +
                               " => q(x - t, y - t) != m)\n");
        REQUIRE(other.spec.ok());
        REQUIRE(other.engine->shapes.queen(0) != nullptr);
        CHECK_FALSE(other.engine->shapes.queen(0)->landing_grows);
    }
    // A guard on the position from which it is made.
    testing::Fixture from(
        kLines + " and (forall t: 1 <= t => t <= x => t <= y => 2 <= x => q(x - t, y - t) != m)\n");
    REQUIRE(from.spec.ok());
    CHECK(from.engine->shapes.queen(0) == nullptr);
}

TEST_CASE("queen shape without moves along the diagonal is nim") {
    testing::Fixture nim(kLines + "\n");
    REQUIRE(nim.spec.ok());
    REQUIRE(nim.engine->shapes.queen(0) != nullptr);
    std::string sums;
    for (int x = 0; x < 80; ++x) {
        for (int y = 0; y < 70; ++y) {
            sums += std::to_string(x ^ y) + (y == 69 ? "\n" : " ");
        }
    }
    CHECK(values(*nim.engine, "q", {"0..79", "0..69"}) == sums);
    testing::Fixture twice(
        "def q(x, y) measure x + y = least m with (forall u < x: q(u, y) != m) and "
        "(forall v < x: q(v, y) != m)\n");
    REQUIRE(twice.spec.ok());
    CHECK(twice.engine->shapes.queen(0) == nullptr);
}

TEST_CASE("sequence shape agrees with the mex by definition") {
    testing::Fixture t(
        "def a(l, n) measure n = least m with l < m and forall i < n: m != a(l, i) and "
        "m != a(l, i) + i + l + 1\n");
    REQUIRE(t.spec.ok());
    CHECK(t.engine->shapes.sequence(0) != nullptr);
    std::set<int> excluded;
    std::string expected;
    for (int n = 0; n < 50; ++n) {
        int m = 4;
        while (excluded.count(m) != 0) {
            ++m;
        }
        excluded.insert({m, m + n + 4});
        expected += std::to_string(n) + " " + std::to_string(m) + "\n";
    }
    CHECK(values(*t.engine, "a", {"3", "0..49"}) == expected);
}

TEST_CASE("nested recursion is computed without native recursion") {
    testing::Fixture t(
        "def f(n) measure n = if n = 0 then 0 else n -. f(f(n - 1))\n"
        "def g(n) measure n = if n = 0 then 0 else g(n - 1) + 1\n");
    REQUIRE(t.spec.ok());
    CHECK(values(*t.engine, "f", {"0..6"}) == "0 0\n1 1\n2 1\n3 2\n4 3\n5 3\n6 4\n");
    CHECK(values(*t.engine, "g", {"300000"}) == "300000\n");
}

TEST_CASE("a self-call must have a smaller measure") {
    testing::Fixture t(
        "def f(n) measure n = if n = 0 then 0 else f(n + 1)\n"
        "def h(x, y) measure 2 * x + y = if x = 0 then 0 else h(x - 1, y + 1)\n");
    REQUIRE(t.spec.ok());
    CHECK(values(*t.engine, "f", {"3"}).find("not below") != std::string::npos);
}

TEST_CASE("a certificate needs a box that the equation does not leave") {
    testing::Fixture t(
        "def h(x, y) measure 2 * x + y = if x = 0 then 0 else h(x - 1, y + 1)\n"
        "statement s: forall x, y: h(x, y) = 0\n");
    REQUIRE(t.spec.ok());
    CHECK(values(*t.engine, "h", {"3", "3"}) == "0\n");
    const auto proof = prove_claim(*t.engine, "s: x<=3,y<=3", {});
    REQUIRE(proof.ok());
    const auto text = certificate_text(*t.engine, {proof.value()});
    REQUIRE_FALSE(text.ok());
    CHECK(text.error().message.find("no box") != std::string::npos);
}

TEST_CASE("tables are the least boxes that hold every look-up") {
    testing::Fixture t(kQueen +
                       "\nstatement near: forall x, y: q(x, y) = 1 => exists v, w: q(v, w) = 0 and "
                       "(x - v) ^ 2 + (y - w) ^ 2 <= 20\n"
                       "statement low: forall x, y: q(x, y) <= x + y\n");
    const auto text = [&](const std::string& claim) {
        const auto proof = prove_claim(*t.engine, claim, {});
        REQUIRE(proof.ok());
        return certificate_text(*t.engine, {proof.value()}).value();
    };
    CHECK(text("low: x<=3,y<=2").find("table q 0..3 0..2\n0 1 2\n1 2 0\n2 0 1\n3 4 5\n") !=
          std::string::npos);
    CHECK(text("near: x<=2,y<=2").find("table q 0..6 0..6\n") != std::string::npos);
}

TEST_CASE("a def with a measure has tables though it does not call itself") {
    testing::Fixture t(
        "def f(i in 1..2, x, y) measure 0 = least m with (forall k < x: m != k * i) and m >= y\n"
        "statement s: forall x: f(2, x, x + 1) > x\n");
    REQUIRE(t.spec.ok());
    const auto proof = prove_claim(*t.engine, "s: x<=2", {});
    REQUIRE(proof.ok());
    CHECK(certificate_text(*t.engine, {proof.value()})
              .value()
              .find("\ntable f 2 0..2 0..3\n0 1 2 3\n1 1 2 3\n1 1 3 3\nend ") != std::string::npos);
}

TEST_CASE("tables of one definition that need each other are filled together") {
    testing::Fixture t(
        "def f(i, n) measure n + i = if n = 0 or i = 0 then i + n else\n"
        "  f(0, n -. i) + f(i - 1, n - 1) + 1\n"
        "def g(i in 0..99, n) measure 100 * n + i = if n = 0 then i else\n"
        "  if i = 0 then g(99, n - 1) + 1 else g(i - 1, n)\n");
    REQUIRE(t.spec.ok());
    CHECK(values(*t.engine, "f", {"0..2", "0..2"}) == "0 1 2\n1 1 3\n2 2 2\n");
    CHECK(values(*t.engine, "g", {"50", "4000"}) == "4099\n");
}

TEST_CASE("one ranged position is written in steps, 64 on a line") {
    testing::Fixture t(
        "def f(n) measure n = if n = 0 then 5 else f(n - 1) + 2\n"
        "statement s: forall n: f(n) = 2 * n + 5\n");
    const auto proof = prove_claim(*t.engine, "s: n<=70", {});
    REQUIRE(proof.ok());
    const std::string text = certificate_text(*t.engine, {proof.value()}).value();
    CHECK(text.find("table f 0..70\n5 2 2") != std::string::npos);
    CHECK(text.find("2 2\n2 2 2 2 2 2 2\nend 2 ") != std::string::npos);
    const auto again = prove_claim(*t.engine, "s: n<=70", {});
    CHECK(certificate_text(*t.engine, {again.value()}).value() == text);
}
