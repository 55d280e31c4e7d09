#include "defs.h"
#include "formulas.h"
#include "lanes.h"

namespace attack {
namespace {

constexpr Int kFirst = 10;  // bound variables of statements begin here

// Some definitions; what formulas may use of them.
Vocabulary define(Model& model, Random& random) {
    Vocabulary v;
    v.floors = random.one_in(2);
    v.solved = random.one_in(2);
    const int count = random.between(1, 2);
    for (int i = 0; i < count; ++i) {
        switch (random.below(5)) {
            case 0:
                v.functions.push_back(add_linear(model, random));
                break;
            case 1:
                v.functions.push_back(add_sequence(model, random));
                v.sequences.push_back(v.functions.back());
                break;
            case 2:
                v.functions.push_back(add_subtraction(model, random));
                break;
            case 3:
                v.functions.push_back(add_grundy(model, random));
                break;
            default:
                v.functions.push_back(add_winning(model, random));
        }
    }
    const std::size_t first = v.functions[0];
    const bool one_ranged = model.items[first].parameters.back().variable == 0;
    if (one_ranged && random.one_in(3)) v.functions.push_back(add_sum(model, random, first));
    if (random.one_in(3)) v.relations.push_back(add_relation(model, random));
    return v;
}

// x is one of the numbers at which the formula holds (true); two variables are made one number.
Expr tabulated(const Model& model, const Expr& formula, const std::vector<Int>& variables,
               Int side) {
    Model one = model;
    one.claim.kind = Claim::refuted;
    one.claim.fixed.clear();
    one.parameters.clear();
    one.leading.clear();
    for (const Int v : variables) one.leading.push_back({v, -1, -1});
    one.hypothesis = nullptr;
    one.body = formula;
    Expr code = variable(variables[0]);
    if (variables.size() > 1)
        code = make(Op::add, {code, make(Op::mul, {number(side + 1), variable(variables[1])})});
    std::vector<Expr> list = {code};
    const Int last = variables.size() > 1 ? side : 0;
    for (Int x = 0; x <= side; ++x)
        for (Int y = 0; y <= last; ++y) {
            one.claim.point = variables.size() > 1 ? std::vector<Int>{x, y} : std::vector<Int>{x};
            if (Evaluator(one, false).claim() == Truth::no)
                list.push_back(number(x + (side + 1) * y));
        }
    if (list.size() == 1) return make(Op::negation, {formula});
    return make(Op::iff, {formula, make(Op::in, list)});
}

// One or two leading variables, a formula about them that is often true.
void state(Model& model, Random& random, const Vocabulary& vocabulary, Int side, bool parameters) {
    std::vector<Int> variables;
    const int count = random.between(1, 2);
    if (parameters && random.one_in(3)) {
        model.parameters.push_back({2, 0, random.between(1, 2)});
        variables.push_back(2);
    }
    for (int i = 0; i < count; ++i) {
        model.leading.push_back({i, -1, -1});
        variables.push_back(i);
    }
    Formulas formulas(random, model, vocabulary, kFirst);
    model.body = formulas.formula(random.between(1, 2), variables);
    if (model.parameters.empty() && random.one_in(3))
        model.body = tabulated(model, model.body, variables, side);
    else if (random.one_in(4))
        model.body = make(Op::disj, {model.body, make(Op::negation, {model.body})});
    else if (random.one_in(3))
        model.hypothesis = formulas.formula(1, variables);
    if (model.parameters.empty()) return;
    const Expr all = make(Op::eq, {variable(2), variable(2)});
    if (model.parameters[0].limited()) model.body = make(Op::conj, {all, model.body});
}

void set_ranges(Model& model, Random& random, Int side) {
    const std::size_t parameters = model.parameters.size();
    if (parameters > 0 && random.one_in(2)) model.claim.fixed = {random.between(0, 1)};
    if (model.leading.size() == 2 && random.one_in(4)) {
        model.claim.ranges = {{{parameters, parameters + 1}, 0, side}};
        return;
    }
    for (std::size_t i = 0; i < model.leading.size(); ++i) {
        const Int low = random.one_in(4) ? random.below(3) : 0;
        model.claim.ranges.push_back(
            {{parameters + i}, low, random.between(2, static_cast<int>(side))});
    }
}

}  // namespace

Sample ranges(Random& random) {
    Sample s;
    const Vocabulary v = define(s.model, random);
    state(s.model, random, v, 6, true);
    set_ranges(s.model, random, 6);
    return s;
}

Sample finite(Random& random) {
    Sample s;
    const Vocabulary v = define(s.model, random);
    state(s.model, random, v, 4, true);
    for (Leading& x : s.model.leading) x.bound = random.between(2, 4);
    s.model.claim.kind = Claim::all;
    if (!s.model.parameters.empty() && random.one_in(2))
        s.model.claim.fixed = {random.between(0, 1)};
    return s;
}

Sample refuted(Random& random) {
    Sample s = ranges(random);
    s.model.claim.ranges.clear();
    s.model.claim.kind = Claim::refuted;
    if (random.one_in(6))  // nothing to be given: all is bounded or fixed
        for (Leading& x : s.model.leading) x.bound = random.between(2, 4);
    Evaluator evaluator(s.model, false);
    const auto point = evaluator.false_point(8);
    const std::size_t wanted = point_variables(s.model).size();
    for (std::size_t i = 0; i < wanted; ++i)
        s.model.claim.point.push_back(point ? (*point)[i] : random.below(3));
    return s;
}

Sample least_refuted(Random& random) {
    Sample s = ranges(random);
    s.model.claim.ranges.clear();
    s.model.claim.kind = Claim::least;
    return s;
}

// exists y: y > .. and y mod k = ..: such y repeat, and so the horizon is exact.
Sample witnessed(Random& random) {
    Sample s;
    Vocabulary v = define(s.model, random);
    v.solved = false;
    state(s.model, random, v, 5, false);
    std::vector<Int> variables;
    for (const Leading& x : s.model.leading) variables.push_back(x.variable);
    Formulas formulas(random, s.model, v, kFirst + 20);
    const Int y = 9;
    const Expr above = random.one_in(2) ? variable(y) : make(Op::square, {variable(y)});
    const Int k = random.between(2, 3);
    const Expr residue = make(Op::eq, {make(Op::mod, {variable(y), number(k)}),
                                       make(Op::mod, {formulas.term(1, variables), number(k)})});
    Expr body = make(Op::conj, {make(Op::gt, {above, formulas.term(1, variables)}), residue});
    if (random.one_in(3))
        body = make(Op::conj, {body, make(Op::ne, {variable(y), formulas.term(1, variables)})});
    if (random.one_in(4))
        body = make(Op::conj, {body, make(Op::eq, {make(Op::mod, {variable(y), number(2)}),
                                                   number(random.below(2))})});
    s.model.body = unbounded(Op::exists, y, 60, body);
    set_ranges(s.model, random, 5);
    return s;
}

Sample words(Random& random) {
    Sample s;
    Model& m = s.model;
    const std::size_t n =
        random.one_in(2) ? add_fibonacci(m)
                         : add_numeration(m, random, random.between(1, 3), random.between(2, 3));
    const std::size_t d = add_dfao(m, random, n, random.between(1, 3), 3);
    const std::size_t w =
        add_word(m, random, static_cast<std::size_t>(random.between(1, 3)), random.between(1, 3));
    const Int x = 0;
    const auto node = [](Op op, std::size_t item, std::vector<Expr> args) {
        Node made = *make(op, std::move(args));
        made.item = item;
        return std::make_shared<const Node>(std::move(made));
    };
    const auto literal = [&](int longest) {
        Node made = *make(Op::word);
        const int length = random.below(longest + 1);
        for (int i = 0; i < length; ++i) made.word.push_back(random.below(2));
        return std::make_shared<const Node>(std::move(made));
    };
    Vocabulary v;
    v.functions = {d};
    if (random.one_in(2)) v.functions.push_back(w);
    Formulas formulas(random, m, v, kFirst);
    const auto word_term = [&]() -> Expr {
        switch (random.below(5)) {
            case 0:
                return make(Op::take,
                            {formulas.term(0, {x}), node(Op::rep, n, {formulas.term(1, {x})})});
            case 1:
                return node(Op::iterate, w, {number(random.below(4)), literal(2)});
            case 2:
                return make(Op::concat, {node(Op::rep, n, {formulas.term(0, {x})}), literal(2)});
            default:
                return node(Op::rep, n, {formulas.term(random.below(2), {x})});
        }
    };
    const auto atom = [&]() -> Expr {
        switch (random.below(6)) {
            case 0:
                return make(Op::suffix, {literal(2), word_term()});
            case 1:
                return make(Op::prefix, {literal(2), word_term()});
            case 2:
                return make(random.one_in(2) ? Op::word_eq : Op::word_ne,
                            {word_term(), word_term()});
            case 3:
                return make(Op::word_eq, {word_term(), literal(3)});
            case 4:
                return node(Op::limit, w, {});
            default:
                return formulas.formula(1, {x});
        }
    };
    m.leading = {{x, -1, -1}};
    const Expr a = atom();
    m.body = random.one_in(2) ? tabulated(m, a, {x}, 8)
                              : make(Op::disj, {a, make(Op::negation, {atom()})});
    m.claim.ranges = {{{0}, 0, random.between(3, 8)}};
    if (random.one_in(3)) {
        m.leading[0].bound = random.between(3, 8);
        m.claim = {Claim::all, {}, {}, {}};
    }
    return s;
}

}  // namespace attack
