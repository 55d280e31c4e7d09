// Which records claims of the form `NAME: all` need (spec/automata.md 2): a walk through the text
// of the statement, and of everything that it reaches, with the numbers known so far.
//
// Invariants: nothing is recognised by its name. An instance of two or more ranged arguments whose
// values are only compared with numbers has levels, every other one a graph. A part of the text
// that numbers show not to matter is not walked. Cost: linear in the text for each instance and
// level.
#pragma once

#include "automata/records.hpp"
#include "base/result.hpp"
#include "claims/claim.hpp"

namespace mexcert {

// The records needed, in order, and the numeration that they are over.
struct Demand {
    int numeration = -1;
    std::vector<RecordId> records;
};

struct DiscoverOptions {
    std::string numeration;  // its name; if empty: that of the text, else `fibonacci`
};

// The claims must be `all` claims, sorted by their texts. Errors (kDeclined) name the term that is
// outside, with its place.
[[nodiscard]] Result<Demand> records_for(const Spec& spec, const std::vector<Claim>& claims,
                                         const DiscoverOptions& options = {});

}  // namespace mexcert
