// Formulas against MPFR: IEEE results as MPFR rounds them with 53 or 24 bits, exact floors between
// two roundings of 512 bits, least failures against a search through all n.
#include <fmt/format.h>
#include <mpfr.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "audit/first_failure.hpp"
#include "audit/floor_check.hpp"
#include "audit/ieee.hpp"

using namespace mexcert;
using namespace mexcert::audit;

namespace {

class Real {
  public:
    explicit Real(mpfr_prec_t precision) { mpfr_init2(value_, precision); }
    Real(const Real& other) {
        mpfr_init2(value_, mpfr_get_prec(other.value_));
        mpfr_set(value_, other.value_, MPFR_RNDN);
    }
    Real& operator=(const Real&) = delete;
    ~Real() { mpfr_clear(value_); }
    mpfr_ptr get() { return value_; }
    [[nodiscard]] mpfr_srcptr get() const { return value_; }

  private:
    mpfr_t value_;
};

Real constant(const FormulaNode& node, std::uint64_t n, mpfr_prec_t precision) {
    Real result(precision);
    if (node.op == FormulaOp::kN) {
        mpfr_set_ui(result.get(), n, MPFR_RNDN);
    } else if (node.op == FormulaOp::kLiteral) {
        REQUIRE(mpfr_set_str(result.get(), node.literal.c_str(), 10, MPFR_RNDN) == 0);
    } else {  // phi
        mpfr_sqrt_ui(result.get(), 5, MPFR_RNDN);
        mpfr_add_ui(result.get(), result.get(), 1, MPFR_RNDN);
        mpfr_div_2ui(result.get(), result.get(), 1, MPFR_RNDN);
    }
    return result;
}

// Each operation rounded to nearest at this precision.
Real by_mpfr(const Formula& formula, std::uint64_t n, mpfr_prec_t precision) {
    std::vector<Real> values;
    for (const FormulaNode& node : formula.nodes) {
        Real out(precision);
        const auto a = [&] { return values[node.a].get(); };
        const auto b = [&] { return values[node.b].get(); };
        switch (node.op) {
            case FormulaOp::kAdd:
                mpfr_add(out.get(), a(), b(), MPFR_RNDN);
                break;
            case FormulaOp::kSub:
                mpfr_sub(out.get(), a(), b(), MPFR_RNDN);
                break;
            case FormulaOp::kMul:
                mpfr_mul(out.get(), a(), b(), MPFR_RNDN);
                break;
            case FormulaOp::kDiv:
                mpfr_div(out.get(), a(), b(), MPFR_RNDN);
                break;
            case FormulaOp::kNeg:
                mpfr_neg(out.get(), a(), MPFR_RNDN);
                break;
            case FormulaOp::kSqrt:
                mpfr_sqrt(out.get(), a(), MPFR_RNDN);
                break;
            case FormulaOp::kFloor:
                mpfr_rint_floor(out.get(), a(), MPFR_RNDN);
                break;
            default:
                values.push_back(constant(node, n, precision));
                continue;
        }
        values.push_back(out);
    }
    return values.back();
}

Formula formula(const std::string& text) {
    Result<Formula> parsed = parse_formula(text);
    INFO(text);
    REQUIRE(parsed.ok());
    return parsed.value();
}

// A formula without division by what may be 0 and without roots of what may be negative.
std::string random_formula(std::mt19937_64& random, int depth) {
    const auto inner = [&] { return random_formula(random, depth - 1); };
    switch (depth == 0 ? random() % 3 : random() % 8) {
        case 0:
            return "n";
        case 1:
            return fmt::format("{}.{}", random() % 1000, random() % 1000000007);
        case 2:
            return fmt::format("{}e-{}", random() % 100 + 1, random() % 20);
        case 3:
            return fmt::format("({} + {})", inner(), inner());
        case 4:
            return fmt::format("({} - {})", inner(), inner());
        case 5:
            return fmt::format("{}*{}", inner(), inner());
        case 6:
            return fmt::format("sqrt({}*0 + n + {}.25)", inner(), random() % 9);
        default:
            return fmt::format("floor({})/{}", inner(), random() % 30 + 1);
    }
}

template <class T>
void compare_with_mpfr(const std::string& text, std::uint64_t n) {
    const Formula parsed = formula(text);
    Result<IeeeEvaluator<T>> evaluator = IeeeEvaluator<T>::of(parsed);
    REQUIRE(evaluator.ok());
    const T own = evaluator.value().values(n, 1).front();
    const Real other = by_mpfr(parsed, n, std::numeric_limits<T>::digits);
    INFO(text << " at " << n << ": " << own);
    // Beyond the exponents of the type MPFR goes on.
    const bool in_range = mpfr_zero_p(other.get()) != 0 ||
                          (mpfr_regular_p(other.get()) != 0 &&
                           mpfr_get_exp(other.get()) > std::numeric_limits<T>::min_exponent &&
                           mpfr_get_exp(other.get()) < std::numeric_limits<T>::max_exponent);
    if (in_range && std::isfinite(own)) {
        CHECK(mpfr_cmp_d(other.get(), static_cast<double>(own)) == 0);
    }
}

FormulaFinding finding(const std::string& text, const std::string& against, Arithmetic arithmetic,
                       const std::string& to) {
    const auto found =
        first_failure({formula(text), arithmetic, formula(against), mpz_class(to, 10)}, nullptr);
    INFO(text << " against " << against);
    REQUIRE(found.ok());
    return found.value();
}

std::string first_n(const std::string& text, Arithmetic arithmetic, const std::string& to) {
    const FormulaFinding found = finding(text, "floor(n*phi)", arithmetic, to);
    return found.failure ? found.failure->n.get_str() : "none";
}

}  // namespace

TEST_CASE("IEEE values are those of MPFR with 53 and 24 bits") {
    std::mt19937_64 random(1);
    for (int i = 0; i < 4000; ++i) {
        const std::string text = random_formula(random, 3);
        const std::uint64_t n = random() % (i % 3 == 0 ? 100 : i % 3 == 1 ? 1000000 : 1ULL << 60U);
        compare_with_mpfr<double>(text, n);
        compare_with_mpfr<float>(text, n % 10000000);
    }
    for (const char* text : {"floor(n*(1+sqrt(5))/2)", "n*1.61803398874989484820458683436563811772",
                             "n/3*3", "1.0000001788139343261718750000001*n", "-n-0.1"}) {
        for (const std::uint64_t n : {0U, 1U, 2583U, 2584U, 102334154U, 102334155U}) {
            compare_with_mpfr<double>(text, n);
            compare_with_mpfr<float>(text, n);
        }
    }
}

TEST_CASE("exact floors lie between two roundings") {
    std::mt19937_64 random(2);
    for (const char* inner : {"n*phi", "n*sqrt(2)", "(3*n+1)*sqrt(5)/7 - n/2", "-n*phi + 0.25",
                              "n*(phi+1)/(2-phi)", "sqrt(n/3)", "n*1.618033", "sqrt(8*n+1)/2"}) {
        const Formula floored = formula(fmt::format("floor({})", inner));
        const std::optional<LinearForm> form = linear_form(floored);
        for (int i = 0; i < 300; ++i) {
            const std::uint64_t n = random() >> (random() % 60 + 4);
            const Real near = by_mpfr(formula(inner), n, 512);
            const auto exact = exact_value(floored, mpz_class(std::to_string(n), 10));
            REQUIRE(exact.ok());
            const mpz_class k = exact.value().a.get_num();
            // k - 2^-300 <= x < k + 1 + 2^-300: the error of 512 bits is far below.
            Real distance(600);
            mpfr_sub_z(distance.get(), near.get(), k.get_mpz_t(), MPFR_RNDN);
            INFO(inner << " at " << n << ": " << k.get_str());
            CHECK(mpfr_cmp_d(distance.get(), -0x1p-300) >= 0);
            CHECK(mpfr_cmp_d(distance.get(), 1) < 0);
            if (form && k.fits_slong_p()) {
                const FloorCheck check(*form, n);
                CHECK_FALSE(check.is_floor(n, k.get_si() + 1));
                CHECK_FALSE(check.is_floor(n, k.get_si() - 1));
                // Further out the numbers of the check may leave 64 bits.
                CHECK((check.is_floor(n, k.get_si()) || n > 1ULL << 30U));
            }
        }
    }
}

TEST_CASE("the cases that are known") {
    CHECK(first_n("floor(n*(1+sqrt(5))/2)", Arithmetic::kFloat, "100000") == "2584");
    CHECK(first_n("floor(n*1.618)", Arithmetic::kExact, "1000000000") == "233");
    CHECK(first_n("floor(n*1.6180339887)", Arithmetic::kExact, "1000000000") == "196418");
    CHECK(first_n("floor(n*1.6180339887)", Arithmetic::kDouble, "1000000000") == "196418");
    CHECK(first_n("floor(n*1.618)", Arithmetic::kExact, "232") == "none");
    CHECK(first_n("floor(n*(1+sqrt(5))/2)", Arithmetic::kExact, "1000000000000000000000000") ==
          "none");
    CHECK(first_n("floor(n*phi)", Arithmetic::kExact, "1") == "none");
}

TEST_CASE("continued fractions find the least failure") {
    std::mt19937_64 random(3);
    constexpr long kTo = 3000;
    for (int i = 0; i < 60; ++i) {
        const char* against[] = {"floor(n*phi)", "floor(n*sqrt(2))", "floor(n*1.4)", "floor(n/7)"};
        const std::string exact = against[i % 4];
        const double near[] = {1.618034, 1.414214, 1.4, 0.142857};
        const double off = static_cast<double>(static_cast<int>(random() % 200) - 100) * 1e-5;
        const std::string slope = fmt::format("{:.6f}", near[i % 4] + off);
        const std::string text = fmt::format("floor(n*{})", slope);
        const FormulaFinding found = finding(text, exact, Arithmetic::kExact, std::to_string(kTo));
        CHECK(found.by_fractions);
        long least = -1;
        for (long n = 0; n <= kTo && least < 0; ++n) {
            const auto left = exact_value(formula(text), mpz_class(n));
            const auto right = exact_value(formula(exact), mpz_class(n));
            least = left.value().a == right.value().a ? -1 : n;
        }
        INFO(text << " against " << exact);
        CHECK((found.failure ? found.failure->n.get_si() : -1) == least);
        CHECK((least >= 0 || !found.beyond || *found.beyond > kTo));
    }
}

TEST_CASE("numbers with one square root") {
    const auto value = [](const std::string& text) {
        const auto exact = exact_value(formula(text), mpz_class(0));
        return exact.ok() ? surd_text(exact.value()) : exact.error().message;
    };
    CHECK(value("sqrt(20) - 2*sqrt(5)") == "0");
    CHECK(value("sqrt(9/4)") == "3/2");
    CHECK(value("1/(phi-1) - phi") == "0");
    CHECK(value("phi*phi - phi") == "1");
    CHECK(value("floor(-sqrt(2))") == "-2");
    CHECK(value("floor(-3/2)") == "-2");
    CHECK(value("1.5e3") == "1500");
    CHECK(value("1 - 2 - 3") == "-4");
    CHECK(value("12/3/2") == "2");
    CHECK(value("sqrt(2)*sqrt(3)").find("two square roots") != std::string::npos);
    CHECK(value("sqrt(1-2)").find("square root of -1") != std::string::npos);
    CHECK(value("sqrt(phi)").find("an irrational") != std::string::npos);
    CHECK(value("1/n").find("division by 0") != std::string::npos);
}

TEST_CASE("terms of the mex language have the same values") {
    const auto term = [](const std::string& text) {
        const std::optional<LinearForm> form = linear_form(formula(text));
        return form ? mex_term(*form).value_or("-") : "not linear";
    };
    CHECK(term("floor(n*phi)") == "floor(n * phi)");
    CHECK(term("floor(n*1.618)") == "(809 * n) div 500");
    CHECK(term("floor(n*phi)+n") == "floor(n * phi) + n");
    CHECK(term("floor(n*sqrt(5))") == "floor(2 * n * phi) - n");
    CHECK(term("floor((n+1)*phi) - 1") == "floor((n + 1) * phi) - 1");
    CHECK(term("floor(n*(phi+3)/7)") == "(floor(n * phi) + 3 * n) div 7");
    CHECK(term("3*n+1") == "3 * n + 1");
    CHECK(term("n*phi") == "-");
    CHECK(term("floor(n*(3-phi))") == "-");
    CHECK(term("floor(n*sqrt(2))") == "-");
    CHECK(term("n*n") == "not linear");
}
