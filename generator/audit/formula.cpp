#include "audit/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mexcert::audit {
namespace {

constexpr int kMostDepth = 200;
constexpr std::size_t kMostExponentDigits = 4;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

mpz_class power_of_ten(unsigned long exponent) {
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 10, exponent);
    return power;
}

// The exact value of a literal.
mpq_class literal_value(const std::string& literal) {
    const std::size_t e = std::min(literal.find('e'), literal.size());
    std::string digits = literal.substr(0, e);
    long exponent = e < literal.size() ? std::stol(literal.substr(e + 1)) : 0;
    const std::size_t dot = digits.find('.');
    if (dot != std::string::npos) {
        exponent -= static_cast<long>(digits.size() - dot - 1);
        digits.erase(dot, 1);
    }
    const mpz_class power = power_of_ten(static_cast<unsigned long>(std::abs(exponent)));
    mpq_class value(mpz_class(digits, 10));
    if (exponent < 0) {
        value /= power;
    } else {
        value *= power;
    }
    return value;
}

class FormulaParser {
  public:
    explicit FormulaParser(const std::string& text) { formula_.text = text; }

    Result<Formula> run() {
        skip();
        sum();
        if (!error_ && position_ < text().size()) {
            fail("unexpected text");
        }
        return error_ ? Result<Formula>(*error_) : Result<Formula>(std::move(formula_));
    }

  private:
    [[nodiscard]] const std::string& text() const { return formula_.text; }
    [[nodiscard]] char next(std::size_t ahead = 0) const {
        return position_ + ahead < text().size() ? text()[position_ + ahead] : '\0';
    }
    void skip() {
        while (is_blank(next())) {
            ++position_;
        }
    }
    void fail(const std::string& message) {
        if (!error_) {
            error_ =
                invalid(fmt::format("formula `{}`, column {}", text(), position_ + 1), message);
        }
    }
    bool accept(char c) {
        if (error_ || next() != c) {
            return false;
        }
        ++position_;
        end_ = position_;
        skip();
        return true;
    }
    void expect(char c) {
        if (!accept(c)) {
            fail(fmt::format("expected `{}`", c));
        }
    }
    std::size_t add(FormulaNode node, std::size_t first) {
        node.first = first;
        node.last = end_;
        formula_.nodes.push_back(std::move(node));
        return formula_.nodes.size() - 1;
    }
    std::size_t make(FormulaOp op, std::size_t first, std::size_t a = 0, std::size_t b = 0) {
        FormulaNode node;
        node.op = op;
        node.a = a;
        node.b = b;
        return add(std::move(node), first);
    }

    std::size_t sum() {
        const std::size_t first = position_;
        std::size_t left = product();
        while (!error_) {
            const FormulaOp op = next() == '+' ? FormulaOp::kAdd : FormulaOp::kSub;
            if (!accept('+') && !accept('-')) {
                break;
            }
            const std::size_t right = product();
            left = make(op, first, left, right);
        }
        return left;
    }

    std::size_t product() {
        const std::size_t first = position_;
        std::size_t left = unary();
        while (!error_) {
            const FormulaOp op = next() == '*' ? FormulaOp::kMul : FormulaOp::kDiv;
            if (!accept('*') && !accept('/')) {
                break;
            }
            const std::size_t right = unary();
            left = make(op, first, left, right);
        }
        return left;
    }

    std::size_t unary() {
        const std::size_t first = position_;
        if (++depth_ > kMostDepth) {
            fail(fmt::format("nested above {}", kMostDepth));
        }
        std::size_t node = 0;
        if (accept('-')) {
            const std::size_t operand = unary();
            node = make(FormulaOp::kNeg, first, operand);
        } else if (!error_) {
            node = atom();
        }
        --depth_;
        return node;
    }

    std::size_t atom() {
        const std::size_t first = position_;
        if (accept('(')) {
            const std::size_t inner = sum();
            expect(')');
            return inner;
        }
        if (is_digit(next())) {
            return number();
        }
        std::string name;
        while (is_letter(next()) || is_digit(next())) {
            name += next();
            ++position_;
        }
        end_ = position_;
        skip();
        if (name == "n" || name == "phi") {
            return make(name == "n" ? FormulaOp::kN : FormulaOp::kPhi, first);
        }
        if (name == "sqrt" || name == "floor") {
            expect('(');
            const std::size_t inner = error_ ? 0 : sum();
            expect(')');
            return make(name == "sqrt" ? FormulaOp::kSqrt : FormulaOp::kFloor, first, inner);
        }
        position_ = first;
        fail(name.empty() ? "expected a number, n, phi, sqrt(..), floor(..) or `(`"
                          : fmt::format("unknown name `{}`; known are n, phi, sqrt, floor", name));
        return 0;
    }

    void digits(std::string& literal) {
        if (!is_digit(next())) {
            fail("expected a digit");
        }
        while (is_digit(next())) {
            literal += next();
            ++position_;
        }
    }

    std::size_t number() {
        const std::size_t first = position_;
        FormulaNode node;
        node.op = FormulaOp::kLiteral;
        digits(node.literal);
        if (next() == '.') {
            node.literal += '.';
            ++position_;
            digits(node.literal);
        }
        if (next() == 'e' || next() == 'E') {
            node.literal += 'e';
            ++position_;
            if (next() == '-' || next() == '+') {
                node.literal += next();
                ++position_;
            }
            std::string exponent;
            digits(exponent);
            if (exponent.size() > kMostExponentDigits) {
                fail("an exponent of more than 4 digits");
            }
            node.literal += exponent;
        }
        if (is_letter(next()) || next() == '.') {
            fail("unexpected text after a number");
        }
        end_ = position_;
        skip();
        if (!error_) {
            node.value = literal_value(node.literal);
        }
        return add(std::move(node), first);
    }

    Formula formula_;
    std::size_t position_ = 0;
    std::size_t end_ = 0;  // behind the last token
    int depth_ = 0;
    std::optional<Error> error_;
};

}  // namespace

Result<Formula> parse_formula(const std::string& text) { return FormulaParser(text).run(); }

}  // namespace mexcert::audit
