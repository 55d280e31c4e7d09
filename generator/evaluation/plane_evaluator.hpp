// Truth of a formula at many positions (x, y) of a box at once, the other variables being set.
// Relations of (x, y) are remembered as sets of positions; a question about the options of (x, y)
// under queen moves is answered by lines (tables/queen_reach.hpp); the rest is read row by row.
// Invariant: without a fault the result is that of Evaluator::truth at each position, and so are
// the positions read in tables (every solution of a quantifier being enumerated, as while
// recording). Cost: one row evaluation for each row and part, and the sweeps.
#pragma once

#include <functional>
#include <map>

#include "evaluation/queen_moves.hpp"
#include "evaluation/row_evaluator.hpp"

namespace mexcert {

using Plane = tables::PositionSet;

class PlaneEvaluator {
  public:
    // `stable`: as for RowEvaluator. `go_on` is called now and then; once it returns false, an
    // evaluation ends with a fault.
    PlaneEvaluator(Engine& engine, Evaluator& evaluator, PositionSlots position,
                   std::vector<int> stable, std::function<bool()> go_on)
        : engine_(engine),
          evaluator_(evaluator),
          position_(position),
          rows_(engine, evaluator, std::move(stable)),
          go_on_(std::move(go_on)) {}

    // The positions in `where` at which the formula holds. All calls are for the same box.
    Plane truth(NodeId formula, const Plane& where);
    // The positions in `where` that have an option of the kind asked for. `options`: all options
    // of positions in `where`.
    Plane some_option(const OptionQuestion& question, const Plane& where, Plane* options = nullptr);

  private:
    struct Known {
        Plane read;
        Plane holds;
    };
    struct Targets {
        Plane movers;   // the positions whose guards hold
        Plane options;  // of the movers
        Plane wanted;   // the options of the kind asked for
    };

    bool stopped();
    Plane by_rows(NodeId formula, PositionSlots slots, const Plane& where);
    Plane relation(NodeId formula, PositionSlots slots, const Plane& where);
    Plane quantifier(NodeId formula, const Plane& where);
    Plane comparison(NodeId formula, const Plane& where);
    Plane count(const Node& comparison, const OptionQuestion& question, const Plane& where);
    const std::optional<OptionQuestion>& question(NodeId quantifier);
    Targets targets(const OptionQuestion& question, const Plane& where);

    Engine& engine_;
    Evaluator& evaluator_;
    PositionSlots position_;
    RowEvaluator rows_;
    std::function<bool()> go_on_;
    // By item and arguments, -1 for x and -2 for y.
    std::map<std::vector<std::int64_t>, Known> relations_;
    std::map<NodeId, std::optional<OptionQuestion>> questions_;
};

}  // namespace mexcert
