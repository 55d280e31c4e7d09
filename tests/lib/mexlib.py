"""Helpers shared by the test drivers: running the programs, sealing and editing certificates."""

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("MEXCERT_BUILD", ROOT / "build"))
MEXCHECK = os.environ.get("MEXCHECK", str(BUILD / "checker" / "mexcheck"))
MEXCERT = os.environ.get("MEXCERT", str(BUILD / "generator" / "mexcert"))
RECORDS = ("claim ", "column ", "rows\n", "table ", "point ", "witness ", "over ", "adder", "graph ", "level ", "letters ", "starts ", "automatic ")


def run(args, stdin=None, timeout=600, cwd=ROOT):
    """Runs a program, in the root folder if no other is given; returns (exit code, stdout, stderr)."""
    done = subprocess.run([str(a) for a in args], cwd=cwd, input=stdin, capture_output=True, timeout=timeout)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def mexcheck(*args, **options):
    return run([MEXCHECK, *args], **options)


def mexcert(*args, **options):
    return run([MEXCERT, *args], **options)


def seal(body):
    """The certificate with the body's lines and the end line that belongs to them."""
    if isinstance(body, str):
        body = body.encode("latin-1")
    records = sum(line.startswith(tuple(r.encode() for r in RECORDS)) for line in re.findall(rb"[^\n]*\n", body))
    return body + b"end %d %s\n" % (records, hashlib.sha256(body).hexdigest().encode())


def unseal(data):
    """The body of a certificate: all lines before its end line."""
    cut = data.rindex(b"end ")
    return data[:cut]


def digest(name, *options):
    """The stmt digest of a statement, as the checker computes it."""
    code, out, err = mexcheck("--closure", name, *options)
    assert code == 0, err
    return hashlib.sha256(out.encode()).hexdigest()


def claims_of(path):
    return [c for c in Path(path).read_text().splitlines() if c and not c.startswith("#")]


def claim_name(claim):
    claim = re.sub(r"^(least )?not ", "", claim)
    return re.match(r"[A-Za-z0-9_.]+", claim).group(0)


class Report:
    """Counts checks; a run without any check fails."""

    def __init__(self, title):
        self.title, self.done, self.failed = title, 0, []

    def check(self, good, text):
        self.done += 1
        if not good:
            self.failed.append(text)
            print(f"FAILED: {text}")
        return good

    def finish(self):
        print(f"{self.title}: {self.done} checks, {len(self.failed)} failed")
        sys.exit(1 if self.failed or not self.done else 0)
