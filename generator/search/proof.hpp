// What a certificate says for one claim, found by evaluation and search.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "claims/statement_evaluator.hpp"
#include "search/witness.hpp"

namespace mexcert {

struct ClaimProof {
    std::string claim;   // canonical text
    std::string digest;  // of the statement's closure text
    bool has_point = false;
    NamedValues point;                                 // of `least not`
    std::vector<std::vector<std::int64_t>> witnesses;  // in the order in which they are asked for
    Extents extents;                                   // table positions read
};

struct ProofOptions {
    WitnessLimits witness_limits;
    // How long to look for the least counterexample once a claim has turned out false.
    std::chrono::seconds counterexample_time{10};
    // Read each assignment on its own, as spec/language.md defines it: slow, the same result.
    bool directly = false;
    // If given: where a false range claim was seen to be false, as the point of a `not` claim.
    NamedValues* false_at = nullptr;
};

// Evaluates the claim. Errors: kClaimFalse with the least counterexample if it was found in time;
// kDeclined with the reason; kInvalid for claim texts.
[[nodiscard]] Result<ClaimProof> prove_claim(Engine& engine, const std::string& claim,
                                             const ProofOptions& options);

}  // namespace mexcert
