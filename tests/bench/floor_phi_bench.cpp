// floor(n*phi): one at a time, streams, and GMP integers near 10^100, each against the square root
// that the definition suggests.

#include <benchmark/benchmark.h>
#include <gmpxx.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/floor_phi.hpp"
#include "golden/floor_phi_sequence.hpp"
#include "golden/floor_phi_stream.hpp"

namespace golden = mexcert::golden;

namespace {

constexpr std::uint64_t first_argument = 1000000007;
constexpr std::size_t stream_size = 4096;  // stays in the first-level cache

void set_items(benchmark::State& state, std::size_t per_iteration) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(per_iteration));
}

// floor((n + isqrt(5n^2))/2), the root guessed in floating point and corrected by its square.
std::uint64_t floor_phi_by_root(std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    const Wide square = static_cast<Wide>(n) * n * 5;
    Wide root = static_cast<std::uint64_t>(std::sqrt(static_cast<long double>(square)));
    while (root * root > square) --root;
    while ((root + 1) * (root + 1) <= square) ++root;
    return static_cast<std::uint64_t>((n + root) / 2);
}

void floor_stream_baseline(benchmark::State& state) {
    std::vector<std::uint64_t> out(stream_size);
    for (auto _ : state) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = floor_phi_by_root(first_argument + i);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    set_items(state, stream_size);
}
BENCHMARK(floor_stream_baseline);

void floor_stream_one_by_one(benchmark::State& state) {
    std::vector<std::uint64_t> out(stream_size);
    for (auto _ : state) {
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = golden::floor_phi(first_argument + i);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    set_items(state, stream_size);
}
BENCHMARK(floor_stream_one_by_one);

void floor_stream(benchmark::State& state, mexcert::SimdLevel level) {
    if (level > mexcert::best_simd_level()) {
        state.SkipWithError("not supported by this processor");
        return;
    }
    std::vector<std::uint64_t> out(stream_size);
    for (auto _ : state) {
        golden::floor_phi_stream(first_argument, out, level);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    set_items(state, stream_size);
}
BENCHMARK_CAPTURE(floor_stream, scalar, mexcert::SimdLevel::scalar);
BENCHMARK_CAPTURE(floor_stream, avx2, mexcert::SimdLevel::avx2);
BENCHMARK_CAPTURE(floor_stream, avx512, mexcert::SimdLevel::avx512);

mpz_class power_of_ten(unsigned exponent) {
    mpz_class result;
    mpz_ui_pow_ui(result.get_mpz_t(), 10, exponent);
    return result;
}

void floor_big_baseline(benchmark::State& state) {
    mpz_class n = power_of_ten(100);
    for (auto _ : state) {
        n += 1;
        mpz_class a = (n + sqrt(mpz_class(5 * n * n))) / 2;
        benchmark::DoNotOptimize(a);
    }
    set_items(state, 1);
}
BENCHMARK(floor_big_baseline);

void floor_big(benchmark::State& state) {
    mpz_class n = power_of_ten(100);
    for (auto _ : state) {
        n += 1;
        mpz_class a = golden::floor_phi(n);
        benchmark::DoNotOptimize(a);
    }
    set_items(state, 1);
}
BENCHMARK(floor_big);

void floor_big_consecutive(benchmark::State& state) {
    golden::FloorPhiSequence sequence(power_of_ten(100));
    for (auto _ : state) {
        sequence.advance();
        benchmark::DoNotOptimize(sequence);
    }
    set_items(state, 1);
}
BENCHMARK(floor_big_consecutive);

}  // namespace
