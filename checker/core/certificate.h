// Strict, streaming reader of certificates (certificate.md).
//
// Every deviation is rejected by name, with file and line. Nothing that is read here is believed:
// entries, witnesses and points are only stored. Memory grows with the bytes read, never with a
// number that the certificate states.
#pragma once

#include <istream>
#include <map>

#include "claim.h"
#include "judge.h"

namespace mexcheck {

struct CertifiedClaim {
    Claim claim;
    std::string digest;  // of the closure text; equal to the one the certificate states
    int line = 0;
    std::vector<Assignment> point;
    Witnesses witnesses;
};

struct Certificate {
    std::vector<CertifiedClaim> claims;
    std::vector<Table> tables;
    std::string digest;  // SHA-256 of all bytes
};

// Fills `certificate` as far as it gets; throws a Failure (rejected, or declined for another
// version).
void read_certificate(const Spec& spec, const std::string& file, std::istream& in,
                      Certificate& certificate);

}  // namespace mexcheck
