"""What is kept of former runs: the mutations that no test kills, each with the reason; the case that killed each of the others.

survivors.txt, kills.txt: a line `= REASON` or `= CASE`, then the keys of the mutations that it holds for, one a line; `#` begins a
comment. What kills.txt says is only tried first."""

from pathlib import Path

SURVIVORS = Path(__file__).resolve().parent / "survivors.txt"
KILLS = SURVIVORS.with_name("kills.txt")


def grouped(file):
    headings, heading = {}, None
    for line in file.read_text().splitlines():
        if line.startswith("= "):
            heading = line[2:]
        elif line and not line.startswith("#"):
            assert heading and line not in headings, line
            headings[line] = heading
    return headings


def listed():
    return grouped(SURVIVORS)


def write_kills(kills):
    """kills: for each key the name of a case."""
    by_case = {}
    for key, case in sorted(kills.items()):
        by_case.setdefault(case, []).append(key)
    lines = ["# Written by test_checker_mutants.py; the case that killed a mutation is tried first."]
    for case in sorted(by_case):
        lines += [f"= {case}", *by_case[case]]
    KILLS.write_text("\n".join(lines) + "\n")
