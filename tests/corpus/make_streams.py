"""Writes the corpus cases stream-*: certificates that are read row by row (spec/certificate.md 4), good and bad.

Run it after a change of the cases below; each `expected` stands here."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from mexlib import digest, mexcheck  # noqa: E402
from streams import Stream, seal_stream  # noqa: E402

EXIT = {"accept": 0, "reject": 1, "malformed": 1, "declined": 2}
TEXT = """language mex 1
def a(n) measure n = least m with forall i < n: m != a(i) and m != a(i) + i
def b(n) measure n = a(n) + n
pred inA(m, n) = exists k <= n: m = a(k)
statement s: STATEMENT
"""
A = [0, 1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19, 21, 22, 24, 25, 27, 29, 30, 32, 33, 35, 37, 38, 40, 42, 43, 45, 46]
LAST = 20


def case(kind, name, statement, expected, columns=None, edit=None, seal=None, claim=f"s: n<={LAST}", text=TEXT):
    folder = HERE / kind / f"stream-{name}"
    folder.mkdir()
    user = folder / "user.mex"
    user.write_text(text.replace("STATEMENT", statement))
    (folder / "claim").write_text(claim + "\n")
    body = Stream([f"claim {digest('s', '--spec', user)} {claim}"], columns or [[f"a 0..{LAST}", A[:LAST + 1]]]).body()
    body = edit(body) if edit else body
    (folder / "c.cert").write_bytes((seal or seal_stream)(body))
    (folder / "expected").write_text(expected + "\n")
    code, out, err = mexcheck("--claim", claim, folder / "c.cert", "--spec", user)
    if code != EXIT[kind] or expected not in out:
        print(f"{kind}/{folder.name}: exit {code}, wanted {EXIT[kind]} with '{expected}'\n  {out}{err}")


def entry(column, n, by, alone=True):
    """The columns of one `a`, with a wrong entry."""
    wrong = A[:LAST + 1]
    for i in range(n, n + 1 if alone else LAST + 1):
        wrong[i] += by
    return [[column, wrong]]


def last_line(change):
    return lambda body: "\n".join([*(lines := body.split("\n")[:-1])[:-1], change(lines[-1])]) + "\n"


def short_columns():
    """Columns and claims that read another column behind its last row, 10; the values there are what zeros would give."""
    outside, verified = "a row outside of its column is read at row 11", "rules=fast.stream,induction"
    a, zeros, least = A[:11], [0] * 10, "least m with"

    def shifted(row):  # least m with m >= n and forall i < n: m != d(i) + a(n)
        d = []
        for n in range(LAST + 1):
            d.append(next(m for m in range(n, 99) if m - row[n] not in d))
        return d

    bodies = {  # the body of d(n), and its values if the rows of a(n) are these
        "sum": ("a(n) + n", lambda row: [x + n for n, x in enumerate(row)]),
        "argument": ("g(a(n) + 40 - n)", lambda row: [x + 41 - n for n, x in enumerate(row)]),
        "premise": ("if a(n) >= n then 1 else 0", lambda row: [int(x >= n) for n, x in enumerate(row)]),
        "lower-bound": (f"{least} m >= a(n)", lambda row: row),
        "premise-of-a-bound": (f"{least} (n > 5 => m >= a(n))", lambda row: [x * (n > 5) for n, x in enumerate(row)]),
        "offset": (f"{least} m >= n and forall i < n: m != d(i) + a(n)", shifted),
        "set": (f"{least} forall i <= n: m != a(i)", lambda row: [next(m for m in range(99) if m not in a[:n + 1]) for n in range(LAST + 1)]),
    }
    for name, (body, values) in bodies.items():
        text = TEXT.replace("statement s", f"def g(x) = x + 1\ndef d(n) measure n = {body}\nstatement s")
        for kind, last, wanted in (("reject", LAST, outside), ("accept", 10, verified)):
            columns = [["a 0..10", a], [f"d 0..{last}", values(a + zeros)[:last + 1]]]
            case(kind, f"short-{name}", "forall n: d(n) >= 0", wanted, columns, text=text, claim=f"s: n<={last}")
    c = "def c(n) measure n = n\npred inC(m, n) = exists k <= n: m = c(k)\nstatement s"
    for name, statement in (("member", "not inA(100, n)"), ("leaf", "a(n) >= 0"), ("leaf-premise", "not a(n) > 100"),
                            ("member-number", "not inC(a(n) + 100, n)")):
        columns, text = [["a 0..10", a]], TEXT
        if "inC" in statement:
            columns, text = [*columns, ["c 0..20", range(LAST + 1)]], TEXT.replace("statement s", c)
        for kind, last, wanted in (("reject", LAST, outside), ("accept", 10, verified)):
            case(kind, f"short-{name}", f"forall n: {statement}", wanted, columns, text=text, claim=f"s: n<={last}")


def main():
    for kind in EXIT:
        for folder in (HERE / kind).glob("stream-*"):
            shutil.rmtree(folder)
    true = "forall n: a(n) >= n and inA(a(n), n)"
    both = [[f"a 0..{LAST}", A[:LAST + 1]], [f"b 0..{LAST}", [x + n for n, x in enumerate(A[:LAST + 1])]]]
    verified = "rules=fast.stream,induction"
    case("accept", "good", true, f"{verified} instances=42 hyp=42")
    unread = "pred R(x, y) = x >= 0\nstatement s: STATEMENT\n"
    case("accept", "unread-argument", "forall n: R(n, a(n))", verified, text=TEXT.replace("statement s: STATEMENT\n", unread))
    case("reject", "unread-argument", "forall n: R(n, a(n + 1))", "a row outside of its column is read at row 20",
         text=TEXT.replace("statement s: STATEMENT\n", unread))
    case("accept", "unread-in-a-tuple", "forall n: (n, a(n)) not in {(99, 1), (98, 1)}", verified)
    case("reject", "unread-in-a-tuple", "forall n: (n, a(n + 1)) not in {(99, 1), (98, 1)}", "a row outside of its column is read at row 20")
    case("accept", "two-columns", "forall n: b(n) - a(n) = n and not inA(b(n) + 0, n) or n = 0", verified, both)
    case("accept", "ahead", "forall n: a(n + 1) - a(n) in {1, 2}", verified, [[f"a 0..{LAST + 1}", A[:LAST + 2]]])
    case("accept", "unrolled", "forall n, d in 1..2: d <= n => a(n) - a(n - d) >= d", f"{verified} instances=39 hyp=39")
    case("accept", "steep-bound", f"forall n, d: {2 ** 58} * d <= {2 ** 59} => a(n) + d >= n", f"{verified} instances=63 hyp=63")
    case("accept", "escapes", "forall n: t(n) >= 100", verified, [[f"t 0..{LAST}", [100 + 80 * (n % 2) for n in range(LAST + 1)]]],
         text="language mex 1\ndef t(n) measure n = if n = 0 then 100 else 280 - t(n - 1)\nstatement s: STATEMENT\n")
    case("reject", "entry-more", true, "a(7): claimed 12, computed 11", entry(f"a 0..{LAST}", 7, 1))
    case("reject", "entry-less", true, "a(7): claimed 10, computed 11", entry(f"a 0..{LAST}", 7, -1))
    case("reject", "last-entry", true, "a(20): claimed 33, computed 32", entry(f"a 0..{LAST}", LAST, 1))
    case("reject", "entries-moved", true, "a(7): claimed 12, computed 11", entry(f"a 0..{LAST}", 7, 1, False))
    case("reject", "false-claim", "forall n: a(n) <= n + 11", "false at row 20")
    case("reject", "false-membership", "forall n: not inA(n, n)", "false at row 0")
    case("reject", "false-premise", "forall n: a(n) >= 0 and not (1 < 0 => a(n) > 0)", "false at row 0")
    case("reject", "false-premise-unrolled", "forall n: a(n) >= 0 and not (forall d in 1..2: d > 2 => a(n) > d)", "false at row 0")
    case("reject", "too-short", "forall n: a(n + 1) > a(n)", "a row outside of its column is read at row 20")
    case("reject", "before-the-first", "forall n: a(n) > a(n - 1) or n = 0", "a row outside of its column is read at row 0")
    case("reject", "negative-argument", "forall n: inA(a(n), n) and not inA(a(n), n - 1)", "-1 is outside its domain at row 0")
    case("reject", "no-column", "forall n: b(n) >= a(n)", "no column holds b")
    case("reject", "column-not-used", "forall n: a(n) >= n", "column not used: b", both)
    case("reject", "no-instance", "forall n: n > 20 => a(n) = 0", "no instance satisfies the hypotheses")
    case("reject", "other-claim", true, "does not list this claim", claim="s: n<=19", edit=lambda body: body.replace("n<=19", "n<=18"))
    case("reject", "negative-entry", true, "the entry is negative: -2", edit=last_line(lambda line: "." + line[1:]))
    short_columns()
    malformed = {
        "cut": (None, lambda body: seal_stream(body)[:-30], "the last line has no line end"),
        "no-end": (None, lambda body: body.encode(), "missing end"),
        "junk": (None, lambda body: seal_stream(body) + b"1\n", "junk after the end"),
        "count": (None, lambda body: seal_stream(body, 4), "wrong count or digest"),
        "digest": (lambda body: body, lambda body: seal_stream(body)[:-3] + b"zz\n", "wrong count or digest"),
        "entry-missing": (last_line(lambda line: line[:-1]), None, "line ends too early"),
        "entry-added": (last_line(lambda line: line + "0"), None, "entries behind the last row"),
        "line-added": (lambda body: body + "000\n", None, "`end` expected"),
        "escape-not-needed": (last_line(lambda line: line[:-1] + "!2!"), None, "number not canonical"),
        "escape-open": (last_line(lambda line: line[:-1] + "!100"), None, "line ends too early"),
        "escape-huge": (last_line(lambda line: line[:-1] + "!9223372036854775807!"), None, "number too large"),
        "blank": (last_line(lambda line: " " + line[1:]), None, "no step"),
        "no-rows": (lambda body: body.replace("rows\n", ""), None, "unknown record"),
        "table": (lambda body: body.replace("column", "table"), None, "wrong order"),
        "no-claim": (lambda body: "\n".join(body.split("\n")[:1] + body.split("\n")[2:]), None, "no claim"),
        "no-column-at-all": (lambda body: "\n".join([*body.split("\n")[:2], "rows", ""]), None, "no column"),
        "rows-surplus": (lambda body: body.replace("\nrows\n", "\nrows 0\n"), None, "line too long for its record"),
        "line-too-long": (last_line(lambda line: line + "0" * 70000), None, "line too long"),
        "line-too-long-and-cut": (None, lambda body: body.encode()[:-1] + b"0" * 70000, "line too long"),
        "column-twice": (lambda body: body.replace("column a 0..20\n", "column a 0..20\n" * 2), None, "two tables"),
        "plain": (lambda body: body.replace(" stream", ""), None, "unknown record"),
    }
    for name, (edit, seal, expected) in malformed.items():
        case("malformed", name, true, expected, edit=edit, seal=seal)
    case("declined", "two-variables", "forall n, m: a(n) + a(m) >= n", "one ranged variable", claim="s: n<=20,m<=20")
    case("declined", "refutation", "forall n: a(n) <= n + 11", "serves claims on ranges", claim="not s at n=19")
    case("declined", "inner-row", "forall n: a(a(n)) >= n", "no form that fast.stream decides")
    case("declined", "wide-bound", "forall n: exists k <= a(n): n = a(k) or n = k", "no form that fast.stream decides")
    case("declined", "measure", "forall n: c(0, n) >= n", "the measure does not fall",
         [[f"c {i} 0..{LAST}", [0] * (LAST + 1)] for i in (0, 1)],
         text="language mex 1\ndef c(i in 0..1, n) measure 2 * n + i = if n = 0 then 0 else c(1 - i, n) + c(i, n - 1)\nstatement s: STATEMENT\n")
    case("declined", "long-list", "forall n: a(n) in {" + ", ".join(str(3 * i + 100) for i in range(3000)) + "} or n >= 0", "nested too deeply for a stream")
    case("declined", "set-too-large", "forall n: exists k <= n: t(n) = t(k)", "a set of numbers does not fit",
         [["t 0..99", [20000 * n for n in range(100)]]], claim="s: n<=99",
         text="language mex 1\ndef t(n) measure n = 20000 * n\nstatement s: STATEMENT\n")
    pairs = "language mex 1\ndef q(x, y) measure x + y = if x = 0 or y = 0 then x + y else q(x - 1, y - 1)\nstatement s: STATEMENT\n"
    case("declined", "two-ranged-positions", "forall n: q(n, n) = 0", "a column has one ranged position", [["q 0..20 0..20", range(21)]], text=pairs)
    many = "language mex 1\ndef c(i in 0..1000, n) measure n = if n = 0 then i else c(i, n - 1)\nstatement s: STATEMENT\n"
    case("declined", "too-many-columns", "forall n: c(0, n) = 0", "too many columns", [[f"c {i} 0..0", [i]] for i in range(1001)], text=many, claim="s: n<=0")
    case("declined", "version", true, "version: `1 streams`", edit=lambda body: body.replace(" stream\n", " streams\n"))


main()
