"""Runs mexcheck and the second checker on the same files and reports every disagreement in verdict or exit code.

The corpus, the small certificates of certificates/, the certificates for all naturals in all/ (with mexcheck only if it
knows their records), and mutants of the latter, which must not be verified."""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from mexlib import ROOT, Report, claims_of, mexcheck, run, unseal  # noqa: E402

SMALL = ("morphic.cert", "renard_rigo.cert", "wythoff.cert")
# Where the two may differ, and why.
EXPECTED = {
    "declined/mex-beyond-64-bits": "mexcheck keeps numbers in 64 bits and declines; the second checker has no such limit: rejected",
    "declined/number-beyond-64-bits": "the same: verified",
}


def second(*args):
    """Exit code, stdout, stderr; what takes more than a minute counts as declined, like work beyond a limit."""
    try:
        return run([sys.executable, HERE / "second_checker.py", *args], timeout=60)
    except subprocess.TimeoutExpired:
        return 2, "DECLINED: more than a minute\n", ""


def verdict(result):
    """The exit code and the first word of each line."""
    return result[0], [line.split(" ")[0] for line in result[1].splitlines()]


def compare(report, name, args):
    ours, theirs = second(*args), mexcheck(*args)
    same = verdict(ours) == verdict(theirs)
    text = f"{name}\n  mexcheck {theirs[0]}: {(theirs[1] + theirs[2])[:300]}\n  second   {ours[0]}: {(ours[1] + ours[2])[:300]}"
    if name in EXPECTED:
        report.check(not same, f"{text}\n  no longer different: {EXPECTED[name]}")
        print(f"different as expected: {name} ({EXPECTED[name]})")
    else:
        report.check(same, text)


def reseal(body):
    import hashlib

    heads = (b"claim ", b"over ", b"adder", b"graph ", b"level ", b"letters ", b"starts ", b"automatic ")
    count = sum(line.startswith(heads) for line in body.split(b"\n"))
    return body + b"end %d %s\n" % (count, hashlib.sha256(body).hexdigest().encode())


def mutants(body, rng, number):
    """Certificates with one target, letter or sign of a state changed, or a state line gone."""
    lines = body.split(b"\n")
    states = [i for i, line in enumerate(lines) if re.match(rb"[+-]|[0-9]+( |$)", line)]
    for _ in range(number):
        i, new = rng.choice(states), list(lines)
        words = new[i].split(b" ")
        kind = rng.randrange(4)
        if kind == 0 and words[0] in (b"+", b"-"):
            words[0] = {b"+": b"-", b"-": b"+"}[words[0]]
        elif kind == 1 and len(words) > 1:
            k = rng.randrange(1, len(words))
            letter, target = words[k].split(b":")
            words[k] = letter + b":%d" % max(0, int(target) + rng.choice((-1, 1)))
        elif kind == 2 and len(words) > 1:
            del words[rng.randrange(1, len(words))]
        else:
            del new[i]
            yield b"\n".join(new)
            continue
        new[i] = b" ".join(words)
        if new != lines:
            yield b"\n".join(new)


def main():
    report, rng = Report("second checker"), random.Random(1)
    wanted = sys.argv[1:] or ["corpus", "small", "all"]
    if "corpus" in wanted:
        for folder in sorted((ROOT / "tests" / "corpus").glob("*/*/")):
            user = ["--spec", folder / "user.mex"] if (folder / "user.mex").exists() else []
            claim = (folder / "claim").read_text().rstrip("\n")
            compare(report, f"{folder.parent.name}/{folder.name}", [*user, "--claim", claim, folder / "c.cert"])
    if "small" in wanted:
        listed = claims_of(ROOT / "certificates" / "CLAIMS")
        for name in SMALL:
            text = (ROOT / "certificates" / name).read_text()
            claim = re.search("^claim [0-9a-f]+ (.*)$", text, re.M)[1]
            report.check(claim in listed, f"{name}: {claim} is not in CLAIMS")
            compare(report, name, ["--claim", claim, ROOT / "certificates" / name])
    if "all" in wanted:
        for path in sorted((HERE / "all").glob("*.cert")):
            body = unseal(path.read_bytes())
            claim = re.search(rb"^claim [0-9a-f]+ (.*)$", body, re.M)[1].decode()
            ours = second("--claim", claim, path)
            report.check(ours[0] == 0, f"{path.name}: {ours[1]}{ours[2]}")
            if mexcheck("--claim", claim, path)[0] == 0:
                compare(report, path.name, ["--claim", claim, path])
            with tempfile.NamedTemporaryFile(suffix=".cert") as file:
                for k, mutant in enumerate(mutants(body, rng, 8)):
                    Path(file.name).write_bytes(reseal(mutant))
                    code, out, err = second("--claim", claim, file.name)
                    report.check(code in (1, 2), f"{path.name}: mutant {k}: {code} {out}{err}")
    report.finish()


main()
