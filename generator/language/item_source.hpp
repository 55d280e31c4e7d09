// An item as it stands in its file.
#pragma once

#include <string>

#include "language/syntax.hpp"

namespace mexcert {

struct ItemSource {
    std::string comments;  // the comment lines directly in front of it, with `#`
    std::string text;      // up to the next item, without comments and blanks behind it
};

// Reads the file again. Errors: it cannot be read any more.
[[nodiscard]] Result<ItemSource> item_source(const Spec& spec, int item);

}  // namespace mexcert
