// The core's only entrance: decides a certificate as a whole (certificate.md).
//
// A report holds a failure until every listed claim has been verified, every table compared with
// its equations and found used, and every witness used up; there is no other way to an empty
// failure.
#pragma once

#include "kernels.h"

namespace mexcheck {

constexpr Int kDefaultMaxWork = 20'000'000'000;

// A claim that was verified.
struct Outcome {
    std::string claim;
    std::string strength;
    std::string stmt;
    std::string point;  // refutations only
    std::string rules;  // sorted, joined by commas, `-` if none
    Int instances = 0;
    Int hyp = 0;
    Int work = 0;
    bool everywhere = false;  // all naturals: no instances are counted
};

struct Report {
    std::optional<Failure> failure = Failure{Kind::rejected, "", "not verified"};
    std::vector<std::string> listed;  // the claims the certificate lists, as far as it was read
    std::vector<Outcome> outcomes;    // one for each listed claim, if there is no failure
    std::string cert;                 // SHA-256 of the certificate
};

struct Certificate;

// Writes the bytes that come next, at most so many; returns how many, 0 at the end.
using ByteSource = std::function<std::size_t(char*, std::size_t)>;

// At most one Checker for a Spec: plans are kept in the expressions of the Spec.
class Checker {
  public:
    explicit Checker(const Spec& spec) : spec_(spec) {}

    // `asked`: a claim that the certificate must list, or it is rejected before any evaluation.
    Report check(const std::string& file, std::string_view bytes, Int max_work,
                 const std::string& asked = "");
    // The same for a stream (certificate.md 4), by the kernel fast.stream; in `checker/fast/`.
    Report check_stream(const std::string& file, const ByteSource& source, Int max_work,
                        const std::string& asked = "");
    // Why a claim's text is an error by itself (exit 3), if it is.
    std::optional<Failure> claim_error(const std::string& text);

    double kernel_cells = kKernelCells;

  private:
    std::vector<Outcome> check_all(const std::string& file, Certificate& certificate, Int max_work);
    std::vector<Outcome> check_automata(const std::string& file, Certificate& certificate,
                                        Int max_work);

    const Spec& spec_;
    Planner planner_;
};

}  // namespace mexcheck
