// The product of the automata in a formula without quantifiers, walked on the fly, and projection.
//
// A state is one state for each automaton, kNone where it is dead or no longer matters. Dead
// automata decide parts of the formula for good, so letters are looked for only where the automata
// that must still accept allow them; every variable is kept to words of the numeration, by one of
// these or by an automaton of its own, so that a negated automaton is never asked outside.
// Cost: one unit of work for each edge tried in a join, and for each automaton at each letter
// found; 4 bytes for each automaton and state. What follows from which automata are dead is worked
// out once for each such choice, and forgotten when there are too many.
#pragma once

#include <unordered_map>

#include "formula.h"

namespace mexcheck::automata {

class Product {
  public:
    using Digits = std::vector<std::uint8_t>;

    // `vars` are the variables of the body, and possibly others (any word).
    Product(const Node& body, const std::vector<Var>& vars, const Automaton& words, Meter& meter)
        : meter_(meter), width_(vars.size()) {
        if (width_ > kMaxVars) too_large("variables", kMaxVars);
        std::vector<Node> parts = {body};
        for (const Var v : vars)
            if (!covers(body, v)) parts.push_back(leaf(&words, {v}));
        root_ = tree(mexcheck::automata::join(Node::all, std::move(parts)), vars);
        if (leaves_.size() > kMaxLeaves) too_large("automata in one product", kMaxLeaves);
        alive_.resize(leaves_.size());
        digits_.resize(width_);
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
        std::vector<State> parents = {kNone};
        Digits letters(width_);  // on the way from there
        State found = accepts(root_, next_.data()) ? 0 : kNone;
        for (State s = 0; s < states_.size() && found == kNone; ++s)
            expand(s, [&](State target, bool fresh) {
                if (!fresh) return true;
                parents.push_back(s);
                letters.insert(letters.end(), digits_.begin(), digits_.end());
                if (accepts(root_, states_.at(target).data())) found = target;
                return found == kNone;
            });
        if (found == kNone) return std::nullopt;
        std::vector<Digits> words(width_);
        for (State s = found; parents[s] != kNone; s = parents[s])
            for (std::size_t i = 0; i < width_; ++i) words[i].push_back(letters[s * width_ + i]);
        for (Digits& word : words) std::reverse(word.begin(), word.end());
        return words;
    }

  private:
    static constexpr std::size_t kMaxVars = 64;
    static constexpr std::size_t kMaxLeaves = 1024;
    static constexpr std::size_t kMaxCases = 4096;

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
    // What follows from which automata are alive.
    struct Case {
        Truth truth = Truth::open;
        std::vector<bool> needed = {};         // leaves on which an undecided part depends
        std::vector<bool> required = {};       // those of them that must accept
        std::vector<std::size_t> others = {};  // those that need not
        // The required ones in the order in which they are joined; a mask of the digits that are
        // chosen by then.
        std::vector<std::pair<std::size_t, Letter>> steps = {};
    };

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
    void order_steps(Case& c) const {
        std::vector<bool> seen(width_);
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < leaves_.size(); ++i)
            if (c.needed[i]) (c.required[i] ? rest : c.others).push_back(i);
        while (!rest.empty()) {
            const auto cost = [&](std::size_t i) {
                const Leaf& l = leaves_[i];
                const auto fresh = std::count_if(l.tracks.begin(), l.tracks.end(),
                                                 [&](std::size_t t) { return !seen[t]; });
                return std::tuple(fresh, -static_cast<std::ptrdiff_t>(l.tracks.size()),
                                  l.automaton->edges.size() / l.automaton->size());
            };
            const auto best = std::ranges::min_element(rest, {}, cost);
            Letter mask = 0;
            for (const std::size_t t : leaves_[*best].tracks)
                mask = mask << 4 | (seen[t] ? 15u : 0u);
            for (const std::size_t t : leaves_[*best].tracks) seen[t] = true;
            c.steps.emplace_back(*best, mask);
            rest.erase(best);
        }
    }

    // The case of such states; valid until the next `expand`.
    const Case& case_of(const std::vector<State>& states) {
        for (std::size_t i = 0; i < states.size(); ++i) alive_[i] = states[i] != kNone;
        const auto [at, fresh] = cases_.try_emplace(alive_);
        Case& c = at->second;
        if (!fresh) return c;
        c.truth = value(root_);
        c.needed = c.required = std::vector<bool>(leaves_.size());
        mark(root_, c, true);
        order_steps(c);
        return c;
    }

    Truth value(const Tree& t) const {
        if (t.kind == Node::leaf)
            return alive_[t.leaf] ? Truth::open : t.negative ? Truth::yes : Truth::no;
        const Truth decisive = t.kind == Node::all ? Truth::no : Truth::yes;
        bool open = false;
        for (const Tree& part : t.parts) {
            const Truth v = value(part);
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
    void mark(const Tree& t, Case& c, bool required) const {
        if (t.kind == Node::leaf) {
            c.needed[t.leaf] = true;
            if (required && !t.negative) c.required[t.leaf] = true;
            return;
        }
        const auto open = [&](const Tree& part) { return value(part) == Truth::open; };
        const bool alone =
            t.kind == Node::all || std::count_if(t.parts.begin(), t.parts.end(), open) == 1;
        for (const Tree& part : t.parts)
            if (open(part)) mark(part, c, required && alone);
    }

    // The letter of a leaf, of the digits at hand.
    Letter letter(const Leaf& l) const {
        Letter letter = 0;
        for (const std::size_t t : l.tracks) letter = letter << 4 | digits_[t];
        return letter;
    }

    template <class Visit>
    bool expand(State from, const Visit& visit) {
        here_.assign(states_.at(from).begin(), states_.at(from).end());
        if (cases_.size() > kMaxCases) cases_.clear();
        next_.assign(leaves_.size(), kNone);
        return join(case_of(here_), 0, visit);
    }

    // Chooses an edge of each required leaf that agrees with the digits chosen before.
    template <class Visit>
    bool join(const Case& now, std::size_t at, const Visit& visit) {
        if (at == now.steps.size()) return arrive(now, visit);
        const auto& [place, mask] = now.steps[at];
        const Leaf& l = leaves_[place];
        const Letter wanted = letter(l) & mask;
        const auto edges = l.automaton->from(here_[place]);
        meter_.tick(edges.size());
        for (const Edge& e : edges) {
            if ((e.letter & mask) != wanted) continue;
            Letter rest = e.letter;
            for (std::size_t i = l.tracks.size(); i-- > 0; rest >>= 4)
                digits_[l.tracks[i]] = static_cast<std::uint8_t>(rest & 15);
            if (letter(l) != e.letter) continue;  // two digits for one variable
            next_[place] = e.target;
            if (!join(now, at + 1, visit)) return false;
        }
        return true;
    }

    template <class Visit>
    bool arrive(const Case& now, const Visit& visit) {
        to_ = next_;
        for (const std::size_t i : now.others)
            to_[i] = leaves_[i].automaton->next(here_[i], letter(leaves_[i]));
        meter_.tick(leaves_.size());
        const Case& then = case_of(to_);
        if (then.truth == Truth::no) return true;
        for (std::size_t i = 0; i < leaves_.size(); ++i)
            if (!then.needed[i]) to_[i] = kNone;
        const auto [target, fresh] = states_.put(to_);
        return visit(target, fresh);
    }

    Meter& meter_;
    std::vector<Leaf> leaves_;
    Tree root_;
    Interner states_;
    std::vector<State> here_;
    std::vector<State> next_;  // targets of the leaves joined so far
    std::vector<State> to_;
    std::vector<bool> alive_;  // the leaves of the case that is looked at
    std::unordered_map<std::vector<bool>, Case> cases_;
    std::size_t width_;  // number of variables
    Digits digits_;      // of the letter at hand
};

// A member of a set is written as state * cap + number of runs - 1.
class Subsets {
  public:
    Subsets(const Automaton& a, std::size_t cap, Meter& meter)
        : a_(a), cap_(cap), meter_(meter), runs_(a.size()) {
        if (a.size() >= kNone / cap) too_large("tuples to count", kNone / a.size());
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
