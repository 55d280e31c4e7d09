// The sequence v(n) of Akiyama's paper on three-pile Nim (its Mex Algorithm), term by term, with
// the paper's claims checked at every term.
//
// v1(n+1) = M is the least natural outside of the set F of earlier coordinates, and with D the
// least outside of the set of earlier differences, v2(n+1) is the least M + D + k with
// M + D + k not in F and D + k no difference; v3(n+1) is found likewise, from v2(n+1) + D on. This
// is the definition: all smaller candidates have a difference below D.
//
// Checked at every term, for all n, by these facts (i, j, k are the steps of v1, v2 - v1, v3 - v2):
//   1 <= i, j, k <= 4: Theorem 2 a, b, Theorem 3 (8)-(11), Corollary 2. v3(n+1) - v2(n+1) is the
//     least natural that is no difference of n terms, so (11) speaks of k.
//   v3 = v2 + D: Theorem 2 e, f with a and b, as v3 and v3 - v1 increase.
//   v2 - M - D = kappa <= 2: Corollary 3, the simplified algorithm.
//   |j - k| <= 2: Corollary 4; the counts of the 56 steps show equality of the sets.
//   no coordinate is placed twice: Corollary 1.
//   v2(n) < M + D, v2 - v1 < D afterwards: only values v3 (v3 - v1) lie above M + D (above D), and
//     their gaps are 3 (2) or more: Theorem 2 c, d. These and Theorem 3 (7) are moreover looked up
//     in the sets, 64 naturals at a time, in the words that M + D, D, M come to.
//
// Terms are computed in blocks. The v1 of a block and the differences that its D can be are read
// off the sets beforehand, and its v2 are inserted at its end. This is the same, as D >= 1024: a
// block comes to fewer than 640 naturals of each set (at most 128 v1 ahead with gaps of 4, 192
// differences with gaps of 2, and 64 steps of v2 of 8 each), and whatever it inserts is a
// difference below D, or lies at least D beyond.
//
// Cost: O(1) a term, 14 ns; memory 6 to 8 bits a term.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "piles/absent_naturals.hpp"
#include "piles/sliding_bits.hpp"
#include "piles/triple.hpp"

namespace mexcert::piles {

// How often, and at which n first, v(n) - v(n-1) is (i, i + j, i + j + k); index 16(i-1) + 4(j-1) +
// k-1.
struct StepCounts {
    std::array<std::uint64_t, 64> count{};
    std::array<std::uint64_t, 64> first{};

    [[nodiscard]] static Triple step(std::size_t index) {
        return {index / 16 + 1, index / 16 + index / 4 % 4 + 2,
                index / 16 + index / 4 % 4 + index % 4 + 3};
    }
    // i, j, k, modulo 2^64.
    [[nodiscard]] static Triple between(const Triple& before, const Triple& v) {
        return {v.a - before.a, (v.b - v.a) - (before.b - before.a),
                (v.c - v.b) - (before.c - before.b)};
    }
    // The index of i, j, k, each from 1 to 4.
    [[nodiscard]] static std::size_t index(const Triple& step) {
        return 16 * step.a + 4 * step.b + step.c - 21;
    }
    void count_step(std::size_t index, std::uint64_t n) {
        if (count[index]++ == 0) {
            first[index] = n;
        }
    }
};

class MexTriples {
  public:
    // `expected` terms: room is made at once, as far as the terms grow as they did so far.
    explicit MexTriples(std::uint64_t expected = 0);

    // v(n+1), v(n+2), .., at least one and at most `most` of them (most > 0), valid until the next
    // call; or the first claim that fails, with its place. After a failure the object is spent.
    [[nodiscard]] Result<std::span<const Triple>> next(std::uint64_t most);

    // n and v(n) of the last term; v(0) = (0, 0, 0).
    [[nodiscard]] std::uint64_t n() const { return n_; }
    [[nodiscard]] const Triple& last() const { return last_; }
    // How many of v(1) .. v(n) have v1 - 2 v2 + v3 = -kappa, that is, of kappa(0) .. kappa(n-1).
    [[nodiscard]] const std::array<std::uint64_t, 3>& kappa_counts() const { return kappas_; }
    // kappa(n), which belongs to v(n+1).
    [[nodiscard]] std::size_t kappa() const;
    [[nodiscard]] const StepCounts& steps() const { return steps_; }
    [[nodiscard]] std::uint64_t least_unused_difference() const { return differences_.base(); }

    // Counts the members of both sets: no coordinate was placed twice, and steps lie in the prism.
    // O(n / 10).
    [[nodiscard]] std::optional<Error> count_members() const;

    [[nodiscard]] std::size_t bytes() const { return coordinates_.bytes() + differences_.bytes(); }

  private:
    class Seconds;
    class Steps;
    static constexpr std::size_t kBlock = 64;
    static constexpr std::uint64_t kLeastDifference = 1024;  // for blocks

    // One term by the definition; the claims on sets are checked on whole sets.
    void single_term();
    void check_sets();
    // At most `count` <= kBlock terms at once: reads ahead, computes, checks and counts them.
    void block_of_terms(std::size_t count);
    bool read_ahead(std::size_t count);
    void find_failure(std::size_t count);

    // Checks the steps of a term from the last one and counts them; false after a failure.
    bool accept(const Triple& v);
    // The claims on sets, in one word; false after a failure.
    bool no_four(std::uint64_t index);
    bool apart_by_two(std::uint64_t index);
    bool apart_by_three(std::uint64_t from, std::uint64_t index);
    bool fail(const char* claim, std::uint64_t found, std::uint64_t wanted);

    SlidingBits coordinates_;
    SlidingBits differences_;
    AbsentNaturals firsts_;            // v1 of the next terms
    AbsentNaturals free_differences_;  // D, and those after it
    std::uint64_t n_ = 0;
    Triple last_;
    std::array<std::uint64_t, 3> kappas_{};
    StepCounts steps_;
    std::array<Triple, kBlock> block_;
    std::size_t size_ = 0;
    std::optional<Error> failure_;
};

// The first `count` terms v(0), v(1), .. with std::set for the two sets: test oracle and baseline.
[[nodiscard]] std::vector<Triple> naive_mex_triples(std::size_t count);

// The Mex Algorithm word for word: both sets and every Mex anew at each term. O(count^2 log count).
[[nodiscard]] std::vector<Triple> literal_mex_triples(std::size_t count);

}  // namespace mexcert::piles
