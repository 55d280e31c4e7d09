// The bytes of a certificate of facts (facts.md 2).
//
// Nothing here is believed: a wrong number that comes out is refused by the judge. All bytes other
// than the numbers follow from the claim. Cost: linear in the bytes but for the length of numbers.
#pragma once

#include <algorithm>
#include <sstream>

#include "../algebra/polynomial.h"
#include "sha256.h"

namespace mexfact {

// Rejects bytes that are not those wanted: the first line that differs.
[[noreturn]] inline void refuse_bytes(const std::string& bytes, const std::string& wanted) {
    const auto differ =
        std::mismatch(bytes.begin(), bytes.end(), wanted.begin(), wanted.end()).first;
    const auto same = std::string(bytes.begin(), differ);
    const std::size_t start = same.rfind('\n') + 1;  // 0 if there is no line end
    const auto line = [&](const std::string& text) {
        return "`" + text.substr(start, std::min(text.find('\n', start) - start, 100UL)) + "`";
    };
    const std::string reason = "claimed " + line(bytes) + ", computed " + line(wanted);
    throw Failure{start >= wanted.size() ? "junk after the end" : reason, Kind::rejected,
                  std::count(same.begin(), same.end(), '\n') + 1};
}

// The numbers in a certificate of the claim.
inline std::vector<mpz_class> evidence_in(const std::string& bytes, const std::string& claim) {
    const std::string first = "mexfact-certificate ";
    if (bytes.starts_with(first) && !bytes.starts_with(first + "1\n") &&
        bytes.find('\n') != std::string::npos)
        throw Failure{"version, 1 wanted", Kind::declined, 1};
    std::string body = first + "1\nfact " + claim + "\ndata";
    std::vector<mpz_class> numbers;
    if (bytes.starts_with(body)) {
        std::istringstream data(
            bytes.substr(body.size(), bytes.find('\n', body.size()) - body.size()));
        for (mpz_class n; data >> n;) {
            numbers.push_back(n);
            body += " " + n.get_str();
        }
    }
    body += "\n";
    const std::string wanted = body + "end 2 " + sha256(body) + "\n";
    if (bytes != wanted) refuse_bytes(bytes, wanted);
    return numbers;
}

}  // namespace mexfact
