#include "tables/position_set.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace mexcert::tables {

namespace {

std::size_t checked_words(std::size_t width, std::size_t words_per_row) {
    if (words_per_row != 0 && width > std::numeric_limits<std::size_t>::max() / words_per_row) {
        throw std::length_error("PositionSet: box too large");
    }
    return width * words_per_row;
}

}  // namespace

PositionSet::PositionSet(std::size_t width, std::size_t height)
    : width_(width),
      height_(height),
      words_per_row_(height / 64U + (height % 64U != 0 ? 1U : 0U)),
      words_(checked_words(width, words_per_row_)) {}

void PositionSet::insert_symmetric(std::uint64_t x, std::uint64_t y) {
    if (x < width_ && y < height_) insert(x, y);
    if (y < width_ && x < height_) insert(y, x);
}

void PositionSet::insert_run(std::size_t x, std::size_t low, std::size_t high) {
    for (std::size_t w = low / 64; w <= high / 64; ++w) {
        const std::size_t first = w == low / 64 ? low % 64 : 0;
        const std::size_t last = w == high / 64 ? high % 64 : 63;
        words_[x * words_per_row_ + w] |=
            (~std::uint64_t{0} << first) & (~std::uint64_t{0} >> (63 - last));
    }
}

PositionSet& PositionSet::operator|=(const PositionSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
}

PositionSet& PositionSet::operator&=(const PositionSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
}

PositionSet& PositionSet::operator-=(const PositionSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
}

bool PositionSet::empty() const {
    return std::all_of(words_.begin(), words_.end(), [](std::uint64_t w) { return w == 0; });
}

std::optional<Position> PositionSet::first() const {
    const auto word = std::find_if(words_.begin(), words_.end(), [](auto w) { return w != 0; });
    if (word == words_.end()) return std::nullopt;
    const auto index = static_cast<std::size_t>(word - words_.begin());
    return Position{index / words_per_row_, index % words_per_row_ * 64 +
                                                static_cast<std::size_t>(std::countr_zero(*word))};
}

std::size_t PositionSet::size() const {
    std::size_t members = 0;
    for (const std::uint64_t word : words_)
        members += static_cast<std::size_t>(std::popcount(word));
    return members;
}

}  // namespace mexcert::tables
