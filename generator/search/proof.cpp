#include "search/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "language/closure.hpp"
#include "search/counterexample.hpp"

namespace mexcert {
namespace {

using Tuple = std::vector<std::int64_t>;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kMaxPoints = 20'000'000;  // tried for a least counterexample

class ClaimProver {
  public:
    ClaimProver(Engine& engine, Claim claim, const ProofOptions& options)
        : engine_(engine), claim_(std::move(claim)), options_(options) {}

    Result<ClaimProof> run();

  private:
    std::optional<Error> prepare();
    std::optional<Error> range();
    std::optional<Error> point();
    std::optional<Error> least_point();
    std::optional<Error> collect_instances(const Binding& binding);
    Error refuted(const Verdict& verdict);
    [[nodiscard]] Result<Point> least_counterexample(bool keep);
    Tuple instance(NodeId exists, Evaluator& evaluator);
    bool witness_leaf(const SpineNode& leaf, Evaluator& evaluator, bool keep);
    [[nodiscard]] std::vector<int> parameter_slots() const;
    [[nodiscard]] NamedValues named(const std::vector<int>& variables, const Point& point) const;
    [[nodiscard]] Point point_of(const Verdict& verdict, const std::vector<int>& variables) const;
    [[nodiscard]] Claim refutation(const std::vector<int>& variables, const Point& point) const;

    Engine& engine_;
    Claim claim_;
    const ProofOptions& options_;
    StatementForm form_;
    Binding binding_;
    ClaimProof proof_;
    // Witnesses known, by leaf and values of the leaf's free slots.
    std::map<std::pair<int, Tuple>, Tuple> witnesses_;
};

std::vector<int> ClaimProver::parameter_slots() const {
    std::vector<int> slots;
    for (const LeadingVariable& variable : form_.leading) {
        if (variable.is_parameter) {
            slots.push_back(variable.slots.front());
        }
    }
    return slots;
}

Tuple ClaimProver::instance(NodeId exists, Evaluator& evaluator) {
    Tuple values;
    for (const int slot : engine_.program.free_slots(exists)) {
        values.push_back(evaluator.slot(slot));
    }
    return values;
}

// Decides a leaf by its witness, which is searched for if it is not known yet.
bool ClaimProver::witness_leaf(const SpineNode& leaf, Evaluator& evaluator, bool keep) {
    const std::pair<int, Tuple> key = {leaf.leaf, instance(leaf.formula, evaluator)};
    auto known = witnesses_.find(key);
    if (known == witnesses_.end()) {
        const auto found = find_witnesses(engine_, leaf.formula, parameter_slots(), {key.second},
                                          options_.witness_limits);
        if (!found.ok()) {
            evaluator.fail(false, engine_.program.node(leaf.formula).place, found.error().message);
            return false;
        }
        known = witnesses_.emplace(key, found.value().front()).first;
    }
    const Node& exists = engine_.program.node(leaf.formula);
    for (std::size_t i = 0; i < exists.list.size(); ++i) {
        evaluator.slot(exists.list[i]) = known->second[i];
    }
    if (keep) {
        proof_.witnesses.push_back(known->second);
    }
    return evaluator.truth(exists.a);
}

std::optional<Error> ClaimProver::prepare() {
    const Result<int> item = engine_.spec.statement(claim_.name);
    if (!item.ok()) {
        return item.error();
    }
    proof_.claim = claim_text(claim_);
    proof_.digest = closure_digest(engine_.spec, item.value());
    Result<StatementForm> form = statement_form(engine_, item.value());
    if (!form.ok()) {
        return form.error();
    }
    form_ = std::move(form.value());
    Result<Binding> binding = bind_claim(engine_, form_, claim_);
    if (!binding.ok() && binding.error().outcome == Outcome::kInvalid) {
        return binding.error();
    }
    if (std::optional<Error> error = undecidable_part(engine_, form_)) {
        return error;
    }
    if (!binding.ok()) {
        return binding.error();
    }
    binding_ = std::move(binding.value());
    return std::nullopt;
}

NamedValues ClaimProver::named(const std::vector<int>& variables, const Point& point) const {
    NamedValues result;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        result.emplace_back(form_.leading[static_cast<std::size_t>(variables[i])].name, point[i]);
    }
    return result;
}

Claim ClaimProver::refutation(const std::vector<int>& variables, const Point& point) const {
    Claim claim;
    claim.kind = ClaimKind::kNot;
    claim.name = claim_.name;
    claim.fixed = claim_.fixed;
    claim.point = named(variables, point);
    return claim;
}

// The first point at which the statement is false. `keep`: what is read up to there, and the
// witnesses, belong to the proof.
Result<Point> ClaimProver::least_counterexample(bool keep) {
    Claim target = claim_;
    target.kind = ClaimKind::kLeastNot;
    target.ranges.clear();
    const Result<Binding> binding = bind_claim(engine_, form_, target);
    if (!binding.ok()) {
        return binding.error();
    }
    Evaluator evaluator(engine_);
    StatementEvaluator statement(engine_, form_, evaluator);
    if (std::optional<Error> error = statement.bind(binding.value(), Outcome::kDeclined)) {
        return *error;
    }
    if (keep) {
        evaluator.record(&proof_.extents);
    }
    statement.read_all_leaves(true);
    statement.on_witness_leaf(
        [&](const SpineNode& leaf, Evaluator& own) { return witness_leaf(leaf, own, keep); });
    const PointOrder order(form_, point_variables(engine_, form_, claim_.fixed));
    std::optional<Point> found;
    std::optional<Error> error;
    std::uint64_t points = 0;
    order.visit([&](const Point& point) {
        for (std::size_t i = 0; i < point.size(); ++i) {
            statement.set(order.variables()[i], point[i]);
        }
        const Verdict verdict = statement.run();
        error = verdict.error;
        if (++points > kMaxPoints) {
            error = declined("", fmt::format("no counterexample among {} points", kMaxPoints));
        }
        if (!error && verdict.refuted) {
            found = point;
        }
        if (!error && engine_.out_of_time()) {
            error = declined("", "out of time");
        }
        return !error && !found;
    });
    if (found) {
        return *found;
    }
    return error ? *error : declined("", "the statement holds at every point");
}

// The point of a refutation from the values at a false leaf; variables not bound there are 0.
Point ClaimProver::point_of(const Verdict& verdict, const std::vector<int>& variables) const {
    Point point;
    for (const int index : variables) {
        const LeadingVariable& variable = form_.leading[static_cast<std::size_t>(index)];
        const auto bound =
            std::find_if(verdict.assignment.begin(), verdict.assignment.end(),
                         [&](const auto& entry) { return entry.first == variable.name; });
        point.push_back(bound == verdict.assignment.end() ? 0 : bound->second);
    }
    return point;
}

Error ClaimProver::refuted(const Verdict& verdict) {
    const std::vector<int> variables = point_variables(engine_, form_, claim_.fixed);
    if (options_.false_at != nullptr) {
        *options_.false_at = named(variables, point_of(verdict, variables));
    }
    std::string message = "false" + at_text(verdict.assignment);
    const DeadlineScope in_time(engine_, Clock::now() + options_.counterexample_time);
    const Result<Point> least = least_counterexample(false);
    if (least.ok()) {
        const Claim claim = refutation(variables, least.value());
        message += fmt::format("; least counterexample: {}", claim_text(claim));
    }
    return {Outcome::kClaimFalse, fmt::format("claim `{}`", proof_.claim), message, Cause::kFalse};
}

// Reads the statement once, to search for all witnesses together.
std::optional<Error> ClaimProver::collect_instances(const Binding& binding) {
    Evaluator evaluator(engine_);
    StatementEvaluator statement(engine_, form_, evaluator);
    if (std::optional<Error> error = statement.bind(binding, Outcome::kInvalid)) {
        return error;
    }
    std::map<int, std::pair<NodeId, std::vector<Tuple>>> asked;
    std::set<std::pair<int, Tuple>> seen;
    statement.on_witness_leaf([&](const SpineNode& leaf, Evaluator& own) {
        Tuple values = instance(leaf.formula, own);
        if (seen.emplace(leaf.leaf, values).second) {
            asked[leaf.leaf].first = leaf.formula;
            asked[leaf.leaf].second.push_back(std::move(values));
        }
        return true;
    });
    const Verdict verdict = statement.run();
    if (!verdict.holds()) {
        return std::nullopt;  // reported by the recorded evaluation
    }
    for (const auto& [leaf, question] : asked) {
        auto found = find_witnesses(engine_, question.first, parameter_slots(), question.second,
                                    options_.witness_limits);
        if (!found.ok()) {
            return found.error();
        }
        for (std::size_t i = 0; i < question.second.size(); ++i) {
            witnesses_[{leaf, question.second[i]}] = std::move(found.value()[i]);
        }
    }
    return std::nullopt;
}

std::optional<Error> ClaimProver::range() {
    const Outcome unbounded =
        claim_.kind == ClaimKind::kAll ? Outcome::kDeclined : Outcome::kInvalid;
    Evaluator evaluator(engine_);
    StatementEvaluator statement(engine_, form_, evaluator);
    if (std::optional<Error> error = statement.bind(binding_, unbounded)) {
        return error;
    }
    if (form_.has_witnesses()) {
        if (std::optional<Error> error = collect_instances(binding_)) {
            return error;
        }
    }
    evaluator.record(&proof_.extents);
    statement.read_directly(options_.directly);
    statement.on_witness_leaf(
        [this](const SpineNode& leaf, Evaluator& own) { return witness_leaf(leaf, own, true); });
    const Verdict verdict = statement.run();
    if (verdict.error) {
        return verdict.error;
    }
    if (verdict.refuted) {
        return refuted(verdict);
    }
    if (verdict.unread_leaf() >= 0) {
        return Error{Outcome::kClaimFalse, fmt::format("claim `{}`", proof_.claim),
                     "no instance satisfies the hypotheses", Cause::kNoInstance};
    }
    return std::nullopt;
}

std::optional<Error> ClaimProver::point() {
    Evaluator evaluator(engine_);
    StatementEvaluator statement(engine_, form_, evaluator);
    if (std::optional<Error> error = statement.bind(binding_, Outcome::kInvalid)) {
        return error;
    }
    evaluator.record(&proof_.extents);
    statement.read_all_leaves(true);
    statement.on_witness_leaf(
        [this](const SpineNode& leaf, Evaluator& own) { return witness_leaf(leaf, own, true); });
    const Verdict verdict = statement.run();
    if (verdict.error) {
        return verdict.error;
    }
    if (!verdict.refuted) {
        return Error{Outcome::kClaimFalse, fmt::format("claim `{}`", proof_.claim),
                     "the statement holds at this point"};
    }
    return std::nullopt;
}

std::optional<Error> ClaimProver::least_point() {
    const Result<Point> least = least_counterexample(true);
    if (!least.ok()) {
        return least.error();
    }
    proof_.has_point = true;
    proof_.point = named(point_variables(engine_, form_, claim_.fixed), least.value());
    return std::nullopt;
}

Result<ClaimProof> ClaimProver::run() {
    std::optional<Error> error = prepare();
    if (!error) {
        switch (claim_.kind) {
            case ClaimKind::kAll:
            case ClaimKind::kRange:
                error = range();
                break;
            case ClaimKind::kNot:
                error = point();
                break;
            case ClaimKind::kLeastNot:
                error = least_point();
                break;
        }
    }
    if (error) {
        if (error->place.empty()) {
            error->place = fmt::format("claim `{}`", proof_.claim);
        }
        return *error;
    }
    return proof_;
}

}  // namespace

Result<ClaimProof> prove_claim(Engine& engine, const std::string& claim,
                               const ProofOptions& options) {
    Result<Claim> parsed = parse_claim(claim);
    if (!parsed.ok()) {
        return parsed.error();
    }
    return ClaimProver(engine, std::move(parsed.value()), options).run();
}

}  // namespace mexcert
