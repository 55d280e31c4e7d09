#include "subtraction/cold_positions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "subtraction/convolution.hpp"

namespace mexcert::subtraction {
namespace {

// The prefix is this part of the range, within these bounds.
constexpr std::uint64_t kPrefix = 64;
constexpr std::uint64_t kLeastPrefix = std::uint64_t{1} << 16;
constexpr std::uint64_t kGreatestPrefix = std::uint64_t{1} << 22;
// How counts grow is seen from this part of the prefix on.
constexpr std::uint64_t kEarly = 8;
constexpr std::uint64_t kGreatestModulus = 65;
constexpr std::uint64_t kLeastClass = std::uint64_t{1} << 16;
// So many moves, the smallest, show how all lie modulo q.
constexpr std::size_t kSeenMoves = std::size_t{1} << 15;

// Times in nanoseconds, as the benchmarks have them; only their ratios matter, and only for the
// choice.
constexpr double kMark = 0.6;      // in a segment
constexpr double kFarMark = 2.5;   // of a rare position, in any class
constexpr double kNearMark = 0.5;  // in a chunk
constexpr double kShift = 0.3;     // of kBits positions
constexpr double kBits = 256;
constexpr double kLeft = 2048;  // of a class that is not dense, one of so many is looked at
constexpr double kNearMoves = 256;
constexpr double kConvolutionLevel = 15;  // of a position, for each doubling
constexpr double kLogOfLeaf = 12;
// More classes cost what is not counted here: they must be better by a fifth.
constexpr double kBetter = 0.8;

// What a prefix tells, continued to the whole range.
struct Estimate {
    double size;
    double moves;
    double cold;  // positions
};

double cost_of_marks(const Estimate& e) { return e.cold * e.moves / 2 * kMark; }

double cost_of_convolution(const Estimate& e) {
    return e.size * kConvolutionLevel * (std::log2(e.size) - kLogOfLeaf);
}

struct Choice {
    double cost;
    Classes classes;
};

// How the cold positions of a range and the moves lie modulo q. The count of each class is
// continued from the prefix by the power of the range that it follows in the prefix.
struct Residues {
    std::vector<double> cold;
    std::vector<double> moves;

    Residues(std::uint32_t q, const Bits& prefix, const MoveSet& all, std::uint64_t size)
        : cold(q, 1), moves(q, 0) {
        const std::uint64_t early_end = prefix.size() / kEarly;
        const auto count = [&](std::uint64_t n) { ++cold[n % q]; };
        prefix.for_each(0, early_end, count);
        const std::vector<double> early = cold;
        prefix.for_each(early_end, prefix.size(), count);
        const double stretch =
            std::log2(static_cast<double>(size)) - std::log2(static_cast<double>(prefix.size()));
        for (std::uint32_t r = 0; r < q; ++r) {
            const double exponent =
                std::log2(cold[r] / early[r]) / std::log2(static_cast<double>(kEarly));
            cold[r] *= std::exp2(stretch * std::min(exponent, 1.0));
        }
        const std::size_t seen = std::min(all.size(), kSeenMoves);
        const double weight = static_cast<double>(all.size()) / static_cast<double>(seen);
        for (std::size_t i = 0; i < seen; ++i) {
            moves[all[i] % q] += weight;
        }
    }
};

// The costs of classes, as one after the other becomes dense.
class CostOfClasses {
  public:
    CostOfClasses(const Residues& residues, const Estimate& e)
        : residues_(residues),
          e_(e),
          all_(std::accumulate(residues.cold.begin(), residues.cold.end(), 0.0)) {}

    // The cost if this class is dense, too.
    double with(std::uint32_t r) {
        const auto q = static_cast<std::uint32_t>(residues_.cold.size());
        pairs_ += residues_.moves[0];
        for (const std::uint32_t t : dense_) {
            pairs_ += residues_.moves[(t + q - r) % q] + residues_.moves[(r + q - t) % q];
        }
        dense_.push_back(r);
        cold_ += residues_.cold[r];
        const double share = static_cast<double>(dense_.size()) / q;
        // So many shifts leave few positions of a class that is not dense.
        const double enough = std::log(kLeft) * share * e_.size / cold_;
        const double pulled = (1 - share) * q * std::min(enough, e_.moves * share);
        const double near = e_.cold * std::min(e_.moves, kNearMoves) / 2;
        return e_.size / (kBits * q) * (pairs_ / 2 + pulled) * kShift + near * kNearMark +
               cost_of_marks(e_) * (1 - cold_ / all_) * kFarMark / kMark;
    }

  private:
    const Residues& residues_;
    const Estimate& e_;
    double all_;
    double cold_ = 0;   // in dense classes
    double pairs_ = 0;  // shifts from a dense class to a dense class
    std::vector<std::uint32_t> dense_;
};

// The best choice of dense classes modulo q: those with the most cold positions.
Choice choice_of(const Residues& residues, const Estimate& e) {
    const auto q = static_cast<std::uint32_t>(residues.cold.size());
    std::vector<std::uint32_t> order(q);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return residues.cold[a] > residues.cold[b];
    });
    Choice best{cost_of_marks(e), {}};
    CostOfClasses costs(residues, e);
    for (std::uint32_t count = 1; count <= q; ++count) {
        const double cost = costs.with(order[count - 1]);
        if (cost < best.cost) {
            best = {cost, {q, {order.begin(), order.begin() + count}, Classes{}.block}};
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
    if (used.empty()) {
        return {};
    }
    const std::uint64_t part = std::clamp(size / kPrefix, kLeastPrefix, kGreatestPrefix);
    const Bits prefix =
        part > kLeastPrefix ? cold_positions(used, part) : convolved_cold(used, Bits(part));
    const Estimate e{static_cast<double>(size), static_cast<double>(used.size()),
                     Residues(1, prefix, used, size).cold[0]};
    Plan plan;
    double least = cost_of_marks(e);
    for (std::uint32_t q = 1; q <= std::min(kGreatestModulus, size / kLeastClass); ++q) {
        Choice choice = choice_of(Residues(q, prefix, used, size), e);
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
