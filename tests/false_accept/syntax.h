// Formulas, items and claims of the search, and their text (language.md). The tree is the search's
// own: neither program has a part in it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attack {

using Int = std::int64_t;
using Word = std::vector<Int>;

enum class Op {
    // numbers
    number,
    variable,
    add,
    sub,
    monus,
    mul,
    div,
    mod,
    square,
    floor,
    call,  // of a def, dfao, word, or of a pred as a formula
    cond,
    least,
    count,
    // words
    word,
    rep,
    concat,
    take,
    iterate,
    // formulas
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    in,
    conj,
    disj,
    implies,
    iff,
    negation,
    forall,
    exists,
    unique,
    word_eq,
    word_ne,
    prefix,
    suffix,
    limit
};

// How a bound variable is bounded in the text: `x < T`, `x <= T`, not at all, or (not at all, and
// nothing says so) by `value` more than the greatest number around.
enum class Bound { below, up_to, free };

struct Node;
using Expr = std::shared_ptr<const Node>;

struct Node {
    Op op = Op::number;
    Int value = 0;  // number; variable; bound variable; 1 or 2 of `floor`
    std::size_t item = 0;
    std::vector<Expr> args;  // a bounded quantifier: bound, body; a free one: body
    Word word;
    Bound bound = Bound::below;
    Int margin = 0;  // free: how far the evaluator has to look beyond the numbers around
};

struct Parameter {
    Int variable = 0;
    Int low = 0;
    Int high = -1;  // below `low`: no domain
    bool limited() const { return high >= low; }
};

enum class Kind { numeration, def, pred, dfao, word };

struct Item {
    Kind kind = Kind::def;
    std::string name;
    std::vector<Parameter> parameters;
    std::vector<bool> fixed;  // recursive defs: positions that are fixed
    Expr measure;             // none: not recursive
    Expr body;
    std::vector<Word> rows;  // targets; letters; -1 and {-1}: not given
    Int start = 0;
    std::size_t base = 0;  // numeration of a dfao
};

struct Leading {
    Int variable = 0;
    Int bound = -1;    // the text says `x <= bound`
    Int horizon = -1;  // for all naturals: numbers up to here decide
};

struct Range {
    std::vector<std::size_t> variables;  // places among the parameters, then the leading variables
    Int low = 0;
    Int high = 0;
};

struct Claim {
    enum Kind { range, all, refuted, least } kind = range;
    std::vector<Int> fixed;  // one for each parameter, or none
    std::vector<Range> ranges;
    std::vector<Int> point;  // parameters that are not fixed, leading variables without bound
};

struct Model {
    std::vector<Item> items;
    std::vector<Parameter> parameters;
    std::vector<Leading> leading;
    Expr hypothesis;  // or none
    Expr body;
    std::optional<Int> automatic;  // the values of the sequence behind `exists automatic`
    Claim claim;
};

Expr make(Op op, std::vector<Expr> args = {}, Int value = 0);
Expr number(Int value);
Expr variable(Int id);
Expr call(std::size_t item, std::vector<Expr> args);
Expr quantified(Op op, Int variable, Bound bound, Expr limit, Expr body);

std::string variable_name(Int id);
// Variables for which a point must be given: parameters that are not fixed, then variables.
std::vector<Int> point_variables(const Model& model);
std::string point_text(const Model& model, const std::vector<Int>& point);
std::string statement_file(const Model& model);
std::string claim_text(const Model& model);

}  // namespace attack
