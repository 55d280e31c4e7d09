#include <fmt/format.h>

#include <algorithm>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "language/closure.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kMaxLines = 20;

// Both sides of a comparison or equivalence of numbers or truth values, as they are at present.
std::string sides(Engine& engine, NodeId formula, Evaluator& evaluator) {
    const Node& node = engine.program.node(formula);
    switch (node.op) {
        case Op::kEq:
        case Op::kNe:
        case Op::kLt:
        case Op::kLe:
            return fmt::format(": {} and {}", evaluator.number(node.a), evaluator.number(node.b));
        case Op::kIff:
            return fmt::format(": {} and {}", evaluator.truth(node.a), evaluator.truth(node.b));
        default:
            return "";
    }
}

// What is read at the point: false hypotheses, and leaves with both sides.
Result<std::string> explanation(Engine& engine, const Claim& claim) {
    const Result<int> item = engine.spec.statement(claim.name);
    const Result<StatementForm> form = statement_form(engine, item.value());
    const Result<Binding> binding = bind_claim(engine, form.value(), claim);
    Evaluator evaluator(engine);
    StatementEvaluator statement(engine, form.value(), evaluator);
    if (std::optional<Error> error = statement.bind(binding.value(), Outcome::kInvalid)) {
        return *error;
    }
    std::string text;
    std::size_t lines = 0;
    statement.on_witness_leaf([](const SpineNode&, Evaluator&) { return true; });
    statement.on_read([&](const SpineNode& node, bool holds, Evaluator& own) {
        if (++lines > kMaxLines) {
            return;
        }
        const bool is_leaf = node.kind == SpineKind::kLeaf;
        text += fmt::format("{} {} {} {}{}\n", engine.spec.where(node.text->place),
                            is_leaf ? "leaf" : "hypothesis",
                            expression_tree(engine.spec, *node.text), holds ? "holds" : "fails",
                            node.needs_witness ? "" : sides(engine, node.formula, own));
    });
    const Verdict verdict = statement.run();
    return verdict.error ? Result<std::string>(*verdict.error) : Result<std::string>(text);
}

// The named values in the order of the leading variables.
Result<Claim> point_claim(Engine& engine, const AuditOptions& options) {
    Result<Claim> claim = parse_target(options.target);
    const Result<NamedValues> values = parse_values(options.point);
    if (!claim.ok() || !values.ok()) {
        return claim.ok() ? values.error() : claim.error();
    }
    const Result<int> item = engine.spec.statement(claim.value().name);
    if (!item.ok()) {
        return item.error();
    }
    const Result<StatementForm> form = statement_form(engine, item.value());
    if (!form.ok()) {
        return form.error();
    }
    claim.value().kind = ClaimKind::kNot;
    claim.value().point = values.value();
    std::stable_sort(
        claim.value().point.begin(), claim.value().point.end(), [&](const auto& a, const auto& b) {
            return form.value().leading_named(a.first) < form.value().leading_named(b.first);
        });
    return claim;
}

}  // namespace

Result<AuditReport> audit_point(Engine& engine, const AuditOptions& options) {
    const Result<Claim> claim = point_claim(engine, options);
    if (!claim.ok()) {
        return claim.error();
    }
    ProofOptions limits;
    limits.witness_limits.largest = options.search_limit;
    const Result<ClaimProof> proof = prove_claim(engine, claim_text(claim.value()), limits);
    if (!proof.ok() && proof.error().outcome != Outcome::kClaimFalse) {
        return proof.error();
    }
    const Result<std::string> read = explanation(engine, claim.value());
    if (!read.ok()) {
        return read.error();
    }
    AuditReport report;
    report.counterexample = proof.ok();
    if (!proof.ok()) {
        report.text = "NOT A COUNTEREXAMPLE\n" + read.value();
        return report;
    }
    report.text = fmt::format("COUNTEREXAMPLE\nclaim: {}\n{}", proof.value().claim, read.value());
    const std::string path = options.output.empty() ? claim.value().name + ".cert" : options.output;
    const Result<std::string> text = certificate_text(engine, {proof.value()});
    if (!text.ok()) {
        return text.error();
    }
    if (std::optional<Error> error = write_atomically(path, text.value())) {
        return *error;
    }
    report.text += fmt::format("certificate: {}\n", path);
    return report;
}

}  // namespace mexcert
