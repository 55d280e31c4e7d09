#include "audit/exact_value.hpp"

#include <fmt/format.h>

namespace mexcert::audit {
namespace {

Result<Surd> operation(const FormulaNode& node, const std::vector<Surd>& values,
                       const mpz_class& n) {
    switch (node.op) {
        case FormulaOp::kLiteral:
            return Surd(node.value);
        case FormulaOp::kN:
            return Surd(n);
        case FormulaOp::kPhi:
            return golden_ratio();
        case FormulaOp::kAdd:
            return add(values[node.a], values[node.b]);
        case FormulaOp::kSub:
            return subtract(values[node.a], values[node.b]);
        case FormulaOp::kMul:
            return multiply(values[node.a], values[node.b]);
        case FormulaOp::kDiv:
            return divide(values[node.a], values[node.b]);
        case FormulaOp::kNeg:
            return negated(values[node.a]);
        case FormulaOp::kSqrt:
            return square_root(values[node.a]);
        case FormulaOp::kFloor:
            return Surd(floor_of(values[node.a]));
    }
    return declined("", "no such operation");
}

// Linear forms node by node.
class LinearReader {
  public:
    explicit LinearReader(const Formula& formula) {
        for (const FormulaNode& node : formula.nodes) {
            forms_.push_back(read(node));
        }
    }
    [[nodiscard]] const std::optional<LinearForm>& root() const { return forms_.back(); }

  private:
    using Form = std::optional<LinearForm>;

    static Form made(const Result<Surd>& slope, const Result<Surd>& constant, bool floored) {
        if (!slope.ok() || !constant.ok()) {
            return std::nullopt;
        }
        return LinearForm{slope.value(), constant.value(), floored};
    }
    static bool is_constant(const Form& form) {
        return form && !form->floored && sign(form->slope) == 0;
    }
    static bool is_integral(const LinearForm& form) {
        return form.slope.is_integer() && form.constant.is_integer();
    }

    // floor(x) + y = floor(x + y) where y is an integer for all n.
    static Form sum(const Form& x, const Form& y) {
        if (!x || !y || (x->floored && y->floored) || (x->floored && !is_integral(*y)) ||
            (y->floored && !is_integral(*x))) {
            return std::nullopt;
        }
        return made(add(x->slope, y->slope), add(x->constant, y->constant),
                    x->floored || y->floored);
    }

    static Form negative(const Form& x) {
        if (!x || x->floored) {
            return std::nullopt;
        }
        return LinearForm{negated(x->slope), negated(x->constant), false};
    }

    static Form scaled(const Form& x, const Surd& factor) {
        if (!x || x->floored) {
            return std::nullopt;
        }
        return made(multiply(x->slope, factor), multiply(x->constant, factor), false);
    }

    static Form quotient(const Form& x, const Form& y) {
        if (!is_constant(y)) {
            return std::nullopt;
        }
        const Result<Surd> inverse = divide(Surd(mpz_class(1)), y->constant);
        return inverse.ok() ? scaled(x, inverse.value()) : std::nullopt;
    }

    static Form floored(const Form& x) {
        if (!x) {
            return std::nullopt;
        }
        return LinearForm{x->slope, x->constant, true};  // the floor of a floor is that floor
    }

    static Form constant(const Result<Surd>& value) { return made(Surd(), value, false); }

    Form read(const FormulaNode& node) const {
        const auto a = [&]() -> const Form& { return forms_[node.a]; };
        const auto b = [&]() -> const Form& { return forms_[node.b]; };
        switch (node.op) {
            case FormulaOp::kLiteral:
                return constant(Surd(node.value));
            case FormulaOp::kN:
                return LinearForm{Surd(mpz_class(1)), Surd(), false};
            case FormulaOp::kPhi:
                return constant(golden_ratio());
            case FormulaOp::kAdd:
                return sum(a(), b());
            case FormulaOp::kSub:
                return sum(a(), negative(b()));
            case FormulaOp::kMul:
                return is_constant(a())   ? scaled(b(), a()->constant)
                       : is_constant(b()) ? scaled(a(), b()->constant)
                                          : std::nullopt;
            case FormulaOp::kDiv:
                return quotient(a(), b());
            case FormulaOp::kNeg:
                return negative(a());
            case FormulaOp::kSqrt:
                return is_constant(a()) ? constant(square_root(a()->constant)) : std::nullopt;
            case FormulaOp::kFloor:
                return floored(a());
        }
        return std::nullopt;
    }

    std::vector<Form> forms_;
};

// `f * n + c`, without what is 0 or 1.
std::string linear_text(const mpz_class& factor, const mpz_class& constant) {
    const std::string term = factor == 0   ? ""
                             : factor == 1 ? "n"
                                           : fmt::format("{} * n", factor.get_str());
    return term.empty()    ? constant.get_str()
           : constant == 0 ? term
                           : fmt::format("{} + {}", term, constant.get_str());
}

// `text + f * n - c`, in the same way.
std::string with_terms(const std::string& text, const mpz_class& factor,
                       const mpz_class& constant) {
    const auto part = [](const mpz_class& x) { return x > 0 ? x : mpz_class(0); };
    std::string result = text;
    if (result.empty() || factor > 0 || constant > 0) {
        const std::string more = linear_text(part(factor), part(constant));
        result += (result.empty() ? "" : " + ") + more;
    }
    if (factor < 0 || constant < 0) {
        const std::string less = linear_text(part(-factor), part(-constant));
        const bool is_sum = less.find('+') != std::string::npos;
        result += is_sum ? fmt::format(" - ({})", less) : " - " + less;
    }
    return result;
}

}  // namespace

Result<Surd> exact_value(const Formula& formula, const mpz_class& n) {
    std::vector<Surd> values;
    values.reserve(formula.nodes.size());
    for (const FormulaNode& node : formula.nodes) {
        Result<Surd> value = operation(node, values, n);
        if (!value.ok()) {
            Error error = value.error();
            error.place = fmt::format("formula `{}`, column {}, n = {}", formula.text,
                                      node.first + 1, n.get_str());
            error.message = fmt::format("`{}`: {}", formula.part(node), error.message);
            return error;
        }
        values.push_back(std::move(value.value()));
    }
    return values.back();
}

std::optional<LinearForm> linear_form(const Formula& formula) {
    return LinearReader(formula).root();
}

std::optional<std::string> mex_term(const LinearForm& form) {
    const auto in_field = [](const Surd& x) { return x.is_rational() || x.d == 5; };
    if (!in_field(form.slope) || !in_field(form.constant)) {
        return std::nullopt;
    }
    // a + b sqrt 5 = (a - b) + 2 b phi; floor((x + y phi) / q) = floor((x + floor(y phi)) / q).
    mpz_class q = 1;
    mpq_class x_slope = form.slope.a - form.slope.b;
    mpq_class x_constant = form.constant.a - form.constant.b;
    mpq_class y_slope = 2 * form.slope.b;
    mpq_class y_constant = 2 * form.constant.b;
    for (const mpq_class* part : {&x_slope, &x_constant, &y_slope, &y_constant}) {
        q = lcm(q, part->get_den());
    }
    if (q > 1 && !form.floored) {
        return std::nullopt;
    }
    for (mpq_class* part : {&x_slope, &x_constant, &y_slope, &y_constant}) {
        *part *= q;
        if (!part->get_num().fits_slong_p()) {
            return std::nullopt;
        }
    }
    const bool has_phi = y_slope != 0 || y_constant != 0;
    if ((has_phi && !form.floored) || y_slope < 0 || y_constant < 0 || !q.fits_slong_p()) {
        return std::nullopt;
    }
    std::string text;
    if (has_phi) {
        const std::string inner = linear_text(y_slope.get_num(), y_constant.get_num());
        const bool is_sum = inner.find('+') != std::string::npos;
        text = is_sum ? fmt::format("floor(({}) * phi)", inner)
                      : fmt::format("floor({} * phi)", inner);
    }
    text = with_terms(text, x_slope.get_num(), x_constant.get_num());
    return q == 1 ? text : fmt::format("({}) div {}", text, q.get_str());
}

}  // namespace mexcert::audit
