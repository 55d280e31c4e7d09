// The mex sequence of the game with x + y <= 3 terminal, 10^6 terms, against a set of the excluded
// numbers.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tables/mex_sequence.hpp"

namespace tables = mexcert::tables;

namespace {

constexpr std::size_t terms = 1000000;

void mex_sequence_baseline(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(tables::naive_mex_sequence(3, 4, terms));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}
BENCHMARK(mex_sequence_baseline)->Unit(benchmark::kMillisecond);

void mex_sequence_vector(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(tables::mex_sequence(3, 4, terms));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}
BENCHMARK(mex_sequence_vector)->Unit(benchmark::kMillisecond);

void mex_sequence_span(benchmark::State& state) {
    std::vector<std::uint64_t> out(terms);
    for (auto _ : state) {
        tables::mex_sequence(3, 4, out);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}
BENCHMARK(mex_sequence_span)->Unit(benchmark::kMillisecond);

}  // namespace
