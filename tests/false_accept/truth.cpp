#include "truth.h"

#include <algorithm>

namespace attack {
namespace {

constexpr Int kMaxSteps = 400'000;
constexpr Int kMaxLeast = 500;
constexpr std::size_t kMaxLength = 2'000;
constexpr std::size_t kVariables = 64;

Truth of(bool b) { return b ? Truth::yes : Truth::no; }

Truth negated(Truth t) { return t == Truth::undefined ? t : of(t == Truth::no); }

// All values of the variables with this sum, in lexicographic order.
bool next_of_sum(std::vector<Int>& v, std::size_t from) {
    std::size_t i = v.size() - 1;
    while (i > from && v[i] == 0) --i;
    if (i == from) return false;
    const Int rest = v[i];
    v[i] = 0;
    ++v[i - 1];
    v.back() = rest - 1;
    return true;
}

}  // namespace

const Word& Representations::at(Int n) {
    while (static_cast<Int>(words_.size()) <= n) {
        std::vector<std::pair<Word, Int>> longer;
        for (const auto& [word, state] : level_) {
            const Word& row = rows_[static_cast<std::size_t>(state)];
            for (std::size_t d = word.empty() ? 1 : 0; d < row.size(); ++d) {
                if (row[d] < 0) continue;
                longer.emplace_back(word, row[d]);
                longer.back().first.push_back(static_cast<Int>(d));
                words_.push_back(longer.back().first);
            }
        }
        if (longer.empty()) throw TooLong();
        level_ = std::move(longer);
    }
    return words_[static_cast<std::size_t>(n)];
}

Evaluator::Evaluator(const Model& model, bool strict) : model_(model), strict_(strict) {
    for (std::size_t i = 0; i < model.items.size(); ++i)
        if (model.items[i].kind == Kind::numeration)
            representations_.emplace(i, Representations(model.items[i].rows));
}

void Evaluator::step() {
    if (++steps_ > kMaxSteps) throw TooLong();
}

std::optional<Int> Evaluator::natural(const Expr& e, Frame& f) {
    const auto n = number(e, f);
    return n && *n >= 0 ? n : std::nullopt;
}

std::optional<Int> Evaluator::number(const Expr& e, Frame& f) {
    step();
    switch (e->op) {
        case Op::number:
            return e->value;
        case Op::variable:
            return f[static_cast<std::size_t>(e->value)];
        case Op::cond: {
            const Truth t = truth(e->args[0], f);
            if (t == Truth::undefined) return std::nullopt;
            return number(e->args[t == Truth::yes ? 1 : 2], f);
        }
        case Op::least:
            return least(e, f);
        case Op::count:
            return count(e, f);
        case Op::call: {
            if (e->item == model_.items.size()) return automatic_value_;
            Word args;
            for (const Expr& a : e->args) {
                const auto n = natural(a, f);
                if (!n) return std::nullopt;
                args.push_back(*n);
            }
            return value(e->item, args);
        }
        default:
            return arithmetic(e, f);
    }
}

std::optional<Int> Evaluator::arithmetic(const Expr& e, Frame& f) {
    const auto a = number(e->args[0], f);
    const auto b = e->args.size() > 1 ? number(e->args[1], f) : std::optional<Int>(0);
    if (!a || !b) return std::nullopt;
    switch (e->op) {
        case Op::add:
            return *a + *b;
        case Op::sub:
            return *a - *b;
        case Op::monus:
            return std::max<Int>(*a - *b, 0);
        case Op::mul:
            return *a * *b;
        case Op::div:
            return *a < 0 ? std::nullopt : std::optional(*a / *b);
        case Op::mod:
            return *a < 0 ? std::nullopt : std::optional(*a % *b);
        case Op::square:
            return *a * *a;
        default:
            break;
    }
    if (*a < 0) return std::nullopt;
    // The greatest v with v <= n * phi, that is (2 v - n) ^ 2 <= 5 n ^ 2; one n more for phi ^ 2.
    Int v = *a;
    while ((2 * (v + 1) - *a) * (2 * (v + 1) - *a) <= 5 * *a * *a) ++v;
    return e->value == 1 ? v : v + *a;
}

std::optional<Int> Evaluator::least(const Expr& e, Frame& f) {
    for (Int v = 0; v <= kMaxLeast; ++v) {
        f[static_cast<std::size_t>(e->value)] = v;
        const Truth t = truth(e->args[0], f);
        if (t == Truth::yes) return v;
        if (t == Truth::undefined) return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Int> Evaluator::count(const Expr& e, Frame& f) {
    Int found = 0;
    bool defined = true;
    const bool bounded = values(e, f, [&] {
        const Truth t = truth(e->args.back(), f);
        found += t == Truth::yes ? 1 : 0;
        defined = defined && t != Truth::undefined;
        return true;
    });
    return bounded && defined ? std::optional(found) : std::nullopt;
}

std::optional<Int> Evaluator::value(std::size_t item, const Word& args) {
    const Item& i = model_.items[item];
    for (std::size_t k = 0; k < i.parameters.size(); ++k)
        if (i.parameters[k].limited() &&
            (args[k] < i.parameters[k].low || args[k] > i.parameters[k].high))
            return std::nullopt;
    if (i.kind == Kind::word) return letter(i, args[0]);
    if (i.kind == Kind::dfao) return dfao(i, args[0]);
    const std::pair key(item, args);
    if (i.measure) {
        Word fixed, ranged;
        for (std::size_t k = 0; k < args.size(); ++k) {
            fixed.push_back(i.fixed[k] ? args[k] : -1);
            if (!i.fixed[k]) ranged.push_back(args[k]);
        }
        Word& top = instances_.try_emplace({item, fixed}, ranged).first->second;
        for (std::size_t k = 0; k < top.size(); ++k) top[k] = std::max(top[k], ranged[k]);
    }
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    if (running_[key]) return std::nullopt;  // the recursion does not end
    if (running_.size() > 20'000) throw TooLong();
    running_[key] = true;
    Frame f(kVariables);
    for (std::size_t k = 0; k < args.size(); ++k)
        f[static_cast<std::size_t>(i.parameters[k].variable)] = args[k];
    const auto result = natural(i.body, f);
    running_[key] = false;
    return known_[key] = result;
}

std::optional<Int> Evaluator::dfao(const Item& dfao, Int n) {
    Int state = 0;
    for (const Int d : representations_.at(dfao.base).at(n))
        state = dfao.rows[static_cast<std::size_t>(state)][static_cast<std::size_t>(d)];
    return dfao.rows[static_cast<std::size_t>(state)].back();
}

Truth Evaluator::limit(const Item& word) const {
    const Word& image = word.rows[static_cast<std::size_t>(word.start)];
    if (image == Word{-1}) return Truth::undefined;
    if (image.empty() || image[0] != word.start || image.size() == 1) return Truth::no;
    std::vector<bool> reached(word.rows.size());
    std::vector<Int> todo = {word.start};
    while (!todo.empty()) {
        const auto c = static_cast<std::size_t>(todo.back());
        todo.pop_back();
        if (reached[c]) continue;
        reached[c] = true;
        if (word.rows[c].empty() || word.rows[c] == Word{-1}) return Truth::undefined;
        todo.insert(todo.end(), word.rows[c].begin(), word.rows[c].end());
    }
    return Truth::yes;
}

std::optional<Int> Evaluator::letter(const Item& word, Int n) {
    if (limit(word) != Truth::yes) return std::nullopt;
    Word letters = {word.start};
    for (std::size_t next = 0; static_cast<Int>(letters.size()) <= n; ++next) {
        const Word& image = word.rows[static_cast<std::size_t>(letters[next])];
        letters.insert(letters.end(), image.begin() + (next == 0 ? 1 : 0), image.end());
    }
    return letters[static_cast<std::size_t>(n)];
}

std::optional<Word> Evaluator::word(const Expr& e, Frame& f) {
    step();
    if (e->op == Op::word) return e->word;
    if (e->op == Op::concat) {
        auto a = word(e->args[0], f);
        const auto b = word(e->args[1], f);
        if (a && b) a->insert(a->end(), b->begin(), b->end());
        return b ? a : std::nullopt;
    }
    const auto n = natural(e->args[0], f);
    if (!n) return std::nullopt;
    if (e->op == Op::rep) return representations_.at(e->item).at(*n);
    auto w = word(e->args[1], f);
    if (!w) return w;
    if (e->op == Op::take) {
        if (static_cast<Int>(w->size()) > *n) w->resize(static_cast<std::size_t>(*n));
        return w;
    }
    const auto& rows = model_.items[e->item].rows;
    for (Int i = 0; i < *n; ++i) {
        Word image;
        for (const Int c : *w) {
            const auto at = static_cast<std::size_t>(c);
            if (at >= rows.size() || rows[at] == Word{-1}) return std::nullopt;
            image.insert(image.end(), rows[at].begin(), rows[at].end());
            if (image.size() > kMaxLength) throw TooLong();
        }
        w = std::move(image);
    }
    return w;
}

Truth Evaluator::truth(const Expr& e, Frame& f) {
    step();
    switch (e->op) {
        case Op::conj:
        case Op::disj:
        case Op::implies:
        case Op::iff:
            return connective(e, f);
        case Op::negation:
            return negated(truth(e->args[0], f));
        case Op::forall:
        case Op::exists:
        case Op::unique:
            return quantifier(e, f);
        case Op::word_eq:
        case Op::word_ne:
        case Op::prefix:
        case Op::suffix:
            return words(e, f);
        case Op::limit:
            return limit(model_.items[e->item]);
        case Op::call: {
            const Item& i = model_.items[e->item];
            Frame inner(kVariables);
            for (std::size_t k = 0; k < e->args.size(); ++k) {
                const auto n = natural(e->args[k], f);
                if (!n) return Truth::undefined;
                inner[static_cast<std::size_t>(i.parameters[k].variable)] = *n;
            }
            return truth(i.body, inner);
        }
        default:
            return compared(e, f);
    }
}

Truth Evaluator::connective(const Expr& e, Frame& f) {
    Truth a = truth(e->args[0], f);
    if (e->op == Op::iff) {
        const Truth b = truth(e->args[1], f);
        if (a == Truth::undefined || b == Truth::undefined) return Truth::undefined;
        return of(a == b);
    }
    // a => b is not a or b; a and b is not (not a or not b).
    if (e->op == Op::implies) a = negated(a);
    const Truth decided = e->op == Op::conj ? Truth::no : Truth::yes;
    if (a == decided || (strict_ && a == Truth::undefined)) return a;
    const Truth b = truth(e->args[1], f);
    return b == decided || a != Truth::undefined ? b : a;
}

Truth Evaluator::compared(const Expr& e, Frame& f) {
    const auto a = number(e->args[0], f);
    if (e->op == Op::in) {
        bool found = false;
        bool defined = a.has_value();
        for (std::size_t i = 1; i < e->args.size(); ++i) {
            const auto b = number(e->args[i], f);
            found = found || (a && b && *a == *b);
            defined = defined && b;
        }
        return found && (defined || !strict_) ? Truth::yes : defined ? Truth::no : Truth::undefined;
    }
    const auto b = number(e->args[1], f);
    if (!a || !b) return Truth::undefined;
    switch (e->op) {
        case Op::eq:
            return of(*a == *b);
        case Op::ne:
            return of(*a != *b);
        case Op::lt:
            return of(*a < *b);
        case Op::le:
            return of(*a <= *b);
        case Op::gt:
            return of(*a > *b);
        default:
            return of(*a >= *b);
    }
}

Truth Evaluator::words(const Expr& e, Frame& f) {
    const auto a = word(e->args[0], f);
    const auto b = word(e->args[1], f);
    if (!a || !b) return Truth::undefined;
    if (e->op == Op::word_eq) return of(*a == *b);
    if (e->op == Op::word_ne) return of(*a != *b);
    if (a->size() > b->size()) return Truth::no;
    return of(e->op == Op::prefix ? std::equal(a->begin(), a->end(), b->begin())
                                  : std::equal(a->rbegin(), a->rend(), b->rbegin()));
}

template <class Each>
bool Evaluator::values(const Expr& e, Frame& f, Each each) {
    Int last = 0;
    if (e->bound == Bound::free) {
        for (const Int v : f) last = std::max(last, v);
        last += e->margin;
    } else {
        const auto bound = number(e->args[0], f);
        if (!bound) return false;
        last = e->bound == Bound::below ? *bound - 1 : *bound;
    }
    Int& v = f[static_cast<std::size_t>(e->value)];
    for (v = 0; v <= last; ++v)
        if (!each()) break;
    v = 0;
    return true;
}

Truth Evaluator::quantifier(const Expr& e, Frame& f) {
    Int found = 0;
    bool defined = true;
    const bool all = e->op == Op::forall;
    const bool bounded = values(e, f, [&] {
        const Truth t = truth(e->args.back(), f);
        found += t == (all ? Truth::no : Truth::yes) ? 1 : 0;
        defined = defined && t != Truth::undefined;
        return strict_ || found < (e->op == Op::unique ? 2 : 1);
    });
    if (!bounded || (strict_ && !defined)) return Truth::undefined;
    if (e->op == Op::unique) {
        if (found > 1) return Truth::no;
        return defined ? of(found == 1) : Truth::undefined;
    }
    if (found > 0) return all ? Truth::no : Truth::yes;
    return defined ? of(all) : Truth::undefined;
}

std::vector<std::vector<std::pair<Int, Int>>> Evaluator::ranges() const {
    // For each parameter and leading variable its range; sums are tested by `assignments`.
    std::vector<std::vector<std::pair<Int, Int>>> result(1);
    const Claim& c = model_.claim;
    for (std::size_t i = 0; i < model_.parameters.size(); ++i) {
        const Parameter& p = model_.parameters[i];
        result[0].emplace_back(p.low, p.limited() ? p.high : 6);
        if (!c.fixed.empty()) result[0].back() = {c.fixed[i], c.fixed[i]};
    }
    for (const Leading& v : model_.leading)
        result[0].emplace_back(0, v.bound >= 0 ? v.bound : v.horizon);
    if (c.kind == Claim::range)
        for (const Range& r : c.ranges)
            for (const std::size_t place : r.variables) {
                auto& range = result[0][place];
                range = r.variables.size() > 1 ? std::pair<Int, Int>(0, r.high)
                                               : std::pair(r.low, r.high);
            }
    return result;
}

template <class Each>
void Evaluator::assignments(Each each) {
    const auto range = ranges()[0];
    std::vector<Int> values;
    for (const auto& r : range) values.push_back(r.first);
    for (bool more = true; more;) {
        bool inside = true;
        for (const Range& r : model_.claim.ranges) {
            Int sum = 0;
            for (const std::size_t place : r.variables) sum += values[place];
            inside = inside && (r.variables.size() == 1 || sum <= r.high);
        }
        // A bound in the text is a hypothesis.
        for (std::size_t i = 0; i < model_.leading.size(); ++i) {
            const Int bound = model_.leading[i].bound;
            inside = inside && (bound < 0 || values[model_.parameters.size() + i] <= bound);
        }
        if (inside) {
            Frame f(kVariables);
            for (std::size_t i = 0; i < values.size(); ++i)
                f[static_cast<std::size_t>(
                    i < model_.parameters.size()
                        ? model_.parameters[i].variable
                        : model_.leading[i - model_.parameters.size()].variable)] = values[i];
            if (!each(f)) return;
        }
        more = false;
        for (std::size_t i = values.size(); i-- > 0 && !more;) {
            more = ++values[i] <= range[i].second;
            if (!more) values[i] = range[i].first;
        }
    }
}

// The statement at an assignment; a hypothesis that fails makes it true.
Truth Evaluator::leaf(Frame& f) {
    if (model_.hypothesis) {
        const Truth h = truth(model_.hypothesis, f);
        if (h != Truth::yes) return h == Truth::no ? Truth::yes : h;
    }
    read_ = true;
    return truth(model_.body, f);
}

// exists automatic: one value for each n that suits all that is said of g(n).
Truth Evaluator::automatic() {
    Truth result = Truth::yes;
    assignments([&](Frame& f) {
        Truth some = Truth::no;
        for (automatic_value_ = 0; automatic_value_ <= *model_.automatic; ++automatic_value_) {
            const Truth t = leaf(f);
            if (t == Truth::yes || some == Truth::no) some = t;
            if (t == Truth::yes) break;
        }
        if (some != Truth::yes) result = some;
        return some == Truth::yes;
    });
    return result;
}

Truth Evaluator::at_point(const std::vector<Int>& point) {
    Model at = model_;
    at.claim.kind = Claim::range;
    at.claim.ranges.clear();
    std::size_t next = 0;
    for (std::size_t i = 0; i < at.parameters.size() + at.leading.size(); ++i) {
        const bool parameter = i < at.parameters.size();
        if (parameter ? !at.claim.fixed.empty() : at.leading[i - at.parameters.size()].bound >= 0)
            continue;
        at.claim.ranges.push_back({{i}, point[next], point[next]});
        ++next;
    }
    Evaluator there(at, strict_);
    there.known_ = known_;
    const Truth result = there.everywhere();
    known_ = std::move(there.known_);
    for (const auto& [key, tops] : there.instances_) {
        Word& mine = instances_.try_emplace(key, tops).first->second;
        for (std::size_t k = 0; k < mine.size(); ++k) mine[k] = std::max(mine[k], tops[k]);
    }
    return result;
}

// The statement at all assignments of the claim.
Truth Evaluator::everywhere() {
    bool no = false;
    bool defined = true;
    read_ = false;
    assignments([&](Frame& f) {
        const Truth t = leaf(f);
        no = no || t == Truth::no;
        defined = defined && t != Truth::undefined;
        return true;
    });
    if (!defined && (strict_ || !no)) return Truth::undefined;
    return of(!no);
}

Truth Evaluator::claim() {
    const Claim& c = model_.claim;
    if (c.kind == Claim::refuted) return negated(at_point(c.point));
    if (c.kind == Claim::least) return of(least_point().has_value());
    if (model_.automatic) return automatic();
    const Truth t = everywhere();
    return t == Truth::yes ? of(read_) : t;  // a claim without instances must not be verified
}

std::optional<std::vector<Int>> Evaluator::least_point() {
    const auto names = point_variables(model_);
    const std::size_t parameters = model_.claim.fixed.empty() ? model_.parameters.size() : 0;
    std::vector<Int> first(names.size());
    for (std::size_t i = 0; i < parameters; ++i) first[i] = model_.parameters[i].low;
    if (names.size() > parameters) return false_point(12);
    for (std::vector<Int> v = first;;) {
        const Truth t = at_point(v);
        if (t != Truth::yes) return t == Truth::no ? std::optional(v) : std::nullopt;
        std::size_t i = v.size();
        for (; i > 0; --i) {
            if (++v[i - 1] <= model_.parameters[i - 1].high) break;
            v[i - 1] = first[i - 1];
        }
        if (i == 0) return std::nullopt;
    }
}

// The first point with a sum of variables up to `side` at the first parameters: what comes behind
// has infinitely many points before it.
std::optional<std::vector<Int>> Evaluator::false_point(Int side) {
    const auto names = point_variables(model_);
    const std::size_t parameters = model_.claim.fixed.empty() ? model_.parameters.size() : 0;
    std::vector<Int> v(names.size());
    for (std::size_t i = 0; i < parameters; ++i) v[i] = model_.parameters[i].low;
    if (names.size() == parameters)
        return at_point(v) == Truth::no ? std::optional(v) : std::nullopt;
    for (Int sum = 0; sum <= side; ++sum) {
        std::fill(v.begin() + static_cast<std::ptrdiff_t>(parameters), v.end(), 0);
        v.back() = sum;
        do {
            const Truth t = at_point(v);
            if (t != Truth::yes) return t == Truth::no ? std::optional(v) : std::nullopt;
        } while (next_of_sum(v, parameters));
    }
    return std::nullopt;
}

std::optional<std::vector<Int>> Evaluator::least_projection(const std::vector<Int>& names,
                                                            Int side) {
    const auto all = point_variables(model_);
    const std::size_t parameters = model_.claim.fixed.empty() ? model_.parameters.size() : 0;
    std::optional<std::vector<Int>> least;
    std::vector<Int> least_key;
    std::vector<Int> v(all.size());
    for (bool more = true; more;) {
        if (at_point(v) == Truth::no) {
            // Ordered by the parameters, the sum of the variables, the variables.
            std::vector<Int> point, key;
            Int sum = 0;
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (std::find(names.begin(), names.end(), all[i]) == names.end()) continue;
                point.push_back(v[i]);
                if (i < parameters)
                    key.push_back(v[i]);
                else
                    sum += v[i];
            }
            key.push_back(sum);
            key.insert(key.end(), point.begin(), point.end());
            if (!least || key < least_key) {
                least = point;
                least_key = key;
            }
        }
        more = false;
        for (std::size_t i = v.size(); i-- > 0 && !more;) {
            const Int last = i < parameters ? model_.parameters[i].high : side;
            more = ++v[i] <= last;
            if (!more) v[i] = 0;
        }
    }
    return least;
}

std::vector<Int> Evaluator::witnesses() {
    std::vector<Int> found;
    assignments([&](Frame& f) {
        if (model_.hypothesis && truth(model_.hypothesis, f) != Truth::yes) return true;
        Int witness = -1;
        const Expr& e = model_.body;
        values(e, f, [&] {
            if (truth(e->args.back(), f) == Truth::yes)
                witness = f[static_cast<std::size_t>(e->value)];
            return witness < 0;
        });
        found.push_back(witness);
        return true;
    });
    return found;
}

}  // namespace attack
