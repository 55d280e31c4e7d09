#include "tables/mex_sequence.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

namespace mexcert::tables {

namespace {

// Of the integers in (lower, a(n)] at least as many are in a as in b, as b(i) >= a(i): so
// a(n) <= lower + 2n + 2 and b(n) = a(n) + n + c < lower + 3*count + c + 2 for n < count.
void check_range(std::uint64_t lower, std::uint64_t c, std::size_t count) {
    constexpr std::uint64_t max = std::numeric_limits<std::uint64_t>::max();
    if (count > (max - 2) / 3 || lower > max - 2 - 3 * count || c > max - 2 - 3 * count - lower) {
        throw std::overflow_error("mex_sequence: a value may not fit 64 bits");
    }
}

// For c >= 1. The integers above lower are taken in order; those that are no b(j) are the a(n).
// Below b(0) = lower + 1 + c lie the first c members of a. With s = a(j + 1) - a(j), the next b is
// b(j + 1) = b(j) + 1 + s, so the s integers between are members of a; in particular a never steps
// over two b's, hence s is 1 or 2. So reading s at j appends b(j) + 1 .. b(j) + s.
//
// Reading a(j + 1) needs it written, i.e. j + 1 < written: a(c) = b(0) + 1 is written beforehand,
// which serves j = 0; then written is at least 3 at j = 1 (s = 2 at j = 0 if c = 1) and grows by at
// least 1 with every j.
void fill(std::uint64_t lower, std::uint64_t c, std::span<std::uint64_t> out) {
    const std::size_t seed = static_cast<std::size_t>(std::min<std::uint64_t>(c, out.size()));
    for (std::size_t n = 0; n < seed; ++n) out[n] = lower + 1 + n;
    if (seed == out.size()) return;

    std::size_t written = seed;
    std::uint64_t b = lower + 1 + c;
    out[written] = b + 1;
    for (std::size_t j = 0; written + 1 < out.size(); ++j) {
        const std::uint64_t s = out[j + 1] - out[j];
        // Both stores always: if s = 1 the second is overwritten, and no branch is mispredicted.
        out[written] = b + 1;
        out[written + 1] = b + 2;
        written += s;
        b += s + 1;
    }
    if (written < out.size()) out[written] = b + 1;
}

}  // namespace

void mex_sequence(std::uint64_t lower, std::uint64_t c, std::span<std::uint64_t> out) {
    check_range(lower, c, out.size());
    if (c != 0) {
        fill(lower, c, out);
        return;
    }
    // a(0) = b(0) = lower + 1, and a'(n) = a(n + 1) is the sequence above lower + 1 that excludes
    // a'(i) and a(i + 1) + (i + 1) = a'(i) + i + 1: that of c = 1.
    if (out.empty()) return;
    out[0] = lower + 1;
    fill(lower + 1, 1, out.subspan(1));
}

std::vector<std::uint64_t> mex_sequence(std::uint64_t lower, std::uint64_t c, std::size_t count) {
    check_range(lower, c, count);
    std::vector<std::uint64_t> result(count);
    mex_sequence(lower, c, std::span<std::uint64_t>(result));
    return result;
}

std::vector<std::uint64_t> naive_mex_sequence(std::uint64_t lower, std::uint64_t c,
                                              std::size_t count) {
    check_range(lower, c, count);
    std::vector<std::uint64_t> result;
    result.reserve(count);
    std::set<std::uint64_t> excluded;
    // The excluded set only grows, so the least admissible m never falls.
    std::uint64_t m = lower + 1;
    for (std::size_t n = 0; n < count; ++n) {
        while (excluded.count(m) != 0) ++m;
        result.push_back(m);
        excluded.insert(m);
        excluded.insert(m + n + c);
    }
    return result;
}

}  // namespace mexcert::tables
