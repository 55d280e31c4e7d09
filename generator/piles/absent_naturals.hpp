// The naturals that are no members of a SlidingBits set, least first, decoded word by word into a
// buffer, so that a loop reads them without a branch for each word.
//
// Invariant: values() are consecutive in that order. The words that are decoded must not change
// afterwards: the owner inserts only beyond them, fewer than kMost + 64 values ahead.
//
// Cost: O(1) a natural.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "piles/sliding_bits.hpp"

namespace mexcert::piles {

class AbsentNaturals {
  public:
    // The greatest number that fill() can be asked for.
    static constexpr std::size_t kMost = 160;

    // From the base of the set on.
    void start(const SlidingBits& set) {
        begin_ = end_ = 0;
        next_word_ = set.first_word();
        decode(~set.word(next_word_) & ~std::uint64_t{0} << (set.base() % 64));
    }

    // Reads on until there are at least `count` <= kMost values; check(i) is told the index of each
    // word that is entered, and ends the reading when it is false.
    template <class Check>
    bool fill(const SlidingBits& set, std::size_t count, Check check) {
        if (begin_ + count > kRoom) {
            std::copy(values(), values() + (end_ - begin_), values_.data());
            end_ -= begin_;
            begin_ = 0;
        }
        while (end_ - begin_ < count) {
            if (!check(next_word_)) {
                return false;
            }
            decode(~set.word(next_word_));
        }
        return true;
    }

    [[nodiscard]] bool empty() const { return begin_ == end_; }
    [[nodiscard]] const std::uint64_t* values() const { return values_.data() + begin_; }
    void drop(std::size_t count) { begin_ += count; }

  private:
    void decode(std::uint64_t absent) {
        std::uint64_t* at = values_.data() + end_;
        const std::uint64_t first = 64 * next_word_;
        for (; absent != 0; absent &= absent - 1) {
            *at++ = first + static_cast<std::uint64_t>(std::countr_zero(absent));
        }
        end_ = static_cast<std::size_t>(at - values_.data());
        ++next_word_;
    }

    static constexpr std::size_t kRoom = 8 * kMost;  // so that values are seldom moved

    std::array<std::uint64_t, kRoom + 64> values_{};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::uint64_t next_word_ = 0;
};

}  // namespace mexcert::piles
