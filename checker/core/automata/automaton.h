// Finite automata over tuples of digits: the data type, merging of states, minimising.
//
// An Automaton has states 0, 1, .., the start is 0; the edges of a state are sorted by letter. A
// letter holds a digit of four bits for each track, the first track in front. The same type serves
// as a nondeterministic automaton (several edges with one letter) between product and projection.
// Cost: linear in the edges but for `classes_of`, where each round costs the edges into states that
// have changed their class.
#pragma once

#include <algorithm>
#include <compare>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../spec.h"

namespace mexcheck::automata {

using State = std::uint32_t;
using Letter = std::uint64_t;
constexpr State kNone = ~State{0};
constexpr std::size_t kMaxTracks = 16;
constexpr std::size_t kMaxOutputs = 500;  // of one output automaton: a set of places for each
constexpr std::size_t kMaxCells = std::size_t{1} << 26;  // numbers held by one Interner
constexpr std::size_t kMaxEdges = std::size_t{1} << 25;  // of one automaton

[[noreturn]] inline void too_large(const char* what, std::size_t limit) {
    fail(Kind::declined, "automata", cat("work limit: too many ", what, " (limit ", limit, ")"));
}

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
    std::vector<std::size_t> first = {0};  // of the edges of each state; behind them, their end
    std::vector<Edge> edges;
    std::vector<Int> output;          // of each state; 1 accepting, 0 not
    mutable bool functional = false;  // proved: the last track is a function of the others
    std::size_t id = 0;               // given by the engine, the same for equal ones

    std::size_t size() const { return output.size(); }
    std::span<const Edge> from(State s) const {
        return std::span(edges).subspan(first[s], first[s + 1] - first[s]);
    }
    State next(State s, Letter letter) const {  // kNone without such an edge
        const auto list = from(s);
        const auto found = std::lower_bound(list.begin(), list.end(), Edge{letter, 0});
        return found == list.end() || found->letter != letter ? kNone : found->target;
    }
    // Ends the state whose edges have been added.
    void close_state(Int out) {
        if (edges.size() > kMaxEdges) too_large("edges", kMaxEdges);
        std::sort(edges.begin() + static_cast<std::ptrdiff_t>(first.back()), edges.end());
        first.push_back(edges.size());
        output.push_back(out);
    }
};

// Sequences of numbers, each kept once and known by its place.
class Interner {
  public:
    // The place of the sequence, and whether it is new.
    std::pair<State, bool> put(std::span<const State> sequence) {
        std::uint64_t hash = sequence.size();
        for (const State x : sequence) hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
        std::size_t slot = hash >> 32 & (table_.size() - 1);
        for (; table_[slot] != kFree; slot = (slot + 1) & (table_.size() - 1)) {
            const auto place = static_cast<State>(table_[slot]);
            if (table_[slot] >> 32 == hash >> 32 && std::ranges::equal(at(place), sequence))
                return {place, false};
        }
        if (cells_.size() + sequence.size() > kMaxCells || size() >= kMaxCells)
            too_large("states", kMaxCells);
        const auto place = static_cast<State>(size());
        table_[slot] = hash >> 32 << 32 | place;
        cells_.insert(cells_.end(), sequence.begin(), sequence.end());
        first_.push_back(cells_.size());
        if (2 * size() > table_.size()) grow();
        return {place, true};
    }
    std::span<const State> at(State place) const {
        return std::span(cells_).subspan(first_[place], first_[place + 1] - first_[place]);
    }
    std::size_t size() const { return first_.size() - 1; }
    std::size_t cells() const { return cells_.size(); }

  private:
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};

    void grow() {
        const auto before =
            std::exchange(table_, std::vector<std::uint64_t>(2 * table_.size(), kFree));
        for (const std::uint64_t entry : before) {
            if (entry == kFree) continue;
            std::size_t slot = entry >> 32 & (table_.size() - 1);
            while (table_[slot] != kFree) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = entry;
        }
    }

    std::vector<State> cells_;
    std::vector<std::size_t> first_ = {0};
    std::vector<std::uint64_t> table_ = std::vector<std::uint64_t>(64, kFree);  // hash and place
};

// The automaton with its edges turned round.
inline Automaton turned(const Automaton& a) {
    Automaton result;
    result.first.assign(a.size() + 1, 0);
    for (const Edge& e : a.edges) ++result.first[e.target];
    std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
    result.edges.resize(a.edges.size());
    for (auto s = static_cast<State>(a.size()); s-- > 0;)
        for (const Edge& e : a.from(s)) result.edges[--result.first[e.target]] = {e.letter, s};
    return result;
}

// For a state its class, and for each letter and class the number of edges, at most `cap`.
inline void signature(const Automaton& a, State s, const std::vector<State>& classes,
                      std::size_t cap, std::vector<Edge>& edges, std::vector<State>& key) {
    edges.clear();
    for (const Edge& e : a.from(s)) edges.push_back({e.letter, classes[e.target]});
    std::sort(edges.begin(), edges.end());
    key = {classes[s]};
    for (std::size_t i = 0, end = 0; i < edges.size(); i = end) {
        while (end < edges.size() && edges[end] == edges[i]) ++end;
        const Letter letter = edges[i].letter;
        key.insert(key.end(), {static_cast<State>(letter), edges[i].target});
        if (a.tracks > 8) key.push_back(static_cast<State>(letter >> 32));
        if (cap > 1) key.push_back(static_cast<State>(std::min(end - i, cap)));
    }
}

// The coarsest partition of the states by output in which two states of a class have, for each
// letter and class, equally many edges (counted up to `cap`): numbers from 0, that of the start.
//
// Only states with an edge into a state whose class was renamed are looked at again. The part of a
// class that is not looked at has equal edges still, and none into a new name, so it keeps the
// name.
inline std::vector<State> classes_of(const Automaton& a, std::size_t cap, Meter& meter) {
    std::vector<State> classes(a.size());
    std::vector<State> todo;
    std::map<Int, State> outputs;
    for (State s = 0; s < a.size(); ++s) {
        const auto fresh = static_cast<State>(outputs.size());
        classes[s] = outputs.try_emplace(a.output[s], fresh).first->second;
        todo.push_back(s);
    }
    std::vector<std::size_t> rest(outputs.size());  // of a class: members not looked at
    for (const State c : classes) ++rest[c];
    const Automaton into = turned(a);
    std::vector<Edge> edges;
    std::vector<State> key;
    std::vector<bool> queued(a.size());
    while (!todo.empty()) {
        Interner keys;
        std::vector<State> names;   // of the classes with these keys
        std::vector<State> groups;  // the key of each state that is looked at
        for (const State s : todo) --rest[classes[s]];
        std::vector<bool> kept(rest.size());  // the name of the class is taken
        for (const State s : todo) {
            const State c = classes[s];
            meter.tick(1 + a.from(s).size());
            signature(a, s, classes, cap, edges, key);
            const auto [group, fresh] = keys.put(key);
            groups.push_back(group);
            if (!fresh) continue;
            const bool keep = rest[c] == 0 && !kept[c];
            names.push_back(keep ? c : static_cast<State>(rest.size()));
            if (!keep) rest.push_back(0);
            kept.resize(rest.size(), true);
            kept[names.back()] = true;
        }
        std::vector<State> next;
        for (std::size_t i = 0; i < todo.size(); ++i) {
            State& c = classes[todo[i]];
            const State name = names[groups[i]];
            ++rest[name];
            if (c == name) continue;
            c = name;
            for (const Edge& e : into.from(todo[i])) {
                if (!queued[e.target]) next.push_back(e.target);
                queued[e.target] = true;
            }
        }
        for (const State s : next) queued[s] = false;
        todo = std::move(next);
    }
    for (const State start = classes[0]; State & c : classes)
        if (c == start || c == 0) c = start - c;
    return classes;
}

// Numbers of the states in breadth-first order from the start; kNone if not reached.
inline std::vector<State> breadth_first(const Automaton& a) {
    std::vector<State> number(a.size(), kNone);
    std::vector<State> order = {0};
    number[0] = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (const Edge& e : a.from(order[i]))
            if (number[e.target] == kNone) {
                number[e.target] = static_cast<State>(order.size());
                order.push_back(e.target);
            }
    return number;
}

// Numbers of the start and the states that reach an output other than 0; kNone for the others.
inline std::vector<State> useful(const Automaton& a) {
    const Automaton into = turned(a);
    std::vector<bool> found(a.size());
    std::vector<State> todo;
    const auto add = [&](State s) {
        if (!found[s]) todo.push_back(s);
        found[s] = true;
    };
    for (State s = 0; s < a.size(); ++s)
        if (a.output[s] != 0) add(s);
    while (!todo.empty()) {
        const State s = todo.back();
        todo.pop_back();
        for (const Edge& e : into.from(s)) add(e.target);
    }
    std::vector<State> number(a.size(), kNone);
    for (State s = 0, count = 0; s < a.size(); ++s)
        if (s == 0 || found[s]) number[s] = count++;
    return number;
}

// The automaton whose state i is (one of) the states s with number[s] = i; kNone drops a state.
inline Automaton renumbered(const Automaton& a, const std::vector<State>& number) {
    std::vector<State> chosen;
    for (State s = 0; s < a.size(); ++s) {
        if (number[s] == kNone) continue;
        if (chosen.size() <= number[s]) chosen.resize(number[s] + 1, kNone);
        if (chosen[number[s]] == kNone) chosen[number[s]] = s;
    }
    Automaton result;
    result.tracks = a.tracks;
    for (const State s : chosen) {
        for (const Edge& e : a.from(s))
            if (number[e.target] != kNone) result.edges.push_back({e.letter, number[e.target]});
        result.close_state(a.output[s]);
    }
    return result;
}

// The minimal automaton in canonical numbering, of a deterministic one.
inline Automaton minimal(const Automaton& a, Meter& meter) {
    const Automaton trim = renumbered(a, useful(a));
    const Automaton merged = renumbered(trim, classes_of(trim, 1, meter));
    return renumbered(merged, breadth_first(merged));
}

}  // namespace mexcheck::automata
