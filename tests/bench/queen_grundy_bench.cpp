// Grundy values of the box 1000 x 1000, for the game itself, for the layer with a pass, and for the
// game whose diagonal moves lead only to positions of two piles >= 3, one of them >= 8, against the
// mex of all options.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tables/queen_grundy.hpp"

namespace tables = mexcert::tables;

namespace {

constexpr std::size_t side = 1000;

const std::vector<std::uint16_t>& first_layer() {
    static const std::vector<std::uint16_t> values = tables::queen_grundy(side, side, {});
    return values;
}

const std::vector<std::uint8_t>& restricted_landing() {
    static const std::vector<std::uint8_t> allowed = [] {
        std::vector<std::uint8_t> made(side * side);
        for (std::size_t at = 0; at < made.size(); ++at) {
            const std::size_t x = at / side;
            const std::size_t y = at % side;
            made[at] = std::min(x, y) >= 3 && std::max(x, y) >= 8 ? 1 : 0;
        }
        return made;
    }();
    return allowed;
}

enum class Game { plain, pass, restricted };

tables::QueenRules rules_of(Game game) {
    return {game == Game::pass ? first_layer().data() : nullptr,
            game == Game::restricted ? restricted_landing().data() : nullptr};
}

void set_cells(benchmark::State& state) {
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(side * side));
}

void grundy_baseline(benchmark::State& state, Game game) {
    const tables::QueenRules rules = rules_of(game);
    for (auto _ : state) benchmark::DoNotOptimize(tables::naive_queen_grundy(side, side, rules));
    set_cells(state);
}
BENCHMARK_CAPTURE(grundy_baseline, plain, Game::plain)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy_baseline, pass, Game::pass)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy_baseline, restricted, Game::restricted)->Unit(benchmark::kMillisecond);

void grundy(benchmark::State& state, Game game, mexcert::SimdLevel level) {
    if (level > mexcert::best_simd_level()) {
        state.SkipWithError("not supported by this processor");
        return;
    }
    const tables::QueenRules rules = rules_of(game);
    for (auto _ : state) benchmark::DoNotOptimize(tables::queen_grundy(side, side, rules, level));
    set_cells(state);
}
BENCHMARK_CAPTURE(grundy, plain_scalar, Game::plain, mexcert::SimdLevel::scalar)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, plain_avx2, Game::plain, mexcert::SimdLevel::avx2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, plain_avx512, Game::plain, mexcert::SimdLevel::avx512)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, pass_scalar, Game::pass, mexcert::SimdLevel::scalar)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, pass_avx2, Game::pass, mexcert::SimdLevel::avx2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, pass_avx512, Game::pass, mexcert::SimdLevel::avx512)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, restricted_scalar, Game::restricted, mexcert::SimdLevel::scalar)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, restricted_avx2, Game::restricted, mexcert::SimdLevel::avx2)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(grundy, restricted_avx512, Game::restricted, mexcert::SimdLevel::avx512)
    ->Unit(benchmark::kMillisecond);

}  // namespace
