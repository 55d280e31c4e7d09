// A set of naturals that fills up from below, as the rows of a stream add to it: words of 64 bits
// above the numbers that are all members.
//
// Invariant: the members are those in `low_`, all of 64 .. 64 base_ - 1, and those with a bit in
// the ring. Numbers below 64 have bits of their own, so that a gap there does not keep the ring
// from moving. Cost: a few steps to add a number or to read 64; memory of one to two bits for each
// number between 64 from_ and the greatest member, from a stock that all sets share.
#pragma once

#include <vector>

#include "../core/failure.h"

namespace mexcheck {

class NumberSet {
  public:
    // `stock`: the words that may still be taken.
    explicit NumberSet(std::size_t& stock) : stock_(stock) {}

    // A bit for each of x .. x + 63, from the lowest bit on: 1 for a member.
    std::uint64_t members(Int x) const {
        const Int i = x >> 6;
        const bool in_ring =
            static_cast<std::uint64_t>(i - from_) < static_cast<std::uint64_t>(mask_);
        const std::uint64_t low = in_ring ? ring_[at(i)] : word(i);
        const std::uint64_t high = in_ring ? ring_[at(i + 1)] : word(i + 1);
        return low >> (x & 63) | high << 1 << (~x & 63);
    }

    bool holds(Int x) const { return (word(x >> 6) >> (x & 63) & 1) != 0; }

    // A number not below x, such that all from x on below it are members.
    Int skip(Int x) const {
        const bool known = x >= 64 || (x >= 0 && ~low_ >> x == 0);
        return known ? std::max(x, base_ * 64) : x;
    }

    // False if x is negative, or there is no room for it.
    bool insert(Int x) {
        const Int i = x >> 6;
        const std::uint64_t bit = std::uint64_t{1} << (x & 63);
        if (i < from_) {
            if (i == 0) low_ |= bit;
            return x >= 0;
        }
        if (i - from_ > mask_ && !grow(i)) return false;
        ring_[at(i)] |= bit;
        return true;
    }

    // After numbers were added: moves the ring.
    void advance() {
        while (ring_[at(base_)] == ~std::uint64_t{0})
            if (++base_ - from_ > 2) ring_[at(from_++)] = 0;
    }

  private:
    std::size_t at(Int i) const { return static_cast<std::size_t>(i & mask_); }
    std::uint64_t word(Int i) const {
        if (i >= from_) return i - from_ <= mask_ ? ring_[at(i)] : 0;
        return i > 0 ? ~std::uint64_t{0} : i == 0 ? low_ : 0;
    }

    bool grow(Int i) {
        std::size_t size = ring_.size();
        while (i - from_ >= static_cast<Int>(size)) size *= 2;
        if (size - ring_.size() > stock_) return false;
        stock_ -= size - ring_.size();
        std::vector<std::uint64_t> old(size);
        old.swap(ring_);
        mask_ = static_cast<Int>(size) - 1;
        for (std::size_t k = 0; k < old.size(); ++k) {
            const Int word = from_ + static_cast<Int>(k);
            ring_[at(word)] = old[static_cast<std::size_t>(word) & (old.size() - 1)];
        }
        return true;
    }

    std::size_t& stock_;
    std::uint64_t low_ = 0;
    Int from_ = 1;  // the first word in the ring
    Int base_ = 1;  // the first one that is not full: from_ + 2, or less at the start
    std::vector<std::uint64_t> ring_ = std::vector<std::uint64_t>(64);
    Int mask_ = 63;  // the size of the ring, a power of two, less 1
};

}  // namespace mexcheck
