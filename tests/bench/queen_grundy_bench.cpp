// Grundy values of the box 1000 x 1000, for the game itself and for the layer with a pass, against
// the mex of all options.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tables/queen_grundy.hpp"

namespace tables = mexcert::tables;

namespace {

constexpr std::size_t side = 1000;

const std::vector<std::uint16_t>& first_layer() {
    static const std::vector<std::uint16_t> values = tables::queen_grundy(side, side, nullptr);
    return values;
}

const std::uint16_t* extra_of(int layer) { return layer == 0 ? nullptr : first_layer().data(); }

void set_cells(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(side * side));
}

void grundy_baseline(benchmark::State& state, int layer) {
    const std::uint16_t* const extra = extra_of(layer);
    for (auto _ : state) benchmark::DoNotOptimize(tables::naive_queen_grundy(side, side, extra));
    set_cells(state);
}
BENCHMARK_CAPTURE(grundy_baseline, plain, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy_baseline, pass, 1)->Unit(benchmark::kMillisecond);

void grundy(benchmark::State& state, int layer, mexcert::SimdLevel level) {
    if (level > mexcert::best_simd_level()) {
        state.SkipWithError("not supported by this processor");
        return;
    }
    const std::uint16_t* const extra = extra_of(layer);
    for (auto _ : state) benchmark::DoNotOptimize(tables::queen_grundy(side, side, extra, level));
    set_cells(state);
}
BENCHMARK_CAPTURE(grundy, plain_scalar, 0, mexcert::SimdLevel::scalar)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, plain_avx2, 0, mexcert::SimdLevel::avx2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, plain_avx512, 0, mexcert::SimdLevel::avx512)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, pass_scalar, 1, mexcert::SimdLevel::scalar)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, pass_avx2, 1, mexcert::SimdLevel::avx2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, pass_avx512, 1, mexcert::SimdLevel::avx512)
    ->Unit(benchmark::kMillisecond);

}  // namespace
