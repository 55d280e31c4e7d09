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

// The packed words of 0, 1, .. `last`, which have at most `length` digits.
template <class Key>
std::vector<Key> packed_words(const NumerationSystem& numeration, unsigned length,
                              std::uint64_t last, unsigned bits) {
    // One digit and the state before it for each place, from the first one.
    std::vector<unsigned> digits(length, 0);
    std::vector<int> states(length + 1, 0);
    std::vector<Key> keys;
    keys.reserve(last + 1);
    Key key = 0;
    for (keys.push_back(key); keys.size() <= last; keys.push_back(key)) {
        unsigned place = length;
        int target = NumerationSystem::kNoState;
        while (target < 0) {  // the last place that has a further digit
            --place;
            key = static_cast<Key>(key >> bits);
            while (target < 0 && ++digits[place] < numeration.digits()) {
                target = numeration.next(states[place], digits[place]);
            }
        }
        states[place + 1] = target;
        key = static_cast<Key>((key << bits) | digits[place]);
        for (++place; place < length; ++place) {  // the least digits behind it
            digits[place] = 0;
            while ((states[place + 1] = numeration.next(states[place], digits[place])) < 0) {
                ++digits[place];
            }
            key = static_cast<Key>((key << bits) | digits[place]);
        }
    }
    return keys;
}

}  // namespace mexcert
