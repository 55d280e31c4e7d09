// Evaluates terms and formulas of a Program by the rules of spec/language.md, section 5.
// A fault (an undefined value, a number beyond 64 bits, a construct that cannot be decided) stops
// the evaluation: every result is then meaningless, and `fault()` says what and where it is.
// Invariant: slots of the free variables are set before a node is evaluated. Native recursion is
// bounded by the depth of the text. Cost: a few nanoseconds a node.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/function_ref.hpp"
#include "base/monitor.hpp"
#include "evaluation/planner.hpp"
#include "evaluation/table_choice.hpp"
#include "evaluation/tables.hpp"
#include "evaluation/words.hpp"

namespace mexcert {

class TableBuilder;
class PrefixShapes;
class PrefixReader;
class Evaluator;

// Decides quantifiers that solving cannot decide, at the values that the evaluator's slots have.
class FormulaOracle {
  public:
    FormulaOracle() = default;
    FormulaOracle(const FormulaOracle&) = delete;
    FormulaOracle& operator=(const FormulaOracle&) = delete;
    virtual ~FormulaOracle() = default;

    [[nodiscard]] virtual Result<bool> truth(NodeId quantifier, Evaluator& evaluator) = 0;
};

// What all evaluations of one spec share.
struct Engine {
    explicit Engine(const Spec& text);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const Spec& spec;
    Program program;
    Shapes shapes;
    Planner planner;
    TableChoice table_choice;
    std::unique_ptr<PrefixShapes> prefix_shapes;
    bool read_prefixes = true;  // by inverse tables where they can answer
    Tables tables;
    std::unique_ptr<TableBuilder> builder;
    std::map<int, Numeration> numerations;
    std::map<int, MorphicWord> words;
    std::map<int, std::vector<std::int64_t>> outputs;  // of a dfao, at 0, 1, ..
    // Behind this time tables that grow cell by cell, evaluations and searches give up (kDeclined).
    std::optional<std::chrono::steady_clock::time_point> deadline;
    [[nodiscard]] bool out_of_time() const {
        return deadline && std::chrono::steady_clock::now() > *deadline;
    }
    Monitor* monitor = nullptr;  // hears of long work, if there is one
    // Asked where solving fails, if there is one; values that rest on its answers are not proved.
    FormulaOracle* oracle = nullptr;

    void report(std::string_view work, double part) const {
        if (monitor != nullptr) {
            monitor->at(work, part);
        }
    }
};

// Gives an engine a deadline as long as this lives; an earlier one that it has stays.
class DeadlineScope {
  public:
    using Time = std::chrono::steady_clock::time_point;
    DeadlineScope(Engine& engine, Time deadline) : engine_(engine), before_(engine.deadline) {
        engine.deadline = before_ ? std::min(*before_, deadline) : deadline;
    }
    ~DeadlineScope() { engine_.deadline = before_; }
    DeadlineScope(const DeadlineScope&) = delete;
    DeadlineScope& operator=(const DeadlineScope&) = delete;

  private:
    Engine& engine_;
    std::optional<Time> before_;
};

struct Fault {
    bool undefined = false;  // else: cannot be decided here
    Place place;
    std::string message;
};

// The integers low .. high; none if low > high.
struct Interval {
    std::int64_t low = 0;
    std::int64_t high = -1;
};

class Evaluator {
  public:
    explicit Evaluator(Engine& engine);
    ~Evaluator();
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    std::int64_t number(NodeId id) {
        const Node& node = program_.node(id);
        if (node.op == Op::kSlot) {
            return slot(static_cast<int>(node.imm));
        }
        return node.op == Op::kConst ? node.imm : number(node, id);
    }
    bool truth(NodeId id);
    Word word(NodeId id);

    // Runs a plan; `found` is called at each solution and returns whether to go on.
    // Returns false if it was stopped.
    bool run(StepId first, FunctionRef<bool()> found);
    // Do all of them hold? Read in their order, up to one that does not or to a fault.
    bool all_hold(const std::vector<NodeId>& formulas);
    // Do the conditions on the landing of a diagonal move hold at the position that the parameters
    // of its definition have?
    bool is_landing(const QueenShape& shape);
    // The values that an assigning step of a plan gives to its slot.
    Interval candidates(const Step& step);

    [[nodiscard]] std::int64_t& slot(int index) {
        const auto at = static_cast<std::size_t>(index);
        if (at >= slots_.size()) [[unlikely]] {
            add_slots(at);
        }
        return slots_[at];
    }
    [[nodiscard]] bool failed() const { return fault_.has_value(); }
    [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }
    void fail(bool undefined, const Place& place, std::string message);
    void clear_fault() { fault_.reset(); }
    // The error of the fault.
    [[nodiscard]] Error error() const;

    // Records every look-up; then all solutions are enumerated, even where one decides, unless the
    // tables that are read depend on the solution.
    void record(Extents* extents) { extents_ = extents; }
    [[nodiscard]] Extents* recorder() const { return extents_; }

    // While a table of `item` grows, a look-up of `item` outside its tables is a miss, not a
    // reason to grow; each self-call must have a measure below `measure`.
    struct Miss {
        Table* table = nullptr;
        std::vector<std::int64_t> ranged;
    };
    struct Growth {
        int item = -1;
        std::int64_t measure = 0;
        std::optional<Miss> miss;
        std::int64_t greatest = 0;  // measure of a self-call since this was set
    };
    void grow_for(Growth* growth) { growth_ = growth; }
    [[nodiscard]] Growth* growth() const { return growth_; }

    // Is the quantifier read by an inverse table?
    [[nodiscard]] bool reads_prefix(NodeId quantifier);

    // Called at each marked formula of a witness search (Op::kAtom).
    using AtomVisitor = std::function<void(const Node&)>;
    void visit_atoms(AtomVisitor visitor) { atom_visitor_ = std::move(visitor); }

  private:
    // A recursive definition as its look-ups need it.
    struct Callee {
        const Body* body = nullptr;
        std::vector<std::uint8_t> is_fixed;  // by parameter
        std::size_t fixed_count = 0;
        // The measure, if it is a sum of parameters, each once; else empty.
        std::vector<std::size_t> summands;
        Table* table = nullptr;  // where the value was found last
    };

    struct Grid {
        std::vector<std::vector<std::uint8_t>> rows;  // 0 unknown, 1 false, 2 true
    };

    [[gnu::noinline]] void add_slots(std::size_t last);
    std::int64_t number(const Node& node, NodeId id);
    std::int64_t overflow(const Node& node);
    std::int64_t arithmetic(const Node& node);
    std::int64_t division(const Node& node);
    std::int64_t floor_multiple(const Node& node);
    std::int64_t least(const Node& node, NodeId id);
    std::int64_t least_by_mex(const Node& node, const std::vector<Planner::MexPart>& parts);
    std::int64_t least_by_search(const Node& node);
    std::int64_t least_above_bounds(const Node& node, NodeId id);
    bool add_part(NodeId least, std::size_t index, const Planner::MexPart& part);
    bool unsolved(const Node& node, NodeId id);
    std::int64_t count(const Node& node, NodeId id);
    std::int64_t call(const Node& node);
    std::int64_t lookup(const Node& node);
    Callee& callee(int item);
    std::vector<std::size_t> summands_of(const Body& body);
    Table& table_of(const Node& node, Callee& callee, const std::int64_t* fixed);
    std::int64_t measure_at(const Callee& callee, const std::int64_t* arguments);
    void check_measure(const Node& node, const Callee& callee, const std::int64_t* arguments);
    std::int64_t check(const Node& node);
    std::int64_t letter(const Node& node);
    std::int64_t output(const Node& node);
    std::int64_t output_at(int dfao, std::int64_t value);
    bool quantifier(const Node& node, NodeId id);
    bool unique(const Node& node, NodeId id);
    bool must_go_on(NodeId quantifier, StepId first);
    bool relation(const Node& node);
    bool relation_body(const Node& node, const std::int64_t* arguments);
    std::uint8_t* memo(int item, const std::int64_t* arguments, std::size_t count);
    bool limit(const Node& node);
    bool affix(const Node& node);
    Word iterate(const Node& node);
    [[nodiscard]] MorphicWord& morphic(int item);

    bool run_interval(const Step& step, FunctionRef<bool()> found);
    Interval around_center(const Step& step);
    Interval bisection(const Step& step);

    Engine& engine_;
    Program& program_;
    std::vector<std::int64_t> slots_;
    std::vector<Callee> callees_;  // by item; without a body where none was looked up yet
    std::optional<Fault> fault_;
    Extents* extents_ = nullptr;
    Growth* growth_ = nullptr;
    AtomVisitor atom_visitor_;
    std::unique_ptr<PrefixReader> prefixes_;
    // The values of one part of a `least`, for i = 0 .. done - 1 at least.
    struct PartValues {
        std::vector<std::int64_t> others;  // values of the slots that the part reads, without i
        std::int64_t done = 0;
        std::int64_t lower = 0;
        std::unordered_set<std::int64_t> excluded;
    };
    std::map<std::pair<NodeId, std::size_t>, PartValues> parts_;
    std::map<std::pair<int, std::int64_t>, Grid> grids_;
    std::pair<int, std::int64_t> last_key_ = {-1, 0};
    Grid* last_grid_ = nullptr;
};

}  // namespace mexcert
