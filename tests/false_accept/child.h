// Trials in a process of their own.
#pragma once

#include <functional>

#include "tally.h"

namespace attack {

// The tally of `work`, done in a child process. A child that dies is a find, printed with `label`,
// and has no trials.
Tally in_child(const std::function<Tally()>& work, const std::string& label);

}  // namespace attack
