// Any bytes as a certificate, against the standard statement files.
#include <stdexcept>

#include "check.h"
#include "cli/folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const mexcheck::Spec spec(mexcheck::spec_sources(MEXCERT_ROOT "/spec", ""));
    static mexcheck::Checker checker(spec);
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const mexcheck::Report report = checker.check("input", bytes, 1'000'000);
    if (!report.failure && report.outcomes.size() != report.listed.size())
        throw std::logic_error("verified without an outcome for each listed claim");
    if (report.failure && report.failure->reason.empty())
        throw std::logic_error("a failure without a reason");
    return 0;
}
