// floor(n*phi) for GMP integers: a fixed-point product encloses n*phi; where the enclosure holds
// two integer parts, the squares decide.

#include <cstddef>
#include <vector>

#include "golden/floor_phi.hpp"

namespace mexcert::golden {

namespace {

constexpr std::size_t limb_bits = 64;
static_assert(GMP_NUMB_BITS == limb_bits, "64-bit limbs without nails");

// K = floor(2^p/phi), p = 64*size(), grown on demand. Dropping the s lowest limbs leaves
// floor(2^(p - 64s)/phi), so one number serves every smaller precision. K has exactly size() limbs
// because 1/phi > 1/2.
class InversePhi {
  public:
    // The leading `limbs` limbs: floor(2^(64*limbs)/phi).
    const mp_limb_t* leading(std::size_t limbs) {
        if (limbs > size()) grow(limbs);
        return mpz_limbs_read(k_.get_mpz_t()) + (size() - limbs);
    }

    // Room for a product of `limbs` limbs, kept between calls.
    mp_limb_t* scratch(std::size_t limbs) {
        if (scratch_.size() < limbs) scratch_.resize(limbs);
        return scratch_.data();
    }

  private:
    std::size_t size() const { return mpz_size(k_.get_mpz_t()); }

    void grow(std::size_t limbs) {
        // 2^p/phi = (sqrt(5*4^p) - 2^p)/2, and halving an integer floor keeps it a floor.
        const mpz_class one = mpz_class(1) << (limbs * limb_bits);
        const mpz_class root = sqrt(mpz_class(5 * one * one));
        k_ = (root - one) >> 1U;
    }

    mpz_class k_;
    std::vector<mp_limb_t> scratch_;
};

mpz_class floor_phi_positive(const mpz_class& n) {
    thread_local InversePhi inverse;
    const std::size_t n_limbs = mpz_size(n.get_mpz_t());
    const std::size_t k_limbs = n_limbs + 1;
    const mp_limb_t* k = inverse.leading(k_limbs);
    mp_limb_t* product = inverse.scratch(n_limbs + k_limbs);
    const mp_limb_t* n_data = mpz_limbs_read(n.get_mpz_t());
    mpn_mul(product, k, static_cast<mp_size_t>(k_limbs), n_data, static_cast<mp_size_t>(n_limbs));

    // With p = 64*k_limbs: n*K <= n*2^p/phi < n*K + n, and n < 2^(p - 64). The high part of n*K is
    // floor(n/phi) unless adding n to the low part carries.
    mpz_class a;
    mp_limb_t* a_data = mpz_limbs_write(a.get_mpz_t(), static_cast<mp_size_t>(n_limbs + 1));
    a_data[n_limbs] = mpn_add_n(a_data, product + k_limbs, n_data, static_cast<mp_size_t>(n_limbs));
    mpz_limbs_finish(a.get_mpz_t(), static_cast<mp_size_t>(n_limbs + 1));

    // No carry unless the top limb of the low part is all ones; else a or a + 1, and squares
    // decide.
    const bool may_carry = product[k_limbs - 1] == ~mp_limb_t{0};
    if (may_carry && !is_floor_phi(n, a)) ++a;
    return a;
}

}  // namespace

mpz_class floor_phi(const mpz_class& n) {
    if (sgn(n) == 0) return 0;
    if (sgn(n) > 0) return floor_phi_positive(n);
    return -floor_phi_positive(-n) - 1;
}

mpz_class floor_phi2(const mpz_class& n) { return floor_phi(n) + n; }

bool is_floor_phi(const mpz_class& n, const mpz_class& a) {
    if (sgn(n) < 0) return is_floor_phi(-n, -a - 1);
    const mpz_class r = 2 * a - n;
    if (sgn(r) < 0) return false;
    const mpz_class e = 5 * n * n - r * r;
    return sgn(e) >= 0 && e < 4 * r + 4;
}

}  // namespace mexcert::golden
