// The statement language as data: expressions, items, and the Spec that owns them.
//
// Expressions are immutable once built and live as long as their Spec. The parser builds the raw
// operations (as written); normal.h turns an item's raw body into the normal form that is solved
// and evaluated. A variable is a slot of the frame of the item (the unit) it belongs to; no two
// binders of one unit share a slot, so no name can be captured.
#pragma once

#include <deque>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "failure.h"

namespace mexcheck {

enum class Sort : std::uint8_t { number, word, truth, tuple };

enum class Op : std::uint8_t {
    // numbers; add..lit_ne are raw only, linear..in_set are normal only, the rest is both
    num,
    var,
    call,
    apply,
    add,
    sub,
    neg,
    monus,
    mul,
    div,
    mod,
    sq,
    floor,
    if_,
    count,
    least,
    card,
    linear,
    guard,
    // words
    word,
    concat,
    rep,
    take,
    iterate,
    // truth values
    eq,
    ne,
    lt,
    le,
    in,
    and_,
    or_,
    not_,
    implies,
    iff,
    forall,
    exists,
    unique,
    automatic,
    tends,
    prefix,
    suffix,
    limit,
    true_,
    false_,
    eq0,
    ne0,
    le0,
    word_eq,
    word_ne,
    rel,
    tuple
};

struct Item;
struct Plan;
struct Mex;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

struct Expr {
    Op op = Op::num;
    Sort sort = Sort::number;
    Place place;
    std::int64_t value = 0;  // literal, slot, constant of a linear form, divisor, 1|2 for phi|phi^2
    std::int64_t high = 0;   // guard: the value must lie in value..high
    const Item* item = nullptr;
    std::vector<const Expr*> args;
    std::vector<std::int64_t> coefs;  // linear, eq0, ne0, le0: one for each argument
    std::vector<int> vars;            // slots bound here
    int height = 1;                   // of the tree, called items included
    // Filled once by the planner (plan.h) for quantifiers in normal form.
    mutable const Plan* plan = nullptr;
    mutable const Mex* mex = nullptr;
    mutable bool planned = false;
};

// One slot of a frame.
struct Variable {
    std::string name;
    bool multiplier = false;  // may stand in a product (language.md 3)
    std::int64_t low = 0;     // finite domain; `kMax` above if there is none
    std::int64_t high = kMax;
    bool used = false;
};

using Unit = std::vector<Variable>;

enum class ItemKind : std::uint8_t { numeration, def, let, pred, set, word, dfao, statement };

struct Item {
    ItemKind kind = ItemKind::def;
    std::string name;
    Place place;
    std::string text;  // its tokens, joined by single blanks
    int order = 0;     // position in the order of reading
    int height = 1;
    std::vector<int> shape;  // parameters as written: 0 a plain one, k a tuple of k
    int parameters = 0;      // flattened; the first slots of the unit
    int elements = 0;        // sets: width of an element, the slots after the parameters
    bool tuple_elements = false;
    bool list = false;  // a set given by a list
    bool recursive = false;
    const Expr* raw = nullptr;
    const Expr* raw_measure = nullptr;
    Unit raw_unit;
    std::vector<const Item*> uses;
    // numeration: targets (-1: not allowed); dfao: targets and output; list set: elements; word:
    // images, where `missing[i]` marks a letter without one
    std::vector<std::vector<std::int64_t>> rows;
    std::vector<bool> missing;
    std::int64_t start = 0;
    const Item* base = nullptr;  // numeration of a dfao
    // The normal form of body and measure over `unit` (not for `let` and statements).
    const Expr* body = nullptr;
    const Expr* measure = nullptr;
    mutable Unit unit;        // grows while the item is prepared, before any evaluation
    std::vector<bool> fixed;  // recursive defs: positions that are fixed (language.md 4)
    mutable bool prepared = false;
    mutable bool quantified = false;  // costs more than a look-up: relations are remembered

    int arity() const { return parameters + elements; }
};

class Spec {
  public:
    // Reads all `*.mex` of the directory in byte order, then the user's file if not empty. Throws
    // a Failure of kind bad_input.
    Spec(const std::string& directory, const std::string& user_file);
    Spec() = default;  // an empty spec, to be filled by `read_text`
    Spec(const Spec&) = delete;
    Spec& operator=(const Spec&) = delete;

    void read_text(const std::string& file, std::string text);
    void use(const std::string& name, const Place& from);  // reads NAME.mex unless read already

    const Item* find(std::string_view name) const;
    const std::deque<Item>& items() const { return items_; }
    // The items a statement reaches, in order of reading, itself last.
    std::vector<const Item*> closure(const Item& statement) const;
    std::string closure_text(const Item& statement) const;

    Item& add_item(const std::string& name);
    Expr* new_expr() const { return &exprs_.emplace_back(); }

  private:
    void read_file(const std::string& path);

    std::string directory_;
    std::deque<std::string> texts_;
    std::deque<std::string> files_;
    std::map<std::string, bool, std::less<>> reading_;  // path: false while it is being read
    std::deque<Item> items_;
    std::map<std::string, Item*, std::less<>> names_;
    mutable std::deque<Expr> exprs_;
};

}  // namespace mexcheck
