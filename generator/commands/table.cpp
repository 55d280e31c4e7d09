#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/plural.hpp"
#include "certificate/closed_extents.hpp"
#include "claims/claim.hpp"
#include "commands/commands.hpp"
#include "commands/definition.hpp"
#include "commands/progress.hpp"

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

// The members of a set given by a list.
Printout members(const Item& set) {
    Printout printout;
    Json rows = Json::array();
    for (const auto& row : set.rows) {
        printout.text += fmt::format("{}\n", fmt::join(row, " "));
        rows.push_back({{"arguments", decimals(row)}, {"value", "1"}});
    }
    printout.json = {{"name", set.name}, {"rows", rows}};
    return printout;
}

// The lines of a table: with two ranged arguments a line for each value of the first, else a line
// for each value with what is ranged in front of it.
class TableLines {
  public:
    explicit TableLines(const std::vector<ArgumentRange>& ranges) : ranges_(ranges) {
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            if (ranges[i].ranged) {
                ranged_.push_back(i);
            }
        }
    }
    void add(const std::vector<std::int64_t>& arguments, const std::string& value) {
        if (ranged_.size() == 2) {
            const bool last = arguments[ranged_[1]] == ranges_[ranged_[1]].high;
            text_ += value + (last ? "\n" : " ");
            return;
        }
        for (const std::size_t i : ranged_) {
            text_ += fmt::format("{} ", arguments[i]);
        }
        text_ += value + "\n";
    }
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    const std::vector<ArgumentRange>& ranges_;
    std::vector<std::size_t> ranged_;
    std::string text_;
};

// A value in JSON: naturals are decimal strings, words lists of them.
Json json_value(const Json& value) {
    return value.is_array() ? decimals(value.get<std::vector<std::int64_t>>()) : Json(value.dump());
}

std::optional<Error> too_many(const std::vector<ArgumentRange>& ranges, std::uint64_t limit) {
    std::uint64_t count = 1;
    for (const ArgumentRange& range : ranges) {
        const auto own = static_cast<std::uint64_t>(range.high - range.low) + 1;
        if (__builtin_mul_overflow(count, own, &count) || count > limit) {
            const bool more = limit < kMostValues;
            return invalid(
                "", fmt::format(
                        "more than {} values{}", limit,
                        more ? fmt::format("; --limit N allows more, up to {}", kMostValues) : ""));
        }
    }
    return std::nullopt;
}

// Do the ranges suit the definition?
std::optional<Error> unsuited(const Definition& definition,
                              const std::vector<ArgumentRange>& ranges, bool bfile) {
    const std::string& name = definition.item().name;
    if (bfile && definition.has_words()) {
        return invalid("", fmt::format("`{}` has words as values, a b-file numbers", name));
    }
    const std::vector<Definition::Argument>& wanted = definition.arguments();
    if (wanted.size() != ranges.size()) {
        return invalid("", fmt::format("`{}` takes {}, found {}", name,
                                       counted(wanted.size(), "argument"), ranges.size()));
    }
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto& domain = wanted[i].domain;
        if (domain && (ranges[i].low < domain->first || ranges[i].high > domain->second)) {
            return invalid(
                "", fmt::format("{}..{} is not inside the domain {}..{} of `{}`", ranges[i].low,
                                ranges[i].high, domain->first, domain->second, wanted[i].name));
        }
    }
    return std::nullopt;
}

}  // namespace

Result<Printout> table_values(Engine& engine, const TableOptions& options) {
    std::vector<ArgumentRange> ranges;
    std::vector<std::int64_t> widths;
    int ranged = 0;
    for (const std::string& argument : options.arguments) {
        const Result<ArgumentRange> range = parse_argument(argument);
        if (!range.ok()) {
            return range.error();
        }
        ranges.push_back(range.value());
        widths.push_back(range.value().high - range.value().low);
        ranged += range.value().ranged ? 1 : 0;
    }
    if (options.bfile && ranged != 1) {
        return invalid("", "--bfile needs exactly one ranged argument");
    }
    if (options.limit > kMostValues) {
        return invalid("--limit", fmt::format("{} is more than {}", options.limit, kMostValues));
    }
    const Result<Definition> definition = Definition::of(engine, options.name);
    if (!definition.ok()) {
        return definition.error();
    }
    const Item& item = definition.value().item();
    if (item.listed && ranges.empty()) {
        return members(item);
    }
    if (std::optional<Error> error = unsuited(definition.value(), ranges, options.bfile)) {
        return *error;
    }
    if (std::optional<Error> error = too_many(ranges, options.limit)) {
        return *error;
    }
    Progress progress(0, options.progress);
    const Monitored<Engine> monitored(engine, progress);
    progress.begin(options.name);
    Evaluator evaluator(engine);
    TableLines lines(ranges);
    Json rows = Json::array();
    for_each_position(widths, [&](const std::vector<std::int64_t>& position) {
        if (evaluator.failed()) {
            return;
        }
        std::vector<std::int64_t> arguments;
        for (std::size_t i = 0; i < position.size(); ++i) {
            arguments.push_back(ranges[i].low + position[i]);
        }
        const Json value = definition.value().value(evaluator, arguments);
        lines.add(arguments, value.dump());
        if (options.json) {
            rows.push_back({{"arguments", decimals(arguments)}, {"value", json_value(value)}});
        }
    });
    if (evaluator.failed()) {
        return evaluator.error();
    }
    Printout printout;
    printout.text = lines.text();
    printout.json = {{"name", item.name}, {"rows", rows}};
    return printout;
}

}  // namespace mexcert
