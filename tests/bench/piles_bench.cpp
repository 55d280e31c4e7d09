// Three-pile Nim: v(n) with all its checks against std::set without any, and the P-positions of
// L1-Nim level by level against every position of every level.

#include <benchmark/benchmark.h>

#include <cstdint>

#include "piles/l1_nim.hpp"
#include "piles/mex_triples.hpp"

namespace piles = mexcert::piles;

namespace {

constexpr std::uint64_t terms = 10000000;
constexpr std::uint64_t sums = 10000;

void mex_triples(benchmark::State& state) {
    for (auto _ : state) {
        piles::MexTriples triples(terms);
        while (triples.n() < terms) {
            if (!triples.next(terms - triples.n()).ok()) {
                state.SkipWithError("a claim on v(n) failed");
                return;
            }
        }
        if (triples.count_members()) state.SkipWithError("the members of the sets are too few");
        benchmark::DoNotOptimize(triples.last());
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}
BENCHMARK(mex_triples)->Unit(benchmark::kMillisecond);

// After the other one: what it frees is sorted at the next large request.
void mex_triples_baseline(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(piles::naive_mex_triples(terms + 1));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(terms));
}
BENCHMARK(mex_triples_baseline)->Unit(benchmark::kMillisecond)->Iterations(1);

void l1_positions_baseline(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(piles::literal_l1_positions(sums));
}
BENCHMARK(l1_positions_baseline)->Unit(benchmark::kMillisecond)->Iterations(1);

void l1_positions(benchmark::State& state) {
    for (auto _ : state) {
        piles::L1Positions positions;
        while (!positions.next_level(sums).empty()) {
        }
        benchmark::DoNotOptimize(positions.lookups());
    }
}
BENCHMARK(l1_positions)->Unit(benchmark::kMillisecond);

}  // namespace
