#include <algorithm>

#include "defs.h"
#include "formulas.h"
#include "lanes.h"

namespace attack {
namespace {

constexpr Int kFirst = 10;

const std::vector<Word>& rows(const Model& model, std::size_t item) {
    return model.items[item].rows;
}

std::size_t linear_numeration(Model& model, Random& random) {
    const int kind = random.below(4);
    return kind == 0 ? add_fibonacci(model) : add_base(model, kind == 1 ? 3 : 2);
}

Record adder(const Model& model, std::size_t numeration) {
    return automaton_record(
        "adder", linear(
                     rows(model, numeration), {1, 1, -1}, 1, [](auto&) { return 0; }, 0));
}

Sample all(Int horizon, int variables) {
    Sample s;
    s.model.claim.kind = Claim::all;
    for (int i = 0; i < variables; ++i) s.model.leading.push_back({i, -1, horizon});
    return s;
}

// The state of a dfao behind the leading zeros; images of a morphism serve as rows, too.
void read(const Item& item, Int& state, Int& begun, int digit) {
    if (digit != 0) begun = 1;
    if (begun == 1)
        state = item.rows[static_cast<std::size_t>(state)][static_cast<std::size_t>(digit)];
}

// v = start[n mod p] + q * (n div p)
Automaton staircase(const std::vector<Word>& numeration, const Word& start, Int q) {
    const auto p = static_cast<Int>(start.size());
    Int greatest = 0;
    for (const Int c : start) greatest = std::max(greatest, p * c + q * p);
    return linear(
        numeration, {-q, p}, p,
        [&](const Tuple& r) { return p * start[static_cast<std::size_t>(r[0])] - q * r[0]; },
        greatest);
}

Automaton floor_graph() {
    // Learned once for all: floor(n * phi) over the Fibonacci numeration (tests/checker_unit).
    static const std::vector<std::vector<int>> next = {
        {0, 1, -1, 2},   {-1, -1, 3, -1}, {4, -1, -1, -1}, {5, 1, -1, -1},
        {-1, 2, -1, -1}, {6, 1, -1, 2},   {5, 1, -1, 2}};
    Automaton a;
    a.tracks = 2;
    a.next = next;
    a.out = {1, 0, 1, 0, 0, 1, 0};
    return a;
}

}  // namespace

// One leading variable and two quantifiers, or two and one: the box of the evaluator stays small.
Sample ordered(Random& random) {
    const int leading = random.between(1, 2);
    Sample s = all(leading == 1 ? 16 : 20, leading);
    const std::size_t n = random.one_in(4) ? add_fibonacci(s.model)
                                           : add_numeration(s.model, random, random.between(1, 4),
                                                            random.between(2, 3));
    Vocabulary v;
    v.arithmetic = false;
    v.ordered = true;
    v.constants = 1;
    Formulas formulas(random, s.model, v, kFirst);
    std::vector<Int> variables = {0};
    if (leading == 2) variables.push_back(1);
    s.model.body = formulas.formula(3 - leading, variables);
    if (random.one_in(3))
        s.model.body = make(Op::disj, {s.model.body, make(Op::negation, {s.model.body})});
    if (random.one_in(3)) s.model.hypothesis = formulas.formula(0, variables);
    // No variable of the text has a type: the numeration belongs to the statement if it is read.
    s.automata = {over(s.model.items[n].name)};
    return s;
}

namespace {

// The output automaton of the least value that suits all that is said of g(n).
Automaton suitable(const Model& model, const std::vector<std::size_t>& dfaos) {
    std::map<Tuple, Int> value;
    const auto& numeration = rows(model, model.items[dfaos[0]].base);
    Representations words(numeration);
    for (Int n = 0; n < 260; ++n) {
        Tuple t;
        for (const std::size_t d : dfaos) {
            Int state = 0, begun = 1;
            for (const Int digit : words.at(n))
                read(model.items[d], state, begun, static_cast<int>(digit));
            t.push_back(state);
        }
        if (value.contains(t)) continue;
        Model here = model;
        here.leading[0].horizon = -1;
        here.claim.kind = Claim::range;
        here.claim.ranges = {{{0}, n, n}};
        Int& v = value[t];
        for (Int c = *model.automatic; c >= 0; --c) {
            Node fixed = *number(c);
            here.automatic = c;
            Evaluator evaluator(here, false);
            if (evaluator.claim() == Truth::yes) v = c;
        }
    }
    const std::size_t count = dfaos.size();
    const Step step = [&](Tuple& t, const std::vector<int>& digits) {
        for (std::size_t i = 0; i < count; ++i)
            read(model.items[dfaos[i]], t[i], t[count], digits[0]);
        return true;
    };
    return explored(numeration, 1, true, Tuple(count + 1), step, [&](const Tuple& t) {
        const auto found = value.find(Tuple(t.begin(), t.end() - 1));
        return found == value.end() ? 0 : found->second;
    });
}

// A morphism that goes with the numeration: images of base letters, or of two and one letters.
std::size_t automatic_word(Model& model, Random& random, std::size_t numeration) {
    if (!is_fibonacci(rows(model, numeration)))
        return add_word(model, random, rows(model, numeration)[0].size(), random.between(2, 3));
    const std::size_t w = add_word(model, random, 2, random.between(1, 2));
    Item& item = model.items[w];
    // Letters 0, .. have images of two letters, the second of the other kind; those have one.
    const auto kinds = static_cast<Int>(item.rows.size());
    for (Word& image : item.rows) image[1] = kinds + random.below(static_cast<int>(kinds));
    for (Int c = 0; c < kinds; ++c) item.rows.push_back({random.below(static_cast<int>(kinds))});
    return w;
}

void add_word_records(Sample& s, std::size_t numeration, std::size_t word) {
    const Item& item = s.model.items[word];
    const auto& n = rows(s.model, numeration);
    const Step letters = [&](Tuple& t, const std::vector<int>& digits) {
        t[0] = item.rows[static_cast<std::size_t>(t[0])][static_cast<std::size_t>(digits[0])];
        return true;
    };
    const Step shifted = [&](Tuple& t, const std::vector<int>& digits) {
        const bool same = t[0] == digits[0];
        t[0] = digits[1];
        return same;
    };
    s.automata.push_back(
        automaton_record("letters " + item.name,
                         explored(n, 1, true, {0}, letters, [](const Tuple& t) { return t[0]; })));
    s.automata.push_back(automaton_record(
        "starts " + item.name, explored(n, 2, false, {0}, shifted,
                                        [](const Tuple& t) -> Int { return t[0] == 0 ? 1 : 0; })));
}

}  // namespace

// dfaos of at most 2 and 3 states, a word of at most 4 letters: words of the numeration up to the
// number of their products reach all there is, far below the horizon.
Sample outputs(Random& random) {
    Sample s = all(260, 1);
    Model& m = s.model;
    const int kind = random.below(4);
    const bool automatic = kind == 0;
    const bool word = kind == 1;
    const std::size_t n =
        automatic ? add_fibonacci(m)
        : word    ? linear_numeration(m, random)
                  : add_numeration(m, random, random.between(1, 2), random.between(2, 3));
    std::vector<std::size_t> dfaos = {add_dfao(m, random, n, random.between(1, 2), 3),
                                      add_dfao(m, random, n, random.between(1, 3), 3)};
    Vocabulary v;
    v.arithmetic = false;
    v.nested = false;
    v.constants = 2;
    v.functions = dfaos;
    s.automata = {over(m.items[n].name)};
    if (word) {
        const std::size_t w = automatic_word(m, random, n);
        v.functions = {dfaos[0], w};
        s.automata.push_back(adder(m, n));
        add_word_records(s, n, w);
    }
    Formulas formulas(random, m, v, kFirst);
    const auto value = [&] { return formulas.call_of(random.pick(v.functions), 0, {0}); };
    const auto atom = [&] {
        return formulas.comparison(value(), random.one_in(2) ? value() : number(random.below(3)));
    };
    if (automatic) {
        m.automatic = random.between(1, 2);
        const Expr g = call(m.items.size(), {variable(0)});
        const Expr joined = formulas.comparison(g, value());
        m.body = random.one_in(2) ? joined
                                  : make(Op::disj, {make(Op::conj, {joined, atom()}),
                                                    formulas.comparison(g, value())});
        s.automata.push_back(automaton_record("automatic 1", suitable(m, dfaos)));
        return s;
    }
    m.body = make(random.one_in(2) ? Op::disj : Op::implies,
                  {atom(), random.one_in(2) ? atom() : make(Op::disj, {atom(), atom()})});
    return s;
}

namespace {

// Other functions of this kind: another start, another rise.
void add_decoys(Sample& s, const std::string& head, std::size_t numeration, Word start, Int q) {
    const auto& n = rows(s.model, numeration);
    const auto add = [&](const Word& from, Int rise) {
        s.decoys.push_back(automaton_record(head, staircase(n, from, rise)));
    };
    if (!is_fibonacci(n)) add(start, q == 0 ? 1 : q - 1);
    ++start.back();
    add(start, q);
}

// The graph of a def of one ranged argument, behind these fixed ones: start and rise are found from
// the values.
void add_graph(Sample& s, std::size_t numeration, std::size_t def, const Word& fixed) {
    const Model& m = s.model;
    Evaluator evaluator(m, false);
    Word values;
    for (Int k = 0; k < 60; ++k) {
        Word args = fixed;
        args.push_back(k);
        values.push_back(evaluator.value(def, args).value_or(0));
    }
    std::string head = "graph " + m.items[def].name;
    for (const Int c : fixed) head += " " + std::to_string(c);
    const std::size_t longest = is_fibonacci(rows(m, numeration)) ? 3 : 12;
    for (std::size_t p = 1; p <= longest; ++p) {
        const Int q = values[p] - values[0];
        bool fits = q >= 0;
        for (std::size_t k = 0; k + p < values.size(); ++k)
            fits = fits && values[k + p] == values[k] + q;
        if (!fits) continue;
        const Word start(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(p));
        add_decoys(s, head + " *", numeration, start, q);
        s.automata.push_back(
            automaton_record(head + " *", staircase(rows(m, numeration), start, q)));
        return;
    }
    throw TooLong();
}

}  // namespace

// Functions that rise by q in each p steps: all that is said compares sums with small factors, and
// repeats or stays as it is after a few rounds; the horizon is beyond that.
Sample graphs(Random& random) {
    Sample s = all(90, 1);
    Model& m = s.model;
    const std::size_t n = linear_numeration(m, random);
    const bool fibonacci = is_fibonacci(rows(m, n));
    s.automata = {over(m.items[n].name), adder(m, n)};
    Vocabulary v;
    v.constants = 3;
    v.nested = false;
    if (fibonacci && random.one_in(2)) {
        v.floors = true;
        s.automata.push_back(automaton_record("graph floor", floor_graph()));
        s.model.leading[0].horizon = 60;
    }
    const int count = random.between(fibonacci ? 0 : 1, 2);
    for (int i = 0; i < count; ++i) {
        const std::size_t f = add_linear(m, random);
        v.functions.push_back(f);
        add_graph(s, n, f, {});
    }
    Formulas formulas(random, m, v, kFirst);
    const auto term = [&] { return formulas.term(random.between(1, 2), {0}); };
    m.body = random.one_in(3) ? formulas.formula(1, {0}) : formulas.comparison(term(), term());
    if (random.one_in(2)) m.body = make(Op::disj, {m.body, formulas.comparison(term(), term())});
    if (random.one_in(3)) m.hypothesis = formulas.comparison(term(), term());
    return s;
}

// Subtraction games have values that repeat: level sets are sets of residues.
Sample levels(Random& random) {
    Sample s = all(100, 1);
    Model& m = s.model;
    const std::size_t n = linear_numeration(m, random);
    const std::size_t f = add_subtraction(m, random);
    Word values;
    {
        Evaluator evaluator(m, false);
        for (Int k = 0; k < 100; ++k) values.push_back(evaluator.value(f, {k}).value_or(0));
    }
    std::size_t period = 1;
    for (;; ++period) {
        if (period > 12) throw TooLong();
        bool fits = true;
        for (std::size_t k = 0; k + period < values.size(); ++k)
            fits = fits && values[k + period] == values[k];
        if (fits) break;
    }
    const Int greatest = *std::max_element(values.begin(), values.end());
    s.automata = {over(m.items[n].name), adder(m, n)};
    for (Int c = 0; c <= greatest; ++c) {
        Word member;
        for (std::size_t k = 0; k < period; ++k) member.push_back(values[k] == c ? 1 : 0);
        const Automaton set = by_residue(rows(m, n), member, true);
        if (c > 0) s.decoys.push_back(automaton_record(s.automata.back().head, set));
        s.automata.push_back(
            automaton_record("level " + std::to_string(c) + " " + m.items[f].name + " *", set));
    }
    Formulas formulas(random, m, {}, kFirst);
    const auto residue = [&] {
        const Int k = random.one_in(2) ? static_cast<Int>(period) : random.between(2, 4);
        return make(Op::eq, {make(Op::mod, {variable(0), number(k)}),
                             number(random.below(static_cast<int>(k)))});
    };
    const auto atom = [&] {
        const Expr x = random.one_in(3) ? make(Op::add, {variable(0), number(random.between(1, 3))})
                                        : variable(0);
        static const std::vector<Op> signs = {Op::eq, Op::eq, Op::ne, Op::lt, Op::le};
        return make(random.pick(signs),
                    {call(f, {x}), number(random.below(static_cast<int>(greatest) + 1))});
    };
    m.body = make(random.one_in(3)   ? Op::iff
                  : random.one_in(2) ? Op::implies
                                     : Op::disj,
                  {atom(), random.one_in(2) ? residue() : atom()});
    if (random.one_in(2)) m.hypothesis = residue();
    return s;
}

// f(l, n) for l = 0, 1, 2: each has a graph of its own.
Sample instances(Random& random) {
    Sample s = all(60, 1);
    Model& m = s.model;
    const std::size_t n = linear_numeration(m, random);
    const std::size_t f = add_family(m, random);
    m.parameters = {{2, 0, random.between(1, 2)}};
    s.automata = {over(m.items[n].name), adder(m, n)};
    for (Int l = 0; l <= 2; ++l) add_graph(s, n, f, {l});
    if (random.one_in(2)) m.claim.fixed = {random.between(0, 1)};
    Vocabulary v;
    v.constants = 3;
    v.nested = false;
    Formulas formulas(random, m, v, kFirst);
    const auto value = [&] {
        const Expr l = random.one_in(4) ? number(random.below(3)) : variable(2);
        return call(f, {l, formulas.term(random.below(2), {0})});
    };
    const auto atom = [&] {
        return formulas.comparison(value(), random.one_in(2) ? value() : formulas.term(1, {0, 2}));
    };
    m.body = random.one_in(2) ? atom() : make(Op::disj, {atom(), atom()});
    // The parameter has to occur.
    m.body = make(Op::disj, {m.body, make(Op::lt, {variable(2), number(random.below(2))})});
    if (random.one_in(3)) m.hypothesis = atom();
    return s;
}

// Altered statements say that another formula is the value: small arguments show it.
Sample definitions(Random& random) {
    Sample s;
    Model& m = s.model;
    m.claim.kind = Claim::all;
    const std::size_t n = add_base(m, 2);
    const int kind = random.below(3);
    const std::size_t f = kind == 0   ? add_sequence(m, random)
                          : kind == 1 ? add_subtraction(m, random)
                                      : add_grundy(m, random);
    s.automata = {over(m.items[n].name), adder(m, n)};
    std::vector<Expr> args;
    for (const Parameter& p : m.items[f].parameters) {
        args.push_back(variable(p.variable));
        if (p.limited())
            m.parameters.push_back(p);
        else
            m.leading.push_back({p.variable, -1, kind == 2 ? 5 : 12});
    }
    m.body = make(Op::eq, {call(f, args), m.items[f].body});
    return s;
}

// Levels of x xor y over base 2; what is said compares x, y and values below 3.
Sample nim(Random& random) {
    Sample s = all(9, 2);
    Model& m = s.model;
    const std::size_t n = add_base(m, 2);
    const std::size_t g = add_grundy(m, random, true);
    s.automata = {over(m.items[n].name), adder(m, n)};
    const int levels = random.between(1, 3);
    for (Int c = 0; c < levels; ++c) {
        const Step step = [&](Tuple& t, const std::vector<int>& digits) {
            t[0] = 2 * t[0] + (digits[0] == digits[1] ? 0 : 1);
            return t[0] <= c;
        };
        const Automaton set = explored(rows(m, n), 2, false, {0}, step,
                                       [&](const Tuple& t) -> Int { return t[0] == c ? 1 : 0; });
        if (c > 0) s.decoys.push_back(automaton_record(s.automata.back().head, set));
        s.automata.push_back(
            automaton_record("level " + std::to_string(c) + " " + m.items[g].name + " * *", set));
    }
    Vocabulary v;
    v.arithmetic = false;
    v.constants = 2;
    Formulas formulas(random, m, v, kFirst);
    const auto value = [&] {
        static const std::vector<Op> signs = {Op::eq, Op::eq, Op::ne, Op::lt, Op::le};
        const bool swapped = random.one_in(3);
        const Expr x = variable(swapped ? 1 : 0);
        const Expr y = random.one_in(4) ? x : variable(swapped ? 0 : 1);
        return make(random.pick(signs), {call(g, {x, y}), number(random.below(levels))});
    };
    const auto atom = [&] { return random.one_in(2) ? value() : formulas.formula(0, {0, 1}); };
    m.body = make(random.one_in(3) ? Op::iff : Op::disj, {value(), atom()});
    if (random.one_in(2)) m.hypothesis = atom();
    return s;
}

}  // namespace attack
