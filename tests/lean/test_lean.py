"""Files for Lean 4 (`mexcert export --lean`), without Lean: the committed ones are made again byte for byte, an evaluator of
the subset (lean_subset.py) finds each of their theorems true, and notices alterations: every entry of a table by one, every
theorem's value, comparisons exchanged. The evaluator refuses what is not in the subset, and the command says what it cannot.

    test_lean.py            all
    test_lean.py --update   writes the files of golden/ anew"""

import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from lean_subset import Refused, results  # noqa: E402
from mexlib import ROOT, Report, mexcert  # noqa: E402

GOLDEN = Path(__file__).resolve().parent / "golden"
MOST_ALTERED = 60  # entries of one file
LEAST_NOTICED = 0.8  # of the exchanged comparisons
FORBIDDEN = re.compile(r"\b(sorry|axiom|native_decide|import|open|partial|unsafe|termination_by|decreasing_by|Mathlib)\b")

SMALL = """namespace T
def outside : Nat := 9
def monus (a b : Nat) : Nat := a - b
def imp (a b : Bool) : Bool := !(a) || b
def allBelow : Nat → (Nat → Bool) → Bool
  | 0, _ => true
  | n+1, p => allBelow n p && p n
def at1 : List Nat → Nat → Nat
  | [], _ => outside
  | a :: _, 0 => a
  | _ :: rest, n+1 => at1 rest n
{}
end T
"""
TRUE = (
    "theorem t : allBelow 3 (fun x => Nat.ble (at1 [4, 5, 6] x) 6) = true := by decide",
    "theorem t : Nat.beq (monus 1 2) 0 = true := by decide",
    "theorem t : imp false (Nat.beq (at1 [] 0) 1) = true := by decide",
    "theorem t : Nat.beq (2 + 3 * 4 / 5 % 6) 4 = true := by decide",
    "def f (g : Nat → Nat) (x : Nat) : Nat := cond (Nat.beq x 0) 1 (g (x - 1))\n"
    "theorem t : Nat.beq (f (fun y => y * y) 4) 9 = true := by decide",
    "theorem t : Nat.beq 1 2 = false := by decide",
)
FALSE = (
    "theorem t : allBelow 3 (fun x => Nat.ble (at1 [4, 5, 7] x) 6) = true := by decide",
    "theorem t : Nat.beq 1 1 = false := by decide",
)
REFUSED = {
    "theorem t : allBelow 3 (fun x => Nat.ble (at1 [4, 5] x) 6) = true := by decide": "outside of a table",
    "theorem t : Nat.beq (1 - 2) 0 = true := by decide": "cut off",
    "theorem t : true = true := by sorry": "expected 'decide'",
    "theorem t : true = true := by native_decide": "expected 'decide'",
    "axiom t : true = true": "expected an item",
    "theorem t : Nat.beq (f 1) 0 = true := by decide": "not defined before",
    "theorem t : Nat.beq true 0 = true := by decide": "type Nat expected",
    "theorem t : allBelow 3 = true := by decide": "does not take 1 arguments",
    "theorem t : allBelow 2 (fun x => allBelow 2 (fun x => true)) = true := by decide": "hides another",
    "theorem t : Nat.beq (Nat.succ 1) 2 = true := by decide": "expected a name",
    "theorem t : (1 = 1) = true := by decide": "expected ')'",
    "def f (n : Nat) : Nat := f n": "not defined before",
    "def f : Nat → Nat\n  | 0 => 0\n  | n+1 => f (n + 1)": "not structural",
    "def f : Nat → Nat → Nat\n  | 0, _ => 0\n  | n+1, 0 => f n 1\n  | n+1, m+1 => f (n + 1) m": "not structural",
    "def f : Nat → Nat\n  | n+1 => n": "no case",
    "def f : Nat → Nat\n  | 0 => 0\n  | 1 => 0\n  | n+1 => n": "only 0",
    "def f : List Nat → Nat\n  | [] => 0": "no case",
    "def imp (a b : Bool) : Bool := a": "defined twice",
    "def f (a : Int) : Nat := 0": "expected a type",
    "def f (a : Nat) : Nat := match a with | _ => 0": "expected a name",
    "def f (a : Nat) : Nat := if true then 0 else 1": "expected a name",
    "open Nat": "expected an item",
    "#eval 1": "unexpected",
    "set_option pp.all 1\ntheorem t : true = true := by decide": "expected a name",
    "def f (a : Nat) : Nat := a": "no theorem",
}


def golden_claims():
    for line in (GOLDEN / "CLAIMS").read_text().splitlines():
        if line and not line.startswith("#"):
            yield line.split(" ", 1)


def verdict(text):
    """True, False, or the reason of a refusal."""
    try:
        return all(holds for _, holds in results(text))
    except Refused as refused:
        return str(refused)


def replaced(text, match, by):
    return text[: match.start()] + by + text[match.end():]


def table_entries(text):
    """The numbers of the tables' literals."""
    for table in re.finditer(r"^def \w+_table\w* : [^\n]* :=\n(.*?)\n\n", text, re.M | re.S):
        yield from re.compile(r"\d+").finditer(text, table.start(1), table.end(1))


def comparisons(text):
    """Comparisons behind the library: in definitions, equations, the statement."""
    begin = text.index("\n-- mex: ") if "\n-- mex: " in text else text.index("-- The statement")
    for match in re.compile(r"\b(eq|ne|le|lt) (?=[\w(])").finditer(text, begin):
        line = text[text.rfind("\n", 0, match.start()) + 1: match.start()]
        if not line.startswith("--"):
            yield match


def test_golden(report, scratch):
    names = set()
    for name, claim in golden_claims():
        names.add(f"{name}.lean")
        code, out, err = mexcert("export", "--lean", claim, "-o", scratch / f"{name}.lean")
        if not report.check(code == 0, f"{claim}: exit {code}: {err}"):
            continue
        report.check(out.startswith(f"claim: {claim}\n"), f"{claim}: prints {out}")
        made = (scratch / f"{name}.lean").read_bytes()
        report.check(made == (GOLDEN / f"{name}.lean").read_bytes(), f"golden/{name}.lean differs from what is exported")
        text = made.decode()
        report.check(verdict(text) is True, f"{name}.lean: {verdict(text)}")
        report.check(not FORBIDDEN.search(re.sub(r"/-.*?-/|--[^\n]*", "", text, flags=re.S)), f"{name}.lean: a forbidden word")
        digest = mexcert("show", re.sub(r"^(least )?not ", "", claim).split(":")[0].split(" ")[0].split("(")[0], "--digest")[1]
        report.check(digest.strip() in text and f"'{claim}'" in text, f"{name}.lean: no digest or command")
    committed = {path.name for path in GOLDEN.glob("*.lean")}
    report.check(committed == names, f"golden/: {committed ^ names}")
    report.check(len(names) >= 20, f"golden/: {len(names)} files")


def test_alterations(report):
    tried = noticed = entries = 0
    for name, _ in golden_claims():
        text = (GOLDEN / f"{name}.lean").read_text()
        all_entries = list(table_entries(text))
        for match in all_entries[:: max(1, len(all_entries) // MOST_ALTERED)]:
            entries += 1
            report.check(verdict(replaced(text, match, str(int(match.group()) + 1))) is not True,
                         f"{name}.lean: entry {match.group()} at {match.start()} may be larger by 1")
        for match in re.finditer(r"= (true|false) := by decide", text):
            other = {"true": "false", "false": "true"}[match.group(1)]
            report.check(verdict(replaced(text, match, f"= {other} := by decide")) is False, f"{name}.lean: a theorem and its opposite")
        found = 0
        for match in list(comparisons(text)):
            other = {"eq": "ne", "ne": "eq", "le": "lt", "lt": "le"}[match.group(1)]
            tried += 1
            found += verdict(replaced(text, match, f"{other} ")) is not True
        noticed += found
        report.check(found or not list(comparisons(text)), f"{name}.lean: no exchanged comparison is noticed")
    report.check(entries > 500, f"{entries} entries altered")
    report.check(noticed >= LEAST_NOTICED * tried, f"{noticed} of {tried} exchanged comparisons noticed")
    print(f"{entries} entries altered, all noticed; {noticed} of {tried} exchanged comparisons noticed")


def test_evaluator(report):
    for text in TRUE:
        report.check(verdict(SMALL.format(text)) is True, f"{text}: {verdict(SMALL.format(text))}")
    for text in FALSE:
        report.check(verdict(SMALL.format(text)) is False, f"{text}: {verdict(SMALL.format(text))}")
    for text, reason in REFUSED.items():
        found = verdict(SMALL.format(text))
        report.check(isinstance(found, str) and reason in found, f"{text}: {found}, not {reason}")
    report.check(verdict("import Mathlib\n" + SMALL.format(TRUE[0])) not in (True, False), "an import")
    report.check(verdict(SMALL.format(TRUE[0]).replace("end T\n", "")) not in (True, False), "no end")


def test_command(report, scratch):
    out_file = scratch / "a.lean"

    def expect(arguments, wanted, message):
        code, out, err = mexcert("export", "--lean", *arguments, "-o", out_file)
        report.check(code == wanted and message in out + err, f"export --lean {arguments}: exit {code}: {out}{err}")

    for statement, message in (  # a range is chosen
        ("wythoffGrundy_eq_zero_iff", "claim: wythoffGrundy_eq_zero_iff: x<=8,y<=8\n"),
        ("wythoffPassGrundy_true_eq_zero_iff", "claim: wythoffPassGrundy_true_eq_zero_iff: x<=9,y<=9\n"),
        ("weinstein.zero_positions(k=0,l=2)", "claim: weinstein.zero_positions(k=0,l=2): x<="),
        ("wythoffPassSetA_card", "claim: wythoffPassSetA_card: all\n"),
    ):
        expect([statement], 0, message)
        report.check(verdict(out_file.read_text()) is True, f"{statement}: {verdict(out_file.read_text())}")
    out_file.unlink()
    expect(["wythoffPassGrundy_true_eq_zero_iff: x<=8,y<=8"], 2, "no instance satisfies the hypotheses")
    expect(["weinstein.rows_0_1"], 1, "least counterexample: not weinstein.rows_0_1 at x=0")
    expect(["not wythoffPass_near(R=4) at x=1,y=3"], 1, "the statement holds at this point")
    expect(["wythoffTerminal_one_morphic"], 2, "spec/morphic.mex:11:40: words of morphisms are not supported")
    expect(["wythoffMex_tendsto_goldenRatio(l=1): all"], 2, "trivial on a range")
    expect(["wythoffGrundy_eq_zero_iff: x<=200,y<=200"], 2, "too much for Lean's kernel")
    expect(["wythoffGrundy_eq_zero_iff: all"], 2, "needs a range for x")
    expect(["wythoffGrundy_eq_zero: x<=2,y<=2"], 3, "unknown statement")
    expect(["wythoffGrundy_eq_zero_iff: y<=2,x<=2"], 3, "order of the leading variables")
    report.check(not out_file.exists(), "a file in spite of an error")
    expect(["akiyama.theorem2_c_sets: n<=4"], 0, "theorems")  # a bound that has a hypothesis
    report.check(verdict(out_file.read_text()) is True, f"theorem2_c_sets: {verdict(out_file.read_text())}")
    expect(["nimhoff_zero", "--spec", ROOT / "examples/nimhoff.mex"], 0, "claim: nimhoff_zero: x<=")
    report.check("--spec" in out_file.read_text() and verdict(out_file.read_text()) is True, "a statement of one's own")
    code, _, err = mexcert("export", "--lean", "--walnut", "wythoffGrundy_eq_zero_iff")
    report.check(code == 3, f"two provers: exit {code}: {err}")
    code, _, err = mexcert("export", "wythoffGrundy_eq_zero_iff")
    report.check(code == 3, f"no prover: exit {code}: {err}")


def test_bounds(report, scratch):
    """A bound that no formula gives is named; those that it gives are not."""
    text = (GOLDEN / "terminal_redundant.lean").read_text()
    report.check("below witnessLimit = 6 alone: x at spec/terminal.mex:126:" in " ".join(text.split()),
                 "terminal_redundant.lean: its bound is not named")
    others = [name for name, _ in golden_claims() if "witnessLimit" in (GOLDEN / f"{name}.lean").read_text()]
    report.check(others == ["terminal_redundant"], f"bounds chosen in {others}")
    # Names that Lean or the file has already, a difference that is negative, a search without a find.
    spec = scratch / "own.mex"
    spec.write_text("""language mex 1
def eq(def_, b1) measure b1 = if b1 = 0 then def_ mod 2 else eq(def_, b1 - 1) + 1
set t.fuel = {(1, 2), (2, 1), (1, 2)}
statement t.names: forall at_, self: self <= 2 => eq(at_, self) + 1 >= self and (self - 3 < at_) and
    (card(t.fuel) = 2 and ((at_, self) in t.fuel => at_ + self = 3))
statement t.integers: forall x, y: (x - y) ^ 2 = (y - x) ^ 2 and x - y <= 2 * (x -. y) and
    2 * (x - y) - 3 * (y - x) = 5 * x - 5 * y and - (x - y) = y - x
statement t.counts: forall n: count {i, k: i + k = n} = n + 1 and count {i < n: i mod 2 = 0} = (n + 1) div 2 and
    (n > 0 => exists unique k: 2 * k = n or 2 * k + 1 = n)
statement t.negative: forall n: eq(n - 1, 0) <= 1
statement t.narrow: forall n: exists k: k mod 5 = 4 and (k + n) mod 7 = 1
""")
    for claim, code_wanted, wanted in (
        ("t.names: at_<=3", 0, "theorem"),
        ("t.integers: x<=4,y<=4", 0, "theorem"),
        ("t.counts: n<=7", 0, "theorem"),
        ("t.narrow: n<=6", 0, "theorem"),
    ):
        code, out, err = mexcert("export", "--lean", claim, "-o", scratch / "own.lean", "--spec", spec)
        report.check(code == code_wanted and wanted in out + err, f"{claim}: exit {code}: {out}{err}")
        if code == 0:
            own = (scratch / "own.lean").read_text()
            report.check(verdict(own) is True, f"{claim}: {verdict(own)}\n{own}")
            report.check(("witnessLimit" in own) == ("narrow" in claim), f"{claim}: witnessLimit")
    code, out, err = mexcert("export", "--lean", "t.negative: n<=3", "-o", scratch / "negative.lean", "--spec", spec)
    report.check(code == 2 and "no natural" in err, f"t.negative: exit {code}: {out}{err}")


def update():
    for name, claim in golden_claims():
        code, out, err = mexcert("export", "--lean", claim, "-o", GOLDEN / f"{name}.lean")
        print(out if code == 0 else f"{claim}: {err}", end="")


def main():
    if sys.argv[1:] == ["--update"]:
        update()
        return
    report = Report("Lean files")
    with tempfile.TemporaryDirectory() as scratch:
        test_evaluator(report)
        test_golden(report, Path(scratch))
        test_alterations(report)
        test_command(report, Path(scratch))
        test_bounds(report, Path(scratch))
    report.finish()


main()
