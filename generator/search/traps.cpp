#include "search/traps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "language/closure.hpp"
#include "language/loader.hpp"
#include "language/source_text.hpp"
#include "search/proof.hpp"

namespace mexcert {
namespace {

using Clock = std::chrono::steady_clock;
using Tokens = std::vector<std::string>;

constexpr std::int64_t kMost = 64;        // the largest range
constexpr std::int64_t kMostBeyond = 16;  // the range of a copy of what needs none
constexpr std::int64_t kWide = 8;         // a range on which few instances are worth a word
constexpr std::size_t kFewInstances = 3;
constexpr int kParts = 6;  // the range may take one part of the time, each copy two

enum class Truth { kHolds, kFails, kUndefined, kUnread, kUnknown };

// The verdict on a range, and the claim that says it.
struct Answer {
    Truth truth = Truth::kUnknown;
    Claim claim;
    std::string message;

    [[nodiscard]] std::string range() const {  // `x<=8,y<=8`, or `all`
        const std::string text = claim_text(claim);
        return text.substr(text.rfind(": ") + 2);
    }
};

class TrapFinder {
  public:
    TrapFinder(Engine& engine, const Claim& target, int item, Clock::duration time)
        : engine_(engine), target_(target), item_(item), time_(time), end_(Clock::now() + time) {}

    std::vector<std::string> run();

  private:
    Answer ask(Engine& engine, std::int64_t most, Clock::time_point deadline);
    Answer ask_changed(int item, const Tokens& tokens);
    void choose_range();
    void few_instances(const StatementForm& form);
    void without(const SpineNode& hypothesis);
    void other_subtraction(int item, const Expr& difference);
    void subtractions(int item, const Expr& expr);
    void warn(const Expr& at, const std::string& message) {
        found_.push_back(fmt::format("{}: {}", engine_.spec.where(at.place), message));
    }

    Engine& engine_;
    const Claim& target_;
    int item_;
    Clock::duration time_;
    Clock::time_point end_;
    std::int64_t most_ = -1;  // the range that is evaluated in time; -1: none is
    Answer base_;             // what is true there
    std::vector<std::string> found_;
};

Truth truth_of(Cause cause) {
    return cause == Cause::kUndefined    ? Truth::kUndefined
           : cause == Cause::kNoInstance ? Truth::kUnread
           : cause == Cause::kFalse      ? Truth::kFails
                                         : Truth::kUnknown;
}

Answer TrapFinder::ask(Engine& engine, std::int64_t most, Clock::time_point deadline) {
    Answer answer;
    const Result<StatementForm> form = statement_form(engine, target_.name);
    if (!form.ok()) {
        return answer;
    }
    answer.claim = claim_up_to(engine, form.value(), target_, most);
    const DeadlineScope in_time(engine, deadline);
    ProofOptions options;
    options.counterexample_time = std::chrono::seconds{0};
    const Result<ClaimProof> proof = prove_claim(engine, claim_text(answer.claim), options);
    if (proof.ok()) {
        answer.truth = Truth::kHolds;
        return answer;
    }
    answer.message = proof.error().message;
    answer.truth = truth_of(proof.error().cause);
    return answer;
}

// The same question of the closure with other tokens for one item; unknown if that is no text.
Answer TrapFinder::ask_changed(int item, const Tokens& tokens) {
    std::string text = "language mex 1\n";
    for (const int index : closure_items(engine_.spec, item_)) {
        text += index == item ? fmt::format("{}\n", fmt::join(tokens, " "))
                              : engine_.spec.item(index).text + "\n";
    }
    const Result<std::unique_ptr<Spec>> spec = load_text(text, "changed copy");
    if (!spec.ok()) {
        return {};
    }
    Engine changed(*spec.value());
    return ask(changed, most_, std::min(end_, Clock::now() + 2 * time_ / kParts));
}

// The largest of the ranges 2, 4, .. that is evaluated in its part of the time.
void TrapFinder::choose_range() {
    const Clock::time_point deadline = Clock::now() + time_ / kParts;
    for (std::int64_t most = 2; most <= kMost; most *= 2) {
        Answer answer = ask(engine_, most, deadline);
        if (answer.truth == Truth::kUnknown) {
            break;
        }
        most_ = most;
        base_ = std::move(answer);
        if (base_.claim.kind == ClaimKind::kAll) {
            most_ = kMostBeyond;  // a copy may need ranges
            break;
        }
    }
}

// Where each leaf is read: its forall variables and the parameters, outermost first.
std::vector<std::vector<int>> slots_of_leaves(const StatementForm& form) {
    std::vector<std::vector<int>> result(static_cast<std::size_t>(form.leaves));
    std::vector<int> slots;
    for (const LeadingVariable& variable : form.leading) {
        if (variable.is_parameter) {
            slots.push_back(variable.slots.front());
        }
    }
    const std::function<void(int)> walk = [&](int index) {
        const SpineNode& node = form.at(index);
        if (node.kind == SpineKind::kLeaf) {
            result[static_cast<std::size_t>(node.leaf)] = slots;
            return;
        }
        const std::size_t before = slots.size();
        slots.insert(slots.end(), node.slots.begin(), node.slots.end());
        walk(node.first);
        slots.resize(before);
        if (node.kind == SpineKind::kAnd) {
            walk(node.second);
        }
    };
    walk(0);
    return result;
}

// What is read of a leaf.
struct Reads {
    std::size_t count = 0;
    bool beyond_one = false;  // some variable is 2 or more at some instance
    std::string points;       // the first ones
};

void TrapFinder::few_instances(const StatementForm& form) {
    const Result<Binding> binding = bind_claim(engine_, form, base_.claim);
    if (!binding.ok() || base_.claim.kind == ClaimKind::kAll || most_ < kWide) {
        return;
    }
    Evaluator evaluator(engine_);
    StatementEvaluator statement(engine_, form, evaluator);
    if (statement.bind(binding.value(), Outcome::kDeclined)) {
        return;
    }
    const std::vector<std::vector<int>> slots = slots_of_leaves(form);
    std::vector<Reads> reads(slots.size());
    statement.read_all_leaves(true);
    statement.on_witness_leaf([](const SpineNode&, Evaluator&) { return true; });
    statement.on_read([&](const SpineNode& node, bool, Evaluator& own) {
        if (node.kind != SpineKind::kLeaf) {
            return;
        }
        Reads& of = reads[static_cast<std::size_t>(node.leaf)];
        NamedValues point;
        for (const int slot : slots[static_cast<std::size_t>(node.leaf)]) {
            point.emplace_back(engine_.program.slot_name(slot), own.slot(slot));
            of.beyond_one = of.beyond_one || own.slot(slot) > 1;
        }
        if (++of.count <= kFewInstances && !point.empty()) {
            of.points += (of.points.empty() ? "" : "; ") + values_text(point);
        }
    });
    const DeadlineScope in_time(engine_, std::min(end_, Clock::now() + 2 * time_ / kParts));
    if (statement.run().error) {
        return;
    }
    for (const SpineNode& node : form.spine) {
        if (node.kind != SpineKind::kLeaf || slots[static_cast<std::size_t>(node.leaf)].empty()) {
            continue;
        }
        const Reads& of = reads[static_cast<std::size_t>(node.leaf)];
        if (of.count > 0 && (of.count <= kFewInstances || !of.beyond_one)) {
            warn(*node.text, fmt::format("`{}` is read at {} instance{} alone on {}: {}{}",
                                         source_text(engine_.spec.item(item_), *node.text),
                                         of.count, of.count == 1 ? "" : "s", base_.range(),
                                         of.points, of.count > kFewInstances ? "; .." : ""));
        }
    }
}

// Does it speak of fixed parameters alone?
bool is_settled(const Expr& expr, const NamedValues& fixed) {
    const bool own = expr.kind == ExprKind::kVariable &&
                     std::none_of(fixed.begin(), fixed.end(), [&](const auto& value) {
                         return value.first == expr.variable.name;
                     });
    return !own && std::all_of(expr.kids.begin(), expr.kids.end(),
                               [&](const Expr* kid) { return is_settled(*kid, fixed); });
}

// Does the statement hold without the hypothesis? Its tokens become `true`; a bound of a binder
// (`forall x < n`) is no such text and stays.
void TrapFinder::without(const SpineNode& hypothesis) {
    Tokens tokens = tokens_of(engine_.spec.item(item_));
    const Expr& text = *hypothesis.text;
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(text.first);
    tokens.insert(tokens.erase(first, tokens.begin() + static_cast<std::ptrdiff_t>(text.last)),
                  "true");
    const Answer answer = ask_changed(item_, tokens);
    if (answer.truth == Truth::kHolds) {
        warn(text, fmt::format("hypothesis `{}`: without it the statement holds, too, on {}",
                               source_text(engine_.spec.item(item_), text), answer.range()));
    }
}

const char* verdict_words(Truth truth) {
    return truth == Truth::kHolds ? "holds" : truth == Truth::kFails ? "is false" : "is undefined";
}

void TrapFinder::other_subtraction(int item, const Expr& difference) {
    const Item& own = engine_.spec.item(item);
    Tokens tokens = tokens_of(own);
    const bool cut_off = difference.kind == ExprKind::kMonus;
    const std::string sign = cut_off ? "-." : "-";
    const auto found = std::find(
        tokens.begin() + static_cast<std::ptrdiff_t>(difference.kids[0]->last), tokens.end(), sign);
    if (found == tokens.end()) {
        return;
    }
    *found = cut_off ? "-" : "-.";
    const Answer answer = ask_changed(item, tokens);
    const bool known = answer.truth == Truth::kHolds || answer.truth == Truth::kFails ||
                       (cut_off && answer.truth == Truth::kUndefined);
    if (known && answer.truth != base_.truth) {
        warn(difference,
             fmt::format("`{}`: with the subtraction {} the statement {} on {}",
                         source_text(own, difference),
                         cut_off ? "of the integers" : "that is cut off at 0 (Lean's of naturals)",
                         verdict_words(answer.truth), answer.range()));
    }
}

void TrapFinder::subtractions(int item, const Expr& expr) {
    if (expr.kind == ExprKind::kMonus || expr.kind == ExprKind::kSub) {
        other_subtraction(item, expr);
    }
    for (const Expr* kid : expr.kids) {
        subtractions(item, *kid);
    }
}

std::vector<std::string> TrapFinder::run() {
    choose_range();
    if (most_ < 0 || base_.truth == Truth::kUndefined) {
        return {};
    }
    const Expr& body = *engine_.spec.item(item_).body;
    if (base_.truth == Truth::kUnread) {
        warn(body, fmt::format("{} on {}", base_.message, base_.range()));
        return found_;
    }
    const Result<StatementForm> form = statement_form(engine_, item_);
    if (!form.ok()) {
        return {};
    }
    few_instances(form.value());
    for (const SpineNode& node : form.value().spine) {
        if (node.kind == SpineKind::kImplies && base_.truth == Truth::kHolds &&
            !is_settled(*node.text, target_.fixed)) {
            without(node);
        }
    }
    for (const int item : closure_items(engine_.spec, item_)) {
        if (const Expr* text = engine_.spec.item(item).body) {
            subtractions(item, *text);
        }
    }
    return found_;
}

}  // namespace

std::vector<std::string> traps_of(Engine& engine, const Claim& target, Clock::duration time) {
    const Result<int> item = engine.spec.statement(target.name);
    return item.ok() ? TrapFinder(engine, target, item.value(), time).run()
                     : std::vector<std::string>{};
}

}  // namespace mexcert
