#include "automata/project.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "automata/minimise.hpp"
#include "automata/span_table.hpp"

namespace mexcert {
namespace {

using State = std::uint32_t;
constexpr State kNone = std::numeric_limits<State>::max();

struct Counted {  // edges with multiplicities, up to the limit
    std::uint32_t letter = 0;
    State target = 0;
    std::uint32_t count = 1;
};

struct Graph {
    std::vector<std::vector<Counted>> edges;
    std::vector<std::uint8_t> accepting;
    State start = 0;
    [[nodiscard]] std::size_t states() const { return edges.size(); }
};

// Sorted by letter and target, equal ones put together.
void collect(std::vector<Counted>& edges, std::uint32_t limit) {
    std::sort(edges.begin(), edges.end(), [](const Counted& a, const Counted& b) {
        return std::tie(a.letter, a.target) < std::tie(b.letter, b.target);
    });
    std::size_t size = 0;
    for (const Counted& edge : edges) {
        if (size > 0 && edges[size - 1].letter == edge.letter &&
            edges[size - 1].target == edge.target) {
            edges[size - 1].count = std::min(limit, edges[size - 1].count + edge.count);
        } else {
            edges[size++] = edge;
        }
    }
    edges.resize(size);
}

std::vector<std::vector<State>> predecessors(const Graph& graph) {
    std::vector<std::vector<State>> result(graph.states());
    for (State state = 0; state < graph.states(); ++state) {
        for (const Counted& edge : graph.edges[state]) {
            if (result[edge.target].empty() || result[edge.target].back() != state) {
                result[edge.target].push_back(state);
            }
        }
    }
    return result;
}

// By state: is an accepting state reached from it?
std::vector<std::uint8_t> living(const Nfa& product) {
    std::vector<std::uint32_t> first(product.states() + 1, 0);
    for (const Automaton::Edge& edge : product.edges) {
        ++first[edge.target + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<State> sources(product.edges.size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (State state = 0; state < product.states(); ++state) {
        for (const Automaton::Edge& edge : product.edges_of(state)) {
            sources[next[edge.target]++] = state;
        }
    }
    std::vector<std::uint8_t> lives = product.accepting;
    std::vector<State> open;
    for (State state = 0; state < product.states(); ++state) {
        if (lives[state] != 0) {
            open.push_back(state);
        }
    }
    while (!open.empty()) {
        const State state = open.back();
        open.pop_back();
        for (std::uint32_t i = first[state]; i < first[state + 1]; ++i) {
            if (lives[sources[i]] == 0) {
                lives[sources[i]] = 1;
                open.push_back(sources[i]);
            }
        }
    }
    return lives;
}

// The states from which an accepting one is reached, and the start.
Graph trim(const Nfa& product, std::uint32_t limit) {
    const std::vector<std::uint8_t> lives = living(product);
    std::vector<State> number(product.states(), kNone);
    State count = 0;
    for (State state = 0; state < product.states(); ++state) {
        if (state == 0 || lives[state] != 0) {
            number[state] = count++;
        }
    }
    Graph result;
    for (State state = 0; state < product.states(); ++state) {
        if (number[state] == kNone) {
            continue;
        }
        result.accepting.push_back(product.accepting[state]);
        std::vector<Counted> edges;
        for (const Automaton::Edge& edge : product.edges_of(state)) {
            if (lives[edge.target] != 0) {
                edges.push_back({edge.letter, number[edge.target], 1});
            }
        }
        collect(edges, limit);
        result.edges.push_back(std::move(edges));
    }
    return result;
}

// Splits classes of states until all states of a class have the same edges into the same classes.
class Merging {
  public:
    Merging(const Graph& graph, std::uint32_t limit)
        : graph_(graph), limit_(limit), sources_(predecessors(graph)) {}

    Graph run() {
        begin();
        while (!dirty_.empty()) {
            round();
        }
        return quotient();
    }

  private:
    void begin() {
        class_.resize(graph_.states());
        members_.resize(2);
        for (State state = 0; state < graph_.states(); ++state) {
            class_[state] = graph_.accepting[state];
            members_[class_[state]].push_back(state);
            dirty_.push_back(state);
        }
    }

    // The edges of a state by class of their targets.
    std::span<const State> signature(State state) {
        buffer_.clear();
        for (const Counted& edge : graph_.edges[state]) {
            buffer_.push_back({edge.letter, class_[edge.target], edge.count});
        }
        collect(buffer_, limit_);
        words_.clear();
        for (const Counted& edge : buffer_) {
            words_.insert(words_.end(), {edge.letter, edge.target, edge.count});
        }
        return words_;
    }

    void round() {
        std::sort(dirty_.begin(), dirty_.end(), [&](State a, State b) {
            return std::tie(class_[a], a) < std::tie(class_[b], b);
        });
        std::vector<std::pair<State, State>> moved;  // state, new class
        for (std::size_t i = 0; i < dirty_.size();) {
            std::size_t end = i;
            while (end < dirty_.size() && class_[dirty_[end]] == class_[dirty_[i]]) {
                ++end;
            }
            split({dirty_.data() + i, end - i}, moved);
            i = end;
        }
        apply(moved);
    }

    // Groups the dirty states of one class. The states that are not dirty, or else the largest
    // group, keep the class.
    void split(std::span<const State> dirty, std::vector<std::pair<State, State>>& moved) {
        const State old = class_[dirty.front()];
        SpanTable groups;
        std::vector<std::size_t> sizes;
        std::vector<State> group(dirty.size());
        for (std::size_t i = 0; i < dirty.size(); ++i) {
            group[i] = groups.insert(signature(dirty[i]));
            sizes.resize(groups.size(), 0);
            ++sizes[group[i]];
        }
        State stays =
            static_cast<State>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
        if (dirty.size() < members_[old].size()) {
            stays = groups.insert(signature(clean_member(old, dirty)));
            sizes.resize(groups.size(), 0);
        }
        if (sizes.size() == 1 && stays == 0) {
            return;
        }
        std::vector<State> fresh(sizes.size(), kNone);
        for (std::size_t i = 0; i < dirty.size(); ++i) {
            if (group[i] == stays) {
                continue;
            }
            if (fresh[group[i]] == kNone) {
                fresh[group[i]] = static_cast<State>(members_.size());
                members_.emplace_back();
            }
            moved.emplace_back(dirty[i], fresh[group[i]]);
        }
    }

    // A member of the class that is not among the sorted dirty ones.
    [[nodiscard]] State clean_member(State of, std::span<const State> dirty) const {
        for (const State member : members_[of]) {
            if (!std::binary_search(dirty.begin(), dirty.end(), member)) {
                return member;
            }
        }
        return kNone;
    }

    void apply(const std::vector<std::pair<State, State>>& moved) {
        std::vector<State> shrunk;
        for (const auto& [state, to] : moved) {
            shrunk.push_back(class_[state]);
            class_[state] = to;
            members_[to].push_back(state);
        }
        std::sort(shrunk.begin(), shrunk.end());
        shrunk.erase(std::unique(shrunk.begin(), shrunk.end()), shrunk.end());
        for (const State old : shrunk) {
            std::vector<State>& members = members_[old];
            members.erase(std::remove_if(members.begin(), members.end(),
                                         [&](State member) { return class_[member] != old; }),
                          members.end());
        }
        dirty_.clear();
        std::vector<std::uint8_t>& marked = marked_;
        marked.assign(graph_.states(), 0);
        for (const auto& entry : moved) {
            for (const State source : sources_[entry.first]) {
                if (marked[source] == 0) {
                    marked[source] = 1;
                    dirty_.push_back(source);
                }
            }
        }
    }

    Graph quotient() {
        std::vector<State> number(members_.size(), kNone);
        Graph result;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (!members_[i].empty()) {
                number[i] = static_cast<State>(result.accepting.size());
                result.accepting.push_back(graph_.accepting[members_[i].front()]);
            }
        }
        for (std::size_t i = 0; i < members_.size(); ++i) {
            if (members_[i].empty()) {
                continue;
            }
            std::vector<Counted> edges;
            for (const Counted& edge : graph_.edges[members_[i].front()]) {
                edges.push_back({edge.letter, number[class_[edge.target]], edge.count});
            }
            collect(edges, limit_);
            result.edges.push_back(std::move(edges));
        }
        result.start = number[class_[graph_.start]];
        return result;
    }

    const Graph& graph_;
    std::uint32_t limit_;
    std::vector<std::vector<State>> sources_;
    std::vector<State> class_;
    std::vector<std::vector<State>> members_;
    std::vector<State> dirty_;
    std::vector<std::uint8_t> marked_;
    std::vector<Counted> buffer_;
    std::vector<State> words_;
};

// Sets of states, with numbers of paths up to the limit where the limit is more than 1.
class Subsets {
  public:
    Subsets(const Graph& graph, unsigned digits, unsigned tracks, std::uint32_t limit)
        : graph_(graph), limit_(limit), counts_(graph.states(), 0) {
        result_.digits = digits;
        result_.tracks = tracks;
        std::size_t letters = 1;
        for (unsigned i = 0; i < tracks; ++i) {
            letters *= digits;
        }
        targets_.resize(letters);
        marks_.resize(graph.states() / 64 + 1, 0);
    }

    // Nothing if the limits do not suffice.
    std::optional<Automaton> run(const std::vector<State>& from, const ProjectLimits& limits) {
        table_.insert(from);
        std::size_t entries = 0;
        for (std::size_t subset = 0; subset < table_.size(); ++subset) {
            const auto now = table_.at(subset);
            current_.assign(now.begin(), now.end());
            entries += current_.size();
            if (table_.size() > limits.most_subsets || entries > limits.most_entries) {
                return std::nullopt;
            }
            result_.first.push_back(static_cast<std::uint32_t>(result_.edges.size()));
            result_.output.push_back(accepts() ? 1 : 0);
            step();
        }
        result_.first.push_back(static_cast<std::uint32_t>(result_.edges.size()));
        return std::move(result_);
    }

    // The subset before the first digit: all that leading zeros lead to.
    std::vector<State> start() {
        current_ = {graph_.start};
        if (limit_ > 1) {
            current_.push_back(1);
        }
        for (;;) {
            gather();
            subset_of(0);
            for (std::vector<Target>& rest : targets_) {
                rest.clear();
            }
            if (subset_ == current_) {
                return subset_;
            }
            current_ = subset_;
        }
    }

    [[nodiscard]] bool accepts() const {
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < current_.size(); i += width()) {
            if (graph_.accepting[current_[i]] != 0) {
                total = std::min(limit_, total + (limit_ > 1 ? current_[i + 1] : 1));
            }
        }
        return total >= limit_;
    }

  private:
    struct Target {
        State state;
        std::uint32_t count;
    };
    [[nodiscard]] std::size_t width() const { return limit_ > 1 ? 2 : 1; }

    // The edges of the current subset, by letter.
    void gather() {
        for (std::size_t i = 0; i < current_.size(); i += width()) {
            const std::uint32_t weight = limit_ > 1 ? current_[i + 1] : 1;
            for (const Counted& edge : graph_.edges[current_[i]]) {
                targets_[edge.letter].push_back({edge.target, edge.count * weight});
            }
        }
    }

    // The subset behind a letter, sorted: by sorting if it is small, else by a pass over all marks.
    void subset_of(std::size_t letter) {
        members_.clear();
        for (const Target& target : targets_[letter]) {
            std::uint64_t& word = marks_[target.state / 64];
            const std::uint64_t bit = std::uint64_t{1} << (target.state % 64);
            if ((word & bit) == 0) {
                word |= bit;
                members_.push_back(target.state);
                counts_[target.state] = 0;
            }
            counts_[target.state] = std::min(limit_, counts_[target.state] + target.count);
        }
        targets_[letter].clear();
        if (members_.size() * 4 < marks_.size()) {
            std::sort(members_.begin(), members_.end());
            for (const State state : members_) {
                marks_[state / 64] = 0;
            }
        } else {
            members_.clear();
            for (std::size_t i = 0; i < marks_.size(); ++i) {
                for (; marks_[i] != 0; marks_[i] &= marks_[i] - 1) {
                    members_.push_back(static_cast<State>(
                        i * 64 + static_cast<unsigned>(std::countr_zero(marks_[i]))));
                }
            }
        }
        subset_.clear();
        for (const State state : members_) {
            subset_.push_back(state);
            if (limit_ > 1) {
                subset_.push_back(counts_[state]);
            }
        }
    }

    void step() {
        gather();
        for (std::size_t letter = 0; letter < targets_.size(); ++letter) {
            if (!targets_[letter].empty()) {
                subset_of(letter);
                result_.edges.push_back(
                    {static_cast<std::uint32_t>(letter), table_.insert(subset_)});
            }
        }
    }

    const Graph& graph_;
    std::uint32_t limit_;
    SpanTable table_;
    Automaton result_;
    std::vector<State> current_;
    std::vector<std::vector<Target>> targets_;  // by letter
    std::vector<std::uint64_t> marks_;          // one bit a state
    std::vector<std::uint32_t> counts_;
    std::vector<State> members_;
    std::vector<State> subset_;
};

// The same words read backwards: from the accepting states to `ends`.
Graph backwards(std::size_t states, const std::vector<State>& ends) {
    Graph result;
    result.edges.resize(states);
    result.accepting.assign(states, 0);
    for (const State state : ends) {
        result.accepting[state] = 1;
    }
    return result;
}

// The deterministic automaton of the backward words, backwards again, is minimal when made
// deterministic (Brzozowski). Often it needs far fewer subsets. Nothing if the limits are reached.
std::optional<Automaton> by_reversal(const Graph& graph, const std::vector<State>& start,
                                     unsigned digits, unsigned tracks,
                                     const ProjectLimits& limits) {
    Graph first = backwards(graph.states(), start);
    std::vector<State> ends;
    for (State state = 0; state < graph.states(); ++state) {
        for (const Counted& edge : graph.edges[state]) {
            first.edges[edge.target].push_back({edge.letter, state, 1});
        }
        if (graph.accepting[state] != 0) {
            ends.push_back(state);
        }
    }
    const std::optional<Automaton> backward = Subsets(first, digits, tracks, 1).run(ends, limits);
    if (!backward) {
        return std::nullopt;
    }
    Graph second = backwards(backward->states(), {0});
    ends.clear();
    for (State state = 0; state < backward->states(); ++state) {
        for (const Automaton::Edge& edge : backward->edges_of(state)) {
            second.edges[edge.target].push_back({edge.letter, state, 1});
        }
        if (backward->output[state] != 0) {
            ends.push_back(state);
        }
    }
    return Subsets(second, digits, tracks, 1).run(ends, limits);
}

}  // namespace

Result<Automaton> project(const Nfa& product, unsigned digits, unsigned tracks, std::uint32_t least,
                          const ProjectLimits& limits) {
    const Graph graph = trim(product, least);
    const Graph merged = Merging(graph, least).run();
    const std::vector<State> start = Subsets(merged, digits, tracks, least).start();
    ProjectLimits few = limits;
    few.most_subsets = std::min<std::size_t>(limits.most_subsets, 20'000);
    few.most_entries = std::min<std::size_t>(limits.most_entries, 500'000);
    std::optional<Automaton> result = Subsets(merged, digits, tracks, least).run(start, few);
    if (!result && least == 1) {
        few.most_entries = std::min<std::size_t>(limits.most_entries, 8'000'000);
        result = by_reversal(merged, start, digits, tracks, few);
    }
    if (!result) {
        result = Subsets(merged, digits, tracks, least).run(start, limits);
    }
    if (!result) {
        return declined("", "a projection of automata has too many subsets");
    }
    return minimal_acceptor(*result);
}

bool has_at_least(const Nfa& product, std::uint32_t least) {
    const Graph graph = trim(product, least);
    Subsets subsets(graph, 2, 1, least);
    subsets.start();
    return subsets.accepts();
}

}  // namespace mexcert
