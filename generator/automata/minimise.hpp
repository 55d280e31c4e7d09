// Canonical forms of automata (spec/automata.md 1): trimming, minimisation by splitting classes of
// states, and numbering in breadth-first order from the start with letters ascending.
//
// Invariants: the results are the shape that certificates ask for, if the argument is valid and
// closed. An acceptor that accepts nothing becomes one state with the loop of zeros. In an output
// automaton a missing target is kept as missing: it tells states apart.
// Cost: O(edges * log(states)) comparisons for the splitting, linear for the rest.
#pragma once

#include "automata/automaton.hpp"

namespace mexcert {

// Drops what is not reached from the start; numbers states in breadth-first order.
[[nodiscard]] Automaton canonical(const Automaton& automaton);

// Drops states that are not reached or from which no accepting state is reached. Canonical.
[[nodiscard]] Automaton trimmed(const Automaton& acceptor);

// The minimal acceptor of the same tuples: trim, minimal, canonical.
[[nodiscard]] Automaton minimal_acceptor(const Automaton& acceptor);

// The minimal output automaton with the same outputs and the same missing targets: canonical.
[[nodiscard]] Automaton minimal_output(const Automaton& automaton);

// The class of each state, classes numbered from 0: two states are in one class if the same words
// can be read from them and end in the same outputs. Nothing is dropped.
struct StateClasses {
    std::vector<std::uint32_t> of;
    std::uint32_t count = 0;
};
[[nodiscard]] StateClasses equivalent_states(const Automaton& automaton);

}  // namespace mexcert
