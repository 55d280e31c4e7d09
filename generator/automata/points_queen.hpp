// Level sets of definitions of queen shape (evaluation/shapes.hpp), row by row, far out.
//
// The value c stands in row x at the least y that is not a place of a lower value in this row,
// whose column has no c in an earlier row, whose diagonal has none where a diagonal move may lead
// to, and at which the further conjunct does not exclude c: for F(x, y) = c says that c is not
// excluded at (x, y) and that F(x, y) is no smaller value, and the first such y of the row is the
// only one, as it then excludes c further on.
// Invariant: levels of another instance that the conjunct reads have been computed for these rows.
// Cost: a few steps for each row and level; 4 bytes for each, and 1 bit for a column or diagonal.
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "evaluation/evaluator.hpp"

namespace mexcert {

class QueenLevels {
  public:
    explicit QueenLevels(Engine& engine) : engine_(engine) {}

    // Row x of the result has the place of the value `level`, for x < rows.
    // Null with an error if the definition has another shape or a value is not found.
    [[nodiscard]] Result<const std::vector<std::uint32_t>*> level(
        int item, const std::vector<std::int64_t>& fixed, std::int64_t level, std::int64_t greatest,
        std::size_t rows);

    // Does the instance read another one (at the same place)? Known once rows have been computed.
    [[nodiscard]] bool reads_other(int item, const std::vector<std::int64_t>& fixed) const {
        const auto found = instances_.find({item, fixed});
        return found != instances_.end() && found->second.reads_extra;
    }

  private:
    // Which columns and diagonals have the value; all below the `full` counts have it.
    struct Line {
        std::vector<bool> taken;
        std::size_t full = 0;
        [[nodiscard]] bool has(std::size_t i) const { return i < taken.size() && taken[i]; }
        void take(std::size_t i);
    };
    struct Level {
        std::vector<std::uint32_t> places;  // by row
        Line columns;
        Line right;  // diagonals y - x >= 0
        Line left;   // diagonals x - y - 1 >= 0
    };
    struct Key {
        int item = -1;
        std::vector<std::int64_t> fixed;
        auto operator<=>(const Key&) const = default;
    };
    struct Instance {
        std::vector<Level> levels;
        std::size_t rows = 0;
        const QueenShape* shape = nullptr;
        const Body* body = nullptr;
        std::unique_ptr<Evaluator> evaluator;
        bool reads_extra = false;
        Key extra;
        // Diagonal moves lead to all (x, y) with x >= rows and y >= this, if it is known.
        std::size_t landing_from = std::numeric_limits<std::size_t>::max();
    };

    std::optional<Error> grow(const Key& key, std::int64_t greatest, std::size_t rows);
    std::optional<Error> prepare(const Key& key, Instance& instance);
    std::optional<Error> row(const Key& key, Instance& instance, std::size_t x);
    [[nodiscard]] bool excluded(Instance& instance, std::int64_t level, std::size_t x,
                                std::size_t y);
    static bool is_landing(Instance& instance, std::size_t x, std::size_t y);
    static void set_position(Instance& instance, std::size_t x, std::size_t y);

    Engine& engine_;
    std::map<Key, Instance> instances_;
};

}  // namespace mexcert
