#include "sha256_blocks.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>

namespace mexcheck {
namespace {

// The instructions hold the eight words a .. h of a state as a, b, e, f and c, d, g, h.
__attribute__((target("sha,sse4.1"))) void add_blocks(Sha256::State& state,
                                                      std::string_view blocks) {
    auto* const halves = reinterpret_cast<__m128i*>(state.data());
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(halves), 0xb1);
    const __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(halves + 1), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, hgfe, 8);
    __m128i cdgh = _mm_blend_epi16(hgfe, cdab, 0xf0);
    for (std::size_t start = 0; start < blocks.size(); start += 64) {
        const __m128i before[2] = {abef, cdgh};
        __m128i w[16];
        for (std::size_t i = 0; i < 16; ++i) {
            const auto* bytes = reinterpret_cast<const __m128i*>(blocks.data() + start + 16 * i);
            if (i < 4)
                w[i] = _mm_shuffle_epi8(_mm_loadu_si128(bytes), order);
            else
                w[i] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w[i - 4], w[i - 3]),
                                                          _mm_alignr_epi8(w[i - 1], w[i - 2], 4)),
                                            w[i - 1]);
            const auto* rounds = reinterpret_cast<const __m128i*>(Sha256::kRound.data() + 4 * i);
            const __m128i sum = _mm_add_epi32(w[i], _mm_loadu_si128(rounds));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
        }
        abef = _mm_add_epi32(abef, before[0]);
        cdgh = _mm_add_epi32(cdgh, before[1]);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128(halves, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128(halves + 1, _mm_alignr_epi8(dchg, feba, 8));
}

}  // namespace

Sha256::AddBlocks fastest_sha256() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    const bool has = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1) != 0 &&
                     __builtin_cpu_supports("sse4.1");
    return has ? add_blocks : Sha256::add_blocks_anywhere;
}

}  // namespace mexcheck
#else
mexcheck::Sha256::AddBlocks mexcheck::fastest_sha256() { return Sha256::add_blocks_anywhere; }
#endif
