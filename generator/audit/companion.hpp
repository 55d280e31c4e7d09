// Statement files made for an audit. What an audit says about other people's data becomes items of
// the mex language behind the user's own statement file; mexcheck reads the whole with --spec and
// verifies the claim on it.
//
// Invariants: names made here are new; a certificate that is handed back was made for the text that
// is handed back. Cost: one reading of all statement files for each certificate.
#pragma once

#include <gmpxx.h>

#include <functional>
#include <string>
#include <vector>

#include "automata/decide_all.hpp"
#include "base/monitor.hpp"
#include "search/proof.hpp"

namespace mexcert::audit {

// The time that an audit takes at most, all its questions together, from the moment it is made.
class TimeLimit {
  public:
    using Clock = std::chrono::steady_clock;

    explicit TimeLimit(double seconds)
        : seconds_(seconds),
          end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                  std::chrono::duration<double>(seconds))) {}
    [[nodiscard]] double seconds() const { return seconds_; }
    [[nodiscard]] Clock::time_point end() const { return end_; }
    // The end of the part of the time left in which tables are tried: automata may still decide.
    [[nodiscard]] Clock::time_point for_tables() const {
        constexpr double kShare = 0.3;
        const auto now = Clock::now();
        const std::chrono::duration<double> left(end_ - now);
        return now + std::chrono::duration_cast<Clock::duration>(left * kShare);
    }

  private:
    double seconds_;
    Clock::time_point end_;
};

constexpr double kAuditSeconds = 60;  // unless another limit is given

// Where the statements are, and how long to work.
struct SpecSource {
    std::string directory;
    std::string user_file;  // empty: none
    TimeLimit limit = TimeLimit(kAuditSeconds);
};

// A claim on a statement file, and its certificate.
struct Certified {
    std::string claim;
    std::string spec;  // the text of the statement file; empty: the claim is on the statements read
    std::string certificate;
};

// Items behind the user's file.
class Companion {
  public:
    [[nodiscard]] static Result<Companion> of(const Spec& spec, const SpecSource& source);

    // A name that no item has: `base`, with underscores behind it if need be.
    [[nodiscard]] std::string fresh(const std::string& base);
    // The same for a variable, which is bound anew each time.
    [[nodiscard]] std::string variable(const std::string& base) const;
    void add(const std::string& item) { items_ += item + "\n"; }
    // The condition that the variable has this value: `x = 7`. A number of more than 63 bits is
    // built up from its digits by predicates named after `base`.
    [[nodiscard]] std::string value_is(const std::string& base, const std::string& variable,
                                       const mpz_class& value);
    [[nodiscard]] std::string text() const { return user_text_ + items_; }
    // What stands in the place of one behind the user's part of the text, by its offset there.
    using Naming = std::function<std::string(std::size_t)>;
    // The error with places in the user's part of the text named by the user's file.
    [[nodiscard]] Error relocated(Error error, const Naming& other) const;
    [[nodiscard]] std::size_t user_bytes() const { return user_text_.size(); }
    [[nodiscard]] const SpecSource& source() const { return source_; }

  private:
    Companion() = default;

    [[nodiscard]] std::string relocated_text(const std::string& text, const Naming& other) const;

    SpecSource source_;
    std::string user_text_;
    std::size_t user_lines_ = 0;
    std::string items_;
    std::vector<std::string> taken_;
};

// A statement that has one truth value.
struct Question {
    std::string name;
    std::vector<std::string> parameters;  // as declared: `g`, `p in 0..1`
    NamedValues fixed;                    // of the parameters
    std::string formula;
};

// `statement NAME(..): (FORMULA) <=> true`, or `statement NAME.fails(..): (FORMULA) <=> false`, and
// the claim of it: a line of the checker says by the name alone which of the two was verified.
[[nodiscard]] std::string statement_text(const Question& question, bool value);
[[nodiscard]] Claim all_claim(const Question& question, bool value);

struct Answer {
    bool holds = false;
    Certified proof;  // of the formula, or of its negation
};

// The offset of the formula in the statement `FORMULA <=> VALUE`.
[[nodiscard]] std::size_t formula_offset(const Question& question, bool value);

// Decides `FORMULA <=> true`, by tables where they suffice, else by automata; where it is false
// `FORMULA <=> false` is what the certificate says. Errors: both reasons, if neither decides it.
[[nodiscard]] Result<Answer> settle(const Companion& companion, const Question& question,
                                    Monitor* monitor);

// A certificate for a claim on the companion's items, by tables. Errors as those of prove_claim.
[[nodiscard]] Result<Certified> certify_by_tables(const Companion& companion,
                                                  const std::string& claim, Monitor* monitor);

// Which of the claims `NAME: all` on the companion's items hold, by automata, in one go.
[[nodiscard]] Result<std::vector<bool>> truths(const Companion& companion,
                                               const std::vector<Claim>& claims, Monitor* monitor);

// The value of the variable at which a statement `NAME: forall ..` of the companion fails, found by
// automata: the only one where the statement is that a term is not the variable.
[[nodiscard]] Result<mpz_class> failing_value(const Companion& companion, const std::string& name,
                                              const std::string& variable, Monitor* monitor);

// Is it a number of at most 63 bits?
[[nodiscard]] inline bool fits(const mpz_class& value) { return value.fits_slong_p(); }

}  // namespace mexcert::audit
