// The minimal automaton of a relation or a function, learned from its values on all small numbers.
//
// Two prefixes of words are taken to be equal if for all suffix lengths 0 .. D together the same
// suffixes lead to the same outputs. The automaton is closed if the data tell this for every prefix
// that stands for a state, and for each letter behind it. D is the least depth at which it is
// closed and agrees with all data.
//
// Invariants: what is learned is valid, closed under leading zeros, and canonical (minimise.hpp),
// if it agrees with the data. Agreement on however many data proves nothing beyond them. Cost:
// sorting the points, then about three passes over them and one for each depth tried; 24 or 40
// bytes a point while levels are built.
#pragma once

#include <optional>

#include "automata/automaton.hpp"
#include "automata/numeration.hpp"

namespace mexcert {

// All points of a relation among small numbers. The data are complete for the tuples in which the
// number of each track i has at most lengths[i] digits (any number of digits if absent); no point
// lies outside. A sample with outputs has one track and a point for each number.
struct Sample {
    unsigned tracks = 1;
    std::vector<std::uint64_t> values;   // `tracks` numbers for each point
    std::vector<std::uint32_t> outputs;  // one for each point, or empty: an acceptor is meant
    std::vector<std::optional<unsigned>> lengths;

    [[nodiscard]] std::size_t size() const { return values.size() / tracks; }
};

struct LearnOptions {
    // Only this depth, whether or not the automaton agrees with the data: for experiments with
    // automata that are learned too early.
    std::optional<unsigned> forced_depth;
};

struct Learned {
    Automaton automaton;
    unsigned depth = 0;
};

// Errors (kDeclined): no depth gives a closed automaton that agrees with the data; numbers too
// long.
[[nodiscard]] Result<Learned> learn(const NumerationSystem& numeration, const Sample& sample,
                                    const LearnOptions& options = {});

// Does the automaton accept exactly the points of the sample, or give its outputs?
[[nodiscard]] bool agrees(const NumerationSystem& numeration, const Automaton& automaton,
                          const Sample& sample);

}  // namespace mexcert
