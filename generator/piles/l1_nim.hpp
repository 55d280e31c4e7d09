// The P-positions of L1-Nim on three piles, by their sums.
//
// A move changes the piles by a vector with a zero entry or two equal entries, in some order, and
// lowers the sum. So a position moves to another one of smaller sum iff they have a pile in common
// or a difference of two piles; positions of one sum have no moves to each other. Hence (a, b, c)
// is a P-position iff no P-position of smaller sum has one of its piles or one of its differences.
//
// Level by level: with M and D the least natural that is no pile, no difference, of the P-positions
// of smaller sums, a position a <= b <= c with a < M, b - a < D or c - b < D is none. The others
// are a = M + i, b = a + D + j, c = b + D + k with 3i + 2j + k = s - 3M - 3D: they alone are
// looked up. That decides every position of the level, whatever its number is (spec/trust.md).
//
// Cost: O(1 + e^2) for a level of excess e = s - 3M - 3D >= 0, none below; e <= 4 has been seen.
// Memory: 5 to 9 bits a P-position.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "piles/sliding_bits.hpp"
#include "piles/triple.hpp"

namespace mexcert::piles {

class L1Positions {
  public:
    L1Positions() = default;

    // The P-positions of the next level that has any, if its sum is at most `limit`; else none, and
    // all positions up to that sum are decided. Valid until the next call.
    [[nodiscard]] std::span<const Triple> next_level(std::uint64_t limit);

    // The number of positions that were looked up, and the greatest excess of a level.
    [[nodiscard]] std::uint64_t lookups() const { return lookups_; }
    [[nodiscard]] std::uint64_t greatest_excess() const { return greatest_excess_; }
    // The number of naturals that are piles of the P-positions so far.
    [[nodiscard]] std::uint64_t distinct_piles() const {
        return piles_.base() + piles_.count_above();
    }
    [[nodiscard]] std::size_t bytes() const { return piles_.bytes() + differences_.bytes(); }

  private:
    // The P-positions of that excess, into level_.
    void collect(std::uint64_t excess);

    SlidingBits piles_;
    SlidingBits differences_;
    std::uint64_t sum_ = 0;  // all smaller ones are decided
    std::vector<Triple> level_;
    std::uint64_t lookups_ = 0;
    std::uint64_t greatest_excess_ = 0;
};

// The same up to that sum, every position of every level looked up: test oracle and baseline.
[[nodiscard]] std::vector<Triple> literal_l1_positions(std::uint64_t limit);

}  // namespace mexcert::piles
