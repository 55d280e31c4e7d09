#include "automata/formula.hpp"

#include <algorithm>
#include <numeric>

namespace mexcert {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 62;

bool contains(const std::vector<int>& variables, int variable) {
    return std::find(variables.begin(), variables.end(), variable) != variables.end();
}

void add_unique(std::vector<int>& variables, const std::vector<int>& more) {
    for (const int variable : more) {
        if (!contains(variables, variable)) {
            variables.push_back(variable);
        }
    }
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {  // b > 0
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

}  // namespace

std::int64_t LinearSum::coefficient(int variable) const {
    for (const auto& [own, factor] : terms) {
        if (own == variable) {
            return factor;
        }
    }
    return 0;
}

std::optional<LinearSum> combined(const LinearSum& left, const LinearSum& right,
                                  std::int64_t factor) {
    std::map<int, std::int64_t> all(left.terms.begin(), left.terms.end());
    LinearSum result;
    const auto add = [&](std::int64_t& to, std::int64_t value) {
        std::int64_t product = 0;
        return !__builtin_mul_overflow(value, factor, &product) &&
               !__builtin_add_overflow(to, product, &to) && to < kLargest && to > -kLargest;
    };
    result.constant = left.constant;
    if (!add(result.constant, right.constant)) {
        return std::nullopt;
    }
    for (const auto& [variable, value] : right.terms) {
        if (!add(all[variable], value)) {
            return std::nullopt;
        }
    }
    for (const auto& entry : all) {
        if (entry.second != 0) {
            result.terms.push_back(entry);
        }
    }
    return result;
}

Formulas::Formulas() {
    Formula truth;
    nodes_.push_back(truth);
    truth.kind = FormulaKind::kFalse;
    nodes_.push_back(truth);
}

int Formulas::add_relation(Relation relation) {
    relations_.push_back(std::move(relation));
    return static_cast<int>(relations_.size()) - 1;
}

int Formulas::fresh(const std::string& name) {
    names_.push_back(name);
    return static_cast<int>(names_.size()) - 1;
}

FormulaId Formulas::intern(Formula node) {
    std::vector<std::int64_t> key = {static_cast<std::int64_t>(node.kind), node.relation,
                                     node.least, static_cast<std::int64_t>(node.variables.size())};
    key.insert(key.end(), node.variables.begin(), node.variables.end());
    key.insert(key.end(), node.kids.begin(), node.kids.end());
    for (const auto& [variable, factor] : node.sum.terms) {
        key.insert(key.end(), {variable, factor});
    }
    key.push_back(node.sum.constant);
    const auto [entry, fresh] = interned_.try_emplace(std::move(key), -1);
    if (!fresh) {
        return entry->second;
    }
    for (const FormulaId kid : node.kids) {
        add_unique(node.free, at(kid).free);
    }
    if (node.kind == FormulaKind::kRelation) {
        add_unique(node.free, node.variables);
    }
    for (const auto& term : node.sum.terms) {
        node.free.push_back(term.first);
    }
    if (node.kind == FormulaKind::kExists) {
        std::erase_if(node.free, [&](int variable) { return contains(node.variables, variable); });
    }
    std::sort(node.free.begin(), node.free.end());
    entry->second = static_cast<FormulaId>(nodes_.size());
    nodes_.push_back(std::move(node));
    return entry->second;
}

bool Formulas::free_in(FormulaId id, int variable) const {
    const std::vector<int>& free = at(id).free;
    return std::binary_search(free.begin(), free.end(), variable);
}

FormulaId Formulas::apply(int relation, std::vector<int> arguments) {
    Formula node;
    node.kind = FormulaKind::kRelation;
    node.relation = relation;
    node.variables = std::move(arguments);
    return intern(std::move(node));
}

FormulaId Formulas::equal(const LinearSum& sum) { return linear(FormulaKind::kEqual, sum); }
FormulaId Formulas::at_most(const LinearSum& sum) { return linear(FormulaKind::kAtMost, sum); }

// Divides by the greatest common divisor, and decides what naturals decide.
FormulaId Formulas::linear(FormulaKind kind, LinearSum sum) {
    std::int64_t divisor = 0;
    bool some_positive = false;
    bool some_negative = false;
    for (const auto& term : sum.terms) {
        divisor = std::gcd(divisor, term.second);
        (term.second > 0 ? some_positive : some_negative) = true;
    }
    const bool equality = kind == FormulaKind::kEqual;
    if (divisor == 0) {
        return truth(equality ? sum.constant == 0 : sum.constant <= 0);
    }
    if (equality && sum.constant % divisor != 0) {
        return truth(false);
    }
    for (auto& term : sum.terms) {
        term.second /= divisor;
    }
    sum.constant = -floor_quotient(-sum.constant, divisor);
    if (!some_negative && sum.constant > 0) {
        return truth(false);
    }
    if (!some_positive && (equality ? sum.constant < 0 : sum.constant <= 0)) {
        return truth(!equality);
    }
    if (equality && sum.terms.front().second < 0) {
        for (auto& term : sum.terms) {
            term.second = -term.second;
        }
        sum.constant = -sum.constant;
    }
    Formula node;
    node.kind = kind;
    node.sum = std::move(sum);
    return intern(std::move(node));
}

FormulaId Formulas::negation(FormulaId id) {
    const Formula& node = at(id);
    switch (node.kind) {
        case FormulaKind::kTrue:
        case FormulaKind::kFalse:
            return 1 - id;
        case FormulaKind::kNot:
            return node.kids.front();
        case FormulaKind::kAtMost: {
            const auto turned = combined(LinearSum::number(1), node.sum, -1);
            overflow_ = overflow_ || !turned;
            return turned ? at_most(*turned) : id;
        }
        case FormulaKind::kAnd:
        case FormulaKind::kOr: {
            std::vector<FormulaId> kids;
            for (const FormulaId kid : std::vector<FormulaId>(node.kids)) {
                kids.push_back(negation(kid));
            }
            return at(id).kind == FormulaKind::kAnd ? disjunction(std::move(kids))
                                                    : conjunction(std::move(kids));
        }
        default: {
            Formula made;
            made.kind = FormulaKind::kNot;
            made.kids = {id};
            return intern(std::move(made));
        }
    }
}

void Formulas::flatten(FormulaKind kind, FormulaId id, std::vector<FormulaId>& into) const {
    if (at(id).kind != kind) {
        into.push_back(id);
        return;
    }
    for (const FormulaId kid : at(id).kids) {
        flatten(kind, kid, into);
    }
}

FormulaId Formulas::gather(FormulaKind kind, std::vector<FormulaId> kids) {
    const FormulaId neutral = truth(kind == FormulaKind::kAnd);
    std::vector<FormulaId> flat;
    for (const FormulaId kid : kids) {
        flatten(kind, kid, flat);
    }
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    std::erase(flat, neutral);
    for (const FormulaId kid : flat) {
        const bool opposite = at(kid).kind == FormulaKind::kNot &&
                              std::binary_search(flat.begin(), flat.end(), at(kid).kids.front());
        if (kid == 1 - neutral || opposite) {
            return 1 - neutral;
        }
    }
    if (flat.size() < 2) {
        return flat.empty() ? neutral : flat.front();
    }
    Formula node;
    node.kind = kind;
    node.kids = std::move(flat);
    return intern(std::move(node));
}

FormulaId Formulas::conjunction(std::vector<FormulaId> kids) {
    return gather(FormulaKind::kAnd, std::move(kids));
}

FormulaId Formulas::disjunction(std::vector<FormulaId> kids) {
    return gather(FormulaKind::kOr, std::move(kids));
}

FormulaId Formulas::block(std::uint32_t least, std::vector<int> variables, FormulaId body) {
    Formula node;
    node.kind = FormulaKind::kExists;
    node.least = least;
    node.variables = std::move(variables);
    node.kids = {body};
    return intern(std::move(node));
}

FormulaId Formulas::at_least(std::uint32_t least, std::vector<int> variables, FormulaId body) {
    const std::size_t asked = variables.size();
    std::erase_if(variables, [&](int variable) { return !free_in(body, variable); });
    if (least == 0) {
        return truth(true);
    }
    // A variable that does not matter takes infinitely many values.
    const bool counts = least > 1 && variables.size() == asked;
    if (least > 1 && asked == 0) {
        return truth(false);
    }
    if (variables.empty()) {
        return body;
    }
    if (counts) {
        return block(least, std::move(variables), body);
    }
    const Formula& node = at(body);
    switch (node.kind) {
        case FormulaKind::kOr: {
            std::vector<FormulaId> kids;
            for (const FormulaId kid : std::vector<FormulaId>(node.kids)) {
                kids.push_back(exists(variables, kid));
            }
            return disjunction(std::move(kids));
        }
        case FormulaKind::kExists:
            if (node.least == 1) {
                const FormulaId inner = node.kids.front();
                add_unique(variables, node.variables);
                return exists(std::move(variables), inner);
            }
            break;
        case FormulaKind::kAnd:
            return exists_of_and(std::move(variables), node.kids);
        case FormulaKind::kEqual:
        case FormulaKind::kAtMost:
            return exists_of_and(std::move(variables), {body});
        default:
            break;
    }
    return block(1, std::move(variables), body);
}

// exists V: (exists W: A) and B  is  exists V, W: A and B, W renamed where it would clash.
void Formulas::merge_blocks(std::vector<int>& variables, std::vector<FormulaId>& conjuncts) {
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
        const Formula inner = at(conjuncts[i]);
        if (inner.kind != FormulaKind::kExists || inner.least != 1) {
            continue;
        }
        FormulaId body = inner.kids.front();
        for (const int bound : inner.variables) {
            bool clash = contains(variables, bound);
            for (std::size_t j = 0; j < conjuncts.size(); ++j) {
                clash = clash || (j != i && free_in(conjuncts[j], bound));
            }
            int own = bound;
            if (clash) {
                own = fresh(std::string(name(bound)));
                body = substitute(body, bound, LinearSum::of(own));
            }
            variables.push_back(own);
        }
        conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
        flatten(FormulaKind::kAnd, body, conjuncts);
        --i;
    }
}

void Formulas::replace(int variable, const LinearSum& sum, std::vector<int>& variables,
                       std::vector<FormulaId>& conjuncts) {
    std::vector<FormulaId> flat;
    for (const FormulaId conjunct : conjuncts) {
        flatten(FormulaKind::kAnd, substitute(conjunct, variable, sum), flat);
    }
    conjuncts = std::move(flat);
    std::erase(variables, variable);
}

// Drops a bound variable that the equation conjuncts[at] determines.
bool Formulas::eliminate_by(const LinearSum& sum, std::size_t at_index, std::vector<int>& variables,
                            std::vector<FormulaId>& conjuncts) {
    for (const auto& [variable, factor] : sum.terms) {
        if ((factor != 1 && factor != -1) || !contains(variables, variable)) {
            continue;
        }
        // factor * variable + rest = 0, so variable = -factor * rest.
        LinearSum rest = sum;
        std::erase_if(rest.terms, [v = variable](const auto& term) { return term.first == v; });
        const auto value = combined({}, rest, -factor);
        const auto negative = combined({}, rest, factor);
        if (!value || !negative) {
            continue;
        }
        bool related = false;
        for (std::size_t i = 0; i < conjuncts.size() && value->variable() < 0; ++i) {
            related = related || (i != at_index && in_relation(conjuncts[i], variable));
        }
        if (related) {
            continue;
        }
        conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(at_index));
        replace(variable, *value, variables, conjuncts);
        conjuncts.push_back(at_most(*negative));
        return true;
    }
    return false;
}

bool Formulas::eliminate(std::vector<int>& variables, std::vector<FormulaId>& conjuncts) {
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
        const Formula& node = at(conjuncts[i]);
        if (node.kind == FormulaKind::kEqual && eliminate_by(node.sum, i, variables, conjuncts)) {
            return true;
        }
    }
    return false;
}

// f(t, u) and f(t, v) give u = v.
bool Formulas::unify(std::vector<int>& variables, std::vector<FormulaId>& conjuncts) {
    std::map<std::vector<int>, std::size_t> known;
    for (std::size_t i = 0; i < conjuncts.size(); ++i) {
        const Formula& node = at(conjuncts[i]);
        if (node.kind != FormulaKind::kRelation || !relation(node.relation).function) {
            continue;
        }
        std::vector<int> key(node.variables.begin(), node.variables.end() - 1);
        key.push_back(node.relation);
        const auto [entry, fresh] = known.try_emplace(std::move(key), i);
        if (fresh) {
            continue;
        }
        const int first = at(conjuncts[entry->second]).variables.back();
        const int second = node.variables.back();
        conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(i));
        if (contains(variables, second)) {
            replace(second, LinearSum::of(first), variables, conjuncts);
        } else if (contains(variables, first)) {
            replace(first, LinearSum::of(second), variables, conjuncts);
        } else {
            const auto both = combined(LinearSum::of(first), LinearSum::of(second), -1);
            conjuncts.push_back(equal(*both));
        }
        return true;
    }
    return false;
}

FormulaId Formulas::exists_of_and(std::vector<int> variables, std::vector<FormulaId> conjuncts) {
    merge_blocks(variables, conjuncts);
    while (eliminate(variables, conjuncts) || unify(variables, conjuncts)) {
        merge_blocks(variables, conjuncts);
    }
    const FormulaId whole = conjunction(std::move(conjuncts));
    std::vector<FormulaId> flat;
    flatten(FormulaKind::kAnd, whole, flat);
    return components(variables, std::move(flat));
}

FormulaId Formulas::opened(FormulaId id, std::vector<int>& bound) {
    std::vector<FormulaId> conjuncts;
    flatten(FormulaKind::kAnd, id, conjuncts);
    merge_blocks(bound, conjuncts);
    while (eliminate(bound, conjuncts) || unify(bound, conjuncts)) {
        merge_blocks(bound, conjuncts);
    }
    const FormulaId result = conjunction(std::move(conjuncts));
    std::erase_if(bound, [&](int variable) { return !free_in(result, variable); });
    return result;
}

// Conjuncts that share no bound variable are quantified apart.
FormulaId Formulas::components(const std::vector<int>& variables,
                               std::vector<FormulaId> conjuncts) {
    std::vector<FormulaId> result;
    while (!conjuncts.empty()) {
        std::vector<FormulaId> part{conjuncts.back()};
        conjuncts.pop_back();
        std::vector<int> own;
        for (std::size_t i = 0; i < part.size(); ++i) {
            for (const int variable : at(part[i]).free) {
                if (!contains(variables, variable) || contains(own, variable)) {
                    continue;
                }
                own.push_back(variable);
                for (std::size_t j = 0; j < conjuncts.size();) {
                    if (free_in(conjuncts[j], variable)) {
                        part.push_back(conjuncts[j]);
                        conjuncts.erase(conjuncts.begin() + static_cast<std::ptrdiff_t>(j));
                    } else {
                        ++j;
                    }
                }
            }
        }
        const bool single = part.size() == 1;
        const FormulaId body = conjunction(std::move(part));
        std::sort(own.begin(), own.end());
        if (own.empty()) {
            result.push_back(body);
        } else if (single && at(body).kind == FormulaKind::kOr) {
            result.push_back(exists(own, body));
        } else {
            result.push_back(block(1, own, body));
        }
    }
    return conjunction(std::move(result));
}

bool Formulas::in_relation(FormulaId id, int variable) const {
    const Formula& node = at(id);
    if (!free_in(id, variable)) {
        return false;
    }
    if (node.kind == FormulaKind::kRelation) {
        return true;
    }
    return std::any_of(node.kids.begin(), node.kids.end(),
                       [&](FormulaId kid) { return in_relation(kid, variable); });
}

FormulaId Formulas::substitute(FormulaId id, int variable, const LinearSum& sum) {
    if (!free_in(id, variable)) {
        return id;
    }
    const Formula node = at(id);
    switch (node.kind) {
        case FormulaKind::kRelation: {
            std::vector<int> arguments = node.variables;
            std::replace(arguments.begin(), arguments.end(), variable, sum.variable());
            return apply(node.relation, std::move(arguments));
        }
        case FormulaKind::kEqual:
        case FormulaKind::kAtMost: {
            LinearSum rest = node.sum;
            std::erase_if(rest.terms, [&](const auto& term) { return term.first == variable; });
            const auto made = combined(rest, sum, node.sum.coefficient(variable));
            overflow_ = overflow_ || !made;
            return made ? linear(node.kind, *made) : id;
        }
        case FormulaKind::kNot:
            return negation(substitute(node.kids.front(), variable, sum));
        case FormulaKind::kAnd:
        case FormulaKind::kOr: {
            std::vector<FormulaId> kids;
            for (const FormulaId kid : node.kids) {
                kids.push_back(substitute(kid, variable, sum));
            }
            return gather(node.kind, std::move(kids));
        }
        case FormulaKind::kExists: {
            std::vector<int> bound = node.variables;
            FormulaId body = node.kids.front();
            for (int& own : bound) {
                if (sum.coefficient(own) != 0) {
                    const int renamed = fresh(std::string(name(own)));
                    body = substitute(body, own, LinearSum::of(renamed));
                    own = renamed;
                }
            }
            return at_least(node.least, std::move(bound), substitute(body, variable, sum));
        }
        default:
            return id;
    }
}

}  // namespace mexcert
