// Decides formulas over automata: quantifiers become products and projections, closed formulas a
// search for a witness.
//
// Rules of logic used, all equivalences over the naturals: an `exists` in conjunction with the rest
// of an `exists` joins it; an `exists` over `or` is the `or` of both, also where the `or` is that
// of a relation; x = y lets one stand for the other; f(t) = u and f(t) = v make u = v, for automata
// proved functional. Every other quantifier becomes an automaton of its own, once for each formula
// up to names of variables.
#pragma once

#include <deque>

#include "numeration.h"
#include "product.h"

namespace mexcheck::automata {

// The free variables in order of occurrence, behind those found before.
inline void free_variables(const Node& n, std::vector<Var>& bound, std::vector<Var>& found) {
    const std::size_t outer = bound.size();
    if (n.is(Node::exists)) bound.insert(bound.end(), n.vars.begin(), n.vars.end());
    for (const Var v : n.vars)
        if (!among(bound, v) && !among(found, v)) found.push_back(v);
    for (const Node& part : n.parts) free_variables(part, bound, found);
    bound.resize(outer);
}
inline std::vector<Var> free_variables(const Node& n) {
    std::vector<Var> bound;
    std::vector<Var> found;
    free_variables(n, bound, found);
    return found;
}

class Engine {
  public:
    // Values of the free variables of a formula for which it holds.
    using Witness = std::vector<std::pair<Var, std::string>>;

    Engine(const Item& item, Int max_work)
        : meter{max_work},
          numeration(item, meter),
          equal(keep(numeration.compare(0, 0))),
          words_(keep(numeration.words())) {}
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    Meter meter;
    const Numeration numeration;

    void identify(Automaton& a) {  // equal ones have equal ids
        std::vector<State> text = {static_cast<State>(a.tracks)};
        for (State s = 0; s < a.size(); ++s) {
            const auto out = static_cast<std::uint64_t>(a.output[s]);
            text.insert(text.end(), {static_cast<State>(out >> 32), static_cast<State>(out),
                                     static_cast<State>(a.from(s).size())});
            for (const Edge& e : a.from(s))
                text.insert(text.end(), {static_cast<State>(e.letter >> 32),
                                         static_cast<State>(e.letter), e.target});
        }
        a.id = texts_.put(text).first;
    }
    const Automaton* keep(Automaton a, bool functional = false) {  // for the engine's life
        identify(a);
        a.functional = functional;
        return &automata_.emplace_back(std::move(a));
    }
    Var fresh() { return vars_++; }

    // The formula as one automaton that reads `order`: all its free variables, and perhaps others.
    const Automaton* automaton(const Node& n, const std::vector<Var>& order) {
        if (order.size() > kMaxTracks) too_large("tracks", kMaxTracks);
        if (alternatives(n)) return automaton(as_leaf(n), order);
        std::map<Var, Var> names;
        for (const Var v : order) names.emplace(v, static_cast<Var>(names.size()));
        std::vector<std::uint64_t> key = {order.size()};
        write_key(n, names, key);
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        const bool counts = n.is(Node::exists) && n.times > 1 && !n.negative;
        std::vector<Var> vars = counts ? n.vars : std::vector<Var>();
        Node body = without_quantifiers(counts ? n.parts[0] : n, &vars, counts);
        std::map<Var, Var> aliases;
        simplify(body, order, aliases);
        const std::vector<Var> used = free_variables(body);
        std::vector<Var> all = order;
        for (const Var v : vars)
            if (!aliases.contains(v) && (counts || among(used, v))) all.push_back(v);
        Product product(body, all, *words_, meter);
        const Automaton projected = product.projected(order.size(), !counts);
        const bool steps = !counts && all.size() > order.size() + 1 && all.size() <= kMaxTracks;
        const std::size_t most = steps ? kMaxGrowth * projected.edges.size() : kMaxCells;
        auto result = determinised(projected, counts ? n.times : 1, most, meter);
        if (result) return known_[key] = keep(std::move(*result));
        // The sets of states are large: one variable first, and then the others.
        const Node last = exists({all.back()}, std::move(body));
        all.pop_back();
        const Node rest = leaf(automaton(last, all), all);
        all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(order.size()));
        return known_[key] = automaton(exists(std::move(all), rest), order);
    }

    // The formula as a leaf; if it is a disjunction, a quantifier can pass to its parts.
    Node relation_leaf(const Node& n, const std::vector<Var>& order) {
        std::vector<const Automaton*> parts;
        for (const Node& part : disjuncts(n, true)) parts.push_back(automaton(part, order));
        const Automaton* const whole = automaton(n, order);
        if (!parts.empty()) unions_[whole] = std::move(parts);
        return leaf(whole, order);
    }

    // The formula if it may be written twice: small and without quantifiers; else a leaf in its
    // place.
    Node one_leaf(const Node& n) {
        if (!quantified(n) && size(n) <= kMaxCopied) return n;
        const std::vector<Var> free = free_variables(n);
        return free.empty() ? truth(search(n).has_value()) : leaf(automaton(n, free), free);
    }

    std::optional<Witness> search(const Node& n) {
        std::vector<Var> vars = free_variables(n);
        const Node body = without_quantifiers(n, &vars, false);
        if (!body.is(Node::any)) return search_product(body, vars);
        for (const Node& part : body.parts)
            if (auto found = search_product(part, vars)) return found;
        return std::nullopt;
    }

  private:
    // More members of sets than this for an edge: the variables are projected one by one.
    static constexpr std::size_t kMaxGrowth = 16;
    static constexpr std::size_t kMaxCopied = 100;  // nodes of a formula that is written twice

    // Formulas whose disjunction is this one, none if it is no disjunction. In a conjunction a
    // known union is multiplied out, an `any` if `deep`.
    std::vector<Node> disjuncts(const Node& n, bool deep) const {
        if (n.is(Node::any)) return n.parts;
        std::vector<Node> list;
        if (const auto known = unions_.find(n.automaton); !n.negative && known != unions_.end())
            for (const Automaton* a : known->second) list.push_back(leaf(a, n.vars));
        for (std::size_t i = 0; n.is(Node::all) && i < n.parts.size() && list.empty(); ++i) {
            if (n.parts[i].is(Node::any) && !deep) continue;
            list = disjuncts(n.parts[i], deep);
            for (Node& part : list) {
                std::vector<Node> parts = n.parts;
                parts[i] = std::move(part);
                part = mexcheck::automata::join(Node::all, std::move(parts));
            }
        }
        return list;
    }
    bool alternatives(const Node& n) const {
        return n.is(Node::exists) && n.times == 1 && n.parts.size() == 1 &&
               !disjuncts(n.parts[0], false).empty();
    }
    static std::size_t size(const Node& n) {
        std::size_t nodes = 1;
        for (const Node& part : n.parts) nodes += size(part);
        return nodes;
    }
    static bool quantified(const Node& n) {
        return n.is(Node::exists) || std::any_of(n.parts.begin(), n.parts.end(), quantified);
    }

    // The formula as numbers, variables named by order of occurrence.
    static void write_key(const Node& n, std::map<Var, Var>& names,
                          std::vector<std::uint64_t>& key) {
        key.push_back(n.kind | std::uint64_t{n.negative} << 2);
        key.push_back(n.times);
        key.push_back(n.is(Node::leaf) ? n.automaton->id : n.parts.size());
        key.push_back(n.vars.size());
        for (const Var v : n.vars)
            key.push_back(names.try_emplace(v, static_cast<Var>(names.size())).first->second);
        for (const Node& part : n.parts) write_key(part, names, key);
    }

    static void substitute(Node& n, Var from, Var to) {
        std::replace(n.vars.begin(), n.vars.end(), from, to);
        for (Node& part : n.parts) substitute(part, from, to);
    }

    // What stands in conjunction with the whole goes into `pulled`, if that is given; the other
    // quantifiers become leaves. `definite_only`: pull only what does not change a count.
    Node without_quantifiers(const Node& n, std::vector<Var>* pulled, bool definite_only) {
        if (n.is(Node::leaf)) return n;
        if (n.is(Node::exists)) {
            if (!pulled || n.negative || n.times > 1 || (definite_only && !n.definite) ||
                alternatives(n))
                return as_leaf(n);
            pulled->insert(pulled->end(), n.vars.begin(), n.vars.end());
        }
        const Node::Kind kind = n.is(Node::any) ? Node::any : Node::all;
        std::vector<Node> parts;
        for (const Node& part : n.parts) {
            parts.push_back(
                without_quantifiers(part, kind == Node::all ? pulled : nullptr, definite_only));
            if (parts.back().constant() && parts.back().kind != kind) break;
        }
        return mexcheck::automata::join(kind, std::move(parts));
    }

    // A quantified formula as a leaf (or several), or as a truth value without free variables.
    Node as_leaf(Node n) {
        const bool negative = std::exchange(n.negative, false);
        Node result;
        if (alternatives(n)) {
            std::vector<Node> parts;
            meter.tick(1);
            for (const Node& part : disjuncts(n.parts[0], false))
                parts.push_back(exists(n.vars, part));
            result = without_quantifiers(join(Node::any, std::move(parts)), nullptr, false);
        } else if (const std::vector<Var> free = free_variables(n); !free.empty()) {
            result = leaf(automaton(n, free), free);
        } else {
            result = truth(n.times == 1 ? search(n).has_value() : automaton(n, {})->output[0] != 0);
        }
        return negative ? negated(std::move(result)) : result;
    }

    std::optional<Witness> search_product(Node body, const std::vector<Var>& vars) {
        std::map<Var, Var> aliases;
        simplify(body, {}, aliases);
        if (body.constant() && body.is(Node::any)) return std::nullopt;
        const std::vector<Var> used = free_variables(body);
        std::vector<Product::Digits> words;
        if (!used.empty()) {
            auto found = Product(body, used, *words_, meter).shortest();
            if (!found) return std::nullopt;
            words = std::move(*found);
        }
        Witness witness;
        for (const Var v : vars) {
            Var name = v;
            while (aliases.contains(name)) name = aliases.at(name);
            const auto at = std::find(used.begin(), used.end(), name) - used.begin();
            const auto place = static_cast<std::size_t>(at);
            witness.emplace_back(v, place < words.size() ? numeration.number(words[place]) : "0");
        }
        return witness;
    }

    // Substitutes and drops what equations and functional automata determine; `kept` stays.
    void simplify(Node& body, const std::vector<Var>& kept, std::map<Var, Var>& aliases) const {
        for (bool changed = true; changed;) {
            changed = false;
            if (!body.is(Node::all)) body = Node{.parts = {std::move(body)}};
            std::map<std::pair<const Automaton*, std::vector<Var>>, Var> values;
            for (std::size_t i = 0; i < body.parts.size() && !changed; ++i) {
                const Node part = body.parts[i];
                const bool equation = part.automaton == equal;
                if (!part.is(Node::leaf) || part.negative ||
                    (!equation && !part.automaton->functional))
                    continue;
                Var a = part.vars[0];
                Var b = part.vars.back();
                if (!equation) {
                    const std::vector<Var> inputs(part.vars.begin(), part.vars.end() - 1);
                    const auto [known, fresh] = values.try_emplace({part.automaton, inputs}, b);
                    if (fresh) continue;
                    a = known->second;
                }
                if (among(kept, a)) std::swap(a, b);
                const bool both_kept = a != b && among(kept, a);
                if (both_kept && equation) continue;
                changed = true;
                body.parts.erase(body.parts.begin() + static_cast<std::ptrdiff_t>(i));
                if (both_kept) body.parts.push_back(leaf(equal, {a, b}));
                if (a == b || both_kept) continue;
                aliases.emplace(a, b);
                substitute(body, a, b);
            }
        }
        body = mexcheck::automata::join(Node::all, std::move(body.parts));
    }

    std::deque<Automaton> automata_;
    Var vars_ = 0;
    Interner texts_;
    std::map<std::vector<std::uint64_t>, const Automaton*> known_;      // by formula
    std::map<const Automaton*, std::vector<const Automaton*>> unions_;  // and what they unite

  public:
    const Automaton* const equal;  // x = y

  private:
    const Automaton* const words_;
};

}  // namespace mexcheck::automata
