#include "automata/solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "automata/minimise.hpp"
#include "automata/project.hpp"
#include "automata/span_table.hpp"

namespace mexcert {
namespace {

// Beyond so many variables in one product, hidden ones are removed one by one first.
constexpr std::size_t kWideBlock = 9;
constexpr std::uint32_t kMostCounted = 65'535;

bool distinct(std::vector<int> variables) {
    std::sort(variables.begin(), variables.end());
    return std::adjacent_find(variables.begin(), variables.end()) == variables.end();
}

}  // namespace

FormulaSolver::FormulaSolver(Formulas& formulas, const NumerationSystem& numeration,
                             const Automaton* adder, Given given, SolverLimits limits)
    : formulas_(formulas),
      numeration_(numeration),
      adder_(adder),
      given_(std::move(given)),
      limits_(limits),
      words_(all_words(numeration)) {
    adder_relation_ = formulas_.add_relation({"adder", true, -1, {}});
}

void FormulaSolver::fail(const Error& error) {
    if (!error_) {
        error_ = error;
    }
}

const FormulaSolver::Stored* FormulaSolver::store(Automaton automaton) {
    automata_.push_back({std::move(automaton), {}});
    Stored& stored = automata_.back();
    stored.full = full_states(numeration_, stored.automaton);
    return &stored;
}

bool FormulaSolver::holds(FormulaId id) {
    const Formula node = formulas_.at(id);
    switch (node.kind) {
        case FormulaKind::kTrue:
            return true;
        case FormulaKind::kNot:
            return !holds(node.kids.front()) && !error_;
        case FormulaKind::kAnd:
            return std::all_of(node.kids.begin(), node.kids.end(),
                               [&](FormulaId kid) { return !error_ && holds(kid); });
        case FormulaKind::kOr:
            return std::any_of(node.kids.begin(), node.kids.end(),
                               [&](FormulaId kid) { return !error_ && holds(kid); });
        case FormulaKind::kExists: {
            if (node.least == 1) {
                return find(id, {}).has_value();
            }
            std::optional<Problem> made = problem(node.kids.front(), node.variables);
            if (!made) {
                return false;
            }
            Product product(numeration_, words_, std::move(made->product), limits_.most_states);
            const Result<Nfa> nfa = product.explore({});
            work_ += product.states();
            if (!nfa.ok()) {
                fail(nfa.error());
                return false;
            }
            return has_at_least(nfa.value(), node.least);
        }
        default:
            return false;
    }
}

std::optional<Assignment> FormulaSolver::find(FormulaId id, const std::vector<int>& order) {
    if (formulas_.at(id).kind == FormulaKind::kOr) {
        const std::vector<FormulaId> kids = formulas_.at(id).kids;
        for (const FormulaId kid : kids) {
            std::optional<Assignment> found = find(kid, order);
            if (found || error_) {
                return found;
            }
        }
        return std::nullopt;
    }
    std::vector<int> bound;
    id = formulas_.opened(id, bound);
    std::vector<int> variables = order;
    variables.insert(variables.end(), bound.begin(), bound.end());
    if (variables.size() > kWideBlock && !bound.empty()) {
        Formula block;
        block.kind = FormulaKind::kExists;
        block.variables = bound;
        block.kids = {id};
        block.free = order;
        bound.clear();
        id = formulas_.opened(narrow(block), bound);
        variables = order;
        variables.insert(variables.end(), bound.begin(), bound.end());
    }
    const Formula& node = formulas_.at(id);
    Assignment result;
    if (node.kind == FormulaKind::kTrue || node.kind == FormulaKind::kFalse) {
        for (const int variable : order) {
            result.emplace_back(variable, 0);
        }
        return node.kind == FormulaKind::kTrue ? std::optional(result) : std::nullopt;
    }
    std::optional<Problem> made = problem(id, variables);
    if (!made || error_) {
        return std::nullopt;
    }
    Product product(numeration_, words_, std::move(made->product), limits_.most_states);
    const auto words = product.search();
    work_ += product.states();
    if (!words.ok()) {
        fail(words.error());
        return std::nullopt;
    }
    if (!words.value()) {
        return std::nullopt;
    }
    for (const int variable : variables) {
        const auto value = numeration_.value((*words.value())[made->number.at(variable)]);
        result.emplace_back(variable, value ? *value : mpz_class(-1));
    }
    return result;
}

std::optional<FormulaSolver::Acceptor> FormulaSolver::acceptor(FormulaId id) {
    const auto found = known_.find(id);
    if (found != known_.end()) {
        return found->second;
    }
    std::optional<Acceptor> made = make(id);
    if (!made || error_) {
        return std::nullopt;
    }
    known_.emplace(id, *made);
    return made;
}

std::optional<FormulaSolver::Acceptor> FormulaSolver::make(FormulaId id) {
    const Formula node = formulas_.at(id);
    if (node.kind == FormulaKind::kRelation) {
        std::optional<Acceptor> own = relation(node);
        return !own || distinct(own->variables) ? own : combination(id);
    }
    if (node.kind == FormulaKind::kEqual || node.kind == FormulaKind::kAtMost) {
        return linear(node);
    }
    std::vector<int> variables;
    std::vector<std::int64_t> text = key(id, variables);
    const auto same = by_key_.find(text);
    if (same != by_key_.end()) {
        std::vector<int> tracks;
        for (const int variable : variables) {
            if (std::binary_search(node.free.begin(), node.free.end(), variable)) {
                tracks.push_back(variable);
            }
        }
        return Acceptor{same->second, tracks};
    }
    // Tracks in the order of first occurrence, so that the key tells which is which.
    std::optional<Acceptor> made =
        node.kind == FormulaKind::kExists ? projection(node) : combination(id);
    if (made) {
        by_key_.emplace(std::move(text), made->stored);
    }
    return made;
}

// Free variables by first occurrence: the order of tracks of automata with a key.
std::vector<std::int64_t> FormulaSolver::key(FormulaId id, std::vector<int>& variables) const {
    std::vector<std::int64_t> result;
    key(id, variables, result);
    return result;
}

void FormulaSolver::key(FormulaId id, std::vector<int>& variables,
                        std::vector<std::int64_t>& into) const {
    const Formula& node = formulas_.at(id);
    const auto rename = [&](int variable) {
        const auto found = std::find(variables.begin(), variables.end(), variable);
        if (found == variables.end()) {
            variables.push_back(variable);
            return static_cast<std::int64_t>(variables.size()) - 1;
        }
        return static_cast<std::int64_t>(found - variables.begin());
    };
    into.insert(into.end(), {static_cast<std::int64_t>(node.kind), node.relation, node.least,
                             static_cast<std::int64_t>(node.kids.size()),
                             static_cast<std::int64_t>(node.variables.size())});
    for (const int variable : node.variables) {
        into.push_back(rename(variable));
    }
    into.insert(into.end(), {static_cast<std::int64_t>(node.sum.terms.size()), node.sum.constant});
    for (const auto& [variable, factor] : node.sum.terms) {
        into.insert(into.end(), {rename(variable), factor});
    }
    for (const FormulaId kid : node.kids) {
        key(kid, variables, into);
    }
}

std::optional<FormulaSolver::Acceptor> FormulaSolver::relation(const Formula& node) {
    auto known = relations_.find(node.relation);
    const Relation& own = formulas_.relation(node.relation);
    if (known == relations_.end()) {
        Acceptor made;
        if (own.body >= 0) {
            const std::optional<Acceptor> body = acceptor(own.body);
            if (!body) {
                return std::nullopt;
            }
            made = *body;
        } else {
            const Automaton* automaton =
                node.relation == adder_relation_ ? adder_ : given_(node.relation);
            if (automaton == nullptr) {
                fail(declined("", fmt::format("no record for {}", own.name)));
                return std::nullopt;
            }
            made.stored = store(*automaton);
        }
        known = relations_.emplace(node.relation, made).first;
    }
    Acceptor result = known->second;
    if (own.body < 0) {
        result.variables = node.variables;
        return result;
    }
    for (int& variable : result.variables) {
        const auto at = std::find(own.parameters.begin(), own.parameters.end(), variable);
        variable = node.variables[static_cast<std::size_t>(at - own.parameters.begin())];
    }
    return result;
}

bool FormulaSolver::collect(FormulaId id, Problem& problem, std::size_t& index) {
    const Formula node = formulas_.at(id);
    Condition condition;
    if (node.kind == FormulaKind::kAnd || node.kind == FormulaKind::kOr ||
        node.kind == FormulaKind::kNot) {
        condition.kind = node.kind == FormulaKind::kAnd  ? Condition::Kind::kAnd
                         : node.kind == FormulaKind::kOr ? Condition::Kind::kOr
                                                         : Condition::Kind::kNot;
        for (const FormulaId kid : node.kids) {
            std::size_t own = 0;
            if (!collect(kid, problem, own)) {
                return false;
            }
            condition.kids.push_back(own);
        }
    } else if (node.free.empty()) {
        const bool truth = holds(id);
        condition.kind = truth ? Condition::Kind::kTrue : Condition::Kind::kOr;
    } else {
        const std::optional<Acceptor> own =
            node.kind == FormulaKind::kRelation ? relation(node) : acceptor(id);
        if (!own) {
            return false;
        }
        ProductLeaf leaf{&own->stored->automaton, {}, &own->stored->full};
        for (const int variable : own->variables) {
            leaf.variables.push_back(problem.number.at(variable));
        }
        std::vector<ProductLeaf>& leaves = problem.product.leaves;
        const auto same = std::find_if(leaves.begin(), leaves.end(), [&](const ProductLeaf& known) {
            return known.automaton == leaf.automaton && known.variables == leaf.variables;
        });
        condition.kind = Condition::Kind::kLeaf;
        condition.leaf = static_cast<std::size_t>(same - leaves.begin());
        if (same == leaves.end()) {
            leaves.push_back(std::move(leaf));
        }
    }
    problem.product.conditions.push_back(std::move(condition));
    index = problem.product.conditions.size() - 1;
    return !error_;
}

std::optional<FormulaSolver::Problem> FormulaSolver::problem(FormulaId id,
                                                             const std::vector<int>& order) {
    Problem result;
    for (const int variable : order) {
        result.number.emplace(variable, static_cast<unsigned>(result.number.size()));
    }
    if (result.number.size() > kMostVariables) {
        fail(declined("", fmt::format("a formula with more than {} variables", kMostVariables)));
        return std::nullopt;
    }
    result.product.variables = static_cast<unsigned>(result.number.size());
    std::size_t root = 0;
    if (!collect(id, result, root)) {
        return std::nullopt;
    }
    return result;
}

std::optional<Automaton> FormulaSolver::run(FormulaId body, const std::vector<int>& kept,
                                            const std::vector<int>& hidden, std::uint32_t least) {
    std::vector<int> order = kept;
    order.insert(order.end(), hidden.begin(), hidden.end());
    std::optional<Problem> made = problem(body, order);
    if (!made) {
        return std::nullopt;
    }
    if (least > kMostCounted) {
        fail(declined("", fmt::format("a count of {} or more", kMostCounted + 1)));
        return std::nullopt;
    }
    std::vector<unsigned> tracks;
    for (unsigned i = 0; i < kept.size(); ++i) {
        tracks.push_back(i);
    }
    Product product(numeration_, words_, std::move(made->product), limits_.most_states);
    const Result<Nfa> nfa = product.explore(tracks);
    work_ += product.states();
    if (!nfa.ok()) {
        fail(nfa.error());
        return std::nullopt;
    }
    ProjectLimits limits;
    limits.most_subsets = limits_.most_subsets;
    Result<Automaton> result = project(nfa.value(), numeration_.digits(),
                                       static_cast<unsigned>(kept.size()), least, limits);
    if (!result.ok()) {
        fail(result.error());
        return std::nullopt;
    }
    work_ += result.value().states();
    return std::move(result.value());
}

std::optional<FormulaSolver::Acceptor> FormulaSolver::combination(FormulaId id) {
    const std::vector<int> free = formulas_.at(id).free;
    std::vector<int> order;
    key(id, order);
    std::erase_if(order, [&](int variable) {
        return !std::binary_search(free.begin(), free.end(), variable);
    });
    std::optional<Automaton> made = run(id, order, {}, 1);
    if (!made) {
        return std::nullopt;
    }
    return Acceptor{store(std::move(*made)), order};
}

std::optional<FormulaSolver::Acceptor> FormulaSolver::projection(const Formula& node) {
    std::vector<int> order;
    const FormulaId body = node.kids.front();
    // The order of the key of the block: bound variables come first in it.
    std::vector<int> all = node.variables;
    key(body, all);
    for (const int variable : all) {
        if (std::binary_search(node.free.begin(), node.free.end(), variable)) {
            order.push_back(variable);
        }
    }
    const FormulaId smaller = narrow(node);
    const Formula small = formulas_.at(smaller);
    std::optional<Automaton> made;
    if (small.kind == FormulaKind::kExists) {
        made = run(small.kids.front(), order, small.variables, small.least);
    } else {
        made = run(smaller, order, {}, 1);
    }
    if (!made) {
        return std::nullopt;
    }
    return Acceptor{store(std::move(*made)), order};
}

// A wide block with bound variables removed one by one, the cheapest first: each removal becomes a
// relation of its own.
FormulaId FormulaSolver::narrow(const Formula& block) {
    std::vector<int> bound = block.variables;
    std::vector<FormulaId> conjuncts{block.kids.front()};
    if (formulas_.at(conjuncts.front()).kind == FormulaKind::kAnd) {
        conjuncts = std::vector<FormulaId>(formulas_.at(conjuncts.front()).kids);
    }
    const auto whole = [&] {
        const FormulaId body = formulas_.conjunction(conjuncts);
        return bound.empty() ? body : formulas_.at_least(block.least, bound, body);
    };
    while (block.least == 1 && bound.size() > 1 && bound.size() + block.free.size() > kWideBlock) {
        int best = -1;
        std::vector<int> fewest;
        for (const int variable : bound) {
            std::vector<int> with;
            for (const FormulaId conjunct : conjuncts) {
                const std::vector<int>& free = formulas_.at(conjunct).free;
                if (std::binary_search(free.begin(), free.end(), variable)) {
                    with.insert(with.end(), free.begin(), free.end());
                }
            }
            std::sort(with.begin(), with.end());
            with.erase(std::unique(with.begin(), with.end()), with.end());
            if (best < 0 || with.size() < fewest.size()) {
                best = variable;
                fewest = std::move(with);
            }
        }
        std::vector<FormulaId> group;
        std::vector<FormulaId> rest;
        for (const FormulaId conjunct : conjuncts) {
            const std::vector<int>& free = formulas_.at(conjunct).free;
            const bool in = std::binary_search(free.begin(), free.end(), best);
            (in ? group : rest).push_back(conjunct);
        }
        std::erase(bound, best);
        std::erase(fewest, best);
        const FormulaId inner = formulas_.exists({best}, formulas_.conjunction(group));
        const int made = formulas_.add_relation({"part", false, inner, fewest});
        if (fewest.empty()) {
            rest.push_back(formulas_.truth(holds(inner)));
        } else {
            rest.push_back(formulas_.apply(made, fewest));
        }
        conjuncts = std::move(rest);
    }
    return whole();
}

// -- Linear equations and inequalities ------------------------------------------------------------

std::optional<FormulaSolver::Acceptor> FormulaSolver::linear(const Formula& node) {
    std::vector<std::pair<std::int64_t, int>> terms;
    for (const auto& [variable, factor] : node.sum.terms) {
        terms.emplace_back(factor, variable);
    }
    std::sort(terms.begin(), terms.end());
    std::int64_t constant = node.sum.constant;
    if (node.kind == FormulaKind::kEqual) {  // of a sum and its negative, the one with more minus
        std::vector<std::pair<std::int64_t, int>> turned;
        for (const auto& [factor, variable] : terms) {
            turned.emplace_back(-factor, variable);
        }
        std::sort(turned.begin(), turned.end());
        const auto factors = [](const auto& list) {
            std::vector<std::int64_t> result;
            for (const auto& term : list) {
                result.push_back(term.first);
            }
            return result;
        };
        if (std::make_pair(factors(turned), -constant) < std::make_pair(factors(terms), constant)) {
            terms = std::move(turned);
            constant = -constant;
        }
    }
    std::vector<std::int64_t> factors;
    Acceptor result;
    for (const auto& [factor, variable] : terms) {
        factors.push_back(factor);
        result.variables.push_back(variable);
    }
    const Stored* stored = basic(node.kind, factors, constant);
    if (stored == nullptr) {
        return std::nullopt;
    }
    result.stored = stored;
    return result;
}

const FormulaSolver::Stored* FormulaSolver::basic(FormulaKind kind,
                                                  const std::vector<std::int64_t>& factors,
                                                  std::int64_t constant) {
    std::vector<std::int64_t> text{kind == FormulaKind::kEqual ? 0 : 1, constant};
    text.insert(text.end(), factors.begin(), factors.end());
    const auto found = linear_.find(text);
    if (found != linear_.end()) {
        return found->second;
    }
    std::optional<Automaton> made = direct(kind, factors, constant);
    if (!made && !error_) {
        made = by_adder(kind, factors, constant);
    }
    if (!made) {
        return nullptr;
    }
    const Stored* stored = store(std::move(*made));
    linear_.emplace(std::move(text), stored);
    return stored;
}

// What needs no addition: one variable and a number, or two variables.
std::optional<Automaton> FormulaSolver::direct(FormulaKind kind,
                                               const std::vector<std::int64_t>& factors,
                                               std::int64_t constant) {
    const bool equality = kind == FormulaKind::kEqual;
    if (factors.size() == 1) {
        if (equality) {
            return constant_automaton(constant < 0 ? -constant : constant);
        }
        return factors[0] > 0 ? bound_automaton(-constant, true) : bound_automaton(constant, false);
    }
    if (factors != std::vector<std::int64_t>{-1, 1} || constant < 0 || constant > 1 ||
        (equality && constant == 1)) {
        return std::nullopt;
    }
    return order_automaton(equality        ? Order::kEqual
                           : constant == 1 ? Order::kBelow
                                           : Order::kAtMost);
}

// Two tracks a, b: b = a, b < a, or b <= a.
Automaton FormulaSolver::order_automaton(Order order) const {
    const unsigned digits = numeration_.digits();
    SpanTable table;
    table.insert(std::vector<std::uint32_t>{0, 0, 0});  // states of a and b; 1: b is below
    Automaton result;
    result.digits = digits;
    result.tracks = 2;
    for (std::size_t state = 0; state < table.size(); ++state) {
        const std::vector<std::uint32_t> now(table.at(state).begin(), table.at(state).end());
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        const bool below = now[2] == 1;
        result.output.push_back((below ? order != Order::kEqual : order != Order::kBelow) ? 1 : 0);
        for (unsigned letter = 0; letter < digits * digits; ++letter) {
            const int a = numeration_.next(static_cast<int>(now[0]), letter / digits);
            const int b = numeration_.next(static_cast<int>(now[1]), letter % digits);
            const bool falls = letter % digits < letter / digits;
            const bool same = letter % digits == letter / digits;
            if (a >= 0 && b >= 0 && (below || same || falls)) {
                result.edges.push_back(
                    {letter, table.insert(std::vector<std::uint32_t>{static_cast<std::uint32_t>(a),
                                                                     static_cast<std::uint32_t>(b),
                                                                     below || falls ? 1U : 0U})});
            }
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return minimal_acceptor(result);
}

std::optional<Automaton> FormulaSolver::constant_automaton(std::int64_t value) {
    const auto word = numeration_.representation(static_cast<std::uint64_t>(value));
    if (!word) {
        fail(declined("", fmt::format("the number {} is too long", value)));
        return std::nullopt;
    }
    Automaton result;
    result.digits = numeration_.digits();
    for (std::uint32_t state = 0; state <= word->size(); ++state) {
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        result.output.push_back(state == word->size() ? 1 : 0);
        if (state == 0) {
            result.edges.push_back({0, 0});
        }
        if (state < word->size()) {
            result.edges.push_back({(*word)[state], state + 1});
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return minimal_acceptor(result);
}

// x <= value, or x >= value.
std::optional<Automaton> FormulaSolver::bound_automaton(std::int64_t value, bool below) {
    const std::optional<Automaton> constant = constant_automaton(value);
    if (!constant) {
        return std::nullopt;
    }
    const Automaton order = order_automaton(Order::kAtMost);
    ProductProblem problem;
    problem.variables = 2;
    problem.leaves = {{&*constant, {1}, nullptr},
                      {&order, below ? std::vector{1U, 0U} : std::vector{0U, 1U}, nullptr}};
    problem.conditions = {{Condition::Kind::kLeaf, 0, {}},
                          {Condition::Kind::kLeaf, 1, {}},
                          {Condition::Kind::kAnd, 0, {0, 1}}};
    const Result<Nfa> nfa = Product(numeration_, words_, problem, limits_.most_states).explore({0});
    Result<Automaton> result = project(nfa.value(), numeration_.digits(), 1, 1, {});
    return std::move(result.value());
}

namespace {

// Sums as chains of additions: fresh variables, and the conjuncts that say what they are.
struct Chain {
    Formulas& formulas;
    int adder;
    std::vector<FormulaId> conjuncts;
    std::vector<int> inner;

    int fresh() {
        inner.push_back(formulas.fresh("s"));
        return inner.back();
    }
    int added(int a, int b) {
        const int result = fresh();
        conjuncts.push_back(formulas.apply(adder, {a, b, result}));
        return result;
    }
    int number(std::int64_t value) {
        const int result = fresh();
        LinearSum sum = LinearSum::of(result);
        sum.constant = -value;
        conjuncts.push_back(formulas.equal(sum));
        return result;
    }
};

}  // namespace

// The relation t = factor * x of x and t, by doubling.
int FormulaSolver::multiple_relation(std::int64_t factor) {
    const auto [entry, fresh] = multiples_.try_emplace(factor, -1);
    if (!fresh) {
        return entry->second;
    }
    const int x = formulas_.fresh("x");
    const int t = formulas_.fresh("t");
    FormulaId body = -1;
    if (factor == 2) {
        body = formulas_.apply(adder_relation_, {x, x, t});
    } else {
        const int s = formulas_.fresh("s");
        const bool odd = factor % 2 == 1;
        const int smaller = multiple_relation(odd ? factor - 1 : factor / 2);
        body = formulas_.exists(
            {s}, formulas_.conjunction(formulas_.apply(smaller, {x, s}),
                                       formulas_.apply(adder_relation_, {s, odd ? x : s, t})));
    }
    const int made = formulas_.add_relation({fmt::format("times_{}", factor), true, body, {x, t}});
    multiples_[factor] = made;
    return made;
}

int FormulaSolver::multiple(int variable, std::int64_t factor, std::vector<FormulaId>& conjuncts,
                            std::vector<int>& inner) {
    if (factor == 1) {
        return variable;
    }
    inner.push_back(formulas_.fresh("s"));
    conjuncts.push_back(formulas_.apply(multiple_relation(factor), {variable, inner.back()}));
    return inner.back();
}

std::optional<Automaton> FormulaSolver::by_adder(FormulaKind kind,
                                                 const std::vector<std::int64_t>& factors,
                                                 std::int64_t constant) {
    Chain chain{formulas_, adder_relation_, {}, {}};
    std::vector<int> tracks;
    int sides[2] = {-1, -1};  // of the positive and of the negative terms
    const auto add = [&](int& side, int variable) {
        side = side < 0 ? variable : chain.added(side, variable);
    };
    for (const std::int64_t factor : factors) {
        tracks.push_back(formulas_.fresh("x"));
        add(sides[factor > 0 ? 0 : 1],
            multiple(tracks.back(), factor > 0 ? factor : -factor, chain.conjuncts, chain.inner));
    }
    if (constant != 0) {
        add(sides[constant > 0 ? 0 : 1], chain.number(constant > 0 ? constant : -constant));
    }
    LinearSum last;
    for (const int side : {0, 1}) {
        if (sides[side] >= 0) {
            last = *combined(last, LinearSum::of(sides[side]), side == 0 ? 1 : -1);
        }
    }
    chain.conjuncts.push_back(kind == FormulaKind::kEqual ? formulas_.equal(last)
                                                          : formulas_.at_most(last));
    const FormulaId whole = formulas_.exists(chain.inner, formulas_.conjunction(chain.conjuncts));
    const Formula node = formulas_.at(whole);
    std::optional<Automaton> made;
    if (node.kind == FormulaKind::kExists) {
        const FormulaId smaller = narrow(node);
        const Formula small = formulas_.at(smaller);
        made = small.kind == FormulaKind::kExists
                   ? run(small.kids.front(), tracks, small.variables, 1)
                   : run(smaller, tracks, {}, 1);
    } else {
        made = run(whole, tracks, {}, 1);
    }
    return made;
}

}  // namespace mexcert
