"""Both programs read every statement file of spec/ alike: same closure bytes, same resolved trees.

spec/STATEMENTS is the lock: `DIGEST NAME` for each statement, sorted by names. Who changes what a statement says sees it
there; `test_trees.py --write` writes it anew."""

import hashlib
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import ROOT, Report, mexcert, mexcheck  # noqa: E402


LOCK = ROOT / "spec" / "STATEMENTS"


def lock_text():
    lines = []
    for source in sorted((ROOT / "spec").glob("*.mex")):
        for name in re.findall(r"^statement ([A-Za-z0-9_.]+)", source.read_text(), re.M):
            code, out, err = mexcheck("--closure", name)
            lines.append(f"{hashlib.sha256(out.encode()).hexdigest()} {name}" if code == 0 else f"{name}: {err}")
    return "\n".join(sorted(lines, key=lambda line: line.split()[-1])) + "\n"


def main():
    if sys.argv[1:] == ["--write"]:
        LOCK.write_text(lock_text())
        return
    report = Report("resolved trees")
    locked, now = set(LOCK.read_text().splitlines()), set(lock_text().splitlines())
    report.check(locked == now, "spec/STATEMENTS and spec/*.mex differ: " + ", ".join(sorted(locked ^ now)))
    for source in [*sorted((ROOT / "spec").glob("*.mex")), *sorted((ROOT / "examples").glob("*.mex")),
                   ROOT / "tests/project/readings.mex"]:
        user = [] if source.parent.name == "spec" else ["--spec", source]
        for name in re.findall(r"^statement ([A-Za-z0-9_.]+)", source.read_text(), re.M):
            for ours, theirs in (("--closure", "--closure"), ("--tree", "--tree")):
                code1, out1, err1 = mexcert("show", name, ours, *user)
                code2, out2, err2 = mexcheck(theirs, name, *user)
                good = code1 == 0 and code2 == 0 and out1 == out2 and out1
                report.check(good, f"{name} {ours}: {code1} {code2}\n{first_difference(out1, out2)}{err1}{err2}")
    report.finish()


def first_difference(one, two):
    for a, b in zip(one.splitlines(), two.splitlines()):
        if a != b:
            return f"  mexcert:  {a}\n  mexcheck: {b}\n"
    return "  (one is a prefix of the other)\n"


main()
