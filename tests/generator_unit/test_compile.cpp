// The compiler against the evaluator: random formulas on a small box, and statements with their
// least counterexamples.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "automata/decide_all.hpp"
#include "automata/sentence.hpp"
#include "random_formula.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

constexpr std::int64_t kBox = 7;

const char* const kItems =
    "numeration fibonacci = [[0, 1], [0, _]]\n"
    "dfao zeros over fibonacci = [(1, 0, 2), (0, 0, 0)]\n"
    "def half(n) measure n = if n <= 1 then 0 else half(n - 2) + 1\n"
    "set near = {(x, y) | x = y or x = y + 1 or exists n: x = floor(n * phi) and y = x + n}\n"
    "statement all_items: forall x: half(x) + floor(x * phi) >= zeros(x) or (x, x) in near\n";

struct World {
    explicit World(const std::string& items) : fixture(kItems + items) {
        if (!fixture.spec.ok()) {
            FAIL(fixture.spec.error().text());
        }
        Claim claim;
        claim.name = "all_items";
        auto result = learn_records(*fixture.engine, {claim});
        if (!result.ok()) {
            FAIL(result.error().text());
        }
        learned.emplace(std::move(result.value()));
        fresh();
    }
    void fresh() {
        SolverLimits limits;
        limits.most_states = 400'000;
        compiler = std::make_unique<Compiler>(*fixture.engine, learned->records,
                                              learned->numeration, learned->system, limits);
    }
    testing::Fixture fixture;
    std::optional<LearnedRecords> learned;
    std::unique_ptr<Compiler> compiler;
};

// Does the acceptor accept the values of its variables?
bool accepts(const NumerationSystem& numeration, const FormulaSolver::Acceptor& acceptor,
             const std::map<int, std::int64_t>& values) {
    constexpr std::size_t kLength = 24;
    std::uint32_t state = 0;
    const Automaton& automaton = acceptor.stored->automaton;
    for (std::size_t at = 0; at < kLength; ++at) {
        std::uint32_t letter = 0;
        for (const int variable : acceptor.variables) {
            const auto word =
                *numeration.representation(static_cast<std::uint64_t>(values.at(variable)));
            const std::size_t zeros = kLength - word.size();
            letter = letter * automaton.digits + (at < zeros ? 0 : word[at - zeros]);
        }
        bool found = false;
        for (const Automaton::Edge& edge : automaton.edges_of(state)) {
            if (edge.letter == letter && !found) {
                state = edge.target;
                found = true;
            }
        }
        if (!found) {
            return false;
        }
    }
    return automaton.output[state] != 0;
}

struct Tally {
    int formulas = 0;
    int declined = 0;
    int points = 0;
    std::string mismatch;
};

// Compares the formula of one `pred R(a, b)` on the box.
void compare(World& world, int item, Tally& tally) {
    Compiler& compiler = *world.compiler;
    Program& program = world.fixture.engine->program;
    const Body body = program.body(item);
    const int a = compiler.formulas().fresh("a");
    const int b = compiler.formulas().fresh("b");
    const SlotValues scope{{body.slots[0], LinearSum::of(a)}, {body.slots[1], LinearSum::of(b)}};
    const FormulaId formula = compiler.formula(body.root, scope);
    std::optional<FormulaSolver::Acceptor> acceptor;
    bool closed_truth = false;
    if (!compiler.error() && compiler.formulas().at(formula).free.empty()) {
        closed_truth = compiler.solver().holds(formula);
    } else if (!compiler.error()) {
        acceptor = compiler.solver().acceptor(formula);
    }
    if (compiler.error()) {
        ++tally.declined;
        UNSCOPED_INFO(compiler.error()->text()
                      << " in " << world.fixture.engine->spec.item(item).text);
        world.fresh();
        return;
    }
    ++tally.formulas;
    Evaluator evaluator(*world.fixture.engine);
    for (std::int64_t x = 0; x < kBox * kBox; ++x) {
        evaluator.slot(body.slots[0]) = x / kBox;
        evaluator.slot(body.slots[1]) = x % kBox;
        const bool truth = evaluator.truth(body.root);
        if (evaluator.failed()) {
            evaluator.clear_fault();
            continue;
        }
        ++tally.points;
        const bool accepted =
            acceptor ? accepts(world.learned->system, *acceptor, {{a, x / kBox}, {b, x % kBox}})
                     : closed_truth;
        if (accepted != truth && tally.mismatch.empty()) {
            tally.mismatch =
                fmt::format("{} at a={},b={}: evaluated {}",
                            world.fixture.engine->spec.item(item).text, x / kBox, x % kBox, truth);
        }
    }
}

// The least counterexample of `statement S: forall a, b: ..` in the box, in the order of claims.
std::optional<NamedValues> least_in_box(World& world, int item, bool& undefined) {
    Program& program = world.fixture.engine->program;
    const Body body = program.body(item);
    Evaluator evaluator(*world.fixture.engine);
    for (std::int64_t sum = 0; sum < kBox; ++sum) {
        for (std::int64_t a = 0; a <= sum; ++a) {
            evaluator.slot(body.slots[0]) = a;
            evaluator.slot(body.slots[1]) = sum - a;
            const bool truth = evaluator.truth(body.root);
            if (evaluator.failed()) {
                undefined = true;
                return std::nullopt;
            }
            if (!truth) {
                return NamedValues{{"a", a}, {"b", sum - a}};
            }
        }
    }
    return std::nullopt;
}

}  // namespace

TEST_CASE("random formulas: automata agree with evaluation") {
    constexpr int kFormulas = testing::cases(2400);
    testing::RandomFormula random(20260);
    std::string items;
    for (int i = 0; i < kFormulas; ++i) {
        items += fmt::format("pred r{}(a, b) = {}\n", i, random.formula({"a", "b"}, 1 + i % 3));
    }
    World world(items);
    Tally tally;
    for (int i = 0; i < kFormulas; ++i) {
        compare(world, world.fixture.engine->spec.by_name.at(fmt::format("r{}", i)), tally);
        if (i % 100 == 99) {
            world.fresh();
        }
    }
    CHECK(tally.mismatch == "");
    CHECK(tally.formulas >= kFormulas / 6 * 5);
    CHECK(tally.points >= 20 * kFormulas);
    WARN(fmt::format("{} formulas, {} declined, {} points", tally.formulas, tally.declined,
                     tally.points));
}

TEST_CASE("a negative number is no least number") {
    World world(
        "pred r(a, b) = half(a) - half(b) != (least v with v >= b and v mod 2 = 0)\n"
        "pred s(a, b) = not (least v with v >= a) = a - 2 * b\n");
    Tally tally;
    for (const char* name : {"r", "s"}) {
        compare(world, world.fixture.engine->spec.by_name.at(name), tally);
    }
    CHECK(tally.mismatch == "");
    CHECK(tally.points == 2 * kBox * kBox);
}

TEST_CASE("random statements: verdicts and least counterexamples") {
    constexpr int kStatements = testing::cases(300);
    testing::RandomFormula random(77);
    std::string items;
    for (int i = 0; i < kStatements; ++i) {
        const std::string formula = random.formula({"a", "b"}, 1 + i % 2);
        items += fmt::format("pred r{}(a, b) = {}\n", i, formula);
        items += fmt::format("statement s{}: forall a, b: r{}(a, b) and a = a and b = b\n", i, i);
    }
    World world(items);
    int refuted = 0;
    int held = 0;
    for (int i = 0; i < kStatements; ++i) {
        world.fresh();
        const int item = world.fixture.engine->spec.by_name.at(fmt::format("r{}", i));
        INFO(world.fixture.engine->spec.item(item).text);
        Claim claim;
        claim.name = fmt::format("s{}", i);
        Sentence sentence(*world.compiler, claim, 1);
        const auto verdict = sentence.decide();
        bool undefined = false;
        const auto least = least_in_box(world, item, undefined);
        if (!verdict.ok() || undefined || verdict.value().reason.rfind("may be", 0) == 0) {
            continue;
        }
        if (least) {
            ++refuted;
            REQUIRE(verdict.value().refuted);
            REQUIRE(verdict.value().point.has_value());
            CHECK(values_text(*verdict.value().point) == values_text(*least));
        } else if (verdict.value().holds) {
            ++held;
        } else {
            REQUIRE(verdict.value().point.has_value());
            const NamedValues& point = *verdict.value().point;
            CHECK(point[0].second + point[1].second >= kBox);
        }
    }
    CHECK(refuted > kStatements / 3);
    CHECK(held > kStatements / 15);
}

TEST_CASE("terms that are outside are named with their place") {
    const auto outcome = [](const std::string& items, const std::string& name) {
        testing::Fixture t("numeration fibonacci = [[0, 1], [0, _]]\n" + items + "\n");
        if (!t.spec.ok()) {
            return t.spec.error().text();
        }
        const Result<NumerationSystem> numeration = NumerationSystem::of(t.engine->spec.items[0]);
        const Records none;
        Compiler compiler(*t.engine, none, 0, numeration.value());
        Claim claim;
        claim.name = name;
        const auto verdict = Sentence(compiler, claim, 1).decide();
        return verdict.ok() ? verdict.value().reason : verdict.error().text();
    };
    CHECK(outcome("statement s(l): forall x: l * x = x * l", "s").find("t.mex:3:") == 0);
    CHECK(outcome("statement s(l): forall x: l * x = x * l", "s").find("the product l * x") !=
          std::string::npos);
    CHECK(outcome("statement s: forall x: floor(x * phi) >= x", "s")
              .find("no record for graph floor") != std::string::npos);
    CHECK(outcome(
              "def f(n) measure n = if n = 0 then 0 else f(n - 1)\nstatement s: forall x: f(x) = 0",
              "s")
              .find("t.mex:4:24: no record for graph f *") != std::string::npos);
    CHECK(
        outcome("statement s: forall x: (x - 1) ^ 2 <= x", "s").find("compared with a variable") !=
        std::string::npos);
    CHECK(outcome("statement s: forall x, y: count {z: z < x} <= y", "s")
              .find("a count is compared with a variable") != std::string::npos);
    CHECK(outcome("statement s: forall x: x < x => x = 1", "s") ==
          "no instance satisfies the hypotheses");
}

TEST_CASE("wrong records are named with a counterexample") {
    World world("");
    for (auto& [record, automaton] : world.learned->records) {
        const Automaton right = automaton;
        for (std::size_t state = 1; state < right.states(); ++state) {
            if (right.states() < 3) {
                continue;
            }
            automaton = right;
            automaton.output[state] = automaton.output[state] == 0 ? 1 : 0;
            world.fresh();
            DefinitionCheck check(*world.compiler);
            const auto failure = check.run();
            CHECK_FALSE(world.compiler->error());
            CHECK(failure.has_value());
        }
        automaton = right;
    }
    world.fresh();
    CHECK_FALSE(DefinitionCheck(*world.compiler).run().has_value());
}
