// Automata that are wrong at one tuple only, however far out: for tests of what checks them. They
// agree with all data that do not contain the tuple.
//
// Invariant: the result is valid, closed, trim, minimal and canonical, like every learned
// automaton. Cost: one state for each digit of the tuple before minimisation.
#pragma once

#include "automata/automaton.hpp"
#include "automata/numeration.hpp"

namespace mexcert {

// Accepts the tuple if the acceptor rejects it and the other way round. Error: numbers too long, or
// all numbers 0 (leading zeros would make infinitely many words of it).
[[nodiscard]] Result<Automaton> altered_at(const NumerationSystem& numeration,
                                           const Automaton& acceptor,
                                           const std::vector<std::uint64_t>& tuple);

}  // namespace mexcert
