// Finite automata over tuples of digits: the data type, minimising, strict shape checks.
//
// An Automaton has states 0, 1, .., the start is 0; the edges of a state are sorted by letter. A
// letter holds a digit of four bits for each track, the first track in front. The same type serves
// as a nondeterministic automaton (several edges with one letter) between product and projection.
// Cost: linear in the edges but for `classes_of`, where each round costs the edges into states that
// have changed their class.
#pragma once

#include <compare>
#include <span>
#include <vector>

#include "../spec.h"

namespace mexcheck::automata {

using State = std::uint32_t;
using Letter = std::uint64_t;
constexpr State kNone = ~State{0};
constexpr std::size_t kMaxTracks = 16;
constexpr std::size_t kMaxCells = std::size_t{1} << 26;  // numbers held by one Interner
constexpr std::size_t kMaxEdges = std::size_t{1} << 25;  // of one automaton

// Counts letters tried, states and subsets, and declines beyond the limit.
struct Meter {
    Int limit;
    Int work = 0;
    void tick(std::size_t units) {
        if ((work += static_cast<Int>(units)) > limit)
            fail(Kind::declined, "automata", cat("work limit of ", limit, " units"));
    }
};

struct Edge {
    Letter letter = 0;
    State target = 0;
    auto operator<=>(const Edge&) const = default;
};

struct Automaton {
    std::size_t tracks = 0;
    std::vector<std::size_t> first = {0};  // the edges of state s begin here; their end is last
    std::vector<Edge> edges;
    std::vector<Int> output;  // of each state; 1 accepting, 0 not
    bool functional = false;  // proved: the last track is a function of the others
    std::size_t id = 0;       // given by the engine, unique

    std::size_t size() const { return output.size(); }
    std::span<const Edge> from(State s) const {
        return std::span(edges).subspan(first[s], first[s + 1] - first[s]);
    }
    State next(State s, Letter letter) const;  // kNone without such an edge
    void close_state(Int out) {
        if (edges.size() > kMaxEdges)
            fail(Kind::declined, "automata", "work limit: too many edges");
        first.push_back(edges.size());
        output.push_back(out);
    }
};

// Sequences of numbers, each kept once and known by its place.
class Interner {
  public:
    // The place of the sequence, and whether it is new.
    std::pair<State, bool> put(std::span<const State> sequence);
    std::span<const State> at(State place) const {
        return std::span(cells_).subspan(first_[place], first_[place + 1] - first_[place]);
    }
    std::size_t size() const { return first_.size() - 1; }

  private:
    void grow();

    std::vector<State> cells_;
    std::vector<std::size_t> first_ = {0};
    std::vector<std::uint32_t> hashes_;
    std::vector<State> table_ = std::vector<State>(64, kNone);
};

// The coarsest partition of the states by output in which two states of a class have, for each
// letter and class, equally many edges (counted up to `cap`): numbers from 0, that of the start.
std::vector<State> classes_of(const Automaton& a, std::size_t cap, Meter& meter);

// Which states reach one with an output other than 0.
std::vector<bool> useful(const Automaton& a);

// Numbers of the states in breadth-first order from the start; kNone if not reached.
std::vector<State> breadth_first(const Automaton& a);

// The automaton whose state i is (one of) the states s with number[s] = i; kNone drops a state.
Automaton renumbered(const Automaton& a, const std::vector<State>& number);

// Without useless states (but the start).
Automaton trimmed(const Automaton& a);

// The minimal automaton in canonical numbering, of a deterministic one.
Automaton minimal(const Automaton& a, Meter& meter);

}  // namespace mexcheck::automata
