// Comparisons of numbers: linear ones, sums of squares, counts, values of levels (compile.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "automata/compile.hpp"

namespace mexcert {
namespace {

constexpr std::int64_t kMostRoots = 4096;  // values of a squared form that are run through

std::int64_t floor_of(std::int64_t a, std::int64_t b) {  // b > 0
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

std::int64_t root_of(std::int64_t n) {
    std::int64_t root = 0;
    while ((root + 1) * (root + 1) <= n) {
        ++root;
    }
    return root;
}

}  // namespace

FormulaId Compiler::comparison(const Node& node, const SlotValues& scope, bool positive) {
    if (node.op == Op::kNe) {
        Node equal = node;
        equal.op = Op::kEq;
        return comparison(equal, scope, !positive);
    }
    if (has_levels(node.a, scope)) {
        return levels(node.op, program_.node(node.a), node.b, true, scope, positive, node);
    }
    if (has_levels(node.b, scope)) {
        return levels(node.op, program_.node(node.b), node.a, false, scope, positive, node);
    }
    for (const auto& [own, other] : {std::pair{node.a, node.b}, std::pair{node.b, node.a}}) {
        if (node.op == Op::kEq && program_.node(own).op == Op::kLeast) {
            return plain(other, scope, [&, least = own](const Value& value) {
                const FormulaId same = with_variable(value.sum, [&](int variable) {
                    return equals(variable, least, scope, positive);
                });
                // A variable has no negative value; a negative value is no least number.
                return positive
                           ? same
                           : formulas_.disjunction(
                                 same, formulas_.at_most(sum(value.sum, LinearSum::number(1), 1)));
            });
        }
    }
    return pair(node, scope, [&](const Value& a, const Value& b) {
        return compare(node.op, added(a, b, -1), node, positive);
    });
}

// difference op 0.
FormulaId Compiler::compare(Op op, const Value& difference, const Node& node, bool positive) {
    if (!difference.squares.empty()) {
        return squares(op, difference, node, positive);
    }
    if (!difference.counts.empty()) {
        return counts(op, difference, node, positive);
    }
    FormulaId result = -1;
    if (op == Op::kEq) {
        result = formulas_.equal(difference.sum);
    } else {
        const std::int64_t strict = op == Op::kLt ? 1 : 0;
        result = formulas_.at_most(sum(difference.sum, LinearSum::number(strict), 1));
    }
    return positive ? result : formulas_.negation(result);
}

FormulaId Compiler::squares(Op op, const Value& given, const Node& node, bool positive) {
    Value value = given;
    if (!value.counts.empty() || !value.sum.is_constant()) {
        fail(node.place, "a sum of squares is compared with a variable");
        return formulas_.truth(false);
    }
    const bool negative = value.squares.front().first < 0;
    for (auto& [factor, form] : value.squares) {
        if ((factor < 0) != negative) {
            fail(node.place, "squares with factors of both signs");
            return formulas_.truth(false);
        }
        factor = negative ? -factor : factor;
    }
    std::int64_t bound = negative ? value.sum.constant : -value.sum.constant;
    bool turned = false;
    if (op != Op::kEq) {
        // S - bound < 0, or bound - S < 0, which is not S <= bound.
        const bool strict = (op == Op::kLt) != negative;
        turned = negative;
        bound -= strict ? 1 : 0;
    }
    if (bound > kMostRoots * kMostRoots) {
        fail(node.place, fmt::format("squares up to {}", bound));
        return formulas_.truth(false);
    }
    const FormulaId result = square_choice(value, 0, bound, op);
    return positive != turned ? result : formulas_.negation(result);
}

// The sum of the squares from `next` on is at most the bound, or equal to it.
FormulaId Compiler::square_choice(const Value& value, std::size_t next, std::int64_t bound, Op op) {
    if (bound < 0) {
        return formulas_.truth(false);
    }
    if (next == value.squares.size()) {
        return formulas_.truth(op != Op::kEq || bound == 0);
    }
    const auto factor = value.squares[next].first;
    const auto& form = value.squares[next].second;
    const auto is = [&](std::int64_t root) {
        return formulas_.disjunction(formulas_.equal(sum(form, LinearSum::number(root), -1)),
                                     formulas_.equal(sum(form, LinearSum::number(root), 1)));
    };
    if (next + 1 == value.squares.size()) {
        const std::int64_t root = root_of(bound / factor);
        if (op == Op::kEq) {
            return root * root * factor == bound ? is(root) : formulas_.truth(false);
        }
        const LinearSum low = sum(sum({}, form, -1), LinearSum::number(root), -1);
        const LinearSum high = sum(form, LinearSum::number(root), -1);
        return formulas_.conjunction(formulas_.at_most(low), formulas_.at_most(high));
    }
    std::vector<FormulaId> cases;
    for (std::int64_t root = 0; factor * root * root <= bound; ++root) {
        cases.push_back(formulas_.conjunction(
            is(root), square_choice(value, next + 1, bound - factor * root * root, op)));
    }
    return formulas_.disjunction(std::move(cases));
}

FormulaId Compiler::at_least(const Counted& counted, std::int64_t least) {
    if (least <= 0) {
        return formulas_.truth(true);
    }
    const Node& node = program_.node(counted.node);
    if (least > 65'535) {
        fail(node.place, fmt::format("a count of {} or more", least));
        return formulas_.truth(false);
    }
    std::vector<int> variables;
    const SlotValues inner = bind(node, counted.scope, variables);
    return formulas_.at_least(static_cast<std::uint32_t>(least), variables, formula(node.a, inner));
}

FormulaId Compiler::counts(Op op, const Value& difference, const Node& node, bool positive) {
    if (difference.counts.size() > 1 || !difference.sum.is_constant()) {
        fail(node.place, "a count is compared with a variable");
        return formulas_.truth(false);
    }
    const Counted& counted = difference.counts.front();
    std::int64_t factor = counted.factor;
    std::int64_t constant = difference.sum.constant;
    FormulaId result = -1;
    if (op == Op::kEq) {
        constant = factor < 0 ? constant : -constant;  // |factor| * count = constant
        factor = factor < 0 ? -factor : factor;
        const std::int64_t value = constant / factor;
        result = constant < 0 || constant % factor != 0
                     ? formulas_.truth(false)
                     : formulas_.conjunction(at_least(counted, value),
                                             formulas_.negation(at_least(counted, value + 1)));
    } else {
        constant += op == Op::kLt ? 1 : 0;  // factor * count + constant <= 0
        if (factor > 0) {
            const std::int64_t most = floor_of(-constant, factor);
            result =
                most < 0 ? formulas_.truth(false) : formulas_.negation(at_least(counted, most + 1));
        } else {
            result = at_least(counted, -floor_of(-constant, -factor));
        }
    }
    return positive ? result : formulas_.negation(result);
}

// -- Levels ---------------------------------------------------------------------------------------

// Fixed arguments into the record, the others apart. False after an error.
bool Compiler::split_arguments(const Node& call, const std::vector<LinearSum>& arguments,
                               RecordId& record, std::vector<LinearSum>& ranged) {
    const Item& item = engine_.spec.item(call.item);
    record.kind = RecordKind::kItem;
    record.item = call.item;
    record.part = ItemPart::kGraph;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!item.is_fixed[i]) {
            ranged.push_back(arguments[i]);
        } else if (arguments[i].is_constant()) {
            record.fixed.push_back(arguments[i].constant);
        } else {
            fail(call.place, fmt::format("the argument {} of {} must be a number",
                                         text(call.list[i]), item.name));
            return false;
        }
    }
    return true;
}

// Is the term a call that has levels and no graph?
bool Compiler::has_levels(NodeId id, const SlotValues& scope) {
    const Node& call = program_.node(id);
    if (call.op != Op::kLookup) {
        return false;
    }
    bool result = false;
    std::vector<NodeId> fixed;
    const Item& item = engine_.spec.item(call.item);
    for (std::size_t i = 0; i < call.list.size(); ++i) {
        if (item.is_fixed[i]) {
            fixed.push_back(call.list[i]);
        }
    }
    const FormulaId ignored = on_sums(fixed, scope, [&](const std::vector<LinearSum>& values) {
        RecordId record;
        record.kind = RecordKind::kItem;
        record.item = call.item;
        for (const LinearSum& value : values) {
            record.fixed.push_back(value.constant);
        }
        record.part = ItemPart::kGraph;
        const bool graph = has_record(record);
        record.part = ItemPart::kLevel;
        result = !graph && has_record(record);
        return formulas_.truth(true);
    });
    return ignored >= 0 && result;
}

FormulaId Compiler::level(const Node& call, const std::vector<LinearSum>& arguments,
                          std::int64_t value) {
    RecordId record;
    std::vector<LinearSum> ranged;
    if (value < 0 || !split_arguments(call, arguments, record, ranged)) {
        return formulas_.truth(false);
    }
    record.part = ItemPart::kLevel;
    record.number = value;
    const int relation = record_relation(record);
    if (relation < 0) {
        fail(call.place, fmt::format("no record for {}", record_line(engine_.spec, record)));
        return formulas_.truth(false);
    }
    return with_variables(ranged, {}, [&](const std::vector<int>& variables) {
        return formulas_.apply(relation, variables);
    });
}

// call op number, or number op call.
FormulaId Compiler::levels(Op op, const Node& call, NodeId number, bool call_is_left,
                           const SlotValues& scope, bool positive, const Node& at) {
    return plain(number, scope, [&](const Value& value) {
        if (!value.sum.is_constant()) {
            fail(at.place,
                 fmt::format("{} is compared with a variable", text(call_is_left ? at.a : at.b)));
            return formulas_.truth(false);
        }
        const std::int64_t c = value.sum.constant;
        return on_sums(call.list, scope, [&](const std::vector<LinearSum>& arguments) {
            if (op == Op::kEq) {
                const FormulaId is = level(call, arguments, c);
                return positive ? is : formulas_.negation(is);
            }
            // F < c, F <= c; c < F is not F <= c, c <= F is not F < c.
            const bool strict = (op == Op::kLt) == call_is_left;
            std::vector<FormulaId> below;
            for (std::int64_t m = 0; m < c + (strict ? 0 : 1) && !error_; ++m) {
                below.push_back(level(call, arguments, m));
            }
            const FormulaId result = formulas_.disjunction(std::move(below));
            return positive == call_is_left ? result : formulas_.negation(result);
        });
    });
}

}  // namespace mexcert
