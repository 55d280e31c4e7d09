"""A second checker of mexcert certificates, written from spec/ alone.

second_checker.py [--spec-dir DIR] [--spec FILE] --claim CLAIM FILE
prints VERIFIED, REJECTED or DECLINED; the exit codes are those of spec/claims.md."""
import hashlib
import itertools
import re
import sys
import threading
from pathlib import Path
from types import SimpleNamespace as Item

import automata
import mex
import ranges
from automata import require
from mex import DOMAIN, ITEMS, LIMIT, NO_ITEM, Declined, Rejected, SpecError, shown

NAME = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
C = "(?:0|[1-9][0-9]{0,18})"
PAIRS = f"{NAME}={C}(?:,{NAME}={C})*"
RANGE = rf"{NAME}(?:<={C}| in {C}\.\.{C}|(?:\+{NAME})+<={C})"
CLAIM = re.compile(rf"(least not |not |)({NAME})(?:\(({PAIRS})\))?(?:: (all|{RANGE}(?:,{RANGE})*)| at ({PAIRS})|)")
HEADS = ("claim", "table", "point", "witness", "over", "adder", "graph", "level", "letters", "starts", "automatic")


# ---- claims ----
def number(text):
    if int(text) > LIMIT:
        raise SpecError(f"number too large: {text}")
    return int(text)


def pairs(text):
    return {n: number(c) for n, c in (p.split("=") for p in text.split(","))} if text else {}


def leading(item):
    """Parameters and the variables of the spine, in order of binding."""
    names = [shown(v) for v in item.vars]

    def walk(e):
        if e[0] == "forall":
            names.extend(shown(v) for v in e[1] if shown(v) not in names)
        for k in e[1:] if e[0] == "and" else e[2:] if e[0] in ("=>", "forall") else ():
            walk(k)

    walk(item.body)
    return names


def parse_claim(text):
    def ask(good, why):
        if not good:
            raise SpecError(f"claim '{text}': {why}")

    m = CLAIM.fullmatch(text)
    ask(m and (m[1] == "") == (m[4] is not None) and not (m[1] == "least not " and m[5]), "form")
    ask(ITEMS.get(m[2], NO_ITEM).kind == "statement", "no such statement")
    item, mode = ITEMS[m[2]], m[1].strip() or ("all" if m[4] == "all" else "range")
    order, params, domains = leading(item), [shown(v) for v in item.vars], {shown(v): DOMAIN[v] for v in item.vars if v in DOMAIN}
    claim = Item(text=text, item=item, mode=mode, fixed=pairs(m[3]), point=pairs(m[5]), ranges={})
    ranged, named = list(claim.point), re.findall(rf"({NAME})=", f"{m[3]},{m[5]}")
    for part in m[4].split(",") if mode == "range" else ():
        names, low, high = re.fullmatch(rf"([^< ]+)(?: in ({C})\.\.|<=)({C})", part).groups()
        names = names.split("+")
        ranged.append(names[0])
        named += names
        ask(low != "0" and number(low or "0") <= number(high), "spelling of a range")
        claim.ranges |= dict.fromkeys(names, (number(low or "0"), number(high)) if len(names) == 1 else (names, number(high)))
        ask(names == [n for n in order if n in names] and (len(names) == 1 or not set(names) & set(domains)), "order or domains of a sum")
    claim.ranges |= {n: (c, c) for n, c in (claim.fixed | claim.point).items()}
    ask(len(set(named)) == len(named) and set(named) <= set(order), "names")
    ask(list(claim.fixed) == [n for n in params if n in claim.fixed] and ranged == [n for n in order if n in ranged], "order of names")
    ask(all(domains[n][0] <= low and high <= domains[n][1] for n, (low, high) in claim.ranges.items() if n in domains), "outside a domain")
    ask(mode != "range" or all(p in claim.ranges or p in domains for p in params), "a parameter without value or range")
    return claim


# ---- certificates ----
class Reader:
    """The certificate, line by line."""

    def __init__(self, data):
        first, *_ = lines = data.split(b"\n")
        if first != b"mexcert-certificate 1" and re.fullmatch(rb"mexcert-certificate [1-9][0-9]{0,9}", first):
            raise Declined("version")
        require(first == b"mexcert-certificate 1" and len(lines) > 2 and not lines[-1], "first or last line")
        require(max(map(len, lines)) <= 65536, "line too long")
        require(not re.search(rb"[^\n -~]|^ | $|  |\n\n", data, re.M), "byte out of range, or blanks")
        self.lines, self.at = [x.decode() for x in lines[:-1]], 1
        m = re.fullmatch(f"end ({C}) ([0-9a-f]{{64}})", self.lines[-1])
        require(m and m[2] == hashlib.sha256(data[: -len(lines[-2]) - 1]).hexdigest(), "end line or digest")
        require(int(m[1]) == sum(x.split(" ")[0] in HEADS for x in self.lines), "wrong count")

    def record(self, pattern):
        m = re.fullmatch(pattern, self.lines[self.at])
        self.at += bool(m)
        return m

    def row(self, signed=False):
        """A line of numbers."""
        texts = self.lines[self.at].split(" ")
        good = all(re.fullmatch("-?[1-9][0-9]{0,18}|0" if signed else C, t) and abs(int(t)) <= LIMIT for t in texts)
        require(good, f"line {self.at + 1}: numbers not canonical or too large")
        self.at += 1
        return [int(t) for t in texts]


def read_table(reader, m):
    """The table's def, fixed arguments, and the table."""
    item, args = ITEMS.get(m[1], NO_ITEM), m[2].split(" ")[1:]
    require(item.kind == "def" and item.recursive and len(args) == len(item.vars), f"table of {m[1]}: no recursive def, or arity")
    good = all(re.fullmatch(C if f else rf"0\.\.{C}", a) and int(a.split("..")[-1]) <= LIMIT for a, f in zip(args, item.fixed))
    require(good and all(int(a) in mex.within(v) for v, a in zip(item.vars, args) if v in DOMAIN), f"table of {m[1]}: arguments")
    high, data = [int(a[3:]) for a, f in zip(args, item.fixed) if not f], []
    mex.work(high[-1] // 64)
    for _ in mex.product(*(range(h + 1) for h in high[:-1])):
        for left in range(high[-1] + 1, 0, -64):
            data += reader.row(len(high) == 1)
            require(len(reader.lines[reader.at - 1].split(" ")) == min(64, left), f"line {reader.at}: number of entries")
    data = list(itertools.accumulate(data)) if len(high) == 1 else data
    require(min(data) >= 0 and max(data) <= LIMIT, f"table of {m[1]}: an entry is no natural of 63 bits")
    return item, tuple(int(a) for a, f in zip(args, item.fixed) if f), Item(high=high, data=data, used=False)


def read_certificate(data):
    reader, claims, points, witnesses = Reader(data), [], {}, {}
    while m := reader.record("claim ([0-9a-f]{64}) (.*)"):
        claims.append(parse_claim(m[2]))
        require(mex.digest(claims[-1].item.name) == m[1], "wrong stmt digest")
    texts = [c.text for c in claims]
    require(texts and texts == sorted(set(texts)), "claims missing or not in order")
    automata.OVER.clear(), ranges.TABLES.clear()
    if reader.lines[reader.at].startswith("over "):
        automata.read_records(reader, claims)
    over, last = bool(automata.OVER), (-1,)
    while not over and (m := reader.record(f"table ({NAME})((?: [0-9.]+)+)")):
        item, fixed, table = read_table(reader, m)
        key = (list(ITEMS).index(item.name), fixed)
        require(key > last, "order of tables")
        last = key
        ranges.TABLES.setdefault(item.name, {})[fixed] = table
    while not over and (m := reader.record(f"point ({C}) (-|{PAIRS})")):
        require(all(j < int(m[1]) for j in points), "order of points")
        points[int(m[1])] = {} if m[2] == "-" else pairs(m[2])
        require(len(points[int(m[1])]) == m[2].count("="), "a variable named twice")
    while not over and (m := reader.record(f"witness ({C})")):
        require(0 < int(m[1]) <= len(claims) and all(j < int(m[1]) for j in witnesses), "witness: claim or order")
        rows = witnesses[int(m[1])] = []
        while reader.lines[reader.at][0].isdigit():
            rows.append(reader.row())
        require(rows, "witness without lines")
    require(reader.at == len(reader.lines) - 1, f"line {reader.at + 1}: unknown record or wrong order")
    require(list(points) == [k for k, c in enumerate(claims, 1) if c.mode == "least not"], "points of other claims")
    return claims, points, witnesses


# ---- checking ----
def check_claim(claim, point, rows):
    """Raises unless the claim holds."""
    rows = iter(rows)

    def witness(width):
        row = next(rows, ())
        require(len(row) == width, "witness missing or of the wrong width")
        return row

    try:
        if claim.mode in ("all", "range"):
            def failed(k, place):
                raise Rejected(f"leaf {k} is false at {place}")
            require(0 not in ranges.run(ranges.program(claim.item, claim.ranges), witness, failed), "no instance satisfies the hypotheses")
        else:
            refute(claim, point if claim.mode == "least not" else claim.point, witness)
    except ranges.NeedsRange as e:
        raise (Declined if claim.mode == "all" else Rejected)(str(e)) from e
    require(next(rows, None) is None, "witness not asked for")


def refuting(claim, names):
    """The program of a refutation, if these are the names that its point has to give."""
    fixed = {n: (c, c) for n, c in claim.fixed.items()}
    params = [shown(v) for v in claim.item.vars]
    if names != [n for n in leading(claim.item) if n in names and n not in fixed] or not set(params) <= {*names, *fixed}:
        raise ranges.NeedsRange("point: names or order")
    for n in (n for n in names if n not in params):  # each variable of the point must need a range
        try:
            ranges.program(claim.item, {**fixed, **{m: None for m in names if m != n}})
        except ranges.NeedsRange:
            continue
        raise ranges.NeedsRange(f"point: {n} is bounded by the hypotheses")
    return ranges.program(claim.item, {**fixed, **dict.fromkeys(names)})


def refute(claim, point, witness):
    names, found = list(point), []
    made, params = refuting(claim, names), [shown(v) for v in claim.item.vars]
    domains = {shown(v): DOMAIN[v] for v in claim.item.vars if v in DOMAIN}
    require(all(domains[n][0] <= c <= domains[n][1] for n, c in point.items() if n in domains), "point: outside the domain")

    def false_at(at):
        found.clear()
        ranges.run(made, witness, lambda k, place: found.append(k), at)
        return bool(found)

    if claim.mode == "least not":
        for at in earlier([n for n in names if n in params], [n for n in names if n not in params], domains, point):
            require(not false_at(at), f"false earlier, at {at}")
    require(false_at(point), "not false at the point")


def earlier(outer, inner, domains, point):
    """The points before this one: by the parameters, then by the sum of the variables, then by the variables."""
    if any(point[n] for n in outer if n not in domains):
        raise Declined("infinitely many points lie before")
    goal = tuple(point[n] for n in inner)
    for values in mex.product(*(range(domains[n][0], domains[n][1] + 1) if n in domains else (0,) for n in outer)):
        here = dict(zip(outer, values))
        if all(here[n] == point[n] for n in outer):
            break
        if inner:
            raise Declined("infinitely many points lie before")
        yield here
    before = (row for weight in range(sum(goal) + 1) for row in sums(len(inner), weight) if weight < sum(goal) or row < goal)
    yield from ({**here, **dict(zip(inner, row))} for row in before)


def sums(width, weight):
    if width < 2:
        return [(weight,) * width] if width or not weight else []
    return ((first, *rest) for first in range(weight + 1) for rest in sums(width - 1, weight - first))


def verify(data):
    """All that a certificate says; its claims."""
    claims, points, witnesses = read_certificate(data)
    if automata.OVER:
        automata.check(claims)
        return claims
    for name, tables in ranges.TABLES.items():
        for fixed, table in tables.items():
            ranges.verify_table(ITEMS[name], fixed, table)
    for k, claim in enumerate(claims, 1):
        check_claim(claim, points.get(k), witnesses.get(k, ()))
    require(all(t.used for tables in ranges.TABLES.values() for t in tables.values()), "table not used")
    return claims


def main(options, text, file):
    """Prints the verdict on a claim; the exit code."""
    mex.load_all(options.get("--spec-dir", "spec"), options.get("--spec"))
    claim = parse_claim(text)
    try:  # an error of the claim, not of a certificate: a variable without range, or a point of other variables
        claim.mode == "range" and ranges.program(claim.item, claim.ranges)
        claim.mode == "not" and refuting(claim, list(claim.point))
    except ranges.NeedsRange as e:
        raise SpecError(str(e)) from e
    word, reason = "VERIFIED", ""
    try:
        require(text in [c.text for c in verify(Path(file).read_bytes())], "the certificate does not list the claim")
    except (Rejected, SpecError, Declined) as e:
        word, reason = "DECLINED" if isinstance(e, Declined) else "REJECTED", f" {e}"
    print(f"{word} claim='{text}'{reason} work={mex.WORK[0]}", flush=True)
    return {"VERIFIED": 0, "REJECTED": 1, "DECLINED": 2}[word]


def guarded(argv):
    try:
        options = dict(zip(argv[:-3:2], argv[1:-3:2]))
        if len(argv) % 2 == 0 or argv[-3] != "--claim" or not set(options) <= {"--spec-dir", "--spec"}:
            raise ValueError("usage: [--spec-dir DIR] [--spec FILE] --claim CLAIM FILE")
        CODE.append(main(options, *argv[-2:]))
    except Exception as e:  # whatever happens: not verified
        print(f"second_checker: {type(e).__name__}: {e}", file=sys.stderr)
        CODE.append(3)


def in_thread(argv):
    """Runs with a stack for formulas as deep as the text may be; the exit code."""
    sys.setrecursionlimit(10**6)
    sys.set_int_max_str_digits(0)
    threading.stack_size(512 << 20)
    thread = threading.Thread(target=guarded, args=(argv,))
    thread.start()
    thread.join()
    sys.stdout.flush()
    return CODE[0] if CODE else 3


CODE = []
if __name__ == "__main__":
    sys.exit(in_thread(sys.argv[1:]))
