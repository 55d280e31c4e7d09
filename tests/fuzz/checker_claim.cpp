// Any bytes as the text of a claim.
#include "check.h"
#include "cli/folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const mexcheck::Spec spec(mexcheck::spec_sources(MEXCERT_ROOT "/spec", ""));
    static mexcheck::Checker checker(spec);
    (void)checker.claim_error(std::string(reinterpret_cast<const char*>(data), size));
    return 0;
}
