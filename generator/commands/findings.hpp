// What an audit prints: fields in their order, as lines and as members of one JSON object.
// Invariant: naturals are decimal strings. Cost: linear in the text.
#pragma once

#include <string>

#include "audit/companion.hpp"
#include "commands/printout.hpp"

namespace mexcert {

// Keys in the order of printing, `_` for a blank. `verdict` is printed alone, in capitals; a list
// as its lines; every other field as `key: value`.
using Findings = Json;

// `wrong`: what was asked about is shown to be false.
[[nodiscard]] Printout printed(bool wrong, const Findings& findings);

// Writes the certificate to `path`, and its statement file beside it, where it has one of its own
// (`x.cert`, `x.audit.mex`), and hands back the findings with `claim` in front of what is there,
// `spec` and `certificate` behind it; where nothing is certified, with `no_certificate`.
// Errors: a file cannot be written, or the statement file would be `user_file`.
[[nodiscard]] Result<Printout> certified_findings(bool wrong, Findings findings,
                                                  const Result<audit::Certified>& proof,
                                                  const std::string& path,
                                                  const std::string& user_file);

}  // namespace mexcert
