#include <fmt/format.h>

#include "audit/first_failure.hpp"
#include "commands/commands.hpp"
#include "commands/findings.hpp"
#include "commands/progress.hpp"

namespace mexcert {
namespace {

using audit::Arithmetic;
using audit::Certified;
using audit::Companion;
using audit::FormulaFinding;
using audit::FormulaQuestion;

constexpr long kMostInstances = 3'000'000;  // of a certificate that goes through all n

Result<FormulaQuestion> read_question(const FormulaAuditOptions& options) {
    FormulaQuestion question;
    const Result<audit::Formula> formula = audit::parse_formula(options.formula);
    const Result<audit::Formula> against = audit::parse_formula(options.against);
    if (!formula.ok() || !against.ok()) {
        return formula.ok() ? against.error() : formula.error();
    }
    question.formula = formula.value();
    question.against = against.value();
    if (options.to.empty() || options.to.find_first_not_of("0123456789") != std::string::npos) {
        return invalid("--to", fmt::format("`{}` is no natural", options.to));
    }
    question.to = mpz_class(options.to, 10);
    if (options.arithmetic == "double") {
        question.arithmetic = Arithmetic::kDouble;
    } else if (options.arithmetic == "float") {
        question.arithmetic = Arithmetic::kFloat;
    } else if (options.arithmetic != "exact") {
        return invalid("--as",
                       fmt::format("`{}` is not double, float or exact", options.arithmetic));
    }
    return question;
}

// That the exact side has its value at n.
Result<Certified> value_proof(Companion companion, const FormulaFinding& finding,
                              const std::string& term) {
    const mpz_class& n = finding.failure->n;
    const mpz_class value(finding.failure->against, 10);
    if (!audit::fits(n) || !audit::fits(value)) {
        return declined("", "numbers beyond 63 bits");
    }
    Claim claim;
    claim.kind = ClaimKind::kRange;
    claim.name = companion.fresh("formula.value");
    companion.add(fmt::format("statement {}(n, value): {} = value", claim.name, term));
    claim.ranges = {{{"n"}, n.get_si(), n.get_si(), n > 0},
                    {{"value"}, value.get_si(), value.get_si(), value > 0}};
    return audit::certify_by_tables(companion, claim_text(claim), nullptr);
}

// That the two exact sides agree, or differ first there.
Result<Certified> comparison_proof(Companion companion, const FormulaQuestion& question,
                                   const FormulaFinding& finding, const std::string& left,
                                   const std::string& right, Monitor* monitor) {
    Claim claim;
    claim.name = companion.fresh("formula");
    companion.add(fmt::format("statement {}: forall n: {} = {}", claim.name, left, right));
    const mpz_class& last = finding.failure ? finding.failure->n : question.to;
    if (!audit::fits(last)) {
        return declined("", "numbers beyond 63 bits");
    }
    if (finding.failure) {
        claim.kind = last <= kMostInstances ? ClaimKind::kLeastNot : ClaimKind::kNot;
        if (claim.kind == ClaimKind::kNot) {
            claim.point.emplace_back("n", last.get_si());
        }
    } else if (last <= kMostInstances) {
        claim.kind = ClaimKind::kRange;
        claim.ranges = {{{"n"}, 0, last.get_si(), false}};
    } else {
        return declined(
            "", fmt::format("a certificate goes through n, at most {} of them", kMostInstances));
    }
    return audit::certify_by_tables(companion, claim_text(claim), monitor);
}

// Does a certificate speak of the exact side alone? Programs' arithmetic and undefined values have
// no term in the language.
bool only_one_side(const FormulaQuestion& question, const FormulaFinding& finding) {
    return finding.failure &&
           (question.arithmetic != Arithmetic::kExact || finding.failure->undefined);
}

Result<Certified> certified(const Spec& spec, const FormulaAuditOptions& options,
                            const FormulaQuestion& question, const FormulaFinding& finding,
                            Monitor* monitor) {
    Result<Companion> companion = Companion::of(spec, options.source);
    if (!companion.ok()) {
        return companion.error();
    }
    const auto term_of = [](const audit::Formula& formula) {
        const std::optional<audit::LinearForm> form = audit::linear_form(formula);
        return form ? audit::mex_term(*form) : std::optional<std::string>();
    };
    const std::optional<std::string> right = term_of(question.against);
    const std::optional<std::string> left = term_of(question.formula);
    const bool both =
        question.arithmetic == Arithmetic::kExact && !only_one_side(question, finding);
    if (!right || (both && !left)) {
        return declined("", fmt::format("the mex language has no term for `{}`",
                                        (right ? question.formula : question.against).text));
    }
    if (both) {
        return comparison_proof(std::move(companion.value()), question, finding, *left, *right,
                                monitor);
    }
    if (!finding.failure) {
        return declined("", "certificates know no floating point");
    }
    return value_proof(std::move(companion.value()), finding, *right);
}

std::string semantics_text(Arithmetic arithmetic) {
    switch (arithmetic) {
        case Arithmetic::kExact:
            return "exact: literals are the decimals they show";
        case Arithmetic::kDouble:
            return "IEEE double: n, each literal and each operation rounded to nearest";
        case Arithmetic::kFloat:
            return "IEEE float: n, each literal and each operation rounded to nearest";
    }
    return "";
}

Findings findings_of(const FormulaQuestion& question, const FormulaFinding& finding) {
    Findings findings;
    findings["verdict"] = finding.failure ? "disagrees" : "agrees";
    if (finding.failure) {
        findings["n"] = finding.failure->n.get_str();
        findings["formula"] = finding.failure->value;
        findings["against"] = finding.failure->against;
    }
    findings["semantics"] = semantics_text(question.arithmetic);
    const mpz_class last = finding.failure ? mpz_class(finding.failure->n - 1) : question.to;
    findings["proved"] =
        finding.failure && last < 0
            ? "0 is the least natural"
            : fmt::format("they agree for n = 0..{}, {}", last.get_str(),
                          finding.by_fractions ? "by continued fractions" : "each evaluated");
    if (finding.beyond) {
        findings["next"] = fmt::format("they differ first at n = {}", finding.beyond->get_str());
    }
    return findings;
}

}  // namespace

Result<Printout> audit_formula(const Spec& spec, const FormulaAuditOptions& options) {
    const Result<FormulaQuestion> question = read_question(options);
    if (!question.ok()) {
        return question.error();
    }
    Progress progress(0, options.progress);
    progress.begin(options.formula);
    const Result<FormulaFinding> finding = audit::first_failure(question.value(), &progress);
    if (!finding.ok()) {
        return finding.error();
    }
    Findings findings = findings_of(question.value(), finding.value());
    const bool wrong = finding.value().failure.has_value();
    if (options.output.empty()) {
        return printed(wrong, findings);
    }
    const Result<Certified> proof =
        certified(spec, options, question.value(), finding.value(), &progress);
    if (proof.ok() && only_one_side(question.value(), finding.value())) {
        findings["certified"] =
            "the exact value there, no more; what the first formula gives "
            "there, and that none fails before, is evidence only";
    }
    return certified_findings(wrong, findings, proof, options.output, options.source.user_file);
}

}  // namespace mexcert
