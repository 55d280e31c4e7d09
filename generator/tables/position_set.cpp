#include "tables/position_set.hpp"

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

}  // namespace mexcert::tables
