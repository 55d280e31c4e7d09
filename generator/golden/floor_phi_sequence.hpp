// floor(n*phi) for consecutive integers n of any size, by exact increments.
//
// Invariant, with a = floor(n*phi) and r = 2a - n: excess() = 5n^2 - r^2 satisfies
// 0 <= excess < 4r + 4, which is the statement a = floor(n*phi) itself. From n to n + 1 the floor
// grows by 1 or 2; a step adds and compares numbers of the size of n and multiplies nothing.
//
// Cost: a few additions of the size of n per step, less than a floor computed afresh.
#pragma once

#include <gmpxx.h>

namespace mexcert::golden {

class FloorPhiSequence {
  public:
    // Starts at n >= 0; throws std::invalid_argument for a negative n.
    explicit FloorPhiSequence(const mpz_class& n);

    const mpz_class& n() const { return n_; }
    const mpz_class& floor_phi() const { return a_; }

    // n becomes n + 1.
    void advance();

  private:
    mpz_class n_;
    mpz_class a_;
    mpz_class excess_;     // 5n^2 - r^2
    mpz_class gain_;       // what excess grows by when n and a both grow by 1: 10n + 4 - 2r
    mpz_class threshold_;  // 4r + 4
};

}  // namespace mexcert::golden
