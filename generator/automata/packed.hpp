// Tuples of words as single integers: one letter (spec/automata.md 1) in each field of as many bits
// as a letter needs, the first letter in the highest field.
//
// Invariants: leading zeros change nothing; a prefix is a shift to the right; the order of integers
// is that of words of one length. As letters are linear in the digits, so is the packed tuple in
// the packed words of its tracks. Cost: one pass over all words of a length to pack all numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "automata/numeration.hpp"

namespace mexcert {

__extension__ using Wide = unsigned __int128;

struct Packing {
    Packing(unsigned digit_values, unsigned track_count) : digits(digit_values) {
        for (unsigned i = 0; i < track_count; ++i) {
            letters *= digits;
        }
        bits = static_cast<unsigned>(std::bit_width(letters - 1));
    }
    [[nodiscard]] unsigned digit(std::uint32_t letter, unsigned track, unsigned tracks) const {
        for (unsigned i = track + 1; i < tracks; ++i) {
            letter /= digits;
        }
        return letter % digits;
    }

    unsigned digits = 2;
    std::uint32_t letters = 1;  // digits to the power of tracks
    unsigned bits = 1;
};

// The packed words of 0, 1, .. with at most `length` digits, in order.
template <class Key>
std::vector<Key> packed_words(const NumerationSystem& numeration, unsigned length, unsigned bits) {
    struct Prefix {
        Key key;
        int state;
    };
    std::vector<Prefix> words{{0, 0}};
    for (unsigned i = 0; i < length; ++i) {
        std::vector<Prefix> longer;
        longer.reserve(numeration.count(i + 1));
        for (const Prefix& word : words) {
            for (unsigned digit = 0; digit < numeration.digits(); ++digit) {
                const int target = numeration.next(word.state, digit);
                if (target >= 0) {
                    longer.push_back({static_cast<Key>((word.key << bits) | digit), target});
                }
            }
        }
        words = std::move(longer);
    }
    std::vector<Key> keys;
    keys.reserve(words.size());
    for (const Prefix& word : words) {
        keys.push_back(word.key);
    }
    return keys;
}

}  // namespace mexcert
