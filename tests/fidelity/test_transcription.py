"""The mex text against a second, independent transcription of the page (transcription.py).

Definitions are compared point by point: a mex text that states the tabulated
values is generated and verified.  Theorems are compared by their truth on a
small box, and so are their neighbours with another constant, many of which are
false.  Every name of the page must be compared, or be listed with a reason.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
import definitions  # noqa: E402
import statements  # noqa: E402
import transcription  # noqa: E402
from entries import DEFINITIONS, THEOREMS  # noqa: E402
from tabulated import edited_spec  # noqa: E402
from verdict import FALSE, NO_WITNESS, TRUE, Disagreement, proved_verdict  # noqa: E402
from mexlib import Report  # noqa: E402


def agree(report, text, wanted, claim, scratch, *options):
    """The programs give the wanted truth value; no witness in a bounded search counts as false."""
    try:
        said = proved_verdict(claim, scratch, *options)
    except Disagreement as problem:
        said = str(problem)
    report.check((FALSE if said == NO_WITNESS else said) == wanted,
                 f"{text}: {said} in mex, {wanted} in the transcription")


def compare_definitions(report, scratch):
    """Each table holds; with one altered value it does not."""
    user = Path(scratch) / "user.mex"
    for name, text in definitions.CHECKS.items():
        for wrong, wanted in ((False, TRUE), (True, FALSE)):
            user.write_text(text(wrong))
            agree(report, f"table of {name}{' with a wrong value' * wrong}", wanted,
                  "tabulated: all", scratch, "--spec", user)


def truth(name, box, options):
    """The truth value of the transcription's predicate."""
    return TRUE if getattr(transcription, name)(*box, **options) else FALSE


def compare_statements(report, scratch):
    """Each statement has the truth value of its predicate."""
    for name, checks in statements.CHECKS.items():
        for claim, box, options in checks:
            agree(report, claim, truth(name, box, options), claim, scratch)


def compare_neighbours(report, scratch):
    """A changed constant changes both readings alike; both truth values occur."""
    seen = {TRUE: 0, FALSE: 0}
    for i, (name, edits, change) in enumerate(statements.NEIGHBOURS):
        claim, box, options = statements.CHECKS[name][0]
        spec = edited_spec(Path(scratch) / f"spec{i}", name, edits)
        wanted = truth(name, box, {**options, **change})
        seen[wanted] += 1
        agree(report, f"{claim} with {edits}", wanted, claim, scratch, "--spec-dir", spec)
    print(f"neighbours: {seen[TRUE]} true, {seen[FALSE]} false")
    report.check(all(seen.values()), "the neighbours do not show both truth values")


def compare_names(report):
    """Every name of the page is in the transcription and in a check, or has a reason."""
    for name in DEFINITIONS:
        report.check(hasattr(transcription, name), f"{name}: not in the transcription")
        report.check((name in definitions.CHECKS) != (name in definitions.NO_TABLE),
                     f"{name}: neither compared nor excused, or both")
    for name in THEOREMS:
        report.check(hasattr(transcription, name), f"{name}: not in the transcription")
        report.check(name in statements.CHECKS, f"{name}: not compared")
    report.check(set(statements.CHECKS) == set(THEOREMS), "a compared statement that is no theorem of the page")
    report.check(len(DEFINITIONS) + len(THEOREMS) == 62, "the page has 62 entries")


def main():
    report = Report("transcription")
    compare_names(report)
    with tempfile.TemporaryDirectory() as scratch:
        compare_definitions(report, scratch)
        compare_statements(report, scratch)
        compare_neighbours(report, scratch)
    report.finish()


main()
