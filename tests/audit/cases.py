"""Cases of the audit commands: what is audited, the exit code, and lines that must be printed, in this order.

Lines of a wrong call or a declined audit are those on standard error. `files`: written into the scratch folder first."""

from dataclasses import dataclass, field


@dataclass
class Case:
    name: str
    args: list
    code: int
    lines: list
    files: dict = field(default_factory=dict)
    certified: bool = True  # the audit ends with a certificate


NIM = {"own.mex": "language mex 1\n"
       "# Nim with two piles; subtraction of 1, 2 or 3; a guess about the period of each; a word.\n"
       "def nim(x, y) measure x + y = least m with (forall u < x: m != nim(u, y)) and (forall v < y: m != nim(x, v))\n"
       "def grab(n) measure n = least m with forall s in 1..3: s <= n => m != grab(n - s)\n"
       "pred grabMove(n, k) = k < n and n <= k + 3\n"
       "let square(n) = n ^ 2\n"
       "def below(n, p in 0..1) = n -. p\n"
       "statement period(p): forall n: grab(n + p) = grab(n)\n"
       "statement guarded: forall n: n mod 2 = 2 => grab(n) = 7\n"
       "statement winning: forall n: grab(n) > 0 => exists k: grabMove(n, k) and grab(k) = 0\n"
       "statement symmetric: forall x, y: nim(x, y) = nim(y, x)\n"
       "statement allWinning: forall n: exists k < n: grabMove(n, k) and grab(k) = 0\n"}
OWN = ["--spec", "own.mex"]


def nim(cells=None, size=5, lines="\n", head="x,y,value"):
    """A Grundy table of Nim as CSV; `cells`: wrong values."""
    rows = [f"{x},{y},{(cells or {}).get((x, y), x ^ y)}" for x in range(size) for y in range(size)]
    return lines.join([head, *rows, ""])


def bfile(values, first=0, extra=""):
    return extra + "".join(f"{first + i} {v}\n" for i, v in enumerate(values))


GRAB = [n % 4 for n in range(40)]
MEX_A = [4, 5, 6, 7, 9, 11, 13, 15, 16, 18]  # wythoffMexA(3, n), n = 0, 1, ..
LOWER = [(n + int((5 * n * n) ** 0.5)) // 2 for n in range(60)]  # small: the root is right there

CASES = [
    # Points.
    Case("counterexample", ["audit", "wythoff_near(g=1,R=8)", "--at", "x=93,y=146"], 1,
         ["COUNTEREXAMPLE", "claim: not wythoff_near(g=1,R=8) at x=93,y=146"]),
    Case("point-in-any-order", ["audit", "wythoff_near", "--at", "y=146,R=8,x=93,g=1"], 1,
         ["COUNTEREXAMPLE", "claim: not wythoff_near at g=1,R=8,x=93,y=146"]),
    Case("holds-at-the-point", ["audit", "wythoffPassGrundy_true_eq_zero_iff", "--at", "x=10,y=12"], 0,
         ["NOT A COUNTEREXAMPLE", "claim: wythoffPassGrundy_true_eq_zero_iff: x in 10..10,y in 12..12",
          "`wythoffPassGrundy(x, y, 1) = 0` fails: 5 and 0"]),
    Case("hypothesis-fails", ["audit", "wythoffPassGrundy_true_eq_zero_iff", "--at", "x=1,y=1"], 0,
         ["NOT A COUNTEREXAMPLE", "claim: wythoffPassGrundy_true_eq_zero_iff.at: all", "hypothesis `9 <= x or 9 <= y` fails"]),
    Case("hypothesis-before-a-witness-fails", ["audit", "wythoffGrundy_one_near_zero", "--at", "x=10,y=12"], 0,
         ["NOT A COUNTEREXAMPLE", "hypothesis `wythoffPassGrundy(x, y, 0) = 1` fails: 7 and 1"]),
    Case("some-leaves-are-not-read", ["audit", "komakG_hofstadter", "--at", "n=1"], 0,
         ["NOT A COUNTEREXAMPLE", "leaf `komakG(0) = 1` holds: 1 and 1", "hypothesis `2 <= n` fails: 2 and 1"]),
    Case("point-with-blanks", ["audit", "wythoffPassGrundy_true_eq_zero_iff", "--at", " x=10 , y = 12 "], 0,
         ["NOT A COUNTEREXAMPLE", "claim: wythoffPassGrundy_true_eq_zero_iff: x in 10..10,y in 12..12"]),
    Case("no-point", ["audit", "wythoffPassGrundy_true_eq_zero_iff"], 3, ["--at: the point must name each of the variables, as in --at x=1,y=1"], {}, False),
    Case("half-a-point", ["audit", "wythoff_near(g=1,R=8)", "--at", "y=146"], 3, ["as in --at x=1,y=146"], {}, False),
    Case("no-point-of-parameters", ["audit", "period", *OWN], 3, ["as in --at p=1,n=1"], NIM, False),
    Case("neither-name-nor-formula", ["audit"], 3, ["audit: wants NAME and --at V=C,.., or --that FORMULA"], {}, False),
    Case("variables-behind-a-hypothesis", ["audit", "worse", "--at", "x=2,y=1", "--spec", "worse.mex"], 1,
         ["COUNTEREXAMPLE", "leaf `nim(u, y) != 0` holds: 1 and 0, where u=0", "leaf `nim(u, y) != 0` fails: 0 and 0, where u=1"],
         {"worse.mex": NIM["own.mex"] + "statement worse: forall x, y: x != y => forall u: u < x => nim(u, y) != 0\n"}),
    Case("no-variables", ["audit", "komakG_zero"], 0, ["NOT A COUNTEREXAMPLE", "claim: komakG_zero: all"]),
    Case("wrong-period", ["audit", "period", "--at", "p=3,n=1", *OWN], 1,
         ["COUNTEREXAMPLE", "claim: not period at p=3,n=1", "leaf `grab(n + p) = grab(n)` fails: 0 and 1"], NIM),
    Case("right-period", ["audit", "period(p=4)", "--at", "n=0", *OWN], 0,
         ["NOT A COUNTEREXAMPLE", "claim: period(p=4): n<=0"], NIM),
    Case("never-any-instance", ["audit", "guarded", "--at", "n=4", *OWN], 0, ["NOT A COUNTEREXAMPLE", "claim: guarded.at: all"], NIM),
    Case("no-winning-move", ["audit", "allWinning", "--at", "n=8", *OWN], 1, ["COUNTEREXAMPLE", "claim: not allWinning at n=8"], NIM),
    Case("a-winning-move", ["audit", "winning", "--at", "n=7", *OWN], 0, ["NOT A COUNTEREXAMPLE"], NIM),
    Case("past-tables", ["audit", "wythoffGrundy_eq_zero_iff", "--at", "x=165580140,y=267914295"], 0,
         ["NOT A COUNTEREXAMPLE", "`wythoffPassGrundy(x, y, 0) = 0` holds"]),
    Case("past-64-bits", ["audit", "wythoffGrundy_eq_zero_iff", "--at", "x=1618033988749894848204586834365,y=2618033988749894848204586834365"], 0,
         ["NOT A COUNTEREXAMPLE", "`wythoffPassGrundy(x, y, 0) = 0` holds"]),
    Case("past-64-bits-no-p-position", ["audit", "wythoffGrundy_eq_zero_iff", "--at", "x=1618033988749894848204586834365,y=2618033988749894848204586834366"], 0,
         ["NOT A COUNTEREXAMPLE", "`wythoffPassGrundy(x, y, 0) = 0` fails"]),
    Case("counterexample-past-64-bits", ["audit", "zeros", "--at", "n=1000000000000000000000000000000", "--spec", "z.mex"], 1,
         ["COUNTEREXAMPLE", "claim: zeros.at.fails: all", "leaf `evenZeros(n) = 0` fails"],
         {"z.mex": "language mex 1\ndfao evenZeros over fibonacci = [(1, 0, 1), (0, 0, 0)]\nstatement zeros: forall n: evenZeros(n) = 0\n"}),
    Case("that-p-position", ["audit", "--that", "wythoffPassGrundy(165580140, 267914295, 0) = 0"], 0, ["TRUE", "claim: audit.that: all"]),
    Case("that-no-p-position", ["audit", "--that", "wythoffPassGrundy(165580141, 267914296, 0) = 0"], 1, ["FALSE", "claim: audit.that.fails: all"]),
    Case("that-past-64-bits", ["audit", "--that", "floor(1000000000000000000000000000000 * phi) = 1618033988749894848204586834365"], 0, ["TRUE"]),
    Case("that-past-64-bits-one-more", ["audit", "--that", "floor(1000000000000000000000000000000 * phi) = 1618033988749894848204586834366"], 1, ["FALSE"]),
    Case("that-by-tables", ["audit", "--that", "nim(5, 3) = 6", *OWN], 0, ["TRUE"], NIM),
    Case("that-place", ["audit", "--that", "floor(3 * ph) = 4"], 3, ["in --that, column 11: unknown name `ph`"], {}, False),
    Case("that-place-behind-a-long-number", ["audit", "--that", "1000000000000000000000000000 = ph"], 3, ["in --that, column 32: unknown name `ph`"], {}, False),
    Case("that-place-at-the-end", ["audit", "--that", "1 ="], 3, ["in --that, column 4: expected a term or a formula, found the end"], {}, False),
    Case("that-place-declined", ["audit", "--that", "exists x: square(x) = 1000 and nim(x, 5) = x"], 3, ["in --that, column 11: unknown name `square`"], {}, False),
    Case("wrong-period-past-64-bits", ["audit", "period", "--at", "p=3,n=10000000000000000000000", *OWN], 1, ["COUNTEREXAMPLE", "claim: period.at.fails(p=3): all"], NIM),
    Case("point-of-other-variables", ["audit", "period", "--at", "n=1", *OWN], 3, ["as in --at p=1,n=1"], NIM, False),
    Case("point-that-is-none", ["audit", "period", "--at", "p=3,n=01", *OWN], 3, ["expected V=C,V=C with naturals"], NIM, False),
    Case("beyond-the-tables-and-no-automaton", ["audit", "symmetric", "--at", "x=3,y=10000000000000000000000", "--budget", "0.1", *OWN], 2, ["by tables: ", "by automata: "], NIM, False),
    # Grundy tables.
    Case("grundy-table", ["audit-table", "nim", "t.csv", *OWN], 0,
         ["AGREES", "claim: nim.table: all", "compared: 25", "range: x in 0..4, y in 0..4"], {**NIM, "t.csv": nim()}),
    Case("grundy-table-one-wrong-cell", ["audit-table", "nim", "t.csv", *OWN], 1,
         ["DISAGREES", "claim: not nim.entry at x=2,y=3,value=5", "place: t.csv:15", "at: x=2,y=3", "there: 5", "computed: 1", "wrong: 1"],
         {**NIM, "t.csv": nim({(2, 3): 5})}),
    Case("grundy-table-cr-lf", ["audit-table", "nim", "t.csv", *OWN], 0, ["AGREES"], {**NIM, "t.csv": nim(lines="\r\n")}),
    Case("grundy-table-cr-alone", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv:1: CR without LF"], {**NIM, "t.csv": nim(lines="\r")}, False),
    Case("grundy-table-columns-turned", ["audit-table", "nim", "t.csv", *OWN], 0, ["AGREES"], {**NIM, "t.csv": "g, y ,x\n6,5,3\n\n# Nim\n\"1\",3,2\n"}),
    Case("grundy-table-without-column", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv:1: no column `x`"], {**NIM, "t.csv": nim(head="a,y,value")}, False),
    Case("grundy-table-column-twice", ["audit-table", "nim", "t.csv", *OWN], 3, ["more than one column `x`"], {**NIM, "t.csv": nim(head="x,x,y")}, False),
    Case("grundy-table-short-line", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv:3: 2 fields, the line of names has 3"],
         {**NIM, "t.csv": "x,y,value\n1,1,0\n1,2\n"}, False),
    Case("grundy-table-wrong-type", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv:2: `0.5` is no integer"], {**NIM, "t.csv": "x,y,value\n1,1,0.5\n"}, False),
    Case("grundy-table-negative-argument", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv:2: the argument -1 is negative"],
         {**NIM, "t.csv": "x,y,value\n-1,1,0\n"}, False),
    Case("grundy-table-negative-value", ["audit-table", "nim", "t.csv", *OWN], 1, ["DISAGREES", "claim: nim.entry: x in 1..1,y in 1..1,value<=0", "there: -1", "computed: 0",
         "certified: the computed value alone"],
         {**NIM, "t.csv": "x,y,value\n1,1,-1\n"}),
    Case("grundy-table-huge-value", ["audit-table", "nim", "t.csv", *OWN], 1,
         ["DISAGREES", "claim: nim.entry: x in 1..1,y in 1..1,value<=0", "there: 100000000000000000000000000000000", "computed: 0"],
         {**NIM, "t.csv": "x,y,value\n1,1,100000000000000000000000000000000\n"}),
    Case("grundy-table-empty", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv: no rows"], {**NIM, "t.csv": ""}, False),
    Case("grundy-table-names-only", ["audit-table", "nim", "t.csv", *OWN], 3, ["t.csv: no rows"], {**NIM, "t.csv": "x,y,value\n"}, False),
    Case("grundy-table-missing-file", ["audit-table", "nim", "no.csv", *OWN], 3, ["no.csv: cannot be read"], NIM, False),
    Case("grundy-table-json", ["audit-table", "nim", "t.json", *OWN], 0, ["AGREES", "compared: 2"],
         {**NIM, "t.json": '[{"x": "5", "y": "3", "value": "6"}, {"y": 2, "x": 2, "value": 0}]'}),
    Case("grundy-table-json-as-printed", ["audit-table", "nim", "t.json", *OWN], 1, ["DISAGREES", "place: t.json, element 2", "there: 4", "computed: 7"],
         {**NIM, "t.json": '[{"arguments": [5, 3], "value": 6}, {"arguments": ["3", "4"], "value": "4"}]'}),
    Case("grundy-table-json-float", ["audit-table", "nim", "t.json", *OWN], 3, ["`6.0` is no integer"],
         {**NIM, "t.json": '[{"x": "5", "y": "3", "value": 6.0}]'}, False),
    Case("grundy-table-json-broken", ["audit-table", "nim", "t.json", *OWN], 3, ["no JSON list"], {**NIM, "t.json": '[{"x": 1'}, False),
    Case("grundy-table-json-name-twice", ["audit-table", "nim", "t.json", *OWN], 3, ["t.json: an object has the name `x` twice"],
         {**NIM, "t.json": '[{"x": "5", "y": "3", "x": "3", "value": 6}]'}, False),
    Case("grundy-table-json-rows", ["audit-table", "nim", "t.json", *OWN], 0, ["AGREES", "compared: 1"],
         {**NIM, "t.json": '{"command": "table", "rows": [{"arguments": ["5", "3"], "value": "6"}]}'}),
    Case("grundy-table-json-other-name", ["audit-table", "nim", "t.json", *OWN], 3, ["t.json, element 2: its value is named `w`, that of element 1 `value`"],
         {**NIM, "t.json": '[{"x": "5", "y": "3", "value": "6"}, {"y": 2, "x": 2, "w": 0}]'}, False),
    Case("grundy-table-row-twice", ["audit-table", "nim", "t.csv", *OWN], 0, ["AGREES", "compared: 2", "repeated: 2 rows more, each like an earlier one"],
         {**NIM, "t.csv": "x,y,value\n1,3,2\n1,3,2\n2,2,0\n1,3,2\n"}),
    Case("grundy-table-wrong-row-twice", ["audit-table", "nim", "t.csv", *OWN], 1, ["DISAGREES", "wrong: 1", "compared: 1", "repeated: 1 row more"],
         {**NIM, "t.csv": "x,y,value\n1,3,5\n1,3,5\n"}),
    Case("grundy-table-contradiction", ["audit-table", "nim", "t.csv", *OWN], 1,
         ["DISAGREES", "place: t.csv:4", "wrong: 1", "compared: 3", "contradiction: t.csv:2 and t.csv:4 give 2 and 5 at x=1,y=3"],
         {**NIM, "t.csv": "x,y,value\n1,3,2\n2,2,0\n1,3,5\n"}),
    Case("wythoff-table-fixed-arguments", ["audit-table", "wythoffExtraMoveGrundy(strict=1,p=1)", "t.csv"], 1,
         ["DISAGREES", "claim: not wythoffExtraMoveGrundy.entry at x=1,y=1,value=2", "computed: 1"],
         {"t.csv": "x,y,value\n0,0,0\n1,1,2\n"}),
    Case("outside-a-domain", ["audit-table", "below", "t.csv", *OWN], 3, ["t.csv:2: p=2 is not inside the domain 0..1"],
         {**NIM, "t.csv": "n,p,value\n3,2,1\n"}, False),
    Case("fixed-outside-a-domain", ["audit-bfile", "below(p=7)", "b.txt", *OWN], 3, ["p=7 is not inside the domain 0..1"], {**NIM, "b.txt": "0 0\n"}, False),
    Case("illegal-winning-move", ["audit-table", "grabMove", "t.csv", *OWN], 1,
         ["DISAGREES", "claim: not grabMove.entry at n=7,k=3,value=1", "there: 1", "computed: 0"],
         {**NIM, "t.csv": "n,k,legal\n5,4,1\n7,4,1\n7,3,1\n"}),
    Case("legal-moves", ["audit-table", "grabMove", "t.csv", *OWN], 0, ["AGREES"], {**NIM, "t.csv": "n,k,legal\n5,4,1\n7,4,1\n7,3,0\n"}),
    Case("set-with-tuples", ["audit-table", "wythoffPassSetA", "t.csv"], 1, ["DISAGREES", "there: 1", "computed: 0"],
         {"t.csv": "n1,n2,member\n1,2,1\n2,3,1\n"}),
    # b-files.
    Case("bfile", ["audit-bfile", "grab", "b.txt", *OWN], 0, ["AGREES", "claim: grab.table: all", "compared: 40", "range: n in 0..39"],
         {**NIM, "b.txt": bfile(GRAB, extra="# Subtraction game {1, 2, 3}\n\n")}),
    Case("bfile-first-index-five", ["audit-bfile", "grab", "b.txt", *OWN], 0, ["AGREES", "range: n in 5..39"], {**NIM, "b.txt": bfile(GRAB[5:], 5)}),
    Case("bfile-shifted", ["audit-bfile", "wythoffMexA(l=3)", "b.txt"], 1,
         ["DISAGREES", "place: b.txt:1", "at: n=1", "there: 4", "computed: 5", "shift: all agree with wythoffMexA(l=3)(n - 1)"],
         {"b.txt": bfile(MEX_A, 1)}),
    Case("bfile-shifted-back", ["audit-bfile", "grab", "b.txt", *OWN], 1, ["DISAGREES", "shift: all agree with grab(n + 1)"],
         {**NIM, "b.txt": bfile(GRAB[1:])}),
    Case("bfile-one-wrong-term", ["audit-bfile", "grab", "b.txt", *OWN], 1,
         ["DISAGREES", "claim: not grab.entry at n=17,value=2", "place: b.txt:18", "at: n=17", "there: 2", "computed: 1", "wrong: 1", "compared: 40"],
         {**NIM, "b.txt": bfile([2 if n == 17 else v for n, v in enumerate(GRAB)])}),
    Case("bfile-wrong-period", ["audit-bfile", "grab", "b.txt", *OWN], 1, ["DISAGREES", "at: n=4", "there: 4", "computed: 0", "wrong: 32"],
         {**NIM, "b.txt": bfile([n % 5 for n in range(40)])}),
    Case("bfile-gap", ["audit-bfile", "grab", "b.txt", *OWN], 0, ["AGREES", "compared: 3", "gap: b.txt:3: n = 6..8 (3 numbers) missing"],
         {**NIM, "b.txt": "4 0\n5 1\n9 1\n"}),
    Case("bfile-gap-of-one", ["audit-bfile", "grab", "b.txt", *OWN], 0, ["gap: b.txt:2: n = 5 missing"], {**NIM, "b.txt": "4 0\n6 2\n"}),
    Case("bfile-many-gaps", ["audit-bfile", "grab", "b.txt", *OWN], 0, ["gap: b.txt:2: n = 1 missing", "3 gaps more", "gap: b.txt:15: n = 27..99 (73 numbers) missing"],
         {**NIM, "b.txt": "".join(f"{2 * i} {2 * i % 4}\n" for i in range(14)) + "100 0\n"}),
    Case("bfile-negative-index", ["audit-bfile", "grab", "b.txt", *OWN], 3, ["b.txt:1: the argument -1 is negative"], {**NIM, "b.txt": bfile(GRAB, -1)}, False),
    Case("bfile-index-twice", ["audit-bfile", "grab", "b.txt", *OWN], 3, ["b.txt:3: the index 1 does not rise"], {**NIM, "b.txt": "0 0\n1 1\n1 1\n"}, False),
    Case("bfile-bad-line", ["audit-bfile", "grab", "b.txt", *OWN], 3, ["b.txt:2: expected `n a(n)`, found `1, 1, 2`"], {**NIM, "b.txt": "0 0\n1, 1, 2\n"}, False),
    Case("bfile-wrong-type", ["audit-bfile", "grab", "b.txt", *OWN], 3, ["b.txt:2: `one` is no integer"], {**NIM, "b.txt": "0 0\n1 one\n"}, False),
    Case("bfile-empty", ["audit-bfile", "grab", "b.txt", *OWN], 3, ["b.txt: no line `n a(n)`"], {**NIM, "b.txt": "# nothing yet\n"}, False),
    Case("bfile-cr-lf", ["audit-bfile", "grab", "b.txt", *OWN], 0, ["AGREES"], {**NIM, "b.txt": bfile(GRAB).replace("\n", "\r\n")}),
    Case("bfile-huge-index", ["audit-bfile", "lower", "b.txt", "--spec", "l.mex"], 0, ["AGREES", "compared: 1"],
         {"l.mex": "language mex 1\nlet lower(n) = floor(n * phi)\n", "b.txt": "1000000000000000000000000000000 1618033988749894848204586834365\n"}),
    Case("bfile-huge-index-wrong", ["audit-bfile", "lower", "b.txt", "--spec", "l.mex"], 1, ["DISAGREES", "there: 1618033988749894848204586834364", "computed: 1618033988749894848204586834365"],
         {"l.mex": "language mex 1\nlet lower(n) = floor(n * phi)\n", "b.txt": "1000000000000000000000000000000 1618033988749894848204586834364\n"}),
    Case("bfile-beyond-all", ["audit-bfile", "square", "b.txt", "--budget", "0.1", *OWN], 2, ["at n=1000000000000 (b.txt:3); 2 rows compared before"],
         {**NIM, "b.txt": "2 4\n3 9\n1000000000000 1000000000000000000000000\n"}, False),
    Case("bfile-floor", ["audit-bfile", "lower", "b.txt", "--spec", "l.mex"], 0, ["AGREES", "compared: 60"],
         {"l.mex": "language mex 1\nlet lower(n) = floor(n * phi)\n", "b.txt": bfile(LOWER)}),
    Case("bfile-two-arguments", ["audit-bfile", "nim", "b.txt", *OWN], 3, ["2 arguments left open (x, y)"], {**NIM, "b.txt": "0 0\n"}, False),
    Case("bfile-unknown-argument", ["audit-bfile", "nim(z=1)", "b.txt", *OWN], 3, ["no argument `z`"], {**NIM, "b.txt": "0 0\n"}, False),
    Case("bfile-unknown-definition", ["audit-bfile", "grabs", "b.txt", *OWN], 3, ["did you mean `grab`?"], {**NIM, "b.txt": "0 0\n"}, False),
    Case("bfile-of-a-statement", ["audit-bfile", "winning", "b.txt", *OWN], 3, ["has no values"], {**NIM, "b.txt": "0 0\n"}, False),
    Case("bfile-automaton", ["audit-bfile", "komakDfao", "b.txt"], 1, ["DISAGREES", "at: n=1", "there: 1", "computed: 0"], {"b.txt": "0 1\n1 1\n"}),
    # Formulas.
    Case("formula-double", ["audit-formula", "floor(n*(1+sqrt(5))/2)", "--against", "floor(n*phi)", "--to", "110000000"], 1,
         ["DISAGREES", "claim: formula.value: n in 102334155..102334155,value in 165580140..165580140", "n: 102334155", "formula: 165580141",
          "against: 165580140", "semantics: IEEE double", "proved: they agree for n = 0..102334154, each evaluated"]),
    Case("formula-float", ["audit-formula", "floor(n*(1+sqrt(5))/2)", "--against", "floor(n*phi)", "--to", "100000", "--as", "float"], 1,
         ["DISAGREES", "n: 2584", "formula: 4181", "against: 4180", "certified: the exact value there, no more"]),
    Case("formula-nan", ["audit-formula", "n/0", "--against", "floor(n*phi)", "--to", "10"], 1,
         ["DISAGREES", "claim: formula.value: n<=0,value<=0", "n: 0", "formula: undefined (nan)", "against: 0"]),
    Case("formula-overflow", ["audit-formula", "n*1e308*10", "--against", "n*1e309", "--to", "10"], 1,
         ["DISAGREES", "n: 1", "formula: undefined (inf)"], {}, False),
    Case("formula-overflow-to-minus", ["audit-formula", "floor(n-n*1e308*10)", "--against", "floor(n*phi)-n", "--to", "10"], 1,
         ["DISAGREES", "n: 1", "formula: undefined (-inf)", "against: 0", "certified: the exact value there, no more"]),
    Case("formula-exact-undefined", ["audit-formula", "floor(1/n)", "--against", "floor(n*phi)", "--to", "10", "--as", "exact"], 1,
         ["DISAGREES", "n: 0", "formula: undefined (`1/n`: a division by 0)", "against: 0", "certified: the exact value there, no more"]),
    Case("formula-root-undefined", ["audit-formula", "floor(n*phi)-n+sqrt(n-2)-sqrt(n-2)", "--against", "floor(n*phi)-n", "--to", "10", "--as", "exact"], 1,
         ["DISAGREES", "n: 0", "formula: undefined (`sqrt(n-2)`: the square root of -2)"]),
    Case("formula-other-undefined", ["audit-formula", "n", "--against", "n/(3-n)*(3-n)", "--to", "10"], 2,
         ["n = 3", "a division by 0: undefined there, nothing is decided; they agree for n = 0..2"], {}, False),
    Case("formula-three-decimals", ["audit-formula", "floor(n*1.618)", "--against", "floor(n*phi)", "--to", "1000000000", "--as", "exact"], 1,
         ["DISAGREES", "claim: least not formula", "n: 233", "proved: they agree for n = 0..232, by continued fractions"]),
    Case("formula-ten-decimals", ["audit-formula", "floor(n*1.6180339887)", "--against", "floor(n*phi)", "--to", "1000000000", "--as", "exact"], 1,
         ["DISAGREES", "claim: least not formula", "n: 196418", "formula: 317810", "against: 317811"]),
    Case("formula-ten-decimals-as-double", ["audit-formula", "floor(n*1.6180339887)", "--against", "floor(n*phi)", "--to", "1000000000"], 1,
         ["DISAGREES", "n: 196418"]),
    Case("formula-agrees", ["audit-formula", "floor(n*1.6180339887)", "--against", "floor(n*phi)", "--to", "100000", "--as", "exact"], 0,
         ["AGREES", "claim: formula: n<=100000", "next: they differ first at n = 196418"]),
    Case("formula-fifty-decimals", ["audit-formula", "floor(n*1.61803398874989484820458683436563811772030917980576)", "--against", "floor(n*phi)",
                                    "--to", "1000000000000000000000000000000", "--as", "exact"], 1,
         ["DISAGREES", "n: 22698374052006863956975682"], {}, False),
    Case("formula-other-slope", ["audit-formula", "floor(n*1.41421356)", "--against", "floor(n*sqrt(2))", "--to", "1000000", "--as", "exact"], 1,
         ["DISAGREES", "n: 19601", "no certificate: the mex language has no term"], {}, False),
    Case("formula-with-constant", ["audit-formula", "floor(n*1.618 + 0.5)", "--against", "floor(n*phi + 1/2)", "--to", "100000", "--as", "exact"], 1,
         ["DISAGREES", "each evaluated"]),
    Case("formula-no-integer", ["audit-formula", "n*0.1", "--against", "n/10", "--to", "10"], 1, ["DISAGREES", "n: 1", "against: 1/10"], {}, False),
    Case("formula-division-by-0", ["audit-formula", "floor(1/n)", "--against", "floor(1/(n+1))", "--to", "10"], 1, ["DISAGREES", "n: 0", "formula: undefined (inf)", "against: 1"], {}, False),
    Case("formula-undefined", ["audit-formula", "floor(n)", "--against", "floor(1/n)", "--to", "10"], 2, ["n = 0: `1/n`: a division by 0: undefined there, nothing is decided"], {}, False),
    Case("formula-two-roots", ["audit-formula", "floor(n)", "--against", "floor(n*(sqrt(2)+sqrt(3)))", "--to", "10"], 2, ["two square roots"], {}, False),
    Case("formula-phi-as-double", ["audit-formula", "floor(n*phi)", "--against", "floor(n*phi)", "--to", "10"], 3, ["phi is no number of a program"], {}, False),
    Case("formula-misspelt", ["audit-formula", "floor(n*ph)", "--against", "floor(n*phi)", "--to", "10"], 3, ["column 9: unknown name `ph`"], {}, False),
    Case("formula-open", ["audit-formula", "floor(n*1.6", "--against", "floor(n*phi)", "--to", "10"], 3, ["expected `)`"], {}, False),
    Case("formula-unknown-arithmetic", ["audit-formula", "n", "--against", "n", "--to", "10", "--as", "half"], 3, ["not double, float or exact"], {}, False),
    Case("formula-too-far", ["audit-formula", "floor(n*1.618)", "--against", "floor(n*phi+1)", "--to", "99999999999999999999", "--as", "exact"], 2,
         ["would be gone through"], {}, False),
]
