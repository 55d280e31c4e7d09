// Tables of a definition over prefixes of itself (a three-pile sequence) and memberships in it,
// by inverse tables, against reading each prefix anew.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "language/loader.hpp"
#include "search/proof.hpp"

namespace {

constexpr std::int64_t entries = 600;

const std::string text =
    "language mex 1\n"
    "def v(i in 1..3, n) measure 3 * n + i = if n = 0 then 0 else least m with\n"
    "  (i > 1 => m > v(i - 1, n)) and\n"
    "  (forall k < n: m != v(1, k) and m != v(2, k) and m != v(3, k)) and\n"
    "  (i > 1 => forall k < n: m != v(i - 1, n) + v(2, k) - v(1, k) and\n"
    "    m != v(i - 1, n) + v(3, k) - v(2, k) and m != v(i - 1, n) + v(3, k) - v(1, k))\n"
    "pred inF(m, n) = exists k <= n: m = v(1, k) or m = v(2, k) or m = v(3, k)\n"
    "statement s: forall n: 1 <= n => inF(v(3, n), n) and not inF(v(1, n), n - 1)\n";

void prefixes(benchmark::State& state, bool by_tables) {
    const auto spec = mexcert::load_text(text, "bench.mex");
    const std::string claim = "s: n<=" + std::to_string(entries);
    for (auto _ : state) {
        mexcert::Engine engine(*spec.value());
        engine.read_prefixes = by_tables;
        const auto proof = mexcert::prove_claim(engine, claim, {});
        if (!proof.ok()) {
            state.SkipWithError(proof.error().text().c_str());
            return;
        }
        benchmark::DoNotOptimize(proof.value());
    }
    state.SetItemsProcessed(state.iterations() * entries);
}

void prefix_baseline(benchmark::State& state) { prefixes(state, false); }
BENCHMARK(prefix_baseline)->Unit(benchmark::kMillisecond)->Iterations(1);

void prefix_tables(benchmark::State& state) { prefixes(state, true); }
BENCHMARK(prefix_tables)->Unit(benchmark::kMillisecond);

}  // namespace
