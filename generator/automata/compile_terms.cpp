// Terms as linear sums, with what stands around them (compile.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "automata/compile.hpp"
#include "automata/learner.hpp"
#include "automata/minimise.hpp"
#include "automata/span_table.hpp"

namespace mexcert {

LinearSum Compiler::sum(const LinearSum& left, const LinearSum& right, std::int64_t factor) {
    const std::optional<LinearSum> made = combined(left, right, factor);
    if (!made && !error_) {
        error_ = declined("", "number beyond 64 bits");
    }
    return made.value_or(LinearSum{});
}

Compiler::Value Compiler::scaled(const Value& value, std::int64_t factor) {
    return factor == 0 ? Value{} : added({}, value, factor);
}

Compiler::Value Compiler::added(const Value& left, const Value& right, std::int64_t factor) {
    Value result = left;
    result.sum = sum(left.sum, right.sum, factor);
    for (const auto& [own, square] : right.squares) {
        result.squares.emplace_back(own * factor, square);
    }
    for (Counted counted : right.counts) {
        counted.factor *= factor;
        result.counts.push_back(std::move(counted));
    }
    return result;
}

FormulaId Compiler::term(NodeId id, const SlotValues& scope, const Then& then) {
    if (error_ || solver_.error()) {
        return formulas_.truth(false);
    }
    const Node& node = program_.node(id);
    switch (node.op) {
        case Op::kConst:
            return then({LinearSum::number(node.imm), {}, {}});
        case Op::kSlot:
            return then({scope.at(static_cast<int>(node.imm)), {}, {}});
        case Op::kAdd:
        case Op::kSub:
            return pair(node, scope, [&](const Value& a, const Value& b) {
                return then(added(a, b, node.op == Op::kAdd ? 1 : -1));
            });
        case Op::kNeg:
            return term(node.a, scope, [&](const Value& a) { return then(scaled(a, -1)); });
        case Op::kCheck:
            return term(node.a, scope, then);
        case Op::kMul:
        case Op::kSquare:
            return product(node, id, scope, then);
        case Op::kMonus:
            return difference(node, scope, then);
        case Op::kDiv:
        case Op::kMod:
            return division(node, scope, then);
        case Op::kIf:
            return choice(node, scope, then);
        case Op::kLeast:
            return least(node, scope, then);
        case Op::kFloor:
            return floor(node, scope, then);
        case Op::kLookup:
            return lookup(node, scope, then);
        case Op::kCount:
            return then({{}, {}, {{1, id, scope}}});
        case Op::kCall:
            return on_sums(node.list, scope, [&](const std::vector<LinearSum>& arguments) {
                const Body& body = program_.body(node.item);
                SlotValues inner;
                for (std::size_t i = 0; i < arguments.size(); ++i) {
                    inner[body.slots[i]] = arguments[i];
                }
                return term(body.root, inner, then);
            });
        case Op::kLetter:
        case Op::kOutput:
        case Op::kInfinite:
            return outputs(node, scope, then);
        default:
            fail(node.place, fmt::format("the term {}", text(id)));
            return formulas_.truth(false);
    }
}

// A term that must be a plain sum.
FormulaId Compiler::plain(NodeId id, const SlotValues& scope, const Then& then) {
    return term(id, scope, [&](const Value& value) {
        if (!value.plain()) {
            fail(program_.node(id).place, fmt::format("the term {} inside another term", text(id)));
        }
        return then(value);
    });
}

FormulaId Compiler::pair(const Node& node, const SlotValues& scope,
                         const std::function<FormulaId(const Value&, const Value&)>& then) {
    return term(node.a, scope, [&](const Value& a) {
        return term(node.b, scope, [&](const Value& b) { return then(a, b); });
    });
}

FormulaId Compiler::on_sums(const std::vector<NodeId>& terms, const SlotValues& scope,
                            const OnSums& then) {
    std::vector<LinearSum> done;
    const std::function<FormulaId(std::size_t)> next = [&](std::size_t i) -> FormulaId {
        if (i == terms.size()) {
            return then(std::vector<LinearSum>(done));
        }
        return plain(terms[i], scope, [&, i](const Value& value) {
            done.push_back(value.sum);
            const FormulaId result = next(i + 1);
            done.pop_back();
            return result;
        });
    };
    return next(0);
}

FormulaId Compiler::with_variable(const LinearSum& value, const ThenVariable& then) {
    if (value.variable() >= 0) {
        return then(value.variable());
    }
    const int fresh = formulas_.fresh("t");
    const FormulaId body = then(fresh);
    return formulas_.exists(
        {fresh},
        formulas_.conjunction(formulas_.equal(sum(LinearSum::of(fresh), value, -1)), body));
}

FormulaId Compiler::with_variables(const std::vector<LinearSum>& sums, std::vector<int> done,
                                   const std::function<FormulaId(const std::vector<int>&)>& then) {
    if (done.size() == sums.size()) {
        return then(done);
    }
    return with_variable(sums[done.size()], [&](int variable) {
        std::vector<int> more = done;
        more.push_back(variable);
        return with_variables(sums, std::move(more), then);
    });
}

FormulaId Compiler::product(const Node& node, NodeId id, const SlotValues& scope,
                            const Then& then) {
    if (node.op == Op::kSquare) {
        return plain(node.a, scope, [&](const Value& a) {
            Value result;
            if (!a.sum.is_constant()) {
                result.squares.emplace_back(1, a.sum);
                return then(result);
            }
            if (__builtin_mul_overflow(a.sum.constant, a.sum.constant, &result.sum.constant)) {
                fail(node.place, "number beyond 64 bits");
            }
            return then(result);
        });
    }
    return pair(node, scope, [&](const Value& a, const Value& b) {
        if (a.plain() && a.sum.is_constant()) {
            return then(scaled(b, a.sum.constant));
        }
        if (b.plain() && b.sum.is_constant()) {
            return then(scaled(a, b.sum.constant));
        }
        fail(node.place, fmt::format("the product {}", text(id)));
        return formulas_.truth(false);
    });
}

FormulaId Compiler::difference(const Node& node, const SlotValues& scope, const Then& then) {
    return pair(node, scope, [&](const Value& a, const Value& b) {
        Value value = added(a, b, -1);
        if (!value.plain()) {
            fail(node.place,
                 fmt::format("the term {} under -.", text(a.plain() ? node.b : node.a)));
        }
        if (value.sum.is_constant()) {
            value.sum.constant = std::max<std::int64_t>(value.sum.constant, 0);
            return then(value);
        }
        const FormulaId below = formulas_.at_most(value.sum);
        const FormulaId above = formulas_.at_most(sum({}, value.sum, -1));
        if (above == formulas_.truth(true)) {
            return then(value);
        }
        return formulas_.disjunction(
            formulas_.conjunction(above, then(value)),
            formulas_.conjunction(formulas_.conjunction(below, formulas_.negation(above)),
                                  then({})));
    });
}

// The relation x div c = q of x and q.
int Compiler::quotient_relation(std::int64_t c) {
    const auto [entry, fresh] = word_relations_.try_emplace({2, {c}}, -1);
    if (fresh) {
        const int x = formulas_.fresh("x");
        const int q = formulas_.fresh("q");
        const LinearSum rest = sum(LinearSum::of(x), LinearSum::of(q), -c);
        const FormulaId body =
            formulas_.conjunction(formulas_.at_most(sum({}, rest, -1)),
                                  formulas_.at_most(sum(rest, LinearSum::number(c - 1), -1)));
        entry->second = formulas_.add_relation({fmt::format("div_{}", c), true, body, {x, q}});
        origins_[entry->second].name = fmt::format("div_{}", c);
    }
    return entry->second;
}

// The relation x mod c = r of x. Hiding the quotient may need very many subsets; so the automaton
// is learned from values, and used if it passes the recursion that defines residues.
int Compiler::residue_relation(std::int64_t c, std::int64_t r) {
    const auto [entry, fresh] = word_relations_.try_emplace({3, {c, r}}, -1);
    if (!fresh) {
        return entry->second;
    }
    if (r == 0 && learn_residues(c)) {
        return word_relations_.at({3, {c, r}});
    }
    const int x = formulas_.fresh("x");
    const int q = formulas_.fresh("q");
    LinearSum rest = sum(LinearSum::of(x), LinearSum::of(q), -c);
    rest.constant = -r;
    const FormulaId body = formulas_.exists({q}, formulas_.equal(rest));
    const int made = formulas_.add_relation({fmt::format("mod_{}_{}", c, r), false, body, {x}});
    origins_[made].name = fmt::format("mod_{}_{}", c, r);
    word_relations_[{3, {c, r}}] = made;
    return made;
}

bool Compiler::learn_residues(std::int64_t c) {
    std::optional<Automaton> learned;
    for (std::uint64_t points = 4'000; points < 1'000'000 && !learned; points *= 8) {
        const unsigned length = numeration_.length_within(points);
        Sample sample;
        for (std::uint64_t n = 0; n < numeration_.count(length); ++n) {
            sample.values.push_back(n);
            sample.outputs.push_back(static_cast<std::uint32_t>(n % static_cast<std::uint64_t>(c)));
        }
        sample.lengths = {length};
        const Result<Learned> result = learn(numeration_, sample);
        if (result.ok()) {
            learned = result.value().automaton;
        }
    }
    if (!learned) {
        return false;
    }
    std::vector<int> relations;
    for (std::uint32_t r = 0; r < c; ++r) {
        Automaton own = *learned;
        for (std::uint32_t& output : own.output) {
            output = output == r ? 1 : 0;
        }
        relations.push_back(given(fmt::format("mod_{}_{}", c, r), minimal_acceptor(own), false));
    }
    const int x = formulas_.fresh("x");
    const int next = formulas_.fresh("y");
    LinearSum follows = sum(LinearSum::of(next), LinearSum::of(x), -1);
    follows.constant = -1;
    bool right = learned->output[0] == 0;
    for (std::size_t r = 0; r < relations.size() && right; ++r) {
        const FormulaId wrong = formulas_.conjunction(
            {formulas_.apply(relations[r], {x}), formulas_.equal(follows),
             formulas_.negation(formulas_.apply(relations[(r + 1) % relations.size()], {next}))});
        right = !solver_.find(wrong, {x, next}) && !solver_.error();
    }
    for (std::size_t r = 0; r < relations.size() && right; ++r) {
        word_relations_[{3, {c, static_cast<std::int64_t>(r)}}] = relations[r];
    }
    return right;
}

FormulaId Compiler::division(const Node& node, const SlotValues& scope, const Then& then) {
    constexpr std::int64_t kFewResidues = 32;
    const std::int64_t c = program_.node(node.b).imm;
    return plain(node.a, scope, [&](const Value& a) {
        if (a.sum.is_constant() && a.sum.constant >= 0) {
            const std::int64_t value = a.sum.constant;
            return then({LinearSum::number(node.op == Op::kDiv ? value / c : value % c), {}, {}});
        }
        if (c == 1) {
            return then(node.op == Op::kDiv ? Value{a.sum, {}, {}} : Value{});
        }
        return with_variable(a.sum, [&](int x) {
            if (node.op == Op::kMod && c <= kFewResidues) {
                std::vector<FormulaId> cases;
                for (std::int64_t r = 0; r < c; ++r) {
                    const FormulaId body = then({LinearSum::number(r), {}, {}});
                    if (body != formulas_.truth(false)) {
                        cases.push_back(formulas_.conjunction(
                            formulas_.apply(residue_relation(c, r), {x}), body));
                    }
                }
                return formulas_.disjunction(std::move(cases));
            }
            const int quotient = formulas_.fresh("q");
            const LinearSum q = LinearSum::of(quotient);
            const LinearSum rest = sum(LinearSum::of(x), q, -c);
            const FormulaId body = then({node.op == Op::kDiv ? q : rest, {}, {}});
            return formulas_.exists(
                {quotient},
                formulas_.conjunction(formulas_.apply(quotient_relation(c), {x, quotient}), body));
        });
    });
}

FormulaId Compiler::choice(const Node& node, const SlotValues& scope, const Then& then) {
    const FormulaId yes = formula(node.a, scope);
    const FormulaId no = formula(node.a, scope, false);
    std::vector<FormulaId> cases;
    if (yes != formulas_.truth(false)) {
        cases.push_back(formulas_.conjunction(yes, term(node.b, scope, then)));
    }
    if (no != formulas_.truth(false)) {
        cases.push_back(formulas_.conjunction(no, term(node.c, scope, then)));
    }
    return formulas_.disjunction(std::move(cases));
}

// A at the variable, and at no smaller number.
FormulaId Compiler::least_is(const Node& node, const SlotValues& scope, int variable) {
    SlotValues inner = scope;
    const int slot = node.list.front();
    inner[slot] = LinearSum::of(variable);
    const FormulaId here = formula(node.a, inner);
    const int smaller = formulas_.fresh(program_.slot_name(slot));
    inner[slot] = LinearSum::of(smaller);
    LinearSum below = sum(LinearSum::of(smaller), LinearSum::of(variable), -1);
    below.constant = 1;
    const FormulaId before = formulas_.exists(
        {smaller}, formulas_.conjunction(formulas_.at_most(below), formula(node.a, inner)));
    return formulas_.conjunction(here, formulas_.negation(before));
}

FormulaId Compiler::least(const Node& node, const SlotValues& scope, const Then& then) {
    const int variable = formulas_.fresh(program_.slot_name(node.list.front()));
    const FormulaId is = least_is(node, scope, variable);
    const FormulaId body = then({LinearSum::of(variable), {}, {}});
    return formulas_.exists({variable}, formulas_.conjunction(is, body));
}

FormulaId Compiler::floor(const Node& node, const SlotValues& scope, const Then& then) {
    RecordId record;
    record.kind = RecordKind::kFloor;
    const int relation = record_relation(record);
    if (relation < 0) {
        fail(node.place, "no record for graph floor");
        return formulas_.truth(false);
    }
    return plain(node.a, scope, [&](const Value& argument) {
        return with_variable(argument.sum, [&](int variable) {
            const int value = formulas_.fresh("f");
            LinearSum result = LinearSum::of(value);
            if (node.imm == 2) {
                result = sum(result, LinearSum::of(variable), 1);
            }
            const FormulaId body = then({result, {}, {}});
            return formulas_.exists(
                {value}, formulas_.conjunction(formulas_.apply(relation, {variable, value}), body));
        });
    });
}

FormulaId Compiler::lookup(const Node& node, const SlotValues& scope, const Then& then) {
    return on_sums(node.list, scope, [&](const std::vector<LinearSum>& arguments) {
        RecordId record;
        std::vector<LinearSum> ranged;
        if (!split_arguments(node, arguments, record, ranged)) {
            return formulas_.truth(false);
        }
        const int relation = record_relation(record);
        if (relation < 0) {
            record.part = ItemPart::kLevel;
            fail(node.place,
                 has_record(record)
                     ? fmt::format("{} is compared with a variable, and has levels only",
                                   engine_.spec.item(node.item).name)
                     : fmt::format("no record for {}", (record.part = ItemPart::kGraph,
                                                        record_line(engine_.spec, record))));
            return formulas_.truth(false);
        }
        return with_variables(ranged, {}, [&](const std::vector<int>& variables) {
            std::vector<int> tracks = variables;
            tracks.push_back(formulas_.fresh("v"));
            const FormulaId body = then({LinearSum::of(tracks.back()), {}, {}});
            return formulas_.exists({tracks.back()},
                                    formulas_.conjunction(formulas_.apply(relation, tracks), body));
        });
    });
}

FormulaId Compiler::equals(int variable, NodeId term_id, const SlotValues& scope, bool positive) {
    const Node& node = program_.node(term_id);
    if (node.op == Op::kLeast) {
        const FormulaId is = least_is(node, scope, variable);
        return positive ? is : formulas_.negation(is);
    }
    if (node.op == Op::kIf) {
        std::vector<FormulaId> cases;
        for (const bool holds : {true, false}) {
            cases.push_back(
                formulas_.conjunction(formula(node.a, scope, holds),
                                      equals(variable, holds ? node.b : node.c, scope, positive)));
        }
        return formulas_.disjunction(std::move(cases));
    }
    return plain(term_id, scope, [&](const Value& value) {
        const FormulaId is = formulas_.equal(sum(LinearSum::of(variable), value.sum, -1));
        return positive ? is : formulas_.negation(is);
    });
}

// -- Sequences with finitely many values ----------------------------------------------------------

const Automaton* Compiler::output_automaton(const Node& node, std::string& name, Origin& origin) {
    RecordId record;
    if (node.op == Op::kLetter) {
        record.kind = RecordKind::kItem;
        record.item = node.item;
        record.part = ItemPart::kLetters;
    } else {
        record.kind = RecordKind::kAutomatic;
        const auto known = sequences_.find(node.imm);
        record.number = known == sequences_.end() ? 0 : known->second;
    }
    name = record_line(engine_.spec, record);
    origin.record = record;
    const auto found = records_.find(record);
    if (found == records_.end()) {
        fail(node.place, fmt::format("no record for {}", name));
        return nullptr;
    }
    return &found->second;
}

namespace {

// The dfao as it reads words, leading zeros included.
Automaton dfao_as_written(const Item& item, const NumerationSystem& numeration) {
    Automaton result;
    result.digits = numeration.digits();
    SpanTable table;
    table.insert(std::vector<std::uint32_t>{0, 0});
    for (std::size_t state = 0; state < table.size(); ++state) {
        const std::vector<std::uint32_t> now(table.at(state).begin(), table.at(state).end());
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        const auto& row = item.rows[now[0]];
        result.output.push_back(static_cast<std::uint32_t>(row.back()));
        for (unsigned digit = 0; digit < numeration.digits(); ++digit) {
            const int target = numeration.next(static_cast<int>(now[1]), digit);
            if (target >= 0) {
                result.edges.push_back({digit, table.insert(std::vector<std::uint32_t>{
                                                   static_cast<std::uint32_t>(row[digit]),
                                                   static_cast<std::uint32_t>(target)})});
            }
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return result;
}

// Leading zeros must not matter: the start of a dfao need not go to itself on 0, while the value is
// that of the word without them.
Automaton without_leading_zeros(const Automaton& automaton) {
    Automaton result = automaton;
    const auto start = static_cast<std::uint32_t>(result.states());
    const auto edges = automaton.edges_of(0);
    result.output.push_back(automaton.output[0]);
    for (const Automaton::Edge& edge : edges) {
        result.edges.push_back(edge.letter == 0 ? Automaton::Edge{0, start} : edge);
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    // The new start becomes state 0: swap names with the old one.
    const auto renamed = [&](std::uint32_t state) {
        return state == start ? 0 : state == 0 ? start : state;
    };
    Automaton swapped;
    swapped.digits = result.digits;
    for (std::uint32_t state = 0; state <= start; ++state) {
        swapped.first.push_back(static_cast<std::uint32_t>(swapped.edges.size()));
        swapped.output.push_back(result.output[renamed(state)]);
        for (const Automaton::Edge& edge : result.edges_of(renamed(state))) {
            swapped.edges.push_back({edge.letter, renamed(edge.target)});
        }
    }
    swapped.first.push_back(static_cast<std::uint32_t>(swapped.edges.size()));
    return minimal_output(swapped);
}

}  // namespace

Automaton dfao_outputs(const Item& item, const NumerationSystem& numeration) {
    return without_leading_zeros(dfao_as_written(item, numeration));
}

FormulaId Compiler::outputs(const Node& node, const SlotValues& scope, const Then& then) {
    if (node.op == Op::kInfinite && node.imm2 != kSequenceValue) {
        fail(node.place, "`exists automatic` and `tends_to` stand at the end of a statement only");
        return formulas_.truth(false);
    }
    std::vector<std::uint32_t> values;
    if (node.op == Op::kOutput) {
        const Item& item = engine_.spec.item(node.item);
        if (item.numeration != numeration_item_) {
            fail(node.place, fmt::format("{} reads another numeration than {}", item.name,
                                         engine_.spec.item(numeration_item_).name));
            return formulas_.truth(false);
        }
        for (const auto& row : item.rows) {
            values.push_back(static_cast<std::uint32_t>(row.back()));
        }
    } else {
        std::string name;
        Origin origin;
        const Automaton* automaton = output_automaton(node, name, origin);
        if (automaton == nullptr) {
            return formulas_.truth(false);
        }
        values = automaton->output;
    }
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return plain(node.a, scope, [&](const Value& argument) {
        return with_variable(argument.sum, [&](int variable) {
            std::map<FormulaId, std::vector<std::uint32_t>> groups;
            for (const std::uint32_t value : values) {
                groups[then({LinearSum::number(value), {}, {}})].push_back(value);
            }
            std::vector<FormulaId> cases;
            for (const auto& [body, members] : groups) {
                if (members.size() == values.size()) {
                    return body;
                }
                if (body != formulas_.truth(false)) {
                    cases.push_back(formulas_.conjunction(
                        formulas_.apply(output_relation(node, members), {variable}), body));
                }
            }
            return formulas_.disjunction(std::move(cases));
        });
    });
}

// The numbers at which the sequence has one of the values.
int Compiler::output_relation(const Node& node, const std::vector<std::uint32_t>& values) {
    std::string name;
    Origin origin;
    Automaton automaton;
    if (node.op == Op::kOutput) {
        const Item& item = engine_.spec.item(node.item);
        name = item.name;
        origin.dfao = node.item;
        automaton = dfao_outputs(item, numeration_);
    } else {
        automaton = *output_automaton(node, name, origin);
    }
    const auto [entry, fresh] = output_relations_.try_emplace({name, values}, -1);
    if (!fresh) {
        return entry->second;
    }
    std::string list;
    for (const std::uint32_t value : values) {
        list += fmt::format("_{}", value);
    }
    for (std::uint32_t& output : automaton.output) {
        output = std::binary_search(values.begin(), values.end(), output) ? 1 : 0;
    }
    entry->second = given(name + list, minimal_acceptor(automaton), false);
    origin.name = name + list;
    origin.outputs = values;
    origins_[entry->second] = origin;
    return entry->second;
}

}  // namespace mexcert
