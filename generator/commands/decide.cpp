#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include "automata/decide_all.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "search/traps.hpp"

namespace mexcert {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kLearningShare = 2;            // of the budget, for data to learn from
constexpr std::chrono::seconds kLongProof{60};  // where a counterexample is known
constexpr double kTrapShare = 0.3;              // of the budget, for warnings
constexpr double kLeastShare = 0.2;  // of the budget, for the first look for a counterexample

Clock::duration seconds(double count) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(count));
}

class Decider {
  public:
    Decider(Engine& engine, const DecideOptions& options, Claim target, StatementForm form,
            Progress& progress)
        : engine_(engine),
          options_(options),
          target_(std::move(target)),
          form_(std::move(form)),
          progress_(progress),
          deadline_(Clock::now() + seconds(options.budget)) {}

    Result<DecideReport> run();

  private:
    Result<DecideReport> finite();
    Result<DecideReport> infinite(std::size_t variables);
    std::optional<Result<DecideReport>> by_automata();
    Result<DecideReport> refuted_by_automata(const SentenceVerdict& verdict);
    Result<DecideReport> growing(std::size_t variables);
    std::optional<Result<DecideReport>> refutation(const NamedValues& known, bool try_least,
                                                   Clock::duration time);
    Result<DecideReport> refuted(const Error& reason);
    Result<DecideReport> conclude(const std::string& verdict, const ClaimProof& proof);
    Result<DecideReport> write(DecideReport report, const std::string& certificate);
    [[nodiscard]] Claim claim_of(ClaimKind kind) const;
    Result<ClaimProof> prove(const Claim& claim, Clock::time_point deadline);

    Engine& engine_;
    const DecideOptions& options_;
    Claim target_;
    StatementForm form_;
    Progress& progress_;
    Clock::time_point deadline_;
    std::string stopped_by_;
    std::string no_automata_;  // why automata do not decide the statement
    NamedValues false_at_;
};

Result<ClaimProof> Decider::prove(const Claim& claim, Clock::time_point deadline) {
    ProofOptions options;
    options.witness_limits.largest = options_.search_limit;
    options.counterexample_time = std::chrono::seconds{0};
    options.false_at = &false_at_;
    progress_.begin(claim_text(claim));
    const DeadlineScope in_time(engine_, deadline);
    return prove_claim(engine_, claim_text(claim), options);
}

Claim Decider::claim_of(ClaimKind kind) const {
    Claim claim = target_;
    claim.kind = kind;
    return claim;
}

Result<DecideReport> Decider::write(DecideReport report, const std::string& certificate) {
    report.certificate = options_.output.empty() ? target_.name + ".cert" : options_.output;
    report.why = stopped_by_;
    if (std::optional<Error> error = write_atomically(report.certificate, certificate)) {
        return *error;
    }
    return report;
}

Result<DecideReport> Decider::conclude(const std::string& verdict, const ClaimProof& proof) {
    const Result<std::string> text = certificate_text(engine_, {proof});
    if (!text.ok()) {
        return text.error();
    }
    DecideReport report;
    report.refuted = verdict.rfind("FALSE", 0) == 0;
    report.verdict = verdict;
    report.claim = proof.claim;
    if (proof.has_point) {
        report.point = proof.point.empty() ? "-" : values_text(proof.point);
    }
    return write(std::move(report), text.value());
}

// A counterexample is known: `least not` if its points are evaluated in time (`try_least`), else
// `not`. Nothing, with the reasons in stopped_by_, if neither can be evaluated.
std::optional<Result<DecideReport>> Decider::refutation(const NamedValues& known, bool try_least,
                                                        Clock::duration time) {
    stopped_by_ = "`least not`: too many points before it";
    if (try_least) {
        const Result<ClaimProof> proof = prove(claim_of(ClaimKind::kLeastNot), Clock::now() + time);
        if (proof.ok()) {
            return conclude("FALSE, with the least counterexample", proof.value());
        }
        stopped_by_ = fmt::format("`least not`: {}", proof.error().message);
    }
    const Result<ClaimProof> some = prove(refutation_claim(target_, known), Clock::now() + time);
    if (some.ok()) {
        return conclude("FALSE", some.value());
    }
    stopped_by_ += fmt::format("; `not`: {}", some.error().message);
    return std::nullopt;
}

// A range claim is false, with the point in false_at_.
Result<DecideReport> Decider::refuted(const Error& reason) {
    const NamedValues point = false_at_;  // prove() may overwrite it
    std::optional<Result<DecideReport>> report = refutation(point, true, seconds(options_.budget));
    return report ? std::move(*report) : Result<DecideReport>(reason);
}

Result<DecideReport> Decider::finite() {
    const Result<ClaimProof> proof = prove(claim_up_to(engine_, form_, target_, 0), deadline_);
    if (proof.ok()) {
        return conclude("TRUE for all (finitely many cases)", proof.value());
    }
    return proof.error().outcome == Outcome::kClaimFalse ? refuted(proof.error()) : proof.error();
}

// The least counterexample is looked for first: where there is one near 0, that is quickest.
Result<DecideReport> Decider::infinite(std::size_t variables) {
    const Result<ClaimProof> least =
        prove(claim_of(ClaimKind::kLeastNot),
              std::min(deadline_, Clock::now() + seconds(options_.budget * kLeastShare)));
    if (least.ok()) {
        return conclude("FALSE, with the least counterexample", least.value());
    }
    const Clock::time_point start = Clock::now();
    if (std::optional<Result<DecideReport>> report = by_automata()) {
        return std::move(*report);
    }
    if (options_.only_all) {
        return declined(target_.name, no_automata_);
    }
    deadline_ += Clock::now() - start;
    return growing(variables);
}

// Ranges of twice the size until time is up; the largest one that holds is the verdict.
Result<DecideReport> Decider::growing(std::size_t variables) {
    std::optional<ClaimProof> best;
    stopped_by_ = no_automata_;
    std::string obstacle;
    for (std::int64_t most = 1;; most *= 2) {
        const Clock::time_point start = Clock::now();
        Result<ClaimProof> proof = prove(claim_up_to(engine_, form_, target_, most), deadline_);
        if (proof.ok()) {
            best = std::move(proof.value());
        } else if (proof.error().cause == Cause::kFalse) {
            stopped_by_.clear();
            return refuted(proof.error());
        } else if (proof.error().cause == Cause::kUndefined) {
            // A mistake in a definition: more important than what holds before it.
            return proof.error();
        } else if (proof.error().outcome != Outcome::kClaimFalse) {
            obstacle = proof.error().text();
            break;
        }
        // The next range is at least 2^variables times as large.
        const auto factor = static_cast<Clock::rep>(std::size_t{1} << variables);
        if (Clock::now() + (Clock::now() - start) * factor > deadline_) {
            break;
        }
    }
    if (!best) {
        return declined(target_.name, obstacle.empty() ? "out of time" : obstacle);
    }
    if (!obstacle.empty()) {
        stopped_by_ += fmt::format("; a larger range: {}", obstacle);
    }
    return conclude("TRUE on a range", *best);
}

// The number of points with at most this sum; the largest number if that is too small.
std::uint64_t points_up_to(const NamedValues& point) {
    std::uint64_t sum = 0;
    for (const auto& value : point) {
        sum += static_cast<std::uint64_t>(value.second);
    }
    std::uint64_t result = 1;
    for (std::uint64_t i = 1; i <= point.size(); ++i) {
        if (__builtin_mul_overflow(result, sum + i, &result)) {
            return std::numeric_limits<std::uint64_t>::max();
        }
        result /= i;
    }
    return result;
}

// The statement is false by automata; the least point is known if it is in range.
Result<DecideReport> Decider::refuted_by_automata(const SentenceVerdict& verdict) {
    constexpr std::uint64_t kFewPoints = 5'000'000;
    std::string known = verdict.at.empty() ? "" : false_at(verdict.at);
    if (verdict.point) {
        const bool few = points_up_to(*verdict.point) <= kFewPoints;
        if (std::optional<Result<DecideReport>> report =
                refutation(*verdict.point, few, kLongProof)) {
            return std::move(*report);
        }
        known = fmt::format("least counterexample: {}",
                            claim_text(refutation_claim(target_, *verdict.point)));
    } else {
        stopped_by_ = "the least counterexample is not known";
    }
    DecideReport report;
    report.refuted = true;
    report.verdict = "FALSE";
    report.known = known;
    report.why = stopped_by_;
    return report;
}

// The statement for all naturals; nothing if automata do not decide it.
std::optional<Result<DecideReport>> Decider::by_automata() {
    Claim claim = target_;
    claim.kind = ClaimKind::kAll;
    progress_.begin(claim_text(claim));
    const Result<DecidedClaims> decided = [&] {
        const DeadlineScope in_time(engine_,
                                    Clock::now() + seconds(options_.budget * kLearningShare));
        return decide_all(engine_, {claim});
    }();
    if (!decided.ok()) {
        no_automata_ = fmt::format("`: all`: {}", decided.error().text());
        return std::nullopt;
    }
    const SentenceVerdict& verdict = decided.value().verdicts.front();
    if (verdict.holds) {
        DecideReport report;
        report.verdict = "TRUE for all naturals";
        report.claim = claim_text(claim);
        return write(std::move(report), decided.value().text);
    }
    if (verdict.refuted) {
        return refuted_by_automata(verdict);
    }
    return Result<DecideReport>(false_claim(engine_.spec, claim, verdict));
}

Result<DecideReport> Decider::run() {
    const std::optional<Error> trivial = undecidable_part(engine_, form_);
    if (trivial) {
        if (std::optional<Result<DecideReport>> report = by_automata()) {
            return std::move(*report);
        }
        return Error{trivial->outcome, trivial->place,
                     fmt::format("{}; {}", trivial->message, no_automata_)};
    }
    const std::size_t variables = unbounded_variables(engine_, form_, target_.fixed).size();
    return variables == 0 ? finite() : infinite(variables);
}

}  // namespace

Result<DecideReport> decide_statement(Engine& engine, const DecideOptions& options) {
    if (!(options.budget > 0)) {
        return invalid("--budget",
                       fmt::format("{} seconds: more than 0 are needed", options.budget));
    }
    constexpr std::string_view kAll = ": all";
    DecideOptions own = options;
    if (own.target.ends_with(kAll)) {
        own.target.resize(own.target.size() - kAll.size());
        own.only_all = true;
    }
    Result<Claim> target = parse_target(own.target);
    if (!target.ok()) {
        return target.error();
    }
    const Result<StatementForm> form = statement_form(engine, target.value().name);
    if (!form.ok()) {
        return form.error();
    }
    target.value().kind = ClaimKind::kLeastNot;
    if (const Result<Binding> binding = bind_claim(engine, form.value(), target.value());
        !binding.ok()) {
        return invalid(own.target, binding.error().message);
    }
    Progress progress(0, options.progress);
    const Monitored<Engine> monitored(engine, progress);
    Result<DecideReport> report =
        Decider(engine, own, target.value(), form.value(), progress).run();
    if (report.ok()) {
        report.value().warnings =
            traps_of(engine, target.value(), seconds(options.budget * kTrapShare));
    }
    return report;
}

}  // namespace mexcert
