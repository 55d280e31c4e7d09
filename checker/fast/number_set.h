// A set of naturals that fills up from below, as the rows of a stream add to it: bits above the
// numbers that are all members.
//
// Invariant: the members are those in `low_`, all of 64 .. base_ - 1, and those with a bit in the
// ring; base_ is a multiple of 64. Numbers below 64 have bits of their own, so that a gap there
// does not keep the ring from moving. Cost: one step a number that enters or is asked for, one a
// word that a search goes through; memory of one to two bits for each number between base_ and the
// greatest member, from a stock that all sets share.
#pragma once

#include <bit>
#include <vector>

#include "../core/failure.h"

namespace mexcheck {

class NumberSet {
  public:
    // `stock`: the words that may still be taken.
    explicit NumberSet(std::size_t& stock) : stock_(stock) {}

    bool holds(Int x) const {
        if (x < base_) return x >= 64 || (x >= 0 && (low_ >> x & 1) != 0);
        return x - base_ < room() && (word(x) >> (x & 63) & 1) != 0;
    }

    // False if x is negative, or there is no room for it.
    bool insert(Int x) {
        if (x < base_) {
            if (x >= 0 && x < 64) low_ |= std::uint64_t{1} << x;
            return x >= 0;
        }
        if (x - base_ >= room() && !grow(x)) return false;
        ring_[at(x)] |= std::uint64_t{1} << (x & 63);
        for (; word(base_) == ~std::uint64_t{0}; base_ += 64) ring_[at(base_)] = 0;
        return true;
    }

    // The least number from x >= 0 on that is no member. Adds the words looked at to `steps`.
    Int free_from(Int x, Int& steps) const {
        if (x < 64) {
            const std::uint64_t rest = ~low_ >> x;
            if (rest != 0) return x + std::countr_zero(rest);
        }
        for (x = std::max(x, base_); x - base_ < room(); x = (x | 63) + 1) {
            ++steps;
            const std::uint64_t rest = ~word(x) >> (x & 63);
            if (rest != 0) return x + std::countr_zero(rest);
        }
        return x;
    }

  private:
    Int room() const { return (mask_ + 1) * 64; }
    std::size_t at(Int x) const { return static_cast<std::size_t>(x >> 6 & mask_); }
    std::uint64_t word(Int x) const { return ring_[at(x)]; }

    bool grow(Int x) {
        std::size_t size = ring_.size();
        while ((x - base_) >> 6 >= static_cast<Int>(size)) size *= 2;
        if (size - ring_.size() > stock_) return false;
        stock_ -= size - ring_.size();
        std::vector<std::uint64_t> old(size);
        old.swap(ring_);
        mask_ = static_cast<Int>(size) - 1;
        for (std::size_t i = 0; i < old.size(); ++i) {
            const Int y = base_ + static_cast<Int>(i) * 64;
            ring_[at(y)] = old[static_cast<std::size_t>(y >> 6) & (old.size() - 1)];
        }
        return true;
    }

    std::size_t& stock_;
    std::uint64_t low_ = 0;
    Int base_ = 64;
    std::vector<std::uint64_t> ring_ = std::vector<std::uint64_t>(64);
    Int mask_ = 63;  // the size of the ring, a power of two, less 1
};

}  // namespace mexcheck
