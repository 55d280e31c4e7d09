"""The commands of mexcert: verdicts, exit codes, files written; what it writes is verified by mexcheck."""

import sys
import tempfile
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
    REPORT.check(code == 2 and "automaton" in out + err, f"decide automatic: {code} {out}{err}")


def audit(folder):
    path = folder / "a.cert"
    code, out, err = mexcert("audit", "nimhoff_guess", "--at", "x=0,y=3", "-o", path, *USER)
    REPORT.check(out.startswith("COUNTEREXAMPLE"), f"audit: {code} {out}{err}")
    verified("audit", "not nimhoff_guess at x=0,y=3", path, *USER)
    code, out, err = mexcert("audit", "nimhoff_guess", "--at", "x=1,y=1", *USER)
    REPORT.check(out.startswith("NOT A COUNTEREXAMPLE"), f"audit: {code} {out}{err}")
    code, out, err = mexcert("audit", "wythoffPassGrundy_true_eq_zero_iff", "--at", "x=1,y=1")
    REPORT.check(out.startswith("NOT A COUNTEREXAMPLE") and "hypothes" in out, f"audit hypothesis: {code} {out}{err}")


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


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        generate(folder)
        decide(folder)
        audit(folder)
        tables()
    REPORT.finish()


main()
