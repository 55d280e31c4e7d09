#include <catch2/catch.hpp>

#include "certificate/writer.hpp"
#include "search/counterexample.hpp"
#include "support.hpp"

using namespace mexcert;

TEST_CASE("points come by parameters, then sum, then variables in order") {
    testing::Fixture t("statement s(p in 1..2): forall x, y: x + y + p < 3\n");
    const StatementForm form = statement_form(*t.engine, 0).value();
    const PointOrder order(form, point_variables(*t.engine, form, {}));
    std::vector<Point> points;
    order.visit([&](const Point& point) {
        points.push_back(point);
        return points.size() < 6;
    });
    CHECK(points ==
          std::vector<Point>{{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 0, 2}, {1, 1, 1}, {1, 2, 0}});
}

TEST_CASE("a false claim names its least counterexample") {
    testing::Fixture t("statement s: forall x, y: x ^ 2 + y < 17\n");
    CHECK(t.outcome("s: x<=9,y<=9").find("least counterexample: not s at x=4,y=1") !=
          std::string::npos);
    CHECK(t.outcome("not s at x=4,y=1") == "ok");
    CHECK(t.outcome("not s at x=4,y=0").find("holds at this point") != std::string::npos);
    CHECK(t.outcome("not s at x=4").find("exactly: x,y") != std::string::npos);
    const auto proof = prove_claim(*t.engine, "least not s", {});
    REQUIRE(proof.ok());
    CHECK(proof.value().point == NamedValues{{"x", 4}, {"y", 1}});
}

TEST_CASE("a changed constant changes the counterexample") {
    testing::Fixture t("statement s: forall x, y: x ^ 2 + y < 26\n");
    CHECK(prove_claim(*t.engine, "least not s", {}).value().point ==
          NamedValues{{"x", 5}, {"y", 1}});
}

TEST_CASE("witnesses are least by maximum, then in lexicographic order") {
    testing::Fixture t("statement s: forall x: exists y, z: x + 2 <= y + z and y != z\n");
    const auto proof = prove_claim(*t.engine, "s: x<=2", {});
    REQUIRE(proof.ok());
    CHECK(proof.value().witnesses ==
          std::vector<std::vector<std::int64_t>>{{0, 2}, {1, 2}, {1, 3}});
    const std::string text = certificate_text(*t.engine, {proof.value()}).value();
    CHECK(text.find("\nwitness 1\n0 2\n1 2\n1 3\nend 2 ") != std::string::npos);
}

TEST_CASE("witnesses behind a solvable forall: one search for all instances") {
    // Every x is the only number below some z that differs from x + 1 .. z - 1 as asked.
    testing::Fixture t(
        "statement s: forall x: exists z: z > x and forall u < z: u >= z - 2 => "
        "u = x or u = x + 1\n");
    const auto proof = prove_claim(*t.engine, "s: x<=30", {});
    REQUIRE(proof.ok());
    REQUIRE(proof.value().witnesses.size() == 31);
    for (std::size_t x = 0; x < 31; ++x) {
        const auto z = proof.value().witnesses[x][0];
        CHECK((z == static_cast<std::int64_t>(x) + 2 || (x == 0 && z == 1)));
    }
}

TEST_CASE("leaves ask in turn at each assignment") {
    testing::Fixture t("statement s: forall x: (exists y: y > x) and exists z: z > x + 1\n");
    CHECK(prove_claim(*t.engine, "s: x<=1", {}).value().witnesses ==
          std::vector<std::vector<std::int64_t>>{{1}, {2}, {2}, {3}});
}

TEST_CASE("no witness: declined") {
    testing::Fixture t("statement s: forall x: exists y: y > x and y < y\n");
    ProofOptions options;
    options.witness_limits.largest = 50;
    CHECK(prove_claim(*t.engine, "s: x<=1", options).error().outcome == Outcome::kDeclined);
}
