#include "evaluation/value_index.hpp"

#include <algorithm>

namespace mexcert {
namespace {

constexpr std::size_t kCellsEach = 16;  // of the array, for each value inserted
constexpr std::size_t kFirstCells = 4096;

}  // namespace

void IndexByValue::set(std::int64_t value, Index index) {
    ++count_;
    const std::size_t most = kFirstCells + kCellsEach * count_;
    const bool near = value >= 0 && static_cast<std::uint64_t>(value) < most;
    // What went to the hash table stays there.
    if (!near || (!others_.empty() && others_.count(value) != 0)) {
        others_[value] = index;
        return;
    }
    const auto cell = static_cast<std::size_t>(value);
    if (cell >= array_.size()) {
        array_.resize(std::min(most, std::max(cell + 1, array_.size() * 3 / 2)), kNever);
    }
    array_[cell] = index;
}

std::int64_t ValueSet::full_below(Index last) {
    for (;;) {
        const Index next = first_.near_zero(static_cast<std::int64_t>(needed_.size()));
        if (next == IndexByValue::kNever) {
            break;
        }
        needed_.push_back(needed_.empty() ? next : std::max(needed_.back(), next));
    }
    const auto ends_here = [&](std::size_t count) {
        return (count == 0 || needed_[count - 1] <= last) &&
               (count == needed_.size() || needed_[count] > last);
    };
    for (int steps = 0; steps < 4 && hint_ < needed_.size() && !ends_here(hint_); ++steps) {
        ++hint_;
    }
    if (!ends_here(hint_)) {
        hint_ = static_cast<std::size_t>(std::upper_bound(needed_.begin(), needed_.end(), last) -
                                         needed_.begin());
    }
    return static_cast<std::int64_t>(hint_);
}

void ValueChains::push_back(std::int64_t value) {
    const auto index = static_cast<Index>(next_.size());
    next_.push_back(IndexByValue::kNever);
    if (const Index last = last_.at(value); last != IndexByValue::kNever) {
        next_[last] = index;
    } else {
        first_.set(value, index);
    }
    last_.set(value, index);
}

}  // namespace mexcert
