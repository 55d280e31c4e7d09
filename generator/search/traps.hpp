// Traps: ways in which a statement says less than it seems to, or depends on a convention. Changed
// copies of its text are evaluated on a small range: without one of its hypotheses; with the other
// subtraction (cut off at 0, or that of the integers) at one place. What differs from what a reader
// expects is a warning in words; no verdict rests on it.
// Cost: at most about the time given.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "claims/statement_evaluator.hpp"

namespace mexcert {

// Warnings on the statement of a claim, each with its place and the range on which it was seen:
// no instance satisfies the hypotheses, or only trivial ones do; a hypothesis that can go; a
// subtraction that decides. Of the claim the name and the fixed parameters are read. Nothing is
// said where the statement cannot be evaluated in time.
[[nodiscard]] std::vector<std::string> traps_of(Engine& engine, const Claim& target,
                                                std::chrono::steady_clock::duration time);

}  // namespace mexcert
