#include "automata/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

constexpr std::int64_t kMostValues = 4096;  // of a bound variable that is run through

const Automaton* adder_of(const Records& records) {
    const auto found = records.find(RecordId{});
    return found == records.end() ? nullptr : &found->second;
}

}  // namespace

Compiler::Compiler(Engine& engine, const Records& records, int numeration_item,
                   const NumerationSystem& numeration, SolverLimits limits)
    : engine_(engine),
      program_(engine.program),
      records_(records),
      numeration_item_(numeration_item),
      numeration_(numeration),
      solver_(
          formulas_, numeration_, adder_of(records),
          [this](int relation) -> const Automaton* {
              const auto found = given_.find(relation);
              return found == given_.end() ? nullptr : &found->second;
          },
          limits) {}

std::optional<Error> Compiler::error() const {
    if (error_) {
        return error_;
    }
    if (solver_.error()) {
        return solver_.error();
    }
    if (formulas_.overflow()) {
        return declined("", "number beyond 64 bits");
    }
    return std::nullopt;
}

void Compiler::fail(const Place& place, const std::string& message) {
    if (!error_) {
        error_ = declined(engine_.spec.where(place), message);
    }
}

std::string Compiler::text(NodeId id) const { return node_text(program_, id); }

int Compiler::given(const std::string& name, Automaton automaton, bool function) {
    const int relation = formulas_.add_relation({name, function, -1, {}});
    given_.emplace(relation, std::move(automaton));
    origins_[relation].name = name;
    return relation;
}

int Compiler::record_relation(const RecordId& record) {
    const auto known = record_relations_.find(record);
    if (known != record_relations_.end()) {
        return known->second;
    }
    const auto found = records_.find(record);
    if (found == records_.end()) {
        return -1;
    }
    const bool function = record.kind == RecordKind::kFloor ||
                          (record.kind == RecordKind::kItem &&
                           (record.part == ItemPart::kGraph || record.part == ItemPart::kStarts));
    const int relation = given(record_line(engine_.spec, record), found->second, function);
    origins_[relation].record = record;
    record_relations_.emplace(record, relation);
    return relation;
}

int Compiler::plain_relation(const RecordId& record) {
    return given(record_line(engine_.spec, record), records_.at(record), false);
}

int Compiler::letter_relation(const RecordId& record, std::int64_t letter) {
    const std::vector<std::uint32_t>& outputs = records_.at(record).output;
    const auto value = static_cast<std::uint32_t>(letter);
    if (std::find(outputs.begin(), outputs.end(), value) == outputs.end()) {
        return -1;
    }
    Node node;
    node.op = Op::kLetter;
    node.item = record.item;
    return output_relation(node, {value});
}

FormulaId Compiler::formula(NodeId id, const SlotValues& scope, bool positive) {
    if (error_ || solver_.error()) {
        return formulas_.truth(false);
    }
    const Node& node = program_.node(id);
    switch (node.op) {
        case Op::kTrue:
        case Op::kFalse:
            return formulas_.truth((node.op == Op::kTrue) == positive);
        case Op::kNot:
            return formula(node.a, scope, !positive);
        case Op::kAnd:
        case Op::kOr: {
            const FormulaId a = formula(node.a, scope, positive);
            const FormulaId b = formula(node.b, scope, positive);
            return (node.op == Op::kAnd) == positive ? formulas_.conjunction(a, b)
                                                     : formulas_.disjunction(a, b);
        }
        case Op::kImplies: {
            const FormulaId a = formula(node.a, scope, !positive);
            const FormulaId b = formula(node.b, scope, positive);
            return positive ? formulas_.disjunction(a, b) : formulas_.conjunction(a, b);
        }
        case Op::kIff:
            return formulas_.disjunction(
                formulas_.conjunction(formula(node.a, scope), formula(node.b, scope, positive)),
                formulas_.conjunction(formula(node.a, scope, false),
                                      formula(node.b, scope, !positive)));
        case Op::kForall:
        case Op::kExists:
            return quantifier(node, scope, positive);
        case Op::kUnique:
            return unique(node, scope, positive);
        case Op::kRelation:
            return relation(node, scope, positive);
        case Op::kEq:
        case Op::kNe:
        case Op::kLt:
        case Op::kLe:
            return comparison(node, scope, positive);
        case Op::kWordEq:
        case Op::kWordNe:
        case Op::kPrefix:
        case Op::kSuffix:
        case Op::kLimit:
            return words(node, scope, positive);
        default:
            fail(node.place, fmt::format("the formula {}", text(id)));
            return formulas_.truth(false);
    }
}

SlotValues Compiler::bind(const Node& node, const SlotValues& scope, std::vector<int>& variables) {
    SlotValues inner = scope;
    for (const int slot : node.list) {
        variables.push_back(formulas_.fresh(program_.slot_name(slot)));
        inner[slot] = LinearSum::of(variables.back());
    }
    return inner;
}

// not forall V: A  is  exists V: not A.
FormulaId Compiler::quantifier(const Node& node, const SlotValues& scope, bool positive) {
    const bool forall = node.op == Op::kForall;
    const FormulaId some = quantified(node, scope, 0, !forall);
    return positive != forall ? some : formulas_.negation(some);
}

// exists V: A (or not A), where variables that must be numbers run through their ranges.
FormulaId Compiler::quantified(const Node& node, SlotValues scope, std::size_t next,
                               bool positive) {
    std::vector<int> variables;
    for (std::size_t i = next; i < node.list.size(); ++i) {
        const int slot = node.list[i];
        if (const std::optional<Range> range = literal_range(node, slot)) {
            std::vector<FormulaId> parts;
            for (std::int64_t value = range->low; value <= range->high; ++value) {
                scope[slot] = LinearSum::number(value);
                parts.push_back(quantified(node, scope, i + 1, positive));
            }
            return formulas_.exists(variables, formulas_.disjunction(std::move(parts)));
        }
        variables.push_back(formulas_.fresh(program_.slot_name(slot)));
        scope[slot] = LinearSum::of(variables.back());
    }
    return formulas_.exists(variables, formula(node.a, scope, positive));
}

FormulaId Compiler::unique(const Node& node, const SlotValues& scope, bool positive) {
    std::vector<int> variables;
    const SlotValues inner = bind(node, scope, variables);
    const FormulaId body = formula(node.a, inner);
    const FormulaId some = formulas_.exists(variables, body);
    const FormulaId two = formulas_.at_least(2, variables, body);
    return positive ? formulas_.conjunction(some, formulas_.negation(two))
                    : formulas_.disjunction(formulas_.negation(some), two);
}

// -- Variables that must be numbers ---------------------------------------------------------------

// Does the slot stand where only a number may stand: a fixed argument, a finite domain, a factor?
bool Compiler::wants_value(NodeId id, int slot) {
    if (id == kNoNode) {
        return false;
    }
    const std::vector<int>& free = program_.free_slots(id);
    if (!std::binary_search(free.begin(), free.end(), slot)) {
        return false;
    }
    const auto [entry, fresh] = wanted_.try_emplace({id, slot}, false);
    if (!fresh) {
        return entry->second;
    }
    const Node& node = program_.node(id);
    const auto has = [&](NodeId kid) {
        const std::vector<int>& own = program_.free_slots(kid);
        return std::binary_search(own.begin(), own.end(), slot);
    };
    bool wanted = false;
    if (node.op == Op::kLookup) {
        const Item& item = engine_.spec.item(node.item);
        for (std::size_t i = 0; i < node.list.size(); ++i) {
            wanted = wanted || (item.is_fixed[i] && has(node.list[i]));
        }
    }
    if (node.op == Op::kCheck) {
        wanted = node.imm2 != std::numeric_limits<std::int64_t>::max();
    }
    if (node.op == Op::kMul) {
        wanted = !program_.free_slots(node.a).empty() && !program_.free_slots(node.b).empty();
    }
    for (const NodeId kid : {node.a, node.b, node.c}) {
        wanted = wanted || wants_value(kid, slot);
    }
    if (node.op == Op::kCall || node.op == Op::kLookup || node.op == Op::kRelation) {
        for (const NodeId kid : node.list) {
            wanted = wanted || wants_value(kid, slot);
        }
    }
    wanted_[{id, slot}] = wanted;
    return wanted;
}

std::optional<Compiler::Range> Compiler::literal_range(const Node& binder, int slot) {
    const Op link = binder.op == Op::kForall ? Op::kImplies : Op::kAnd;
    std::vector<NodeId> bounds;
    NodeId at = binder.a;
    for (; program_.node(at).op == link; at = program_.node(at).b) {
        bounds.push_back(program_.node(at).a);
    }
    if (link == Op::kAnd) {
        bounds.push_back(at);
    }
    return literal_range(bounds, {binder.a}, slot);
}

std::optional<Compiler::Range> Compiler::literal_range(const std::vector<NodeId>& bounds,
                                                       const std::vector<NodeId>& texts, int slot) {
    if (std::none_of(texts.begin(), texts.end(),
                     [&](NodeId text) { return wants_value(text, slot); })) {
        return std::nullopt;
    }
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
    const auto is_slot = [&](const Node& node) { return node.op == Op::kSlot && node.imm == slot; };
    for (const NodeId id : bounds) {
        const Node& bound = program_.node(id);
        if (bound.op != Op::kLe && bound.op != Op::kLt) {
            continue;
        }
        const std::int64_t strict = bound.op == Op::kLt ? 1 : 0;
        const Node& a = program_.node(bound.a);
        const Node& b = program_.node(bound.b);
        if (is_slot(b) && a.op == Op::kConst && !low) {
            low = a.imm + strict;
        }
        if (is_slot(a) && b.op == Op::kConst && !high) {
            high = b.imm - strict;
        }
    }
    if (!high || *high - low.value_or(0) >= kMostValues) {
        return std::nullopt;
    }
    return Range{low.value_or(0), *high};
}

// -- Relations and sets ---------------------------------------------------------------------------

FormulaId Compiler::relation(const Node& node, const SlotValues& scope, bool positive) {
    return on_sums(node.list, scope, [&](const std::vector<LinearSum>& arguments) {
        FormulaId constant = -1;
        const int relation = relation_of(node, arguments, constant);
        if (relation < 0) {
            const FormulaId truth = constant < 0 ? formulas_.truth(false) : constant;
            return positive ? truth : formulas_.negation(truth);
        }
        std::vector<LinearSum> open;
        const std::size_t parameters = engine_.spec.item(node.item).parameters.size();
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (i >= parameters || !arguments[i].is_constant()) {
                open.push_back(arguments[i]);
            }
        }
        return with_variables(open, {}, [&](const std::vector<int>& variables) {
            const FormulaId call = formulas_.apply(relation, variables);
            return positive ? call : formulas_.negation(call);
        });
    });
}

// The relation of an item with numbers for some parameters; -1 and its truth if it is closed.
int Compiler::relation_of(const Node& node, const std::vector<LinearSum>& arguments,
                          FormulaId& constant) {
    const Item& item = engine_.spec.item(node.item);
    std::vector<std::int64_t> key{node.item};
    std::string name = item.name;
    std::string numbers;
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        const bool fixed = arguments[i].is_constant();
        key.insert(key.end(), {fixed ? 1 : 0, fixed ? arguments[i].constant : 0});
        if (fixed) {
            numbers += fmt::format("_{}", arguments[i].constant);
        }
    }
    const auto known = item_relations_.find(key);
    if (known != item_relations_.end()) {
        const auto truth = item_truths_.find(key);
        constant = truth == item_truths_.end() ? -1 : truth->second;
        return known->second;
    }
    Relation made;
    made.name = name + numbers;
    std::vector<LinearSum> own;
    const auto parameter = [&](const std::string& parameter_name, bool fixed, std::size_t i) {
        if (fixed) {
            own.push_back(arguments[i]);
            return;
        }
        made.parameters.push_back(formulas_.fresh(parameter_name));
        own.push_back(LinearSum::of(made.parameters.back()));
    };
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        parameter(item.parameters[i].variable.name, arguments[i].is_constant(), i);
    }
    for (std::size_t i = item.parameters.size(); i < arguments.size(); ++i) {
        parameter(item.listed ? fmt::format("x{}", i + 1)
                              : item.elements[i - item.parameters.size()].name,
                  false, i);
    }
    if (item.listed) {
        made.body = listed(
            item, {own.begin() + static_cast<std::ptrdiff_t>(item.parameters.size()), own.end()});
    } else {
        const Body& body = program_.body(node.item);
        SlotValues scope;
        for (std::size_t i = 0; i < own.size(); ++i) {
            scope[body.slots[i]] = own[i];
        }
        made.body = formula(body.root, scope);
    }
    if (formulas_.at(made.body).free.empty()) {
        constant = made.body;
        item_truths_.emplace(key, constant);
        item_relations_.emplace(std::move(key), -1);
        return -1;
    }
    const int relation = formulas_.add_relation(std::move(made));
    origins_[relation].name = name + numbers;
    item_relations_.emplace(std::move(key), relation);
    return relation;
}

FormulaId Compiler::listed(const Item& item, const std::vector<LinearSum>& elements) {
    std::vector<FormulaId> rows;
    for (const auto& row : item.rows) {
        std::vector<FormulaId> columns;
        for (std::size_t i = 0; i < row.size(); ++i) {
            columns.push_back(formulas_.equal(sum(elements[i], LinearSum::number(row[i]), -1)));
        }
        rows.push_back(formulas_.conjunction(std::move(columns)));
    }
    return formulas_.disjunction(std::move(rows));
}

}  // namespace mexcert
