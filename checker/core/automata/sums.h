// Linear forms over variables, and their comparisons as formulas (automata.md 4, integers).
//
// A relation between at most `kWidest` variables is one automaton, built once for its factors and
// constant from order, constants and the adder; a longer one names the sum of two of its terms.
#pragma once

#include "../words.h"
#include "engine.h"

namespace mexcheck::automata {

// constant + terms.
struct Sum {
    std::map<Var, Int> terms;
    Int constant = 0;

    explicit Sum(Int value = 0) { add(value); }
    static Sum variable(Var v) {
        Sum s;
        s.terms[v] = 1;
        return s;
    }
    bool is_number() const { return terms.empty(); }
    void add(Int value) { constant = reversible(plus(constant, value, {})); }
    void add(Int factor, const Sum& other) {
        add(times(factor, other.constant, {}));
        for (const auto& [v, coef] : other.terms) {
            Int& mine = terms[v];
            mine = reversible(plus(mine, times(factor, coef, {}), {}));
            if (mine == 0) terms.erase(v);
        }
    }
    Sum plus_times(Int factor, const Sum& other) const {
        Sum s = *this;
        s.add(factor, other);
        return s;
    }
    Sum plus_number(Int value) const { return plus_times(1, Sum(value)); }

  private:
    // Declines the one number without a negative.
    static Int reversible(Int value) {
        if (value < -kMax) beyond({});
        return value;
    }
};

// Variables that a term brings in, and the conjuncts that say what they are.
struct Block {
    std::vector<Var> vars;
    std::vector<Node> parts;

    Var define(Var v, Node part) {
        vars.push_back(v);
        parts.push_back(std::move(part));
        return v;
    }
    // The formula behind these definitions.
    Node around(Node body) && {
        if (vars.empty()) return body;
        Node n{.kind = Node::exists, .definite = true, .vars = std::move(vars)};
        n.parts = {join(Node::all, std::move(parts)), std::move(body)};
        return n;
    }
};

class Sums {
  protected:
    Sums(const Item& numeration, Int max_work) : engine_(numeration, max_work) {}
    virtual ~Sums() = default;
    virtual const Automaton* adder() = 0;  // checked

    // Built once for each key.
    template <class Key, class Build>
    static const Automaton* once(std::map<Key, const Automaton*>& known, const Key& key,
                                 Build build) {
        const auto found = known.find(key);
        return found != known.end() ? found->second : known[key] = build();
    }

    const Automaton* number(Int value) {
        return once(numbers_, value, [&] {
            const Item& item = engine_.numeration.item();
            return engine_.keep(engine_.numeration.constant(Words().rep(item, value, item.place)),
                                true);
        });
    }

    const Automaton* at_most(Int low) {  // x < y or x <= y: low is -1 or 0
        return once(orders_, low, [&] {
            return engine_.keep(engine_.numeration.compare(-1, static_cast<int>(low)));
        });
    }

    // y = x + 1: x < y and nothing between.
    const Automaton* successor() {
        return once(orders_, Int{1}, [&] {
            const Var x = engine_.fresh();
            const Var y = engine_.fresh();
            const Var z = engine_.fresh();
            Node between = exists({z}, both(leaf(at_most(-1), {x, z}), leaf(at_most(-1), {z, y})));
            const Node next = both(leaf(at_most(-1), {x, y}), negated(std::move(between)));
            return engine_.keep(*engine_.automaton(next, {x, y}), true);
        });
    }

    Var named(Int value, Block& block) {
        const Var v = engine_.fresh();
        return block.define(v, leaf(number(value), {v}));
    }

    // A variable that is equal to the (natural) sum.
    Var variable(const Sum& sum, Block& block) {
        if (sum.is_number() && sum.constant >= 0) return named(sum.constant, block);
        if (sum.constant == 0 && sum.terms.size() == 1 && sum.terms.begin()->second == 1)
            return sum.terms.begin()->first;
        const Var v = engine_.fresh();
        return block.define(v, relation(true, sum.plus_times(-1, Sum::variable(v))));
    }

    // sum = 0 or sum <= 0.
    Node relation(bool equation, Sum sum) {
        Int divisor = 0;
        bool up = sum.constant >= 0;  // no negative part; no positive part
        bool down = sum.constant <= 0;
        for (const auto& [v, coef] : sum.terms) {
            divisor = std::gcd(divisor, coef);
            (coef > 0 ? down : up) = false;
        }
        Int& c = sum.constant;
        if (divisor == 0) return truth(equation ? c == 0 : c <= 0);
        if (!equation && down) return truth(true);
        if (c != 0 && (up || down)) return truth(false);
        if (equation && c % divisor != 0) return truth(false);
        // sum <= -c means sum / divisor <= floor(-c / divisor).
        c = c / divisor + (c > 0 && c % divisor != 0 ? 1 : 0);
        const Int sign = equation && sum.terms.begin()->second < 0 ? -1 : 1;
        c *= sign;
        for (auto& [v, coef] : sum.terms) coef = coef / divisor * sign;
        Block block;
        while (sum.terms.size() > kWidest) shorten(sum, block);
        Word coefs;
        std::vector<Var> vars;
        for (const auto& [v, coef] : sum.terms) {
            vars.push_back(v);
            coefs.push_back(coef);
        }
        const Automaton* a = nullptr;
        if (equation && coefs == Word{1, -1} && std::abs(c) <= 1) {
            if (c < 0) std::swap(vars[0], vars[1]);
            a = c == 0 ? engine_.equal : successor();
        } else {
            a = linear(equation, coefs, c);
        }
        return std::move(block).around(leaf(a, vars));
    }

    Engine engine_;

  private:
    static constexpr std::size_t kWidest = 4;

    // Two terms of one sign become a variable.
    void shorten(Sum& sum, Block& block) {
        auto a = sum.terms.begin();
        auto b = std::next(a);
        while ((a->second < 0) != (b->second < 0))
            if (++b == sum.terms.end()) b = std::next(++a);
        const Int side = a->second < 0 ? -1 : 1;
        Sum two;
        two.terms = {*a, *b};
        sum.add(-1, two);
        sum.add(side, Sum::variable(variable(Sum().plus_times(side, two), block)));
    }

    // The sum of the items; as `target`, if that is given.
    Var fold(const std::vector<Var>& items, std::optional<Var> target, Block& block) {
        Var sum = items[0];
        for (std::size_t i = 1; i < items.size(); ++i) {
            const bool last = target && i + 1 == items.size();
            const Var next = last ? *target : engine_.fresh();
            if (!last) block.vars.push_back(next);
            block.parts.push_back(leaf(adder(), {sum, items[i], next}));
            sum = next;
        }
        if (target && items.size() == 1) block.parts.push_back(leaf(engine_.equal, {sum, *target}));
        return sum;
    }

    // coefs * (x, y, ..) + constant = 0 or <= 0, its tracks in this order.
    const Automaton* linear(bool equation, const Word& coefs, Int constant) {
        return once(linear_, std::tuple(equation, coefs, constant), [&] {
            Block block;
            std::vector<Var> tracks;
            std::vector<Var> sides[2];  // what is added on the left and on the right
            const bool strict = !equation && constant == 1;
            for (const Int coef : coefs) {
                const Var v = tracks.emplace_back(engine_.fresh());
                auto& side = sides[coef < 0 ? 1 : 0];
                const Int factor = std::abs(coef);
                if (factor == 1)
                    side.push_back(v);
                else if (coefs == Word{factor, -1} && equation && constant == 0)
                    side = {multiple(factor / 2, v, block),
                            multiple(factor - factor / 2, v, block)};
                else
                    side.push_back(multiple(factor, v, block));
            }
            if (constant != 0 && !strict)
                sides[constant < 0 ? 1 : 0].push_back(named(std::abs(constant), block));
            for (auto& side : sides)
                if (side.empty()) side.push_back(named(0, block));
            const bool left = equation && sides[0].size() > 1;
            const Var one = fold(sides[left ? 1 : 0], {}, block);
            if (equation)
                fold(sides[left ? 0 : 1], one, block);
            else
                block.parts.push_back(
                    leaf(at_most(strict ? -1 : 0), {one, fold(sides[1], {}, block)}));
            const Node whole = exists(block.vars, join(Node::all, std::move(block.parts)));
            return engine_.keep(*engine_.automaton(whole, tracks),
                                equation && std::abs(coefs.back()) == 1);
        });
    }

    Var multiple(Int factor, Var v, Block& block) {
        if (factor == 1) return v;
        const Var t = engine_.fresh();
        return block.define(t, leaf(linear(true, {factor, -1}, 0), {v, t}));
    }

    std::map<std::tuple<bool, Word, Int>, const Automaton*> linear_;
    std::map<Int, const Automaton*> numbers_;
    std::map<Int, const Automaton*> orders_;
};

}  // namespace mexcheck::automata
