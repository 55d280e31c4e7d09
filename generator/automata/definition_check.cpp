#include "automata/definition_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert {

std::string assignment_text(const Formulas& formulas, const Assignment& values) {
    std::string result;
    for (const auto& [variable, value] : values) {
        result += fmt::format("{}{}={}", result.empty() ? "" : ",", formulas.name(variable),
                              value.get_str());
    }
    return result;
}

std::optional<RecordFailure> DefinitionCheck::run() {
    for (const auto& entry : compiler_.records()) {
        if (failure_ || compiler_.error()) {
            break;
        }
        const RecordId& record = entry.first;
        if (handler_) {
            handler_(record);
        }
        switch (record.kind) {
            case RecordKind::kAdder:
                adder(record);
                break;
            case RecordKind::kFloor:
                floor(record);
                break;
            case RecordKind::kAutomatic:
                break;  // a witness: nothing is claimed of it but the statement
            case RecordKind::kItem:
                if (record.part == ItemPart::kGraph) {
                    graph(record);
                } else if (record.part == ItemPart::kLevel) {
                    levels(record);
                } else if (record.part == ItemPart::kLetters) {
                    word(record);
                }
                break;
        }
    }
    return failure_;
}

// The formula must hold nowhere.
void DefinitionCheck::never(const RecordId& record, const std::string& check, FormulaId violated) {
    if (failure_ || compiler_.error()) {
        return;
    }
    const std::vector<int> free = compiler_.formulas().at(violated).free;
    const std::optional<Assignment> found = compiler_.solver().find(violated, free);
    if (found && !compiler_.error()) {
        failure_ = RecordFailure{record, check, text(*found)};
    }
}

std::string DefinitionCheck::text(const Assignment& values) const {
    return assignment_text(compiler_.formulas(), values);
}

// Recursion on y: x + 0 = x; if x + y = z then x + (y + 1) = z + 1; at most one z.
void DefinitionCheck::adder(const RecordId& record) {
    Formulas& formulas = compiler_.formulas();
    const int relation = compiler_.record_relation(record);
    const int x = formulas.fresh("x");
    const int y = formulas.fresh("y");
    const int z = formulas.fresh("z");
    const int v = formulas.fresh("v");
    const int w = formulas.fresh("w");
    const auto less = [&](int a, int b, std::int64_t by) {  // a + by <= b
        return formulas.at_most({a < b ? std::vector<std::pair<int, std::int64_t>>{{a, 1}, {b, -1}}
                                       : std::vector<std::pair<int, std::int64_t>>{{b, -1}, {a, 1}},
                                 by});
    };
    // v follows y: y < v and nothing between.
    const auto follows = [&](int a, int b) {
        const int between = formulas.fresh("u");
        return formulas.conjunction(
            less(a, b, 1),
            formulas.negation(formulas.exists(
                {between}, formulas.conjunction(less(a, between, 1), less(between, b, 1)))));
    };
    const FormulaId zero = formulas.equal(LinearSum::of(y));
    const FormulaId sum = formulas.apply(relation, {x, y, z});
    const FormulaId same = formulas.equal({{{x, 1}, {z, -1}}, 0});
    never(record, "zero", formulas.conjunction({zero, sum, formulas.negation(same)}));
    never(record, "zero", formulas.conjunction({zero, same, formulas.negation(sum)}));
    never(record, "step",
          formulas.conjunction({sum, follows(y, v), follows(z, w),
                                formulas.negation(formulas.apply(relation, {x, v, w}))}));
    never(record, "functional",
          formulas.conjunction({sum, formulas.apply(relation, {x, y, w}), less(z, w, 1)}));
}

// Exactly one value for all arguments.
void DefinitionCheck::function(const RecordId& record, std::size_t arguments) {
    Formulas& formulas = compiler_.formulas();
    // Another relation of the same automaton: that of the record is taken to be a function.
    std::vector<int> one;
    for (std::size_t i = 0; i < arguments; ++i) {
        one.push_back(formulas.fresh(fmt::format("x{}", i + 1)));
    }
    std::vector<int> two = one;
    one.push_back(formulas.fresh("v"));
    two.push_back(formulas.fresh("w"));
    const int relation = compiler_.plain_relation(record);
    const FormulaId first = formulas.apply(relation, one);
    LinearSum below = LinearSum::of(one.back());
    below.terms.emplace_back(two.back(), -1);
    below.constant = 1;
    never(record, "functional",
          formulas.conjunction({first, formulas.apply(relation, two), formulas.at_most(below)}));
    never(record, "total", formulas.negation(formulas.exists({one.back()}, first)));
}

// f(n) = least m with forall i < n: m != f(i) and m != f(i) + i.
void DefinitionCheck::floor(const RecordId& record) {
    function(record, 1);
    Formulas& formulas = compiler_.formulas();
    const int relation = compiler_.record_relation(record);
    const int n = formulas.fresh("n");
    const int v = formulas.fresh("v");
    const auto excluded = [&](int m) {
        const int i = formulas.fresh("i");
        const int w = formulas.fresh("w");
        const auto sum = [&](std::initializer_list<std::pair<int, std::int64_t>> terms,
                             std::int64_t constant) {
            LinearSum result = LinearSum::number(constant);
            for (const auto& [variable, factor] : terms) {
                result = *combined(result, LinearSum::of(variable), factor);
            }
            return result;
        };
        const FormulaId equal =
            formulas.disjunction(formulas.equal(sum({{m, 1}, {w, -1}}, 0)),
                                 formulas.equal(sum({{m, 1}, {w, -1}, {i, -1}}, 0)));
        return formulas.exists({i, w},
                               formulas.conjunction({formulas.at_most(sum({{i, 1}, {n, -1}}, 1)),
                                                     formulas.apply(relation, {i, w}), equal}));
    };
    const FormulaId graph = formulas.apply(relation, {n, v});
    never(record, "equation", formulas.conjunction(graph, excluded(v)));
    const int m = formulas.fresh("m");
    LinearSum below = *combined(LinearSum::of(m), LinearSum::of(v), -1);
    below.constant = 1;
    never(record, "equation",
          formulas.conjunction({graph, formulas.at_most(below), formulas.negation(excluded(m))}));
}

// Values for the slots of the definition's body.
void DefinitionCheck::instance(const RecordId& record, SlotValues& scope,
                               std::vector<int>& ranged) {
    const Item& item = compiler_.engine().spec.item(record.item);
    const Body& body = compiler_.engine().program.body(record.item);
    std::size_t fixed = 0;
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        if (item.is_fixed[i]) {
            scope[body.slots[i]] = LinearSum::number(record.fixed[fixed++]);
        } else {
            ranged.push_back(compiler_.formulas().fresh(item.parameters[i].variable.name));
            scope[body.slots[i]] = LinearSum::of(ranged.back());
        }
    }
}

void oblige_calls(Compiler& compiler, Obligations& obligations, int item, const SlotValues& scope) {
    obligations.on_call([&compiler, &obligations, item, scope](
                            const Node& call, const SlotValues& inner, FormulaId guard) {
        if (call.item != item) {
            return;
        }
        const Body& body = compiler.engine().program.body(item);
        Formulas& formulas = compiler.formulas();
        const FormulaId not_smaller = compiler.on_sums(call.list, inner, [&](const auto& sums) {
            SlotValues callee;
            for (std::size_t i = 0; i < sums.size(); ++i) {
                callee[body.slots[i]] = sums[i];
            }
            return compiler.on_sums({body.measure}, scope, [&](const auto& own) {
                return compiler.on_sums({body.measure}, callee, [&](const auto& other) {
                    const auto difference = combined(own.front(), other.front(), -1);
                    return difference ? formulas.at_most(*difference) : formulas.truth(true);
                });
            });
        });
        obligations.add(formulas.conjunction(guard, not_smaller), call.place,
                        fmt::format("calls: {} has no smaller measure",
                                    node_text(compiler.engine().program, body.measure)));
    });
}

namespace {

// Equality of texts up to names of bound variables and checks of arguments.
class SameText {
  public:
    explicit SameText(const Program& program) : program_(program) {}
    std::map<int, NodeId> parameters;  // slots of the right text -> terms of the left

    bool same(NodeId left, NodeId right) {
        if (left == kNoNode || right == kNoNode) {
            return left == right;
        }
        const Node& a = stripped(left);
        const Node& b = stripped(right);
        if (b.op == Op::kSlot) {
            return same_slot(a, static_cast<int>(b.imm));
        }
        if (a.op != b.op || a.imm != b.imm || a.imm2 != b.imm2 || a.item != b.item ||
            a.list.size() != b.list.size()) {
            return false;
        }
        const bool calls = a.op == Op::kCall || a.op == Op::kLookup || a.op == Op::kRelation;
        for (std::size_t i = 0; i < a.list.size(); ++i) {
            if (calls ? !same(a.list[i], b.list[i])
                      : a.op == Op::kWordLiteral && a.list[i] != b.list[i]) {
                return false;
            }
            if (!calls) {
                bound_[b.list[i]] = a.list[i];
            }
        }
        return same(a.a, b.a) && same(a.b, b.b) && same(a.c, b.c);
    }

  private:
    const Node& stripped(NodeId id) const {
        while (program_.node(id).op == Op::kCheck) {
            id = program_.node(id).a;
        }
        return program_.node(id);
    }

    bool same_slot(const Node& a, int slot) {
        const auto parameter = parameters.find(slot);
        if (parameter != parameters.end()) {
            return &stripped(parameter->second) == &a;
        }
        const auto bound = bound_.find(slot);
        return a.op == Op::kSlot && bound != bound_.end() && bound->second == a.imm;
    }

    const Program& program_;
    std::map<int, int> bound_;  // slots of the right text -> of the left
};

}  // namespace

bool is_defining_equation(Program& program, NodeId formula) {
    const Node& equation = program.node(formula);
    if (equation.op != Op::kEq || program.node(equation.a).op != Op::kLookup) {
        return false;
    }
    const Node& call = program.node(equation.a);
    const Body& body = program.body(call.item);
    SameText text(program);
    for (std::size_t i = 0; i < call.list.size(); ++i) {
        text.parameters[body.slots[i]] = call.list[i];
    }
    return text.same(equation.b, body.root);
}

// Each self-call has a smaller measure and fixed arguments that are recorded; the text is defined.
void DefinitionCheck::calls(const RecordId& record, const SlotValues& scope) {
    Formulas& formulas = compiler_.formulas();
    const Body& body = compiler_.engine().program.body(record.item);
    Obligations obligations(compiler_);
    oblige_calls(compiler_, obligations, record.item, scope);
    obligations.term(body.measure, scope, formulas.truth(true));
    obligations.natural(body.measure, scope, formulas.truth(true));
    if (record.part == ItemPart::kGraph) {
        obligations.term(body.root, scope, formulas.truth(true));
        obligations.natural(body.root, scope, formulas.truth(true));
    } else {  // a mex: some number satisfies its formula
        const Node& least = compiler_.engine().program.node(body.root);
        SlotValues inner = scope;
        inner[least.list.front()] = LinearSum::number(record.number);
        obligations.assume_no_calls(true);
        obligations.formula(least.a, inner, formulas.truth(true));
    }
    const auto violation = obligations.check();
    if (violation && !compiler_.error() && !failure_) {
        failure_ = RecordFailure{record, violation->obligation->what, text(violation->values)};
    }
}

void DefinitionCheck::graph(const RecordId& record) {
    SlotValues scope;
    std::vector<int> tracks;
    instance(record, scope, tracks);
    function(record, tracks.size());
    if (failure_) {
        return;
    }
    calls(record, scope);
    Formulas& formulas = compiler_.formulas();
    const int value = formulas.fresh("v");
    tracks.push_back(value);
    const Body& body = compiler_.engine().program.body(record.item);
    never(record, "equation",
          formulas.conjunction(formulas.apply(compiler_.record_relation(record), tracks),
                               compiler_.equals(value, body.root, scope, false)));
}

// The set of level c is where the body's formula holds of m = c and of no m < c.
void DefinitionCheck::levels(const RecordId& record) {
    SlotValues scope;
    std::vector<int> tracks;
    instance(record, scope, tracks);
    const Program& program = compiler_.engine().program;
    const Body& body = compiler_.engine().program.body(record.item);
    const Node& least = program.node(body.root);
    if (least.op != Op::kLeast || compiler_.engine().planner.mex(body.root) == nullptr) {
        failure_ = RecordFailure{record, "levels need a mex", ""};
        return;
    }
    Formulas& formulas = compiler_.formulas();
    calls(record, scope);
    std::vector<FormulaId> parts;
    for (std::int64_t m = 0; m <= record.number; ++m) {
        SlotValues inner = scope;
        inner[least.list.front()] = LinearSum::number(m);
        parts.push_back(compiler_.formula(least.a, inner, m == record.number));
    }
    const FormulaId set = formulas.apply(compiler_.record_relation(record), tracks);
    for (const FormulaId part : parts) {
        never(record, "equation", formulas.conjunction(set, formulas.negation(part)));
    }
    parts.push_back(formulas.negation(set));
    never(record, "equation", formulas.conjunction(parts));
}

// Letters and starts of a morphic word.
void DefinitionCheck::word(const RecordId& record) {
    const Item& item = compiler_.engine().spec.item(record.item);
    RecordId starts_record = record;
    starts_record.part = ItemPart::kStarts;
    const int starts = compiler_.record_relation(starts_record);
    if (starts < 0) {
        failure_ = RecordFailure{record, "no record for the starts", ""};
        return;
    }
    function(starts_record, 1);
    Formulas& formulas = compiler_.formulas();
    const int n = formulas.fresh("n");
    const int s = formulas.fresh("s");
    const auto letter_is = [&](int at, std::int64_t letter) {
        const int relation = compiler_.letter_relation(record, letter);
        return relation < 0 ? formulas.truth(false) : formulas.apply(relation, {at});
    };
    const auto plus = [&](int of, std::int64_t constant, const auto& then) {
        const int at = formulas.fresh("t");
        LinearSum sum = *combined(LinearSum::of(at), LinearSum::of(of), -1);
        sum.constant = -constant;
        return formulas.exists({at}, formulas.conjunction(formulas.equal(sum), then(at)));
    };
    const FormulaId zero = formulas.equal(LinearSum::of(n));
    never(record, "start letter",
          formulas.conjunction(zero, formulas.negation(letter_is(n, item.start))));
    never(starts_record, "zero",
          formulas.conjunction({formulas.apply(starts, {n, s}), zero,
                                formulas.negation(formulas.equal(LinearSum::of(s)))}));
    for (std::size_t letter = 0; letter < item.images.size(); ++letter) {
        const FormulaId here = formulas.conjunction(letter_is(n, static_cast<std::int64_t>(letter)),
                                                    formulas.apply(starts, {n, s}));
        if (!item.images[letter]) {
            never(record, "a letter without image", here);
            continue;
        }
        const std::vector<std::int64_t>& image = *item.images[letter];
        const FormulaId next = plus(n, 1, [&](int at) {
            return plus(s, static_cast<std::int64_t>(image.size()), [&](int end) {
                return formulas.apply(starts, {at, end});
            });
        });
        never(starts_record, "step", formulas.conjunction(here, formulas.negation(next)));
        for (std::size_t j = 0; j < image.size(); ++j) {
            const FormulaId is = plus(s, static_cast<std::int64_t>(j),
                                      [&](int at) { return letter_is(at, image[j]); });
            never(record, "image", formulas.conjunction(here, formulas.negation(is)));
        }
    }
}

}  // namespace mexcert
