// Positions read together against the direct reading: the same verdicts, counterexamples, faults
// and, by the bytes of the certificate, the same tables, over many statements made at random.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "certificate/writer.hpp"
#include "evaluation/queen_moves.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

// The certificate's bytes, or the error.
std::string reading(const std::string& items, const std::string& claim, bool directly) {
    testing::Fixture t(items);
    if (!t.spec.ok()) {
        return "unreadable: " + t.spec.error().text();
    }
    ProofOptions options;
    options.directly = directly;
    options.counterexample_time = std::chrono::seconds{0};
    const Result<ClaimProof> proof = prove_claim(*t.engine, claim, options);
    if (!proof.ok()) {
        return proof.error().text();
    }
    const Result<std::string> text = certificate_text(*t.engine, {proof.value()});
    return text.ok() ? text.value() : text.error().text();
}

void check_readings(const std::string& items, const std::string& claim) {
    INFO(items << claim);
    const std::string direct = reading(items, claim, true);
    REQUIRE(direct.rfind("unreadable", 0) != 0);
    REQUIRE(reading(items, claim, false) == direct);
}

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    std::string one_of(const std::vector<std::string>& choices) {
        return choices[random_() % choices.size()];
    }
    std::string number(int below) {
        return std::to_string(random_() % static_cast<unsigned>(below));
    }

    // A formula in x and y.
    std::string part(int depth) {
        if (depth > 0 && random_() % 2 == 0) {
            const std::string a = part(depth - 1);
            const std::string b = part(depth - 1);
            return one_of({fmt::format("({}) and ({})", a, b), fmt::format("({}) or ({})", a, b),
                           fmt::format("(({}) => ({}))", a, b), fmt::format("not ({})", a),
                           fmt::format("(({}) <=> ({}))", a, b)});
        }
        const std::string c = number(9);
        return one_of({fmt::format("x + y <= {}", c),
                       fmt::format("x + {} < y", c),
                       fmt::format("x = {}", c),
                       fmt::format("2 * y - x >= {}", c),
                       fmt::format("(x, y) in {{(1, 2), (2, 1), ({}, 4)}}", c),
                       "x mod 3 = y div 2",
                       fmt::format("f(x) < y + {}", c),
                       fmt::format("f(y) = x + {}", c),
                       "f(x) != f(y)",
                       fmt::format("exists n: x = f(n) and y = f(n) + n + {}", c),
                       "exists n: x = f(n) + n and y = f(n)",
                       fmt::format("exists n: y = floor(n * phi) + {}", c),
                       "exists n: x = n and y = 2 * n + 1 or x = 2 * n + 1 and y = n",
                       "forall n < y: f(n) != x",
                       "exists n: x = h(n) + floor(n * phi) and y = n + h(n)",
                       fmt::format("exists n: n < y and h(n) = {} and x = n", number(3)),
                       "h(x) <= h(y)",
                       fmt::format("exists n, k: n + k = y and k + n + {} = x", c),
                       "p(x, y)",
                       "p(y, x)",
                       "exists unique n: f(n) < y and x = n",
                       fmt::format("count {{n: n < y and f(n) < x}} < {}", c),
                       fmt::format("exists n: (n - x) ^ 2 + y <= {}", c),
                       "suffix([0], rep(fib, x))",
                       "rep(fib, y) = rep(fib, x) ++ [1]",
                       "h(x - 1) = 0",
                       fmt::format("f(y - x) < {}", c)});
    }

    std::string question(const std::string& set) {
        const std::string moves = one_of({"M((x, y), (u, v))", "x + y > 2 and M((x, y), (u, v))"});
        const std::string in = set + one_of({"(u, v)", "(u, v)", "(v, u)"});
        const std::string k = number(4);
        return one_of({
            fmt::format("exists (u, v): {} and {}", moves, in),
            fmt::format("exists (u, v): {} and {}", in, moves),
            fmt::format("exists (u, v): {} and not {}", moves, in),
            fmt::format("(forall (u, v): {} => not {})", moves, in),
            fmt::format("(forall (u, v): {} => {})", moves, in),
            fmt::format("count {{(u, v): {} and {}}} <= {}", moves, in, k),
            fmt::format("{} < count {{(u, v): {} and not {}}}", k, moves, in),
            fmt::format("count {{(u, v): {} and {}}} = {}", moves, in, k),
        });
    }

    std::string items() {
        const std::string guard =
            one_of({"true", fmt::format("{} < p1 + p2", number(4)), "p1 != p2", "f(p1) > 3"});
        const std::string moves =
            one_of({"q2 = p2 and q1 < p1 or q1 = p1 and q2 < p2 or "
                    "exists k: 0 < k and q1 + k = p1 and q2 + k = p2",
                    "(exists k: p1 = q1 + k and p2 = q2 + k and k >= 1) or "
                    "p1 = q1 and q2 < p2 or q1 + 1 <= p1 and p2 = q2",
                    "q2 = p2 and q1 < p1 or q1 = p1 and q2 < p2"});
        std::string text =
            "numeration fib = [[0, 1], [0, _]]\n"
            "def f(n) measure n = least m with m >= 1 and "
            "forall i < n: m != f(i) and m != f(i) + i\n"
            "def h(n) measure n = if n < 2 then n else (h(n - 1) + h(n div 2) + 1) mod 3\n"
            "pred p(x, y) = x < y and exists n: y = f(n) + x\n";
        text += fmt::format("pred M((p1, p2), (q1, q2)) = {} and ({})\n", guard, moves);
        text += fmt::format("pred S(x, y) = {}\n", part(2));
        text += fmt::format("pred R(x, y) = {}\n", part(1));
        return text;
    }

    std::string statement() {
        const std::string a = fmt::format("({})", part(1));
        const std::string q = fmt::format("({})", question(one_of({"S", "R"})));
        const std::string always = fmt::format("({} or not {})", q, q);
        const std::string body = one_of({
            "forall (x, y), (u, v): S(x, y) => M((x, y), (u, v)) => not R(u, v)",
            "forall (x, y), (u, v): M((x, y), (u, v)) => S(x, y) => R(v, u)",
            "forall (x, y): S(x, y) => forall (u, v): M((x, y), (u, v)) => not S(u, v)",
            fmt::format("forall (x, y): not S(x, y) => {}", q),
            fmt::format("forall (x, y): {} => {}", a, always),
            fmt::format("(forall (x, y): {}) and forall (x, y): {} => {}", always, a, q),
            fmt::format("forall x, y: {} => {} and (S(x, y) or not S(x, y))", a, always),
            fmt::format("forall (x, y): ({} <=> {}) and {}", a, a, always),
        });
        return fmt::format("statement s: {}\n", body);
    }

    std::string claim() {
        return one_of({"s: x<=20,y<=17", "s: x<=16,y<=70", "s: x in 3..30,y<=12",
                       "s: x<=9,y in 2..40", "s: x+y<=24", "s: x in 5..9,y in 60..130",
                       "s: x<=80,y<=3"});
    }

  private:
    std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("positions read together give what the direct reading gives") {
    const int cases = testing::cases(800);
    int certified = 0;
    for (int seed = 0; seed < cases; ++seed) {
        Maker maker(static_cast<std::uint64_t>(seed));
        const std::string items = maker.items() + maker.statement();
        const std::string claim = maker.claim();
        check_readings(items, claim);
        certified += reading(items, claim, false).rfind("mexcert-certificate", 0) == 0 ? 1 : 0;
    }
    CHECK(certified > cases / 8);
}

TEST_CASE("outer variables and parameters stay outside") {
    const std::string items =
        "def f(l, n) measure n = least m with m > l and "
        "forall i < n: m != f(l, i) and m != f(l, i) + i + l + 1\n"
        "statement a(l): forall z, x, y: z < 2 => (f(l, x) < y + z <=> f(l, x) < z + y)\n"
        "statement b(l): forall i, k: i < k => f(l, i) < f(l, k)\n"
        "statement c(l): forall i, k: i < k => f(l, i) + 3 < f(l, k)\n";
    check_readings(items, "a: l<=2,z<=3,x<=20,y<=20");
    check_readings(items, "a: l<=2,z+x+y<=25");
    check_readings(items, "b: l<=3,i<=40,k<=30");
    check_readings(items, "c: l<=3,i<=40,k<=30");
}

TEST_CASE("queen moves are recognised in any order of their parts, and nothing else") {
    const auto guards = [](const std::string& body) {
        testing::Fixture t(fmt::format("statement s: forall x, y, u, v: not ({})\n", body));
        const StatementForm form = statement_form(*t.engine, 0).value();
        const auto slot = [&](std::size_t i) { return form.leading[i].slots.front(); };
        const auto found =
            queen_guards(t.engine->program, t.engine->program.node(form.spine.back().formula).a,
                         {slot(0), slot(1)}, {slot(2), slot(3)});
        return found ? static_cast<int>(found->size()) : -1;
    };
    const std::string diagonal = "(exists k: 0 < k and u + k = x and v + k = y)";
    CHECK(guards(fmt::format("(v = y and u < x or u = x and v < y or {}) or false", diagonal)) ==
          -1);
    CHECK(guards(fmt::format("v = y and u < x or u = x and v < y or {}", diagonal)) == 0);
    CHECK(guards(fmt::format("{} or (u + 1 <= x and y = v or x = u and v < y)", diagonal)) == 0);
    CHECK(guards(fmt::format("x > 3 and (v = y and u < x or u = x and v < y or {})", diagonal)) ==
          1);
    CHECK(guards(fmt::format("v = y and u <= x or u = x and v < y or {}", diagonal)) == -1);
    CHECK(guards(fmt::format("v = x and u < y or u = y and v < x or {}", diagonal)) == -1);
    CHECK(guards("v = y and u < x or u = x and v < y or exists k: u + k = x and v + k = y") == -1);
    CHECK(guards("v = y and u < x or u = x and v < y or exists k: 0 < k and u + k = x and v + 2 * "
                 "k = y") == -1);
    CHECK(guards(fmt::format("u != 1 and (v = y and u < x or u = x and v < y or {})", diagonal)) ==
          -1);
}
