// A statement and a claim on it: the statement as a function of its parameters (and, for a
// refutation, of the variables that its point names), and the terms that the theorems are about.
// Ranges are loops inside the function. Cost: linear in the text.
#pragma once

#include "claims/binding.hpp"
#include "lean/machine.hpp"
#include "lean/translator.hpp"
#include "search/proof.hpp"

namespace mexcert::lean {

struct Theorem {
    std::string name;
    std::string comment;
    TermPtr term;
    bool value = true;
};

struct StatementText {
    Function function;
    std::vector<Theorem> theorems;
};

[[nodiscard]] StatementText statement_text(Translator& translator, const Names& names,
                                           const StatementForm& form, const Binding& binding,
                                           const Claim& claim, const ClaimProof& proof);

}  // namespace mexcert::lean
