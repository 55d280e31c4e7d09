#include <fmt/format.h>

#include "automata/decide_all.hpp"
#include "claims/binding.hpp"
#include "commands/commands.hpp"
#include "search/traps.hpp"

namespace mexcert {
namespace {

struct Listed {
    std::string name;
    std::vector<std::string> parameters;
    std::vector<std::string> ranges;
    std::string kind;  // `all`, `range`, or `only all`
    std::string claims;
    std::string why;
    std::string outside;  // empty: automata may decide it for all naturals; else why not
    std::string place;
    std::vector<std::string> warnings;
};

std::string parameter_text(const Parameter& parameter) {
    return parameter.domain ? fmt::format("{} in {}..{}", parameter.variable.name,
                                          parameter.domain->first, parameter.domain->second)
                            : parameter.variable.name;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string result;
    for (const std::string& part : parts) {
        result.append(result.empty() ? "" : ",").append(part);
    }
    return result.empty() ? "-" : result;
}

// Which claims can be decided, as one writes them behind the name, and why no others.
void describe_claims(Engine& engine, const StatementForm& form, Listed& result) {
    const bool all = result.outside.empty();
    const std::string no_all = fmt::format("not for all naturals: {}", result.outside);
    if (const std::optional<Error> error = undecidable_part(engine, form)) {
        result.kind = all ? "only all" : "none";
        result.claims = all ? "`: all`, by automata" : "none";
        result.why = fmt::format("on a range: {}, {}{}{}", error->message, error->place,
                                 all ? "" : "; ", all ? "" : no_all);
        return;
    }
    if (result.ranges.empty()) {
        result.kind = "all";
        result.claims = "`: all`, `not`, `least not`";
        result.why = "finitely many cases";
        return;
    }
    std::string ranges;
    std::string point;
    for (const std::string& variable : result.ranges) {
        ranges += fmt::format("{}{}<=N", ranges.empty() ? "" : ",", variable);
        point += fmt::format("{}{}=N", point.empty() ? "" : ",", variable);
    }
    result.kind = "range";
    result.claims =
        fmt::format("{}`: {}`, `not .. at {}`, `least not`", all ? "`: all`, " : "", ranges, point);
    result.why = all ? "" : no_all;
}

constexpr std::chrono::seconds kTrapTime{1};  // for each statement

Result<Listed> listed(Engine& engine, int index, bool traps) {
    const Item& item = engine.spec.item(index);
    const Result<StatementForm> form = statement_form(engine, index);
    if (!form.ok()) {
        return form.error();
    }
    Listed result;
    result.name = item.name;
    for (const Parameter& parameter : item.parameters) {
        result.parameters.push_back(parameter_text(parameter));
    }
    for (const int leading : unbounded_variables(engine, form.value(), {})) {
        result.ranges.push_back(form.value().leading[static_cast<std::size_t>(leading)].name);
    }
    Claim claim;
    claim.name = item.name;
    for (const Parameter& parameter : item.parameters) {
        if (!parameter.domain) {
            claim.fixed.emplace_back(parameter.variable.name, 1);
        }
    }
    result.outside = outside_all(engine, claim);
    describe_claims(engine, form.value(), result);
    result.place = engine.spec.where(item.place);
    result.place.resize(result.place.rfind(':'));
    if (traps) {
        Claim target;
        target.name = item.name;
        result.warnings = traps_of(engine, target, kTrapTime);
    }
    return result;
}

}  // namespace

Result<Printout> list_statements(Engine& engine, bool traps) {
    Printout printout;
    Json statements = Json::array();
    for (std::size_t i = 0; i < engine.spec.items.size(); ++i) {
        if (engine.spec.items[i].kind != ItemKind::kStatement) {
            continue;
        }
        const Result<Listed> entry = listed(engine, static_cast<int>(i), traps);
        if (!entry.ok()) {
            return entry.error();
        }
        const Listed& value = entry.value();
        statements.push_back({{"name", value.name},
                              {"parameters", value.parameters},
                              {"ranges", value.ranges},
                              {"claims", value.kind},
                              {"why", value.why},
                              {"all", value.outside.empty()},
                              {"outside", value.outside},
                              {"place", value.place}});
        if (traps) {
            statements.back()["warnings"] = value.warnings;
        }
        printout.text += fmt::format("{:<50} {}\n    parameters: {}; claims: {}{}\n", value.name,
                                     value.place, joined(value.parameters), value.claims,
                                     value.why.empty() ? "" : fmt::format(" ({})", value.why));
        for (const std::string& warning : value.warnings) {
            printout.text += fmt::format("    warning: {}\n", warning);
        }
    }
    printout.json["statements"] = statements;
    return printout;
}

}  // namespace mexcert
