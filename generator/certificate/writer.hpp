// Certificates (spec/certificate.md): text from proofs, and files.
// Invariant: the same proofs give the same bytes. Cost: linear in the tables.
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/proof.hpp"

namespace mexcert {

// The bytes of one certificate for these claims, in any order.
[[nodiscard]] Result<std::string> certificate_text(Engine& engine, std::vector<ClaimProof> proofs);

// The numbers of the tables that are read, in the order of certificates: by definition, then by
// fixed arguments.
[[nodiscard]] std::vector<int> tables_in_order(const Engine& engine, const Extents& extents);

// A file that is there whole or not at all: it is written beside its place and moved there at the
// end; without that end it is removed.
class WholeFile {
  public:
    explicit WholeFile(std::string path);
    ~WholeFile();
    WholeFile(const WholeFile&) = delete;
    WholeFile& operator=(const WholeFile&) = delete;

    // False if it cannot be written.
    bool write(std::string_view bytes);
    [[nodiscard]] std::optional<Error> finish();

  private:
    std::string path_;
    std::string temporary_;
    std::ofstream output_;
};

// Writes a file whole.
[[nodiscard]] std::optional<Error> write_atomically(const std::string& path,
                                                    const std::string& bytes);

// The claim lines (`claim HEX CLAIM`) of a certificate's bytes, if it is complete: its last line
// carries the digest of the bytes before. Empty otherwise.
[[nodiscard]] std::vector<std::string> claim_lines(const std::string& bytes);

}  // namespace mexcert
