// Finite automata over tuples of digit strings (spec/automata.md 1): one struct for automata that
// accept and for automata with outputs.
//
// Invariants: state 0 is the start; the edges of a state are sorted by letter, at most one for
// each; a letter is the number whose base-`digits` digits are those of the tracks, the first track
// the most significant, so that the order of letters is that of spec/automata.md. A missing edge
// rejects. Cost: 8 bytes an edge and a state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mexcert {

struct Automaton {
    struct Edge {
        std::uint32_t letter = 0;
        std::uint32_t target = 0;
        friend bool operator==(const Edge&, const Edge&) = default;
    };

    unsigned digits = 2;
    unsigned tracks = 1;
    std::vector<std::uint32_t> first;  // edges of state s: first[s] up to first[s + 1]
    std::vector<Edge> edges;
    std::vector<std::uint32_t> output;  // of each state; 1 and 0 where the automaton accepts

    std::size_t states() const { return output.size(); }
    std::span<const Edge> edges_of(std::uint32_t state) const {
        return {edges.data() + first[state], edges.data() + first[state + 1]};
    }
    friend bool operator==(const Automaton&, const Automaton&) = default;
};

}  // namespace mexcert
