// Terms of the part of Lean 4 that is exported: natural numbers, truth values and lists of them,
// calls, and functions written in place as the last argument of a loop.
// Invariant: terms are immutable and shared; no name of a bound variable hides another.
// Cost: linear in the printed text.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace mexcert::lean {

enum class Kind {
    kVariable,  // or a constant, or a function that is passed on
    kNumber,
    kTruth,
    kList,
    kCall,
    kLambda,  // of one natural number
    kAdd,
    kSub,  // never of a smaller number less a larger one
    kMul,
    kDiv,
    kMod,
    kAnd,
    kOr,
    kNot
};

struct Term;
using TermPtr = std::shared_ptr<const Term>;

struct Term {
    Kind kind = Kind::kNumber;
    std::string name;         // of a variable, a called function, the variable of a lambda
    std::int64_t number = 0;  // a number; 1 or 0 for a truth value
    std::vector<TermPtr> kids;
};

[[nodiscard]] TermPtr variable(const std::string& name);
[[nodiscard]] TermPtr number(std::int64_t value);
[[nodiscard]] TermPtr truth(bool value);
[[nodiscard]] TermPtr call(const std::string& name, std::vector<TermPtr> arguments);
[[nodiscard]] TermPtr lambda(const std::string& name, TermPtr body);
[[nodiscard]] TermPtr operation(Kind kind, std::vector<TermPtr> kids);
// A sum; numbers are added up.
[[nodiscard]] TermPtr sum(const TermPtr& a, const TermPtr& b);

// `call(name, {count, fun bound => body})`: a loop over 0 .. count - 1.
[[nodiscard]] TermPtr loop(const std::string& name, const TermPtr& count, const std::string& bound,
                           const TermPtr& body);

// The text on one line.
[[nodiscard]] std::string flat_text(const Term& term);
// The text from a column on, with lines of at most 100 characters where it can be broken;
// the lines that follow are indented by `indent`.
[[nodiscard]] std::string text(const Term& term, std::size_t column, std::size_t indent);

// Adds the names of variables and called functions.
void collect_names(const Term& term, std::set<std::string>& names);

}  // namespace mexcert::lean
