// The statement language as data: expressions, items, and the Spec that owns them.
//
// Expressions are immutable once built and live as long as the program. The parser builds the raw
// operations (as written); normal.h turns an item's raw body into the normal form that is solved
// and evaluated. A variable is a slot of the frame of the item (the unit) it belongs to; no two
// binders of one unit share a slot, so no name can be captured.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <vector>

#include "failure.h"

namespace mexcheck {

enum class Sort : std::uint8_t { number, word, truth, tuple };

enum class Op : std::uint8_t {
    // Raw only: what the normal form writes with linear, eq0, le0, not.
    num,
    add,
    sub,  // with one argument: its negative
    card,
    ne,
    lt,
    le,
    tuple,
    // Normal only: sums of value and coefs * args, and their comparisons with 0.
    linear,
    eq0,
    le0,
    // Numbers. A relation is a call whose sort is truth.
    var,
    call,
    apply,
    monus,
    mul,
    div,
    mod,
    sq,
    floor,
    if_,
    count,
    least,
    guard,  // the argument, which must lie in coefs[0]..coefs[1]
    // Words.
    word,
    concat,
    rep,
    take,
    iterate,
    // Truth values. In the normal form eq compares words.
    eq,
    in,  // the first `value` arguments, a tuple, are among the following such tuples
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
    constant  // value: 0 false, 1 true
};

struct Expr;
struct Item;
struct Plan;
struct Mex;

using Word = std::vector<Int>;
using Exprs = std::vector<const Expr*>;

struct Expr {
    Op op = Op::num;
    Sort sort = Sort::number;
    Place place;
    Int value = 0;  // literal, slot, constant of a sum, divisor, width, 1|2 for phi|phi^2
    const Item* item = nullptr;
    Exprs args;
    Word coefs;             // of a sum, one for each argument; bounds of a guard; a written word
    std::vector<int> vars;  // slots bound here
    int height = 1;         // raw: of the tree, called items included
    std::size_t size = 1;   // normal: nodes of the tree
    const Expr* written = nullptr;  // normal: the comparison as it was, with both sides
    // Filled once by the planner (plan.h) for quantifiers in normal form.
    mutable const Plan* plan = nullptr;
    mutable const Mex* mex = nullptr;
    mutable bool planned = false;
};

// One slot of a frame.
struct Variable {
    std::string name;
    bool multiplier = false;  // may stand in a product (language.md 3)
    Int low = 0;              // finite domain; `kMax` above if there is none
    Int high = kMax;
    bool used = false;
};

using Unit = std::vector<Variable>;

enum class ItemKind : std::uint8_t { numeration, def, let, pred, set, word, dfao, statement };

constexpr std::size_t kMaxArity = 16;

struct Item {
    ItemKind kind = ItemKind::def;
    std::string name;
    Place place;
    std::string text;       // its tokens, joined by single blanks
    std::size_t order = 0;  // position in the order of reading
    int height = 1;
    std::vector<std::size_t> shape;  // parameters as written: 1 a plain one, k a tuple of k
    std::size_t parameters = 0;      // flattened; the first slots of the unit
    std::size_t elements = 0;        // sets: width of an element, the slots after the parameters
    bool list = false;               // a set given by a list
    bool recursive = false;
    const Expr* raw = nullptr;
    const Expr* raw_measure = nullptr;
    Unit raw_unit;
    std::set<const Item*> uses;
    // numeration: targets (-1: not allowed); dfao: targets and output; list set: elements; word:
    // images ({-1}: not given)
    std::vector<Word> rows;
    Int start = 0;
    const Item* base = nullptr;  // numeration of a dfao
    // The normal form of body and measure over `unit` (not for `let` and statements).
    const Expr* body = nullptr;
    const Expr* measure = nullptr;
    mutable Unit unit;        // grows while the item is prepared, before any evaluation
    std::vector<bool> fixed;  // recursive defs: positions that are fixed (language.md 4)
    mutable bool prepared = false;
    mutable bool remembered = false;  // costs more than a look-up: its truth is kept (eval.h)

    std::size_t arity() const { return parameters + elements; }
};

class Spec {
  public:
    // The text of one file. `name` is what `use` calls it, empty for the user's file.
    struct Source {
        std::string name;
        std::string path;
        std::string text;
    };

    Spec() = default;
    // Reads all sources in the order given. Throws a Failure of kind bad_input.
    explicit Spec(std::vector<Source> sources);
    Spec(const Spec&) = delete;
    Spec& operator=(const Spec&) = delete;

    void read_text(const std::string& file, std::string text);
    void use(const std::string& name, const Place& from);  // reads that source unless read already

    const Item* find(std::string_view name) const;
    const std::deque<Item>& items() const { return items_; }
    // The items a statement reaches, in order of reading, itself last.
    std::vector<const Item*> closure(const Item& statement) const;
    std::string closure_text(const Item& statement) const;

    Item& add_item(const std::string& name);

  private:
    void read(const Source& source, const std::string& from);

    std::vector<Source> sources_;
    std::map<std::string, bool> read_;  // by path: false while it is being read
    std::deque<std::string> texts_;     // paths and texts that places and tokens refer to
    std::deque<Item> items_;
    std::map<std::string, Item*, std::less<>> names_;
};

}  // namespace mexcheck
