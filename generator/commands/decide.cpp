#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "automata/decide_all.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"

namespace mexcert {
namespace {

using Clock = std::chrono::steady_clock;

class Decider {
  public:
    Decider(Engine& engine, const DecideOptions& options, Claim target, StatementForm form)
        : engine_(engine),
          options_(options),
          target_(std::move(target)),
          form_(std::move(form)),
          deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(options.budget))) {}

    Result<DecideReport> run();

  private:
    Result<DecideReport> finite();
    std::optional<Result<DecideReport>> by_automata();
    Result<DecideReport> refuted_by_automata(const SentenceVerdict& verdict);
    Result<DecideReport> written(const std::string& verdict, const std::string& claim,
                                 const std::string& certificate);
    Result<DecideReport> growing(const std::vector<int>& variables);
    Result<DecideReport> refuted(const Error& reason);
    Result<DecideReport> conclude(const std::string& verdict, const ClaimProof& proof);
    [[nodiscard]] Claim range_claim(const std::vector<int>& variables, std::int64_t most) const;
    Result<ClaimProof> prove(const Claim& claim);

    Engine& engine_;
    const DecideOptions& options_;
    Claim target_;
    StatementForm form_;
    Clock::time_point deadline_;
    std::string stopped_by_;
    std::string no_automata_;  // why automata do not decide the statement
    NamedValues false_at_;
};

Result<ClaimProof> Decider::prove(const Claim& claim) {
    ProofOptions options;
    options.deadline = deadline_;
    options.witness_limits.deadline = deadline_;
    options.counterexample_time = std::chrono::seconds{0};
    options.false_at = &false_at_;
    return prove_claim(engine_, claim_text(claim), options);
}

Claim Decider::range_claim(const std::vector<int>& variables, std::int64_t most) const {
    Claim claim = target_;
    claim.kind = ClaimKind::kRange;
    for (const int leading : variables) {
        const LeadingVariable& variable = form_.leading[static_cast<std::size_t>(leading)];
        if (!variable.domain) {
            claim.ranges.push_back({{variable.name}, 0, most, false});
        }
    }
    if (claim.ranges.empty()) {
        claim.kind = ClaimKind::kAll;
    }
    return claim;
}

Result<DecideReport> Decider::conclude(const std::string& verdict, const ClaimProof& proof) {
    const std::string path = options_.output.empty() ? target_.name + ".cert" : options_.output;
    const Result<std::string> text = certificate_text(engine_, {proof});
    if (!text.ok()) {
        return text.error();
    }
    if (std::optional<Error> error = write_atomically(path, text.value())) {
        return *error;
    }
    DecideReport report;
    report.refuted = proof.has_point;
    report.text = fmt::format("{}\nclaim: {}\n", verdict, proof.claim);
    if (proof.has_point) {
        report.text +=
            fmt::format("point: {}\n", proof.point.empty() ? "-" : values_text(proof.point));
    }
    report.text += fmt::format("certificate: {}\n", path);
    if (!stopped_by_.empty()) {
        report.text += fmt::format("not stronger because: {}\n", stopped_by_);
    }
    return report;
}

// The claim is false: `least not` if the order of points reaches a counterexample, else `not`.
Result<DecideReport> Decider::refuted(const Error& reason) {
    Claim least = target_;
    least.kind = ClaimKind::kLeastNot;
    deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(options_.budget));
    const Result<ClaimProof> proof = prove(least);
    if (proof.ok()) {
        return conclude("FALSE, with the least counterexample", proof.value());
    }
    stopped_by_ = fmt::format("`least not`: {}", proof.error().message);
    Claim some = target_;
    some.kind = ClaimKind::kNot;
    some.point = false_at_;
    const Result<ClaimProof> weaker = prove(some);
    return weaker.ok() ? conclude("FALSE", weaker.value()) : reason;
}

Result<DecideReport> Decider::finite() {
    const Result<ClaimProof> proof = prove(range_claim({}, 0));
    if (proof.ok()) {
        return conclude("TRUE for all (finitely many cases)", proof.value());
    }
    return proof.error().outcome == Outcome::kClaimFalse ? refuted(proof.error()) : proof.error();
}

Result<DecideReport> Decider::growing(const std::vector<int>& variables) {
    std::optional<ClaimProof> best;
    stopped_by_ = no_automata_;
    std::string obstacle;
    for (std::int64_t most = 1;; most *= 2) {
        const Clock::time_point start = Clock::now();
        const Claim claim = range_claim(variables, most);
        Result<ClaimProof> proof = prove(claim);
        if (proof.ok()) {
            best = std::move(proof.value());
        } else if (proof.error().outcome == Outcome::kClaimFalse &&
                   proof.error().message.rfind("false at", 0) == 0) {
            stopped_by_.clear();
            return refuted(proof.error());
        } else if (proof.error().message.rfind("undefined", 0) == 0) {
            // A mistake in a definition: more important than what holds before it.
            return proof.error();
        } else if (proof.error().outcome != Outcome::kClaimFalse) {
            obstacle = proof.error().text();
            break;
        }
        // The next range is at least 2^variables times as large.
        const auto factor = static_cast<Clock::rep>(std::size_t{1} << claim.ranges.size());
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

Result<DecideReport> Decider::written(const std::string& verdict, const std::string& claim,
                                      const std::string& certificate) {
    const std::string path = options_.output.empty() ? target_.name + ".cert" : options_.output;
    if (std::optional<Error> error = write_atomically(path, certificate)) {
        return *error;
    }
    DecideReport report;
    report.text = fmt::format("{}\nclaim: {}\ncertificate: {}\n", verdict, claim, path);
    return report;
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

// A point is known: `least not` if the points before it are few enough to be evaluated, else `not`.
Result<DecideReport> Decider::refuted_by_automata(const SentenceVerdict& verdict) {
    constexpr std::uint64_t kFewPoints = 5'000'000;
    NamedValues point = verdict.point.value_or(NamedValues{});
    const Claim at_point = refutation_claim(target_, point);
    if (verdict.point) {
        Claim least = target_;
        least.kind = ClaimKind::kLeastNot;
        if (points_up_to(point) <= kFewPoints) {
            deadline_ = Clock::now() + std::chrono::seconds{60};
            const Result<ClaimProof> proof = prove(least);
            if (proof.ok()) {
                return conclude("FALSE, with the least counterexample", proof.value());
            }
            stopped_by_ = fmt::format("`least not`: {}", proof.error().message);
        } else {
            stopped_by_ = "`least not`: too many points before it";
        }
        const Result<ClaimProof> some = prove(at_point);
        if (some.ok()) {
            return conclude("FALSE", some.value());
        }
        stopped_by_ += fmt::format("; `not`: {}", some.error().message);
    }
    DecideReport report;
    report.refuted = true;
    report.text = fmt::format("FALSE\nat: {}\ncertificate: none\nnot stronger because: {}\n",
                              values_text(verdict.point ? point : verdict.at), stopped_by_);
    if (verdict.point) {
        report.text = fmt::format("FALSE\nleast counterexample: {}\ncertificate: none\n"
                                  "not stronger because: {}\n",
                                  claim_text(at_point), stopped_by_);
    }
    return report;
}

// The statement for all naturals; nothing if automata do not decide it.
std::optional<Result<DecideReport>> Decider::by_automata() {
    Claim claim = target_;
    claim.kind = ClaimKind::kAll;
    const Result<DecidedClaims> decided = decide_all(engine_, {claim});
    if (!decided.ok()) {
        no_automata_ = fmt::format("`: all`: {}", decided.error().text());
        return std::nullopt;
    }
    const SentenceVerdict& verdict = decided.value().verdicts.front();
    if (verdict.holds) {
        return written("TRUE for all naturals", claim_text(claim), decided.value().text);
    }
    if (verdict.refuted) {
        return refuted_by_automata(verdict);
    }
    return Result<DecideReport>(false_claim(engine_.spec, claim, verdict));
}

Result<DecideReport> Decider::run() {
    const std::optional<Error> trivial = undecidable_part(engine_, form_);
    std::vector<int> variables;
    for (const int leading : point_variables(engine_, form_, target_.fixed)) {
        if (!form_.leading[static_cast<std::size_t>(leading)].domain) {
            variables.push_back(leading);
        }
    }
    if (!trivial && variables.empty()) {
        return finite();
    }
    const Clock::time_point start = Clock::now();
    if (auto report = by_automata()) {
        return *report;
    }
    if (trivial) {
        return Error{trivial->outcome, trivial->place,
                     fmt::format("{}; {}", trivial->message, no_automata_)};
    }
    if (options_.only_all) {
        return declined(target_.name, no_automata_);
    }
    deadline_ += Clock::now() - start;
    return growing(variables);
}

}  // namespace

Result<DecideReport> decide_statement(Engine& engine, const DecideOptions& options) {
    constexpr std::string_view kAll = ": all";
    DecideOptions own = options;
    if (own.target.ends_with(kAll)) {
        own.target.resize(own.target.size() - kAll.size());
        own.only_all = true;
    }
    const Result<Claim> target = parse_target(own.target);
    if (!target.ok()) {
        return target.error();
    }
    const Result<int> item = engine.spec.statement(target.value().name);
    if (!item.ok()) {
        return item.error();
    }
    const Result<StatementForm> form = statement_form(engine, item.value());
    if (!form.ok()) {
        return form.error();
    }
    return Decider(engine, own, target.value(), form.value()).run();
}

}  // namespace mexcert
