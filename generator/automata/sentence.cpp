#include "automata/sentence.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "language/closure.hpp"

namespace mexcert {
namespace {

constexpr std::int64_t kMostBound = 65'536;  // tried for tends_to

}  // namespace

Sentence::Sentence(Compiler& compiler, const Claim& claim, std::int64_t claim_number)
    : compiler_(compiler),
      formulas_(compiler.formulas()),
      claim_(claim),
      claim_number_(claim_number),
      obligations_(compiler) {}

std::optional<Error> Sentence::prepare() {
    Engine& engine = compiler_.engine();
    const Result<int> item = engine.spec.statement(claim_.name);
    if (!item.ok()) {
        return item.error();
    }
    Result<StatementForm> form = statement_form(engine, item.value());
    if (!form.ok()) {
        return form.error();
    }
    form_ = std::move(form.value());
    each_value(0, {}, {});
    return compiler_.error();
}

// Parameters: the number of the claim, each value of a finite domain, or a variable.
void Sentence::each_value(std::size_t next, SlotValues scope, std::vector<int> variables) {
    if (next == form_.leading.size() || !form_.leading[next].is_parameter) {
        spine(0, {std::move(scope), formulas_.conjunction(ties_), std::move(variables)});
        return;
    }
    const LeadingVariable& parameter = form_.leading[next];
    const int slot = parameter.slots.front();
    for (const auto& [name, value] : claim_.fixed) {
        if (name == parameter.name) {
            scope[slot] = LinearSum::number(value);
            each_value(next + 1, std::move(scope), std::move(variables));
            return;
        }
    }
    const int variable = variable_of_.try_emplace(static_cast<int>(next), -1).first->second < 0
                             ? formulas_.fresh(parameter.name)
                             : variable_of_[static_cast<int>(next)];
    variable_of_[static_cast<int>(next)] = variable;
    variables.push_back(variable);
    if (!parameter.domain) {
        scope[slot] = LinearSum::of(variable);
        each_value(next + 1, std::move(scope), std::move(variables));
        return;
    }
    const std::vector<FormulaId> before = ties_;
    for (std::int64_t value = parameter.domain->first; value <= parameter.domain->second; ++value) {
        scope[slot] = LinearSum::number(value);
        LinearSum is = LinearSum::of(variable);
        is.constant = -value;
        ties_.push_back(formulas_.equal(is));
        each_value(next + 1, scope, variables);
        ties_ = before;
    }
}

void Sentence::spine(int index, const Guarded& at) {
    const SpineNode& node = form_.at(index);
    if (compiler_.error()) {
        return;
    }
    switch (node.kind) {
        case SpineKind::kAnd:
            spine(node.first, at);
            spine(node.second, at);
            return;
        case SpineKind::kImplies: {
            obligations_.formula(node.formula, at.scope, at.guard);
            Guarded inner = at;
            inner.guard =
                formulas_.conjunction(at.guard, compiler_.formula(node.formula, at.scope));
            if (inner.guard != formulas_.truth(false)) {  // else nothing behind it is read
                spine(node.first, inner);
            }
            return;
        }
        case SpineKind::kForall:
            bind(node, 0, at);
            return;
        case SpineKind::kLeaf:
            leaf(node, at);
            return;
    }
}

// The variables of a `forall`; those that must be numbers run through their values.
void Sentence::bind(const SpineNode& node, std::size_t next, Guarded at) {
    if (next == node.slots.size()) {
        spine(node.first, at);
        return;
    }
    const int slot = node.slots[next];
    const int leading = form_.leading_of(slot);
    const auto [entry, fresh] = variable_of_.try_emplace(leading, -1);
    if (fresh) {
        entry->second = formulas_.fresh(form_.leading[static_cast<std::size_t>(leading)].name);
    }
    const int variable = entry->second;
    if (std::find(at.variables.begin(), at.variables.end(), variable) == at.variables.end()) {
        at.variables.push_back(variable);
    }
    std::vector<NodeId> texts;
    for (const SpineNode& other : form_.spine) {
        if (other.formula != kNoNode) {
            texts.push_back(other.formula);
        }
    }
    const auto range = compiler_.literal_range(hypotheses_of(form_, node).formulas, texts, slot);
    if (!range) {
        at.scope[slot] = LinearSum::of(variable);
        bind(node, next + 1, std::move(at));
        return;
    }
    const FormulaId guard = at.guard;
    for (std::int64_t value = range->low; value <= range->high; ++value) {
        at.scope[slot] = LinearSum::number(value);
        LinearSum is = LinearSum::of(variable);
        is.constant = -value;
        at.guard = formulas_.conjunction(guard, formulas_.equal(is));
        bind(node, next + 1, at);
    }
}

void Sentence::leaf(const SpineNode& node, const Guarded& at) {
    read_[node.leaf].push_back(at.guard);
    const Node& formula = compiler_.engine().program.node(node.formula);
    if (formula.op != Op::kInfinite &&
        is_defining_equation(compiler_.engine().program, node.formula)) {
        definition_leaf(formula, at);
    } else if (formula.op != Op::kInfinite) {
        ordinary_leaf(node, at, node.formula);
    } else if (formula.imm2 == kSequenceExists) {
        sequence_leaf(node, at);
    } else {
        limit_leaf(node, at);
    }
}

// F(args) = T with T the body of F at args: true if the recursion is well-founded and F is a mex or
// has a record.
void Sentence::definition_leaf(const Node& formula, const Guarded& at) {
    Program& program = compiler_.engine().program;
    const Node& call = program.node(formula.a);
    const Item& item = compiler_.engine().spec.item(call.item);
    const Body& body = program.body(call.item);
    const Node& root = program.node(body.root);
    if (root.op != Op::kLeast || compiler_.engine().planner.mex(body.root) == nullptr) {
        compiler_.fail(formula.place, fmt::format("the definition of {} is no mex", item.name));
        return;
    }
    for (const int other : recursive_definitions(compiler_.engine().spec, call.item)) {
        if (other != call.item) {
            compiler_.fail(formula.place,
                           fmt::format("the definition of {} rests on another recursive one, {}",
                                       item.name, compiler_.engine().spec.item(other).name));
            return;
        }
    }
    for (const NodeId argument : call.list) {
        obligations_.term(argument, at.scope, at.guard);
    }
    SlotValues scope;
    std::function<void(std::size_t)> next = [&](std::size_t i) {
        if (i < item.parameters.size()) {
            const auto& domain = item.parameters[i].domain;
            scope[body.slots[i]] = LinearSum::of(formulas_.fresh(item.parameters[i].variable.name));
            for (std::int64_t v = domain ? domain->first : 0; v <= (domain ? domain->second : 0);
                 ++v) {
                if (domain) {
                    scope[body.slots[i]] = LinearSum::number(v);
                }
                next(i + 1);
            }
            return;
        }
        oblige_calls(compiler_, obligations_, call.item, scope);
        SlotValues inner = scope;
        inner[root.list.front()] = LinearSum::of(formulas_.fresh("m"));
        obligations_.formula(root.a, inner, formulas_.truth(true));
    };
    obligations_.assume_no_calls(true);
    next(0);
    obligations_.assume_no_calls(false);
    obligations_.on_call({});
}

void Sentence::ordinary_leaf(const SpineNode& node, const Guarded& at, NodeId formula) {
    obligations_.formula(formula, at.scope, at.guard);
    std::vector<FormulaId> parts{at.guard, compiler_.formula(formula, at.scope, false)};
    leaves_.push_back({formulas_.conjunction(std::move(parts)), at.variables, &node});
}

// exists automatic g <= c: A: A with g from the record; its values are at most c.
void Sentence::sequence_leaf(const SpineNode& node, const Guarded& at) {
    const Node& formula = compiler_.engine().program.node(node.formula);
    if (at.guard != formulas_.conjunction(ties_)) {
        compiler_.fail(formula.place, "`exists automatic` below hypotheses with variables");
        return;
    }
    compiler_.use_sequence(formula.imm, claim_number_);
    RecordId record;
    record.kind = RecordKind::kAutomatic;
    record.number = claim_number_;
    const auto found = compiler_.records().find(record);
    if (found == compiler_.records().end()) {
        compiler_.fail(formula.place, fmt::format("no record for {}",
                                                  record_line(compiler_.engine().spec, record)));
        return;
    }
    const std::uint32_t most =
        *std::max_element(found->second.output.begin(), found->second.output.end());
    obligations_.term(formula.b, at.scope, at.guard);
    const FormulaId above = compiler_.on_sums({formula.b}, at.scope, [&](const auto& sums) {
        LinearSum sum = sums.front();
        sum.constant -= most;
        return formulas_.negation(formulas_.at_most(*combined({}, sum, -1)));
    });
    leaves_.push_back({formulas_.conjunction(at.guard, above), at.variables, &node});
    ordinary_leaf(node, at, formula.a);
}

// tends_to(n: T, phi ^ k): T and floor(n * phi ^ k) differ by at most some b.
void Sentence::limit_leaf(const SpineNode& node, const Guarded& at) {
    Program& program = compiler_.engine().program;
    const Node& formula = program.node(node.formula);
    const int slot = formula.list.front();
    SlotValues inner = at.scope;
    const int n = formulas_.fresh(program.slot_name(slot));
    inner[slot] = LinearSum::of(n);
    obligations_.term(formula.a, inner, at.guard);
    Node floor;
    floor.op = Op::kFloor;
    floor.imm = formula.imm;
    floor.a = program.slot_term(slot);
    floor.place = formula.place;
    const NodeId multiple = program.make(floor);
    for (std::int64_t bound = 1; bound <= kMostBound && !compiler_.error(); bound *= 2) {
        const FormulaId far =
            compiler_.on_sums({formula.a, multiple}, inner, [&](const auto& sums) {
                const LinearSum difference = *combined(sums[0], sums[1], -1);
                LinearSum above = *combined({}, difference, -1);
                above.constant += bound + 1;
                LinearSum below = difference;
                below.constant += bound + 1;
                return formulas_.disjunction(formulas_.at_most(above), formulas_.at_most(below));
            });
        const FormulaId somewhere = formulas_.exists({n}, formulas_.conjunction(at.guard, far));
        const std::vector<int> free = formulas_.at(somewhere).free;
        if (!compiler_.solver().find(formulas_.exists(free, somewhere), {})) {
            return;
        }
    }
    compiler_.fail(formula.place, "no bound found for the difference to the limit");
}

Result<std::vector<Sentence::Leaf>> Sentence::leaves() {
    if (leaves_.empty()) {
        if (const std::optional<Error> error = prepare()) {
            return *error;
        }
    }
    return leaves_;
}

std::string false_at(const NamedNaturals& values) {
    std::string text = "false";
    for (const auto& [name, value] : values) {
        text += fmt::format("{}{}={}", text == "false" ? " at " : ",", name, value.get_str());
    }
    return text;
}

NamedNaturals Sentence::named(const Assignment& values) const {
    NamedNaturals result;
    for (std::size_t i = 0; i < form_.leading.size(); ++i) {
        const auto variable = variable_of_.find(static_cast<int>(i));
        for (const auto& [own, value] : values) {
            if (variable != variable_of_.end() && own == variable->second) {
                result.emplace_back(form_.leading[i].name, value);
            }
        }
    }
    return result;
}

std::optional<SentenceVerdict> Sentence::violated_obligation() {
    const auto violation = obligations_.check();
    if (!violation) {
        return std::nullopt;
    }
    SentenceVerdict verdict;
    verdict.reason = fmt::format("{} at {}", violation->obligation->what,
                                 assignment_text(formulas_, violation->values));
    verdict.place = violation->obligation->place;
    return verdict;
}

std::optional<SentenceVerdict> Sentence::failing_leaf() {
    for (const Leaf& leaf : leaves_) {
        const std::optional<Assignment> found =
            compiler_.solver().find(leaf.failing, leaf.variables);
        if (compiler_.error()) {
            return std::nullopt;
        }
        if (found) {
            SentenceVerdict verdict;
            verdict.refuted = true;
            verdict.reason = "false";
            verdict.place = leaf.node->text->place;
            verdict.at = named(*found);
            return verdict;
        }
    }
    return std::nullopt;
}

// A leaf behind hypotheses that never hold: it was not met, or only under guards without a
// solution.
std::optional<SentenceVerdict> Sentence::unread_leaf() {
    for (const SpineNode& node : form_.spine) {
        if (node.kind != SpineKind::kLeaf) {
            continue;
        }
        bool read = false;
        for (const FormulaId guard : read_[node.leaf]) {
            const std::vector<int> free = formulas_.at(guard).free;
            read = read || compiler_.solver().find(guard, free).has_value();
        }
        if (!read && !compiler_.error()) {
            SentenceVerdict verdict;
            verdict.reason = "no instance satisfies the hypotheses";
            verdict.place = node.text->place;
            return verdict;
        }
    }
    return std::nullopt;
}

Result<SentenceVerdict> Sentence::decide() {
    const auto all = leaves();
    if (!all.ok()) {
        return all.error();
    }
    std::optional<SentenceVerdict> verdict = violated_obligation();
    if (!verdict && !compiler_.error()) {
        verdict = failing_leaf();
    }
    if (!verdict && !compiler_.error()) {
        verdict = unread_leaf();
    }
    if (!compiler_.error() && verdict && verdict->refuted) {
        verdict->point = least_point();
    }
    if (std::optional<Error> error = compiler_.error()) {
        if (error->place.empty()) {
            error->place = claim_text(claim_);
        }
        return *error;
    }
    if (!verdict) {
        verdict.emplace();
        verdict->holds = true;
    }
    return *verdict;
}

// -- The least point ------------------------------------------------------------------------------

// The least value of a variable at which a formula with this one free variable holds: words of one
// length are in order, and the search finds the shortest, then the first.
std::optional<mpz_class> Sentence::least_value(FormulaId id, int variable) {
    const std::vector<int> free = formulas_.at(id).free;
    std::vector<int> others = free;
    std::erase(others, variable);
    const FormulaId alone = formulas_.exists(others, id);
    if (formulas_.at(alone).free.empty()) {
        if (compiler_.solver().holds(alone)) {
            return mpz_class(0);
        }
        return std::nullopt;
    }
    // A relation of its own, so that the search runs over the one variable only.
    const auto acceptor = compiler_.solver().acceptor(alone);
    if (!acceptor) {
        return std::nullopt;
    }
    const int relation = formulas_.add_relation({"points", false, alone, {variable}});
    const auto found = compiler_.solver().find(formulas_.apply(relation, {variable}), {variable});
    return found ? std::optional(found->front().second) : std::nullopt;
}

std::optional<NamedValues> Sentence::least_point() {
    const std::vector<int> leading = point_variables(compiler_.engine(), form_, claim_.fixed);
    std::vector<int> variables;
    std::vector<std::string> names;
    std::size_t parameters = 0;
    for (const int index : leading) {
        const LeadingVariable& own = form_.leading[static_cast<std::size_t>(index)];
        variables.push_back(variable_of_.at(index));
        names.push_back(own.name);
        parameters += own.is_parameter ? 1 : 0;
    }
    std::vector<FormulaId> cases;
    for (const Leaf& leaf : leaves_) {
        std::vector<int> others;
        for (const int variable : formulas_.at(leaf.failing).free) {
            if (std::find(variables.begin(), variables.end(), variable) == variables.end()) {
                others.push_back(variable);
            }
        }
        cases.push_back(formulas_.exists(others, leaf.failing));
    }
    FormulaId failing = formulas_.disjunction(std::move(cases));
    const auto fix = [&](int variable, const mpz_class& value) {
        if (!value.fits_slong_p()) {
            return false;
        }
        failing = formulas_.substitute(failing, variable, LinearSum::number(value.get_si()));
        return true;
    };
    // A number may be an argument of a relation: tie a variable to it instead.
    const auto tie = [&](int variable, const mpz_class& value) {
        if (!value.fits_slong_p()) {
            return false;
        }
        if (!formulas_.in_relation(failing, variable)) {
            return fix(variable, value);
        }
        LinearSum is = LinearSum::of(variable);
        is.constant = -value.get_si();
        failing = formulas_.exists({variable}, formulas_.conjunction(failing, formulas_.equal(is)));
        return true;
    };
    std::vector<std::int64_t> point(variables.size(), 0);
    const auto settle = [&](std::size_t i) {
        const std::optional<mpz_class> value = least_value(failing, variables[i]);
        if (!value || !tie(variables[i], *value)) {
            return false;
        }
        point[i] = value->get_si();
        return true;
    };
    for (std::size_t i = 0; i < parameters; ++i) {
        if (!settle(i)) {
            return std::nullopt;
        }
    }
    if (variables.size() > parameters + 1) {
        LinearSum total;
        for (std::size_t i = parameters; i < variables.size(); ++i) {
            total = *combined(total, LinearSum::of(variables[i]), 1);
        }
        const int sum = formulas_.fresh("sum");
        const FormulaId with_sum = formulas_.conjunction(
            failing, formulas_.equal(*combined(total, LinearSum::of(sum), -1)));
        const std::optional<mpz_class> least = least_value(with_sum, sum);
        if (!least || !least->fits_slong_p()) {
            return std::nullopt;
        }
        total.constant = -least->get_si();
        failing = formulas_.conjunction(failing, formulas_.equal(total));
    }
    for (std::size_t i = parameters; i < variables.size(); ++i) {
        if (!settle(i)) {
            return std::nullopt;
        }
    }
    NamedValues result;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        result.emplace_back(names[i], point[i]);
    }
    return result;
}

}  // namespace mexcert
