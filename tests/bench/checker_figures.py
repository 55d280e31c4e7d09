"""Figures of the checker: seconds to read and verify large certificates, with the fast kernels and by direct reading.

Each row is made and checked in this run; the direct reading (`--kernels none`) is the baseline, on a smaller box where the
large one would take minutes (then the ratio is per cell). An argument: the n to which streams go (10^7). Prints figure, seconds, units of work a second, baseline, ratio, peak memory."""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import trio  # noqa: E402
from mexlib import MEXCERT, MEXCHECK, ROOT, claim_name, digest, seal, unseal  # noqa: E402

# label, claim with {n}, box for the kernels, box for the direct reading, the claim whose tables serve (None: it needs none)
ROWS = [
    ("Grundy table, p = 0", "wythoffGrundy_eq_zero_iff: x<={n},y<={n}", 999, 199, "wythoffGrundy_eq_zero_iff: x<={n},y<={n}"),
    ("Grundy tables, p = 0 and 1", "wythoffPassGrundy_true_eq_zero_iff: x<={n},y<={n}", 999, 199,
     "wythoffPassGrundy_true_eq_zero_iff: x<={n},y<={n}"),
    ("K^3 P-set, stable and absorbing", "wythoffTerminal_pPositions(l=3): x<={n},y<={n}", 3000, 200,
     "wythoffMex_lambda_range(l=3,lo=4,hi=6): n<={n}"),
    ("blocking set R_2", "blockingWythoff_two_pPositions: x<={n},y<={n}", 1000, 200, None),
    ("blocking set R_3", "blockingWythoff_three_pPositions: x<={n},y<={n}", 1000, 200, None),
]


STREAM_SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000

# label, statement about v and h of tests/lib/trio.py on n <= box, box for the kernels, box for the direct reading
TRIO = ("three sequences by an index", "forall n: 1 <= n => v(1, n - 1) < v(1, n) and h(n) >= h(n - 1) and inF(n, n) and (inF(n + 1, n - 1) or v(1, n) <= n + 1)",
        100_000, 1_000)


# A claim on v(n) as a stream: the box, for the direct reading of tables.
STREAMS = [("stream of v(n), " + name, f"akiyama.{name}: n<={{n}}", 2_000) for name in ("theorem3_8", "theorem2_c", "kappa_update")]


def certificate(claim, source):
    """A certificate for the claim with the tables made for another one that is quick to evaluate."""
    tables = b""
    if source:
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "source.cert"
            subprocess.run([MEXCERT, "generate", source, "-o", path], cwd=ROOT, check=True, capture_output=True)
            tables = unseal(path.read_bytes()).split(b"\n", 2)[2]
    return seal(f"mexcert-certificate 1\nclaim {digest(claim_name(claim))} {claim}\n".encode() + tables)


def trio_row(path):
    """Times for each entry of four tables, of which the direct reading reads all before."""
    label, statement, large, small = TRIO
    user = path.with_suffix(".mex")
    user.write_text(f"{trio.TEXT}statement s: {statement}\n")
    measured = []
    for size, kernels in ((large, "auto"), (small, "none")):
        start = time.time()
        body = f"mexcert-certificate 1\nclaim {digest('s', '--spec', user)} s: n<={size}\n{trio.tables(trio.values(size + 1))}"
        path.write_bytes(seal(body))
        made = time.time() - start
        measured.append((size, made, *check(f"s: n<={size}", path, kernels, "--spec", user)))
    show(label, *measured, 1)


def measured_run(*command):
    """Seconds, seconds of the processor, output and memory of a program that must end well."""
    start = time.time()
    pid = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    out = pid.stdout.read()
    _, status, usage = os.wait4(pid.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{command}: {out}")
    return time.time() - start, usage.ru_utime + usage.ru_stime, out, usage.ru_maxrss // 1024


def check(claim, path, kernels, *options):
    seconds, _, out, memory = measured_run(MEXCHECK, "--kernels", kernels, *options, "--claim", claim, path)
    return seconds, int(re.search(r"work=(\d+)", out).group(1)), memory


def stream_rows(path, size):
    """The generator and the checker of a stream, processor time and memory of each; beside the direct reading of tables, per row."""
    print(f"{'figure':34} {'n':>11} {'made s':>7} {'MiB':>5} {'check s':>8} {'MiB':>5} {'check/made':>10} | {'direct n':>10} {'s':>7} | ratio per row")
    for label, claim, small in STREAMS:
        text = claim.format(n=size)
        _, made, _, made_memory = measured_run(MEXCERT, "generate", text, "--stream", "-o", path)
        _, checked, _, memory = measured_run(MEXCHECK, "--max-work", str(10**12), "--claim", text, path)
        measured_run(MEXCERT, "generate", claim.format(n=small), "-o", path)
        _, direct, _, _ = measured_run(MEXCHECK, "--kernels", "none", "--claim", claim.format(n=small), path)
        print(f"{label:34} {size:11} {made:7.2f} {made_memory:5} {checked:8.2f} {memory:5} {checked / made:10.2f} | {small:10} {direct:7.2f} | "
              f"{direct / (small + 1) / (checked / (size + 1)):.0f}")


def main():
    print(f"{'figure':34} {'box':>6} {'made s':>7} {'check s':>8} {'work/s':>9} {'MiB':>5} | {'direct box':>10} {'s':>7} {'work/s':>9} | ratio per cell")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "c.cert"
        for label, claim, large, small, source in ROWS:
            measured = []
            for size, kernels in ((large, "auto"), (small, "none")):
                text = claim.format(n=size)
                start = time.time()
                path.write_bytes(certificate(text, source and source.format(n=size)))
                made = time.time() - start
                measured.append((size, made, *check(text, path, kernels)))
            show(label, *measured, 2)
        trio_row(path)
        stream_rows(path, STREAM_SIZE)


def show(label, fast, slow, dimension):
    (n, made, s, work, mib), (m, _, t, direct, _) = fast, slow
    ratio = (t / (m + 1) ** dimension) / (s / (n + 1) ** dimension)
    print(f"{label:34} {n:6} {made:7.2f} {s:8.2f} {work / s:9.2e} {mib:5} | {m:10} {t:7.2f} {direct / t:9.2e} | {ratio:.1f}")


main()
