"""What each case says without a mutation, how long it takes, and which mutations would have changed a value in it."""

import hashlib
import os
import pickle
import tempfile
from bisect import bisect_right
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from batch import portions, run_batch

IDLE = 25  # cases tried in which a mutation matters only while spec/ is read
MOST = 4  # seconds of the usual time of the cases that are tried: those of the command line first where it is mutated, those made for guards, then the shortest


@dataclass
class Usual:
    outcome: object  # a digest; the exit code of a run by itself
    seconds: float
    noted: dict  # number of a mutation: how often


class Baseline:
    def __init__(self, schema, cases, most=MOST):
        self.schema, self.cases, self.most = schema, cases, most
        program = hashlib.sha256(schema.checker.read_bytes() + schema.unit.read_bytes()).hexdigest()
        path = schema.folder / "baseline.pickle"
        kept = pickle.loads(path.read_bytes()) if path.exists() else ("", {})
        usual = kept[1] if kept[0] == program else {}
        keys = {case: content(case) for case in cases}
        missing = [case for case in cases if keys[case] not in usual]
        together = portions([case for case in missing if case.kind == "batch"])
        alone = [[case] for case in missing if case.kind != "batch"]
        with ThreadPoolExecutor(2) as pool:
            for traced in pool.map(self.trace, [*together, *alone]):
                usual.update((keys[case], result) for case, result in traced.items())
        path.write_bytes(pickle.dumps((program, usual)))
        self.of = {case: usual[key] for case, key in keys.items()}
        self.chance = {case: hashlib.sha256(case.name.encode()).digest() for case in cases}
        self.reading = next(self.of[c].noted for c in cases if c.name.startswith("tree "))

    def trace(self, cases):
        if cases[0].kind != "batch":
            return {cases[0]: self.trace_alone(cases[0])}
        code, lines = run_batch(self.schema, [("-", 300, case) for case in cases], MEXCHECK_TRACE="/dev/null")
        assert code == 0, (code, lines[-1:], cases)
        return {case: usual_of(line) for case, line in zip(cases, lines[1::2])}

    def trace_alone(self, case):
        with tempfile.NamedTemporaryFile() as file:
            code = case.run(self.schema, MEXCHECK_TRACE=file.name)
            lines = Path(file.name).read_text().splitlines()
        return Usual(code, 1, {int(a): int(b) for a, b in (line.split() for line in lines)})

    def killers(self, number):
        """The cases in which this mutation matters: those where it does beyond the reading of spec/, and a few of the others."""
        telling, idle = [], []
        command_line = self.schema.mutations[number].file.startswith(("cli/", "main.cpp"))
        for case in self.cases:
            times = self.of[case].noted.get(number, 0)
            if times:
                outside = case.name.startswith("call ") and not self.schema.mutations[number].file.startswith("core/")
                (telling if outside or times != self.reading.get(number, 0) else idle).append(case)
        telling.sort(key=lambda case: (case.kind != "batch", command_line and not case.name.startswith("call "), "guard-" not in case.name, self.of[case].seconds))
        spent = accumulate(self.of[case].seconds for case in telling if case.kind == "batch")
        telling = telling[:bisect_right(list(spent), self.most) + 1] + [case for case in telling if case.kind != "batch"]
        return list(dict.fromkeys(telling)), sorted(idle, key=lambda case: self.chance[case])[:IDLE]


def usual_of(line):
    digest, seconds, *noted = line.split(" ")
    return Usual(digest, float(seconds), {int(a): int(b) for a, b in (pair.split(":") for pair in noted)})


def content(case):
    parts = [repr(case)]
    for path in [case.stdin, *case.args]:
        if path and os.path.isfile(path):
            parts.append(hashlib.sha256(Path(path).read_bytes()).hexdigest())
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()
