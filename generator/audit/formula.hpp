// Formulas in n as they stand in programs and papers: `floor(n*(1+sqrt(5))/2)`.
//
//     SUM := PRODUCT (("+" | "-") PRODUCT)*        PRODUCT := UNARY (("*" | "/") UNARY)*
//     UNARY := "-" UNARY | ATOM
//     ATOM := NUMBER | "n" | "phi" | ("sqrt" | "floor") "(" SUM ")" | "(" SUM ")"
//     NUMBER := digits, "." digits, "e" exponent: any length, exponent at most 4 digits
//
// Operators of one line are read from left to right; blanks mean nothing. What a formula means is
// said elsewhere: exactly (exact_value.hpp) or in IEEE arithmetic (ieee.hpp).
// Invariants: operands stand before the node that uses them, the root is the last node.
// Cost: linear; nesting is at most 200 deep.
#pragma once

#include <gmpxx.h>

#include <string>
#include <vector>

#include "base/result.hpp"

namespace mexcert::audit {

enum class FormulaOp { kLiteral, kN, kPhi, kAdd, kSub, kMul, kDiv, kNeg, kSqrt, kFloor };

struct FormulaNode {
    FormulaOp op = FormulaOp::kN;
    std::size_t a = 0;      // operands: indices of nodes
    std::size_t b = 0;      // the right one
    std::string literal;    // as written
    mpq_class value;        // of a literal, exactly
    std::size_t first = 0;  // its text: columns first .. last - 1, from 0
    std::size_t last = 0;
};

struct Formula {
    std::string text;
    std::vector<FormulaNode> nodes;

    [[nodiscard]] std::string part(const FormulaNode& node) const {
        return text.substr(node.first, node.last - node.first);
    }
};

// Error: what is wrong, with its column in the text (from 1).
[[nodiscard]] Result<Formula> parse_formula(const std::string& text);

}  // namespace mexcert::audit
