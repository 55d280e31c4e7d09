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

// Flags for the values 0 .. bound - 1 of each lane.
struct Flags {
    std::size_t bound = 64;
    std::vector<std::uint8_t> seen = std::vector<std::uint8_t>(kLanes * bound, 0);

    void reset(std::size_t least) {
        if (least > bound) {
            bound = 2 * least;
            seen.assign(kLanes * bound, 0);
        } else {
            std::fill(seen.begin(), seen.end(), 0);
        }
    }
};

}  // namespace

Result<std::vector<std::uint16_t>> nim_values(const MoveSet& moves, std::uint64_t size,
                                              const Told& told) {
    std::vector<std::uint16_t> nim((size + kLanes - 1) / kLanes * kLanes, 0);
    const std::size_t near = moves_up_to(moves, kLanes - 1);  // moves within a group of positions
    std::size_t far =
        near;  // the moves near .. far - 1 lead below the group from each of its positions
    std::uint32_t greatest = 0;
    Flags flags;
    for (std::uint64_t first = 0; first < nim.size(); first += kLanes) {
        // A value is at most one more than the greatest before it: at most kLanes more in a group.
        flags.reset(greatest + kLanes + 2);
        std::uint8_t* const seen = flags.seen.data();
        const std::size_t bound = flags.bound;
        while (far < moves.size() && moves[far] <= first) {
            ++far;
        }
        for (std::size_t i = near; i < far; ++i) {
            const std::uint16_t* const options = nim.data() + (first - moves[i]);
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                seen[lane * bound + options[lane]] = 1;
            }
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::uint64_t n = first + lane;
            std::uint8_t* const own = seen + lane * bound;
            for (std::size_t i = 0; i < near && moves[i] <= n; ++i) {
                own[nim[n - moves[i]]] = 1;
            }
            for (std::size_t i = std::max(near, far); i < moves.size() && moves[i] <= n; ++i) {
                own[nim[n - moves[i]]] = 1;
            }
            const auto mex = static_cast<std::uint32_t>(std::find(own, own + bound, 0) - own);
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
