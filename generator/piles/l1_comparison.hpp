// The P-positions of L1-Nim beside the sequence v(n), both in the order of their sums: Theorem 1 of
// Akiyama's paper says that they are the same.
//
// Cost: that of both, see l1_nim.hpp and mex_triples.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.hpp"
#include "piles/triple.hpp"

namespace mexcert::piles {

// Up to one sum.
struct L1Row {
    std::uint64_t sum = 0;
    std::uint64_t positions = 0;  // of L1-Nim, with (0, 0, 0)
    std::uint64_t terms = 0;      // v(0), v(1), ..
    std::uint64_t common = 0;
    std::uint64_t repeated = 0;  // piles that occur in two P-positions, counted with multiplicity
    std::uint64_t falls = 0;     // P-positions with a smaller first pile than the one before
    std::array<std::uint64_t, 4> bends{};  // a - 2b + c = 0, -1, -2, another number
};

struct L1Comparison {
    std::vector<L1Row> rows;
    std::vector<Triple> only_positions;  // the first ones that are no v(n)
    std::vector<Triple> only_terms;      // the first v(n) that are no P-positions
    std::uint64_t greatest_excess = 0;
    std::uint64_t lookups = 0;
};
constexpr std::size_t kFirstDifferences = 5;

// The rows at these sums, increasing; `told` is called now and then with the sum that is reached.
[[nodiscard]] Result<L1Comparison> compare_l1(const std::vector<std::uint64_t>& at,
                                              const std::function<void(std::uint64_t)>& told);

}  // namespace mexcert::piles
