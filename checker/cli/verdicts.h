// What is said about claims and files, before it is printed: the verdict line's contents
// (claims.md), in order.
//
// Nothing here decides: a verdict is `verified` only for an outcome of the core, and what is added
// (unclaimed files, claims without a certificate, rules that are not permitted, a baseline) can
// only take a verdict away.
#pragma once

#include <algorithm>

#include "check.h"

namespace mexcheck {

struct Verdict {
    enum Kind { verified, rejected, declined, file_rejected };

    Kind kind = rejected;
    std::string subject;  // the claim; the path, if a file is rejected
    std::string place;    // unless verified
    std::string reason;
    Outcome outcome;   // if verified
    std::string cert;  // if verified: SHA-256 of the certificate
};

struct Verdicts {
    std::vector<Verdict> list;
    std::string err;     // for stderr
    bool error = false;  // usage, input or output

    std::size_t count(Verdict::Kind kind) const {
        return static_cast<std::size_t>(std::count_if(
            list.begin(), list.end(), [&](const Verdict& v) { return v.kind == kind; }));
    }
    void reject(const std::string& claim, const Failure& failure) {
        list.push_back({failure.kind == Kind::declined ? Verdict::declined : Verdict::rejected,
                        claim,
                        failure.place,
                        failure.reason,
                        {},
                        ""});
    }
    void reject_file(const std::string& path, const std::string& reason) {
        list.push_back({Verdict::file_rejected, path, "", reason, {}, ""});
    }
    void usage(const std::string& reason) {
        error = true;
        err += "mexcheck: " + reason + "\n";
    }
};

}  // namespace mexcheck
