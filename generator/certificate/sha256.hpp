// SHA-256 (FIPS 180-4) of byte strings, whole or piece by piece. Cost: linear; one block kept.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mexcert {

class Sha256 {
  public:
    void add(std::string_view bytes);
    // The digest of all bytes so far as 64 lower-case hexadecimal digits.
    [[nodiscard]] std::string hex() const;

  private:
    using Block = std::array<unsigned char, 64>;

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    Block rest_{};
    std::uint64_t size_ = 0;
};

// The digest of `bytes`.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace mexcert
