"""The automata of certificates/*.all.cert against values computed without automata: levels on the box 250 x 250, graphs, letters and
starts up to 30,000. Values come from `mexcert table`; of `floor` and of the definition that no table can hold, from integer square roots.

A record `automatic K` has no definition beside the statement that it serves; it is not compared here."""

import ast
import math
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import ROOT, Report, mexcert  # noqa: E402

BOX, ROWS, LENGTH = 250, 30_000, 28


def digits(count, base):
    """Representations of 0 .. count - 1 to a base, padded to LENGTH digits, most significant first."""
    return [bytes(n // base**i % base for i in reversed(range(LENGTH))) for n in range(count)]


def numeration(path):
    """The base of the automata in a file (its line `over`: a numeration of spec/ with one state), None for Fibonacci representations."""
    over = re.search(r"^over (\S+)$", path.read_text(), re.M)
    if over is None or over[1] == "fibonacci":
        return None
    for spec in (ROOT / "spec").glob("*.mex"):
        if match := re.search(rf"^numeration {re.escape(over[1])} = \[\[([0, ]+)\]\]$", spec.read_text(), re.M):
            return match[1].count("0")
    raise AssertionError(f"{path.name}: {over[1]} is no base of spec/")


def words(count):
    """Fibonacci representations of 0 .. count - 1, padded to LENGTH digits, most significant first."""
    weights = [1, 2]
    while len(weights) < LENGTH:
        weights.append(weights[-1] + weights[-2])
    result = []
    for n in range(count):
        word = bytearray(LENGTH)
        for i in range(LENGTH):
            if weights[LENGTH - 1 - i] <= n:
                word[i] = 1
                n -= weights[LENGTH - 1 - i]
        result.append(bytes(word))
    return result


def records(path):
    """Yields (first line, outputs, targets): targets[state] maps the tuple of digits to the next state."""
    head, outputs, targets = None, [], []
    for line in path.read_text().splitlines():
        if re.match(r"graph|level|letters|starts|adder|automatic|end|over", line):
            if outputs:
                yield head, outputs, targets
            head, outputs, targets = line, [], []
        elif head and not head.startswith(("over", "claim")):
            out, *edges = line.split(" ")
            outputs.append({"+": 1, "-": 0}.get(out) if out in "+-" else int(out))
            targets.append({tuple(map(int, e.split(":")[0])): int(e.split(":")[1]) for e in edges})


def output(outputs, targets, *tracks):
    state = 0
    for letter in zip(*tracks):
        state = targets[state].get(letter)
        if state is None:
            return 0
    return outputs[state]


def column(name, fixed, most):
    code, out, err = mexcert("table", name, *fixed, f"0..{most}")
    assert code == 0, err
    return [int(line.split()[-1]) for line in out.splitlines()]


def values(name, fixed):
    """The values at 0 .. ROWS of a definition with one ranged argument."""
    if name in ("floor", "akiyama.a"):
        return [(n + math.isqrt(5 * n * n)) // 2 for n in range(ROWS + 1)]
    return column(name, [f for f in fixed if f != "*"], ROWS)


def check_graph(word, name, fixed, outputs, targets):
    for n, value in enumerate(values(name, fixed)):
        if output(outputs, targets, word[n], word[value]) != 1:
            return f"({n}, {value}) is not accepted"
        if output(outputs, targets, word[n], word[value + 1]) != 0:
            return f"({n}, {value + 1}) is accepted"
    return None


def check_level(word, level, name, fixed, outputs, targets):
    arguments = [f"0..{BOX}" if f == "*" else f for f in fixed]
    code, out, err = mexcert("table", name, *arguments)
    assert code == 0, err
    for x, row in enumerate(out.splitlines()):
        for y, value in enumerate(row.split()):
            if output(outputs, targets, word[x], word[y]) != (int(value) == level):
                return f"wrong at {x}, {y}: the value is {value}"
    return None


def images(name):
    for path in (ROOT / "spec").glob("*.mex"):
        if match := re.search(rf"^word {re.escape(name)} from \d+ = (\[.*?\]\])$", path.read_text(), re.M | re.S):
            return ast.literal_eval(re.sub(r"\b_\b", "None", match[1]))
    raise AssertionError(name)


def check_starts(word, name, outputs, targets):
    rows, start = images(name), 0
    for n, letter in enumerate(column(name, [], ROWS // 4)):
        if output(outputs, targets, word[n], word[start]) != 1:
            return f"({n}, {start}) is not accepted"
        start += len(rows[letter])
    return None


def main():
    report, systems, seen = Report("automata agree with tables"), {None: words(150_000)}, set()
    for path in sorted((ROOT / "certificates").glob("*.all.cert")):
        base = numeration(path)
        word = systems.setdefault(base, base and digits(150_000, base))
        for head, outputs, targets in records(path):
            kind, *rest = head.split(" ")
            wrong = None
            if (base, head) in seen or kind in ("adder", "automatic"):
                continue
            seen.add((base, head))
            if kind == "graph":
                wrong = check_graph(word, rest[0], rest[1:], outputs, targets)
            elif kind == "level":
                wrong = check_level(word, int(rest[0]), rest[1], rest[2:], outputs, targets)
            elif kind == "letters":
                bad = [n for n, v in enumerate(column(rest[0], [], ROWS)) if output(outputs, targets, word[n]) != v]
                wrong = f"wrong at {bad[0]}" if bad else None
            elif kind == "starts":
                wrong = check_starts(word, rest[0], outputs, targets)
            report.check(wrong is None, f"{path.name}: {head}: {wrong}")
    report.check(len(seen) >= 20, f"only {len(seen)} automata")
    report.finish()


main()
