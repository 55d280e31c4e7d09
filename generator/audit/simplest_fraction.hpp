// The fraction with the least denominator in an interval, by continued fractions.
//
// For slopes lo < hi, floor(n * lo) != floor(n * hi) iff some integer m has n * lo < m <= n * hi,
// that is lo < m/n <= hi. So the least such n is the denominator of the simplest fraction of the
// half-open interval: of all fractions in an interval one has both the least numerator and the
// least denominator (Stern, Brocot).
// Cost: one step for each partial quotient that the ends share; numbers grow as the denominators.
#pragma once

#include "audit/surd.hpp"

namespace mexcert::audit {

// The simplest fraction x with lo < x <= hi. Needs lo < hi, their roots of one kind.
[[nodiscard]] Result<mpq_class> simplest_above(const Surd& lo, const Surd& hi);

}  // namespace mexcert::audit
