// Decides formulas over automata: quantifiers become products and projections, closed formulas a
// search for a witness.
//
// Rules of logic used, all equivalences over the naturals: an `exists` in conjunction with the rest
// of an `exists` joins it; an `exists` over `or` is the `or` of both; x = y lets one stand for the
// other; f(t) = u and f(t) = v make u = v, for automata proved functional. Every other quantifier
// becomes an automaton of its own, once for each formula up to names of variables.
#pragma once

#include <deque>
#include <optional>

#include "formula.h"
#include "numeration.h"

namespace mexcheck::automata {

class Engine {
  public:
    Engine(const Item& numeration, Int max_work)
        : meter{max_work}, numeration_(numeration, meter), words_(keep(numeration_.words())) {}

    Meter meter;

    const Numeration& numeration() const { return numeration_; }
    const Automaton* keep(Automaton a);  // for the engine's life
    void identify(Automaton& a) { a.id = ids_++; }
    Var fresh() { return vars_++; }

    // The formula as one automaton that reads `order` (all its free variables, and no others).
    const Automaton* automaton(const Node& n, const std::vector<Var>& order);

    // Values of the free variables for which the formula holds; nothing if there are none.
    using Witness = std::vector<std::pair<Var, std::string>>;
    std::optional<Witness> search(const Node& n);

    const Automaton* equal = nullptr;  // x = y, known to `simplify`

  private:
    Node without_quantifiers(const Node& n, std::vector<Var>* pulled, bool definite_only);
    Node as_leaf(const Node& n);
    std::optional<Witness> search_product(Node body, std::vector<Var> vars);
    const Automaton* compiled(Node body, std::vector<Var> vars, const std::vector<Var>& free,
                              std::size_t times);
    // Substitutes and drops what equations and functional automata determine; `kept` stays.
    void simplify(Node& body, const std::vector<Var>& kept, std::map<Var, Var>& aliases) const;

    const Numeration numeration_;
    std::deque<Automaton> automata_;
    const Automaton* words_;
    Var vars_ = 0;
    std::size_t ids_ = 0;
    std::map<std::vector<std::uint64_t>, const Automaton*> known_;  // by formula
};

// The free variables in order of occurrence.
std::vector<Var> free_variables(const Node& n);

}  // namespace mexcheck::automata
