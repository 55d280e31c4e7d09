#include "subtraction/cold_positions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "subtraction/convolution.hpp"

namespace mexcert::subtraction {
namespace {

// The prefix is a sixteenth of the range, within these bounds.
constexpr std::uint64_t kLeastPrefix = std::uint64_t{1} << 16;
constexpr std::uint64_t kGreatestPrefix = std::uint64_t{1} << 20;
constexpr std::uint32_t kGreatestModulus = 16;
constexpr double kRareShare = 1.0 / 5;  // of the cold positions may lie outside the dense classes

// Times in nanoseconds, as the benchmarks have them; only their ratios matter, and only for the
// choice.
constexpr double kMark = 0.6;
constexpr double kShiftOfChunk = 0.6;
constexpr double kChunk = 512;
constexpr double kConvolutionLevel = 15;  // of a position, for each doubling
constexpr double kLogOfLeaf = 12;

// What a prefix tells, continued to the whole range.
struct Estimate {
    double size;
    double moves;
    double density;  // of cold positions
};

double cost_of_marks(const Estimate& e) { return e.density * e.moves * e.size / 2 * kMark; }

double cost_of_convolution(const Estimate& e) {
    return e.size * kConvolutionLevel * (std::log2(e.size) - kLogOfLeaf);
}

struct Choice {
    double cost;
    Classes classes;
};

Choice choice_of(std::uint32_t q, const Bits& prefix, const MoveSet& moves, const Estimate& e) {
    std::vector<double> cold(q, 0);
    prefix.for_each(0, prefix.size(), [&](std::uint64_t n) { ++cold[n % q]; });
    std::vector<std::uint32_t> order(q);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return cold[a] > cold[b]; });
    const double all = std::accumulate(cold.begin(), cold.end(), 0.0);
    double rare = all;
    std::size_t count = 0;
    while (rare > kRareShare * all) {
        rare -= cold[order[count++]];
    }
    order.resize(count);
    std::sort(order.begin(), order.end());

    std::vector<double> moves_mod(q, 0);
    for (const std::uint64_t s : moves) {
        ++moves_mod[s % q];
    }
    double shifts = 0;
    for (const std::uint32_t r : order) {
        for (const std::uint32_t t : order) {
            shifts += moves_mod[(t + q - r) % q];
        }
    }
    const double chunks = e.size / (kChunk * q);
    const double dense = static_cast<double>(count);
    // So many shifts leave less than one position of a chunk.
    const double enough = std::log(kChunk) / (e.density * q / dense);
    const double pulled = (q - dense) * std::min(enough, e.moves * dense / q);
    const double cost = chunks * (shifts / 2 + pulled) * kShiftOfChunk +
                        cost_of_marks(e) * rare / std::max(all, 1.0);
    return {cost, {q, order, Classes{}.block}};
}

}  // namespace

Plan plan_for(const MoveSet& moves, std::uint64_t size) {
    if (size <= kLeastPrefix) {
        return {};
    }
    const MoveSet used(moves.begin(),
                       moves.begin() + static_cast<std::ptrdiff_t>(moves_up_to(moves, size - 1)));
    const Bits prefix =
        convolved_cold(used, Bits(std::clamp(size / 16, kLeastPrefix, kGreatestPrefix)));
    const Estimate e{static_cast<double>(size), static_cast<double>(used.size()),
                     static_cast<double>(prefix.count()) / static_cast<double>(prefix.size())};
    Plan plan;
    double least = cost_of_marks(e);
    for (std::uint32_t q = 1; q <= kGreatestModulus; ++q) {
        Choice choice = choice_of(q, prefix, used, e);
        if (choice.cost < least) {
            least = choice.cost;
            plan = {Method::kClasses, std::move(choice.classes)};
        }
    }
    if (cost_of_convolution(e) < least) {
        plan.method = Method::kConvolution;
    }
    return plan;
}

Bits cold_positions(const MoveSet& moves, std::uint64_t size, const Plan& plan, const Told& told) {
    switch (plan.method) {
        case Method::kClasses:
            return class_sieve(moves, size, plan.classes, told);
        case Method::kConvolution:
            return convolved_cold(moves, Bits(size), kLeastMarks, told);
        case Method::kSegments:
            break;
    }
    return segmented_sieve(moves, size, told);
}

Bits cold_positions(const MoveSet& moves, std::uint64_t size, const Told& told) {
    return cold_positions(moves, size, plan_for(moves, size), told);
}

}  // namespace mexcert::subtraction
