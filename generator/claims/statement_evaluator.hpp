// Evaluates a statement over the assignments of its leading variables (spec/language.md, 5.3).
// Ranged variables of a `forall` run upwards in order of binding; then the others run through the
// solutions of the hypotheses in lexicographic order. Cost: one evaluation for each assignment.
#pragma once

#include <chrono>
#include <functional>

#include "claims/binding.hpp"

namespace mexcert {

struct Verdict {
    bool refuted = false;
    NamedValues assignment;            // leading variables at the first false leaf
    int leaf = -1;                     // that leaf
    std::vector<std::uint64_t> reads;  // how often each leaf was read
    std::optional<Error> error;        // a fault: the rest says nothing

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
    // Give up (with an error of outcome kDeclined) after that time.
    void set_deadline(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }

    [[nodiscard]] Verdict run();

  private:
    struct Block {  // a `forall`
        std::vector<int> ranged;
        std::vector<int> open;
        Plan plan;
        int behind = -1;  // the spine node to go on with
    };

    void parameters(std::size_t next);
    void node(int index);
    void leaf(const SpineNode& leaf);
    void loop(const std::vector<int>& slots, std::size_t next, const std::function<void()>& body);
    void open_variables(const Block& block);
    [[nodiscard]] bool stopped() const {
        return verdict_.error || (verdict_.refuted && !all_leaves_);
    }
    void check_time();
    [[nodiscard]] const LeadingRange& range_of(int slot) const;
    [[nodiscard]] Block& block(int index) { return blocks_[static_cast<std::size_t>(index)]; }

    Engine& engine_;
    const StatementForm& form_;
    Evaluator& evaluator_;
    Binding binding_;
    std::vector<Block> blocks_;  // by spine node
    std::vector<int> leading_of_slot_;
    std::vector<std::int64_t> group_sums_;
    std::vector<int> assigned_;  // slots assigned at present, outermost first
    WitnessLeaf witness_leaf_;
    Observer observer_;
    bool all_leaves_ = false;
    std::optional<std::chrono::steady_clock::time_point> deadline_;
    std::uint64_t ticks_ = 0;
    Verdict verdict_;
};

}  // namespace mexcert
