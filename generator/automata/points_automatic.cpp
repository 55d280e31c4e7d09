#include "automata/points_automatic.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert {
namespace {

constexpr std::size_t kMostOpen = 3;

struct Equation {  // g(place) = sum of factor * term
    std::vector<NodeId> hypotheses;
    int slot = -1;  // of the variable; -1: none
    NodeId place = kNoNode;
    std::vector<std::pair<std::int64_t, NodeId>> sum;
    const Expr* text = nullptr;
};

bool mentions(const Expr& expr, int function) {
    return (expr.kind == ExprKind::kCall && expr.item < 0 && expr.variable.id == function) ||
           std::any_of(expr.kids.begin(), expr.kids.end(),
                       [&](const Expr* kid) { return mentions(*kid, function); });
}

// Collects the equations of a formula that determine the function.
class Equations {
  public:
    Equations(Program& program, int function) : program_(program), function_(function) {}

    void read(const Expr& formula, const Program::Environment& environment,
              std::vector<NodeId> hypotheses, std::vector<int> slots) {
        switch (formula.kind) {
            case ExprKind::kAnd:
                read(*formula.kids[0], environment, hypotheses, slots);
                read(*formula.kids[1], environment, hypotheses, slots);
                return;
            case ExprKind::kImplies:
                if (!mentions(*formula.kids[0], function_)) {
                    hypotheses.push_back(program_.build(formula.kids[0], environment));
                    read(*formula.kids[1], environment, hypotheses, slots);
                }
                return;
            case ExprKind::kForall: {
                Program::Environment inner = environment;
                for (const Variable& variable : formula.bound) {
                    slots.push_back(program_.new_slot(variable.name, false, std::nullopt));
                    inner[variable.id] = program_.slot_term(slots.back());
                }
                read(*formula.kids[0], inner, hypotheses, slots);
                return;
            }
            case ExprKind::kEq:
                equation(formula, environment, hypotheses, slots);
                return;
            default:
                return;
        }
    }

    std::vector<Equation> found;

  private:
    using Terms = std::vector<std::pair<std::int64_t, const Expr*>>;

    static void flatten(const Expr& term, std::int64_t sign, Terms& terms) {
        switch (term.kind) {
            case ExprKind::kAdd:
            case ExprKind::kSub:
                flatten(*term.kids[0], sign, terms);
                flatten(*term.kids[1], term.kind == ExprKind::kAdd ? sign : -sign, terms);
                return;
            case ExprKind::kNeg:
                flatten(*term.kids[0], -sign, terms);
                return;
            default:
                terms.emplace_back(sign, &term);
        }
    }

    void equation(const Expr& formula, const Program::Environment& environment,
                  const std::vector<NodeId>& hypotheses, const std::vector<int>& slots) {
        Terms terms;
        flatten(*formula.kids[0], 1, terms);
        flatten(*formula.kids[1], -1, terms);
        const auto has_function = [&](const auto& term) {
            return mentions(*term.second, function_);
        };
        const auto own = std::find_if(terms.begin(), terms.end(), has_function);
        if (slots.size() > 1 || std::count_if(terms.begin(), terms.end(), has_function) != 1 ||
            own->second->kind != ExprKind::kCall || own->second->item >= 0 ||
            mentions(*own->second->kids[0], function_)) {
            return;
        }
        Equation result{hypotheses, slots.empty() ? -1 : slots[0], kNoNode, {}, &formula};
        result.place = program_.build(own->second->kids[0], environment);
        for (const auto& term : terms) {
            if (term.second != own->second) {
                result.sum.emplace_back(-own->first * term.first,
                                        program_.build(term.second, environment));
            }
        }
        found.push_back(std::move(result));
    }

    Program& program_;
    int function_;
};

class AutomaticSource : public PointSource {
  public:
    AutomaticSource(Engine& engine, const NumerationSystem& numeration,
                    std::vector<Equation> equations, std::int64_t greatest)
        : engine_(engine),
          numeration_(numeration),
          equations_(std::move(equations)),
          greatest_(greatest) {}

    Result<Sample> sample(unsigned digits) override {
        const std::size_t count = numeration_.count(digits);
        std::vector<std::int64_t> values(count, -1);
        for (const Equation& equation : equations_) {
            if (std::optional<Error> error = solve(equation, values)) {
                return *error;
            }
        }
        Sample sample;
        sample.lengths = {digits};
        open_.clear();
        for (std::size_t n = 0; n < count; ++n) {
            if (values[n] < 0) {
                open_.push_back(n);
            }
            sample.values.push_back(n);
            sample.outputs.push_back(
                static_cast<std::uint32_t>(std::max<std::int64_t>(values[n], 0)));
        }
        if (open_.size() > kMostOpen) {
            return declined("",
                            fmt::format("no equation determines the sequence at {}", open_.back()));
        }
        return sample;
    }
    [[nodiscard]] std::vector<std::uint64_t> open_places() const override { return open_; }
    [[nodiscard]] std::uint32_t greatest_output() const override {
        return static_cast<std::uint32_t>(greatest_);
    }

  private:
    std::optional<Error> solve(const Equation& equation, std::vector<std::int64_t>& values) {
        Evaluator evaluator(engine_);
        const std::size_t last = equation.slot < 0 ? 1 : values.size();
        for (std::size_t n = 0; n < last; ++n) {
            if (equation.slot >= 0) {
                evaluator.slot(equation.slot) = static_cast<std::int64_t>(n);
            }
            const bool read =
                std::all_of(equation.hypotheses.begin(), equation.hypotheses.end(),
                            [&](NodeId hypothesis) { return evaluator.truth(hypothesis); });
            const std::int64_t place = read ? evaluator.number(equation.place) : -1;
            std::int64_t value = 0;
            for (const auto& [factor, term] : equation.sum) {
                value += read ? factor * evaluator.number(term) : 0;
            }
            if (evaluator.failed()) {
                return evaluator.error();
            }
            if (place < 0 || static_cast<std::size_t>(place) >= values.size()) {
                continue;
            }
            std::int64_t& known = values[static_cast<std::size_t>(place)];
            if (value < 0 || value > greatest_ || (known >= 0 && known != value)) {
                return Error{Outcome::kClaimFalse, engine_.spec.where(equation.text->place),
                             fmt::format("the sequence would have to be {} at {}", value, place)};
            }
            known = value;
        }
        return std::nullopt;
    }

    Engine& engine_;
    const NumerationSystem& numeration_;
    std::vector<Equation> equations_;
    std::int64_t greatest_;
    std::vector<std::uint64_t> open_;
};

const Expr* automatic_part(const Expr* formula) {
    while (formula->kind == ExprKind::kImplies) {
        formula = formula->kids[1];
    }
    return formula->kind == ExprKind::kAutomatic ? formula : nullptr;
}

}  // namespace

Result<std::unique_ptr<PointSource>> automatic_source(Engine& engine,
                                                      const NumerationSystem& numeration,
                                                      const Claim& claim) {
    const Item& item = engine.spec.item(engine.spec.by_name.at(claim.name));
    Program::Environment environment;
    for (const Parameter& parameter : item.parameters) {
        for (const auto& [name, value] : claim.fixed) {
            if (parameter.variable.name == name) {
                environment[parameter.variable.id] = engine.program.constant(value);
            }
        }
        if (environment.count(parameter.variable.id) == 0) {
            return declined(engine.spec.where(item.place),
                            fmt::format("the parameter {} has no value", parameter.variable.name));
        }
    }
    const Expr* automatic = automatic_part(item.body);
    if (automatic == nullptr) {
        return declined(engine.spec.where(item.place), "`exists automatic` is not in front");
    }
    Evaluator evaluator(engine);
    const std::int64_t most =
        evaluator.number(engine.program.build(automatic->kids[0], environment));
    Equations equations(engine.program, automatic->variable.id);
    equations.read(*automatic->kids[1], environment, {}, {});
    if (equations.found.empty() || evaluator.failed()) {
        return declined(engine.spec.where(automatic->place), "no equation determines the sequence");
    }
    return std::unique_ptr<PointSource>(
        std::make_unique<AutomaticSource>(engine, numeration, std::move(equations.found), most));
}

}  // namespace mexcert
