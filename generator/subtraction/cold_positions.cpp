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

// Times in nanoseconds, as the benchmarks have them; only their ratios matter, and only for the
// choice.
constexpr double kMark = 0.6;
constexpr double kShiftOfChunk = 0.6;
constexpr double kChunk = 512;
constexpr double kConvolutionLevel = 15;  // of a position, for each doubling
constexpr double kLogOfLeaf = 12;
// More classes cost what is not counted here: they must be better by a fifth.
constexpr double kBetter = 0.8;

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

// How the cold positions of the prefix and the moves lie modulo q.
struct Residues {
    std::vector<double> cold;
    std::vector<double> moves;

    Residues(std::uint32_t q, const Bits& prefix, const MoveSet& all) : cold(q, 0), moves(q, 0) {
        prefix.for_each(0, prefix.size(), [&](std::uint64_t n) { ++cold[n % q]; });
        for (const std::uint64_t s : all) {
            ++moves[s % q];
        }
    }
};

double cost_of_classes(const Residues& residues, const std::vector<std::uint32_t>& dense,
                       const Estimate& e) {
    const auto q = static_cast<std::uint32_t>(residues.cold.size());
    double shifts = 0;  // from a dense class to a dense class
    double rare = std::accumulate(residues.cold.begin(), residues.cold.end(), 0.0);
    const double all = rare;
    for (const std::uint32_t r : dense) {
        rare -= residues.cold[r];
        for (const std::uint32_t t : dense) {
            shifts += residues.moves[(t + q - r) % q];
        }
    }
    const double share = static_cast<double>(dense.size()) / q;
    // So many shifts leave less than one position of a chunk in a class that is not dense.
    const double enough = std::log(kChunk) * share / e.density;
    const double pulled = (1 - share) * q * std::min(enough, e.moves * share);
    return e.size / (kChunk * q) * (shifts / 2 + pulled) * kShiftOfChunk +
           cost_of_marks(e) * rare / all;
}

// The best choice of dense classes modulo q: those with the most cold positions.
Choice choice_of(std::uint32_t q, const Bits& prefix, const MoveSet& moves, const Estimate& e) {
    const Residues residues(q, prefix, moves);
    std::vector<std::uint32_t> order(q);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return residues.cold[a] > residues.cold[b];
    });
    Choice best{cost_of_marks(e), {}};
    for (std::uint32_t count = 1; count <= q; ++count) {
        std::vector<std::uint32_t> dense(order.begin(), order.begin() + count);
        std::sort(dense.begin(), dense.end());
        const double cost = cost_of_classes(residues, dense, e);
        if (cost < best.cost) {
            best = {cost, {q, std::move(dense), Classes{}.block}};
        }
    }
    return best;
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
        if (choice.cost < kBetter * least) {
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
