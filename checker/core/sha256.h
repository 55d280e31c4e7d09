// SHA-256 (FIPS 180-4), for digests that bind a certificate to its statement and to its own bytes.
#pragma once

#include <string>
#include <string_view>

namespace mexcheck {

std::string sha256(std::string_view bytes);  // 64 lower-case digits

}  // namespace mexcheck
