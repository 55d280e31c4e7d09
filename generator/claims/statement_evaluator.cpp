#include "claims/statement_evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert {

int Verdict::unread_leaf() const {
    const auto found = std::find(reads.begin(), reads.end(), 0);
    return found == reads.end() ? -1 : static_cast<int>(found - reads.begin());
}

std::optional<Error> StatementEvaluator::bind(const Binding& binding, Outcome outcome) {
    binding_ = binding;
    blocks_.assign(form_.spine.size(), Block{});
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
        Block& made = blocks_[i];
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
    verdict_.reads.assign(static_cast<std::size_t>(form_.leaves), 0);
    group_sums_.assign(binding_.group_limits.size(), 0);
    assigned_.clear();
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

void StatementEvaluator::check_time() {
    if (deadline_ && ++ticks_ % 64 == 0 && std::chrono::steady_clock::now() > *deadline_ &&
        !verdict_.error) {
        verdict_.error = declined("", "out of time");
    }
}

void StatementEvaluator::loop(const std::vector<int>& slots, std::size_t next,
                              const std::function<void()>& body) {
    if (next == slots.size()) {
        body();
        return;
    }
    const int slot = slots[next];
    const LeadingRange range = range_of(slot);
    std::int64_t* sum =
        range.group < 0 ? nullptr : &group_sums_[static_cast<std::size_t>(range.group)];
    const std::int64_t high =
        sum == nullptr ? range.high
                       : binding_.group_limits[static_cast<std::size_t>(range.group)] - *sum;
    assigned_.push_back(slot);
    for (std::int64_t value = range.low; value <= high && !stopped(); ++value) {
        evaluator_.slot(slot) = value;
        if (sum != nullptr) {
            *sum += value;
        }
        loop(slots, next + 1, body);
        if (sum != nullptr) {
            *sum -= value;
        }
        check_time();
    }
    assigned_.pop_back();
}

void StatementEvaluator::open_variables(const Block& block) {
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
            node(spine.first);
            if (!stopped()) {
                node(spine.second);
            }
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
            loop(block(index).ranged, 0, [this, index] { open_variables(block(index)); });
            return;
        case SpineKind::kLeaf:
            leaf(spine);
            return;
    }
}

void StatementEvaluator::leaf(const SpineNode& leaf) {
    ++verdict_.reads[static_cast<std::size_t>(leaf.leaf)];
    check_time();
    const bool holds =
        leaf.needs_witness ? witness_leaf_(leaf, evaluator_) : evaluator_.truth(leaf.formula);
    if (evaluator_.failed()) {
        if (!verdict_.error) {
            verdict_.error = evaluator_.error();
            verdict_.error->message += " at ";
            NamedValues values;
            for (const int slot : assigned_) {
                values.emplace_back(engine_.program.slot_name(slot), evaluator_.slot(slot));
            }
            verdict_.error->message += values_text(values);
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
    for (const int slot : assigned_) {
        verdict_.assignment.emplace_back(engine_.program.slot_name(slot), evaluator_.slot(slot));
    }
}

}  // namespace mexcert
