#include "automata/scope.hpp"

#include <algorithm>
#include <numeric>

namespace mexcert {
namespace {

using Number = std::optional<std::int64_t>;

Number combined(ExprKind kind, std::int64_t a, std::int64_t b) {
    std::int64_t result = 0;
    bool overflow = false;
    switch (kind) {
        case ExprKind::kAdd:
            overflow = __builtin_add_overflow(a, b, &result);
            break;
        case ExprKind::kSub:
            overflow = __builtin_sub_overflow(a, b, &result);
            break;
        case ExprKind::kMonus:
            overflow = __builtin_sub_overflow(a, b, &result);
            result = std::max<std::int64_t>(result, 0);
            break;
        case ExprKind::kMul:
            overflow = __builtin_mul_overflow(a, b, &result);
            break;
        case ExprKind::kDiv:
        case ExprKind::kMod:
            if (a < 0 || b < 1) {
                return std::nullopt;
            }
            result = kind == ExprKind::kDiv ? a / b : a % b;
            break;
        default:
            return std::nullopt;
    }
    return overflow ? std::nullopt : Number(result);
}

std::optional<bool> compared(ExprKind kind, std::int64_t a, std::int64_t b) {
    switch (kind) {
        case ExprKind::kEq:
            return a == b;
        case ExprKind::kNe:
            return a != b;
        case ExprKind::kLt:
            return a < b;
        case ExprKind::kLe:
            return a <= b;
        default:
            return std::nullopt;
    }
}

std::int64_t distinct_rows(const Item& set) {
    return static_cast<std::int64_t>(
        std::set<std::vector<std::int64_t>>(set.rows.begin(), set.rows.end()).size());
}

// A sum of multiples of terms that are no sums; equal variables are like terms.
struct Sum {
    std::map<std::pair<const void*, int>, std::int64_t> terms;
    std::int64_t constant = 0;
};

class Summing {
  public:
    explicit Summing(const Spec& spec) : spec_(spec) {}
    void add(const Expr& term, const Scope& scope, std::int64_t factor);
    [[nodiscard]] bool adds() const;
    [[nodiscard]] bool is_plain() const;

  private:
    void add_atom(const void* place, int variable, std::int64_t factor) {
        sum_.terms[{place, variable}] += factor;
    }
    const Spec& spec_;
    Sum sum_;
};

void Summing::add(const Expr& term, const Scope& scope, std::int64_t factor) {
    if (const Number number = number_of(spec_, term, scope)) {
        sum_.constant += factor * *number;
        return;
    }
    switch (term.kind) {
        case ExprKind::kAdd:
        case ExprKind::kSub:
            add(*term.kids[0], scope, factor);
            add(*term.kids[1], scope, term.kind == ExprKind::kAdd ? factor : -factor);
            return;
        case ExprKind::kNeg:
            add(*term.kids[0], scope, -factor);
            return;
        case ExprKind::kMul: {
            const Number left = number_of(spec_, *term.kids[0], scope);
            const Number right = number_of(spec_, *term.kids[1], scope);
            if (left || right) {
                add(*term.kids[left ? 1 : 0], scope, factor * (left ? *left : *right));
                return;
            }
            break;
        }
        case ExprKind::kVariable: {
            const Value* value = scope.find(term.variable.id);
            if (value != nullptr && value->term != nullptr) {
                add(*value->term, *value->scope, factor);
            } else {
                add_atom(nullptr, term.variable.id, factor);
            }
            return;
        }
        case ExprKind::kCall:
            if (term.item >= 0 && spec_.item(term.item).kind == ItemKind::kLet) {
                const Scope inner = with_arguments(spec_, term, scope);
                add(*spec_.item(term.item).body, inner, factor);
                return;
            }
            break;
        default:
            break;
    }
    add_atom(&term, -1, factor);
}

// Not: nothing, one term against a number that its factor divides, two terms with opposite factors.
bool Summing::adds() const {
    std::vector<std::int64_t> factors;
    for (const auto& [atom, factor] : sum_.terms) {
        if (factor != 0) {
            factors.push_back(factor);
        }
    }
    switch (factors.size()) {
        case 0:
            return false;
        case 1:
            return sum_.constant % factors[0] != 0;
        case 2:
            return sum_.constant != 0 || factors[0] + factors[1] != 0;
        default:
            return true;
    }
}

bool Summing::is_plain() const {
    std::size_t count = 0;
    bool single = true;
    for (const auto& [atom, factor] : sum_.terms) {
        count += factor != 0 ? 1 : 0;
        single = single && (factor == 0 || factor == 1);
    }
    return count == 0 || (count == 1 && single && sum_.constant == 0);
}

// Compares two texts under a renaming of variables, parameters standing for arguments.
class Matching {
  public:
    Matching(const Item& definition, const Expr& call) {
        for (std::size_t i = 0; i < call.kids.size(); ++i) {
            arguments_[definition.parameters[i].variable.id] = call.kids[i];
        }
    }
    bool same(const Expr& a, const Expr& b) {
        if (a.kind == ExprKind::kVariable) {
            const auto argument = arguments_.find(a.variable.id);
            if (argument != arguments_.end()) {
                return equal(*argument->second, b);
            }
            const auto renamed = names_.find(a.variable.id);
            return b.kind == ExprKind::kVariable && renamed != names_.end() &&
                   renamed->second == b.variable.id;
        }
        if (!same_head(a, b)) {
            return false;
        }
        for (std::size_t i = 0; i < a.bound.size(); ++i) {
            names_[a.bound[i].id] = b.bound[i].id;
        }
        for (std::size_t i = 0; i < a.kids.size(); ++i) {
            if (!same(*a.kids[i], *b.kids[i])) {
                return false;
            }
        }
        return true;
    }

  private:
    static bool same_head(const Expr& a, const Expr& b) {
        return a.kind == b.kind && a.number == b.number && a.item == b.item &&
               a.letters == b.letters && a.kids.size() == b.kids.size() &&
               a.bound.size() == b.bound.size();
    }
    static bool equal(const Expr& a, const Expr& b) {
        if (!same_head(a, b) || !a.bound.empty() || a.variable.id != b.variable.id) {
            return false;
        }
        return std::equal(a.kids.begin(), a.kids.end(), b.kids.begin(),
                          [](const Expr* x, const Expr* y) { return equal(*x, *y); });
    }
    std::map<int, const Expr*> arguments_;
    std::map<int, int> names_;
};

}  // namespace

Number number_of(const Spec& spec, const Expr& term, const Scope& scope) {
    switch (term.kind) {
        case ExprKind::kNumber:
            return term.number;
        case ExprKind::kVariable: {
            const Value* value = scope.find(term.variable.id);
            if (value == nullptr) {
                return std::nullopt;
            }
            return value->term != nullptr ? number_of(spec, *value->term, *value->scope)
                                          : value->number;
        }
        case ExprKind::kAdd:
        case ExprKind::kSub:
        case ExprKind::kMonus:
        case ExprKind::kMul:
        case ExprKind::kDiv:
        case ExprKind::kMod: {
            const Number a = number_of(spec, *term.kids[0], scope);
            const Number b = a ? number_of(spec, *term.kids[1], scope) : std::nullopt;
            return b ? combined(term.kind, *a, *b) : std::nullopt;
        }
        case ExprKind::kNeg: {
            const Number a = number_of(spec, *term.kids[0], scope);
            return a ? combined(ExprKind::kSub, 0, *a) : std::nullopt;
        }
        case ExprKind::kSquare: {
            const Number a = number_of(spec, *term.kids[0], scope);
            return a ? combined(ExprKind::kMul, *a, *a) : std::nullopt;
        }
        case ExprKind::kIf: {
            const std::optional<bool> condition = truth_of(spec, *term.kids[0], scope);
            return condition ? number_of(spec, *term.kids[*condition ? 1 : 2], scope)
                             : std::nullopt;
        }
        case ExprKind::kCard:
            return distinct_rows(spec.item(term.item));
        case ExprKind::kCall:
            if (term.item >= 0 && spec.item(term.item).kind == ItemKind::kLet &&
                spec.item(term.item).body->sort == Sort::kNumber) {
                const Scope inner = with_arguments(spec, term, scope);
                return number_of(spec, *spec.item(term.item).body, inner);
            }
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

std::optional<bool> truth_of(const Spec& spec, const Expr& formula, const Scope& scope) {
    const auto side = [&](std::size_t i) { return truth_of(spec, *formula.kids[i], scope); };
    switch (formula.kind) {
        case ExprKind::kTrue:
            return true;
        case ExprKind::kFalse:
            return false;
        case ExprKind::kNot: {
            const std::optional<bool> inner = side(0);
            return inner ? std::optional<bool>(!*inner) : std::nullopt;
        }
        case ExprKind::kAnd:
        case ExprKind::kOr:
        case ExprKind::kImplies: {
            const std::optional<bool> left = side(0);
            if (!left) {
                return std::nullopt;
            }
            const bool decides = formula.kind == ExprKind::kOr ? *left : !*left;
            return decides ? std::optional<bool>(formula.kind != ExprKind::kAnd) : side(1);
        }
        case ExprKind::kIff: {
            const std::optional<bool> left = side(0);
            const std::optional<bool> right = left ? side(1) : std::nullopt;
            return right ? std::optional<bool>(*left == *right) : std::nullopt;
        }
        case ExprKind::kEq:
        case ExprKind::kNe:
        case ExprKind::kLt:
        case ExprKind::kLe: {
            if (formula.kids[0]->sort != Sort::kNumber) {
                return std::nullopt;
            }
            const Number a = number_of(spec, *formula.kids[0], scope);
            const Number b = a ? number_of(spec, *formula.kids[1], scope) : std::nullopt;
            return b ? compared(formula.kind, *a, *b) : std::nullopt;
        }
        default:
            return std::nullopt;
    }
}

Resolved resolved(const Spec& spec, const Expr& term, const Scope& scope) {
    Resolved result{&term, &scope, std::make_shared<std::vector<std::unique_ptr<Scope>>>()};
    for (;;) {
        if (result.expr->kind == ExprKind::kVariable) {
            const Value* value = result.scope->find(result.expr->variable.id);
            if (value == nullptr || value->term == nullptr) {
                return result;
            }
            result.expr = value->term;
            result.scope = value->scope;
        } else if (result.expr->kind == ExprKind::kCall && result.expr->item >= 0 &&
                   spec.item(result.expr->item).kind == ItemKind::kLet) {
            result.owned->push_back(
                std::make_unique<Scope>(with_arguments(spec, *result.expr, *result.scope)));
            result.expr = spec.item(result.expr->item).body;
            result.scope = result.owned->back().get();
        } else {
            return result;
        }
    }
}

Scope with_arguments(const Spec& spec, const Expr& call, const Scope& scope) {
    const Item& item = spec.item(call.item);
    Scope inner;
    for (std::size_t i = 0; i < call.kids.size(); ++i) {
        const Expr& argument = *call.kids[i];
        const int id = i < item.parameters.size() ? item.parameters[i].variable.id
                                                  : item.elements[i - item.parameters.size()].id;
        if (const Number number = number_of(spec, argument, scope)) {
            inner.values[id] = Value::of(*number);
        } else if (is_plain_variable(argument, scope) &&
                   finite_variables(argument, scope).empty()) {
            inner.values[id] = Value{};
        } else {
            inner.values[id] = {std::nullopt, &argument, &scope, -1};
        }
    }
    return inner;
}

bool is_plain_variable(const Expr& term, const Scope& scope) {
    if (term.kind != ExprKind::kVariable) {
        return false;
    }
    const Value* value = scope.find(term.variable.id);
    return value == nullptr || value->term == nullptr ||
           is_plain_variable(*value->term, *value->scope);
}

bool has_variables(const Expr& expr) {
    return expr.kind == ExprKind::kVariable ||
           std::any_of(expr.kids.begin(), expr.kids.end(),
                       [](const Expr* kid) { return has_variables(*kid); });
}

std::set<int> finite_variables(const Expr& term, const Scope& scope) {
    std::set<int> result;
    if (term.kind == ExprKind::kVariable) {
        const Value* value = scope.find(term.variable.id);
        if (value != nullptr && value->term != nullptr) {
            return finite_variables(*value->term, *value->scope);
        }
        if (value != nullptr && value->finite_variable >= 0) {
            result.insert(value->finite_variable);
        }
    }
    for (const Expr* kid : term.kids) {
        result.merge(finite_variables(*kid, scope));
    }
    return result;
}

FiniteDomain literal_bounds(const Expr& quantifier, int variable) {
    std::optional<std::int64_t> low;
    std::optional<std::int64_t> high;
    const Expr* rest = quantifier.kids[0];
    while (rest->kind == ExprKind::kAnd || rest->kind == ExprKind::kImplies) {
        const Expr& bound = *rest->kids[0];
        if (bound.kind != ExprKind::kLe) {
            break;
        }
        const Expr& a = *bound.kids[0];
        const Expr& b = *bound.kids[1];
        if (a.kind == ExprKind::kNumber && b.kind == ExprKind::kVariable &&
            b.variable.id == variable) {
            low = a.number;
        } else if (b.kind == ExprKind::kNumber && a.kind == ExprKind::kVariable &&
                   a.variable.id == variable) {
            high = b.number;
        }
        rest = rest->kids[1];
    }
    return low && high ? FiniteDomain({*low, *high}) : std::nullopt;
}

bool comparison_adds(const Spec& spec, const Expr& comparison, const Scope& scope) {
    Summing sum(spec);
    sum.add(*comparison.kids[0], scope, 1);
    sum.add(*comparison.kids[1], scope, -1);
    return sum.adds();
}

bool term_adds(const Spec& spec, const Expr& term, const Scope& scope) {
    Summing sum(spec);
    sum.add(term, scope, 1);
    return !sum.is_plain();
}

bool measure_adds(const Spec& spec, const Expr& call, const Scope& scope, const Scope& own) {
    const Item& item = spec.item(call.item);
    Scope there;
    for (std::size_t i = 0; i < call.kids.size(); ++i) {
        there.values[item.parameters[i].variable.id] = {std::nullopt, call.kids[i], &scope, -1};
    }
    Summing sum(spec);
    sum.add(*item.measure, there, 1);
    sum.add(*item.measure, own, -1);
    return sum.adds();
}

bool same_with_arguments(const Item& definition, const Expr& call, const Expr& text) {
    return Matching(definition, call).same(*definition.body, text);
}

}  // namespace mexcert
