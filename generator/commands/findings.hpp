// What an audit prints: fields in their order, as text or as one JSON object.
// Invariant: naturals in JSON are decimal strings. Cost: linear in the text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "audit/companion.hpp"

namespace mexcert {

// Keys in the order of printing. `verdict` is printed alone, in capitals; a list as its lines;
// every other field as `key: value`.
using Findings = nlohmann::ordered_json;

[[nodiscard]] std::string findings_text(const Findings& findings, bool json);

// Writes the certificate to `path`, and its statement file beside it, where it has one of its own
// (`x.cert`, `x.audit.mex`), and hands back the text of the findings with `claim` in front of what
// is there, `spec` and `certificate` behind it; where nothing is certified, with `no certificate`.
// Errors: a file cannot be written, or the statement file would be `user_file`.
[[nodiscard]] Result<std::string> certified_findings(Findings findings,
                                                     const Result<audit::Certified>& proof,
                                                     const std::string& path,
                                                     const std::string& user_file, bool json);

}  // namespace mexcert
