#include "automata/minimise.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "automata/mix.hpp"

namespace mexcert {
namespace {

using State = std::uint32_t;
constexpr State kNone = std::numeric_limits<State>::max();

// Sources of the edges into each state.
struct Predecessors {
    explicit Predecessors(const Automaton& automaton) : first(automaton.states() + 1, 0) {
        for (const Automaton::Edge& edge : automaton.edges) {
            ++first[edge.target + 1];
        }
        std::partial_sum(first.begin(), first.end(), first.begin());
        sources.resize(automaton.edges.size());
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (State state = 0; state < automaton.states(); ++state) {
            for (const Automaton::Edge& edge : automaton.edges_of(state)) {
                sources[next[edge.target]++] = state;
            }
        }
    }
    [[nodiscard]] std::span<const State> of(State state) const {
        return {sources.data() + first[state], sources.data() + first[state + 1]};
    }

    std::vector<std::uint32_t> first;
    std::vector<State> sources;
};

// The states from which a state with an output other than 0 is reached.
std::vector<bool> alive_states(const Automaton& automaton) {
    const Predecessors predecessors(automaton);
    std::vector<bool> alive(automaton.states(), false);
    std::vector<State> open;
    for (State state = 0; state < automaton.states(); ++state) {
        if (automaton.output[state] != 0) {
            alive[state] = true;
            open.push_back(state);
        }
    }
    while (!open.empty()) {
        const State state = open.back();
        open.pop_back();
        for (const State source : predecessors.of(state)) {
            if (!alive[source]) {
                alive[source] = true;
                open.push_back(source);
            }
        }
    }
    return alive;
}

// The reachable part of `automaton` with each target replaced by the representative of its class.
// `keep(target)`: whether an edge may lead there.
template <class Representative, class Keep>
Automaton renumbered(const Automaton& automaton, Representative representative, Keep keep) {
    Automaton result;
    result.digits = automaton.digits;
    result.tracks = automaton.tracks;
    std::vector<State> number(automaton.states(), kNone);
    std::vector<State> order{representative(State{0})};
    number[order[0]] = 0;
    for (std::size_t next = 0; next < order.size(); ++next) {
        const State state = order[next];
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        result.output.push_back(automaton.output[state]);
        for (const Automaton::Edge& edge : automaton.edges_of(state)) {
            if (!keep(edge.target)) {
                continue;
            }
            const State target = representative(edge.target);
            if (number[target] == kNone) {
                number[target] = static_cast<State>(order.size());
                order.push_back(target);
            }
            result.edges.push_back({edge.letter, number[target]});
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return result;
}

Automaton nothing_accepted(const Automaton& shape) {
    return {shape.digits, shape.tracks, {0, 1}, {{0, 0}}, {0}};
}

// Splits classes until all states of a class have, for each letter, targets in one class. A class
// is a range of `members`; its states that have to be looked at again stand first. The largest part
// of a split class keeps the number, so that a state is looked at O(log states) times for an edge.
class Splitter {
  public:
    explicit Splitter(const Automaton& automaton)
        : automaton_(automaton),
          predecessors_(automaton),
          members_(automaton.states()),
          position_(automaton.states()),
          class_(automaton.states()),
          hash_(automaton.states()) {
        std::iota(members_.begin(), members_.end(), State{0});
    }
    StateClasses run();

  private:
    struct Class {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        std::uint32_t marked = 0;  // so many states at the front
    };

    void start();
    void split(std::uint32_t index);
    void mark(State state);
    void name_part(std::uint32_t begin, std::uint32_t end);
    [[nodiscard]] std::uint64_t hash_of(State state) const;
    [[nodiscard]] int compare(State a, State b) const;

    const Automaton& automaton_;
    Predecessors predecessors_;
    std::vector<State> members_;
    std::vector<std::uint32_t> position_;
    std::vector<std::uint32_t> class_;
    std::vector<std::uint64_t> hash_;
    std::vector<Class> classes_;
    std::vector<std::uint32_t> queue_;  // classes with marked states
};

std::uint64_t Splitter::hash_of(State state) const {
    std::uint64_t hash = 0;
    for (const Automaton::Edge& edge : automaton_.edges_of(state)) {
        hash = mixed(hash, class_[edge.target]);
    }
    return hash;
}

// States of one class have the same letters.
int Splitter::compare(State a, State b) const {
    const auto left = automaton_.edges_of(a);
    const auto right = automaton_.edges_of(b);
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::uint32_t x = class_[left[i].target];
        const std::uint32_t y = class_[right[i].target];
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

// First classes: by output and letters.
void Splitter::start() {
    const auto before = [this](State a, State b) {
        if (automaton_.output[a] != automaton_.output[b]) {
            return automaton_.output[a] < automaton_.output[b];
        }
        const auto left = automaton_.edges_of(a);
        const auto right = automaton_.edges_of(b);
        return std::lexicographical_compare(
            left.begin(), left.end(), right.begin(), right.end(),
            [](const auto& x, const auto& y) { return x.letter < y.letter; });
    };
    std::sort(members_.begin(), members_.end(), before);
    for (std::uint32_t begin = 0; begin < members_.size();) {
        std::uint32_t end = begin + 1;
        while (end < members_.size() && !before(members_[begin], members_[end])) {
            ++end;
        }
        const auto index = static_cast<std::uint32_t>(classes_.size());
        classes_.push_back({begin, end, end - begin});
        queue_.push_back(index);
        for (std::uint32_t i = begin; i < end; ++i) {
            class_[members_[i]] = index;
            position_[members_[i]] = i;
        }
        begin = end;
    }
}

void Splitter::mark(State state) {
    Class& own = classes_[class_[state]];
    const std::uint32_t place = position_[state];
    const std::uint32_t border = own.begin + own.marked;
    if (place < border) {
        return;
    }
    if (own.marked == 0) {
        queue_.push_back(class_[state]);
    }
    std::swap(members_[place], members_[border]);
    position_[members_[place]] = place;
    position_[members_[border]] = border;
    ++own.marked;
}

void Splitter::name_part(std::uint32_t begin, std::uint32_t end) {
    const auto index = static_cast<std::uint32_t>(classes_.size());
    classes_.push_back({begin, end, 0});
    for (std::uint32_t i = begin; i < end; ++i) {
        class_[members_[i]] = index;
    }
}

void Splitter::split(std::uint32_t index) {
    const Class own = classes_[index];
    classes_[index].marked = 0;
    if (own.end - own.begin == 1) {
        return;
    }
    // Unmarked states agree with each other: one of them stands for all.
    const bool has_rest = own.begin + own.marked < own.end;
    const std::uint32_t border = own.begin + own.marked;
    const auto from = members_.begin() + own.begin;
    const auto to = members_.begin() + border;
    for (auto it = from; it != to; ++it) {
        hash_[*it] = hash_of(*it);
    }
    std::sort(from, to, [this](State a, State b) {
        return hash_[a] != hash_[b] ? hash_[a] < hash_[b] : compare(a, b) < 0;
    });
    struct Part {
        std::uint32_t begin;
        std::uint32_t end;
    };
    std::vector<Part> parts;
    for (std::uint32_t begin = own.begin; begin < border;) {
        std::uint32_t end = begin + 1;
        while (end < border && hash_[members_[begin]] == hash_[members_[end]] &&
               compare(members_[begin], members_[end]) == 0) {
            ++end;
        }
        parts.push_back({begin, end});
        begin = end;
    }
    if (has_rest) {
        const auto like_rest = std::find_if(parts.begin(), parts.end(), [&](const Part& part) {
            return compare(members_[part.begin], members_[border]) == 0;
        });
        if (like_rest != parts.end()) {  // moved beside the rest
            std::rotate(members_.begin() + like_rest->begin, members_.begin() + like_rest->end, to);
            const std::uint32_t size = like_rest->end - like_rest->begin;
            for (auto later = like_rest + 1; later != parts.end(); ++later) {
                later->begin -= size;
                later->end -= size;
            }
            parts.erase(like_rest);
            parts.push_back({border - size, own.end});
        } else {
            parts.push_back({border, own.end});
        }
    }
    for (std::uint32_t i = own.begin; i < border; ++i) {
        position_[members_[i]] = i;
    }
    const auto largest = std::max_element(
        parts.begin(), parts.end(),
        [](const Part& a, const Part& b) { return a.end - a.begin < b.end - b.begin; });
    classes_[index] = {largest->begin, largest->end, 0};
    const auto first_new = static_cast<std::uint32_t>(classes_.size());
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (part != largest) {
            name_part(part->begin, part->end);
        }
    }
    for (std::uint32_t added = first_new; added < classes_.size(); ++added) {
        // `mark` moves states inside their class only, so the states are listed before.
        const std::vector<State> moved(members_.begin() + classes_[added].begin,
                                       members_.begin() + classes_[added].end);
        for (const State state : moved) {
            for (const State source : predecessors_.of(state)) {
                mark(source);
            }
        }
    }
}

StateClasses Splitter::run() {
    start();
    while (!queue_.empty()) {
        const std::uint32_t index = queue_.back();
        queue_.pop_back();
        split(index);
    }
    return {std::move(class_), static_cast<std::uint32_t>(classes_.size())};
}

Automaton merged(const Automaton& automaton) {
    const StateClasses classes = equivalent_states(automaton);
    std::vector<State> representative(classes.count, kNone);
    for (State state = 0; state < automaton.states(); ++state) {
        State& first = representative[classes.of[state]];
        first = std::min(first, state);
    }
    return renumbered(
        automaton, [&](State state) { return representative[classes.of[state]]; },
        [](State) { return true; });
}

}  // namespace

StateClasses equivalent_states(const Automaton& automaton) { return Splitter(automaton).run(); }

Automaton canonical(const Automaton& automaton) {
    return renumbered(
        automaton, [](State state) { return state; }, [](State) { return true; });
}

Automaton trimmed(const Automaton& acceptor) {
    const std::vector<bool> alive = alive_states(acceptor);
    if (!alive[0]) {
        return nothing_accepted(acceptor);
    }
    return renumbered(
        acceptor, [](State state) { return state; },
        [&](State target) { return static_cast<bool>(alive[target]); });
}

Automaton minimal_acceptor(const Automaton& acceptor) { return merged(trimmed(acceptor)); }

Automaton minimal_output(const Automaton& automaton) { return merged(canonical(automaton)); }

}  // namespace mexcert
