#include "formulas.h"

#include <algorithm>

namespace attack {
namespace {

// What solving finds lies at most a constant beyond the numbers around: equations with a constant
// of at most 4 (5 when altered), and squares up to 9.
constexpr Int kSolvedMargin = 10;

// Order and successor: with q quantifiers inside, places that differ by more than this from all
// places around are alike. Constants of at most 2; distances double with each quantifier.
Int order_margin(int inside) { return Int{4} << inside; }

int quantifiers(const Expr& e) {
    int most = 0;
    for (const Expr& a : e->args) most = std::max(most, quantifiers(a));
    if (e->op == Op::unique) return most + 2;
    return most + (e->op == Op::forall || e->op == Op::exists ? 1 : 0);
}

}  // namespace

Expr unbounded(Op op, Int variable, Int margin, Expr body) {
    Node node = *quantified(op, variable, Bound::free, nullptr, std::move(body));
    node.margin = margin;
    return std::make_shared<const Node>(std::move(node));
}

Expr Formulas::any(const std::vector<Int>& variables) { return variable(random_.pick(variables)); }

Expr Formulas::small() { return number(random_.below(vocabulary_.constants + 1)); }

Expr Formulas::comparison(Expr left, Expr right) {
    static const std::vector<Op> signs = {Op::eq, Op::eq, Op::ne, Op::lt, Op::le, Op::gt, Op::ge};
    return make(random_.pick(signs), {std::move(left), std::move(right)});
}

Expr Formulas::call_of(std::size_t item, int depth, const std::vector<Int>& variables) {
    const Item& i = model_.items[item];
    std::vector<Expr> args;
    const std::size_t arity = i.parameters.empty() ? 1 : i.parameters.size();
    for (std::size_t k = 0; k < arity; ++k)
        if (!i.parameters.empty() && i.parameters[k].limited())
            args.push_back(number(random_.between(static_cast<int>(i.parameters[k].low),
                                                  static_cast<int>(i.parameters[k].high))));
        else
            args.push_back(vocabulary_.nested ? term(depth, variables) : any(variables));
    return call(item, std::move(args));
}

Expr Formulas::term(int depth, const std::vector<Int>& variables) {
    const auto part = [&] { return term(depth - 1, variables); };
    const auto& functions = vocabulary_.functions;
    if (depth <= 0) return random_.one_in(4) ? small() : any(variables);
    switch (random_.below(vocabulary_.arithmetic ? 9 : 3)) {
        case 0:
            return make(Op::add, {any(variables), small()});
        case 1:
        case 2:
            return functions.empty() ? make(Op::add, {any(variables), small()})
                                     : call_of(random_.pick(functions), depth - 1, variables);
        case 3:
            return make(Op::monus, {part(), part()});
        case 4:
            return make(Op::mul, {number(random_.between(1, 3)), part()});
        case 5:
            return make(random_.one_in(2) ? Op::mod : Op::div,
                        {part(), number(random_.between(1, 3))});
        case 6:
            return vocabulary_.floors ? make(Op::floor, {any(variables)}, random_.between(1, 2))
                                      : make(Op::add, {part(), part()});
        case 7:
            return make(Op::cond, {comparison(any(variables), small()), part(), part()});
        default:
            return make(Op::add, {part(), part()});
    }
}

Expr Formulas::atom(const std::vector<Int>& variables) {
    const int kind = random_.below(10);
    if (kind == 0 && !vocabulary_.relations.empty())
        return call(random_.pick(vocabulary_.relations), {any(variables), term(1, variables)});
    if (kind == 1 && vocabulary_.arithmetic)
        return make(Op::le,
                    {make(Op::square, {make(Op::sub, {any(variables), small()})}), small()});
    if (kind == 2)
        return make(Op::in, {vocabulary_.ordered ? any(variables) : term(1, variables), small(),
                             number(random_.below(vocabulary_.constants + 1))});
    if (kind == 3 && vocabulary_.arithmetic)
        return comparison(make(Op::sub, {term(1, variables), term(1, variables)}), small());
    if (kind == 4 && vocabulary_.solved) return solved(variables);
    return comparison(term(2, variables), term(1, variables));
}

// Quantifiers that solving decides: equations, differences, squares, increasing functions.
Expr Formulas::solved(const std::vector<Int>& variables) {
    const Int id = fresh_++;
    const Expr v = variable(id);
    const Expr reach = make(Op::add, {any(variables), number(random_.below(4))});
    std::vector<Int> inner = variables;
    inner.push_back(id);
    const auto& sequences = vocabulary_.sequences;
    const auto increasing = [&]() -> Expr {
        if (sequences.empty() || random_.one_in(3))
            return make(Op::floor, {v}, random_.between(1, 2));
        std::vector<Expr> args;
        const std::size_t item = random_.pick(sequences);
        for (const Parameter& p : model_.items[item].parameters)
            args.push_back(p.limited() ? number(random_.between(static_cast<int>(p.low),
                                                                static_cast<int>(p.high)))
                                       : v);
        return call(item, std::move(args));
    };
    const auto also = [&](Expr e) {
        return random_.one_in(2) ? e : make(Op::conj, {e, comparison(term(1, inner), small())});
    };
    Expr body;
    switch (random_.below(6)) {
        case 0:
            body = also(make(Op::eq, {make(Op::add, {v, small()}), reach}));
            break;
        case 1:
            body = also(make(Op::eq, {increasing(), reach}));
            break;
        case 2:
            body = also(make(random_.one_in(2) ? Op::le : Op::lt, {increasing(), reach}));
            break;
        case 3:
            body = also(make(Op::eq, {make(Op::add, {increasing(), v}), reach}));
            break;
        case 4:
            body = also(make(Op::le, {make(Op::square, {make(Op::sub, {v, any(variables)})}),
                                      number(random_.below(10))}));
            break;
        default:
            body = also(make(Op::disj, {make(Op::eq, {v, any(variables)}),
                                        make(Op::eq, {reach, make(Op::add, {v, small()})})}));
    }
    if (random_.one_in(4))
        return comparison(unbounded(Op::count, id, kSolvedMargin, body), small());
    if (random_.one_in(4))
        return unbounded(Op::forall, id, kSolvedMargin,
                         make(Op::implies, {body, comparison(term(1, inner), small())}));
    return unbounded(random_.one_in(4) ? Op::unique : Op::exists, id, kSolvedMargin, body);
}

Expr Formulas::quantifier(int depth, const std::vector<Int>& variables) {
    static const std::vector<Op> kinds = {Op::forall, Op::exists, Op::exists, Op::unique};
    const Int id = fresh_++;
    const Expr limit = random_.one_in(4) ? small() : any(variables);
    const Bound bound = random_.one_in(2) ? Bound::below : Bound::up_to;
    std::vector<Int> inner = variables;
    inner.push_back(id);
    const Expr body = formula(depth - 1, inner);
    const Op op = random_.pick(kinds);
    if (vocabulary_.ordered && random_.one_in(2)) {
        const int inside = quantifiers(body) + (op == Op::unique ? 1 : 0);
        return unbounded(op, id, order_margin(inside), body);
    }
    if (random_.one_in(5) && !vocabulary_.ordered)
        return comparison(quantified(Op::count, id, bound, limit, body), small());
    return quantified(op, id, bound, limit, body);
}

Expr Formulas::formula(int depth, std::vector<Int> variables) {
    static const std::vector<Op> joined = {Op::conj, Op::disj, Op::implies, Op::iff};
    if (depth <= 0) return atom(variables);
    switch (random_.below(7)) {
        case 0:
            return atom(variables);
        case 1:
            return make(Op::negation, {formula(depth - 1, variables)});
        case 2:
        case 3:
            return quantifier(depth, variables);
        default:
            return make(random_.pick(joined),
                        {formula(depth - 1, variables), formula(depth - 1, variables)});
    }
}

}  // namespace attack
