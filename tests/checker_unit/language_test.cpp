#include <catch2/catch.hpp>

#include "support.h"

using Catch::Contains;
using test::spec_error;

TEST_CASE("lexical errors carry their place") {
    CHECK_THAT(spec_error("statement s: 1 = 01\n"), Contains("t.mex:2:18: number not canonical"));
    CHECK_THAT(spec_error("statement s: 1 = 1a\n"), Contains("followed by a letter"));
    CHECK_THAT(spec_error("statement s: 1 =\t1\n"), Contains("t.mex:2:17: byte out of range"));
    CHECK_THAT(spec_error("statement s: 1 = 9223372036854775808\n"), Contains("number too large"));
    CHECK(spec_error("statement s: 9223372036854775807 = 1\n").empty());
    CHECK_THAT(spec_error("statement s: 1 = 1 ; 2\n"), Contains("no token begins"));
    CHECK_THAT(spec_error("statement s: 1 = 1"), Contains("line end"));
    mexcheck::Spec s;
    CHECK_THROWS_AS(s.read_text("u.mex", "language mex 2\n"), mexcheck::Failure);
}

TEST_CASE("names, scopes and shapes") {
    CHECK_THAT(spec_error("statement s: x = 1\n"), Contains("`x` is not defined"));
    CHECK_THAT(spec_error("statement s: forall x: exists x: x = 1\n"), Contains("already bound"));
    CHECK_THAT(spec_error("let f(x) = x\nstatement s: forall f: f = f\n"),
               Contains("name of an item"));
    CHECK_THAT(spec_error("let f(x) = x\nlet f(y) = y\n"), Contains("already defined"));
    CHECK_THAT(spec_error("pred m((x, y), z) = x = z\nstatement s: m(1, 2)\n"),
               Contains("another width"));
    CHECK_THAT(spec_error("def f(n) = if n = 0 then 0 else f(n - 1)\n"), Contains("measure"));
    CHECK_THAT(spec_error("statement s(l): 1 = 1\n"), Contains("does not occur"));
    CHECK_THAT(spec_error("set s = {(1, 2), 3}\n"), Contains("different widths"));
    CHECK_THAT(spec_error("statement s: 1 in {(1, 2)}\n"), Contains("another width"));
    CHECK(spec_error("statement a.b: forall x in 1..3: x <= 3\n").empty());
}

TEST_CASE("sorts and operators") {
    CHECK_THAT(spec_error("statement s: 1\n"), Contains("truth value expected"));
    CHECK_THAT(spec_error("statement s: 1 = [1]\n"), Contains("number expected"));
    CHECK_THAT(spec_error("statement s: 1 = 1 = 1\n"), Contains("do not chain"));
    CHECK_THAT(spec_error("statement s: true <=> true <=> true\n"), Contains("do not chain"));
    CHECK_THAT(spec_error("statement s: forall x: x div 0 = 1\n"), Contains("literal >= 1"));
    CHECK_THAT(spec_error("statement s: forall x, y: x * y = 1\n"), Contains("runs over a range"));
    CHECK(spec_error("statement s(a): forall x: a * x = 1\n").empty());
    CHECK_THAT(spec_error("let f(a, x) = a * x\nstatement s: forall x, y: f(x, y) = 1\n"),
               Contains("t.mex:2:17"));
    CHECK_THAT(spec_error("statement s: (forall x: x = x) and exists automatic g <= 1: g(1) = 1\n"),
               Contains("only in front"));
    CHECK_THAT(spec_error("statement s: 1 + least m with m > 1 = 1\n"), Contains("parentheses"));
}

TEST_CASE("nesting is bounded") {
    std::string deep(300, '(');
    CHECK_THAT(spec_error("statement s: " + deep + "1\n"), Contains("200 deep"));
    std::string chain = "statement s: 1";
    for (int i = 0; i < 5000; ++i) chain += " + 1";
    CHECK_THAT(spec_error(chain + " = 1\n"), Contains("nested too deeply"));
    std::string lets = "let f0(x) = x\n";
    for (int i = 1; i < 60; ++i)
        lets += "let f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(x) ^ 2 + f" +
                std::to_string(i - 1) + "(x + 1) ^ 2\n";
    CHECK_THAT(spec_error(lets + "statement s: f59(1) = 1\n"), Contains("work limit"));
}

TEST_CASE("items of words and numerations are checked") {
    CHECK_THAT(spec_error("numeration n = [[0, 2], [0, _]]\n"), Contains("no such state"));
    CHECK_THAT(spec_error("numeration n = [[0, _], [0, 1]]\n"), Contains("not reachable"));
    CHECK_THAT(spec_error("numeration n = [[0, _]]\n"), Contains("infinitely many"));
    CHECK_THAT(spec_error("word w from 3 = [[0]]\n"), Contains("no such letter"));
    CHECK_THAT(spec_error("numeration n = [[0, 0]]\ndfao d over n = [(0, 1)]\n"),
               Contains("a target for each digit"));
}

TEST_CASE("closure text") {
    const auto s = test::spec(
        "let  f(x) = x + 1 # comment\n pred q(x) = x = 2\nlet h(x)=x\nstatement s:\n forall x : "
        "f(x)=1\n");
    CHECK(s->closure_text(*s->find("s")) ==
          "language mex 1\nlet f ( x ) = x + 1\nstatement s : forall x : f ( x ) = 1\n");
}
