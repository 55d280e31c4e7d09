#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "certificate/closed_extents.hpp"
#include "claims/claim.hpp"
#include "commands/commands.hpp"

namespace mexcert {
namespace {

struct ArgumentRange {
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool ranged = false;
};

Result<ArgumentRange> parse_argument(const std::string& text) {
    const std::size_t dots = text.find("..");
    const auto number = [](const std::string& part) {
        const auto values = parse_values("n=" + part);  // a natural, canonically written
        return values.ok() && values.value().size() == 1 ? values.value().front().second : -1;
    };
    ArgumentRange range;
    range.ranged = dots != std::string::npos;
    range.low = number(text.substr(0, dots));
    range.high = range.ranged ? number(text.substr(dots + 2)) : range.low;
    if (range.low < 0 || range.high < range.low) {
        return invalid("", fmt::format("`{}` is neither a natural nor a range a..b", text));
    }
    return range;
}

// The term `name(slots ..)`.
Result<NodeId> call_term(Engine& engine, const std::string& name, std::size_t arguments,
                         std::vector<int>& slots) {
    const auto found = engine.spec.by_name.find(name);
    if (found == engine.spec.by_name.end()) {
        return invalid("", fmt::format("unknown name `{}`", name));
    }
    const Item& item = engine.spec.item(found->second);
    const bool is_let = item.kind == ItemKind::kLet;
    if ((!is_let && item.kind != ItemKind::kDef) || item.body->sort != Sort::kNumber) {
        return invalid("", fmt::format("`{}` is no function to the naturals", name));
    }
    if (item.parameters.size() != arguments) {
        return invalid("", fmt::format("`{}` takes {} arguments, found {}", name,
                                       item.parameters.size(), arguments));
    }
    Program::Environment environment;
    Node call;
    call.op = item.recursive ? Op::kLookup : Op::kCall;
    call.item = found->second;
    call.place = item.place;
    for (const Parameter& parameter : item.parameters) {
        slots.push_back(engine.program.new_slot(parameter.variable.name, true, parameter.domain));
        call.list.push_back(engine.program.slot_term(slots.back()));
        environment[parameter.variable.id] = call.list.back();
    }
    const NodeId term = is_let ? engine.program.build(item.body, environment)
                               : engine.program.make(std::move(call));
    if (engine.program.error()) {
        return *engine.program.error();
    }
    return term;
}

struct Cell {
    std::vector<std::int64_t> arguments;
    std::int64_t value = 0;
};

std::string plain_text(const std::vector<Cell>& cells, const std::vector<ArgumentRange>& ranges) {
    std::vector<std::size_t> ranged;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (ranges[i].ranged) {
            ranged.push_back(i);
        }
    }
    std::string text;
    for (const Cell& cell : cells) {
        if (ranged.size() == 2) {
            const bool last = cell.arguments[ranged[1]] == ranges[ranged[1]].high;
            text += fmt::format("{}{}", cell.value, last ? "\n" : " ");
            continue;
        }
        for (const std::size_t i : ranged) {
            text += fmt::format("{} ", cell.arguments[i]);
        }
        text += fmt::format("{}\n", cell.value);
    }
    return text;
}

}  // namespace

Result<std::string> table_values(Engine& engine, const std::string& name,
                                 const std::vector<std::string>& arguments, TableForm form) {
    std::vector<ArgumentRange> ranges;
    std::vector<std::int64_t> widths;
    int ranged = 0;
    for (const std::string& argument : arguments) {
        const Result<ArgumentRange> range = parse_argument(argument);
        if (!range.ok()) {
            return range.error();
        }
        ranges.push_back(range.value());
        widths.push_back(range.value().high - range.value().low);
        ranged += range.value().ranged ? 1 : 0;
    }
    if (form == TableForm::kBfile && ranged != 1) {
        return invalid("", "--bfile needs exactly one ranged argument");
    }
    std::vector<int> slots;
    const Result<NodeId> term = call_term(engine, name, arguments.size(), slots);
    if (!term.ok()) {
        return term.error();
    }
    const Item& item = engine.spec.item(engine.spec.by_name.at(name));
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto& domain = item.parameters[i].domain;
        if (domain && (ranges[i].low < domain->first || ranges[i].high > domain->second)) {
            return invalid("", fmt::format("{}..{} is not inside the domain {}..{} of `{}`",
                                           ranges[i].low, ranges[i].high, domain->first,
                                           domain->second, item.parameters[i].variable.name));
        }
    }
    Evaluator evaluator(engine);
    std::vector<Cell> cells;
    for_each_position(widths, [&](const std::vector<std::int64_t>& position) {
        Cell cell;
        for (std::size_t i = 0; i < position.size(); ++i) {
            cell.arguments.push_back(ranges[i].low + position[i]);
            evaluator.slot(slots[i]) = cell.arguments.back();
        }
        cell.value = evaluator.failed() ? 0 : evaluator.number(term.value());
        cells.push_back(std::move(cell));
    });
    if (evaluator.failed()) {
        return evaluator.error();
    }
    if (form != TableForm::kJson) {
        return plain_text(cells, ranges);
    }
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const Cell& cell : cells) {
        array.push_back({{"arguments", cell.arguments}, {"value", cell.value}});
    }
    return array.dump() + "\n";
}

}  // namespace mexcert
