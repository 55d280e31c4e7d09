// The text of a part of an item, from its tokens. Cost: linear in the item's text.
#pragma once

#include <string>

#include "language/syntax.hpp"

namespace mexcert {

// The tokens of the expression, and those that close its parentheses, with blanks as one writes
// them. A bound of a quantifier is its own text (`x < T`).
[[nodiscard]] std::string source_text(const Item& item, const Expr& expr);

}  // namespace mexcert
