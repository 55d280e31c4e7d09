// Runs solving plans (spec/language.md, section 5.1).
#include <cmath>
#include <limits>

#include "evaluation/evaluator.hpp"

namespace mexcert {
namespace {

// The largest r with r * r <= n, for n >= 0.
std::int64_t integer_root(std::int64_t n) {
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
    const auto above = [&](std::int64_t r) {
        std::int64_t square = 0;
        return __builtin_mul_overflow(r, r, &square) || square > n;
    };
    while (above(root)) {
        --root;
    }
    while (!above(root + 1)) {
        ++root;
    }
    return root;
}

}  // namespace

bool Evaluator::run(StepId first, FunctionRef<bool()> found) {
    for (StepId id = first;;) {
        const Step& step = engine_.planner.step(id);
        switch (step.kind) {
            case StepKind::kDone:
                return found() && !failed();
            case StepKind::kTest:
                for (const NodeId test : step.tests) {
                    const bool holds = truth(test);
                    if (failed() || !holds) {
                        return !failed();
                    }
                }
                id = step.next;
                continue;
            case StepKind::kSplit:
                for (const StepId branch : step.branches) {
                    if (!run(branch, found)) {
                        return false;
                    }
                }
                return true;
            default:
                return run_interval(step, found);
        }
    }
}

bool Evaluator::run_interval(const Step& step, FunctionRef<bool()> found) {
    const Interval interval = candidates(step);
    if (failed()) {
        return false;
    }
    for (std::int64_t value = interval.low; value <= interval.high; ++value) {
        slot(step.slot) = value;
        if (!run(step.next, found)) {
            return false;
        }
        if (value == std::numeric_limits<std::int64_t>::max()) {
            break;
        }
    }
    return true;
}

Interval Evaluator::candidates(const Step& step) {
    switch (step.kind) {
        case StepKind::kAssign: {
            const std::int64_t value = number(step.term);
            const std::int64_t quotient = value / step.factor;
            return value < 0 || value % step.factor != 0 ? Interval{}
                                                         : Interval{quotient, quotient};
        }
        case StepKind::kRange: {
            const std::int64_t most = number(step.term);
            return most < 0 ? Interval{} : Interval{0, most / step.factor};
        }
        case StepKind::kBisect:
            return bisection(step);
        default:
            return around_center(step);
    }
}

Interval Evaluator::around_center(const Step& step) {
    const std::int64_t center = number(step.term);
    const std::int64_t bound = number(step.bound);
    if (failed() || bound < 0) {
        return {};
    }
    const std::int64_t root = integer_root(bound);
    Interval result;
    if (__builtin_sub_overflow(center, root, &result.low) ||
        __builtin_add_overflow(center, root, &result.high)) {
        fail(false, program_.node(step.bound).place, "number beyond 64 bits");
    }
    result.low = result.low < 0 ? 0 : result.low;
    return result;
}

// The function is increasing, so v <= f(v), and the value of v lies at or below
// term / (factor + slope). Every index up to there may be read by a bisection: it is recorded.
Interval Evaluator::bisection(const Step& step) {
    const std::int64_t wanted = number(step.term);
    std::int64_t divisor = 0;
    if (__builtin_add_overflow(step.factor, step.slope, &divisor)) {
        overflow(program_.node(step.function));
    }
    if (failed() || wanted < 0) {
        return {};
    }
    std::int64_t low = 0;
    std::int64_t high = wanted / divisor;
    if (extents_ != nullptr) {
        slot(step.slot) = high;
        number(step.function);
    }
    while (low < high && !failed()) {
        const std::int64_t middle = low + (high - low) / 2;
        slot(step.slot) = middle;
        const std::int64_t reached = number(step.function);
        // factor * reached + slope * middle < wanted, without leaving 64 bits
        const __int128 sum = static_cast<__int128>(step.factor) * reached +
                             static_cast<__int128>(step.slope) * middle;
        (sum < wanted ? low : high) = sum < wanted ? middle + 1 : middle;
    }
    slot(step.slot) = low;
    const __int128 sum = static_cast<__int128>(step.factor) * number(step.function) +
                         static_cast<__int128>(step.slope) * low;
    return sum == wanted ? Interval{low, low} : Interval{};
}

}  // namespace mexcert
