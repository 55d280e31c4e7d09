#include <catch2/catch.hpp>

#include "support.h"

using Catch::Contains;
using test::claim_error;
using test::verdict;

namespace {

const std::string kItems =
    "statement p(l, d in 1..4): forall x, y: l + d + x + y = x + y + d + l\n"
    "statement q: forall x: x < 5 => x <= 4\n"
    "statement r(a): forall x, y: x + 2 * y != a + 7\n"
    "statement v: forall x: x > 9 => x > 8\n"
    "statement w: forall x: exists y: y ^ 2 > x\n"
    "statement z: exists c: forall x: x <= c\n"
    "statement e: exists automatic g <= 1: forall x: g(x) = 1\n";

mexcheck::Outcome outcome(const std::string& claim, const std::string& records = "") {
    const auto s = test::spec(kItems);
    const auto report = test::check(*s, test::certificate(*s, {claim}, records));
    INFO(test::verdict(report));
    REQUIRE(!report.failure);
    return report.outcomes.at(0);
}

}  // namespace

TEST_CASE("a claim has one spelling") {
    CHECK(claim_error(kItems, "p: l<=2,d in 2..3,x<=1,y<=1").empty());
    CHECK(claim_error(kItems, "p(l=1,d=2): x+y<=4").empty());
    for (const std::string bad : {"p: l<=2,x<=1",
                                  "p: l<=2,y<=1,x<=1",
                                  "p: l<=2,y+x<=1",
                                  "p: l in 0..2,x<=1,y<=1",
                                  "p: l in 3..2,x<=1,y<=1",
                                  "p: d in 2..5,l<=1,x<=1,y<=1",
                                  "p: l<=2,d<=3,x<=1,y<=1",
                                  "p(d=2,l=1): x<=1,y<=1",
                                  "p(d=5): l<=1,x<=1,y<=1",
                                  "p(l=1): l<=2,x<=1,y<=1",
                                  "p: l<=02,x<=1,y<=1",
                                  "p: l<=2, x<=1,y<=1",
                                  "p : all",
                                  "p:all",
                                  "q: x<=1 ",
                                  "q: z<=1",
                                  "nosuch: all",
                                  "not r(a=0)",
                                  "not r(a=0) at x=1",
                                  "not r at x=1,y=1",
                                  "least not r at x=1",
                                  "q: x<=9223372036854775808"}) {
        CAPTURE(bad);
        CHECK_FALSE(claim_error(kItems, bad).empty());
    }
}

TEST_CASE("instances, hypotheses and strength") {
    CHECK(outcome("q: x<=9").instances == 10);
    CHECK(outcome("q: x<=9").hyp == 5);
    CHECK(outcome("q: x<=9").strength == "range");
    CHECK(outcome("q: all").strength == "full");
    CHECK(outcome("q: all").instances == 5);
    CHECK(outcome("p(l=1): x+y<=4").instances == 60);
    CHECK_THAT(verdict(kItems, "v: x<=9"), Contains("no instance satisfies"));
    CHECK(verdict(kItems, "v: x<=10") == "verified");
    CHECK_THAT(verdict(kItems, "v: all"), Contains("declined t.mex:5:1: needs a range for x"));
}

TEST_CASE("refutations") {
    CHECK(outcome("not r(a=0) at x=1,y=3").point == "x=1,y=3");
    CHECK(outcome("not r at a=1,x=0,y=4").strength == "refuted");
    CHECK_THAT(verdict(kItems, "not r(a=0) at x=1,y=2"), Contains("the statement is true"));
    // Sums first: (1, 3) has sum 4; sum 3 has no solution.
    CHECK(outcome("least not r(a=0)", "point 1 x=1,y=3\n").strength == "least-refuted");
    CHECK(outcome("least not r", "point 1 a=0,x=1,y=3\n").point == "a=0,x=1,y=3");
    CHECK_THAT(verdict(kItems, "least not r(a=0)", "point 1 x=3,y=2\n"), Contains("false at"));
    CHECK_THAT(verdict(kItems, "least not r", "point 1 a=1,x=0,y=4\n"),
               Contains("infinitely many"));
    CHECK_THAT(verdict(kItems, "least not r(a=0)"), Contains("point missing"));
    CHECK_THAT(verdict(kItems, "not r(a=0) at x=1,y=3", "point 1 x=1,y=3\n"),
               Contains("takes no point"));
}

TEST_CASE("witnesses") {
    CHECK(outcome("w: x<=4", "witness 1\n1\n2\n2\n2\n3\n").rules == "witness");
    CHECK_THAT(verdict(kItems, "w: x<=4", "witness 1\n1\n2\n2\n2\n"), Contains("witness missing"));
    CHECK_THAT(verdict(kItems, "w: x<=4", "witness 1\n1\n2\n2\n2\n3\n3\n"),
               Contains("claimed 6, asked for 5"));
    CHECK_THAT(verdict(kItems, "w: x<=4", "witness 1\n1\n2\n2\n1\n3\n"),
               Contains("x.cert:7: the witness fails at x=3"));
    CHECK_THAT(verdict(kItems, "w: x<=4", "witness 1\n1 1\n2\n2\n2\n3\n"),
               Contains("1 numbers, found 2"));
    CHECK_THAT(verdict(kItems, "w: x<=4"), Contains("witness missing"));
    CHECK_THAT(verdict(kItems, "q: all", "witness 1\n1\n"), Contains("claimed 1, asked for 0"));
}

TEST_CASE("what says nothing on a range is declined") {
    CHECK_THAT(verdict(kItems, "z: all"), Contains("declined"));
    CHECK_THAT(verdict(kItems, "e: all"), Contains("declined"));
}
