#include "piles/l1_comparison.hpp"

#include <algorithm>

#include "piles/l1_nim.hpp"
#include "piles/mex_triples.hpp"

namespace mexcert::piles {
namespace {

constexpr std::uint64_t kBetweenTold = std::uint64_t{1} << 18;

void keep_first(std::vector<Triple>& list, const Triple& triple) {
    if (list.size() < kFirstDifferences) {
        list.push_back(triple);
    }
}

// v(0), v(1), .. one by one.
class Terms {
  public:
    [[nodiscard]] const Triple& current() const { return current_; }
    std::optional<Error> step() {
        if (place_ == block_.size()) {
            const auto next = triples_.next(UINT64_MAX);
            if (!next.ok()) {
                return next.error();
            }
            block_ = next.value();
            place_ = 0;
        }
        current_ = block_[place_++];
        return std::nullopt;
    }

  private:
    MexTriples triples_;
    std::span<const Triple> block_;
    std::size_t place_ = 0;
    Triple current_;
};

class Comparison {
  public:
    std::optional<Error> run_to(std::uint64_t sum, const std::function<void(std::uint64_t)>& told) {
        for (;;) {
            const auto level = positions_.next_level(sum);
            if (level.empty()) {
                break;
            }
            if (const auto error = terms_below(level.front().sum())) {
                return error;
            }
            for (const Triple& position : level) {
                add(position);
            }
            if (row_.positions % kBetweenTold == 0) {
                told(level.front().sum());
            }
        }
        return terms_below(sum + 1);
    }
    void end_row(std::uint64_t sum) {
        row_.sum = sum;
        row_.repeated = 3 * (row_.positions - 1) + 1 - positions_.distinct_piles();
        result_.rows.push_back(row_);
    }
    L1Comparison result() {
        result_.greatest_excess = positions_.greatest_excess();
        result_.lookups = positions_.lookups();
        return std::move(result_);
    }

  private:
    // The terms of smaller sum are no P-positions, but the one that has been found to be common.
    std::optional<Error> terms_below(std::uint64_t sum) {
        while (terms_.current().sum() < sum) {
            ++row_.terms;
            if (!current_is_common_) {
                keep_first(result_.only_terms, terms_.current());
            }
            current_is_common_ = false;
            if (auto error = terms_.step()) {
                return error;
            }
        }
        return std::nullopt;
    }
    void add(const Triple& position) {
        ++row_.positions;
        row_.falls += position.a < last_first_ ? 1 : 0;
        last_first_ = position.a;
        const std::uint64_t bend = 2 * position.b - position.a - position.c;  // modulo 2^64
        ++row_.bends[std::min<std::uint64_t>(bend, 3)];
        if (position == terms_.current()) {
            ++row_.common;
            current_is_common_ = true;
        } else {
            keep_first(result_.only_positions, position);
        }
    }

    L1Positions positions_;
    Terms terms_;
    bool current_is_common_ = false;
    std::uint64_t last_first_ = 0;
    L1Row row_;
    L1Comparison result_;
};

}  // namespace

Result<L1Comparison> compare_l1(const std::vector<std::uint64_t>& at,
                                const std::function<void(std::uint64_t)>& told) {
    Comparison comparison;
    for (const std::uint64_t sum : at) {
        if (const auto error = comparison.run_to(sum, told)) {
            return *error;
        }
        comparison.end_row(sum);
    }
    return comparison.result();
}

}  // namespace mexcert::piles
