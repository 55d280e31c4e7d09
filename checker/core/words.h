// Exact kernels for numbers and words: floor(n*phi), representations, automata, morphisms.
//
// Each is computed from its definition (language.md 6): the floor by comparing squares of integers,
// representations by counting the words of a numeration, letters by iterating the morphism. Words
// and prefixes are bounded by `kMaxWord` letters; beyond it the evaluation is declined.
#pragma once

#include <vector>

#include "spec.h"

namespace mexcheck {

using Word = std::vector<std::int64_t>;

constexpr std::size_t kMaxWord = std::size_t{1} << 24;

// floor(n * phi), n >= 0: the a with (2a-n)^2 <= 5n^2 < (2a+2-n)^2. Negative if beyond 64 bits.
std::int64_t floor_phi(std::int64_t n);

class Words {
  public:
    const Word& rep(const Item& numeration, std::int64_t n, const Place& place);
    std::int64_t output(const Item& dfao, std::int64_t n, const Place& place);
    std::int64_t letter(const Item& morphism, std::int64_t position, const Place& place);
    static bool limit(const Item& morphism, const Place& place);
    static Word image(const Item& morphism, const Word& word, const Place& place);

  private:
    struct Counts {
        std::vector<Word> of_length;  // [k][state]: allowed words of k digits, saturated at 2^63-1
        std::vector<std::int64_t> first;  // number of representations shorter than k digits
        std::int64_t last = -1;           // the representation that `word` holds
        Word word;
    };

    std::map<const Item*, Counts> counts_;
    std::map<const Item*, Word> prefixes_;
};

}  // namespace mexcheck
