#include "subtraction/recurrence.hpp"

#include <algorithm>

namespace mexcert::subtraction {

std::vector<std::uint32_t> recurrent_nim_values(const MoveSet& moves, std::uint64_t size) {
    std::vector<std::uint32_t> nim(size);
    std::vector<std::uint64_t> seen(moves.size() + 1, 0);  // seen[v] == n + 1: an option has v
    for (std::uint64_t n = 0; n < size; ++n) {
        for (std::size_t i = 0; i < moves.size() && moves[i] <= n; ++i) {
            seen[nim[n - moves[i]]] = n + 1;
        }
        std::uint32_t mex = 0;
        while (seen[mex] == n + 1) {
            ++mex;
        }
        nim[n] = mex;
    }
    return nim;
}

Bits recurrent_cold(const MoveSet& moves, const Bits& hotspots) {
    Bits cold(hotspots.size());
    for (std::uint64_t n = 0; n < hotspots.size(); ++n) {
        const auto end = moves.begin() + static_cast<std::ptrdiff_t>(moves_up_to(moves, n));
        const bool hot =
            hotspots.contains(n) ||
            std::any_of(moves.begin(), end, [&](std::uint64_t s) { return cold.contains(n - s); });
        if (!hot) {
            cold.insert(n);
        }
    }
    return cold;
}

Bits byte_sieve(const MoveSet& moves, std::uint64_t size) {
    std::vector<std::uint8_t> hot(size, 0);
    Bits cold(size);
    for (std::uint64_t n = 0; n < size; ++n) {
        if (hot[n] != 0) {
            continue;
        }
        cold.insert(n);
        for (std::size_t i = 0; i < moves.size() && moves[i] < size - n; ++i) {
            hot[n + moves[i]] = 1;
        }
    }
    return cold;
}

}  // namespace mexcert::subtraction
