#include "automata/discover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "automata/scope.hpp"
#include "language/closure.hpp"

namespace mexcert {
namespace {

struct Instance {
    int item = -1;
    std::vector<std::int64_t> fixed;
    auto operator<=>(const Instance&) const = default;
};

// How the values of an instance are used.
struct Use {
    bool graph = false;
    std::int64_t greatest = -1;  // the greatest number that values are compared with
};

// One walk over all claims, with certain variables of finite domain replaced by their values.
class Walk {
  public:
    Walk(const Spec& spec, const std::set<int>& expanded) : spec_(spec), expanded_(expanded) {}

    void claim(const Claim& claim, std::int64_t number);
    void definitions();

    std::optional<Error> error;
    std::set<int> wanted;  // variables of finite domain to be replaced by their values
    std::map<Instance, Use> instances;
    std::set<int> words;
    std::set<std::int64_t> automatic;
    bool floor = false;
    bool adder = false;
    int numeration = -1;

  private:
    using Step = void (Walk::*)(const Expr&, const Scope&);

    void statement(const Item& item, Scope& scope, std::size_t next);
    void spine(const Expr& expr, const Scope& scope);
    void walk(const Expr& expr, const Scope& scope);
    void kids(const Expr& expr, const Scope& scope);
    void bound(const Expr& expr, const Scope& scope, Step step);
    void bind(const Expr& expr, Scope& scope, std::size_t next, Step step);
    void comparison(const Expr& expr, const Scope& scope);
    bool level(const Expr& call, const Expr& number, const Scope& scope, std::int64_t less);
    void call(const Expr& expr, const Scope& scope);
    void recursive_call(const Expr& expr, const Scope& scope, std::optional<std::int64_t> level);
    void body(const Expr& expr, const Scope& scope);
    void argument(const Expr& expr, const Scope& scope);
    bool is_definition(const Expr& expr, const Scope& scope);
    void premises(int item, Scope& scope, std::size_t next);
    void instance(const Instance& instance, const Use& use);
    void over(int item, const Expr& expr);
    void fail(const Expr& expr, std::string message) {
        if (!error) {
            error = declined(spec_.where(expr.place), std::move(message));
        }
    }

    const Spec& spec_;
    const std::set<int>& expanded_;
    std::set<std::pair<int, std::vector<std::optional<std::int64_t>>>> walked_;
    std::map<Instance, Use> done_;
    std::int64_t claim_ = 0;
    int own_item_ = -1;  // the definition whose body is walked, and its parameters
    const Scope* own_scope_ = nullptr;
    bool premises_ = false;  // the text is read for the premises of rule `definition`: no records
};

void Walk::claim(const Claim& claim, std::int64_t number) {
    claim_ = number;
    const Item& item = spec_.item(spec_.by_name.at(claim.name));
    Scope scope;
    for (const auto& [name, value] : claim.fixed) {
        for (const Parameter& parameter : item.parameters) {
            if (parameter.variable.name == name) {
                scope.values[parameter.variable.id] = Value::of(value);
            }
        }
    }
    statement(item, scope, 0);
}

void Walk::statement(const Item& item, Scope& scope, std::size_t next) {
    if (next == item.parameters.size()) {
        spine(*item.body, scope);
        return;
    }
    const Parameter& parameter = item.parameters[next];
    const int id = parameter.variable.id;
    if (scope.values.count(id) != 0) {
        statement(item, scope, next + 1);
    } else if (parameter.domain && expanded_.count(id) != 0) {
        for (std::int64_t v = parameter.domain->first; v <= parameter.domain->second; ++v) {
            scope.values[id] = Value::of(v);
            statement(item, scope, next + 1);
        }
        scope.values.erase(id);
    } else {
        scope.values[id] = parameter.domain ? Value::finite(id) : Value{};
        statement(item, scope, next + 1);
        scope.values.erase(id);
    }
}

void Walk::spine(const Expr& expr, const Scope& scope) {
    switch (expr.kind) {
        case ExprKind::kAnd:
            spine(*expr.kids[0], scope);
            spine(*expr.kids[1], scope);
            return;
        case ExprKind::kImplies:
            if (truth_of(spec_, *expr.kids[0], scope) != false) {
                walk(*expr.kids[0], scope);
                spine(*expr.kids[1], scope);
            }
            return;
        case ExprKind::kForall:
            bound(expr, scope, &Walk::spine);
            return;
        case ExprKind::kAutomatic:
            automatic.insert(claim_);
            walk(*expr.kids.back(), scope);
            return;
        default:
            if (!is_definition(expr, scope)) {
                walk(expr, scope);
            }
    }
}

// A leaf `F(args) = T` where T is the body of F with the arguments put in (rule `definition`).
bool Walk::is_definition(const Expr& expr, const Scope& scope) {
    if (expr.kind != ExprKind::kEq || expr.kids[0]->kind != ExprKind::kCall ||
        expr.kids[0]->item < 0) {
        return false;
    }
    const Item& item = spec_.item(expr.kids[0]->item);
    if (!item.recursive || item.body->kind != ExprKind::kLeast) {
        return false;
    }
    if (!same_with_arguments(item, *expr.kids[0], *expr.kids[1])) {
        return false;
    }
    for (const Expr* kid : expr.kids[0]->kids) {
        argument(*kid, scope);
    }
    premises_ = true;
    Scope own;
    premises(expr.kids[0]->item, own, 0);
    premises_ = false;
    return true;
}

// *Defined* and *calls* are proved for the body of the definition, for all arguments.
void Walk::premises(int item, Scope& scope, std::size_t next) {
    const Item& definition = spec_.item(item);
    if (next == definition.parameters.size()) {
        own_item_ = item;
        own_scope_ = &scope;
        walk(*definition.body, scope);
        own_item_ = -1;
        return;
    }
    const Parameter& parameter = definition.parameters[next];
    if (!parameter.domain) {
        scope.values[parameter.variable.id] = Value{};
        premises(item, scope, next + 1);
        return;
    }
    for (std::int64_t v = parameter.domain->first; v <= parameter.domain->second; ++v) {
        scope.values[parameter.variable.id] = Value::of(v);
        premises(item, scope, next + 1);
    }
}

void Walk::kids(const Expr& expr, const Scope& scope) {
    for (const Expr* kid : expr.kids) {
        walk(*kid, scope);
    }
}

void Walk::walk(const Expr& expr, const Scope& scope) {
    if (error) {
        return;
    }
    if (expr.sort == Sort::kTruth && truth_of(spec_, expr, scope)) {
        return;
    }
    switch (expr.kind) {
        case ExprKind::kVariable:
            if (const Value* value = scope.find(expr.variable.id);
                value != nullptr && value->term != nullptr) {
                walk(*value->term, *value->scope);
            }
            return;
        case ExprKind::kIf:
            if (const std::optional<bool> decided = truth_of(spec_, *expr.kids[0], scope)) {
                walk(*expr.kids[*decided ? 1 : 2], scope);
            } else {
                kids(expr, scope);
            }
            return;
        case ExprKind::kEq:
        case ExprKind::kNe:
        case ExprKind::kLt:
        case ExprKind::kLe:
            comparison(expr, scope);
            return;
        case ExprKind::kForall:
        case ExprKind::kExists:
        case ExprKind::kUnique:
        case ExprKind::kCount:
        case ExprKind::kLeast:
        case ExprKind::kTends:
            floor = floor || expr.kind == ExprKind::kTends;
            adder = adder || expr.kind == ExprKind::kTends;
            bound(expr, scope, &Walk::walk);
            return;
        case ExprKind::kFloor:
            floor = true;
            adder = adder || expr.number == 2;
            argument(*expr.kids[0], scope);
            return;
        case ExprKind::kMonus:
        case ExprKind::kDiv:
        case ExprKind::kMod:
            adder = adder || !number_of(spec_, expr, scope);
            kids(expr, scope);
            return;
        case ExprKind::kRep:
            over(expr.item, expr);
            argument(*expr.kids[0], scope);
            return;
        case ExprKind::kTake:
        case ExprKind::kIterate:
            if (has_variables(expr)) {
                fail(expr, "words of this kind are outside");
            }
            return;
        case ExprKind::kCall:
            call(expr, scope);
            return;
        default:
            kids(expr, scope);
    }
}

// Walks below a binder; bound variables of finite domain are replaced by their values if wanted.
void Walk::bound(const Expr& expr, const Scope& scope, Step step) {
    Scope inner = scope;
    bind(expr, inner, 0, step);
}

void Walk::bind(const Expr& expr, Scope& scope, std::size_t next, Step step) {
    if (next == expr.bound.size()) {
        (this->*step)(*expr.kids[0], scope);
        return;
    }
    const int id = expr.bound[next].id;
    const FiniteDomain domain = literal_bounds(expr, id);
    if (domain && expanded_.count(id) != 0) {
        for (std::int64_t value = domain->first; value <= domain->second; ++value) {
            scope.values[id] = Value::of(value);
            bind(expr, scope, next + 1, step);
        }
    } else {
        scope.values[id] = domain ? Value::finite(id) : Value{};
        bind(expr, scope, next + 1, step);
    }
}

// Does the comparison say something about levels of the call? `less`: 1 for values below the
// number.
bool Walk::level(const Expr& call, const Expr& number, const Scope& scope, std::int64_t less) {
    const std::optional<std::int64_t> value = number_of(spec_, number, scope);
    const Resolved head = resolved(spec_, call, scope);
    if (!value || head.expr->kind != ExprKind::kCall || head.expr->item < 0 ||
        !spec_.item(head.expr->item).recursive) {
        return false;
    }
    recursive_call(*head.expr, *head.scope, *value - less);
    return true;
}

void Walk::comparison(const Expr& expr, const Scope& scope) {
    const Expr& a = *expr.kids[0];
    const Expr& b = *expr.kids[1];
    if (a.sort == Sort::kWord) {
        if (has_variables(expr)) {
            kids(expr, scope);
        }
        return;
    }
    const bool strict = expr.kind == ExprKind::kLt;
    if (level(a, b, scope, strict ? 1 : 0) ||
        level(b, a, scope, expr.kind == ExprKind::kLe ? 1 : 0)) {
        return;
    }
    adder = adder || comparison_adds(spec_, expr, scope);
    kids(expr, scope);
}

void Walk::argument(const Expr& expr, const Scope& scope) {
    adder = adder || term_adds(spec_, expr, scope);
    walk(expr, scope);
}

void Walk::over(int item, const Expr& expr) {
    if (numeration >= 0 && numeration != item) {
        fail(expr, fmt::format("two numerations: {} and {}", spec_.item(numeration).name,
                               spec_.item(item).name));
    }
    numeration = item;
}

void Walk::call(const Expr& expr, const Scope& scope) {
    if (expr.item < 0) {  // the sequence of `exists automatic`
        argument(*expr.kids[0], scope);
        return;
    }
    const Item& item = spec_.item(expr.item);
    switch (item.kind) {
        case ItemKind::kDef:
            if (item.recursive) {
                recursive_call(expr, scope, std::nullopt);
            } else {
                body(expr, scope);
            }
            return;
        case ItemKind::kDfao:
            over(item.numeration, expr);
            argument(*expr.kids[0], scope);
            return;
        case ItemKind::kWord:
            words.insert(expr.item);
            adder = true;
            argument(*expr.kids[0], scope);
            return;
        default:
            body(expr, scope);
    }
}

// The body of a let, def, pred or set with the arguments put in.
void Walk::body(const Expr& expr, const Scope& scope) {
    const Item& item = spec_.item(expr.item);
    if (item.listed) {
        for (const Expr* kid : expr.kids) {
            argument(*kid, scope);
        }
        return;
    }
    Scope inner = with_arguments(spec_, expr, scope);
    std::vector<std::optional<std::int64_t>> numbers;
    bool plain = item.kind != ItemKind::kLet;
    for (const Expr* kid : expr.kids) {
        numbers.push_back(number_of(spec_, *kid, scope));
        plain = plain && (numbers.back() || is_plain_variable(*kid, scope));
        if (item.kind != ItemKind::kLet) {
            walk(*kid, scope);
        }
    }
    if (!plain || premises_ || walked_.emplace(expr.item, numbers).second) {
        walk(*item.body, inner);
    }
}

void Walk::recursive_call(const Expr& expr, const Scope& scope, std::optional<std::int64_t> level) {
    const Item& item = spec_.item(expr.item);
    if (premises_) {
        for (const Expr* kid : expr.kids) {
            argument(*kid, scope);
        }
        adder = adder || (expr.item == own_item_ && measure_adds(spec_, expr, scope, *own_scope_));
        return;
    }
    Instance called{expr.item, {}};
    std::size_t ranged = 0;
    for (std::size_t i = 0; i < expr.kids.size(); ++i) {
        if (!item.is_fixed[i]) {
            ++ranged;
            argument(*expr.kids[i], scope);
            continue;
        }
        const std::optional<std::int64_t> value = number_of(spec_, *expr.kids[i], scope);
        if (!value) {
            const std::set<int> finite = finite_variables(*expr.kids[i], scope);
            wanted.insert(finite.begin(), finite.end());
            if (finite.empty()) {
                fail(expr, fmt::format("the argument {} of {} is no number",
                                       item.parameters[i].variable.name, item.name));
            }
            return;
        }
        called.fixed.push_back(*value);
    }
    if (expr.item == own_item_) {
        adder = adder || measure_adds(spec_, expr, scope, *own_scope_);
    }
    Use& use = instances[called];
    if (level && ranged > 1) {
        use.greatest = std::max(use.greatest, *level);
    } else {
        use.graph = true;
    }
}

// The body and measure of one instance: for a graph as they are, for levels with m = 0, .., C.
void Walk::instance(const Instance& instance, const Use& use) {
    const Item& item = spec_.item(instance.item);
    const bool levels = !use.graph;
    if (levels && item.body->kind != ExprKind::kLeast) {
        instances[instance].graph = true;
        return;
    }
    Scope scope;
    std::size_t fixed = 0;
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        scope.values[item.parameters[i].variable.id] =
            item.is_fixed[i] ? Value::of(instance.fixed[fixed++]) : Value{};
    }
    own_item_ = instance.item;
    own_scope_ = &scope;
    for (std::int64_t m = 0; levels && m <= use.greatest; ++m) {
        scope.values[item.body->bound.front().id] = Value::of(m);
        walk(*item.body->kids[0], scope);
    }
    if (!levels) {
        walk(*item.body, scope);
        adder =
            adder || (item.body->kind != ExprKind::kLeast && term_adds(spec_, *item.body, scope));
    }
    own_item_ = -1;
}

// Everything that the checks of recorded instances read, until nothing is added.
void Walk::definitions() {
    for (bool changed = true; changed && !error;) {
        changed = false;
        const std::map<Instance, Use> now = instances;
        for (const auto& [called, use] : now) {
            const auto done = done_.find(called);
            if (done == done_.end() || done->second.graph != use.graph ||
                done->second.greatest < use.greatest) {
                done_[called] = use;
                instance(called, use);
                changed = true;
            }
        }
    }
}

std::optional<Error> check_claim(const Spec& spec, const Claim& claim) {
    const std::string place = fmt::format("claim `{}`", claim_text(claim));
    if (claim.kind != ClaimKind::kAll) {
        return invalid(place, "no claim for all naturals");
    }
    const Result<int> item = spec.statement(claim.name);
    if (!item.ok()) {
        return item.error();
    }
    std::size_t next = 0;
    for (const auto& [name, value] : claim.fixed) {
        const std::vector<Parameter>& parameters = spec.item(item.value()).parameters;
        while (next < parameters.size() && parameters[next].variable.name != name) {
            ++next;
        }
        if (next == parameters.size()) {
            return invalid(place, fmt::format("no parameter `{}` at this place", name));
        }
        const FiniteDomain& domain = parameters[next].domain;
        if (domain && (value < domain->first || value > domain->second)) {
            return invalid(place, fmt::format("{}={} is outside its domain", name, value));
        }
    }
    return std::nullopt;
}

std::vector<RecordId> in_order(const Walk& walk) {
    std::set<RecordId> records;
    if (walk.adder || walk.floor) {
        records.insert({RecordKind::kAdder, -1, {}, ItemPart::kGraph, 0});
    }
    if (walk.floor) {
        records.insert({RecordKind::kFloor, -1, {}, ItemPart::kGraph, 0});
    }
    for (const auto& [instance, use] : walk.instances) {
        RecordId record{RecordKind::kItem, instance.item, instance.fixed, ItemPart::kGraph, 0};
        if (use.graph) {
            records.insert(record);
            continue;
        }
        record.part = ItemPart::kLevel;
        for (std::int64_t c = 0; c <= use.greatest; ++c) {
            record.number = c;
            records.insert(record);
        }
    }
    for (const int word : walk.words) {
        records.insert({RecordKind::kItem, word, {}, ItemPart::kLetters, 0});
        records.insert({RecordKind::kItem, word, {}, ItemPart::kStarts, 0});
    }
    for (const std::int64_t claim : walk.automatic) {
        records.insert({RecordKind::kAutomatic, -1, {}, ItemPart::kGraph, claim});
    }
    return {records.begin(), records.end()};
}

Result<int> chosen_numeration(const Spec& spec, const Walk& walk, const DiscoverOptions& options) {
    const std::string name = options.numeration.empty() ? "fibonacci" : options.numeration;
    if (options.numeration.empty() && walk.numeration >= 0) {
        return walk.numeration;
    }
    const auto found = spec.by_name.find(name);
    if (found == spec.by_name.end() || spec.item(found->second).kind != ItemKind::kNumeration) {
        return invalid("", fmt::format("no numeration `{}`", name));
    }
    if (walk.numeration >= 0 && walk.numeration != found->second) {
        return declined("", fmt::format("the text reads words over {}, not over {}",
                                        spec.item(walk.numeration).name, name));
    }
    return found->second;
}

}  // namespace

Result<Demand> records_for(const Spec& spec, const std::vector<Claim>& claims,
                           const DiscoverOptions& options) {
    for (const Claim& claim : claims) {
        if (std::optional<Error> error = check_claim(spec, claim)) {
            return *error;
        }
    }
    std::set<int> expanded;
    for (;;) {
        Walk walk(spec, expanded);
        for (std::size_t i = 0; i < claims.size(); ++i) {
            walk.claim(claims[i], static_cast<std::int64_t>(i) + 1);
        }
        walk.definitions();
        const std::size_t before = expanded.size();
        expanded.insert(walk.wanted.begin(), walk.wanted.end());
        if (expanded.size() > before) {
            continue;
        }
        if (walk.error) {
            return *walk.error;
        }
        const Result<int> numeration = chosen_numeration(spec, walk, options);
        if (!numeration.ok()) {
            return numeration.error();
        }
        return Demand{numeration.value(), in_order(walk)};
    }
}

}  // namespace mexcert
