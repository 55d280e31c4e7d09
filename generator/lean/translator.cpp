#include "lean/translator.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lean/bounds.hpp"

namespace mexcert::lean {
namespace {

// The parts of nested connectives of one kind, without those that are `true`.
TermPtr joined(Kind kind, const std::vector<TermPtr>& parts) {
    std::vector<TermPtr> kids;
    for (const TermPtr& part : parts) {
        if (part->kind == kind) {
            kids.insert(kids.end(), part->kids.begin(), part->kids.end());
        } else if (kind != Kind::kAnd || part->kind != Kind::kTruth || part->number == 0) {
            kids.push_back(part);
        }
    }
    if (kids.empty()) {
        return truth(kind == Kind::kAnd);
    }
    return kids.size() == 1 ? kids.front() : operation(kind, std::move(kids));
}

TermPtr sum_or(const TermPtr& a, const TermPtr& b) {
    return a == nullptr ? b : b == nullptr ? a : sum(a, b);
}

TermPtr times(const TermPtr& a, const TermPtr& b) {
    return a == nullptr || b == nullptr ? nullptr : operation(Kind::kMul, {a, b});
}

Integer difference(const Integer& a, const Integer& b) {
    return {sum_or(a.plus, b.minus), sum_or(a.minus, b.plus)};
}

void add_summands(const TermPtr& term, std::vector<TermPtr>& summands) {
    if (term == nullptr || (term->kind == Kind::kNumber && term->number == 0)) {
        return;
    }
    if (term->kind == Kind::kAdd) {
        add_summands(term->kids[0], summands);
        add_summands(term->kids[1], summands);
    } else {
        summands.push_back(term);
    }
}

}  // namespace

std::vector<TermPtr> summands_of(const TermPtr& term) {
    std::vector<TermPtr> result;
    add_summands(term, result);
    return result;
}

void cancel_summands(std::vector<TermPtr>& a, std::vector<TermPtr>& b) {
    for (std::size_t i = 0; i < a.size();) {
        const std::string own = flat_text(*a[i]);
        const auto same = std::find_if(
            b.begin(), b.end(), [&](const TermPtr& term) { return flat_text(*term) == own; });
        if (same == b.end()) {
            ++i;
            continue;
        }
        b.erase(same);
        a.erase(a.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

TermPtr total(const std::vector<TermPtr>& summands) {
    TermPtr result = number(0);
    for (const TermPtr& summand : summands) {
        result = sum(result, summand);
    }
    return result;
}

TermPtr implication(const TermPtr& hypothesis, const TermPtr& conclusion) {
    const bool holds = hypothesis->kind == Kind::kTruth && hypothesis->number != 0;
    return holds ? conclusion : call("imp", {hypothesis, conclusion});
}

TermPtr conjunction(const std::vector<TermPtr>& parts) { return joined(Kind::kAnd, parts); }

TermPtr compare(const std::string& name, const Integer& a, const Integer& b) {
    return call(name, {sum_or(a.plus, b.minus), sum_or(b.plus, a.minus)});
}

// In a bound the difference may be negative where a hypothesis fails that is read later: then
// nothing is a solution, and any bound is right.
TermPtr Translator::as_natural(const Integer& value) const {
    if (value.minus == nullptr) {
        return value.plus;
    }
    return expand_ ? call("monus", {value.plus, value.minus})
                   : operation(Kind::kSub, {value.plus, value.minus});
}

void Translator::unsupported(const Place& place, const std::string& what) {
    if (!error_) {
        error_ = declined(engine_.spec.where(place), what + " not supported by export --lean");
    }
}

int Translator::item_named(const std::string& name) const {
    const int item = names_.item_named(name);
    return item >= 0 && engine_.spec.item(item).recursive ? item : -1;
}

Translator::State Translator::state() const { return {called_, narrowed_, implied_, error_}; }

void Translator::restore(State state) {
    called_ = std::move(state.called);
    narrowed_ = std::move(state.narrowed);
    implied_ = std::move(state.implied);
    error_ = std::move(state.error);
}

std::vector<Translator::Loop> Translator::plan_loops(const std::vector<Variable>& variables,
                                                     const Expr& condition, bool negated,
                                                     Environment& inner) {
    std::vector<Variable> open = variables;
    for (const Variable& own : open) {
        inner[own.id] = variable(open_name(own));
    }
    std::vector<Loop> planned;
    const auto close = [&](std::size_t index, TermPtr count) {
        const std::string name = names_.variable(open[index].name);
        std::set<std::string> names;
        collect_names(*count, names);
        for (const std::string& used : names) {  // what was called for the bounds is forgotten
            const int item = names_.item_named(used);
            if (item >= 0) {
                called_.insert(item);
            }
        }
        planned.push_back({name, std::move(count)});
        inner[open[index].id] = variable(name);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(index));
    };
    while (!open.empty()) {
        Bounds bounds(*this);
        bool found = false;
        for (std::size_t i = 0; i < open.size() && !found; ++i) {
            const auto bound = bounds.bound(condition, negated, open[i], inner);
            if (bound) {
                if (bound->source != nullptr) {
                    implied_.insert(bound->source);
                }
                close(i, bound->count);
                found = true;
            }
        }
        if (!found) {
            narrowed_.push_back(
                fmt::format("{} at {}", open.front().name, engine_.spec.where(condition.place)));
            close(0, variable("witnessLimit"));
        }
    }
    return planned;
}

TermPtr Translator::wrap(const std::vector<Loop>& planned, const Loops& kind, TermPtr body) {
    for (std::size_t i = planned.size(); i-- > 0;) {
        const bool last = i + 1 == planned.size();
        body = loop(last ? kind.innermost : kind.outer, planned[i].count, planned[i].name, body);
    }
    return body;
}

TermPtr Translator::comparison(const Expr& expr, const Environment& environment) {
    const Expr& left = *expr.kids[0];
    const Expr& right = *expr.kids[1];
    if (left.sort == Sort::kWord) {
        const TermPtr same = call("eqList", {word(left, environment), word(right, environment)});
        return expr.kind == ExprKind::kEq ? same : operation(Kind::kNot, {same});
    }
    const char* name = expr.kind == ExprKind::kEq   ? "eq"
                       : expr.kind == ExprKind::kNe ? "ne"
                       : expr.kind == ExprKind::kLt ? "lt"
                                                    : "le";
    return compare(name, integer(left, environment), integer(right, environment));
}

TermPtr Translator::quantifier(const Expr& expr, const Environment& environment) {
    const bool all = expr.kind == ExprKind::kForall;
    const std::string name = all ? "allBelow" : "existsBelow";
    return loops(expr.bound, *expr.kids[0], all, environment, {name, name},
                 [&](const Environment& inner) { return formula(*expr.kids[0], inner); });
}

TermPtr Translator::solutions(const Expr& expr, const Environment& environment) {
    return loops(expr.bound, *expr.kids[0], false, environment, {"countBelow", "sumBelow"},
                 [&](const Environment& inner) { return formula(*expr.kids[0], inner); });
}

TermPtr Translator::in_list(const Expr& expr, const Environment& environment) {
    const auto width = static_cast<std::size_t>(expr.number);
    std::vector<Integer> parts;
    for (const Expr* kid : expr.kids) {
        parts.push_back(integer(*kid, environment));
    }
    std::vector<TermPtr> cases;
    for (std::size_t i = width; i < parts.size(); i += width) {
        std::vector<TermPtr> equations;
        for (std::size_t j = 0; j < width; ++j) {
            equations.push_back(compare("eq", parts[j], parts[i + j]));
        }
        cases.push_back(conjunction(equations));
    }
    return joined(Kind::kOr, cases);
}

TermPtr Translator::call_of(const Expr& expr, const Environment& environment) {
    std::vector<TermPtr> arguments;
    for (const Expr* kid : expr.kids) {
        arguments.push_back(natural(*kid, environment));
    }
    if (expr.item == current_) {
        return call("self", std::move(arguments));
    }
    called_.insert(expr.item);
    return call(names_.item(expr.item), std::move(arguments));
}

TermPtr Translator::formula(const Expr& expr, const Environment& environment) {
    if (implied_.count(&expr) != 0) {
        return truth(true);
    }
    const auto operand = [&](std::size_t i) { return formula(*expr.kids[i], environment); };
    switch (expr.kind) {
        case ExprKind::kTrue:
        case ExprKind::kFalse:
            return truth(expr.kind == ExprKind::kTrue);
        case ExprKind::kEq:
        case ExprKind::kNe:
        case ExprKind::kLt:
        case ExprKind::kLe:
            return comparison(expr, environment);
        case ExprKind::kAnd:
            return conjunction({operand(0), operand(1)});
        case ExprKind::kOr:
            return joined(Kind::kOr, {operand(0), operand(1)});
        case ExprKind::kImplies:
            return implication(operand(0), operand(1));
        case ExprKind::kIff:
            return call("iff", {operand(0), operand(1)});
        case ExprKind::kNot:
            return operation(Kind::kNot, {operand(0)});
        case ExprKind::kForall:
        case ExprKind::kExists:
            return quantifier(expr, environment);
        case ExprKind::kUnique:
            return call("eq", {solutions(expr, environment), number(1)});
        case ExprKind::kInList:
            return in_list(expr, environment);
        case ExprKind::kPrefix:
        case ExprKind::kSuffix:
            return call(expr.kind == ExprKind::kPrefix ? "isPrefix" : "isSuffix",
                        {word(*expr.kids[0], environment), word(*expr.kids[1], environment)});
        case ExprKind::kCall:
            return call_of(expr, environment);
        default:
            unsupported(expr.place, expr.kind == ExprKind::kLimit ? "words of morphisms are"
                                                                  : "infinite sequences are");
            return truth(false);
    }
}

TermPtr Translator::natural(const Expr& expr, const Environment& environment) {
    return as_natural(integer(expr, environment));
}

// A let whose text is no natural is replaced by its text, as all are where bounds are looked for.
Integer Translator::let_value(const Expr& expr, const Environment& environment) {
    const Item& item = engine_.spec.item(expr.item);
    Environment inner;
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        inner[item.parameters[i].variable.id] = natural(*expr.kids[i], environment);
    }
    const State before = state();
    const Integer value = integer(*item.body, inner);
    if (expand_ || value.minus != nullptr) {
        return value;
    }
    restore(before);
    return {call_of(expr, environment), nullptr};
}

Integer Translator::number_call(const Expr& expr, const Environment& environment) {
    const ItemKind kind = expr.item < 0 ? ItemKind::kWord : engine_.spec.item(expr.item).kind;
    if (kind == ItemKind::kWord) {
        unsupported(expr.place,
                    expr.item < 0 ? "infinite sequences are" : "words of morphisms are");
        return {number(0), nullptr};
    }
    return kind == ItemKind::kLet ? let_value(expr, environment)
                                  : Integer{call_of(expr, environment), nullptr};
}

Integer Translator::product(const Expr& expr, const Environment& environment) {
    const Integer a = integer(*expr.kids[0], environment);
    const Integer b = integer(*expr.kids[1], environment);
    return {sum_or(times(a.plus, b.plus), times(a.minus, b.minus)),
            sum_or(times(a.plus, b.minus), times(a.minus, b.plus))};
}

// A difference that the text shows to be natural is that difference; else it is cut off at 0.
Integer Translator::monus_of(const Expr& expr, const Environment& environment) {
    const Integer value =
        difference(integer(*expr.kids[0], environment), integer(*expr.kids[1], environment));
    if (expand_ && value.minus != nullptr) {
        std::vector<TermPtr> plus = summands_of(value.plus);
        std::vector<TermPtr> minus = summands_of(value.minus);
        cancel_summands(plus, minus);
        if (minus.empty()) {
            return {total(plus), nullptr};
        }
    }
    return {value.minus == nullptr ? value.plus : call("monus", {value.plus, value.minus}),
            nullptr};
}

Integer Translator::choice(const Expr& expr, const Environment& environment) {
    const TermPtr condition = formula(*expr.kids[0], environment);
    const Integer a = integer(*expr.kids[1], environment);
    const Integer b = integer(*expr.kids[2], environment);
    const auto zero_if_none = [](const TermPtr& term) {
        return term == nullptr ? number(0) : term;
    };
    Integer result{call("cond", {condition, a.plus, b.plus}), nullptr};
    if (a.minus != nullptr || b.minus != nullptr) {
        result.minus = call("cond", {condition, zero_if_none(a.minus), zero_if_none(b.minus)});
    }
    return result;
}

TermPtr Translator::square(const Integer& root) {
    return root.minus == nullptr ? call("sq", {root.plus})
                                 : call("sqDist", {root.plus, root.minus});
}

TermPtr Translator::search(const Expr& expr, const Environment& environment) {
    const std::string name = names_.variable(expr.bound.front().name);
    Environment inner = environment;
    inner[expr.bound.front().id] = variable(name);
    return loop("least", variable("searchLimit"), name, formula(*expr.kids[0], inner));
}

Integer Translator::integer(const Expr& expr, const Environment& environment) {
    const auto operand = [&](std::size_t i) { return integer(*expr.kids[i], environment); };
    switch (expr.kind) {
        case ExprKind::kNumber:
            return {number(expr.number), nullptr};
        case ExprKind::kVariable:
            return {environment.at(expr.variable.id), nullptr};
        case ExprKind::kAdd: {
            const Integer a = operand(0);
            const Integer b = operand(1);
            return {sum(a.plus, b.plus), sum_or(a.minus, b.minus)};
        }
        case ExprKind::kSub:
            return difference(operand(0), operand(1));
        case ExprKind::kNeg:
            return difference({number(0), nullptr}, operand(0));
        case ExprKind::kMonus:
            return monus_of(expr, environment);
        case ExprKind::kMul:
            return product(expr, environment);
        case ExprKind::kDiv:
        case ExprKind::kMod:
            return {operation(expr.kind == ExprKind::kDiv ? Kind::kDiv : Kind::kMod,
                              {as_natural(operand(0)), as_natural(operand(1))}),
                    nullptr};
        case ExprKind::kSquare:
            return {square(operand(0)), nullptr};
        case ExprKind::kIf:
            return choice(expr, environment);
        case ExprKind::kFloor:
            return {call(expr.number == 1 ? "floorPhi" : "floorPhiSq", {as_natural(operand(0))}),
                    nullptr};
        case ExprKind::kLeast:
            return {search(expr, environment), nullptr};
        case ExprKind::kCount:
            return {solutions(expr, environment), nullptr};
        case ExprKind::kCall:
            return number_call(expr, environment);
        case ExprKind::kCard:
            called_.insert(expr.item);
            return {call("card", {variable(names_.derived(expr.item, "list"))}), nullptr};
        default:
            unsupported(expr.place, "terms of this kind are");
            return {number(0), nullptr};
    }
}

TermPtr Translator::word(const Expr& expr, const Environment& environment) {
    std::vector<TermPtr> letters;
    switch (expr.kind) {
        case ExprKind::kWord:
            for (const std::int64_t letter : expr.letters) {
                letters.push_back(number(letter));
            }
            return operation(Kind::kList, std::move(letters));
        case ExprKind::kRep:
            called_.insert(expr.item);
            return call("rep",
                        {variable(names_.item(expr.item)), natural(*expr.kids[0], environment)});
        case ExprKind::kJoin:
            return call("joined",
                        {word(*expr.kids[0], environment), word(*expr.kids[1], environment)});
        case ExprKind::kTake:
            return call("firstLetters",
                        {natural(*expr.kids[0], environment), word(*expr.kids[1], environment)});
        case ExprKind::kCall:
            return call_of(expr, environment);
        default:
            unsupported(expr.place, "words of morphisms are");
            return operation(Kind::kList, {});
    }
}

}  // namespace mexcert::lean
