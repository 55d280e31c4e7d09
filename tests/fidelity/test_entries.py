"""The table `Entries` of spec/fidelity.md: one row for each of the page's 62 entries, and each row is right in form."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from entries import DEFINITIONS, PROVED, WANTED  # noqa: E402
from mutants import read_items  # noqa: E402
from mexlib import ROOT, Report  # noqa: E402

NO_ITEM = {"fibGreedyDigits", "fibDigitCount", "IsFibonacciAutomatic"}


def rows(text):
    """The cells of each row of the section, without heading and rule."""
    section = text[text.index("\n## Entries\n"):]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def conventions(text):
    """The numbers of the conventions of the page."""
    return set(re.findall(r"^(\d+)\. \*\*", text, re.M))


def check_row(report, row, found, known):
    """The mex item is there, in the file named and under the entry's name; the conventions exist."""
    if not report.check(len(row) == 6, f"not six cells: {row}"):
        return
    name, kind, says, place, used, _ = row
    item, file = re.fullmatch(r"([\w.]+) \(([\w.]+)\)", place).groups()
    report.check(item in found and found[item].file == file, f"{name}: no item {place}")
    report.check((item == name) != (name in NO_ITEM), f"{name}: stands beside {item}")
    report.check(kind == kind_of(name), f"{name}: is a {kind_of(name)}, not a {kind}")
    is_statement = item in found and found[item].kind == "statement"
    report.check(is_statement == (kind != "def"), f"{name}: a {kind} beside a {found[item].kind}")
    report.check(bool(says), f"{name}: says nothing")
    report.check(used == "-" or set(used.split(", ")) <= known, f"{name}: conventions {used}")


def kind_of(name):
    """What the page calls an entry; abbreviations count as definitions."""
    return ("def" if name in DEFINITIONS else "theorem" if name in PROVED
            else "theorem_wanted" if name in WANTED else "stranger")


def main():
    report = Report("entries")
    text = (ROOT / "spec" / "fidelity.md").read_text()
    found, table = read_items(), rows(text)
    report.check(sorted(row[0] for row in table) == sorted((*DEFINITIONS, *PROVED, *WANTED)),
                 "the rows are not the page's entries, each once")
    used = set()
    for row in table:
        check_row(report, row, found, conventions(text))
        used |= set(row[4].split(", ")) - {"-"}
    report.check(used == conventions(text), f"conventions that no entry uses: {sorted(conventions(text) - used)}")
    report.finish()


main()
