// Sets of P-positions, made and checked: x + y <= 3 terminal on the box 3000, one blocked option
// on the box 1000, against the definitions, move by move.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/floor_phi.hpp"
#include "tables/mex_sequence.hpp"
#include "tables/queen_reach.hpp"

namespace golden = mexcert::golden;
namespace tables = mexcert::tables;

namespace {

constexpr std::uint64_t terminal_sum = 3;
constexpr std::size_t terminal_side = 3000;
constexpr std::size_t blocking_side = 1000;

tables::PositionSet terminal_pset() {
    tables::PositionSet set(terminal_side, terminal_side);
    for (std::uint64_t x = 0; x <= terminal_sum; ++x) {
        for (std::uint64_t y = 0; x + y <= terminal_sum; ++y) set.insert(x, y);
    }
    const auto a = tables::mex_sequence(terminal_sum, terminal_sum + 1, terminal_side);
    for (std::size_t n = 0; n < a.size(); ++n) {
        set.insert_symmetric(a[n], a[n] + n + terminal_sum + 1);
    }
    return set;
}

tables::PositionSet blocking_pset() {
    tables::PositionSet set(blocking_side, blocking_side);
    set.insert(0, 0);
    for (std::uint64_t n = 0; n < blocking_side; ++n) {
        set.insert_symmetric(n, 2 * n + 1);
        set.insert_symmetric(2 * golden::floor_phi(n) + 2, 2 * golden::floor_phi2(n) + 2);
    }
    return set;
}

// Members that reach a member: the terminal positions alone.
using Reach = tables::PositionSet (*)(const tables::PositionSet&);
void terminal(benchmark::State& state, Reach reach) {
    for (auto _ : state) {
        const tables::PositionSet set = terminal_pset();
        tables::PositionSet wrong = reach(set);
        wrong &= set;
        if (wrong.size() != terminal_sum * (terminal_sum + 3) / 2) {
            state.SkipWithError("only terminal members reach a member");
        }
    }
}

using Fewer = tables::PositionSet (*)(const tables::PositionSet&, std::uint64_t);
void blocking(benchmark::State& state, Fewer fewer) {
    for (auto _ : state) {
        const tables::PositionSet set = blocking_pset();
        if (fewer(set, 2) != set) state.SkipWithError("a set of P-positions was refused");
    }
}

void terminal_pset_baseline(benchmark::State& state) { terminal(state, tables::naive_queen_reach); }
BENCHMARK(terminal_pset_baseline)->Unit(benchmark::kMillisecond)->Iterations(1);

void terminal_pset_sweep(benchmark::State& state) { terminal(state, tables::queen_reach); }
BENCHMARK(terminal_pset_sweep)->Unit(benchmark::kMillisecond);

void blocking_pset_baseline(benchmark::State& state) { blocking(state, tables::naive_queen_fewer); }
BENCHMARK(blocking_pset_baseline)->Unit(benchmark::kMillisecond)->Iterations(1);

void blocking_pset_sweep(benchmark::State& state) { blocking(state, tables::queen_fewer); }
BENCHMARK(blocking_pset_sweep)->Unit(benchmark::kMillisecond);

}  // namespace
