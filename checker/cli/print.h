// Verdicts as text: the lines of claims.md, one JSON object a line, or JUnit XML. Whatever claims,
// paths and reasons hold, only printable ASCII comes out.
#pragma once

#include "cli/verdicts.h"

namespace mexcheck {

// One line of printable ASCII: other bytes become `?`.
std::string printable(std::string text);

std::string text_lines(const Verdicts& verdicts);
// Numbers are strings of decimal digits, since readers of JSON keep 53 bits.
std::string json_lines(const Verdicts& verdicts);
// A test case a verdict; rejected ones are failures, declined ones are skipped.
std::string junit(const Verdicts& verdicts);

}  // namespace mexcheck
