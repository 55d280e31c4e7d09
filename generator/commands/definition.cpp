#include "commands/definition.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mexcert {
namespace {

bool is_sequence(const Item& item) {
    return item.kind == ItemKind::kWord || item.kind == ItemKind::kDfao;
}

std::vector<std::pair<Variable, Program::Domain>> variables_of(const Item& item) {
    std::vector<std::pair<Variable, Program::Domain>> variables;
    for (const Parameter& parameter : item.parameters) {
        variables.emplace_back(parameter.variable, parameter.domain);
    }
    if (is_sequence(item)) {
        variables.emplace_back(Variable{"n", -1}, std::nullopt);
    } else if (item.kind == ItemKind::kSet) {
        for (std::size_t i = 0; i < item.width(); ++i) {
            const Variable own = item.listed ? Variable{fmt::format("n{}", i + 1), -1}
                                             : Variable{item.elements[i].name, -1};
            variables.emplace_back(own, std::nullopt);
        }
    }
    return variables;
}

// Arguments as the definition takes them: tuples in parentheses.
std::string shaped(const Item& item, const std::vector<std::string>& arguments) {
    std::vector<std::string> parts;
    std::size_t next = 0;
    for (const int width : item.shape) {
        const auto count = static_cast<std::size_t>(width == 0 ? 1 : width);
        const std::vector<std::string> own(
            arguments.begin() + static_cast<std::ptrdiff_t>(next),
            arguments.begin() + static_cast<std::ptrdiff_t>(next + count));
        const std::string text = fmt::format("{}", fmt::join(own, ", "));
        parts.push_back(width == 0 ? text : "(" + text + ")");
        next += count;
    }
    return parts.empty() ? "" : fmt::format("({})", fmt::join(parts, ", "));
}

}  // namespace

Result<Definition> Definition::of(Engine& engine, const std::string& name) {
    const Result<int> index = engine.spec.named(name);
    if (!index.ok()) {
        return index.error();
    }
    Definition result;
    const Item& item = engine.spec.item(index.value());
    result.item_ = &item;
    if (item.kind == ItemKind::kStatement || item.kind == ItemKind::kNumeration) {
        return invalid(
            "", fmt::format("`{}` has no values: it is neither a function nor a set", item.name));
    }
    Program::Environment environment;
    Node call;
    call.item = index.value();
    call.place = item.place;
    for (const auto& [variable, domain] : variables_of(item)) {
        result.arguments_.push_back({variable.name, domain});
        result.slots_.push_back(engine.program.new_slot(variable.name, true, domain));
        call.list.push_back(engine.program.slot_term(result.slots_.back()));
        environment[variable.id] = call.list.back();
    }
    if (item.kind == ItemKind::kLet) {
        result.term_ = engine.program.build(item.body, environment);
        return engine.program.error() ? Result<Definition>(*engine.program.error()) : result;
    }
    if (is_sequence(item)) {
        call.op = item.kind == ItemKind::kWord ? Op::kLetter : Op::kOutput;
        call.a = call.list.front();
        call.list.clear();
    } else if (item.kind == ItemKind::kDef) {
        call.op = item.recursive ? Op::kLookup : Op::kCall;
    } else {
        call.op = Op::kRelation;
    }
    result.term_ = engine.program.make(std::move(call));
    return result;
}

nlohmann::ordered_json Definition::value(Evaluator& evaluator,
                                         const std::vector<std::int64_t>& arguments) const {
    if (!has_words()) {
        return number(evaluator, arguments);
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        evaluator.slot(slots_[i]) = arguments[i];
    }
    return evaluator.failed() ? Word{} : evaluator.word(term_);
}

std::int64_t Definition::number(Evaluator& evaluator,
                                const std::vector<std::int64_t>& arguments) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        evaluator.slot(slots_[i]) = arguments[i];
    }
    if (evaluator.failed()) {
        return 0;
    }
    return is_relation() ? (evaluator.truth(term_) ? 1 : 0) : evaluator.number(term_);
}

std::string Definition::term_text(const std::vector<std::string>& arguments) const {
    if (is_sequence(*item_)) {
        return fmt::format("{}({})", item_->name, arguments.front());
    }
    const std::string call = item_->name + shaped(*item_, arguments);
    if (item_->kind == ItemKind::kPred) {
        return fmt::format("if {} then 1 else 0", call);
    }
    if (item_->kind != ItemKind::kSet) {
        return call;
    }
    const std::vector<std::string> element(
        arguments.begin() + static_cast<std::ptrdiff_t>(item_->parameters.size()), arguments.end());
    const std::string text = fmt::format("{}", fmt::join(element, ", "));
    return fmt::format("if {} in {} then 1 else 0", element.size() == 1 ? text : "(" + text + ")",
                       call);
}

}  // namespace mexcert
