"""The list of the mutants that no test kills, each with the reason.

survivors.txt: a line `= REASON`, then the keys of the mutations that it holds for, one a line; `#` begins a comment."""

from pathlib import Path

FILE = Path(__file__).resolve().parent / "survivors.txt"


def listed():
    reasons, reason = {}, None
    for line in FILE.read_text().splitlines():
        if line.startswith("= "):
            reason = line[2:]
        elif line and not line.startswith("#"):
            assert reason and line not in reasons, line
            reasons[line] = reason
    return reasons
