#include <catch2/catch.hpp>

#include "support.h"

using Catch::Contains;
using test::verdict;

namespace {

const std::string kDeclined = "unbounded quantifier";

// The verdict on `statement s: A`, claimed for all.
std::string truth(const std::string& formula, const std::string& items = "") {
    return verdict(items + "statement s: " + formula + "\n", "s: all");
}

const std::string kSeq =
    "def f(n) measure n = least m with 1 <= m and forall i < n: m != f(i) and m != f(i) + 2\n";

}  // namespace

TEST_CASE("rule 3: equations, and differences of two") {
    CHECK(truth("1 = 1 and not exists n: 2 * n + 1 = 6") == "verified");
    CHECK(truth("1 = 1 and not not exists n: 2 * n + 1 = 7") == "verified");
    CHECK(truth("forall x: x = 5 => exists unique n: n + 2 = x") == "verified");
    CHECK(truth("not not exists u, k: u + k = 5 and u + k + k = 8") == "verified");
    CHECK_THAT(truth("not exists n: n != 3"), Contains(kDeclined));
}

TEST_CASE("rule 4: increasing functions") {
    CHECK(truth("not exists n: floor(n * phi) = 5") == "verified");
    CHECK(truth("not not exists n: floor(n * phi) + n = 13") == "verified");
    CHECK_THAT(
        truth("not exists n: floor((n + 1) * phi ^ 2) - floor(n * phi) - floor(n * phi) = 5"),
        Contains(kDeclined));
}

TEST_CASE("rule 5: ranges and squares") {
    CHECK(truth("count {x, y: x + y <= 3} = 10") == "verified");
    CHECK(truth("count {x: 3 * x < 10} = 4") == "verified");
    CHECK(truth("count {v, w: (3 - v) ^ 2 + (w - 2) ^ 2 <= 5} = 21") == "verified");
    CHECK(truth("count {x: floor(x * phi) <= 10} = 7") == "verified");
    CHECK_THAT(truth("count {x, y: x <= y} = 1"), Contains(kDeclined));
    CHECK_THAT(truth("count {x: 1 <= x} = 1"), Contains(kDeclined));
}

TEST_CASE("rules 6 and 7: splits and definitions") {
    const std::string items = "pred r(x) = x <= 4\nset s2 = {(1, 2), (2, 1), (1, 2)}\n";
    CHECK(truth("count {x: x = 1 or x = 2 or x <= 1} = 3") == "verified");
    CHECK(truth("count {x: x in {1, 2, 1}} = 2") == "verified");
    CHECK(truth("count {x: not (x > 3 and x > 5)} = 6") == "verified");
    CHECK(truth("count {x: r(x) and x > 2} = 2", items) == "verified");
    CHECK(truth("count {x, y: (x, y) in s2} = 2 and card(s2) = 2", items) == "verified");
    CHECK_THAT(truth("count {x: x <= 3 or x > 5} = 2"), Contains(kDeclined));
    CHECK_THAT(truth("count {x: not r(x)} = 2", items), Contains(kDeclined));
}

TEST_CASE("least, mex shape and plain search") {
    CHECK(truth("(least m with m > 2 and m != 3 and 5 != m) = 4") == "verified");
    CHECK(truth("(least m with (forall u: u < 4 => m != 2 * u) and (1 = 2 => m != 1)) = 1") ==
          "verified");
    CHECK(truth("(least m with m mod 5 = 3 and m > 9) = 13") == "verified");
    CHECK(truth("(least m with m <= 9 and m ^ 2 > 30) = 6") == "verified");
    CHECK_THAT(truth("(least m with m <= 3 and m > 5) = 1"), Contains("empty set"));
    CHECK_THAT(truth("(least m with m mod 2 = 3) = 1"), Contains("work limit"));
}

TEST_CASE("undefined values reject") {
    const std::string half = "def h(n in 0..3) = n + 1\ndef neg(n) = n - 5\n";
    CHECK_THAT(truth("h(4) = 5 or true", half), Contains("outside its domain"));
    CHECK_THAT(truth("neg(1) = 1 or true", half), Contains("is negative"));
    CHECK_THAT(truth("h(0 - 1) - h(0 - 1) = 0", half), Contains("undefined"));
    CHECK_THAT(truth("(1 - 2) div 2 = 0"), Contains("negative"));
    CHECK(truth("true or neg(1) = 1", half) == "verified");
    CHECK_THAT(test::spec_error("statement s: 9223372036854775807 + 1 > 0\n"),
               Contains("beyond 64 bits"));
    CHECK_THAT(truth("forall x: x = 4000000000 => x ^ 2 > 0"), Contains("beyond 64 bits"));
}

TEST_CASE("sequence shape: swept, increasing, inverted") {
    // f = 1, 2, 5, 6, 9, ..: 1 excludes 1 and 3, 2 excludes 2 and 4.
    const std::string items =
        kSeq + "statement s: forall j: j in {1, 2, 5, 6, 9} <=> j <= 9 and exists n: f(n) = j\n";
    CHECK(verdict(items, "s: j<=9", "table f 0..4\n1 1 3 1 3\n") == "verified");
    CHECK_THAT(verdict(items, "s: j<=9", "table f 0..4\n1 1 3 1 2\n"),
               Contains("x.cert:4: f(4): claimed 8, computed 9"));
    CHECK_THAT(verdict(items, "s: j<=9", "table f 0..3\n1 1 3 1\n"), Contains("no table holds f("));
}

TEST_CASE("measures and look-ups of general tables") {
    const std::string items =
        "def g(x, y) measure x + y = if x = 0 or y = 0 then 1 else g(x - 1, y) + g(x, y - 1)\n"
        "def bad(n) measure 3 = if n = 0 then 0 else bad(n - 1)\n"
        "statement s: g(1, 2) = 3\nstatement t: bad(1) = 0\n";
    CHECK(verdict(items, "s: all", "table g 0..1 0..2\n1 1 1\n1 2 3\n") == "verified");
    CHECK_THAT(verdict(items, "s: all", "table g 0..1 0..2\n1 1 1\n1 2 4\n"),
               Contains("x.cert:5: g(1, 2): claimed 4, computed 3"));
    CHECK_THAT(verdict(items, "s: all", "table g 0..0 0..2\n1 1 1\n"),
               Contains("no table holds g(1, 2)"));
    CHECK_THAT(verdict(items, "t: all", "table bad 0..1\n0 0\n"),
               Contains("measure does not fall"));
}

TEST_CASE("values along a loop") {
    // No i has 2 * i + 1 <= 0; f(0) = 0, f(1) = f(2) = 1.
    const std::string f =
        "def f(n) measure n = least m with forall i: 2 * i < n => i < n => m != f(i)\n";
    CHECK(test::verdict(f + "statement s: forall n: f(n) <= 2\n", "s: n<=2",
                        "table f 0..2\n0 1 0\n") == "verified");
    // Factors beyond the limit of a line: read directly, which declines where 64 bits do not hold
    // it.
    const std::string big = "4611686018427387904";
    CHECK(test::verdict("statement s: forall x, y: " + big + " * x + " + big + " * y + 1 != 0\n",
                        "s: x<=0,y<=1") == "verified");
    CHECK(test::verdict("statement s: forall x, y: " + big + " * x + " + big + " * y + 1 != 0\n",
                        "s: x<=1,y<=1")
              .starts_with("declined"));
    // Bounds in front of a loop: instances are counted, also where the hypothesis fails.
    const auto s = test::spec("statement s: forall x, y: 2 * x < 3 * y + 1 => 2 * x <= 3 * y\n");
    const auto report = test::check(*s, test::certificate(*s, {"s: x<=30,y<=40"}));
    REQUIRE(test::verdict(report) == "verified");
    mexcheck::Int hyp = 0;
    for (mexcheck::Int x = 0; x <= 30; ++x)
        for (mexcheck::Int y = 0; y <= 40; ++y) hyp += 2 * x < 3 * y + 1 ? 1 : 0;
    CHECK(report.outcomes[0].instances == 31 * 41);
    CHECK(report.outcomes[0].hyp == hyp);
}
