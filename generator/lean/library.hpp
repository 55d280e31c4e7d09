// The functions that exported files are written with, in Lean: comparisons, loops, searches, lists,
// floor(n * phi), words. They need nothing but Nat, Bool and List, and recur on the structure of an
// argument; Nat.beq and Nat.ble are those that Lean's kernel computes fast.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace mexcert::lean {

// The names in a text, its lines of comment apart.
[[nodiscard]] std::set<std::string> names_in(std::string_view text);

// The text of the functions of the library among `names` and of those that they call, in an order
// in which each is defined before its use.
[[nodiscard]] std::string library_text(const std::set<std::string>& names);

// The names of all functions of the library.
[[nodiscard]] std::set<std::string> library_names();

}  // namespace mexcert::lean
