// The product of the automata in a formula without quantifiers, walked on the fly, and projection.
//
// A state is one state for each automaton, kNone where it is dead or no longer matters. Dead
// automata decide parts of the formula for good, so letters are looked for only where the automata
// that must still accept allow them; every variable is kept to words of the numeration, by one of
// these or by an automaton of its own, so that a negated automaton is never asked outside.
// Cost: one unit of work for each edge tried in a join, and for each automaton at each letter
// found; 4 bytes for each automaton and state.
#pragma once

#include <array>
#include <bit>

#include "formula.h"

namespace mexcheck::automata {

class Product {
  public:
    using Digits = std::vector<std::uint8_t>;

    // `vars` are the variables of the body, and possibly others (any word).
    Product(const Node& body, const std::vector<Var>& vars, const Automaton& words, Meter& meter)
        : meter_(meter), width_(vars.size()) {
        if (width_ > kMaxVars) too_large("variables");
        digits_.fill(kOpen);
        std::vector<Node> parts = {body};
        for (const Var v : vars)
            if (!covers(body, v)) parts.push_back(leaf(&words, {v}));
        root_ = tree(mexcheck::automata::join(Node::all, std::move(parts)), vars);
        if (leaves_.size() > kMaxLeaves) too_large("automata in one product");
        order_leaves();
        next_.assign(leaves_.size(), 0);
        states_.put(next_);
    }

    // The product with the digits of the first `kept` variables as letters: nondeterministic if
    // these are not all. `once`: edges that agree are kept once.
    Automaton projected(std::size_t kept, bool once) {
        Automaton a;
        a.tracks = kept;
        for (State s = 0; s < states_.size(); ++s) {
            expand(s, [&](State target, bool) {
                Letter letter = 0;
                for (std::size_t i = 0; i < kept; ++i) letter = letter << 4 | digits_[i];
                a.edges.push_back({letter, target});
                return true;
            });
            const auto begin = a.edges.begin() + static_cast<std::ptrdiff_t>(a.first.back());
            std::sort(begin, a.edges.end());
            if (once) a.edges.erase(std::unique(begin, a.edges.end()), a.edges.end());
            a.close_state(accepts(root_, here_.data()) ? 1 : 0);
        }
        return a;
    }

    // The digits of each variable in a shortest accepted tuple; nothing if there is none.
    std::optional<std::vector<Digits>> shortest() {
        std::vector<std::pair<State, Digits>> parents = {{kNone, {}}};
        State found = accepts(root_, next_.data()) ? 0 : kNone;
        for (State s = 0; s < states_.size() && found == kNone; ++s)
            expand(s, [&](State target, bool fresh) {
                if (!fresh) return true;
                parents.emplace_back(s, Digits(digits_.begin(), digits_.begin() + width_));
                if (accepts(root_, states_.at(target).data())) found = target;
                return found == kNone;
            });
        if (found == kNone) return std::nullopt;
        std::vector<Digits> words(width_);
        for (State s = found; parents[s].first != kNone; s = parents[s].first)
            for (std::size_t i = 0; i < width_; ++i) words[i].push_back(parents[s].second[i]);
        for (Digits& word : words) std::reverse(word.begin(), word.end());
        return words;
    }

  private:
    static constexpr std::size_t kMaxVars = 64;
    static constexpr std::size_t kMaxLeaves = 1024;
    static constexpr std::uint8_t kOpen = 0xff;

    struct Leaf {
        const Automaton* automaton;
        std::vector<std::size_t> tracks;  // places in `vars`
        bool operator==(const Leaf&) const = default;
    };
    struct Tree {
        Node::Kind kind = Node::all;
        bool negative = false;
        std::size_t leaf = 0;
        std::vector<Tree> parts;
    };
    enum class Truth : std::uint8_t { no, yes, open };

    static bool covers(const Node& n, Var v) {
        if (n.is(Node::leaf) && !n.negative) return among(n.vars, v);
        return n.is(Node::all) && std::any_of(n.parts.begin(), n.parts.end(),
                                              [&](const Node& part) { return covers(part, v); });
    }

    Tree tree(const Node& n, const std::vector<Var>& vars) {
        Tree t{n.kind, n.negative, 0, {}};
        for (const Node& part : n.parts) t.parts.push_back(tree(part, vars));
        if (!n.is(Node::leaf)) return t;
        Leaf l{n.automaton, {}};
        for (const Var v : n.vars)
            l.tracks.push_back(
                static_cast<std::size_t>(std::find(vars.begin(), vars.end(), v) - vars.begin()));
        while (t.leaf < leaves_.size() && leaves_[t.leaf] != l) ++t.leaf;
        if (t.leaf == leaves_.size()) leaves_.push_back(std::move(l));
        return t;
    }

    // Next comes the leaf with the fewest new tracks, of these with most tracks, with fewest edges.
    void order_leaves() {
        std::vector<bool> seen(width_);
        std::vector<std::size_t> rest(leaves_.size());
        std::iota(rest.begin(), rest.end(), 0);
        while (!rest.empty()) {
            const auto cost = [&](std::size_t i) {
                const Leaf& l = leaves_[i];
                const auto fresh = std::count_if(l.tracks.begin(), l.tracks.end(),
                                                 [&](std::size_t t) { return !seen[t]; });
                return std::tuple(fresh, -static_cast<std::ptrdiff_t>(l.tracks.size()),
                                  l.automaton->edges.size() / l.automaton->size());
            };
            const auto best = std::min_element(rest.begin(), rest.end(),
                                               [&](auto a, auto b) { return cost(a) < cost(b); });
            for (const std::size_t t : leaves_[*best].tracks) seen[t] = true;
            order_.push_back(*best);
            rest.erase(best);
        }
    }

    Truth value(const Tree& t, const State* states) const {
        if (t.kind == Node::leaf) {
            if (states[t.leaf] != kNone) return Truth::open;
            return t.negative ? Truth::yes : Truth::no;
        }
        const Truth decisive = t.kind == Node::all ? Truth::no : Truth::yes;
        bool open = false;
        for (const Tree& part : t.parts) {
            const Truth v = value(part, states);
            if (v == decisive) return decisive;
            open = open || v == Truth::open;
        }
        if (open) return Truth::open;
        return t.kind == Node::all ? Truth::yes : Truth::no;
    }

    bool accepts(const Tree& t, const State* states) const {
        if (t.kind == Node::leaf) {
            const State s = states[t.leaf];
            return (s != kNone && leaves_[t.leaf].automaton->output[s] != 0) != t.negative;
        }
        const auto test = [&](const Tree& part) { return accepts(part, states); };
        return t.kind == Node::all ? std::all_of(t.parts.begin(), t.parts.end(), test)
                                   : std::any_of(t.parts.begin(), t.parts.end(), test);
    }

    // Notes the leaves on which an undecided part depends, and those that must accept (if
    // `required`).
    void mark(const Tree& t, const State* states, bool required) {
        if (t.kind == Node::leaf) {
            needed_[t.leaf] = true;
            if (required && !t.negative) required_[t.leaf] = true;
            return;
        }
        const auto open = [&](const Tree& part) { return value(part, states) == Truth::open; };
        const bool alone =
            t.kind == Node::all || std::count_if(t.parts.begin(), t.parts.end(), open) == 1;
        for (const Tree& part : t.parts)
            if (open(part)) mark(part, states, required && alone);
    }

    template <class Visit>
    bool expand(State from, const Visit& visit) {
        here_.assign(states_.at(from).begin(), states_.at(from).end());
        required_.assign(leaves_.size(), false);
        needed_.assign(leaves_.size(), false);
        mark(root_, here_.data(), true);
        joined_.clear();
        for (const std::size_t i : order_)
            if (required_[i]) joined_.push_back(i);
        next_.assign(leaves_.size(), kNone);
        return join(0, visit);
    }

    // Chooses an edge of each required leaf that agrees with the digits chosen before.
    template <class Visit>
    bool join(std::size_t at, const Visit& visit) {
        if (at == joined_.size()) return arrive(visit);
        const Leaf& l = leaves_[joined_[at]];
        Letter mask = 0;
        Letter wanted = 0;
        for (const std::size_t t : l.tracks) {
            const bool chosen = digits_[t] != kOpen;
            mask = mask << 4 | (chosen ? 15u : 0u);
            wanted = wanted << 4 | (chosen ? digits_[t] : 0u);
        }
        const auto before = digits_;
        bool go_on = true;
        const auto edges = l.automaton->from(here_[joined_[at]]);
        meter_.tick(edges.size());
        for (const Edge& e : edges) {
            if ((e.letter & mask) != wanted) continue;
            bool fits = true;
            Letter rest = e.letter;
            for (std::size_t i = l.tracks.size(); i-- > 0; rest >>= 4) {
                auto& digit = digits_[l.tracks[i]];
                fits = fits && (digit == kOpen || digit == (rest & 15));
                digit = static_cast<std::uint8_t>(rest & 15);
            }
            next_[joined_[at]] = e.target;
            go_on = !fits || join(at + 1, visit);
            for (const std::size_t t : l.tracks) digits_[t] = before[t];
            if (!go_on) break;
        }
        return go_on;
    }

    template <class Visit>
    bool arrive(const Visit& visit) {
        to_ = next_;
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            if (required_[i] || here_[i] == kNone) continue;
            Letter letter = 0;
            for (const std::size_t t : leaves_[i].tracks) letter = letter << 4 | digits_[t];
            to_[i] = leaves_[i].automaton->next(here_[i], letter);
        }
        meter_.tick(leaves_.size());
        if (value(root_, to_.data()) == Truth::no) return true;
        needed_.assign(leaves_.size(), false);
        mark(root_, to_.data(), false);
        for (std::size_t i = 0; i < leaves_.size(); ++i)
            if (!needed_[i]) to_[i] = kNone;
        const auto [target, fresh] = states_.put(to_);
        return visit(target, fresh);
    }

    Meter& meter_;
    std::vector<Leaf> leaves_;
    Tree root_;
    std::vector<std::size_t> order_;  // in which leaves are joined
    Interner states_;
    std::vector<State> here_;
    std::vector<State> next_;  // targets of the leaves joined so far
    std::vector<State> to_;
    std::vector<bool> needed_;
    std::vector<bool> required_;
    std::vector<std::size_t> joined_;
    std::size_t width_;                          // number of variables
    std::array<std::uint8_t, kMaxVars> digits_;  // of the letter at hand; kOpen: not chosen yet
};

// A member of a set is written as state * cap + number of runs - 1.
class Subsets {
  public:
    Subsets(const Automaton& a, std::size_t cap, Meter& meter)
        : a_(a), cap_(cap), meter_(meter), runs_(a.size()), present_(a.size() / 64 + 1) {
        if (a.size() >= kNone / cap) too_large("tuples to count");
        for (const Edge& e : a.edges) letters_.push_back(e.letter);
        std::sort(letters_.begin(), letters_.end());
        letters_.erase(std::unique(letters_.begin(), letters_.end()), letters_.end());
        for (const Edge& e : a.edges)
            places_.push_back(static_cast<State>(
                std::lower_bound(letters_.begin(), letters_.end(), e.letter) - letters_.begin()));
        reached_.resize(letters_.size());
    }

    // Nothing if the sets have more than `most` members.
    std::optional<Automaton> run(std::size_t most) {
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
            if (sets.cells() > most) return std::nullopt;
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
            present_[state / 64] |= std::uint64_t{1} << state % 64;
            runs_[state] = std::min(runs_[state] + runs, cap_);
        }
        for (std::size_t i = 0; i < present_.size(); ++i)  // in ascending order
            for (; present_[i] != 0; present_[i] &= present_[i] - 1) {
                const std::size_t x =
                    64 * i + static_cast<std::size_t>(std::countr_zero(present_[i]));
                next_.push_back(static_cast<State>(x * cap_ + std::exchange(runs_[x], 0) - 1));
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
    std::vector<std::uint64_t> present_;  // a bit for each state with runs
    std::vector<State> next_;
};

// Determinises a projected product: trim, merge states with equal futures (before any set of states
// is built), then sets of states. A set holds how many runs lead to each, counted up to `cap`, so
// that acceptance means at least `cap` tuples; for `exists` it is a set of states. A tuple may be
// longer than the letters read, so the construction starts from the limit of the sets under zero
// letters, which only grow because the start keeps its loop. Nothing if the sets have more than
// `most` members.
inline std::optional<Automaton> determinised(const Automaton& product, std::size_t cap,
                                             std::size_t most, Meter& meter) {
    const Automaton trim = renumbered(product, useful(product));
    const Automaton merged = renumbered(trim, classes_of(trim, cap, meter));
    const std::optional<Automaton> sets = Subsets(merged, cap, meter).run(most);
    if (!sets) return std::nullopt;
    Automaton result = minimal(*sets, meter);
    if (result.edges.empty()) {  // no tuple at all: only the loop of the start is missing
        result.edges = {{0, 0}};
        result.first.back() = 1;
    }
    return result;
}

}  // namespace mexcheck::automata
