#include "subtraction/nim_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mexcert::subtraction {
namespace {

constexpr std::size_t kLanes = 16;
constexpr std::uint32_t kGreatest = 0xFFFF;
constexpr std::uint64_t kBetween = std::uint64_t{1}
                                   << 16;  // positions between two words of progress

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

}  // namespace

Result<std::vector<std::uint16_t>> nim_values(const MoveSet& moves, std::uint64_t size,
                                              const Told& told) {
    std::vector<std::uint16_t> nim((size + kLanes - 1) / kLanes * kLanes, 0);
    const std::size_t near = moves_up_to(moves, kLanes - 1);  // moves within a group of positions
    std::size_t far =
        near;  // the moves near .. far - 1 lead below the group from each of its positions
    std::uint32_t greatest = 0;
    std::size_t stride = kSmallStride;
    std::vector<std::uint8_t> flags(kLanes * stride, 0);
    for (std::uint64_t first = 0; first < nim.size(); first += kLanes) {
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
    return nim;
}

}  // namespace mexcert::subtraction
