#include "project.h"

#include <algorithm>

namespace mexcheck::automata {
namespace {

class Subsets {
  public:
    Subsets(const Automaton& a, std::size_t cap, Meter& meter) : a_(a), cap_(cap), meter_(meter) {
        if (a.size() >= kNone / cap) fail(Kind::declined, "automata", "work limit: count too large");
    }

    Automaton run() {
        std::vector<State> set = {0};
        for (std::vector<State> before; before != set;) {
            before = set;
            gather(before);
            const auto end = std::find_if(reached_.begin(), reached_.end(),
                                          [](const Reached& r) { return r.letter != 0; });
            set = next_set(reached_.begin(), end);
        }
        Interner sets;
        sets.put(set);
        Automaton result;
        result.tracks = a_.tracks;
        for (State s = 0; s < sets.size(); ++s) {
            set.assign(sets.at(s).begin(), sets.at(s).end());
            gather(set);
            for (auto at = reached_.begin(); at != reached_.end();) {
                const auto end = std::find_if(
                    at, reached_.end(), [&](const Reached& r) { return r.letter != at->letter; });
                result.edges.push_back({at->letter, sets.put(next_set(at, end)).first});
                at = end;
            }
            std::size_t runs = 0;
            for (const State x : set) runs += a_.output[x / cap_] != 0 ? x % cap_ + 1 : 0;
            result.close_state(runs >= cap_ ? 1 : 0);
        }
        return result;
    }

  private:
    // A member of a set is state * cap + number of runs - 1.
    struct Reached {
        Letter letter;
        State state;
        State runs;
        auto operator<=>(const Reached&) const = default;
    };
    using At = std::vector<Reached>::const_iterator;

    void gather(const std::vector<State>& set) {
        reached_.clear();
        for (const State x : set)
            for (const Edge& e : a_.from(static_cast<State>(x / cap_)))
                reached_.push_back({e.letter, e.target, static_cast<State>(x % cap_ + 1)});
        std::sort(reached_.begin(), reached_.end());
        meter_.tick(1 + reached_.size());
    }

    std::vector<State> next_set(At at, At end) const {
        std::vector<State> set;
        while (at != end) {
            std::size_t runs = 0;
            const State state = at->state;
            for (; at != end && at->state == state; ++at) runs = std::min(runs + at->runs, cap_);
            set.push_back(static_cast<State>(state * cap_ + runs - 1));
        }
        return set;
    }

    const Automaton& a_;
    const std::size_t cap_;
    Meter& meter_;
    std::vector<Reached> reached_;
};

}  // namespace

Automaton determinised(const Automaton& product, std::size_t cap, Meter& meter) {
    const Automaton trim = trimmed(product);
    const Automaton merged = renumbered(trim, classes_of(trim, cap, meter));
    return minimal(Subsets(merged, cap, meter).run(), meter);
}

}  // namespace mexcheck::automata
