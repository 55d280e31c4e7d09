"""Writes the cases tests/corpus/*/automata-*: certificates over a numeration, good ones and their relatives (read by test_corpus.py).

The good automata are learned from small tables; each bad one differs from a good one in what its name says."""

import re
import shutil
from pathlib import Path

from learn import moved, outputs, text
from make import FIB, adder, check, count_words, end, floor_phi, graph, mex_sequence, relation, seal, wythoff_positions

CORPUS = Path(__file__).resolve().parent.parent / "corpus"
E = "wythoffExtraMoveGrundy"
ONE = "wythoffTerminal_one_pPositions: all"
ZERO = "wythoffGrundy_eq_zero_iff: all"
G0 = "komakG_dfao: all"
AUTO = "isFibonacciAutomatic_komakG: all"
USER = "language mex 1\n"

ADDER = adder(FIB, count_words(FIB, 10), 10, 4)
FLOOR = graph(FIB, [floor_phi(n) for n in range(700)], 13, 4)


def mex_graph(low, step):
    return graph(FIB, mex_sequence(low, step, 3000), 16, 6)


def komak(count):
    images = {floor_phi(m) + m + 1: m for m in range(count)}
    values = []
    for n in range(count):
        m = images.get(floor_phi(n))
        values.append(1 - values[m] if m is not None and m < n else 1)
    return values


def first_word(count):
    rows = [[0, 1], [2], [3, 4], [3, 1], [2]]
    letters, starts = [0, 1], [0, 2]
    for i in range(1, count):
        letters += rows[letters[i]]
        starts.append(len(letters))
    return letters, starts


A1, A2 = mex_graph(2, 2), mex_graph(3, 3)
LEVEL0 = relation(FIB, [p for p in wythoff_positions(2000, 1)[0] if max(p) < 2000], 15, 5)
KOMAK = komak(3000)
KG = graph(FIB, KOMAK, 15, 6)
G = outputs(FIB, KOMAK, 14, 5)
LETTERS, STARTS = first_word(3000)
F1, S1 = outputs(FIB, LETTERS, 15, 6), graph(FIB, STARTS, 15, 6)

add, floor, a1 = ("adder", ADDER), ("graph floor", FLOOR), ("graph wythoffMexA 1 *", A1)
level, kg, g = ("level 0 %s 1 * * 0" % E, LEVEL0), ("graph komakG *", KG), ("automatic 1", G, True)
f1, s1 = ("letters f1", F1, True), ("starts f1", S1)


def case(kind, name, claim, records, expected="", user="", edit=None, numeration="fibonacci"):
    folder = CORPUS / kind / ("automata-" + name)
    folder.mkdir(parents=True)
    spec = ()
    if user:
        (folder / "user.mex").write_text(USER + user)
        spec = ("--spec", str(folder / "user.mex"))
    cert = records if isinstance(records, str) else seal([claim], records, spec, numeration)
    if edit:
        body = edit(cert[: cert.rindex("end ")])
        heads = re.findall(r"^(?:claim|over|adder|graph|level|letters|starts|automatic|table)\b", body, re.M)
        cert = end(body, len(heads))
    (folder / "claim").write_text(claim + "\n")
    (folder / "c.cert").write_text(cert)
    code, line = check(claim, cert, spec)
    wanted = {"accept": 0, "declined": 2}.get(kind, 1)
    if code != wanted or expected not in line:
        print("automata-%s: exit %d, wanted %d with `%s`\n  %s" % (name, code, wanted, expected, line))
    (folder / "expected").write_text((expected or "VERIFIED") + "\n")


def replaced(old, new, count=1):
    def edit(body):
        assert old in body, (old, body[:2000])
        return body.replace(old, new, count)
    return edit


def accept():
    case("accept", "one", ONE, [add, a1], "rules=adder,automata,induction instances=all hyp=all")
    case("accept", "zero", ZERO, [add, floor, level], "rules=adder,automata,beatty,induction")
    case("accept", "instance", "wythoffMex_properties(l=1): all", [add, a1], "strength=instance")
    case("accept", "dfao", G0, [add, floor, kg], "radix")
    case("accept", "automatic", AUTO, [add, floor, kg, g], "witness")
    case("accept", "morphic", "wythoffTerminal_one_morphic: all", [add, a1, f1, s1], "morphic")
    case("accept", "limit", "wythoffMex_tendsto_goldenRatio(l=1): all", [add, floor, a1], "limit")
    case("accept", "definition", "wythoffExtraMoveGrundy_eq: all", [add], "definition")
    case("accept", "words", "wythoffTerminal_one_fibRep: all", [add], "strength=full")
    case("accept", "count", "blockingWythoff_three_pPositions: all", [add])
    case("accept", "binary", "s: all", [], user="numeration binary = [[0, 0]]\n"
         "statement s: forall x, y: x < y => exists z: x < z and z <= y\n", numeration="binary")


def reject_adders():
    far = (1000, 777, 1777)
    cases = {
        "adder-shifted": relation(FIB, [(x, y, x + y + 1) for x in range(90) for y in range(90) if x + y < 88], 9, 4),
        "adder-partial": relation(FIB, [(x, 0, x) for x in range(140)], 10, 4),
        "adder-far-point-missing": moved(FIB, ADDER, far, None),
        "adder-far-point-added": moved(FIB, ADDER, None, (1000, 777, 1779)),
        "adder-far-point-moved": moved(FIB, ADDER, far, (1000, 777, 1778)),
        "adder-empty": [(0, {(0, 0, 0): 0})],
    }
    for name, states in cases.items():
        case("reject", name, ONE, [("adder", states), a1], "adder: ")


def reject_graphs():
    old, new = (700, mex_sequence(2, 2, 701)[700]), (700, mex_sequence(2, 2, 701)[700] + 1)
    cases = {
        "not-total": (moved(FIB, A1, old, None), "total fails at n=700"),
        "not-functional": (moved(FIB, A1, None, new), "functional fails at n=700"),
        "far-point": (moved(FIB, A1, old, new), "equation"),
        "other-l": (A2, "equation"),
        "empty-graph": ([(0, {(0, 0): 0})], "total fails at n=0"),
        "everything": (relation(FIB, [(x, y) for x in range(140) for y in range(140)], 10, 4), "functional fails at"),
        "learned-too-early": (graph(FIB, mex_sequence(11, 11, 300), 12, 3), ""),
    }
    for name, (states, expected) in cases.items():
        wanted = expected or "graph wythoffMexA 10 *: "
        if name == "learned-too-early":
            case("reject", name, "wythoffMexA_zero(l=10): all", [add, ("graph wythoffMexA 10 *", states)], wanted)
        else:
            case("reject", name, ONE, [add, ("graph wythoffMexA 1 *", states)], wanted)
    n, v = 500, floor_phi(500)
    case("reject", "floor-far-point", ZERO, [add, ("graph floor", moved(FIB, FLOOR, (n, v), (n, v + 1))), level], "graph floor: equation")
    case("reject", "level-far-point", ZERO, [add, floor, (level[0], moved(FIB, LEVEL0, (809, 500), (809, 501)))], "equation")
    case("reject", "level-missing", "wythoffGrundy_one_near_zero: all", [add, level], "no record for level 1 %s 1 * * 0" % E)
    case("reject", "komak-far-point", G0, [add, floor, ("graph komakG *", moved(FIB, KG, (300, KOMAK[300]), (300, 1 - KOMAK[300])))], "equation")
    plain = "def f(n) measure n = if n = 0 then 0 else f(n - 1)\nstatement s: f(5) = 0\n"
    zero = graph(FIB, [0] * 900, 13, 4)
    case("accept", "plain", "s: all", [("graph f *", zero)], user=plain)
    for name, text_, expected in (
            ("measure-constant", plain.replace("measure n", "measure 3"), "the measure does not fall"),
            ("measure-grows", plain.replace("f(n - 1)", "f(n + 1)"), "the measure does not fall"),
            ("argument-negative", plain.replace("n = 0 then 0", "n = 7 then 0"), "may be undefined"),
            ("measure-unguarded", "def f(n) measure n = least m with forall i <= n: m = 0 or m != f(i) + 1\nstatement s: f(5) = 0\n",
             "the measure does not fall"),
            ("value-negative", "def f(n) measure n = if n = 0 then 0 else f(n - 1) - 1\nstatement s: f(5) = 0\n", "may be undefined"),
            ("least-empty", "def f(n) measure n = if n = 0 then 0 else f(n - 1) + (least m with m < m)\nstatement s: f(5) = 0\n", "empty set"),
            ("circular-guard", "def f(n) measure n = if exists i: i <= n and f(i) = 0 then 0 else 1\nstatement s: f(5) = 0\n", "the measure does not fall")):
        case("reject", name, "s: all", [("graph f *", zero)], expected, user=text_)
    case("declined", "level-not-mex", "s: all", [add, ("level 0 f *", relation(FIB, [(n,) for n in range(140)], 10, 4))], "mex shape", user=plain)
    case("declined", "product", "s: all", [add], "product", user="statement s(k): forall n: k * n = n * k\n")


def reject_shapes():
    body = text(A1)
    lines = body.split("\n")
    case("malformed", "zeros-not-closed", ONE, [add, a1], "state 0 must go to itself on zeros", edit=replaced("*\n- 00:0", "*\n- 00:1"))
    case("malformed", "invalid-word", ONE, [add, ("graph wythoffMexA 1 *", [(1, {(a, b): 0 for a in (0, 1) for b in (0, 1)})])],
         "a track spells no word")
    case("malformed", "unreachable", ONE, [add, ("graph wythoffMexA 1 *", A1 + [(1, {})])], "the state is not reached")
    dead = [(o, dict(e)) for o, e in A1] + [(0, {})]
    next(edges for _, edges in dead if (0, 0) not in edges)[(0, 0)] = len(A1)
    case("malformed", "dead-state", ONE, [add, ("graph wythoffMexA 1 *", dead)], "no accepting state")
    swap = {0: 0, 1: 2, 2: 1}
    order = [0, 2, 1] + list(range(3, len(A1)))
    renumbered = [(A1[s][0], {a: swap.get(t, t) for a, t in A1[s][1].items()}) for s in order]
    case("malformed", "numbering", ONE, [add, ("graph wythoffMexA 1 *", renumbered)], "not the breadth-first numbering")
    double = [(1, {(0,): 0, (1,): 1}), (1, {(0,): 2}), (1, {(0,): 2, (1,): 1})]
    case("malformed", "not-minimal", AUTO, [add, floor, kg, ("automatic 1", double, True)], "not minimal")
    case("malformed", "output-missing", AUTO, [add, floor, kg, ("automatic 1", [(1, {(0,): 0})], True)], "a word of the numeration has no output")
    case("malformed", "letter-order", ONE, [add, a1], "letters are not ascending", edit=lambda b: b.replace(lines[0], " ".join([lines[0].split()[0]] + lines[0].split()[:0:-1]), 1))
    case("malformed", "letter-width", ONE, [add, a1], "one digit for each track", edit=replaced("*\n- 00:0", "*\n- 000:0"))
    case("malformed", "digit", ONE, [add, a1], "no such digit", edit=replaced("*\n- 00:0", "*\n- 02:0"))
    case("malformed", "target", ONE, [add, a1], "no such state", edit=replaced("*\n- 00:0", "*\n- 00:99"))
    case("malformed", "head", ONE, [add, a1], "a state begins with + or -", edit=replaced("*\n- 00:0", "*\n1 00:0"))
    case("malformed", "no-states", ONE, [add, ("graph wythoffMexA 1 *", [])], "no states")
    case("malformed", "blank", ONE, [add, a1], "one digit for each track", edit=replaced(lines[0] + "\n", lines[0] + " \n"))
    case("malformed", "unknown-record", ONE, [add, ("automaton wythoffMexA 1 *", A1)], "unknown record")
    case("malformed", "order", ONE, [a1, add], "wrong order of records")
    case("malformed", "twice", ONE, [add, a1, a1], "record twice")
    case("malformed", "fixed-argument", ONE, [add, ("graph wythoffMexA * *", A1)], "a number at each fixed position")
    case("malformed", "no-recursive-def", ONE, [add, ("graph fibonacci *", A1)], "is no recursive def")
    case("malformed", "no-numeration", ONE, [add, a1], "is no numeration", edit=replaced("over fibonacci", "over komakG"))
    case("malformed", "table", ONE, [add, a1], "unknown record `table`", edit=lambda b: b + "table komakG 0..0\n1\n")
    case("malformed", "range-claim", "wythoffMexA_zero: l<=3", [add], "is `all`")


def reject_claims():
    case("reject", "over-unused", "wythoffPassSetA_card: all", [], "record not used: over")
    case("reject", "record-unused", ONE, [add, floor, a1], "record not used: graph floor")
    case("reject", "record-missing", ONE, [add], "no record for graph wythoffMexA 1 *")
    case("reject", "adder-missing", ONE, [a1], "no record for adder")
    case("reject", "graph-and-level", ZERO, [add, floor, ("graph %s 1 * * 0" % E, relation(FIB, [(0, 0, 0)], 3, 2)), level], "both a graph and levels")
    case("reject", "false", "s: all", [add, floor], "false at n=3", user="statement s: forall n: n <= 3 => floor(n * phi) < 4\n")
    case("reject", "false-nested", "s: all", [add], "false at x=5", user="statement s: forall x: exists y: y + y = x or x < 5\n")
    case("reject", "false-count", "s: all", [add], "false at x=3", user="statement s: forall x: count {u, v: u + v = x} <= 3\n")
    case("reject", "vacuous", "s: all", [add], "no instance", user="statement s: forall x: x + 1 = x => x = 0\n")
    case("reject", "undefined", "s: all", [add, floor], "may be undefined at x=0", user="statement s: forall x: floor((x - 1) * phi) <= x + x\n")
    case("accept", "guarded", "s: all", [add, floor], user="statement s: forall x: 1 <= x => floor((x - 1) * phi) <= x + x\n")
    case("reject", "undefined-domain", "s: all", [], "domain", user="def h(n in 0..3) = 1\nstatement s: forall x: x <= 4 => h(x) = 1\n")
    case("reject", "undefined-least", "s: all", [], "empty set", user="statement s: forall x: (least m with m < x) = 0\n")
    case("reject", "undefined-div", "s: all", [add], "may be undefined", user="statement s: forall x: (x - 1) div 2 <= x\n")
    case("reject", "automatic-too-large", "t: all", [add, floor, kg, g], "the output is greater than 0",
         user="statement t: exists automatic g <= 0: forall n: komakG(n) = g(n)\n")
    case("reject", "automatic-wrong", AUTO, [add, floor, kg, ("automatic 1", outputs(FIB, [1] * 900, 13, 4), True)], "false at n=1")
    case("reject", "automatic-missing", AUTO, [add, floor, kg], "no record for automatic 1")
    case("declined", "automatic-elsewhere", "s: all", [("automatic 1", [(0, {(0,): 0, (1,): 0})], True)], "fibonacci", numeration="binary",
         user="numeration binary = [[0, 0]]\nstatement s: exists automatic g <= 0: forall n: g(n) = 0\n")
    n = 600
    case("reject", "letter-wrong", "wythoffTerminal_one_morphic: all",
         [add, a1, ("letters f1", moved_output(F1, n, 3 - min(LETTERS[n], 3) + 1), True), s1], "letters f1: ")
    case("reject", "starts-wrong", "wythoffTerminal_one_morphic: all",
         [add, a1, f1, ("starts f1", moved(FIB, S1, (n, STARTS[n]), (n, STARTS[n] + 1)))], "starts f1: ")
    case("reject", "start-letter", "s: all", [add, ("letters w", outputs(FIB, [1] * 900, 13, 4), True), ("starts w", graph(FIB, [2 * n_ for n_ in range(450)], 13, 4))],
         "another start letter", user="word w from 0 = [[0, 1], [1, 1]]\nstatement s: forall n: w(n) = 1\n")
    case("reject", "limit-false", "s: all", [], "false at", user="word w from 0 = [[1, 0], [1]]\nstatement s: limit(w)\n")
    case("declined", "limit-not-near", "s: all", [add, floor], "no bound", user="statement s: tends_to(n: n + n, phi)\n")
    wrong = "def f(n) measure n = least m with forall i < n: m != f(i)\nstatement s: forall n: f(n) = least m with forall i < n: m != f(i)%s\n"
    case("accept", "definition-any", "s: all", [], "definition", user=wrong % "")
    case("reject", "definition-other", "s: all", [], "no record for graph f *", user=wrong % " and m != f(i) + 1")
    case("reject", "definition-measure", "s: all", [], "the measure does not fall", user=(wrong % "").replace("measure n", "measure 1"))
    inside = "def D(x) measure x = least m with %s\nstatement s: forall x: D(x) = least m with %s\n"
    for name, body in (("condition", "(1 <= x => m != if D(x - 1) = 0 then 0 else D(x))"),
                       ("hypothesis", "(1 <= x => (forall u: u < x => D(u) <= 5) => m != D(x))")):
        case("reject", f"definition-call-in-{name}", "s: all", [], "no record for graph D *", user=inside % (body, body))
    other = "def h(n) measure n = h(n + 1) + 1\n" + inside
    body = "m != h(x) and forall i < x: m != D(i)"
    case("reject", "definition-other-recursion", "s: all", [], "no record for graph D *", user=other % (body, body))
    case("declined", "count-and-square", "s: all", [], "not compared with a number", user="statement s: forall x: count {u: u < 1} + x ^ 2 <= 1\n")
    case("declined", "square-and-count", "s: all", [], "not compared with a number", user="statement s: forall x: x ^ 2 + count {u: u < 1} <= 1\n")
    case("reject", "vacuous-domain", "s: all", [], "no instance", user="statement s: (forall x in 5..3: 0 = 1) and forall x: exists y: x < y\n")
    zeros = [f"x{i} = 0" for i in range(1, 17)]
    case("declined", "tracks", "s: all", [], "too many tracks", user="statement s: forall x0, %s:\n    %s =>\n    exists y: y < x0 and %s\n" % (
        ", ".join(f"x{i}" for i in range(1, 17)), " => ".join(zeros), " and ".join(zeros)))


def moved_output(states, n, out):
    from learn import changed, minimised
    return minimised(changed(states, [(d,) for d in FIB.rep(n)], out), True)


for kind in ("accept", "reject", "malformed", "declined"):
    for old in (CORPUS / kind).glob("automata-*"):
        shutil.rmtree(old)
accept()
reject_adders()
reject_graphs()
reject_shapes()
reject_claims()
