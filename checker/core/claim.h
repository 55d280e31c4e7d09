// Claims (claims.md): what is to be verified, in its one spelling.
//
// `parse_claim` accepts exactly the grammar and the orders of the page; what needs the solving
// rules (variables without a range, the variables of a point) is decided in judge.h.
#pragma once

#include "spec.h"

namespace mexcheck {

// low <= v <= high for one name; for several, their sum is at most high.
struct Range {
    std::vector<std::string> names;
    Int low = 0;
    Int high = 0;
};

struct Claim {
    enum Kind { all, range, refuted, least_refuted };

    Kind kind = all;
    std::string text;
    const Item* statement = nullptr;
    std::vector<Range> fixed;  // `V=C` is the range C..C
    std::vector<Range> ranges;
    std::vector<Range> point;
};

// A claim and what a certificate gives for it.
struct CertifiedClaim {
    Claim claim;
    std::string digest;  // of the closure text; equal to the one the certificate states
    std::string file;
    int line = 0;
    bool pointed = false;  // whether there is a point record
    std::vector<Range> point;
    int witness_line = 0;  // of the record; of the claim if there is none
    std::vector<Word> witnesses;
    std::vector<int> lines;  // of the witnesses
};

// Throws a Failure of kind bad_input, with the column in the claim's text as place.
Claim parse_claim(const Spec& spec, const std::string& text);

// `V=C,V=C`, as after `at` and in a point record.
std::vector<Range> parse_assignments(std::string_view text);

// The names of the leading variables (language.md 5.3): parameters, then spine variables.
std::vector<std::string> leading_variables(const Item& statement);

std::size_t index_of(const std::vector<std::string>& names, const std::string& name);

}  // namespace mexcheck
