// Formulas over naturals between the text and the automata: relations on variables, linear
// equations and inequalities, boolean connectives, `at least k tuples`.
//
// Invariants: formulas are interned, so that equal numbers mean equal formulas; negations stand
// only before relations, equations and quantifiers; linear forms have coprime coefficients; the
// variables of a quantifier occur in its body, and blocks of `exists` are merged, split and freed
// of variables that an equation or a function determines. Variables are numbers without scope.
// Cost: each operation is linear in its operands.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mexcert {

// A sum of multiples of variables, sorted by variable, no zeros, and a constant.
struct LinearSum {
    std::vector<std::pair<int, std::int64_t>> terms;
    std::int64_t constant = 0;

    [[nodiscard]] bool is_constant() const { return terms.empty(); }
    // The variable, if the sum is one; else -1.
    [[nodiscard]] int variable() const {
        return constant == 0 && terms.size() == 1 && terms[0].second == 1 ? terms[0].first : -1;
    }
    [[nodiscard]] std::int64_t coefficient(int variable) const;
    static LinearSum number(std::int64_t value) { return {{}, value}; }
    static LinearSum of(int variable) { return {{{variable, 1}}, 0}; }
    auto operator<=>(const LinearSum&) const = default;
};

// left + factor * right; nothing beyond 62 bits.
[[nodiscard]] std::optional<LinearSum> combined(const LinearSum& left, const LinearSum& right,
                                                std::int64_t factor);

using FormulaId = int;

enum class FormulaKind { kTrue, kFalse, kRelation, kEqual, kAtMost, kNot, kAnd, kOr, kExists };

struct Formula {
    FormulaKind kind = FormulaKind::kTrue;
    int relation = -1;
    std::uint32_t least = 1;     // kExists: at least so many tuples
    std::vector<int> variables;  // arguments of a relation; bound variables
    std::vector<FormulaId> kids;
    LinearSum sum;          // kEqual: = 0; kAtMost: <= 0
    std::vector<int> free;  // sorted
};

// What a relation stands for: given from outside (an automaton), or defined by a formula.
struct Relation {
    std::string name;
    bool function = false;  // the last argument is determined by the others, and exists
    FormulaId body = -1;    // -1: given from outside
    std::vector<int> parameters;
};

class Formulas {
  public:
    Formulas();

    [[nodiscard]] const Formula& at(FormulaId id) const {
        return nodes_[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] const Relation& relation(int index) const {
        return relations_[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] std::size_t relation_count() const { return relations_.size(); }
    int add_relation(Relation relation);
    int fresh(const std::string& name);
    [[nodiscard]] const std::string& name(int variable) const {
        return names_[static_cast<std::size_t>(variable)];
    }
    // A coefficient beyond 62 bits was met: what was built since is meaningless.
    [[nodiscard]] bool overflow() const { return overflow_; }

    [[nodiscard]] FormulaId truth(bool value) const { return value ? 0 : 1; }
    FormulaId apply(int relation, std::vector<int> arguments);
    FormulaId equal(const LinearSum& sum);    // sum = 0
    FormulaId at_most(const LinearSum& sum);  // sum <= 0
    FormulaId negation(FormulaId id);
    FormulaId conjunction(std::vector<FormulaId> kids);
    FormulaId disjunction(std::vector<FormulaId> kids);
    FormulaId conjunction(FormulaId a, FormulaId b) { return conjunction(std::vector{a, b}); }
    FormulaId disjunction(FormulaId a, FormulaId b) { return disjunction(std::vector{a, b}); }
    FormulaId exists(std::vector<int> variables, FormulaId body) {
        return at_least(1, std::move(variables), body);
    }
    FormulaId at_least(std::uint32_t least, std::vector<int> variables, FormulaId body);

    // A conjunction with its inner blocks of `exists` taken apart: `bound` gets their variables.
    // For a search of values, where no free variable may be removed.
    FormulaId opened(FormulaId id, std::vector<int>& bound);

    // The sum in place of the variable, which is no argument of a relation if the sum is none.
    FormulaId substitute(FormulaId id, int variable, const LinearSum& sum);
    // Does the variable occur as an argument of a relation?
    [[nodiscard]] bool in_relation(FormulaId id, int variable) const;

  private:
    FormulaId intern(Formula node);
    FormulaId linear(FormulaKind kind, LinearSum sum);
    FormulaId gather(FormulaKind kind, std::vector<FormulaId> kids);
    void flatten(FormulaKind kind, FormulaId id, std::vector<FormulaId>& into) const;
    FormulaId exists_of_and(std::vector<int> variables, std::vector<FormulaId> conjuncts);
    void merge_blocks(std::vector<int>& variables, std::vector<FormulaId>& conjuncts);
    bool eliminate(std::vector<int>& variables, std::vector<FormulaId>& conjuncts);
    bool eliminate_by(const LinearSum& sum, std::size_t at, std::vector<int>& variables,
                      std::vector<FormulaId>& conjuncts);
    bool unify(std::vector<int>& variables, std::vector<FormulaId>& conjuncts);
    void replace(int variable, const LinearSum& sum, std::vector<int>& variables,
                 std::vector<FormulaId>& conjuncts);
    FormulaId components(const std::vector<int>& variables, std::vector<FormulaId> conjuncts);
    FormulaId block(std::uint32_t least, std::vector<int> variables, FormulaId body);
    [[nodiscard]] bool free_in(FormulaId id, int variable) const;

    std::deque<Formula> nodes_;
    std::deque<Relation> relations_;
    std::map<std::vector<std::int64_t>, FormulaId> interned_;
    std::vector<std::string> names_;
    bool overflow_ = false;
};

}  // namespace mexcert
