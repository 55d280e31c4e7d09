// Claims (claims.md): what is to be verified, in its one spelling.
//
// `parse_claim` accepts exactly the grammar and the orders of the page; what needs the solving
// rules (variables without a range, the variables of a point) is decided in judge.h.
#pragma once

#include "spec.h"

namespace mexcheck {

struct Assignment {
    std::string name;
    std::int64_t value = 0;
};

// low <= v <= high for one name; for several, their sum is at most high.
struct Range {
    std::vector<std::string> names;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

struct Claim {
    enum Kind { all, range, refuted, least_refuted };

    Kind kind = all;
    std::string text;
    const Item* statement = nullptr;
    std::vector<Assignment> fixed;
    std::vector<Range> ranges;
    std::vector<Assignment> point;
};

// Throws a Failure of kind bad_input, with the column in the claim's text as place.
Claim parse_claim(const Spec& spec, const std::string& text);

// `V=C,V=C`, as after `at` and in a point record.
std::vector<Assignment> parse_assignments(std::string_view text);

// The names of the leading variables (language.md 5.3): parameters, then spine variables.
std::vector<std::string> leading_variables(const Item& statement);

std::size_t index_of(const std::vector<std::string>& names, const std::string& name);

}  // namespace mexcheck
