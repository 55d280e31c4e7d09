#include <algorithm>
#include <numeric>

#include "prover.h"

namespace mexcheck::automata {
namespace {

const Place kNowhere;

constexpr std::size_t kWidest = 4;  // variables of one linear automaton

}  // namespace

void Sum::add(Int factor, const Sum& other) {
    add(times(factor, other.constant, kNowhere));
    for (const auto& [v, coef] : other.terms) {
        Int& mine = terms[v];
        mine = reversible(plus(mine, times(factor, coef, kNowhere), kNowhere));
        if (mine == 0) terms.erase(v);
    }
}

void Sum::add(Int value) { constant = reversible(plus(constant, value, kNowhere)); }

Int Sum::reversible(Int value) {
    if (value < -kMax) beyond(kNowhere);
    return value;
}

Node Block::around(Node body) && {
    if (vars.empty()) return body;
    Node n{.kind = Node::exists, .definite = true, .vars = std::move(vars)};
    n.parts = {join(Node::all, std::move(parts)), std::move(body)};
    return n;
}

const Automaton* Prover::compare(int low, int high) {
    const Automaton*& known = compare_[{low, high}];
    if (!known) known = engine_.keep(engine_.numeration().compare(low, high));
    return known;
}

const Automaton* Prover::number(Int value) {
    const Automaton*& known = numbers_[value];
    if (known) return known;
    Automaton a =
        engine_.numeration().constant(Words().rep(engine_.numeration().item(), value, kNowhere));
    a.functional = true;
    return known = engine_.keep(std::move(a));
}

// y = x + 1: x < y and nothing between.
const Automaton* Prover::successor() {
    if (successor_) return successor_;
    const Var x = engine_.fresh();
    const Var y = engine_.fresh();
    const Var z = engine_.fresh();
    const Automaton* less = compare(-1, -1);
    const Node between = exists({z}, both(leaf(less, {x, z}), leaf(less, {z, y})));
    Automaton a = *engine_.automaton(both(leaf(less, {x, y}), negated(between)), {x, y});
    a.functional = true;
    return successor_ = engine_.keep(std::move(a));
}

Var Prover::named(Int value, Block& block) {
    const Var v = engine_.fresh();
    return block.define(v, leaf(number(value), {v}));
}

Var Prover::variable(const Sum& sum, Block& block, const Place& place) {
    if (sum.is_number() && sum.constant >= 0) return named(sum.constant, block);
    if (sum.constant == 0 && sum.terms.size() == 1 && sum.terms.begin()->second == 1)
        return sum.terms.begin()->first;
    const Var v = engine_.fresh();
    Sum difference = sum;
    difference.add(-1, Sum::variable(v));
    return block.define(v, relation(true, std::move(difference), place));
}

// The sum of the items, as `target` if that is given.
Var Prover::fold(const std::vector<Var>& items, std::optional<Var> target, Block& block) {
    if (items.size() == 1 && target) {
        block.parts.push_back(leaf(compare(0, 0), {items[0], *target}));
        return *target;
    }
    Var sum = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) {
        const bool last = target && i + 1 == items.size();
        const Var next = last ? *target : engine_.fresh();
        if (!last) block.vars.push_back(next);
        block.parts.push_back(leaf(adder(), {sum, items[i], next}));
        sum = next;
    }
    return sum;
}

// coefs * (x, y, ..) + constant = 0 or <= 0, its tracks in this order.
const Automaton* Prover::linear(bool equation, const Word& coefs, Int constant) {
    if (const auto known = linear_.find({equation, {coefs, constant}}); known != linear_.end())
        return known->second;
    Block block;
    std::vector<Var> tracks;
    std::vector<Var> sides[2];  // what is added on the left and on the right
    const bool multiple = equation && coefs.size() == 2 && coefs[1] == -1 && constant == 0;
    for (const Int coef : coefs) {
        const Var v = tracks.emplace_back(engine_.fresh());
        auto& side = sides[coef < 0 ? 1 : 0];
        const Int factor = std::abs(coef);
        if (factor == 1) {
            side.push_back(v);
        } else if (!multiple) {
            const Var t = engine_.fresh();
            side.push_back(block.define(t, leaf(linear(true, {factor, -1}, 0), {v, t})));
        } else if (factor % 2 == 0) {  // the double of the half
            const Var t = engine_.fresh();
            side = {t, t};
            block.define(t, leaf(linear(true, {factor / 2, -1}, 0), {v, t}));
        } else {
            const Var t = engine_.fresh();
            side = {t, v};
            block.define(t, leaf(linear(true, {factor - 1, -1}, 0), {v, t}));
        }
    }
    if (constant != 0) sides[constant < 0 ? 1 : 0].push_back(named(std::abs(constant), block));
    for (auto& side : sides)
        if (side.empty()) side.push_back(named(0, block));
    if (equation) {
        const bool left = sides[0].size() > 1;
        fold(sides[left ? 0 : 1], fold(sides[left ? 1 : 0], {}, block), block);
    } else {
        const Var left = fold(sides[0], {}, block);
        block.parts.push_back(leaf(compare(-1, 0), {left, fold(sides[1], {}, block)}));
    }
    const Node whole = exists(std::move(block.vars), join(Node::all, std::move(block.parts)));
    Automaton a = *engine_.automaton(whole, tracks);
    a.functional = equation && std::abs(coefs.back()) == 1;
    return linear_[{equation, {coefs, constant}}] = engine_.keep(std::move(a));
}

Node Prover::relation(bool equation, Sum sum, const Place& place) {
    Int divisor = 0;
    bool up = sum.constant >= 0;  // no negative part; no positive part
    bool down = sum.constant <= 0;
    for (const auto& [v, coef] : sum.terms) {
        divisor = std::gcd(divisor, coef);
        (coef > 0 ? down : up) = false;
    }
    const Int c = sum.constant;
    if (divisor == 0) return truth(equation ? c == 0 : c <= 0);
    if (equation && c % divisor != 0) return truth(false);
    if (!equation && down) return truth(true);
    if (up && c > 0) return truth(false);
    if (equation && down && c < 0) return truth(false);
    // Below 0 rounded upwards: sum <= -c means sum / divisor <= floor(-c / divisor).
    sum.constant = c / divisor + (c > 0 && c % divisor != 0 ? 1 : 0);
    const Int sign = equation && sum.terms.begin()->second < 0 ? -1 : 1;
    sum.constant *= sign;
    for (auto& [v, coef] : sum.terms) coef = coef / divisor * sign;
    Block block;
    while (sum.terms.size() > kWidest) {  // two terms of one sign become a variable
        auto a = sum.terms.begin();
        auto b = std::next(a);
        while ((a->second < 0) != (b->second < 0))
            if (++b == sum.terms.end()) b = std::next(++a);
        const Int side = a->second < 0 ? -1 : 1;
        Sum two;
        two.terms = {*a, *b};
        Sum part;
        part.add(side, two);
        sum.add(-1, two);
        sum.add(side, Sum::variable(variable(part, block, place)));
    }
    Word coefs;
    std::vector<Var> vars;
    for (const auto& [v, coef] : sum.terms) {
        vars.push_back(v);
        coefs.push_back(coef);
    }
    Node result;
    if (coefs == Word{1, -1} && sum.constant == 0)
        result = leaf(compare(equation ? 0 : -1, 0), vars);
    else if (coefs == Word{-1, 1} && sum.constant == 0)
        result = leaf(compare(-1, 0), {vars[1], vars[0]});
    else if (!equation && sum.constant == 1 && coefs == Word{1, -1})
        result = leaf(compare(-1, -1), vars);
    else if (!equation && sum.constant == 1 && coefs == Word{-1, 1})
        result = leaf(compare(-1, -1), {vars[1], vars[0]});
    else if (equation && vars.size() == 1)
        result = coefs[0] == 1 ? leaf(number(-sum.constant), vars) : truth(false);
    else if (equation && coefs == Word{1, -1} && std::abs(sum.constant) == 1)
        result =
            sum.constant == 1 ? leaf(successor(), vars) : leaf(successor(), {vars[1], vars[0]});
    else
        result = leaf(linear(equation, coefs, sum.constant), vars);
    return std::move(block).around(std::move(result));
}

}  // namespace mexcheck::automata
