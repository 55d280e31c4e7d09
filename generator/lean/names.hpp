// Names in exported files: those of the text, without dots, and changed where Lean, the library or
// another item has them already. Cost: one look-up.
#pragma once

#include <map>
#include <set>
#include <string>

#include "language/syntax.hpp"

namespace mexcert::lean {

class Names {
  public:
    explicit Names(const Spec& spec);

    // The name of an item.
    [[nodiscard]] const std::string& item(int index) const { return items_.at(index); }
    // The name of something that belongs to an item: its list, its tables, its equation.
    [[nodiscard]] std::string derived(int item, const std::string& suffix) const;
    // The item of that name; -1 if there is none.
    [[nodiscard]] int item_named(const std::string& name) const;
    // The name of a variable: the same wherever that name stands.
    [[nodiscard]] std::string variable(const std::string& name) const;

  private:
    std::set<std::string> taken_;
    std::map<int, std::string> items_;
};

}  // namespace mexcert::lean
