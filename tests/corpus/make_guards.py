"""Writes the corpus cases guard-*: each is there for one guard of the checker that no other case notices.

Most are a statement file of a few lines and a certificate without tables or with a small one. Run it after a change of the
cases below; `expected` is what the checker says today where none is given (read the difference before committing it)."""

import re
import shutil
import sys
import tempfile
from math import isqrt
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "lib"), str(HERE.parent / "automata")]
from learn import FIBONACCI, Numeration, relation, text as states  # noqa: E402
from mexlib import digest, mexcheck, seal  # noqa: E402

EXIT = {"accept": 0, "reject": 1, "malformed": 1, "declined": 2}
SCRATCH = Path(tempfile.mkdtemp())


def case(kind, name, text, claim, body="", expected="", sealed=None):
    """A statement file, a claim about one of its statements, and what follows the claim line of the certificate."""
    folder = HERE / kind / f"{'spec-' if kind == 'malformed' and not body and sealed is None else ''}guard-{name}"
    folder.mkdir(parents=True)
    user = folder / "user.mex"
    user.write_text("language mex 1\n" + text)
    wanted = 3 if folder.name.startswith("spec-") else EXIT[kind]
    statement = re.match(r"(?:least not |not )?([\w.]+)", claim).group(1)
    stmt = "0" * 64 if wanted == 3 else digest(statement, "--spec", user)
    (folder / "claim").write_text(claim + "\n")
    (folder / "c.cert").write_bytes(sealed or seal(f"mexcert-certificate 1\nclaim {stmt} {claim}\n{body}"))
    code, out, err = mexcheck("--claim", claim, folder / "c.cert", "--spec", user)
    said = re.sub(r"^.*? at \S+ ", "", out.strip())[:100] if out else re.sub(r"^.*?(user.mex:\d+)", r"\1", err.strip())
    if code != wanted or expected not in (out or err):
        print(f"{kind}/{folder.name}: exit {code}, wanted {wanted} with '{expected}'\n  {out}{err}")
    (folder / "expected").write_text((expected or ("VERIFIED" if kind == "accept" else said)) + "\n")


def main():
    for kind in EXIT:
        for folder in (HERE / kind).glob("*guard-*"):
            if re.fullmatch(r"(spec-)?guard-.*", folder.name):
                shutil.rmtree(folder)
    write_cases()
    shutil.rmtree(SCRATCH)


def closed(kind, name, text, formula, expected=""):
    """A statement without variables."""
    case(kind, name, f"{text}statement s: {formula}\n", "s: all", expected=expected)


UNARY = "numeration u = [[0, 1], [1, _]]\n"  # 1, 10, 100, ..: the representation of n has n digits
ONE_PLACE = 267587  # kept where 3 is: see `memory` in checker/core/eval.h
DOUBLE = "word w from 0 = [[0, 1], [1, 0]]\n"


def words():
    closed("accept", "rep-longest", UNARY, "prefix([1, 0], rep(u, 131072))")
    closed("declined", "rep-too-long", UNARY, "prefix([1, 0], rep(u, 131073))", "word too long")
    closed("accept", "rep-more-words-than-64-bits", "numeration b = [[0, 0, 0, 0, 0]]\n",
           "rep(b, 9223372036854775807) = [1, 1, 0, 4, 3, 3, 2, 4, 0, 1, 3, 0, 4, 4, 2, 2, 4, 3, 4, 3, 1, 0, 3, 1, 1, 2, 1, 2]")
    closed("accept", "iterate-longest", DOUBLE, "prefix([0, 1, 1, 0], iterate(w, 24, [0]))")
    closed("declined", "iterate-too-long", DOUBLE, "prefix([0, 1, 1, 0], iterate(w, 25, [0]))", "word too long")
    closed("reject", "iterate-unknown-letter", DOUBLE, "iterate(w, 1, [2]) = [2]", "letter 2 has no image")
    closed("accept", "letter-last", DOUBLE, "w(16777215) = 0")
    closed("declined", "letter-too-far", DOUBLE, "w(16777216) = 1", "word too long")
    closed("accept", "floor-largest", "", "floor(5700357409661599241 * phi) = 9223372036854775804")
    closed("declined", "floor-beyond", "", "floor(5700357409661599242 * phi) > 0", "64 bits")


def two(name, true, false, text="", expected="false at"):
    """A true and a false statement without variables."""
    closed("accept", name, text, true)
    closed("reject", name, text, false, expected)


def on_a_range(kind, name, text, formula, table="", expected="", ranges="n<=3"):
    case(kind, name, f"{text}statement s: {formula}\n", f"s: {ranges}", table, expected)


def evaluation():
    let = "let f(x in 1..3) = 2 * x\n"
    two("let-in-its-domain", "f(5 - 2) = 6 and f(3 - 2) = 2", "f(5 - 2) = 9", let)
    for n in (4, 0):
        on_a_range("reject", f"let-outside-its-domain-{n}", let, f"forall n: f(n + {n} - n) = 0", expected="is outside its domain", ranges="n<=0")
        on_a_range("reject", f"relation-outside-its-domain-{n}", "pred R(x in 1..3) = x = x\n", f"forall n: R({n} + n)", expected="outside its domain", ranges="n<=0")
    on_a_range("reject", "let-variable-above", let, "forall n: f(n + 1) <= 6", expected="4 is outside its domain")
    on_a_range("reject", "let-variable-below", let, "forall n: f(n) <= 6", expected="0 is outside its domain")
    on_a_range("reject", "relation-negative", "pred R(x) = x = x\n", "forall n: R(n - 1)", expected="negative argument")
    two("constant", "c = 5", "c = 0", "def c = 5\n")
    two("definition-zero", "h(0) = 0", "h(0) = 1", "def h(n) = n\n")
    for kind, bound in (("accept", 3), ("reject", 2)):
        case(kind, "product-on-a-range", f"statement s(k in 0..3): forall n: k * n <= {bound} * n\n", "s: n<=5")
    on_a_range("accept", "implication-inside", "", "forall n: (n = 0 => n = 1) or n = 0")
    two("equal-words", "rep(fibonacci, 1) != rep(fibonacci, 4)", "rep(fibonacci, 1) = rep(fibonacci, 4)")
    two("least-of-a-range", "(least v with v <= 3) = 0", "(least v with v <= 3) = 1")
    on_a_range("reject", "loop-below-zero", "", "forall n: exists v: 2 * v + 1 <= n", expected="false at n=0")
    on_a_range("accept", "loop-below-zero", "", "forall n: n = 0 or exists v: 2 * v + 1 <= n")
    on_a_range("reject", "root-below-zero", "", "forall n: exists v: (v - n) ^ 2 + 1 <= n", expected="false at n=0")
    on_a_range("accept", "loop-along-floor", "", "forall n: exists v: floor(v * phi) <= n", expected="rules=golden,increasing")
    closed("accept", "iterate-to-a-fixed-word", "word w from 0 = [[0, 1], [1]]\n", "iterate(w, 1000000000000, [1]) = [1]")
    closed("accept", "joined-longest", DOUBLE, "prefix([0, 1], iterate(w, 23, [0]) ++ iterate(w, 23, [0]))")
    closed("declined", "joined-too-long", DOUBLE, "prefix([0, 1], iterate(w, 24, [0]) ++ [0])", "word too long")
    on_a_range("accept", "names", "", "forall Z, z, A, a, _x: Z + z + A + a = _x => Z <= _x", ranges="Z<=1,z<=1,A<=1,a<=1,_x<=4")


def memory():
    """Truths of a relation are kept: arguments that would share a key, or a place, do not share them."""
    two("kept-with-large-arguments", "R(1, 5) and not R(0, 4294967301)", "R(1, 5) and R(0, 4294967301)",
        "pred R(x, y) = exists u: u = x and y <= 100\n")
    two("kept-at-one-place", "R(3) and not R(%d)" % ONE_PLACE, "R(3) and R(%d)" % ONE_PLACE, "pred R(x) = exists u: u = x and u <= 5\n")
    outputs = BINARY + "dfao D over binary = [(0, 1, 1), (1, 0, 0)]\n"
    two("output-too-far-to-keep", "D(4294967296) = 0 and D(4294967295) = 1", "D(4294967296) = 1", outputs)


def nested_calls():
    chain = lambda n: "def d0(n) = n\n" + "".join(f"def d{i}(n) = d{i - 1}(n) + 1\n" for i in range(1, n + 1))  # noqa: E731
    closed("accept", "calls-nested", chain(100), "d100(1) = 101")
    closed("declined", "calls-nested-too-deeply", chain(130), "d130(1) = 131", "calls nested too deeply")


def recursion():
    on_a_range("reject", "measure-negative", "def f(n) measure n - 1 = if n = 0 then 0 else f(n - 1)\n", "forall n: f(n) = 0", "table f 0..3\n0 0 0 0\n",
               "negative measure")
    shifted = "def f(n) measure n = least m with m >= 10 and forall i < n: m != f(i)\n"
    closed_with_table("accept", "solution-at-the-end-of-the-table", shifted, "exists n: f(n) = 12", "table f 0..2\n10 1 1\n")
    closed_with_table("reject", "solution-behind-the-table", shifted, "exists n: f(n) = 13", "table f 0..2\n10 1 1\n", "no table holds")


def leaves():
    """A leaf of several parts along a line: what is read is what the direct reading reads, place by place."""
    text = "def f(n) measure n = if n < 3 then n else f(n - 3) + 4\n"

    def leaf(kind, name, formula, last, expected="", ranges="k<=80"):
        values = [n // 3 * 4 + n % 3 for n in range(last + 1)]
        steps = [str(b - a) for a, b in zip([0, *values], values)]
        rows = "".join(" ".join(steps[i:i + 64]) + "\n" for i in range(0, len(steps), 64))
        on_a_range(kind, f"leaf-{name}", text, f"forall k: {formula}", f"table f 0..{last}\n{rows}" if last >= 0 else "", expected, ranges)

    leaf("reject", "behind-a-part-that-fails", "(k <= 5 and f(3 - k) = 0) or 0 <= k", -1, "no table holds f(3)")
    leaf("reject", "behind-a-part-that-fails-negative", "(k <= 5 and f(3 - k) >= 0) or 0 <= k", 3, "negative argument")
    leaf("accept", "read-at-some-places", "(k <= 5 and f(k) >= 0) or 0 <= k", 80)
    leaf("reject", "far-out", "f(5000 - k) = 7 or 0 <= k", 5000, "negative argument", "k<=9000")
    leaf("reject", "behind-the-table", "f(k) = 5 or 0 <= k", 4500, "no table holds f(4501)", "k<=9000")
    leaf("reject", "not-behind-the-table", "not (f(k) != 5 and k + 1 <= 0)", 4500, "no table holds f(4501)", "k<=9000")
    leaf("reject", "never-read", "k != 3 or (k = 3 or f(k) = 7)", 80, "table not used")
    leaf("accept", "second-everywhere", "f(k) = 5 or f(k) >= k", 80)
    leaf("accept", "three-parts", "(f(k) = 5 or f(k) >= k) or f(k) = 9", 80)
    leaf("accept", "both-everywhere", "k = 7 or (f(k) >= k and f(k) <= 2 * k)", 80)
    leaf("reject", "second-fails", "k != 3 or f(k) = 5", 80, "false at k=3")


def closed_with_table(kind, name, text, formula, table, expected=""):
    case(kind, name, f"{text}statement s: {formula}\n", "s: all", table, expected)


# --- over a numeration ------------------------------------------------------------------------

FIB = Numeration(FIBONACCI)
BINARY = "numeration binary = [[0, 0]]\n"


def record(name, kind):
    """A record of the certificate of another case."""
    body = (HERE / "accept" / name / "c.cert").read_text()
    return re.search(rf"^{kind}.*\n(?:[-+0-9].*\n)+", body, re.M).group()


ADDER, FLOOR = record("automata-zero", "adder"), record("automata-zero", "graph floor")


def everywhere(kind, name, text, formula, records="", expected="", over="fibonacci"):
    """A statement for all naturals, with records over a numeration."""
    case(kind, name, f"{text}statement s: {formula}\n", "s: all", f"over {over}\n{records}", expected)


def zero_graph(digits=13):
    return "graph f *\n" + states(relation(FIB, [(n, 0) for n in range(900)], digits, 4))


def unread_records():
    """A record that the text reaches may stand, and is checked, although no decision asks for it."""
    recursive = "def f(n) measure n = if n = 0 then 0 else f(n - 1)\n"
    word = "word w from 0 = [[0, 1], [1]]\n"
    letters = "letters w\n0 0:0 1:1\n1 0:2\n1 0:2 1:1\n"
    starts = record_of_starts()
    everywhere("accept", "unread-graph", recursive, "forall n: (if 0 = 0 then n else f(n)) = n", zero_graph(), "rules=automata,induction")
    everywhere("reject", "unread-graph", recursive.replace("then 0", "then 1"), "forall n: (if 0 = 0 then n else f(n)) = n", zero_graph(), "equation")
    everywhere("accept", "unread-floor", "", "forall n: (if 0 = 0 then n else floor(n * phi)) = n", ADDER + FLOOR, "beatty")
    everywhere("accept", "unread-adder", "", "forall n: 0 <= n", ADDER, "rules=adder,automata")
    everywhere("accept", "unread-word", word, "forall n: (if 0 = 0 then n else w(n)) = n", ADDER + letters + starts, "morphic")
    ends = "word w from 1 = [[0], [1, 0]]\n"
    everywhere("accept", "unread-word-ends-in-zeros", ends, "forall n: (if 0 = 0 then n else w(n)) = n",
               ADDER + "letters w\n1 0:0 1:1\n0 0:2\n0 0:2 1:1\n" + starts, "morphic")
    everywhere("reject", "unread-word", word.replace("[1]", "[0]"), "forall n: (if 0 = 0 then n else w(n)) = n", ADDER + letters + starts, "letters w")


def strange_digits():
    """Digits that the numeration does not have."""
    joined = "rep(fibonacci, k) = rep(fibonacci, n) ++ [{}]".format
    everywhere("accept", "digit-of-no-word", "", f"forall n, k: not ({joined(2)}) and not ({joined(3)})", ADDER)
    everywhere("reject", "digit-of-no-word", "", f"forall n, k: not ({joined(1)}) and not ({joined(2)})", ADDER, "false at")


def record_of_starts():
    """w = 0 1 1 1 ..: the image of the first letter has two letters, each other one."""
    return "starts w\n" + states(relation(FIB, [(n, n + 1 if n else 0) for n in range(900)], 13, 4))


def counts():
    everywhere("accept", "count-of-projections", "", "forall x: count {u: u < 3 and (exists v: v <= u + x)} <= 3", ADDER)
    everywhere("reject", "count-of-projections", "", "forall x: count {u: u < 3 and (exists v: v <= u + x)} >= 4", ADDER, "false at x=0")
    many = "count {u: u < 3 and (exists v: 1 <= v and v <= u)}"
    everywhere("accept", "count-of-many", "", f"forall x: x < 1 or {many} = 2", ADDER)
    everywhere("reject", "count-of-many", "", f"forall x: x < 1 or {many} = 3", ADDER, "false at x=1")
    everywhere("declined", "count-inside-a-term", "", "forall x: (count {u: u < x}) div 2 <= x", ADDER, "must be compared with a number")
    everywhere("declined", "square-inside-a-term", "", "forall x: ((x - 1) ^ 2) div 2 <= x", ADDER, "more than automata")
    everywhere("accept", "count-closed", "", "forall x: x < 1 or count {u: u < 3} = 3")
    everywhere("reject", "count-closed", "", "forall x: x < 1 or count {u: u < 3} = 4", expected="false at x=1")
    everywhere("reject", "count-closed-below", "", "forall x: x < 1 or count {u: u < 3} = 2", expected="false at x=1")


def quantifiers():
    everywhere("accept", "exists-nothing", "", "forall x: (exists y: y < x and x < y) <=> x < x")
    everywhere("reject", "exists-nothing", "", "forall x: (exists y: y < x and x < y) <=> x < 1", expected="false at x=0")
    both = "exists z: z <= a and floor(x * phi) = a and floor(x * phi) = b"
    everywhere("accept", "two-values-of-a-function", "", f"forall x, a: floor(x * phi) = a => {both.replace('= b', '= a')}", ADDER + FLOOR)
    everywhere("reject", "two-values-of-a-function", "", f"forall x, a, b: floor(x * phi) = a => {both}", ADDER + FLOOR, "false at")


def tracks():
    """E: the binary digits come in equal pairs, so that two states differ only in letters of the first of nine tracks."""
    dfao = BINARY + "dfao E over binary = [(0, 1, 1), (4, 2, 0), (3, 1, 1), (2, 4, 0), (4, 4, 0)]\n"
    xs = [f"x{i}" for i in range(1, 16)]
    for count, name in ((8, "nine"), (7, "eight"), (15, "sixteen")):
        some = xs[:count]
        formula = "forall x0, {}: {} => x0 = 2 => exists y: y < x0 and {}".format(
            ", ".join(some), " => ".join(f"{x} = 0" for x in some), " and ".join(f"{x} = 0" for x in some))
        everywhere("accept", f"{name}-tracks", dfao, formula, over="binary")
        if count < 15:
            everywhere("reject", f"{name}-tracks", dfao, formula + " and E(x0) = 1", expected="false at", over="binary")


def rules():
    """What the hypotheses of a mex rest on is listed."""
    for name, hypotheses in (("bisect", "forall i: floor(i * phi) = n => m != i"),
                             ("second-step", "forall i, j: j = n + 1 => floor(i * phi) <= n => m != i + j")):
        least = f"least m with (1 <= n => m != D(n - 1)) and {hypotheses}"
        everywhere("accept", f"rules-{name}", f"def D(n) measure n = {least}\n", f"forall n: D(n) = {least}", ADDER + FLOOR, "definition,golden,increasing")
    images = {(n + isqrt(5 * n * n)) // 2 + 1: n for n in range(900)}
    values = []
    for n in range(900):
        values.append(1 if n in images and values[images[n]] == 0 else 0)
    level = "level 0 f *\n" + states(relation(FIB, [(n,) for n in range(900) if values[n] == 0], 13, 5))
    everywhere("accept", "rules-levels", "def f(n) measure n = least m with forall i: floor(i * phi) + 1 = n => m != f(i)\n", "forall n: n = 0 => f(n) = 0",
               ADDER + FLOOR + level, "golden,increasing,induction")


def limits():
    many = ", ".join(f"x{i}" for i in range(65))
    fewer = many.rsplit(", ", 1)[0]
    zeros = lambda names: " => ".join(f"{x} <= 0" for x in names.split(", "))  # noqa: E731
    everywhere("accept", "sixty-four-variables", BINARY, f"forall {fewer}: {zeros(fewer)} => x0 <= 0", over="binary")
    everywhere("declined", "sixty-five-variables", BINARY, f"forall {many}: {zeros(many)} => x0 <= 0", expected="too many variables", over="binary")
    listed = ", ".join(str(i) for i in range(1023))  # and the words of the numeration
    everywhere("reject", "many-automata", BINARY, f"forall x: x in {{{listed}}}", expected="false at x=1023", over="binary")
    everywhere("declined", "too-many-automata", BINARY, f"forall x: x in {{{listed}, 1023}}", expected="too many automata", over="binary")
    rows = ", ".join(f"({2 * s % 1024}, {(2 * s + 1) % 1024}, {s})" for s in range(1024))
    everywhere("declined", "outputs", f"{BINARY}dfao D over binary = [{rows}]\n", "forall x: D(x) <= 1023", expected="too many outputs", over="binary")
    case("declined", "domain-too-large", "statement s(p in 0..1000000000): p = p\n", "s: all", "over fibonacci\n", "too large")


def numerations():
    everywhere("reject", "number-in-base-three", "numeration three = [[0, 0, 0]]\n", "forall x: x <= 20", expected="false at x=21", over="three")
    everywhere("reject", "number-without-22", "numeration n = [[0, 0, 1], [0, 1, _]]\n", "forall x: x <= 20", expected="false at x=21", over="n")
    everywhere("reject", "number-without-00", "numeration n = [[0, 1], [2, 1], [_, 1]]\n", "forall x: x <= 3", expected="false at x=4", over="n")
    everywhere("accept", "dfao-leaves-its-start", "dfao D over fibonacci = [(1, 0, 0), (1, 1, 1)]\n", "forall n: n = 1 => D(n) = 0")
    everywhere("reject", "dfao-leaves-its-start", "dfao D over fibonacci = [(1, 0, 0), (1, 1, 1)]\n", "forall n: n = 2 => D(n) = 0", expected="false at n=2")


def instances():
    case("reject", "other-parameter", "statement s(p, q): p = 1 => q <= 1\n", "s(p=1): all", "over fibonacci\n", "false at")
    case("accept", "other-parameter", "statement s(p, q): p = 1 => q <= 1\n", "s(q=1): all", "over fibonacci\n")


def definitions():
    """A leaf that only looks like the defining equation of D."""
    def pair(name, body, other, before="", sign="="):
        least = "least m with (1 <= x => m != D(x - 1)) and"
        text = f"{before}def D(x) measure x = {least} {body}\n"
        everywhere("reject", f"definition-{name}", text, f"forall x: D(x) {sign} {least} {other}", ADDER, "no record for graph D *")

    pair("less", "m != x", "m != x", sign="<")
    pair("other-operation", "m != x div 2", "m != x mod 2")
    pair("other-number", "m != x + 1", "m != x + 2")
    pair("other-item", "m != h(x)", "m != g(x)", "def h(x) = x + 1\ndef g(x) = x + 2\n")
    pair("other-coefficient", "m != 2 * x", "m != 3 * x")
    pair("longer-list", "(x in {1, 2} => m != 0)", "(x in {1, 2, 3} => m != 0)")
    pair("call-for-a-variable", "m != x", "m != h(x)", "def h(x) = x + 5\n")
    bound = "least m with (1 <= x => m >= D(x - 1))"
    everywhere("accept", "definition-with-a-bound", f"def D(x) measure x = {bound}\n", f"forall x: D(x) = {bound}", ADDER, "definition")
    domain = "least m with (1 <= x => m != h(D(x - 1)))"
    everywhere("declined", "definition-in-a-domain", f"def h(n in 0..3) = n\ndef D(x) measure x = {domain}\n", f"forall x: D(x) = {domain}",
               ADDER, "a call of the def itself")


def sums():
    def values(**given):
        return f"forall {', '.join(given)}: {' => '.join(f'{v} = {n}' for v, n in given.items())} => "

    def pair(name, given, true, false, records=ADDER):
        everywhere("accept", f"sum-{name}", "", values(**given) + true, records)
        everywhere("reject", f"sum-{name}", "", values(**given) + false, records, "false at")

    five = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5}
    pair("of-five", five, "a + 2 * b + c <= d + e - 1", "a + 2 * b + c < d + e - 1")
    pair("of-five-one-side", five | {"a": 14}, "a <= b + c + d + e", "a < b + c + d + e")
    pair("of-five-equal", five | {"a": 14}, "a = b + c + d + e", "a + 1 = b + c + d + e")
    pair("with-a-factor", {"x": 1, "y": 2, "z": 5}, "x + 2 * y = z", "x + 2 * y = z + 1")
    pair("with-a-divisor", {"x": 3, "y": 1}, "2 * x != 2 * y + 1", "2 * x != 4 * y + 2")
    everywhere("accept", "sum-not-negative", "", "forall x: 0 <= x + 3")
    everywhere("reject", "sum-always-positive", "", "forall x: x + 3 <= 0", expected="false at -")
    everywhere("reject", "order-is-no-function", "", "forall x, y, z: x + 2 <= y => x + 2 <= z => y = z", ADDER, "false at")
    everywhere("accept", "least-number", "", "forall x: x - 9223372036854775807 <= x")
    everywhere("declined", "number-without-a-negative", "", "forall x: x - 9223372036854775807 - 1 <= x", expected="64 bits")


def shapes():
    zero = zero_graph()
    recursive = "def f(n) measure n = if n = 0 then 0 else f(n - 1)\n"
    assert "\n+ 00:0" in zero
    for name, edge, expected in (("letter-twice", "00:0 00:0", "letters are not ascending"), ("target-of-33-bits", "00:4294967296", "no such state"),
                                 ("target-of-32-bits", "00:4294967295", "no such state")):
        everywhere("malformed", name, recursive, "f(5) = 0", zero.replace("00:0", edge, 1), expected)


def true_and_false(name, true, false, text="", records=ADDER):
    everywhere("accept", name, text, true, records)
    everywhere("reject", name, text, false, records, "false at")


def terms():
    true_and_false("square-equal", "forall x, y: (x - y) ^ 2 = 4 => x = y + 2 or y = x + 2", "forall x, y: (x - y) ^ 2 = 4 => x = y + 2")
    near = "forall x, y: (x - 3) ^ 2 + (y - 4) ^ 2"
    true_and_false("squares-at-most", f"{near} <= 2 => x + y <= 9", f"{near} <= 2 => x + y <= 8")
    true_and_false("squares-equal", f"{near} = 2 => x = 2 or x = 4", f"{near} = 2 => x = 4")
    true_and_false("squares-more", f"{near} > 2 => x != 4 or y != 5", f"{near} > 2 => x != 4 or y != 6")
    true_and_false("squares-at-least", f"{near} >= 2 => x != 3 or y != 5", f"{near} >= 2 => x != 4 or y != 5")
    true_and_false("square-with-a-factor", "forall x: 2 * (x - 3) ^ 2 <= 8 => x <= 5", "forall x: 2 * (x - 3) ^ 2 <= 8 => x <= 4")
    true_and_false("square-never", "forall x: not ((x - 3) ^ 2 + 1 <= 0) and not ((x - 3) ^ 2 + 1 = 0) and not (2 * (x - 3) ^ 2 = 7)",
                   "forall x: 2 * (x - 3) ^ 2 != 8")
    true_and_false("square-largest", "forall x: (x - 3) ^ 2 <= 1000000 => x <= 1003", "forall x: (x - 3) ^ 2 <= 1000000 => x <= 1002")
    everywhere("declined", "square-too-large", "", "forall x: (x - 3) ^ 2 <= 1002001 => x <= 1004", ADDER, "squares too large")
    everywhere("declined", "squares-of-both-signs", "", "forall x, y: (x - 3) ^ 2 - (y - 3) ^ 2 <= 4", ADDER, "squares of both signs")
    everywhere("declined", "square-and-variable", "", "forall x: (x - 3) ^ 2 <= x", ADDER, "not compared with a number")
    true_and_false("division", "forall x: x = 7 => x div 2 = 3 and x mod 2 = 1", "forall x: x = 7 => x div 2 = 2")
    everywhere("reject", "remainder", "", "forall x: x = 7 => x mod 2 = 0", ADDER, "false at x=7")
    true_and_false("constants", "forall x: x < 0 or true", "forall x: x < 0 or false")
    for name, term in (("product", "k * n"), ("product-turned", "n * k")):
        for kind, bound in (("accept", 3), ("reject", 2)):
            case(kind, name, f"statement s(k in 0..3): forall n: {term} <= {bound} * n\n", "s: all", f"over fibonacci\n{ADDER}")
    true_and_false("forall-in-a-domain", "forall x: (forall y in 1..3: y <= x) <=> 3 <= x", "forall x: (forall y in 1..3: y <= x) <=> 2 <= x")
    true_and_false("exists-in-a-domain", "forall x: (exists y in 1..3: y = x) <=> 1 <= x and x <= 3", "forall x: (exists y in 1..3: y = x) <=> 1 <= x and x <= 2")


def compared_counts():
    below = "count {u: u < x}"
    true_and_false("count-with-a-factor", f"forall x: 2 * {below} = 6 => x = 3", f"forall x: 2 * {below} = 6 => x = 4")
    true_and_false("count-odd", f"forall x: not (2 * {below} = 5) and (2 * {below} <= 5 => x <= 2) and (2 * {below} >= 5 => x >= 3)",
                   f"forall x: 2 * {below} >= 5 => x >= 4")
    true_and_false("count-none", f"forall x: (x = 0 => {below} <= 0) and not ({below} + 3 <= 2) and {below} >= 0", f"forall x: {below} <= 0")


def unions():
    # A negated relation that is a disjunction: no disjunction of its parts.
    text = "pred t(x, y) = x <= y or 3 <= x\n"
    everywhere("reject", "union-negated", text, "forall y: exists x: not t(x, y)", "", "false at y=2")
    everywhere("reject", "union-negated-beside", text, "forall y: exists x: t(x, x + 0) and not t(x, y)", "", "false at y=2")
    everywhere("accept", "union-negated-holds", text, "forall y: y < 2 <=> exists x: not t(x, y)")


def calls():
    known = "".join(record("all-level-one-right", kind) for kind in ("adder", "level 0", "level 1"))
    text = (HERE / "accept" / "all-level-one-right" / "user.mex").read_text().split("\n", 1)[1].split("statement")[0]
    # A level behind a gap is not checked: it says here that f is 2 at 0 alone.
    behind = "".join(record("all-level-one-right", kind) for kind in ("adder", "level 0")) + "level 2 f *\n+ 0:0\n"
    everywhere("reject", "level-behind-a-gap", text, "forall n: f(n) = 2 => n = 0", behind, "no record for level 1 f *")
    everywhere("reject", "level-behind-a-gap-unused", text, "forall n: f(n) = 0 => n != 1", behind, "record not used: level 2 f *")
    everywhere("accept", "level-cancelled", text, "forall n: f(n) <= f(n)", known)
    everywhere("declined", "levels-inside-a-call", text + "def h(n) = n\n", "forall n: h(f(n)) = 0", known, "has levels")
    recursive = "def f(p in 1..3, n) measure n = if n = 0 then 0 else f(p, n - 1)\n"
    for p in (0, 4):
        everywhere("accept", f"call-not-read-{p}", recursive, f"forall x: x < 0 and f({p}, x) = 0 or 0 <= x")
        everywhere("accept", f"value-not-read-{p}", recursive, f"forall x: x < 0 and f({p}, x) = x or 0 <= x")
    rep = "rep(fibonacci, {})".format
    everywhere("declined", "words-joined", "", f"forall n, k: {rep('k')} = {rep('n')} ++ {rep('n')} => k = n", ADDER, "words other than")
    everywhere("declined", "digits-joined", "", f"forall n: {rep('n')} = [1] ++ [0] => n = 0", ADDER, "words other than")


def word_formulas():
    rep = "rep(fibonacci, {})".format
    word = "word w from 0 = [[0, 1], [1]]\n"
    everywhere("accept", "limit-of-a-word", word, "forall x: limit(w)", expected="rules=morphic")
    everywhere("accept", "iterate-closed", word, "forall x: iterate(w, 2, [0]) = [0, 1, 1]", expected="rules=morphic")
    everywhere("declined", "limit-below", "", "forall x: not tends_to(n: n + x, phi)", ADDER + FLOOR, "stands only at a leaf")
    true_and_false("word-on-the-left", f"forall n: [1, 0] = {rep('n')} => n = 2", f"forall n: [1, 0] = {rep('n')} => n = 3")
    true_and_false("word-joined-on-the-left", f"forall n, k: n = 1 => {rep('n')} ++ [0] = {rep('k')} => k = 2",
                   f"forall n, k: n = 1 => {rep('n')} ++ [0] = {rep('k')} => k = 3")
    for name, formula in (("joined-twice", f"{rep('n')} ++ [0] = {rep('k')} ++ [1]"), ("prefix", f"prefix([1], {rep('n')}) and k = n"),
                          ("suffix-of-two", f"suffix({rep('n')}, {rep('k')})"), ("suffix-of-joined", f"suffix([0], {rep('n')} ++ [0]) and k = n")):
        everywhere("declined", f"words-{name}", "", f"forall n, k: {formula} or n <= n", ADDER, "words other than")


F = "def f(n) measure n = if n = 0 then 0 else f(n - 1)\n"


def heads():
    """Lines of a certificate with a token too many, a name of the wrong kind, a number out of place."""
    word = F + "word w from 0 = [[0, 1], [1]]\n"
    many = lambda count: f"def g({', '.join(f'n{i}' for i in range(count))}) measure n0 = if n0 = 0 then 0 else g({', '.join(f'n{i} - 1' for i in range(count))})\n"  # noqa: E731
    bad = lambda name, body, expected, text=word: everywhere("malformed", name, text, "f(5) = 0", body, expected)  # noqa: E731
    bad("adder-surplus", ADDER.replace("adder", "adder 1"), "too long for its record")
    bad("graph-surplus", zero_graph().replace("f *", "f * 1"), "too long for its record")
    bad("graph-of-nothing", zero_graph().replace("f *", "nothing *"), "is no recursive def")
    bad("graph-of-a-word", zero_graph().replace("f *", "w *"), "is no recursive def")
    bad("letters-of-nothing", "letters nothing\n0 0:0 1:0\n", "is no word")
    bad("letters-of-a-def", "letters f\n0 0:0 1:0\n", "is no word")
    bad("automatic-zero", "automatic 0\n0 0:0 1:0\n", "no such claim")
    bad("automatic-two", "automatic 2\n0 0:0 1:0\n", "no such claim")
    bad("target-behind-the-end", zero_graph().replace("00:0", f"00:{zero_graph().count(chr(10)) - 1}", 1), "no such state")
    bad("dead-state", "level 0 f *\n+ 0:0 1:1\n- 0:1\n", "no accepting state is reached from here")
    bad("fifteen-positions", f"graph g{' *' * 15}\n", "no states", many(15) + F)
    everywhere("declined", "sixteen-positions", many(16) + F, "f(5) = 0", f"graph g{' *' * 16}\n", "too many tracks")
    case("malformed", "over-surplus", "statement s: forall n: n = n\n", "s: all", "over fibonacci 1\n", "too long for its record")
    case("malformed", "tilde", F + "statement s: forall n: f(n) = 0\n", "s: n<=1", "~\n", "unknown record `~`")
    digits = ", ".join("0" * 10)
    everywhere("accept", "ten-digits", f"numeration ten = [[{digits}]]\n", "forall x: exists y: x < y", over="ten")
    everywhere("declined", "eleven-digits", f"numeration eleven = [[{digits}, 0]]\n", "forall x: exists y: x < y", expected="more than 10 digits", over="eleven")
    case("reject", "refuted-over-a-numeration", "statement s: forall x: x = x\n", "not s at x=0", "over fibonacci\n", "is `all`")
    case("reject", "least-refuted-over-a-numeration", "statement s: forall x: x = x\n", "least not s", "over fibonacci\n", "is `all`")


def tables():
    def bad(name, body, expected, claim="s: n<=1", statement="forall n: f(n) = 0", text=F):
        case("malformed", name, f"{text}statement s: {statement}\n", claim, body, expected)

    bad("table-surplus", "table f 0..1 0\n0 0\n", "too long for its record")
    bad("entry-negative", "table g 0..1 0..1\n0 -1\n0 0\n", "not canonical",
        text="def g(x, y) measure x + y = if x = 0 then 0 else g(y, x - 1)\n" + F)
    bad("steps-least", "table f 0..1\n9223372036854775807 -9223372036854775807\n", "claimed 9223372036854775807, computed 0")
    bad("steps-beyond", "table f 0..1\n9223372036854775807 1\n", "number too large")
    bad("point-surplus-token", "point 1 - 0\n", "too long for its record", "least not s", "1 = 0")
    bad("point-of-a-number", "point 1 1=7\n", "bad point: a name expected", "least not s", "forall x: x <= 6")
    bad("point-junk", "point 1 x=0;\n", "bad point", "least not s", "forall x: x = x + 1 or x = x")
    bad("witness-surplus-token", "witness 1 0\n0\n", "too long for its record", "s: n<=1", "forall n: exists m: n < m")
    pair = "forall n: exists m, k: m + k + 1 = n or m + k < m"
    bad("witness-negative", "witness 1\n0 -1\n", "not canonical `-1`", "s: n<=0", pair)
    bad("witness-with-a-letter", "witness 1\n0 1x\n", "not canonical `1x`", "s: n in 2..2", pair)
    bad("witness-empty", "witness 1\n", "without a witness", "s: n<=1", "forall n: exists m: n < m")
    both = "statement s: forall x: x <= 1\nstatement t: forall x: x <= 1\n"
    (SCRATCH / "both.mex").write_text("language mex 1\n" + both)
    lines = "".join(f"claim {digest(name, '--spec', SCRATCH / 'both.mex')} least not {name}\n" for name in "st")
    points = "point {} x=2\npoint {} x=2\n".format
    for name, first, second, said in (("out-of-order", 2, 1, "wrong order"), ("twice", 1, 1, "second record for a claim")):
        case("malformed", f"points-{name}", both, "least not s",
             sealed=seal(f"mexcert-certificate 1\n{lines}{points(first, second)}"), expected=said)
    case("malformed", "claim-without-text", "statement s: 1 = 1\n", "s: all", sealed=seal("mexcert-certificate 1\nclaim " + "0" * 64 + "\n"), expected="ends too early")
    (SCRATCH / "one.mex").write_text("language mex 1\nstatement s: 1 = 1\n")
    good = seal(f"mexcert-certificate 1\nclaim {digest('s', '--spec', SCRATCH / 'one.mex')} s: all\n")
    case("malformed", "end-surplus", "statement s: 1 = 1\n", "s: all", sealed=good[:-1] + b" 0\n", expected="too long for its record")


def claims():
    three = "statement s: forall x: forall y: forall z: x + y + z <= 9\n"
    case("accept", "sum-range-around-another", three, "s: x+z<=3,y<=2")
    case("accept", "first-variable-without-a-range", "statement s: forall x, y: x = y + 1 => y < x\n", "s: y<=2")
    case("reject", "first-variable-without-a-range", "statement s: forall x, y: x = y + 1 => x < 3\n", "s: y<=2", expected="false at y=2,x=3")
    case("malformed", "sum-range-out-of-order", three, "s: y<=2,x+z<=3", expected="in order")
    case("malformed", "fixed-variable", "statement s(p): forall x: x + p <= 9 + p + x\n", "s(p=1,x=1): all", expected="no leading variable")
    case("malformed", "parameter-without-a-range", "statement s(p): forall x: x + p <= 9 + p + x\n", "s: x<=3", expected="needs a range for p")
    chain = lambda n: " and ".join(f"x{i + 1} = x{i}" for i in range(n))  # noqa: E731
    names = lambda n: ", ".join(f"x{i}" for i in range(1, n + 1))  # noqa: E731
    case("declined", "plan-too-deep", f"statement s: forall x0: exists {names(401)}: {chain(401)}\n", "s: x0<=1", expected="too many steps")
    case("accept", "plan-deep", f"statement s: forall x0: exists {names(399)}: {chain(399)}\n", "s: x0<=1")


def texts():
    """Statement files that are no texts of the language, and texts at the edge of it."""
    word = "word w from 0 = [[0, 1], [1]]\n"

    def bad(name, text, formula, expected):
        case("malformed", name, f"{text}statement s: {formula}\n", "s: all", expected=expected)

    bad("string-open", 'use "wyt hoff"\n', "0 = 0", "a string holds")
    bad("tilde", "~\n", "0 = 0", "no token begins with")
    bad("argument-not-plain", "let f(x, y) = x\n", "forall n: f(1, n - 5) = 1", "the argument of an unused parameter")
    bad("word-as-numeration", word, "prefix([0], rep(w, 3))", "is no numeration")
    bad("cube", "", "forall n: n ^ 3 = n", "takes the exponent 2 only")
    bad("card-of-a-formula", "set S = {x | x < 3}\n", "card(S) = 0", "card takes a set given by a list")
    bad("card-with-a-parameter", "set S(p) = {x | x < p}\n", "card(S) = 0", "card takes a set given by a list")
    bad("numeration-called", "", "fibonacci(3) = 1", "cannot be called here")
    bad("statement-called", "statement t: 0 = 0\n", "t", "cannot be called here")
    bad("no-item", "theorem t: 0 = 0\n", "0 = 0", "an item expected")
    bad("tuple-in-a-statement", "statement t((x, y)): x = y\n", "0 = 0", "a name expected")
    bad("automatic-in-a-hypothesis", "", "(exists automatic g <= 1: forall n: g(n) = 0) => 0 = 0", "stands only in front")
    bad("let-of-a-truth-value", "let f(x) = x < 3\n", "f(1)", "a number expected")
    bad("domain-of-a-tuple", "pred R((x, y) in 1..3) = x = y\n", "R((1, 2))", "found `in`")
    case("malformed", "last-line-open", "statement s: 0 = 0", "s: all", expected="user.mex:2:19: the last line")
    two("minus", "-5 + 7 = 2 and -(5 - 7) = 2", "-5 + 7 = 12")
    bad("one-digit", "numeration one = [[0]]\n", "0 = 0", "at least two digits")
    bad("word-starts-outside", "word w from 2 = [[0, 1], [1]]\n", "0 = 0", "no such letter")
    bad("seventeen-parameters", f"def g({', '.join(f'x{i}' for i in range(17))}) = x0\n", "0 = 0", "too many parameters")
    many = lambda count: f"statement t: forall {', '.join(f'x{i}' for i in range(count))}: x0 = x1\n"  # noqa: E731
    closed("accept", "thousand-variables", many(1000), "0 = 0")
    bad("thousand-and-one-variables", many(1001), "0 = 0", "too many variables")
    two("division-by-one", "5 mod 1 = 0 and 5 div 1 = 5", "5 div 1 = 4")
    two("sixteen-parameters", "g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) = 17", "g(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) = 16",
        f"def g({', '.join(f'x{i}' for i in range(16))}) = x0 + x15\n")
    two("set-of-numbers", "(exists x: x in S and x > 1) and 1 in S and 0 not in S and card(S) = 2", "3 in S", "set S = {1, 2}\n")
    case("accept", "domain-of-one", "statement s(p in 3..3): p = 3\n", "s: all", expected="strength=full")


def points():
    """Points of refutations, and the instances that are counted."""
    domain = "statement s(p in 1..3): forall x: x + p <= 6\n"
    case("accept", "point-at-the-end-of-its-domain", domain, "not s at p=3,x=4")
    case("reject", "point-at-the-end-of-its-domain", domain, "not s at p=3,x=3", expected="the statement is true at")
    case("malformed", "point-above-its-domain", domain, "not s at p=4,x=4", expected="leaves its domain")
    case("malformed", "point-below-its-domain", "statement s(p in 1..3): forall x: 1 <= p + x - x\n", "not s at p=0,x=0", expected="leaves its domain")
    case("malformed", "point-too-long", "statement s: forall x: x <= 6\n", "not s at x=7,y=0", expected="the point must give x")
    case("malformed", "point-without-variables", "statement s: 0 = 1\n", "not s at y=0", expected="the point has no variables")
    case("malformed", "least-point-above-its-domain", domain, "least not s", "point 1 p=4,x=3\n", "leaves its domain")
    case("malformed", "least-point-too-long", "statement s: forall x: x <= 6\n", "least not s", "point 1 x=7,y=0\n", "the point must give x")
    behind = "statement s(p in 1..2): forall x, y: x + y + p <= 3\n"
    case("accept", "least-behind-a-parameter", behind, "least not s", "point 1 p=1,x=0,y=3\n", "least-refuted")
    case("reject", "least-behind-a-parameter", behind, "least not s", "point 1 p=1,x=1,y=2\n", "false at p=1,x=0,y=3")
    pairs = "statement s(p in 0..2, q in 1..2): p + q <= 2 or p = 2\n"
    case("accept", "least-of-parameters", pairs, "least not s", "point 1 p=1,q=2\n", "least-refuted")
    case("reject", "least-of-parameters", pairs.replace(" or p = 2", ""), "least not s", "point 1 p=2,q=1\n", "false at p=1,q=2")
    case("declined", "parameter-without-an-end", "statement s(p): p = p\n", "s: all", expected="needs a range for p")
    sums = "statement s: forall x: x = 0 => forall y, z: y + z <= 3\n"
    case("accept", "instances-under-a-sum", sums, "s: x<=1,y+z<=2", expected="instances=12 ")
    one = "statement s: forall x: x = 0 => forall y: y <= 3\n"
    case("accept", "instances-counted-at-once", one, "s: x<=1,y<=2", expected="instances=6 hyp=3 work=9 ")
    # A table large enough for fast.index, and a claim that is not.
    zeros = "table f 0..1100\n" + "".join(" ".join("0" * min(64, 1101 - i)) + "\n" for i in range(0, 1101, 64))
    case("accept", "point-behind-a-large-table", F + "statement s: forall n: exists i: i <= 9 and f(i) = n\n", "not s at n=3", zeros, "instances=1 hyp=1 work=1123 ")
    largest = "9223372036854775807"
    on_a_range("accept", "range-at-the-largest-number", "", "forall n: 1 <= n", ranges=f"n in {largest}..{largest}", expected="instances=1 ")


def plans():
    """Solving: rules that must not apply, and formulas whose solutions a wrong rule would miss or invent."""
    two("conjunct-false", "not (exists u: u <= 3 and false) and (exists u: u <= 3 and true)", "exists u: u <= 3 and false")
    two("conclusion-true", "(forall u: u <= 3 => true) and not (forall u: u <= 3 => false)", "not (forall u: u <= 3 => true)")
    either = "count {{x: x = 2 <=> 5 < x}} = {}".format
    two("equivalence-solved", either(5), either(4))
    either = "count {{x: not (x = 2 <=> x <= 5)}} = {}".format
    two("equivalence-negated", either(5), either(4))
    on_a_range("declined", "square-of-twice", "", "forall n: exists unique v: (2 * v - n) ^ 2 <= 0", expected="unbounded quantifier")
    on_a_range("declined", "square-of-two-variables", "", "forall n: exists unique u: count {v: (v - u) ^ 2 <= n} = 0", expected="unbounded quantifier")
    on_a_range("declined", "twice-a-square", "", "forall n: exists unique v: 2 * (v - n) ^ 2 <= n", expected="unbounded quantifier")
    on_a_range("accept", "mex-of-unbounded-parts", "", "forall n: (least m with forall i: i < n => forall j: j mod 2 = 1 => m != i + j) = 0")
    on_a_range("accept", "cancelled-floor", "", "forall n: not (exists x: floor(x * phi) <= floor(x * phi) and x <= 3 and 5 <= x)")
    halves = "def D(n) measure n = least m with forall i < n: m != D({})\n"
    for name, argument in (("half", "i div 2"), ("other", "i - i")):
        on_a_range("declined", f"no-sequence-{name}", halves.format(argument), "forall n: exists unique k: D(k) = n", expected="unbounded quantifier", ranges="n<=1")
    for name, condition in (("exclusion", "m != n and forall i < n: m != D(i)"), ("gap", "forall i: i + 1 < n => m != D(i)"),
                            ("two-loops", "(forall j: j + n = 2 => m != j) and forall i < n: m != D(i)"),
                            ("hypotheses", "forall i < n: 2 <= i => m != D(i)"), ("two-variables", "forall i, j: i < n => j = i => m != D(i)")):
        text = f"def D(n) measure n = least m with {condition}\n"
        on_a_range("declined", f"no-sequence-{name}", text, "forall n: exists unique k: D(k) = n", expected="unbounded quantifier", ranges="n<=1")
    for name, body in (("measure", "measure n + 1 = least m with forall i < n: m != D(i)"), ("no-mex", "measure n = if n = 0 then 0 else D(n - 1)")):
        on_a_range("declined", f"no-sequence-{name}", f"def D(n) {body}\n", "forall n: exists unique k: D(k) = n", expected="unbounded quantifier", ranges="n<=1")
    closed("reject", "cancelled-counts", "", "count {u: u < 3} < count {u: u < 3}", ": 3 < 3")
    closed("declined", "no-variable", "", "count {a, b, v: a = 0 and b = 0 and floor((v div 2) * phi) = 3} = 1", "unbounded quantifier")
    two("unfolded-quantifier", "count {u: R(u)} = 4", "count {u: R(u)} = 6", "pred R(x) = x <= 5 and (forall y: y < x => y < 3)\n")
    on_a_range("reject", "cancelled-undefined", "def h(n) = n\n", "forall n: count {x: x + h(x - 5) <= n + h(x - 5)} = n + 1", expected="negative argument")
    more = (("bound", "m >= 3"), ("equation", "forall i: i + 1 = n => m != D(i)"), ("of-another", "forall i < n: m != G(i)"))
    for name, condition in more:
        text = f"def G(n) measure n = if n = 0 then 3 else G(n - 1)\ndef D(n) measure n = least m with {condition}\n"
        on_a_range("declined", f"no-sequence-{name}", text, "forall n: exists unique k: D(k) = n", expected="unbounded quantifier", ranges="n<=1")
    text = "def D(p in 0..1, n) measure n = least m with forall i: i + p < n => m != D(p, i)\n"
    on_a_range("declined", "no-sequence-shifted", text, "forall n: exists unique k: D(0, k) = n", expected="unbounded quantifier", ranges="n<=1")
    text = "def f(n) measure count {u: u < n} = if n = 0 then 0 else f(n - 1)\n"
    on_a_range("accept", "measure-with-a-count", text, "forall n: f(n) = 0", "table f 0..3\n0 0 0 0\n")
    on_a_range("declined", "square-of-floor-and-variable", "", "forall n: exists unique v: (floor(v * phi) + v - n) ^ 2 <= n", expected="unbounded quantifier")
    on_a_range("declined", "square-of-floor", "", "forall n: exists unique v: (floor(v * phi) - n) ^ 2 <= n", expected="unbounded quantifier")
    two("unfolded-negation", "count {u: not R(u)} = 5", "count {u: not R(u)} = 6", "pred R(x) = 5 <= x\n")
    two("unfolded-second", "count {u: R(u) and S(u)} = 3", "count {u: R(u) and S(u)} = 2", "pred R(x) = 5 <= x\npred S(x) = x <= 7\n")
    two("loop-along-floor-first", "count {x: floor(x * phi) <= 9} = 7", "count {x: floor(x * phi) <= 9} = 10")
    parameter = "def D(p in 0..1, n) measure n = least m with forall i < n: m != D(1 - p, i)\n"
    on_a_range("declined", "no-sequence-parameter", parameter, "forall n: exists unique k: D(0, k) = n", expected="unbounded quantifier", ranges="n<=1")


def kernels():
    """What the kernels must leave to the direct reading, or must not read as true: the corpus runs with and without them."""
    both = lambda name, text, formula, table, ranges, false, expected="false at": (  # noqa: E731
        on_a_range("accept", name, text, formula, table, ranges=ranges), on_a_range("reject", name, text, false, table, expected, ranges))
    both("along-below", "", "forall m, n: n <= m + 5", "", "m<=3,n<=5", "forall m, n: n <= m + 2")
    both("along-equal", "", "forall m, n: n + m != 9", "", "m<=3,n<=5", "forall m, n: n + m != 8")
    layers = "def f(p in 0..2, n) measure n = if n = 0 then 5 + p * p else f(p, n - 1)\n"
    tables = "".join(f"table f {p} 0..{n}\n{5 + p * p}{' 0' * n}\n" for p, n in ((0, 3), (1, 9), (2, 4)))
    both("along-layers", layers, "forall n, p: f(p, n) <= 5 + 2 * p", tables, "n<=3,p<=2", "forall n, p: f(p, n) <= 8")
    both("solved-among-layers", layers, "forall n, k: exists p: p <= 2 and f(p, 1) = n", tables, "n in 9..9,k<=9",
         "forall n, k: exists p: p <= 2 and f(p, 1) = n + 1")
    bent = "def f(n) measure (if n = 1 then {} else n) = least m with forall i: i < n => 3 <= n => m != f(i)\n"
    on_a_range("accept", "measure-not-bent", bent.format(2), "forall n: f(n) <= 1", "table f 0..3\n0 0 0 1\n")
    on_a_range("reject", "measure-bent", bent.format(9), "forall n: f(n) <= 1", "table f 0..3\n0 0 0 1\n", "the measure does not fall")
    constant = "def f(n) measure n = if n = 0 then 0 else f(n - 1)\n"
    zeros = f"table f 0..9\n0{' 0' * 9}\n"
    some = "exists i: i < 9 and"
    both("index-unequal", constant, f"forall n, k: not ({some} f(i) != n)", zeros, "n<=0,k<=9", f"forall n, k: {some} f(i) != n")
    falls = "def f(n) measure n = if n = 0 then 5 else if n = 1 then f(0) - 3 else f(n - 1)\n"
    twos = f"table f 0..9\n5 -3{' 0' * 8}\n"
    both("index-below", falls, f"forall n, k: {some} f(i) < n", twos, "n in 4..4,k<=9", f"forall n, k: {some} f(i) + 2 < n")
    both("index-square", falls, f"forall n, k: {some} (f(i) - 1) ^ 2 = n - 3", twos, "n in 4..4,k<=9", f"forall n, k: {some} (f(i) - 1) ^ 2 = n")
    both("along-from-zero", "", "forall m, n: 0 <= 2 * n => n + m >= 0", "", "m<=3,n<=5", "forall m, n: 0 <= 2 * n => n + m >= 1")
    both("along-hypothesis", "", "forall m, n: m <= 2 => m <= n + 2", "", "m<=3,n<=5", "forall m, n: m <= 3 => m <= n + 2")
    least = "forall n: (least m with m >= 95 and forall i < n: m != 100 - i) = if n <= 5 then {} else 101".format
    both("index-downwards", "", least(95), "", "n<=9", least(96))
    largest = 2 ** 63 - 1
    on_a_range("declined", "index-beyond", "", f"forall n: (least m with m >= {largest - 1} and m != {largest - 1} and (6 <= n => m != {largest}) and "
               f"forall i < n: m != i) = {largest}", ranges="n<=9", expected="number beyond 64 bits")
    moves()
    queens()
    nearly_queens()
    sequences()


QUEEN = ("(forall u < x: {}) and (forall v < y: m != Q(x, v)) and "
         "forall k: 0 < k => k <= x => k <= y => m != Q(x - k, y - k)")


def mex_table(size, column, extra, low):
    """The values of the least m >= low outside the column, the row, the diagonal and what else is excluded."""
    values = {}
    for x in range(size):
        for y in range(size):
            taken = {values[x, v] for v in range(y)} | {values[x - k, y - k] for k in range(1, min(x, y) + 1)}
            for u in range(x):
                taken |= column(values, u, y)
            values[x, y] = next(m for m in range(low, 999) if m not in taken | extra(x, y))
    return "\n".join(" ".join(str(values[x, y]) for y in range(size)) for x in range(size)) + "\n"


def queens():
    """Tables of nearly the shape of the queen kernel."""
    def plain(values, u, y):
        return {values[u, y]}

    none, head = lambda x, y: set(), f"table Q 0..{3} 0..{3}\n"  # noqa: E731
    standard = mex_table(4, plain, none, 0)

    def near(name, column_text="m != Q(u, y)", column=plain, extra_text="", extra=none, low=0, measure="x + y"):
        text = f"def Q(x, y) measure {measure} = least m with {extra_text}{QUEEN.format(column_text)}\n"
        right = head + mex_table(4, column, extra, low)
        for kind, table, said in (("accept", right, ""), ("reject", head + standard, "claimed")):
            if kind == "accept" or table != right:
                on_a_range(kind, f"queen-{name}", text, "forall x, y: Q(x, y) <= 99", table, said, "x<=3,y<=3")

    near("as-it-is")
    near("one-term", extra_text="m != 1 and ", extra=lambda x, y: {1})
    near("two-terms", extra_text="m != x and m != y + 1 and ", extra=lambda x, y: {x, y + 1})
    near("lower-bound", extra_text="m >= 2 and ", low=2)
    near("a-loop-of-terms", extra_text="(forall j: j < y => m != j + 1) and ", extra=lambda x, y: {j + 1 for j in range(y)})
    near("a-term-more", column_text="m != Q(u, y) and m != u", column=lambda values, u, y: {values[u, y], u})
    near("shifted", column_text="m != Q(u, y) + 1", column=lambda values, u, y: {values[u, y] + 1})
    near("doubled", column_text="m != 2 * Q(u, y)", column=lambda values, u, y: {2 * values[u, y]})
    near("above", column_text="m >= Q(u, y)", column=lambda values, u, y: set(range(values[u, y])))
    near("no-call", column_text="m != u + y", column=lambda values, u, y: {u + y})
    near("call-elsewhere", column_text="m != Q(u, u)", column=lambda values, u, y: {values[u, u]}, measure="4 * x + y")
    near("measure-with-a-quotient", measure="x + y + x div 2")
    text = f"def Q(x, y) measure 9 + x - y = least m with {QUEEN.format('m != Q(u, y)')}\n"
    on_a_range("reject", "queen-measure-rises", text, "forall x, y: Q(x, y) <= 99", head + standard, "the measure does not fall", "x<=3,y<=3")
    text = "def Q(x, y) measure x + y = if x = 0 or y = 0 then x + y else Q(x - 1, y - 1)\n"
    sums = "".join(" ".join(str(abs(x - y)) for y in range(4)) + "\n" for x in range(4))
    on_a_range("accept", "queen-no-mex", text, "forall x, y: Q(x, y) = Q(y, x)", head + sums, ranges="x<=3,y<=3")
    on_a_range("reject", "queen-no-mex", text, "forall x, y: Q(x, y) <= 99", head + standard, "claimed", ranges="x<=3,y<=3")
    nim = f"def Q(x, y) measure x + y = least m with {QUEEN.format('m != Q(u, y)').split(' and forall k')[0]}\n"
    xors = "".join(" ".join(str(x ^ y) for y in range(4)) + "\n" for x in range(4))
    on_a_range("accept", "queen-without-diagonal", nim, "forall x, y: Q(x, y) = Q(y, x)", head + xors, ranges="x<=3,y<=3")
    on_a_range("reject", "queen-without-diagonal", nim, "forall x, y: Q(x, y) <= 99", head + standard, "claimed", ranges="x<=3,y<=3")


def nearly_queens():
    """Tables of shapes that differ in one line, or hold another def."""
    column, row = "(forall u < x: m != Q(u, y))", "(forall v < y: m != Q(x, v))"
    diagonal = "(forall k: 0 < k => k <= x => k <= y => m != Q(x - k, y - k))"
    left = lambda q, x, y: {q[u, y] for u in range(x)}  # noqa: E731
    down = lambda q, x, y: {q[x, v] for v in range(y)}  # noqa: E731
    both = lambda q, x, y: {q[x - k, y - k] for k in range(1, min(x, y) + 1)}  # noqa: E731
    cases = {
        "variable": ([row, diagonal, "(forall u < x: m != u)"], [down, both, lambda q, x, y: set(range(x))]),
        "other-def": ([row, diagonal, "(forall u < x: m != G(u, y))"], [down, both, lambda q, x, y: {0} if x else set()]),
        "neighbour": ([row, diagonal, "(forall u: u + 1 = x => m != Q(u, y))"], [down, both, lambda q, x, y: {q[x - 1, y]} if x else set()]),
        "shorter-diagonal": ([column, row, "(forall k: 0 < k => k + 1 <= x => k <= y => m != Q(x - k, y - k))"],
                             [left, down, lambda q, x, y: {q[x - k, y - k] for k in range(1, min(x - 1, y) + 1)}]),
        "numbers-for-a-diagonal": ([column, row, "(forall k: 0 < k => k <= x => k <= y => m != k)"],
                                   [left, down, lambda q, x, y: set(range(1, min(x, y) + 1))])}
    other = "def G(x, y) measure x + y = if x = 0 then 0 else G(x - 1, y)\n"
    for name, (conjuncts, taken) in cases.items():
        values = {}
        for x in range(4):
            for y in range(4):
                values[x, y] = next(m for m in range(99) if all(m not in part(values, x, y) for part in taken))
        rows = "".join(" ".join(str(values[x, y]) for y in range(4)) + "\n" for x in range(4))
        text = (other if name == "other-def" else "") + f"def Q(x, y) measure x + y = least m with {' and '.join(conjuncts)}\n"
        held = "".join(f"table G 0..3 {y}\n0 0 0 0\n" for y in range(4)) if name == "other-def" else ""
        on_a_range("accept", f"queen-{name}", text, "forall x, y: Q(x, y) <= 99", f"{held}table Q 0..3 0..3\n{rows}", ranges="x<=3,y<=3")
    planes = QUEEN.replace("Q(x, v)", "Q(x, v, z)").replace("y - k)", "y - k, z)").format("m != Q(u, y, z)")
    text = f"def Q(x, y, z) measure x + y + z = least m with (0 < z => m != Q(x, y, z - 1)) and {planes}\n"
    on_a_range("accept", "queen-in-space", text, "forall x, y, z: Q(x, y, z) <= 3", "table Q 0..1 0..1 0..1\n0 1\n1 0\n1 0\n2 3\n", ranges="x<=1,y<=1,z<=1")
    text = "def Q(x, y) measure x + y = least m with 2 * m >= x + y and (0 < x => m >= Q(x - 1, y)) and (0 < y => m >= Q(x, y - 1))\n"
    rows = "".join(" ".join(str((x + y + 1) // 2) for y in range(4)) + "\n" for x in range(4))
    on_a_range("accept", "queen-least-no-mex", text, "forall x, y: Q(x, y) <= x + y", f"table Q 0..3 0..3\n{rows}", ranges="x<=3,y<=3")


def sequences():
    """A mex along its own values and their doubles, or along those of another def."""
    text = ("def G(n) measure n = if n = 0 then 3 else G(n - 1) + 1\n"
            "def S(n) measure n = least m with forall i < n: m != S(i) and m != G(i)\n")
    own = []
    for n in range(7):
        own.append(next(m for m in range(99) if m not in {*own, *range(3, 3 + n)}))
    for kind, values, said in (("accept", own, ""), ("reject", range(7), "claimed 3, computed 6")):
        steps = " ".join(str(b - a) for a, b in zip([0, *values], values))
        on_a_range(kind, "sequence-along-another", text, "forall n: S(n) <= 99", f"table G 0..6\n3 1 1 1 1 1 1\ntable S 0..6\n{steps}\n", said, "n<=6")
    values = []
    while len(values) < 8:
        values.append(next(m for m in range(99) if m not in {*values, *(2 * v for v in values)}))
    text = "def S(n) measure n = least m with forall i < n: m != S(i) and m != 2 * S(i)\n"
    for kind, list_, said in (("accept", values, ""), ("reject", range(8), "claimed 2, computed 3")):
        steps = [b - a for a, b in zip([0, *list_], list_)]
        on_a_range(kind, "sequence-of-doubles", text, "forall n: S(n) <= 99", f"table S 0..7\n{' '.join(map(str, steps))}\n", said, "n<=7")
    text = f"def S(n) measure n = least m with m >= {2 ** 62} and forall i < n: m != S(i) and m != 4 * S(i)\n"
    on_a_range("declined", "sequence-beyond", text, "forall n: 0 <= S(n)", f"table S 0..2\n{2 ** 62} 1 1\n", "number beyond 64 bits", "n<=2")


def moves():
    """Moves of a queen into sets of positions."""
    move = 'use "terminal"\n'
    into = "wythoffTerminalMove(2, ({}, {}), (u, v)) and (u, v) in P".format
    some = move + "set P = {(a, b) | b = 0 and (a = 5 or a = 0)}\ndef C(x, y) = count {u, v: " + into("x", "y") + "}\n"
    outside = lambda n: f"forall x, y: count {{u, v: {into('x', 'y')}}} <= 2 and (x = 3 and y = 0 => C(2 * x, y) = {n})"  # noqa: E731
    on_a_range("accept", "moves-outside-the-box", some, outside(2), ranges="x<=3,y<=3")
    on_a_range("reject", "moves-outside-the-box", some, outside(1), ranges="x<=3,y<=3", expected="false at")
    wide = outside(2).replace("C(2 * x, y)", "C(y, 2 * x)")
    on_a_range("reject", "moves-above-the-box", some, wide, ranges="x<=3,y<=3", expected="false at")
    parts = move + "set P(p in 0..1) = {(a, b) | a = b + p}\n"
    for p in (1, 2):
        formula = f"forall (x, y), (u, v): wythoffTerminalMove(2, (x, y), (u, v)) => (u, v) not in P({p})"
        on_a_range("reject", f"moves-into-part-{p}", parts, formula, ranges="x<=3,y<=3", expected="false at" if p == 1 else "outside its domain")
    for name, call in (("right-of", "C(x + 1, y)"), ("above", "C(y, x + 1)")):
        number = 1
        for kind, said in (("accept", ""), ("reject", "false at")):
            on_a_range(kind, f"moves-just-{name}-the-box", some, outside(number).replace("C(2 * x, y)", call), ranges="x<=3,y<=3", expected=said)
            number = 2
    for kind, bound, said in (("accept", 1, ""), ("reject", 0, "false at")):
        condition = f"forall x, y: count {{u, v: u < 1 and {into('x', 'y')}}} <= {bound}"
        on_a_range(kind, "moves-with-a-condition", some, condition, ranges="x<=6,y<=6", expected=said)
    unbounded = move + "set P = {(a, b) | exists k: k mod 5 = a and b = 0}\n"
    on_a_range("declined", "moves-into-unbounded", unbounded, f"forall x, y: count {{u, v: {into('x', 'y')}}} <= 9", ranges="x<=3,y<=3",
               expected="unbounded quantifier")
    other = "pred M(x, y, u, v) = v = y and u < x or u = x and v < y or exists k: 0 < k and u + k = x and v + k = y\n"
    either = "set P = {(a, b) | a = 0 and b = 0}\n"
    for name, guard, behind in (("one-guard", "x + y <= 9 and ", ""), ("a-wrong-guard", "u + x <= 3 and ", ""),
                                ("a-guard-above", "v + x <= 3 and ", ""), ("a-guard-behind", "", " and u + x <= 3")):
        text = other.replace("= v = y", f"= {guard}(v = y").rstrip("\n") + f"){behind}\n" + either
        formula = "forall x, y: count {u, v: M(x, y, u, v) and (u, v) in P} = if (x = 0 or y = 0 or x = y) and (x > 0 or y > 0) then 1 else 0"
        on_a_range("accept" if name == "one-guard" else "reject", f"moves-with-{name}", text, formula, ranges="x<=4,y<=4",
                   expected="" if name == "one-guard" else "false at")
    far = other + "set P = {(a, b) | a = 2 and b = 2}\n"
    for v in "uv":
        text = other.replace("= v = y", f"= {v} <= 1 and (v = y").rstrip("\n") + ")\n" + far[len(other):]
        on_a_range("accept", f"moves-guard-of-{v}", text, "forall x, y: count {u, v: M(x, y, u, v) and (u, v) in P} = 0", ranges="x<=4,y<=4")
        on_a_range("accept", f"moves-hypothesis-on-{v}", far, f"forall x, y: forall u, v: {v} <= 1 => M(x, y, u, v) => (u, v) not in P", ranges="x<=4,y<=4")
    on_a_range("accept", "moves-from-a-fixed-row", other + either,
               "forall x, y: y <= 4 and count {u, v: M(x, 3, u, v) and (u, v) in P} = if x = 0 or x = 3 then 1 else 0", ranges="x<=4,y<=4")
    on_a_range("accept", "moves-without-a-set", other, "forall x, y: count {u, v: M(x, y, u, v)} <= x + y + x", ranges="x<=4,y<=4")
    text = other + "set P(p) = {(a, b) | a = p and b = 0}\n"
    on_a_range("accept", "moves-of-a-parameter", text, "forall x, y: count {u, v: M(x, y, u, v) and (x, v) in P(u)} = if 0 < y then 1 else 0", ranges="x<=4,y<=4")
    triples = "set T = {(a, b, c) | a + b = c}\nset O = {a | a mod 2 = 1}\n"
    on_a_range("accept", "triples", triples, "forall x, y, z: ((x, y, z) in T <=> x + y = z) and (x in O <=> x mod 2 = 1)", ranges="x<=3,y<=3,z<=3")
    on_a_range("reject", "moves-some", other + either, "forall x, y: x = y => forall u, v: M(x, y, u, v) => (u, v) in P", ranges="x<=4,y<=4", expected="false at x=1,y=1")


def write_cases():
    kernels()
    leaves()
    texts()
    points()
    plans()
    words()
    evaluation()
    memory()
    nested_calls()
    recursion()
    unread_records()
    strange_digits()
    counts()
    quantifiers()
    tracks()
    rules()
    limits()
    numerations()
    instances()
    definitions()
    sums()
    shapes()
    terms()
    compared_counts()
    unions()
    calls()
    word_formulas()
    heads()
    tables()
    claims()


main()
