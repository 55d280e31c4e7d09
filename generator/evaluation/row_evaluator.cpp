#include "evaluation/row_evaluator.hpp"

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

using Wide = __int128;

bool fits(Wide value) {
    return value >= std::numeric_limits<std::int64_t>::min() &&
           value <= std::numeric_limits<std::int64_t>::max();
}

Row none(const Row& like) { return {1, like.height()}; }

Row without(Row all, const Row& part) { return all -= part; }

// Rounded down; divisor > 0.
Wide quotient(Wide value, Wide divisor) {
    return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

void insert_between(Row& row, Wide low, Wide high) {
    const auto last = static_cast<Wide>(row.height()) - 1;
    low = std::max<Wide>(low, 0);
    high = std::min(high, last);
    if (low <= high) {
        row.insert_run(0, static_cast<std::size_t>(low), static_cast<std::size_t>(high));
    }
}

// The y with slope * y + constant < 0.
Row below_zero(Wide slope, Wide constant, std::size_t height) {
    Row row(1, height);
    const auto last = static_cast<Wide>(height) - 1;
    if (slope > 0) {
        insert_between(row, 0, quotient(-constant - 1, slope));
    } else if (slope < 0) {
        insert_between(row, quotient(constant, -slope) + 1, last);
    } else if (constant < 0) {
        insert_between(row, 0, last);
    }
    return row;
}

// The y at which slope * y + constant compares with 0 by the operation.
Row solutions(Op op, Wide slope, Wide constant, std::size_t height) {
    if (op == Op::kLt) {
        return below_zero(slope, constant, height);
    }
    const Row at_most = below_zero(slope, constant - 1, height);
    if (op == Op::kLe) {
        return at_most;
    }
    const Row equal = without(at_most, below_zero(slope, constant, height));
    return op == Op::kEq ? equal : without(below_zero(0, -1, height), equal);
}

bool compares(Op op, std::int64_t a, std::int64_t b) {
    switch (op) {
        case Op::kEq:
            return a == b;
        case Op::kNe:
            return a != b;
        case Op::kLt:
            return a < b;
        default:
            return a <= b;
    }
}

}  // namespace

bool RowEvaluator::depends(NodeId id, int slot) {
    const std::vector<int>& free = program_.free_slots(id);
    return std::binary_search(free.begin(), free.end(), slot);
}

Row RowEvaluator::truth(NodeId formula, int slot, const Row& where) {
    if (where.empty() || evaluator_.failed()) {
        return none(where);
    }
    if (!depends(formula, slot)) {
        return evaluator_.truth(formula) ? where : none(where);
    }
    const Node& node = program_.node(formula);
    switch (node.op) {
        case Op::kAnd:
            return truth(node.b, slot, truth(node.a, slot, where));
        case Op::kOr: {
            Row left = truth(node.a, slot, where);
            return left |= truth(node.b, slot, without(where, left));
        }
        case Op::kImplies: {
            const Row left = truth(node.a, slot, where);
            return without(where, left) |= truth(node.b, slot, left);
        }
        case Op::kIff: {
            const Row left = truth(node.a, slot, where);
            const Row right = truth(node.b, slot, where);
            const Row differ = without(left, right) |= without(right, left);
            return without(where, differ);
        }
        case Op::kNot:
            return without(where, truth(node.a, slot, where));
        case Op::kEq:
        case Op::kNe:
        case Op::kLt:
        case Op::kLe:
            return comparison(node, formula, slot, where);
        case Op::kForall:
        case Op::kExists:
            return quantifier(node, formula, slot, where);
        case Op::kRelation:
            return relation(node, formula, slot, where);
        default:
            return each(formula, slot, where);
    }
}

// One evaluation for each value.
Row RowEvaluator::each(NodeId formula, int slot, const Row& where) {
    Row holds = none(where);
    where.for_each([&](std::size_t, std::size_t y) {
        evaluator_.slot(slot) = static_cast<std::int64_t>(y);
        if (!evaluator_.failed() && evaluator_.truth(formula)) {
            holds.insert(0, y);
        }
    });
    return holds;
}

// The term as slope * y + constant, if no value met on the way leaves 64 bits at a y < height.
std::optional<RowEvaluator::Affine> RowEvaluator::affine(NodeId term, int slot,
                                                         std::size_t height) {
    if (!depends(term, slot)) {
        return Affine{0, evaluator_.number(term)};
    }
    const Node& node = program_.node(term);
    if (node.op == Op::kSlot) {
        return Affine{1, 0};
    }
    if (node.op != Op::kAdd && node.op != Op::kSub && node.op != Op::kMul) {
        return std::nullopt;
    }
    const std::optional<Affine> a = affine(node.a, slot, height);
    const std::optional<Affine> b = a ? affine(node.b, slot, height) : std::nullopt;
    if (!b || (node.op == Op::kMul && a->slope != 0 && b->slope != 0)) {
        return std::nullopt;
    }
    Wide slope = 0;
    Wide constant = 0;
    if (node.op == Op::kMul) {
        slope = Wide{a->slope} * b->constant + Wide{a->constant} * b->slope;
        constant = Wide{a->constant} * b->constant;
    } else {
        const Wide sign = node.op == Op::kAdd ? 1 : -1;
        slope = a->slope + sign * b->slope;
        constant = a->constant + sign * b->constant;
    }
    const auto last = static_cast<Wide>(height) - 1;
    if (!fits(slope) || !fits(constant) || !fits(slope * last + constant)) {
        return std::nullopt;
    }
    return Affine{static_cast<std::int64_t>(slope), static_cast<std::int64_t>(constant)};
}

const RowEvaluator::Column* RowEvaluator::column(NodeId term, int slot, const Row& where) {
    for (const int free : program_.free_slots(term)) {
        if (free != slot && std::find(stable_.begin(), stable_.end(), free) == stable_.end()) {
            return nullptr;
        }
    }
    Column& own = columns_.try_emplace(term, Column{none(where), {}}).first->second;
    own.values.resize(where.height());
    without(where, own.known).for_each([&](std::size_t, std::size_t y) {
        evaluator_.slot(slot) = static_cast<std::int64_t>(y);
        own.values[y] = evaluator_.failed() ? 0 : evaluator_.number(term);
    });
    own.known |= where;
    return &own;
}

Row RowEvaluator::comparison(const Node& node, NodeId formula, int slot, const Row& where) {
    const std::optional<Affine> a = affine(node.a, slot, where.height());
    const std::optional<Affine> b = affine(node.b, slot, where.height());
    if (a && b) {
        return solutions(node.op, Wide{a->slope} - b->slope, Wide{a->constant} - b->constant,
                         where.height()) &= where;
    }
    const Column* left = a ? nullptr : column(node.a, slot, where);
    const Column* right = b ? nullptr : column(node.b, slot, where);
    if ((!a && left == nullptr) || (!b && right == nullptr)) {
        return each(formula, slot, where);
    }
    Row holds = none(where);
    where.for_each([&](std::size_t, std::size_t y) {
        const auto value = [y](const std::optional<Affine>& term, const Column* values) {
            return term ? term->slope * static_cast<std::int64_t>(y) + term->constant
                        : values->values[y];
        };
        if (compares(node.op, value(a, left), value(b, right))) {
            holds.insert(0, y);
        }
    });
    return holds;
}

Row RowEvaluator::quantifier(const Node& node, NodeId formula, int slot, const Row& where) {
    const Plan plan = engine_.planner.plan(formula);
    if (plan.first == kNoPlan || evaluator_.reads_prefix(formula)) {
        return each(formula, slot, where);
    }
    Row found = none(where);
    run(plan.first, slot, where, found);
    return node.op == Op::kExists ? found : without(where, found);
}

Row RowEvaluator::relation(const Node& node, NodeId formula, int slot, const Row& where) {
    std::vector<std::int64_t> arguments;
    std::optional<std::size_t> own;
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        const bool is_slot = node.list[i] == program_.slot_term(slot);
        if (is_slot ? own.has_value() : depends(node.list[i], slot)) {
            return each(formula, slot, where);
        }
        own = is_slot ? i : own;
        arguments.push_back(is_slot ? 0 : evaluator_.number(node.list[i]));
    }
    if (evaluator_.failed() || engine_.spec.item(node.item).listed) {
        return each(formula, slot, where);
    }
    const Body& body = program_.body(node.item);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        evaluator_.slot(body.slots[i]) = arguments[i];
    }
    return truth(body.root, body.slots[*own], where);
}

void RowEvaluator::run(StepId first, int slot, const Row& where, Row& found) {
    if (evaluator_.failed()) {
        return;
    }
    const Step& step = engine_.planner.step(first);
    switch (step.kind) {
        case StepKind::kDone:
            found |= where;
            return;
        case StepKind::kTest:
            test(step, slot, where, found);
            return;
        case StepKind::kSplit:
            for (const StepId branch : step.branches) {
                run(branch, slot, where, found);
            }
            return;
        default:
            assign(step, slot, where, found);
            return;
    }
}

void RowEvaluator::test(const Step& step, int slot, const Row& where, Row& found) {
    std::optional<Row> left;  // absent: as `where`
    for (const NodeId test : step.tests) {
        if (!depends(test, slot)) {
            if (!evaluator_.truth(test) || evaluator_.failed()) {
                return;
            }
            continue;
        }
        left = truth(test, slot, left ? *left : where);
        if (left->empty() || evaluator_.failed()) {
            return;
        }
    }
    run(step.next, slot, left ? *left : where, found);
}

void RowEvaluator::assign(const Step& step, int slot, const Row& where, Row& found) {
    for (const NodeId part : {step.term, step.function, step.bound}) {
        if (part != kNoNode && depends(part, slot)) {
            step.kind == StepKind::kAssign ? assign_single(step, slot, where, found)
                                           : assign_each(step, slot, where, found);
            return;
        }
    }
    const Interval interval = evaluator_.candidates(step);
    for (std::int64_t value = interval.low; value <= interval.high && !evaluator_.failed();
         ++value) {
        evaluator_.slot(step.slot) = value;
        run(step.next, slot, where, found);
        if (value == std::numeric_limits<std::int64_t>::max()) {
            break;
        }
    }
}

// At most one candidate for each y, mostly another one each time: the rest is run y by y.
void RowEvaluator::assign_single(const Step& step, int slot, const Row& where, Row& found) {
    const std::optional<Affine> term = affine(step.term, slot, where.height());
    if (!term) {
        assign_each(step, slot, where, found);
        return;
    }
    where.for_each([&](std::size_t, std::size_t y) {
        const auto own = static_cast<std::int64_t>(y);
        const std::int64_t value = term->slope * own + term->constant;
        if (value < 0 || value % step.factor != 0 || evaluator_.failed()) {
            return;
        }
        evaluator_.slot(slot) = own;
        evaluator_.slot(step.slot) = value / step.factor;
        evaluator_.run(step.next, [&] {
            found.insert(0, y);
            return true;
        });
    });
}

// The candidates depend on y: each candidate is tried for all y that have it.
void RowEvaluator::assign_each(const Step& step, int slot, const Row& where, Row& found) {
    std::vector<std::pair<std::int64_t, std::size_t>> first;
    std::vector<std::pair<std::int64_t, std::size_t>> last;
    where.for_each([&](std::size_t, std::size_t y) {
        evaluator_.slot(slot) = static_cast<std::int64_t>(y);
        const Interval interval = evaluator_.failed() ? Interval{} : evaluator_.candidates(step);
        if (interval.low <= interval.high) {
            first.emplace_back(interval.low, y);
            last.emplace_back(interval.high, y);
        }
    });
    std::sort(first.begin(), first.end());
    std::sort(last.begin(), last.end());
    Row active = none(where);
    std::int64_t value = 0;
    for (std::size_t begun = 0, ended = 0; ended < last.size() && !evaluator_.failed();) {
        value = begun == ended ? first[begun].first : value + 1;
        for (; begun < first.size() && first[begun].first <= value; ++begun) {
            active.insert(0, first[begun].second);
        }
        evaluator_.slot(step.slot) = value;
        run(step.next, slot, active, found);
        for (; ended < last.size() && last[ended].first == value; ++ended) {
            active.erase(0, last[ended].second);
        }
    }
}

}  // namespace mexcert
