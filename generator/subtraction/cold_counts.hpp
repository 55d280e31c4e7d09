// What Eppstein's paper counts of subtract-a-square: cold positions below each cube, positions
// with a new greatest nim-value, and digits of cold positions. Positions are counted from 0: `the
// first n positions` are 0 .. n - 1.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "subtraction/bits.hpp"
#include "subtraction/repeated_medians.hpp"
#include "subtraction/segmented_sieve.hpp"

namespace mexcert::subtraction {

// x = k^3 < size, y = the number of cold positions below it, for k = 1, 2, ..; increasing x.
[[nodiscard]] std::vector<PlotPoint> counts_below_cubes(const Bits& cold);

// x = a position whose nim-value y is greater than all before it, y >= 1; x < size.
[[nodiscard]] Result<std::vector<PlotPoint>> nim_value_records(std::uint64_t size,
                                                               const Told& told);

// How many cold positions have each digit in base `base`, at place 0 (ones), 1, ..: a row a place.
[[nodiscard]] std::vector<std::vector<std::uint64_t>> digit_counts(const Bits& cold,
                                                                   std::uint64_t base, int places);

}  // namespace mexcert::subtraction
