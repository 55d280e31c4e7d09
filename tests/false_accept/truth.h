// The truth of a claim, from the meaning of the language alone: every formula is read value by
// value. Nothing here is shared with either program, and nothing is clever.
//
// Three values: a formula is undefined where its truth hangs on something undefined (language.md
// 5). A checker that verifies a claim says that it is true; so `verified` contradicts both other
// values. A free quantifier and a leading variable are read up to a horizon that the maker of the
// formula gives; a counterexample found is one in any case.
#pragma once

#include <map>
#include <stdexcept>

#include "syntax.h"

namespace attack {

enum class Truth { no, yes, undefined };

// The evaluation takes too long: the model is thrown away.
struct TooLong : std::runtime_error {
    TooLong() : std::runtime_error("evaluation takes too long") {}
};

// The representations of 0, 1, .. in radix order.
class Representations {
  public:
    explicit Representations(std::vector<Word> rows) : rows_(std::move(rows)) {}
    const Word& at(Int n);

  private:
    std::vector<Word> rows_;
    std::vector<Word> words_{{}};
    std::vector<std::pair<Word, Int>> level_{{{}, 0}};
};

// A def with its fixed arguments (-1 at a ranged position), and the greatest ranged arguments read.
using Instances = std::map<std::pair<std::size_t, Word>, Word>;

class Evaluator {
  public:
    // `strict`: an undefined part makes undefined whatever reads it, from left to right.
    Evaluator(const Model& model, bool strict);

    Truth claim();
    // The least point at which the statement is false, if the search for it meets no end.
    std::optional<std::vector<Int>> least_point();
    std::optional<std::vector<Int>> false_point(Int side);
    // The least of the points with values up to `side` at which the statement is false, where a
    // point gives these variables only (the others are found by solving).
    std::optional<std::vector<Int>> least_projection(const std::vector<Int>& names, Int side);

    std::optional<Int> value(std::size_t item, const Word& args);
    const Instances& instances() const { return instances_; }
    // The value that makes the body of a free `exists` true, for each time that the leaf is read.
    std::vector<Int> witnesses();

  private:
    using Frame = std::vector<Int>;

    std::optional<Int> number(const Expr& e, Frame& f);
    std::optional<Int> natural(const Expr& e, Frame& f);
    std::optional<Int> arithmetic(const Expr& e, Frame& f);
    std::optional<Word> word(const Expr& e, Frame& f);
    Truth truth(const Expr& e, Frame& f);
    Truth connective(const Expr& e, Frame& f);
    Truth compared(const Expr& e, Frame& f);
    Truth words(const Expr& e, Frame& f);
    Truth quantifier(const Expr& e, Frame& f);
    Truth automatic();
    std::optional<Int> count(const Expr& e, Frame& f);
    std::optional<Int> least(const Expr& e, Frame& f);
    std::optional<Int> letter(const Item& word, Int n);
    std::optional<Int> dfao(const Item& dfao, Int n);
    Truth limit(const Item& word) const;
    // Calls `each` with every value of the bound variable; false if the bound is undefined.
    template <class Each>
    bool values(const Expr& e, Frame& f, Each each);
    // Calls `each(frame)` for every assignment of the claim.
    template <class Each>
    void assignments(Each each);
    std::vector<std::vector<std::pair<Int, Int>>> ranges() const;
    Truth at_point(const std::vector<Int>& point);
    Truth everywhere();
    Truth leaf(Frame& f);
    void step();

    const Model& model_;
    bool strict_;
    std::map<std::pair<std::size_t, Word>, std::optional<Int>> known_;
    Instances instances_;
    std::map<std::size_t, Representations> representations_;
    std::map<std::pair<std::size_t, Word>, bool> running_;
    Int automatic_value_ = 0;
    Int steps_ = 0;
    bool read_ = false;
};

}  // namespace attack
