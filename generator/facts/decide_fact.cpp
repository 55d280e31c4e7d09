#include "facts/decide_fact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "facts/modular.hpp"
#include "facts/real_roots.hpp"

namespace mexcert::facts {
namespace {

constexpr std::uint64_t kMaxPrime = 1000;
constexpr long kMaxPower = 64;

bool related(int sign, Relation relation) {
    switch (relation) {
        case Relation::kEqual:
            return sign == 0;
        case Relation::kUnequal:
            return sign != 0;
        case Relation::kLess:
            return sign < 0;
        case Relation::kAtMost:
            return sign <= 0;
        case Relation::kGreater:
            return sign > 0;
        case Relation::kAtLeast:
            return sign >= 0;
    }
    return false;
}

// left - right, and how it stands to 0.
struct Comparison {
    RationalFunction value;
    Relation relation = Relation::kEqual;
};

RationalFunction combined(const RationalFunction& a, char op, const RationalFunction& b) {
    if (op == '*') {
        return lowest_terms(product(a.numerator, b.numerator),
                            product(a.denominator, b.denominator));
    }
    if (op == '/') {
        return lowest_terms(product(a.numerator, b.denominator),
                            product(a.denominator, b.numerator));
    }
    const Polynomial left = product(a.numerator, b.denominator);
    const Polynomial right = product(b.numerator, a.denominator);
    return lowest_terms(op == '+' ? sum(left, right) : difference(left, right),
                        product(a.denominator, b.denominator));
}

class Decider {
  public:
    Decider(const Definitions& definitions, std::string file)
        : definitions_(definitions), file_(std::move(file)) {}

    Result<DecidedFact> run(const Item& fact) {
        DecidedFact decided;
        for (const Atom& atom : fact.atoms) {
            place_ = fmt::format("{}:{}", file_, atom.line);
            const Result<bool> holds = decide(atom);
            if (!holds.ok()) {
                return holds.error();
            }
            decided.holds = decided.holds && holds.value();
        }
        decided.data = data_;
        return decided;
    }

  private:
    Result<bool> decide(const Atom& atom) {
        switch (atom.kind) {
            case AtomKind::kRelation:
                return relation(atom.links, atom.modulus);
            case AtomKind::kCount:
                return count(atom);
            case AtomKind::kForall:
                return forall(atom);
            case AtomKind::kTiles:
                return tiles(atom);
            default:
                return algebraic(atom);
        }
    }

    Result<Polynomial> polynomial(const Expression& expression) {
        const Result<RationalFunction> value = evaluate(expression, definitions_, place_);
        if (!value.ok()) {
            return value.error();
        }
        if (value.value().denominator.size() != 1) {
            return invalid(place_, "not a polynomial");
        }
        return value.value().numerator;
    }

    Result<std::vector<Comparison>> comparisons(const std::vector<Link>& links) {
        std::vector<Comparison> result;
        for (const Link& link : links) {
            const auto left = evaluate(link.left, definitions_, place_);
            const auto right = evaluate(link.right, definitions_, place_);
            if (!left.ok() || !right.ok()) {
                return left.ok() ? right.error() : left.error();
            }
            result.push_back({combined(left.value(), '-', right.value()), link.relation});
        }
        return result;
    }

    Result<bool> relation(const std::vector<Link>& links, const Integer& modulus) {
        const auto all = comparisons(links);
        if (!all.ok()) {
            return all.error();
        }
        bool holds = true;
        for (const Comparison& c : all.value()) {
            const bool equation =
                c.relation == Relation::kEqual || c.relation == Relation::kUnequal;
            const Polynomial& top = c.value.numerator;
            const bool number = top.size() < 2 && c.value.denominator.size() < 2;
            int sign = top.empty() ? 0 : number ? top[0].sign() : 1;
            if (modulus != 0) {
                const auto p = static_cast<std::uint64_t>(modulus);
                const auto same = is_prime(p) && c.value.denominator.size() < 2
                                      ? congruent(top, {}, p)
                                      : std::nullopt;
                if (!same) {
                    return invalid(place_, fmt::format("no polynomials modulo {}", p));
                }
                sign = *same ? 0 : 1;
            }
            if (!equation && (!number || modulus != 0)) {
                return invalid(place_, "functions can only be equal or not");
            }
            holds = holds && related(sign, c.relation);
        }
        return holds;
    }

    // The ends and comparisons of a range.
    struct Range {
        Rational low;
        Rational high;
        std::vector<Comparison> conditions;
    };
    Result<Range> range(const RangeText& text) {
        Range result;
        const Result<Polynomial> low = polynomial(text.low);
        const Result<Polynomial> high = polynomial(text.high);
        const auto conditions = comparisons(text.conditions);
        if (!low.ok() || !high.ok() || !conditions.ok()) {
            return !low.ok() ? low.error() : !high.ok() ? high.error() : conditions.error();
        }
        if (low.value().size() > 1 || high.value().size() > 1) {
            return invalid(place_, "the ends are no numbers");
        }
        result.low = low.value().empty() ? Rational(0) : low.value()[0];
        result.high = high.value().empty() ? Rational(0) : high.value()[0];
        result.conditions = conditions.value();
        if (result.low >= result.high) {
            return invalid(place_, "the interval is empty");
        }
        return result;
    }

    // Whether all comparisons hold at the point; read up to the first that does not.
    Result<bool> all_hold(const std::vector<Comparison>& conditions, RealPoint& point) {
        for (const Comparison& c : conditions) {
            const int bottom = sign_at(c.value.denominator, point);
            if (bottom == 0) {
                return invalid(place_, "division by 0 in the range");
            }
            if (!related(sign_at(c.value.numerator, point) * bottom, c.relation)) {
                return false;
            }
        }
        return true;
    }

    Result<bool> count(const Atom& atom) {
        const Result<Range> over = range(atom.range);
        if (!over.ok()) {
            return over.error();
        }
        const Comparison& first = over.value().conditions.front();
        if (first.relation != Relation::kEqual || first.value.numerator.empty()) {
            return invalid(place_, "the first condition is no equation");
        }
        long found = 0;
        for (RealPoint& point :
             real_roots(first.value.numerator, over.value().low, over.value().high)) {
            const Result<bool> member = all_hold(over.value().conditions, point);
            if (!member.ok()) {
                return member.error();
            }
            found += member.value() ? 1 : 0;
        }
        return found == atom.number;
    }

    Result<bool> forall(const Atom& atom) {
        const Result<Range> over = range(atom.range);
        const auto conclusions = comparisons(atom.links);
        if (!over.ok() || !conclusions.ok()) {
            return over.ok() ? conclusions.error() : over.error();
        }
        for (RealPoint& point : sample_points(over.value(), conclusions.value())) {
            const Result<bool> member = all_hold(over.value().conditions, point);
            if (!member.ok() || !member.value()) {
                if (!member.ok()) {
                    return member.error();
                }
                continue;
            }
            const Result<bool> meets = all_hold(conclusions.value(), point);
            if (!meets.ok() || !meets.value()) {
                return meets;
            }
        }
        return true;
    }

    // Every sign that the comparisons have together somewhere in the range they have at one of
    // these: the roots of an equation if there is one, else the roots of all numerators and
    // denominators, and a number in each gap.
    static std::vector<RealPoint> sample_points(const Range& over,
                                                const std::vector<Comparison>& conclusions) {
        for (const Comparison& c : over.conditions) {
            if (c.relation == Relation::kEqual && !c.value.numerator.empty()) {
                return real_roots(c.value.numerator, over.low, over.high);
            }
        }
        Polynomial all = {1};
        for (const auto* list : {&over.conditions, &conclusions}) {
            for (const Comparison& c : *list) {
                for (const Polynomial* part : {&c.value.numerator, &c.value.denominator}) {
                    if (part->size() > 1) {
                        all = product(all, quotient(*part, common_divisor(*part, all)));
                    }
                }
            }
        }
        std::vector<RealPoint> points = real_roots(all, over.low, over.high);
        std::vector<RealPoint> gaps;
        const auto between = [&](const Rational& low, const Rational& high) {
            const Rational middle = (low + high) / 2;
            gaps.push_back({{-middle, 1}, middle, middle});
        };
        Rational last = over.low;
        for (RealPoint& point : points) {
            while (point.low <= last && point.low != point.high) {
                narrow(point);
            }
            between(last, point.low);
            last = point.high;
        }
        while (!points.empty() && last == over.high) {
            narrow(points.back());
            last = points.back().high;
        }
        between(last, over.high);
        points.insert(points.end(), gaps.begin(), gaps.end());
        return points;
    }

    Result<bool> algebraic(const Atom& atom) {
        const Result<Polynomial> f = polynomial(atom.polynomial);
        if (!f.ok()) {
            return f.error();
        }
        if (atom.kind == AtomKind::kFactors) {
            const auto p = static_cast<std::uint64_t>(atom.modulus);
            const auto degrees = is_prime(p) ? factor_degrees(f.value(), p) : std::nullopt;
            if (!degrees) {
                return declined(place_, fmt::format("{} is no prime, or divides the leading "
                                                    "coefficient or the discriminant",
                                                    p));
            }
            return static_cast<long>(degrees->size()) == atom.number;
        }
        if (!show_irreducible(f.value())) {
            return declined(place_, fmt::format("irreducible modulo no prime up to {}", kMaxPrime));
        }
        if (atom.kind == AtomKind::kIndependent) {
            return independent(atom, f.value());
        }
        return atom.kind == AtomKind::kIrreducible ? Result<bool>(true)
                                                   : galois_symmetric(f.value());
    }

    template <class Wanted>
    bool find_prime(const Polynomial& f, const Wanted& wanted) {
        for (std::uint64_t p = 2; p <= kMaxPrime; ++p) {
            const auto degrees = is_prime(p) ? factor_degrees(f, p) : std::nullopt;
            if (degrees && wanted(*degrees)) {
                data_.push_back(p);
                return true;
            }
        }
        return false;
    }
    bool show_irreducible(const Polynomial& f) {
        const bool known = shown_.count(f) > 0;
        const bool shown =
            known || find_prime(f, [](const auto& degrees) { return degrees.size() == 1; });
        shown_.insert(f);
        return shown;
    }
    Result<bool> galois_symmetric(const Polynomial& f) {
        const auto transposition = [](const std::vector<std::size_t>& degrees) {
            return std::count(degrees.begin(), degrees.end(), 2U) == 1 &&
                   std::count_if(degrees.begin(), degrees.end(),
                                 [](std::size_t d) { return d % 2 == 0; }) == 1;
        };
        if (!is_prime(f.size() - 1) || !find_prime(f, transposition)) {
            return declined(place_, "no prime degree, or no prime that shows a transposition");
        }
        return true;
    }
    Result<bool> independent(const Atom& atom, const Polynomial& f) {
        std::vector<Polynomial> rows;
        for (const Expression& part : atom.parts) {
            const Result<Polynomial> row = polynomial(part);
            if (!row.ok()) {
                return row.error();
            }
            rows.push_back(remainder(row.value(), f));
        }
        return rank_of(rows) == rows.size();
    }

    // The points (i, j, k) of the box that meet the condition, as triples of integers.
    Result<std::vector<std::vector<long>>> elements(const Atom& atom) {
        std::vector<std::vector<long>> all;
        Definitions inner = definitions_;
        const long side = atom.high - atom.low + 1;
        for (long n = 0; n < side * side * side; ++n) {
            inner["i"] = {{Rational(atom.low + n / side / side)}, {1}};
            inner["j"] = {{Rational(atom.low + n / side % side)}, {1}};
            inner["k"] = {{Rational(atom.low + n % side)}, {1}};
            for (const char* name : {"i", "j", "k"}) {
                inner[name] = lowest_terms(
                    inner[name].numerator[0] == 0 ? Polynomial{} : inner[name].numerator, {1});
            }
            Decider one(inner, file_);
            one.place_ = place_;
            const Result<bool> member = one.relation(atom.links, 0);
            if (!member.ok()) {
                return member.error();
            }
            if (!member.value()) {
                continue;
            }
            all.emplace_back();
            for (const Expression& part : atom.parts) {
                const Result<Polynomial> value = one.polynomial(part);
                if (!value.ok() || value.value().size() > 1 ||
                    (!value.value().empty() && denominator(value.value()[0]) != 1)) {
                    return value.ok() ? invalid(place_, "not an integer") : value.error();
                }
                all.back().push_back(
                    value.value().empty() ? 0 : static_cast<long>(numerator(value.value()[0])));
            }
        }
        return all;
    }

    Result<bool> tiles(const Atom& atom) {
        if (atom.number < 1 || atom.high < atom.low || atom.high - atom.low >= 64) {
            return invalid(place_, "no elements, or too many");
        }
        const auto all = elements(atom);
        if (!all.ok()) {
            return all.error();
        }
        const auto size = static_cast<std::size_t>(atom.number);
        if (all.value().size() != size) {
            data_.insert(data_.end(), 3, 0);
            return false;
        }
        for (std::size_t n = 0; n < size * size * size; ++n) {
            const std::size_t form[] = {n / size / size, n / size % size, n % size};
            std::vector<bool> seen(size);
            bool distinct = true;
            for (std::size_t e = 0; distinct && e < size; ++e) {
                long value = 0;
                for (std::size_t t = 0; t < 3; ++t) {
                    value += static_cast<long>(form[t]) * all.value()[e][t];
                }
                const auto residue =
                    static_cast<std::size_t>((value % atom.number + atom.number) % atom.number);
                distinct = !seen[residue];
                seen[residue] = true;
            }
            if (distinct) {
                data_.insert(data_.end(), std::begin(form), std::end(form));
                return true;
            }
        }
        return declined(place_, "no lattice with a cyclic quotient");
    }

    const Definitions& definitions_;
    std::string file_;
    std::string place_;
    std::set<Polynomial> shown_;
    std::vector<std::uint64_t> data_;
};

}  // namespace

Result<RationalFunction> evaluate(const Expression& expression, const Definitions& definitions,
                                  const std::string& place) {
    if (expression.op == 'n') {
        return RationalFunction{expression.value == 0 ? Polynomial{} : Polynomial{expression.value},
                                {1}};
    }
    if (expression.op == 'v') {
        const auto found = definitions.find(expression.name);
        if (found == definitions.end() && expression.name != "x") {
            return invalid(place, fmt::format("unknown name `{}`", expression.name));
        }
        return found == definitions.end() ? RationalFunction{{0, 1}, {1}} : found->second;
    }
    const auto left = evaluate(expression.parts[0], definitions, place);
    if (!left.ok()) {
        return left;
    }
    if (expression.op == '^') {
        if (expression.value > kMaxPower) {
            return declined(place, fmt::format("an exponent above {}", kMaxPower));
        }
        RationalFunction power{{1}, {1}};
        for (Rational i = 0; i < expression.value; ++i) {
            power = combined(power, '*', left.value());
        }
        return power;
    }
    const auto right = evaluate(expression.parts[1], definitions, place);
    if (!right.ok()) {
        return right;
    }
    if (expression.op == '/' && right.value().numerator.empty()) {
        return invalid(place, "division by 0");
    }
    return combined(left.value(), expression.op, right.value());
}

Result<DecidedFact> decide_fact(const Item& fact, const Definitions& definitions,
                                const std::string& file) {
    return Decider(definitions, file).run(fact);
}

}  // namespace mexcert::facts
