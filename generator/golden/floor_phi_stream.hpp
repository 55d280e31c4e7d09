// floor(n*phi) for n = n0, n0 + 1, ... written to an array, exactly.
//
// Many interleaved streams advance by increments of the integers n, a, r = 2a - n and
// e = 5n^2 - r^2 under the invariant 0 <= e < 4r + 4, which says a = floor(n*phi). Below
// 2^58 all of them fit signed 64 bits; above, every value is computed by itself.
//
// Cost: about 0.2 ns a value with AVX-512 (the memory write is the limit for long arrays).
#pragma once

#include <cstdint>
#include <span>

#include "golden/simd_level.hpp"

namespace mexcert::golden {

// out[i] = floor((n0 + i)*phi). Throws std::overflow_error, before it writes anything, if the last
// value does not fit 64 bits.
void floor_phi_stream(std::uint64_t n0, std::span<std::uint64_t> out);

// The same with a given instruction set; level must not exceed best_simd_level().
void floor_phi_stream(std::uint64_t n0, std::span<std::uint64_t> out, SimdLevel level);

}  // namespace mexcert::golden
