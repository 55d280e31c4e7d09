// Quantifiers that solving cannot decide, decided by automata while points are computed: the
// quantifier is compiled, with the records learned so far, to an automaton over its free variables,
// which reads their values. For definitions like `least m with exists b: m <= b and F(m, b) = 0`.
//
// Invariants: the engine asks this object as long as it lives; then tables that may rest on its
// answers are forgotten, since records that were only learned prove nothing. A quantifier that
// calls what has no record yet, such as the definition in question, is an error.
// Cost: one compilation for each quantifier (and each value of variables that must be numbers),
// then one edge a digit for each question.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "automata/compile.hpp"

namespace mexcert {

class RecordOracle : public FormulaOracle {
  public:
    // `records` may grow; what is in it stays.
    RecordOracle(Engine& engine, const Records& records, int numeration_item,
                 const NumerationSystem& numeration);
    ~RecordOracle() override;

    [[nodiscard]] Result<bool> truth(NodeId quantifier, Evaluator& evaluator) override;

  private:
    struct Reader {  // the automaton and the slots that its tracks read
        Automaton automaton;
        std::vector<int> slots;
    };
    struct Question {
        std::vector<int> numbers;                             // free slots that must be numbers
        std::vector<int> variables;                           // the other ones
        std::map<std::vector<std::int64_t>, Reader> readers;  // by values of `numbers`
    };

    Result<Reader> compiled(NodeId quantifier, const Question& question,
                            const std::vector<std::int64_t>& numbers);
    Question& question(NodeId quantifier);
    [[nodiscard]] Result<bool> read(const Reader& reader, Evaluator& evaluator) const;

    Engine& engine_;
    const Records& records_;
    int numeration_item_;
    const NumerationSystem& numeration_;
    FormulaOracle* before_;
    std::unique_ptr<Compiler> compiler_;  // made when first asked: the adder is learned by then
    std::unordered_map<NodeId, Question> questions_;
    bool compiling_ = false;
};

}  // namespace mexcert
