"""Compares certificates/CLAIMS with the mission list, and asks the checker for each claim that a range cannot carry.

A gap prints MISSING. Names `only-all` must exist as statements and be declined on a range as trivial."""

import sys

sys.path.insert(0, str(__import__("pathlib").Path(__file__).resolve().parents[1] / "lib"))
from mexlib import ROOT, Report, claim_name, claims_of, mexcheck, seal, digest  # noqa: E402
import tempfile  # noqa: E402
from pathlib import Path  # noqa: E402


def strength(claim):
    if claim.startswith("least not "):
        return "least-refuted"
    if claim.startswith("not "):
        return "refuted"
    if claim.endswith(": all"):
        return "instance" if "(" in claim else "full"
    return "range"


def main():
    report = Report("mission")
    claims = claims_of(ROOT / "certificates" / "CLAIMS")
    names = set()
    for line in (ROOT / "tests/project/mission.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        name, kind, *text = line.split(" ", 2)
        names.add(name)
        if kind == "only-all":
            check_trivial(report, name)
            continue
        found = [c for c in claims if claim_name(c) == name and strength(c) == kind
                 and (not text or text[0] in c)]
        report.check(found, f"MISSING {line}")
    for claim in claims:
        report.check(claim_name(claim) in names, f"not on the mission list: {claim}")
    report.finish()


RANGES = {
    "isFibonacciAutomatic_const": "isFibonacciAutomatic_const: c<=3,n<=10",
    "wythoffMex_floor_goldenRatio": "wythoffMex_floor_goldenRatio(l=1): n<=10",
    "wythoffMex_tendsto_goldenRatio": "wythoffMex_tendsto_goldenRatio: l<=3",
    "isFibonacciAutomatic_komakG": "isFibonacciAutomatic_komakG: all",
    "exists_fibonacciAutomatic_wythoffTerminal_three": "exists_fibonacciAutomatic_wythoffTerminal_three: all",
    "exists_fibonacciAutomatic_wythoffTerminal_four": "exists_fibonacciAutomatic_wythoffTerminal_four: all",
}


def check_trivial(report, name):
    """A statement that says nothing on a range is never verified there: declined, or refused as a claim."""
    claim = RANGES[name]
    body = f"mexcert-certificate 1\nclaim {digest(name)} {claim}\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.cert"
        path.write_bytes(seal(body))
        code, out, err = mexcheck("--claim", claim, path)
    report.check(code in (2, 3) and "VERIFIED" not in out, f"{claim}: exit {code}: {out}{err}")


main()
