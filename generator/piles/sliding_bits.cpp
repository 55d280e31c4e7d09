#include "piles/sliding_bits.hpp"

namespace mexcert::piles {
namespace {

inline std::uint64_t members_of(const std::vector<std::uint64_t>& words) {
    std::uint64_t count = 0;
    for (const std::uint64_t word : words) {
        count += static_cast<std::uint64_t>(std::popcount(word));
    }
    return count;
}

#if defined(__x86_64__)
// std::popcount is one instruction where the compiler may use it.
[[gnu::target("popcnt")]] std::uint64_t members_fast(const std::vector<std::uint64_t>& words) {
    return members_of(words);
}
#endif

std::uint64_t members(const std::vector<std::uint64_t>& words) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("popcnt")) {
        return members_fast(words);
    }
#endif
    return members_of(words);
}

}  // namespace

void SlidingBits::advance() {
    std::uint64_t absent = ~window(base_);
    std::uint64_t to = base_;
    while (absent == 0) {
        to += 64;
        absent = ~window(to);
    }
    advance_to(to + static_cast<std::uint64_t>(std::countr_zero(absent)));
}

void SlidingBits::advance_to(std::uint64_t base) {
    for (; first_word() < base / 64; base_ = 64 * (first_word() + 1)) {
        ring_[first_word() & (ring_.size() - 1)] = 0;  // now the word at the other end
    }
    base_ = base;
}

std::uint64_t SlidingBits::count_above() const {
    const std::uint64_t count = members(ring_);
    const std::uint64_t below = (std::uint64_t{1} << (base_ % 64)) - 1;
    return count - static_cast<std::uint64_t>(std::popcount(word(first_word()) & below));
}

void SlidingBits::grow(std::uint64_t index) {
    std::size_t size = ring_.size();
    while (index - first_word() >= size) {
        size *= 2;
    }
    std::vector<std::uint64_t> larger(size, 0);
    for (std::uint64_t i = first_word(); i < first_word() + ring_.size(); ++i) {
        larger[i & (size - 1)] = ring_[i & (ring_.size() - 1)];
    }
    ring_ = std::move(larger);
}

}  // namespace mexcert::piles
