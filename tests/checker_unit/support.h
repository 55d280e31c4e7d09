// Small helpers: specs from text, certificates made by hand, reports of the checker.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "check.h"
#include "sha256.h"

namespace test {

inline std::unique_ptr<mexcheck::Spec> spec(const std::string& body) {
    auto s = std::make_unique<mexcheck::Spec>();
    s->read_text("t.mex", "language mex 1\n" + body);
    return s;
}

// `place: reason` of the error in a spec text, or "" if it is accepted.
inline std::string spec_error(const std::string& body) {
    try {
        spec(body);
    } catch (const mexcheck::Failure& failure) {
        return failure.place + ": " + failure.reason;
    }
    return "";
}

inline std::string digest(const std::string& bytes) { return mexcheck::sha256(bytes); }

inline std::string statement_name(std::string claim) {
    for (const std::string prefix : {"least not ", "not "})
        if (claim.rfind(prefix, 0) == 0) {
            claim.erase(0, prefix.size());
            break;
        }
    return claim.substr(0, claim.find_first_of("(: "));
}

inline std::string claim_line(const mexcheck::Spec& s, const std::string& claim) {
    return "claim " + digest(s.closure_text(*s.find(statement_name(claim)))) + " " + claim + "\n";
}

// Header, claim lines and `records`, closed by a right end line.
inline std::string certificate(const mexcheck::Spec& s, const std::vector<std::string>& claims,
                               const std::string& records = "") {
    std::string text = "mexcert-certificate 1\n";
    for (const std::string& claim : claims) text += claim_line(s, claim);
    text += records;
    std::size_t count = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (std::string("ctpwoagls").find(line[0]) != std::string::npos) ++count;
    return text + "end " + std::to_string(count) + " " + digest(text) + "\n";
}

// The records of Fibonacci addition and of floor(n * phi).
inline std::string automata_records() {
    return "over fibonacci\n"
           "adder\n"
           "+ 000:0 001:1 011:2 101:2\n"
           "- 000:3 010:4 100:5 110:6\n"
           "+ 000:0\n"
           "- 110:7\n"
           "- 000:8 100:9 101:10\n"
           "- 000:8 010:11 011:12\n"
           "+ 000:13 001:14\n"
           "- 000:8\n"
           "- 000:3 010:4 100:5 110:6 111:7\n"
           "+ 000:0 001:1 011:2\n"
           "- 000:3 010:4\n"
           "+ 000:0 001:1 101:2\n"
           "- 000:3 100:5\n"
           "- 001:2\n"
           "+ 000:15 010:6 100:6\n"
           "- 000:8 010:11 011:12 100:9 101:10 111:2\n"
           "graph floor\n"
           "+ 00:0 01:1 11:2\n"
           "- 10:3\n"
           "+ 00:4\n"
           "- 00:5 01:1\n"
           "- 01:2\n"
           "+ 00:6 01:1 11:2\n"
           "- 00:5 01:1 11:2\n";
}

inline mexcheck::Report check(const mexcheck::Spec& s, const std::string& bytes,
                              std::int64_t max_work = 1'000'000) {
    mexcheck::Checker checker(s);
    return checker.check("x.cert", bytes, max_work);
}

// "verified", or `rejected|declined place: reason`.
inline std::string verdict(const mexcheck::Report& report) {
    if (!report.failure) return "verified";
    const bool declined = report.failure->kind == mexcheck::Kind::declined;
    return (declined ? "declined " : "rejected ") + report.failure->place + ": " +
           report.failure->reason;
}

inline std::string verdict(const std::string& body, const std::string& claim,
                           const std::string& records = "") {
    const auto s = spec(body);
    return verdict(check(*s, certificate(*s, {claim}, records)));
}

inline std::string claim_error(const std::string& body, const std::string& claim) {
    const auto s = spec(body);
    mexcheck::Checker checker(*s);
    const auto failure = checker.claim_error(claim);
    return failure ? failure->reason : "";
}

}  // namespace test
