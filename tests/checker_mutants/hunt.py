"""Looks for a case that kills a mutant: one whose exit code or output differs from the usual."""

import signal
import threading
from collections import defaultdict, deque

from batch import portions, run_batch
from cases import Case
from survivors import KILLS, grouped, write_kills


class Hunt:
    def __init__(self, schema, baseline):
        self.schema, self.baseline = schema, baseline
        self.former = grouped(KILLS)  # of former runs: key of a mutation, name of the case
        self.recent = defaultdict(lambda: deque(maxlen=6))  # by file: cases that killed last
        self.lock = threading.Lock()

    def kill(self, number):
        """(name of the case, how), or None for a survivor."""
        mutation = self.schema.mutations[number]
        cases = self.ordered(mutation, *self.baseline.killers(number))
        units = [case for case in cases if case.kind == "unit"]
        alone = [together(units)] * bool(units) + [case for case in cases if case.kind == "full"]
        steps = [*portions([case for case in cases if case.kind == "batch"]), *([case] for case in alone)]
        steps.sort(key=lambda step: all(case.name != self.former.get(mutation.key) for case in step))
        for step in steps:
            if found := self.kill_together(number, step) if step[0].kind == "batch" else self.kill_alone(number, step[0]):
                return self.learn(mutation, *found)
        return None

    def ordered(self, mutation, telling, idle):
        with self.lock:
            first = [c for c in self.baseline.cases if c.name == self.former.get(mutation.key)]  # even if too many matter
            first += [c for c in self.recent[mutation.file] if c in telling]
        return list(dict.fromkeys(first + telling + idle))

    def learn(self, mutation, case, how):
        with self.lock:
            self.former[mutation.key] = case.name
            if case not in self.recent[mutation.file]:
                self.recent[mutation.file].appendleft(case)
        return case.name, how

    def kill_together(self, number, cases):
        rows = [(self.baseline.of[c].outcome, 0.25 + 5 * self.baseline.of[c].seconds, c) for c in cases]
        code, lines = run_batch(self.schema, rows, MEXCHECK_MUTANT=number)
        if code == 0:
            return None
        return cases[int(lines[-1]) if lines else 0], "verdict" if code == 77 else ended_by(code)

    def kill_alone(self, number, case):
        code = case.run(self.schema, MEXCHECK_MUTANT=number, MEXCHECK_SECONDS=10)
        if code == (0 if case.kind == "unit" else self.baseline.of[case].outcome):
            return None
        return case, "verdict" if code >= 0 else ended_by(code)

    def save(self):
        """Keeps what was learned of the mutations that there are."""
        present = {m.key for m in self.schema.mutations}
        with self.lock:
            write_kills({key: case for key, case in self.former.items() if key in present})


def together(units):
    """Unit tests in one process: none of them fails without a mutation."""
    return Case("unit tests", (",".join(case.args[0] for case in units),), kind="unit")


def ended_by(code):
    return "timeout" if -code in (signal.SIGPROF, signal.SIGXCPU, signal.SIGKILL) else "crash"
