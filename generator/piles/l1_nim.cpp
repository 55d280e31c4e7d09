#include "piles/l1_nim.hpp"

#include <algorithm>

namespace mexcert::piles {

void L1Positions::collect(std::uint64_t excess) {
    const std::uint64_t m = piles_.base();
    const std::uint64_t d = differences_.base();
    for (std::uint64_t i = 0; 3 * i <= excess; ++i) {
        const std::uint64_t a = m + i;
        for (std::uint64_t j = 0; 3 * i + 2 * j <= excess; ++j) {
            const std::uint64_t low = d + j;
            const std::uint64_t high = d + excess - 3 * i - 2 * j;
            const Triple position{a, a + low, a + low + high};
            ++lookups_;
            if (!piles_.contains(position.a) && !piles_.contains(position.b) &&
                !piles_.contains(position.c) && !differences_.contains(low) &&
                !differences_.contains(high) && !differences_.contains(low + high)) {
                level_.push_back(position);
            }
        }
    }
}

std::span<const Triple> L1Positions::next_level(std::uint64_t limit) {
    for (level_.clear(); level_.empty() && sum_ <= limit; ++sum_) {
        const std::uint64_t least = 3 * piles_.base() + 3 * differences_.base();
        if (least > limit) {
            sum_ = limit + 1;
            break;
        }
        sum_ = std::max(sum_, least);
        greatest_excess_ = std::max(greatest_excess_, sum_ - least);
        collect(sum_ - least);
    }
    for (const Triple& position : level_) {  // only now: they do not see each other
        piles_.insert(position.a);
        piles_.insert(position.b);
        piles_.insert(position.c);
        differences_.insert(position.b - position.a);
        differences_.insert(position.c - position.b);
        differences_.insert(position.c - position.a);
    }
    piles_.advance();
    differences_.advance();
    return level_;
}

}  // namespace mexcert::piles
