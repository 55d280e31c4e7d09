// Prefixes read by inverse tables against the direct reading: the same verdicts, faults and, by
// the bytes of the certificate, the same values and look-ups, over definitions made at random.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "evaluation/prefix_shapes.hpp"
#include "evaluation/value_index.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

// The certificate's bytes, or the error.
std::string reading(const std::string& items, const std::string& claim, bool directly) {
    testing::Fixture t(items);
    if (!t.spec.ok()) {
        return "unreadable: " + t.spec.error().text();
    }
    t.engine->read_prefixes = !directly;
    ProofOptions options;
    options.counterexample_time = std::chrono::seconds{0};
    const Result<ClaimProof> proof = prove_claim(*t.engine, claim, options);
    if (!proof.ok()) {
        return proof.error().text();
    }
    const Result<std::string> text = certificate_text(*t.engine, {proof.value()});
    return text.ok() ? text.value() : text.error().text();
}

bool is_certificate(const std::string& text) { return text.rfind("mexcert-certificate", 0) == 0; }

class Maker {
  public:
    explicit Maker(std::uint64_t seed) : random_(seed) {}

    std::string one_of(const std::vector<std::string>& choices) {
        return choices[random_() % choices.size()];
    }

    // A definition g of three sequences, one h that reads it, and a relation.
    std::string items() {
        const std::string index = one_of({"k", "k", "k", "k", "k + 1 -. 1", "k - 1"});
        std::string text = "def g(i in 1..3, n) measure 3 * n + i = if n < 2 then n * i else\n  ";
        text += fmt::format("least m with {}\n", mex(index));
        text += fmt::format(
            "def h(n) measure n = least m with (forall {}: m != {}) and forall k < n: m != {}\n",
            one_of({"k < n", "k <= n", "k in 1..n"}), moving("k"),
            one_of({"h(k)", "h(k) + n", "g(1, k) + h(k)"}));
        text += fmt::format("pred p(m, n) = exists {}: {}\n", range("n"), alternatives("m"));
        return text;
    }

    std::string statement() {
        const std::string question =
            one_of({fmt::format("(exists {}: {})", range("x"), alternatives("y")),
                    fmt::format("(forall {}: not ({}))", range("x + y"), alternatives("y")),
                    fmt::format("(forall {}: {} and {})", range("x"), unequal("y"), unequal("x")),
                    fmt::format("(exists {}: p(k, y) and {})", range("x"), alternatives("y")),
                    "p(y, x)", fmt::format("p(y + 1, x - {})", one_of({"0", "1"})),
                    fmt::format("(least m with forall {}: m != {}) < 7", range("x"), moving("k"))});
        return fmt::format(
            "statement s: forall x, y: {}\n",
            one_of({fmt::format("{} or not {}", question, question), question,
                    fmt::format("x < {} => {}", one_of({"3", "h(y)"}), question),
                    fmt::format("(p(x, y) <=> {}) or h(x) != 3 or p(y, x) or x < y", question)}));
    }

  private:
    std::string row() { return one_of({"1", "2", "3"}); }
    std::string range(const std::string& last) {
        return one_of({"k < " + last, "k <= " + last, "k in 1.." + last, "k <= h(4)", "k in 2..5",
                       "k <= " + last + " -. 2"});
    }
    std::string moving(const std::string& k) {
        const std::string a = fmt::format("g({}, {})", row(), k);
        const std::string b = fmt::format("g({}, {})", row(), k);
        return one_of({a, a, fmt::format("{} - {}", a, b), fmt::format("{} - {}", a, b), a + " + k",
                       "2 * " + a, fmt::format("{} + {}", a, b), a + " + 1"});
    }
    std::string mex(const std::string& k) {
        std::string text;
        for (int part = 0; part < 3; ++part) {
            const std::string offset =
                one_of({"", "", " + n", " - 2", " + i", " + g(i - 1, n)", " + g(1, n - 1)"});
            const std::string guard = offset == " + g(i - 1, n)"
                                          ? "i > 1 => "
                                          : one_of({"", "", "n > 3 => ", "i < 3 => "});
            const std::string moved = one_of({moving(k), moving(k), fmt::format("g(i, {})", k)});
            const std::string bound = one_of({"k < n", "k < n", "k in 1..n - 1", "k < n -. 1"});
            text +=
                fmt::format("{}({}forall {}: m != {}{} and m != {}{})", part == 0 ? "" : " and ",
                            guard, bound, moved, offset, moving(k), offset);
        }
        return text + one_of({"", " and (i > 1 => m > g(i - 1, n))", " and m >= n and m != 9",
                              " and (forall k < n: n > 4 => m != g(3, k) + 1)"});
    }
    std::string equal(const std::string& value) {
        return one_of({fmt::format("{} = {}", value, moving("k")),
                       fmt::format("{} + {} = {}", value, moving("k"), moving("k")),
                       fmt::format("{} = {}", moving("k"), one_of({"4", value}))});
    }
    std::string unequal(const std::string& value) {
        return one_of({fmt::format("{} != {}", value, moving("k")),
                       fmt::format("({} > 3 => {} != {})", value, value, moving("k"))});
    }
    std::string alternative(const std::string& value) {
        const std::string own = equal(value);
        return one_of({own, own, fmt::format("{} and g(2, k) > {}", own, value),
                       fmt::format("{} > 2 and {}", value, own),
                       fmt::format("{} and g({}, k + 1) != {}", own, row(), value),
                       fmt::format("not ({} or k < 3)", unequal(value))});
    }
    std::string alternatives(const std::string& value) {
        std::string text = alternative(value);
        for (std::uint64_t more = random_() % 4; more > 0; --more) {
            text += " or " + alternative(value);
        }
        return one_of({text, fmt::format("({}) and k != 4", text)});
    }

    std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("value sets and chains agree with searches") {
    std::mt19937_64 random(1);
    std::vector<std::int64_t> values;
    ValueSet set;
    ValueChains chains;
    for (std::uint32_t index = 0; index < 600; ++index) {
        const auto near = static_cast<std::int64_t>(random() % (index + 3));
        const std::int64_t value = random() % 9 == 0 ? (near - 20) * 1'000'003 : near - 5;
        values.push_back(value);
        set.insert(value, index);
        chains.push_back(value);
        const auto last = static_cast<std::uint32_t>(random() % (index + 1));
        const auto end = values.begin() + last + 1;
        for (const std::int64_t asked : {value, near, near * 1'000'003}) {
            CHECK(set.has(asked, last) == (std::find(values.begin(), end, asked) != end));
        }
        std::int64_t full = 0;
        while (std::find(values.begin(), end, full) != end) {
            ++full;
        }
        CHECK(set.full_below(last) <= full);
        CHECK(set.full_below(last) >= std::min<std::int64_t>(full, 1));
    }
    std::map<std::int64_t, std::vector<std::uint32_t>> places;
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        places[values[index]].push_back(index);
    }
    for (const auto& [value, wanted] : places) {
        std::vector<std::uint32_t> found;
        for (std::uint32_t at = chains.first(value); at != IndexByValue::kNever;
             at = chains.after(at)) {
            found.push_back(at);
        }
        CHECK(found == wanted);
    }
}

TEST_CASE("inverse tables of prefixes give what the direct reading gives") {
    const int cases = testing::cases(600);
    int certified = 0;
    for (int seed = 0; seed < cases; ++seed) {
        Maker maker(static_cast<std::uint64_t>(seed));
        const std::string items = maker.items() + maker.statement();
        const std::string claim =
            maker.one_of({"s: x<=9,y<=14", "s: x<=25,y<=6", "s: x<=3,y<=70", "s: x+y<=16"});
        INFO("seed " << seed << "\n" << items << claim);
        const std::string direct = reading(items, claim, true);
        REQUIRE(direct.rfind("unreadable", 0) != 0);
        REQUIRE(reading(items, claim, false) == direct);
        certified += is_certificate(direct) ? 1 : 0;
    }
    CHECK(certified > cases / 6);
}

TEST_CASE("shapes that inverse tables can answer are recognised") {
    testing::Fixture t(
        "def v(i in 1..3, n) measure 3 * n + i = if n = 0 then 0 else least m with\n"
        "  (i > 1 => m > v(i - 1, n)) and (forall k < n: m != v(1, k) and m != v(2, k)) and\n"
        "  (forall j < n: m != v(3, j)) and\n"
        "  (i > 1 => forall k < n: m != v(i - 1, n) + v(2, k) - v(1, k))\n"
        "pred p(m, n) = exists k <= n: m = v(1, k) or m = v(2, k) + n and v(3, k) > 1\n"
        "statement s: forall x, y: p(x, y)\n");
    REQUIRE(t.spec.ok());
    Engine& engine = *t.engine;
    const NodeId mex = engine.program.node(engine.program.body(0).root).c;
    const PrefixMex* shape = engine.prefix_shapes->mex(mex);
    REQUIRE(shape != nullptr);
    // What is excluded without an offset is one family.
    REQUIRE(shape->groups.size() == 2);
    CHECK(shape->others.size() == 1);
    CHECK(engine.prefix_shapes->family(shape->groups[0].family).sequences.size() == 3);
    CHECK(shape->groups[1].range.guards.size() == 1);
    const PrefixTruth* truth = engine.prefix_shapes->truth(engine.program.body(1).root);
    REQUIRE(truth != nullptr);
    REQUIRE(truth->heads.size() == 2);
    CHECK(truth->heads[0].whole);
    CHECK_FALSE(truth->heads[1].whole);
}

TEST_CASE("bounds and guards are read as by the direct reading") {
    const std::string items =
        "def f(n) measure n = if n = 0 then 0 else least m with forall k < n: m != f(k) + 1\n"
        "let small(x in 0..3) = x\n"
        "statement bound: forall x, y: x = 0 or exists k < small(x): y < 9 or y = f(k)\n"
        "statement other: forall x, y: (exists k < small(x): y = f(k)) or x < 99\n"
        "statement guard: forall x, y: (exists k < x: y > 3 and f(y - 5) = 1 and y = f(k)) or "
        "x < 99\n";
    for (const std::string claim : {"bound: x<=9,y<=3", "other: x<=9,y<=3", "guard: x<=9,y<=9"}) {
        const std::string direct = reading(items, claim, true);
        CHECK(direct.find("undefined") != std::string::npos);
        CHECK(reading(items, claim, false) == direct);
    }
}

TEST_CASE("long prefixes cost what is new") {
    testing::Fixture t(
        "def v(i in 1..3, n) measure 3 * n + i = if n = 0 then 0 else least m with\n"
        "  (i > 1 => m > v(i - 1, n)) and\n"
        "  (forall k < n: m != v(1, k) and m != v(2, k) and m != v(3, k)) and\n"
        "  (i > 1 => forall k < n: m != v(i - 1, n) + v(2, k) - v(1, k) and\n"
        "    m != v(i - 1, n) + v(3, k) - v(2, k) and m != v(i - 1, n) + v(3, k) - v(1, k))\n"
        "pred inF(m, n) = exists k <= n: m = v(1, k) or m = v(2, k) or m = v(3, k)\n"
        "statement s: forall n: 1 <= n => inF(v(2, n), n) and not inF(v(1, n), n - 1)\n");
    REQUIRE(t.spec.ok());
    CHECK(t.outcome("s: n<=20000") == "ok");
}

TEST_CASE("a smaller measure is asked of self-calls that an inverse table holds already") {
    testing::Fixture t(
        "def f(n) measure n = least m with forall k <= n: m != f(k) + 1\n"
        "def c(i in 0..1, n) measure n = least m with forall k < n + 5 * i: m != c(0, k)\n");
    REQUIRE(t.spec.ok());
    const auto value = [&](const std::string& name, const std::vector<std::string>& arguments) {
        const auto table = table_values(*t.engine, {.name = name, .arguments = arguments});
        return table.ok() ? table.value().text : table.error().text();
    };
    CHECK(value("f", {"30"}).find("a self-call has measure 0, not below 0") != std::string::npos);
    CHECK(value("c", {"0", "30"}) == "30\n");
    CHECK(value("c", {"1", "3"}).find("a self-call has measure 0, not below 0") !=
          std::string::npos);
}
