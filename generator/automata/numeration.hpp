// Numbers as words of a numeration (spec/language.md 6): the n-th word, in radix order, of the
// words that can be read from state 0. Any such language: Fibonacci, base k, Tribonacci, Pell.
//
// Invariants: state 0 goes to itself on 0, so that words of one length, leading zeros allowed, are
// in lexicographic order exactly the numbers 0 .. count(length) - 1. Words have at most kMostDigits
// digits; numbers beyond are handed back as nothing.
// Cost: one table of counts, by length and state; a conversion costs its length times the digits.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "language/syntax.hpp"

namespace mexcert {

class NumerationSystem {
  public:
    using Word = std::vector<std::uint8_t>;  // most significant digit first
    static constexpr int kNoState = -1;
    static constexpr unsigned kMostDigits = 512;
    static constexpr std::uint64_t kManyWords = std::numeric_limits<std::uint64_t>::max();

    // Errors: more than 10 digits, a start that does not go to itself on 0, a state without digits,
    // finitely many words.
    [[nodiscard]] static Result<NumerationSystem> of(const Item& numeration);

    [[nodiscard]] unsigned digits() const { return digits_; }
    [[nodiscard]] std::size_t states() const { return next_.size() / digits_; }
    // The state after a digit, or kNoState.
    [[nodiscard]] int next(int state, unsigned digit) const {
        return next_[static_cast<std::size_t>(state) * digits_ + digit];
    }

    // How many words of that length can be read from a state; kManyWords if they do not fit.
    [[nodiscard]] std::uint64_t count(unsigned length, int state = 0) const {
        return length < small_.size() ? small_[length][static_cast<std::size_t>(state)]
                                      : kManyWords;
    }
    [[nodiscard]] const mpz_class& big_count(unsigned length, int state = 0) const {
        return big_[length][static_cast<std::size_t>(state)];
    }

    // Without leading zeros; the word of 0 is empty.
    [[nodiscard]] std::optional<Word> representation(const mpz_class& n) const;
    [[nodiscard]] std::optional<Word> representation(std::uint64_t n) const;
    // Leading zeros allowed. Nothing if it is no word of the numeration.
    [[nodiscard]] std::optional<mpz_class> value(std::span<const std::uint8_t> word) const;
    // The number of digits of n.
    [[nodiscard]] std::optional<unsigned> length(std::uint64_t n) const;
    // The greatest length with at most `limit` words.
    [[nodiscard]] unsigned length_within(std::uint64_t limit) const;

  private:
    NumerationSystem() = default;
    void tabulate();

    unsigned digits_ = 2;
    std::vector<int> next_;
    std::vector<std::vector<mpz_class>> big_;        // by length, then state
    std::vector<std::vector<std::uint64_t>> small_;  // the same while the words of state 0 fit
};

}  // namespace mexcert
