// The decimals that Akiyama prints in section 5, by a second method: intervals of MPFR numbers,
// rounded outwards. Shares nothing with the checker or the generator.
#include <mpfr.h>

#include <catch2/catch.hpp>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr mpfr_prec_t kBits = 200;

// One number that is released with its owner.
class Real {
  public:
    Real() { mpfr_init2(value_, kBits); }
    explicit Real(const std::string& text, mpfr_rnd_t direction) : Real() {
        mpfr_set_str(value_, text.c_str(), 10, direction);
    }
    Real(const Real& other) : Real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
    Real& operator=(const Real& other) {
        mpfr_set(value_, other.value_, MPFR_RNDN);
        return *this;
    }
    ~Real() { mpfr_clear(value_); }
    mpfr_ptr get() { return value_; }
    mpfr_srcptr get() const { return value_; }

  private:
    mpfr_t value_;
};

// Contains the number that is meant.
struct Interval {
    Real low;
    Real high;
};

Interval decimal(const std::string& text) { return {Real(text, MPFR_RNDD), Real(text, MPFR_RNDU)}; }

using Operation = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

// The hull of the results at the ends: exact for +, -, *, and for / without 0 in the divisor.
Interval combine(const Interval& a, const Interval& b, Operation operation) {
    Interval result;
    bool first = true;
    for (const Real* x : {&a.low, &a.high}) {
        for (const Real* y : {&b.low, &b.high}) {
            Real down;
            Real up;
            operation(down.get(), x->get(), y->get(), MPFR_RNDD);
            operation(up.get(), x->get(), y->get(), MPFR_RNDU);
            if (first || mpfr_less_p(down.get(), result.low.get())) {
                result.low = down;
            }
            if (first || mpfr_greater_p(up.get(), result.high.get())) {
                result.high = up;
            }
            first = false;
        }
    }
    return result;
}

Interval operator+(const Interval& a, const Interval& b) { return combine(a, b, mpfr_add); }
Interval operator-(const Interval& a, const Interval& b) { return combine(a, b, mpfr_sub); }
Interval operator*(const Interval& a, const Interval& b) { return combine(a, b, mpfr_mul); }
Interval operator/(const Interval& a, const Interval& b) { return combine(a, b, mpfr_div); }

bool below(const Interval& a, const Interval& b) { return mpfr_less_p(a.high.get(), b.low.get()); }

Interval horner(const std::initializer_list<const char*>& coefficients, const Interval& x) {
    Interval value = decimal("0");
    for (const char* c : coefficients) {
        value = value * x + decimal(c);
    }
    return value;
}

// Bisection as long as the sign at the middle is sure; the function changes its sign once.
Interval root(const std::function<Interval(const Interval&)>& function, const std::string& low,
              const std::string& high) {
    Interval ends{Real(low, MPFR_RNDD), Real(high, MPFR_RNDU)};
    const Interval zero = decimal("0");
    const bool rising = below(function({ends.low, ends.low}), zero);
    REQUIRE(rising == below(zero, function({ends.high, ends.high})));
    for (int step = 0; step < 150; ++step) {
        Real middle;
        mpfr_add(middle.get(), ends.low.get(), ends.high.get(), MPFR_RNDN);
        mpfr_div_2ui(middle.get(), middle.get(), 1, MPFR_RNDN);
        const Interval value = function({middle, middle});
        if (below(value, zero)) {
            (rising ? ends.low : ends.high) = middle;
        } else if (below(zero, value)) {
            (rising ? ends.high : ends.low) = middle;
        }
    }
    return ends;
}

// Half a unit, or a whole one, of the last digit of a decimal, as a decimal.
Interval unit(const std::string& text, const char* digit) {
    const std::size_t decimals = text.size() - text.find('.') - 1;
    return decimal(std::string(digit) + "e-" + std::to_string(decimals + (*digit == '5' ? 1 : 0)));
}
bool rounds_to(const Interval& x, const std::string& text) {
    return below(decimal(text) - unit(text, "5"), x) && below(x, decimal(text) + unit(text, "5"));
}
bool truncates_to(const Interval& x, const std::string& text) {
    return below(decimal(text), x) && below(x, decimal(text) + unit(text, "1"));
}

struct Solution {
    Interval delta = root(
        [](const Interval& x) {
            return horner({"8", "-44", "54", "39", "-60", "-22"}, x);
        },
        "1.6", "1.8");
    Interval gamma = decimal("2") / (decimal("2") * delta - decimal("3"));
    Interval beta = gamma - delta;
    Interval alpha = beta - delta;
};

// Near enough to 0 for an identity.
bool vanishes(const Interval& x) {
    return below(decimal("-1e-35"), x) && below(x, decimal("1e-35"));
}

// beta where delta is this: beta^3 - 3 beta^2 - delta^2 beta + delta^2 = 0, beta > 3.
Interval beta_at(const char* minus_square, const char* square) {
    return root(
        [&](const Interval& x) {
            return horner({"1", "-3", minus_square, square}, x);
        },
        "3", "7");
}

}  // namespace

TEST_CASE("The printed solution is rounded; delta is not cut off") {
    const Solution s;
    CHECK(rounds_to(s.alpha, "1.88542779715"));
    CHECK(rounds_to(s.beta, "3.57535140026"));
    CHECK(rounds_to(s.gamma, "5.26527500337"));
    CHECK(rounds_to(s.delta, "1.68992360311"));
    CHECK(truncates_to(s.alpha, "1.88542779715"));
    CHECK(truncates_to(s.beta, "3.57535140026"));
    CHECK(truncates_to(s.gamma, "5.26527500337"));
    CHECK(below(s.delta, decimal("1.68992360311")));
    CHECK(truncates_to(s.delta, "1.68992360310"));
}

TEST_CASE("The relations hold, and alpha is the printed polynomial") {
    const Solution s;
    const Interval one = decimal("1");
    const Interval excess = one / s.alpha + one / s.beta + one / s.gamma - one;
    CHECK(vanishes(excess));
    const Interval error = horner({"2", "-8", "1.5", "10", "3"}, s.delta) - s.alpha;
    CHECK(vanishes(error));
}

TEST_CASE("Thirty decimals") {
    const Solution s;
    CHECK(truncates_to(s.alpha, "1.885427797152691760068634812204"));
    CHECK(truncates_to(s.beta, "3.575351400261707012343918011122"));
    CHECK(truncates_to(s.gamma, "5.265275003370722264619201210039"));
    CHECK(truncates_to(s.delta, "1.689923603109015252275283198917"));
    CHECK(truncates_to(beta_at("-1", "1") - decimal("1"), "2.214319743377535187415497700848"));
    CHECK(truncates_to(beta_at("-16", "16") - decimal("4"), "1.410606800182112607545426645857"));
}

TEST_CASE("The frequency") {
    const Solution s;
    const Interval frequency = decimal("1") - decimal("1") / s.gamma;
    CHECK(rounds_to(frequency, "0.810076"));
    CHECK(truncates_to(frequency, "0.810076"));
}

TEST_CASE("The decimals of the experiments are those of the solution for beta only") {
    const Solution s;
    CHECK(below(decimal("1.885"), s.alpha));  // false: 1.88
    CHECK(rounds_to(s.alpha, "1.89"));
    CHECK(rounds_to(s.beta, "3.58"));
    CHECK(below(s.gamma, decimal("5.275")));  // false: 5.28
    CHECK(rounds_to(s.gamma, "5.27"));
    for (const auto& [v, n] : {std::pair{std::vector{"49223", "93770", "138315"}, "26184"},
                               std::pair{std::vector{"49227", "93778", "138327"}, "26185"}}) {
        CHECK(rounds_to(decimal(v[0]) / decimal(n), "1.88"));
        CHECK(rounds_to(decimal(v[1]) / decimal(n), "3.58"));
        CHECK(rounds_to(decimal(v[2]) / decimal(n), "5.28"));
    }
}

TEST_CASE("The printed bounds are rounded, three of them to the wrong side") {
    const Interval low = beta_at("-1", "1");
    const Interval high = beta_at("-16", "16");
    const Interval one = decimal("1");
    const Interval four = decimal("4");
    CHECK(below(low, decimal("3.21432")));          // false: 3.21432 <= beta
    CHECK(below(high, decimal("5.41061")));         // true: beta <= 5.41061
    CHECK(below(high - four, decimal("1.41061")));  // false: 1.41061 <= alpha
    CHECK(below(low - one, decimal("2.21432")));    // true: alpha <= 2.21432
    CHECK(below(low + one, decimal("4.21432")));    // false: 4.21432 <= gamma
    CHECK(below(high + four, decimal("9.41061")));  // true: gamma <= 9.41061
    CHECK(rounds_to(low, "3.21432"));
    CHECK(rounds_to(high, "5.41061"));
    CHECK(rounds_to(high - four, "1.41061"));
    CHECK(rounds_to(low - one, "2.21432"));
    CHECK(rounds_to(low + one, "4.21432"));
    CHECK(rounds_to(high + four, "9.41061"));
    CHECK(below(decimal("3.21431"), low));
    CHECK(below(decimal("1.41060"), high - four));
    CHECK(below(decimal("4.21431"), low + one));
}
