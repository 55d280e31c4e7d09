#include "golden/floor_phi_sequence.hpp"

#include <stdexcept>

#include "golden/floor_phi.hpp"

namespace mexcert::golden {

FloorPhiSequence::FloorPhiSequence(const mpz_class& n) : n_(n) {
    if (sgn(n) < 0) throw std::invalid_argument("FloorPhiSequence: negative start");
    a_ = golden::floor_phi(n);
    const mpz_class r = 2 * a_ - n;
    excess_ = 5 * n * n - r * r;
    gain_ = 10 * n + 4 - 2 * r;
    threshold_ = 4 * r + 4;
}

void FloorPhiSequence::advance() {
    // n + 1, a + 1, r + 1: 5(n + 1)^2 - (r + 1)^2 exceeds 5n^2 - r^2 by 10n + 4 - 2r.
    n_ += 1;
    excess_ += gain_;
    threshold_ += 4;
    if (excess_ < threshold_) {
        a_ += 1;
        gain_ += 8;
        return;
    }
    // The floor grew by 2: r by 2 more, and (r + 2)^2 - r^2 = 4r + 4.
    a_ += 2;
    excess_ -= threshold_;
    threshold_ += 8;
    gain_ += 4;
}

}  // namespace mexcert::golden
