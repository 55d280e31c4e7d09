#include <algorithm>
#include <cstddef>

#include "piles/l1_nim.hpp"

namespace mexcert::piles {
namespace {

// Which naturals up to a limit are members: a byte each, in the order of the naturals and from the
// limit down, the latter also by parity. So the positions of one sum with a fixed a, whose piles
// and differences are b, s - a - b, b - a, s - a - 2b, s - 2a - b, are neighbours in each array.
class Flags {
  public:
    explicit Flags(std::size_t limit)
        : limit_(limit), up_(limit + 1, 0), down_(limit + 1, 0), halves_{down_, down_} {}

    void insert(std::size_t x) {
        up_[x] = 1;
        down_[limit_ - x] = 1;
        halves_[x % 2][(limit_ - x) / 2] = 1;
    }
    [[nodiscard]] const unsigned char* up(std::size_t x) const { return &up_[x]; }
    [[nodiscard]] const unsigned char* down(std::size_t x) const { return &down_[limit_ - x]; }
    // x, x - 2, x - 4, ..
    [[nodiscard]] const unsigned char* down_by_two(std::size_t x) const {
        return &halves_[x % 2][(limit_ - x) / 2];
    }

  private:
    std::size_t limit_;
    std::vector<unsigned char> up_;
    std::vector<unsigned char> down_;
    std::vector<unsigned char> halves_[2];
};

// The P-positions with the least pile a and that sum, among those with flags.
void collect(std::size_t a, std::size_t sum, const Flags& piles, const Flags& differences,
             std::vector<Triple>& found) {
    const std::size_t count = (sum - a) / 2 - a + 1;  // b = a .. (sum - a) / 2
    const unsigned char* b = piles.up(a);
    const unsigned char* c = piles.down(sum - 2 * a);
    const unsigned char* low = differences.up(0);
    const unsigned char* high = differences.down_by_two(sum - 3 * a);
    const unsigned char* both = differences.down(sum - 3 * a);
    const unsigned char first = *b;
    const auto covered = [&](std::size_t i) {
        return static_cast<unsigned char>(first | b[i] | c[i] | low[i] | high[i] | both[i]);
    };
    unsigned char all = 1;
    for (std::size_t i = 0; i < count; ++i) {
        all = std::min(all, covered(i));
    }
    for (std::size_t i = 0; all == 0 && i < count; ++i) {
        if (covered(i) == 0) {
            found.push_back({a, a + i, sum - 2 * a - i});
        }
    }
}

}  // namespace

std::vector<Triple> literal_l1_positions(std::uint64_t limit) {
    Flags piles(limit);
    Flags differences(limit);
    std::vector<Triple> positions;
    for (std::size_t sum = 0; sum <= limit; ++sum) {
        const std::size_t before = positions.size();
        for (std::size_t a = 0; 3 * a <= sum; ++a) {
            collect(a, sum, piles, differences, positions);
        }
        for (std::size_t i = before; i < positions.size(); ++i) {
            const Triple& position = positions[i];
            for (const std::uint64_t x : {position.a, position.b, position.c}) {
                piles.insert(x);
            }
            for (const std::uint64_t x :
                 {position.b - position.a, position.c - position.b, position.c - position.a}) {
                differences.insert(x);
            }
        }
    }
    return positions;
}

}  // namespace mexcert::piles
