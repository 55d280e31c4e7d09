// Input of the targets that seal certificates themselves: a statement file, a line `---`, and the
// lines of a certificate between its first and its last line, claims without digest. So mutations
// reach behind the digests.
#pragma once

#include <string>

#include "check.h"

namespace fuzz {

struct Sealed {
    std::string statements;
    std::string body;
};

// The statement file and the body of an input; no body where there is no line `---`.
Sealed parted(std::string_view input);

// The certificate with this body: digests put in, end line added.
std::string certificate(const mexcheck::Spec& spec, const std::string& body);

// Checks the input's certificate; throws std::logic_error if it is verified together with a claim
// that contradicts it.
void check_sealed(std::string_view input, std::int64_t max_work);

}  // namespace fuzz
