// A set of positions (x, y) of a box 0 <= x < width, 0 <= y < height, one bit a position.
//
// Row x is a run of words_per_row() words; bit y % 64 of word y / 64 says whether (x, y) is a
// member. Invariant: bits at or beyond height are zero.
//
// Cost: width*height/8 bytes; member access O(1); operations on whole sets O(width*height/64).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mexcert::tables {

struct Position {
    std::size_t x;
    std::size_t y;
    friend bool operator==(const Position&, const Position&) = default;
};

class PositionSet {
  public:
    // The empty set on the box.
    PositionSet(std::size_t width, std::size_t height);

    std::size_t width() const { return width_; }
    std::size_t height() const { return height_; }
    std::size_t words_per_row() const { return words_per_row_; }

    bool contains(std::size_t x, std::size_t y) const {
        return ((words_[word_index(x, y)] >> (y % 64U)) & 1U) != 0;
    }
    void insert(std::size_t x, std::size_t y) {
        words_[word_index(x, y)] |= std::uint64_t{1} << (y % 64U);
    }
    void erase(std::size_t x, std::size_t y) {
        words_[word_index(x, y)] &= ~(std::uint64_t{1} << (y % 64U));
    }
    // Inserts (x, y) and (y, x) where they lie in the box; other positions are left out.
    void insert_symmetric(std::uint64_t x, std::uint64_t y);

    // Inserts (x, low) .. (x, high); high < height.
    void insert_run(std::size_t x, std::size_t low, std::size_t high);

    std::span<const std::uint64_t> row(std::size_t x) const {
        return {words_.data() + x * words_per_row_, words_per_row_};
    }
    // Bits at or beyond height must stay zero.
    std::span<std::uint64_t> row(std::size_t x) {
        return {words_.data() + x * words_per_row_, words_per_row_};
    }

    // With a set on the same box.
    PositionSet& operator|=(const PositionSet& other);
    PositionSet& operator&=(const PositionSet& other);
    PositionSet& operator-=(const PositionSet& other);
    friend bool operator==(const PositionSet&, const PositionSet&) = default;

    bool empty() const;
    std::size_t size() const;
    // The first member, rows x before columns y.
    std::optional<Position> first() const;

    // Calls visit(x, y) at each member, rows x before columns y.
    template <typename Visit>
    void for_each(Visit visit) const {
        for (std::size_t x = 0; x < width_; ++x) {
            const auto words = row(x);
            for (std::size_t w = 0; w < words.size(); ++w) {
                for (std::uint64_t rest = words[w]; rest != 0; rest &= rest - 1) {
                    visit(x, w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
                }
            }
        }
    }

  private:
    std::size_t word_index(std::size_t x, std::size_t y) const {
        return x * words_per_row_ + y / 64U;
    }

    std::size_t width_;
    std::size_t height_;
    std::size_t words_per_row_;
    std::vector<std::uint64_t> words_;
};

}  // namespace mexcert::tables
