// Learning of a relation whose points can be had anywhere, not only among small numbers: the
// prefixes that stand for states may then be as long as they like (learner.hpp limits them by the
// data).
//
// A window is the set of points whose numbers begin with given words and go on for a given number
// of digits. Two prefixes are equal if for all suffix lengths 0 .. depth their windows hold the
// same suffixes. Long suffixes that tell apart only few prefixes would ask for a great depth;
// instead, a point at which the automaton is found to be wrong gives one suffix, by which prefixes
// that look the same in their windows are told apart as well (as in Angluin's learning from
// counterexamples).
// Invariant and warning as for learn(): agreement with data proves nothing beyond them. Cost: one
// window for each state, letter and suffix length; for a point, one for each of its digits.
#pragma once

#include <functional>

#include "automata/learner.hpp"

namespace mexcert {

struct NumberRange {
    std::uint64_t low = 0;
    std::uint64_t size = 0;
    [[nodiscard]] bool contains(std::uint64_t n) const { return n >= low && n - low < size; }
};

class WindowSource {
  public:
    WindowSource() = default;
    WindowSource(const WindowSource&) = delete;
    WindowSource& operator=(const WindowSource&) = delete;
    virtual ~WindowSource() = default;

    // The points with each number in its range, in lexicographic order, one number after another.
    [[nodiscard]] virtual Result<std::vector<std::uint64_t>> window(
        const std::vector<NumberRange>& ranges) = 0;
};

using Point = std::vector<std::uint64_t>;

struct WindowOptions {
    // Points at some of which the automaton must be wrong; none if it may be right. May be absent.
    std::function<Result<std::vector<Point>>(const Automaton&)> suspects;
    unsigned least_depth = 1;
    unsigned most_depth = 30;
    std::uint32_t most_states = 60'000;
};

// The automaton of the least depth that is closed and agrees with the sample, refined as long as
// there are suspects at which it is wrong.
[[nodiscard]] Result<Learned> learn_by_windows(const NumerationSystem& numeration,
                                               WindowSource& source, const Sample& sample,
                                               const WindowOptions& options = {});

}  // namespace mexcert
