// A growing set of naturals that contains every natural below its base: one bit for each natural
// from the word of the base on, in a ring that doubles when a member does not fit.
//
// Word i holds the naturals 64i .. 64i + 63. Invariants: the ring has 2^k words, those of the
// indices first_word() .. first_word() + 2^k - 1; words outside are full (below) or empty (above).
//
// Cost: at most twice the bits between base and greatest member (three times while the ring
// doubles); insert, contains, window O(1); all moves of the base together O(base / 64).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mexcert::piles {

class SlidingBits {
  public:
    SlidingBits() : ring_(kLeastWords, 0) {}

    // Every natural below it is a member; it is one itself only between an insertion and the next
    // advance().
    [[nodiscard]] std::uint64_t base() const { return base_; }
    [[nodiscard]] std::uint64_t first_word() const { return base_ / 64; }

    [[nodiscard]] std::uint64_t word(std::uint64_t index) const {
        const std::uint64_t offset = index - first_word();
        return offset < ring_.size() ? ring_[index & (ring_.size() - 1)] : 0;
    }
    [[nodiscard]] bool contains(std::uint64_t x) const {
        return x < base_ || ((word(x / 64) >> (x % 64)) & 1U) != 0;
    }
    // Bit k says whether x + k is a member; x >= base().
    [[nodiscard]] std::uint64_t window(std::uint64_t x) const {
        const std::uint64_t low = word(x / 64) >> (x % 64);
        return x % 64 == 0 ? low : low | (word(x / 64 + 1) << (64 - x % 64));
    }

    // x >= base().
    void insert(std::uint64_t x) { insert_bits(x / 64, std::uint64_t{1} << (x % 64)); }
    // Several members of one word, index >= first_word().
    void insert_bits(std::uint64_t index, std::uint64_t bits) {
        if (index - first_word() >= ring_.size()) {
            grow(index);
        }
        ring_[index & (ring_.size() - 1)] |= bits;
    }

    // Makes room for every natural up to x, so that views of the ring stay valid.
    void reserve(std::uint64_t x) {
        if (x / 64 - first_word() >= ring_.size()) {
            grow(x / 64);
        }
    }
    // The ring alone, for inner loops: indices from first_word() on for which there is room. Valid
    // until the ring grows.
    class View {
      public:
        explicit View(SlidingBits& set) : words_(set.ring_.data()), mask_(set.ring_.size() - 1) {}
        [[nodiscard]] std::uint64_t& word(std::uint64_t index) const {
            return words_[index & mask_];
        }
        // 1 for a member, else 0.
        [[nodiscard]] std::uint64_t bit(std::uint64_t x) const {
            return (word(x / 64) >> (x % 64)) & 1U;
        }
        void insert(std::uint64_t x) const { word(x / 64) |= std::uint64_t{1} << (x % 64); }

      private:
        std::uint64_t* words_;
        std::uint64_t mask_;
    };

    // Moves the base to the least natural that is not a member.
    void advance();
    // Makes every natural below `base` a member and moves the base there; base >= base().
    void advance_to(std::uint64_t base);

    // The number of members from the base on.
    [[nodiscard]] std::uint64_t count_above() const;

    [[nodiscard]] std::size_t bytes() const { return ring_.size() * sizeof(ring_[0]); }

  private:
    static constexpr std::size_t kLeastWords = 16;

    // Doubles the ring until it has the word of that index.
    void grow(std::uint64_t index);

    std::vector<std::uint64_t> ring_;
    std::uint64_t base_ = 0;
};

}  // namespace mexcert::piles
