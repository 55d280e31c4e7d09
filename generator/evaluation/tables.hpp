// Values of recursive definitions on boxes, one table for each definition and fixed arguments.
// Invariant: a value is -1 where it is not known yet; known values are final.
// Cost of a look-up: mostly one look at where its table was found before, then one index.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

struct Table {
    int id = -1;
    int item = -1;
    std::vector<std::int64_t> fixed;  // the arguments at the fixed positions
    std::vector<std::size_t> sizes;   // of the box, by ranged position
    std::vector<std::int64_t> values;

    // Index of a position inside the box; nothing outside it.
    [[nodiscard]] std::optional<std::size_t> index(const std::int64_t* ranged) const {
        std::size_t result = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (static_cast<std::size_t>(ranged[i]) >= sizes[i]) {
                return std::nullopt;
            }
            result = result * sizes[i] + static_cast<std::size_t>(ranged[i]);
        }
        return result;
    }
    // Makes the box at least that large; known values keep their positions.
    void resize(const std::vector<std::size_t>& least_sizes);
};

class Tables {
  public:
    explicit Tables(const Spec& spec) : spec_(spec) { recent_.fill(-1); }
    // The table of a definition for arguments split into fixed and ranged ones.
    Table& find(int item, const std::int64_t* fixed, std::size_t count);
    [[nodiscard]] const std::deque<Table>& all() const { return tables_; }
    // Forgets all values; the tables stay where they are.
    void forget();
    [[nodiscard]] Table& at(int id) { return tables_[static_cast<std::size_t>(id)]; }

  private:
    const Spec& spec_;
    std::deque<Table> tables_;
    std::map<int, std::map<std::vector<std::int64_t>, int>> by_key_;
    static constexpr std::size_t kRecent = 64;
    std::array<int, kRecent> recent_;  // tables found, by a hash of their keys
};

// The largest index read in each table, by ranged position. Absent: never read.
class Extents {
  public:
    void record(const Table& table, const std::int64_t* ranged) {
        if (static_cast<std::size_t>(table.id) >= most_.size()) {
            most_.resize(static_cast<std::size_t>(table.id) + 1);
        }
        std::vector<std::int64_t>& most = most_[static_cast<std::size_t>(table.id)];
        most.resize(table.sizes.size(), 0);
        for (std::size_t i = 0; i < most.size(); ++i) {
            most[i] = most[i] < ranged[i] ? ranged[i] : most[i];
        }
    }
    // Was this index, or a larger one, read in a table of one ranged position?
    [[nodiscard]] bool reaches(const Table& table, std::int64_t index) const {
        const auto id = static_cast<std::size_t>(table.id);
        return id < most_.size() && !most_[id].empty() && most_[id].front() >= index;
    }
    // Empty if the table was never read.
    [[nodiscard]] std::vector<std::int64_t> of(int table_id) const {
        const auto id = static_cast<std::size_t>(table_id);
        return id < most_.size() ? most_[id] : std::vector<std::int64_t>{};
    }
    void merge(const Extents& other, const Tables& tables) {
        for (const Table& table : tables.all()) {
            const std::vector<std::int64_t> most = other.of(table.id);
            if (!most.empty()) {
                record(table, most.data());
            }
        }
    }

  private:
    std::vector<std::vector<std::int64_t>> most_;
};

}  // namespace mexcert
