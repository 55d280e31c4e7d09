"""The audit commands: verdict, exit code and lines of each case; mexcheck verifies what they certify, and nothing else."""

import json
import math
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import MEXCERT, MEXCHECK, ROOT, Report, run  # noqa: E402

from cases import CASES  # noqa: E402

REPORT = Report("audits")
SPEC = ["--spec-dir", ROOT / "spec"]


def field(name, text):
    found = re.search(rf"^{name}: (.*)$", text, re.M)
    return found and found.group(1)


def check_claim(folder, out, args):
    """The verdict line of mexcheck for what an audit has written: on its own statement file, or else on the user's."""
    user = args[args.index("--spec") + 1] if "--spec" in args else None
    spec = field("spec", out) or user
    spec = ["--spec", spec] if spec else []
    return run([MEXCHECK, *SPEC, *spec, "--claim", field("claim", out), field("certificate", out)], cwd=folder)[1]


def has_lines(text, wanted):
    """Do the texts stand in `text`, in this order?"""
    at = 0
    for line in wanted:
        at = text.find(line, at)
        if at < 0:
            return False
        at += len(line)
    return True


def audit(case, folder):
    for name, text in case.files.items():
        (folder / name).write_bytes(text.encode())
    code, out, err = run([MEXCERT, *SPEC, *case.args, "-o", "c.cert"], cwd=folder, timeout=300)
    REPORT.check(code == case.code, f"{case.name}: exit {code}, wanted {case.code}\n{out}{err}")
    REPORT.check(has_lines(out if code < 2 else err, case.lines), f"{case.name}: wanted {case.lines}\n{out}{err}")
    REPORT.check((out == "") == (code >= 2), f"{case.name}: standard output\n{out}{err}")
    REPORT.check((folder / "c.cert").exists() == case.certified, f"{case.name}: a certificate {'is missing' if case.certified else 'was written'}\n{out}")
    if case.certified and (folder / "c.cert").exists():
        line = check_claim(folder, out, case.args)
        REPORT.check(line.startswith("VERIFIED "), f"{case.name}: {line}\n{out}")
    elif code < 2:
        REPORT.check("no certificate: " in out, f"{case.name}: does not say why there is no certificate\n{out}")


def other_data(folder):
    """A certificate for a table does not serve another table."""
    case = next(c for c in CASES if c.name == "grundy-table")
    audit(case, folder)
    spec = folder / "c.audit.mex"
    text = spec.read_text()
    spec.write_text(text.replace("(2, 3, 1)", "(2, 3, 0)"))
    REPORT.check(spec.read_text() != text, "the table is not in the statement file")
    out = "claim: nim.table: all\nspec: c.audit.mex\ncertificate: c.cert\n"
    REPORT.check(check_claim(folder, out, []).startswith("REJECTED "), "a table with a wrong cell is verified")


def own_file_is_kept(folder):
    """The statement file that an audit writes is not the one that it reads."""
    own = folder / "c.audit.mex"
    own.write_text("language mex 1\ndef two(n) = 2\n")
    (folder / "b.txt").write_text("0 2\n")
    code, out, err = run([MEXCERT, *SPEC, "audit-bfile", "two", "b.txt", "--spec", "c.audit.mex", "-o", "c.cert"], cwd=folder)
    REPORT.check(code == 3 and "choose another -o" in err and "table" not in own.read_text(), f"own file: {code} {out}{err}")


def earlier_file(folder):
    """A certificate of an earlier audit is not taken for that of one without; rows beyond the tables get one if they are single."""
    (folder / "l.mex").write_text("language mex 1\nlet lower(n) = floor(n * phi)\n")
    first = 10 ** 20
    rows = [f"{n} {(n + math.isqrt(5 * n * n)) // 2}\n" for n in (first, first + 1)]
    for count, said in ((1, "certificate: c.cert"), (2, "no certificate: of rows beyond the tables only a single one, or the first wrong one, gets one; c.cert is an earlier file")):
        (folder / "b.txt").write_text("".join(rows[:count]))
        code, out, err = run([MEXCERT, *SPEC, "audit-bfile", "lower", "b.txt", "--spec", "l.mex", "-o", "c.cert"], cwd=folder)
        REPORT.check(code == 0 and said in out, f"{count} rows beyond the tables: {code} {out}{err}")


def as_json(folder):
    (folder / "b.txt").write_text("0 4\n1 6\n")
    for args, wanted in (
            (["audit-bfile", "wythoffMexA(l=3)", "b.txt"], {"verdict": "disagrees", "there": "6", "computed": "5", "wrong": "1"}),
            (["audit", "komakG_zero"], {"verdict": "not a counterexample", "claim": "komakG_zero: all"}),
            (["audit-formula", "floor(n*1.618)", "--against", "floor(n*phi)", "--to", "999", "--as", "exact"], {"verdict": "disagrees", "n": "233"})):
        code, out, err = run([MEXCERT, *SPEC, *args, "--json", "-o", "c.cert"], cwd=folder)
        found = json.loads(out)
        REPORT.check({k: found.get(k) for k in wanted} == wanted, f"--json {args}: {code} {out}{err}")


def in_time(folder):
    """One limit for all parts of an audit; what is shown of the time never goes back."""
    start = time.monotonic()
    far = ["audit", "wythoffTerminal_pPositions", "--at", "l=3,x=165580140,y=267914295", "-o", "c.cert"]
    code, out, err = run([MEXCERT, *SPEC, *far, "--budget", "20"], cwd=folder)
    taken = time.monotonic() - start
    seconds = [int(part) for part in re.findall(r": ([0-9]+) s of at most 20 s$", err, re.M)]
    REPORT.check(code in (0, 2) and taken < 60, f"--budget 20: {code} after {taken:.0f} s\n{out}{err}")
    REPORT.check(seconds and seconds == sorted(seconds) and "%" not in err, f"progress: {err}")
    for budget in ("0", "-1", "x"):
        code, out, err = run([MEXCERT, *SPEC, *far, "--budget", budget], cwd=folder)
        REPORT.check(code == 3 and f"--budget: {budget} seconds: more than 0 are needed" in err, f"--budget {budget}: {code} {out}{err}")
    for command in ("audit", "audit-table", "audit-bfile"):
        code, out, err = run([MEXCERT, command, "--help"], cwd=folder)
        REPORT.check("seconds for everything, 60 unless given" in " ".join(out.split()), f"{command} --help: {out}")


def own_places(folder):
    """Places in the text of the user keep the name of the user's file."""
    (folder / "own.mex").write_text("language mex 1\n\ndef partial(n) = 7 div n\nstatement s: forall n: partial(n) >= 0\n")
    code, out, err = run([MEXCERT, *SPEC, "audit", "--that", "partial(0) = 3", "--spec", "own.mex", "-o", "c.cert"], cwd=folder)
    REPORT.check(code >= 2 and "audit-text" not in err and "audit:" not in err, f"own places: {code} {out}{err}")


def written_bfile(folder):
    """What `table --bfile` writes, `audit-bfile` reads; words are no numbers."""
    for name, args in (("wythoffMexA(l=3)", ["wythoffMexA", "3", "5..60"]), ("komakDfao", ["komakDfao", "0..90"])):
        code, out, err = run([MEXCERT, *SPEC, "table", *args, "--bfile"], cwd=folder)
        (folder / "b.txt").write_text(out)
        code, out, err = run([MEXCERT, *SPEC, "audit-bfile", name, "b.txt", "-o", "c.cert"], cwd=folder)
        REPORT.check(code == 0 and out.startswith("AGREES\n"), f"table --bfile {args}: {code} {out}{err}")
    code, out, err = run([MEXCERT, *SPEC, "table", "fibRep", "0..5", "--bfile"], cwd=folder)
    REPORT.check(code == 3 and "words as values" in err, f"table --bfile of words: {code} {out}{err}")


def main():
    REPORT.check(len({case.name for case in CASES}) == len(CASES) >= 30, "cases")
    for case in CASES:
        with tempfile.TemporaryDirectory() as scratch:
            audit(case, Path(scratch))
    for check in (other_data, own_file_is_kept, earlier_file, as_json, in_time, own_places, written_bfile):
        with tempfile.TemporaryDirectory() as scratch:
            check(Path(scratch))
    REPORT.finish()


main()
