// Automata of formulas, and the truth of closed ones.
//
// Invariants: the automaton of a formula is minimal and canonical; one is made for each formula up
// to the names of variables. Linear equations and inequalities are made from the adder, everything
// else from products and projections. An error (too many states, no adder) sticks.
// Cost: that of the products and projections; `work` counts their states.
#pragma once

#include <functional>
#include <unordered_map>

#include "automata/formula.hpp"
#include "automata/product.hpp"

namespace mexcert {

struct SolverLimits {
    std::size_t most_states = 20'000'000;
    std::size_t most_subsets = 4'000'000;
};

// Values of variables, in the order of Formula::variables or of the caller's list.
using Assignment = std::vector<std::pair<int, mpz_class>>;

class FormulaSolver {
  public:
    // The automaton of a relation that is given from outside; null after an error.
    using Given = std::function<const Automaton*(int relation)>;

    FormulaSolver(Formulas& formulas, const NumerationSystem& numeration, const Automaton* adder,
                  Given given, SolverLimits limits = {});

    // Is the closed formula true? False after an error.
    [[nodiscard]] bool holds(FormulaId closed);
    // The shortest values of the formula's free variables at which it holds, of these the first in
    // the order of letters, the variables ordered as in `order`. Nothing if there are none.
    [[nodiscard]] std::optional<Assignment> find(FormulaId id, const std::vector<int>& order);

    // The acceptor of a formula with free variables, and the variables of its tracks.
    struct Stored {
        Automaton automaton;
        std::vector<bool> full;  // full_states
    };
    struct Acceptor {
        const Stored* stored = nullptr;
        std::vector<int> variables;
    };
    [[nodiscard]] std::optional<Acceptor> acceptor(FormulaId id);

    [[nodiscard]] const std::optional<Error>& error() const { return error_; }
    void clear_error() { error_.reset(); }
    [[nodiscard]] std::uint64_t work() const { return work_; }
    [[nodiscard]] const NumerationSystem& numeration() const { return numeration_; }

  private:
    struct Problem {
        ProductProblem product;
        std::map<int, unsigned> number;  // of variables
    };

    void fail(const Error& error);
    std::optional<Acceptor> make(FormulaId id);
    std::optional<Acceptor> relation(const Formula& node);
    std::optional<Acceptor> linear(const Formula& node);
    std::optional<Acceptor> combination(FormulaId id);
    std::optional<Acceptor> projection(const Formula& node);
    FormulaId narrow(const Formula& node);
    bool collect(FormulaId id, Problem& problem, std::size_t& index);
    std::optional<Problem> problem(FormulaId id, const std::vector<int>& order);
    std::optional<Automaton> run(FormulaId body, const std::vector<int>& kept,
                                 const std::vector<int>& hidden, std::uint32_t least);
    const Stored* store(Automaton automaton);
    std::vector<std::int64_t> key(FormulaId id, std::vector<int>& variables) const;
    void key(FormulaId id, std::vector<int>& variables, std::vector<std::int64_t>& into) const;

    // Linear forms.
    enum class Order { kEqual, kBelow, kAtMost };
    const Stored* basic(FormulaKind kind, const std::vector<std::int64_t>& factors,
                        std::int64_t constant);
    std::optional<Automaton> direct(FormulaKind kind, const std::vector<std::int64_t>& factors,
                                    std::int64_t constant);
    std::optional<Automaton> by_adder(FormulaKind kind, const std::vector<std::int64_t>& factors,
                                      std::int64_t constant);
    int multiple_relation(std::int64_t factor);
    int multiple(int variable, std::int64_t factor, std::vector<FormulaId>& conjuncts,
                 std::vector<int>& inner);
    [[nodiscard]] Automaton order_automaton(Order order) const;
    std::optional<Automaton> constant_automaton(std::int64_t value);
    std::optional<Automaton> bound_automaton(std::int64_t value, bool below);

    Formulas& formulas_;
    const NumerationSystem& numeration_;
    const Automaton* adder_;
    Given given_;
    SolverLimits limits_;
    Automaton words_;
    int adder_relation_ = -1;
    std::deque<Stored> automata_;
    std::unordered_map<FormulaId, Acceptor> known_;
    std::map<std::vector<std::int64_t>, const Stored*> by_key_;
    std::unordered_map<int, Acceptor> relations_;
    std::map<std::vector<std::int64_t>, const Stored*> linear_;
    std::map<std::int64_t, int> multiples_;  // factor -> relation
    std::optional<Error> error_;
    std::uint64_t work_ = 0;
};

}  // namespace mexcert
