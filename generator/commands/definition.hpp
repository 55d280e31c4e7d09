// A function, word, automaton, set or relation as a function of its arguments, to be tabulated or
// audited: values are numbers (1 and 0 for members and others of a set or relation), or words.
// Cost: one evaluation a value; tables grow as needed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "evaluation/evaluator.hpp"

namespace mexcert {

class Definition {
  public:
    struct Argument {
        std::string name;  // as declared; `n` for words and automata, the elements of a set listed
        Program::Domain domain;
    };

    // Errors: unknown name, a statement or numeration, text that cannot be compiled.
    [[nodiscard]] static Result<Definition> of(Engine& engine, const std::string& name);

    [[nodiscard]] const Item& item() const { return *item_; }
    [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }
    [[nodiscard]] bool is_relation() const {
        return item_->kind == ItemKind::kSet || item_->kind == ItemKind::kPred;
    }
    [[nodiscard]] bool has_words() const {
        return item_->kind == ItemKind::kLet && item_->body->sort == Sort::kWord;
    }

    // The value at these arguments, one for each, inside their domains; the fault stays in the
    // evaluator.
    [[nodiscard]] nlohmann::ordered_json value(Evaluator& evaluator,
                                               const std::vector<std::int64_t>& arguments) const;
    // The same for a definition without words.
    [[nodiscard]] std::int64_t number(Evaluator& evaluator,
                                      const std::vector<std::int64_t>& arguments) const;

    // The term with these arguments as text: `F(3, n)`, `if (x, y) in S then 1 else 0`.
    [[nodiscard]] std::string term_text(const std::vector<std::string>& arguments) const;

  private:
    Definition() = default;

    const Item* item_ = nullptr;
    std::vector<Argument> arguments_;
    std::vector<int> slots_;
    NodeId term_ = kNoNode;
};

}  // namespace mexcert
