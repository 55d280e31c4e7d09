// Counts in messages: `1 claim`, `2 claims`.
#pragma once

#include <cstddef>
#include <string>

namespace mexcert {

inline std::string counted(std::size_t count, const std::string& noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace mexcert
