// The checks of records (automata.md 3): adder, graphs, levels, words.
//
// Invariants: an automaton of a record is `functional` only after that and totality have been
// proved; a record is checked when it is asked for first, another instance of the def whose body is
// being read right after that one.
#pragma once

#include "terms.h"

namespace mexcheck::automata {

class Definitions : protected Terms {
  protected:
    Definitions(Planner& planner, std::size_t items, Records& records, const std::string& file,
                Int max_work)
        : Terms(items, records, file, max_work), planner_(planner) {
        for (Record& r : records.list) engine_.identify(r.automaton);
    }

    const Automaton* adder() override {
        if (adder_) return adder_;
        const Record& r = wanted({Record::adder});
        rules_.insert("adder");
        const Var x = variable_named("x");
        const Var y = variable_named("y");
        const Var z = variable_named("z");
        const Var v = engine_.fresh();
        const Var w = engine_.fresh();
        const Node sum = leaf(&r.automaton, {x, y, z});
        const Node same = leaf(engine_.equal, {x, z});
        impossible(
            r, "x + 0 = z iff z = x",
            both(leaf(number(0), {y}), either(both(sum, negated(same)), both(negated(sum), same))));
        const Node steps = both(leaf(successor(), {y, v}), leaf(successor(), {z, w}));
        impossible(r, "x + (y + 1) = z + 1",
                   join(Node::all, {sum, steps, negated(leaf(&r.automaton, {x, v, w}))}));
        impossible(
            r, "one sum",
            join(Node::all, {sum, leaf(&r.automaton, {x, y, w}), leaf(at_most(-1), {z, w})}));
        return adder_ = engine_.keep(r.automaton, true);
    }

    const Instance& instance(const Item& def, const Word& fixed) override {
        const auto [at, fresh] = instances_.try_emplace({&def, fixed});
        Instance& i = at->second;
        if (!fresh) return i;
        i.def = &def;
        i.fixed = fixed;
        const auto level = [&] {
            return records_.find({Record::level, &def, fixed, static_cast<Int>(i.levels.size())});
        };
        while (const Record* r = &def == floor_ ? nullptr : level()) i.levels.push_back(r);
        const Record graph =
            &def == floor_ ? Record{Record::floor} : Record{Record::graph, &def, fixed};
        i.graph = i.levels.empty() ? &wanted(graph) : records_.find(graph);
        if (i.graph && !i.levels.empty()) refuse(*i.graph, "both a graph and levels");
        if (i.graph) check_function(*i.graph, def.unit);
        unchecked_.push_back(&i);
        if (now_.instance && now_.instance->def == &def) return i;
        while (!unchecked_.empty()) {
            const Instance& next = *unchecked_.back();
            unchecked_.pop_back();
            rules_.insert(next.def == floor_ ? "beatty" : "induction");
            apart(next.def->unit,
                  [&] { return next.graph ? check_graph(next) : check_levels(next); });
        }
        return i;
    }

    const Automaton* letters_of(const Item& item) override {
        return once(functions_, &item, [&] {
            if (item.kind == ItemKind::word) {
                const Record& letters = wanted({Record::letters, &item});
                check_word(letters, wanted({Record::starts, &item}));
                return function_of(letters.automaton);
            }
            if (item.base != records_.numeration)
                decline(item.place, "a dfao of another numeration");
            rules_.insert("radix");
            return function_of(engine_.numeration.outputs(item));
        });
    }

    // n, v: v is the output at n.
    const Automaton* function_of(const Automaton& outputs) {
        const std::set<Int> values(outputs.output.begin(), outputs.output.end());
        if (values.size() > kMaxOutputs) too_large("outputs", kMaxOutputs);
        const Var n = engine_.fresh();
        const Var v = engine_.fresh();
        std::vector<Node> parts;
        for (const Int c : values)
            parts.push_back(both(leaf(places_of(outputs, c), {n}), leaf(number(c), {v})));
        return engine_.keep(*engine_.automaton(join(Node::any, std::move(parts)), {n, v}), true);
    }

    // Starts to read the body of a def: its ranged arguments as variables, its measure.
    Frame enter(const Instance& i, std::vector<Var>& tracks) {
        const Item& def = *i.def;
        Frame f(def.unit.size());
        now_.instance = &i;
        for (std::size_t k = 0; k < def.arity(); ++k)
            if (i.fixed[k] >= 0)
                f[k] = Sum(i.fixed[k]);
            else
                tracks.push_back(bind(static_cast<Int>(k), f));
        Block block;
        now_.measure = natural(def.measure, f, block);
        now_.guards = std::move(block.parts);
        return f;
    }

    [[noreturn]] void refuse(const Record& r, const std::string& reason, std::size_t below = 0) {
        fail(Kind::rejected, cat(file_, ":", static_cast<std::size_t>(r.line) + below),
             r.name() + ": " + reason);
    }

    Planner& planner_;

    // Rules by which the hypotheses of a mex are solved: on these rests that it has a value.
    static std::set<std::string> rules_of(const Mex& mex) {
        std::set<std::string> rules;
        for (const Mex& part : mex.parts) rules.merge(rules_of(part));
        if (mex.plan) add_rules_of(mex.plan->first, rules);
        return rules;
    }

  private:
    static void add_rules_of(const Step* step, std::set<std::string>& rules) {
        const bool reads = step->kind == Step::bisect || step->kind == Step::loop;
        if (reads && step->f) rules.insert("increasing");
        if (reads && step->f && step->f->op == Op::floor) rules.insert("golden");
        for (const Step* next : step->next) add_rules_of(next, rules);
    }

    void impossible(const Record& r, const std::string& what, const Node& bad) {
        rules_.insert("automata");
        if (const auto found = engine_.search(bad))
            refuse(r, what + " fails at " + assignment(*found));
    }

    static std::vector<Var> with(std::vector<Var> tracks, Var last) {
        tracks.push_back(last);
        return tracks;
    }

    // `unit` names the ranged arguments in order, fixed ones among them.
    void check_function(const Record& r, const Unit& unit) {
        std::vector<Var> args;
        for (std::size_t i = 0; args.size() + 1 < r.automaton.tracks; ++i)
            if (r.fixed.empty() || r.fixed[i] < 0) args.push_back(variable_named(unit[i].name));
        const Var v = variable_named("v");
        const Var w = variable_named("w");
        const Node value = leaf(&r.automaton, with(args, v));
        impossible(
            r, "functional",
            join(Node::all, {value, leaf(&r.automaton, with(args, w)), leaf(at_most(-1), {v, w})}));
        impossible(r, "total", negated(exists({v}, value)));
        r.automaton.functional = true;
    }

    // One inclusion suffices: the graph has a value everywhere, and the equation at most one.
    bool check_graph(const Instance& i) {
        std::vector<Var> tracks;
        Frame f = enter(i, tracks);
        const Record& r = *i.graph;
        const Expr* body = i.def->body;
        const Var v = variable_named("v");
        const Node value = leaf(&r.automaton, with(tracks, v));
        if (body->op == Op::least) {  // v satisfies its formula, and no smaller number does
            const Var m = bind(body->vars[0], f);
            const Node holds = formula(body->args[0], f);
            impossible(r, "equation",
                       join(Node::all, {value, leaf(engine_.equal, {m, v}), negated(holds)}));
            impossible(r, "equation (a smaller number)",
                       join(Node::all, {value, leaf(at_most(-1), {m, v}), holds}));
        } else {
            Block block;
            const Sum difference = natural(body, f, block).plus_times(-1, Sum::variable(v));
            Node wrong = negated(relation(true, difference));
            impossible(r, "equation", both(value, std::move(block).around(std::move(wrong))));
        }
        return true;
    }

    // F has the value c where the formula of `least` holds of c and of no smaller number.
    bool check_levels(const Instance& i) {
        planner_.prepare(*i.def);
        const Expr* body = i.def->body;
        if (!body->mex) decline(i.def->place, "levels need a def of mex shape");
        rules_.merge(rules_of(*body->mex));
        std::vector<Var> tracks;
        Frame f = enter(i, tracks);
        now_.mex_slot = body->vars[0];
        std::vector<Node> parts;
        for (std::size_t c = 0; c < i.levels.size(); ++c) {
            f[static_cast<std::size_t>(now_.mex_slot)] = Sum(static_cast<Int>(c));
            now_.checking = c == 0;  // what could be undefined, and the calls, do not depend on m
            Node holds = formula(body->args[0], f);
            // Where an automaton that must accept no longer can, it is dead and the search stops;
            // that one which must not accept will in any case is not noticed.
            if (holds.is(Node::all))
                for (Node& part : holds.parts) part = engine_.one_leaf(part);
            parts.push_back(std::move(holds));
            const Node right = join(Node::all, parts);
            const Node set = leaf(&i.levels[c]->automaton, tracks);
            impossible(*i.levels[c], "equation",
                       either(both(set, negated(right)), both(negated(set), right)));
            parts.back() = negated(parts.back());
        }
        return true;
    }

    // The places at which an output automaton has this output.
    const Automaton* places_of(const Automaton& outputs, Int value) {
        Automaton a = outputs;
        for (Int& out : a.output) out = out == value ? 1 : 0;
        return engine_.keep(minimal(a, engine_.meter));
    }

    void check_word(const Record& letters, const Record& starts) {
        rules_.insert("morphic");
        const Item& word = *letters.item;
        const Automaton& read = letters.automaton;
        if (!Words::limit(word, word.place)) refuse(letters, "the word has no limit");
        if (read.output[0] != word.start) refuse(letters, "another start letter");
        if (starts.automaton.output[0] != 1) refuse(starts, "the first image starts at 0");
        check_function(starts, Unit{Variable{"n"}});
        const Var n = variable_named("n");
        const Var s = variable_named("s");
        for (const Int letter : std::set<Int>(read.output.begin(), read.output.end())) {
            if (letter >= static_cast<Int>(word.rows.size())) refuse(letters, "no such letter");
            const Word& image = given(word, letter, word.place);
            const Node here =
                both(leaf(places_of(read, letter), {n}), leaf(&starts.automaton, {n, s}));
            for (std::size_t j = 0; j <= image.size(); ++j) {
                const bool last = j == image.size();
                Block block;
                const Var t = variable(Sum::variable(s).plus_number(static_cast<Int>(j)), block);
                const Var next = variable(Sum::variable(n).plus_number(1), block);
                const Node right = last ? leaf(&starts.automaton, {next, t})
                                        : leaf(places_of(read, image[j]), {t});
                impossible(last ? starts : letters, cat("the image of ", letter),
                           both(here, std::move(block).around(negated(right))));
            }
        }
    }

    const Automaton* adder_ = nullptr;
    std::map<std::pair<const Item*, Word>, Instance> instances_;
    std::vector<const Instance*> unchecked_;
    std::map<const Item*, const Automaton*> functions_;  // of dfaos and words
};

}  // namespace mexcheck::automata
