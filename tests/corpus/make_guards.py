"""Writes the corpus cases guard-*: each is there for one guard of the checker that no other case notices.

Most are a statement file of a few lines and a certificate without tables or with a small one. Run it after a change of the
cases below; `expected` is what the checker says today where none is given (read the difference before committing it)."""

import re
import shutil
import sys
import tempfile
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
DOUBLE = "word w from 0 = [[0, 1], [1, 0]]\n"


def words():
    closed("accept", "rep-longest", UNARY, "prefix([1, 0], rep(u, 131072))")
    closed("declined", "rep-too-long", UNARY, "prefix([1, 0], rep(u, 131073))", "word too long")
    closed("accept", "rep-more-words-than-64-bits", "numeration b = [[0, 0, 0, 0, 0]]\n",
           "rep(b, 9223372036854775807) = [1, 1, 0, 4, 3, 3, 2, 4, 0, 1, 3, 0, 4, 4, 2, 2, 4, 3, 4, 3, 1, 0, 3, 1, 1, 2, 1, 2]")
    closed("accept", "iterate-longest", DOUBLE, "prefix([0, 1, 1, 0], iterate(w, 24, [0]))")
    closed("declined", "iterate-too-long", DOUBLE, "prefix([0, 1, 1, 0], iterate(w, 25, [0]))", "word too long")
    closed("accept", "letter-last", DOUBLE, "w(16777215) = 0")
    closed("declined", "letter-too-far", DOUBLE, "w(16777216) = 1", "word too long")
    closed("accept", "floor-largest", "", "floor(5700357409661599241 * phi) = 9223372036854775804")
    closed("declined", "floor-beyond", "", "floor(5700357409661599242 * phi) > 0", "64 bits")


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
    everywhere("reject", "unread-word", word.replace("[1]", "[0]"), "forall n: (if 0 = 0 then n else w(n)) = n", ADDER + letters + starts, "letters w")


def record_of_starts():
    """w = 0 1 1 1 ..: the image of the first letter has two letters, each other one."""
    return "starts w\n" + states(relation(FIB, [(n, n + 1 if n else 0) for n in range(900)], 13, 4))


def counts():
    everywhere("accept", "count-of-projections", "", "forall x: count {u: u < 3 and (exists v: v <= u + x)} <= 3", ADDER)
    everywhere("reject", "count-of-projections", "", "forall x: count {u: u < 3 and (exists v: v <= u + x)} >= 4", ADDER, "false at x=0")
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
    """E: the last two binary digits agree, so that states differ only in letters of the first of nine tracks."""
    dfao = BINARY + "dfao E over binary = [(1, 2, 1), (1, 3, 1), (4, 5, 0), (4, 5, 0), (1, 3, 1), (4, 5, 1)]\n"
    xs = [f"x{i}" for i in range(1, 16)]
    for count, name in ((8, "nine"), (7, "eight"), (15, "sixteen")):
        some = xs[:count]
        formula = "forall x0, {}: {} => 1 <= x0 => exists y: y < x0 and {}".format(
            ", ".join(some), " => ".join(f"{x} = 0" for x in some), " and ".join(f"{x} = 0" for x in some))
        everywhere("accept", f"{name}-tracks", dfao, formula, over="binary")
        if count < 15:
            everywhere("reject", f"{name}-tracks", dfao, formula + " and E(x0) = 1", expected="false at", over="binary")


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


def write_cases():
    words()
    unread_records()
    counts()
    quantifiers()
    tracks()
    limits()
    numerations()
    instances()
    definitions()
    sums()
    shapes()


main()
