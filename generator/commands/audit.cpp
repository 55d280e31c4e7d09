#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "audit/companion.hpp"
#include "audit/instance.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "commands/findings.hpp"
#include "commands/progress.hpp"
#include "language/source_text.hpp"
#include "search/traps.hpp"

namespace mexcert {
namespace {

constexpr std::chrono::milliseconds kTrapTime{500};  // for warnings

constexpr std::size_t kMaxLines = 20;

using audit::BigValues;
using audit::Certified;
using audit::Companion;
using audit::InstanceText;
using Lines = std::vector<std::string>;

// Says why a formula has its truth value: the parts that decide, with the values of both sides.
class Explainer {
  public:
    Explainer(Engine& engine, const Item& item, Evaluator& evaluator)
        : engine_(engine), item_(item), evaluator_(evaluator) {}

    // `text` and `formula`: the same formula as it is written and as it is evaluated.
    void explain(const Expr& text, NodeId formula, std::string_view what, Lines& lines) {
        const bool holds = evaluator_.truth(formula);
        lines.push_back(fmt::format("{} {}`{}` {}{}", engine_.spec.where(text.place), what,
                                    source_text(item_, text), holds ? "holds" : "fails",
                                    sides(formula)));
        parts(text, formula, holds, lines);
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
        return at_text(values);
    }

    // The parts of a connective that decide its value.
    void parts(const Expr& text, NodeId formula, bool holds, Lines& lines) {
        const Node& node = engine_.program.node(formula);
        const bool alike = (node.op == Op::kAnd && text.kind == ExprKind::kAnd) ||
                           (node.op == Op::kOr && text.kind == ExprKind::kOr) ||
                           (node.op == Op::kImplies && text.kind == ExprKind::kImplies) ||
                           (node.op == Op::kIff && text.kind == ExprKind::kIff);
        if (!alike || (holds && node.op != Op::kIff)) {
            return;
        }
        const bool left =
            node.op != Op::kImplies && (node.op != Op::kAnd || !evaluator_.truth(node.a));
        const bool right = node.op != Op::kAnd || !left;
        if (left) {
            explain(*text.kids[0], node.a, "  ", lines);
        }
        if (right) {
            explain(*text.kids[1], node.b, "  ", lines);
        }
    }

    Engine& engine_;
    const Item& item_;
    Evaluator& evaluator_;
};

// The statement, the point, and what the two were read from.
struct PointQuestion {
    Claim target;  // name and fixed parameters
    StatementForm form;
    BigValues point;  // in the order of the leading variables

    [[nodiscard]] bool fits() const {
        return std::all_of(point.begin(), point.end(),
                           [](const auto& value) { return audit::fits(value.second); });
    }
    // Values beyond 63 bits as the greatest that fits: enough to see whether they may stand there.
    [[nodiscard]] Claim refutation() const {
        Claim claim = target;
        claim.kind = ClaimKind::kNot;
        for (const auto& [name, value] : point) {
            claim.point.emplace_back(name, audit::fits(value)
                                               ? value.get_si()
                                               : std::numeric_limits<std::int64_t>::max());
        }
        return claim;
    }
    // The claim that the statement holds there.
    [[nodiscard]] Claim holding() const {
        Claim claim = target;
        claim.kind = point.empty() ? ClaimKind::kAll : ClaimKind::kRange;
        for (const auto& [name, value] : point) {
            const std::int64_t at = value.get_si();
            claim.ranges.push_back({{name}, at, at, at > 0});
        }
        return claim;
    }
};

Result<PointQuestion> question_of(Engine& engine, const Claim& target, StatementForm form,
                                  BigValues values) {
    PointQuestion question{target, std::move(form), std::move(values)};
    std::stable_sort(
        question.point.begin(), question.point.end(), [&](const auto& a, const auto& b) {
            return question.form.leading_named(a.first) < question.form.leading_named(b.first);
        });
    const Result<Binding> binding = bind_claim(engine, question.form, question.refutation());
    if (!binding.ok()) {
        return binding.error();
    }
    return question;
}

// What `--at` has to say, if it does not say it.
std::optional<Error> missing_values(Engine& engine, const Claim& target, const StatementForm& form,
                                    const BigValues& values) {
    std::string example;
    bool missing = false;
    for (const int leading : unbounded_variables(engine, form, target.fixed)) {
        const LeadingVariable& variable = form.leading[static_cast<std::size_t>(leading)];
        const auto given = std::find_if(values.begin(), values.end(), [&](const auto& value) {
            return value.first == variable.name;
        });
        missing = missing || given == values.end();
        example += fmt::format("{}{}={}", example.empty() ? "" : ",", variable.name,
                               given == values.end() ? "1" : given->second.get_str());
    }
    return missing ? std::optional(invalid(
                         "--at", fmt::format("the point must name each of the variables, as in "
                                             "--at {}",
                                             example)))
                   : std::nullopt;
}

Result<PointQuestion> read_question(Engine& engine, const AuditOptions& options) {
    const Result<Claim> target = parse_target(options.target);
    const Result<BigValues> values = audit::parse_point(options.point);
    if (!target.ok() || !values.ok()) {
        return target.ok() ? values.error() : target.error();
    }
    const Result<StatementForm> form = statement_form(engine, target.value().name);
    if (!form.ok()) {
        return form.error();
    }
    if (std::optional<Error> error =
            missing_values(engine, target.value(), form.value(), values.value())) {
        return *error;
    }
    return question_of(engine, target.value(), form.value(), values.value());
}

// The values of the variables that the point does not name.
NamedValues inner_values(const PointQuestion& question, NamedValues assignment) {
    std::erase_if(assignment, [&](const auto& own) {
        return std::any_of(question.point.begin(), question.point.end(),
                           [&](const auto& given) { return given.first == own.first; });
    });
    return assignment;
}

// What is read at the point: false hypotheses, and leaves with both sides; which leaves those are.
struct Explanation {
    Lines lines;
    std::vector<bool> read;
};

Result<Explanation> explanation(Engine& engine, const PointQuestion& question) {
    const Result<Binding> binding = bind_claim(engine, question.form, question.refutation());
    if (!binding.ok()) {
        return binding.error();
    }
    Evaluator evaluator(engine);
    StatementEvaluator statement(engine, question.form, evaluator);
    if (std::optional<Error> error = statement.bind(binding.value(), Outcome::kInvalid)) {
        return *error;
    }
    Explanation result;
    const Item& item = engine.spec.item(question.form.item);
    statement.on_witness_leaf([](const SpineNode&, Evaluator&) { return true; });
    std::size_t seen = 0;
    statement.on_read([&](const SpineNode& node, bool, Evaluator& own) {
        if (++seen > kMaxLines) {
            return;
        }
        const std::size_t first = result.lines.size();
        const std::string what = node.kind == SpineKind::kLeaf ? "leaf " : "hypothesis ";
        if (node.needs_witness) {
            result.lines.push_back(fmt::format("{} {}`{}` needs a witness",
                                               engine.spec.where(node.text->place), what,
                                               source_text(item, *node.text)));
        } else {
            Explainer(engine, item, own).explain(*node.text, node.formula, what, result.lines);
        }
        const NamedValues values = inner_values(question, statement.assignment());
        if (!values.empty()) {
            result.lines[first] += ", where " + values_text(values);
        }
    });
    const Verdict verdict = statement.run();
    if (verdict.error) {
        return *verdict.error;
    }
    result.read = verdict.read;
    return result;
}

// The items that put values of any size into the statement.
struct Instance {
    Companion companion;
    InstanceText text;
    audit::Question question;  // its formula: the whole statement
};

Result<Instance> instance_of(Engine& engine, const PointQuestion& question,
                             const audit::SpecSource& source, const std::vector<bool>& read) {
    Result<Companion> companion = Companion::of(engine.spec, source);
    if (!companion.ok()) {
        return companion.error();
    }
    audit::Question asked;
    asked.name = companion.value().fresh(question.target.name + ".at");
    asked.fixed = question.target.fixed;
    audit::Conditions conditions;
    BigValues values = question.point;
    for (const auto& [name, value] : question.target.fixed) {
        values.emplace_back(name, mpz_class(std::to_string(value), 10));
    }
    for (const auto& [name, value] : values) {
        conditions[name] = companion.value().value_is(question.target.name, name, value);
    }
    for (const auto& [name, value] : question.point) {
        if (question.form.leading[static_cast<std::size_t>(question.form.leading_named(name))]
                .is_parameter) {
            if (!audit::fits(value)) {
                return declined("", fmt::format("the parameter {} is beyond 63 bits", name));
            }
            asked.fixed.emplace_back(name, value.get_si());
        }
    }
    for (const Parameter& parameter : engine.spec.item(question.form.item).parameters) {
        const auto& domain = parameter.domain;
        asked.parameters.push_back(domain ? fmt::format("{} in {}..{}", parameter.variable.name,
                                                        domain->first, domain->second)
                                          : parameter.variable.name);
    }
    std::stable_sort(asked.fixed.begin(), asked.fixed.end(), [&](const auto& a, const auto& b) {
        return question.form.leading_named(a.first) < question.form.leading_named(b.first);
    });
    InstanceText text(engine, question.form, std::move(conditions));
    asked.formula = text.formula(read);
    return Instance{std::move(companion.value()), std::move(text), std::move(asked)};
}

// That the statement holds at the point, certified by tables of the statements themselves, or else
// by an instance in which what is not read is left out.
Result<Certified> holding_proof(Engine& engine, const PointQuestion& question,
                                const AuditOptions& options, const std::vector<bool>& read) {
    ProofOptions limits;
    limits.witness_limits.largest = options.search_limit;
    const bool all_read = std::find(read.begin(), read.end(), false) == read.end();
    if (all_read) {
        const Result<ClaimProof> proof =
            prove_claim(engine, claim_text(question.holding()), limits);
        if (!proof.ok()) {
            return proof.error();
        }
        const Result<std::string> text = certificate_text(engine, {proof.value()});
        return text.ok() ? Result<Certified>(Certified{proof.value().claim, "", text.value()})
                         : text.error();
    }
    const Result<Instance> instance = instance_of(engine, question, options.source, read);
    if (!instance.ok()) {
        return instance.error();
    }
    const Result<audit::Answer> answer =
        audit::settle(instance.value().companion, instance.value().question, engine.monitor);
    if (!answer.ok()) {
        return answer.error();
    }
    if (!answer.value().holds) {
        return declined("", "the instance does not say that the statement holds");
    }
    return answer.value().proof;
}

Result<Printout> finished(bool wrong, const Result<Certified>& certified,
                          const AuditOptions& options, const std::string& name,
                          const Findings& findings) {
    const std::string path = options.output.empty() ? name + ".cert" : options.output;
    return certified_findings(wrong, findings, certified, path, options.source.user_file);
}

// By tables; nothing if they do not suffice (the reason in `why_not`).
std::optional<Result<Printout>> by_tables(Engine& engine, const PointQuestion& question,
                                          const AuditOptions& options, Error& why_not) {
    const DeadlineScope in_time(engine, options.source.limit.for_tables());
    ProofOptions limits;
    limits.witness_limits.largest = options.search_limit;
    const Result<ClaimProof> proof = prove_claim(engine, claim_text(question.refutation()), limits);
    if (!proof.ok() && proof.error().outcome == Outcome::kDeclined) {
        why_not = proof.error();
        return std::nullopt;
    }
    if (!proof.ok() && proof.error().outcome != Outcome::kClaimFalse) {
        return proof.error();
    }
    const Result<Explanation> read = explanation(engine, question);
    if (!read.ok()) {
        return read.error();
    }
    Findings findings;
    findings["verdict"] = proof.ok() ? "counterexample" : "not a counterexample";
    findings["because"] = read.value().lines;
    Result<Certified> certified = declined("", "");
    if (proof.ok()) {
        const Result<std::string> text = certificate_text(engine, {proof.value()});
        certified = text.ok() ? Result<Certified>(Certified{proof.value().claim, "", text.value()})
                              : text.error();
    } else {
        certified = holding_proof(engine, question, options, read.value().read);
    }
    return finished(proof.ok(), certified, options, question.target.name, findings);
}

// What an automaton is asked about: a part of the statement, and the parts of that.
struct AskedPart {
    const InstanceText::Part* part = nullptr;
    const Expr* text = nullptr;
    bool inner = false;
    Claim claim;
};

void ask(Instance& instance, const InstanceText::Part& part, const Expr& text, bool inner,
         std::vector<AskedPart>& asked) {
    if (asked.size() >= kMaxLines) {
        return;
    }
    audit::Question question = instance.question;
    question.name = instance.companion.fresh(instance.question.name + ".part");
    question.formula = instance.text.at_point(part, text);
    instance.companion.add(audit::statement_text(question, true));
    asked.push_back({&part, &text, inner, audit::all_claim(question, true)});
    const bool connective = text.kind == ExprKind::kAnd || text.kind == ExprKind::kOr ||
                            text.kind == ExprKind::kImplies || text.kind == ExprKind::kIff;
    if (connective) {
        ask(instance, part, *text.kids[0], true, asked);
        ask(instance, part, *text.kids[1], true, asked);
    }
}

// The truth of hypotheses and leaves at the point, by automata; empty where they do not tell.
Lines lines_by_automata(Engine& engine, Instance instance) {
    const std::vector<InstanceText::Part> parts = instance.text.parts();
    std::vector<AskedPart> asked;
    for (const InstanceText::Part& part : parts) {
        ask(instance, part, *part.node->text, false, asked);
    }
    std::vector<Claim> claims;
    for (const AskedPart& part : asked) {
        claims.push_back(part.claim);
    }
    const Result<std::vector<bool>> truth =
        audit::truths(instance.companion, claims, engine.monitor);
    Lines lines;
    if (!truth.ok() || truth.value().size() != asked.size()) {
        return lines;
    }
    const Item& item = engine.spec.item(instance.text.item());
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const bool leaf = asked[i].part->node->kind == SpineKind::kLeaf;
        lines.push_back(fmt::format("{} {}`{}` {}", engine.spec.where(asked[i].text->place),
                                    asked[i].inner ? "  "
                                    : leaf         ? "leaf "
                                                   : "hypothesis ",
                                    source_text(item, *asked[i].text),
                                    truth.value()[i] ? "holds" : "fails"));
        if (!leaf && !asked[i].inner && !truth.value()[i]) {
            break;  // what stands behind a false hypothesis is not read
        }
    }
    return lines;
}

Result<Printout> by_automata(Engine& engine, const PointQuestion& question,
                             const AuditOptions& options, const Error& why_not_tables) {
    const Result<Instance> instance = instance_of(engine, question, options.source, {});
    if (!instance.ok()) {
        return instance.error();
    }
    const Result<audit::Answer> answer =
        audit::settle(instance.value().companion, instance.value().question, engine.monitor);
    if (!answer.ok()) {
        const auto there = [](std::size_t) { return "at the point"; };
        const std::string reason =
            instance.value().companion.relocated(answer.error(), there).text();
        const bool beyond = why_not_tables.message.empty();
        return declined(
            beyond ? "" : why_not_tables.place,
            beyond ? reason
                   : fmt::format("{}; at the point alone: {}", why_not_tables.message, reason));
    }
    const bool wrong = !answer.value().holds;
    Findings findings;
    findings["verdict"] = wrong ? "counterexample" : "not a counterexample";
    findings["because"] = lines_by_automata(engine, instance.value());
    return finished(wrong, answer.value().proof, options, question.target.name, findings);
}

}  // namespace

Result<std::string> explain_refutation(Engine& engine, const Claim& claim,
                                       const std::string& point) {
    Claim target;
    target.name = claim.name;
    target.fixed = claim.fixed;
    const Result<BigValues> values = audit::parse_point(point == "-" ? "" : point);
    if (!values.ok()) {
        return values.error();
    }
    const Result<StatementForm> form = statement_form(engine, target.name);
    if (!form.ok()) {
        return form.error();
    }
    const Result<PointQuestion> question =
        question_of(engine, target, form.value(), values.value());
    if (!question.ok()) {
        return question.error();
    }
    const Result<Explanation> read = explanation(engine, question.value());
    if (!read.ok()) {
        return read.error();
    }
    std::string text;
    for (const std::string& line : read.value().lines) {
        text += line + "\n";
    }
    return text;
}

Result<Printout> audit_point(Engine& engine, const AuditOptions& options) {
    const Result<PointQuestion> question = read_question(engine, options);
    if (!question.ok()) {
        return question.error();
    }
    Progress progress(0, options.progress);
    progress.limit(options.source.limit.seconds());
    const Monitored<Engine> monitored(engine, progress);
    progress.begin(options.target);
    Error why_not;
    std::optional<Result<Printout>> report;
    if (question.value().fits()) {
        report = by_tables(engine, question.value(), options, why_not);
    }
    if (!report) {
        report = by_automata(engine, question.value(), options, why_not);
    }
    if (report->ok()) {
        report->value().warnings = traps_of(engine, question.value().target, kTrapTime);
    }
    return *report;
}

}  // namespace mexcert
