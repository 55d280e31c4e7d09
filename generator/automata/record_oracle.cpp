#include "automata/record_oracle.hpp"

#include <fmt/format.h>

#include "automata/reading.hpp"
#include "evaluation/table_builder.hpp"

namespace mexcert {
namespace {

// An automaton of one state without tracks.
Automaton constant(bool value) {
    Automaton result;
    result.tracks = 0;
    result.first = {0, 0};
    result.output = {value ? 1U : 0U};
    return result;
}

}  // namespace

RecordOracle::RecordOracle(Engine& engine, const Records& records, int numeration_item,
                           const NumerationSystem& numeration)
    : engine_(engine),
      records_(records),
      numeration_item_(numeration_item),
      numeration_(numeration),
      before_(engine.oracle) {
    engine_.oracle = this;
}

RecordOracle::~RecordOracle() {
    engine_.oracle = before_;
    if (!questions_.empty()) {
        engine_.tables.forget();
        engine_.builder = std::make_unique<TableBuilder>(engine_);  // it remembers relations
    }
}

RecordOracle::Question& RecordOracle::question(NodeId quantifier) {
    const auto [entry, fresh] = questions_.try_emplace(quantifier);
    if (fresh) {
        for (const int slot : engine_.program.free_slots(quantifier)) {
            const bool number = compiler_->wants_value(quantifier, slot);
            (number ? entry->second.numbers : entry->second.variables).push_back(slot);
        }
    }
    return entry->second;
}

Result<RecordOracle::Reader> RecordOracle::compiled(NodeId quantifier, const Question& question,
                                                    const std::vector<std::int64_t>& numbers) {
    Formulas& formulas = compiler_->formulas();
    SlotValues scope;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        scope[question.numbers[i]] = LinearSum::number(numbers[i]);
    }
    std::map<int, int> slot_of;  // by variable
    for (const int slot : question.variables) {
        const int variable = formulas.fresh(engine_.program.slot_name(slot));
        scope[slot] = LinearSum::of(variable);
        slot_of[variable] = slot;
    }
    Reader result;
    const FormulaId formula = compiler_->formula(quantifier, scope);
    if (!compiler_->error()) {
        if (formulas.at(formula).free.empty()) {
            result.automaton = constant(compiler_->solver().holds(formula));
        } else if (const auto acceptor = compiler_->solver().acceptor(formula)) {
            result.automaton = acceptor->stored->automaton;
            for (const int variable : acceptor->variables) {
                result.slots.push_back(slot_of.at(variable));
            }
        }
    }
    if (const std::optional<Error> error = compiler_->error()) {
        return *error;
    }
    return result;
}

Result<bool> RecordOracle::read(const Reader& reader, Evaluator& evaluator) const {
    std::vector<std::uint64_t> numbers;
    for (const int slot : reader.slots) {
        const std::int64_t value = evaluator.slot(slot);
        if (value < 0) {
            return declined("", fmt::format("{} is no natural", value));
        }
        numbers.push_back(static_cast<std::uint64_t>(value));
    }
    const std::optional<Letters> letters = letters_of(numeration_, numbers);
    if (!letters) {
        return declined("",
                        fmt::format("a number among {} is too large", fmt::join(numbers, ", ")));
    }
    return output_behind(reader.automaton, *letters).value_or(0) != 0;
}

Result<bool> RecordOracle::truth(NodeId quantifier, Evaluator& evaluator) {
    if (compiling_) {  // asked by its own compiler, which would not come back
        return declined("", "needed for its own automaton");
    }
    if (!compiler_) {
        compiler_ = std::make_unique<Compiler>(engine_, records_, numeration_item_, numeration_);
    }
    Question& asked = question(quantifier);
    std::vector<std::int64_t> numbers;
    for (const int slot : asked.numbers) {
        numbers.push_back(evaluator.slot(slot));
    }
    auto found = asked.readers.find(numbers);
    if (found == asked.readers.end()) {
        compiling_ = true;
        Result<Reader> made = compiled(quantifier, asked, numbers);
        compiling_ = false;
        if (!made.ok()) {
            compiler_.reset();  // its error sticks
            return made.error();
        }
        found = asked.readers.emplace(std::move(numbers), std::move(made.value())).first;
    }
    return read(found->second, evaluator);
}

}  // namespace mexcert
