#include "automata/pair_window.hpp"

#include <algorithm>

#include "tables/mex_sequence.hpp"

namespace mexcert {
namespace {

constexpr double kPhi = 1.6180339887498949;
constexpr std::size_t kMostKnown = std::size_t{1} << 20U;
constexpr std::size_t kFew = 8;

}  // namespace

PairWindow::PairWindow(std::uint64_t lower, std::uint64_t c)
    : lower_(lower), c_(c), start_(tables::mex_sequence(lower, c, 1024 + 16 * (lower + c))) {}

std::uint64_t PairWindow::at(std::uint64_t n) {
    if (n < start_.size()) {
        return start_[n];
    }
    const auto found = known_.find(n);
    if (found != known_.end()) {
        return found->second;
    }
    const std::uint64_t value = lower_ + 1 + n + rank(bound(n));
    known_[n] = value;
    return value;
}

std::uint64_t PairWindow::rank(std::uint64_t value) {
    auto i = static_cast<std::uint64_t>(static_cast<double>(value) / kPhi);
    for (;;) {  // towards the first i with f(i) > value
        const std::uint64_t here = at(i);
        if (here <= value) {
            i += std::max<std::uint64_t>(
                1, static_cast<std::uint64_t>(static_cast<double>(value - here) / kPhi));
        } else if (i == 0 || at(i - 1) <= value) {
            return i;
        } else {
            const auto back = static_cast<std::uint64_t>(static_cast<double>(here - value) / kPhi);
            i -= std::min(i, std::max<std::uint64_t>(1, back));
        }
    }
}

std::vector<std::uint64_t> PairWindow::terms(std::uint64_t first, std::size_t count) {
    if (known_.size() > kMostKnown) {
        known_.clear();
    }
    std::vector<std::uint64_t> result;
    result.reserve(count);
    if (count <= kFew || first + count <= start_.size()) {
        for (std::size_t i = 0; i < count; ++i) {
            result.push_back(at(first + i));
        }
        return result;
    }
    // The terms that are counted grow by at least 1 each.
    std::uint64_t k = rank(bound(first));
    const std::uint64_t start = k;
    const std::vector<std::uint64_t> smaller = terms(start, count * 5 / 8 + 4);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t n = first + i;
        while (k - start < smaller.size() ? smaller[k - start] <= bound(n) : at(k) <= bound(n)) {
            ++k;
        }
        result.push_back(lower_ + 1 + n + k);
    }
    return result;
}

}  // namespace mexcert
