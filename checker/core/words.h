// Exact kernels for numbers and words: floor(n*phi), representations, automata, morphisms.
//
// Each is computed from its definition (language.md 6): the floor by comparing squares of integers,
// representations by counting the words of a numeration, letters by iterating the morphism. Words
// and prefixes are bounded by `kMaxWord` letters; beyond it the evaluation is declined.
#pragma once

#include <algorithm>

#include "spec.h"

namespace mexcheck {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t kMaxWord = std::size_t{1} << 24;
constexpr std::size_t kMaxRep = std::size_t{1} << 18;  // digits times states of a numeration

// floor(n * phi), n >= 0: the a with (2a-n)^2 <= 5n^2 < (2a+2-n)^2. Negative if beyond 64 bits.
inline Int floor_phi(Int n) {
    // The largest n with floor(n * phi) <= 2^63 - 3, so that no step below leaves 64 bits; 5n^2 is
    // far below 2^128 there.
    constexpr Int largest = 5'700'357'409'661'599'241;
    if (n > largest) return -1;
    const Wide five = 5 * static_cast<Wide>(n) * static_cast<Wide>(n);
    const auto square = [n](Int a) {  // (2a-n)^2 for 2a >= n
        const Wide d = 2 * static_cast<Wide>(a) - static_cast<Wide>(n);
        return d * d;
    };
    // A guess in floating point; only the comparisons below decide.
    auto a =
        std::min(static_cast<Int>(static_cast<long double>(n) * 1.61803398874989484820L), kMax - 2);
    while (square(a) > five) --a;
    while (square(a + 1) <= five) ++a;
    return a;
}

inline const Word& given(const Item& morphism, Int letter, const Place& place) {
    const auto i = static_cast<std::size_t>(letter);
    if (i >= morphism.rows.size() || morphism.rows[i] == Word{-1})
        reject(place, "undefined: letter " + std::to_string(letter) + " has no image");
    return morphism.rows[i];
}

class Words {
  public:
    // The word number n in radix order (language.md 6). Padded with zeros to one length, words are
    // in the order of their digits; so each digit is found by counting the words before it.
    Word rep(const Item& numeration, Int n, const Place& place) {
        const auto& states = numeration.rows;
        auto rest = static_cast<std::uint64_t>(n);
        std::size_t length = 0;
        while (words_from(numeration, length, 0) <= rest)
            if (++length * states.size() > kMaxRep) decline(place, "word too long");
        Word word;
        for (Int state = 0; length-- > 0;) {
            const Word& targets = states[static_cast<std::size_t>(state)];
            std::size_t digit = 0;
            for (;; ++digit) {
                const std::uint64_t words = words_from(numeration, length, targets[digit]);
                if (rest < words) break;
                rest -= words;
            }
            word.push_back(static_cast<Int>(digit));
            state = targets[digit];
        }
        return word;
    }

    Int output(const Item& dfao, Int n, const Place& place) {
        Int state = 0;
        for (const Int digit : rep(*dfao.base, n, place))
            state = dfao.rows[static_cast<std::size_t>(state)][static_cast<std::size_t>(digit)];
        return dfao.rows[static_cast<std::size_t>(state)].back();
    }

    // Stricter than the text where a letter has no image: only letters that are reached count
    // there.
    static bool limit(const Item& morphism, const Place& place) {
        const Word& first = given(morphism, morphism.start, place);
        if (first.size() < 2 || first[0] != morphism.start) return false;
        std::set<Int> seen = {morphism.start};
        Word todo = {morphism.start};
        while (!todo.empty()) {
            const Word& image = given(morphism, todo.back(), place);
            todo.pop_back();
            for (const Int next : image)
                if (seen.insert(next).second) todo.push_back(next);
        }
        if (std::count(morphism.rows.begin(), morphism.rows.end(), Word{}) != 0)
            reject(place, "undefined: limit with an empty image of a letter");
        return true;
    }

    static Word image(const Item& morphism, const Word& word, const Place& place) {
        Word result;
        for (const Int letter : word) {
            const Word& image = given(morphism, letter, place);
            if (result.size() + image.size() > kMaxWord) decline(place, "word too long");
            result.insert(result.end(), image.begin(), image.end());
        }
        return result;
    }

    Int letter(const Item& morphism, Int position, const Place& place) {
        auto& [prefix, read] = prefixes_[&morphism];
        if (prefix.empty()) {
            if (!limit(morphism, place))
                reject(place, "undefined: `" + morphism.name + "` has no limit");
            prefix = given(morphism, morphism.start, place);
            read = 1;
        }
        if (static_cast<std::size_t>(position) >= kMaxWord) decline(place, "word too long");
        // The word is its own image: what is known goes on with the image of its next letter, and
        // as the first image has two letters and none is empty, there always is a next letter.
        while (prefix.size() <= static_cast<std::size_t>(position)) {
            const Word& image = given(morphism, prefix[read++], place);
            prefix.insert(prefix.end(), image.begin(), image.end());
        }
        return prefix[static_cast<std::size_t>(position)];
    }

  private:
    // The words of k digits from this state (leading zeros allowed), at most 2^64-1 of them
    // counted.
    std::uint64_t words_from(const Item& numeration, std::size_t k, Int state) {
        using Counts = std::vector<std::uint64_t>;
        auto& rows = counts_[&numeration];
        const auto& states = numeration.rows;
        if (rows.empty()) rows.emplace_back(states.size(), 1);
        while (rows.size() <= k) {
            Counts next(states.size());
            for (std::size_t s = 0; s < states.size(); ++s)
                for (const Int target : states[s])
                    if (target >= 0 &&
                        __builtin_add_overflow(
                            next[s], rows.back()[static_cast<std::size_t>(target)], &next[s]))
                        next[s] = std::numeric_limits<std::uint64_t>::max();
            rows.push_back(std::move(next));
        }
        return state < 0 ? 0 : rows[k][static_cast<std::size_t>(state)];
    }

    std::map<const Item*, std::vector<std::vector<std::uint64_t>>> counts_;  // [k][state]
    // The known beginning of the infinite word, and how many of its letters have been replaced.
    std::map<const Item*, std::pair<Word, std::size_t>> prefixes_;
};

}  // namespace mexcheck
