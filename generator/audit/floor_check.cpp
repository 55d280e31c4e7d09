#include "audit/floor_check.hpp"

namespace mexcert::audit {
namespace {

// Sums of a few of them stay in 64 bits.
bool is_small(const mpz_class& x) { return mpz_sizeinbase(x.get_mpz_t(), 2) <= 60; }

}  // namespace

FloorCheck::FloorCheck(const LinearForm& form, std::uint64_t to) {
    const bool one_root =
        form.slope.is_rational() || form.constant.is_rational() || form.slope.d == form.constant.d;
    if (!form.floored || !one_root) {
        return;
    }
    mpz_class q = 1;
    for (const mpq_class* part :
         {&form.slope.a, &form.slope.b, &form.constant.a, &form.constant.b}) {
        q = lcm(q, part->get_den());
    }
    const auto integral = [&](const mpq_class& x) { return mpz_class(mpq_class(x * q).get_num()); };
    const mpz_class d = form.slope.is_rational() ? form.constant.d : form.slope.d;
    const mpz_class u_slope = integral(form.slope.a);
    const mpz_class v_slope = integral(form.slope.b);
    const mpz_class u_constant = integral(form.constant.a);
    const mpz_class v_constant = integral(form.constant.b);
    const mpz_class n(std::to_string(to), 10);
    const mpz_class most_u = abs(u_slope) * n + abs(u_constant);
    const mpz_class most_v = abs(v_slope) * n + abs(v_constant);
    // |floor| <= |slope| n + |constant| + 1, and with k q subtracted x stays below most_x.
    const mpz_class most_root = (most_v + 1) * (sqrt(d) + 1);
    const mpz_class most = (most_u + most_root) / q + 2;
    const mpz_class most_x = most_u + (most + 2) * q;
    if (!is_small(most_x) || !is_small(most_root) || !is_small(d) || !is_small(q) || !is_small(n)) {
        return;
    }
    u_slope_ = u_slope.get_si();
    u_constant_ = u_constant.get_si();
    v_slope_ = v_slope.get_si();
    v_constant_ = v_constant.get_si();
    q_ = q.get_si();
    d_ = d.get_si();
    most_ = most.get_si();
}

}  // namespace mexcert::audit
