"""Runs the checker on every folder of the corpus.

accept: exit 0. reject: exit 1. declined: exit 2. malformed: exit 1 for a certificate, 3 for a statement file (cases spec-*).
`expected` must appear in the verdict line, or in stderr for exit 3. Each case runs with the kernels for large tables, too, and
must end in the same way. Every file must belong to a case. With --null the
checker under test is one that knows nothing (MEXCHECK): the corpus has to notice, so success means failures were found."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from mexlib import Report, mexcheck  # noqa: E402

CODES = {"accept": 0, "reject": 1, "malformed": 1, "declined": 2}
FILES = {"claim", "c.cert", "expected", "user.mex"}


def run_case(folder):
    kind, name = folder.parent.name, folder.name
    claim = (folder / "claim").read_text().rstrip("\n")
    expected = (folder / "expected").read_text().rstrip("\n")
    user = ["--spec", folder / "user.mex"] if (folder / "user.mex").exists() else []
    want = 3 if name.startswith("spec-") else CODES[kind]
    for kernels in ("auto", "all"):
        code, out, err = mexcheck("--kernels", kernels, "--claim", claim, folder / "c.cert", *user)
        text = err if want == 3 else out
        one_line = want == 3 or (out.count("\n") == 1 and f"claim='{claim}'" in out)
        placed = kind == "accept" or want == 3 or " at " in out
        said = expected in text or kernels == "all" and kind == "accept"  # that may name other rules
        if code != want or not (said and one_line and placed):
            return False, f"{kind}/{name}: exit {code}, wanted {want} with '{expected}', kernels {kernels}\n  {out}  {err}"
    return True, ""


def main():
    report = Report("corpus")
    folders = []
    for kind in CODES:
        for folder in sorted((HERE / kind).iterdir()):
            report.check(folder.is_dir() and {p.name for p in folder.iterdir()} <= FILES, f"stray file: {folder}")
            folders.append(folder)
    with ThreadPoolExecutor(2) as pool:
        for good, text in pool.map(run_case, folders):
            report.check(good, text)
    negative = sum(f.parent.name != "accept" for f in folders)
    report.check(negative > len(folders) - negative, "more negative than positive cases")
    print(f"{len(folders)} cases, {negative} negative")
    if "--null" in sys.argv:
        print(f"null checker: {len(report.failed)} failures found")
        sys.exit(0 if report.failed else 1)
    report.finish()


main()
