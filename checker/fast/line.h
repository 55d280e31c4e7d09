// Sums of variables and table look-ups, as one variable runs upwards: what fast.lines and
// fast.index read (trust.md).
//
// Invariant: where a line is made, nothing on it is undefined, and each self-call on it has a
// smaller measure. Cost: two look-ups for each call, an addition for each look-up; memory of a few
// numbers.
#pragma once

#include "../core/eval.h"

namespace mexcheck {

__extension__ using Long = __int128;

constexpr Int kMaxFactor = Int{1} << 32;  // so that 128 bits hold every sum

// A look-up on a line, `factor` times: at the i-th number it meets first[(stride + bend * i) * i].
struct Walk {
    Int factor;
    const Int* first;
    Int stride;
    Int bend = 0;
    bool operator==(const Walk&) const = default;
};

// A sum as one slot runs over from, from + 1, .., `length` numbers: at the i-th it is
// start + (step + bend * i) * i + what the walks meet.
struct Line {
    Evaluator& evaluator;
    const Int* frame;
    Int slot;
    Int from;
    Int length;
    Long start = 0;
    Long step = 0;
    Long bend = 0;
    bool bent = false;  // a square of the slot stands in it
    Int literal = 0;    // the part of start that stands in the text as a small number
    std::vector<Walk> walks = {};

    Long at(Int i) const {
        Long value = step == 0 && bend == 0 ? start : start + (step + bend * i) * i;
        for (const Walk& w : walks) value += Long{w.factor} * w.first[(w.stride + w.bend * i) * i];
        return value;
    }

    // Whether adding a small number to start stays in 64 bits.
    bool small() const { return -kMax / 2 <= start && start <= kMax / 2; }

    // Adds factor * e; false if e holds something else.
    bool add(Int factor, const Expr* e);
    bool add_walk(Int factor, const Expr* call);
    bool add_square(Int factor, const Expr* e);
};

bool of_variables(const Expr* e);

// The step that follows a loop and the tests behind it that are sums of variables, and an empty sum
// along the numbers at which it is read. Null if the loop has another form, or they are too many.
std::pair<const Step*, Line> read_loop(Evaluator& evaluator, const Step* loop, Int* frame);

// Whether e is `sum of variables and squares <= 0`, or made of such formulas by `and` and `or`.
// Then low..high shrinks to the values of the slot at which it holds; false also where these may be
// no interval.
bool narrow(Evaluator& evaluator, const Expr* e, const Int* frame, Int slot, Int& low, Int& high);

// Whether `sum <= 0` or `sum = 0` holds (or fails, if not `positive`) as the slot runs over low,
// .., high: 1 if at all, 0 if not, after reading all or (`stops`) up to some place where it does
// not; -1 where only the direct reading can tell.
int compared(Evaluator& evaluator, const Expr* e, bool positive, const Int* frame, Int slot,
             Int low, Int high, bool stops);

}  // namespace mexcheck
