// Decides a claim `NAME: all` with given automata (spec/automata.md 3), before a certificate is
// written; finds the least point at which a false statement fails, in the order of spec/claims.md.
//
// Invariants: with records that pass DefinitionCheck the verdict is that of mexcheck. The
// statement is true if no leaf fails: for each leaf a search for values of its leading variables
// at which the hypotheses hold and it does not. Cost: that of the products searched.
#pragma once

#include "automata/definition_check.hpp"
#include "claims/binding.hpp"

namespace mexcert {

// Values of any size.
using NamedNaturals = std::vector<std::pair<std::string, mpz_class>>;

struct SentenceVerdict {
    bool holds = false;
    std::string reason;    // why not: `false`, `may be undefined: ..`, `no instance satisfies ..`
    Place place;           // of the leaf or term
    NamedNaturals at;      // leading variables at the failure; shortest first, not least
    bool refuted = false;  // the statement is false at a point
    std::optional<NamedValues> point;  // the least one, if it is in 63 bits
};

// `false at x=1,y=2`; `false` where there are no variables.
[[nodiscard]] std::string false_at(const NamedNaturals& values);

class Sentence {
  public:
    // `claim_number`: of its `automatic` record.
    Sentence(Compiler& compiler, const Claim& claim, std::int64_t claim_number);

    // Errors (kDeclined): terms that are outside, missing records, too many states.
    [[nodiscard]] Result<SentenceVerdict> decide();

    // The statement as one closed formula: false leaves, one for each (for export).
    struct Leaf {
        FormulaId failing = -1;  // hypotheses and not the leaf; free: leading variables
        std::vector<int> variables;
        const SpineNode* node = nullptr;
    };
    [[nodiscard]] Result<std::vector<Leaf>> leaves();

  private:
    struct Guarded {  // where a spine node is read
        SlotValues scope;
        FormulaId guard = -1;
        std::vector<int> variables;
    };

    std::optional<Error> prepare();
    void each_value(std::size_t next, SlotValues scope, std::vector<int> variables);
    void spine(int index, const Guarded& at);
    void bind(const SpineNode& node, std::size_t next, Guarded at);
    void leaf(const SpineNode& node, const Guarded& at);
    void definition_leaf(const Node& formula, const Guarded& at);
    void ordinary_leaf(const SpineNode& node, const Guarded& at, NodeId formula);
    void sequence_leaf(const SpineNode& node, const Guarded& at);
    void limit_leaf(const SpineNode& node, const Guarded& at);
    std::optional<SentenceVerdict> violated_obligation();
    std::optional<SentenceVerdict> failing_leaf();
    std::optional<SentenceVerdict> unread_leaf();
    std::optional<NamedValues> least_point();
    std::optional<mpz_class> least_value(FormulaId id, int variable);
    [[nodiscard]] NamedNaturals named(const Assignment& values) const;

    Compiler& compiler_;
    Formulas& formulas_;
    Claim claim_;
    std::int64_t claim_number_;
    StatementForm form_;
    Obligations obligations_;
    std::vector<Leaf> leaves_;
    std::map<int, std::vector<FormulaId>> read_;  // by leaf: guards under which it is read
    std::map<int, int> variable_of_;              // leading variable -> variable
    std::vector<FormulaId> ties_;                 // finite parameters have their present values
};

}  // namespace mexcert
