// Suggestions for names that are not known. Cost: O(length^2) for each name compared.
#pragma once

#include <string>
#include <vector>

namespace mexcert {

// `; did you mean `..`?` for the nearest of the names, or nothing if none is near: a few letters
// differ, or the name is a part of it.
[[nodiscard]] std::string did_you_mean(const std::string& name,
                                       const std::vector<std::string>& names);

}  // namespace mexcert
