// Closure text and resolved trees of statements (spec/language.md, section 7).
#pragma once

#include <string>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

// The items that `item` reaches through names, in order of reading, itself last.
[[nodiscard]] std::vector<int> closure_items(const Spec& spec, int item);

// The canonical bytes whose SHA-256 is the statement's digest.
[[nodiscard]] std::string closure_text(const Spec& spec, int item);

// SHA-256 of the closure text, in hexadecimal.
[[nodiscard]] std::string closure_digest(const Spec& spec, int item);

// One line for each item of the closure, in prefix form.
[[nodiscard]] std::string resolved_tree(const Spec& spec, int item);

// One expression in the prefix form of resolved trees.
[[nodiscard]] std::string expression_tree(const Spec& spec, const Expr& expr);

// The recursive definitions of the closure, in order of reading.
[[nodiscard]] std::vector<int> recursive_definitions(const Spec& spec, int item);

}  // namespace mexcert
