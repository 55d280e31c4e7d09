#include "claims/statement_evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert {
namespace {

// Boxes of other sizes are read position by position.
constexpr std::size_t kFewPositions = 256;
constexpr std::size_t kManyPositions = std::size_t{1} << 29;
constexpr std::size_t kFirstRows = 64;  // read together at first; then as many as before
constexpr std::size_t kBands = 32;      // into which a large box is divided at least
constexpr std::uint64_t kTicks = 64;    // between two looks at the clock

}  // namespace

int Verdict::unread_leaf() const {
    const auto found = std::find(read.begin(), read.end(), false);
    return found == read.end() ? -1 : static_cast<int>(found - read.begin());
}

std::optional<Error> StatementEvaluator::bind(const Binding& binding, Outcome outcome) {
    binding_ = binding;
    blocks_.assign(form_.spine.size(), ForallBlock{});
    planes_.clear();
    leading_of_slot_.assign(engine_.program.slot_count(), -1);
    for (std::size_t i = 0; i < form_.leading.size(); ++i) {
        for (const int slot : form_.leading[i].slots) {
            leading_of_slot_[static_cast<std::size_t>(slot)] = static_cast<int>(i);
        }
    }
    for (std::size_t i = 0; i < form_.spine.size(); ++i) {
        const SpineNode& node = form_.spine[i];
        if (node.kind != SpineKind::kForall) {
            continue;
        }
        ForallBlock& made = blocks_[i];
        for (const int slot : node.slots) {
            (range_of(slot).ranged ? made.ranged : made.open).push_back(slot);
        }
        made.behind = node.first;
        if (made.open.empty()) {
            continue;
        }
        const Hypotheses hypotheses = hypotheses_of(form_, node);
        made.plan = engine_.planner.solve(hypotheses.formulas, made.open);
        made.behind = hypotheses.behind;
        if (made.plan.first == kNoPlan) {
            return Error{
                outcome, engine_.spec.item(form_.item).name,
                fmt::format("needs a range for {}", engine_.program.slot_name(made.open.front()))};
        }
    }
    for (std::size_t i = 0; i < form_.spine.size(); ++i) {
        if (form_.spine[i].kind == SpineKind::kForall) {
            StatementPlanes planes(engine_, form_, blocks_, static_cast<int>(i));
            if (planes.possible()) {
                planes_.emplace(static_cast<int>(i), std::move(planes));
            }
        }
    }
    return std::nullopt;
}

const LeadingRange& StatementEvaluator::range_of(int slot) const {
    const int leading = leading_of_slot_[static_cast<std::size_t>(slot)];
    return binding_.ranges[static_cast<std::size_t>(leading)];
}

void StatementEvaluator::set(int leading, std::int64_t value) {
    LeadingRange& range = binding_.ranges[static_cast<std::size_t>(leading)];
    range.low = value;
    range.high = value;
}

Verdict StatementEvaluator::run() {
    verdict_ = Verdict{};
    verdict_.read.assign(static_cast<std::size_t>(form_.leaves), false);
    group_sums_.assign(binding_.group_limits.size(), 0);
    assigned_.clear();
    nesting_.clear();
    evaluator_.clear_fault();
    std::vector<int> slots;
    for (const LeadingVariable& variable : form_.leading) {
        if (variable.is_parameter) {
            slots.push_back(variable.slots.front());
        }
    }
    loop(slots, 0, [this] { node(0); });
    return verdict_;
}

double StatementEvaluator::part_done() const {
    double part = 0;
    double step = 1;
    for (const Nesting& level : nesting_) {
        step /= level.steps;
        part += step * level.done;
    }
    return part;
}

void StatementEvaluator::check_time() {
    if (++ticks_ % kTicks == 0) {
        look_at_clock();
    }
}

void StatementEvaluator::look_at_clock() {
    engine_.report("evaluation", part_done());
    if (!verdict_.error && engine_.out_of_time()) {
        verdict_.error = declined("", "out of time");
    }
}

std::int64_t StatementEvaluator::highest(int slot) const {
    const LeadingRange& range = range_of(slot);
    const auto group = static_cast<std::size_t>(range.group);
    return range.group < 0 ? range.high : binding_.group_limits[group] - group_sums_[group];
}

void StatementEvaluator::move_group(int slot, std::int64_t by) {
    const LeadingRange& range = range_of(slot);
    if (range.group >= 0) {
        group_sums_[static_cast<std::size_t>(range.group)] += by;
    }
}

void StatementEvaluator::loop(const std::vector<int>& slots, std::size_t next,
                              const std::function<void()>& body) {
    if (next == slots.size()) {
        body();
        return;
    }
    const int slot = slots[next];
    const std::int64_t high = highest(slot);
    const std::int64_t low = range_of(slot).low;
    assigned_.push_back(slot);
    nesting_.push_back({0, static_cast<double>(high - low) + 1});
    for (std::int64_t value = low; value <= high && !stopped(); ++value) {
        evaluator_.slot(slot) = value;
        move_group(slot, value);
        loop(slots, next + 1, body);
        move_group(slot, -value);
        ++nesting_.back().done;
        check_time();
    }
    nesting_.pop_back();
    assigned_.pop_back();
}

// The last two variables are read together if that is possible.
void StatementEvaluator::forall(int index) {
    const ForallBlock& own = block(index);
    if (observer_ || all_leaves_ || directly_ || planes_.count(index) == 0) {
        loop(own.ranged, 0, [&] { open_variables(own); });
        return;
    }
    const std::vector<int> outer(own.ranged.begin(), own.ranged.end() - 2);
    loop(outer, 0, [&] { positions(index); });
}

// All positions to be read; the empty box if there are too few or too many.
Plane StatementEvaluator::box_of(PositionSlots position) {
    const std::int64_t high_x = highest(position.x);
    const std::int64_t low_y = range_of(position.y).low;
    std::int64_t high_y = low_y;
    const auto for_each_row = [&](auto visit) {
        for (std::int64_t x = range_of(position.x).low; x <= high_x; ++x) {
            move_group(position.x, x);
            visit(x, highest(position.y));
            move_group(position.x, -x);
        }
    };
    std::int64_t cells = 0;
    if (high_x < 0 || __builtin_mul_overflow(high_x + 1, range_of(position.y).high + 1, &cells) ||
        static_cast<std::size_t>(cells) > kManyPositions) {
        return {0, 0};
    }
    for_each_row([&](std::int64_t, std::int64_t high) { high_y = std::max(high_y, high); });
    Plane box(static_cast<std::size_t>(high_x) + 1, static_cast<std::size_t>(high_y) + 1);
    for_each_row([&](std::int64_t x, std::int64_t high) {
        if (low_y <= high) {
            box.insert_run(static_cast<std::size_t>(x), static_cast<std::size_t>(low_y),
                           static_cast<std::size_t>(high));
        }
    });
    return box.size() < kFewPositions ? Plane{0, 0} : box;
}

void StatementEvaluator::positions(int index) {
    const ForallBlock& own = block(index);
    const PositionSlots slots = planes_.at(index).position();
    const Plane box = box_of(slots);
    nesting_.push_back({0, static_cast<double>(box.width())});
    const bool done = box.width() > 0 && read_together(index, box);
    nesting_.pop_back();
    if (!done) {
        loop({slots.x, slots.y}, 0, [&] { open_variables(own); });
    }
}

// Reads the positions in bands of rows, until one of them has a false leaf: that one is read on its
// own. False after a fault: then all must be read one by one, so that the first one to meet it is
// named.
bool StatementEvaluator::read_together(int index, const Plane& box) {
    StatementPlanes& planes = planes_.at(index);
    PlaneEvaluator evaluator(engine_, evaluator_, planes.position(), assigned_, [this] {
        look_at_clock();
        return !stopped();
    });
    const std::size_t most_rows = std::max(kFirstRows, box.width() / kBands);
    for (std::size_t x = 0, rows = kFirstRows; x < box.width();
         x += rows, rows = std::min(x, most_rows)) {
        nesting_.back().done = static_cast<double>(x);
        Plane band(box.width(), box.height());
        for (std::size_t i = x; i < std::min(x + rows, box.width()); ++i) {
            std::copy(box.row(i).begin(), box.row(i).end(), band.row(i).begin());
        }
        const Plane wrong = planes.false_positions(evaluator, band, verdict_.read);
        if (evaluator_.failed() && !verdict_.error) {
            evaluator_.clear_fault();
            return false;
        }
        const std::optional<tables::Position> first = wrong.first();
        if (verdict_.error || first) {
            if (!verdict_.error) {
                position(block(index), planes.position(), *first);
            }
            return true;
        }
    }
    return true;
}

void StatementEvaluator::position(const ForallBlock& block, PositionSlots slots,
                                  tables::Position at) {
    evaluator_.slot(slots.x) = static_cast<std::int64_t>(at.x);
    evaluator_.slot(slots.y) = static_cast<std::int64_t>(at.y);
    assigned_.insert(assigned_.end(), {slots.x, slots.y});
    open_variables(block);
    assigned_.resize(assigned_.size() - 2);
}

void StatementEvaluator::open_variables(const ForallBlock& block) {
    if (block.open.empty()) {
        node(block.behind);
        return;
    }
    std::vector<std::vector<std::int64_t>> solutions;
    evaluator_.run(block.plan.first, [&] {
        std::vector<std::int64_t> solution;
        for (const int slot : block.open) {
            solution.push_back(evaluator_.slot(slot));
        }
        solutions.push_back(std::move(solution));
        return true;
    });
    if (evaluator_.failed()) {
        verdict_.error = evaluator_.error();
        return;
    }
    std::sort(solutions.begin(), solutions.end());
    solutions.erase(std::unique(solutions.begin(), solutions.end()), solutions.end());
    assigned_.insert(assigned_.end(), block.open.begin(), block.open.end());
    for (const std::vector<std::int64_t>& solution : solutions) {
        for (std::size_t i = 0; i < solution.size(); ++i) {
            evaluator_.slot(block.open[i]) = solution[i];
        }
        node(block.behind);
        if (stopped()) {
            break;
        }
    }
    assigned_.resize(assigned_.size() - block.open.size());
}

void StatementEvaluator::node(int index) {
    const SpineNode& spine = form_.at(index);
    switch (spine.kind) {
        case SpineKind::kAnd:
            nesting_.push_back({0, 2});
            node(spine.first);
            nesting_.back().done = 1;
            if (!stopped()) {
                node(spine.second);
            }
            nesting_.pop_back();
            return;
        case SpineKind::kImplies: {
            const bool holds = evaluator_.truth(spine.formula);
            if (evaluator_.failed()) {
                verdict_.error = evaluator_.error();
            } else if (holds) {
                node(spine.first);
            } else if (observer_) {
                observer_(spine, false, evaluator_);
            }
            return;
        }
        case SpineKind::kForall:
            forall(index);
            return;
        case SpineKind::kLeaf:
            leaf(spine);
            return;
    }
}

void StatementEvaluator::leaf(const SpineNode& leaf) {
    verdict_.read[static_cast<std::size_t>(leaf.leaf)] = true;
    check_time();
    const bool holds =
        leaf.needs_witness ? witness_leaf_(leaf, evaluator_) : evaluator_.truth(leaf.formula);
    if (evaluator_.failed()) {
        if (!verdict_.error) {
            verdict_.error = evaluator_.error();
            verdict_.error->message += at_text(assignment());
        }
        return;
    }
    if (observer_) {
        observer_(leaf, holds, evaluator_);
    }
    if (holds || verdict_.refuted) {
        return;
    }
    verdict_.refuted = true;
    verdict_.leaf = leaf.leaf;
    verdict_.assignment = assignment();
}

NamedValues StatementEvaluator::assignment() const {
    NamedValues values;
    for (const int slot : assigned_) {
        values.emplace_back(engine_.program.slot_name(slot), evaluator_.slot(slot));
    }
    return values;
}

}  // namespace mexcert
