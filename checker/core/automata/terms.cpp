#include <algorithm>

#include "prover.h"

namespace mexcheck::automata {
namespace {

constexpr Int kMaxSplit = 1000;  // values of a finite domain, of one square

bool quantified_inside(const Node& n) {
    return n.is(Node::exists) || std::any_of(n.parts.begin(), n.parts.end(), quantified_inside);
}

}  // namespace

std::optional<std::pair<Int, Int>> domain(const Expr* body, Op chain, Int slot) {
    Int low = -1;
    Int high = -1;
    for (; body->op == chain; body = body->args[1]) {
        const Expr* e = body->args[0];
        if (e->op != Op::le0 || e->args.size() != 1 || e->args[0]->op != Op::var ||
            e->args[0]->value != slot)
            continue;
        if (e->coefs[0] == -1) low = e->value;
        if (e->coefs[0] == 1) high = -e->value;
    }
    if (low < 0 || high < 0 || high - low > kMaxSplit) return std::nullopt;
    return std::pair(low, high);
}

Node Prover::one_leaf(Node n) {
    if (!quantified_inside(n)) return n;
    const std::vector<Var> free = free_variables(n);
    if (free.empty()) return truth(engine_.search(n).has_value());
    return leaf(engine_.automaton(n, free), free);
}

std::string Prover::assignment(const Engine::Witness& witness) const {
    std::string text;
    for (const auto& [v, value] : witness)
        if (const auto name = names_.find(v); name != names_.end())
            text += (text.empty() ? "" : ",") + name->second + "=" + value;
    return text.empty() ? "-" : text;
}

void Prover::never(const Block& block, Node bad, const Place& place, const std::string& what) {
    if (!now_.checking || (bad.constant() && bad.is(Node::any))) return;
    std::vector<Node> parts = now_.guards;
    parts.insert(parts.end(), block.parts.begin(), block.parts.end());
    parts.push_back(std::move(bad));
    const Node whole = join(Node::all, std::move(parts));
    for (const Var v : free_variables(whole))
        if (unknown_.contains(v)) decline(place, "a call of the def itself in a hypothesis");
    const auto found = engine_.search(whole);
    if (found)
        reject(place, cat(now_.instance ? now_.instance->name() + ": " : "", what, " at ",
                          assignment(*found)));
}

Sum Prover::natural(const Expr* e, Frame& f, Block& block, Int low, Int high) {
    Sum value = term(e, f, block);
    bool plain = value.constant >= low;
    for (const auto& [v, coef] : value.terms) plain = plain && coef > 0;
    Sum below = value;
    below.add(1 - low);  // value <= low - 1
    if (!plain) never(block, relation(false, below, e->place), e->place, "may be undefined");
    if (high == kMax) return value;
    Sum above(high);
    above.add(-1, value);
    above.add(1);  // high + 1 <= value
    never(block, relation(false, above, e->place), e->place, "may leave its domain");
    return value;
}

Var Prover::bind(const Unit& unit, Int slot, Frame& f) {
    const Var v = engine_.fresh();
    names_[v] = unit[static_cast<std::size_t>(slot)].name;
    f[static_cast<std::size_t>(slot)] = Sum::variable(v);
    return v;
}

// --- formulas ---------------------------------------------------------------------------------

Node Prover::guarded(const Expr* e, const Node& guard, Frame& f) {
    const Assumed assumed(*this, guard);
    return formula(e, f);
}

Node Prover::formula(const Expr* e, Frame& f) {
    spend(1);
    const auto& args = e->args;
    switch (e->op) {
        case Op::constant:
            return truth(e->value == 1);
        case Op::not_:
            return negated(formula(args[0], f));
        case Op::and_: {
            Node left = formula(args[0], f);
            // Of levels only some values of m are read: what is said of m guards nothing.
            const bool guards = now_.mex_slot < 0 || !occurs(args[0], now_.mex_slot);
            return both(left, guarded(args[1], guards ? left : truth(true), f));
        }
        case Op::or_: {
            Node left = formula(args[0], f);
            return either(left, guarded(args[1], negated(left), f));
        }
        case Op::implies: {
            Node left = formula(args[0], f);
            return either(negated(left), guarded(args[1], left, f));
        }
        case Op::iff: {
            const Node a = one_leaf(formula(args[0], f));
            const Node b = one_leaf(formula(args[1], f));
            return either(both(a, b), both(negated(a), negated(b)));
        }
        case Op::forall:
        case Op::exists:
            return quantified(e, f, 0, {});
        case Op::unique: {
            std::vector<Var> vars;
            for (const int slot : e->vars) vars.push_back(bind(*now_.unit, slot, f));
            const Node body = one_leaf(formula(args[0], f));
            return both(exists(vars, body), negated(exists(vars, body, 2)));
        }
        case Op::eq0:
        case Op::le0:
            return atom(e, f);
        case Op::in:
            return member(e, f);
        case Op::call:
            return relation_call(e, f);
        default:
            return words(e, f);
    }
}

// A finite domain is read value by value.
Node Prover::quantified(const Expr* e, Frame& f, std::size_t next, std::vector<Var> vars) {
    const bool every = e->op == Op::forall;
    if (next == e->vars.size()) {
        Node body = formula(e->args[0], f);
        if (!every) return exists(std::move(vars), std::move(body));
        return negated(exists(std::move(vars), negated(std::move(body))));
    }
    const int slot = e->vars[next];
    const auto range = domain(e->args[0], every ? Op::implies : Op::and_, slot);
    if (!range) {
        vars.push_back(bind(*now_.unit, slot, f));
        return quantified(e, f, next + 1, std::move(vars));
    }
    std::vector<Node> parts;
    for (Int value = range->first; value <= range->second; ++value) {
        f[static_cast<std::size_t>(slot)] = Sum(value);
        parts.push_back(quantified(e, f, next + 1, vars));
    }
    return join(every ? Node::all : Node::any, std::move(parts));
}

Node Prover::member(const Expr* e, Frame& f) {
    const auto width = static_cast<std::size_t>(e->value);
    Block block;
    std::vector<Sum> tuple;
    std::vector<Node> rows;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        Sum value = term(e->args[i], f, block);
        if (i < width) {
            tuple.push_back(std::move(value));
            continue;
        }
        if (i % width == 0) rows.push_back(truth(true));
        value.add(-1, tuple[i % width]);
        rows.back() = both(std::move(rows.back()), relation(true, value, e->place));
    }
    return std::move(block).around(join(Node::any, std::move(rows)));
}

// A relation or set is an automaton of its own for each choice of the arguments that are numbers.
Node Prover::relation_call(const Expr* e, Frame& f) {
    const Item& item = *e->item;
    Block block;
    std::pair<const Item*, Word> key = {&item, {}};
    std::vector<Var> vars;
    std::vector<Sum> args;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        const Variable& p = item.unit[i];
        args.push_back(natural(e->args[i], f, block, p.low, p.high));
        const bool fixed = args[i].is_number() && args[i].constant >= 0;
        key.second.push_back(fixed ? args[i].constant : -1);
        if (!fixed) vars.push_back(variable(args[i], block, e->place));
    }
    auto known = relations_.find(key);
    if (known == relations_.end()) {
        Frame inner(item.unit.size());
        std::vector<Var> order;
        for (std::size_t i = 0; i < args.size(); ++i)
            if (key.second[i] < 0)
                order.push_back(bind(item.unit, static_cast<Int>(i), inner));
            else
                inner[i] = args[i];
        const Apart apart(*this, item.unit);  // for all values of its parameters
        Node body = formula(item.body, inner);
        if (order.empty())
            body = truth(engine_.search(body).has_value());
        else
            body = leaf(engine_.automaton(body, order), {});
        known = relations_.emplace(std::move(key), std::move(body)).first;
    }
    Node result = known->second;
    result.vars = std::move(vars);
    return std::move(block).around(std::move(result));
}

// --- comparisons ------------------------------------------------------------------------------

Node Prover::atom(const Expr* e, Frame& f) {
    Block block;
    Sum sum(e->value);
    std::size_t special = e->args.size();
    std::vector<std::pair<Int, Sum>> squared;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        const Expr* arg = e->args[i];
        if (arg->op == Op::sq) {
            squared.emplace_back(e->coefs[i], term(arg->args[0], f, block));
        } else if (arg->op == Op::count || levelled(arg, f)) {
            if (special < e->args.size() || !squared.empty())
                decline(arg->place, "not compared with a number");
            special = i;
        } else {
            sum.add(e->coefs[i], term(arg, f, block));
        }
    }
    const bool equation = e->op == Op::eq0;
    if (special == e->args.size() && squared.empty())
        return std::move(block).around(relation(equation, sum, e->place));
    if (!sum.is_number()) decline(e->place, "not compared with a number");
    if (special < e->args.size()) {
        Node n = special_atom(e, special, sum.constant, f, block);
        return std::move(block).around(std::move(n));
    }
    const Int sign = squared[0].first < 0 ? -1 : 1;
    for (auto& [factor, s] : squared)
        if ((factor *= sign) <= 0) decline(e->place, "squares of both signs");
    // sum of squares = or <= budget, or (turned round) >= -budget, that is not <= -budget - 1.
    const Int budget = -sign * sum.constant;
    Node n = squares(equation, squared, 0, sign > 0 || equation ? budget : budget - 1, e->place);
    return std::move(block).around(sign > 0 || equation ? n : negated(n));
}

Node Prover::squares(bool equation, const std::vector<std::pair<Int, Sum>>& list, std::size_t at,
                     Int budget, const Place& place) {
    if (at == list.size()) return truth(equation ? budget == 0 : budget >= 0);
    if (budget < 0) return truth(false);
    const auto& [factor, form] = list[at];
    const Int root = square_root(budget / factor);
    if (root > kMaxSplit) decline(place, "work limit: squares too large");
    spend(static_cast<std::size_t>(root) + 1);
    const auto side = [&](Int sign, Int value, bool equal) {  // sign * form = or <= value
        Sum s(-value);
        s.add(sign, form);
        return relation(equal, s, place);
    };
    if (at + 1 == list.size() && !equation)
        return both(side(1, root, false), side(-1, root, false));
    std::vector<Node> parts;
    for (Int value = -root; value <= root; ++value)
        parts.push_back(
            both(side(1, value, true),
                 squares(equation, list, at + 1, budget - factor * value * value, place)));
    return join(Node::any, std::move(parts));
}

// coef * q + rest = 0 or <= 0 where q is a count or a call known by its levels.
Node Prover::special_atom(const Expr* e, std::size_t at, Int rest, Frame& f, Block& block) {
    const Expr* q = e->args[at];
    const Instance* const levels = levelled(q, f);
    Node body;
    std::vector<Var> vars;
    if (levels) {
        const std::vector<Sum> args = arguments(q, f, block);
        for (const Sum& arg : ranged(*q->item, args))
            vars.push_back(variable(arg, block, e->place));
    } else {
        for (const int slot : q->vars) vars.push_back(bind(*now_.unit, slot, f));
        body = one_leaf(formula(q->args[0], f));
    }
    const auto level = [&](Int c) { return leaf(&level_of(*levels, c).automaton, vars); };
    const auto at_least = [&](Int k) {
        if (k <= 0) return truth(true);
        if (!levels) return exists(vars, body, static_cast<std::size_t>(k));
        std::vector<Node> below;
        for (Int c = 0; c < k; ++c) below.push_back(level(c));
        return negated(join(Node::any, std::move(below)));
    };
    const Int coef = e->coefs[at];
    if (coef == 0) return relation(e->op == Op::eq0, Sum(rest), e->place);
    const Int bound = -rest / coef;
    const bool whole = rest % coef == 0;
    if (e->op == Op::eq0) {
        if (!whole || bound < 0) return truth(false);
        if (levels) return level(bound);
        Node more = at_least(plus(bound, 1, e->place));
        return both(at_least(bound), negated(std::move(more)));
    }
    // Division rounds towards 0; below 0 the answer is plain.
    if (coef > 0) return rest > 0 ? truth(false) : negated(at_least(plus(bound, 1, e->place)));
    return rest <= 0 ? truth(true) : at_least(plus(bound, whole ? 0 : 1, e->place));
}

// --- terms ------------------------------------------------------------------------------------

Sum Prover::term(const Expr* e, Frame& f, Block& block) {
    spend(1);
    Sum sum;
    switch (e->op) {
        case Op::var:
            return f[static_cast<std::size_t>(e->value)];
        case Op::linear:
            sum.constant = e->value;
            for (std::size_t i = 0; i < e->args.size(); ++i)
                sum.add(e->coefs[i], term(e->args[i], f, block));
            return sum;
        case Op::guard:
            return natural(e->args[0], f, block, e->coefs[0], e->coefs[1]);
        case Op::mul: {
            const Sum a = term(e->args[0], f, block);
            const Sum b = term(e->args[1], f, block);
            if (!a.is_number() && !b.is_number()) decline(e->place, "a product of variables");
            sum.add(a.is_number() ? a.constant : b.constant, a.is_number() ? b : a);
            return sum;
        }
        case Op::call:
        case Op::apply:
            return call(e, f, block);
        case Op::floor: {
            const Sum n = natural(e->args[0], f, block);
            const Instance& i = instance(*floor_, {-1});
            sum = applied(&i.graph->automaton, {n}, block, e->place);
            if (e->value == 2) sum.add(1, n);
            return sum;
        }
        case Op::monus:
        case Op::if_:
            return conditional(e, f, block);
        case Op::div:
        case Op::mod:
            return divided(e, f, block);
        case Op::least:
            return least(e, f, block);
        default:
            decline(e->place, e->op == Op::count ? "`count` must be compared with a number"
                                                 : "this term needs more than automata");
    }
}

Sum Prover::applied(const Automaton* graph, const std::vector<Sum>& args, Block& block,
                    const Place& place) {
    std::vector<Var> tracks;
    for (const Sum& arg : args) tracks.push_back(variable(arg, block, place));
    tracks.push_back(engine_.fresh());
    return Sum::variable(block.define(tracks.back(), leaf(graph, tracks)));
}

// `S -. T`, which is `if S - T < 0 then 0 else S - T`, and `if`.
Sum Prover::conditional(const Expr* e, Frame& f, Block& block) {
    const Sum v = Sum::variable(engine_.fresh());
    const auto value = [&](const Sum& sum) {
        Sum difference = sum;
        difference.add(-1, v);
        return relation(true, difference, e->place);
    };
    const auto branch = [&](const Expr* part, const Node& guard) {
        const Assumed assumed(*this, guard);
        Block inner;
        const Sum result = natural(part, f, inner);
        Node equation = value(result);
        return both(guard, std::move(inner).around(std::move(equation)));
    };
    if (e->op == Op::monus) {
        Sum difference = term(e->args[0], f, block);
        Node is_zero = both(relation(false, difference, e->place), value(Sum(0)));
        Sum positive(1);
        positive.add(-1, difference);
        Node is_difference = both(relation(false, positive, e->place), value(difference));
        return Sum::variable(block.define(v.terms.begin()->first,
                                          either(std::move(is_zero), std::move(is_difference))));
    }
    const Node condition = one_leaf(formula(e->args[0], f));
    if (condition.constant()) return term(e->args[condition.is(Node::all) ? 1 : 2], f, block);
    Node yes = branch(e->args[1], condition);
    Node no = branch(e->args[2], negated(condition));
    return Sum::variable(
        block.define(v.terms.begin()->first, either(std::move(yes), std::move(no))));
}

// S = c * q + r and r < c.
Sum Prover::divided(const Expr* e, Frame& f, Block& block) {
    Sum rest = natural(e->args[0], f, block);
    const Sum q = Sum::variable(engine_.fresh());
    const Sum r = Sum::variable(engine_.fresh());
    block.vars.push_back(q.terms.begin()->first);
    block.vars.push_back(r.terms.begin()->first);
    rest.add(-e->value, q);
    rest.add(-1, r);
    Sum less(1 - e->value);
    less.add(1, r);
    block.parts.push_back(both(relation(true, rest, e->place), relation(false, less, e->place)));
    return e->op == Op::div ? q : r;
}

Sum Prover::least(const Expr* e, Frame& f, Block& block) {
    const auto slot = static_cast<std::size_t>(e->vars[0]);
    const Var v = bind(*now_.unit, e->vars[0], f);
    Node here = formula(e->args[0], f);
    never(block, negated(exists({v}, here)), e->place, "`least` of an empty set");
    block.define(v, std::move(here));
    const Var u = engine_.fresh();
    f[slot] = Sum::variable(u);
    const bool checking = std::exchange(now_.checking, false);
    Node below = both(leaf(compare(-1, -1), {u, v}), formula(e->args[0], f));
    now_.checking = checking;
    block.parts.push_back(negated(exists({u}, std::move(below))));
    return Sum::variable(v);
}

// Of a call, each in its domain; for a call in a body under check of smaller measure.
std::vector<Sum> Prover::arguments(const Expr* e, Frame& f, Block& block) {
    const Item& item = *e->item;
    std::vector<Sum> args;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        const Variable any;
        const Variable& p = item.kind == ItemKind::def ? item.unit[i] : any;
        args.push_back(natural(e->args[i], f, block, p.low, p.high));
    }
    if (!now_.checking || !now_.instance || now_.instance->def != &item) return args;
    Frame inner(item.unit.size());
    std::copy(args.begin(), args.end(), inner.begin());
    Block more = block;
    now_.checking = false;  // the measure is defined for all arguments (enter)
    Sum not_less = now_.measure;
    not_less.add(-1, term(item.measure, inner, more));
    Node bad = relation(false, not_less, e->place);
    now_.checking = true;
    never(more, std::move(bad), e->place, "the measure does not fall");
    return args;
}

Sum Prover::call(const Expr* e, Frame& f, Block& block) {
    if (e->op == Op::apply)
        return applied(automatic_, {natural(e->args[0], f, block)}, block, e->place);
    const Item& item = *e->item;
    const std::vector<Sum> args = arguments(e, f, block);
    if (item.kind == ItemKind::word) return applied(word_letters(item), args, block, e->place);
    if (item.kind == ItemKind::dfao) {
        if (item.base != records_.numeration) decline(e->place, "a dfao of another numeration");
        rules_.insert("radix");
        const Automaton*& known = functions_[&item];
        if (!known) known = function_of(engine_.numeration().outputs(item));
        return applied(known, args, block, e->place);
    }
    if (item.recursive) {
        if (now_.instance && !now_.instance->known) {  // any value
            const Var v = engine_.fresh();
            unknown_.insert(v);
            block.vars.push_back(v);
            return Sum::variable(v);
        }
        const Instance& i = instance(item, fixed_arguments(item, args, e->place));
        if (!i.graph)
            decline(e->place, item.name + " has levels and is not compared with a number");
        return applied(&i.graph->automaton, ranged(item, args), block, e->place);
    }
    Frame inner(item.unit.size());
    std::copy(args.begin(), args.end(), inner.begin());
    const Unit* const unit = std::exchange(now_.unit, &item.unit);
    const Sum value = natural(item.body, inner, block);
    now_.unit = unit;
    return value;
}

// --- words ------------------------------------------------------------------------------------

const Automaton* Prover::append(Int digit) {
    const Automaton*& known = appends_[digit];
    if (!known) known = engine_.keep(engine_.numeration().append(static_cast<std::size_t>(digit)));
    return known;
}

// left = right ++ [..], both representations (right may be missing: the empty word).
Node Prover::appended(const Expr* left, const Expr* right, Frame& f) {
    Word digits;
    const Expr* base = right;
    if (base && base->op == Op::concat && base->args[1]->op == Op::word) {
        digits = base->args[1]->coefs;
        base = base->args[0];
    } else if (base && base->op == Op::word) {
        digits = base->coefs;
        base = nullptr;
    }
    for (const Expr* side : {left, base})
        if (side && (side->op != Op::rep || side->item != records_.numeration))
            decline(left->place, "words other than rep(N, T), rep(N, S) ++ [c, ..] and [c, ..]");
    rules_.insert("radix");
    Block block;
    const Sum whole = natural(left->args[0], f, block);
    Var v = base ? variable(natural(base->args[0], f, block), block, base->place) : named(0, block);
    Node chain = truth(true);
    std::vector<Var> inner;
    for (const Int digit : digits) {
        if (digit >= static_cast<Int>(engine_.numeration().digits())) return truth(false);
        inner.push_back(engine_.fresh());
        chain = both(std::move(chain), leaf(append(digit), {v, inner.back()}));
        v = inner.back();
    }
    Sum difference = whole;
    difference.add(-1, Sum::variable(v));
    chain = both(std::move(chain), relation(true, difference, left->place));
    return std::move(block).around(exists(std::move(inner), std::move(chain)));
}

Node Prover::words(const Expr* e, Frame& f) {
    if (e->op == Op::limit) {
        rules_.insert("morphic");
        return truth(Words::limit(*e->item, e->place));
    }
    if (e->op != Op::eq && e->op != Op::prefix && e->op != Op::suffix)
        decline(e->place, "stands only at a leaf of the statement");
    bool open = false;
    std::vector<Int> values;
    for (std::size_t slot = 0; slot < f.size(); ++slot) {
        open = open || (!f[slot].is_number() && occurs(e, static_cast<Int>(slot)));
        values.push_back(f[slot].constant);
    }
    if (!open && !any_node(e, [](const Expr* x) { return x->item && x->item->recursive; })) {
        if (contains(e, Op::rep)) rules_.insert("radix");
        if (contains(e, Op::iterate)) rules_.insert("morphic");
        return truth(evaluator_.truth(e, values.data()));
    }
    if (e->op == Op::eq)
        return e->args[0]->op == Op::rep ? appended(e->args[0], e->args[1], f)
                                         : appended(e->args[1], e->args[0], f);
    const Expr* end = e->args[0];
    const Expr* whole = e->args[1];
    if (e->op == Op::prefix || end->op != Op::word || whole->op != Op::rep)
        decline(e->place, "words other than suffix([c, ..], rep(N, T))");
    // Some word before the end, or none.
    Expr* const concat = make(Op::concat, Sort::word, e->place, {whole, end});
    Expr* const rep = make(Op::rep, Sort::word, e->place, {});
    rep->item = whole->item;
    const Var v = engine_.fresh();
    f.push_back(Sum::variable(v));
    rep->args = {make(Op::var, Sort::number, e->place, {}, static_cast<Int>(f.size()) - 1)};
    concat->args = {rep, end};
    Node some = exists({v}, appended(whole, concat, f));
    f.pop_back();
    return either(std::move(some), appended(whole, end, f));
}

}  // namespace mexcheck::automata
