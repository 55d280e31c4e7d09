#include "subject.h"

#include <algorithm>

#include "sha256.h"

namespace attack {
namespace {

constexpr Int kMaxWork = 400'000;

}  // namespace

Subject::Subject(const Model& model) : statement_(statement_file(model)) {
    try {
        spec_.read_text("s.mex", statement_);
        checker_ = std::make_unique<mexcheck::Checker>(spec_);
    } catch (const mexcheck::Failure&) {
        // An altered text may be in error: then there is nothing to check.
    }
}

std::string Subject::digest() const {
    return mexcheck::sha256(spec_.closure_text(*spec_.find("s")));
}

std::string Subject::certificate(std::vector<std::string> claims, const std::string& digest,
                                 const std::vector<Record>& records) const {
    std::sort(claims.begin(), claims.end());
    claims.erase(std::unique(claims.begin(), claims.end()), claims.end());
    std::string body = "mexcert-certificate 1\n";
    for (const std::string& claim : claims)
        body.append("claim ").append(digest).append(" ").append(claim).append("\n");
    for (const Record& r : records) body += text(r);
    const std::size_t count = claims.size() + records.size();
    return body + "end " + std::to_string(count) + " " + mexcheck::sha256(body) + "\n";
}

Verdict Subject::check(const std::string& certificate, const std::string& asked, bool kernels) {
    checker_->kernel_cells = kernels ? 0 : mexcheck::kKernelCells;
    if (const auto error = checker_->claim_error(asked))
        return {Verdict::unreadable, error->reason, error->place, ""};
    const mexcheck::Report report = checker_->check("s.cert", certificate, kMaxWork, asked);
    if (report.failure) {
        const bool declined = report.failure->kind == mexcheck::Kind::declined;
        return {declined ? Verdict::declined : Verdict::rejected, report.failure->reason,
                report.failure->place, ""};
    }
    Verdict verdict{Verdict::verified, "", "", ""};
    for (const auto& outcome : report.outcomes)
        if (outcome.claim == asked) verdict.point = outcome.point;
    return verdict;
}

}  // namespace attack
