#include "audit/ieee.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <limits>

namespace mexcert::audit {

static_assert(FLT_EVAL_METHOD == 0, "intermediate results would be wider than their type");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559);
#if defined(__FAST_MATH__)
#error "IEEE arithmetic is not to be simplified"
#endif

template <class T>
T nearest(const FormulaNode& node) {
    const std::string& literal = node.literal;
    T value = 0;
    const auto [end, code] =
        std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (code == std::errc::result_out_of_range) {  // too large, or too near to 0
        return node.value > 1 ? std::numeric_limits<T>::infinity() : T{0};
    }
    return value;
}

template <class T>
Result<IeeeEvaluator<T>> IeeeEvaluator<T>::of(const Formula& formula) {
    for (const FormulaNode& node : formula.nodes) {
        if (node.op == FormulaOp::kPhi) {
            return invalid(fmt::format("formula `{}`, column {}", formula.text, node.first + 1),
                           "phi is no number of a program: write (1+sqrt(5))/2 or a literal, or "
                           "audit it `--as exact`");
        }
    }
    return IeeeEvaluator(formula);
}

template <class T>
IeeeEvaluator<T>::IeeeEvaluator(const Formula& formula) : formula_(formula) {
    for (const FormulaNode& node : formula.nodes) {
        const bool leaf = node.op == FormulaOp::kLiteral || node.op == FormulaOp::kN;
        const bool unary = node.op == FormulaOp::kNeg || node.op == FormulaOp::kSqrt ||
                           node.op == FormulaOp::kFloor;
        const bool constant = leaf ? node.op == FormulaOp::kLiteral
                                   : constant_[node.a] && (unary || constant_[node.b]);
        constant_.push_back(constant);
        blocks_.emplace_back(kBlock, T{0});
        if (node.op == FormulaOp::kLiteral) {
            std::fill(blocks_.back().begin(), blocks_.back().end(), nearest<T>(node));
        } else if (constant) {
            apply(blocks_.size() - 1, kBlock);
        }
    }
}

template <class T>
void IeeeEvaluator<T>::apply(std::size_t index, std::size_t count) {
    const FormulaNode& node = formula_.nodes[index];
    const T* const a = blocks_[node.a].data();
    const T* const b = blocks_[node.b].data();
    T* const out = blocks_[index].data();
    switch (node.op) {
        case FormulaOp::kAdd:
            std::transform(a, a + count, b, out, [](T x, T y) { return x + y; });
            return;
        case FormulaOp::kSub:
            std::transform(a, a + count, b, out, [](T x, T y) { return x - y; });
            return;
        case FormulaOp::kMul:
            std::transform(a, a + count, b, out, [](T x, T y) { return x * y; });
            return;
        case FormulaOp::kDiv:
            std::transform(a, a + count, b, out, [](T x, T y) { return x / y; });
            return;
        case FormulaOp::kNeg:
            std::transform(a, a + count, out, [](T x) { return -x; });
            return;
        case FormulaOp::kSqrt:
            std::transform(a, a + count, out, [](T x) { return std::sqrt(x); });
            return;
        case FormulaOp::kFloor:
            std::transform(a, a + count, out, [](T x) { return std::floor(x); });
            return;
        case FormulaOp::kLiteral:
        case FormulaOp::kN:
        case FormulaOp::kPhi:
            return;
    }
}

template <class T>
std::span<const T> IeeeEvaluator<T>::values(std::uint64_t first, std::size_t count) {
    for (std::size_t node = 0; node < formula_.nodes.size(); ++node) {
        if (formula_.nodes[node].op == FormulaOp::kN) {
            for (std::size_t i = 0; i < count; ++i) {
                blocks_[node][i] = static_cast<T>(first + i);
            }
        } else if (!constant_[node]) {
            apply(node, count);
        }
    }
    return {blocks_.back().data(), count};
}

template class IeeeEvaluator<double>;
template class IeeeEvaluator<float>;
template double nearest<double>(const FormulaNode& node);
template float nearest<float>(const FormulaNode& node);

}  // namespace mexcert::audit
