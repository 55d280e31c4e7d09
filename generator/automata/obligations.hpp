// What must hold so that a text is defined wherever it is read (spec/automata.md 3, Defined):
// arguments and left sides of div and mod are naturals inside their domains, values of defs are
// naturals, `least` finds a number. Each obligation holds for all values of the variables in scope
// at which the formulas to its left hold.
//
// Invariant: an obligation is met iff `violated` holds nowhere. What is plain from the text makes
// none. Relations must be defined for all their arguments, defs where they are called. Cost: linear
// in the text; a relation is walked once, a def at each call.
#pragma once

#include <set>

#include "automata/compile.hpp"

namespace mexcert {

struct Obligation {
    FormulaId violated = -1;  // with free variables
    Place place;
    std::string what;  // `may be undefined: n - 1`
};

class Obligations {
  public:
    explicit Obligations(Compiler& compiler);

    // The obligations of a formula or term where `guard` holds, in the order of reading.
    void formula(NodeId id, const SlotValues& scope, FormulaId guard);
    void term(NodeId id, const SlotValues& scope, FormulaId guard);
    // The term is a natural where it is defined.
    void natural(NodeId id, const SlotValues& scope, FormulaId guard);

    // Called at each call of a recursive definition, with its arguments.
    using OnCall = std::function<void(const Node& call, const SlotValues& scope, FormulaId guard)>;
    void on_call(OnCall handler) { on_call_ = std::move(handler); }

    // Formulas with calls of recursive definitions are not assumed (so that no record is needed).
    void assume_no_calls(bool without) { without_calls_ = without; }

    void add(FormulaId violated, const Place& place, const std::string& what);
    [[nodiscard]] const std::vector<Obligation>& all() const { return all_; }

    // The first obligation that is not met, and the values at which it is not.
    struct Violation {
        const Obligation* obligation = nullptr;
        Assignment values;
    };
    [[nodiscard]] std::optional<Violation> check();

  private:
    void binder(const Node& node, const SlotValues& scope, FormulaId guard);
    void body(const Node& node, const SlotValues& scope, FormulaId guard);
    void body_at(const Node& node, const SlotValues& inner, FormulaId guard);
    void least(const Node& node, const SlotValues& scope, FormulaId guard);
    bool plain(NodeId id);
    [[nodiscard]] bool has_call(NodeId id) const;
    bool plain_item(int item);

    Compiler& compiler_;
    Formulas& formulas_;
    Program& program_;
    OnCall on_call_;
    bool without_calls_ = false;
    std::vector<Obligation> all_;
    std::set<std::vector<std::int64_t>> relations_;  // walked: item, and numbers among arguments
    std::map<NodeId, bool> plain_;                   // texts that make no obligation
};

}  // namespace mexcert
