// Runs another program and reads what it prints.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace mexcert {

struct ChildOutput {
    int exit_code = 0;  // 128 + the signal that ended it
    std::string text;   // its standard output
};

// Runs `arguments[0]` (searched for on the PATH if it holds no slash) without a shell; its standard
// error is that of this program. Errors: it cannot be started or read.
[[nodiscard]] Result<ChildOutput> run_child(const std::vector<std::string>& arguments);

}  // namespace mexcert
