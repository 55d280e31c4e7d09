"""Baselines and the outputs for machines: what was verified before must stay so; JSON and JUnit say what the lines say."""

import json
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import Report, digest, mexcheck, seal  # noqa: E402

REPORT = Report("reports")
SPEC = """language mex 1
statement sums(l in 0..3): forall x, y: x + y + l = y + l + x
statement ends(l in 0..3): forall x: x <= 2 => x <= l
statement gap(l in 0..3): forall x: x <= l or x >= 3
statement low(l in 0..3): forall x: x <= 2 => x <= l + 2
statement other: forall x: x <= 2 => x <= 2
"""
# Claims of the baseline, claims of today, what must be said (None: nothing is lost).
PAIRS = [
    (["sums: x<=3,y<=4"], ["sums: x<=3,y<=4"], None),
    (["sums: x<=3,y<=4"], ["sums: x<=3,y<=5"], None),
    (["sums: x<=3,y<=4"], ["sums: x+y<=7"], None),
    (["sums: x+y<=5"], ["sums: x<=5,y<=5"], None),
    (["sums(l=2): x<=3,y<=4"], ["sums: x<=3,y<=4"], None),
    (["sums: l in 1..2,x<=3,y<=4"], ["sums: l<=2,x<=3,y<=4"], None),
    (["sums: x in 2..3,y<=4"], ["sums: x<=3,y<=4"], None),
    (["sums: x<=3,y in 2..4"], ["sums: x<=3,y in 1..4"], None),
    (["sums: x in 1..3,y in 2..4"], ["sums: x in 1..3,y in 2..4"], None),
    (["least not gap"], ["least not gap"], None),
    (["other: all"], ["other: all"], None),
    (["ends(l=2): all"], ["ends(l=2): all", "other: all"], None),
    (["low(l=1): all"], ["low: all"], None),
    (["not gap(l=0) at x=1"], ["not gap(l=0) at x=1"], None),
    (["not gap(l=0) at x=1"], ["least not gap(l=0)"], None),
    (["not ends(l=0)"], ["least not ends(l=0)"], None),
    (["not gap(l=0) at x=2"], ["least not gap(l=0)"], "weakened"),
    (["sums: x<=3,y<=4"], ["sums: x<=3,y<=3"], "weakened"),
    (["sums: x<=3,y<=4"], ["sums: x+y<=6"], "weakened"),
    (["sums: x+y<=5"], ["sums: x<=5,y<=4"], "weakened"),
    (["sums: x+y<=5"], ["sums: x in 1..5,y<=5"], "weakened"),
    (["sums: x<=3,y<=4"], ["sums(l=2): x<=3,y<=4"], "weakened"),
    (["sums: x<=3,y<=4"], ["sums: l<=2,x<=3,y<=4"], "weakened"),
    (["sums: x<=3,y<=4"], ["sums: x in 1..3,y<=4"], "weakened"),
    (["sums: x<=3,y in 2..4"], ["sums: x in 1..4,y in 2..4"], "weakened"),
    (["sums: x in 2..3,y in 1..4"], ["sums: x in 2..3,y in 2..4"], "weakened"),
    (["ends(l=3): all"], ["ends(l=2): all"], "weakened"),
    (["ends(l=3): all"], ["not ends(l=0)"], "weakened"),
    (["not ends(l=0)"], ["not ends(l=1)"], "weakened"),
    (["least not gap"], ["not gap(l=0) at x=1"], "weakened"),
    (["not gap(l=0) at x=2"], ["not gap(l=1) at x=2"], "weakened"),
    (["other: all", "ends(l=2): all"], ["ends(l=2): all"], "vanished"),
]
POINTS = {"least not gap": "l=0,x=1", "least not gap(l=0)": "x=1", "least not ends(l=0)": "-"}


class Folder:
    """A user's statement file, and certificates for its claims."""

    def __init__(self, path):
        self.path, self.spec = Path(path), Path(path) / "own.mex"
        self.spec.write_text(SPEC)

    def certificate(self, claim):
        name = next(w for w in claim.replace("(", " ").replace(":", " ").split() if w not in ("not", "least"))
        point = f"point 1 {POINTS[claim]}\n" if claim.startswith("least") else ""
        return seal(f"mexcert-certificate 1\nclaim {digest(name, '--spec', self.spec)} {claim}\n{point}")

    def check(self, claims, *options):
        for old in self.path.glob("*.cert"):
            old.unlink()
        for number, claim in enumerate(claims):
            (self.path / f"{number}.cert").write_bytes(self.certificate(claim))
        (self.path / "CLAIMS").write_text("".join(c + "\n" for c in claims))
        return mexcheck("--spec", self.spec, *options, "--claims", self.path / "CLAIMS", self.path)


def baselines(folder):
    old = folder.path / "old.txt"
    for before, now, lost in PAIRS:
        code, out, err = folder.check(before)
        if not REPORT.check(code == 0, f"{before} is not verified: {out}{err}"):
            continue
        old.write_text(out)
        code, out, err = folder.check(now, "--baseline", old)
        said = [line for line in out.splitlines() if "baseline: " in line]
        if lost is None:
            REPORT.check(code == 0 and not said, f"{now} after {before}: {code} {out}{err}")
        else:
            good = code == 1 and len(said) == 1 and f"old.txt:1: baseline: {lost}" in said[0]
            REPORT.check(good, f"{now} after {before}: {code}, wanted `{lost}`\n{out}{err}")


def changed_texts(folder):
    code, out, _ = folder.check(["other: all"])
    old = folder.path / "old.txt"
    old.write_text(out)
    for text, code_now, said in ((SPEC.replace("x <= 2 => x <= 2", "x <= 2 => x <= 3"), 1, "the statement changed"),
                                 (SPEC.replace("other", "another"), 1, "vanished")):
        folder.spec.write_text(text)
        code, out, err = folder.check(["other: all" if "other:" in text.split() else "another: all"], "--baseline", old)
        REPORT.check(code == code_now and said in out, f"changed text: {code}, wanted {said}: {out}{err}")
    folder.spec.write_text(SPEC)


def bad_baselines(folder):
    old = folder.path / "old.txt"
    for label, text in (("empty", ""), ("no verdicts", "hello\n"), ("only rejections", "REJECTED claim='x' at y: z\n"),
                        ("no digest", "VERIFIED claim='other: all' strength=full\n")):
        old.write_text(text)
        code, _, err = folder.check(["other: all"], "--baseline", old)
        REPORT.check(code == 3 and "old.txt" in err, f"{label} baseline: {code} {err}")
    old.write_text(f"VERIFIED claim='sums: x<={2 ** 63 - 1},y<={2 ** 63 - 1}' stmt={digest('sums', '--spec', folder.spec)}\n")
    code, out, err = folder.check(["sums: x+y<=5"], "--baseline", old)
    REPORT.check(code == 1 and "weakened" in out, f"baseline beyond 64 bits: {code} {out}{err}")
    code, _, err = folder.check(["other: all"], "--baseline", folder.path / "absent")
    REPORT.check(code == 3 and "absent" in err, f"absent baseline: {code} {err}")


def machine_outputs(folder):
    claims = ["other: all", "sums: x<=3,y<=4"]
    file = folder.path / "out.xml"
    code, text, _ = folder.check(claims)
    code_json, out, err = folder.check(claims, "--json", "--junit", file)
    rows = [json.loads(line) for line in out.splitlines()]
    good = code == code_json == 0 and [r["claim"] for r in rows] == claims
    REPORT.check(good and all(r["verdict"] == "VERIFIED" for r in rows), f"json: {code_json} {out}{err}")
    lines = [f"VERIFIED claim='{r.pop('claim')}' " + " ".join(f"{k}={v}" for k, v in r.items() if k != "verdict")
             for r in rows]
    REPORT.check(lines == text.splitlines(), f"json differs from the lines: {lines}")
    suite = ElementTree.parse(file).getroot()
    REPORT.check(suite.attrib == {"name": "mexcheck", "tests": "2", "failures": "0", "errors": "0", "skipped": "0"}
                 and len(suite) == 2 and not any(len(case) for case in suite), f"junit: {file.read_text()}")

    (folder.path / 'q"&<\\.cert').write_bytes(b"noise\n")
    asked = ("--claims", folder.path / "CLAIMS", folder.path)
    code, out, _ = mexcheck("--spec", folder.spec, "--json", "--junit", file, "--max-work", "3", *asked)
    verdicts = [json.loads(line)["verdict"] for line in out.splitlines()]
    REPORT.check(code == 1 and sorted(set(verdicts)) == ["DECLINED", "REJECTED"], f"json of failures: {code} {out}")
    suite = ElementTree.parse(file).getroot()
    REPORT.check(int(suite.get("failures")) == verdicts.count("REJECTED") == len(suite.findall("testcase/failure"))
                 and int(suite.get("skipped")) == len(suite.findall("testcase/skipped")) == verdicts.count("DECLINED"),
                 f"junit of failures: {file.read_text()}")
    code, _, _ = mexcheck("--spec-dir", folder.path / "absent", "--junit", file, *asked)
    REPORT.check(code == 3 and ElementTree.parse(file).getroot().get("errors") == "1", "junit of a usage error")
    code, _, _ = mexcheck("--junit", folder.path / "absent" / "x.xml", *asked)
    REPORT.check(code == 3, "junit file that cannot be written")
    code, _, _ = mexcheck("--junit", "/dev/full", "--spec", folder.spec, *asked)
    REPORT.check(code == 3, "junit file on a full device")
    code, _, err = mexcheck("--json", "--version")
    REPORT.check(code == 3 and "--json" in err, "--json without claims")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Folder(scratch)
        baselines(folder)
        changed_texts(folder)
        bad_baselines(folder)
        machine_outputs(folder)
    REPORT.finish()


main()
