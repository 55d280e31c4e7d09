#include "automata/decide_all.hpp"

#include <fmt/format.h>

#include "automata/record_writer.hpp"

namespace mexcert {
namespace {

constexpr int kAttempts = 3;
constexpr std::uint64_t kMoreData = 30;  // times as many points after a failed check

// The first failure of the records; an error of the compiler in `error`.
std::optional<RecordFailure> checked(Compiler& compiler, std::optional<Error>& error) {
    std::optional<RecordFailure> failure = DefinitionCheck(compiler).run();
    error = compiler.error();
    return failure;
}

Result<DecidedClaims> sentences(Engine& engine, Compiler& compiler, const LearnedRecords& learned,
                                const RecordOptions& options) {
    DecidedClaims result;
    bool all_hold = true;
    for (std::size_t i = 0; i < learned.claims.size(); ++i) {
        if (is_over(options)) {
            return declined("", "out of time");
        }
        Sentence sentence(compiler, learned.claims[i], static_cast<std::int64_t>(i) + 1);
        const Result<SentenceVerdict> verdict = sentence.decide();
        if (!verdict.ok()) {
            return verdict.error();
        }
        all_hold = all_hold && verdict.value().holds;
        result.verdicts.push_back(verdict.value());
    }
    if (all_hold) {
        result.text =
            all_certificate_text(engine.spec, learned.claims, learned.numeration, learned.records);
    }
    result.claims = learned.claims;
    return result;
}

}  // namespace

Result<DecidedClaims> decide_all(Engine& engine, const std::vector<Claim>& claims,
                                 const RecordOptions& options) {
    RecordOptions own = options;
    for (int attempt = 1;; ++attempt) {
        Result<LearnedRecords> learned = learn_records(engine, claims, own);
        if (!learned.ok()) {
            return learned.error();
        }
        Compiler compiler(engine, learned.value().records, learned.value().numeration,
                          learned.value().system);
        std::optional<Error> error;
        const std::optional<RecordFailure> failure = checked(compiler, error);
        if (error) {
            return *error;
        }
        if (!failure) {
            return sentences(engine, compiler, learned.value(), own);
        }
        // A definition that is not defined everywhere does not get better by more data.
        const bool may_improve = failure->check == "equation" || failure->check == "functional" ||
                                 failure->check == "total";
        if (!may_improve || attempt == kAttempts || own.first_points >= own.most_points) {
            return declined(
                "", fmt::format("`{}`: {} fails at {}", record_line(engine.spec, failure->record),
                                failure->check, failure->at));
        }
        own.first_points = std::min(own.most_points, own.first_points * kMoreData);
        own.try_others = false;
    }
}

Claim refutation_claim(const Claim& claim, const NamedValues& point) {
    Claim result;
    result.kind = ClaimKind::kNot;
    result.name = claim.name;
    result.fixed = claim.fixed;
    result.point = point;
    return result;
}

Error false_claim(const Spec& spec, const Claim& claim, const SentenceVerdict& verdict) {
    std::string message = fmt::format("{}: {}", spec.where(verdict.place), verdict.reason);
    if (verdict.refuted) {
        message = false_at(verdict.at);
        if (verdict.point) {
            message += fmt::format("; least counterexample: {}",
                                   claim_text(refutation_claim(claim, *verdict.point)));
        }
    }
    return {Outcome::kClaimFalse, fmt::format("claim `{}`", claim_text(claim)), message,
            verdict.refuted ? Cause::kFalse : Cause::kOther};
}

std::string outside_all(Engine& engine, const Claim& claim) {
    const Result<Demand> demand = records_for(engine.spec, {claim}, {});
    return demand.ok() ? std::string() : demand.error().text();
}

}  // namespace mexcert
