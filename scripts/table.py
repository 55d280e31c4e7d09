"""Generates the certificates of certificates/CLAIMS, checks them claim by claim, prints a table. With --full, the same for
certificates/FULL after that: claims that take minutes, whose certificates are not kept.

Columns: claim, kind (proved, wanted, companion, ..: the heading in CLAIMS), strength, reading, verdict, units of work, seconds of the
check, bytes of the certificate, rules. A certificate that serves several claims is checked as a whole: its seconds and bytes stand at its
first claim. Exit code 1 unless all are verified."""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MEXCERT, MEXCHECK = ROOT / "build/generator/mexcert", ROOT / "build/checker/mexcheck"
MEXFACT = ROOT / "build/checker/mexfact"


def readings():
    """Statement name -> reading, from the comments in spec/ (a Lean name is read verbatim from the page)."""
    found = {}
    for path in sorted((ROOT / "spec").glob("*.mex")) + sorted((ROOT / "spec").glob("*.facts")):
        comment = ""
        for line in path.read_text().splitlines():
            if line.startswith("#"):
                comment += line
            elif match := re.match(r"(?:statement|fact) ([\w.]+)", line):
                reading = re.search(r"Reading: ([a-z ]+)", comment)
                found[match.group(1)] = reading.group(1) if reading else "verbatim" if "Lean:" in comment else "own"
            elif not line:
                comment = ""
    return found


def main():
    good = run(ROOT / "certificates/CLAIMS", kept=True)
    good = facts() and good
    if "--full" in sys.argv[1:]:
        good = run(ROOT / "certificates/FULL", kept=False) and good
    sys.exit(0 if good else 1)


def run(claims_file, kept):
    """Whether all claims are verified and, if they are kept, the certificates are those of the folder."""
    kinds, kind = {}, ""
    for line in claims_file.read_text().splitlines():
        if line.startswith("#"):
            kind = line[2:].rstrip(".")[:40]
        elif line:
            kinds[line] = kind
    with tempfile.TemporaryDirectory() as scratch:
        start = time.time()
        subprocess.run([MEXCERT, "generate", "--claims", claims_file, "-o", scratch], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        generated = time.time() - start
        files = sorted(Path(scratch).glob("*.cert"))
        rows, seconds, sizes = {}, {}, {}
        for path in files:
            served = re.findall(r"^claim \S+ (.*)$", path.read_text(), re.M)
            (Path(scratch) / "CLAIMS").write_text("\n".join(served) + "\n")
            one = Path(scratch) / path.stem
            one.mkdir()
            (one / path.name).symlink_to(path)
            start = time.time()
            done = subprocess.run([MEXCHECK, "--claims", Path(scratch) / "CLAIMS", one], cwd=ROOT, capture_output=True, text=True)
            seconds[served[0]] = time.time() - start
            sizes[served[0]] = path.stat().st_size
            for line in done.stdout.splitlines():
                if match := re.search(r"claim='(.*?)'", line):
                    rows[match.group(1)] = line
        same = not kept or all((ROOT / "certificates" / p.name).exists() and (ROOT / "certificates" / p.name).read_bytes() == p.read_bytes() for p in files)
    report(kinds, rows, seconds, sizes)
    good = all(rows.get(c, "").startswith("VERIFIED") for c in kinds)
    compared = f", {'identical to' if same else 'NOT the same as'} certificates/" if kept else ""
    print(f"{len(kinds)} claims, {sum(rows.get(c, '').startswith('VERIFIED') for c in kinds)} verified; generated in {generated:.1f} s, "
          f"checked in {sum(seconds.values()):.1f} s, {sum(sizes.values())} bytes{compared}")
    return good and same


def facts():
    """The same for certificates/FACTS, by mexfact: whether all are verified, and identical to those kept."""
    kept = ROOT / "certificates/facts"
    with tempfile.TemporaryDirectory() as scratch:
        start = time.time()
        subprocess.run([MEXCERT, "facts", "-o", scratch], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        generated = time.time() - start
        claims = (ROOT / "certificates/FACTS").read_text().splitlines()
        rows, seconds, sizes = {}, {}, {}
        for claim in claims:
            path = Path(scratch) / f"{claim.removeprefix('not ')}.cert"
            start = time.time()
            rows[claim] = subprocess.run([MEXFACT, "--fact", claim, path], cwd=ROOT, capture_output=True, text=True).stdout.strip()
            seconds[claim], sizes[claim] = time.time() - start, path.stat().st_size
        same = {p.name: p.read_bytes() for p in Path(scratch).glob("*")} == {p.name: p.read_bytes() for p in kept.glob("*")}
    report(dict.fromkeys(claims, "Facts: exact algebra"), rows, seconds, sizes)
    verified = sum(rows[c].startswith("VERIFIED") for c in claims)
    print(f"{len(claims)} facts, {verified} verified; generated in {generated:.1f} s, checked in {sum(seconds.values()):.1f} s, "
          f"{sum(sizes.values())} bytes, {'identical to' if same else 'NOT the same as'} certificates/facts/")
    return same and verified == len(claims)


def report(kinds, rows, seconds, sizes):
    reading = readings()
    print(f"{'claim':88} {'kind':40} {'strength':13} {'reading':13} {'verdict':8} {'work':>11} {'s':>6} {'bytes':>7}  rules")
    for claim, kind in kinds.items():
        row = rows.get(claim, "MISSING")
        name = re.match(r"(?:least not |not )?([\w.]+)", claim).group(1)
        field = lambda key: (re.search(rf" {key}=(\S+)", row) or [None, "-"])[1]  # noqa: E731
        when = f"{seconds[claim]:.2f}" if claim in seconds else ""
        print(f"{claim:88} {kind:40} {field('strength'):13} {reading.get(name, '?'):13} {row.split(' ')[0]:8} {field('work'):>11} {when:>6} {sizes.get(claim, ''):>7}  {field('rules')}")
        if not row.startswith("VERIFIED"):
            print(f"    {row}")


main()
