// A statement as spine and leaves (spec/language.md, 5.3), ready for evaluation.
// Invariants: spine[0] is the whole formula; leaves are numbered from left to right; leading
// variables are the parameters in order of declaration, then the others in order of first binding.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluation/evaluator.hpp"

namespace mexcert {

enum class SpineKind { kAnd, kImplies, kForall, kLeaf };

struct SpineNode {
    SpineKind kind = SpineKind::kLeaf;
    NodeId formula = kNoNode;    // the hypothesis of kImplies, the formula of kLeaf
    const Expr* text = nullptr;  // where it is read from
    std::vector<int> slots;      // variables of kForall
    int first = -1;              // the body; the left side of kAnd
    int second = -1;             // the right side of kAnd
    int leaf = -1;               // number of a leaf
    bool needs_witness = false;
};

struct LeadingVariable {
    std::string name;
    bool is_parameter = false;
    std::optional<std::pair<std::int64_t, std::int64_t>> domain;
    std::vector<int> slots;  // one for each `forall` that binds the name
};

struct StatementForm {
    int item = -1;
    std::vector<SpineNode> spine;
    std::vector<LeadingVariable> leading;
    int leaves = 0;

    [[nodiscard]] const SpineNode& at(int index) const {
        return spine[static_cast<std::size_t>(index)];
    }
    // Index among `leading` of a name or slot; -1 if there is none.
    [[nodiscard]] int leading_named(const std::string& name) const;
    [[nodiscard]] int leading_of(int slot) const;
    [[nodiscard]] bool has_witnesses() const;
};

// Builds the form. Errors of the text (multiplication of two unbounded variables).
[[nodiscard]] Result<StatementForm> statement_form(Engine& engine, int item);
// That of the statement with this name. Errors: also there is none.
[[nodiscard]] Result<StatementForm> statement_form(Engine& engine, const std::string& name);

// Why a leaf or hypothesis cannot be evaluated on a range, if there is one that cannot be:
// `trivial on a range`, or a quantifier that cannot be decided by solving (spec/language.md, 5.4).
[[nodiscard]] std::optional<Error> undecidable_part(Engine& engine, const StatementForm& form);

// The hypotheses directly below a `forall`, and the spine node behind them.
struct Hypotheses {
    std::vector<NodeId> formulas;
    int behind = -1;
};
[[nodiscard]] Hypotheses hypotheses_of(const StatementForm& form, const SpineNode& forall);

// Leading variables, apart from parameters, that need a range (spec/language.md 5.3): at each
// `forall`, in the order of the text, the first ones, until its hypotheses bound the others.
// Indices into `leading`, increasing.
[[nodiscard]] std::vector<int> variables_needing_range(Engine& engine, const StatementForm& form);

}  // namespace mexcert
