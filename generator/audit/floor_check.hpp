// Is k the floor of a linear form at n? By one comparison of 128-bit integers.
//
// With slope * n + constant = (u(n) + v(n) sqrt d) / q, u and v integral: k is the floor iff
// 0 <= (u - k q) + v sqrt d and (u - (k + 1) q) + v sqrt d < 0; the sign of x + y sqrt d is that of
// x and y, or that of the one whose square (times d) is greater.
// Invariant: a k that is accepted is the floor; no square leaves 127 bits for the n <= `to` and the
// k that are compared.
// Cost: a few nanoseconds.
#pragma once

#include <cstdint>

#include "audit/exact_value.hpp"

namespace mexcert::audit {

class FloorCheck {
  public:
    // Accepts no k.
    FloorCheck() = default;
    // Accepts no k if the form is not floored, or the numbers up to `to` would become too large.
    FloorCheck(const LinearForm& form, std::uint64_t to);

    [[nodiscard]] bool is_floor(std::uint64_t n, std::int64_t k) const {
        if (k < -most_ || k > most_) {
            return false;  // no floor up to `to` is that large
        }
        const auto m = static_cast<std::int64_t>(n);
        const std::int64_t u = u_slope_ * m + u_constant_ - k * q_;
        const std::int64_t v = v_slope_ * m + v_constant_;
        return !is_negative(u, v) && is_negative(u - q_, v);
    }

  private:
    [[nodiscard]] bool is_negative(std::int64_t x, std::int64_t y) const {
        if (x >= 0 && y >= 0) {
            return false;
        }
        if (x <= 0 && y <= 0) {
            return true;
        }
        const auto square_of_x = static_cast<unsigned __int128>(static_cast<__int128>(x) * x);
        const auto square_of_y = static_cast<unsigned __int128>(static_cast<__int128>(y) * y) *
                                 static_cast<unsigned __int128>(d_);
        return x < 0 ? square_of_x > square_of_y : square_of_x < square_of_y;
    }

    std::int64_t u_slope_ = 0;
    std::int64_t u_constant_ = 0;
    std::int64_t v_slope_ = 0;
    std::int64_t v_constant_ = 0;
    std::int64_t q_ = 1;
    std::int64_t d_ = 0;
    std::int64_t most_ = -1;  // of |floor|
};

}  // namespace mexcert::audit
