#include <fmt/format.h>

#include <algorithm>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "language/source_text.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kMaxLines = 20;

// Says why a formula has its truth value: the parts that decide, with the values of both sides.
class Explainer {
  public:
    Explainer(Engine& engine, const Item& item, Evaluator& evaluator)
        : engine_(engine), item_(item), evaluator_(evaluator) {}

    // `text` and `formula`: the same formula as it is written and as it is evaluated.
    std::string lines(const Expr& text, NodeId formula, std::string_view what) {
        const bool holds = evaluator_.truth(formula);
        return fmt::format("{} {}`{}` {}{}\n", engine_.spec.where(text.place), what,
                           source_text(item_, text), holds ? "holds" : "fails", sides(formula)) +
               parts(text, formula, holds);
    }

  private:
    // The values of both sides, or those of the variables that decide a quantifier.
    std::string sides(NodeId formula) {
        const Node& node = engine_.program.node(formula);
        switch (node.op) {
            case Op::kEq:
            case Op::kNe:
            case Op::kLt:
            case Op::kLe:
                return fmt::format(": {} and {}", evaluator_.number(node.a),
                                   evaluator_.number(node.b));
            case Op::kIff:
                return fmt::format(": {} and {}", evaluator_.truth(node.a),
                                   evaluator_.truth(node.b));
            case Op::kForall:
            case Op::kExists:
                return solution(node, engine_.planner.plan(formula));
            default:
                return "";
        }
    }

    std::string solution(const Node& node, const Plan& plan) {
        NamedValues values;
        if (plan.first != kNoPlan) {
            evaluator_.run(plan.first, [&] {
                for (const int slot : node.list) {
                    values.emplace_back(engine_.program.slot_name(slot), evaluator_.slot(slot));
                }
                return false;
            });
        }
        return values.empty() ? "" : " at " + values_text(values);
    }

    // The parts of a connective that decide its value.
    std::string parts(const Expr& text, NodeId formula, bool holds) {
        const Node& node = engine_.program.node(formula);
        const bool alike = (node.op == Op::kAnd && text.kind == ExprKind::kAnd) ||
                           (node.op == Op::kOr && text.kind == ExprKind::kOr) ||
                           (node.op == Op::kImplies && text.kind == ExprKind::kImplies) ||
                           (node.op == Op::kIff && text.kind == ExprKind::kIff);
        if (!alike || (holds && node.op != Op::kIff)) {
            return "";
        }
        const bool left =
            node.op != Op::kImplies && (node.op != Op::kAnd || !evaluator_.truth(node.a));
        const bool right = node.op != Op::kAnd || !left;
        return (left ? lines(*text.kids[0], node.a, "  ") : "") +
               (right ? lines(*text.kids[1], node.b, "  ") : "");
    }

    Engine& engine_;
    const Item& item_;
    Evaluator& evaluator_;
};

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
    statement.on_read([&](const SpineNode& node, bool, Evaluator& own) {
        if (++lines > kMaxLines) {
            return;
        }
        const std::string what = node.kind == SpineKind::kLeaf ? "leaf " : "hypothesis ";
        const Item& own_item = engine.spec.item(item.value());
        text +=
            node.needs_witness
                ? fmt::format("{} {}`{}` needs a witness\n", engine.spec.where(node.text->place),
                              what, source_text(own_item, *node.text))
                : Explainer(engine, own_item, own).lines(*node.text, node.formula, what);
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

Result<std::string> explain_refutation(Engine& engine, const Claim& claim,
                                       const std::string& point) {
    Claim own;
    own.kind = ClaimKind::kNot;
    own.name = claim.name;
    own.fixed = claim.fixed;
    const Result<NamedValues> values =
        point == "-" ? Result<NamedValues>(NamedValues{}) : parse_values(point);
    if (!values.ok()) {
        return values.error();
    }
    own.point = values.value();
    return explanation(engine, own);
}

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
