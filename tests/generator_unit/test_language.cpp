#include <catch2/catch.hpp>

#include "certificate/sha256.hpp"
#include "language/closure.hpp"
#include "language/source_text.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

std::string read_error(const std::string& text) {
    const auto spec = load_text(text, "t.mex");
    return spec.ok() ? "ok" : spec.error().text();
}

std::string tree(const std::string& items, const std::string& name) {
    const auto spec = load_text("language mex 1\n" + items, "t.mex");
    REQUIRE(spec.ok());
    const auto item = spec.value()->statement(name);
    REQUIRE(item.ok());
    return resolved_tree(*spec.value(), item.value());
}

}  // namespace

TEST_CASE("SHA-256 agrees with the published examples") {
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("lexer errors carry their place") {
    CHECK(read_error("language mex 2\n") == "t.mex:1:1: the first line must be `language mex 1`");
    CHECK(read_error("language mex 1\nlet\tx = 1\n") ==
          "t.mex:2:4: byte 0x09 outside LF and 0x20..0x7e");
    CHECK(read_error("language mex 1\nlet a = 01\n") == "t.mex:2:9: number with a leading zero");
    CHECK(read_error("language mex 1\nlet a = 9223372036854775808\n") ==
          "t.mex:2:9: number above 9223372036854775807");
    CHECK(read_error("language mex 1\nlet a = 1x\n") == "t.mex:2:9: a letter follows a number");
    CHECK(read_error("language mex 1\nlet a = 1") ==
          "t.mex:1:1: the last line does not end with LF");
}

TEST_CASE("parser errors carry their place") {
    CHECK(read_error("language mex 1\nlet a = b\n") == "t.mex:2:9: unknown name `b`");
    CHECK(read_error("language mex 1\nlet a = 1\nlet a = 2\n") ==
          "t.mex:3:5: `a` is defined at t.mex:2:5");
    CHECK(read_error("language mex 1\nlet a(phi) = 1\n") ==
          "t.mex:2:7: expected a variable, found `phi`");
    CHECK(read_error("language mex 1\ndef f(n) = f(n)\n") ==
          "t.mex:2:5: `f` calls itself and needs a measure");
    CHECK(read_error("language mex 1\nstatement s: 1 + 1\n") ==
          "t.mex:2:16: expected a formula, found a number");
    CHECK(read_error("language mex 1\nstatement s(c): 1 = 1\n") ==
          "t.mex:2:11: parameter `c` does not occur");
    CHECK(read_error("language mex 1\nlet f(x) = x div 0\n") ==
          "t.mex:2:18: the divisor must be a literal >= 1");
    CHECK(read_error("language mex 1\nstatement s: 1 = 1 <=> 1 = 1 <=> 1 = 1\n") ==
          "t.mex:2:30: `<=>` is not associative: parentheses are needed");
    CHECK(read_error("language mex 1\nnumeration N = [[1, 0]]\n").find("not below 1") !=
          std::string::npos);
    std::string deep(300, '(');
    CHECK(read_error("language mex 1\nlet f = " + deep + "\n").find("nesting above 200") !=
          std::string::npos);
}

TEST_CASE("a def is recursive iff it states a measure") {
    const auto spec = load_text(
        "language mex 1\n"
        "def plain(n) = n\n"
        "def table(i in 1..3, l, n) measure n = i + l\n"
        "def self(i in 1..3, l, n) measure n = if n = 0 then l else self(2, l, n - 1)\n",
        "t.mex");
    REQUIRE(spec.ok());
    const auto item = [&](int index) { return spec.value()->item(index); };
    CHECK_FALSE(item(0).recursive);
    CHECK(item(1).recursive);
    CHECK(item(1).is_fixed == std::vector<bool>{true, false, false});
    CHECK(item(2).recursive);
    CHECK(item(2).is_fixed == std::vector<bool>{true, true, false});
    CHECK(read_error("language mex 1\ndef f(i in 0..2) measure i = i\n") ==
          "t.mex:2:5: `f` has no ranged parameter");
    CHECK(read_error("language mex 1\ndef f(n) measure f(n) = n\n") ==
          "t.mex:2:5: `f` uses its own name in its measure");
}

TEST_CASE("names: `a..b` is three tokens, a dotted name is one") {
    CHECK(read_error("language mex 1\nlet a.b(x in 0..3) = x\nlet c = a.b(1)\n") == "ok");
}

TEST_CASE("closure text joins tokens by single blanks and leaves comments out") {
    const auto spec = load_text(
        "language mex 1\nlet one = 1 # comment\nlet two = 2\nstatement s:\n    one  =1\n", "t.mex");
    REQUIRE(spec.ok());
    const int item = spec.value()->statement("s").value();
    CHECK(closure_text(*spec.value(), item) ==
          "language mex 1\nlet one = 1\nstatement s : one = 1\n");
}

TEST_CASE("resolved trees") {
    CHECK(tree("statement s: forall x, y < x: x > y => (x, y) not in {(1, 2)}\n", "s") ==
          "(statement s () (forall (x y) (=> (< y x) (=> (< y x) (not (in (x y) (1 2)))))))\n");
    CHECK(tree("set S(l) = {(x, y) | x + y <= l}\nstatement s(l in 1..3): exists unique x in 0..l: "
               "(x, 0) in S(l)\n",
               "s") ==
          "(set S (l) (x y) (<= (+ x y) l))\n(statement s ((l 1 3)) (unique (x) (and "
          "(<= 0 x) (and (<= x l) (call S l x 0)))))\n");
    CHECK(
        tree("word W from 0 = [[0, 1], [], _]\nstatement s: limit(W) and W(2) = - 1 ^ 2\n", "s") ==
        "(word W 0 (0 1) () _)\n(statement s () (and (limit W) (= (call W 2) (neg (sq 1)))))\n");
    CHECK(tree("statement s: tends_to(n: floor(2 * n * phi ^ 2), phi)\n", "s") ==
          "(statement s () (tends n (floor (* 2 n) 2) 1))\n");
}

TEST_CASE("all statement files are read") {
    const auto spec = testing::real_spec();
    REQUIRE(spec != nullptr);
    CHECK(spec->statement("wythoffGrundy_eq_zero_iff").ok());
    CHECK_FALSE(spec->statement("wythoffMexA").ok());
}

TEST_CASE("messages for names and arguments help") {
    const auto error = [](const std::string& items) {
        const auto spec = load_text("language mex 1\n" + items, "t.mex");
        return spec.ok() ? std::string("ok") : spec.error().text();
    };
    const std::string pred = "pred near(x, (y, z)) = x + y = z\n";
    CHECK(error(pred + "statement s: forall x: neer(x, (x, x))\n").find("did you mean `near`?") !=
          std::string::npos);
    CHECK(error(pred + "statement s: forall x: near(x, x)\n")
              .find("takes the arguments: a number, a tuple of 2; found: a number, a number") !=
          std::string::npos);
    CHECK(error(pred + "statement s: forall x: qqqq(x)\n").find("did you") == std::string::npos);
}

TEST_CASE("source text of parts") {
    const auto good = load_text(
        "language mex 1\ndef f(n) = n\nstatement s: forall x, y: (x in {1,2} or not (f(x) = y)) => "
        "count {i < x: i != y} <= 3\n",
        "t.mex");
    const Item& item = good.value()->item(1);
    const Expr& implication = *item.body->kids[0];
    CHECK(source_text(item, *implication.kids[0]) == "x in {1, 2} or not (f(x) = y)");
    CHECK(source_text(item, *implication.kids[0]->kids[1]) == "not (f(x) = y)");
    CHECK(source_text(item, *implication.kids[1]) == "count {i < x: i != y} <= 3");
}
