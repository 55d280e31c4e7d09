// The text of the records of a certificate for all naturals (spec/automata.md 2), and of a whole
// certificate. Invariant: the same records give the same bytes. Cost: linear in the edges.
#pragma once

#include "automata/records.hpp"
#include "claims/claim.hpp"

namespace mexcert {

// One record: its line and its state lines.
[[nodiscard]] std::string record_text(const Spec& spec, const RecordId& record,
                                      const Automaton& automaton);

// The certificate: claims (sorted by text), `over N`, records, end.
[[nodiscard]] std::string all_certificate_text(const Spec& spec, const std::vector<Claim>& claims,
                                               int numeration, const Records& records);

}  // namespace mexcert
