// Projection: from the product of a block of variables to the minimal automaton of the others.
//
// Trim, merge states with equal futures (before any set of states is built), then determinise: a
// set holds how many runs lead to each state, counted up to `cap`, so that acceptance means at
// least `cap` tuples; for `exists` it is a set of states. Leading zeros: a tuple may be longer than
// the letters read, so the construction starts from the limit of the sets under zero letters, which
// only grow because the start keeps its loop. Cost: the subsets met, times their edges.
#pragma once

#include "automaton.h"

namespace mexcheck::automata {

Automaton determinised(const Automaton& product, std::size_t cap, Meter& meter);

}  // namespace mexcheck::automata
