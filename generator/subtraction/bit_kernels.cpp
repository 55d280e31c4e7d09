#include "subtraction/bit_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mexcert::subtraction {
namespace {

// The same text for every processor: the compiler makes of it what the caller's target allows.
[[gnu::always_inline]] inline void shifted(const std::uint64_t* from, unsigned bits,
                                           std::size_t words, std::uint64_t* into) {
    if (bits == 0) {
        for (std::size_t w = 0; w < words; ++w) {
            into[w] |= from[w];
        }
        return;
    }
    const std::uint64_t* const before = from - 1;
    for (std::size_t w = 0; w < words; ++w) {
        into[w] |= from[w] << bits | before[w] >> (64 - bits);
    }
}

[[gnu::always_inline]] inline std::uint64_t count_zeros(const std::uint64_t* run,
                                                        std::size_t words) {
    std::uint64_t count = 0;
    for (std::size_t w = 0; w < words; ++w) {
        count += static_cast<std::uint64_t>(std::popcount(~run[w]));
    }
    return count;
}

void or_windows_scalar(const std::uint8_t* const* windows, std::size_t count, std::size_t words,
                       std::uint64_t* into) {
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t value = 0;
            std::memcpy(&value, windows[i] + 8 * w, sizeof value);
            into[w] |= value;
        }
    }
}

void or_shifted_scalar(const std::uint64_t* from, unsigned bits, std::size_t words,
                       std::uint64_t* into) {
    shifted(from, bits, words, into);
}

std::uint64_t zeros_scalar(const std::uint64_t* run, std::size_t words) {
    return count_zeros(run, words);
}

#if defined(__x86_64__)
// So much of a run stays in the first cache beside the windows onto it.
constexpr std::size_t kTileWords = 1024;

[[gnu::target("avx2")]] inline __m256i load(const std::uint8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

[[gnu::target("avx2")]] inline __m256i or_of(__m256i a, __m256i b) { return _mm256_or_si256(a, b); }

// Four windows, from byte `begin` to byte `end`.
[[gnu::target("avx2")]] void or_four_avx2(const std::uint8_t* const* windows, std::size_t begin,
                                          std::size_t end, std::uint8_t* into) {
    const std::uint8_t* const a = windows[0];
    const std::uint8_t* const b = windows[1];
    const std::uint8_t* const c = windows[2];
    const std::uint8_t* const d = windows[3];
    for (std::size_t at = begin; at < end; at += 32) {
        auto* const to = reinterpret_cast<__m256i*>(into + at);
        const __m256i all =
            or_of(or_of(load(a + at), load(b + at)), or_of(load(c + at), load(d + at)));
        _mm256_storeu_si256(to, or_of(_mm256_loadu_si256(to), all));
    }
}

[[gnu::target("avx2")]] void or_eight_avx2(const std::uint8_t* const* windows, std::size_t begin,
                                           std::size_t end, std::uint8_t* into) {
    const std::uint8_t* const a = windows[0];
    const std::uint8_t* const b = windows[1];
    const std::uint8_t* const c = windows[2];
    const std::uint8_t* const d = windows[3];
    const std::uint8_t* const e = windows[4];
    const std::uint8_t* const f = windows[5];
    const std::uint8_t* const g = windows[6];
    const std::uint8_t* const h = windows[7];
    for (std::size_t at = begin; at < end; at += 32) {
        auto* const to = reinterpret_cast<__m256i*>(into + at);
        const __m256i abcd =
            or_of(or_of(load(a + at), load(b + at)), or_of(load(c + at), load(d + at)));
        const __m256i efgh =
            or_of(or_of(load(e + at), load(f + at)), or_of(load(g + at), load(h + at)));
        _mm256_storeu_si256(to, or_of(_mm256_loadu_si256(to), or_of(abcd, efgh)));
    }
}

[[gnu::target("avx2")]] void or_windows_avx2(const std::uint8_t* const* windows, std::size_t count,
                                             std::size_t words, std::uint64_t* into) {
    auto* const to = reinterpret_cast<std::uint8_t*>(into);
    const std::size_t whole = count / 8 * 8;
    const std::size_t left = count - whole;
    // The last windows; the last of them again where eight are asked for.
    std::array<const std::uint8_t*, 8> rest{};
    for (std::size_t i = 0; i < rest.size() && left > 0; ++i) {
        rest[i] = windows[whole + std::min(i, left - 1)];
    }
    for (std::size_t tile = 0; tile < words; tile += kTileWords) {
        const std::size_t begin = 8 * tile;
        const std::size_t end = 8 * std::min(words, tile + kTileWords);
        for (std::size_t i = 0; i < whole; i += 8) {
            or_eight_avx2(windows + i, begin, end, to);
        }
        if (left > 0) {
            (left > 4 ? or_eight_avx2 : or_four_avx2)(rest.data(), begin, end, to);
        }
    }
}

[[gnu::target("avx2")]] void or_shifted_avx2(const std::uint64_t* from, unsigned bits,
                                             std::size_t words, std::uint64_t* into) {
    shifted(from, bits, words, into);
}

[[gnu::target("avx2,popcnt")]] std::uint64_t zeros_avx2(const std::uint64_t* run,
                                                        std::size_t words) {
    return count_zeros(run, words);
}
#endif

}  // namespace

const BitKernels& bit_kernels(SimdLevel level) {
    static constexpr BitKernels kScalar{or_windows_scalar, or_shifted_scalar, zeros_scalar};
#if defined(__x86_64__)
    static constexpr BitKernels kAvx2{or_windows_avx2, or_shifted_avx2, zeros_avx2};
    return level >= SimdLevel::avx2 ? kAvx2 : kScalar;
#else
    static_cast<void>(level);
    return kScalar;
#endif
}

}  // namespace mexcert::subtraction
