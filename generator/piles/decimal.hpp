// Quotients of naturals as decimals, by long division: every digit is exact, the rest is cut off.
#pragma once

#include <cstdint>
#include <string>

namespace mexcert::piles {

// numerator / denominator with that many digits behind the point; 0 < denominator < 2^60.
[[nodiscard]] inline std::string decimal(std::uint64_t numerator, std::uint64_t denominator,
                                         int digits) {
    std::string text = std::to_string(numerator / denominator) + ".";
    for (std::uint64_t rest = numerator % denominator; digits > 0; --digits) {
        rest *= 10;
        text += static_cast<char>('0' + rest / denominator);
        rest %= denominator;
    }
    return text;
}

}  // namespace mexcert::piles
