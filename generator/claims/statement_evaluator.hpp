// Evaluates a statement over the assignments of its leading variables (spec/language.md, 5.3).
// Ranged variables of a `forall` run upwards in order of binding; then the others run through the
// solutions of the hypotheses in lexicographic order. Where it can, the last two ranged variables
// of a `forall` are read together (claims/statement_planes.hpp), with the same result.
// Cost: at worst one evaluation for each assignment.
#pragma once

#include <chrono>
#include <functional>

#include "claims/binding.hpp"
#include "claims/statement_planes.hpp"

namespace mexcert {

struct Verdict {
    bool refuted = false;
    NamedValues assignment;      // leading variables at the first false leaf
    int leaf = -1;               // that leaf
    std::vector<bool> read;      // which leaves were read
    std::optional<Error> error;  // a fault: the rest says nothing

    [[nodiscard]] bool holds() const { return !refuted && !error; }
    // The number of a leaf that was never read; -1 if all were.
    [[nodiscard]] int unread_leaf() const;
};

class StatementEvaluator {
  public:
    // Decides a leaf `exists` that cannot be solved, at the present values of the slots.
    using WitnessLeaf = std::function<bool(const SpineNode& leaf, Evaluator& evaluator)>;

    StatementEvaluator(Engine& engine, const StatementForm& form, Evaluator& evaluator)
        : engine_(engine), form_(form), evaluator_(evaluator) {}

    // Fixes which variables are ranged, and their ranges.
    // Error: `needs a range for x` (with the outcome given).
    [[nodiscard]] std::optional<Error> bind(const Binding& binding, Outcome outcome);
    // Moves a ranged variable to a single value.
    void set(int leading, std::int64_t value);

    // Called at each false hypothesis and at each leaf, with its truth value.
    using Observer = std::function<void(const SpineNode& node, bool holds, Evaluator& evaluator)>;
    void on_read(Observer observer) { observer_ = std::move(observer); }
    void on_witness_leaf(WitnessLeaf handler) { witness_leaf_ = std::move(handler); }
    // Go on after a false leaf, so that an undefined one is met too.
    void read_all_leaves(bool all) { all_leaves_ = all; }

    // Read each assignment on its own: the definition of the result.
    void read_directly(bool directly) { directly_ = directly; }

    [[nodiscard]] Verdict run();

    // The values of the variables assigned at present, outermost first.
    [[nodiscard]] NamedValues assignment() const;

  private:
    void node(int index);
    void forall(int index);
    void positions(int index);
    bool read_together(int index, const Plane& box);
    [[nodiscard]] Plane box_of(PositionSlots position);
    void position(const ForallBlock& block, PositionSlots slots, tables::Position at);
    void leaf(const SpineNode& leaf);
    void loop(const std::vector<int>& slots, std::size_t next, const std::function<void()>& body);
    [[nodiscard]] std::int64_t highest(int slot) const;
    void move_group(int slot, std::int64_t by);
    void open_variables(const ForallBlock& block);
    [[nodiscard]] bool stopped() const {
        return verdict_.error || (verdict_.refuted && !all_leaves_);
    }
    void check_time();
    void look_at_clock();
    // A part of the evaluation that has `steps` steps, of which `done` are done.
    struct Nesting {
        double done = 0;
        double steps = 1;
    };
    [[nodiscard]] double part_done() const;
    [[nodiscard]] const LeadingRange& range_of(int slot) const;
    [[nodiscard]] ForallBlock& block(int index) { return blocks_[static_cast<std::size_t>(index)]; }

    Engine& engine_;
    const StatementForm& form_;
    Evaluator& evaluator_;
    Binding binding_;
    std::vector<ForallBlock> blocks_;        // by spine node
    std::map<int, StatementPlanes> planes_;  // by spine node, where they are possible
    std::vector<int> leading_of_slot_;
    std::vector<std::int64_t> group_sums_;
    std::vector<int> assigned_;     // slots assigned at present, outermost first
    std::vector<Nesting> nesting_;  // the present step, outermost first
    WitnessLeaf witness_leaf_;
    Observer observer_;
    bool all_leaves_ = false;
    bool directly_ = false;
    std::uint64_t ticks_ = 0;
    Verdict verdict_;
};

}  // namespace mexcert
