"""`mexcert evidence`: the page says what the checker says, and its command can be run again; where the checker does not verify there is no page."""

import re
import shlex
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import MEXCHECK, Report, mexcert, mexcheck  # noqa: E402

# target, first line, parts of the page
PAGES = [
    ("wythoffPassGrundy_true_eq_zero_iff", "# wythoffPassGrundy_true_eq_zero_iff: true for all naturals",
     ["# Lean: wythoffPassGrundy_true_eq_zero_iff (wanted)", "| strength | full |", "| instances | all |", "`wythoffExtraMoveGrundy` (spec/wythoff.mex:"]),
    ("komakG_hofstadter: n<=1000", "# komakG_hofstadter: true for n<=1000",
     ["| strength | range |", "| instances | 1003, at 1001 of them the hypotheses hold |", "Evidence, not a proof: komakG_hofstadter is true for n<=1000."]),
    ("renard_rigo.prop_4", "# renard_rigo.prop_4: false at n=0, and at no smaller point",
     ["fails: 0 and 1", "which is a reading of it"]),
    ("least not weinstein.rows_0_1", "# weinstein.rows_0_1: false at x=", ["## Corrected\n", "statement weinstein.rows_0_1_corrected"]),
    ("not wythoff_near(g=1,R=8) at x=93,y=146", "# wythoff_near(g=1,R=8): false at x=93,y=146", ["| strength | refuted |", "names no source"]),
    ("wythoffTerminal_pPositions(l=3)", "# wythoffTerminal_pPositions(l=3): true for all naturals, its parameters being fixed", ["| strength | instance |"]),
]

LOCAL = "language mex 1\n# Lean: Local.twice\nstatement twice: forall x, y: x <= y => 1 <= x => x + y < 2 * y + 1\n# Lean: Local.thrice\nstatement thrice: forall x: x < 5\n"
LOCAL += "statement none: exists x: x < 5 and x = 7\n"


def evidence(target, folder, *options, checker=None):
    return mexcert("evidence", target, "--mexcheck", checker or MEXCHECK, "-o", folder, *options)


def check_page(report, target, head, parts, folder):
    code, out, err = evidence(target, folder)
    if not report.check(code == 0, f"{target}: exit {code}: {err}"):
        return
    path, verdict = out.splitlines()
    page = Path(path).read_text()
    report.check(page.startswith(head) and page.splitlines()[0].startswith(head), f"{target}: {page.splitlines()[0]}")
    for part in parts:
        report.check(part in page, f"{target}: no `{part}` in\n{page}")
    command, said = re.search(r"^## Check it again\n```\n\$ mexcheck (.*)\n(.*)\n```$", page, re.M).groups()
    report.check(said == verdict, f"{target}: the page says {said}, the command {verdict}")
    *arguments, certificate = shlex.split(command)
    code, again, err = mexcheck(*arguments, Path(folder) / certificate)
    report.check(code == 0 and again.strip() == said, f"{target}: again: exit {code}: {again}{err}")


def check_errors(report, folder):
    """No page where nothing is verified."""
    impostor = Path(folder) / "impostor"
    impostor.write_text("#!/bin/sh\necho \"VERIFIED claim='something else: all' strength=full\"\n")
    impostor.chmod(0o755)
    mute = Path(folder) / "mute"
    mute.write_text("#!/bin/sh\necho \"VERIFIED claim='komakG_zero: all' strength=full\"\nexit 1\n")
    mute.chmod(0o755)
    for target, checker, want, part in [
            ("komakG_zero", "/bin/false", 2, "/bin/false: exit code 1"),
            ("komakG_zero", impostor, 2, "something else"),
            ("komakG_zero", mute, 2, "exit code 1"),
            ("komakG_zero", Path(folder) / "nowhere", 3, "No such file"),
            ("komakG_nothing", MEXCHECK, 3, "unknown statement"),
            ("wythoff_near(g=1,R=8): x<=200,y<=200", MEXCHECK, 1, "false"),
            ("not komakG_zero", MEXCHECK, 1, "")]:
        code, out, err = evidence(target, folder, checker=checker)
        report.check(code == want and part in err, f"{target} by {checker}: exit {code}, wanted {want}: {out}{err}")
    report.check(not list(Path(folder).glob("*.md")), f"pages: {list(Path(folder).glob('*.md'))}")


def check_own_file(report, folder):
    spec = Path(folder) / "local.mex"
    spec.write_text(LOCAL)
    code, _, err = evidence("twice", folder, "--spec", spec)
    page = (Path(folder) / "twice.md").read_text() if code == 0 else err
    report.check(code == 0 and "hypothesis `1 <= x`: without it the statement holds, too" in page, f"twice: {page}")
    report.check(f"mexcheck --spec {spec} --claim 'twice: all' twice.cert" in page, f"the file is not named: {page}")
    code, _, err = evidence("thrice", folder, "--spec", spec)
    page = (Path(folder) / "thrice.md").read_text() if code == 0 else err
    code, _, err = evidence("none", folder, "--spec", spec)
    none = (Path(folder) / "none.md").read_text() if code == 0 else err
    report.check(none.startswith("# none: false\n") and "At -" not in none and " is false.\n" in none, f"none: {none}")
    report.check("false at x=5, and at no smaller point" in page and "mirrors a Lean declaration" in page, f"thrice: {page}")


def check_folders(report, folder):
    code, out, err = evidence("komakG_zero", Path(folder) / "a" / "b" / "c")
    report.check(code == 0 and (Path(folder) / "a" / "b" / "c" / "komakG_zero.md").exists(), f"folders: {code} {out}{err}")
    (Path(folder) / "file").write_text("")
    code, out, err = evidence("komakG_zero", Path(folder) / "file" / "c")
    report.check(code == 3 and "file/c: " in err, f"no folder: {code} {out}{err}")


def main():
    report = Report("evidence pages")
    with tempfile.TemporaryDirectory() as folder:
        check_errors(report, folder)
    with tempfile.TemporaryDirectory() as folder:
        for target, head, parts in PAGES:
            check_page(report, target, head, parts, folder)
        check_own_file(report, folder)
        check_folders(report, folder)
    report.finish()


main()
