// Witnesses of `exists` leaves that cannot be solved (spec/language.md, 5.4).
// Tuples are tried by growing maximum, then in lexicographic order, for all instances at once. The
// formula is evaluated once for each tuple with its instance-dependent parts replaced by a default
// value; the parts are solved for the instances at which they differ from it. Every other instance
// takes the same path and so has the same truth value; the instances found are tested one by one.
// Cost: one evaluation for each tuple and one for each exceptional instance.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "evaluation/evaluator.hpp"

namespace mexcert {

struct WitnessLimits {
    // The largest component tried; absent: as far as about 16 million tuples reach.
    std::optional<std::int64_t> largest;
};

// One witness (values of the bound variables) for each instance, in the same order.
// `exists` is an existential node; an instance gives the values of its free slots, in increasing
// order of slots. Slots of `common` (parameters of the statement) are not varied within one search.
// Error (declined): some instance has no witness up to the limit, or time is up; says how far was
// searched.
[[nodiscard]] Result<std::vector<std::vector<std::int64_t>>> find_witnesses(
    Engine& engine, NodeId exists, const std::vector<int>& common,
    const std::vector<std::vector<std::int64_t>>& instances, const WitnessLimits& limits);

}  // namespace mexcert
