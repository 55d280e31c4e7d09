#include "golden/floor_phi.hpp"

namespace mexcert::golden {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t inverse_phi = max_floor_phi_argument;

// inverse_phi = floor(2^64/phi): K <= 2^64/phi says K^2 + 2^64*K <= 2^128, the positive root of
// t^2 + t = 1 being 1/phi. Written as K^2 <= 2^64*(2^64 - K), both sides fit 128 bits.
constexpr bool at_most_inverse_phi(std::uint64_t k) {
    return static_cast<Wide>(k) * k <= static_cast<Wide>(-k) << 64U;
}
static_assert(at_most_inverse_phi(inverse_phi) && !at_most_inverse_phi(inverse_phi + 1));

}  // namespace

std::uint64_t floor_phi(std::uint64_t n) noexcept {
    // n/phi - n*K/2^64 lies in [0, n/2^64), inside [0, 1), so the guess is the floor or one less.
    Wide a = static_cast<Wide>(n) + ((static_cast<Wide>(n) * inverse_phi) >> 64U);
    // e = 5n^2 - r^2 with r = 2a - n. As a is the floor or one less, 0 <= e < (r + 4)^2 - r^2 =
    // 8r + 16 < 2^70. Hence e computed modulo 2^128 is e itself, although 5n^2 may leave 128 bits.
    const Wide r = 2 * a - n;
    const Wide e = 5 * static_cast<Wide>(n) * n - r * r;
    // a + 1 is the floor exactly if (r + 2)^2 <= 5n^2, that is 4r + 4 <= e.
    if (e >= 4 * r + 4) ++a;
    return static_cast<std::uint64_t>(a);
}

std::uint64_t floor_phi2(std::uint64_t n) noexcept { return floor_phi(n) + n; }

std::optional<std::uint64_t> checked_floor_phi(std::uint64_t n) noexcept {
    if (n > max_floor_phi_argument) return std::nullopt;
    return floor_phi(n);
}

std::optional<std::uint64_t> checked_floor_phi2(std::uint64_t n) noexcept {
    if (n > max_floor_phi2_argument) return std::nullopt;
    return floor_phi2(n);
}

}  // namespace mexcert::golden
