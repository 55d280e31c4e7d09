// Formulas in IEEE arithmetic, as a program computes them: the object of an audit, never its judge.
//
// Semantics: n is converted to the type, each literal is the nearest number of the type to the
// decimal as written, and each operation (+ - * / sqrt floor, negation) is rounded to nearest, ties
// to even, on its own, in the order of the formula: no contraction to fused operations, no wider
// intermediate results. That is C, Java, JavaScript or Python on their floats.
// phi is no number of these types, and so an error.
// Cost: about a nanosecond an operation and n; operations run over blocks of n so that the compiler
// can use vector instructions (the file is compiled with the flags that the semantics need).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "audit/formula.hpp"

namespace mexcert::audit {

// T: double or float.
template <class T>
class IeeeEvaluator {
  public:
    static constexpr std::size_t kBlock = 1024;

    // Error: the formula mentions phi.
    [[nodiscard]] static Result<IeeeEvaluator> of(const Formula& formula);

    // The values at first .. first + count - 1, count <= kBlock; valid until the next call.
    std::span<const T> values(std::uint64_t first, std::size_t count);

  private:
    explicit IeeeEvaluator(const Formula& formula);
    void apply(std::size_t node, std::size_t count);

    Formula formula_;
    std::vector<std::vector<T>> blocks_;  // by node; constants are there from the start
    std::vector<bool> constant_;
};

// The number of the type nearest to a literal.
template <class T>
[[nodiscard]] T nearest(const FormulaNode& literal);

}  // namespace mexcert::audit
