#include <algorithm>

#include "prover.h"

namespace mexcheck::automata {
namespace {

// The leaf with one more track.
Node leaf_with(const Automaton& a, std::vector<Var> tracks, Var last) {
    tracks.push_back(last);
    return leaf(&a, std::move(tracks));
}

}  // namespace

std::string Prover::Instance::name() const {
    if (graph) return graph->name();
    return levels.empty() ? def->name : levels.back()->name();
}

// --- which record -----------------------------------------------------------------------------

const Record* Prover::find(Record::Kind kind, const Item* item, const Word& fixed, Int number) {
    for (Record& r : records_.list) {
        if (r.kind != kind || r.item != item || r.fixed != fixed || r.number != number) continue;
        r.used = true;
        return &r;
    }
    return nullptr;
}

const Record& Prover::wanted(Record::Kind kind, const Item* item, const Word& fixed, Int number) {
    if (const Record* found = find(kind, item, fixed, number)) return *found;
    Record missing;
    missing.kind = kind;
    missing.item = item;
    missing.fixed = fixed;
    missing.number = number;
    fail(Kind::rejected, file_, "no record for " + missing.name());
}

Word Prover::fixed_arguments(const Item& def, const std::vector<Sum>& args,
                             const Place& place) const {
    Word fixed;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (def.fixed[i] && !args[i].is_number())
            decline(place, "a fixed argument of " + def.name + " is not a number");
        fixed.push_back(def.fixed[i] ? args[i].constant : -1);
    }
    return fixed;
}

std::vector<Sum> Prover::ranged(const Item& def, const std::vector<Sum>& args) {
    std::vector<Sum> list;
    for (std::size_t i = 0; i < args.size(); ++i)
        if (!def.fixed[i]) list.push_back(args[i]);
    return list;
}

// Another instance of the def whose body is read is checked once that is finished.
const Prover::Instance& Prover::instance(const Item& def, const Word& fixed) {
    const auto [at, fresh] = instances_.try_emplace({&def, fixed});
    Instance& i = at->second;
    if (!fresh) return i;
    i.def = &def;
    i.fixed = fixed;
    if (&def == floor_) {
        i.graph = &wanted(Record::floor, nullptr, {}, 0);
    } else {
        while (const Record* r =
                   find(Record::level, &def, fixed, static_cast<Int>(i.levels.size())))
            i.levels.push_back(r);
        i.graph = i.levels.empty() ? &wanted(Record::graph, &def, fixed, 0)
                                   : find(Record::graph, &def, fixed, 0);
        if (i.graph && !i.levels.empty())
            fail(Kind::rejected, cat(file_, ":", i.graph->line), "both a graph and levels");
    }
    if (i.graph) check_function(*i.graph);
    unchecked_.push_back(&i);
    if (!now_.instance || now_.instance->def != &def) check_instances();
    return i;
}

const Prover::Instance* Prover::levelled(const Expr* e, Frame& f) {
    if (e->op != Op::call || !e->item->recursive || (now_.instance && !now_.instance->known))
        return nullptr;
    std::vector<Sum> args;
    const bool checking = std::exchange(now_.checking, false);
    Block unused;
    for (std::size_t i = 0; i < e->args.size(); ++i)
        args.push_back(e->item->fixed[i] ? term(e->args[i], f, unused) : Sum());
    now_.checking = checking;
    const Instance& i = instance(*e->item, fixed_arguments(*e->item, args, e->place));
    return i.graph ? nullptr : &i;
}

const Record& Prover::level_of(const Instance& i, Int value) {
    if (value < static_cast<Int>(i.levels.size()))
        return *i.levels[static_cast<std::size_t>(value)];
    return wanted(Record::level, i.def, i.fixed, value);
}

// --- checks -----------------------------------------------------------------------------------

Var Prover::named_variable(const std::string& name) {
    const Var v = engine_.fresh();
    names_[v] = name;
    return v;
}

void Prover::impossible(const Record& r, const std::string& what, const Node& bad) {
    rules_.insert("automata");
    if (const auto found = engine_.search(bad))
        fail(Kind::rejected, cat(file_, ":", r.line),
             cat(r.name(), ": ", what, " fails at ", assignment(*found)));
}

const Automaton* Prover::adder() {
    if (adder_) return adder_;
    const Record& r = wanted(Record::adder, nullptr, {}, 0);
    check_adder(r);
    return adder_ = &r.automaton;
}

void Prover::check_adder(const Record& r) {
    rules_.insert("adder");
    const Var x = named_variable("x");
    const Var y = named_variable("y");
    const Var z = named_variable("z");
    const Var v = engine_.fresh();
    const Var w = engine_.fresh();
    const auto sum = [&](Var a, Var b, Var c) { return leaf(&r.automaton, {a, b, c}); };
    const Node zero = leaf(number(0), {y});
    const Node same = leaf(compare(0, 0), {x, z});
    impossible(
        r, "x + 0 = z iff z = x",
        both(zero, either(both(sum(x, y, z), negated(same)), both(negated(sum(x, y, z)), same))));
    const Node steps = both(leaf(successor(), {y, v}), leaf(successor(), {z, w}));
    impossible(r, "x + (y + 1) = z + 1",
               join(Node::all, {sum(x, y, z), steps, negated(sum(x, v, w))}));
    impossible(r, "one sum",
               join(Node::all, {sum(x, y, z), sum(x, y, w), leaf(compare(-1, -1), {z, w})}));
    const_cast<Automaton&>(r.automaton).functional = true;
}

void Prover::check_function(const Record& r) {
    std::vector<Var> args;
    for (std::size_t i = 0; i + 1 < r.automaton.tracks; ++i)
        args.push_back(named_variable(r.item && r.kind == Record::graph ? "" : "n"));
    if (r.kind == Record::graph)
        for (std::size_t i = 0, k = 0; i < r.fixed.size(); ++i)
            if (!r.item->fixed[i]) names_[args[k++]] = r.item->unit[i].name;
    const Var v = named_variable("v");
    const Var w = named_variable("w");
    const Node first = leaf_with(r.automaton, args, v);
    impossible(
        r, "functional",
        join(Node::all, {first, leaf_with(r.automaton, args, w), leaf(compare(-1, -1), {v, w})}));
    impossible(r, "total", negated(exists({v}, first)));
    const_cast<Automaton&>(r.automaton).functional = true;
}

void Prover::check_instances() {
    while (!unchecked_.empty()) {
        const Instance& i = *unchecked_.back();
        unchecked_.pop_back();
        rules_.insert(i.def == floor_ ? "beatty" : "induction");
        const Apart apart(*this, i.def->unit);
        if (i.graph)
            check_graph(i);
        else
            check_levels(i);
    }
}

Prover::Frame Prover::enter(const Instance& i, std::vector<Var>& tracks) {
    const Item& def = *i.def;
    Frame f(def.unit.size());
    now_.instance = &i;
    for (std::size_t k = 0; k < def.arity(); ++k) {
        if (i.fixed[k] >= 0)
            f[k] = Sum(i.fixed[k]);
        else
            tracks.push_back(bind(def.unit, static_cast<Int>(k), f));
    }
    Block block;
    now_.measure = natural(def.measure, f, block);
    now_.guards = std::move(block.parts);
    return f;
}

// One inclusion suffices: the graph has a value everywhere, and the equation at most one.
void Prover::check_graph(const Instance& i) {
    std::vector<Var> tracks;
    Frame f = enter(i, tracks);
    const Record& r = *i.graph;
    const Expr* body = i.def->body;
    const Var v = named_variable("v");
    const Node value = leaf_with(r.automaton, tracks, v);
    if (body->op != Op::least) {
        Block block;
        Sum difference = natural(body, f, block);
        difference.add(-1, Sum::variable(v));
        Node wrong = negated(relation(true, difference, body->place));
        return impossible(r, "equation", both(value, std::move(block).around(std::move(wrong))));
    }
    // v satisfies the formula of `least`, and no smaller number does.
    const Var m = bind(i.def->unit, body->vars[0], f);
    const Node holds = formula(body->args[0], f);
    const auto equal = leaf(compare(0, 0), {m, v});
    impossible(r, "equation", join(Node::all, {value, equal, negated(holds)}));
    impossible(r, "equation (a smaller number)",
               join(Node::all, {value, leaf(compare(-1, -1), {m, v}), holds}));
}

// F has the value c where the formula of `least` holds of c and of no smaller number.
void Prover::check_levels(const Instance& i) {
    planner_.prepare(*i.def);
    const Expr* body = i.def->body;
    if (!body->mex) decline(i.def->place, "levels need a def of mex shape");
    std::vector<Var> tracks;
    Frame f = enter(i, tracks);
    now_.mex_slot = body->vars[0];
    std::vector<Node> parts;
    for (std::size_t c = 0; c < i.levels.size(); ++c) {
        f[static_cast<std::size_t>(now_.mex_slot)] = Sum(static_cast<Int>(c));
        now_.checking = c == 0;  // what could be undefined, and the calls, do not depend on m
        const Node holds = formula(body->args[0], f);
        parts.push_back(holds);
        const Node wanted_set = join(Node::all, parts);
        const Node set = leaf(&i.levels[c]->automaton, tracks);
        impossible(*i.levels[c], "equation",
                   either(both(set, negated(wanted_set)), both(negated(set), wanted_set)));
        parts.back() = negated(holds);
    }
}

// --- outputs and words ------------------------------------------------------------------------

const Automaton* Prover::letter_set(const Automaton& outputs, Int value) {
    Automaton a = outputs;
    for (Int& out : a.output) out = out == value ? 1 : 0;
    return engine_.keep(minimal(a, engine_.meter));
}

// n, v: v is the output at n.
const Automaton* Prover::function_of(const Automaton& outputs) {
    const std::set<Int> values(outputs.output.begin(), outputs.output.end());
    const Var n = engine_.fresh();
    const Var v = engine_.fresh();
    std::vector<Node> parts;
    for (const Int c : values)
        parts.push_back(both(leaf(letter_set(outputs, c), {n}), leaf(number(c), {v})));
    Automaton a = *engine_.automaton(join(Node::any, std::move(parts)), {n, v});
    a.functional = true;
    return engine_.keep(std::move(a));
}

const Automaton* Prover::word_letters(const Item& word) {
    const Automaton*& known = functions_[&word];
    if (known) return known;
    const Record& letters = wanted(Record::letters, &word, {}, 0);
    check_word(letters, wanted(Record::starts, &word, {}, 0));
    return known = function_of(letters.automaton);
}

void Prover::check_word(const Record& letters, const Record& starts) {
    rules_.insert("morphic");
    const Item& word = *letters.item;
    const auto refuse = [&](const Record& r, const std::string& reason) {
        fail(Kind::rejected, cat(file_, ":", r.line), r.name() + ": " + reason);
    };
    if (!Words::limit(word, word.place)) refuse(letters, "the word has no limit");
    if (letters.automaton.output[0] != word.start) refuse(letters, "another start letter");
    if (starts.automaton.output[0] != 1) refuse(starts, "the first image starts at 0");
    check_function(starts);
    const std::set<Int> found(letters.automaton.output.begin(), letters.automaton.output.end());
    const Var n = named_variable("n");
    const Var s = named_variable("s");
    const Var next = engine_.fresh();
    for (const Int letter : found) {
        if (letter >= static_cast<Int>(word.rows.size()) ||
            word.rows[static_cast<std::size_t>(letter)] == Word{-1})
            refuse(letters, cat("letter ", letter, " has no image"));
        const Word& image = word.rows[static_cast<std::size_t>(letter)];
        const Node here =
            both(leaf(letter_set(letters.automaton, letter), {n}), leaf(&starts.automaton, {n, s}));
        for (std::size_t j = 0; j <= image.size(); ++j) {
            Block block;
            Sum place(static_cast<Int>(j));
            place.add(1, Sum::variable(s));
            const Var t = variable(place, block, word.place);
            const bool last = j == image.size();
            Node right = last ? leaf(&starts.automaton, {next, t})
                              : leaf(letter_set(letters.automaton, image[j]), {t});
            if (last) block.define(next, leaf(successor(), {n, next}));
            impossible(last ? starts : letters, cat("the image of ", letter),
                       both(here, std::move(block).around(negated(std::move(right)))));
        }
    }
}

}  // namespace mexcheck::automata
