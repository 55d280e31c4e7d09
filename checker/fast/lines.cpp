// Kernel fast.lines (trust.md): comparisons as one variable runs upwards, by walks through the
// tables instead of look-ups.
//
// Invariant: what is not a sum of variables and table look-ups, or could fail somewhere on the
// line, is left to the direct reading.
#include "line.h"
#include "shape.h"

namespace mexcheck {

constexpr Int kMaxRoot = Int{1} << 31;  // what is squared
constexpr Int kPiece = 4096;            // instances read at once

bool of_variables(const Expr* e) {
    return e->op == Op::var || ((e->op == Op::linear || e->op == Op::le0 || e->op == Op::sq) &&
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
    if (e->op == Op::sq) return add_square(factor, e->args[0]);
    if ((e->op != Op::linear && e->op != Op::le0 && e->op != Op::eq0) || factor != 1) return false;
    start += e->value;
    if (-kMaxFactor <= e->value && e->value <= kMaxFactor) literal = e->value;
    for (std::size_t i = 0; i < e->args.size(); ++i)
        if (!add(e->coefs[i], e->args[i])) return false;
    return true;
}

// The square of a variable that stays small.
bool Line::add_square(Int factor, const Expr* e) {
    const bool runs = e->op == Op::var && e->value == slot;
    const Long root = runs ? from : e->op == Op::var ? frame[e->value] : kMaxRoot;
    if (root < 0 || root + (runs ? length : 0) >= kMaxRoot) return false;
    start += factor * root * root;
    step += runs ? 2 * factor * root : 0;
    bend += runs ? factor : 0;
    bent = bent || runs;
    return true;
}

// Arguments are sums of variables, or a single one moves, and in one direction; the measure is a
// sum of variables: then it is enough that the first and the last look-up hit the table, at a lower
// measure.
bool Line::add_walk(Int factor, const Expr* call) {
    const Item& def = *call->item;
    const Evaluator::Scope scope(evaluator, 2 * def.unit.size());
    Int* const first = scope.frame();
    Int* const last = first + def.unit.size();
    Line path = {evaluator, frame, slot, from, length, 0, 1};  // of the argument that is bent
    std::size_t moving = 0;
    for (std::size_t k = 0; k < call->args.size(); ++k) {
        Line argument = {evaluator, frame, slot, from, length};
        if (!of_variables(call->args[k]) || !argument.add(1, call->args[k])) return false;
        first[k] = static_cast<Int>(argument.at(0));
        last[k] = static_cast<Int>(argument.at(length - 1));
        if (first[k] != argument.at(0) || last[k] != argument.at(length - 1) ||
            (def.fixed[k] && first[k] != last[k]) || (argument.bend < 0 && argument.step > 0) ||
            (argument.bend > 0 && argument.step < 0))
            return false;
        moving += first[k] != last[k] ? 1 : 0;
        if (argument.bend != 0) path.step = argument.step, path.bend = argument.bend;
    }
    if (!of_variables(def.measure) || contains(def.measure, Op::sq) ||
        (path.bend != 0 && moving > 1))
        return false;
    const Int* const begin = &evaluator.entry(call, first);
    const Int* const end = &evaluator.entry(call, last);
    if (begin == end) {
        start += Long{factor} * *begin;
    } else {
        const Long unit = (end - begin) / path.at(length - 1);  // entries for a step of the path
        walks.push_back({factor, begin, static_cast<Int>(unit * path.step),
                         static_cast<Int>(unit * path.bend)});
        bent = bent || path.bend != 0;
    }
    return true;
}

bool narrow(Evaluator& evaluator, const Expr* e, const Int* frame, Int slot, Int& low, Int& high) {
    if (e->op == Op::or_) {
        Int from[] = {low, low};
        Int to[] = {high, high};
        if (!narrow(evaluator, e->args[0], frame, slot, from[0], to[0]) ||
            !narrow(evaluator, e->args[1], frame, slot, from[1], to[1]) || from[0] != from[1])
            return false;
        low = from[0];
        high = std::max(to[0], to[1]);
        return true;
    }
    if (e->op == Op::and_)
        return narrow(evaluator, e->args[0], frame, slot, low, high) &&
               narrow(evaluator, e->args[1], frame, slot, low, high);
    Line line = {evaluator, frame, slot, 0, 1};
    if (e->op != Op::le0 || !of_variables(e) || !line.add(1, e)) return false;
    if (line.bend != 0) {
        if (line.bend < 0 || high > kMaxRoot || line.at(high) - line.start > kMax / 2) return false;
        const auto fits = [&](Int i) { return line.at(i) <= 0; };
        // It is nowhere greater than at both ends, or it grows.
        if (line.step < 0) return fits(low) && fits(high);
        Int end = high + 1;
        for (Int from = low; from < end;) {
            const Int middle = from + (end - from) / 2;
            const bool below = fits(middle);
            (below ? from : end) = below ? middle + 1 : middle;
        }
        high = end - 1;
        return true;
    }
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
    const bool root = loop->kind == Step::root && matches(loop->f, {Op::linear, 0, {}});
    if ((!root && (loop->kind != Step::loop || loop->f)) || any_node(loop->e, other))
        return {nullptr, line};
    const Int bound = times(-1, evaluator.number(loop->e, frame), loop->e->place);
    Int high = bound < 0 ? -1 : root ? square_root(bound) : bound / loop->c;
    const Step* next = loop->next[0];
    while (next->kind == Step::test &&
           narrow(evaluator, next->e, frame, line.slot, line.from, high))
        next = next->next[0];
    if (high >= static_cast<Int>(kMaxWord)) return {nullptr, line};
    line.length = std::max<Int>(high - line.from + 1, 0);
    return {next, line};
}

int compared(Evaluator& evaluator, const Expr* e, bool positive, const Int* frame, Int slot,
             Int low, Int high, bool stops) {
    if ((e->op != Op::le0 && e->op != Op::eq0) || high > kMax - kPiece) return -1;
    int everywhere = 1;
    for (Int from = low; from <= high; from += kPiece) {
        Line line = {evaluator, frame, slot, from, std::min(high - from + 1, kPiece)};
        if (!line.add(1, e)) return -1;
        evaluator.tick(line.length);
        for (Int i = 0; i < line.length && everywhere == 1; ++i) {
            const Long value = line.at(i);
            if ((e->op == Op::le0 ? value <= 0 : value == 0) != positive) everywhere = 0;
        }
        if (everywhere == 0 && stops) return 0;
    }
    return everywhere;
}

namespace {

// The leaf of a statement: 1 if it holds (or fails, if not `positive`) at all of low, .., high, and
// all that is read is what the direct reading reads there; 0 only after all was read; else -1. Of a
// disjunction the second part is read where the first fails, at one place at least: so no part of
// it may be read at some of these places only.
int holds(Evaluator& evaluator, const Expr* e, bool positive, const Int* frame, Int slot, Int low,
          Int high, bool second) {
    const auto part = [&](std::size_t i, bool wanted, bool behind) {
        return holds(evaluator, e->args[i], wanted, frame, slot, low, high, behind);
    };
    if (e->op == Op::not_) return part(0, !positive, second);
    if (e->op != Op::and_ && e->op != Op::or_)
        return compared(evaluator, e, positive, frame, slot, low, high, false);
    const int first = part(0, positive, second);
    if ((e->op == Op::and_) == positive) return first == 1 ? part(1, positive, second) : -1;
    return first == 1 || (first == 0 && !second && part(1, positive, true) == 1) ? 1 : -1;
}

}  // namespace

Int quiet_along(Evaluator& evaluator, const Expr* spine, Int slot, Int low, Int high, Int* frame) {
    try {
        for (; spine->op == Op::implies; spine = spine->args[1])
            if (!narrow(evaluator, spine->args[0], frame, slot, low, high)) return -1;
        // The sides of an `and` are leaves of their own.
        if (spine->op == Op::and_ ||
            holds(evaluator, spine, true, frame, slot, low, high, false) < 1)
            return -1;
    } catch (const Failure&) {
        return -1;  // the direct reading meets it in its place
    }
    evaluator.rules |= kFastLines;
    return std::max<Int>(high - low + 1, 0);
}

}  // namespace mexcheck
