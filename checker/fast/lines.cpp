// Kernel fast.lines (trust.md): comparisons as one variable runs upwards, by walks through the
// tables instead of look-ups.
//
// Invariant: what is not a sum of variables and table look-ups, or could fail somewhere on the
// line, is left to the direct reading.
#include "line.h"

namespace mexcheck {
bool of_variables(const Expr* e) {
    return e->op == Op::var || ((e->op == Op::linear || e->op == Op::le0) &&
                                std::all_of(e->args.begin(), e->args.end(), of_variables));
}

bool Line::add(Int factor, const Expr* e) {
    if (factor > kMaxFactor || factor < -kMaxFactor) return false;
    if (e->op == Op::call) return e->item->recursive && add_walk(factor, e);
    if (e->op == Op::var) {
        const bool runs = e->value == slot;
        start += Long{factor} * (runs ? from : frame[e->value]);
        step += runs ? factor : 0;
        return true;
    }
    if ((e->op != Op::linear && e->op != Op::le0 && e->op != Op::eq0) || factor != 1) return false;
    start += e->value;
    if (-kMaxFactor <= e->value && e->value <= kMaxFactor) literal = e->value;
    for (std::size_t i = 0; i < e->args.size(); ++i)
        if (!add(e->coefs[i], e->args[i])) return false;
    return true;
}

// Arguments and measure are sums of variables: then it is enough that the first and the last
// look-up hit the table, at a lower measure.
bool Line::add_walk(Int factor, const Expr* call) {
    const Item& def = *call->item;
    const Evaluator::Scope scope(evaluator, 2 * def.unit.size());
    Int* const first = scope.frame();
    Int* const last = first + def.unit.size();
    for (std::size_t k = 0; k < call->args.size(); ++k) {
        Line argument = {evaluator, frame, slot, from, length};
        if (!of_variables(call->args[k]) || !argument.add(1, call->args[k])) return false;
        first[k] = static_cast<Int>(argument.at(0));
        last[k] = static_cast<Int>(argument.at(length - 1));
        if (first[k] != argument.at(0) || last[k] != argument.at(length - 1) ||
            (def.fixed[k] && first[k] != last[k]))
            return false;
    }
    if (!of_variables(def.measure)) return false;
    const Int* const begin = &evaluator.entry(call, first);
    const Int* const end = &evaluator.entry(call, last);
    if (begin == end)
        start += Long{factor} * *begin;
    else
        walks.push_back({factor, begin, (end - begin) / (length - 1)});
    return true;
}

bool narrow(Evaluator& evaluator, const Expr* e, const Int* frame, Int slot, Int& low, Int& high) {
    Line line = {evaluator, frame, slot, 0, 1};
    if (e->op != Op::le0 || !of_variables(e) || !line.add(1, e)) return false;
    const Long least = line.start > 0 && line.step < 0 ? (line.start - 1) / -line.step + 1 : 0;
    if (least > high || (line.start > 0 && line.step >= 0))
        high = -1;
    else if (line.step > 0)
        high = static_cast<Int>(std::min<Long>(high, -line.start / line.step));
    else
        low = std::max(low, static_cast<Int>(least));
    return true;
}

std::pair<const Step*, Line> read_loop(Evaluator& evaluator, const Step* loop, Int* frame) {
    Line line = {evaluator, frame, loop->slot, 0, 0};
    const auto other = [](const Expr* e) {
        return e->op != Op::var && e->op != Op::linear && e->op != Op::guard;
    };
    if (loop->kind != Step::loop || loop->f || any_node(loop->e, other)) return {nullptr, line};
    const Int bound = evaluator.number(loop->e, frame);
    Int high = bound > 0 ? -1 : times(-1, bound, loop->e->place) / loop->c;
    const Step* next = loop->next[0];
    while (next->kind == Step::test &&
           narrow(evaluator, next->e, frame, line.slot, line.from, high))
        next = next->next[0];
    if (high >= static_cast<Int>(kMaxWord)) return {nullptr, line};
    line.length = std::max<Int>(high - line.from + 1, 0);
    return {next, line};
}

namespace {

constexpr Int kPiece = 4096;  // instances read at once

// Whether a comparison holds at low, .., high; false also where only the direct reading can tell.
bool holds(Evaluator& evaluator, const Expr* e, const Int* frame, Int slot, Int low, Int high) {
    const bool positive = e->op != Op::not_;
    if (!positive) e = e->args[0];
    if ((e->op != Op::le0 && e->op != Op::eq0) || high > kMax - kPiece) return false;
    for (Int from = low; from <= high; from += kPiece) {
        Line line = {evaluator, frame, slot, from, std::min(high - from + 1, kPiece)};
        if (!line.add(1, e)) return false;
        evaluator.tick(line.length);
        for (Int i = 0; i < line.length; ++i) {
            const Long value = line.at(i);
            if ((e->op == Op::le0 ? value <= 0 : value == 0) != positive) return false;
        }
    }
    return true;
}

}  // namespace

Int quiet_along(Evaluator& evaluator, const Expr* spine, Int slot, Int low, Int high, Int* frame) {
    try {
        for (; spine->op == Op::implies; spine = spine->args[1])
            if (!narrow(evaluator, spine->args[0], frame, slot, low, high)) return -1;
        if (!holds(evaluator, spine, frame, slot, low, high)) return -1;
    } catch (const Failure&) {
        return -1;  // the direct reading meets it in its place
    }
    evaluator.rules |= kFastLines;
    return std::max<Int>(high - low + 1, 0);
}

}  // namespace mexcheck
