#include "audit/simplest_fraction.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace mexcert::audit {
namespace {

struct End {
    std::optional<Surd> value;  // nothing: infinity
    bool closed = false;
};

// The least integer of an interval that begins there.
mpz_class first_integer(const End& low) {
    const mpz_class floor = floor_of(*low.value);
    return low.closed && low.value->is_integer() ? floor : mpz_class(floor + 1);
}

Result<bool> reaches(const End& high, const mpz_class& integer) {
    if (!high.value) {
        return true;
    }
    const Result<Surd> rest = subtract(*high.value, Surd(integer));
    if (!rest.ok()) {
        return rest.error();
    }
    return sign(rest.value()) > 0 || (high.closed && sign(rest.value()) == 0);
}

// 1 / (end - whole): infinity if they are equal.
Result<End> turned(const End& end, const mpz_class& whole) {
    const Result<Surd> rest = subtract(*end.value, Surd(whole));
    if (!rest.ok()) {
        return rest.error();
    }
    if (sign(rest.value()) == 0) {
        return End{std::nullopt, false};
    }
    const Result<Surd> inverse = divide(Surd(mpz_class(1)), rest.value());
    if (!inverse.ok()) {
        return inverse.error();
    }
    return End{inverse.value(), end.closed};
}

}  // namespace

Result<mpq_class> simplest_above(const Surd& lo, const Surd& hi) {
    End low{lo, false};
    End high{hi, true};
    std::vector<mpz_class> quotients;
    for (;;) {
        const mpz_class integer = first_integer(low);
        const Result<bool> inside = reaches(high, integer);
        if (!inside.ok()) {
            return inside.error();
        }
        if (inside.value()) {
            quotients.push_back(integer);
            break;
        }
        // The interval lies between two integers: turn it over.
        quotients.push_back(integer - 1);
        Result<End> next_low = turned(high, quotients.back());
        Result<End> next_high = turned(low, quotients.back());
        if (!next_low.ok() || !next_high.ok()) {
            return next_low.ok() ? next_high.error() : next_low.error();
        }
        low = std::move(next_low.value());
        high = std::move(next_high.value());
    }
    mpq_class value(quotients.back());
    for (auto quotient = quotients.rbegin() + 1; quotient != quotients.rend(); ++quotient) {
        value = mpq_class(*quotient) + 1 / value;
    }
    return value;
}

}  // namespace mexcert::audit
