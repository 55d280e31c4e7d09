// The tokens of an item, and the text of a part of it from them. Cost: linear in the item's text.
#pragma once

#include <string>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

// Those of its canonical text, to which the places in expressions refer.
[[nodiscard]] std::vector<std::string> tokens_of(const Item& item);

// The tokens of the expression, and those that close its parentheses, with blanks as one writes
// them. A bound of a quantifier is its own text (`x < T`).
[[nodiscard]] std::string source_text(const Item& item, const Expr& expr);

}  // namespace mexcert
