// The items that a statement uses, as functions of the exported part of Lean. A recursive
// definition becomes its equation as a function of `self`, which stands for the definition: put in
// a function by recursion on fuel, or the look-up in tables, it says what both must fulfil.
// Cost: linear in the text.
#pragma once

#include "lean/machine.hpp"
#include "lean/translator.hpp"

namespace mexcert::lean {

struct Definition {
    int item = -1;
    std::vector<Function> functions;  // in order
    std::string rows_name;            // of a list of lists that they read, if there is one
    std::string rows_comment;
    std::vector<std::vector<std::int64_t>> rows;
    Recursion recursion;  // of a recursive definition
    Function correct;     // ... : is the entry of the tables the value?
};

// The definitions of all items that were called so far, and of those that they call, in order of
// reading.
[[nodiscard]] std::vector<Definition> definitions(Translator& translator, const Names& names);

}  // namespace mexcert::lean
