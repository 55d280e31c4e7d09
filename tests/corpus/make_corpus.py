"""Writes the corpus folders accept/, reject/, malformed/, declined/ from small good certificates and named edits.

A case is a folder: `claim` (one line), `c.cert`, perhaps `user.mex`, and `expected` (a part of the verdict line, or of stderr
for exit code 3). Run this after a change of spec/ that moves digests, read the difference, commit it. The test
(test_corpus.py) reads only the written folders."""

import re
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from mexlib import digest, mexcert, mexcheck, seal, unseal  # noqa: E402

SCRATCH = Path(tempfile.mkdtemp())
G = "wythoffGrundy_eq_zero_iff: x<=6,y<=6"
NEAR = "wythoffGrundy_one_near_zero: x<=4,y<=4"
A = "wythoffMex_properties(l=3): i<=5,k<=5,j<=12,n<=8"
W = "wythoffTerminal_no_redundant_move: v<=2,w<=2"
T12 = "least not renard_rigo.thm_12"
R1 = "least not wythoff_near(g=2,R=1)"
FIN = "wythoffPassSetA_card: all"
KINDS = ("accept", "reject", "malformed", "declined")


def base(claim, user=None):
    """The body of a good certificate for the claim."""
    options = ["--spec", user] if user else []
    path = SCRATCH / "base.cert"
    code, out, err = mexcert("generate", claim, "-o", path, *options)
    if code != 0:
        raise SystemExit(f"{claim}: {code} {out}{err}")
    return unseal(path.read_bytes()).decode()


def case(kind, name, claim, cert, expected, user=None):
    folder = HERE / kind / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "claim").write_text(claim + "\n")
    (folder / "c.cert").write_bytes(cert if isinstance(cert, bytes) else seal(cert))
    if user:
        (folder / "user.mex").write_text(user)
    (folder / "expected").write_text((expected or reason(folder, claim, user)) + "\n")


def reason(folder, claim, user):
    """The reason that the checker gives today; whoever runs this script reads the difference before committing it."""
    options = ["--spec", folder / "user.mex"] if user else []
    code, out, err = mexcheck("--claim", claim, folder / "c.cert", *options)
    text = re.sub(r"^.*? at \S+ ", "", out.strip()) if out else re.sub(r"^.*?(user.mex:\d+)", r"\1", err.strip())
    return text[:100]


def user_file(text):
    path = SCRATCH / "user.mex"
    path.write_text(text)
    return path


def head(claim, stmt):
    return f"mexcert-certificate 1\nclaim {stmt} {claim}\n"


def change(text, old, new, count=1):
    assert old in text, (old, text[:500])
    return text.replace(old, new, count)


def lines(text):
    return text.splitlines(keepends=True)


def accept():
    for name, claim in (("grundy", G), ("near", NEAR), ("mex-sequence", A), ("witnesses", W), ("least-refuted", T12),
                        ("least-refuted-near", R1), ("finite", FIN), ("refuted", "not renard_rigo.prop_4 at n=0"),
                        ("instance", "wythoffMexA_one(l=3): all"), ("words", "fibRep_examples: all"),
                        ("sets", "blockingWythoff_two_pPositions: x<=5,y<=5"), ("komak", "komak_pPositions: x<=6,y<=6"),
                        ("morphic", "wythoffTerminal_one_morphic: n<=6"), ("dfao", "komakG_dfao: n<=12"),
                        ("sum-range", "wythoffTerminal_one_pPositions: x+y<=7")):
        case("accept", name, claim, base(claim), "VERIFIED")


def malformed():
    g = base(G)
    sealed = seal(g)
    put = lambda name, cert, expected: case("malformed", name, G, cert, expected)  # noqa: E731
    put("empty-file", b"", "")
    put("noise", bytes(range(256)) * 4, "")
    put("crlf", sealed.replace(b"\n", b"\r\n"), "CR")
    put("missing-end", g.encode(), "end")
    put("cut-in-a-line", sealed[: len(sealed) // 2], "")
    put("last-line-open", sealed[:-1], "")
    put("wrong-digest", re.sub(rb"end (\d+) .", lambda m: b"end " + m[1] + b" " + (b"0" if m[0][-1:] != b"0" else b"1"), sealed), "digest")
    put("wrong-count", sealed.replace(b"end ", b"end 1", 1), "wrong count")
    put("two-joined", sealed + sealed, "")
    put("junk-after-end", sealed + b"x\n", "")
    put("blank-line-after-end", sealed + b"\n", "")
    rows = lines(g)
    first = next(i for i, r in enumerate(rows) if r.startswith("table ")) + 1
    swap = lambda new: "".join(rows[:first] + [new] + rows[first + 1:])  # noqa: E731
    entries = rows[first].split()
    put("leading-zero", swap(" ".join(["0" + entries[0], *entries[1:]]) + "\n"), "canonical")
    put("plus-sign", swap(" ".join(["+" + entries[0], *entries[1:]]) + "\n"), "")
    put("negative", swap(" ".join(["-1", *entries[1:]]) + "\n"), "")
    put("minus-zero", swap(" ".join(["-0", *entries[1:]]) + "\n"), "canonical")
    put("two-to-the-64", swap(" ".join(["18446744073709551616", *entries[1:]]) + "\n"), "large")
    put("two-to-the-63", swap(" ".join(["9223372036854775808", *entries[1:]]) + "\n"), "large")
    put("million-digits", swap("9" * 1_000_000 + "\n"), "")
    put("hexadecimal", swap(" ".join(["0x1", *entries[1:]]) + "\n"), "")
    put("two-blanks", swap("  ".join(entries) + "\n"), "")
    put("trailing-blank", swap(" ".join(entries) + " \n"), "")
    put("tab", swap("\t".join(entries) + "\n"), "")
    put("empty-line", swap("\n" + rows[first]), "")
    put("entry-missing", swap(" ".join(entries[:-1]) + "\n"), "")
    put("entry-surplus", swap(" ".join(entries + ["1"]) + "\n"), "")
    put("row-missing", "".join(rows[:first] + rows[first + 1:]), "")
    put("row-surplus", swap(rows[first] * 2), "")
    put("unknown-record", g + "remark 1\n", "")
    put("no-claim", "mexcert-certificate 1\n" + "".join(rows[2:]), "")
    put("claim-after-table", "".join([rows[0], *rows[2:], rows[1]]), "")
    put("claim-twice", "".join(rows[:2] + rows[1:]), "")
    put("digest-short", change(g, rows[1].split()[1], rows[1].split()[1][:-1]), "")
    put("digest-upper-case", change(g, rows[1].split()[1], "A" + rows[1].split()[1][1:]), "")
    put("claim-not-canonical", change(g, "x<=6,y<=6", "y<=6,x<=6"), "")
    put("first-line-empty", "\n" + g, "")
    put("nul-byte", sealed.replace(b"table", b"tab\0e", 1), "")


def reject_tables():
    g = base(G)
    rows = lines(g)
    table = next(i for i, r in enumerate(rows) if r.startswith("table "))
    put = lambda name, body, expected: case("reject", name, G, body, expected)  # noqa: E731
    entry = rows[table + 3].split()
    put("table-wrong-entry", "".join(rows[:table + 3] + [" ".join([entry[0], str(int(entry[1]) + 1), *entry[2:]]) + "\n"] + rows[table + 4:]), "wythoffExtraMoveGrundy")
    put("table-rows-exchanged", "".join(rows[:table + 2] + [rows[table + 3], rows[table + 2]] + rows[table + 4:]), "")
    put("table-of-nim", change(g, "".join(rows[table + 1:]), "".join(" ".join(str(x ^ y) for y in range(7)) + "\n" for x in range(7))), "")
    small = base("wythoffGrundy_eq_zero_iff: x<=5,y<=5")
    put("table-too-small", change(small, "x<=5,y<=5", "x<=6,y<=6"), "")
    put("table-other-layer", change(g, "0..6 0\n", "0..6 1\n"), "")
    put("table-twice", g + "".join(rows[table:]), "")
    put("table-not-used", g + "table wythoffMexA 3 0..0\n4\n", "not used")
    put("table-of-unknown-name", change(g, "table wythoffExtraMoveGrundy", "table nothingLikeThis"), "")
    put("table-of-a-let", g + "table wythoffPassGrundy 0..0 0..0 0\n0\n", "")
    put("table-of-a-set", g + "table wythoffPassSetA 0..0 0..0\n0\n", "")
    put("table-arity", change(g, "0..6 0..6 0\n", "0..6 0..6\n"), "")
    put("table-fixed-is-ranged", change(g, "0..6 0..6 0\n", "0..6 0..6 0..0\n"), "")
    put("table-ranged-is-fixed", change(g, "0..6 0..6 0\n", "6 0..6 0\n"), "")
    put("table-outside-domain", change(g, "0..6 0..6 0\n", "0..6 0..6 2\n"), "")
    case("declined", "table-huge", G, change(g, "0..6 0..6 0\n", "0..9223372036854775807 0..9223372036854775807 0\n"), "too large")
    put("table-starts-at-one", change(g, "0..6 0..6 0\n", "1..6 0..6 0\n"), "")
    two = base("wythoffMexA_zero: l<=3")
    parts = re.split(r"(?=^table )", two, flags=re.M)
    case("reject", "table-order", "wythoffMexA_zero: l<=3", "".join([parts[0], parts[2], parts[1], *parts[3:]]), "")
    case("reject", "table-missing", "wythoffMexA_zero: l<=3", "".join(parts[:-1]), "")
    a = base(A)
    case("reject", "steps-wrong", A, change(a, "4 1 1 1", "4 1 1 2"), "")
    case("reject", "steps-below-zero", A, change(a, "4 1 1 1", "4 1 1 -9"), "")


def reject_claims():
    g = base(G)
    case("reject", "other-claim", "wythoffGrundy_eq_zero_iff: x<=7,y<=7", g, "")
    case("reject", "smaller-range", "wythoffGrundy_eq_zero_iff: x<=6,y<=7", g, "")
    case("reject", "other-l", A.replace("l=3", "l=2"), base(A), "")
    case("reject", "other-l-relabelled", A.replace("l=3", "l=2"), change(base(A), "(l=3)", "(l=2)"), "")
    case("reject", "other-spec-text", G, re.sub(r"claim [0-9a-f]{64}", "claim " + "0" * 64, g), "")
    case("reject", "digest-of-another-statement", G, change(g, lines(g)[1].split()[1], digest("wythoffGrundy_one_near_zero")), "")
    false = "wythoff_near(g=1,R=1): x<=20,y<=20"
    case("reject", "false-on-the-range", false,
         head(false, digest("wythoff_near")) + base("wythoff_near(g=1,R=9): x<=20,y<=20").split("\n", 2)[2], "")
    case("reject", "false-all", "renard_rigo.mu_4: all", head("renard_rigo.mu_4: all", digest("renard_rigo.mu_4")), "")
    case("reject", "vacuous", "wythoffPassGrundy_true_eq_zero_iff: x<=8,y<=8",
         base("wythoffPassGrundy_true_eq_zero_iff: x<=9,y<=9").replace("x<=9,y<=9", "x<=8,y<=8"), "no instance")
    case("reject", "vacuous-parameter", "wythoffMexA_one(l=0): all", head("wythoffMexA_one(l=0): all", digest("wythoffMexA_one")), "no instance")
    case("reject", "not-of-a-true-point", "not renard_rigo.thm_12 at x=2,y=4",
         head("not renard_rigo.thm_12 at x=2,y=4", digest("renard_rigo.thm_12")), "")
    case("reject", "refuted-closed-true", "not komakG_zero", head("not komakG_zero", digest("komakG_zero")) + "table komakG 0..0\n1\n", "")


def reject_points_and_witnesses():
    t = base(T12)
    r = base(R1)
    point = re.search(r"point 1 (.*)\n", r).group(1)
    put = lambda name, body, expected="": case("reject", name, R1, body, expected)  # noqa: E731
    x, y = (int(v) for v in re.findall(r"\d+", point))
    put("point-not-false", change(r, point, f"x={x - 1},y={y}"))
    put("point-not-least", change(r, point, f"x={y},y={x}"))
    put("point-missing", change(r, f"point 1 {point}\n", ""))
    put("point-twice", change(r, f"point 1 {point}\n", f"point 1 {point}\n" * 2))
    put("point-for-another-claim", change(r, "point 1", "point 2"))
    put("point-without-variables", change(r, point, "-"))
    put("point-wrong-names", change(r, point, f"y={y},x={x}"))
    case("reject", "point-surplus", G, base(G) + "point 1 x=0,y=0\n", "")
    case("reject", "point-false-but-later", T12, change(t, "x=0,y=0", "x=0,y=1"), "")
    w = base(W)
    rows = lines(w)
    first = next(i for i, row in enumerate(rows) if row.startswith("witness ")) + 1
    put = lambda name, body, expected="": case("reject", name, W, body, expected)  # noqa: E731
    put("witness-wrong", "".join(rows[:first] + ["0 0\n"] + rows[first + 1:]))
    put("witness-missing-line", "".join(rows[:-1]))
    put("witness-surplus-line", w + rows[-1])
    put("witness-record-missing", "".join(rows[:first - 1]))
    put("witness-exchanged", "".join(rows[:first] + [rows[first + 1], rows[first]] + rows[first + 2:]))
    put("witness-width", "".join(rows[:first] + [rows[first].strip() + " 0\n"] + rows[first + 1:]))
    put("witness-for-another-claim", change(w, "witness 1", "witness 2"))
    case("reject", "witness-not-asked", G, base(G) + "witness 1\n0 0\n", "")


SPECS = {
    "measure-not-decreasing": ("def f(n) measure n = if n = 0 then 0 else if n > 9 then f(n - 1) else f(n)\nstatement s: forall n: f(n) = 0\n",
                               "s: n<=3", "table f 0..3\n0 0 0 0\n", "measure"),
    "measure-grows": ("def f(n) measure n = if n < 3 then f(n + 1) else 0\nstatement s: forall n: f(n) = 0\n",
                      "s: n<=3", "table f 0..3\n0 0 0 0\n", "measure"),
    "circular-truth": ("def f(n) measure n = if n > 9 then f(n - 1) else if f(n) = 1 then 1 else 0\nstatement s: forall n: f(n) = 1\n",
                       "s: n<=2", "table f 0..2\n1 0 0\n", "measure"),
    "undefined-least": ("def f(n) measure n = least m with m < n and m > n and m != f(n - 1)\nstatement s: forall n: f(n) = 0\n",
                        "s: n<=0", "table f 0..0\n0\n", ""),
    "negative-argument": ("def f(n) measure n = if n = 0 then 0 else f(n - 2)\nstatement s: forall n: f(n) = 0\n",
                          "s: n<=3", "table f 0..3\n0 0 0 0\n", ""),
    "negative-value": ("let f(n) = n - 2\nstatement s: forall n: prefix([], take(f(n), [1]))\n", "s: n<=3", "", ""),
    "any-data": ("statement s: forall n: n = n + 1 => n = 0\n", "s: n<=9", "", "no instance"),
    "outside-domain": ("def f(p in 0..1, n) measure n = if n = 0 then 0 else f(p + 1, n - 1)\nstatement s: forall n: f(0, n) = 0\n",
                       "s: n<=2", "table f 0 0..2\n0 0 0\ntable f 1 0..1\n0 0\n", ""),
    "hypothesis-on-the-mex": ("statement s: (least m with m = 0 => m = 0) = 1\n", "s: all", "", ""),
    "hypothesis-on-the-mex-bound": ("statement s: (least m with (forall x: x <= 3 => m <= 2 => m != x)) = 0\n", "s: all", "", ""),
    "letter-not-given": ("word w from 0 = [[0, 1], [2], _]\nstatement s: w(3) = 0\n", "s: all", "", ""),
}
# A def with a measure that does not call itself has tables like any other: statement, tables (those accepted first), automata.
PLAIN_TEXT = ("def d(p in 1..2, n) measure n = if n < 2 then p else 2 * n + 1\n"
              "def f(n) measure n = if n = 0 then 0 else f(n - 1) + d(2, n)\nstatement s: forall n: f(n) + 3 >= d(1, n)\n")
PLAIN = {
    "plain-def": ("accept", "table d 1 0..2\n1 0 4\ntable d 2 0..2\n2 0 3\ntable f 0..2\n0 2 5\n", "VERIFIED"),
    "plain-def-wrong-entry": ("reject", "table d 1 0..2\n1 0 4\ntable d 2 0..2\n2 0 4\ntable f 0..2\n0 2 6\n", "d(2, 2): claimed 6, computed 5"),
    "plain-def-missing-table": ("reject", "table d 1 0..2\n1 0 4\ntable f 0..2\n0 2 5\n", "no table holds d(2, 1)"),
    "plain-def-short-table": ("reject", "table d 1 0..1\n1 0\ntable d 2 0..2\n2 0 3\ntable f 0..2\n0 2 5\n", "no table holds d(1, 2)"),
    "plain-def-fixed-is-ranged": ("reject", "table d 1 2\n5\n", "`0..N` expected"),
}
# Each is 0 at 0 and 1 elsewhere.
PLAIN_GRAPH = "def d(n) measure n = if n = 0 then 0 else 1\n"
PLAIN_LEVELS = "def d(n) measure n = least m with (1 <= n => m != 0)\n"
PLAIN_AUTOMATA = {
    "plain-def-graph": ("accept", PLAIN_GRAPH, "graph d *\n+ 00:0 10:1 11:2\n- 00:3 01:2\n+\n- 00:3 01:2 10:1 11:2\n", "VERIFIED"),
    "plain-def-levels": ("accept", PLAIN_LEVELS, "level 0 d *\n+ 0:0\nlevel 1 d *\n- 0:0 1:1\n+ 0:2\n+ 0:2 1:1\n", "VERIFIED"),
    "plain-def-graph-wrong": ("reject", PLAIN_GRAPH, "graph d *\n- 00:0 01:1 10:2 11:1\n+\n- 00:0 01:1\n",
                              "graph d *: equation fails at n=0,v=1"),
    "plain-def-graph-missing": ("reject", PLAIN_GRAPH, "", "no record for graph d *"),
    "plain-def-level-wrong": ("reject", PLAIN_LEVELS, "level 0 d *\n+ 0:0\nlevel 1 d *\n+ 0:0 1:1\n+ 0:0\n", "level 1 d *: equation"),
}


def plain_defs():
    claim, text = "s: n<=2", "language mex 1\n" + PLAIN_TEXT
    stmt = digest("s", "--spec", user_file(text))
    for name, (kind, tables, expected) in PLAIN.items():
        case(kind, name, claim, head(claim, stmt) + tables, expected, text)
    for name, (kind, text, automata, expected) in PLAIN_AUTOMATA.items():
        text = "language mex 1\n" + text + "statement s: forall n: 1 <= n => d(n) = 1\n"
        body = head("s: all", digest("s", "--spec", user_file(text))) + "over fibonacci\n" + automata
        case(kind, name, "s: all", body, expected, text)


# False statements that bisection would call true if the def were taken for an increasing one: definition, statement, table.
NOT_INCREASING = {
    "increasing-shape-bound": ("m >= 5 -. n and forall i < n: m != f(i)", "not exists n: f(n) = 2", "0..5\n5 -1 -1 -1 -1 -1\n"),
    "increasing-shape-excluded": ("forall i < n: m != f(i) and m != n", "not exists n: f(n) = 1", "0..2\n0 2 -1\n"),
    "increasing-shape-no-self": ("forall i < n: m != f(i) + 1", "exists unique n: f(n) = 0", "0..1\n0 0\n"),
}
DECLINED = {
    "mex-beyond-64-bits": ("statement s: (least m with m >= 9223372036854775807 and m != 9223372036854775807) <= 0\n", "s: all", "64 bits"),
    "unbounded-forall": ("statement s: forall n: (forall m: m mod 2 <= 1) or n = 0\n", "s: n<=2", ""),
    "unbounded-count": ("statement s: forall n: count {m: m >= n} = 0\n", "s: n<=2", ""),
    "trivial-bound": ("statement s(k): exists c: forall n: n + k <= c + k\n", "s: k<=3", "trivial on a range"),
    "trivial-automatic": ("statement s(k): exists automatic g <= 1: forall n: g(n + k) <= 1\n", "s: k<=3", "trivial on a range"),
    "trivial-limit": ("statement s(l): 1 <= l => tends_to(n: n + l, phi)\n", "s: l in 1..3", "trivial on a range"),
    "all-needs-an-automaton": ("statement s: forall n: n mod 2 <= 1\n", "s: all", "needs a range"),
    "all-automatic": ("statement s: exists automatic g <= 1: forall n: g(n) <= 1\n", "s: all", "automaton"),
    "number-beyond-64-bits": ("statement s: forall n: ((n + 3000000000) ^ 2) ^ 2 > n\n", "s: n<=1", "64 bits"),
    "least-with-a-free-parameter": ("statement s(l): forall n: n + l != 5 or l = 0\n", "least not s", ""),
}


def user_specs():
    for name, (text, claim, tables, expected) in SPECS.items():
        text = "language mex 1\n" + text
        path = user_file(text)
        case("reject", name, claim, head(claim, digest("s", "--spec", path)) + tables, expected, text)
    for name, (text, claim, expected) in DECLINED.items():
        text = "language mex 1\n" + text
        path = user_file(text)
        body = head(claim, digest("s", "--spec", path))
        if claim.startswith("least"):
            body += "point 1 l=1,n=4\n"
        case("declined", name, claim, body, expected, text)
    for name, (body, statement, table) in NOT_INCREASING.items():
        text = f"language mex 1\ndef f(n) measure n = least m with {body}\nstatement s: {statement}\n"
        path = user_file(text)
        case("declined", name, "s: all", head("s: all", digest("s", "--spec", path)) + "table f " + table, "unbounded quantifier", text)
    case("declined", "version", G, seal(base(G)).replace(b"certificate 1", b"certificate 2", 1), "version")


BAD_SPECS = {
    "no-first-line": ("statement s: true\n", "1:1"),
    "crlf": ("language mex 1\r\nstatement s: true\n", "1:15"),
    "other-version": ("language mex 2\nstatement s: true\n", "1:1"),
    "redefines-a-known-name": ("language mex 1\nlet wythoffMexB(l, n) = n\nstatement s: true\n", "2:5"),
    "shadowed-item": ("language mex 1\nstatement s: forall komakG: true\n", "2:21"),
    "shadowed-variable": ("language mex 1\nstatement s: forall x: x = 0 or exists x: x = 1\n", "2:40"),
    "reserved-word": ("language mex 1\nstatement s: forall phi: true\n", "2:21"),
    "unknown-name": ("language mex 1\nstatement s: forall x: x = y\n", "2:28"),
    "used-before-definition": ("language mex 1\nstatement s: f(0) = 0\ndef f(n) = n\n", "2:14"),
    "arity": ("language mex 1\nlet f(x) = x\nstatement s: f(1, 2) = 0\n", "3:17"),
    "tuple-shape": ("language mex 1\npred R((x, y), z) = x = y and y = z\nstatement s: R(1, (2, 3))\n", "3:"),
    "truth-value-as-number": ("language mex 1\nstatement s: forall x: x + (x = 0) = 1\n", "2:"),
    "number-as-truth-value": ("language mex 1\nstatement s: forall x: x and x = 1\n", "2:"),
    "recursion-without-measure": ("language mex 1\ndef f(n) = if n = 0 then 0 else f(n - 1)\nstatement s: f(0) = 0\n", "2:"),
    "recursive-predicate": ("language mex 1\npred R(n) = n = 0 or R(n - 1)\nstatement s: R(0)\n", "2:22"),
    "product-of-variables": ("language mex 1\nstatement s: forall x, y: x * y = y * x\n", "2:"),
    "division-by-zero": ("language mex 1\nstatement s: forall x: x div 0 = 0\n", "2:"),
    "division-by-a-variable": ("language mex 1\nstatement s: forall x: 6 mod x = 0\n", "2:"),
    "number-too-large": ("language mex 1\nstatement s: 9223372036854775808 = 0\n", "2:14"),
    "leading-zero": ("language mex 1\nstatement s: 01 = 1\n", "2:14"),
    "relation-chain": ("language mex 1\nstatement s: forall x: 0 <= x <= 1\n", "2:"),
    "open-parenthesis": ("language mex 1\nstatement s: (1 = 1\n", ""),
    "nesting": ("language mex 1\nstatement s: " + "(" * 1000 + "1" + ")" * 1000 + " = 1\n", "2:"),
    "automatic-inside": ("language mex 1\nstatement s: not (exists automatic g <= 1: g(0) = 0)\n", "2:"),
    "use-of-a-missing-file": ("language mex 1\nuse \"no_such_file\"\nstatement s: true\n", "2:"),
    "no-ranged-position": ("language mex 1\ndef f(n) measure n = if f(n) = 1 then 1 else 0\nstatement s: f(0) = 1\n", "2:"),
    "empty-domain": ("language mex 1\nstatement s(p in 2..1): p = p\n", "2:"),
    "numeration-unreachable": ("language mex 1\nnumeration n = [[0, 0], [1, 1]]\nstatement s: rep(n, 0) = []\n", "2:"),
    "numeration-start": ("language mex 1\nnumeration n = [[1, 0], [0, 0]]\nstatement s: rep(n, 0) = []\n", "2:"),
    "dfao-target": ("language mex 1\ndfao d over fibonacci = [(0, 1, 0)]\nstatement s: d(0) = 0\n", "2:"),
    "word-letter": ("language mex 1\nword w from 0 = [[0, 7]]\nstatement s: w(0) = 0\n", "2:"),
    "domain-up-to-the-limit": ("language mex 1\ndef f(n in 5..9223372036854775807) measure n = if n <= 4 then 0 else f(n - 1) + 1\nstatement s: f(3) = 0\n", "2:"),
    "tuple-of-one": ("language mex 1\nstatement s: exists (x): x = 3\n", "2:"),
    "set-of-mixed-width": ("language mex 1\nset A = {(1, 2), (1, 2, 3)}\nstatement s: card(A) = 2\n", "2:"),
}


def bad_specs():
    for name, (text, place) in BAD_SPECS.items():
        case("malformed", "spec-" + name, "s: all", head("s: all", "0" * 64), f"user.mex:{place}" if place else "user.mex", text)


def main():
    for kind in KINDS:
        for folder in (HERE / kind).glob("*"):
            if not folder.name.startswith(("automata-", "all-", "guard-", "spec-guard-", "spec-numeration-")):  # of other makers, or by hand
                shutil.rmtree(folder)
    accept()
    malformed()
    reject_tables()
    reject_claims()
    reject_points_and_witnesses()
    user_specs()
    plain_defs()
    bad_specs()
    shutil.rmtree(SCRATCH)


main()
