// Exactness. A convolution of 0-1 sequences a (cold) and b (moves) of length L counts, so a sum is
// either 0 or at least 1, and `> 1/2` tells which one it is if the rounding errors stay below
// 1/2. The error of a product by three transforms of length L in binary64 is at most
// k u log2(L) |a| |b| for each sum, u = 2^-53, | | the Euclidean norms, k a constant below 20 for
// transforms that are products of log2(L) unitary steps with rounded factors (N. Higham, Accuracy
// and Stability of Numerical Algorithms, chapter 24). Here |a| |b| <= L, so with L <= 2^32 the
// error is below 20 * 2^-53 * 32 * 2^32 < 2^-11.
//
// Wrapping. A range [x, x + L) is convolved cyclically with length L: cold positions lie in the
// lower half, moves are below L, so a sum that leaves the range falls back into the lower half,
// which is not read.

#include "subtraction/convolution.hpp"

#include <fftw3.h>

#include <algorithm>
#include <complex>
#include <memory>

namespace mexcert::subtraction {
namespace {

constexpr std::uint64_t kLeaf = std::uint64_t{1} << 12;  // decided by shifts of the moves
constexpr double kHalf = 0.5;

struct Freed {
    void operator()(void* memory) const { fftw_free(memory); }
};
struct Destroyed {
    void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
};
using Reals = std::unique_ptr<double[], Freed>;
using Plan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, Destroyed>;

Reals reals(std::uint64_t count) { return Reals(fftw_alloc_real(count)); }

// Cyclic convolution of one length with the moves below it.
class Convolver {
  public:
    Convolver(const MoveSet& moves, std::uint64_t length)
        : length_(length), work_(reals(length + 2)), moves_(reals(length + 2)) {
        auto* const complex = reinterpret_cast<fftw_complex*>(work_.get());
        const int n = static_cast<int>(length);
        forward_.reset(fftw_plan_dft_r2c_1d(n, work_.get(), complex, FFTW_ESTIMATE));
        backward_.reset(fftw_plan_dft_c2r_1d(n, complex, work_.get(), FFTW_ESTIMATE));
        clear();
        for (std::size_t i = 0; i < moves.size() && moves[i] < length; ++i) {
            work_[moves[i]] = 1;
        }
        fftw_execute(forward_.get());
        std::copy_n(work_.get(), length + 2, moves_.get());
    }

    // The input, and after convolve() the sums times length().
    [[nodiscard]] double* data() { return work_.get(); }
    [[nodiscard]] double length() const { return static_cast<double>(length_); }

    void clear() { std::fill_n(work_.get(), length_ + 2, 0.0); }

    void convolve() {
        fftw_execute(forward_.get());
        for (std::uint64_t i = 0; i < length_ + 2; i += 2) {
            const double re = work_[i] * moves_[i] - work_[i + 1] * moves_[i + 1];
            const double im = work_[i] * moves_[i + 1] + work_[i + 1] * moves_[i];
            work_[i] = re;
            work_[i + 1] = im;
        }
        fftw_execute(backward_.get());
    }

  private:
    std::uint64_t length_;
    Reals work_;
    Reals moves_;  // transformed
    Plan forward_;
    Plan backward_;
};

class Halves {
  public:
    Halves(const MoveSet& moves, const Bits& hotspots, double least_marks, const Told& told)
        : moves_(moves),
          size_(hotspots.size()),
          least_marks_(least_marks),
          told_(told),
          hot_(hotspots),
          cold_(hotspots.size()),
          small_moves_(kLeaf) {
        for (std::size_t i = 0; i < moves.size() && moves[i] < kLeaf; ++i) {
            small_moves_.insert(moves[i]);
        }
    }

    Bits run() {
        std::uint64_t length = kLeaf;
        while (length < size_) {
            length *= 2;
        }
        decide(0, length);
        return std::move(cold_);
    }

  private:
    // Decides [begin, begin + length); everything below has done its work on it.
    void decide(std::uint64_t begin, std::uint64_t length) {
        if (begin >= size_) {
            return;
        }
        if (length == kLeaf) {
            decide_leaf(begin);
            if (told_) {
                told_(std::min(size_, begin + length));
            }
            return;
        }
        const std::uint64_t middle = begin + length / 2;
        decide(begin, length / 2);
        if (middle < size_) {
            spread(begin, length);
            decide(middle, length / 2);
        }
    }

    // The words of the moves below kLeaf, moved up to each cold position.
    void decide_leaf(std::uint64_t begin) {
        const std::uint64_t end = std::min(size_, begin + kLeaf);
        const std::vector<std::uint64_t>& moves = small_moves_.words();
        std::vector<std::uint64_t>& hot = hot_.words();
        for (std::uint64_t n = begin; n < end; ++n) {
            if (hot_.contains(n)) {
                continue;
            }
            cold_.insert(n);
            const std::uint64_t shift = n % 64;
            const std::uint64_t last = (end - 1) / 64;
            std::uint64_t carried = 0;
            for (std::uint64_t to = n / 64, from = 0; to <= last; ++to, ++from) {
                hot[to] |= moves[from] << shift | carried;
                carried = moves[from] >> 1 >> (63 - shift);
            }
        }
    }

    // What the cold positions of the lower half do to the upper half.
    void spread(std::uint64_t begin, std::uint64_t length) {
        const std::uint64_t middle = begin + length / 2;
        const std::uint64_t end = std::min(size_, begin + length);
        std::uint64_t cold = 0;
        cold_.for_each(begin, middle, [&](std::uint64_t) { ++cold; });
        const auto marks =
            static_cast<double>(cold) * static_cast<double>(moves_up_to(moves_, length - 1));
        if (marks == 0) {
            return;
        }
        if (marks < least_marks_ * static_cast<double>(length)) {
            cold_.for_each(begin, middle, [&](std::uint64_t n) {
                const std::size_t first = moves_up_to(moves_, middle - 1 - n);
                for (std::size_t i = first; i < moves_.size() && moves_[i] < end - n; ++i) {
                    hot_.insert(n + moves_[i]);
                }
            });
            return;
        }
        Convolver& convolver = convolver_of(length);
        convolver.clear();
        cold_.for_each(begin, middle, [&](std::uint64_t n) { convolver.data()[n - begin] = 1; });
        convolver.convolve();
        const double threshold = kHalf * convolver.length();
        const double* const sums = convolver.data();
        for (std::uint64_t n = middle; n < end; ++n) {
            hot_.words()[n / 64] |= std::uint64_t{sums[n - begin] > threshold} << (n % 64);
        }
    }

    Convolver& convolver_of(std::uint64_t length) {
        const auto place = static_cast<std::size_t>(std::countr_zero(length));
        convolvers_.resize(std::max(convolvers_.size(), place + 1));
        if (!convolvers_[place]) {
            convolvers_[place] = std::make_unique<Convolver>(moves_, length);
        }
        return *convolvers_[place];
    }

    const MoveSet& moves_;
    std::uint64_t size_;
    double least_marks_;
    const Told& told_;
    Bits hot_;
    Bits cold_;
    Bits small_moves_;
    std::vector<std::unique_ptr<Convolver>> convolvers_;  // by log2 of the length
};

}  // namespace

Bits convolved_cold(const MoveSet& moves, const Bits& hotspots, double least_marks,
                    const Told& told) {
    return Halves(moves, hotspots, least_marks, told).run();
}

std::vector<std::uint32_t> convolved_nim_values(const MoveSet& moves, std::uint64_t size,
                                                double least_marks) {
    std::vector<std::uint32_t> nim(size);
    Bits smaller(size);  // the positions of values that are given out
    for (std::uint32_t value = 0; smaller.count() < size; ++value) {
        const Bits level = convolved_cold(moves, smaller, least_marks);
        level.for_each(0, size, [&](std::uint64_t n) {
            nim[n] = value;
            smaller.insert(n);
        });
    }
    return nim;
}

}  // namespace mexcert::subtraction
