"""A second checker of mexcert certificates, written from spec/ alone.

second_checker.py [--spec-dir DIR] [--spec FILE] --claim CLAIM FILE | --claims CLAIMS DIR | --tree NAME | --closure NAME
prints VERIFIED, REJECTED or DECLINED for each claim; the exit codes are those of spec/claims.md."""
import hashlib
import itertools
import math
import re
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import automata
import mex
import ranges
from mex import DOMAIN, ITEMS, LIMIT, Declined, Rejected, SpecError, shown

NAME = r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*"
C = "(?:0|[1-9][0-9]{0,18})"
PAIRS = f"{NAME}={C}(?:,{NAME}={C})*"
RANGE = rf"{NAME}(?:<={C}| in {C}\.\.{C}|(?:\+{NAME})+<={C})"
CLAIM = re.compile(rf"(least not |not |)({NAME})(?:\(({PAIRS})\))?(?:: (all|{RANGE}(?:,{RANGE})*)| at ({PAIRS})|)")


def number(text):
    if not re.fullmatch(C, text) or int(text) > LIMIT:
        raise SpecError(f"number not canonical or too large: {text[:30]}")
    return int(text)


def pairs(text):
    return [(n, number(c)) for n, c in (p.split("=") for p in text.split(","))] if text else []


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
    m = CLAIM.fullmatch(text)
    if not m or m[2] not in ITEMS or ITEMS[m[2]].kind != "statement" or (m[1] == "") != (m[4] is not None) or m[1] == "least not " and m[5]:
        raise SpecError(f"claim '{text}': form, or no such statement")
    item = ITEMS[m[2]]
    params, order = [shown(v) for v in item.vars], leading(item)
    domains = {shown(v): DOMAIN[v] for v in item.vars if v in DOMAIN}
    claim = SimpleNamespace(text=text, item=item, mode=m[1].strip() or ("all" if m[4] == "all" else "range"), fixed=pairs(m[3]), ranges={}, point=pairs(m[5]))
    named = [n for n, _ in claim.fixed]
    ranged = [n for n, _ in claim.point]
    boxes = [(n, c, c) for n, c in claim.fixed + claim.point]
    for part in m[4].split(",") if claim.mode == "range" else ():
        if "+" in part:
            names, bound = part.split("<=")
            names = names.split("+")
            claim.ranges.update(dict.fromkeys(names, ("sum", names, number(bound))))
            if names != sorted(names, key=(order + names).index) or any(n in domains for n in names):
                raise SpecError(f"claim '{text}': order of a sum, or a parameter of finite domain in it")
            ranged.append(names[0])
        else:
            name, low, high = re.fullmatch(rf"({NAME})(?: in ({C})\.\.|<=)({C})", part).groups()
            if low in ("0",) or number(low or "0") > number(high):
                raise SpecError(f"claim '{text}': spelling of a range")
            boxes.append((name, number(low or "0"), number(high)))
            ranged.append(name)
    for name, low, high in boxes:
        claim.ranges[name] = ("box", low, high)
        if name in domains and not domains[name][0] <= low <= high <= domains[name][1]:
            raise SpecError(f"claim '{text}': outside the domain of {name}")
    every = [n for n, _ in claim.fixed + claim.point] + [n for part in (m[4] or "").split(",") for n in re.findall(NAME, part.split("<=")[0].split(" in ")[0])] * (claim.mode == "range")
    if len(set(every)) < len(every) or not set(every) <= set(order) or named != [n for n in params if n in named] or ranged != [n for n in order if n in ranged]:
        raise SpecError(f"claim '{text}': names or their order")
    if claim.mode == "range" and any(p not in claim.ranges and p not in domains for p in params):
        raise SpecError(f"claim '{text}': a parameter without value or range")
    return claim


class Reader:
    """The certificate, line by line."""

    def __init__(self, data):
        lines = data.split(b"\n")
        if lines[0] != b"mexcert-certificate 1" and re.fullmatch(rb"mexcert-certificate [1-9][0-9]{0,9}", lines[0]):
            raise Declined("version")
        if re.search(rb"[^\n -~]", data) or lines[-1] or len(lines) < 3 or any(len(x) > 65536 for x in lines) or re.search(rb"^ | $|  |\n\n", data, re.M):
            raise Rejected("byte out of range, blanks, line length, or last line open")
        self.lines, self.at = [x.decode() for x in lines[:-1]], 1
        m = re.fullmatch(f"end ({C}) ([0-9a-f]{{64}})", self.lines[-1])
        body = data[: -len(lines[-2]) - 1]
        if self.lines[0] != "mexcert-certificate 1" or not m or m[2] != hashlib.sha256(body).hexdigest():
            raise Rejected("first line, end line or digest")
        heads = ("claim", "table", "point", "witness", "over", "adder", "graph", "level", "letters", "starts", "automatic")
        if int(m[1]) != sum(x.split(" ")[0] in heads for x in self.lines):
            raise Rejected("wrong count")

    def record(self, pattern):
        m = re.fullmatch(pattern, self.lines[self.at])
        self.at += bool(m)
        return m

    def row(self, signed=False):
        """A line of numbers."""
        texts = self.lines[self.at].split(" ")
        if any(not re.fullmatch(rf"-?[1-9][0-9]{{0,18}}|0" if signed else C, t) or abs(int(t)) > LIMIT for t in texts):
            raise Rejected(f"line {self.at + 1}: numbers not canonical or too large")
        self.at += 1
        return [int(t) for t in texts]


def read_table(reader, m):
    """The table's def, fixed arguments, bounds and entries."""
    item, args = ITEMS.get(m[1]), m[2].split(" ")[1:]
    if not item or item.kind != "def" or not item.recursive or len(args) != len(item.vars):
        raise Rejected(f"table of {m[1]}: no recursive def, or arity")
    if any(not re.fullmatch(C if f else rf"0\.\.{C}", a) or int(a.split("..")[-1]) > LIMIT for a, f in zip(args, item.fixed)):
        raise Rejected(f"table of {m[1]}: arguments")
    fixed = tuple(int(a) for a, f in zip(args, item.fixed) if f)
    if any(not DOMAIN[v][0] <= int(a) <= DOMAIN[v][1] for v, a in zip(item.vars, args) if v in DOMAIN):
        raise Rejected(f"table of {m[1]}: outside the domain")
    high, data = [int(a[3:]) for a, f in zip(args, item.fixed) if not f], []
    if math.prod(h + 1 for h in high) > 10**8:
        raise Declined("table too large")
    for _ in itertools.product(*(range(h + 1) for h in high[:-1])):
        left = high[-1] + 1
        while left > 0:
            row = reader.row(len(high) == 1)
            if len(row) != min(64, left):
                raise Rejected(f"line {reader.at}: number of entries")
            data, left = data + row if len(data) < 64 else (data.extend(row) or data), left - len(row)
    if len(high) == 1:
        data = list(itertools.accumulate(data))
    if min(data) < 0 or max(data) > LIMIT:
        raise Rejected(f"table of {m[1]}: an entry is no natural of 63 bits")
    return item, fixed, {"high": high, "data": data, "used": False}


def read_certificate(data):
    reader, claims, points, witnesses = Reader(data), [], {}, {}
    while m := reader.record("claim ([0-9a-f]{64}) (.*)"):
        try:
            claims.append(parse_claim(m[2]))
        except SpecError as e:
            raise Rejected(str(e)) from e
        if mex.digest(claims[-1].item.name) != m[1]:
            raise Rejected("wrong stmt digest")
    texts = [c.text for c in claims]
    if not texts or texts != sorted(set(texts)):
        raise Rejected("claims missing or not in order")
    names, last = list(ITEMS), None
    automata.OVER.clear()
    if reader.lines[reader.at].startswith("over "):
        automata.read_records(reader, claims)
    over = bool(automata.OVER)
    ranges.TABLES.clear()
    while not over and (m := reader.record(f"table ({NAME})((?: [0-9.]+)+)")):
        item, fixed, table = read_table(reader, m)
        key = (names.index(item.name), fixed)
        if last is not None and key <= last:
            raise Rejected("order of tables")
        last = key
        ranges.TABLES.setdefault(item.name, {})[fixed] = table
    while not over and (m := reader.record(f"point ({C}) (-|{PAIRS})")):
        k = int(m[1])
        if k > len(claims) or k == 0 or claims[k - 1].mode != "least not" or any(j >= k for j in points):
            raise Rejected("point: claim or order")
        points[k] = [] if m[2] == "-" else pairs(m[2])
    while not over and (m := reader.record(f"witness ({C})")):
        k = int(m[1])
        if not 1 <= k <= len(claims) or any(j >= k for j in witnesses):
            raise Rejected("witness: claim or order")
        witnesses[k] = []
        while reader.lines[reader.at][0].isdigit():
            witnesses[k].append(reader.row())
        if not witnesses[k]:
            raise Rejected("witness without lines")
    if reader.at != len(reader.lines) - 1:
        raise Rejected(f"line {reader.at + 1}: unknown record or wrong order")
    for k, c in enumerate(claims, 1):
        if (c.mode == "least not") != (k in points):
            raise Rejected("point missing")
    return claims, points, witnesses


def check_claim(claim, point, rows):
    """Raises unless the claim holds."""
    rows = iter(rows or ())

    def witness(width):
        row = next(rows, ())
        if len(row) != width:
            raise Rejected("witness missing or of the wrong width")
        return row

    try:
        if claim.mode in ("all", "range"):
            def failed(k, place):
                raise Rejected(f"leaf {k} is false at {place}")
            reads = ranges.run(ranges.program(claim.item, claim.ranges), witness, failed)
            if 0 in reads:
                raise Rejected("no instance satisfies the hypotheses")
            claim.hyp = sum(reads)
        else:
            refute(claim, point if claim.mode == "least not" else claim.point, witness)
    except ranges.NeedsRange as e:
        raise (Declined if claim.mode == "all" else Rejected)(str(e)) from e
    if next(rows, None) is not None:
        raise Rejected("witness not asked for")


def refuting(claim, names):
    """The program of a refutation, if these are the names that its point has to give."""
    fixed = {n: claim.ranges[n] for n, _ in claim.fixed}
    order, params = leading(claim.item), [shown(v) for v in claim.item.vars]
    if names != [n for n in order if n in names and n not in fixed] or not set(params) <= set(names) | set(fixed):
        raise ranges.NeedsRange("point: names or order")
    for n in names:
        if n not in params:  # each variable of the point must need a range
            try:
                ranges.program(claim.item, {**fixed, **{m: ("point",) for m in names if m != n}})
            except ranges.NeedsRange:
                continue
            raise ranges.NeedsRange(f"point: {n} is bounded by the hypotheses")
    return ranges.program(claim.item, {**fixed, **{n: ("point",) for n in names}})


def refute(claim, point, witness):
    names, found = [n for n, _ in point], []
    made, params = refuting(claim, names), [shown(v) for v in claim.item.vars]
    domains = {shown(v): DOMAIN[v] for v in claim.item.vars if v in DOMAIN}
    evaluate = lambda at: found.clear() or ranges.run(made, witness, lambda k, place: found.append(k), at) and bool(found) or bool(found)  # noqa: E731
    at = dict(point)
    if any(not domains[n][0] <= at[n] <= domains[n][1] for n in names if n in domains):
        raise Rejected("point: outside the domain")
    inner, outer = [n for n in names if n not in params], [n for n in names if n in params]
    if claim.mode == "least not":
        if any(at[n] != 0 for n in outer if n not in domains):
            raise Declined("infinitely many points lie before")
        boxes = [range(domains[n][0], domains[n][1] + 1) if n in domains else (0,) for n in outer]
        for values in itertools.product(*boxes):
            here = dict(zip(outer, values))
            if values == tuple(at[n] for n in outer):
                break
            if inner:
                raise Declined("infinitely many points lie before")
            if evaluate(here):
                raise Rejected(f"false earlier, at {here}")
        goal = tuple(at[n] for n in inner)
        for weight in range(sum(goal) + 1):
            for row in sums(len(inner), weight):
                if weight == sum(goal) and row >= goal:
                    break
                if evaluate({**here, **dict(zip(inner, row))}):
                    raise Rejected(f"false earlier, at {row}")
    if not evaluate(at):
        raise Rejected("not false at the point")


def sums(width, weight):
    if width == 0:
        return [()] if weight == 0 else []
    if width == 1:
        return [(weight,)]
    return ((first, *rest) for first in range(weight + 1) for rest in sums(width - 1, weight - first))


def check_file(data):
    """The claims of a certificate and the exception that decides about all of them, if any."""
    claims = []
    ranges.forget()
    try:
        claims, points, witnesses = read_certificate(data)
        if automata.OVER:
            automata.check(claims)
            return claims, None
        for name, tables in ranges.TABLES.items():
            for fixed, table in tables.items():
                ranges.verify_table(name, fixed, table)
        for k, claim in enumerate(claims, 1):
            check_claim(claim, points.get(k), witnesses.get(k))
        if any(not t["used"] for tables in ranges.TABLES.values() for t in tables.values()):
            raise Rejected("table not used")
    except SpecError as e:
        return claims, Rejected(str(e))
    except (Rejected, Declined) as e:
        return claims, e
    return claims, None


def line(text, error, claims):
    if error is None and text not in [c.text for c in claims]:
        error = Rejected("the certificate does not list the claim")
    if error is None:
        hyp = getattr(next(c for c in claims if c.text == text), "hyp", "-")
        print(f"VERIFIED claim='{text}' hyp={hyp}", flush=True)
        return 0
    print(f"{'REJECTED' if isinstance(error, Rejected) else 'DECLINED'} claim='{text}' {error}", flush=True)
    return 1 if isinstance(error, Rejected) else 2


def folder(path, where):
    texts = [x for x in Path(path).read_text().split("\n") if x and not x.startswith("#")]
    for t in texts:
        parse_claim(t)
    codes, served = [0 if texts and len(set(texts)) == len(texts) else 1], {}
    for file in sorted(Path(where).glob("*.cert")):
        claims, error = check_file(file.read_bytes())
        names = [c.text for c in claims]
        for t in names:
            served.setdefault(t, []).append((error, claims))
        if not names or set(names) - set(texts):
            print(f"REJECTED file={file}: {error or 'a claim that is not asked for'}")
            codes.append(1)
    for t in texts:
        found = served.get(t, [])
        codes.append(line(t, found[0][0] if len(found) == 1 else Rejected("no certificate, or two"), found[0][1] if found else []))
    return 1 if 1 in codes else max(codes)


def main(argv):
    options = {"--spec-dir": "spec", "--spec": None}
    while argv[:1] and argv[0] in options:
        options[argv[0]], argv = argv[1], argv[2:]
    mode, *rest = argv
    for flag in options:
        while flag in rest:
            i = rest.index(flag)
            options[flag], rest = rest[i + 1], rest[:i] + rest[i + 2 :]
    mex.load_all(options["--spec-dir"], options["--spec"])
    if mode == "--tree":
        print("\n".join(map(mex.item_tree, mex.closure(rest[0]))))
        return 0
    if mode == "--closure":
        print(mex.closure_text(rest[0]), end="")
        return 0
    if mode == "--claims":
        return folder(*rest)
    claim, file = rest if mode == "--claim" else ()
    parsed = parse_claim(claim)
    claims, error = check_file(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    if parsed.mode in ("range", "not"):
        try:
            ranges.program(parsed.item, parsed.ranges) if parsed.mode == "range" else refuting(parsed, [n for n, _ in parsed.point])
        except ranges.NeedsRange as e:
            raise SpecError(str(e)) from e
    return line(claim, error, claims)


def guarded():
    try:
        CODE.append(main(sys.argv[1:]))
    except Exception as e:  # whatever happens: not verified
        print(f"second_checker: {type(e).__name__}: {e}", file=sys.stderr)
        CODE.append(3)


CODE = []
sys.setrecursionlimit(10**6)
sys.set_int_max_str_digits(0)
threading.stack_size(512 << 20)
thread = threading.Thread(target=guarded)
thread.start()
thread.join()
sys.stdout.flush()
sys.exit(CODE[0] if CODE else 3)
