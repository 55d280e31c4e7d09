#include "engine.h"

#include <algorithm>

#include "product.h"
#include "project.h"

namespace mexcheck::automata {
namespace {

bool among(const std::vector<Var>& list, Var v) {
    return std::find(list.begin(), list.end(), v) != list.end();
}

void collect_free(const Node& n, std::vector<Var>& bound, std::vector<Var>& found) {
    const std::size_t outer = bound.size();
    if (n.is(Node::exists)) bound.insert(bound.end(), n.vars.begin(), n.vars.end());
    if (n.is(Node::leaf))
        for (const Var v : n.vars)
            if (!among(bound, v) && !among(found, v)) found.push_back(v);
    for (const Node& part : n.parts) collect_free(part, bound, found);
    bound.resize(outer);
}

// The formula as numbers, variables named by order of occurrence.
void write_key(const Node& n, std::map<Var, Var>& names, std::vector<std::uint64_t>& key) {
    key.push_back(n.kind | std::uint64_t{n.negative} << 2 | n.times << 3);
    key.push_back(n.is(Node::leaf) ? n.automaton->id : n.parts.size());
    for (const Var v : n.vars)
        key.push_back(names.try_emplace(v, static_cast<Var>(names.size())).first->second);
    for (const Node& part : n.parts) write_key(part, names, key);
}

void substitute(Node& n, Var from, Var to) {
    std::replace(n.vars.begin(), n.vars.end(), from, to);
    for (Node& part : n.parts) substitute(part, from, to);
}

}  // namespace

std::vector<Var> free_variables(const Node& n) {
    std::vector<Var> bound;
    std::vector<Var> found;
    collect_free(n, bound, found);
    return found;
}

const Automaton* Engine::keep(Automaton a) {
    identify(a);
    return &automata_.emplace_back(std::move(a));
}

Node Engine::without_quantifiers(const Node& n, std::vector<Var>* pulled, bool definite_only) {
    if (n.is(Node::leaf)) return n;
    if (n.is(Node::exists)) {
        const bool alternatives = n.parts.size() == 1 && n.parts[0].is(Node::any);
        if (!pulled || n.negative || n.times > 1 || (definite_only && !n.definite) || alternatives)
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

// A quantified formula as a leaf, or as a truth value if it has no free variables.
Node Engine::as_leaf(const Node& n) {
    Node positive = n;
    positive.negative = false;
    if (n.times == 1 && n.parts.size() == 1 && n.parts[0].is(Node::any)) {
        std::vector<Node> parts;
        for (const Node& part : n.parts[0].parts) parts.push_back(exists(n.vars, part));
        Node split = without_quantifiers(join(Node::any, std::move(parts)), nullptr, false);
        return n.negative ? negated(std::move(split)) : split;
    }
    const std::vector<Var> free = free_variables(n);
    if (free.empty() && n.times == 1) return truth(search(positive).has_value() != n.negative);
    Node result = leaf(automaton(positive, free), free);
    if (free.empty()) return truth((result.automaton->output[0] != 0) != n.negative);
    result.negative = n.negative;
    return result;
}

const Automaton* Engine::automaton(const Node& n, const std::vector<Var>& order) {
    std::vector<std::uint64_t> key;
    std::map<Var, Var> names;
    for (const Var v : order) names.emplace(v, static_cast<Var>(names.size()));
    key.push_back(order.size());
    write_key(n, names, key);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    std::vector<Var> vars;
    const std::size_t times = n.negative ? 1 : n.times;
    const bool counts = n.is(Node::exists) && times > 1;
    if (counts) vars = n.vars;
    Node body = without_quantifiers(counts ? n.parts[0] : n, &vars, counts);
    return known_[std::move(key)] = compiled(std::move(body), std::move(vars), order, times);
}

const Automaton* Engine::compiled(Node body, std::vector<Var> vars, const std::vector<Var>& free,
                                  std::size_t times) {
    std::map<Var, Var> aliases;
    simplify(body, free, aliases);
    std::vector<Var> all = free;
    const std::vector<Var> used = free_variables(body);
    for (const Var v : vars)
        if (!aliases.contains(v) && (times > 1 || among(used, v))) all.push_back(v);
    Product product(body, all, *words_, meter);
    return keep(determinised(product.projected(free.size(), times == 1), times, meter));
}

std::optional<Engine::Witness> Engine::search(const Node& n) {
    std::vector<Var> vars = free_variables(n);
    const Node body = without_quantifiers(n, &vars, false);
    if (!body.is(Node::any)) return search_product(body, vars);
    for (const Node& part : body.parts)
        if (auto found = search_product(part, vars)) return found;
    return std::nullopt;
}

std::optional<Engine::Witness> Engine::search_product(Node body, std::vector<Var> vars) {
    std::map<Var, Var> aliases;
    simplify(body, {}, aliases);
    const std::vector<Var> used = free_variables(body);
    Witness witness;
    std::optional<std::vector<Product::Digits>> words;
    if (!body.is(Node::any) || !body.parts.empty())
        words = used.empty() ? std::vector<Product::Digits>()
                             : Product(body, used, *words_, meter).shortest();
    if (!words) return std::nullopt;
    for (const Var v : vars) {
        Var name = v;
        while (aliases.contains(name)) name = aliases.at(name);
        const auto at =
            static_cast<std::size_t>(std::find(used.begin(), used.end(), name) - used.begin());
        witness.emplace_back(v, at < used.size() ? numeration_.number((*words)[at]) : "0");
    }
    return witness;
}

void Engine::simplify(Node& body, const std::vector<Var>& kept, std::map<Var, Var>& aliases) const {
    const auto rename = [&](Var from, Var to) {
        aliases.emplace(from, to);
        substitute(body, from, to);
    };
    for (bool changed = true; changed;) {
        changed = false;
        if (!body.is(Node::all)) body = Node{.parts = {std::move(body)}};
        std::map<std::pair<const Automaton*, std::vector<Var>>, Var> values;
        for (std::size_t i = 0; i < body.parts.size() && !changed; ++i) {
            const Node& part = body.parts[i];
            if (!part.is(Node::leaf) || part.negative) continue;
            Var a = part.vars[0];
            Var b = part.vars.back();
            if (part.automaton != equal) {
                if (!part.automaton->functional) continue;
                const auto [known, fresh] = values.try_emplace(
                    {part.automaton, {part.vars.begin(), part.vars.end() - 1}}, b);
                if (fresh) continue;
                a = known->second;
            }
            if (among(kept, a)) std::swap(a, b);
            if (a != b && among(kept, a)) {
                if (part.automaton == equal) continue;
                body.parts.push_back(leaf(equal, {a, b}));
            }
            changed = true;
            body.parts.erase(body.parts.begin() + static_cast<std::ptrdiff_t>(i));
            if (a != b && !among(kept, a)) rename(a, b);
        }
    }
    body = mexcheck::automata::join(Node::all, std::move(body.parts));
}

}  // namespace mexcheck::automata
