// Certificates (spec/certificate.md): text from proofs, and files.
// Invariant: the same proofs give the same bytes. Cost: linear in the tables.
#pragma once

#include <string>
#include <vector>

#include "search/proof.hpp"

namespace mexcert {

// The bytes of one certificate for these claims, in any order.
[[nodiscard]] Result<std::string> certificate_text(Engine& engine, std::vector<ClaimProof> proofs);

// Writes a file whole: a temporary file beside it, then renamed.
[[nodiscard]] std::optional<Error> write_atomically(const std::string& path,
                                                    const std::string& bytes);

// The claim lines (`claim HEX CLAIM`) of a certificate's bytes, if it is complete: its last line
// carries the digest of the bytes before. Empty otherwise.
[[nodiscard]] std::vector<std::string> claim_lines(const std::string& bytes);

}  // namespace mexcert
