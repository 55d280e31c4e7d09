// One more value in a 64-bit hash; for sums over many of them, where chance must not collide.
#pragma once

#include <cstdint>

namespace mexcert {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32U;
    hash *= 0xD6E8FEB86659FD93U;
    return hash ^ (hash >> 29U);
}

}  // namespace mexcert
