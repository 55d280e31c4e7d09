#include "lean/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert::lean {
namespace {

constexpr std::string_view kOpen = "?";

bool is_closed(const TermPtr& term) {
    std::set<std::string> names;
    collect_names(*term, names);
    return std::none_of(names.begin(), names.end(),
                        [](const std::string& name) { return name.rfind(kOpen, 0) == 0; });
}

TermPtr minus(const TermPtr& a, const TermPtr& b) {
    if (b->kind == Kind::kNumber && b->number == 0) {
        return a;
    }
    if (a->kind == Kind::kNumber && b->kind == Kind::kNumber) {
        return number(std::max<std::int64_t>(0, a->number - b->number));
    }
    return call("monus", {a, b});
}

// The floor of the square root of a number; the term itself if it is none.
TermPtr root(const TermPtr& term) {
    if (term->kind != Kind::kNumber) {
        return term;
    }
    std::int64_t result = 0;
    while ((result + 1) <= term->number / (result + 1)) {
        ++result;
    }
    return number(result);
}

void add_alternatives(const TermPtr& term, std::vector<TermPtr>& alternatives) {
    if (term->kind == Kind::kCall && term->name == "larger") {
        add_alternatives(term->kids[0], alternatives);
        add_alternatives(term->kids[1], alternatives);
    } else {
        alternatives.push_back(term);
    }
}

// Is a never greater than b, to be seen at once?
bool is_at_most(const TermPtr& a, const TermPtr& b) {
    if (a->kind == Kind::kNumber && b->kind == Kind::kNumber) {
        return a->number <= b->number;
    }
    const std::string text = flat_text(*b);
    return flat_text(*a) == text || flat_text(*sum(a, number(1))) == text;
}

// The greatest of a, b, without those that others are at least as great as.
TermPtr larger(const TermPtr& a, const TermPtr& b) {
    std::vector<TermPtr> alternatives;
    add_alternatives(a, alternatives);
    add_alternatives(b, alternatives);
    std::vector<TermPtr> kept;
    for (const TermPtr& own : alternatives) {
        const auto below = [&](const TermPtr& other) { return is_at_most(own, other); };
        if (std::none_of(kept.begin(), kept.end(), below)) {
            kept.erase(std::remove_if(kept.begin(), kept.end(),
                                      [&](const TermPtr& other) { return is_at_most(other, own); }),
                       kept.end());
            kept.push_back(own);
        }
    }
    TermPtr result = kept.front();
    for (std::size_t i = 1; i < kept.size(); ++i) {
        result = call("larger", {result, kept[i]});
    }
    return result;
}

}  // namespace

std::string open_name(const Variable& variable) { return fmt::format("{}{}", kOpen, variable.id); }

std::optional<Bound> Bounds::bound(const Expr& expr, bool negated, const Variable& variable,
                                   const Environment& environment) {
    name_ = open_name(variable);
    Translator::State before = translator_.state();
    const bool expanded = translator_.expand_lets(true);
    std::optional<Bound> result = formula(expr, negated, environment);
    translator_.expand_lets(expanded);
    translator_.restore(std::move(before));
    return result;
}

std::optional<Bound> Bounds::formula(const Expr& expr, bool negated,
                                     const Environment& environment) {
    const auto kid = [&](std::size_t i) -> const Expr& { return *expr.kids[i]; };
    switch (expr.kind) {
        case ExprKind::kNot:
            return formula(kid(0), !negated, environment);
        case ExprKind::kAnd:
            return negated ? any_of(kid(0), true, kid(1), true, environment)
                           : all_of(kid(0), false, kid(1), false, environment);
        case ExprKind::kOr:
            return negated ? all_of(kid(0), true, kid(1), true, environment)
                           : any_of(kid(0), false, kid(1), false, environment);
        case ExprKind::kImplies:
            return negated ? all_of(kid(0), false, kid(1), true, environment)
                           : any_of(kid(0), true, kid(1), false, environment);
        case ExprKind::kIff:
            return equivalence(expr, negated, environment);
        case ExprKind::kEq:
        case ExprKind::kNe:
        case ExprKind::kLt:
        case ExprKind::kLe:
            return atom(expr, negated, environment);
        case ExprKind::kInList:
            return negated ? std::nullopt : in_list(expr, environment);
        case ExprKind::kCall:
            return unfolded(expr, negated, environment);
        case ExprKind::kForall:
        case ExprKind::kExists:
        case ExprKind::kUnique:
            return quantified(expr, negated, environment);
        default:
            return std::nullopt;
    }
}

std::optional<Bound> Bounds::all_of(const Expr& a, bool a_negated, const Expr& b, bool b_negated,
                                    const Environment& environment) {
    std::optional<Bound> first = formula(a, a_negated, environment);
    return first ? first : formula(b, b_negated, environment);
}

std::optional<Bound> Bounds::any_of(const Expr& a, bool a_negated, const Expr& b, bool b_negated,
                                    const Environment& environment) {
    const std::optional<Bound> first = formula(a, a_negated, environment);
    const std::optional<Bound> second = first ? formula(b, b_negated, environment) : std::nullopt;
    return second ? std::optional<Bound>({larger(first->count, second->count), nullptr})
                  : std::nullopt;
}

// A <=> B: both or none; its negation: one of them.
std::optional<Bound> Bounds::equivalence(const Expr& expr, bool negated,
                                         const Environment& environment) {
    const Expr& a = *expr.kids[0];
    const Expr& b = *expr.kids[1];
    const std::optional<Bound> first = all_of(a, false, b, negated, environment);
    const std::optional<Bound> second =
        first ? all_of(a, true, b, !negated, environment) : std::nullopt;
    return second ? std::optional<Bound>({larger(first->count, second->count), nullptr})
                  : std::nullopt;
}

std::optional<Bound> Bounds::atom(const Expr& expr, bool negated, const Environment& environment) {
    const bool equation = expr.kind == ExprKind::kEq || expr.kind == ExprKind::kNe;
    if (expr.kids[0]->sort != Sort::kNumber ||
        (equation && negated != (expr.kind == ExprKind::kNe))) {
        return std::nullopt;
    }
    const Integer a = translator_.integer(*expr.kids[0], environment);
    const Integer b = translator_.integer(*expr.kids[1], environment);
    if (equation) {
        std::optional<Bound> bound = at_most(a, b, false);
        bound = bound ? bound : at_most(b, a, false);
        if (bound) {
            bound->source = nullptr;
        }
        return bound;
    }
    const bool strict = (expr.kind == ExprKind::kLt) != negated;
    std::optional<Bound> bound = negated ? at_most(b, a, strict) : at_most(a, b, strict);
    if (bound) {
        const bool says_just_this = !negated && a.plus->kind == Kind::kVariable &&
                                    a.plus->name == name_ && a.minus == nullptr &&
                                    b.minus == nullptr;
        bound->source = says_just_this ? &expr : nullptr;
    }
    return bound;
}

std::optional<Bound> Bounds::in_list(const Expr& expr, const Environment& environment) {
    const auto width = static_cast<std::size_t>(expr.number);
    for (std::size_t j = 0; j < width; ++j) {
        const Integer own = translator_.integer(*expr.kids[j], environment);
        std::optional<Bound> all;
        for (std::size_t i = width + j; i < expr.kids.size(); i += width) {
            const auto one = at_most(own, translator_.integer(*expr.kids[i], environment), false);
            if (!one) {
                all.reset();
                break;
            }
            all = {all ? larger(all->count, one->count) : one->count, nullptr};
        }
        if (all) {
            return all;
        }
    }
    return std::nullopt;
}

std::optional<Bound> Bounds::unfolded(const Expr& expr, bool negated,
                                      const Environment& environment) {
    if (expr.item < 0) {
        return std::nullopt;
    }
    const Item& item = translator_.engine().spec.item(expr.item);
    Environment inner;
    std::vector<Integer> elements;
    for (std::size_t i = 0; i < expr.kids.size(); ++i) {
        const Integer argument = translator_.integer(*expr.kids[i], environment);
        if (i < item.parameters.size()) {
            inner[item.parameters[i].variable.id] = translator_.as_natural(argument);
        } else if (!item.listed) {
            inner[item.elements[i - item.parameters.size()].id] = translator_.as_natural(argument);
        } else {
            elements.push_back(argument);
        }
    }
    if (item.listed) {
        for (std::size_t i = 0; i < elements.size() && !negated; ++i) {
            std::int64_t most = 0;
            for (const auto& row : item.rows) {
                most = std::max(most, row[i]);
            }
            if (std::optional<Bound> bound = at_most(elements[i], {number(most), nullptr}, false)) {
                return bound;
            }
        }
        return std::nullopt;
    }
    if (item.body == nullptr || item.body->sort != Sort::kTruth) {
        return std::nullopt;
    }
    std::optional<Bound> bound = formula(*item.body, negated, inner);
    if (bound) {
        bound->source = nullptr;
    }
    return bound;
}

// Where a solution of the body exists.
std::optional<Bound> Bounds::quantified(const Expr& expr, bool negated,
                                        const Environment& environment) {
    if (negated != (expr.kind == ExprKind::kForall)) {
        return std::nullopt;
    }
    Environment inner = environment;
    for (const Variable& own : expr.bound) {
        inner[own.id] = variable(open_name(own));
    }
    std::optional<Bound> bound = formula(*expr.kids[0], negated, inner);
    if (bound) {
        bound->source = nullptr;
    }
    return bound;
}

// From small <= large (strict: <), moved so that all summands are natural.
std::optional<Bound> Bounds::at_most(const Integer& small, const Integer& large, bool strict) {
    std::vector<TermPtr> left = summands_of(small.plus);
    std::vector<TermPtr> right = summands_of(large.plus);
    for (const TermPtr& more : summands_of(large.minus)) {
        left.push_back(more);
    }
    for (const TermPtr& more : summands_of(small.minus)) {
        right.push_back(more);
    }
    cancel_summands(left, right);
    const TermPtr most = total(right);
    if (!is_closed(most)) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::vector<TermPtr> others = left;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        const TermPtr rest = total(others);
        const TermPtr own_most = is_closed(rest) ? minus(most, rest) : most;
        if (std::optional<Bound> bound = of_summand(*left[i], own_most, strict)) {
            return bound;
        }
    }
    return std::nullopt;
}

// From summand <= most.
std::optional<Bound> Bounds::of_summand(const Term& summand, const TermPtr& most, bool strict) {
    if (at_least(summand)) {
        return Bound{strict ? most : sum(most, number(1)), nullptr};
    }
    if (summand.kind == Kind::kCall && summand.name == "sqDist") {
        for (const std::size_t own : {0U, 1U}) {
            const TermPtr& other = summand.kids[1 - own];
            if (at_least(*summand.kids[own]) && is_closed(other)) {
                return Bound{sum(sum(other, root(most)), number(1)), nullptr};
            }
        }
    }
    return std::nullopt;
}

// Is the term at least the variable, whatever the values?
bool Bounds::at_least(const Term& term) {
    const auto kid = [&](std::size_t i) -> const Term& { return *term.kids[i]; };
    const auto positive = [&](std::size_t i) {
        return kid(i).kind == Kind::kNumber && kid(i).number > 0;
    };
    switch (term.kind) {
        case Kind::kVariable:
            return term.name == name_;
        case Kind::kAdd:
            return at_least(kid(0)) || at_least(kid(1));
        case Kind::kMul:
            return (at_least(kid(0)) && (positive(1) || at_least(kid(1)))) ||
                   (positive(0) && at_least(kid(1)));
        case Kind::kCall: {
            if (term.name == "sq" || term.name == "floorPhi" || term.name == "floorPhiSq") {
                return at_least(kid(0));
            }
            const int item = translator_.item_named(term.name);
            Shapes& shapes = translator_.engine().shapes;
            return item >= 0 && shapes.sequence(item) != nullptr &&
                   at_least(*term.kids.back());  // it is increasing there
        }
        default:
            return false;
    }
}

}  // namespace mexcert::lean
