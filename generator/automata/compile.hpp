// From the text (nodes of a Program) to formulas over relations that automata stand for
// (spec/automata.md 4).
//
// A term becomes a linear sum; what is no sum (a call, floor, least, div, mod) is a fresh variable,
// existentially quantified around the comparison in which it stands. Functions are total where
// their text is defined, so a negated comparison is negated below these quantifiers. `if`, `-.` and
// values of sequences with finitely many values split the comparison into cases.
// Invariants: a scope gives a sum to each free slot; relations and sets with numbers for their
// parameters are compiled once. The first term that is outside sticks as an error, with its place.
// Cost: linear in the text, times the cases of a comparison and the values of finite domains.
#pragma once

#include <functional>
#include <memory>

#include "automata/records.hpp"
#include "automata/solver.hpp"
#include "evaluation/evaluator.hpp"

namespace mexcert {

using SlotValues = std::map<int, LinearSum>;  // slot -> value

class Compiler {
  public:
    // `claim`: the number of the claim whose sequence is meant by `automatic` records.
    Compiler(Engine& engine, const Records& records, int numeration_item,
             const NumerationSystem& numeration, SolverLimits limits = {});

    [[nodiscard]] Formulas& formulas() { return formulas_; }
    [[nodiscard]] FormulaSolver& solver() { return solver_; }
    [[nodiscard]] Engine& engine() { return engine_; }
    [[nodiscard]] const Records& records() const { return records_; }

    // The formula, or its negation.
    [[nodiscard]] FormulaId formula(NodeId id, const SlotValues& scope, bool positive = true);
    // variable = term, or its negation.
    [[nodiscard]] FormulaId equals(int variable, NodeId term, const SlotValues& scope,
                                   bool positive);
    // The condition that a sum obtained from terms has; the terms' own variables are quantified.
    using OnSums = std::function<FormulaId(const std::vector<LinearSum>&)>;
    [[nodiscard]] FormulaId on_sums(const std::vector<NodeId>& terms, const SlotValues& scope,
                                    const OnSums& then);
    // The relation of an item's record, or -1 if there is none.
    [[nodiscard]] int record_relation(const RecordId& record);
    // The same automaton as a relation that is not taken to be a function.
    [[nodiscard]] int plain_relation(const RecordId& record);
    // The positions of a letter, from a `letters` record; -1 if there are none.
    [[nodiscard]] int letter_relation(const RecordId& record, std::int64_t letter);
    [[nodiscard]] bool has_record(const RecordId& record) const {
        return records_.count(record) != 0;
    }
    // g(x) in `exists automatic g` is read from the record of this claim.
    void use_sequence(std::int64_t variable, std::int64_t claim) { sequences_[variable] = claim; }

    // Must the slot be a number for the text to be compiled?
    [[nodiscard]] bool wants_value(NodeId id, int slot);
    // Values of a bound slot that must be run through one by one; nothing if it need not be.
    struct Range {
        std::int64_t low = 0;
        std::int64_t high = 0;
    };
    [[nodiscard]] std::optional<Range> literal_range(const Node& binder, int slot);
    // The same for bounds (comparisons) in front of texts.
    [[nodiscard]] std::optional<Range> literal_range(const std::vector<NodeId>& bounds,
                                                     const std::vector<NodeId>& texts, int slot);

    // The first obstacle met by this object or its solver.
    [[nodiscard]] std::optional<Error> error() const;
    void fail(const Place& place, const std::string& message);

    // Relations with the texts that they come from, for export.
    struct Origin {
        std::string name;  // item name with fixed arguments, `wythoffMexA(3)`
        std::optional<RecordId> record;
        std::vector<std::uint32_t> outputs;  // the values of an output automaton that are meant
        int dfao = -1;                       // an item, if it is its output that is meant
    };
    [[nodiscard]] const std::map<int, Origin>& origins() const { return origins_; }
    // The automaton of a relation that is given from outside; null for others.
    [[nodiscard]] const Automaton* given_automaton(int relation) const {
        const auto found = given_.find(relation);
        return found == given_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] const NumerationSystem& numeration() const { return numeration_; }

  private:
    // A number in the making: a sum, and what may stand in comparisons with a number only.
    struct Counted {
        std::int64_t factor = 1;
        NodeId node = kNoNode;
        SlotValues scope;
    };
    struct Value {
        LinearSum sum;
        std::vector<std::pair<std::int64_t, LinearSum>> squares;
        std::vector<Counted> counts;
        [[nodiscard]] bool plain() const { return squares.empty() && counts.empty(); }
    };
    using Then = std::function<FormulaId(const Value&)>;
    using ThenVariable = std::function<FormulaId(int)>;

    // Formulas (compile.cpp).
    FormulaId quantifier(const Node& node, const SlotValues& scope, bool positive);
    FormulaId quantified(const Node& node, SlotValues scope, std::size_t next, bool positive);
    FormulaId unique(const Node& node, const SlotValues& scope, bool positive);
    FormulaId relation(const Node& node, const SlotValues& scope, bool positive);
    int relation_of(const Node& node, const std::vector<LinearSum>& arguments, FormulaId& constant);
    FormulaId listed(const Item& item, const std::vector<LinearSum>& elements);
    SlotValues bind(const Node& node, const SlotValues& scope, std::vector<int>& variables);

    // Terms (compile_terms.cpp).
    FormulaId term(NodeId id, const SlotValues& scope, const Then& then);
    FormulaId plain(NodeId id, const SlotValues& scope, const Then& then);
    FormulaId pair(const Node& node, const SlotValues& scope,
                   const std::function<FormulaId(const Value&, const Value&)>& then);
    FormulaId product(const Node& node, NodeId id, const SlotValues& scope, const Then& then);
    FormulaId difference(const Node& node, const SlotValues& scope, const Then& then);
    FormulaId division(const Node& node, const SlotValues& scope, const Then& then);
    int quotient_relation(std::int64_t c);
    int residue_relation(std::int64_t c, std::int64_t r);
    bool learn_residues(std::int64_t c);
    FormulaId choice(const Node& node, const SlotValues& scope, const Then& then);
    FormulaId least(const Node& node, const SlotValues& scope, const Then& then);
    FormulaId least_is(const Node& node, const SlotValues& scope, int variable);
    FormulaId floor(const Node& node, const SlotValues& scope, const Then& then);
    FormulaId lookup(const Node& node, const SlotValues& scope, const Then& then);
    FormulaId outputs(const Node& node, const SlotValues& scope, const Then& then);
    FormulaId with_variable(const LinearSum& sum, const ThenVariable& then);
    FormulaId with_variables(const std::vector<LinearSum>& sums, std::vector<int> done,
                             const std::function<FormulaId(const std::vector<int>&)>& then);
    LinearSum sum(const LinearSum& left, const LinearSum& right, std::int64_t factor);
    Value scaled(const Value& value, std::int64_t factor);
    Value added(const Value& left, const Value& right, std::int64_t factor);
    const Automaton* output_automaton(const Node& node, std::string& name, Origin& origin);
    int output_relation(const Node& node, const std::vector<std::uint32_t>& values);

    // Comparisons (compile_compare.cpp).
    FormulaId comparison(const Node& node, const SlotValues& scope, bool positive);
    FormulaId compare(Op op, const Value& difference, const Node& node, bool positive);
    FormulaId squares(Op op, const Value& difference, const Node& node, bool positive);
    FormulaId square_choice(const Value& difference, std::size_t next, std::int64_t bound, Op op);
    FormulaId counts(Op op, const Value& difference, const Node& node, bool positive);
    FormulaId at_least(const Counted& counted, std::int64_t least);
    FormulaId levels(Op op, const Node& call, NodeId number, bool call_is_left,
                     const SlotValues& scope, bool positive, const Node& at);
    FormulaId level(const Node& call, const std::vector<LinearSum>& arguments, std::int64_t value);
    bool has_levels(NodeId id, const SlotValues& scope);
    bool split_arguments(const Node& call, const std::vector<LinearSum>& arguments,
                         RecordId& record, std::vector<LinearSum>& ranged);

    // Words (compile_words.cpp).
    struct Word {
        std::optional<NodeId> number;  // rep(N, number) in front
        std::vector<std::int64_t> letters;
    };
    FormulaId words(const Node& node, const SlotValues& scope, bool positive);
    std::optional<Word> word(NodeId id);
    FormulaId word_equation(const Word& left, const Word& right, const SlotValues& scope,
                            bool positive);
    FormulaId is_word(NodeId number, const std::vector<std::int64_t>& letters,
                      const SlotValues& scope, bool positive);
    FormulaId suffix(NodeId number, const std::vector<std::int64_t>& letters,
                     const SlotValues& scope, bool positive);
    FormulaId direct(NodeId id, const SlotValues& scope, bool positive);
    int appending(const std::vector<std::int64_t>& letters);
    int ending(const std::vector<std::int64_t>& letters);

    int given(const std::string& name, Automaton automaton, bool function);
    std::string text(NodeId id) const;

    Engine& engine_;
    Program& program_;
    const Records& records_;
    int numeration_item_;
    const NumerationSystem& numeration_;
    Formulas formulas_;
    std::map<int, Automaton> given_;
    FormulaSolver solver_;
    std::optional<Error> error_;
    std::map<RecordId, int> record_relations_;
    std::map<std::vector<std::int64_t>, int> item_relations_;
    std::map<std::vector<std::int64_t>, FormulaId> item_truths_;
    std::map<std::pair<std::string, std::vector<std::uint32_t>>, int> output_relations_;
    std::map<std::pair<int, std::vector<std::int64_t>>, int> word_relations_;
    std::map<int, Origin> origins_;
    std::map<std::int64_t, std::int64_t> sequences_;
    std::map<std::pair<NodeId, int>, bool> wanted_;
    std::unique_ptr<Evaluator> evaluator_;
};

// A dfao item as a minimal output automaton over the words of the numeration.
[[nodiscard]] Automaton dfao_outputs(const Item& item, const NumerationSystem& numeration);

// A term or formula in the notation of the text.
[[nodiscard]] std::string node_text(const Program& program, NodeId id);

}  // namespace mexcert
