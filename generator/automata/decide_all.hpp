// Claims for all naturals, decided before a certificate is written: learns the records, checks them
// against their definitions (and learns from more data where one fails), decides each sentence.
//
// Invariant: a claim that is said to hold has records that pass all checks of spec/automata.md 3.
// Cost: that of learning, which dominates, and of the products searched.
#pragma once

#include "automata/learn_records.hpp"
#include "automata/sentence.hpp"

namespace mexcert {

struct DecidedClaims {
    std::vector<Claim> claims;              // sorted by their texts
    std::vector<SentenceVerdict> verdicts;  // of these
    std::string text;                       // the certificate, if all of them hold
};

// Errors (kDeclined): a term is outside, a record cannot be learned or fails its defining equation
// whatever the data (with the check and the least counterexample found), too many states.
[[nodiscard]] Result<DecidedClaims> decide_all(Engine& engine, const std::vector<Claim>& claims,
                                               const RecordOptions& options = {});

// As an error: where the claim is false, with the least counterexample as a claim if it is known.
[[nodiscard]] Error false_claim(const Spec& spec, const Claim& claim,
                                const SentenceVerdict& verdict);

// The claim that the statement is false at a point.
[[nodiscard]] Claim refutation_claim(const Claim& claim, const NamedValues& point);

// Can the statement be claimed for all naturals, as far as its text tells? Empty if so, else why
// not. Nothing is learned.
[[nodiscard]] std::string outside_all(Engine& engine, const Claim& claim);

}  // namespace mexcert
