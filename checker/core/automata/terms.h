// Text to formulas (automata.md 4).
//
// Formulas are read from left to right: `guards` hold what may be assumed at the place that is
// read, and while `checking`, each part that could be undefined is proved to be defined there. What
// calls stand for comes from records, which `instance` and `letters_of` check when they are asked
// for first; self-calls in a body under check are assumed to be right (trust.md, `induction`).
#pragma once

#include "../eval.h"
#include "records.h"
#include "sums.h"

namespace mexcheck::automata {

// A recursive def at fixed arguments (-1 at ranged positions), known by a graph or by levels.
struct Instance {
    const Item* def = nullptr;
    Word fixed = {};
    const Record* graph = nullptr;
    std::vector<const Record*> levels = {};
    bool known = true;  // else its calls have any value
};

class Terms : protected Sums {
  protected:
    using Frame = std::vector<Sum>;  // by slot of a unit

    Terms(std::size_t items, Records& records, const std::string& file, Int max_work)
        : Sums(*records.numeration, max_work), file_(file), records_(records), items_(items) {
        floor_spec_.read_text("floor", kFloor);
        floor_ = floor_spec_.find("f");
    }

    virtual const Instance& instance(const Item& def, const Word& fixed) = 0;
    virtual const Automaton* letters_of(const Item& word) = 0;  // n, letter

    // What belongs to the text that is read at the moment.
    struct Reading {
        const Unit* unit = nullptr;          // of the slots of the frame at hand
        std::vector<Node> guards = {};       // what may be assumed here
        bool checking = true;                // prove that all is defined
        const Instance* instance = nullptr;  // whose body is read
        Sum measure = Sum();                 // of its arguments
        Int mex_slot = -1;                   // the m of its `least`, where only some m are read
    };

    // Reads another text, for all values of its variables.
    template <class Read>
    auto apart(const Unit& unit, Read read) {
        Reading before = std::exchange(now_, Reading{&unit});
        if (++depth_ > kMaxDefinitions) too_large("definitions inside each other", kMaxDefinitions);
        auto result = read();
        --depth_;
        now_ = std::move(before);
        return result;
    }

    const Record& wanted(Record record) {
        const Record* const found = records_.find(record);
        if (!found) fail(Kind::rejected, file_, "no record for " + record.name());
        return *found;
    }

    Var variable_named(const std::string& name) {
        const Var v = engine_.fresh();
        names_[v] = name;
        return v;
    }
    Var bind(Int slot, Frame& f) {
        const auto i = static_cast<std::size_t>(slot);
        const Var v = variable_named((*now_.unit)[i].name);
        f[i] = Sum::variable(v);
        return v;
    }

    std::string assignment(const Engine::Witness& witness) const {
        std::string text;
        for (const auto& [v, value] : witness)
            if (const auto name = names_.find(v); name != names_.end())
                text += (text.empty() ? "" : ",") + name->second + "=" + value;
        return text.empty() ? "-" : text;
    }

    // Proves that `bad` is impossible at this place, else rejects.
    void never(const Block& block, const Node& bad, const Place& place, const std::string& what) {
        if (!now_.checking || (bad.constant() && bad.is(Node::any))) return;
        std::vector<Node> parts = now_.guards;
        parts.insert(parts.end(), block.parts.begin(), block.parts.end());
        parts.push_back(bad);
        const Node whole = join(Node::all, std::move(parts));
        for (const Var v : free_variables(whole))
            if (unknown_.contains(v)) decline(place, "a call of the def itself in a hypothesis");
        if (const auto found = engine_.search(whole))
            reject(place, what + " at " + assignment(*found));
    }

    // A term that has to lie in low..high.
    Sum natural(const Expr* e, Frame& f, Block& block, Int low = 0, Int high = kMax) {
        Sum value = term(e, f, block);
        bool plain = value.constant >= low;
        for (const auto& [v, coef] : value.terms) plain = plain && coef > 0;
        if (!plain)
            never(block, relation(false, value.plus_number(1 - low)), e->place, "may be undefined");
        if (high != kMax)
            never(block, relation(false, Sum(high).plus_times(-1, value).plus_number(1)), e->place,
                  "may leave its domain");
        return value;
    }

    Node formula(const Expr* e, Frame& f) {
        spend(1);
        const auto& args = e->args;
        const Op op = e->op;
        if (op == Op::constant) return truth(e->value == 1);
        if (op == Op::not_) return negated(formula(args[0], f));
        if (op == Op::and_ || op == Op::or_ || op == Op::implies) {
            Node left = formula(args[0], f);
            if (op == Op::implies) left = negated(std::move(left));
            // Where only some m are read, what is said of m guards nothing.
            const bool any_m = now_.mex_slot >= 0 && occurs(args[0], now_.mex_slot);
            const Node guard = op == Op::and_ ? left : negated(left);
            Node right = guarded(args[1], any_m ? truth(true) : guard, f);
            return join(op == Op::and_ ? Node::all : Node::any,
                        {std::move(left), std::move(right)});
        }
        if (op == Op::iff) {
            const Node a = engine_.one_leaf(formula(args[0], f));
            const Node b = engine_.one_leaf(formula(args[1], f));
            return either(both(a, b), both(negated(a), negated(b)));
        }
        if (op == Op::forall || op == Op::exists) return quantified(e, f, 0, {});
        if (op == Op::unique) {
            std::vector<Var> vars;
            const Node body = counted(e, f, vars);
            return both(exists(vars, body), negated(exists(vars, body, 2)));
        }
        if (op == Op::eq0 || op == Op::le0) return atom(e, f);
        if (op == Op::in) return member(e, f);
        if (op == Op::call) return relation_call(e, f);
        return words(e, f);
    }

    Node guarded(const Expr* e, const Node& guard, Frame& f) {
        now_.guards.push_back(guard);
        Node result = formula(e, f);
        now_.guards.pop_back();
        return result;
    }

    // The literal bounds low <= slot <= high in front of a body. Only bounds of variables stand
    // before them: what is read behind them is read for these values alone.
    static std::optional<std::pair<Int, Int>> domain(const Expr* body, Op chain, Int slot) {
        Int low = -1;
        Int high = -1;
        for (; body->op == chain; body = body->args[1]) {
            const Expr* e = body->args[0];
            if (e->op != Op::le0 || e->args.size() != 1 || e->args[0]->op != Op::var) break;
            if (e->args[0]->value != slot) continue;
            if (e->coefs[0] == -1) low = e->value;
            if (e->coefs[0] == 1) high = -e->value;
        }
        if (low < 0 || high < 0 || high - low > kMaxSplit) return std::nullopt;
        return std::pair(low, high);
    }

    Sum term(const Expr* e, Frame& f, Block& block) {
        spend(1);
        const auto& args = e->args;
        const Op op = e->op;
        if (op == Op::var) return f[static_cast<std::size_t>(e->value)];
        if (op == Op::call || op == Op::apply) return call(e, f, block);
        if (op == Op::guard) return natural(args[0], f, block, e->coefs[0], e->coefs[1]);
        if (op == Op::div || op == Op::mod) return divided(e, f, block);
        if (op == Op::if_) return conditional(e, f, block);
        if (op == Op::least) return least(e, f, block);
        Sum sum;
        if (op == Op::linear) {
            sum.add(e->value);
            for (std::size_t i = 0; i < args.size(); ++i)
                sum.add(e->coefs[i], term(args[i], f, block));
        } else if (op == Op::mul) {
            const Sum a = term(args[0], f, block);
            const Sum b = term(args[1], f, block);
            if (!a.is_number() && !b.is_number()) decline(e->place, "a product of variables");
            sum.add(a.is_number() ? a.constant : b.constant, a.is_number() ? b : a);
        } else if (op == Op::monus) {  // v >= difference, and v = difference or v = 0
            const Sum difference = term(args[0], f, block);
            const Sum v = Sum::variable(engine_.fresh());
            const Sum rest = difference.plus_times(-1, v);
            sum = defined(
                v, both(relation(false, rest), either(relation(true, rest), relation(true, v))),
                block);
        } else if (op == Op::floor) {
            const Sum n = natural(args[0], f, block);
            sum = applied(floor_graph(), {n}, block);
            if (e->value == 2) sum.add(1, n);
        } else {
            decline(e->place, op == Op::count ? "`count` must be compared with a number"
                                              : "this term needs more than automata");
        }
        return sum;
    }

    const Automaton* floor_graph() { return &instance(*floor_, {-1}).graph->automaton; }

    // The value of a function, given by its graph.
    Sum applied(const Automaton* graph, const std::vector<Sum>& args, Block& block) {
        std::vector<Var> tracks;
        for (const Sum& arg : args) tracks.push_back(variable(arg, block));
        tracks.push_back(engine_.fresh());
        return Sum::variable(block.define(tracks.back(), leaf(graph, tracks)));
    }

    // Arguments of a call, each in its domain; in a body under check of smaller measure.
    std::vector<Sum> arguments(const Expr* e, Frame& f, Block& block) {
        const Item& item = *e->item;
        std::vector<Sum> args;
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            const Variable p = item.unit.empty() ? Variable{} : item.unit[i];
            args.push_back(natural(e->args[i], f, block, p.low, p.high));
        }
        if (!now_.checking || !now_.instance || now_.instance->def != &item) return args;
        Frame inner = args;
        inner.resize(item.unit.size());
        Block more = block;
        now_.checking = false;  // the measure is defined for all arguments
        const Sum less = term(item.measure, inner, more);
        const Node bad = relation(false, now_.measure.plus_times(-1, less));
        now_.checking = true;
        never(more, bad, e->place, "the measure does not fall");
        return args;
    }

    static constexpr const char* kFloor =
        "language mex 1\n"
        "def f(n) measure n = least m with forall i < n: m != f(i) and m != f(i) + i\n";

    Reading now_;
    const Item* floor_ = nullptr;  // the def that `graph floor` must satisfy
    std::set<std::string> rules_;
    const std::string& file_;
    Records& records_;
    const Automaton* automatic_ = nullptr;  // the g of the claim at hand
    std::map<Var, std::string> names_;

  private:
    static constexpr Int kMaxSplit = 1000;       // values of a finite domain, of one square
    static constexpr int kMaxDefinitions = 100;  // read inside each other

    // --- formulas -----------------------------------------------------------------------------

    // A finite domain is read value by value.
    Node quantified(const Expr* e, Frame& f, std::size_t next, std::vector<Var> vars) {
        const bool every = e->op == Op::forall;
        if (next == e->vars.size()) {
            Node body = formula(e->args[0], f);
            if (!every) return exists(std::move(vars), std::move(body));
            return negated(exists(std::move(vars), negated(std::move(body))));
        }
        const int slot = e->vars[next];
        const auto range = domain(e->args[0], every ? Op::implies : Op::and_, slot);
        if (!range) {
            vars.push_back(bind(slot, f));
            return quantified(e, f, next + 1, std::move(vars));
        }
        std::vector<Node> parts;
        for (Int value = range->first; value <= range->second; ++value) {
            spend(1);
            f[static_cast<std::size_t>(slot)] = Sum(value);
            parts.push_back(quantified(e, f, next + 1, vars));
        }
        return join(every ? Node::all : Node::any, std::move(parts));
    }

    // The body of a counting quantifier, with its variables.
    Node counted(const Expr* e, Frame& f, std::vector<Var>& vars) {
        for (const int slot : e->vars) vars.push_back(bind(slot, f));
        return engine_.one_leaf(formula(e->args[0], f));
    }

    Node member(const Expr* e, Frame& f) {
        const auto width = static_cast<std::size_t>(e->value);
        Block block;
        std::vector<Sum> tuple;
        std::vector<Node> rows;
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            const Sum value = term(e->args[i], f, block);
            if (i >= width && i % width == 0) rows.push_back(truth(true));
            if (i < width)
                tuple.push_back(value);
            else
                rows.back() = both(std::move(rows.back()),
                                   relation(true, value.plus_times(-1, tuple[i % width])));
        }
        return std::move(block).around(join(Node::any, std::move(rows)));
    }

    // A relation or set is an automaton of its own for each choice of the arguments that are
    // numbers, read for all values of the others.
    Node relation_call(const Expr* e, Frame& f) {
        const Item& item = *e->item;
        Block block;
        Word fixed;
        std::vector<Var> vars;
        const std::vector<Sum> args = arguments(e, f, block);
        if (!readable(item, args)) return truth(false);
        for (const Sum& arg : args) {
            fixed.push_back(arg.is_number() ? arg.constant : -1);
            if (!arg.is_number()) vars.push_back(variable(arg, block));
        }
        auto known = relations_.find({&item, fixed});
        if (known == relations_.end()) {
            Node body = apart(item.unit, [&] {
                Frame inner(item.unit.size());
                std::vector<Var> order;
                for (std::size_t i = 0; i < args.size(); ++i)
                    if (fixed[i] < 0)
                        order.push_back(bind(static_cast<Int>(i), inner));
                    else
                        inner[i] = args[i];
                const Node n = formula(item.body, inner);
                if (order.empty()) return truth(engine_.search(n).has_value());
                if (item.kind == ItemKind::pred) return engine_.relation_leaf(n, order);
                return leaf(engine_.automaton(n, order), {});
            });
            known = relations_.emplace(std::pair(&item, fixed), std::move(body)).first;
        }
        Node result = known->second;
        result.vars = std::move(vars);
        return std::move(block).around(std::move(result));
    }

    // --- comparisons --------------------------------------------------------------------------

    Node atom(const Expr* e, Frame& f) {
        const bool equation = e->op == Op::eq0;
        Block block;
        Sum sum(e->value);
        const Expr* special = nullptr;
        Int factor = 0;
        std::vector<std::pair<Int, Sum>> squared;
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            const Expr* arg = e->args[i];
            const bool whole = arg->op == Op::count || levelled(arg, f);
            if ((whole || arg->op == Op::sq) && (special || (whole && !squared.empty())))
                decline(arg->place, "not compared with a number");
            if (arg->op == Op::sq) {
                squared.emplace_back(e->coefs[i], term(arg->args[0], f, block));
            } else if (whole) {
                special = arg;
                factor = e->coefs[i];
            } else {
                sum.add(e->coefs[i], term(arg, f, block));
            }
        }
        if (!special && squared.empty()) return std::move(block).around(relation(equation, sum));
        if (!sum.is_number()) decline(e->place, "not compared with a number");
        Node n;
        if (special) {
            n = threshold(equation, special, factor, sum.constant, f, block);
        } else {
            const Int sign = squared[0].first < 0 ? -1 : 1;
            for (auto& [coef, s] : squared)
                if ((coef *= sign) <= 0) decline(e->place, "squares of both signs");
            // squares <= budget or, turned round, not squares <= budget - 1
            const bool below = equation || sign > 0;
            n = squares(equation, squared, 0, -sign * sum.constant - (below ? 0 : 1), e->place);
            if (!below) n = negated(std::move(n));
        }
        return std::move(block).around(std::move(n));
    }

    // From `at` on: factor * form ^ 2 + .. = or <= budget, as a choice of the values of the forms.
    Node squares(bool equation, const std::vector<std::pair<Int, Sum>>& list, std::size_t at,
                 Int budget, const Place& place) {
        if (at == list.size()) return truth(equation ? budget == 0 : budget >= 0);
        if (budget < 0) return truth(false);
        const auto& [factor, form] = list[at];
        const Int root = square_root(budget / factor);
        if (root > kMaxSplit) decline(place, "work limit: squares too large");
        spend(static_cast<std::size_t>(root) + 1);
        if (at + 1 == list.size() && !equation)
            return both(relation(false, form.plus_number(-root)),
                        relation(false, Sum(-root).plus_times(-1, form)));
        std::vector<Node> parts;
        for (Int value = -root; value <= root; ++value) {
            Node rest = squares(equation, list, at + 1, budget - factor * value * value, place);
            parts.push_back(both(relation(true, form.plus_number(-value)), std::move(rest)));
        }
        return join(Node::any, std::move(parts));
    }

    // factor * q + rest = 0 or <= 0 where q is a count or a call known by its levels.
    Node threshold(bool equation, const Expr* q, Int factor, Int rest, Frame& f, Block& block) {
        const Instance* const levels = levelled(q, f);
        Node body;
        std::vector<Var> vars;
        if (levels)
            for (const Sum& arg : ranged(*q->item, arguments(q, f, block)))
                vars.push_back(variable(arg, block));
        else
            body = counted(q, f, vars);
        if (factor == 0) return relation(equation, Sum(rest));
        const auto level = [&](Int c) {
            // Only levels of the instance have been checked: none behind a gap.
            const auto size = static_cast<Int>(levels->levels.size());
            if (c >= size) wanted({Record::level, levels->def, levels->fixed, size});
            return leaf(&levels->levels.at(static_cast<std::size_t>(c))->automaton, vars);
        };
        const auto at_least = [&](Int k) {
            if (k <= 0) return truth(true);
            if (!levels) return exists(vars, body, static_cast<std::size_t>(k));
            std::vector<Node> below;
            for (Int c = 0; c < k; ++c) below.push_back(level(c));
            return negated(join(Node::any, std::move(below)));
        };
        const Int bound = -rest / factor;  // rounded towards 0; below 0 the answer is plain
        const bool whole = rest % factor == 0;
        const Int more = plus(bound, 1, q->place);
        if (equation && (!whole || bound < 0)) return truth(false);
        if (equation) return levels ? level(bound) : both(at_least(bound), negated(at_least(more)));
        if (factor > 0) return rest > 0 ? truth(false) : negated(at_least(more));
        return rest <= 0 ? truth(true) : at_least(whole ? bound : more);
    }

    // --- terms --------------------------------------------------------------------------------

    static Sum defined(const Sum& v, Node part, Block& block) {
        block.define(v.terms.begin()->first, std::move(part));
        return v;
    }

    Sum conditional(const Expr* e, Frame& f, Block& block) {
        const Node condition = engine_.one_leaf(formula(e->args[0], f));
        if (condition.constant()) return term(e->args[condition.is(Node::all) ? 1 : 2], f, block);
        const Sum v = Sum::variable(engine_.fresh());
        const auto branch = [&](const Expr* part, const Node& guard) {
            now_.guards.push_back(guard);
            Block inner;
            Node equation = relation(true, natural(part, f, inner).plus_times(-1, v));
            now_.guards.pop_back();
            return both(guard, std::move(inner).around(std::move(equation)));
        };
        Node yes = branch(e->args[1], condition);
        Node no = branch(e->args[2], negated(condition));
        return defined(v, either(std::move(yes), std::move(no)), block);
    }

    // S = c * q + r and r < c.
    Sum divided(const Expr* e, Frame& f, Block& block) {
        const Sum whole = natural(e->args[0], f, block);
        const Sum q = Sum::variable(engine_.fresh());
        const Sum r = Sum::variable(engine_.fresh());
        defined(q, relation(false, r.plus_number(1 - e->value)), block);
        defined(r, relation(true, whole.plus_times(-e->value, q).plus_times(-1, r)), block);
        return e->op == Op::div ? q : r;
    }

    Sum least(const Expr* e, Frame& f, Block& block) {
        const Var v = bind(e->vars[0], f);
        const Node here = formula(e->args[0], f);
        never(block, negated(exists({v}, here)), e->place, "`least` of an empty set");
        block.define(v, here);
        const Var u = engine_.fresh();
        f[static_cast<std::size_t>(e->vars[0])] = Sum::variable(u);
        const bool checking = std::exchange(now_.checking, false);
        Node below = both(leaf(at_most(-1), {u, v}), formula(e->args[0], f));
        now_.checking = checking;
        block.parts.push_back(negated(exists({u}, std::move(below))));
        return Sum::variable(v);
    }

    // Whether no argument is a number outside its domain. If one is, `never` has shown that the
    // call is not read here, and its value does not matter.
    static bool readable(const Item& item, const std::vector<Sum>& args) {
        for (std::size_t i = 0; i < args.size(); ++i)
            if (args[i].is_number() &&
                (args[i].constant < item.unit[i].low || args[i].constant > item.unit[i].high))
                return false;
        return true;
    }

    // The arguments at fixed positions, which must be numbers, -1 at ranged ones.
    static Word fixed_arguments(const Item& def, const std::vector<Sum>& args, const Place& place) {
        Word fixed;
        for (std::size_t i = 0; i < args.size(); ++i) {
            if (def.fixed[i] && !args[i].is_number())
                decline(place, "a fixed argument of " + def.name + " is not a number");
            fixed.push_back(def.fixed[i] ? args[i].constant : -1);
        }
        return fixed;
    }

    static std::vector<Sum> ranged(const Item& def, const std::vector<Sum>& args) {
        std::vector<Sum> list;
        for (std::size_t i = 0; i < args.size(); ++i)
            if (!def.fixed[i]) list.push_back(args[i]);
        return list;
    }

    // The instance that a call is about, if it is known by its levels.
    const Instance* levelled(const Expr* e, Frame& f) {
        if (e->op != Op::call || !e->item->recursive || (now_.instance && !now_.instance->known))
            return nullptr;
        std::vector<Sum> args;
        const bool checking = std::exchange(now_.checking, false);
        Block unused;
        for (std::size_t i = 0; i < e->args.size(); ++i)
            args.push_back(e->item->fixed[i] ? term(e->args[i], f, unused) : Sum());
        now_.checking = checking;
        if (!readable(*e->item, args)) return nullptr;
        const Instance& i = instance(*e->item, fixed_arguments(*e->item, args, e->place));
        return i.graph ? nullptr : &i;
    }

    Sum call(const Expr* e, Frame& f, Block& block) {
        if (e->op == Op::apply) return applied(automatic_, {natural(e->args[0], f, block)}, block);
        const Item& item = *e->item;
        const std::vector<Sum> args = arguments(e, f, block);
        if (item.kind == ItemKind::word || item.kind == ItemKind::dfao)
            return applied(letters_of(item), args, block);
        if (item.recursive && now_.instance && !now_.instance->known) {
            const Var v = engine_.fresh();
            unknown_.insert(v);
            block.vars.push_back(v);
            return Sum::variable(v);
        }
        if (item.recursive && !readable(item, args)) return Sum();
        if (item.recursive) {
            const Instance& i = instance(item, fixed_arguments(item, args, e->place));
            if (!i.graph)
                decline(e->place, item.name + " has levels and is not compared with a number");
            return applied(&i.graph->automaton, ranged(item, args), block);
        }
        Frame inner = args;
        inner.resize(item.unit.size());
        const Unit* const unit = std::exchange(now_.unit, &item.unit);
        const Int m = std::exchange(now_.mex_slot, -1);  // a slot of the other unit
        const Sum value = natural(item.body, inner, block);
        now_.mex_slot = m;
        now_.unit = unit;
        return value;
    }

    // --- words --------------------------------------------------------------------------------

    // A word as the number that is represented (nothing: the empty word), and digits behind it.
    struct Written {
        std::optional<Sum> number;
        Word digits;
    };

    Written written(const Expr* e, Frame& f, Block& block) {
        const Expr* front = e->op == Op::concat ? e->args[0] : e;
        const Expr* end = e->op == Op::concat ? e->args[1] : e;
        Written w;
        if (end->op == Op::word) w.digits = end->coefs;
        if (front->op == Op::rep && front->item == records_.numeration)
            w.number = natural(front->args[0], f, block);
        if ((e->op == Op::concat && (!w.number || end->op != Op::word)) ||
            (e->op != Op::concat && !w.number && e->op != Op::word))
            decline(e->place, "words other than rep(N, T), rep(N, T) ++ [c, ..] and [c, ..]");
        return w;
    }

    // The representation of `whole` is that of v with the digits behind it.
    Node appended(const Sum& whole, Var v, const Word& digits) {
        std::vector<Node> chain;
        std::vector<Var> inner;
        for (const Int digit : digits) {
            if (digit >= static_cast<Int>(engine_.numeration.digits())) return truth(false);
            const auto build = [&] { return engine_.keep(engine_.numeration.append(digit)); };
            inner.push_back(engine_.fresh());
            chain.push_back(leaf(once(appends_, digit, build), {v, inner.back()}));
            v = inner.back();
        }
        chain.push_back(relation(true, whole.plus_times(-1, Sum::variable(v))));
        return exists(std::move(inner), join(Node::all, std::move(chain)));
    }

    Node words(const Expr* e, Frame& f) {
        if (e->op == Op::limit) {
            rules_.insert("morphic");
            return truth(Words::limit(*e->item, e->place));
        }
        if (e->op != Op::eq && e->op != Op::prefix && e->op != Op::suffix)
            decline(e->place, "stands only at a leaf of the statement");
        if (contains(e, Op::rep)) rules_.insert("radix");
        if (contains(e, Op::iterate)) rules_.insert("morphic");
        Word values;
        bool closed = !any_node(e, [](const Expr* x) { return x->item && x->item->recursive; });
        for (std::size_t slot = 0; slot < f.size(); ++slot) {
            closed = closed && (f[slot].is_number() || !occurs(e, static_cast<Int>(slot)));
            values.push_back(f[slot].constant);
        }
        if (closed) {
            if (!direct_) direct_.emplace(std::vector<Table>(), items_, engine_.meter.limit);
            const Int before = direct_->work();
            const bool value = direct_->truth(e, values.data());
            engine_.meter.tick(static_cast<std::size_t>(direct_->work() - before));
            rules_.merge(rule_names(direct_->rules));
            return truth(value);
        }
        Block block;
        Written left = written(e->args[0], f, block);
        Written right = written(e->args[1], f, block);
        if (e->op == Op::eq && (!left.number || !left.digits.empty())) std::swap(left, right);
        const Written& whole = e->op == Op::eq ? left : right;
        const Written& end = e->op == Op::eq ? right : left;
        if (!whole.number || !whole.digits.empty() || e->op == Op::prefix ||
            (e->op == Op::suffix && end.number))
            decline(e->place, "words other than by `rep(N, T) =` and `suffix([c, ..], rep(N, T))`");
        const Sum before = end.number.value_or(Sum());
        Node n = appended(*whole.number, variable(before, block), end.digits);
        if (e->op == Op::suffix) {  // or behind a word that is not empty
            const Var front = engine_.fresh();
            n = either(std::move(n), exists({front}, appended(*whole.number, front, end.digits)));
        }
        return std::move(block).around(std::move(n));
    }

    const std::size_t items_;          // of the spec
    int depth_ = 0;                    // of texts read inside each other
    std::optional<Evaluator> direct_;  // for words without variables
    Spec floor_spec_;
    std::set<Var> unknown_;                                   // values of calls that are not known
    std::map<std::pair<const Item*, Word>, Node> relations_;  // without its variables
    std::map<Int, const Automaton*> appends_;
};

}  // namespace mexcheck::automata
