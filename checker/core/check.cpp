#include "check.h"

#include "certificate.h"

namespace mexcheck {
namespace {

std::string rule_names(unsigned rules) {
    static const std::pair<Rule, const char*> names[] = {
        {kGolden, "golden"},   {kIncreasing, "increasing"}, {kInduction, "induction"},
        {kMorphic, "morphic"}, {kRadix, "radix"},           {kWitness, "witness"}};
    std::string text;
    for (const auto& [rule, name] : names)
        if ((rules & rule) != 0) text.append(text.empty() ? "" : ",").append(name);
    return text.empty() ? "-" : text;
}

const char* strength(const Claim& claim) {
    switch (claim.kind) {
        case Claim::all:
            return claim.fixed.empty() ? "full" : "instance";
        case Claim::range:
            return "range";
        case Claim::refuted:
            return "refuted";
        default:
            return "least-refuted";
    }
}

Outcome verified(const CertifiedClaim& c, const Judge& judge, const Evaluator& evaluator,
                 unsigned table_rules, std::int64_t table_work) {
    Outcome outcome;
    outcome.claim = c.claim.text;
    outcome.strength = strength(c.claim);
    outcome.stmt = c.digest;
    if (c.claim.kind == Claim::refuted || c.claim.kind == Claim::least_refuted)
        outcome.point = judge.point_text();
    outcome.rules = rule_names(evaluator.rules | table_rules);
    outcome.instances = judge.instances();
    outcome.hyp = judge.read();
    outcome.work = evaluator.work() + table_work;
    return outcome;
}

bool recurses(const Spec& spec, const Item& statement) {
    for (const Item* item : spec.closure(statement))
        if (item->recursive) return true;
    return false;
}

}  // namespace

void Checker::check_all(const std::string& file, std::istream& in, std::int64_t max_work,
                        Report& report) {
    Certificate certificate;
    try {
        read_certificate(spec_, file, in, certificate);
    } catch (...) {
        for (const CertifiedClaim& c : certificate.claims) report.listed.push_back(c.claim.text);
        throw;
    }
    for (const CertifiedClaim& c : certificate.claims) report.listed.push_back(c.claim.text);
    report.cert = certificate.digest;
    Evaluator evaluator(max_work);
    evaluator.tables() = std::move(certificate.tables);
    evaluator.index_tables(spec_.items().size());
    reset_budget();
    evaluator.verify_tables(planner_, file);
    const unsigned table_rules = evaluator.rules;
    const std::int64_t table_work = evaluator.work();
    std::vector<Outcome> outcomes;
    for (CertifiedClaim& c : certificate.claims) {
        c.witnesses.file = file;
        evaluator.start_claim();
        try {
            Judge judge(spec_, planner_, c.claim);
            judge.verify(evaluator, c.witnesses, c.point);
            const bool tables = recurses(spec_, *c.claim.statement);
            outcomes.push_back(
                verified(c, judge, evaluator, tables ? table_rules : 0, tables ? table_work : 0));
        } catch (Failure& failure) {
            // Here the claim stands in a certificate: its errors reject the certificate.
            if (failure.kind == Kind::bad_input) {
                failure.kind = Kind::rejected;
                failure.place = file + ":" + std::to_string(c.line);
            }
            throw;
        }
    }
    for (const Table& table : evaluator.tables())
        if (!table.used)
            fail(Kind::rejected, file + ":" + std::to_string(table.line),
                 "table not used: " + table.def->name);
    report.outcomes = std::move(outcomes);
    report.failure.reset();
}

Report Checker::check(const std::string& file, std::istream& in, std::int64_t max_work) {
    Report report;
    try {
        check_all(file, in, max_work, report);
    } catch (const Failure& failure) {
        report.failure = failure;
    }
    return report;
}

std::optional<Failure> Checker::claim_error(const std::string& text) {
    try {
        const Claim claim = parse_claim(spec_, text);
        const Judge judge(spec_, planner_, claim);
    } catch (const Failure& failure) {
        if (failure.kind == Kind::bad_input) return failure;
    }
    return std::nullopt;
}

}  // namespace mexcheck
