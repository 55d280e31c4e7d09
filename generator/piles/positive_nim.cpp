#include "piles/positive_nim.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace mexcert::piles {
namespace {

constexpr std::array<std::array<std::size_t, 3>, 6> kOrders = {
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// The P-positions so far, in all orders of their piles, by their first pile and by the difference
// of the first two.
class Known {
  public:
    void insert(const Triple& position) {
        const std::array<std::uint64_t, 3> piles = {position.a, position.b, position.c};
        for (const auto& order : kOrders) {
            const Triple piece{piles[order[0]], piles[order[1]], piles[order[2]]};
            by_pile_[piece.a].push_back(piece);
            if (piece.b >= piece.a) {
                by_difference_[piece.b - piece.a].push_back(piece);
            }
        }
    }

    // Whether a P-position has the pile x in common with (x, y, z), the others not larger in some
    // order.
    [[nodiscard]] bool shares_pile(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
        return std::ranges::any_of(with(by_pile_, x),
                                   [&](const Triple& p) { return p.b <= y && p.c <= z; });
    }
    // Whether a P-position has the difference of x <= y in common, no pile larger.
    [[nodiscard]] bool shares_difference(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
        return std::ranges::any_of(with(by_difference_, y - x),
                                   [&](const Triple& p) { return p.a <= x && p.c <= z; });
    }
    // The least z for which one of the piles x, y or their difference rules (x, y, z) out, and so
    // all from there on; x <= y.
    [[nodiscard]] std::uint64_t ruled_out_from(std::uint64_t x, std::uint64_t y) const {
        std::uint64_t least = UINT64_MAX;
        for (const Triple& p : with(by_pile_, x)) {
            least = p.b <= y ? std::min(least, p.c) : least;
        }
        for (const Triple& p : with(by_pile_, y)) {
            least = p.b <= x ? std::min(least, p.c) : least;
        }
        for (const Triple& p : with(by_difference_, y - x)) {
            least = p.a <= x ? std::min(least, p.c) : least;
        }
        return least;
    }

  private:
    using Lists = std::unordered_map<std::uint64_t, std::vector<Triple>>;

    static const std::vector<Triple>& with(const Lists& lists, std::uint64_t key) {
        static const std::vector<Triple> kNone;
        const auto found = lists.find(key);
        return found == lists.end() ? kNone : found->second;
    }

    Lists by_pile_;
    Lists by_difference_;
};

// The P-position with these two smaller piles, if there is one.
std::optional<Triple> third_pile(std::uint64_t a, std::uint64_t b, const Known& known) {
    const std::uint64_t end = known.ruled_out_from(a, b);
    for (std::uint64_t c = b; c < end; ++c) {
        if (!known.shares_pile(c, a, b) && !known.shares_difference(a, c, b) &&
            !known.shares_difference(b, c, a)) {
            return Triple{a, b, c};
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<Triple> positive_positions(std::uint64_t limit) {
    Known known;
    std::vector<Triple> positions;
    for (std::uint64_t b = 0; b <= limit; ++b) {
        for (std::uint64_t a = 0; a <= b; ++a) {
            if (const auto position = third_pile(a, b, known)) {
                known.insert(*position);
                positions.push_back(*position);
            }
        }
    }
    std::sort(positions.begin(), positions.end());
    return positions;
}

}  // namespace mexcert::piles
