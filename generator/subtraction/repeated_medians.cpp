#include "subtraction/repeated_medians.hpp"

#include <fmt/format.h>
#include <gmpxx.h>
#include <mpfr.h>

#include <algorithm>

namespace mexcert::subtraction {
namespace {

// Numbers are enclosed as integers over 2^kScale.
constexpr unsigned kScale = 128;
constexpr mpfr_prec_t kPrecision = 192;

struct Enclosed {
    mpz_class low;
    mpz_class high;
};

class Float {
  public:
    Float() { mpfr_init2(value_, kPrecision); }
    ~Float() { mpfr_clear(value_); }
    Float(const Float&) = delete;
    Float& operator=(const Float&) = delete;
    mpfr_ptr get() { return value_; }

  private:
    mpfr_t value_;
};

mpz_class log2_bound(std::uint64_t x, mpfr_rnd_t rounding) {
    Float value;
    mpfr_set_uj(value.get(), x, MPFR_RNDN);  // exact: 64 bits
    mpfr_log2(value.get(), value.get(), rounding);
    mpfr_mul_2ui(value.get(), value.get(), kScale, rounding);
    mpz_class bound;
    mpfr_get_z(bound.get_mpz_t(), value.get(), rounding);
    return bound;
}

Enclosed log2_of(std::uint64_t x) { return {log2_bound(x, MPFR_RNDD), log2_bound(x, MPFR_RNDU)}; }

Enclosed operator-(const Enclosed& a, const Enclosed& b) {
    return {a.low - b.high, a.high - b.low};
}

Enclosed operator*(const Enclosed& a, const Enclosed& b) {
    const mpz_class products[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    const auto [least, greatest] = std::minmax_element(std::begin(products), std::end(products));
    Enclosed result;
    mpz_fdiv_q_2exp(result.low.get_mpz_t(), least->get_mpz_t(), kScale);
    mpz_cdiv_q_2exp(result.high.get_mpz_t(), greatest->get_mpz_t(), kScale);
    return result;
}

// The divisor is positive.
Enclosed operator/(const Enclosed& a, const Enclosed& b) {
    const mpz_class low = a.low << kScale;
    const mpz_class high = a.high << kScale;
    Enclosed result;
    mpz_fdiv_q(result.low.get_mpz_t(), low.get_mpz_t(), (low >= 0 ? b.high : b.low).get_mpz_t());
    mpz_cdiv_q(result.high.get_mpz_t(), high.get_mpz_t(), (high >= 0 ? b.low : b.high).get_mpz_t());
    return result;
}

mpz_class median(std::vector<mpz_class> numbers, bool up) {
    const std::size_t half = numbers.size() / 2;
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(numbers.begin(), middle, numbers.end());
    if (numbers.size() % 2 != 0) {
        return *middle;
    }
    const mpz_class sum = *middle + *std::max_element(numbers.begin(), middle);
    mpz_class mean;
    if (up) {
        mpz_cdiv_q_2exp(mean.get_mpz_t(), sum.get_mpz_t(), 1);
    } else {
        mpz_fdiv_q_2exp(mean.get_mpz_t(), sum.get_mpz_t(), 1);
    }
    return mean;
}

Enclosed median(const std::vector<Enclosed>& numbers) {
    std::vector<mpz_class> low;
    std::vector<mpz_class> high;
    for (const Enclosed& number : numbers) {
        low.push_back(number.low);
        high.push_back(number.high);
    }
    return {median(std::move(low), false), median(std::move(high), true)};
}

// The decimals of `numerator / denominator`, rounded to nearest.
std::string rounded(const mpz_class& numerator, const mpz_class& denominator, int digits) {
    mpz_class power;
    mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(digits));
    mpz_class scaled = 2 * numerator * power + denominator;
    const mpz_class twice = 2 * denominator;
    mpz_fdiv_q(scaled.get_mpz_t(), scaled.get_mpz_t(), twice.get_mpz_t());
    const mpz_class size = abs(scaled);
    const mpz_class whole = size / power;
    const mpz_class part = size % power;
    return fmt::format("{}{}.{:0>{}}", scaled < 0 ? "-" : "", whole.get_str(), part.get_str(),
                       digits);
}

// As many decimals as both bounds have in common after rounding.
std::string decimals(const Enclosed& number, int digits) {
    const mpz_class one = mpz_class(1) << kScale;
    for (int places = digits; places > 0; --places) {
        std::string low = rounded(number.low, one, places);
        if (low == rounded(number.high, one, places)) {
            return low;
        }
    }
    return "?";
}

mpz_class power_of_two(const mpz_class& exponent, mpfr_rnd_t rounding) {
    Float value;
    mpfr_set_z_2exp(value.get(), exponent.get_mpz_t(), -static_cast<mpfr_exp_t>(kScale), rounding);
    mpfr_exp2(value.get(), value.get(), rounding);
    mpfr_mul_2ui(value.get(), value.get(), kScale, rounding);
    mpz_class bound;
    mpfr_get_z(bound.get_mpz_t(), value.get(), rounding);
    return bound;
}

Enclosed power_of_two(const Enclosed& exponent) {
    return {power_of_two(exponent.low, MPFR_RNDD), power_of_two(exponent.high, MPFR_RNDU)};
}

}  // namespace

MonomialFit repeated_medians(const std::vector<PlotPoint>& points, int digits) {
    std::vector<Enclosed> x;
    std::vector<Enclosed> y;
    for (const PlotPoint& point : points) {
        x.push_back(log2_of(point.x));
        y.push_back(log2_of(point.y));
    }
    std::vector<Enclosed> slopes;
    std::vector<Enclosed> heights;
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<Enclosed> own_slopes;
        std::vector<Enclosed> own_heights;
        for (std::size_t j = 0; j < points.size(); ++j) {
            if (i == j) {
                continue;
            }
            const bool right = points[j].x > points[i].x;
            const Enclosed run = right ? x[j] - x[i] : x[i] - x[j];
            const Enclosed rise = right ? y[j] - y[i] : y[i] - y[j];
            own_slopes.push_back(rise / run);
            own_heights.push_back(y[i] - own_slopes.back() * x[i]);
        }
        slopes.push_back(median(own_slopes));
        heights.push_back(median(own_heights));
    }
    const Enclosed exponent = median(slopes);
    std::vector<Enclosed> rests;
    for (std::size_t i = 0; i < points.size(); ++i) {
        rests.push_back(y[i] - exponent * x[i]);
    }
    return {decimals(exponent, digits), decimals(power_of_two(median(heights)), digits),
            decimals(power_of_two(median(rests)), digits)};
}

}  // namespace mexcert::subtraction
