#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "automata/decide_all.hpp"
#include "claims/binding.hpp"
#include "commands/commands.hpp"

namespace mexcert {
namespace {

struct Listed {
    std::string name;
    std::vector<std::string> parameters;
    std::vector<std::string> ranges;
    std::string kind;
    std::string all;  // empty: automata may decide it for all naturals; else why not
    std::string place;
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

Result<Listed> listed(Engine& engine, int index) {
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
    for (const int leading : point_variables(engine, form.value(), {})) {
        const LeadingVariable& variable = form.value().leading[static_cast<std::size_t>(leading)];
        if (!variable.domain) {
            result.ranges.push_back(variable.name);
        }
    }
    if (undecidable_part(engine, form.value())) {
        result.kind = "only all";
    } else {
        result.kind = result.ranges.empty() ? "all" : "range";
    }
    Claim claim;
    claim.name = item.name;
    for (const Parameter& parameter : item.parameters) {
        if (!parameter.domain) {
            claim.fixed.emplace_back(parameter.variable.name, 1);
        }
    }
    result.all = outside_all(engine, claim);
    result.place = engine.spec.where(item.place);
    result.place.resize(result.place.rfind(':'));
    return result;
}

}  // namespace

Result<std::string> list_statements(Engine& engine, bool json) {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    std::string text;
    for (std::size_t i = 0; i < engine.spec.items.size(); ++i) {
        if (engine.spec.items[i].kind != ItemKind::kStatement) {
            continue;
        }
        const Result<Listed> entry = listed(engine, static_cast<int>(i));
        if (!entry.ok()) {
            return entry.error();
        }
        const Listed& value = entry.value();
        array.push_back({{"name", value.name},
                         {"parameters", value.parameters},
                         {"ranges", value.ranges},
                         {"claims", value.kind},
                         {"all", value.all.empty()},
                         {"outside", value.all},
                         {"place", value.place}});
        text +=
            fmt::format("{:<50} parameters: {:<12} ranges: {:<10} claims: {:<8} all: {:<3} {}\n",
                        value.name, joined(value.parameters), joined(value.ranges), value.kind,
                        value.all.empty() ? "yes" : "no", value.place);
    }
    return json ? array.dump(2) + "\n" : text;
}

}  // namespace mexcert
