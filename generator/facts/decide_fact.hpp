// Whether a fact holds, and what a certificate has to say about it (spec/facts.md 2, 3). Roots are
// isolated and signs read off enclosures; primes and linear forms are searched for, smallest
// first. Cost: seconds at most for the degrees that spec/facts.md allows.
#pragma once

#include <map>

#include "facts/fact_syntax.hpp"
#include "facts/polynomial.hpp"

namespace mexcert::facts {

struct DecidedFact {
    bool holds = true;
    std::vector<std::uint64_t> data;  // the numbers of the certificate, in order
};

// The values of the `let` items before the fact.
using Definitions = std::map<std::string, RationalFunction>;

// The value of an expression; names that are no definition are errors.
[[nodiscard]] Result<RationalFunction> evaluate(const Expression& expression,
                                                const Definitions& definitions,
                                                const std::string& place);

[[nodiscard]] Result<DecidedFact> decide_fact(const Item& fact, const Definitions& definitions,
                                              const std::string& file);

}  // namespace mexcert::facts
