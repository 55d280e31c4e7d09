// The least n at which a formula of a program differs from an exact one.
//
// Two floors of multiples of n, both exact: by continued fractions (simplest_fraction.hpp), however
// large n is. Everything else: every n is evaluated on both sides, the exact one by integers.
// Invariant: a failure that is reported was seen in exact values of both sides at that n.
// Cost: continued fractions: a few hundred operations; else about 4 ns an n where the exact side is
// the floor of a linear form that fits 64 bits, some microseconds elsewhere.
#pragma once

#include <optional>

#include "audit/exact_value.hpp"
#include "base/monitor.hpp"

namespace mexcert::audit {

enum class Arithmetic { kExact, kDouble, kFloat };

struct FormulaQuestion {
    Formula formula;                             // as the program has it
    Arithmetic arithmetic = Arithmetic::kExact;  // of the formula
    Formula against;                             // always exact
    mpz_class to;                                // n = 0 .. to
};

struct FormulaFailure {
    mpz_class n;
    std::string value;  // of the formula: an integer, else a fraction, or why it is undefined
    std::string against;
    bool undefined = false;  // the formula has no value: nan, inf, a division by 0
};

struct FormulaFinding {
    std::optional<FormulaFailure> failure;  // the least; none: they agree for n = 0 .. to
    bool by_fractions = false;              // else every n up to there was evaluated
    std::optional<mpz_class> beyond;        // the least failure, where it is more than `to`
};

// Where the formula is undefined and the other side is not, it fails. Errors: kDeclined where the
// other side is undefined (Cause::kUndefined, with how far they agree), where a side is outside of
// what is computed (two kinds of roots), or more than 2^62 numbers would be gone through; kInvalid
// for phi in IEEE arithmetic.
[[nodiscard]] Result<FormulaFinding> first_failure(const FormulaQuestion& question,
                                                   Monitor* monitor);

}  // namespace mexcert::audit
