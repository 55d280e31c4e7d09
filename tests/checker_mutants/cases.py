"""The cases that can kill a mutant: single runs of the checker, and single unit tests."""

import hashlib
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORPUS = ROOT / "tests" / "corpus"
SCRIPTS = ("cli/test_cli.py", "cli/test_reports.py", "false_theorems/test_false_theorems.py")
LONG_SCRIPTS = ("checker_fast/test_fast.py 307", "streams/test_streams.py 60 2")  # not for a sample
CERTIFICATES = ("komakG.all.cert", "renard_rigo.refuted.cert", "morphic.cert")
SLOW_UNIT_TESTS = ("random formulas: automata agree with evaluation",)


@dataclass(frozen=True)
class Case:
    name: str
    args: tuple
    stdin: str = ""  # a path
    kind: str = "batch"  # else "unit", or "full": the output goes to a full device

    def run(self, schema, **environment):
        """The exit code of a run by itself."""
        env = {**os.environ, **{k: str(v) for k, v in environment.items()}}
        program = schema.unit if self.kind == "unit" else schema.checker
        with open("/dev/full" if self.kind == "full" else "/dev/null", "w") as out:
            return subprocess.run([program, *self.args], cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=out,
                                  stderr=subprocess.DEVNULL, timeout=600).returncode


def corpus():
    for folder in sorted(CORPUS.glob("*/*/")):
        if (folder / "claim").exists():
            user = ("--spec", str(folder / "user.mex")) if (folder / "user.mex").exists() else ()
            claim = (folder / "claim").read_text().rstrip("\n")
            yield Case(f"{folder.parent.name}/{folder.name}", ("--claim", claim, str(folder / "c.cert"), *user))


def variants():
    """Cases with and without the kernels and to a full device, and the trees of all statements."""
    for case in corpus():
        if case.name.startswith(("accept/", "reject/", "declined/")):
            yield Case(f"{case.name} kernels=all", ("--kernels", "all", *case.args))
        if case.name.startswith("accept/"):
            yield Case(f"{case.name} kernels=none", ("--kernels", "none", *case.args))
            if case.name == "accept/grundy":
                yield Case("output to a full device", case.args, kind="full")
    for source in sorted((ROOT / "spec").glob("*.mex")):
        for line in source.read_text().splitlines():
            if line.startswith("statement "):
                name = line.split()[1].split("(")[0].rstrip(":")
                yield Case(f"tree {name}", ("--tree", name))


def certificates():
    for name in CERTIFICATES:
        path = ROOT / "certificates" / name
        for line in path.read_bytes().split(b"\n"):
            if line.startswith(b"claim "):
                claim = line.decode().split(" ", 2)[2]
                yield Case(f"{name} {claim}", ("--claim", claim, str(path)))


def unit_tests(schema):
    listed = subprocess.run([schema.unit, "--list-test-names-only"], capture_output=True, text=True).stdout.splitlines()
    for name in listed:
        if name and name not in SLOW_UNIT_TESTS:
            yield Case(f"unit: {name}", (name.replace(",", "\\,"),), kind="unit")


def recorded(schema, scripts):
    """The calls that the test scripts make, recorded once."""
    folder = schema.folder / "records"
    env = {**os.environ, "MEXCHECK": str(HERE / "recorder.py"), "MEXCHECK_RECORDS": str(folder), "MEXCHECK_REAL": str(schema.checker)}
    for script in scripts:
        path, *args = script.split()
        version = hashlib.sha256((ROOT / "tests" / path).read_bytes()).hexdigest()[:8]
        done = folder / ("-".join([path.replace("/", "-"), *args, version]) + ".done")
        if not done.exists():
            folder.mkdir(exist_ok=True)
            log = subprocess.run([sys.executable, ROOT / "tests" / path, *args], env=env, capture_output=True, text=True)
            done.write_text(log.stdout + log.stderr)
            if log.returncode != 0:
                print(f"note: {script} fails with the instrumented checker, see {done}")
    for path in sorted(folder.glob("*.json")):
        call = json.loads(path.read_text())
        if not any("\t" in arg or "\n" in arg for arg in call["args"]):
            yield Case(f"call {path.stem}", tuple(call["args"]), stdin=call["stdin"] or "")


def all_cases(schema, sample=False):
    scripts = SCRIPTS if sample else SCRIPTS + LONG_SCRIPTS
    return [*corpus(), *unit_tests(schema), *variants(), *recorded(schema, scripts), *certificates()]
