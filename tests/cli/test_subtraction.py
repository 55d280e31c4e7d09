"""Subtraction games: the command for finite sets with its bad inputs, and the reports of sections E and W."""

import csv
import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import Report, mexcert, mexcheck  # noqa: E402

REPORT = Report("subtraction")
CLAIMS = ["subtraction.periodic: all", "subtraction.least: all", "subtraction.strategy: all"]
# The set, its nim-values before they recur, and those that recur.
SETS = [("1,2,3", "none", "0 1 2 3"), ("3,1,2", "none", "0 1 2 3"), ("7", "none", "0 " * 7 + "1 " * 6 + "1"),
        ("2,4,7", "0 0 1 1 2 2 0 3", "1 0 2"), ("1,4,9", "none", "0 1 0 1 2"), ("1,5,11,13", "none", "0 1")]
# Arguments, exit code, words of the message.
BAD = [
    (["S="], 3, "the subtraction set is empty"),
    (["1,2"], 3, "does not begin with `S=`"),
    (["S=0,1"], 3, "0 is in the subtraction set: a move removes something"),
    (["S=1,3,1"], 3, "1 stands twice"),
    (["S=1,,2"], 3, "`` is no natural"),
    (["S=1,-2"], 3, "`-2` is no natural"),
    (["S=1,70000"], 3, "`70000` is no natural up to 65535"),
    (["S=1,50", "--to", "50"], 2, "the move 50 is possible at no n < 50"),
    (["S=2,4,7", "--to", "12"], 2, "no 7 consecutive values recur at n < 12"),
    (["S=1,2", "--to", "0"], 3, "mexcert: --to: 0 is not at least 1"),
    (["S=1,2", "--period", "0"], 3, "mexcert: --period: 0 is not at least 1"),
    (["S=1,2", "--period", "-1"], 3, "mexcert: --period: `-1` is no natural number"),
    (["S=1,2", "--preperiod", "x"], 3, "mexcert: --preperiod: `x` is no natural number"),
    (["S=1,2", "--to", "99999999999"], 3, "is more than 16777216"),
    (["S=1,2,3", "--period", "8"], 1, "8 is a period, but not the least one, 4"),
    (["S=1,2,3", "--period", "6"], 1, "6 is no period: the values at 0 and 6 are 0 and 2"),
    (["S=2,4,7", "--preperiod", "7"], 1, "the values do not recur from 7 on: those at 7 and 10 are 3 and 2"),
    (["S=2,4,7", "--preperiod", "9"], 1, "recur from 9 on, and from 8 on before"),
    (["S=1,2", "-o", "x.txt"], 3, "does not end with `.mex`"),
    (["S=1,2", "-o", "absent/x.mex"], 3, "absent/x.mex"),
    (["S=1,2", "--spec", "x.mex"], 3, "writes its own statement file"),
]


def finite_sets(folder):
    file, certificate = folder / "own.mex", folder / "own.cert"
    for moves, before, period in SETS:
        code, out, err = mexcert("subtraction", f"S={moves}", "-o", file)
        good = f": {before}\nthen, again and again: {period}\n" in out
        REPORT.check(code == 0 and good and all(f"claim: {c}\n" in out for c in CLAIMS), f"S={moves}: {code} {out}{err}")
        for claim in CLAIMS:
            code, out, err = mexcheck("--spec", file, "--claim", claim, certificate)
            REPORT.check(code == 0 and "strength=full" in out, f"S={moves}, {claim}: {code} {out}{err}")
    code, out, err = mexcert("subtraction", "S=2,4,7", "-o", file, "--period", "3", "--preperiod", "8")
    REPORT.check(code == 0, f"true periods: {code} {out}{err}")


def long_periods(folder):
    """Of many values the first are shown, how many there are, and a command that prints all."""
    file = folder / "long.mex"
    code, out, err = mexcert("subtraction", "S=1,100,203", "-o", file)
    recurring = next(line for line in out.splitlines() if line.startswith("then, again and again: "))
    values, count, command = re.match(r"then, again and again: (.*) \.\. \((\d+) values; all: mexcert (.*)\)$", recurring).groups()
    REPORT.check(code == 0 and len(out) < 2000 and len(values.split()) == 60, f"long: {code} {out}{err}")
    code, table, err = mexcert(*command.split())
    every = [line.split()[1] for line in table.splitlines()]
    REPORT.check(code == 0 and len(every) == int(count) and every[:60] == values.split(), f"{command}: {code} {table[:300]}{err}")
    said = json.loads(mexcert("subtraction", "S=1,100,203", "-o", file, "--json")[1])
    REPORT.check(said["recurring"] == every, "all values in the JSON")


def bad_inputs(folder):
    for arguments, expected, words in BAD:
        target = [] if "-o" in arguments else ["-o", folder / "bad.mex"]
        code, out, err = mexcert("subtraction", *arguments, *target)
        REPORT.check(code == expected and words in err and not out, f"{arguments}: {code} {out}{err}")
    REPORT.check(not (folder / "bad.mex").exists(), "a refused set leaves a file")


def false_texts(folder):
    """Texts that say something else: none is certified, and the old certificate does not serve them."""
    file, certificate = folder / "own.mex", folder / "own.cert"
    code, _, err = mexcert("subtraction", "S=2,4,7", "-o", file)
    REPORT.check(code == 0, f"S=2,4,7: {code} {err}")
    text = file.read_text()
    moves = text.index("dfao subtraction.move")
    least = re.search(r"p < 3 =>", text)
    changes = {
        "a strategy move not in S": (text[:moves] + text[moves:].replace(", 4)", ", 5)", 1), "strategy"),
        "a move to a hot position": (text[:moves] + text[moves:].replace(", 4)", ", 2)", 1), "strategy"),
        "a move from a cold position": (text[:moves] + text[moves:].replace("2, 0)", "2, 2)", 1), "strategy"),
        "a multiple of the period": (text[:least.start()] + "p < 6 =>" + text[least.end():], "least"),
        "another nim-value": (text.replace("8, 3)", "8, 1)", 1), "periodic"),
    }
    for label, (changed, statement) in changes.items():
        REPORT.check(changed != text, f"{label}: nothing is changed")
        file.write_text(changed)
        claim = f"subtraction.{statement}: all"
        code, out, err = mexcheck("--spec", file, "--claim", claim, certificate)
        REPORT.check(code == 1 and "REJECTED" in out, f"{label}, old certificate: {code} {out}{err}")
        code, out, err = mexcert("generate", claim, "--spec", file, "-o", folder / "new.cert")
        REPORT.check(code == 1, f"{label}: {code} {out}{err}")


def rows_of(name, to, folder):
    file = folder / "rows.csv"
    code, out, err = mexcert("report", name, "--to", to, "--csv", file)
    good = code == 0 and "Computed, not certified" in out
    REPORT.check(good, f"report {name}: {code} {out}{err}")
    return out, list(csv.reader(file.read_text().splitlines()))


def nim_values(size):
    """Of subtract-a-square, by the recurrence."""
    values = []
    for n in range(size):
        options = {values[n - t * t] for t in range(1, int(n ** 0.5) + 2) if t * t <= n}
        values.append(next(m for m in range(n + 1) if m not in options))
    return values


def reports_on_squares(folder):
    size = 5000
    values = nim_values(size)
    cold = [n for n, value in enumerate(values) if value == 0]
    out, rows = rows_of("eppstein.counts", size, folder)
    wanted = [[str(k ** 3), str(sum(c < k ** 3 for c in cold))] for k in range(1, 18)]
    REPORT.check(rows == [["n", "cold"]] + wanted, f"counts: {rows}")
    _, rows = rows_of("eppstein.records", size, folder)
    wanted = [[str(n), str(v)] for n, v in enumerate(values) if v > max(values[:n], default=0)]
    REPORT.check(rows == [["position", "nim-value"]] + wanted, f"records: {rows}")
    _, rows = rows_of("eppstein.digits", size, folder)
    wanted = []
    for base, places in ((5, 3), (7, 1), (13, 1)):
        for place in range(places):
            counts = [sum(c // base ** place % base == digit for c in cold) for digit in range(base)]
            wanted += [[str(base), str(place), str(d), str(c)] for d, c in enumerate(counts)]
    REPORT.check([row[:4] for row in rows[1:]] == wanted, f"digits: {rows}")
    out, rows = rows_of("eppstein.fits", size, folder)
    REPORT.check(len(rows) == 1 + 17 + max(values) and rows[1] == ["cold", "1", "1"], f"fits: {rows}")
    REPORT.check("printed 0.698354314248528: " in out and "printed 1.3251885340723: " in out, f"fits: {out}")


def report_on_restricted_games(folder):
    out, rows = rows_of("weinstein.shared", 4, folder)
    firsts = [row[2] for row in rows[1:]]
    REPORT.check(firsts == ["-", "1", "-", "2", "2", "-", "1", "1", "1", "-", "4", "4", "4", "4", "-"], f"shared: {rows}")
    holds = [row[:2] for row in rows[1:] if row[3] == "-"]
    REPORT.check(holds == [["1", "0"], ["3", "0"], ["3", "1"], ["3", "2"]], f"S_1: {rows}")
    REPORT.check(out.count("in all but 0 ") == 2, f"shared: {out}")
    # k > l is no game W(k, l).
    code, out, err = mexcert("generate", "weinstein.zero_positions(k=3,l=2): x<=5,y<=5", "-o", folder / "k.cert")
    REPORT.check(code == 2 and "no instance satisfies the hypotheses" in err, f"k > l: {code} {out}{err}")


def bad_reports():
    for arguments, words in ((["eppstein.count"], "no report `eppstein.count`"), (["eppstein.counts", "--to", "0"], "--to"),
                             (["eppstein.fits", "--to", "1"], "less than two points"),
                             (["eppstein.records", "--to", "16777217"], "is more than 16777216"),
                             (["eppstein.digits", "--to", "4294967297"], "is more than 4294967296"),
                             (["weinstein.shared", "--to", "65"], "65 is more than 64")):
        code, out, err = mexcert("report", *arguments)
        REPORT.check(code == 3 and words in err and not out, f"report {arguments}: {code} {out}{err}")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        finite_sets(folder)
        long_periods(folder)
        bad_inputs(folder)
        false_texts(folder)
        reports_on_squares(folder)
        report_on_restricted_games(folder)
        bad_reports()
    REPORT.finish()


main()
