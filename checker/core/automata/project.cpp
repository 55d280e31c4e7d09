#include "project.h"

#include <algorithm>
#include <utility>

namespace mexcheck::automata {
namespace {

// A member of a set is written as state * cap + number of runs - 1.
class Subsets {
  public:
    Subsets(const Automaton& a, std::size_t cap, Meter& meter)
        : a_(a), cap_(cap), meter_(meter), runs_(a.size()) {
        if (a.size() >= kNone / cap)
            fail(Kind::declined, "automata", "work limit: count too large");
        for (const Edge& e : a.edges) letters_.push_back(e.letter);
        std::sort(letters_.begin(), letters_.end());
        letters_.erase(std::unique(letters_.begin(), letters_.end()), letters_.end());
        for (const Edge& e : a.edges)
            places_.push_back(static_cast<State>(
                std::lower_bound(letters_.begin(), letters_.end(), e.letter) - letters_.begin()));
        reached_.resize(letters_.size());
    }

    Automaton run() {
        std::vector<State> set = {0};
        for (std::vector<State> before; before != set;) {
            before = set;
            gather(before);
            if (letters_.empty() || letters_[0] != 0) break;
            set = next_set(reached_[0]);
        }
        Interner sets;
        sets.put(set);
        Automaton result;
        result.tracks = a_.tracks;
        for (State s = 0; s < sets.size(); ++s) {
            set.assign(sets.at(s).begin(), sets.at(s).end());
            gather(set);
            for (std::size_t i = 0; i < letters_.size(); ++i)
                if (!reached_[i].empty())
                    result.edges.push_back({letters_[i], sets.put(next_set(reached_[i])).first});
            std::size_t runs = 0;
            for (const State x : set) runs += a_.output[x / cap_] != 0 ? x % cap_ + 1 : 0;
            result.close_state(runs >= cap_ ? 1 : 0);
        }
        return result;
    }

  private:
    using Reached = std::vector<std::pair<State, State>>;  // state, runs

    void gather(const std::vector<State>& set) {
        for (Reached& list : reached_) list.clear();
        std::size_t tried = 1;
        for (const State x : set) {
            const std::size_t s = x / cap_;
            for (std::size_t e = a_.first[s]; e < a_.first[s + 1]; ++e)
                reached_[places_[e]].emplace_back(a_.edges[e].target, x % cap_ + 1);
            tried += a_.first[s + 1] - a_.first[s];
        }
        meter_.tick(tried);
    }

    const std::vector<State>& next_set(const Reached& reached) {
        next_.clear();
        for (const auto& [state, runs] : reached) {
            if (runs_[state] == 0) next_.push_back(state);
            runs_[state] = std::min(runs_[state] + runs, cap_);
        }
        std::sort(next_.begin(), next_.end());
        for (State& x : next_) {
            const std::size_t runs = std::exchange(runs_[x], 0);
            x = static_cast<State>(x * cap_ + runs - 1);
        }
        return next_;
    }

    const Automaton& a_;
    const std::size_t cap_;
    Meter& meter_;
    std::vector<Letter> letters_;   // that occur, ascending
    std::vector<State> places_;     // of the letter of each edge
    std::vector<Reached> reached_;  // by place of the letter
    std::vector<std::size_t> runs_;
    std::vector<State> next_;
};

}  // namespace

Automaton determinised(const Automaton& product, std::size_t cap, Meter& meter) {
    const Automaton trim = trimmed(product);
    const Automaton merged = renumbered(trim, classes_of(trim, cap, meter));
    Automaton result = minimal(Subsets(merged, cap, meter).run(), meter);
    if (result.edges.empty()) {  // no tuple at all: only the loop of the start is missing
        result.edges = {{0, 0}};
        result.first.back() = 1;
    }
    return result;
}

}  // namespace mexcheck::automata
