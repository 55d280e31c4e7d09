// The sequence g of `exists automatic g <= c: A`, from an equation of A that determines it: one in
// which g occurs once, with factor 1 or -1 in a sum, below hypotheses without g and one `forall n`.
//
// Invariant: places that no equation determines are open (0 in the sample, at most kMostOpen).
// Cost: one evaluation of the equation's other terms for each n.
#pragma once

#include "automata/points.hpp"

namespace mexcert {

// Errors (kDeclined): no such equation. The source's samples fail if a value is negative, above c,
// or determined twice with different results.
[[nodiscard]] Result<std::unique_ptr<PointSource>> automatic_source(
    Engine& engine, const NumerationSystem& numeration, const Claim& claim);

}  // namespace mexcert
