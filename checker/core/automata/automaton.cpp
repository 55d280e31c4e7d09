#include "automaton.h"

#include <algorithm>

namespace mexcheck::automata {

State Automaton::next(State s, Letter letter) const {
    const auto list = from(s);
    const auto found = std::lower_bound(list.begin(), list.end(), Edge{letter, 0});
    return found == list.end() || found->letter != letter ? kNone : found->target;
}

std::pair<State, bool> Interner::put(std::span<const State> sequence) {
    std::uint64_t hash = sequence.size();
    for (const State x : sequence) {
        hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    const auto key = static_cast<std::uint32_t>(hash >> 16);
    std::size_t slot = key & (table_.size() - 1);
    for (; table_[slot] != kNone; slot = (slot + 1) & (table_.size() - 1)) {
        const State place = table_[slot];
        if (hashes_[place] == key && std::ranges::equal(at(place), sequence)) return {place, false};
    }
    if (cells_.size() + sequence.size() > kMaxCells || size() + 1 > kMaxCells)
        fail(Kind::declined, "automata", "work limit: too many states");
    table_[slot] = static_cast<State>(size());
    cells_.insert(cells_.end(), sequence.begin(), sequence.end());
    first_.push_back(cells_.size());
    hashes_.push_back(key);
    if (2 * size() > table_.size()) grow();
    return {static_cast<State>(size() - 1), true};
}

void Interner::grow() {
    table_.assign(table_.size() * 2, kNone);
    for (State place = 0; place < size(); ++place) {
        std::size_t slot = hashes_[place] & (table_.size() - 1);
        while (table_[slot] != kNone) slot = (slot + 1) & (table_.size() - 1);
        table_[slot] = place;
    }
}

namespace {

// For each state the sources of its edges.
struct Reverse {
    explicit Reverse(const Automaton& a) : first(a.size() + 1), sources(a.edges.size()) {
        for (const Edge& e : a.edges) ++first[e.target];
        for (std::size_t s = 0, sum = 0; s <= a.size(); ++s) first[s] = sum += first[s];
        for (State s = 0; s < a.size(); ++s)
            for (const Edge& e : a.from(s)) sources[--first[e.target]] = s;
    }
    std::span<const State> into(State s) const {
        return std::span(sources).subspan(first[s], first[s + 1] - first[s]);
    }
    std::vector<std::size_t> first;
    std::vector<State> sources;
};

// Partition refinement in rounds. Only states with an edge into a state whose class was renamed
// are looked at again; the part of a class that is not looked at has equal signatures still, which
// mention no new name, so it keeps the name.
class Refinement {
  public:
    Refinement(const Automaton& a, std::size_t cap, Meter& meter)
        : a_(a), reverse_(a), cap_(cap), meter_(meter), class_(a.size()), group_(a.size()) {
        std::map<Int, State> names;
        for (State s = 0; s < a.size(); ++s) {
            class_[s] =
                names.try_emplace(a.output[s], static_cast<State>(names.size())).first->second;
            todo_.push_back(s);
        }
        members_.resize(names.size());
        for (const State c : class_) ++members_[c];
    }

    std::vector<State> run() {
        while (!todo_.empty()) round();
        if (class_.empty()) return class_;
        for (const State start = class_[0]; State & c : class_)
            if (c == start || c == 0) c = start - c;
        return class_;
    }

  private:
    // The class, and for each letter and class the number of edges.
    void sign(State s) {
        pairs_.clear();
        for (const Edge& e : a_.from(s)) pairs_.push_back({e.letter, class_[e.target]});
        std::sort(pairs_.begin(), pairs_.end());
        meter_.tick(1 + pairs_.size());
        signature_ = {class_[s]};
        for (std::size_t i = 0, end = 0; i < pairs_.size(); i = end) {
            while (end < pairs_.size() && pairs_[end] == pairs_[i]) ++end;
            for (const Letter part : {pairs_[i].letter >> 32, pairs_[i].letter & kNone})
                signature_.push_back(static_cast<State>(part));
            signature_.push_back(pairs_[i].target);
            signature_.push_back(static_cast<State>(std::min(end - i, cap_)));
        }
    }

    void round() {
        Interner signatures;
        for (const State s : todo_) {
            sign(s);
            group_[s] = signatures.put(signature_).first;
        }
        std::sort(todo_.begin(), todo_.end(), [&](State s, State t) {
            return std::tie(class_[s], group_[s], s) < std::tie(class_[t], group_[t], t);
        });
        std::vector<State> renamed;
        const auto run_end = [&](auto at, const auto& key) {
            return std::find_if(at, todo_.cend(), [&](State s) { return key[s] != key[*at]; });
        };
        for (auto at = todo_.cbegin(); at != todo_.cend();) {
            const State c = class_[*at];
            const auto end = run_end(at, class_);
            // A class that is looked at as a whole leaves its name to its largest group.
            auto heir = end;
            if (static_cast<std::size_t>(end - at) == members_[c])
                for (auto group = heir = at, next = at; group != end; group = next) {
                    next = run_end(group, group_);
                    if (next - group > run_end(heir, group_) - heir) heir = group;
                }
            while (at != end) {
                const auto group_end = run_end(at, group_);
                if (at != heir) {
                    members_[c] -= static_cast<std::size_t>(group_end - at);
                    renamed.insert(renamed.end(), at, group_end);
                }
                at = group_end;
            }
        }
        for (std::size_t i = 0; i < renamed.size(); ++i) {
            if (i == 0 || group_[renamed[i]] != group_[renamed[i - 1]]) members_.push_back(0);
            class_[renamed[i]] = static_cast<State>(members_.size() - 1);
            ++members_.back();
        }
        todo_.clear();
        for (const State s : renamed)
            for (const State source : reverse_.into(s)) todo_.push_back(source);
        std::sort(todo_.begin(), todo_.end());
        todo_.erase(std::unique(todo_.begin(), todo_.end()), todo_.end());
    }

    const Automaton& a_;
    const Reverse reverse_;
    const std::size_t cap_;
    Meter& meter_;
    std::vector<State> class_;
    std::vector<State> group_;  // of the states looked at in this round
    std::vector<std::size_t> members_;
    std::vector<State> todo_;
    std::vector<Edge> pairs_;
    std::vector<State> signature_;
};

}  // namespace

std::vector<State> classes_of(const Automaton& a, std::size_t cap, Meter& meter) {
    return Refinement(a, cap, meter).run();
}

std::vector<bool> useful(const Automaton& a) {
    const Reverse reverse(a);
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
        for (const State source : reverse.into(s)) add(source);
    }
    return found;
}

std::vector<State> breadth_first(const Automaton& a) {
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

Automaton renumbered(const Automaton& a, const std::vector<State>& number) {
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
        std::sort(result.edges.begin() + static_cast<std::ptrdiff_t>(result.first.back()),
                  result.edges.end());
        result.close_state(a.output[s]);
    }
    return result;
}

Automaton trimmed(const Automaton& a) {
    const std::vector<bool> keep = useful(a);
    std::vector<State> number(a.size(), kNone);
    State count = 0;
    for (State s = 0; s < a.size(); ++s)
        if (s == 0 || keep[s]) number[s] = count++;
    return renumbered(a, number);
}

Automaton minimal(const Automaton& a, Meter& meter) {
    const Automaton trim = trimmed(a);
    const Automaton merged = renumbered(trim, classes_of(trim, 1, meter));
    return renumbered(merged, breadth_first(merged));
}

}  // namespace mexcheck::automata
