#include "evaluation/queen_moves.hpp"

#include <algorithm>

#include "evaluation/linear.hpp"

namespace mexcert {
namespace {

void operands(const Program& program, Op op, NodeId formula, std::vector<NodeId>& parts) {
    const Node& node = program.node(formula);
    if (node.op == op) {
        operands(program, op, node.a, parts);
        operands(program, op, node.b, parts);
    } else {
        parts.push_back(formula);
    }
}

// An atom as `form = 0` or `form >= 0`.
struct Atom {
    bool equation = false;
    LinearForm form;
    friend bool operator==(const Atom& a, const Atom& b) {
        return a.equation == b.equation && a.form.constant == b.form.constant &&
               a.form.coefficients == b.form.coefficients;
    }
};

class MoveReader {
  public:
    MoveReader(Program& program, PositionSlots from, PositionSlots to)
        : program_(program),
          x_(program.slot_term(from.x)),
          y_(program.slot_term(from.y)),
          u_(program.slot_term(to.x)),
          v_(program.slot_term(to.y)) {}

    // u < x and v = y; u = x and v < y; or the diagonal.
    bool is_alternative(NodeId formula, int kind) {
        std::vector<Atom> wanted;
        NodeId body = formula;
        const Node& node = program_.node(formula);
        if (kind == 0) {
            wanted = {at_least(x_, u_), equal({{v_, 1}, {y_, -1}})};
        } else if (kind == 1) {
            wanted = {at_least(y_, v_), equal({{u_, 1}, {x_, -1}})};
        } else {
            if (node.op != Op::kExists || node.list.size() != 1) {
                return false;
            }
            const NodeId k = program_.slot_term(node.list[0]);
            body = node.a;
            wanted = {positive(k), equal({{u_, 1}, {k, 1}, {x_, -1}}),
                      equal({{v_, 1}, {k, 1}, {y_, -1}})};
        }
        std::vector<NodeId> parts;
        operands(program_, Op::kAnd, body, parts);
        return parts.size() == wanted.size() &&
               std::all_of(wanted.begin(), wanted.end(), [&](const Atom& atom) {
                   return std::any_of(parts.begin(), parts.end(),
                                      [&](NodeId part) { return reads_as(part, atom); });
               });
    }

  private:
    static Atom equal(std::map<NodeId, std::int64_t> coefficients) {
        return {true, {std::move(coefficients), 0}};
    }
    static Atom at_least(NodeId greater, NodeId smaller) {
        return {false, {{{greater, 1}, {smaller, -1}}, -1}};
    }
    static Atom positive(NodeId term) { return {false, {{{term, 1}}, -1}}; }

    bool reads_as(NodeId formula, const Atom& wanted) {
        const Node& node = program_.node(formula);
        if (node.op != Op::kEq && node.op != Op::kLt && node.op != Op::kLe) {
            return false;
        }
        const auto a = linear_form(program_, node.a);
        const auto b = linear_form(program_, node.b);
        auto form = a && b ? difference(*b, *a) : std::nullopt;
        if (!form) {
            return false;
        }
        if (node.op == Op::kEq) {
            const auto turned = difference(*a, *b);
            return Atom{true, *form} == wanted || (turned && Atom{true, *turned} == wanted);
        }
        form->constant -= node.op == Op::kLt ? 1 : 0;
        return Atom{false, *form} == wanted;
    }

    Program& program_;
    NodeId x_, y_, u_, v_;
};

bool mentions(Program& program, NodeId id, PositionSlots slots) {
    const std::vector<int>& free = program.free_slots(id);
    return std::binary_search(free.begin(), free.end(), slots.x) ||
           std::binary_search(free.begin(), free.end(), slots.y);
}

bool is_question(Program& program, NodeId relation, PositionSlots from, PositionSlots to) {
    const Node& node = program.node(relation);
    if (node.op != Op::kRelation) {
        return false;
    }
    int own = 0;
    for (const NodeId argument : node.list) {
        const bool is_own =
            argument == program.slot_term(to.x) || argument == program.slot_term(to.y);
        own += is_own ? 1 : 0;
        if (mentions(program, argument, from) || (!is_own && mentions(program, argument, to))) {
            return false;
        }
    }
    return own == 2 && mentions(program, relation, {to.x, to.x}) &&
           mentions(program, relation, {to.y, to.y});
}

}  // namespace

std::optional<std::vector<NodeId>> queen_guards(Program& program, NodeId formula,
                                                PositionSlots from, PositionSlots to) {
    const Node& node = program.node(formula);
    if (node.op == Op::kRelation && program.spec().item(node.item).listed) {
        return std::nullopt;
    }
    std::vector<NodeId> parts;
    operands(program, Op::kAnd, node.op == Op::kRelation ? program.unfold(formula) : formula,
             parts);
    std::vector<NodeId> guards;
    std::vector<NodeId> alternatives;
    for (const NodeId part : parts) {
        if (!mentions(program, part, to)) {
            guards.push_back(part);
        } else if (alternatives.empty()) {
            operands(program, Op::kOr, part, alternatives);
        } else {
            return std::nullopt;
        }
    }
    if (alternatives.size() != 3) {
        return std::nullopt;
    }
    MoveReader reader(program, from, to);
    for (int kind = 0; kind < 3; ++kind) {
        if (std::none_of(alternatives.begin(), alternatives.end(), [&](NodeId alternative) {
                return reader.is_alternative(alternative, kind);
            })) {
            return std::nullopt;
        }
    }
    return guards;
}

std::optional<OptionQuestion> option_question(Program& program, NodeId moves, NodeId options,
                                              PositionSlots from, PositionSlots to) {
    OptionQuestion question;
    question.option = to;
    question.negated = program.node(options).op == Op::kNot;
    question.relation = question.negated ? program.node(options).a : options;
    if (!is_question(program, question.relation, from, to)) {
        return std::nullopt;
    }
    const auto guards = queen_guards(program, moves, from, to);
    if (!guards) {
        return std::nullopt;
    }
    question.guards = *guards;
    return question;
}

std::optional<OptionQuestion> option_question(Program& program, NodeId quantifier,
                                              PositionSlots from) {
    const Node& node = program.node(quantifier);
    const Node& body = program.node(node.a);
    const Op joined = node.op == Op::kForall ? Op::kImplies : Op::kAnd;
    if (node.list.size() != 2 || body.op != joined) {
        return std::nullopt;
    }
    auto question =
        option_question(program, body.a, body.b, from, PositionSlots{node.list[0], node.list[1]});
    if (question && node.op == Op::kForall) {
        question->negated = !question->negated;
    }
    return question;
}

}  // namespace mexcert
