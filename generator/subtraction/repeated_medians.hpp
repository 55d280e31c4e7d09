// A line through points of a doubly logarithmic plot by repeated medians (Siegel): y = c x^e, that
// is log2 y = e log2 x + log2 c.
//
// Exactness. A median does not fall if a number grows. So the median of the lower (upper) bounds
// is a lower (upper) bound of the median, whatever the order of the numbers is; logarithms are
// enclosed by MPFR with directed rounding, quotients by floors and ceilings of integers. Decimals
// are given only as far as both bounds agree after rounding.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mexcert::subtraction {

struct PlotPoint {
    std::uint64_t x = 1;  // positive, both
    std::uint64_t y = 1;
};

struct MonomialFit {
    std::string exponent;  // the median over i of the median over j of the slopes from i to j
    // The height by the medians of heights, median over i of the median over j of log2 c of the
    // line through i and j (so does the R package mblm), and by the median of log2 y - e log2 x (so
    // that as many points lie above the line as below).
    std::string factor;
    std::string balanced_factor;
};

// Needs two points, of different x all. Decimals: rounded to `digits` places, or fewer if the
// bounds do not agree. Cost: O(p^2 log p) for p points, some microsecond a pair.
[[nodiscard]] MonomialFit repeated_medians(const std::vector<PlotPoint>& points, int digits);

}  // namespace mexcert::subtraction
