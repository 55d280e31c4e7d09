// Resolved trees (language.md 7): what the checker understood of a statement, in prefix form.
#pragma once

#include "spec.h"

namespace mexcheck {

std::string resolved_tree(const Spec& spec, const Item& statement);

}  // namespace mexcheck
