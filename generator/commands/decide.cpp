#include <fmt/format.h>

#include <chrono>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "language/closure.hpp"

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
    Result<DecideReport> growing(const std::vector<int>& variables);
    Result<DecideReport> refuted(const Error& reason);
    Result<DecideReport> conclude(const std::string& verdict, const ClaimProof& proof);
    [[nodiscard]] Claim range_claim(const std::vector<int>& variables, std::int64_t most) const;
    [[nodiscard]] std::string missing_automaton() const;
    Result<ClaimProof> prove(const Claim& claim);

    Engine& engine_;
    const DecideOptions& options_;
    Claim target_;
    StatementForm form_;
    Clock::time_point deadline_;
    std::string stopped_by_;
    NamedValues false_at_;
};

std::string Decider::missing_automaton() const {
    std::string names;
    for (const int item : recursive_definitions(engine_.spec, form_.item)) {
        names.append(names.empty() ? "" : ", ").append(engine_.spec.item(item).name);
    }
    return fmt::format("`: all` needs an automaton, which this version does not make: {}",
                       names.empty() ? engine_.spec.item(form_.item).name : names);
}

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
    stopped_by_ = missing_automaton();
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

Result<DecideReport> Decider::run() {
    if (const std::optional<Error> error = undecidable_part(engine_, form_)) {
        return Error{error->outcome, error->place,
                     fmt::format("{}; {}", error->message, missing_automaton())};
    }
    std::vector<int> variables;
    for (const int leading : point_variables(engine_, form_, target_.fixed)) {
        if (!form_.leading[static_cast<std::size_t>(leading)].domain) {
            variables.push_back(leading);
        }
    }
    return variables.empty() ? finite() : growing(variables);
}

}  // namespace

Result<DecideReport> decide_statement(Engine& engine, const DecideOptions& options) {
    const Result<Claim> target = parse_target(options.target);
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
    return Decider(engine, options, target.value(), form.value()).run();
}

}  // namespace mexcert
