#include "facts/real_roots.hpp"

#include <algorithm>

namespace mexcert::facts {
namespace {

// Sign variations of (1 + x)^n p((low + high x) / (1 + x)): at least the number of roots in the
// open interval, and that number if it is 0 or 1.
int variations(const Polynomial& p, const Rational& low, const Rational& high) {
    Polynomial q;  // p(low + (high - low) x), by Horner's rule
    for (auto c = p.rbegin(); c != p.rend(); ++c) {
        q = sum(product(q, {low, high - low}), {*c});
    }
    q.resize(p.size());
    std::reverse(q.begin(), q.end());
    for (std::size_t i = 0; i + 1 < q.size(); ++i) {  // x + 1 for x
        for (std::size_t j = q.size() - 1; j-- > i;) {
            q[j] += q[j + 1];
        }
    }
    int count = 0;
    int last = 0;
    for (const Rational& c : q) {
        const int sign = c.sign();
        count += sign * last < 0 ? 1 : 0;
        last = sign == 0 ? last : sign;
    }
    return count;
}

void isolate(const Polynomial& p, const Rational& low, const Rational& high,
             std::vector<RealPoint>& found) {
    const int count = variations(p, low, high);
    if (count == 1) {
        found.push_back({p, low, high});
    }
    if (count < 2) {
        return;
    }
    const Rational middle = (low + high) / 2;
    isolate(p, low, middle, found);
    if (value_at(p, middle) == 0) {
        found.push_back({p, middle, middle});
    }
    isolate(p, middle, high, found);
}

struct Enclosure {
    Rational low;
    Rational high;
};

// Contains all values between the ends, by Horner's rule.
Enclosure values_between(const Polynomial& p, const Rational& low, const Rational& high) {
    Enclosure value{0, 0};
    for (auto c = p.rbegin(); c != p.rend(); ++c) {
        const Rational ends[] = {value.low * low, value.low * high, value.high * low,
                                 value.high * high};
        value = {*std::min_element(ends, ends + 4) + *c, *std::max_element(ends, ends + 4) + *c};
    }
    return value;
}

}  // namespace

std::vector<RealPoint> real_roots(const Polynomial& polynomial, const Rational& low,
                                  const Rational& high) {
    std::vector<RealPoint> found;
    isolate(without_multiple_roots(polynomial), low, high, found);
    return found;
}

void narrow(RealPoint& point) {
    const Rational middle = (point.low + point.high) / 2;
    const int sign = value_at(point.polynomial, middle).sign();
    int right_of_low = value_at(point.polynomial, point.low).sign();
    if (right_of_low == 0) {  // a root outside the open interval, which is not a multiple one
        right_of_low = value_at(derivative(point.polynomial), point.low).sign();
    }
    if (sign == 0) {
        point.low = point.high = middle;
    } else if (sign == right_of_low) {
        point.low = middle;
    } else {
        point.high = middle;
    }
}

int sign_at(const Polynomial& polynomial, RealPoint& point) {
    if (point.low != point.high) {
        const Polynomial common = common_divisor(polynomial, point.polynomial);
        if (polynomial.empty() ||
            (common.size() > 1 && variations(common, point.low, point.high) % 2 == 1)) {
            return 0;
        }
    }
    while (true) {
        if (point.low == point.high) {
            return value_at(polynomial, point.low).sign();
        }
        const Enclosure values = values_between(polynomial, point.low, point.high);
        if (values.low > 0 || values.high < 0) {
            return values.low > 0 ? 1 : -1;
        }
        narrow(point);
    }
}

}  // namespace mexcert::facts
