// The product of the automata in a formula without quantifiers, walked on the fly.
//
// A state is one state for each automaton, kNone where it is dead or no longer matters. Dead
// automata decide parts of the formula for good, so letters are looked for only where the automata
// that must still accept allow them; every variable is kept to words of the numeration, by one of
// these or by an automaton of its own, so that a negated automaton is never asked outside.
// Cost: one unit of work for each edge tried in a join; 4 bytes for each automaton and state.
#pragma once

#include <array>
#include <optional>

#include "formula.h"

namespace mexcheck::automata {

class Product {
  public:
    using Digits = std::vector<std::uint8_t>;
    static constexpr std::size_t kMaxVars = 64;

    // `vars` are the variables of the body, and possibly others (any word).
    Product(const Node& body, std::vector<Var> vars, const Automaton& words, Meter& meter);

    // The product with the digits of the first `kept` variables as letters: nondeterministic if
    // these are not all. `once`: edges that agree are kept once.
    Automaton projected(std::size_t kept, bool once);

    // The digits of each variable in a shortest accepted tuple; nothing if there is none.
    std::optional<std::vector<Digits>> shortest();

  private:
    struct Leaf {
        const Automaton* automaton;
        std::vector<std::size_t> tracks;  // places in `vars`
    };
    struct Tree {
        Node::Kind kind = Node::all;
        bool negative = false;
        std::size_t leaf = 0;
        std::vector<Tree> parts;
    };
    enum class Truth : std::uint8_t { no, yes, open };

    Tree tree(const Node& n, const std::vector<Var>& vars);
    void order_leaves();
    Truth value(const Tree& t, const State* states) const;
    bool accepts(const Tree& t, const State* states) const;
    void mark(const Tree& t, const State* states, bool required);
    // Calls `visit(target, fresh)` for each edge out of the state, while it returns true.
    template <class Visit>
    bool expand(State from, const Visit& visit);
    template <class Visit>
    bool join(std::size_t at, const Visit& visit);
    template <class Visit>
    bool arrive(const Visit& visit);

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

}  // namespace mexcheck::automata
