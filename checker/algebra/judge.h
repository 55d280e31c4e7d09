// What the text of a fact amounts to: read and decided in one pass (facts.md).
//
// A Judge serves one claim. What it cannot show is a Failure, never a value. It expects printable
// lines of at most 4096 bytes. Cost: counted by `spend`, and limited there.
#pragma once

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "real.h"

namespace mexfact {

class Judge {
  public:
    // What the claim is verified as by the numbers of a certificate; whatever else is a Failure.
    std::string strength(const std::string& text, const std::string& claim,
                         const std::vector<mpz_class>& evidence) {
        static const std::regex shape(
            "#.*|[A-Za-z_]\\w*([.]\\w+)*|\\d+([.]\\d+)?|[.][.]|[<>!]=|=>|[^ ]");
        long line = 1;
        for (std::sregex_iterator i(text.begin(), text.end(), shape), end; i != end; ++i) {
            if (i->str()[0] != '#' && i->str() != "\n") tokens_.emplace_back(i->str(), line);
            line += i->str() == "\n" ? 1 : 0;
        }
        tokens_.emplace_back("", line);
        work = 0;
        evidence_ = evidence;
        const bool refuted = claim.starts_with("not ");
        const bool truth = truth_of(claim.substr(refuted ? 4 : 0));
        if (used_ != evidence_.size()) throw Failure{"a number too many", Kind::rejected, 3};
        if (truth == refuted) throw Failure{refuted ? "claimed false, computed true" : why_};
        return refuted ? "refuted" : "full";
    }
    std::set<std::string> rules;
    long line() const { return tokens_[at_].second; }  // of the text, where reading stopped

  private:
    mpz_class evidence() {
        if (used_ == evidence_.size()) throw Failure{"a number is missing", Kind::rejected, 3};
        return evidence_[used_++];
    }

    // Whether the fact holds. All items are read up to it.
    bool truth_of(const std::string& fact) {
        for (const char* text : {"language", "facts", "1"}) expect(text);
        for (std::string kind = take(), name; !kind.empty(); kind = take()) {
            if (kind != "let" && kind != "fact") wrong("an item before");
            if (!names_.insert(name = take()).second || std::isalpha(name[0]) == 0)
                wrong("a new name before");
            expect(kind == "let" ? "=" : ":");
            if (kind == "let") values_[name] = expression();
            if (kind == "fact" && name == fact) return formula();
            while (kind == "fact" && !item()) ++at_;
        }
        throw Failure{"no fact `" + fact + "`", Kind::text};
    }

    bool formula() {
        bool truth = atom();
        while (accept("and")) truth &= atom();
        if (!item()) wrong("an item");
        return truth;
    }

    // Reading
    const std::string& token() const { return tokens_[at_].first; }
    bool item() const { return token() == "let" || token() == "fact" || token().empty(); }
    bool accept(const std::string& text) { return token() == text && ++at_ > 0; }
    void expect(const std::string& text) {
        if (!accept(text)) wrong("`" + text + "`");
    }
    std::string take() { return tokens_[token().empty() ? at_ : at_++].first; }
    [[noreturn]] void wrong(const std::string& wanted) const {
        throw Failure{wanted + " wanted at `" + token() + "`", Kind::text};
    }
    bool same(const std::string& what, long claimed, long computed) {
        if (claimed == computed) return true;
        why_ = what + ": claimed " + std::to_string(claimed) + ", computed " +
               std::to_string(computed);
        return false;
    }
    void require(const std::string& what, long claimed, long computed) {
        if (!same(what, claimed, computed)) throw Failure{why_};
    }

    // Expressions
    static Value combine(const Value& a, char op, const Value& b) {
        if (op == '*') return {multiply(a.n, b.n), multiply(a.d, b.d)};
        if (op == '/' && b.n.empty()) throw Failure{"division by 0", Kind::text};
        if (op == '/') return {multiply(a.n, b.d), multiply(a.d, b.n)};
        const Poly n = add(multiply(a.n, b.d), multiply(b.n, a.d), op == '+' ? 1 : -1);
        return {n, multiply(a.d, b.d)};
    }
    Value expression(bool product = false) {
        Value value = product ? power() : expression(true);
        while (token() == (product ? "*" : "+") || token() == (product ? "/" : "-")) {
            const char op = take()[0];
            value = combine(value, op, product ? power() : expression(true));
        }
        return value;
    }
    Value power() {
        if (++depth_ > 100) throw Failure{"nested too deeply", Kind::declined};
        Value base = {{0, 1}}, value = {{1}};
        if (accept("(")) {
            base = expression();
            expect(")");
        } else if (accept("-")) {
            base = combine({}, '-', expression(true));
        } else if (values_.count(token()) != 0) {
            base = values_[take()];
        } else if (!accept("x")) {
            base.n = canonical({literal()});
        }
        --depth_;
        if (!accept("^")) return base;
        for (long n = natural(); n > 0; --n) value = combine(value, '*', base);
        return value;
    }
    mpq_class literal() {
        if (std::isdigit(token()[0]) == 0) wrong("a value");
        std::string digits = take();
        const std::size_t dot = std::min(digits.find('.'), digits.size());
        mpz_class unit = 1;
        for (std::size_t i = dot + 1; i < digits.size(); ++i) unit *= 10;
        return mpq_class(mpz_class("0" + digits.erase(dot, 1), 10)) / unit;
    }
    long natural() {
        const mpq_class n = literal();
        if (n.get_den() != 1 || n > 1'000'000) wrong("a natural up to 1000000 before");
        return n.get_num().get_si();
    }
    Poly polynomial() {
        const Value value = expression();
        if (value.d.size() > 1) wrong("a polynomial before");
        return multiply(value.n, {1 / value.d[0]});
    }
    mpq_class rational() {
        const Poly value = polynomial();
        if (value.size() > 1) wrong("a number before");
        return value.empty() ? mpq_class(0) : value[0];
    }

    // Ranges and relations
    std::vector<Condition> chain() {
        std::vector<Condition> links;
        static const std::set<std::string> relations = {"=", "!=", "<", "<=", ">", ">="};
        Value left = expression();
        while (relations.count(token()) != 0) {
            const std::string relation = take();
            const Value right = expression();
            links.push_back({combine(left, '-', right), relation});
            left = right;
        }
        if (links.empty()) wrong("a relation");
        return links;
    }
    void add_to(Range& range, const Condition& condition) const {
        if (roots(condition.value.d, range) != 0) wrong("no division by 0 before");
        range.conditions.push_back(condition);
    }
    Range range() {
        Range range;
        for (const char* text : {"x", "in", "("}) expect(text);
        range.low = rational();
        expect(",");
        range.high = rational();
        for (const char* text : {")", ":"}) expect(text);
        if (range.low >= range.high) wrong("ends in order before");
        do
            for (const Condition& c : chain()) add_to(range, c);
        while (accept("and"));
        return range;
    }
    bool count() {
        const Range over = range();
        if (over.equation().empty()) wrong("an equation before");
        for (const char* text : {")", "="}) expect(text);
        return same("count", natural(), roots(over.equation(), over));
    }
    bool forall() {
        const Range over = range();
        expect("=>");
        bool all = true;
        for (const Condition& c : chain()) {
            Range against = over;
            add_to(against, c);
            against.conditions.back().contrary = true;
            Poly points = over.equation(), gaps = multiply({-over.low, 1}, {-over.high, 1});
            if (points.empty()) {
                points = {1};
                for (const Condition& e : against.conditions)
                    if (!e.value.n.empty()) points = multiply(points, e.signs());
                gaps = derivative(multiply(gaps, points));
            }
            all &= same("x against it", 0, roots(points, against) + roots(gaps, against));
        }
        return all;
    }

    // Formulas
    bool atom() {
        static const std::set<std::string> names = {
            "count",       "factors",     "forall", "galois_symmetric",
            "independent", "irreducible", "tiles"};
        const std::string name = names.count(token()) != 0 ? take() : "relation";
        rules.insert(name);
        if (name == "relation") return relation();
        if (name == "forall") return forall();
        if (name == "tiles") return tiles();
        expect("(");
        if (name == "count") return count();
        const Poly f = polynomial();
        if (name == "factors") {
            expect("mod");
            const std::vector<std::size_t> degrees = factors(f, natural());
            for (const char* text : {")", "="}) expect(text);
            return same("factors", natural(), std::ssize(degrees));
        }
        show_irreducible(f);
        if (name == "independent") return independent(f);
        expect(")");
        return name == "irreducible" || galois_symmetric(f);
    }
    bool relation() {
        const std::vector<Condition> links = chain();
        const unsigned long p = accept("mod") ? prime(natural()) : 0;
        bool all = true;
        for (const Condition& c : links) {
            const bool equation = c.relation == "=" || c.relation == "!=";
            if (p != 0 && (!equation || c.value.d.size() > 1)) wrong("equal polynomials before");
            const Poly f =
                p == 0 ? c.signs() : canonical(multiply(c.value.n, {1 / c.value.d[0]}), p);
            if (f.size() > 1 && !equation) wrong("numbers before");
            all &= same("relation `" + c.relation + "`", 1,
                        holds(c.relation, f.empty() ? 0 : sgn(f.back())));
        }
        return all;
    }
    bool independent(const Poly& f) {
        std::vector<Poly> rows;
        for (expect(":"); rows.empty() || accept(",");) rows.push_back(rest(polynomial(), f));
        expect(")");
        return same("rank", std::ssize(rows), rank(rows));
    }
    bool tiles() {
        const long size = natural();
        if (size < 1) wrong("1 element before");
        const mpz_class form[] = {evidence() % size, evidence() % size, evidence() % size};
        for (const char* text : {"for", "i", ",", "j", ",", "k", "in"}) expect(text);
        const long low = natural();
        expect("..");
        const long side = natural() + 1 - low;
        if (side > 64) wrong("at most 64 values before");
        long members = 0;
        std::set<mpz_class> classes;
        const std::size_t body = at_;
        for (long n = 0; n < side * side * side; ++n) {
            values_["i"].n = canonical({low + n / side / side});
            values_["j"].n = canonical({low + n / side % side});
            values_["k"].n = canonical({low + n % side});
            at_ = body;
            expect("if");
            const bool member = relation();
            expect(":");
            mpz_class sum = 0;
            for (const std::size_t t : {0U, 1U, 2U}) {
                expect(t == 0 ? "(" : ",");
                const mpq_class part = rational();
                if (part.get_den() != 1) wrong("an integer before");
                sum += form[t] * part.get_num();
            }
            expect(")");
            members += member ? 1 : 0;
            if (member) classes.insert((sum % size + size) % size);
        }
        for (const char* name : {"i", "j", "k"}) values_.erase(name);
        if (!same("elements", size, members)) return false;
        require("classes", size, std::ssize(classes));
        return true;
    }

    // Primes
    static unsigned long prime(const mpz_class& p) {
        if (p < 2 || p > 1'000'000 || mpz_probab_prime_p(p.get_mpz_t(), 30) != 2)
            throw Failure{p.get_str() + " is no prime below 1000000"};
        return p.get_ui();
    }
    // The degrees of the irreducible factors of f modulo p, which have to be different.
    static std::vector<std::size_t> factors(const Poly& f, const mpz_class& modulus) {
        const unsigned long p = prime(modulus);
        const Poly image = canonical(f, p);
        if (image.size() != f.size() || f.size() < 2 ||
            gcd(image, derivative(image, p), p).size() != 1)
            throw Failure{modulus.get_str() +
                          " divides the leading coefficient or the discriminant"};
        return factor_degrees(image, p);
    }
    void show_irreducible(const Poly& f) {
        if (std::count(irreducible_.begin(), irreducible_.end(), f) > 0) return;
        require("factors", 1, std::ssize(factors(f, evidence())));
        irreducible_.push_back(f);
    }
    bool galois_symmetric(const Poly& f) {
        prime(f.size() - 1);
        long twos = 0, even = 0;
        for (const std::size_t degree : factors(f, evidence())) {
            twos += degree == 2 ? 1 : 0;
            even += degree % 2 == 0 ? 1 : 0;
        }
        require("factors of degree 2", 1, twos);
        require("factors of even degree", 1, even);
        return true;
    }

    std::vector<mpz_class> evidence_;
    std::size_t used_ = 0;                              // of it
    std::vector<std::pair<std::string, long>> tokens_;  // with their lines
    std::size_t at_ = 0;                                // the next token
    int depth_ = 0;
    std::string why_;  // something that is false
    std::set<std::string> names_ = {"x", "i", "j", "k", "let", "fact", "and", "mod"};
    std::map<std::string, Value> values_;
    std::vector<Poly> irreducible_;
};

}  // namespace mexfact
