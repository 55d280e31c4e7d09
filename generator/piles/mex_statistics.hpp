// What Akiyama's paper counts of the sequence v(n) in section 5, exactly.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.hpp"
#include "piles/mex_triples.hpp"

namespace mexcert::piles {

// At one n: v(n), how many of kappa(1) .. kappa(n) are 0, 1, 2, and the bounds
//   ratio_sum <= 2^kRatioBits * (v3(1)/1 + .. + v3(n)/n) < ratio_sum + n.
struct MexRow {
    std::uint64_t n = 0;
    Triple v;
    std::array<std::uint64_t, 3> kappas{};
    std::uint64_t ratio_sum = 0;
};
// For n <= 10^9 no number here exceeds 64 bits: v3(n) <= 12 n, by the checks of MexTriples.
constexpr unsigned kRatioBits = 26;
constexpr std::uint64_t kGreatestRow = 1000000000;

struct MexStatistics {
    std::vector<MexRow> rows;
    StepCounts steps;  // up to the last n
    std::size_t bytes = 0;
};

// The rows at these n, increasing, from 1 to kGreatestRow; `at` is told now and then how many terms
// are there. An error is a claim of the paper that fails.
[[nodiscard]] Result<MexStatistics> mex_statistics(const std::vector<std::uint64_t>& at,
                                                   const std::function<void(std::uint64_t)>& told);

}  // namespace mexcert::piles
