// Numerations and morphic words (spec/language.md, section 6).
// Cost: a representation costs its length, after one table of word counts for each length; a letter
// of an infinite word costs amortised O(1) by extending a stored prefix.
#pragma once

#include <cstdint>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

using Word = std::vector<std::int64_t>;

class Numeration {
  public:
    explicit Numeration(const Item& item) : states_(item.states) {}
    // The representation of n >= 0, most significant digit first.
    Word representation(std::int64_t n);

  private:
    // Number of words of that length that can be read from a state, at most 2^63-1.
    std::int64_t count(std::size_t length, std::size_t state);

    std::vector<std::vector<std::int64_t>> states_;
    std::vector<std::vector<std::int64_t>> counts_;  // by length, then state
};

enum class LimitKind { kExists, kNone, kUndefined };

class MorphicWord {
  public:
    explicit MorphicWord(const Item& item) : item_(item) {}
    // Does the infinite word exist?
    [[nodiscard]] LimitKind limit() const;
    // The letter at a position, or nothing if a letter has no image or the prefix is too long.
    // Needs limit() == kExists.
    [[nodiscard]] std::optional<std::int64_t> letter(std::int64_t position);
    // The image of a word, or nothing if a letter has no image or the image is too long.
    [[nodiscard]] std::optional<Word> image(const Word& word) const;

  private:
    [[nodiscard]] const std::optional<Word>* image_of(std::int64_t letter) const;

    const Item& item_;
    Word prefix_;
    std::size_t read_ = 0;  // letters of the prefix whose images have been appended
};

}  // namespace mexcert
