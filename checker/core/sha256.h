// SHA-256 (FIPS 180-4), for digests that bind a certificate to its statement and to its own bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mexcheck {

// Of bytes that come piece by piece. Cost: memory of one block.
class Sha256 {
  public:
    using State = std::array<std::uint32_t, 8>;
    // Adds blocks of 64 bytes.
    using AddBlocks = void (*)(State& state, std::string_view blocks);
    explicit Sha256(AddBlocks add_blocks = add_blocks_anywhere) : add_blocks_(add_blocks) {}
    static void add_blocks_anywhere(State& state, std::string_view blocks);
    static const std::array<std::uint32_t, 64> kRound;

    void add(std::string_view bytes);
    std::string digits() const;  // 64 lower-case digits, of all bytes so far

  private:
    AddBlocks add_blocks_;
    State state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::string rest_;  // less than a block
    std::uint64_t size_ = 0;
};

std::string sha256(std::string_view bytes);  // 64 lower-case digits

}  // namespace mexcheck
