#include "audit/first_failure.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "audit/floor_check.hpp"
#include "audit/ieee.hpp"
#include "audit/simplest_fraction.hpp"

namespace mexcert::audit {
namespace {

constexpr unsigned kMostBits = 62;  // of an n that is gone through

// A floating-point number as it is: `165580142`, `1/2`; what is none is undefined.
template <class T>
std::string number_text(T value) {
    if (std::isfinite(value)) {
        return mpq_class(static_cast<double>(value)).get_str();
    }
    return std::isnan(value) ? "undefined (nan)"
                             : fmt::format("undefined ({}inf)", value < 0 ? "-" : "");
}

// The exact side is undefined at n, where nothing can be compared.
Error undefined_against(Error error, const mpz_class& n) {
    if (error.cause == Cause::kUndefined) {
        error.message += fmt::format(
            ": undefined there, nothing is decided{}",
            n == 0 ? "" : fmt::format("; they agree for n = 0..{}", mpz_class(n - 1).get_str()));
    }
    return error;
}

// The number as an integer; nothing if it is none, or beyond 63 bits.
template <class T>
std::optional<std::int64_t> integer_of(T value) {
    constexpr T kLimit = static_cast<T>(std::uint64_t{1} << 62U);
    if (!(value > -kLimit && value < kLimit)) {
        return std::nullopt;
    }
    const auto integer = static_cast<std::int64_t>(value);
    return static_cast<T>(integer) == value ? std::optional<std::int64_t>(integer) : std::nullopt;
}

bool equals(const Surd& exact, const mpq_class& value) {
    return exact.is_rational() && exact.a == value;
}

FormulaFinding found(const mpz_class& n, std::string value, const Surd& against, bool undefined) {
    FormulaFinding finding;
    finding.failure = FormulaFailure{n, std::move(value), surd_text(against), undefined};
    return finding;
}

// Goes through n = 0 .. to in IEEE arithmetic.
template <class T>
Result<FormulaFinding> in_ieee(const FormulaQuestion& question, std::uint64_t to,
                               Monitor* monitor) {
    Result<IeeeEvaluator<T>> evaluator = IeeeEvaluator<T>::of(question.formula);
    if (!evaluator.ok()) {
        return evaluator.error();
    }
    const std::optional<LinearForm> form = linear_form(question.against);
    const FloorCheck check = form ? FloorCheck(*form, to) : FloorCheck();
    constexpr std::size_t kBlock = IeeeEvaluator<T>::kBlock;
    for (std::uint64_t first = 0; first <= to; first += kBlock) {
        if (monitor != nullptr) {
            monitor->at("n", static_cast<double>(first) / static_cast<double>(to + 1));
        }
        const std::size_t count = std::min<std::uint64_t>(kBlock, to - first + 1);
        const std::span<const T> values = evaluator.value().values(first, count);
        for (std::size_t i = 0; i < count; ++i) {
            const std::optional<std::int64_t> integer = integer_of(values[i]);
            if (integer && check.is_floor(first + i, *integer)) {
                continue;
            }
            const mpz_class n(std::to_string(first + i), 10);
            const Result<Surd> against = exact_value(question.against, n);
            if (!against.ok()) {
                return undefined_against(against.error(), n);
            }
            if (!std::isfinite(values[i]) ||
                !equals(against.value(), mpq_class(static_cast<double>(values[i])))) {
                return found(n, number_text(values[i]), against.value(), !std::isfinite(values[i]));
            }
        }
    }
    return FormulaFinding{};
}

Result<bool> equal(const Surd& x, const Surd& y) {
    const Result<Surd> difference = subtract(x, y);
    return difference.ok() ? Result<bool>(sign(difference.value()) == 0)
                           : Result<bool>(difference.error());
}

// Both sides at n; a finding if they differ.
Result<std::optional<FormulaFinding>> compared(const FormulaQuestion& question,
                                               const mpz_class& n) {
    const Result<Surd> value = exact_value(question.formula, n);
    const Result<Surd> against = exact_value(question.against, n);
    if (!against.ok()) {
        return undefined_against(against.error(), n);
    }
    if (!value.ok() && value.error().cause == Cause::kUndefined) {
        return std::optional(
            found(n, fmt::format("undefined ({})", value.error().message), against.value(), true));
    }
    if (!value.ok()) {
        return value.error();
    }
    const Result<bool> same = equal(value.value(), against.value());
    if (!same.ok()) {
        return same.error();
    }
    return same.value() ? std::optional<FormulaFinding>()
                        : found(n, surd_text(value.value()), against.value(), false);
}

Result<FormulaFinding> one_by_one(const FormulaQuestion& question, std::uint64_t to,
                                  Monitor* monitor) {
    for (std::uint64_t n = 0; n <= to; ++n) {
        if (monitor != nullptr && n % 1024 == 0) {
            monitor->at("n", static_cast<double>(n) / static_cast<double>(to + 1));
        }
        const auto finding = compared(question, mpz_class(std::to_string(n), 10));
        if (!finding.ok()) {
            return finding.error();
        }
        if (finding.value()) {
            return *finding.value();
        }
    }
    return FormulaFinding{};
}

// Two floors of multiples of n; nothing if the formulas are of another kind.
std::optional<Result<FormulaFinding>> by_fractions(const FormulaQuestion& question) {
    const std::optional<LinearForm> x = linear_form(question.formula);
    const std::optional<LinearForm> y = linear_form(question.against);
    if (!x || !y || !x->floored || !y->floored || sign(x->constant) != 0 ||
        sign(y->constant) != 0) {
        return std::nullopt;
    }
    const Result<Surd> difference = subtract(x->slope, y->slope);
    if (!difference.ok()) {
        return std::nullopt;
    }
    FormulaFinding finding;
    if (sign(difference.value()) == 0) {
        finding.by_fractions = true;
        return finding;
    }
    const bool below = sign(difference.value()) < 0;
    const Result<mpq_class> simplest =
        simplest_above(below ? x->slope : y->slope, below ? y->slope : x->slope);
    if (!simplest.ok()) {
        return simplest.error();
    }
    const mpz_class n = simplest.value().get_den();
    if (n > question.to) {
        finding.beyond = n;
    } else {
        const auto seen = compared(question, n);
        if (!seen.ok()) {
            return seen.error();
        }
        if (!seen.value()) {
            return invalid(question.formula.text,
                           fmt::format("internal error: no failure at n = {}", n.get_str()));
        }
        finding = *seen.value();
    }
    finding.by_fractions = true;
    return finding;
}

}  // namespace

Result<FormulaFinding> first_failure(const FormulaQuestion& question, Monitor* monitor) {
    if (question.arithmetic == Arithmetic::kExact) {
        if (std::optional<Result<FormulaFinding>> finding = by_fractions(question)) {
            return *finding;
        }
    }
    if (mpz_sizeinbase(question.to.get_mpz_t(), 2) > kMostBits) {
        return declined("--to", fmt::format("{} numbers would be gone through; without that only "
                                            "exact floor(n * c) against floor(n * c) is decided",
                                            question.to.get_str()));
    }
    const std::uint64_t to = question.to.get_ui();
    switch (question.arithmetic) {
        case Arithmetic::kDouble:
            return in_ieee<double>(question, to, monitor);
        case Arithmetic::kFloat:
            return in_ieee<float>(question, to, monitor);
        case Arithmetic::kExact:
            break;
    }
    return one_by_one(question, to, monitor);
}

}  // namespace mexcert::audit
