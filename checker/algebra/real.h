// Real roots under side conditions, by signed remainder sequences (facts.md, rules
// `count`, `forall`).
//
// Exact; nothing is isolated or approximated. Cost: 3^k remainder sequences for k conditions.
#pragma once

#include "polynomial.h"

namespace mexfact {

// Whether a number of this sign is in the relation to 0.
inline bool holds(const std::string& relation, int sign) {
    if (sign == 0) return relation.back() == '=' && relation != "!=";
    return relation == "!=" || relation[0] == (sign < 0 ? '<' : '>');
}

// The rational function n / d of x, d not 0, as it is written: nothing is cancelled.
struct Value {
    Poly n, d = {1};
};

// `value relation 0`, or the contrary.
struct Condition {
    Value value;
    std::string relation;
    bool contrary = false;
    Poly signs() const { return multiply(value.n, value.d); }
};

// The x between the ends that meet all conditions.
struct Range {
    mpq_class low, high;
    std::vector<Condition> conditions;
    // The polynomial of the first condition, if that is an equation and not one for all x; else 0.
    Poly equation() const { return conditions[0].relation == "=" ? conditions[0].value.n : Poly(); }
};

// The sum of the signs of g over the roots of f between the ends; f is not 0.
inline long tarski(Poly f, const Poly& g, const Range& range) {
    const Poly low = {-range.low, 1}, high = {-range.high, 1};
    for (const Poly& end : {low, high})
        while (rest(f, end).empty()) f = divide(f, end).first;
    long changes = 0;
    mpq_class last_low = 0, last_high = 0;  // the last values that are not 0
    for (Poly next = multiply(derivative(f), rest(g, f)); !f.empty();) {
        const Poly at_low = rest(f, low), at_high = rest(f, high);
        if (!at_low.empty()) changes += std::exchange(last_low, at_low[0]) * at_low[0] < 0 ? 1 : 0;
        if (!at_high.empty())
            changes -= std::exchange(last_high, at_high[0]) * at_high[0] < 0 ? 1 : 0;
        Poly after = next.empty() ? next : rest(f, next);
        if (!after.empty()) after = multiply(after, {-1 / abs(after.back())});
        f = std::exchange(next, after);
    }
    return changes;
}

// The sum of the signs of g over the roots of f in the range, conditions counted from `first`.
inline long roots(const Poly& f, const Range& range, const Poly& g = {1}, std::size_t first = 0) {
    if (f.size() < 2) return 0;
    if (first == range.conditions.size()) return tarski(f, g, range);
    const Condition& c = range.conditions[first];
    const auto met = [&](int sign) { return holds(c.relation, sign) != c.contrary ? 1 : 0; };
    // Twice the indicator of the condition as a polynomial in the sign.
    const int twice[] = {2 * met(0), met(1) - met(-1), met(1) + met(-1) - 2 * met(0)};
    long sum = 0;
    Poly product = g;
    for (const int factor : twice) {
        if (factor != 0) sum += factor * roots(f, range, product, first + 1);
        product = rest(multiply(rest(product, f), rest(c.signs(), f)), f);
    }
    return sum / 2;
}

}  // namespace mexfact
