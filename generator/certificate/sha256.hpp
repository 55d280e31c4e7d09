// SHA-256 (FIPS 180-4) of byte strings. Cost: linear.
#pragma once

#include <string>
#include <string_view>

namespace mexcert {

// The digest of `bytes` as 64 lower-case hexadecimal digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

}  // namespace mexcert
