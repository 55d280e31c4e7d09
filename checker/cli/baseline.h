// Comparison with an earlier run: what was verified then must be verified now, of the same text.
//
// A baseline is the text output of such a run. Each of its VERIFIED lines needs a verified claim
// that covers it (claims.md, "Baselines"); otherwise a rejection is added.
#pragma once

#include "cli/verdicts.h"

namespace mexcheck {

// `file` names the baseline in messages, `text` is what it holds. A text without any VERIFIED line,
// or one with lines that are no verdicts, is an error.
void compare_with_baseline(const Spec& spec, const std::string& file, const std::string& text,
                           Verdicts& verdicts);

}  // namespace mexcheck
