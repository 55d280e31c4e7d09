#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "base/plural.hpp"
#include "certificate/closed_extents.hpp"
#include "claims/claim.hpp"
#include "commands/commands.hpp"
#include "commands/definition.hpp"

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

struct Cell {
    std::vector<std::int64_t> arguments;
    nlohmann::ordered_json value;
};

// The members of a set given by a list.
std::string members(const Item& set, TableForm form) {
    if (form == TableForm::kJson) {
        return nlohmann::ordered_json(set.rows).dump() + "\n";
    }
    std::string text;
    for (const auto& row : set.rows) {
        text += fmt::format("{}\n", fmt::join(row, " "));
    }
    return text;
}

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
            text += cell.value.dump() + (last ? "\n" : " ");
            continue;
        }
        for (const std::size_t i : ranged) {
            text += fmt::format("{} ", cell.arguments[i]);
        }
        text += cell.value.dump() + "\n";
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
    const Result<Definition> definition = Definition::of(engine, name);
    if (!definition.ok()) {
        return definition.error();
    }
    const Item& item = definition.value().item();
    if (item.listed && arguments.empty()) {
        return members(item, form);
    }
    if (form == TableForm::kBfile && definition.value().has_words()) {
        return invalid("", fmt::format("`{}` has words as values, a b-file numbers", item.name));
    }
    const std::vector<Definition::Argument>& wanted = definition.value().arguments();
    if (wanted.size() != arguments.size()) {
        return invalid("", fmt::format("`{}` takes {}, found {}", item.name,
                                       counted(wanted.size(), "argument"), arguments.size()));
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& domain = wanted[i].domain;
        if (domain && (ranges[i].low < domain->first || ranges[i].high > domain->second)) {
            return invalid(
                "", fmt::format("{}..{} is not inside the domain {}..{} of `{}`", ranges[i].low,
                                ranges[i].high, domain->first, domain->second, wanted[i].name));
        }
    }
    Evaluator evaluator(engine);
    std::vector<Cell> cells;
    for_each_position(widths, [&](const std::vector<std::int64_t>& position) {
        Cell cell;
        for (std::size_t i = 0; i < position.size(); ++i) {
            cell.arguments.push_back(ranges[i].low + position[i]);
        }
        cell.value = definition.value().value(evaluator, cell.arguments);
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
