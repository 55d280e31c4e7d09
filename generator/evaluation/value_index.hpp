// The inverse of a sequence read from index 0 on: at which indices a value is taken.
// Values near zero lie in an array that grows with what is inserted, others in a hash table.
// Invariant: indices are inserted in increasing order.
// Cost: a look-up is one array or hash access; at most 16 array cells for each value inserted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace mexcert {

// Index numbers by value; kNever where there is none.
class IndexByValue {
  public:
    using Index = std::uint32_t;
    static constexpr Index kNever = std::numeric_limits<Index>::max();

    [[nodiscard]] Index at(std::int64_t value) const {
        if (const Index found = near_zero(value); found != kNever || others_.empty()) {
            return found;
        }
        const auto found = others_.find(value);
        return found == others_.end() ? kNever : found->second;
    }
    // What the array alone knows: kNever also for values that lie in the hash table.
    [[nodiscard]] Index near_zero(std::int64_t value) const {
        return static_cast<std::uint64_t>(value) < array_.size()
                   ? array_[static_cast<std::size_t>(value)]
                   : kNever;
    }
    void set(std::int64_t value, Index index);

  private:
    std::vector<Index> array_;
    std::unordered_map<std::int64_t, Index> others_;
    std::size_t count_ = 0;  // of calls of set
};

// The values taken below an index, by several sequences together.
class ValueSet {
  public:
    using Index = IndexByValue::Index;

    void insert(std::int64_t value, Index index) {
        if (first_.at(value) == IndexByValue::kNever) {
            first_.set(value, index);
        }
    }
    // Is the value taken at some index <= last?
    [[nodiscard]] bool has(std::int64_t value, Index last) const {
        const Index first = first_.at(value);
        return first != IndexByValue::kNever && first <= last;
    }
    // A number v such that 0 .. v - 1 are all taken at indices <= last: the greatest one, as far
    // as the array knows. Constant time as long as `last` moves slowly, else a binary search.
    [[nodiscard]] std::int64_t full_below(Index last);

  private:
    IndexByValue first_;
    std::vector<Index> needed_;  // by v: the greatest of the first indices of 0 .. v
    std::size_t hint_ = 0;
};

// The indices at which one sequence takes a value, in increasing order.
class ValueChains {
  public:
    using Index = IndexByValue::Index;

    // The value at the next index.
    void push_back(std::int64_t value);
    [[nodiscard]] Index first(std::int64_t value) const { return first_.at(value); }
    // The next index with the same value; kNever if there is none yet.
    [[nodiscard]] Index after(Index index) const { return next_[index]; }

  private:
    IndexByValue first_;
    IndexByValue last_;
    std::vector<Index> next_;
};

}  // namespace mexcert
