#include "check.h"

#include "automata/prover.h"
#include "certificate.h"
#include "judge.h"

namespace mexcheck {
namespace {

std::string listed(const std::set<std::string>& rules) {
    std::string text;
    for (const std::string& rule : rules) text += (text.empty() ? "" : ",") + rule;
    return text.empty() ? "-" : text;
}

std::string strength(const Claim& claim) {
    if (claim.kind == Claim::all) return claim.fixed.empty() ? "full" : "instance";
    if (claim.kind == Claim::range) return "range";
    return claim.kind == Claim::refuted ? "refuted" : "least-refuted";
}

}  // namespace

// The claims of a certificate over a numeration. Its records are shared, and so are the rules.
std::vector<Outcome> Checker::check_automata(const std::string& file, Certificate& certificate,
                                             Int max_work) {
    automata::Prover prover(planner_, spec_.items().size(), certificate.automata, file, max_work);
    std::vector<Outcome> outcomes;
    for (const CertifiedClaim& c : certificate.claims) {
        prover.verify(c, static_cast<Int>(outcomes.size()) + 1);
        outcomes.push_back({c.claim.text, strength(c.claim), c.digest, "", "", 0, 0, 0, true});
    }
    prover.check_all_used();
    for (Outcome& outcome : outcomes) {
        outcome.rules = listed(prover.rules());
        outcome.work = prover.work();
    }
    return outcomes;
}

std::vector<Outcome> Checker::check_all(const std::string& file, Certificate& certificate,
                                        Int max_work) {
    if (certificate.automata.numeration) return check_automata(file, certificate, max_work);
    Evaluator evaluator(std::move(certificate.tables), spec_.items().size(), max_work);
    evaluator.kernel_cells = kernel_cells;
    reset_budget();
    evaluator.verify_tables(planner_, file);
    const unsigned table_rules = evaluator.rules;
    const Int table_work = evaluator.work();
    std::vector<Outcome> outcomes;
    for (const CertifiedClaim& c : certificate.claims) {
        evaluator.start_claim();
        try {
            Judge judge(planner_, c.claim);
            judge.verify(evaluator, c);
            const auto closure = spec_.closure(*c.claim.statement);
            const bool tables =
                std::any_of(closure.begin(), closure.end(), [](auto* x) { return x->recursive; });
            outcomes.push_back({c.claim.text, strength(c.claim), c.digest, judge.point_text(),
                                listed(rule_names(evaluator.rules | (tables ? table_rules : 0))),
                                judge.instances(), judge.read(),
                                evaluator.work() + (tables ? table_work : 0)});
        } catch (const Failure& failure) {
            // Here the claim stands in a certificate: its errors reject the certificate.
            if (failure.kind != Kind::bad_input) throw;
            fail(Kind::rejected, cat(file, ":", c.line), failure.reason);
        }
    }
    for (const Table& table : evaluator.tables())
        if (!table.used)
            fail(Kind::rejected, file + ":" + std::to_string(table.line),
                 "table not used: " + table.def->name);
    return outcomes;
}

Report Checker::check(const std::string& file, std::string_view bytes, Int max_work,
                      const std::string& asked) {
    Report report;
    Certificate certificate;
    try {
        CertificateReader(spec_, file, bytes, max_work, certificate).run();
        if (!asked.empty() && std::none_of(certificate.claims.begin(), certificate.claims.end(),
                                           [&](const auto& c) { return c.claim.text == asked; }))
            fail(Kind::rejected, file, "the certificate does not list this claim");
        report.outcomes = check_all(file, certificate, max_work);
        report.cert = certificate.digest;
        report.failure.reset();
    } catch (const Failure& failure) {
        report.failure = failure;
    }
    for (const CertifiedClaim& c : certificate.claims) report.listed.push_back(c.claim.text);
    return report;
}

std::optional<Failure> Checker::claim_error(const std::string& text) {
    try {
        const Claim claim = parse_claim(spec_, text);
        const Judge judge(planner_, claim);
    } catch (const Failure& failure) {
        if (failure.kind == Kind::bad_input) return failure;
    }
    return std::nullopt;
}

}  // namespace mexcheck
