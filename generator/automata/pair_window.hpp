// Terms far out of the sequences of tables/mex_sequence.hpp: f(n) = least m > lower that is no f(i)
// and no f(i) + i + c with i < n, for c >= 1.
//
// As every number above `lower` is one f(i) or one f(i) + i + c, and f increases,
// f(n) = lower + 1 + n + k, where k is the number of i with f(i) + i + c < f(n), that is with
// f(i) <= n + lower + 1 - c. Such i are about n / phi, so a term far out rests on a few terms at
// each of about log n smaller places. Cost: one term O(log n) steps for places not met before; a
// window of w terms O(w + log n).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace mexcert {

class PairWindow {
  public:
    // Precondition: c >= 1.
    PairWindow(std::uint64_t lower, std::uint64_t c);

    [[nodiscard]] std::uint64_t at(std::uint64_t n);
    // f(first), .., f(first + count - 1).
    [[nodiscard]] std::vector<std::uint64_t> terms(std::uint64_t first, std::size_t count);

  private:
    // How many i have f(i) <= value.
    [[nodiscard]] std::uint64_t rank(std::uint64_t value);
    // What f(n) - n - lower - 1 counts the terms up to.
    [[nodiscard]] std::uint64_t bound(std::uint64_t n) const {
        return n + lower_ + 1 < c_ ? 0 : n + lower_ + 1 - c_;
    }

    std::uint64_t lower_;
    std::uint64_t c_;
    std::vector<std::uint64_t> start_;  // the first terms
    std::unordered_map<std::uint64_t, std::uint64_t> known_;
};

}  // namespace mexcert
