"""The kernels of checker/fast decide as the direct reading does.

Every claim is checked with `--kernels none` and `--kernels all`: the verdict lines must agree but for `rules` and `work`.
Claims of the page at many sizes, tables with one wrong entry, statement files whose moves, sets or options only look like
those that a kernel knows. With an argument (a number) only every so many-th of the generated combinations is run; beyond 100
without the claims of the page."""

import itertools
import math
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import trio  # noqa: E402
from mexlib import Report, digest, mexcert, mexcheck, seal, unseal  # noqa: E402

STRIDE = int(sys.argv[1]) if len(sys.argv) > 1 else 1
report = Report("kernels")
tally = {"VERIFIED": 0, "REJECTED": 0, "DECLINED": 0, "": 0}


def verdict(mode, claim, text, options=()):
    code, out, err = mexcheck("--kernels", mode, "--claim", claim, "-", *options, stdin=text)
    rules = re.search(r" rules=(\S+)", out)
    return code, re.sub(r" (rules|work)=\S+", "", out + err), rules.group(1) if rules else ""


def same(claim, text, options=(), expect=None, kernel=None, note=""):
    """Both modes say the same; with `expect` this very word, with `kernel` by that rule."""
    direct, fast = verdict("none", claim, text, options), verdict("all", claim, text, options)
    report.check(direct[:2] == fast[:2], f"{note} {claim}: {direct[1].strip()} but {fast[1].strip()}")
    report.check("fast." not in direct[2], f"{claim}: a kernel in spite of `none`")
    word = fast[1].split(" ")[0] if fast[0] < 3 else ""
    tally[word] = tally.get(word, 0) + 1
    if expect:
        report.check(word == expect, f"{note} {claim}: {expect} expected, {fast[1].strip()}")
    if kernel and word == "VERIFIED":
        report.check(kernel in fast[2], f"{note} {claim}: {kernel} not used")
    return fast


def certificate(claim, options=(), tables=""):
    name = re.match(r"[A-Za-z0-9_.]+", claim).group(0)
    return seal(f"mexcert-certificate 1\nclaim {digest(name, *options)} {claim}\n{tables}")


def every(*lists):
    return itertools.islice(itertools.product(*lists), 0, None, STRIDE)


# --- claims of the page -----------------------------------------------------------------------

SIZES = [(0, 0), (0, 7), (7, 0), (1, 1), (2, 3), (5, 2), (9, 9), (12, 31), (33, 8), (40, 40)]
GRUNDY = ["wythoffGrundy_eq_zero_iff", "wythoffPassGrundy_eq_zero_iff_plusStone", "wythoffPassGrundy_true_eq_zero_iff"]
POSITIONS = ["wythoffTerminal_pPositions(l=1)", "wythoffTerminal_pPositions(l=3)", "wythoffTerminal_one_pPositions",
             "wythoffTerminal_one_fibRep", "komak_pPositions", "blockingWythoff_two_pPositions", "blockingWythoff_three_pPositions"]


def made(claim, scratch):
    path = Path(scratch) / "made.cert"
    code, out, err = mexcert("generate", claim, "-o", path)
    return path.read_bytes() if code == 0 else None


def page(scratch):
    for name, (x, y) in itertools.product(GRUNDY + POSITIONS, SIZES):
        claim = f"{name}: x<={x},y<={y}"
        text = made(claim, scratch)
        if text is None:
            continue
        kernel = "fast.queen" if name in GRUNDY else "fast.moves" if x == y and x > 0 else None
        same(claim, text, expect="VERIFIED", kernel=kernel)
        head, *rows = unseal(text).decode().rstrip("\n").split("\n")
        if name not in POSITIONS[:3] or x < 9:
            continue
        # A table that ends too early.
        top = int(rows[1].rsplit("..", 1)[1])
        entries = " ".join(rows[2:]).split(" ")
        for cut in range(1, 9):
            if top - cut < 0:
                break
            lines = [" ".join(entries[i:i + 64]) for i in range(0, len(entries) - cut, 64)]
            lines[-1] = " ".join(entries[(len(lines) - 1) * 64:len(entries) - cut])
            body = [head, rows[0], rows[1].replace(f"..{top}", f"..{top - cut}"), *lines]
            same(claim, seal("\n".join(body) + "\n"), note=f"table cut by {cut}")


def wrong_entries(scratch):
    for name, (x, y) in itertools.product(GRUNDY, [(10, 2), (3, 9)]):
        claim = f"{name}: x<={x},y<={y}"
        lines = unseal(made(claim, scratch)).decode().split("\n")
        for row, line in enumerate(lines):
            if not re.fullmatch(r"[0-9 ]+", line):
                continue
            entries = line.split(" ")
            for i, entry in enumerate(entries):
                for changed in (int(entry) + 1, int(entry) - 1, entries[i - 1]):
                    if int(changed) < 0 or int(changed) == int(entry):
                        continue
                    new = " ".join([*entries[:i], str(changed), *entries[i + 1:]])
                    same(claim, seal("\n".join([*lines[:row], new, *lines[row + 1:]])), expect="REJECTED")


def automatic(scratch):
    for claim, wanted in ((f"{GRUNDY[0]}: x<=723,y<=724", True), (f"{GRUNDY[0]}: x<=30,y<=30", False),
                          (f"{POSITIONS[6]}: x<=90,y<=90", False)):
        text = made(claim, scratch)
        rules = verdict("auto", claim, text)[2]
        report.check(("fast." in rules) == wanted, f"{claim}: automatic rules {rules}")
    claim = "blockingWythoff_three_pPositions: x<=723,y<=724"
    result = verdict("auto", claim, certificate(claim))
    report.check(result[0] == 0 and result[2] == "fast.moves", f"{claim}: {result}")


# --- tables of defs that look like a queen's ---------------------------------------------------

ROW = "(forall u: u < x => m != f(u, y))"
COLUMN = "(forall v: v < y => m != f(x, v))"
DIAGONAL = "(forall t: 1 <= t => t <= x => t <= y => m != f(x - t, y - t))"
QUEEN = [ROW, COLUMN, DIAGONAL]
# (measure, conjuncts, is this the kernel's shape, what else is excluded at x, y)
DEFS = [
    ("x + y", QUEEN, True, lambda x, y: []),
    ("3 * x + 2 * y + 7", [DIAGONAL, ROW, COLUMN], True, lambda x, y: []),
    ("x + y", ["(forall u < x: f(u, y) != m)", "(forall v: not (y <= v) => m != f(x, v))", DIAGONAL], None, lambda x, y: []),
    ("x + y", ["(forall u < x: f(u, y) != m)", "(forall v < y: m != f(x, v))",
               "(forall t: 0 < t and t <= y and t <= x => f(x - t, y - t) != m)"], True, lambda x, y: []),
    ("x + y", [*QUEEN, "m != 0"], True, lambda x, y: [0]),
    ("x + y", ["2 != m", *QUEEN, "(x = y => m != x)"], True, lambda x, y: [2] + [x] * (x == y)),
    ("x + y", [ROW, "(3 <= x => y < x => m != 1 and m != 4)", COLUMN, DIAGONAL], True, lambda x, y: [1, 4] * (3 <= x and y < x)),
    ("x + y", [*QUEEN, "(x != y => m != x - y)"], True, lambda x, y: [x - y]),
    ("x + y", [*QUEEN, "(3 <= x => m != f(x - 3, y -. 1) + 1)"], True, lambda x, y: [("f", x - 3, max(0, y - 1), 1)] * (x >= 3)),
    ("x + y", [*QUEEN, "(x < y => m != f(y, x))"], True, lambda x, y: []),
    ("x + y", [*QUEEN, "m != f(x, y + 1)"], True, lambda x, y: []),
    ("x + y", [*QUEEN, "(x = 2 => m != f(x - 3, y))"], True, lambda x, y: []),
    ("x + y", [*QUEEN, "(x <= 1 => m != f(0, y -. 1) + 9223372036854775807)"], True, lambda x, y: []),
    ("x + y", [*QUEEN, "(forall k < 3: m != k + y)"], False, lambda x, y: [y, y + 1, y + 2]),
    ("x + y", [*QUEEN, "2 <= m"], False, lambda x, y: [0, 1]),
    ("x", QUEEN, False, lambda x, y: []),
    ("x + y -. 3", QUEEN, False, lambda x, y: []),
    ("x + y - 3", QUEEN, True, lambda x, y: []),
    ("x + y + x * 2 - y", QUEEN, False, lambda x, y: []),
    ("x + y", QUEEN[1:], False, None),
    ("x + y", [ROW.replace("<", "<="), COLUMN, DIAGONAL], False, None),
    ("x + y", [ROW, COLUMN, DIAGONAL.replace("1 <=", "0 <=")], False, None),
    ("x + y", [ROW, COLUMN, DIAGONAL.replace("1 <=", "2 <=")], False, None),
    ("x + y", [ROW, COLUMN, DIAGONAL.replace("t <= x => ", "")], False, None),
    ("x + y", [ROW, COLUMN, DIAGONAL.replace("t <= x", "t < x")], False, None),
    ("x + y", [ROW, COLUMN, DIAGONAL.replace("x - t", "x - 2 * t")], False, None),
    ("x + y", [ROW, COLUMN, DIAGONAL.replace("x - t, y - t", "y - t, x - t")], False, None),
    ("x + y", [ROW.replace("f(u, y)", "f(y, u)"), COLUMN, DIAGONAL], False, None),
    ("x + y", [ROW.replace("f(u, y)", "f(u, y) + 1"), COLUMN, DIAGONAL], False, None),
    ("x + y", [ROW.replace("m !=", "2 * m !="), COLUMN, DIAGONAL], False, None),
    ("x + y", [ROW.replace("u < x", "u < y"), COLUMN, DIAGONAL], False, None),
]


# (guards of the diagonal, is this the kernel's shape, whether they hold; `p` is 2 or 2^24 + 1)
GUARDED = [
    (None, True, lambda x, y, t, f: False),
    ("p <= x - t", True, lambda x, y, t, f: x - t >= 2),
    ("2 <= x - t and p <= y - t and (4 <= x - t or 4 <= y - t)", True, lambda x, y, t, f: min(x, y) - t >= 2 and max(x, y) - t >= 4),
    ("x - t = y - t", True, lambda x, y, t, f: x == y),
    ("x = y => 3 <= x - t", None, lambda x, y, t, f: x != y or x - t >= 3),
    ("not (x + 1 = y and 3 <= x - t)", True, lambda x, y, t, f: not (x + 1 == y and x - t >= 3)),
    ("x - t <= 2 * y - 2 * t", True, lambda x, y, t, f: x - t <= 2 * (y - t)),
    ("x - t < 16777217", True, lambda x, y, t, f: True),
    ("x - t < 16777218", False, lambda x, y, t, f: True),
    ("16777216 * t <= 16777216 * x - 3", True, lambda x, y, t, f: x - t >= 1),
    ("16777217 * t <= 16777217 * x", False, lambda x, y, t, f: True),
    ("1 = 1", None, lambda x, y, t, f: True),
    ("t <= 3", False, lambda x, y, t, f: t <= 3),
    ("3 <= x", False, lambda x, y, t, f: x >= 3),
    ("x - t <= y", False, lambda x, y, t, f: x - t <= y),
    ("3 <= x - t or t <= 1", False, lambda x, y, t, f: x - t >= 3 or t <= 1),
    ("2 * t <= x", False, lambda x, y, t, f: 2 * t <= x),
    ("(x - t) mod 2 = 0", False, lambda x, y, t, f: (x - t) % 2 == 0),
    ("(x - t) ^ 2 <= 9", False, lambda x, y, t, f: x - t <= 3),
    ("f(p, x - t, y - t) != 1", False, lambda x, y, t, f: f[x - t, y - t] != 1),
    ("f(p, x - t, y) != 1", False, lambda x, y, t, f: f[x - t, y] != 1),
    ("x - t in {0, 2}", False, lambda x, y, t, f: x - t in (0, 2)),
    ("exists k < 3: x - t = k", False, lambda x, y, t, f: x - t < 3),
]


def grundy(width, height, extra, guard=lambda x, y, t, f: True):
    f = {}
    for x, y in itertools.product(range(width), range(height)):
        seen = {f[u, y] for u in range(x)} | {f[x, v] for v in range(y)}
        seen |= {f[x - t, y - t] for t in range(1, min(x, y) + 1) if guard(x, y, t, f)}
        seen |= {f[e[1], e[2]] + e[3] if isinstance(e, tuple) else e for e in extra(x, y)}
        f[x, y] = next(m for m in itertools.count() if m not in seen)
    return [[f[x, y] for y in range(height)] for x in range(width)]


def table(rows, fixed=""):
    lines = [" ".join(map(str, row[i:i + 64])) for row in rows for i in range(0, len(row), 64)]
    return f"table f {fixed}0..{len(rows) - 1} 0..{len(rows[0]) - 1}\n" + "\n".join(lines) + "\n"


def defs(scratch):
    for (measure, conjuncts, fits, extra), (width, height) in every(DEFS, [(6, 4), (3, 7), (41, 35), (1, 1), (2, 70)]):
        user = Path(scratch) / "user.mex"
        user.write_text(f"language mex 1\ndef f(x, y) measure {measure} =\n    least m with {' and '.join(conjuncts)}\n"
                        "statement s: forall x, y: f(x, y) < 1000\n")
        claim, options = f"s: x<={width - 1},y<={height - 1}", ["--spec", user]
        rows = grundy(width, height, extra or (lambda x, y: []))
        head = digest("s", *options)

        def text(entries, claim=claim, head=head):
            return seal(f"mexcert-certificate 1\nclaim {head} {claim}\n{table(entries)}")

        fast = same(claim, text(rows), options, note=measure + str(conjuncts))
        if fits is not None and "VERIFIED" in fast[1]:
            report.check(("fast.queen" in fast[2]) == fits, f"{measure} {conjuncts}: rules {fast[2]}")
        cells = [(x, y) for x in range(width) for y in range(height)]
        for x, y in cells if len(cells) < 30 else cells[::97]:
            for step in (1, -1):
                if rows[x][y] + step >= 0:
                    changed = [list(row) for row in rows]
                    changed[x][y] += step
                    same(claim, text(changed), options, note=measure + str(conjuncts))


def guarded(scratch):
    """Guards on the moves along the diagonal: whole tables, and each entry of small ones altered."""
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    for (guard, fits, holds), p, (width, height) in every(GUARDED, (2, 2**24 + 1), [(6, 7), (29, 23)]):
        diagonal = DIAGONAL.replace("=> m", f"=> ({guard}) => m") if guard else "0 <= m"
        parts = [part.replace("f(", "f(p, ") for part in (ROW, COLUMN)]
        parts += [diagonal.replace("m != f(", "m != f(p, ")] if guard else []
        user.write_text(f"language mex 1\ndef f(p, x, y) measure x + y = least m with {' and '.join(parts)}\n"
                        "statement s(p): forall x, y: f(p, x, y) < 1000\n")
        if p > 2 and guard and "p <=" in guard:
            holds = lambda x, y, t, f: False  # noqa: E731
        rows = grundy(width, height, lambda x, y: [], holds)
        claim, head = f"s(p={p}): x<={width - 1},y<={height - 1}", digest("s", *options)

        def text(entries, claim=claim, head=head, p=p):
            return seal(f"mexcert-certificate 1\nclaim {head} {claim}\n{table(entries, f'{p} ')}")

        fast = same(claim, text(rows), options, expect="VERIFIED", note=f"{guard}")
        wanted = fits and (p == 2 or guard is None)
        report.check(fits is None or ("fast.queen" in fast[2]) == wanted, f"{guard} at p={p}: rules {fast[2]}")
        cells = list(itertools.product(range(width), range(height)))
        for x, y in cells[::2 if len(cells) < 50 else 97] if p == 2 else []:
            changed = [list(row) for row in rows]
            changed[x][y] = abs(changed[x][y] + (x + y) % 4 - 2) or 3
            if changed != rows:
                same(claim, text(changed), options, expect="REJECTED", note=f"{guard} wrong at {x}, {y}")


# --- tables of defs of sequence shape -----------------------------------------------------------

# (lower bound, exclusions, is this the kernel's shape, least value at parameter p, values excluded by f(i) = v)
SEQUENCES = [
    ("0 <= m", ["m != f(p, i)", "m != f(p, i) + i"], True, lambda p: 0, lambda p, i, v: [v, v + i]),
    ("p < m", ["m != f(p, i)", "m != f(p, i) + i + p + 1"], True, lambda p: p + 1, lambda p, i, v: [v, v + i + p + 1]),
    ("m >= 3", ["f(p, i) + 2 * i + 1 != m", "f(p, i) != m", "m != 2 * f(p, i) - 4"], True, lambda p: 3,
     lambda p, i, v: [v, v + 2 * i + 1, 2 * v - 4]),
    ("m >= 2 * p", ["m != f(p, i) + 3 * i - p", "m != f(p, i)", "m != f(p, i) + 5 * i + 5", "m != f(p, i) + 1"], True,
     lambda p: 2 * p, lambda p, i, v: [v, v + 3 * i - p, v + 5 * i + 5, v + 1]),
    ("0 <= m", ["m != f(p, i)"], True, lambda p: 0, lambda p, i, v: [v]),
    ("0 <= m", ["m != f(p, i)", "m != f(p, i) + i + p * 9223372036854775807"], None, lambda p: 0,
     lambda p, i, v: [v, v + i + p * (2**63 - 1)]),
    ("m >= 9223372036854775800", ["m != f(p, i)", "m != f(p, i) + i"], False, lambda p: 2**63 - 8, lambda p, i, v: [v, v + i]),
    ("0 <= m", ["m != f(p, i)", "m != 2 * f(p, i) - i"], False, lambda p: 0, lambda p, i, v: [v, 2 * v - i]),
    ("0 <= m", ["m != f(p, i)", "m != 7 - f(p, i)"], False, lambda p: 0, lambda p, i, v: [v, 7 - v]),
    ("0 <= m", ["m != f(p, i)", "m != 3 * i + 1"], False, lambda p: 0, lambda p, i, v: [v, 3 * i + 1]),
    ("0 <= m", ["m != f(p, i)", "m != f(p, i) + i div 2"], False, lambda p: 0, lambda p, i, v: [v, v + i // 2]),
    ("0 <= m", ["m != f(p, i)", "m != floor(i * phi)"], False, lambda p: 0, None),
]


def sequence(p, n, low, excluded):
    taken, values, free = set(), [], low(p)
    for i in range(n):
        while free in taken:
            free += 1
        values.append(free)
        taken.update(excluded(p, i, free))
    return values


def steps(values):
    row = [v - (values[i - 1] if i else 0) for i, v in enumerate(values)]
    return "\n".join(" ".join(map(str, row[i:i + 64])) for i in range(0, len(row), 64)) + "\n"


def sequences(scratch):
    sizes = ((4,), (130,)) if STRIDE > 1 else ((0, 1, 4), (1, 2, 63, 130))
    for (bound, parts, fits, low, excluded), p, n in itertools.product(SEQUENCES, *sizes):
        user = Path(scratch) / "user.mex"
        user.write_text(f"language mex 1\ndef f(p, n) measure n = least m with {bound} and forall i < n: {' and '.join(parts)}\n"
                        "statement s(p): 0 <= f(p, 0)\n")
        options, claim, head = ["--spec", user], f"s(p={p}): all", None
        values = sequence(p, n, low, excluded or (lambda p, i, v: [v]))
        if values[-1] > 2**63 - 1:
            continue
        head = digest("s", *options)

        def text(entries, claim=claim, head=head, p=p):
            return seal(f"mexcert-certificate 1\nclaim {head} {claim}\ntable f {p} 0..{len(entries) - 1}\n{steps(entries)}")

        note = f"{bound} {parts}"
        fast = same(claim, text(values), options, note=note)
        if fits is not None and "VERIFIED" in fast[1]:
            report.check(("fast.sequence" in fast[2]) == fits, f"{note}: rules {fast[2]}")
        for at in {0, 64, n - 1} & set(range(n)):
            for change in (1, -1):
                wrong = [v + change * (i >= at) for i, v in enumerate(values)]
                alone = [v + change * (i == at) for i, v in enumerate(values)]
                for entries in (wrong, alone):
                    if min(entries) >= 0 and max(entries) < 2**63:
                        same(claim, text(entries), options, expect="REJECTED" if fits else None, note=note)


# --- statements read along a line -----------------------------------------------------------------

# (statement, read along a line where the table is long enough)
LINES = [
    ("forall i, k: i < k => f(i) <= f(k)", True),
    ("forall i, k: i < k => f(i) < f(k)", True),
    ("forall i, k: 3 <= k => 2 * k <= i + 7 => f(k) + f(i) <= f(i + k) + 2", True),
    ("forall i, k: 2 * k + 3 * i <= 40 => k <= 9 => 3 <= 2 * k => f(k + i) != 8", True),
    ("forall i, k: i - 2 * k <= 3 => f(2 * k + 1) >= 2 * k", True),
    ("forall i, k: k != 3 => f(k) <= f(i + k)", False),
    ("forall i, k: i < k and k < 9 => f(i) + 1 < f(k + 3)", True),
    ("forall i, k: f(i) <= k => f(k) <= 100", False),
    ("forall i, k: i + k = f(k) or 0 <= k", True),
    ("forall i, k: f(f(k)) <= i + 2 * f(k)", False),
    ("forall i, k: f(k -. i) <= f(k)", False),
    ("forall i, k: 5 < i => k < i => f(i - k) + f(k) = f(i)", True),
    ("forall i, k: f(9 - k) <= f(9)", True),
    ("forall i, k: 8589934592 * k <= 8589934592 * i => f(k) <= f(i)", False),
    ("forall i, k: 2 <= k and k < i + 5 => f(k) <= f(i + 5)", True),
    ("forall i, k: 2 <= k => f(i) <= f(i + 5) and f(2) <= f(k)", False),
    ("forall i, k: 2 <= k => not (f(i) = 3 and (f(2) <= f(k) and k <= 9))", True),
    ("forall i, k: not (f(i) = 3 and f(k) = 5)", True),
    ("forall i, k: not (f(i) = 0 and f(k) = 5)", None),
    ("forall i, k: f(k) != 5 or f(k) != 6", False),
    ("forall i, k: f(i) = 0 or i <= 2 * f(k) + i", True),
    ("forall i, k: not (f(k) = 3 or f(k) = 7)", True),
    ("forall i, k: not (f(k) = 3 or f(k) = 6)", None),
    ("forall i, k: not (f(i) = 3 and f(k + 9000000) = 5)", True),
    ("forall i, k: not (f(i) = 0 and f(k + 9000000) = 5)", None),
    ("forall i, k: i <= k + i or f(k + 9000000) = 5", True),
    ("forall i, k: (f(i) = 3 => f(k) = 1)", None),
    ("forall i, k: k ^ 2 <= i => f(i - k ^ 2) <= f(i)", True),
    ("forall i, k: 1 <= k and k ^ 2 <= i => f(i - k ^ 2) < f(i)", True),
    ("forall i, k: 1 <= k and k ^ 2 < i + 3 => not (f(i + 2 - k ^ 2) = f(i + 2) and f(i) != 3)", None),
    ("forall i, k: k ^ 2 + 2 * k <= 2 * i + 1 => f(k) <= f(i + 3)", True),
    ("forall i, k: k ^ 2 <= 4 * k + i => f(k) <= f(i + 8)", None),
    ("forall i, k: (k - 1) ^ 2 <= i => f(k) <= f(i + 8)", False),
]


def lines(scratch):
    user = Path(scratch) / "user.mex"
    user.write_text("language mex 1\ndef f(n) measure n = if n < 3 then n else f(n - 3) + 4\n" +
                    "".join(f"statement s{i}: {s}\n" for i, (s, _) in enumerate(LINES)))
    options = ["--spec", user]
    values = [n // 3 * 4 + n % 3 for n in range(9001)]
    for (i, (statement, fits)), (x, y) in every(enumerate(LINES), [(0, 0), (6, 9), (30, 41), (2, 8500)]):
        claim = f"s{i}: i<={x},k<={y}"
        for top in (9000, x + y, y, 2 * y + 1, 3, 0):
            head = digest(f"s{i}", *options)
            fast = same(claim, seal(f"mexcert-certificate 1\nclaim {head} {claim}\ntable f 0..{top}\n{steps(values[:top + 1])}"),
                        options, note=f"{statement} to {top}")
            if "VERIFIED" in fast[1] and top == 9000 and fits is not None:
                report.check(("fast.lines" in fast[2]) == fits, f"{statement}: rules {fast[2]}")


# --- a mex and memberships by an index ------------------------------------------------------------

# (conjuncts beside m != 7 * n, is an index used, least value, values excluded at n)
INDEXED = [
    ("(forall k < n: m != f(k))", True, 0, lambda f, n: f[:n]),
    ("(forall k < n: m != f(k)) and (forall k < n: m != f(k) + 2)", True, 0, lambda f, n: [v + d for v in f[:n] for d in (0, 2)]),
    ("(forall k < n: m != f(k) + 3 and m != f(k) - 2)", True, 0, lambda f, n: [v + d for v in f[:n] for d in (3, -2)]),
    ("(forall k < n: m != f(k) + n)", True, 0, lambda f, n: [v + n for v in f[:n]]),
    ("(forall k < n: f(k) + k != m)", True, 0, lambda f, n: [v + k for k, v in enumerate(f[:n])]),
    ("(forall k < n: m != 2 * k + 1)", True, 0, lambda f, n: [2 * k + 1 for k in range(n)]),
    ("(forall k < n: m != 3 * n - f(k) - k)", True, 0, lambda f, n: [3 * n - v - k for k, v in enumerate(f[:n])]),
    ("(forall k < n: m != 2 * n - 2 * f(k) and m != f(n - 1) + f(k))", True, 0,
     lambda f, n: [w for v in f[:n] for w in (2 * n - 2 * v, f[n - 1] + v)]),
    ("(forall k < n: m != f(n - 1) - f(k) + f(0))", None, 0, lambda f, n: [f[n - 1] - v + f[0] for v in f[:n]]),
    ("(forall k < n: m != f(n - 1 - k))", False, 0, lambda f, n: f[:n]),
    ("(forall k < n: 2 <= k => m != f(k))", True, 0, lambda f, n: f[2:n]),
    ("(forall k in 1..n: k < n => m != f(k))", True, 0, lambda f, n: f[1:n]),
    ("(forall k < n: 2 * k + 3 <= n => m != f(2 * k + 1))", True, 0, lambda f, n: f[1:max(n - 1, 0):2]),
    ("(2 <= n => forall k < n - 1: m != f(k + 1) - f(k) + 9)", None, 0, lambda f, n: [f[k + 1] - f[k] + 9 for k in range(n - 1)]),
    ("(forall k < n: m != f(k) - 2 * k)", None, 0, lambda f, n: [v - 2 * k for k, v in enumerate(f[:n])]),
    ("(forall k < n: m != f(k) + 1000000 * k)", None, 0, lambda f, n: [v + 10**6 * k for k, v in enumerate(f[:n])]),
    ("m >= 4 and (forall k < n: m != f(k) and m != f(k) + k)", True, 4, lambda f, n: [v + d for k, v in enumerate(f[:n]) for d in (0, k)]),
    ("(forall j < 3: forall k < n: m != f(k) + j)", True, 0, lambda f, n: [v + j for v in f[:n] for j in range(3)]),
    ("(forall k < n: forall j < 3: m != f(k) + j)", None, 0, lambda f, n: [v + j for v in f[:n] for j in range(3)]),
    ("(forall k < n: f(k) < 9 => m != f(k))", False, 0, lambda f, n: [v for v in f[:n] if v < 9]),
    ("(forall k < n: m != f(k div 2))", False, 0, lambda f, n: [f[k // 2] for k in range(n)]),
    ("(forall k < n: m != f(k) and m > f(k) - 4)", False, 0, lambda f, n: [*f[:n], *range(max([v - 3 for v in f[:n]], default=0))]),
    ("(n mod 2 = 0 => m != 1 and (3 < n => forall k < n: m != f(k))) and m != 3", True, 0,
     lambda f, n: [3, *([1] * (n % 2 == 0)), *(f[:n] if n % 2 == 0 and n > 3 else [])]),
    ("(forall k < n: m != f(k)) and (forall k < n -. 1: m != f(k) + 1)", True, 0, lambda f, n: f[:n] + [v + 1 for v in f[:max(n - 1, 0)]]),
    ("(forall k < n: m != 9223372036854775807 + f(k))", None, 0, lambda f, n: []),
    ("(forall k <= n: m != f(k))", None, 0, lambda f, n: f[:n]),
    ("(forall k < n: m != f(k + 1))", None, 0, lambda f, n: f[:n]),
    ("(forall k < n - 3: m != f(k))", None, 0, lambda f, n: f[:max(n - 3, 0)]),
]


def mex_table(excluded, low, count):
    f = []
    for n in range(count):
        taken = {7 * n, *excluded(f, n)}
        f.append(next(m for m in itertools.count(low) if m not in taken))
    return f


def random_mex(rng):
    """A mex over f, and what it excludes; H and the terms are random, off by one too."""
    texts, loops = [], []
    for _ in range(rng.randint(1, 3)):
        low, cut = rng.choice([0, 0, 0, 1, 3]), rng.choice([0, 0, 1, 2])
        terms = [[rng.choice(c) for c in ((1, 1, 1, 2, -1), (0, 0, 1, -1), (0, 0, 1), (0, 0, 0, 1, -1, 5), (0, 0, 1))]
                 for _ in range(rng.randint(1, 3))]
        inner = " and ".join(f"m != {a} * f(k + {e}) + {b} * k + {c} * n + {d}" for a, b, c, d, e in terms)
        texts.append(f"(forall k: {low} <= k => k + {cut + max(t[4] for t in terms)} < n => {inner})")
        loops.append((low, cut, terms))

    def excluded(f, n):
        return [a * f[k + e] + b * k + c * n + d for low, cut, terms in loops
                for k in range(low, n - cut - max(t[4] for t in terms)) for a, b, c, d, e in terms]
    return " and ".join(texts), None, 0, excluded


def indexes(scratch):
    rng = random.Random(8)
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    variants = INDEXED + [random_mex(rng) for _ in range(600 // STRIDE)]
    for conjuncts, fits, low, excluded in variants:
        user.write_text(f"language mex 1\ndef f(n) measure 2 * n + 5 = least m with {conjuncts} and m != 7 * n\nstatement s: 0 <= f(0)\n")
        f, head = mex_table(excluded, low, 45), digest("s", *options)

        def text(entries, head=head):
            return seal(f"mexcert-certificate 1\nclaim {head} s: all\ntable f 0..{len(entries) - 1}\n{steps(entries)}")

        fast = same("s: all", text(f), options, note=conjuncts)
        report.check(fits is None or (fast[0] == 0 and ("fast.index" in fast[2]) == fits), f"{conjuncts}: {fast}")
        for at in rng.sample(range(len(f)), 3):
            wrong = [v + (i == at) * rng.choice([1, 2, 30]) for i, v in enumerate(f)]
            same("s: all", text(wrong), options, expect="REJECTED" if fast[0] == 0 else None, note=f"{conjuncts} wrong at {at}")


# --- lines along squares --------------------------------------------------------------------------

# (the conjunct, is it read as lines, values excluded at n)
SQUARES = [
    ("forall t: 1 <= t => t ^ 2 <= n => m != f(n - t ^ 2)", True, lambda f, n: [f[n - t * t] for t in roots(n)]),
    ("forall t: 1 <= t => t ^ 2 <= n => m != f(n - t ^ 2) + t", True, lambda f, n: [f[n - t * t] + t for t in roots(n)]),
    ("forall t: 1 <= t => t ^ 2 <= n => m != 2 * t ^ 2 - t", True, lambda f, n: [2 * t * t - t for t in roots(n)]),
    ("forall t: 1 <= t => t ^ 2 <= n => m != f(t ^ 2 - 1)", True, lambda f, n: [f[t * t - 1] for t in roots(n)]),
    ("forall t: 3 <= t => t ^ 2 <= n => m != f(n - t ^ 2 + 2 * t)", True, lambda f, n: [f[n - t * t + 2 * t] for t in roots(n) if t > 2]),
    ("10 <= n => forall t: t ^ 2 <= n => m != f(n - 10 - t ^ 2 + 6 * t)", False,
     lambda f, n: [f[n - 10 - t * t + 6 * t] for t in [0, *roots(n)] if n >= 10]),
    ("forall t: 1 <= t => t ^ 2 <= n => m != f(n - t ^ 2 + 1)", None, lambda f, n: []),
    ("forall t: t ^ 2 <= n => m != f(n - 1 - t ^ 2)", None, lambda f, n: []),
    ("forall t: 1 <= t => t ^ 2 <= n + 1 => m != f(n - t ^ 2)", None, lambda f, n: [f[n - t * t] for t in roots(n)]),
    ("forall t: 1 <= t => t <= n => (2 * t <= n or t + 5 <= n) => m != f(n - t)", True,
     lambda f, n: [f[n - t] for t in range(1, n + 1) if 2 * t <= n or t + 5 <= n]),
    ("forall t: 1 <= t => t <= n => (3 <= t or t + 5 <= n) => m != f(n - t)", None,
     lambda f, n: [f[n - t] for t in range(1, n + 1) if t >= 3 or t + 5 <= n]),
]


def roots(n):
    return range(1, math.isqrt(n) + 1)


def squares(scratch):
    """Whole tables, tables cut, and each entry altered; a statement that asks for an option of value 0."""
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    for (conjunct, fits, excluded), count in every(SQUARES, (5, 150)):
        user.write_text(f"language mex 1\ndef f(n) measure n = least m with ({conjunct}) and m != 7 * n\nstatement s: 0 <= f(0)\n"
                        "statement e: forall n: f(n) > 0 => exists t: 1 <= t and t ^ 2 <= n and f(n - t ^ 2) = 0\n")
        values = mex_table(excluded, 0, count)
        for claim in ("s: all", f"e: n<={count - 1}"):
            head = digest(claim[0], *options)

            def text(entries, claim=claim, head=head):
                return seal(f"mexcert-certificate 1\nclaim {head} {claim}\ntable f 0..{len(entries) - 1}\n{steps(entries)}")

            fast = same(claim, text(values), options, note=conjunct)
            if claim == "s: all" and fits is not None and count > 100:
                report.check(fast[1].startswith("VERIFIED") and ("fast.lines" in fast[2]) == fits, f"{conjunct}: {fast[1:]}")
            for cut in {0, count - 2} & set(range(count - 1)):
                same(claim, text(values[:cut + 1]), options, note=f"{conjunct} cut")
            for i in range(0, count, 1 + count // 4):
                for entry in {0, values[i] - 1, values[i] + 1, values[i] + 7} - {values[i], -1}:
                    altered = [*values[:i], entry, *values[i + 1:]]
                    same(claim, text(altered), options, None if fits is None else "REJECTED", note=f"{conjunct} wrong at {i}")


def trios(scratch):
    """Each entry of small tables altered; statements that read h and memberships; tables cut."""
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    user.write_text(trio.TEXT + "statement s: forall n: 1 <= n => h(n) >= h(n - 1) and inF(n, n) and (inF(n + 1, n - 1) or v(1, n) <= n + 1)\n"
                    "statement r: forall n: inF(n, n) and not (inF(2 * n, n) and 9 < n)\n"
                    "statement t: forall n: h(n) = 1 or inF(v(2, n) + v(1, n), h(n))\n")
    rows = trio.values(31)
    texts = [("s", "n<=30", rows, "VERIFIED"), ("s", "n<=40", rows, "REJECTED"), ("r", "n<=30", rows[:3], "REJECTED"), ("t", "n<=9", rows, "REJECTED")]
    for which, at, step in every(range(4), range(31), (1, -1, 40)):
        changed = [list(row) for row in rows]
        changed[which][at] += step
        if changed[which][at] >= 0:
            texts.append(("s", "n<=30", changed, "REJECTED"))
    for which, cut in itertools.product(range(4), (1, 2, 20)):
        texts.append(("s", "n<=30", [row[:len(row) - cut * (i == which)] for i, row in enumerate(rows)], "REJECTED"))
    for name, ranges, entries, expect in texts:
        claim = f"{name}: {ranges}"
        text = seal(f"mexcert-certificate 1\nclaim {digest(name, *options)} {claim}\n{trio.tables(entries)}")
        same(claim, text, options, expect=expect, kernel="fast.index")


# (k's bounds, equations, is an index used); each is compared with the same behind `k != n + x + 99`, which no kernel reads.
MEMBERS = [
    ("k <= n", "x = g(k)", True),
    ("k < n", "x = g(k)", True),
    ("k <= n", "x = g(k) or x = g(k) + 1 or g(k) = n + x", True),
    ("k <= n", "x + g(k) = n or n + 3 = g(k) + 2 * x", True),
    ("k <= n", "x = g(k) - k or x = g(k + 1) - g(k) + n", True),
    ("k <= n", "x = 3 * k + g(2)", None),
    ("k <= n", "not (x != g(k) and n != g(k))", True),
    ("3 <= k and 2 * k <= n", "x = g(2 * k - 6)", True),
    ("k <= n and k < x", "x = g(k)", True),
    ("k < n", "x = g(k + 2)", True),
    ("k <= n", "x = g(n - k)", False),
    ("k <= n", "g(n) + x = g(k)", True),
    ("k <= n", "x = g(k) or x = g(k div 2)", False),
    ("k <= n", "x = g(k) or x < g(k)", False),
    ("k <= n", "x = g(k) and x = g(k)", False),
    ("k <= n", "x = 2 * k - g(k) or 3 + x = k", None),
    ("k <= n", "x = g(k) + 9223372036854775807", False),
    ("k <= n and x != 4", "x = g(k)", None),
    ("k <= g(n)", "x = g(k)", False),
    ("k <= n - 5", "x = g(k)", True),
]


def members(scratch):
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    values = [2 * n + n % 3 for n in range(60)]
    for (bounds, parts, fits), form in itertools.product(MEMBERS, range(3)):
        exists = f"(exists k: {bounds} and ({parts}))"
        direct = f"(exists k: {bounds} and k != n + x + 99 and ({parts}))"
        statement = {0: f"{exists} <=> {direct}", 1: f"(forall k: {bounds} => not ({parts})) <=> not {direct}",
                     2: f"x < 5 or n < 6 or not {exists}"}[form]
        user.write_text(f"language mex 1\ndef g(n) measure n = 2 * n + n mod 3\nstatement s: forall n, x: 5 <= n => {statement}\n")
        head = digest("s", *options)
        for (n, x), top in every([(6, 9), (26, 30)], [59, 28, 26, 12, 0]):
            claim = f"s: n<={n},x<={x}"
            text = seal(f"mexcert-certificate 1\nclaim {head} {claim}\ntable g 0..{top}\n{steps(values[:top + 1])}")
            fast = same(claim, text, options, note=statement)
            if fits is not None and "VERIFIED" in fast[1] and n == 26 and form < 2:
                report.check(("fast.index" in fast[2]) == fits, f"{statement}: rules {fast[2]}")


# --- moves and sets that look like those of the page -------------------------------------------

DOWN, LEFT = "v = y and u < x", "u = x and v < y"
BOTH = "exists k: 0 < k and u + k = x and v + k = y"
MOVES = [
    (True, f"{DOWN} or {LEFT} or {BOTH}"),
    (True, f"(exists k: y = k + v and 1 <= k and k + u = x) or (y > v and x = u) or (u < x and y = v)"),
    (True, f"3 < x + y and ({DOWN} or {LEFT} or {BOTH})"),
    (True, f"({LEFT} or ({BOTH}) or {DOWN}) and x != 4 and y <= 2 * x + 5"),
    (True, f"(x = 5 or 3 <= x - 2 or floor(x * phi) < 7) and ({DOWN} or {LEFT} or {BOTH})"),
    (False, f"v = y and u <= x or {LEFT} or {BOTH}"),
    (False, f"{DOWN} or {LEFT}"),
    (False, f"{DOWN} or {LEFT} or {LEFT}"),
    (False, f"{DOWN} or {LEFT} or ({BOTH}) or u = 0 and v = 0"),
    (False, f"{DOWN} or {LEFT} or {BOTH.replace('0 < k', '0 <= k')}"),
    (False, f"{DOWN} or {LEFT} or {BOTH.replace('0 < k', 'k <= x')}"),
    (False, f"{DOWN} or {LEFT} or {BOTH.replace('v + k', 'v + 2 * k')}"),
    (False, f"{DOWN} or {LEFT} or {BOTH.replace('= x', '= y', 1).replace('v + k = y', 'v + k = x')}"),
    (False, f"{DOWN.replace('x', 'y')} or {LEFT} or {BOTH}"),
    (False, f"v + u <= 4 and ({DOWN} or {LEFT} or {BOTH})"),
    (False, f"v = x and u < y or u = y and v < x or {BOTH.replace('= x', '= y', 1).replace('v + k = y', 'v + k = x')}"),
    (False, f"v = y and u < x and u != 2 or {LEFT} or {BOTH}"),
]
WYTHOFF = "exists n: x = floor(n * phi) and y = floor(n * phi) + n or x = floor(n * phi) + n and y = floor(n * phi)"
SETS = [
    WYTHOFF,
    f"x = 4 and y = 4 or ({WYTHOFF})",
    f"({WYTHOFF}) and not (x = 3 and y = 5)",
    f"({WYTHOFF}) and x + y < 9",
    "exists n: x = n and y = 2 * n + 1 or x = 2 * n + 1 and y = n",
    "x <= y + 1 and (exists n <= x: 2 * n = x + y)",
    "x + y <= 3 or (exists n: x = 3 * n + y)",
    "x = 6 and y - 7 = count {k: k < y - 3} or (exists n: x = n and y = n)",
    "exists n <= x: x = n ^ 2",
]
STATEMENTS = [
    "(forall (x, y), (u, v): (x, y) in S => M((x, y), (u, v)) => (u, v) not in S) and "
    "forall (x, y): (x, y) not in S => exists (u, v): M((x, y), (u, v)) and (u, v) in S",
    "forall (x, y), (u, v): M((x, y), (u, v)) => (x, y) in S => (u, v) not in S",
    "forall (x, y), (u, v): (x, y) in S => M((x, y), (u, v)) => (v, u) not in S",
    "forall (x, y), (u, v): (x, y) in S => M((x, y), (u, v)) => (u, v) not in S or u < 50",
    "forall (x, y), (u, v): (u, v) in S => M((x, y), (u, v)) => x + y <= 40",
    "forall (x, y): (x, y) in S or count {(u, v): M((x, y), (u, v)) and (u, v) in S} <= 3",
    "forall (x, y): count {(u, v): (u, v) in S and M((x, y), (u, v))} <= x + y + 1",
    "forall (x, y): count {(u, v): M((x, y), (u, v)) and (u, v) in S and u != 1} <= 2",
    "forall (x, y): count {(u, v): M((x, y), (u, v)) and (v, u) in S} <= 3",
    "forall (x, y): count {(v, u): M((x, y), (u, v)) and (u, v) in S} <= 3",
    "forall (x, y): count {(u, v): M((y, x), (u, v)) and (u, v) in S} <= 4",
    "forall (x, y): count {(u, v): M((x, x), (u, v)) and (u, v) in S} <= 4",
    "forall (x, y): count {(u, v): M((7, y), (u, v)) and (u, v) in S} <= 4",
    "forall (x, y): count {(u, v): M((x + 1, y), (u, v)) and (u, v) in S} <= 4",
    "forall (x, y): 2 <= x => 2 <= y => (x, y) in S or exists unique (u, v): M((x, y), (u, v)) and (u, v) in S",
    "forall (x, y): not M((x, y), (x, y)) or exists (u, v): M((x, y), (u, v)) and (u, v) in S",
    "forall (x, y): x < 5 => (x, y) in S or exists (u, v): M((x, y), (u, v)) and not ((u, v) not in S)",
]
RANGES = ["x<=7,y<=7", "x<=9,y<=4", "x in 3..8,y<=11", "x<=0,y<=0", "x+y<=9"]


def positions(scratch):
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    for (_, move), members in every(MOVES, SETS):
        user.write_text(f"language mex 1\npred M((x, y), (u, v)) = {move}\nset S = {{(x, y) | {members}}}\n" +
                        "".join(f"statement s{i}: {s}\n" for i, s in enumerate(STATEMENTS)))
        for i in range(len(STATEMENTS)):
            head = None
            for ranges in RANGES[:2] if i % 3 else RANGES:
                claim = f"s{i}: {ranges}"
                head = head or digest(f"s{i}", *options)
                same(claim, seal(f"mexcert-certificate 1\nclaim {head} {claim}\n"), options,
                     note=f"M: {move}; S: {members}; {STATEMENTS[i]}")


def recognised(scratch):
    """Each spelling of the moves is known, and of those that are not, none: no kernel, where no membership is asked."""
    user = Path(scratch) / "user.mex"
    options = ["--spec", user]
    for fits, move in MOVES:
        user.write_text(f"language mex 1\npred M((x, y), (u, v)) = {move}\nset S = {{(x, y) | {WYTHOFF}}}\n"
                        "statement s: forall (x, y): count {(u, v): M((x, y), (u, v)) and (u, v) in S} <= 30\n")
        result = verdict("all", "s: x<=9,y<=9", certificate("s: x<=9,y<=9", options), options)
        report.check(result[0] == 0 and ("fast.moves" in result[2]) == fits, f"M: {move}: {result}")
    user.write_text("language mex 1\npred M(l, (x, y), (u, v)) = l < x + y and (v = y and u < x or u = x and v < y or\n"
                    "    exists k: 0 < k and u + k = x and v + k = y)\n"
                    f"set S(l) = {{(x, y) | x + y <= l or ({WYTHOFF})}}\n"
                    "statement s(l): forall (x, y): (x, y) in S(l) or exists (u, v): M(l, (x, y), (u, v)) and (u, v) in S(l)\n"
                    "statement t(l): forall (x, y): (x, y) in S(l) or exists (u, v): M(2, (x, y), (u, v)) and (u, v) in S(l)\n"
                    "statement r(l): forall (x, y): (x, y) in S(2) or exists (u, v): M(l, (x, y), (u, v)) and (u, v) in S(x)\n")
    for name, ranges in itertools.product("str", ["l<=4,x<=9,y<=9", "l<=1,x<=9,y<=6", "l in 1..2,x<=6,y<=9"]):
        claim = f"{name}: {ranges}"
        same(claim, certificate(claim, options), options)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        of_the_page = () if STRIDE > 100 else (page, wrong_entries)
        for part in (recognised, automatic, *of_the_page, defs, guarded, sequences, lines, indexes, squares, trios, members, positions):
            before = report.done
            part(scratch)
            print(f"{part.__name__}: {report.done - before} checks, so far {tally}", flush=True)
    report.finish()


main()
