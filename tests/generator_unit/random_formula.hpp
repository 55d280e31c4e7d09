// Random formulas of the mex language over naturals, for differential tests. Every quantifier can
// be decided by evaluation; terms may be undefined.
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace mexcert::testing {

class RandomFormula {
  public:
    // MEXCERT_SEED in the environment is added to the seed, to run other formulas.
    explicit RandomFormula(unsigned seed) : random_(seed) {
        if (const char* const other = std::getenv("MEXCERT_SEED")) {
            random_.seed(seed + static_cast<unsigned>(std::strtoul(other, nullptr, 10)));
        }
    }

    // Over the variables given.
    std::string formula(std::vector<std::string> variables, int depth) {
        variables_ = std::move(variables);
        fresh_ = 0;
        return formula(depth);
    }

  private:
    int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    std::string number(int most) { return std::to_string(pick(most + 1)); }
    std::string variable() {
        return variables_[static_cast<std::size_t>(pick(static_cast<int>(variables_.size())))];
    }
    // Parts of a list are evaluated from the left to the right, unlike arguments and operands: the
    // formulas are the same with every compiler.
    using Parts = std::initializer_list<std::string>;
    std::string joined(Parts parts, const std::string& between = "") {
        std::string result;
        for (const std::string& part : parts) {
            result.append(result.empty() ? "" : between).append(part);
        }
        return result;
    }
    std::string paired(Parts parts) { return "(" + joined(parts, " ") + ")"; }

    std::string term(int depth) {
        if (depth <= 0) {
            return pick(4) == 0 ? number(4) : variable();
        }
        switch (pick(13)) {
            case 0:
            case 1:
                return paired({term(depth - 1), "+", term(depth - 1)});
            case 2:
                return paired({term(depth - 1), "-.", term(depth - 1)});
            case 3:
                return paired({number(3), "*", term(depth - 1)});
            case 4:
                return joined({"floor(", term(depth - 1), " * phi)"});
            case 5:
                return joined({"floor(", term(depth - 1), " * phi ^ 2)"});
            case 6:
                return paired({term(depth - 1), "div", std::to_string(1 + pick(3))});
            case 7:
                return paired({term(depth - 1), "mod", std::to_string(1 + pick(3))});
            case 8:
                return joined({"half(", term(depth - 1), ")"});
            case 9:
                return joined({"zeros(", term(depth - 1), ")"});
            case 10:
                return joined({"(if ", formula(depth - 1), " then ", term(depth - 1), " else ",
                               term(depth - 1), ")"});
            case 11: {
                const std::string least = bind();
                const std::string bound = term(depth - 1);
                const std::string text = joined({"(least ", least, " with ", least, " >= ", bound,
                                                 " and ", least, " mod 2 = ", number(1), ")"});
                return text;
            }
            default:
                return term(0);
        }
    }

    // A name for a new variable, which is not visible yet.
    std::string bind() {
        std::string name = "v";
        return name.append(std::to_string(++fresh_));
    }
    std::string within(const std::string& name, int depth) {
        variables_.push_back(name);
        std::string result = formula(depth);
        variables_.pop_back();
        return result;
    }
    std::string operation() {
        static const char* const kAll[] = {"=", "!=", "<", "<=", ">", ">="};
        return kAll[pick(6)];
    }

    std::string comparison(int depth) {
        switch (pick(6)) {
            case 0:
                return paired({paired({term(depth - 1), "-", term(depth - 1)}), operation(),
                               term(depth - 1)});
            case 1:
                return paired({joined({"(", variable(), " - ", term(depth - 1), ") ^ 2 + (",
                                       variable(), " - ", variable(), ") ^ 2"}),
                               operation(), number(9)});
            case 2:
                return joined({"suffix([", number(1), "], rep(fibonacci, ", variable(), "))"});
            case 3:
                return paired({joined({"rep(fibonacci, ", term(depth - 1), ")"}), "=",
                               joined({"rep(fibonacci, ", variable(), ") ++ [", number(1), "]"})});
            default:
                return paired({term(depth), operation(), term(depth)});
        }
    }

    std::string quantified(int depth) {
        const std::string name = bind();
        const std::string bound = pick(2) == 0 ? variable() : term(1);
        switch (pick(7)) {
            case 0:
                return joined({"(exists ", name, " < ", bound, ": ", within(name, depth), ")"});
            case 1:
                return joined({"(forall ", name, " < ", bound, ": ", within(name, depth), ")"});
            case 2:
                return joined(
                    {"(exists unique ", name, " <= ", bound, ": ", within(name, depth), ")"});
            case 3:
                return joined({"(count {", name, ": ", name, " <= ", bound, " and ",
                               within(name, depth), "} ", operation(), " ", number(3), ")"});
            case 4:
                return joined({"(exists ", name, ": ", name, " + ", bound, " = ", term(1), " and ",
                               within(name, depth), ")"});
            case 5:
                return joined({"(exists ", name, ": floor(", name, " * phi) = ", bound, " and ",
                               within(name, depth), ")"});
            default:
                return joined({"(forall ", name, " in ", number(1), "..", number(4), ": ",
                               within(name, depth), ")"});
        }
    }

    std::string formula(int depth) {
        if (depth <= 0) {
            return comparison(1);
        }
        switch (pick(11)) {
            case 0:
                return paired({formula(depth - 1), "and", formula(depth - 1)});
            case 1:
                return paired({formula(depth - 1), "or", formula(depth - 1)});
            case 2:
                return paired({formula(depth - 1), "=>", formula(depth - 1)});
            case 3:
                return paired({formula(depth - 1), "<=>", formula(depth - 1)});
            case 4:
                return joined({"(not ", formula(depth - 1), ")"});
            case 5:
                return joined({"((", variable(), ", ", term(1), ") in near)"});
            case 6:
            case 7:
            case 8:
                return quantified(depth - 1);
            default:
                return comparison(depth);
        }
    }

    std::mt19937 random_;
    std::vector<std::string> variables_;
    int fresh_ = 0;
};

}  // namespace mexcert::testing
