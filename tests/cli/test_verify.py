"""`scripts/verify` and `action.yml`: a repository with claims of its own, its manifest, and what a pull request must not do to it."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import MEXCHECK, ROOT, Report, mexcert  # noqa: E402

SPEC = "language mex 1\nstatement mine: forall x, y: wythoffPassGrundy(x, y, 0) = wythoffPassGrundy(y, x, 0)\nstatement other: forall x: x + 1 > x\n"
CLAIMS = ["mine: x<=20,y<=20", "other: all"]
VERIFY = ROOT / "scripts" / "verify"


class Repository:
    """A repository with evidence/: CLAIMS, certificates, SHA256SUMS, mine.mex."""

    def __init__(self, folder):
        self.folder = Path(folder)
        (self.folder / "evidence").mkdir()
        self.git("init", "-q", "-b", "main")
        self.write(SPEC, CLAIMS)
        self.commit()

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=self.folder, check=True, capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "state")

    def write(self, spec, claims):
        evidence = self.folder / "evidence"
        for path in evidence.glob("*.cert"):
            path.unlink()
        (evidence / "mine.mex").write_text(spec)
        (evidence / "CLAIMS").write_text("".join(c + "\n" for c in claims))
        code, _, err = mexcert("generate", "--spec", evidence / "mine.mex", "--claims", evidence / "CLAIMS", "-o", evidence)
        assert code == 0, err
        subprocess.run("sha256sum *.cert > SHA256SUMS", shell=True, cwd=evidence, check=True)

    def verify(self, *options):
        done = subprocess.run([VERIFY, "--mexcheck", MEXCHECK, "--claims", "evidence/CLAIMS", "--certificates", "evidence", "--spec", "evidence/mine.mex",
                               *options], cwd=self.folder, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr


def check_manifest(report, repository):
    evidence = repository.folder / "evidence"
    code, out, err = repository.verify()
    report.check(code == 0 and out.count("VERIFIED ") == 2, f"exit {code}: {out}{err}")
    sums = (evidence / "SHA256SUMS").read_text()
    victim = sorted(evidence.glob("*.cert"))[0]
    kept = victim.read_bytes()
    for title, change in [("changed", lambda: victim.write_bytes(kept + b"\n")), ("missing", victim.unlink),
                          ("not listed", lambda: (evidence / "SHA256SUMS").write_text("".join(sums.splitlines(True)[1:]))),
                          ("added", lambda: (evidence / "new.cert").write_bytes(kept)),
                          ("bad line", lambda: (evidence / "SHA256SUMS").write_text(sums + "junk\n"))]:
        change()
        code, out, err = repository.verify()
        report.check(code == 1 and "VERIFIED" not in out, f"manifest {title}: exit {code}: {out}{err}")
        (evidence / "new.cert").unlink(missing_ok=True)
        (evidence / "SHA256SUMS").write_text(sums)
        victim.write_bytes(kept)
    report.check(repository.verify()[0] == 0, "the repository is as it was")


def check_baseline(report, repository):
    for title, spec, claims, want, part in [
            ("more", SPEC, [*CLAIMS[1:], "mine: x<=25,y<=25"], 0, ""),
            ("vanished", SPEC, CLAIMS[:1], 1, "vanished"),
            ("weakened", SPEC, ["mine: x<=10,y<=20", CLAIMS[1]], 1, "weakened"),
            ("changed", SPEC.replace("x + 1 > x", "x + 2 > x"), CLAIMS, 1, "the statement changed")]:
        repository.git("checkout", "-q", "-B", "change", "main")
        repository.write(spec, claims)
        repository.commit()
        code, out, err = repository.verify()
        report.check(code == 0, f"{title}, alone: exit {code}: {out}{err}")
        code, out, err = repository.verify("--baseline", "main")
        report.check(code == want and part in out, f"{title}: exit {code}: {out}{err}")
    worktrees = subprocess.run(["git", "worktree", "list"], cwd=repository.folder, capture_output=True, text=True).stdout
    report.check(len(worktrees.splitlines()) == 1, f"left behind: {worktrees}")
    code, _, err = repository.verify("--baseline", "nothing")
    report.check(code != 0, f"a commit that is not there: exit {code}: {err}")


def check_usage(report, repository):
    for options in (["--bogus", "x"], ["--junit"]):
        code, _, err = repository.verify(*options)
        report.check(code == 3 and "verify: " in err, f"{options}: exit {code}: {err}")
    code, out, _ = repository.verify("--permit", "increasing")
    report.check(code == 2 and "DECLINED" in out, f"--permit: exit {code}: {out}")


def blocks():
    """The shell texts of action.yml by the name of their step."""
    text = (ROOT / "action.yml").read_text()
    found = re.findall(r"^    - name: (.*)\n(?:      .*\n)*?      run: \|\n((?:        .*\n)+)", text, re.M)
    return {name: re.sub(r"^        ", "", block, flags=re.M) for name, block in found}


def check_action(report, repository):
    """The steps of the action with the checker that is there, as in a pull request against main."""
    steps = blocks()
    report.check(list(steps) == ["The checker", "The commit to compare with", "Every claim"], f"steps: {list(steps)}")
    for name, block in steps.items():
        code = subprocess.run(["bash", "-n"], input=block, text=True).returncode
        report.check(code == 0, f"{name}: syntax")
    repository.git("checkout", "-q", "-B", "change", "main")
    with tempfile.TemporaryDirectory() as scratch:
        temp = Path(scratch)
        repository.git("clone", "-q", "--branch", "change", ".", str(temp / "clone"))
        (temp / "mexcheck").mkdir()
        (temp / "mexcheck" / "mexcheck").symlink_to(MEXCHECK)
        environment = {**os.environ, "RUNNER_TEMP": str(temp), "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_ENV": str(temp / "env"), "ASKED": "", "BASE": "main",
                       "CLAIMS": "evidence/CLAIMS", "CERTIFICATES": "evidence", "SPEC_DIR": "", "SPEC": "evidence/mine.mex", "PERMIT": "",
                       "JUNIT": "verdicts.xml"}

        def step(name):
            done = subprocess.run(["bash", "-e", "-o", "pipefail"], input=steps[name], text=True, cwd=temp / "clone", env=environment, capture_output=True)
            return done.returncode, done.stdout + done.stderr

        code, said = step("The commit to compare with")
        line = (temp / "env").read_text().strip() if code == 0 else said
        report.check(re.fullmatch(r"MEXCERT_BASELINE=[0-9a-f]{40}", line), f"baseline: {line}")
        environment["MEXCERT_BASELINE"] = line.partition("=")[2]
        code, said = step("Every claim")
        report.check(code == 0 and said.count("VERIFIED ") == 2 and (temp / "clone" / "verdicts.xml").exists(), f"exit {code}: {said}")
        (temp / "clone" / "evidence" / "CLAIMS").write_text(CLAIMS[0] + "\n")
        code, said = step("Every claim")
        report.check(code == 1, f"a claim less: exit {code}: {said}")


def main():
    report = Report("scripts/verify and action.yml")
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(folder)
        check_manifest(report, repository)
        check_baseline(report, repository)
        check_usage(report, repository)
        repository.git("checkout", "-q", "main")
        check_action(report, repository)
    report.finish()


main()
