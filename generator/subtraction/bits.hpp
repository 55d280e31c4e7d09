// A set of naturals below a size, one bit each. Invariant: bits at or beyond the size are zero.
// Cost: size/8 bytes; members O(1), counts O(size/64).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mexcert::subtraction {

class Bits {
  public:
    explicit Bits(std::uint64_t size) : size_(size), words_((size + 63) / 64, 0) {}

    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] bool contains(std::uint64_t x) const {
        return ((words_[x / 64] >> (x % 64)) & 1U) != 0;
    }
    void insert(std::uint64_t x) { words_[x / 64] |= std::uint64_t{1} << (x % 64); }

    // The members 64 i .. 64 i + 63 as bits.
    [[nodiscard]] const std::vector<std::uint64_t>& words() const { return words_; }
    // The caller keeps the invariant.
    [[nodiscard]] std::vector<std::uint64_t>& words() { return words_; }

    [[nodiscard]] std::uint64_t count() const {
        std::uint64_t total = 0;
        for (const std::uint64_t word : words_) {
            total += static_cast<std::uint64_t>(std::popcount(word));
        }
        return total;
    }

    // Calls `told` with each member of [from, to), increasing; to <= size().
    template <class Told>
    void for_each(std::uint64_t from, std::uint64_t to, Told&& told) const {
        for (std::uint64_t at = from / 64; at * 64 < to; ++at) {
            std::uint64_t word = words_[at];
            if (at * 64 < from) {
                word &= ~std::uint64_t{0} << (from % 64);
            }
            if (to - at * 64 < 64) {
                word &= (std::uint64_t{1} << (to % 64)) - 1;
            }
            for (; word != 0; word &= word - 1) {
                told(at * 64 + static_cast<std::uint64_t>(std::countr_zero(word)));
            }
        }
    }

    friend bool operator==(const Bits&, const Bits&) = default;

  private:
    std::uint64_t size_;
    std::vector<std::uint64_t> words_;
};

}  // namespace mexcert::subtraction
