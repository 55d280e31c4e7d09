#include "facts/fact_syntax.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace mexcert::facts {
namespace {

constexpr int kMaxDepth = 100;

struct Token {
    std::string text;
    int line = 0;
};

bool letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t token_length(std::string_view rest) {
    std::size_t n = 1;
    if (letter(rest[0])) {
        while (n < rest.size() && (letter(rest[n]) || (rest[n] == '.' && n + 1 < rest.size() &&
                                                       letter(rest[n + 1])))) {
            ++n;
        }
        return n;
    }
    for (const std::string_view pair : {"..", "<=", ">=", "!=", "=>"}) {
        if (rest.substr(0, 2) == pair) {
            n = 2;
        }
    }
    return n;
}

std::vector<Token> split(std::string_view text) {
    std::vector<Token> tokens;
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '#') {
            i = std::min(text.find('\n', i), text.size());
        } else if (text[i] == '\n' || text[i] == ' ') {
            line += text[i] == '\n' ? 1 : 0;
            ++i;
        } else {
            const std::size_t n = token_length(text.substr(i));
            tokens.push_back({std::string(text.substr(i, n)), line});
            i += n;
        }
    }
    tokens.push_back({"", line});
    return tokens;
}

// Recursive descent. The first error is kept; after it every step is a step at the end.
class Parser {
  public:
    Parser(std::string_view text, std::string file)
        : tokens_(split(text)), file_(std::move(file)) {}

    Result<std::vector<Item>> run() {
        std::vector<Item> items;
        for (const char* token : {"language", "facts", "1"}) {
            expect(token);
        }
        while (!peek().empty()) {
            items.push_back(item());
        }
        if (error_) {
            return *error_;
        }
        return items;
    }

  private:
    const std::string& peek() const { return tokens_[at_].text; }
    void refuse(const std::string& wanted) {
        if (!error_) {
            error_ = invalid(fmt::format("{}:{}", file_, tokens_[at_].line),
                             fmt::format("{} expected, found `{}`", wanted, peek()));
        }
        at_ = tokens_.size() - 1;
    }
    std::string take() {
        const std::string text = peek();
        at_ += text.empty() ? 0U : 1U;
        return text;
    }
    bool accept(std::string_view text) {
        const bool found = peek() == text;
        at_ += found ? 1U : 0U;
        return found;
    }
    void expect(std::string_view text) {
        if (!accept(text)) {
            refuse(fmt::format("`{}`", text));
        }
    }

    Item item() {
        Item made;
        made.line = tokens_[at_].line;
        made.is_fact = accept("fact");
        if (!made.is_fact) {
            expect("let");
        }
        if (peek().empty() || std::isalpha(static_cast<unsigned char>(peek()[0])) == 0 ||
            !names_.insert(peek()).second) {
            refuse("a new name");
        }
        made.name = take();
        expect(made.is_fact ? ":" : "=");
        if (!made.is_fact) {
            made.value = sum();
            return made;
        }
        do {
            made.atoms.push_back(atom());
        } while (accept("and"));
        return made;
    }

    Atom atom() {
        static const std::map<std::string, AtomKind> kinds = {
            {"count", AtomKind::kCount},
            {"forall", AtomKind::kForall},
            {"factors", AtomKind::kFactors},
            {"irreducible", AtomKind::kIrreducible},
            {"galois_symmetric", AtomKind::kGaloisSymmetric},
            {"independent", AtomKind::kIndependent},
            {"tiles", AtomKind::kTiles}};
        Atom made;
        made.line = tokens_[at_].line;
        const auto kind = kinds.find(peek());
        if (kind == kinds.end()) {
            made.links = chain();
            made.modulus = accept("mod") ? Integer(natural()) : Integer(0);
            return made;
        }
        take();
        made.kind = kind->second;
        if (made.kind == AtomKind::kForall) {
            made.range = range();
            expect("=>");
            made.links = chain();
        } else if (made.kind == AtomKind::kTiles) {
            tiles(made);
        } else {
            in_parentheses(made);
        }
        return made;
    }
    void in_parentheses(Atom& made) {
        expect("(");
        if (made.kind == AtomKind::kCount) {
            made.range = range();
        } else {
            made.polynomial = sum();
        }
        if (made.kind == AtomKind::kIndependent) {
            expect(":");
            do {
                made.parts.push_back(sum());
            } while (accept(","));
        }
        if (made.kind == AtomKind::kFactors) {
            expect("mod");
            made.modulus = natural();
        }
        expect(")");
        if (made.kind == AtomKind::kFactors || made.kind == AtomKind::kCount) {
            expect("=");
            made.number = natural();
        }
    }
    void tiles(Atom& made) {
        made.number = natural();
        for (const char* token : {"for", "i", ",", "j", ",", "k", "in"}) {
            expect(token);
        }
        made.low = natural();
        expect("..");
        made.high = natural();
        expect("if");
        made.links = chain();
        expect(":");
        for (const char* before : {"(", ",", ","}) {
            expect(before);
            made.parts.push_back(sum());
        }
        expect(")");
    }
    RangeText range() {
        RangeText made;
        for (const char* token : {"x", "in", "("}) {
            expect(token);
        }
        made.low = sum();
        expect(",");
        made.high = sum();
        expect(")");
        expect(":");
        do {
            for (Link& link : chain()) {
                made.conditions.push_back(std::move(link));
            }
        } while (accept("and"));
        return made;
    }
    std::vector<Link> chain() {
        static const std::map<std::string, Relation> relations = {
            {"=", Relation::kEqual},   {"!=", Relation::kUnequal}, {"<", Relation::kLess},
            {"<=", Relation::kAtMost}, {">", Relation::kGreater},  {">=", Relation::kAtLeast}};
        std::vector<Link> links;
        Expression left = sum();
        for (auto found = relations.find(peek()); found != relations.end();
             found = relations.find(peek())) {
            take();
            Expression right = sum();
            links.push_back({std::move(left), found->second, right});
            left = std::move(right);
        }
        if (links.empty()) {
            refuse("a relation");
        }
        return links;
    }

    Expression sum() {
        Expression value = product();
        while (peek() == "+" || peek() == "-") {
            const char op = take()[0];
            value = {op, 0, "", {std::move(value), product()}};
        }
        return value;
    }
    Expression product() {
        Expression value = power();
        while (peek() == "*" || peek() == "/") {
            const char op = take()[0];
            value = {op, 0, "", {std::move(value), power()}};
        }
        return value;
    }
    Expression power() {
        Expression base = primary();
        if (!accept("^")) {
            return base;
        }
        return {'^', natural(), "", {std::move(base)}};
    }
    Expression primary() {
        if (++depth_ > kMaxDepth) {
            refuse("less nesting");
        }
        Expression value;
        if (accept("(")) {
            value = sum();
            expect(")");
        } else if (accept("-")) {
            value = {'-', 0, "", {Expression{}, product()}};
        } else if (!peek().empty() && std::isdigit(static_cast<unsigned char>(peek()[0])) != 0) {
            value.value = literal();
        } else if (!peek().empty() && letter(peek()[0])) {
            value = {'v', 0, take(), {}};
        } else {
            refuse("a value");
        }
        --depth_;
        return value;
    }
    Rational literal() {
        const std::string text = peek();
        const std::size_t dot = text.find('.');
        const std::string digits =
            dot == std::string::npos ? text : text.substr(0, dot) + text.substr(dot + 1);
        if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
            refuse("a number");
            return 0;
        }
        take();
        // Leading zeros would be read as a sign for base 8.
        const std::size_t first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
        Rational value = Integer(digits.substr(first));
        for (std::size_t i = dot; dot != std::string::npos && i + 1 < text.size(); ++i) {
            value /= 10;
        }
        return value;
    }
    long natural() {
        const Rational value = literal();
        if (denominator(value) != 1 || value > 1'000'000) {
            refuse("a natural up to 1000000");
            return 0;
        }
        return static_cast<long>(numerator(value));
    }

    std::vector<Token> tokens_;
    std::string file_;
    std::size_t at_ = 0;
    int depth_ = 0;
    // What is no name, and the names so far.
    std::set<std::string> names_ = {"x", "i", "j", "k", "let", "fact", "and", "mod"};
    std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Item>> parse_facts(std::string_view text, const std::string& file) {
    return Parser(text, file).run();
}

}  // namespace mexcert::facts
