// The engine for all naturals against direct evaluation: random formulas over two variables, as a `pred` made into an automaton and as
// the same `pred` evaluated on a box. Certificates by hand are in tests/corpus (automata-*).
#include <catch2/catch.hpp>
#include <random>

#include "eval.h"
#include "support.h"

namespace {

using Random = std::mt19937;

constexpr int kBox = 8;

int below(Random& r, int n) { return static_cast<int>(r() % static_cast<unsigned>(n)); }

class Formulas {
  public:
    explicit Formulas(Random& random) : random_(random) {}

    std::string formula(int depth, std::vector<std::string> vars) {
        const auto part = [&] { return formula(depth - 1, vars); };
        const int kind = depth <= 0 ? 0 : below(random_, 13);
        if (kind <= 3) return comparison(depth, vars);
        if (kind == 4) return "(" + part() + " and " + part() + ")";
        if (kind == 5) return "(" + part() + " or " + part() + ")";
        if (kind == 6) return "(" + part() + " => " + part() + ")";
        if (kind == 7) return "(" + part() + " <=> " + part() + ")";
        if (kind == 8) return "(not " + part() + ")";
        const std::string v = "v" + std::to_string(names_++);
        const std::string bound = v + (below(random_, 2) == 0 ? " < " : " <= ") + term(0, vars);
        vars.push_back(v);
        const std::string body = formula(depth - 1, vars);
        if (kind == 9) return "(exists " + bound + ": " + body + ")";
        if (kind == 10) return "(forall " + bound + ": " + body + ")";
        if (kind == 11) return "(exists unique " + bound + ": " + body + ")";
        static const char* const signs[] = {" = ", " <= ", " < ", " > "};
        return "(count {" + bound + ": " + body + "}" + signs[below(random_, 4)] +
               std::to_string(below(random_, 4)) + ")";
    }

  private:
    std::string comparison(int depth, const std::vector<std::string>& vars) {
        static const char* const signs[] = {" = ", " != ", " < ", " <= ", " > ", " >= "};
        if (below(random_, 12) == 0)
            return "(" + term(0, vars) + " in {" + term(0, vars) + ", " + term(0, vars) + "})";
        if (below(random_, 12) == 0)
            return "((" + term(0, vars) + " - " + term(0, vars) + ") ^ 2 + (" + term(0, vars) +
                   " - 2) ^ 2" + signs[2 + below(random_, 4)] + std::to_string(below(random_, 9)) + ")";
        return "(" + term(depth, vars) + signs[below(random_, 6)] + term(depth, vars) + ")";
    }

    std::string term(int depth, const std::vector<std::string>& vars) {
        const auto part = [&] { return term(depth - 1, vars); };
        const int kind = below(random_, depth <= 0 ? 3 : 12);
        if (kind <= 1) return vars[static_cast<std::size_t>(below(random_, static_cast<int>(vars.size())))];
        if (kind == 2) return std::to_string(below(random_, 5));
        if (kind == 3) return "(" + part() + " + " + part() + ")";
        if (kind == 4) return "(" + part() + " -. " + part() + ")";
        if (kind == 5) return std::to_string(1 + below(random_, 3)) + " * " + vars[0];
        if (kind == 6) return "(" + part() + " div " + std::to_string(1 + below(random_, 3)) + ")";
        if (kind == 7) return "(" + part() + " mod " + std::to_string(1 + below(random_, 3)) + ")";
        if (kind == 8) return "floor(" + part() + (below(random_, 2) == 0 ? " * phi)" : " * phi ^ 2)");
        if (kind == 9)
            return "(if " + comparison(0, vars) + " then " + part() + " else " + part() + ")";
        if (kind == 10) return "odd(" + part() + ")";
        const std::string v = "v" + std::to_string(names_++);
        std::vector<std::string> inner = vars;
        inner.push_back(v);
        return "(least " + v + " with " + v + " >= " + term(0, vars) + " or " + comparison(0, inner) + ")";
    }

    Random& random_;
    int names_ = 0;
};

const std::string kItems =
    "numeration fibonacci = [[0, 1], [0, _]]\n"
    "dfao odd over fibonacci = [(0, 1, 0), (2, 2, 1), (0, 1, 2)]\n";

// Where direct evaluation says that r holds on the box, as a list; false if it cannot tell.
bool truths(const std::string& items, std::string& points) {
    const auto spec = test::spec(items + "statement s: r(0, 0)\n");
    mexcheck::Planner planner;
    mexcheck::Evaluator evaluator({}, spec->items().size(), 10'000'000);
    const mexcheck::Item& r = *spec->find("r");
    try {
        planner.prepare(r);
        const mexcheck::Evaluator::Scope scope(evaluator, r.unit.size());
        for (int x = 0; x < kBox; ++x)
            for (int y = 0; y < kBox; ++y) {
                scope.frame()[0] = x;
                scope.frame()[1] = y;
                if (evaluator.truth(r.body, scope.frame()))
                    points += (points.empty() ? "(" : ", (") + std::to_string(x) + ", " +
                              std::to_string(y) + ")";
            }
    } catch (const mexcheck::Failure&) {
        return false;
    }
    return true;
}

}  // namespace

TEST_CASE("random formulas: automata agree with evaluation") {
    Random random(20261130);
    Formulas formulas(random);
    int compared = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string body = formulas.formula(3, {"x", "y"});
        CAPTURE(body);
        const std::string items = kItems + "pred r(x, y) = " + body + "\n";
        std::string points;
        if (!truths(items, points)) continue;
        const std::string set = points.empty() ? "false" : "(x, y) in {" + points + "}";
        const auto s = test::spec(items + "statement s: forall x, y: x < " + std::to_string(kBox) +
                                  " => y < " + std::to_string(kBox) + " => (r(x, y) <=> " + set +
                                  ") and floor(x * phi) + x + 0 * y = floor(x * phi ^ 2)\n");
        const std::string verdict = test::verdict(
            test::check(*s, test::certificate(*s, {"s: all"}, test::automata_records()), 50'000'000));
        const bool heavy = verdict.find("work limit") != std::string::npos;
        if (!heavy) CHECK(verdict == "verified");
        compared += heavy ? 0 : 1;
    }
    CHECK(compared > 150);
}
