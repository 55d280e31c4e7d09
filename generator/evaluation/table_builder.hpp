// Computes tables of recursive definitions bottom-up: the sequence shape by one sweep, the queen
// shape by the fast Grundy tables, the pile shape by those of subtraction games, every other
// definition cell by cell: all tables of it that need each other together, in the order of the
// measure (no native recursion over the input).
// Each self-call is checked to have a smaller measure (spec/language.md, section 4).
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <vector>

#include "evaluation/evaluator.hpp"
#include "subtraction/move_set.hpp"

namespace mexcert {

class TableBuilder {
  public:
    explicit TableBuilder(Engine& engine) : engine_(engine) {}

    // Extends the table so that `wanted` (one index for each ranged position) lies in it; it may
    // become larger. The fault of the defining equation if it is undefined or cannot be computed.
    [[nodiscard]] std::optional<Fault> grow(Table& table, const std::vector<std::int64_t>& wanted);

    // Sets the parameters of the table's definition to its fixed and these ranged arguments.
    void set_arguments(Evaluator& evaluator, const Table& table, const std::int64_t* ranged);

  private:
    // The unknown cells of a box of one table, by measure.
    struct Box {
        Table* table = nullptr;
        std::vector<std::size_t> sizes;
        std::vector<std::pair<std::int64_t, std::size_t>> order;  // measure, cell
        std::size_t next = 0;
        int extensions = 0;
    };
    // Boxes of one definition, and the measures of their next cells.
    struct Boxes {
        std::deque<Box> all;
        std::map<const Table*, std::size_t> of_table;
        std::priority_queue<std::pair<std::int64_t, std::size_t>,
                            std::vector<std::pair<std::int64_t, std::size_t>>, std::greater<>>
            next;
        void wait(std::size_t box);
    };

    std::optional<Fault> compute(Table& table, const std::vector<std::size_t>& sizes);
    std::optional<Fault> sweep(Table& table, const SequenceShape& shape, std::size_t count);
    std::optional<Fault> landing_positions(const Table& table, const QueenShape& shape,
                                           std::vector<std::uint8_t>& landing);
    std::optional<Fault> fill_queen(Table& table, const QueenShape& shape);
    std::optional<Fault> extra_values(const Table& table, const QueenShape& shape,
                                      std::vector<std::uint16_t>& extra, bool& used);
    std::optional<Fault> extra_table(const Table& table, const QueenShape& shape, Table*& result);
    [[nodiscard]] std::optional<subtraction::MoveSet> pile_moves(const Table& table,
                                                                 const PileShape& shape,
                                                                 std::size_t size);
    // Whether the table was filled.
    bool fill_pile(Table& table, const PileShape& shape, std::size_t size);
    bool fill_nim(Table& table, const subtraction::MoveSet& moves, std::size_t size);
    std::optional<Fault> fill(Table& table, const std::vector<std::size_t>& sizes);
    std::optional<Fault> open(Boxes& boxes, std::size_t index);
    std::optional<Fault> fill_cell(Boxes& boxes, std::size_t index);
    std::optional<Fault> take_miss(Boxes& boxes, const Box& reader, const Evaluator::Miss& miss);
    void report(const Table& table, std::size_t done, std::size_t all) const;
    Evaluator& evaluator(int item);
    void set_position(Evaluator& evaluator, const Table& table, std::size_t cell);

    Engine& engine_;
    // One for each definition: their frames must not be shared while one table needs another.
    std::map<int, std::unique_ptr<Evaluator>> evaluators_;
    std::vector<std::int64_t> position_;  // of set_position
};

}  // namespace mexcert
