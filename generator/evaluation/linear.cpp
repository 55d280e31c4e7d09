#include "evaluation/linear.hpp"

namespace mexcert {
namespace {

// form += factor * other; false on overflow.
bool add_scaled(LinearForm& form, const LinearForm& other, std::int64_t factor) {
    std::int64_t scaled = 0;
    if (__builtin_mul_overflow(other.constant, factor, &scaled) ||
        __builtin_add_overflow(form.constant, scaled, &form.constant)) {
        return false;
    }
    for (const auto& [atom, coefficient] : other.coefficients) {
        std::int64_t& sum = form.coefficients[atom];
        if (__builtin_mul_overflow(coefficient, factor, &scaled) ||
            __builtin_add_overflow(sum, scaled, &sum)) {
            return false;
        }
        if (sum == 0) {
            form.coefficients.erase(atom);
        }
    }
    return true;
}

std::optional<LinearForm> combined(Program& program, const Node& node, std::int64_t factor) {
    std::optional<LinearForm> left = linear_form(program, node.a);
    const std::optional<LinearForm> right = linear_form(program, node.b);
    if (!left || !right || !add_scaled(*left, *right, factor)) {
        return std::nullopt;
    }
    return left;
}

// A truncated difference that cannot be negative is the difference.
bool is_plain_difference(const Program& program, const LinearForm& form) {
    if (form.constant < 0) {
        return false;
    }
    for (const auto& [atom, coefficient] : form.coefficients) {
        if (coefficient < 0 || !is_natural_term(program, atom)) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::optional<LinearForm> linear_form(Program& program, NodeId term) {
    const Node& node = program.node(term);
    LinearForm form;
    switch (node.op) {
        case Op::kConst:
            form.constant = node.imm;
            return form;
        case Op::kCheck:
            return linear_form(program, node.a);
        case Op::kAdd:
            return combined(program, node, 1);
        case Op::kSub:
            return combined(program, node, -1);
        case Op::kMonus: {
            std::optional<LinearForm> plain = combined(program, node, -1);
            if (plain && is_plain_difference(program, *plain)) {
                return plain;
            }
            break;
        }
        case Op::kNeg: {
            const std::optional<LinearForm> inner = linear_form(program, node.a);
            if (!inner || !add_scaled(form, *inner, -1)) {
                return std::nullopt;
            }
            return form;
        }
        case Op::kMul: {
            const bool first = program.node(node.a).op == Op::kConst;
            const bool second = program.node(node.b).op == Op::kConst;
            if (!first && !second) {
                break;
            }
            const std::optional<LinearForm> inner = linear_form(program, first ? node.b : node.a);
            if (!inner || !add_scaled(form, *inner, program.node(first ? node.a : node.b).imm)) {
                return std::nullopt;
            }
            return form;
        }
        default:
            break;
    }
    form.coefficients[term] = 1;
    return form;
}

std::optional<LinearForm> difference(const LinearForm& left, const LinearForm& right) {
    LinearForm form = left;
    if (!add_scaled(form, right, -1)) {
        return std::nullopt;
    }
    return form;
}

NodeId linear_term(Program& program, const LinearForm& form, std::int64_t sign) {
    NodeId sum = kNoNode;
    const auto add = [&](NodeId part, bool negative) {
        if (sum == kNoNode) {
            sum = negative ? program.unary(Op::kNeg, part) : part;
        } else {
            sum = program.binary(negative ? Op::kSub : Op::kAdd, sum, part);
        }
    };
    for (const auto& [atom, coefficient] : form.coefficients) {
        const std::int64_t signed_one = coefficient * sign;
        const bool unit = coefficient == 1 || coefficient == -1;
        add(unit ? atom : program.binary(Op::kMul, program.constant(signed_one), atom),
            unit && signed_one < 0);
    }
    if (form.constant != 0 || sum == kNoNode) {
        add(program.constant(form.constant * sign), false);
    }
    return sum;
}

bool is_natural_term(const Program& program, NodeId term) {
    const Node& node = program.node(term);
    switch (node.op) {
        case Op::kConst:
            return node.imm >= 0;
        case Op::kSlot:
        case Op::kCall:
        case Op::kLookup:
        case Op::kLetter:
        case Op::kOutput:
        case Op::kFloor:
        case Op::kCount:
        case Op::kMonus:
        case Op::kDiv:
        case Op::kMod:
        case Op::kLeast:
            return true;
        default:
            return false;
    }
}

}  // namespace mexcert
