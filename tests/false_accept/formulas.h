// Random formulas over some functions, with quantifiers whose naive evaluation ends.
#pragma once

#include "random.h"
#include "syntax.h"

namespace attack {

struct Vocabulary {
    std::vector<std::size_t> functions;  // defs, dfaos, words: of one or two ranged arguments
    std::vector<std::size_t> sequences;  // increasing defs of one argument, and where they stand
    std::vector<std::size_t> relations;  // preds of two arguments
    int constants = 4;
    bool arithmetic = true;  // multiples, div, mod, squares
    bool floors = false;
    bool nested = true;    // terms as arguments of functions
    bool solved = false;   // quantifiers without a bound that are decided by solving
    bool ordered = false;  // quantifiers over all naturals, in formulas of order and successor only
};

class Formulas {
  public:
    // `first`: the first variable that is free to be bound.
    Formulas(Random& random, const Model& model, Vocabulary vocabulary, Int first)
        : random_(random), model_(model), vocabulary_(std::move(vocabulary)), fresh_(first) {}

    Expr formula(int depth, std::vector<Int> variables);
    Expr term(int depth, const std::vector<Int>& variables);
    Expr call_of(std::size_t item, int depth, const std::vector<Int>& variables);
    Expr comparison(Expr left, Expr right);

  private:
    Expr atom(const std::vector<Int>& variables);
    Expr quantifier(int depth, const std::vector<Int>& variables);
    Expr solved(const std::vector<Int>& variables);
    Expr any(const std::vector<Int>& variables);
    Expr small();

    Random& random_;
    const Model& model_;
    Vocabulary vocabulary_;
    Int fresh_;
};

// A free quantifier (Bound::free) with this margin.
Expr unbounded(Op op, Int variable, Int margin, Expr body);

}  // namespace attack
