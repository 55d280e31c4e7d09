#include "subtraction/nim_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "subtraction/class_sieve.hpp"

namespace mexcert::subtraction {
namespace {

constexpr std::size_t kLanes = 16;
constexpr std::uint32_t kGreatest = 0xFFFF;
constexpr std::uint64_t kBetween = std::uint64_t{1}
                                   << 16;  // positions between two words of progress

// Level sets from so many positions and moves on, as long as there are fewer values: a value costs
// one shift for each 256 pairs of a position and a move, a third of what as many flags cost.
constexpr std::uint64_t kLeastKnown = std::uint64_t{1} << 14;
constexpr std::uint64_t kStep = 4;
constexpr std::size_t kLeastMoves = 64;
constexpr std::size_t kMostLevels = 512;

// The flags of lane i begin at i * stride. Constant strides are parts of addresses; these are no
// multiples of a page, so that lanes do not share the sets of a cache.
constexpr std::size_t kSmallStride = 1024 + 64;
constexpr std::size_t kLargeStride = 65536 + 64;

template <std::size_t stride>
void flag_options(const MoveSet& moves, std::size_t from, std::size_t to,
                  const std::uint16_t* first, std::uint8_t* seen) {
    for (std::size_t i = from; i < to; ++i) {
        const std::uint16_t* const options = first - moves[i];
#pragma GCC unroll 16
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            seen[lane * stride + options[lane]] = 1;
        }
    }
}

std::optional<Error> extend_by_groups(const MoveSet& moves, std::vector<std::uint16_t>& nim,
                                      std::uint64_t size, const Told& told) {
    const std::uint64_t known = nim.size() / kLanes * kLanes;  // whole groups
    nim.resize(std::max<std::uint64_t>(known, (size + kLanes - 1) / kLanes * kLanes), 0);
    const std::size_t near = moves_up_to(moves, kLanes - 1);  // moves within a group of positions
    std::size_t far =
        near;  // the moves near .. far - 1 lead below the group from each of its positions
    std::uint32_t greatest = 0;
    for (std::uint64_t n = 0; n < known; ++n) {
        greatest = std::max<std::uint32_t>(greatest, nim[n]);
    }
    std::size_t stride = kSmallStride;
    std::vector<std::uint8_t> flags(kLanes * stride, 0);
    for (std::uint64_t first = known; first < nim.size(); first += kLanes) {
        // A value is at most one more than the greatest before it: at most kLanes more in a group,
        // and one flag behind them stays clear.
        const std::size_t used = greatest + kLanes + 2;
        if (used > stride) {
            stride = kLargeStride;
            flags.assign(kLanes * stride, 0);
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            std::fill_n(flags.data() + lane * stride, used, 0);
        }
        std::uint8_t* const seen = flags.data();
        while (far < moves.size() && moves[far] <= first) {
            ++far;
        }
        (stride == kSmallStride
             ? flag_options<kSmallStride>
             : flag_options<kLargeStride>)(moves, near, far, nim.data() + first, seen);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::uint64_t n = first + lane;
            std::uint8_t* const own = seen + lane * stride;
            for (std::size_t i = 0; i < near && moves[i] <= n; ++i) {
                own[nim[n - moves[i]]] = 1;
            }
            for (std::size_t i = std::max(near, far); i < moves.size() && moves[i] <= n; ++i) {
                own[nim[n - moves[i]]] = 1;
            }
            const auto mex = static_cast<std::uint32_t>(std::find(own, own + stride, 0) - own);
            if (mex > kGreatest) {
                return declined("", fmt::format("the nim-value of {} does not fit 16 bits", n));
            }
            nim[n] = static_cast<std::uint16_t>(mex);
            greatest = std::max(greatest, mex);
        }
        if (told && first % kBetween == 0) {
            told(first);
        }
    }
    nim.resize(size);
    return std::nullopt;
}

// The positions below `end`, in the order of their values: those of value v are first[v] ..
// first[v + 1] - 1.
struct ByValue {
    std::vector<std::uint32_t> positions;
    std::vector<std::size_t> first;

    ByValue(const std::vector<std::uint16_t>& nim, std::size_t end)
        : positions(end), first(kMostLevels + 1, 0) {
        for (std::size_t n = 0; n < end; ++n) {
            ++first[nim[n] + 1U];
        }
        std::partial_sum(first.begin(), first.end(), first.begin());
        std::vector<std::size_t> next = first;
        for (std::size_t n = 0; n < end; ++n) {
            positions[next[nim[n]]++] = static_cast<std::uint32_t>(n);
        }
    }

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t value) const {
        return std::span(positions).subspan(first[value], first[value + 1] - first[value]);
    }
};

// Value by value: a position that is not of a smaller value has an option of each of these, so it
// is of this value iff no option is. Nothing is changed if there are kMostLevels values and more.
bool extend_by_levels(const MoveSet& moves, std::vector<std::uint16_t>& nim, std::uint64_t size,
                      const Told& told) {
    const std::size_t known = nim.size();
    const std::size_t from = known / 64 * 64;
    const ByValue before(nim, from);
    ClassSieve sieve(moves, size, {1, {0}});
    Bits smaller(size);  // from `from` on
    std::uint64_t decided = from;
    nim.resize(size);
    for (std::size_t value = 0; decided < size; ++value) {
        if (value == kMostLevels) {
            nim.resize(known);
            return false;
        }
        const Bits own = sieve.run({&smaller, from, before.of(value)});
        own.for_each(from, size, [&](std::uint64_t n) {
            nim[n] = static_cast<std::uint16_t>(value);
            smaller.insert(n);
            ++decided;
        });
        if (told) {
            told(decided);
        }
    }
    return true;
}

// Whether there are so many moves and so few values that level sets pay, as far as is known.
bool levels_pay(const MoveSet& moves, const std::vector<std::uint16_t>& nim, std::uint64_t size) {
    return nim.size() >= kLeastKnown && size - nim.size() >= nim.size() / 8 &&
           size <= std::numeric_limits<std::uint32_t>::max() &&
           moves_up_to(moves, size) >= kLeastMoves &&
           *std::max_element(nim.begin(), nim.end()) < kMostLevels;
}

}  // namespace

std::optional<Error> extend_nim_values(const MoveSet& moves, std::vector<std::uint16_t>& nim,
                                       std::uint64_t size, const Told& told) {
    while (nim.size() < size) {
        // Step by step, because the number of values is not known beforehand.
        const std::uint64_t step = std::min(size, std::max(kLeastKnown, kStep * nim.size()));
        if (levels_pay(moves, nim, step) && extend_by_levels(moves, nim, step, told)) {
            continue;
        }
        if (std::optional<Error> error = extend_by_groups(moves, nim, step, told)) {
            return error;
        }
    }
    return std::nullopt;
}

Result<std::vector<std::uint16_t>> nim_values(const MoveSet& moves, std::uint64_t size,
                                              const Told& told) {
    std::vector<std::uint16_t> nim;
    if (std::optional<Error> error = extend_nim_values(moves, nim, size, told)) {
        return *error;
    }
    return nim;
}

}  // namespace mexcert::subtraction
