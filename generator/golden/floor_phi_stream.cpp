#include "golden/floor_phi_stream.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <stdexcept>

#include "golden/floor_phi.hpp"

namespace mexcert::golden {

namespace {

// Below this limit every quantity of the increments fits signed 64 bits: the largest is e before
// its correction, less than 8r + 16 < 18n + 16 < 2^63 for n < 2^58.
constexpr std::uint64_t incremental_limit = std::uint64_t{1} << 58U;

// What one step of `step` integers adds, while a grows by the smaller of its two possible
// increments floor(step*phi) and floor(step*phi) + 1, and the correction when it is the larger.
struct Increment {
    std::int64_t a, e_gain, threshold, late_gain, late_threshold;
};

constexpr Increment increment_of(std::int64_t step, std::int64_t a_step) {
    const std::int64_t r_step = 2 * a_step - step;
    return {a_step, 10 * step * step - 2 * r_step * r_step, 4 * r_step, -4 * r_step, 8};
}

// `Vector` is a GCC/clang vector of signed 64-bit lanes; `count` of them hold the streams
// n0, n0 + 1, .. n0 + streams - 1, each of which advances by `streams` a step.
template <typename Vector, std::size_t count, std::int64_t a_step>
struct Streams {
    static constexpr std::size_t lanes = sizeof(Vector) / sizeof(std::int64_t);
    static constexpr std::size_t streams = lanes * count;
    static constexpr Increment increment = increment_of(streams, a_step);
    using Lanes = std::array<std::int64_t, streams>;

    // a = floor(n*phi); e = 5n^2 - r^2; gain: what e grows by in a step without correction;
    // threshold = 4r + 4.
    std::array<Vector, count> a, e, gain, threshold;
};

template <typename S>
[[gnu::always_inline]] inline void start(S& s, std::uint64_t n0) {
    typename S::Lanes a, e, gain, threshold;
    constexpr auto step = static_cast<std::int64_t>(S::streams);
    constexpr std::int64_t r_step = 2 * S::increment.a - step;
    for (std::size_t i = 0; i < S::streams; ++i) {
        const std::uint64_t n = n0 + i;
        const std::uint64_t floor = floor_phi(n);
        const std::uint64_t r = 2 * floor - n;
        // The differences are small; unsigned arithmetic gives them modulo 2^64.
        a[i] = static_cast<std::int64_t>(floor);
        e[i] = static_cast<std::int64_t>(5 * n * n - r * r);
        gain[i] = static_cast<std::int64_t>(10 * static_cast<std::uint64_t>(step) * n -
                                            2 * static_cast<std::uint64_t>(r_step) * r) +
                  5 * step * step - r_step * r_step;
        threshold[i] = static_cast<std::int64_t>(4 * r + 4);
    }
    std::memcpy(&s.a, &a, sizeof a);
    std::memcpy(&s.e, &e, sizeof e);
    std::memcpy(&s.gain, &gain, sizeof gain);
    std::memcpy(&s.threshold, &threshold, sizeof threshold);
}

// Writes steps * streams values. n + step, a + a_step: e grows by gain. If e reaches the
// threshold the floor is one more, and (r + 2)^2 - r^2 = 4r + 4 = threshold leaves e.
template <typename S>
[[gnu::always_inline]] inline void run(std::uint64_t n0, std::uint64_t* out, std::size_t steps) {
    S s;
    start(s, n0);
    constexpr Increment inc = S::increment;
    for (std::size_t i = 0; i < steps; ++i) {
        std::memcpy(out, &s.a, sizeof s.a);
        out += S::streams;
        for (std::size_t v = 0; v < s.a.size(); ++v) {
            s.e[v] += s.gain[v];
            s.threshold[v] += inc.threshold;
            const auto late = s.e[v] >= s.threshold[v];  // lanes 0 or -1
            s.e[v] -= s.threshold[v] & late;
            s.threshold[v] += inc.late_threshold & late;
            s.gain[v] += inc.e_gain + (inc.late_gain & late);
            s.a[v] += inc.a - late;
        }
    }
}

using Vector64 [[gnu::vector_size(8)]] = std::int64_t;
using Vector256 [[gnu::vector_size(32)]] = std::int64_t;
using Vector512 [[gnu::vector_size(64)]] = std::int64_t;

// floor(4*phi) = 6, floor(16*phi) = 25, floor(32*phi) = 51.
using ScalarStreams = Streams<Vector64, 4, 6>;
using Avx2Streams = Streams<Vector256, 4, 25>;
using Avx512Streams = Streams<Vector512, 4, 51>;

void run_scalar(std::uint64_t n0, std::uint64_t* out, std::size_t steps) {
    run<ScalarStreams>(n0, out, steps);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void run_avx2(std::uint64_t n0, std::uint64_t* out, std::size_t steps) {
    run<Avx2Streams>(n0, out, steps);
}

[[gnu::target("avx512f,avx512dq")]] void run_avx512(std::uint64_t n0, std::uint64_t* out,
                                                    std::size_t steps) {
    run<Avx512Streams>(n0, out, steps);
}
#endif

// Writes as many of the first `size` values as fill whole steps; returns how many.
std::size_t run_steps(std::uint64_t n0, std::uint64_t* out, std::size_t size, SimdLevel level) {
    std::size_t streams = ScalarStreams::streams;
    auto kernel = run_scalar;
#if defined(__x86_64__)
    if (level == SimdLevel::avx512) {
        streams = Avx512Streams::streams;
        kernel = run_avx512;
    } else if (level == SimdLevel::avx2) {
        streams = Avx2Streams::streams;
        kernel = run_avx2;
    }
#else
    static_cast<void>(level);
#endif
    const std::size_t steps = size / streams;
    if (steps > 0) kernel(n0, out, steps);
    return steps * streams;
}

}  // namespace

void floor_phi_stream(std::uint64_t n0, std::span<std::uint64_t> out, SimdLevel level) {
    if (out.empty()) return;
    if (n0 > max_floor_phi_argument || out.size() - 1 > max_floor_phi_argument - n0) {
        throw std::overflow_error("floor_phi_stream: a value does not fit 64 bits");
    }
    std::size_t done = 0;
    if (n0 < incremental_limit) {
        const std::uint64_t room = incremental_limit - n0;
        const std::size_t size = std::min<std::uint64_t>(out.size(), room);
        done = run_steps(n0, out.data(), size, level);
    }
    for (std::size_t i = done; i < out.size(); ++i) out[i] = floor_phi(n0 + i);
}

void floor_phi_stream(std::uint64_t n0, std::span<std::uint64_t> out) {
    floor_phi_stream(n0, out, best_simd_level());
}

}  // namespace mexcert::golden
