#include "evaluation/words.hpp"

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

constexpr std::size_t kMaxLetters = std::size_t{1} << 26;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) { return a > kMost - b ? kMost : a + b; }

}  // namespace

std::int64_t Numeration::count(std::size_t length, std::size_t state) {
    while (counts_.size() <= length) {
        std::vector<std::int64_t> row;
        for (const auto& targets : states_) {
            std::int64_t sum = counts_.empty() ? 1 : 0;
            for (const std::int64_t target : targets) {
                if (!counts_.empty() && target >= 0) {
                    sum = saturated_sum(sum, counts_.back()[static_cast<std::size_t>(target)]);
                }
            }
            row.push_back(sum);
        }
        counts_.push_back(std::move(row));
    }
    return counts_[length][state];
}

// Words read from state 0 that may begin with zeros: those of length k in digit order are the
// representations of 0, 1, .. filled up with zeros, because state 0 goes to itself on 0.
Word Numeration::representation(std::int64_t n) {
    std::size_t length = 0;
    while (count(length, 0) <= n) {
        ++length;
    }
    Word word;
    std::size_t state = 0;
    for (; length > 0; --length) {
        const auto& targets = states_[state];
        for (std::size_t digit = 0; digit < targets.size(); ++digit) {
            if (targets[digit] < 0) {
                continue;
            }
            const auto target = static_cast<std::size_t>(targets[digit]);
            const std::int64_t words = count(length - 1, target);
            if (n < words) {
                word.push_back(static_cast<std::int64_t>(digit));
                state = target;
                break;
            }
            n -= words;
        }
    }
    return word;
}

const std::optional<Word>* MorphicWord::image_of(std::int64_t letter) const {
    return letter < static_cast<std::int64_t>(item_.images.size())
               ? &item_.images[static_cast<std::size_t>(letter)]
               : nullptr;
}

LimitKind MorphicWord::limit() const {
    const std::optional<Word>& first = item_.images[static_cast<std::size_t>(item_.start)];
    if (!first) {
        return LimitKind::kUndefined;
    }
    if (first->empty() || first->front() != item_.start || first->size() == 1) {
        return LimitKind::kNone;
    }
    const bool empties = std::any_of(item_.images.begin(), item_.images.end(),
                                     [](const auto& image) { return image && image->empty(); });
    return empties ? LimitKind::kUndefined : LimitKind::kExists;
}

std::optional<std::int64_t> MorphicWord::letter(std::int64_t position) {
    if (prefix_.empty()) {
        prefix_ = *item_.images[static_cast<std::size_t>(item_.start)];
        read_ = 1;
    }
    if (position >= static_cast<std::int64_t>(kMaxLetters)) {
        return std::nullopt;
    }
    while (static_cast<std::int64_t>(prefix_.size()) <= position) {
        const std::optional<Word>* image = image_of(prefix_[read_]);
        if (image == nullptr || !*image) {
            return std::nullopt;
        }
        prefix_.insert(prefix_.end(), (*image)->begin(), (*image)->end());
        ++read_;
    }
    return prefix_[static_cast<std::size_t>(position)];
}

std::optional<Word> MorphicWord::image(const Word& word) const {
    Word result;
    for (const std::int64_t letter : word) {
        const std::optional<Word>* image = image_of(letter);
        if (image == nullptr || !*image || result.size() + (*image)->size() > kMaxLetters) {
            return std::nullopt;
        }
        result.insert(result.end(), (*image)->begin(), (*image)->end());
    }
    return result;
}

}  // namespace mexcert
