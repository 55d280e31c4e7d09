// Truth of a formula at many values of one variable at once, the other variables being set.
// What does not depend on the variable is evaluated once, comparisons linear in it give a run of
// values, and a quantifier's variables run once for all values.
// Invariant: without a fault the result is that of Evaluator::truth at each value, and so are the
// positions read in tables; every solution of a quantifier is enumerated, as while recording.
// Cost: at worst that of one evaluation for each value.
#pragma once

#include <map>
#include <vector>

#include "evaluation/evaluator.hpp"
#include "tables/position_set.hpp"

namespace mexcert {

// Values y of the variable, as positions (0, y) of a box of width 1.
using Row = tables::PositionSet;

class RowEvaluator {
  public:
    // `stable`: slots that keep their value as long as this object lives.
    RowEvaluator(Engine& engine, Evaluator& evaluator, std::vector<int> stable)
        : engine_(engine),
          program_(engine.program),
          evaluator_(evaluator),
          stable_(std::move(stable)) {}

    // The values in `where` at which the formula holds.
    Row truth(NodeId formula, int slot, const Row& where);

  private:
    // A term that is slope * y + constant.
    struct Affine {
        std::int64_t slope = 0;
        std::int64_t constant = 0;
    };
    // The values of a term that depends on y and stable slots alone.
    struct Column {
        Row known;
        std::vector<std::int64_t> values;
    };

    [[nodiscard]] bool depends(NodeId id, int slot);
    Row each(NodeId formula, int slot, const Row& where);
    Row comparison(const Node& node, NodeId formula, int slot, const Row& where);
    std::optional<Affine> affine(NodeId term, int slot, std::size_t height);
    const Column* column(NodeId term, int slot, const Row& where);
    Row quantifier(const Node& node, NodeId formula, int slot, const Row& where);
    Row relation(const Node& node, NodeId formula, int slot, const Row& where);
    void run(StepId first, int slot, const Row& where, Row& found);
    void test(const Step& step, int slot, const Row& where, Row& found);
    void assign(const Step& step, int slot, const Row& where, Row& found);
    void assign_single(const Step& step, int slot, const Row& where, Row& found);
    void assign_each(const Step& step, int slot, const Row& where, Row& found);

    Engine& engine_;
    Program& program_;
    Evaluator& evaluator_;
    std::vector<int> stable_;
    std::map<NodeId, Column> columns_;
};

}  // namespace mexcert
