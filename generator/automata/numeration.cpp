#include "automata/numeration.hpp"

#include <algorithm>

namespace mexcert {
namespace {

constexpr unsigned kMostDigitValues = 10;

std::uint64_t capped(const mpz_class& n) {
    if (mpz_sizeinbase(n.get_mpz_t(), 2) > 64) {
        return NumerationSystem::kManyWords;
    }
    std::uint64_t result = 0;
    mpz_export(&result, nullptr, 1, sizeof result, 0, 0, n.get_mpz_t());
    return result;
}

}  // namespace

Result<NumerationSystem> NumerationSystem::of(const Item& numeration) {
    NumerationSystem system;
    system.digits_ = static_cast<unsigned>(numeration.states.front().size());
    if (system.digits_ > kMostDigitValues) {
        return declined(numeration.name, "automata have at most 10 digits");
    }
    for (const auto& targets : numeration.states) {
        bool any = false;
        for (const std::int64_t target : targets) {
            system.next_.push_back(static_cast<int>(target));
            any = any || target >= 0;
        }
        if (!any) {
            return invalid(numeration.name, "a state allows no digit");
        }
    }
    if (system.next(0, 0) != 0) {
        return invalid(numeration.name, "the start does not go to itself on 0");
    }
    system.tabulate();
    // Once no word is added at some length longer than the list of states, none ever is.
    const auto enough = static_cast<unsigned>(system.states()) + 1;
    if (enough < kMostDigits && system.big_count(enough) == system.big_count(enough - 1)) {
        return invalid(numeration.name, "finitely many words");
    }
    return system;
}

void NumerationSystem::tabulate() {
    big_.assign(1, std::vector<mpz_class>(states(), 1));
    for (unsigned length = 1; length <= kMostDigits; ++length) {
        std::vector<mpz_class> counts(states(), 0);
        for (std::size_t state = 0; state < states(); ++state) {
            for (unsigned digit = 0; digit < digits_; ++digit) {
                const int target = next(static_cast<int>(state), digit);
                if (target >= 0) {
                    counts[state] += big_[length - 1][static_cast<std::size_t>(target)];
                }
            }
        }
        big_.push_back(std::move(counts));
    }
    for (const auto& counts : big_) {
        std::vector<std::uint64_t> row;
        std::transform(counts.begin(), counts.end(), std::back_inserter(row), capped);
        small_.push_back(std::move(row));
    }
}

std::optional<NumerationSystem::Word> NumerationSystem::representation(const mpz_class& n) const {
    unsigned length = 0;
    while (length <= kMostDigits && big_count(length) <= n) {
        ++length;
    }
    if (length > kMostDigits || n < 0) {
        return std::nullopt;
    }
    Word word;
    mpz_class rest = n;
    int state = 0;
    for (unsigned left = length; left-- > 0;) {
        for (unsigned digit = 0; digit < digits_; ++digit) {
            const int target = next(state, digit);
            if (target < 0) {
                continue;
            }
            if (rest < big_count(left, target)) {
                word.push_back(static_cast<std::uint8_t>(digit));
                state = target;
                break;
            }
            rest -= big_count(left, target);
        }
    }
    return word;
}

std::optional<NumerationSystem::Word> NumerationSystem::representation(std::uint64_t n) const {
    const std::optional<unsigned> size = length(n);
    if (!size) {
        return std::nullopt;
    }
    Word word(*size);
    int state = 0;
    for (unsigned i = 0; i < *size; ++i) {
        for (unsigned digit = 0; digit < digits_; ++digit) {
            const int target = next(state, digit);
            if (target < 0) {
                continue;
            }
            const std::uint64_t words = count(*size - 1 - i, target);
            if (n < words) {
                word[i] = static_cast<std::uint8_t>(digit);
                state = target;
                break;
            }
            n -= words;
        }
    }
    return word;
}

std::optional<mpz_class> NumerationSystem::value(std::span<const std::uint8_t> word) const {
    while (!word.empty() && word.front() == 0) {
        word = word.subspan(1);
    }
    if (word.size() > kMostDigits) {
        return std::nullopt;
    }
    mpz_class result = 0;
    int state = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        if (word[i] >= digits_ || next(state, word[i]) < 0) {
            return std::nullopt;
        }
        const auto left = static_cast<unsigned>(word.size() - 1 - i);
        for (unsigned digit = 0; digit < word[i]; ++digit) {
            const int target = next(state, digit);
            if (target >= 0) {
                result += big_count(left, target);
            }
        }
        state = next(state, word[i]);
    }
    return result;
}

std::optional<unsigned> NumerationSystem::length(std::uint64_t n) const {
    for (unsigned length = 0; length < small_.size(); ++length) {
        if (n < count(length)) {
            return length;
        }
    }
    return std::nullopt;
}

unsigned NumerationSystem::length_within(std::uint64_t limit) const {
    unsigned length = 0;
    while (length < kMostDigits && count(length + 1) <= limit) {
        ++length;
    }
    return length;
}

}  // namespace mexcert
