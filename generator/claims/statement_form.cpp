#include "claims/statement_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "evaluation/decidable.hpp"

namespace mexcert {
namespace {

class FormBuilder {
  public:
    FormBuilder(Engine& engine, StatementForm& form)
        : engine_(engine), program_(engine.program), form_(form) {}

    void run() {
        const Item& item = engine_.spec.item(form_.item);
        Program::Environment environment;
        for (const Parameter& parameter : item.parameters) {
            const int slot = program_.new_slot(parameter.variable.name, true, parameter.domain);
            environment[parameter.variable.id] = program_.slot_term(slot);
            form_.leading.push_back({parameter.variable.name, true, parameter.domain, {slot}});
        }
        add(item.body, environment);
    }

  private:
    int add(const Expr* expr, const Program::Environment& environment) {
        const auto index = static_cast<int>(form_.spine.size());
        form_.spine.emplace_back();
        SpineNode node;
        switch (expr->kind) {
            case ExprKind::kAnd:
                node.kind = SpineKind::kAnd;
                node.first = add(expr->kids[0], environment);
                node.second = add(expr->kids[1], environment);
                break;
            case ExprKind::kImplies:
                node.kind = SpineKind::kImplies;
                node.formula = program_.build(expr->kids[0], environment);
                node.text = expr->kids[0];
                node.first = add(expr->kids[1], environment);
                break;
            case ExprKind::kForall: {
                node.kind = SpineKind::kForall;
                Program::Environment inner = environment;
                for (const Variable& variable : expr->bound) {
                    const int slot = program_.new_slot(variable.name, false, std::nullopt);
                    inner[variable.id] = program_.slot_term(slot);
                    node.slots.push_back(slot);
                    bind(variable.name, slot);
                }
                node.first = add(expr->kids[0], inner);
                break;
            }
            default:
                node.formula = program_.build(expr, environment);
                node.text = expr;
                node.leaf = form_.leaves++;
                node.needs_witness = program_.node(node.formula).op == Op::kExists &&
                                     engine_.planner.plan(node.formula).first == kNoPlan;
                break;
        }
        form_.spine[static_cast<std::size_t>(index)] = std::move(node);
        return index;
    }

    void bind(const std::string& name, int slot) {
        const int known = form_.leading_named(name);
        if (known >= 0) {
            form_.leading[static_cast<std::size_t>(known)].slots.push_back(slot);
        } else {
            form_.leading.push_back({name, false, std::nullopt, {slot}});
        }
    }

    Engine& engine_;
    Program& program_;
    StatementForm& form_;
};

}  // namespace

int StatementForm::leading_named(const std::string& name) const {
    const auto found = std::find_if(leading.begin(), leading.end(),
                                    [&](const auto& variable) { return variable.name == name; });
    return found == leading.end() ? -1 : static_cast<int>(found - leading.begin());
}

int StatementForm::leading_of(int slot) const {
    const auto found = std::find_if(leading.begin(), leading.end(), [&](const auto& variable) {
        return std::find(variable.slots.begin(), variable.slots.end(), slot) !=
               variable.slots.end();
    });
    return found == leading.end() ? -1 : static_cast<int>(found - leading.begin());
}

bool StatementForm::has_witnesses() const {
    return std::any_of(spine.begin(), spine.end(),
                       [](const SpineNode& node) { return node.needs_witness; });
}

Result<StatementForm> statement_form(Engine& engine, int item) {
    StatementForm form;
    form.item = item;
    FormBuilder(engine, form).run();
    if (engine.program.error()) {
        return *engine.program.error();
    }
    return form;
}

Result<StatementForm> statement_form(Engine& engine, const std::string& name) {
    const Result<int> item = engine.spec.statement(name);
    return item.ok() ? statement_form(engine, item.value()) : Result<StatementForm>(item.error());
}

std::optional<Error> undecidable_part(Engine& engine, const StatementForm& form) {
    for (const SpineNode& node : form.spine) {
        if (node.formula == kNoNode) {
            continue;
        }
        DecidabilityCheck check(engine);
        const bool holds = node.needs_witness ? check.decidable(engine.program.node(node.formula).a)
                                              : check.decidable(node.formula);
        if (holds) {
            continue;
        }
        const bool trivial = check.is_infinite() || (node.needs_witness && check.is_forall());
        return declined(
            engine.spec.where(check.place()),
            trivial ? "trivial on a range" : "a quantifier cannot be decided by solving");
    }
    return engine.program.error();
}

Hypotheses hypotheses_of(const StatementForm& form, const SpineNode& forall) {
    Hypotheses result;
    result.behind = forall.first;
    while (form.at(result.behind).kind == SpineKind::kImplies) {
        result.formulas.push_back(form.at(result.behind).formula);
        result.behind = form.at(result.behind).first;
    }
    return result;
}

std::vector<int> variables_needing_range(Engine& engine, const StatementForm& form) {
    std::set<int> given;
    for (const SpineNode& node : form.spine) {
        std::vector<int> open;
        for (const int slot : node.slots) {
            if (given.count(form.leading_of(slot)) == 0) {
                open.push_back(slot);
            }
        }
        const std::vector<NodeId> hypotheses =
            open.empty() ? std::vector<NodeId>{} : hypotheses_of(form, node).formulas;
        while (!open.empty() && engine.planner.solve(hypotheses, open).first == kNoPlan) {
            given.insert(form.leading_of(open.front()));
            open.erase(open.begin());
        }
    }
    return {given.begin(), given.end()};
}

}  // namespace mexcert
