#include <catch2/catch.hpp>

#include "search/traps.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

// The warnings on the statement `s` of a text, one after another.
std::string warnings(const std::string& text, const NamedValues& fixed = {}) {
    testing::Fixture t(text);
    Claim target;
    target.name = "s";
    target.fixed = fixed;
    std::string result;
    for (const std::string& warning : traps_of(*t.engine, target, std::chrono::seconds{20})) {
        result += warning + "\n";
    }
    return result;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a hypothesis that can go is named, one that is needed is not") {
    const std::string found =
        warnings("statement s: forall x, y: x <= y => 1 <= x => x + y >= 2 * x\n");
    CHECK(has(found, "hypothesis `1 <= x`: without it the statement holds, too, on x<=64,y<=64"));
    CHECK_FALSE(has(found, "`x <= y`"));
    // Where it bounds a variable, the copy gets a range for it.
    CHECK(has(warnings("statement s: forall x: x <= 5 => x + 1 > x\n"), "hypothesis `x <= 5`"));
    CHECK(warnings("statement s: forall x: x <= 5 => x < 6\n").empty());
    // What speaks of fixed parameters alone is no hypothesis of the instance.
    const std::string fixed = "statement s(l): forall x: 1 <= l => x + l >= x\n";
    CHECK(has(warnings(fixed), "`1 <= l`"));
    CHECK(warnings(fixed, {{"l", 3}}).empty());
}

TEST_CASE("a statement without instances, and one with trivial ones alone") {
    CHECK(has(warnings("statement s: forall x, y: x < y => y < x => x = 7\n"), "no instance"));
    CHECK(has(warnings("statement s: forall x, y: (x + y) mod 200 = 1 => x + y = 1\n"),
              "is read at 2 instances alone on x<=64,y<=64: x=0,y=1; x=1,y=0"));
    CHECK(warnings("statement s: forall x, y: (x + y) mod 20 = 1 => x < 100\n").find("alone") ==
          std::string::npos);
}

TEST_CASE("a subtraction that decides is named, one that does not is not") {
    CHECK(has(
        warnings("statement s: forall x, y: (x - y) + y = x\n"),
        "`x - y`: with the subtraction that is cut off at 0 (Lean's of naturals) the statement is "
        "false on x<=64,y<=64"));
    CHECK(has(warnings("statement s: forall x, y: x < y => (x -. y) = 0\n"),
              "`x -. y`: with the subtraction of the integers the statement is false"));
    CHECK(warnings("statement s: forall x, y: y <= x => (x - y) + y = x\n").find("subtraction") ==
          std::string::npos);
    // In a definition that is reached, too.
    CHECK(has(warnings("let d(x, y) = x - y\nstatement s: forall x, y: d(x, y) + y = x\n"),
              "cut off at 0"));
}

TEST_CASE("a false statement has no superfluous hypotheses") {
    CHECK(warnings("statement s: forall x: 1 <= x => x < 3\n").empty());
}
