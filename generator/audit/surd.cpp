#include "audit/surd.hpp"

#include <fmt/format.h>

namespace mexcert::audit {
namespace {

// y as a + b * sqrt(d) with the given d, if the roots are of one kind: d1 * d2 is a square.
Result<Surd> with_root(const Surd& y, const mpz_class& d) {
    if (y.is_rational() || y.d == d) {
        return y;
    }
    const mpz_class product = y.d * d;
    if (!mpz_perfect_square_p(product.get_mpz_t())) {
        return declined("", fmt::format("two square roots, of {} and of {}, in one number",
                                        y.d.get_str(), d.get_str()));
    }
    Surd result = y;  // sqrt(y.d) = sqrt(y.d * d) / d * sqrt(d)
    result.b = y.b * mpq_class(sqrt(product)) / mpq_class(d);
    result.d = d;
    return result;
}

Error undefined(std::string message) {
    return {Outcome::kDeclined, "", std::move(message), Cause::kUndefined};
}

Surd tidied(Surd x) {
    if (x.b == 0) {
        x.d = 0;
    }
    return x;
}

const mpz_class& root_of(const Surd& x, const Surd& y) { return x.is_rational() ? y.d : x.d; }

}  // namespace

Surd golden_ratio() {
    Surd phi(mpq_class(1, 2));
    phi.b = mpq_class(1, 2);
    phi.d = 5;
    return phi;
}

Surd negated(const Surd& x) {
    Surd result = x;
    result.a = -x.a;
    result.b = -x.b;
    return result;
}

Result<Surd> add(const Surd& x, const Surd& y) {
    if (x.is_rational() && y.is_rational()) {
        return Surd(mpq_class(x.a + y.a));
    }
    const Result<Surd> right = with_root(y, root_of(x, y));
    if (!right.ok()) {
        return right;
    }
    Surd result;
    result.a = x.a + right.value().a;
    result.b = x.b + right.value().b;
    result.d = root_of(x, y);
    return tidied(std::move(result));
}

Result<Surd> subtract(const Surd& x, const Surd& y) { return add(x, negated(y)); }

Result<Surd> multiply(const Surd& x, const Surd& y) {
    if (x.is_rational() && y.is_rational()) {
        return Surd(mpq_class(x.a * y.a));
    }
    const Result<Surd> right = with_root(y, root_of(x, y));
    if (!right.ok()) {
        return right;
    }
    Surd result;
    result.d = root_of(x, y);
    result.a = x.a * right.value().a + x.b * right.value().b * mpq_class(result.d);
    result.b = x.a * right.value().b + x.b * right.value().a;
    return tidied(std::move(result));
}

Result<Surd> divide(const Surd& x, const Surd& y) {
    if (sign(y) == 0) {
        return undefined("a division by 0");
    }
    if (x.is_rational() && y.is_rational()) {
        return Surd(mpq_class(x.a / y.a));
    }
    Surd inverse = y;  // 1 / (a + b sqrt d) = (a - b sqrt d) / (a^2 - b^2 d)
    const mpq_class norm = y.a * y.a - y.b * y.b * mpq_class(y.d);
    inverse.a = y.a / norm;
    inverse.b = -y.b / norm;
    return multiply(x, inverse);
}

Result<Surd> square_root(const Surd& x) {
    if (!x.is_rational()) {
        return declined("", fmt::format("the square root of {}, an irrational", surd_text(x)));
    }
    if (x.a < 0) {
        return undefined(fmt::format("the square root of {}", surd_text(x)));
    }
    const mpz_class product = x.a.get_num() * x.a.get_den();  // sqrt(p/q) = sqrt(p q) / q
    if (mpz_perfect_square_p(product.get_mpz_t())) {
        return Surd(mpq_class(sqrt(product)) / mpq_class(x.a.get_den()));
    }
    Surd result;
    result.b = mpq_class(1) / mpq_class(x.a.get_den());
    result.d = product;
    return result;
}

int sign(const Surd& x) {
    const int of_a = sgn(x.a);
    const int of_b = sgn(x.b);
    if (of_b == 0 || of_a == of_b) {
        return of_a != 0 ? of_a : of_b;
    }
    const mpq_class a_square = x.a * x.a;
    const mpq_class b_square = x.b * x.b * mpq_class(x.d);
    return a_square > b_square ? of_a : of_b;  // equal they cannot be: d is no square
}

mpz_class floor_of(const Surd& x) {
    // (p + r sqrt d) / q = (p +- sqrt(r^2 d)) / q; inside floor(. / q) the root may be rounded
    // down.
    const mpz_class q = lcm(x.a.get_den(), x.b.get_den());
    const mpz_class p = x.a.get_num() * (q / x.a.get_den());
    const mpz_class r = x.b.get_num() * (q / x.b.get_den());
    const mpz_class root = sqrt(mpz_class(r * r * x.d));
    mpz_class numerator = p;
    if (r > 0) {
        numerator += root;
    } else if (r < 0) {
        numerator -= root + 1;  // r^2 d is no square
    }
    mpz_class result;
    mpz_fdiv_q(result.get_mpz_t(), numerator.get_mpz_t(), q.get_mpz_t());
    return result;
}

std::string surd_text(const Surd& x) {
    if (x.is_rational()) {
        return x.a.get_str();
    }
    const std::string root = fmt::format("{}*sqrt({})", x.b.get_str(), x.d.get_str());
    return x.a == 0 ? root : x.a.get_str() + " + " + root;
}

}  // namespace mexcert::audit
