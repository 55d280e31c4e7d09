// The resolved reading of statement files: items, expressions, variables.
// Invariants: every name is resolved (an index into Spec::items, or a variable id that is unique
// in the Spec); bounds of binders are written out as hypotheses and conjuncts; tuples are
// flattened; `a > b` is `b < a`. An expression is at most 200 nodes deep.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "language/lexer.hpp"

namespace mexcert {

enum class Sort { kNumber, kWord, kTruth, kTuple };

enum class ExprKind {
    kNumber,
    kVariable,
    kCall,
    kAdd,
    kSub,
    kMonus,
    kMul,
    kDiv,
    kMod,
    kJoin,
    kEq,
    kNe,
    kLt,
    kLe,
    kAnd,
    kOr,
    kImplies,
    kIff,
    kNeg,
    kSquare,
    kNot,
    kIf,
    kLeast,
    kForall,
    kExists,
    kUnique,
    kCount,
    kAutomatic,
    kTends,
    kFloor,
    kRep,
    kTake,
    kIterate,
    kPrefix,
    kSuffix,
    kLimit,
    kCard,
    kWord,
    kTrue,
    kFalse,
    kInList,
    kTuple
};

struct Variable {
    std::string name;
    int id = -1;
};

struct Expr {
    ExprKind kind = ExprKind::kTrue;
    Sort sort = Sort::kTruth;
    Place place;
    std::size_t first = 0;  // its tokens: first .. last - 1 of the item's canonical text
    std::size_t last = 0;
    int depth = 1;
    std::vector<const Expr*> kids;
    std::int64_t number = 0;            // a literal; the power of phi; the tuple width of kInList
    int item = -1;                      // the item named by a call, rep, iterate, limit, card
    Variable variable;                  // kVariable; the function of kAutomatic and of calls to it
    std::vector<Variable> bound;        // variables bound by a quantifier, count, least, tends_to
    std::vector<std::int64_t> letters;  // kWord
};

struct Parameter {
    Variable variable;
    std::optional<std::pair<std::int64_t, std::int64_t>> domain;
};

enum class ItemKind { kNumeration, kDef, kLet, kPred, kSet, kWord, kDfao, kStatement };

struct Item {
    ItemKind kind = ItemKind::kLet;
    std::string name;
    Place place;
    std::string text;                   // canonical text: tokens joined by single blanks
    std::vector<Parameter> parameters;  // tuples flattened
    std::vector<int> shape;             // per written parameter: 0 plain, else the tuple width
    const Expr* measure = nullptr;
    const Expr* body = nullptr;
    bool recursive = false;                       // a def with a measure: has tables, or records
    bool listed = false;                          // a set given by a list
    std::vector<Variable> elements;               // element variables of a set with a condition
    std::vector<std::vector<std::int64_t>> rows;  // list set: tuples; dfao: targets and output
    // numeration: targets per state, -1 where the digit is not allowed
    std::vector<std::vector<std::int64_t>> states;
    // word: images, absent where not given
    std::vector<std::optional<std::vector<std::int64_t>>> images;
    std::int64_t start = 0;      // word: the start letter
    int numeration = -1;         // dfao: the numeration it reads
    std::vector<int> reaches;    // items named in the text, increasing, without itself
    std::vector<bool> is_fixed;  // recursive def: which parameters are fixed (section 4)
    [[nodiscard]] std::size_t width() const {  // number of values in a tuple of a set
        return listed ? rows.front().size() : elements.size();
    }
};

struct Spec {
    std::vector<std::string> files;  // as they appear in places
    std::deque<Item> items;          // in order of reading
    std::map<std::string, int> by_name;
    std::deque<Expr> pool;  // owns the expressions
    int variable_count = 0;

    [[nodiscard]] const Item& item(int index) const {
        return items[static_cast<std::size_t>(index)];
    }
    // `file:line:column` of a place.
    [[nodiscard]] std::string where(const Place& place) const;
    // The statement, or the item, of that name, or an error that says so.
    [[nodiscard]] Result<int> statement(const std::string& name) const;
    [[nodiscard]] Result<int> named(const std::string& name) const;
};

}  // namespace mexcert
