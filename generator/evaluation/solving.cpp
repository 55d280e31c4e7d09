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
            case StepKind::kAssign:
                return run_assign(step, found);
            case StepKind::kBisect:
                return run_bisect(step, found);
            case StepKind::kRange:
                return run_range(step, found);
            case StepKind::kRoot:
                return run_root(step, found);
            case StepKind::kSplit:
                for (const StepId branch : step.branches) {
                    if (!run(branch, found)) {
                        return false;
                    }
                }
                return true;
        }
    }
}

bool Evaluator::run_assign(const Step& step, FunctionRef<bool()> found) {
    const std::int64_t value = number(step.term);
    if (failed()) {
        return false;
    }
    if (value < 0 || value % step.factor != 0) {
        return true;
    }
    slot(step.slot) = value / step.factor;
    return run(step.next, found);
}

bool Evaluator::run_interval(const Step& step, std::int64_t low, std::int64_t high,
                             FunctionRef<bool()> found) {
    for (std::int64_t value = low; value <= high; ++value) {
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

bool Evaluator::run_range(const Step& step, FunctionRef<bool()> found) {
    const std::int64_t most = number(step.term);
    if (failed()) {
        return false;
    }
    return most < 0 || run_interval(step, 0, most / step.factor, found);
}

bool Evaluator::run_root(const Step& step, FunctionRef<bool()> found) {
    const std::int64_t center = number(step.term);
    const std::int64_t bound = number(step.bound);
    if (failed()) {
        return false;
    }
    if (bound < 0) {
        return true;
    }
    const std::int64_t root = integer_root(bound);
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (__builtin_sub_overflow(center, root, &low) || __builtin_add_overflow(center, root, &high)) {
        fail(false, program_.node(step.bound).place, "number beyond 64 bits");
        return false;
    }
    return run_interval(step, low < 0 ? 0 : low, high, found);
}

// The function is increasing, so v <= f(v), and the value of v lies at or below
// term / (factor + slope). Every index up to there may be read by a bisection: it is recorded.
bool Evaluator::run_bisect(const Step& step, FunctionRef<bool()> found) {
    const std::int64_t wanted = number(step.term);
    std::int64_t divisor = 0;
    if (__builtin_add_overflow(step.factor, step.slope, &divisor)) {
        overflow(program_.node(step.function));
    }
    if (failed()) {
        return false;
    }
    if (wanted < 0) {
        return true;
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
    if (failed()) {
        return false;
    }
    return sum != wanted || run(step.next, found);
}

}  // namespace mexcert
