// SHA-256 (FIPS 180-4), of text.
//
// The constants are computed as the standard defines them: the first 32 bits of the fractional
// parts of the square and cube roots of the first primes. Cost: linear in the text.
#pragma once

#include <gmpxx.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace mexfact {

using Words = std::vector<std::uint32_t>;

// The first 32 bits of the fractional part of the k-th root of the first `count` primes.
inline Words root_bits(unsigned long k, std::size_t count) {
    Words words;
    for (mpz_class p = 2; words.size() < count; mpz_nextprime(p.get_mpz_t(), p.get_mpz_t())) {
        mpz_class root = p << (32 * k);
        mpz_root(root.get_mpz_t(), root.get_mpz_t(), k);
        words.push_back(static_cast<std::uint32_t>(root.get_ui()));
    }
    return words;
}

inline std::string sha256(std::string text) {
    static const Words round = root_bits(3, 64);
    const auto mix = [](std::uint32_t a, int i, int j, std::uint32_t last) {
        return std::rotr(a, i) ^ std::rotr(a, j) ^ last;
    };
    const std::uint64_t bits = std::uint64_t{text.size()} * 8;
    text += '\x80';
    text.resize((text.size() + 8 + 63) / 64 * 64 - 8);
    for (int i = 7; i >= 0; --i) text += static_cast<char>(bits >> (8 * i) & 255);
    Words state = root_bits(2, 8), w(64);
    for (std::size_t block = 0; block < text.size(); block += 64) {
        for (std::size_t i = 0; i < 64; ++i)
            w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(text[block + i]);
        for (std::size_t i = 16; i < 64; ++i)
            w[i] = w[i - 16] + mix(w[i - 15], 7, 18, w[i - 15] >> 3) + w[i - 7] +
                   mix(w[i - 2], 17, 19, w[i - 2] >> 10);
        Words v = state;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t t = v[7] + mix(v[4], 6, 11, std::rotr(v[4], 25)) + round[i] + w[i] +
                                    ((v[4] & v[5]) ^ (~v[4] & v[6]));
            const std::uint32_t u = mix(v[0], 2, 13, std::rotr(v[0], 22)) +
                                    ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v = {t + u, v[0], v[1], v[2], v[3] + t, v[4], v[5], v[6]};
        }
        for (std::size_t i = 0; i < 8; ++i) state[i] += v[i];
    }
    std::string hex;
    for (std::size_t i = 0; i < 64; ++i)
        hex += "0123456789abcdef"[state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    return hex;
}

}  // namespace mexfact
