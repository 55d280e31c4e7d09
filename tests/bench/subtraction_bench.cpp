// Cold positions of subtraction games by every method, against the byte sieve: subtract-a-square,
// and dense sets of three kinds. A random set has few cold positions, so the sieves win; random odd
// moves leave all even positions cold, so residue classes win; the middle fifth has as many cold
// positions and moves, but no such classes, so convolution wins. Nim-values against the recurrence.

#include <benchmark/benchmark.h>

#include <cstdint>

#include "subtraction/class_sieve.hpp"
#include "subtraction/cold_positions.hpp"
#include "subtraction/convolution.hpp"
#include "subtraction/nim_values.hpp"
#include "subtraction/recurrence.hpp"
#include "subtraction/segmented_sieve.hpp"

namespace subtraction = mexcert::subtraction;
using subtraction::Bits;
using subtraction::Classes;
using subtraction::MoveSet;

namespace {

enum class Kind { squares, random, odd, middle_fifth };

bool is_move(Kind kind, std::uint64_t s) {
    constexpr std::uint64_t ratio = 0x9E3779B97F4A7C15U;  // 2^64 / golden ratio
    const std::uint64_t mixed = (s * ratio) ^ ((s * ratio) >> 29U);
    const bool chosen = ((mixed * ratio) >> 63U) != 0;  // as if by a coin
    switch (kind) {
        case Kind::random:
            return chosen;
        case Kind::odd:
            return chosen && s % 2 == 1;
        case Kind::middle_fifth:
            return s * ratio >= ~std::uint64_t{0} / 5 * 2 && s * ratio < ~std::uint64_t{0} / 5 * 3;
        case Kind::squares:
            break;
    }
    return false;
}

MoveSet moves_of(Kind kind, std::uint64_t limit) {
    if (kind == Kind::squares) {
        return subtraction::squares(limit);
    }
    MoveSet moves;
    for (std::uint64_t s = 1; s <= limit; ++s) {
        if (is_move(kind, s)) {
            moves.push_back(s);
        }
    }
    return moves;
}

template <class Method>
void measure(benchmark::State& state, Kind kind, Method&& method) {
    const std::uint64_t size = std::uint64_t{1} << static_cast<unsigned>(state.range(0));
    const MoveSet moves = moves_of(kind, size);
    for (auto _ : state) benchmark::DoNotOptimize(method(moves, size));
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

void cold_bytes(benchmark::State& state, Kind kind) {
    measure(state, kind, subtraction::byte_sieve);
}
void cold_segments(benchmark::State& state, Kind kind) {
    measure(state, kind, [](const MoveSet& moves, std::uint64_t size) {
        return subtraction::segmented_sieve(moves, size);
    });
}
void cold_classes(benchmark::State& state, Kind kind, const Classes& classes) {
    measure(state, kind, [&](const MoveSet& moves, std::uint64_t size) {
        return subtraction::class_sieve(moves, size, classes);
    });
}
void cold_convolution(benchmark::State& state, Kind kind) {
    measure(state, kind, [](const MoveSet& moves, std::uint64_t size) {
        return subtraction::convolved_cold(moves, Bits(size), 0);
    });
}
// Classes as the plan has them, which is measured, too.
void cold_planned(benchmark::State& state, Kind kind) {
    measure(state, kind, [](const MoveSet& moves, std::uint64_t size) {
        return subtraction::cold_positions(moves, size);
    });
}
const Classes kShifts{1, {0}};
const Classes kModulo2{2, {0}};

// To 2^Powers; `once` for those that take long.
template <int... Powers>
void at(benchmark::internal::Benchmark* benchmark) {
    (benchmark->Arg(Powers), ...);
    benchmark->Unit(benchmark::kMillisecond);
}
template <int... Powers>
void once(benchmark::internal::Benchmark* benchmark) {
    at<Powers...>(benchmark);
    benchmark->Iterations(1);
}

BENCHMARK_CAPTURE(cold_bytes, squares, Kind::squares)->Apply(once<20, 24, 27>);
BENCHMARK_CAPTURE(cold_segments, squares, Kind::squares)->Apply(once<20, 24, 27>);
BENCHMARK_CAPTURE(cold_planned, squares, Kind::squares)
    ->Name("cold_classes/squares")
    ->Apply(once<20, 24, 27, 30>);
BENCHMARK_CAPTURE(cold_convolution, squares, Kind::squares)->Apply(once<20, 24>);

BENCHMARK_CAPTURE(cold_bytes, random, Kind::random)->Apply(at<20>);
BENCHMARK_CAPTURE(cold_segments, random, Kind::random)->Apply(at<20>);
BENCHMARK_CAPTURE(cold_classes, random, Kind::random, kShifts)->Apply(at<20>);
BENCHMARK_CAPTURE(cold_convolution, random, Kind::random)->Apply(at<20>);

BENCHMARK_CAPTURE(cold_bytes, odd, Kind::odd)->Apply(once<18>);
BENCHMARK_CAPTURE(cold_segments, odd, Kind::odd)->Apply(once<18>);
BENCHMARK_CAPTURE(cold_classes, odd, Kind::odd, kModulo2)->Apply(at<18, 20>);
BENCHMARK_CAPTURE(cold_convolution, odd, Kind::odd)->Apply(at<18, 20>);

BENCHMARK_CAPTURE(cold_bytes, middle_fifth, Kind::middle_fifth)->Apply(once<18>);
BENCHMARK_CAPTURE(cold_segments, middle_fifth, Kind::middle_fifth)->Apply(once<18>);
BENCHMARK_CAPTURE(cold_classes, middle_fifth, Kind::middle_fifth, kShifts)
    ->Apply(once<16, 18, 20, 22>);
BENCHMARK_CAPTURE(cold_convolution, middle_fifth, Kind::middle_fifth)->Apply(once<16, 18, 20, 22>);

void nim_baseline(benchmark::State& state) {
    measure(state, Kind::squares, subtraction::recurrent_nim_values);
}
BENCHMARK(nim_baseline)->Apply(once<20>);
void nim_fast(benchmark::State& state) {
    measure(state, Kind::squares, [](const MoveSet& moves, std::uint64_t size) {
        return subtraction::nim_values(moves, size);
    });
}
BENCHMARK(nim_fast)->Apply(once<20>);
void nim_convolution(benchmark::State& state) {
    measure(state, Kind::squares, [](const MoveSet& moves, std::uint64_t size) {
        return subtraction::convolved_nim_values(moves, size);
    });
}
BENCHMARK(nim_convolution)->Apply(once<20>);

}  // namespace
