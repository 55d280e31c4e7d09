"""The commands of mexcert: verdicts, exit codes, files written; what it writes is verified by mexcheck."""

import json
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import ROOT, Report, mexcert, mexcheck  # noqa: E402

REPORT = Report("mexcert commands")
USER = ["--spec", ROOT / "examples" / "nimhoff.mex"]


def verified(label, claim, path, *options):
    code, out, err = mexcheck("--claim", claim, path, *options)
    REPORT.check(code == 0 and out.startswith("VERIFIED "), f"{label}: {code} {out}{err}")


def generate(folder):
    claim = "wythoffGrundy_eq_zero_iff: x<=20,y<=20"
    path = folder / "g.cert"
    code, out, err = mexcert("generate", claim, "-o", path)
    REPORT.check(code == 0, f"generate: {code} {out}{err}")
    verified("generate", claim, path)
    first = path.read_bytes()
    mexcert("generate", claim, "-o", path)
    REPORT.check(path.read_bytes() == first, "generate is not reproducible")
    code, out, err = mexcert("generate", "nimhoff_guess: x<=20,y<=20", "-o", folder / "f.cert", *USER)
    REPORT.check(code == 1 and "x=0,y=3" in out + err and not (folder / "f.cert").exists(), f"false claim: {code} {out}{err}")
    code, out, err = mexcert("generate", "no_such_name: all", "-o", folder / "n.cert")
    REPORT.check(code == 3, f"unknown name: {code} {out}{err}")


def decide(folder):
    path = folder / "d.cert"
    code, out, err = mexcert("decide", "nimhoff_guess", "-o", path, *USER)
    REPORT.check(code == 1 and "FALSE" in out and "least not nimhoff_guess" in out, f"decide false: {code} {out}{err}")
    verified("decide false", "least not nimhoff_guess", path, *USER)
    code, out, err = mexcert("decide", "wythoffPassSetA_card", "-o", path)
    REPORT.check(code == 0 and "wythoffPassSetA_card: all" in out, f"decide finite: {code} {out}{err}")
    verified("decide finite", "wythoffPassSetA_card: all", path)
    code, out, err = mexcert("decide", "isFibonacciAutomatic_komakG", "-o", folder / "no.cert")
    REPORT.check(code == 0 and out.startswith("TRUE for all naturals\n"), f"decide automatic: {code} {out}{err}")


def decide_own(folder):
    """The variables of a point are the checker's: both follow language.md 5.3."""
    own = folder / "own.mex"
    own.write_text(
        "language mex 1\n"
        "def h(n) measure n = h(n + 1) + 1\n"
        "def D(x) measure x = least m with m != h(x) and forall i < x: m != D(i)\n"
        "statement near: forall x, y: x < y => y < 3 or y = x + 2\n"
        "statement far: (forall a: a < 4 => a = a) and forall x, y, z: z < y => x < y => z + x < 7\n"
        "statement above: forall x: D(x) = least m with m != h(x) and forall i < x: m != D(i)\n")
    for name, point in (("near", "x=0,y=3"), ("far", "x=0,y=8")):
        path = folder / f"{name}.cert"
        code, out, err = mexcert("decide", name, "-o", path, "--spec", own)
        REPORT.check(code == 1 and f"point: {point}\n" in out, f"decide {name}: {code} {out}{err}")
        verified(f"decide {name}", f"least not {name}", path, "--spec", own)
    code, out, err = mexcert("decide", "above: all", "--spec", own)
    REPORT.check(code == 2 and "D rests on another recursive one, h" in err, f"decide above: {code} {out}{err}")


def decide_in_time(folder):
    """Tables that take long end with the budget; a statement without instances is not false."""
    start = time.monotonic()
    code, out, err = mexcert("decide", "nimhoff_zero", "--budget", "1", "-o", folder / "t.cert", *USER)
    REPORT.check(code == 0 and out.startswith("TRUE on a range\n"), f"decide in time: {code} {out}{err}")
    REPORT.check(time.monotonic() - start < 60, "decide --budget 1 takes a minute")
    own = folder / "vacuous.mex"
    own.write_text("language mex 1\nstatement s: forall n: n > 5 and n < 3 => n = 7\n")
    code, out, err = mexcert("decide", "s", "--spec", own)
    REPORT.check(code == 2 and "no instance satisfies" in err, f"decide vacuous: {code} {out}{err}")
    code, out, err = mexcert("import", "--walnut", own, "--as", "graf komakG *")
    REPORT.check(code == 3 and "expected `adder`" in err, f"import as: {code} {out}{err}")


def audit(folder):
    path = folder / "a.cert"
    code, out, err = mexcert("audit", "nimhoff_guess", "--at", "x=0,y=3", "-o", path, *USER)
    REPORT.check(out.startswith("COUNTEREXAMPLE"), f"audit: {code} {out}{err}")
    verified("audit", "not nimhoff_guess at x=0,y=3", path, *USER)
    REPORT.check(code == 1, f"audit: exit {code}")
    code, out, err = mexcert("audit", "nimhoff_guess", "--at", "x=1,y=1", "-o", path, *USER)
    REPORT.check(out.startswith("NOT A COUNTEREXAMPLE"), f"audit: {code} {out}{err}")
    code, out, err = mexcert("audit", "wythoffPassGrundy_true_eq_zero_iff", "--at", "x=1,y=1", "-o", path)
    REPORT.check(code == 0 and out.startswith("NOT A COUNTEREXAMPLE") and "hypothes" in out, f"audit hypothesis: {code} {out}{err}")


def tables():
    code, out, err = mexcert("table", "wythoffMexA", "3", "0..5")
    REPORT.check(code == 0 and [line.split()[-1] for line in out.splitlines()[-6:]] == ["4", "5", "6", "7", "9", "11"],
                 f"table: {code} {out}{err}")
    code, out, err = mexcert("table", "wythoffMexA", "3", "0..5", "--bfile")
    REPORT.check(code == 0 and out == "0 4\n1 5\n2 6\n3 7\n4 9\n5 11\n", f"table --bfile: {code} {out}{err}")
    code, out, err = mexcert("list")
    REPORT.check(code == 0 and "wythoffTerminal_one_morphic" in out, f"list: {code}")
    code, out, err = mexcert("show", "komakG_zero")
    REPORT.check(code == 0 and "komakG(0) = 1" in out, f"show: {code} {out}")


def counts(folder):
    """Reports: exact rows, the rows as a file, what is out of reach."""
    path = folder / "rows.csv"
    code, out, err = mexcert("report", "akiyama.statistics", "--to", "500000", "--csv", path)
    REPORT.check(code == 0 and "not certified" in out and "no certificate" in out, f"report: {code} {out}{err}")
    REPORT.check("printed 0.7993.., computed 0.799344000" in out and "computed 0.810706" in out, f"report figures: {out}")
    REPORT.check("\n  (1, 2, 3) 71239 1\n" in out and " 26185\n56 of the 56 steps" in out, f"report steps: {out}")
    rows = [line.split(",") for line in path.read_text().splitlines()]
    REPORT.check([row[0] for row in rows] == ["n", "1000", "10000", "100000", "500000"]
                 and rows[-1][1:4] == ["940646", "1790923", "2641200"] and rows[-1][7] == "399672", f"report --csv: {rows}")
    code, out, err = mexcert("report", "akiyama.l1", "--to", "10000")
    REPORT.check(code == 0 and "no v(n), the first: (27, 50, 73)" in out
                 and ["10000", "940", "932", "29", "0", "40", "793", "108", "39", "0"] in [line.split() for line in out.splitlines()],
                 f"report l1: {code} {out}{err}")
    code, out, err = mexcert("report", "akiyama.positive", "--to", "800")
    REPORT.check(code == 0 and "1094: (441, 783, 1094) (443, 782, 1094)" in out, f"report positive: {code} {out}{err}")
    for options, words in ((["akiyama.l2"], "no report `akiyama.l2`"), (["akiyama.l1", "--to", "0"], "--to"),
                           (["akiyama.statistics", "--to", "1000000001"], "is more than 1000000000"),
                           (["akiyama.positive", "--to", "5", "--csv", folder / "no" / "file"], "cannot be written")):
        code, out, err = mexcert("report", *options)
        REPORT.check(code == 3 and words in err and not out, f"report {options}: {code} {out}{err}")


def many(folder):
    """A folder of certificates: resumed after a kill, made in shards."""
    claims = folder / "CLAIMS"
    claims.write_text("nimhoff_zero: x<=30,y<=30\nnimhoff_zero: x<=20,y<=20\nfibRep_examples: all\nkomakG_zero: all")
    whole = folder / "whole"
    code, out, err = mexcert("generate", "--claims", claims, "-o", whole, *USER)
    REPORT.check(code == 0 and "1 claim," in out and "2 claims," in out, f"generate folder: {code} {out}{err}")
    made = {p.name: p.read_bytes() for p in whole.iterdir()}
    (whole / "nimhoff.cert").write_bytes(made["nimhoff.cert"][:-20])  # as if it had not been written to the end
    code, out, err = mexcert("generate", "--claims", claims, "-o", whole, "--resume", *USER)
    REPORT.check(code == 0 and out.count("kept") == len(made) - 1, f"resume: {code} {out}{err}")
    REPORT.check({p.name: p.read_bytes() for p in whole.iterdir()} == made, "resume made other files")
    for shard in ("1/2", "2/2"):
        code, out, err = mexcert("generate", "--claims", claims, "-o", folder / "shards", "--shard", shard, *USER)
        REPORT.check(code == 0, f"shard {shard}: {code} {out}{err}")
    claims.write_text(claims.read_text() + "\n")
    code, out, err = mexcheck("--claims", claims, folder / "shards", *USER)
    REPORT.check(code == 0 and out.count("VERIFIED ") == 4, f"shards: {code} {out}{err}")
    code, out, err = mexcert("generate", "--claims", claims, "--shard", "3/2", *USER)
    REPORT.check(code == 3 and "3/2" in err, f"wrong shard: {code} {out}{err}")


def streamed(folder):
    """Claims on long ranges of a known sequence make a stream: beside tables, resumed, in a file; false ones are found in the first rows."""
    claims = folder / "LONG"
    claims.write_text("akiyama.theorem3_8: n<=60000\nakiyama.theorem2_a: n<=100\nakiyama.corollary1: j<=60000,n<=60000\n")
    whole = folder / "long"
    code, out, err = mexcert("generate", "--claims", claims, "-o", whole)
    REPORT.check(code == 0 and "akiyama.v.stream.cert: 2 claims," in out, f"streamed: {code} {out}{err}")
    made = {p.name: p.read_bytes() for p in whole.iterdir()}
    REPORT.check(sorted(made) == ["akiyama.v.cert", "akiyama.v.stream.cert"], f"streamed: {sorted(made)}")
    code, out, err = mexcheck("--claims", claims, whole)
    REPORT.check(code == 0 and out.count("VERIFIED ") == 3 and out.count("fast.stream") == 2, f"streamed: {code} {out}{err}")
    (whole / "akiyama.v.stream.cert").write_bytes(made["akiyama.v.stream.cert"][:-20])
    code, out, err = mexcert("generate", "--claims", claims, "-o", whole, "--resume")
    REPORT.check(code == 0 and out.count("kept") == 1 and {p.name: p.read_bytes() for p in whole.iterdir()} == made, f"resume: {code} {out}{err}")
    code, out, err = mexcert("generate", "akiyama.theorem3_8: n<=60000", "-o", folder / "one.cert")
    REPORT.check(code == 0 and (folder / "one.cert").read_bytes().startswith(b"mexcert-certificate 1 stream\n"), f"one: {code} {out}{err}")
    code, out, err = mexcert("generate", "akiyama.theorem3_8: n<=60000", "akiyama.theorem2_a: n<=100", "-o", folder / "both.cert")
    REPORT.check(code == 0 and (folder / "both.cert").read_bytes().startswith(b"mexcert-certificate 1\n"), f"both: {code} {out}{err}")
    code, out, err = mexcert("generate", "akiyama.kappa_zero_equivalence: n<=60000", "-o", folder / "false.cert")
    REPORT.check(code == 1 and "least counterexample" in err and not (folder / "false.cert").exists(), f"false: {code} {out}{err}")


def together(folder):
    """Positions read together: a large box, and a false claim whose first false position is named."""
    path = folder / "k.cert"
    claim = "wythoffTerminal_pPositions(l=3): x<=1000,y<=1000"
    code, out, err = mexcert("generate", claim, "-o", path)
    REPORT.check(code == 0, f"{claim}: {code} {out}{err}")
    verified("large box", claim, path)
    code, out, err = mexcert("generate", "renard_rigo.thm_2: x<=500,y<=500", "-o", path)
    REPORT.check(code == 1 and "false at x=" in err, f"false on a box: {code} {out}{err}")


def alone(folder):
    """What is written holds what mexcheck asks for, and no more: a leaf that repeats a definition; tables chosen by a bound variable."""
    own = folder / "alone.mex"
    own.write_text(
        "language mex 1\n"
        "def F(k, n) measure n = if n = 0 then k else F(k, n - 1)\n"
        "pred two(k, n) = F(k, n) = 2\n"
        "statement first: exists k in 0..5: F(k, 3) = 2\n"
        "statement none: forall k in 0..5: F(k, 3) != 9\n"
        "statement below: exists k: k < 2 and F(k, 3) = 1\n"
        "statement inside: exists k in 0..5: two(k, 3)\n"
        "statement pair: exists k in 3..5: exists j in 0..2: F(k, 3) + F(j, 2) = 4\n"
        "statement either: forall n: exists k in 0..5: F(k, n) = 2 or F(k, n) = n\n"
        "statement pass: exists p in 0..1: wythoffPassGrundy(0, 0, p) = 0\n")
    for claim in ("first: all", "none: all", "below: all", "inside: all", "pair: all", "either: n<=40", "pass: all",
                  "wythoffExtraMoveGrundy_eq: all"):
        path = folder / "alone.cert"
        code, out, err = mexcert("generate", claim, "-o", path, "--spec", own)
        REPORT.check(code == 0, f"{claim}: {code} {out}{err}")
        verified("alone", claim, path, "--spec", own)


def searches(folder):
    code, out, err = mexcert("generate", "wythoffTerminal_no_redundant_move: v<=40,w<=40", "--search-limit", "20", "-o", folder / "s.cert")
    REPORT.check(code == 2 and "no witness with components up to 20 for" in err and "--search-limit" in err, f"search limit: {code} {out}{err}")


def messages():
    for args, wanted in (
            (("generate", "komakG_zero:all"), "`komakG_zero: all`"),
            (("generate", "komakG_hofstadter: n<= 5"), "`komakG_hofstadter: n<=5`"),
            (("generate", "komakG_hofstader: n<=5"), "did you mean `komakG_hofstadter`?"),
            (("decide", "wythoff_near(g=1,r=3)"), "did you mean `R`?"),
            (("decide", "komakG_zero", "--budget", "0"), "more than 0"),
            (("list", "--spec", "a", "--spec", "b"), "given 2 times"),
            (("table", "komakG_zero"), "neither a function nor a set"),
            (("show", "komakg"), "did you mean `komakG`?"),
            (("audt", "komakG_zero"), "unknown command `audt`; did you mean `audit`? (there are list, show"),
            (("audt", "--help"), "unknown command `audt`; did you mean `audit`? (there are list, show"),
            (("audti", "komakG_zero"), "unknown command `audti`; did you mean `audit`? (there are list, show"),
            (("generate", "komakG_hofstatdetr: n<=5"), "did you mean `komakG_hofstadter`?"),
            (("decide",), "mexcert: name is required (see --help)"),
            (("decide", "komakG_zero", "--search-limit", "-1"), "--search-limit: `-1` is no natural number"),
            (("list", "--spec", "none.mex"), "mexcert: none.mex: cannot be read"),
            (("table", "komakG", "0..99999999999"), "more than 1000000 values; --limit N allows more"),
            (("table", "nimhoff", "0..20000", "0..20000", "--limit", "9", *USER), "more than 9 values"),
            (("table", "komakG", "0..9", "--limit", "999999999999"), "--limit: 999999999999 is more than 100000000"),
            (("table", "komakG", "0..9", "--limit", "0"), "--limit: 0 is not at least 1")):
        code, out, err = mexcert(*args)
        REPORT.check(code == 3 and wanted in err, f"{args}: {code} {out}{err}")
    code, out, err = mexcert("--version")
    REPORT.check(code == 0 and re.fullmatch(r"mexcert [0-9]+\.[0-9]+\.[0-9]+\n", out), f"--version: {code} {out}{err}")
    code, out, err = mexcert("show", "komakSet")
    REPORT.check(code == 0 and "set komakSet" in out, f"show a set: {code} {out}{err}")
    code, out, err = mexcert("table", "wythoffPassSetA")
    REPORT.check(code == 0 and out.startswith("0 0\n1 2\n"), f"table of a set: {code} {out}{err}")


def nothing_shown(folder):
    """A claim without an instance is not false: every command says 2, and 1 of what is false, without variables, too."""
    own = folder / "vacuous.mex"
    own.write_text("language mex 1\nstatement s: forall n: n > 5 and n < 3 => n = 7\nstatement e: exists n: n < 3 and n = 7\n")
    for args in (("decide", "s"), ("generate", "s: n<=9"), ("evidence", "s: n<=9"), ("evidence", "s"), ("export", "--lean", "s: n<=9"), ("export", "--lean", "s")):
        code, out, err = mexcert(*args, "--spec", own, "-o", folder / ("v" if args[0] == "evidence" else "v.cert"))
        REPORT.check(code == 2 and "no instance satisfies" in err, f"{args}: {code} {out}{err}")
    for args in (("generate", "e: all"), ("export", "--lean", "e: all")):
        code, out, err = mexcert(*args, "--spec", own, "-o", folder / "v.cert")
        REPORT.check(code == 1 and "false" in err and not re.search(r" at ?(;.*)?$", err, re.M), f"{args}: {code} {out}{err}")


def as_json(folder):
    """`--json` says what the lines say; naturals are decimal strings."""
    code, out, err = mexcert("decide", "nimhoff_guess", "-o", folder / "j.cert", "--json", *USER)
    said = json.loads(out)
    REPORT.check(code == 1 and said["refuted"] and said["claim"] == "least not nimhoff_guess" and said["point"] == {"x": "0", "y": "3"}
                 and said["certificate"] == str(folder / "j.cert") and said["warnings"] == [], f"decide --json: {code} {out}{err}")
    own = folder / "warned.mex"
    own.write_text("language mex 1\nstatement warned: forall x: 1 <= x => x + 1 > x\n")
    code, out, err = mexcert("decide", "warned", "-o", folder / "w.cert", "--json", "--spec", own)
    REPORT.check(code == 0 and "hypothesis `1 <= x`" in json.loads(out)["warnings"][0], f"a warning: {code} {out}{err}")
    code, out, err = mexcert("decide", "warned", "-o", folder / "w.cert", "--spec", own)
    REPORT.check(code == 0 and "mexcert: warning: " in err and "warning" not in out, f"a warning in lines: {code} {out}{err}")
    claims = ["nimhoff_zero: x<=9,y<=9", "nimhoff_guess: x<=9,y<=9"]
    code, out, err = mexcert("generate", *claims, "-o", folder / "j", "--json", *USER)
    said = json.loads(out)
    REPORT.check(code == 1 and [f["claims"] for f in said["files"]] == [claims[:1]] and int(said["files"][0]["bytes"]) > 100
                 and [e["exit"] for e in said["errors"]] == ["1"], f"generate --json: {code} {out}{err}")
    code, out, err = mexcert("generate", claims[0], "-o", folder / "j", "--json", "--resume", *USER)
    REPORT.check(code == 0 and json.loads(out)["files"][0]["kept"], f"kept: {code} {out}{err}")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        generate(folder)
        decide(folder)
        decide_own(folder)
        decide_in_time(folder)
        audit(folder)
        tables()
        counts(folder)
        many(folder)
        streamed(folder)
        together(folder)
        alone(folder)
        searches(folder)
        as_json(folder)
        nothing_shown(folder)
        messages()
    REPORT.finish()


main()
