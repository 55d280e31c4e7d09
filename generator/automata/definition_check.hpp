// Checks records against the defining equations of what they stand for (spec/automata.md 3), before
// a certificate is written: functional, total, calls, defined, equation; levels; letters and
// starts; the adder.
//
// Invariant: what passes is what mexcheck asks for; a failure says which check of which record
// fails, and at which assignment. Cost: one search, or a few, for each check.
#pragma once

#include "automata/obligations.hpp"

namespace mexcert {

struct RecordFailure {
    RecordId record;
    std::string check;  // `equation`
    std::string at;     // `n=5,v=9`
};

class DefinitionCheck {
  public:
    explicit DefinitionCheck(Compiler& compiler) : compiler_(compiler) {}

    // All records in their order; the first failure. After an error of the compiler: nothing.
    [[nodiscard]] std::optional<RecordFailure> run();
    // Told before each record.
    void on_record(std::function<void(const RecordId&)> handler) { handler_ = std::move(handler); }

  private:
    void adder(const RecordId& record);
    void floor(const RecordId& record);
    void graph(const RecordId& record);
    void levels(const RecordId& record);
    void word(const RecordId& record);
    void function(const RecordId& record, std::size_t arguments);
    void instance(const RecordId& record, SlotValues& scope, std::vector<int>& ranged);
    void calls(const RecordId& record, const SlotValues& scope);
    void never(const RecordId& record, const std::string& check, FormulaId violated);
    [[nodiscard]] std::string text(const Assignment& values) const;

    Compiler& compiler_;
    std::optional<RecordFailure> failure_;
    std::function<void(const RecordId&)> handler_;
};

// Adds what must hold of the self-calls in a text of the definition (`root`, read with `scope` for
// its parameters): each has a smaller measure than the parameters.
void oblige_calls(Compiler& compiler, Obligations& obligations, int item, const SlotValues& scope);

// Is the formula `F(args) = T` with T the body of F at args, up to names of bound variables?
[[nodiscard]] bool is_defining_equation(Program& program, NodeId formula);

// `n=5,v=9`.
[[nodiscard]] std::string assignment_text(const Formulas& formulas, const Assignment& values);

}  // namespace mexcert
