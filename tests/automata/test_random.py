"""Random statements, decided for all naturals, on a range and at a point: the three must agree, and the checker with all of them.

For each statement the generator decides `: all`. If it holds, the checker must verify that certificate, and one for a range (tables and
direct reading, no automata); if it fails, the checker must verify the counterexample. Arguments: how many statements (default 60), seed."""

import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import Report, mexcert, mexcheck  # noqa: E402

ITEMS = """language mex 1
def half(n) measure n = if n <= 1 then 0 else half(n - 2) + 1
def low(n) measure n = least m with forall i < n: m != low(i) and m != low(i) + i
dfao zeros over fibonacci = [(0, 1, 0), (2, 0, 1), (0, 1, 2)]
pred near(x, y) = x = y or x = y + 1 or exists n: x = floor(n * phi) and y = x + n
"""


class Formulas:
    def __init__(self, seed):
        self.random, self.names, self.fresh = random.Random(seed), [], 0

    def one(self, *choices):
        return self.random.choice(choices)()

    def number(self, most):
        return str(self.random.randint(0, most))

    def variable(self):
        return self.random.choice(self.names)

    def term(self, depth):
        if depth == 0:
            return self.one(self.variable, self.variable, self.variable, lambda: self.number(4))
        return self.one(
            lambda: f"({self.term(depth - 1)} + {self.term(depth - 1)})",
            lambda: f"({self.term(depth - 1)} -. {self.term(depth - 1)})",
            lambda: f"({self.number(3)} * {self.term(depth - 1)})",
            lambda: f"floor({self.term(depth - 1)} * phi{self.random.choice(['', ' ^ 2'])})",
            lambda: f"({self.term(depth - 1)} {self.random.choice(['div', 'mod'])} {self.random.randint(1, 3)})",
            lambda: f"{self.random.choice(['half', 'low', 'zeros'])}({self.term(depth - 1)})",
            lambda: f"(if {self.formula(0)} then {self.term(depth - 1)} else {self.term(0)})",
            lambda: self.term(0))

    def compared(self):
        return self.random.choice(["=", "!=", "<", "<=", ">", ">="])

    def atom(self, depth):
        return self.one(
            lambda: f"{self.term(depth)} {self.compared()} {self.term(depth)}",
            lambda: f"{self.term(depth)} - {self.term(depth)} {self.compared()} {self.term(0)}",
            lambda: f"({self.variable()} - {self.term(0)}) ^ 2 + ({self.variable()} - {self.variable()}) ^ 2 {self.compared()} {self.number(9)}",
            lambda: f"near({self.variable()}, {self.term(1)})",
            lambda: f"suffix([{self.number(1)}], rep(fibonacci, {self.variable()}))")

    def quantified(self, depth):
        self.fresh += 1
        name, bound = f"v{self.fresh}", self.term(0)
        self.names.append(name)
        body = self.formula(depth - 1)
        self.names.pop()
        return self.one(
            lambda: f"(exists {name} < {bound}: {body})", lambda: f"(forall {name} <= {bound}: {body})",
            lambda: f"(exists unique {name} <= {bound}: {body})",
            lambda: f"(count {{{name}: {name} <= {bound} and {body}}} {self.compared()} {self.number(3)})",
            lambda: f"(forall {name} in {self.number(1)}..{self.random.randint(1, 4)}: {body})")

    def formula(self, depth):
        if depth == 0:
            return f"({self.atom(1)})"
        joined = self.random.choice(["and", "or", "=>", "<=>"])
        return self.one(
            lambda: f"({self.formula(depth - 1)} {joined} {self.formula(depth - 1)})",
            lambda: f"(not {self.formula(depth - 1)})", lambda: self.quantified(depth), lambda: f"({self.atom(depth)})")

    def statement(self, depth):
        self.names, self.fresh = ["a", "b"], 0
        return self.formula(depth)


def vacuous(code, err):
    return code in (1, 2) and "no instance satisfies the hypotheses" in err


def check(report, tally, text, folder):
    own = folder / "own.mex"
    own.write_text(f"{ITEMS}statement s: forall a, b: {text}\n")
    user = ["--spec", own]

    def verified(claim, path):
        code, out, err = mexcheck("--claim", claim, path, *user)
        limit = code == 2 and "work limit" in out
        tally["beyond a limit"] += limit
        report.check(code == 0 or limit, f"{claim}: {text}\n  {code} {out}{err}")

    whole, part = folder / "all.cert", folder / "range.cert"
    code, out, err = mexcert("decide", "s: all", "--budget", "1", "-o", whole, *user)
    claim = re.search(r"^claim: (.*)$", out, re.M)
    if code not in (0, 1) or not claim:
        tally["undecided"] += 1
        report.check(code == 2 or vacuous(code, err), f"{text}\n  {code} {out}{err}")
        return
    verified(claim[1], whole)
    tally["true" if code == 0 else "false"] += 1
    if code == 0:
        claim = "s: a<=9,b<=9"
        code, out, err = mexcert("generate", claim, "-o", part, *user)
        report.check(code == 0 or vacuous(code, err), f"true for all, but {claim}: {text}\n  {code} {out}{err}")
        if code == 0:
            verified(claim, part)


def main():
    count, seed = (int(x) for x in (sys.argv[1:] + ["60", "1"][len(sys.argv) - 1:]))
    report, formulas = Report("random statements"), Formulas(seed)
    tally = {"true": 0, "false": 0, "undecided": 0, "beyond a limit": 0}
    with tempfile.TemporaryDirectory() as scratch:
        for i in range(count):
            # A statement that is likely to hold: two formulas that differ in one place seldom differ.
            text = formulas.statement(1 + i % 2)
            if i % 3 == 0:
                text = f"({text}) => ({text} or {formulas.statement(1)})"
            elif i % 3 == 1:
                text = f"(not ({text})) or not not ({text})"
            check(report, tally, text, Path(scratch))
    print(tally)
    report.check(tally["true"] * 5 >= count and tally["false"] * 10 >= count and tally["beyond a limit"] * 15 <= count, f"too few of a kind: {tally}")
    report.finish()


main()
