// Reads the body of a spine `forall` at many values of its last two ranged variables at once
// (evaluation/plane_evaluator.hpp). Possible if below them there are only hypotheses, conjunctions,
// leaves without witnesses, and `forall`s over the queen options of the position with one leaf
// about them.
// Cost: as for PlaneEvaluator; the analysis is linear in the statement.
#pragma once

#include <map>

#include "claims/statement_form.hpp"
#include "evaluation/plane_evaluator.hpp"

namespace mexcert {

// How the variables of a spine `forall` are run through.
struct ForallBlock {
    std::vector<int> ranged;  // slots, in order
    std::vector<int> open;    // slots enumerated from the hypotheses
    Plan plan;                // of the open ones
    int behind = -1;          // the spine node to go on with
};

class StatementPlanes {
  public:
    // `blocks`: by spine node; `forall`: the spine node whose last two ranged variables are meant.
    StatementPlanes(Engine& engine, const StatementForm& form,
                    const std::vector<ForallBlock>& blocks, int forall);

    [[nodiscard]] bool possible() const { return possible_; }
    [[nodiscard]] PositionSlots position() const { return position_; }

    // The positions in `where` at which some leaf is false; marks the leaves that are read.
    Plane false_positions(PlaneEvaluator& planes, const Plane& where, std::vector<bool>& read);

  private:
    // Hypotheses about the position, then one leaf about its options.
    struct Options {
        std::vector<NodeId> hypotheses;
        OptionQuestion violation;
        int leaf = -1;
    };

    bool analyse(int index);
    bool analyse_forall(int index, bool outermost);
    void read(int index, PlaneEvaluator& planes, const Plane& where);
    void read_forall(int index, PlaneEvaluator& planes, Plane where);

    Engine& engine_;
    const StatementForm& form_;
    const std::vector<ForallBlock>& blocks_;
    int forall_;
    PositionSlots position_;
    bool possible_ = false;
    std::map<int, Options> options_;  // by spine node of a `forall` over options
    Plane* wrong_ = nullptr;
    std::vector<bool>* leaves_read_ = nullptr;
};

}  // namespace mexcert
