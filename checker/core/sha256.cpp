#include "sha256.h"

#include <bit>

namespace mexcheck {

constexpr std::array<std::uint32_t, 64> Sha256::kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

void Sha256::add_blocks_anywhere(State& state, std::string_view blocks) {
    for (; !blocks.empty(); blocks.remove_prefix(64)) {
        std::uint32_t w[64]{};
        for (std::size_t i = 0; i < 64; ++i)
            w[i / 4] = w[i / 4] << 8 | static_cast<unsigned char>(blocks[i]);
        for (int i = 16; i < 64; ++i) {
            const std::uint32_t a = w[i - 15];
            const std::uint32_t b = w[i - 2];
            w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3)) + w[i - 7] +
                   (std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10));
        }
        State v = state;
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
            const std::uint32_t t1 =
                v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + kRound[i] + w[i];
            const std::uint32_t s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
            const std::uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v = {t1 + t2, v[0], v[1], v[2], v[3] + t1, v[4], v[5], v[6]};
        }
        for (std::size_t i = 0; i < 8; ++i) state[i] += v[i];
    }
}

void Sha256::add(std::string_view bytes) {
    size_ += bytes.size();
    if (!rest_.empty()) {
        const std::string_view first = bytes.substr(0, 64 - rest_.size());
        rest_ += first;
        bytes.remove_prefix(first.size());
        if (rest_.size() < 64) return;
        add_blocks_(state_, rest_);
    }
    const std::size_t whole = bytes.size() / 64 * 64;
    add_blocks_(state_, bytes.substr(0, whole));
    rest_ = bytes.substr(whole);
}

std::string Sha256::digits() const {
    // The rest, a one bit, zeros, and the number of bits.
    State state = state_;
    std::string tail = rest_ + '\x80';
    tail.resize(tail.size() <= 56 ? 56 : 120);
    for (int i = 7; i >= 0; --i) tail += static_cast<char>(8 * size_ >> (8 * i) & 255);
    add_blocks_(state, tail);
    std::string text;
    for (const std::uint32_t word : state)
        for (int i = 7; i >= 0; --i) text += "0123456789abcdef"[word >> (4 * i) & 15];
    return text;
}

std::string sha256(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes);
    return hash.digits();
}

}  // namespace mexcheck
