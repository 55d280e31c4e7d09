// What a claim says about the leading variables of its statement (spec/claims.md, "Names").
#pragma once

#include "claims/claim.hpp"
#include "claims/statement_form.hpp"

namespace mexcert {

// Where a leading variable runs. Without a range it is enumerated from the hypotheses.
struct LeadingRange {
    bool ranged = false;
    std::int64_t low = 0;
    std::int64_t high = 0;
    int group = -1;  // the sum range that it belongs to
};

struct Binding {
    std::vector<LeadingRange> ranges;        // by leading variable
    std::vector<std::int64_t> group_limits;  // by sum range
};

// Binds the leading variables as the claim says. For `not` at its point; for `least not` parameters
// and variables that need a range are bound to 0, to be moved by the search.
// Errors: every violation of spec/claims.md.
[[nodiscard]] Result<Binding> bind_claim(Engine& engine, const StatementForm& form,
                                         const Claim& claim);

// The leading variables that a refutation's point names: parameters that are not fixed, then the
// variables that need a range. Indices into `leading`, increasing.
[[nodiscard]] std::vector<int> point_variables(Engine& engine, const StatementForm& form,
                                               const NamedValues& fixed);

// Those of them without a finite domain: what a range claim must bound. None: finitely many cases.
[[nodiscard]] std::vector<int> unbounded_variables(Engine& engine, const StatementForm& form,
                                                   const NamedValues& fixed);

// The claim on the statement of `target`, its parameters fixed as there, with 0 .. most for each
// unbounded variable; `: all` if there is none.
[[nodiscard]] Claim claim_up_to(Engine& engine, const StatementForm& form, const Claim& target,
                                std::int64_t most);

}  // namespace mexcert
