#include "defs.h"

namespace attack {
namespace {

Expr plus(Expr a, Int c) { return c == 0 ? a : make(Op::add, {std::move(a), number(c)}); }
Expr minus(Expr a, Int c) { return make(Op::sub, {std::move(a), number(c)}); }

Expr conjunction(const std::vector<Expr>& parts) {
    Expr all = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) all = make(Op::conj, {all, parts[i]});
    return all;
}

std::size_t put(Model& model, Item item, const std::string& name) {
    item.name = name + std::to_string(model.items.size());
    model.items.push_back(std::move(item));
    return model.items.size() - 1;
}

Item recursive(std::vector<Parameter> parameters, std::vector<bool> fixed, Expr measure) {
    Item item;
    item.parameters = std::move(parameters);
    item.fixed = std::move(fixed);
    item.measure = std::move(measure);
    return item;
}

}  // namespace

std::size_t add_linear(Model& model, Random& random) {
    const std::size_t self = model.items.size();
    const Expr n = variable(0);
    const Int p = random.between(1, 3);
    Expr start = number(random.below(4));
    for (Int i = p - 1; i > 0; --i)
        start = make(Op::cond, {make(Op::eq, {n, number(i)}), number(random.below(4)), start});
    Item item = recursive({{0, 0, -1}}, {false}, n);
    Expr next = plus(call(self, {minus(n, p)}), random.below(3));
    if (random.one_in(3)) next = make(Op::mod, {next, number(random.between(2, 4))});
    item.body = make(Op::cond, {make(Op::lt, {n, number(p)}), start, next});
    return put(model, item, "f");
}

std::size_t add_family(Model& model, Random& random) {
    const std::size_t self = model.items.size();
    const Expr n = variable(0), l = variable(1);
    const Expr step = plus(l, random.between(1, 2));
    const Expr start = random.one_in(2) ? l : number(random.below(3));
    const Expr next = plus(call(self, {l, make(Op::sub, {n, step})}), random.below(3));
    Item item = recursive({{1, 0, 2}, {0, 0, -1}}, {true, false}, n);
    item.body = make(Op::cond, {make(Op::lt, {n, step}), start, next});
    return put(model, item, "f");
}

std::size_t add_sequence(Model& model, Random& random) {
    const std::size_t self = model.items.size();
    const bool parameter = random.one_in(2);
    const Expr l = variable(2), n = variable(0), i = variable(1), m = variable(3);
    const auto at = [&](const Expr& x) { return parameter ? call(self, {l, x}) : call(self, {x}); };
    std::vector<Expr> excluded = {make(Op::ne, {m, at(i)})};
    const int more = random.between(1, 2);
    for (int k = 0; k < more; ++k) {
        Expr other = at(i);
        if (random.one_in(4)) other = make(Op::mul, {number(2), other});
        if (random.one_in(2)) other = make(Op::add, {other, i});
        if (parameter && random.one_in(2)) other = make(Op::add, {other, make(Op::mul, {l, i})});
        excluded.push_back(make(Op::ne, {m, plus(other, random.below(3))}));
    }
    const Expr loop = quantified(Op::forall, 1, Bound::below, n, conjunction(excluded));
    std::vector<Expr> parts;
    if (parameter) parts.push_back(make(Op::ge, {m, l}));
    if (random.one_in(3)) parts.push_back(make(Op::gt, {m, number(random.below(3))}));
    parts.push_back(loop);
    Item item = parameter ? recursive({{2, 0, 2}, {0, 0, -1}}, {true, false}, n)
                          : recursive({{0, 0, -1}}, {false}, n);
    item.body = make(Op::least, {conjunction(parts)}, 3);
    return put(model, item, "a");
}

std::size_t add_subtraction(Model& model, Random& random) {
    const std::size_t self = model.items.size();
    const Expr n = variable(0), m = variable(1);
    std::vector<Expr> parts;
    for (Int d = 1; d <= 4; ++d)
        if (random.one_in(2) || (d == 4 && parts.empty()))
            parts.push_back(make(Op::implies, {make(Op::le, {number(d), n}),
                                               make(Op::ne, {m, call(self, {minus(n, d)})})}));
    Item item = recursive({{0, 0, -1}}, {false}, n);
    item.body = make(Op::least, {conjunction(parts)}, 1);
    return put(model, item, "s");
}

std::size_t add_grundy(Model& model, Random& random, bool nim) {
    const std::size_t self = model.items.size();
    const Expr x = variable(0), y = variable(1), m = variable(2), u = variable(3), t = variable(4);
    const auto value = [&](const Expr& a, const Expr& b) {
        return make(Op::ne, {m, call(self, {a, b})});
    };
    std::vector<Expr> parts = {quantified(Op::forall, 3, Bound::below, x, value(u, y)),
                               quantified(Op::forall, 5, Bound::below, y, value(x, variable(5)))};
    if (!nim && random.one_in(2))
        parts.push_back(quantified(
            Op::forall, 4, Bound::up_to, x,
            make(Op::implies,
                 {make(Op::le, {number(1), t}),
                  make(Op::implies, {make(Op::le, {t, y}),
                                     value(make(Op::sub, {x, t}), make(Op::sub, {y, t}))})})));
    Item item = recursive({{0, 0, -1}, {1, 0, -1}}, {false, false}, make(Op::add, {x, y}));
    item.body = make(Op::least, {conjunction(parts)}, 2);
    return put(model, item, "g");
}

std::size_t add_winning(Model& model, Random& random) {
    const std::size_t self = model.items.size();
    const Expr x = variable(0), y = variable(1), u = variable(2);
    const auto lost = [&](const Expr& a, const Expr& b) {
        return make(Op::eq, {call(self, {a, b}), number(0)});
    };
    Expr moves = make(Op::disj, {quantified(Op::exists, 2, Bound::below, x, lost(u, y)),
                                 quantified(Op::exists, 3, Bound::below, y, lost(x, variable(3)))});
    const Int d = random.between(1, 3);
    if (random.one_in(2))
        moves =
            make(Op::disj, {moves, make(Op::conj, {make(Op::conj, {make(Op::le, {number(d), x}),
                                                                   make(Op::le, {number(d), y})}),
                                                   lost(minus(x, d), minus(y, d))})});
    Item item = recursive({{0, 0, -1}, {1, 0, -1}}, {false, false}, make(Op::add, {x, y}));
    item.body = make(Op::cond, {moves, number(1), number(0)});
    return put(model, item, "w");
}

std::size_t add_sum(Model& model, Random& random, std::size_t of) {
    const std::size_t self = model.items.size();
    const Expr n = variable(0);
    std::vector<Expr> args;
    for (const Parameter& p : model.items[of].parameters)
        args.push_back(p.limited() ? number(p.low) : n);
    const Expr sum = make(Op::add, {call(self, {minus(n, 1)}), call(of, args)});
    Item item = recursive({{0, 0, -1}}, {false}, n);
    item.body = make(Op::cond, {make(Op::eq, {n, number(0)}), number(random.below(3)),
                                make(Op::mod, {sum, number(random.between(2, 5))})});
    return put(model, item, "h");
}

std::size_t add_relation(Model& model, Random& random) {
    const Expr x = variable(0), y = variable(1), k = variable(2);
    const Expr low = make(Op::floor, {k}, random.between(1, 2));
    Node node = *quantified(
        Op::exists, 2, Bound::free, nullptr,
        make(Op::conj, {make(Op::eq, {x, low}),
                        make(Op::eq, {y, plus(make(Op::add, {x, k}), random.below(3))})}));
    node.margin = 1;
    const Expr found = std::make_shared<const Node>(std::move(node));
    Item item;
    item.kind = Kind::pred;
    item.parameters = {{0, 0, -1}, {1, 0, -1}};
    item.body = random.one_in(2)
                    ? found
                    : make(Op::disj, {make(Op::eq, {x, plus(y, random.below(3))}), found});
    return put(model, item, "r");
}

std::size_t add_numeration(Model& model, Random& random, int states, int digits) {
    // A tree of states reached, then targets at random; the start reads another digit than 0.
    Item item;
    item.kind = Kind::numeration;
    item.rows.assign(static_cast<std::size_t>(states), Word(static_cast<std::size_t>(digits), -2));
    const auto entry = [&](int s, int d) -> Int& {
        return item.rows[static_cast<std::size_t>(s)][static_cast<std::size_t>(d)];
    };
    entry(0, 0) = 0;
    for (int s = 1; s < states; ++s)
        for (bool placed = false; !placed;) {
            Int& e = entry(random.below(s), random.below(digits));
            placed = e == -2;
            if (placed) e = s;
        }
    for (int s = 0; s < states; ++s) {
        for (int d = 0; d < digits; ++d)
            if (entry(s, d) == -2) entry(s, d) = random.one_in(3) ? -1 : random.below(states);
        if (entry(s, 0) < 0) entry(s, 0) = random.below(states);
    }
    if (entry(0, 1) < 0) entry(0, 1) = random.below(states);
    return put(model, item, "n");
}

std::size_t add_base(Model& model, int base) {
    Item item;
    item.kind = Kind::numeration;
    item.rows = {Word(static_cast<std::size_t>(base), 0)};
    return put(model, item, "n");
}

std::size_t add_fibonacci(Model& model) {
    Item item;
    item.kind = Kind::numeration;
    item.rows = {{0, 1}, {0, -1}};
    item.name = "fibonacci";
    model.items.push_back(item);
    return model.items.size() - 1;
}

std::size_t add_dfao(Model& model, Random& random, std::size_t numeration, int states,
                     int outputs) {
    // Every place that the numeration leads to has a target.
    Item item;
    item.kind = Kind::dfao;
    item.base = numeration;
    const std::size_t digits = model.items[numeration].rows[0].size();
    for (int s = 0; s < states; ++s) {
        Word row;
        for (std::size_t d = 0; d < digits; ++d) row.push_back(random.below(states));
        row.push_back(random.below(outputs));
        item.rows.push_back(row);
    }
    return put(model, item, "d");
}

// A morphism whose images have `images` letters; that of letter 0 begins with 0.
std::size_t add_word(Model& model, Random& random, std::size_t images, int letters) {
    Item item;
    item.kind = Kind::word;
    for (int c = 0; c < letters; ++c) {
        Word image;
        for (std::size_t i = 0; i < images; ++i) image.push_back(random.below(letters));
        item.rows.push_back(image);
    }
    item.rows[0][0] = 0;
    return put(model, item, "w");
}

}  // namespace attack
