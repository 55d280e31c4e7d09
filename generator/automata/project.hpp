// Hides tracks of a product: the automaton of the tuples that have at least k completions.
//
// States with the same continuations are merged before subsets are formed (for k > 1 with their
// multiplicities, so that numbers of paths are kept). A completion may be longer than the tuple:
// the subset at the start is closed under leading zeros of the kept tracks.
// Where the subsets become many, the automaton is made by reversing twice.
// Invariant: the product's start goes to itself on the letter of zeros. Cost: sorting the edges a
// few times; then the subsets, of which there may be exponentially many in the worst case.
#pragma once

#include "automata/product.hpp"

namespace mexcert {

struct ProjectLimits {
    std::size_t most_subsets = 4'000'000;
    std::size_t most_entries = 200'000'000;  // states in all subsets together
};

// Minimal and canonical, over `tracks` tracks (at least one).
[[nodiscard]] Result<Automaton> project(const Nfa& product, unsigned digits, unsigned tracks,
                                        std::uint32_t least, const ProjectLimits& limits);

// Without kept tracks: are there at least so many tuples?
[[nodiscard]] bool has_at_least(const Nfa& product, std::uint32_t least);

}  // namespace mexcert
