// The P-positions of positive Nim on three piles: the moves of L1-Nim in which no pile grows.
//
// A move leads to a position that is smaller pile by pile when both are sorted. So the pairs (a, b)
// of the two smaller piles can be taken by b, then by a, and for each pair the third pile c >= b
// from b on: all that (a, b, c) may move to has come before. For each pair at most one c gives a
// P-position, as (a, b, c) moves to (a, b, c') for c' < c. A P-position that has a pile or a
// difference in common with (a, b, c), and is not larger pile by pile in some order that shows it,
// rules (a, b, c) out; those with a given pile or difference are listed, and they are few.
//
// Cost: O(1) for a pair that a P-position (q, r, s) with q, r <= a, b rules out for all c >= b;
// else some look-ups for each c up to the P-position or the c from which all are ruled out.
#pragma once

#include <cstdint>
#include <vector>

#include "piles/triple.hpp"

namespace mexcert::piles {

// All P-positions (a, b, c), a <= b <= c, with b <= limit, whatever c is; sorted.
[[nodiscard]] std::vector<Triple> positive_positions(std::uint64_t limit);

}  // namespace mexcert::piles
