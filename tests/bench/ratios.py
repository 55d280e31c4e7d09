#!/usr/bin/env python3
"""Prints each benchmark beside its baseline from the same run, and the ratio of the times.

    bench --benchmark_format=json | ratios.py

Exit code 1 if a subject's baseline or all of its benchmarks are missing from the input."""

import json
import sys

# subject: (baseline, benchmarks compared with it)
SUBJECTS = {
    "Grundy values, box 1000": (
        "grundy_baseline/plain",
        ["grundy/plain_scalar", "grundy/plain_avx2", "grundy/plain_avx512"]),
    "Grundy values with a pass, box 1000": (
        "grundy_baseline/pass",
        ["grundy/pass_scalar", "grundy/pass_avx2", "grundy/pass_avx512"]),
    "Grundy values of W(3, 8), box 1000": (
        "grundy_baseline/restricted",
        ["grundy/restricted_scalar", "grundy/restricted_avx2", "grundy/restricted_avx512"]),
    "floor(n*phi), 4096 consecutive n": (
        "floor_stream_baseline",
        ["floor_stream_one_by_one", "floor_stream/scalar", "floor_stream/avx2",
         "floor_stream/avx512"]),
    "floor(n*phi), n near 10^100": (
        "floor_big_baseline", ["floor_big", "floor_big_consecutive"]),
    "mex sequence, 10^6 terms": (
        "mex_sequence_baseline", ["mex_sequence_vector", "mex_sequence_span"]),
    "v(n) with its claims, 10^7 terms": (
        "mex_triples_baseline/iterations:1", ["mex_triples"]),
    "P-positions of L1-Nim, sums to 10^4": (
        "l1_positions_baseline/iterations:1", ["l1_positions"]),
    "three-pile sequence and memberships, n <= 600": (
        "prefix_baseline/iterations:1", ["prefix_tables"]),
    "subtract-a-square, cold positions to 2^24": (
        "cold_bytes/squares/24/iterations:1",
        ["cold_segments/squares/24/iterations:1", "cold_classes/squares/24/iterations:1",
         "cold_convolution/squares/24/iterations:1"]),
    "subtract-a-square, cold positions to 2^27": (
        "cold_bytes/squares/27/iterations:1",
        ["cold_segments/squares/27/iterations:1", "cold_classes/squares/27/iterations:1"]),
    "random half, cold positions to 2^20": (
        "cold_bytes/random/20",
        ["cold_segments/random/20", "cold_classes/random/20", "cold_convolution/random/20"]),
    "random odd numbers, cold positions to 2^18": (
        "cold_bytes/odd/18/iterations:1",
        ["cold_segments/odd/18/iterations:1", "cold_classes/odd/18", "cold_convolution/odd/18"]),
    "middle fifth, cold positions to 2^18": (
        "cold_bytes/middle_fifth/18/iterations:1",
        ["cold_segments/middle_fifth/18/iterations:1", "cold_classes/middle_fifth/18/iterations:1",
         "cold_convolution/middle_fifth/18/iterations:1"]),
    "subtract-a-square, nim-values to 2^20": (
        "nim_baseline/20/iterations:1",
        ["nim_fast/20/iterations:1", "nim_convolution/20/iterations:1"]),
    "P-positions, x + y <= 3 terminal, box 3000": (
        "terminal_pset_baseline/iterations:1", ["terminal_pset_sweep"]),
    "P-positions, one blocked option, box 1000": (
        "blocking_pset_baseline/iterations:1", ["blocking_pset_sweep"]),
}

NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def times(report):
    """Processor time of an iteration in ns, the least of the repetitions, by benchmark name."""
    best = {}
    for run in report["benchmarks"]:
        if run.get("run_type") == "aggregate" or run.get("error_occurred"):
            continue
        time = run["cpu_time"] * NANOSECONDS[run["time_unit"]]
        best[run["run_name"]] = min(time, best.get(run["run_name"], time))
    return best


def readable(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("us", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def main():
    measured = times(json.load(sys.stdin))
    missing = False
    print(f"{'subject':44} {'benchmark':26} {'time':>10} {'baseline':>10} {'ratio':>8}")
    for subject, (baseline, names) in SUBJECTS.items():
        found = [name for name in names if name in measured]
        if baseline not in measured or not found:
            missing = True
            print(f"{subject:44} MISSING")
            continue
        base = measured[baseline]
        for name in found:
            ratio = base / measured[name]
            print(f"{subject:44} {name:26} {readable(measured[name]):>10} "
                  f"{readable(base):>10} {ratio:>7.1f}x")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
