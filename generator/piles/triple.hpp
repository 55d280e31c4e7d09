// Positions of games on three piles, written with a <= b <= c, and the moves between them, as
// spec/akiyama_three_piles.mex defines them: the oracles decide by these alone.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace mexcert::piles {

struct Triple {
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    std::uint64_t c = 0;

    [[nodiscard]] std::uint64_t sum() const { return a + b + c; }
    friend auto operator<=>(const Triple&, const Triple&) = default;
};

// L1-Nim: a vector with a zero entry or two equal entries, on some order of the piles; the sum
// falls.
[[nodiscard]] bool is_l1_move(const Triple& from, const Triple& to);

// Positive Nim: moreover no pile grows.
[[nodiscard]] bool is_positive_move(const Triple& from, const Triple& to);

// The P-positions with a + b + c <= limit, by their definition and the moves alone; in the order
// of their sums, then of a and b. For small sums. The moves must lower the sum.
using Move = bool (*)(const Triple& from, const Triple& to);
[[nodiscard]] std::vector<Triple> positions_by_moves(std::uint64_t limit, Move is_move);

}  // namespace mexcert::piles
