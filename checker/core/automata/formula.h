// First-order formulas whose atoms are automata, in negation normal form.
//
// A variable is a number of the engine and stands for a natural; no two quantifiers bind the same
// one. `all` and `any` of no parts are true and false.
#pragma once

#include <utility>

#include "automaton.h"

namespace mexcheck::automata {

using Var = std::uint32_t;

struct Node {
    enum Kind : std::uint8_t {
        leaf,   // the automaton accepts `vars` (or, negative, does not)
        all,    // every part
        any,    // some part
        exists  // at least `times` tuples `vars` with all parts (or, negative, fewer)
    };
    Kind kind = all;
    bool negative = false;
    // exists: the first part holds of exactly one tuple (or the formula is not read, automata.md
    // 4), so that a negation can pass to the second part.
    bool definite = false;
    std::size_t times = 1;
    const Automaton* automaton = nullptr;
    std::vector<Var> vars = {};
    std::vector<Node> parts = {};

    bool is(Kind k) const { return kind == k; }
    bool constant() const { return (kind == all || kind == any) && parts.empty(); }
};

inline Node truth(bool value) { return {.kind = value ? Node::all : Node::any}; }

inline Node leaf(const Automaton* automaton, std::vector<Var> vars) {
    return {.kind = Node::leaf, .automaton = automaton, .vars = std::move(vars)};
}

// `all` or `any` of the parts, flattened and without what is plainly true or false.
inline Node join(Node::Kind kind, std::vector<Node> parts) {
    Node result{.kind = kind};
    for (Node& part : parts) {
        if (part.constant() && part.kind != kind) return truth(kind == Node::any);
        if (part.kind == kind)
            for (Node& inner : part.parts) result.parts.push_back(std::move(inner));
        else
            result.parts.push_back(std::move(part));
    }
    if (result.parts.size() != 1) return result;
    Node only = std::move(result.parts[0]);
    return only;
}
inline Node both(Node a, Node b) { return join(Node::all, {std::move(a), std::move(b)}); }
inline Node either(Node a, Node b) { return join(Node::any, {std::move(a), std::move(b)}); }

inline Node negated(Node n) {
    if (n.is(Node::all) || n.is(Node::any)) {
        n.kind = n.is(Node::all) ? Node::any : Node::all;
        for (Node& part : n.parts) part = negated(std::move(part));
    } else if (n.definite) {
        n.parts[1] = negated(std::move(n.parts[1]));
    } else {
        n.negative = !n.negative;
    }
    return n;
}

inline Node exists(std::vector<Var> vars, Node body, std::size_t times = 1) {
    if (vars.empty() && times == 1) return body;
    return {
        .kind = Node::exists, .times = times, .vars = std::move(vars), .parts = {std::move(body)}};
}

}  // namespace mexcheck::automata
