// The entries of tables of recursive definitions that an exported file reads. While the boxes grow
// an entry outside of them is taken in; afterwards it does not exist.
// Cost of a look-up: that of Tables::find.
#pragma once

#include <vector>

#include "evaluation/evaluator.hpp"

namespace mexcert::lean {

// One table of a recursive definition: its number in the engine, and its last positions.
struct TableBox {
    int id = -1;
    std::vector<std::int64_t> most;
};

class TableBoxes {
  public:
    TableBoxes(Engine& engine, Extents extents) : engine_(engine), extents_(std::move(extents)) {}

    [[nodiscard]] std::optional<std::int64_t> look_up(int item,
                                                      const std::vector<std::int64_t>& arguments);
    void close() { closed_ = true; }

    // In the order of certificates: by definition, then by fixed arguments.
    [[nodiscard]] std::vector<TableBox> all() const;
    [[nodiscard]] std::vector<TableBox> of(int item) const;
    [[nodiscard]] const Table& table(const TableBox& box) const {
        return engine_.tables.at(box.id);
    }
    // The arguments of the definition at a position of a table.
    [[nodiscard]] std::vector<std::int64_t> arguments(
        const TableBox& box, const std::vector<std::int64_t>& ranged) const;
    // How often a box has grown.
    [[nodiscard]] std::size_t growth() const { return growth_; }

  private:
    Engine& engine_;
    Extents extents_;
    bool closed_ = false;
    std::size_t growth_ = 0;
};

}  // namespace mexcert::lean
