#include "lean/statement.hpp"

#include <algorithm>

namespace mexcert::lean {
namespace {

class StatementWriter {
  public:
    StatementWriter(Translator& translator, const Names& names, const StatementForm& form,
                    const Binding& binding, const Claim& claim, const ClaimProof& proof)
        : translator_(translator),
          names_(names),
          form_(form),
          binding_(binding),
          claim_(claim),
          proof_(proof),
          at_point_(claim.kind == ClaimKind::kNot || claim.kind == ClaimKind::kLeastNot) {}

    StatementText run();

  private:
    struct Ranged {
        std::string name;
        const LeadingRange* range;
    };

    [[nodiscard]] const LeadingRange& range(int leading) const {
        return binding_.ranges[static_cast<std::size_t>(leading)];
    }
    [[nodiscard]] TermPtr count(const LeadingRange& own);
    TermPtr ranged_loops(const std::vector<Ranged>& ranged, std::size_t next,
                         const std::function<TermPtr()>& body);
    TermPtr spine(const Expr& expr, const Environment& environment);
    TermPtr spine_forall(const Expr& expr, const Environment& environment);
    TermPtr on_range();
    [[nodiscard]] std::int64_t point_value(std::size_t leading) const;
    [[nodiscard]] bool is_point_variable(std::size_t leading) const;
    TermPtr at_point(bool loops);
    TermPtr earlier_points();
    [[nodiscard]] TermPtr is_earlier(const std::vector<std::size_t>& variables,
                                     std::size_t first) const;

    Translator& translator_;
    const Names& names_;
    const StatementForm& form_;
    const Binding& binding_;
    const Claim& claim_;
    const ClaimProof& proof_;
    bool at_point_;
    std::vector<Ranged> scope_;  // the ranged variables that are bound at present
};

// How many values a ranged variable has, from 0 on.
TermPtr StatementWriter::count(const LeadingRange& own) {
    if (own.group < 0) {
        return number(own.high + 1);
    }
    TermPtr others = number(0);
    for (const Ranged& bound : scope_) {
        others = bound.range->group == own.group ? sum(others, variable(bound.name)) : others;
    }
    const std::int64_t limit = binding_.group_limits[static_cast<std::size_t>(own.group)];
    const bool first = others->kind == Kind::kNumber;
    return first ? number(limit + 1) : sum(call("monus", {number(limit), others}), number(1));
}

TermPtr StatementWriter::ranged_loops(const std::vector<Ranged>& ranged, std::size_t next,
                                      const std::function<TermPtr()>& body) {
    if (next == ranged.size()) {
        return body();
    }
    const Ranged& own = ranged[next];
    const TermPtr values = count(*own.range);
    scope_.push_back(own);
    TermPtr inner = ranged_loops(ranged, next + 1, body);
    scope_.pop_back();
    if (own.range->low > 0) {
        inner = implication(call("le", {number(own.range->low), variable(own.name)}), inner);
    }
    return loop("allBelow", values, own.name, inner);
}

TermPtr StatementWriter::spine_forall(const Expr& expr, const Environment& environment) {
    Environment inner = environment;
    std::vector<Variable> open;
    std::vector<Ranged> ranged;
    for (const Variable& own : expr.bound) {
        const LeadingRange& given = range(form_.leading_named(own.name));
        if (!given.ranged) {
            open.push_back(own);
            continue;
        }
        const std::string name = names_.variable(own.name);
        inner[own.id] = variable(name);
        if (!at_point_) {
            ranged.push_back({name, &given});
        }
    }
    const Expr& body = *expr.kids[0];
    return ranged_loops(ranged, 0, [&] {
        return translator_.loops(open, body, true, inner, {"allBelow", "allBelow"},
                                 [&](const Environment& all) { return spine(body, all); });
    });
}

TermPtr StatementWriter::spine(const Expr& expr, const Environment& environment) {
    switch (expr.kind) {
        case ExprKind::kAnd:
            return conjunction(
                {spine(*expr.kids[0], environment), spine(*expr.kids[1], environment)});
        case ExprKind::kImplies:
            return implication(translator_.formula(*expr.kids[0], environment),
                               spine(*expr.kids[1], environment));
        case ExprKind::kForall:
            return spine_forall(expr, environment);
        default:
            return translator_.formula(expr, environment);
    }
}

// The statement at all values of its parameters.
TermPtr StatementWriter::on_range() {
    std::vector<TermPtr> arguments;
    std::vector<Ranged> ranged;
    for (std::size_t i = 0; i < form_.leading.size(); ++i) {
        const LeadingRange& given = binding_.ranges[i];
        if (!form_.leading[i].is_parameter) {
            continue;
        }
        const std::string name = names_.variable(form_.leading[i].name);
        const bool single = given.low == given.high && given.group < 0;
        arguments.push_back(single ? number(given.low) : variable(name));
        if (!single) {
            ranged.push_back({name, &given});
        }
    }
    return ranged_loops(ranged, 0,
                        [&] { return call(names_.item(form_.item), std::move(arguments)); });
}

bool StatementWriter::is_point_variable(std::size_t leading) const {
    const NamedValues& point = proof_.has_point ? proof_.point : claim_.point;
    return std::any_of(point.begin(), point.end(), [&](const auto& entry) {
        return entry.first == form_.leading[leading].name;
    });
}

std::int64_t StatementWriter::point_value(std::size_t leading) const {
    const NamedValues& point = proof_.has_point ? proof_.point : claim_.point;
    for (const auto& [name, value] : point) {
        if (name == form_.leading[leading].name) {
            return value;
        }
    }
    return binding_.ranges[leading].low;
}

// The statement at its point; with the variables of the point left open: `loops`.
TermPtr StatementWriter::at_point(bool loops) {
    std::vector<TermPtr> arguments;
    const bool variables =
        std::any_of(form_.leading.begin(), form_.leading.end(), [&](const LeadingVariable& own) {
            return !own.is_parameter &&
                   is_point_variable(static_cast<std::size_t>(&own - form_.leading.data()));
        });
    for (std::size_t i = 0; i < form_.leading.size(); ++i) {
        if (!binding_.ranges[i].ranged) {
            continue;
        }
        const bool open =
            loops && is_point_variable(i) && (!variables || !form_.leading[i].is_parameter);
        arguments.push_back(open ? variable(names_.variable(form_.leading[i].name))
                                 : number(point_value(i)));
    }
    return call(names_.item(form_.item), std::move(arguments));
}

// Is the tuple of these variables before that of the point in lexicographic order?
TermPtr StatementWriter::is_earlier(const std::vector<std::size_t>& variables,
                                    std::size_t first) const {
    const std::size_t leading = variables[first];
    const TermPtr own = variable(names_.variable(form_.leading[leading].name));
    const TermPtr value = number(point_value(leading));
    const TermPtr less = call("lt", {own, value});
    return first + 1 == variables.size()
               ? less
               : operation(Kind::kOr, {less, conjunction({call("eq", {own, value}),
                                                          is_earlier(variables, first + 1)})});
}

// The statement at all points before its point (spec/claims.md): parameters stay, then by the sum
// of the variables, then by the variables; without variables the parameters in order.
TermPtr StatementWriter::earlier_points() {
    std::vector<std::size_t> parameters;
    std::vector<std::size_t> variables;
    for (std::size_t i = 0; i < form_.leading.size(); ++i) {
        if (binding_.ranges[i].ranged && is_point_variable(i)) {
            (form_.leading[i].is_parameter ? parameters : variables).push_back(i);
        }
    }
    const bool by_sum = !variables.empty();
    const std::vector<std::size_t>& moved = by_sum ? variables : parameters;
    if (moved.empty()) {
        return nullptr;
    }
    std::int64_t most = 0;
    TermPtr all = number(0);
    for (const std::size_t i : moved) {
        most += point_value(i);
        all = sum(all, variable(names_.variable(form_.leading[i].name)));
    }
    TermPtr earlier = is_earlier(moved, 0);
    if (by_sum && moved.size() > 1) {
        earlier = operation(Kind::kOr, {call("lt", {all, number(most)}),
                                        conjunction({call("eq", {all, number(most)}), earlier})});
    }
    TermPtr body = implication(earlier, at_point(true));
    for (std::size_t i = moved.size(); i-- > 0;) {
        const auto& domain = form_.leading[moved[i]].domain;
        const std::string name = names_.variable(form_.leading[moved[i]].name);
        TermPtr before = number(0);
        for (std::size_t j = 0; j < i && by_sum; ++j) {
            before = sum(before, variable(names_.variable(form_.leading[moved[j]].name)));
        }
        if (domain && domain->first > 0) {
            body = implication(call("le", {number(domain->first), variable(name)}), body);
        }
        const std::int64_t last = domain && !by_sum ? domain->second : most;
        const bool first = before->kind == Kind::kNumber;
        body =
            loop("allBelow",
                 first ? number(last + 1) : sum(call("monus", {number(last), before}), number(1)),
                 name, body);
    }
    return body;
}

StatementText StatementWriter::run() {
    StatementText result;
    const Item& item = translator_.engine().spec.item(form_.item);
    Environment environment;
    for (std::size_t i = 0; i < form_.leading.size(); ++i) {
        if (form_.leading[i].is_parameter || (at_point_ && binding_.ranges[i].ranged)) {
            result.function.parameters.push_back(names_.variable(form_.leading[i].name));
        }
        if (form_.leading[i].is_parameter && !at_point_) {
            scope_.push_back({names_.variable(form_.leading[i].name), &binding_.ranges[i]});
        }
    }
    for (const Parameter& parameter : item.parameters) {
        environment[parameter.variable.id] = variable(names_.variable(parameter.variable.name));
    }
    result.function.name = names_.item(form_.item);
    result.function.type = "Bool";
    result.function.body = spine(*item.body, environment);
    scope_.clear();
    const std::string text = claim_text(claim_);
    if (!at_point_) {
        result.theorems.push_back({names_.derived(form_.item, "on_range"), text, on_range(), true});
        return result;
    }
    result.theorems.push_back(
        {names_.derived(form_.item, "refuted"), text, at_point(false), false});
    const TermPtr earlier = claim_.kind == ClaimKind::kLeastNot ? earlier_points() : nullptr;
    if (earlier != nullptr) {
        result.theorems.push_back({names_.derived(form_.item, "holds_before"),
                                   "It holds at every earlier point.", earlier, true});
    }
    return result;
}

}  // namespace

StatementText statement_text(Translator& translator, const Names& names, const StatementForm& form,
                             const Binding& binding, const Claim& claim, const ClaimProof& proof) {
    return StatementWriter(translator, names, form, binding, claim, proof).run();
}

}  // namespace mexcert::lean
