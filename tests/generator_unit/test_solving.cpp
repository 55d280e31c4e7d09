#include <catch2/catch.hpp>

#include "support.hpp"

using namespace mexcert;

namespace {

std::string outcome(const std::string& statement, const std::string& claim) {
    testing::Fixture t(statement + "\n");
    return t.outcome(claim);
}

}  // namespace

TEST_CASE("equations, ranges, roots and increasing functions bound a variable") {
    CHECK(outcome("statement s: forall x: exists y: x + y = 2 * x", "s: x<=9") == "ok");
    CHECK(outcome("statement s: forall x: (exists y: 2 * y = x) <=> x mod 2 = 0", "s: x<=9") ==
          "ok");
    CHECK(outcome("statement s: forall x: count {y: y < x} = x", "s: x<=9") == "ok");
    CHECK(outcome("statement s: forall x: count {y: y = 0 or y <= x or y <= x} = x + 1",
                  "s: x<=9") == "ok");
    CHECK(outcome("statement s: forall x: 2 <= x => count {y: (x - y) ^ 2 <= 4} = 5", "s: x<=9") ==
          "ok");
    CHECK(outcome("statement s: forall x: exists n <= x: floor(n * phi) = x or "
                  "floor(n * phi ^ 2) = x",
                  "s: x<=200") == "ok");
    CHECK(outcome("statement s: forall j: 1 <= j => exists unique n: floor(n * phi ^ 2) -. "
                  "floor(n * phi) = j",
                  "s: j<=50")
              .find("cannot be decided") != std::string::npos);
}

TEST_CASE("unranged leading variables are enumerated from the hypotheses") {
    CHECK(outcome("statement s: forall x, y: y < x => y + 1 <= x", "s: x<=9") == "ok");
    CHECK(outcome("statement s: forall x, y: x < y => x + 1 <= y", "s: x<=9")
              .find("needs a range for y") != std::string::npos);
}

TEST_CASE("undefined values are never turned into truth values") {
    CHECK(outcome("let f(n) = n\nstatement s: forall x: f(x - 1) <= x", "s: x<=3")
              .find("undefined: -1 is no natural at x=0") != std::string::npos);
    CHECK(outcome("statement s: forall x: least v with v < x and v = x + 1 = 0", "s: x<=3") !=
          "ok");
    CHECK(outcome("statement s: forall x: 0 = least v with v < x", "s: x<=3")
              .find("least of an empty set") != std::string::npos);
    CHECK(outcome("let f(p in 0..1) = p\nstatement s: forall x: f(x) = x", "s: x<=2")
              .find("2 is outside 0..1") != std::string::npos);
    CHECK(outcome("statement s: forall x: x = 0 or x - 1 < x", "s: x<=3") == "ok");
}

TEST_CASE("numbers beyond 64 bits are declined") {
    CHECK(outcome("statement s: forall x: x ^ 2 ^ 2 >= x", "s: x in 4000000000..4000000000")
              .find("number beyond 64 bits") != std::string::npos);
}

TEST_CASE("statements that say nothing on a range are declined") {
    CHECK(outcome("statement s(c): exists automatic g <= c: forall n: g(n) = c", "s: c<=1")
              .find("trivial on a range") != std::string::npos);
    CHECK(outcome("statement s: forall x: exists c: forall n: n <= x + c", "s: x<=3")
              .find("trivial on a range") != std::string::npos);
}

TEST_CASE("a leaf that is never read is rejected") {
    CHECK(outcome("statement s: forall x: 5 <= x => x = x", "s: x<=3")
              .find("no instance satisfies the hypotheses") != std::string::npos);
}

TEST_CASE("multiplication on ranges only") {
    CHECK(outcome("statement s: forall x, y: x * y = y * x", "s: x<=3,y<=3")
              .find("multiplication on ranges only") != std::string::npos);
    CHECK(outcome("statement s(l): forall x: l * x = x * l", "s: l<=3,x<=3") == "ok");
}

TEST_CASE("words and numerations") {
    const std::string items =
        "numeration fib = [[0, 1], [0, _]]\nnumeration two = [[0, 0], [0, 0]]\n";
    const std::string bad = "numeration fib = [[0, 1], [0, _]]\nnumeration two = [[0, 0]]\n";
    CHECK(outcome(bad + "dfao even over two = [(0, 1, 1), (0, 1, 0)]\n"
                        "statement s: forall n: even(n) = 1 <=> n mod 2 = 0",
                  "s: n<=40") == "ok");
    CHECK(outcome(bad + "statement s: rep(fib, 7) = [1, 0, 1, 0] and rep(two, 5) = [1, 0, 1] and "
                        "rep(fib, 0) = []",
                  "s: all") == "ok");
    CHECK(outcome(items + "statement s: 1 = 1", "s: all").find("not reachable") !=
          std::string::npos);
    CHECK(outcome("word W from 0 = [[0, 1], [0]]\nstatement s: limit(W) and W(0) = 0 and W(1) = 1 "
                  "and W(2) = 0 and take(5, iterate(W, 4, [0])) = [0, 1, 0, 0, 1]",
                  "s: all") == "ok");
}
