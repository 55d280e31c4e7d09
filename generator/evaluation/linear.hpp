// Terms as sums of multiples of atoms, like terms collected (spec/language.md, section 5.1).
// Atoms are variables and all terms that are not sums, differences or multiples by literals;
// equal atoms have equal node numbers. Cost: linear in the term.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "evaluation/program.hpp"

namespace mexcert {

struct LinearForm {
    std::map<NodeId, std::int64_t> coefficients;  // no zeros
    std::int64_t constant = 0;
};

// The collected form, or nothing if a coefficient leaves 64 bits.
[[nodiscard]] std::optional<LinearForm> linear_form(Program& program, NodeId term);

// left - right, or nothing if a coefficient leaves 64 bits.
[[nodiscard]] std::optional<LinearForm> difference(const LinearForm& left, const LinearForm& right);

// A term with the value of the form multiplied by `sign` (1 or -1).
[[nodiscard]] NodeId linear_term(Program& program, const LinearForm& form, std::int64_t sign);

// Is the term one of those that rule 5 of section 5.1 calls natural-valued?
[[nodiscard]] bool is_natural_term(const Program& program, NodeId term);

}  // namespace mexcert
