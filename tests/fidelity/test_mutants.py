"""Mutants of the mex text: would a small slip of the spec be noticed?

Each mutant changes one place of a definition or statement.  It is noticed if a
standard claim that reaches it changes its verdict, in the spec as it is or
under a probe (probes.py).  A mutant that is not noticed must be listed, with a
reason, in not_distinguished.txt; a listed one that is noticed is out of place.

Mutated are the files with the text of the page but renard_rigo.mex (statements that are false as they
stand, and so are nearly all their mutants); the others are about other papers.

Usage: test_mutants.py full | SECONDS SEED: all mutants, or a random choice of
them until so many seconds of processor time are spent.
"""

import collections
import os
import random
import resource
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from judge import INVALID, SURVIVED, UNDECIDED, Judge  # noqa: E402
from mutants import identity, mutants_of, reaching, read_items  # noqa: E402
from mexlib import ROOT, Report  # noqa: E402

LIST = ROOT / "tests" / "fidelity" / "not_distinguished.txt"
PAGE = {"wythoff.mex", "terminal.mex", "komak.mex", "morphic.mex", "blocking.mex"}

def listed_mutants(report):
    """The identities in the list, each under a reason and each once."""
    identities, reason = [], None
    for line in LIST.read_text().splitlines():
        if line.startswith("## "):
            reason = line
        elif line and not line.startswith("#"):
            report.check(reason is not None, f"listed without a reason: {line}")
            identities.append(line)
    report.check(len(set(identities)) == len(identities), "a mutant is listed twice")
    return set(identities)


def spent():
    """Seconds of processor time of this process and its children."""
    usages = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class Judges:
    """One judge a thread; no mutant is begun when the time is spent."""

    def __init__(self, found, scratch, listed, seconds):
        self.local, self.found, self.scratch, self.listed, self.seconds = threading.local(), found, scratch, listed, seconds
        self.reached_by = reaching(found)

    def __call__(self, mutant):
        """The mutant, its outcome and the claim that tells; None when there is no time left."""
        if self.seconds is not None and spent() > self.seconds:
            return None
        if not hasattr(self.local, "judge"):
            self.local.judge = Judge(tempfile.mkdtemp(dir=self.scratch), self.found, self.reached_by)
        probing = self.seconds is None or identity(mutant) not in self.listed
        return mutant, *self.local.judge.outcome(mutant, probing)


def assess(report, mutant, outcome, claim, listed):
    """A mutant is not distinguished exactly if it is listed; one on which a claim finds no verdict in time tells nothing."""
    name = identity(mutant)
    if outcome == SURVIVED:
        report.check(name in listed, f"not distinguished and not listed: {name}")
    elif outcome != UNDECIDED:
        report.check(name not in listed, f"listed, but {outcome} by {claim}: {name}")


def print_counts(report, counts, total):
    """How many mutants there are, how many were tried, and what became of them; most must be noticed, or the test says nothing."""
    tried = sum(counts.values())
    noticed = tried - counts[INVALID] - counts[SURVIVED]
    print(f"{total} mutants, {tried} tried: " + ", ".join(f"{n} {outcome}" for outcome, n in counts.most_common()))
    print(f"noticed {noticed} of {tried - counts[INVALID]}")
    report.check(2 * (noticed - counts[UNDECIDED]) > tried, f"no verdict on {counts[UNDECIDED]} of {tried} mutants, {noticed - counts[UNDECIDED]} noticed by one")


def main():
    report = Report("spec mutants")
    found = read_items()
    items = [item for item in found.values() if item.file in PAGE]
    all_mutants = [m for item in items for m in mutants_of(item)]
    listed = listed_mutants(report)
    for name in sorted(listed - {identity(mutant) for mutant in all_mutants}):
        report.check(False, f"listed, but no mutant: {name}")
    seconds = None if sys.argv[1:] == ["full"] else float(sys.argv[1])
    order = all_mutants if seconds is None else random.Random(sys.argv[2]).sample(all_mutants, len(all_mutants))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(os.cpu_count()) as pool:
        for answer in pool.map(Judges(found, scratch, listed, seconds), order):
            if answer:
                mutant, outcome, claim = answer
                counts[outcome] += 1
                assess(report, mutant, outcome, claim, listed)
    print_counts(report, counts, len(all_mutants))
    report.finish()


main()
