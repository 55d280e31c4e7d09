"""Certificates over a numeration made by hand, for tests of the checker alone (see learn.py)."""
import hashlib
import os
import subprocess
from math import isqrt

from learn import FIBONACCI, Numeration, outputs, relation, text

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("MEXCERT_BUILD", os.path.join(ROOT, "build"))
MEXCHECK = os.environ.get("MEXCHECK", os.path.join(BUILD, "checker", "mexcheck"))
FIB = Numeration(FIBONACCI)


def floor_phi(n):
    return (n + isqrt(5 * n * n)) // 2


def mex_sequence(low, step, count):
    """a(n) = least m >= low that is no a(i) and no a(i) + i + step, i < n."""
    taken, values, m = set(), [], low
    for i in range(count):
        while m in taken:
            m += 1
        values.append(m)
        taken.add(m)
        taken.add(m + i + step)
    return values


def adder(numeration, bound, length, tail):
    return relation(numeration, [(x, y, x + y) for x in range(bound) for y in range(bound - x)], length, tail)


def count_words(numeration, length):
    """How many numbers have at most `length` digits."""
    n = 0
    while len(numeration.rep(n)) <= length:
        n += 1
    return n


def graph(numeration, values, length, tail):
    return relation(numeration, enumerate(values), length, tail)


def wythoff_positions(rows, values):
    """For each Grundy value below `values` its positions (x, y) with x < rows, x <= y, and their mirror images."""
    used = [set() for _ in range(values)]  # rows and columns
    diagonals = [set() for _ in range(values)]
    least = [0] * values
    found = [set() for _ in range(values)]
    for x in range(rows):
        lower = set()  # y with a lower value in this row
        for g in range(values):
            while least[g] in diagonals[g]:
                diagonals[g].discard(least[g])
                least[g] += 1
            if x not in used[g]:
                d = least[g]
                while d in diagonals[g] or x + d in used[g] or x + d in lower:
                    d += 1
                used[g] |= {x, x + d}
                diagonals[g].add(d)
                found[g] |= {(x, x + d), (x + d, x)}
                lower.add(x + d)
    return found


def seal(claims, records, spec=(), numeration="fibonacci"):
    """records: (head, states, output?)"""
    lines = ["mexcert-certificate 1\n"]
    for claim in sorted(claims):
        name = claim.split("(")[0].split(":")[0]
        closure = subprocess.run([MEXCHECK, *spec, "--closure", name], cwd=ROOT, capture_output=True, check=True).stdout
        lines.append("claim %s %s\n" % (hashlib.sha256(closure).hexdigest(), claim))
    body = "".join(lines) + "over %s\n" % numeration
    for head, states, *out in records:
        body += head + "\n" + text(states, bool(out and out[0]))
    return end(body, len(claims) + 1 + len(records))


def end(body, count):
    return body + "end %d %s\n" % (count, hashlib.sha256(body.encode()).hexdigest())


def check(claim, certificate, spec=(), path=None):
    """(exit code, line)"""
    if path:
        with open(path, "w") as out:
            out.write(certificate)
    run = subprocess.run([MEXCHECK, *spec, "--claim", claim, "-"], cwd=ROOT, input=certificate.encode(), capture_output=True, check=False)
    return run.returncode, (run.stdout + run.stderr).decode()
