#include "product.h"

#include <algorithm>
#include <numeric>

namespace mexcheck::automata {
namespace {

constexpr std::uint8_t kOpen = 0xff;
constexpr std::size_t kMaxLeaves = 1024;

void free_leaves(const Node& n, std::vector<Var>& covered) {
    if (n.is(Node::all))
        for (const Node& part : n.parts) free_leaves(part, covered);
    if (n.is(Node::leaf) && !n.negative)
        covered.insert(covered.end(), n.vars.begin(), n.vars.end());
}

}  // namespace

Product::Product(const Node& body, std::vector<Var> vars, const Automaton& words, Meter& meter)
    : meter_(meter), width_(vars.size()) {
    if (width_ > kMaxVars) fail(Kind::declined, "automata", "too many variables in one product");
    digits_.fill(kOpen);
    std::vector<Var> covered;
    free_leaves(body, covered);
    std::vector<Node> parts = {body};
    for (const Var v : vars)
        if (std::count(covered.begin(), covered.end(), v) == 0) parts.push_back(leaf(&words, {v}));
    root_ = tree(mexcheck::automata::join(Node::all, std::move(parts)), vars);
    if (leaves_.size() > kMaxLeaves)
        fail(Kind::declined, "automata", "work limit: too many automata in one product");
    order_leaves();
    next_.assign(leaves_.size(), 0);
    states_.put(next_);
}

Product::Tree Product::tree(const Node& n, const std::vector<Var>& vars) {
    Tree t{n.kind, n.negative, 0, {}};
    for (const Node& part : n.parts) t.parts.push_back(tree(part, vars));
    if (!n.is(Node::leaf)) return t;
    Leaf l{n.automaton, {}};
    for (const Var v : n.vars)
        l.tracks.push_back(
            static_cast<std::size_t>(std::find(vars.begin(), vars.end(), v) - vars.begin()));
    while (t.leaf < leaves_.size() &&
           (leaves_[t.leaf].automaton != l.automaton || leaves_[t.leaf].tracks != l.tracks))
        ++t.leaf;
    if (t.leaf == leaves_.size()) leaves_.push_back(std::move(l));
    return t;
}

// Next comes the leaf with the fewest edges for each state and new track.
void Product::order_leaves() {
    std::vector<bool> seen(width_);
    std::vector<std::size_t> rest(leaves_.size());
    std::iota(rest.begin(), rest.end(), 0);
    while (!rest.empty()) {
        const auto cost = [&](std::size_t i) {
            const Leaf& l = leaves_[i];
            const auto fresh = std::count_if(l.tracks.begin(), l.tracks.end(),
                                             [&](std::size_t t) { return !seen[t]; });
            const auto edges = l.automaton->edges.size() / l.automaton->size();
            return std::pair(fresh * 8 - static_cast<std::ptrdiff_t>(l.tracks.size()), edges);
        };
        const auto best = std::min_element(rest.begin(), rest.end(),
                                           [&](auto a, auto b) { return cost(a) < cost(b); });
        for (const std::size_t t : leaves_[*best].tracks) seen[t] = true;
        order_.push_back(*best);
        rest.erase(best);
    }
}

Product::Truth Product::value(const Tree& t, const State* states) const {
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

bool Product::accepts(const Tree& t, const State* states) const {
    if (t.kind == Node::leaf) {
        const State s = states[t.leaf];
        return (s != kNone && leaves_[t.leaf].automaton->output[s] != 0) != t.negative;
    }
    const auto test = [&](const Tree& part) { return accepts(part, states); };
    return t.kind == Node::all ? std::all_of(t.parts.begin(), t.parts.end(), test)
                               : std::any_of(t.parts.begin(), t.parts.end(), test);
}

// Notes the leaves on which an undecided part depends, and those that must accept (if `required`).
void Product::mark(const Tree& t, const State* states, bool required) {
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
bool Product::expand(State from, const Visit& visit) {
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
bool Product::join(std::size_t at, const Visit& visit) {
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
bool Product::arrive(const Visit& visit) {
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

Automaton Product::projected(std::size_t kept, bool once) {
    Automaton a;
    a.tracks = kept;
    for (State s = 0; s < states_.size(); ++s) {
        const std::size_t begin = a.edges.size();
        expand(s, [&](State target, bool) {
            Letter letter = 0;
            for (std::size_t i = 0; i < kept; ++i) letter = letter << 4 | digits_[i];
            a.edges.push_back({letter, target});
            return true;
        });
        const auto fresh = a.edges.begin() + static_cast<std::ptrdiff_t>(begin);
        std::sort(fresh, a.edges.end());
        if (once) a.edges.erase(std::unique(fresh, a.edges.end()), a.edges.end());
        a.close_state(accepts(root_, here_.data()) ? 1 : 0);
    }
    return a;
}

std::optional<std::vector<Product::Digits>> Product::shortest() {
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
        for (std::size_t i = 0; i < words.size(); ++i) words[i].push_back(parents[s].second[i]);
    for (Digits& word : words) std::reverse(word.begin(), word.end());
    return words;
}

}  // namespace mexcheck::automata
