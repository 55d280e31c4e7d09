"""Claims for all naturals (spec/automata.md): strict reading of the records, automata from formulas, the checks of the definitions and of the claims.

An automaton is (tracks, accepting, moves): for each state whether it accepts (or its output), and a dict from letters (tuples of digits) to targets.
A leaf is (automaton, variables). What is built from a formula is a leaf, or True or False where no variable is left."""
import itertools
import math
import re
from types import SimpleNamespace

import mex
import ranges
from mex import DOMAIN, ITEMS, Declined, Rejected, anywhere, expand, free, fresh, linear, nat, negated, remake, shown, subst, unfold

RECORDS, USED, MADE, OVER = {}, set(), {}, []
NAME, C = r"[A-Za-z_][A-Za-z0-9_.]*", "(?:0|[1-9][0-9]{0,18})"


# ---- automata ----
def minimal(k, accepting, moves, restart=True):
    """The canonical minimal automaton: useful states only, merged, numbered in breadth-first order."""
    back = [[] for _ in moves]
    for s, m in enumerate(moves):
        for t in m.values():
            back[t].append(s)
    alive = {s for s, a in enumerate(accepting) if a}
    todo = list(alive)
    while todo:
        new = [s for s in back[todo.pop()] if s not in alive]
        alive.update(new)
        todo += new
    alive.add(0)
    moves = [{c: t for c, t in m.items() if t in alive} for m in moves]
    moves[0][(0,) * k] = 0
    return canonical(k, accepting, moves, classes(accepting, [tuple(sorted(m.items())) for m in moves]))


def classes(accepting, edges):
    """The coarsest partition in which equal states have equal acceptance and edges (letter, target) to equal states."""
    of = {a: i for i, a in enumerate(dict.fromkeys(accepting))}
    part, count = [of[a] for a in accepting], len(of)
    while True:
        keys = {}
        part = [keys.setdefault((part[s], frozenset((c, part[t]) for c, t in e)), len(keys)) for s, e in enumerate(edges)]
        if len(keys) == count:
            return part
        count = len(keys)


def canonical(k, accepting, moves, part):
    first, order = {}, [0]
    for s, p in enumerate(part):
        first.setdefault(p, s)
    number = {part[0]: 0}
    for s in order:
        for _, t in sorted(moves[s].items()):
            if part[t] not in number:
                number[part[t]] = len(order)
                order.append(first[part[t]])
    return k, [accepting[s] for s in order], [{c: number[part[t]] for c, t in moves[s].items()} for s in order]


def language():
    rows = ITEMS[OVER[0]].rows
    return 1, [True] * len(rows), [{(d,): t for d, t in enumerate(r) if t is not None} for r in rows]


def distinct(a, names):
    """A leaf whose variables are all different."""
    if len(set(names)) == len(names):
        return a, tuple(names)
    kept = [i for i, v in enumerate(names) if v not in names[:i]]
    ok = lambda c: all(c[i] == c[names.index(v)] for i, v in enumerate(names))  # noqa: E731
    return (len(kept), a[1], [{tuple(c[i] for i in kept): t for c, t in m.items() if ok(c)} for m in a[2]]), tuple(names[i] for i in kept)


def join(leaves, out, at_least=1):
    """The tuples of the variables `out` for which at least so many tuples of the other variables are in all leaves; True or False if `out` is empty."""
    leaves = [distinct(*leaf) for leaf in leaves]
    covered = {v for _, names in leaves for v in names}
    leaves += [(language(), (v,)) for v in out if v not in covered]
    ordered, seen, todo = [], [], sorted(leaves, key=lambda x: len(x[0][2]))
    while todo:
        best = max(todo, key=lambda x: (len(set(x[1]) & set(seen)) / len(x[1]), -len(x[0][2])))
        todo = [x for x in todo if x is not best]
        bound = [i for i, v in enumerate(best[1]) if v in seen]
        new = [i for i, v in enumerate(best[1]) if v not in seen]
        index = []
        for m in best[0][2]:
            by = {}
            for c, t in m.items():
                by.setdefault(tuple(c[i] for i in bound), []).append((tuple(c[i] for i in new), t))
            index.append(by)
        ordered.append((index, [seen.index(best[1][i]) for i in bound], best[0][1]))
        seen += [best[1][i] for i in new]
    places = [seen.index(v) for v in out]
    start = (0,) * len(ordered)
    number, states, edges = {start: 0}, [start], []
    for state in states:
        partial = [((), ())]
        for (index, bound, _), s in zip(ordered, state):
            partial = [(c + d, to + (t,)) for c, to in partial for d, t in index[s].get(tuple(c[i] for i in bound), ())]
        row = []
        for c, to in partial:
            if to not in number:
                number[to] = len(states)
                states.append(to)
                if len(states) > 1 << 21:
                    raise Declined("too many states")
            row.append((tuple(c[i] for i in places), number[to]))
        edges.append(row)
    accepting = [all(o[2][s] for o, s in zip(ordered, state)) for state in states]
    if at_least == 1 and not out:
        return any(accepting)
    return determine(len(out), accepting, edges, at_least, out)


def determine(k, accepting, edges, at_least, out):
    if at_least == 1:
        part = classes(accepting, edges)
        first = {}
        for s, p in enumerate(part):
            first.setdefault(p, s)
        edges = {p: {(c, part[t]) for c, t in edges[s]} for p, s in first.items()}
        accepting, begin = {p: accepting[s] for p, s in first.items()}, part[0]
    else:
        begin = 0
    by_letter = {s: {} for s in (edges if at_least == 1 else range(len(edges)))}
    for s in by_letter:
        for c, t in edges[s]:
            by_letter[s].setdefault(c, []).append(t)

    def step(vector):
        result = {}
        for s, n in vector:
            for c, targets in by_letter[s].items():
                into = result.setdefault(c, {})
                for t in targets:
                    into[t] = min(at_least, into.get(t, 0) + n)
        return {c: frozenset(v.items()) for c, v in result.items()}

    start = frozenset([(begin, 1)])
    while (more := step(start).get((0,) * k, start)) != start:
        start = more
    accepts = lambda vector: sum(n for s, n in vector if accepting[s]) >= at_least  # noqa: E731
    if not out:
        return accepts(start)
    number, vectors, moves = {start: 0}, [start], []
    for v in vectors:
        moves.append({})
        for c, w in step(v).items():
            if w not in number:
                number[w] = len(vectors)
                vectors.append(w)
            moves[-1][c] = number[w]
    return minimal(k, [accepts(v) for v in vectors], moves), tuple(out)


def complement(a):
    k, accepting, moves = a
    rows = ITEMS[OVER[0]].rows
    start = (0, (0,) * k)
    number, states, out = {start: 0}, [start], []
    for s, langs in states:
        out.append({})
        for c in itertools.product(*([(d, t) for d, t in enumerate(rows[q]) if t is not None] for q in langs)):
            letter, new = tuple(d for d, _ in c), tuple(t for _, t in c)
            to = (moves[s].get(letter, -1) if s >= 0 else -1, new)
            if to not in number:
                number[to] = len(states)
                states.append(to)
            out[-1][letter] = number[to]
    return minimal(k, [s < 0 or not accepting[s] for s, _ in states], out)


def opposite(x):
    return not x if isinstance(x, bool) else (made(("complement", id(x[0])), lambda: (complement(x[0]), x[0]))[0], x[1])


def made(key, make):
    if key not in MADE:
        MADE[key] = make()
    return MADE[key]


def either(xs):
    """The union of leaves over variables of their own."""
    if True in [x for x in xs if isinstance(x, bool)]:
        return True
    xs = [x for x in xs if x is not False]
    if len(xs) < 2:
        return xs[0] if xs else False
    return opposite(join([opposite(x) for x in xs], tuple(dict.fromkeys(v for x in xs for v in x[1]))))


# ---- relations built from the numeration ----
def relation(name, *c):
    """Automata over tracks x, y, ..: eq, ne, lt, le, const c, plus c, mul c, monus, div c, append c."""
    def make():
        rows = ITEMS[OVER[0]].rows
        if name in ("eq", "lt"):
            states, number, moves = [(0, 0, 0)], {(0, 0, 0): 0}, []
            for less, p, q in states:
                moves.append({})
                for d, e in itertools.product(range(len(rows[0])), repeat=2):
                    if rows[p][d] is not None and rows[q][e] is not None and (less or d == e or d < e and name == "lt"):
                        to = (less or int(d < e), rows[p][d], rows[q][e])
                        if to not in number:
                            number[to] = len(states)
                            states.append(to)
                        moves[-1][d, e] = number[to]
            return minimal(2, [name == "eq" or s[0] == 1 for s in states], moves)
        if name == "ne":
            return complement(relation("eq"))
        if name == "le":
            return complement(swapped(relation("lt")))
        if name == "const":
            word = ranges.rep(OVER[0], c[0])
            moves = [{(d,): i + 1} for i, d in enumerate(word)] + [{}]
            moves[0][(0,)] = 0
            return minimal(1, [i == len(word) for i in range(len(word) + 1)], moves)
        if name == "plus" and c[0] == 1:
            between = join([(relation("lt"), ("x", "z")), (relation("lt"), ("z", "y"))], ("x", "y"))
            return join([(relation("lt"), ("x", "y")), opposite(between)], ("x", "y"))[0]
        if name == "plus":
            return join([(relation("const", c[0]), ("c",)), (record("adder"), ("x", "c", "y"))], ("x", "y"))[0]
        if name == "mul":
            if c[0] == 1:
                return relation("eq")
            half = [(relation("mul", c[0] // 2), ("x", "h")), (record("adder"), ("h", "h", "t" if c[0] % 2 else "y"))]
            return join(half + [(record("adder"), ("t", "x", "y"))] * (c[0] % 2), ("x", "y"))[0]
        if name == "monus":
            small = join([(relation("lt"), ("x", "y")), (relation("const", 0), ("z",))], ("x", "y", "z"))
            return either([join([(record("adder"), ("y", "z", "x"))], ("x", "y", "z")), small])[0]
        if name == "div":
            return join([(relation("mul", c[0]), ("y", "m")), (record("adder"), ("m", "r", "x")), (relation("const", c[0]), ("c",)),
                              (relation("lt"), ("r", "c"))], ("x", "y"))[0]
        return append(c[0])
    return made((name, *c), make)


def swapped(a):
    return minimal(2, a[1], [{c[::-1]: t for c, t in m.items()} for m in a[2]])


def append(c):
    """x, y: the word of y is the word of x followed by the digit c."""
    rows = ITEMS[OVER[0]].rows
    states, number, moves = [(0, 0, 0)], {(0, 0, 0): 0}, []
    for last, p, q in states:
        moves.append({(last, e): (e, rows[p][last], t) for e, t in enumerate(rows[q]) if t is not None and rows[p][last] is not None})
        for letter, to in moves[-1].items():
            if to not in number:
                number[to] = len(states)
                states.append(to)
            moves[-1][letter] = number[to]
    a = minimal(2, [s[0] == c for s in states], moves)
    return a if c else join([(a, ("x", "y")), opposite((relation("const", 0), ("y",)))], ("x", "y"))[0]


# ---- records ----
def record(*key):
    if key not in RECORDS:
        raise Rejected(f"no record for {' '.join(map(str, key))}")
    USED.add(key)
    return RECORDS[key]


def read_records(reader, claims):
    OVER[:] = [reader.record(f"over ({NAME})")[1]]
    if ITEMS.get(OVER[0], SimpleNamespace(kind="")).kind != "numeration" or len(ITEMS[OVER[0]].rows[0]) > 10:
        raise Rejected("over: no numeration of at most 10 digits")
    RECORDS.clear(), USED.clear(), MADE.clear()
    if any(c.mode != "all" for c in claims):
        raise Rejected("only claims for all naturals go with automata")
    names, last = list(ITEMS), (-1,)
    while m := reader.record(rf"(adder|graph|level|letters|starts|automatic)((?: [A-Za-z0-9_.*]+)*)"):
        kind, args = m[1], m[2].split()
        if kind in ("graph", "level") and args[:1] != ["floor"]:
            level = int(args.pop(0)) if kind == "level" and re.fullmatch(C, args[0]) else -1
            item = ITEMS.get(args[0]) if args else None
            if not item or item.kind != "def" or not item.recursive or len(args) != len(item.vars) + 1 or (level < 0) != (kind == "graph"):
                raise Rejected(f"record {m[0]}: no recursive def, or arity")
            if any(not re.fullmatch(C if f else r"\*", a) for a, f in zip(args[1:], item.fixed)):
                raise Rejected(f"record {m[0]}: arguments")
            fixed = tuple(int(a) for a in args[1:] if a != "*")
            if any(v in DOMAIN and not DOMAIN[v][0] <= c <= DOMAIN[v][1] for v, c in zip([v for v, f in zip(item.vars, item.fixed) if f], fixed)):
                raise Rejected(f"record {m[0]}: outside the domain")
            key, place = (item.name, fixed, level), (2, names.index(item.name), fixed, level)
            tracks = item.fixed.count(False) + (kind == "graph")
            if level >= 0 and (level > 0) != ((item.name, fixed, level - 1) in RECORDS) or (item.name, fixed, -1) in RECORDS:
                raise Rejected(f"record {m[0]}: levels from 0 on, or a graph")
        else:
            wanted = {"adder": 0, "graph": 1, "letters": 1, "starts": 1, "automatic": 1, "level": -1}[kind]
            if len(args) != wanted or kind in ("letters", "starts") and (args[0] not in ITEMS or ITEMS[args[0]].kind != "word"):
                raise Rejected(f"record {m[0]}: arguments")
            if kind == "automatic" and not (re.fullmatch(C, args[0]) and 1 <= int(args[0]) <= len(claims)):
                raise Rejected(f"record {m[0]}: no such claim")
            key = {"adder": ("adder",), "graph": ("floor", (), -1)}.get(kind) or (kind, int(args[0]) if kind == "automatic" else args[0])
            place = {"adder": (0,), "graph": (1,), "automatic": (3, key[-1])}.get(kind) or (2, names.index(args[0]), (), int(kind == "starts"))
            tracks = {"adder": 3, "graph": 2, "starts": 2}.get(kind, 1)
        if place <= last:
            raise Rejected(f"record {m[0]}: order")
        last = place
        RECORDS[key] = strict(reader, tracks, kind in ("letters", "automatic"), m[0])


def strict(reader, k, output, name):
    """The state lines of a record; the automaton must be in its one canonical spelling."""
    rows, accepting, moves = ITEMS[OVER[0]].rows, [], []
    digits = f"[0-{len(rows[0]) - 1}]{{{k}}}"
    while m := reader.record((C if output else r"[+-]") + f"(?: {digits}:{C})*"):
        head, *pairs = m[0].split(" ")
        accepting.append(int(head) if output else head == "+")
        letters = [p.split(":")[0] for p in pairs]
        if letters != sorted(set(letters)):
            raise Rejected(f"record {name}: letters not ascending")
        moves.append({tuple(map(int, p.split(":")[0])): int(p.split(":")[1]) for p in pairs})
    if not moves or any(t >= len(moves) for m in moves for t in m.values()):
        raise Rejected(f"record {name}: states")
    seen, todo = {(0, (0,) * k)}, [(0, (0,) * k)]
    for s, langs in todo:
        if output and set(moves[s]) != {(d,) for d, t in enumerate(rows[langs[0]]) if t is not None}:
            raise Rejected(f"record {name}: not total on the words of the numeration")
        for c, t in moves[s].items():
            new = (t, tuple(rows[q][d] for q, d in zip(langs, c)))
            if None in new[1]:
                raise Rejected(f"record {name}: not valid")
            if new not in seen:
                seen.add(new)
                todo.append(new)
    if moves[0].get((0,) * k) != 0:
        raise Rejected(f"record {name}: not closed")
    a = (k, accepting, moves)
    edges = [tuple(m.items()) for m in moves]
    if (canonical(*a, classes(accepting, edges)) if output else minimal(*a)) != a:
        raise Rejected(f"record {name}: not trim, canonical and minimal")
    return a


def outputs(key):
    """For each output of a record the set of numbers with it."""
    def make():
        k, out, moves = record(*key)
        return {o: minimal(k, [x == o for x in out], moves) for o in sorted(set(out))}
    return made(("outputs", key), make)


def valued(key, sets):
    """An output automaton as a graph: argument, value."""
    def make():
        return either([join([(a, ("x",)), (relation("const", o), ("y",))], ("x", "y")) for o, a in sets().items()])[0]
    record(*key) if key in RECORDS else None
    return made(("valued", key), make)


def dfao_sets(name):
    rows, lang = ITEMS[name].rows, ITEMS[OVER[0]].rows
    if ITEMS[name].over != OVER[0]:
        raise Declined(f"{name} is over another numeration")
    states, number, moves = [(0, 0)], {(0, 0): 0}, []
    for s, q in states:
        moves.append({})
        for d, t in enumerate(lang[q]):
            if t is not None:
                to = (rows[s][d], t)
                if to not in number:
                    number[to] = len(states)
                    states.append(to)
                moves[-1][(d,)] = number[to]
    # A dfao may leave its start on 0; the words that it reads begin with another digit.
    first = [{**m, (0,): 0} if i == 0 else m for i, m in enumerate([dict(moves[0]), *moves])]
    shift = [{c: t if (i, c) == (0, (0,)) else t + 1 for c, t in m.items()} for i, m in enumerate(first)]
    out = [rows[s][-1] for s, _ in [states[0], *states]]
    return {o: minimal(1, [x == o for x in out], shift) for o in sorted(set(out))}


# ---- formulas ----
class Block:
    """Leaves that all must hold, with the variables that stand for terms."""

    def __init__(self, counting=False):
        self.leaves, self.terms, self.false, self.counting = [], {}, False, counting

    def add(self, a, *names):
        self.leaves.append((a, names))

    def put(self, x):
        if isinstance(x, bool):
            self.false |= not x
        else:
            self.leaves.append(x)

    def form(self, e):
        """e as a linear form over variables."""
        out = {}
        for atom, c in linear(e).items():
            for v, d in self.atom_form(atom).items():
                out[v] = out.get(v, 0) + c * d
        return {v: c for v, c in out.items() if c}

    def atom_form(self, e):
        if not isinstance(e, tuple):
            return {e: 1}
        if e[0] == "card":
            return {1: int(ranges.py(e))}
        if e[0] == "floor" and e[2] == 2:
            return self.form(("+", ("floor", e[1], 1), e[1]))
        if e[0] == "call" and e[1] in ITEMS and ITEMS[e[1]].kind == "def" and not ITEMS[e[1]].recursive:
            return self.form(expand(unfold(e[1], e[2:])))
        if e[0] == "mod":
            return self.form(("-", e[1], ("*", e[2], ("div", e[1], e[2]))))
        if e not in self.terms:
            self.terms[e] = v = fresh("t")
            self.term(e, v)
        return {self.terms[e]: 1}

    def term(self, e, v):
        op = e[0]
        if op == "floor":
            self.add(record("floor", (), -1), self.var(e[1]), v)
        elif op == "-.":
            self.add(relation("monus"), self.var(e[1]), self.var(e[2]), v)
        elif op == "div":
            self.add(relation("div", e[2]), self.var(e[1]), v)
        elif op in ("if", "least"):
            self.put(build(is_value(v, e)))
        elif op == "call" and e[1] not in ITEMS:
            self.add(valued(MADE["g", e[1]], lambda: outputs(MADE["g", e[1]])), self.var(e[2]), v)
        elif op == "call" and ITEMS[e[1]].kind in ("word", "dfao"):
            key = ("letters", e[1])
            sets = (lambda: outputs(key)) if ITEMS[e[1]].kind == "word" else lambda: dfao_sets(e[1])
            if ITEMS[e[1]].kind == "word":
                record(*key)
            self.add(valued(key, sets), self.var(e[2]), v)
        elif op == "call":
            fixed, args = self.instance(e)
            self.add(record(e[1], fixed, -1), *args, v)
        else:
            raise Declined(f"outside the automata: {mex.tree(e)}")

    def instance(self, e):
        item = ITEMS[e[1]]
        fixed = tuple(number(a) for a, f in zip(e[2:], item.fixed) if f)
        return fixed, [self.var(a) for a, f in zip(e[2:], item.fixed) if not f]

    def var(self, e):
        return e if isinstance(e, str) else self.total(self.form(e))

    def total(self, form, into=None):
        """A variable (the given one) that is equal to a sum with positive factors."""
        const, names = form.get(1, 0), []
        if any(c < 0 for c in form.values()):  # a difference that is a natural
            return self.difference(form, into)
        for v, c in form.items():
            if v != 1:
                names.append(v if c == 1 else fresh("t"))
                if c > 1:
                    self.add(relation("mul", c), v, names[-1])
        steps = len(names) - 1 + (const > 0)
        if not names or not steps:
            if names and into is None:
                return names[0]
            into = into or fresh("t")
            self.add(*((relation("eq"), names[0], into) if names else (relation("const", const), into)))
            return into
        left = names[0]
        for i in range(steps):
            to = into if into and i == steps - 1 else fresh("t")
            self.add(*((record("adder"), left, names[i + 1], to) if i + 1 < len(names) else (relation("plus", const), left, to)))
            left = to
        return left

    def difference(self, form, into):
        into = into or fresh("t")
        self.compare("=", {**{v: -c for v, c in form.items()}, into: 1})
        return into

    def compare(self, op, form):
        """form op 0"""
        form = {v: c for v, c in form.items() if c}
        divisor = math.gcd(*form.values())
        form = {v: c // divisor for v, c in form.items()} if divisor else form
        if set(form) <= {1}:
            x = form.get(1, 0)
            return self.put({"=": x == 0, "!=": x != 0, "<": x < 0, "<=": x <= 0}[op])
        left, right = {v: c for v, c in form.items() if c > 0}, {v: -c for v, c in form.items() if c < 0}
        if op == "=":
            for one, other in ((left, right), (right, left)):
                if len(one) == 1 and 1 not in one and set(one.values()) == {1}:
                    return self.total(other, next(iter(one)))
            return self.total(left, self.total(right))
        self.add(relation({"!=": "ne", "<": "lt", "<=": "le"}[op]), self.total(left), self.total(right))


def number(e):
    value = linear(e)
    if set(value) <= {1}:
        return value.get(1, 0)
    raise Declined(f"a number is wanted: {mex.tree(e)}")


def is_value(v, e):
    """The formula v = e."""
    if e[0] == "least":
        (m,), u = e[1], fresh("u")
        return ("and", subst(e[2], {m: v}), ("not", ("exists", (u,), ("and", ("<", u, v), subst(e[2], {m: u})))))
    if e[0] == "if":
        yes, no = (is_value(v, k) if isinstance(k, tuple) else ("=", v, k) for k in e[2:])
        return ("and", ("=>", e[1], yes), ("=>", negated(e[1]), no))
    return ("=", v, e)


def conjuncts(e, block):
    """Puts the formula into the block."""
    op = e[0]
    if op == "not" and (inner := negated(e[1]))[0] != "not":
        return conjuncts(inner, block)
    if op == "and":
        conjuncts(e[1], block)
        return conjuncts(e[2], block)
    if op == "exists" and not block.counting and not any(wants_number(v, e[2]) for v in e[1]) and e[2][0] != "or":
        e = subst(e, {})
        block.leaves += [(language(), (v,)) for v in e[1] if v not in free(e[2])]
        return conjuncts(e[2], block)
    if op in ("=", "!=", "<", "<=") and not is_word(e[1]):
        return atom(e, block)
    if op == "call" and e[1] in ITEMS and ITEMS[e[1]].kind in ("pred", "set"):
        return called(e, block)
    block.put(build(e))


def is_word(e):
    return mex.sort(e) == "W"


def wants_number(v, e):
    def test(t):
        if not isinstance(t, tuple) or t[0] not in ("*", "call") or v not in free(t) or t[0] == "call" and t[1] not in ITEMS:
            return False
        return t[0] == "*" or any(v in free(a) and (p in DOMAIN or f) for a, p, f in zip(t[2:], ITEMS[t[1]].vars, getattr(ITEMS[t[1]], "fixed", itertools.repeat(False))))
    return v in DOMAIN and anywhere(test, e)


def atom(e, block):
    op, form = e[0], linear(("-", e[1], e[2]))
    special = [a for a in form if isinstance(a, tuple) and (a[0] in ("count", "sq") or a[0] == "call" and has_levels(a))]
    if not special:
        return block.compare(op, block.form(("-", e[1], e[2])))
    rest = {a: c for a, c in form.items() if a not in special}
    if set(rest) - {1} or any(form[a] * form[special[0]] < 0 for a in special) or len({a[0] for a in special}) > 1:
        raise Declined(f"outside the automata: {mex.tree(e)}")
    if form[special[0]] < 0:  # c <= X is not X < c
        flip = {"<": "<=", "<=": "<"}
        if op in flip:
            return block.put(opposite(limited(flip[op], special, {a: -c for a, c in form.items()})))
        form = {a: -c for a, c in form.items()}
    block.put(opposite(limited("=", special, form)) if op == "!=" else limited(op, special, form))


def limited(op, special, form):
    """Counts, levels or squares, with positive factors: form op 0."""
    bound, a = -form.get(1, 0), special[0]
    if a[0] == "sq":
        return build(squares(op, [(form[s], s[1]) for s in special], bound))
    if len(special) > 1 or form[a] != 1:
        raise Declined(f"outside the automata: {mex.tree(a)}")
    low, high = (bound, bound) if op == "=" else (0, bound - (op == "<"))
    if high < 0:
        return False
    if a[0] == "count":
        return either_not(at_least(low, a), at_least(high + 1, a))
    block = Block()
    fixed, args = block.instance(a)
    union = made(("levels", a[1], fixed, low, high), lambda: either([(record(a[1], fixed, k), tuple(f"x{i}" for i in range(len(args)))) for k in range(low, high + 1)]))
    [record(a[1], fixed, k) for k in range(low, high + 1)]
    block.add(union[0], *args)
    return finish(block, free(a))


def either_not(x, y):
    """x and not y"""
    block = Block()
    block.put(x)
    block.put(opposite(y))
    return False if block.false else join(block.leaves, tuple(dict.fromkeys(v for _, n in block.leaves for v in n)))


def at_least(k, e):
    if k <= 0:
        return True
    block = Block(counting=True)  # an inner `exists` would count its own solutions
    conjuncts(e[2], block)
    block.leaves += [(language(), (v,)) for v in e[1]]
    return False if block.false else join(block.leaves, tuple(sorted(free(e))), k)


def has_levels(e):
    item = ITEMS.get(e[1])
    if not item or item.kind != "def" or not item.recursive:
        return False
    return (e[1], tuple(number(a) for a, f in zip(e[2:], item.fixed) if f), 0) in RECORDS


def squares(op, parts, bound):
    """A formula: the sum of factor * term ^ 2 is op bound."""
    bound -= op == "<"
    op = "<=" if op == "<" else op
    if not parts or bound < 0:
        return ("true",) if not parts and (bound == 0 or bound > 0 and op == "<=") else ("false",)
    (k, e), rest = parts[0], parts[1:]
    if op == "<=" and not rest:
        root = math.isqrt(bound // k)
        return ("and", ("<=", e, root), ("<=", -root, e))
    cases = [("and", ("or", ("=", e, d), ("=", e, -d)), squares(op, rest, bound - k * d * d)) for d in range(math.isqrt(bound // k) + 1)]
    return mex.joined("or", cases)


def called(e, block):
    """A relation: built once for each tuple of numbers at its parameters of finite domain."""
    item = ITEMS[e[1]]
    fixed = tuple(number(a) if v in DOMAIN or isinstance(a, int) else None for v, a in zip(item.vars, e[2:]))
    x = made(("relation", e[1], fixed), lambda: build(expand(subst(item.body, {v: c for v, c in zip(item.vars, fixed) if c is not None}))))
    if isinstance(x, bool):
        return block.put(x)
    args = {v: a for v, a in zip(item.vars, e[2:])}
    block.add(x[0], *(block.var(args[v]) for v in x[1]))


def finish(block, names):
    return False if block.false else join(block.leaves, tuple(sorted(names)))


def build(e):
    """The leaf of a formula without let."""
    return made(("formula", e), lambda: construct(e))


def construct(e):
    op = e[0]
    if op in ("true", "false"):
        return op == "true"
    if not free(e) and not anywhere(needs_automata, e):
        return eval(ranges.py(e), ranges.SPACE)
    if op == "not":
        inner = negated(e[1])
        return opposite(build(e[1])) if inner == e else build(inner) if inner[0] != "not" else opposite(build(e[1]))
    if op == "=>":
        return build(("or", negated(e[1]), e[2]))
    if op == "or":
        return either([build(e[1]), build(e[2])])
    if op == "<=>":
        return either([build(("and", e[1], e[2])), build(("and", negated(e[1]), negated(e[2])))])
    if op == "in":
        return build(mex.joined("or", [ranges.equal(e[1], row) for row in e[2]]))
    if op == "forall":
        return opposite(build(("exists", e[1], negated(e[2]))))
    if op == "unique":
        return either_not(at_least(1, e), at_least(2, e))
    if op == "exists":
        for v in e[1]:
            if wants_number(v, e[2]):
                rest = tuple(u for u in e[1] if u != v)
                values = range(DOMAIN[v][0], DOMAIN[v][1] + 1)
                return either([build(expand(("exists", rest, subst(e[2], {v: c})) if rest else subst(e[2], {v: c}))) for c in values])
        if e[2][0] == "or":
            return either([build(("exists", e[1], k)) for k in e[2][1:]])
    if op in ("=", "!=", "prefix", "suffix") and is_word(e[1]):
        return opposite(build(("=", *e[1:]))) if op == "!=" else words(e)
    block = Block()
    if op in ("and", "exists", "=", "!=", "<", "<=") or op == "call" and e[1] in ITEMS and ITEMS[e[1]].kind in ("pred", "set"):
        conjuncts(e, block)
        return finish(block, free(e))
    raise Declined(f"outside the automata: {mex.tree(e)}")


def needs_automata(e):
    if not isinstance(e, tuple):
        return False
    return e[0] in mex.BINDERS or e[0] in ("automatic", "nat") or e[0] == "call" and (e[1] not in ITEMS or ITEMS[e[1]].kind not in ("word", "dfao"))


def words(e):
    def parts(w):
        if w[0] == "++":
            (start, digits), (other, more) = parts(w[1]), parts(w[2])
            if other is None:
                return start, digits + more
        if w[0] == "word":
            return None, list(w[1:])
        if w[0] == "rep" and w[1] == OVER[0]:
            return w[2], []
        raise Declined(f"outside the automata: {mex.tree(e)}")
    left, right = parts(e[1]), parts(e[2])
    if e[0] == "=" and (left[0] is None or left[1]):
        left, right = right, left
    if e[0] == "suffix" and left[0] is None and right[0] is not None and not right[1]:
        left, right = right, (fresh("s"), left[1])
    elif e[0] != "=" or left[0] is None or left[1]:
        raise Declined(f"outside the automata: {mex.tree(e)}")
    block = Block()
    at = block.var(0 if right[0] is None else right[0])
    for d in right[1]:
        at, before = fresh("t"), at
        block.add(relation("append", d), before, at)
    block.add(relation("eq"), at, block.var(left[0]))
    return finish(block, free(e))


# ---- definedness ----
def false_everywhere(*formulas):
    """Is the conjunction false for all values of its variables?"""
    block = Block()
    for f in formulas:
        conjuncts(f, block)
    return block.false or not join(block.leaves, ())


def prove(context, goal, what):
    light = [c for c in context if not anywhere(lambda t: isinstance(t, tuple) and (t[0] in mex.BINDERS or t[0] == "call"), c)]
    useful = []
    for c in context:
        try:
            build(c)
            useful.append(c)
        except (Declined, Rejected):
            pass
    for known in [light] if light == context else [light, useful]:
        try:
            if false_everywhere(*[c for c in known if c in useful], negated(goal)):
                return
        except Declined:
            if known is not light:
                raise
    raise Rejected(f"{what}: {mex.tree(goal)}")


def defined(e, context, own=None):
    """Every part of e has a value wherever the formulas to its left hold; own: (name, measure, test of a self-call)."""
    if not isinstance(e, tuple):
        return
    op = e[0]
    if op in ("and", "=>", "or", "if"):
        defined(e[1], context, own)
        defined(e[2], [*context, negated(e[1]) if op == "or" else e[1]], own)
        return defined(e[3], [*context, negated(e[1])], own) if op == "if" else None
    for k in mex.parts(e):
        defined(k, context, own)
    if op == "nat":
        prove(context, ("<=", e[2], e[1]), "may be undefined")
        e[3] < 0 or prove(context, ("<=", e[1], e[3]), "may be undefined")
    elif op in ("div", "mod", "floor"):
        mex.natural(e[1]) or prove(context, ("<=", 0, e[1]), "may be undefined")
    elif op in ("rep", "take", "iterate"):
        arg = e[1] if op == "take" else e[2]
        mex.natural(arg) or prove(context, ("<=", 0, arg), "may be undefined")
    elif op == "least":
        if not mex_shape(e):
            prove(context, ("exists", e[1], e[2]), "may be undefined")
    elif op == "call" and e[1] in ITEMS:
        call_defined(e, context, own)
    elif op == "call":
        mex.natural(e[2]) or prove(context, ("<=", 0, e[2]), "may be undefined")


def call_defined(e, context, own):
    item = ITEMS[e[1]]
    for a, v in zip(e[2:], item.vars or [None]):
        asked = nat(a, DOMAIN.get(v))
        if asked != a:
            prove(context, ("<=", asked[2], a), "may be undefined")
            asked[3] < 0 or prove(context, ("<=", a, asked[3]), "may be undefined")
    if own and own[0] == e[1]:
        smaller = subst(item.measure, dict(zip(item.vars, e[2:])))
        prove(context, ("<", smaller, own[1]), "calls: measure not smaller")
        own[2](e)
    elif item.kind in ("pred", "set") or item.kind == "def" and not item.recursive:
        def once():
            body = expand(item.body)
            defined(nat(body) if item.kind == "def" else body, [])
            return True
        try:
            made(("defined", e[1]), once)
        except (Rejected, Declined):
            body = expand(unfold(e[1], e[2:]))
            defined(nat(body) if item.kind == "def" else body, context)


def mex_shape(e):
    """least m with a formula of mex shape whose hypotheses are solved."""
    try:
        leaves = list(ranges.mex_leaves(expand(e[2]), e[1][0], (), ()))
        return all(not (h or b) or ranges.solver(h, frozenset(b), tuple(v for v in b if v in free(t))) for h, b, _, t in leaves)
    except ValueError:
        return False


# ---- checks of the records ----
def require(empty, what):
    if not empty:
        raise Rejected(what)


def nothing(*leaves):
    return not join(leaves, ())


def check_adder():
    add = RECORDS["adder",]
    zero, succ = relation("const", 0), relation("plus", 1)
    z = [(add, ("x", "o", "z")), (zero, ("o",))]
    require(nothing(*z, (relation("ne"), ("x", "z"))), "adder: x + 0")
    require(nothing(opposite(join([*z, (relation("eq"), ("x", "z"))], ("x",)))), "adder: x + 0")
    require(nothing((add, ("x", "y", "z")), (succ, ("y", "v")), (succ, ("z", "w")), opposite((add, ("x", "v", "w")))), "adder: x + (y + 1)")
    require(nothing((add, ("x", "y", "z")), (add, ("x", "y", "w")), (relation("ne"), ("z", "w"))), "adder: functional")


def functional_total(a, name):
    args = tuple(f"x{i}" for i in range(a[0] - 1))
    require(nothing((a, (*args, "v")), (a, (*args, "w")), (relation("ne"), ("v", "w"))), f"{name}: functional")
    require(nothing(opposite(join([(a, (*args, "v"))], args))) if args else join([(a, ("v",))], ()), f"{name}: total")


def instantiated(item, fixed):
    """Body, measure and the ranged variables of an instance."""
    given = iter(fixed)
    env = {v: next(given) if f else fresh(shown(v)) for v, f in zip(item.vars, item.fixed)}
    return expand(subst(item.body, env)), expand(subst(item.measure, env)), [env[v] for v, f in zip(item.vars, item.fixed) if not f]


def check_instance(item, fixed, level):
    name = f"{item.name} {fixed}"
    body, measure, args = instantiated(item, fixed)

    def recorded(e):
        wanted = tuple(number(a) for a, f in zip(e[2:], item.fixed) if f)
        if not {(item.name, wanted, -1), (item.name, wanted, 0)} & set(RECORDS):
            raise Rejected(f"no record for {item.name} {wanted}")
    own = (item.name, measure, recorded)
    graph = RECORDS.get((item.name, fixed, -1)) if level < 0 else None
    defined(nat(measure), [])
    if graph:
        functional_total(graph, name)
        defined(nat(body), [], own)
        todo = [negated(is_value("v_", body))]
        while todo:
            e = todo.pop()
            if e[0] == "or":
                todo += e[1:]
                continue
            block = Block()
            block.add(graph, *args, "v_")
            conjuncts(e, block)
            require(block.false or not join(block.leaves, ()), f"graph {name}: equation")
        return
    if body[0] != "least" or not mex_shape(body):
        raise Rejected(f"level {name}: not of mex shape")
    block = Block()
    for c in range(level + 1):
        here = subst(body[2], {body[1][0]: c})
        record(item.name, fixed, c)
        defined(here, [], own)
        conjuncts(here, block) if c == level else block.put(opposite(build(here)))
    block.leaves += [(language(), (v,)) for v in args]
    got = (len(args), [False], [{(0,) * len(args): 0}]) if block.false else join(block.leaves, tuple(args))[0]
    require(got == RECORDS[item.name, fixed, level], f"level {level} {name}: other set")


def check_word(name):
    item, letters, starts = ITEMS[name], outputs(("letters", name)), record("starts", name)
    if not ranges.limit(name):
        raise Rejected(f"letters {name}: no limit")
    functional_total(starts, f"starts {name}")
    zero = (relation("const", 0), ("n",))
    require(not nothing((letters.get(item.start, (1, [False], [{}])), ("n",)), zero), f"letters {name}: the letter at 0")
    require(nothing((starts, ("n", "s")), zero, (relation("ne"), ("n", "s"))), f"starts {name}: at 0")
    for c, a in letters.items():
        if c >= len(item.rows) or item.rows[c] is None:
            require(nothing((a, ("n",))), f"letters {name}: {c} is not given")
            continue
        here = [(a, ("n",)), (starts, ("n", "s"))]
        plus = lambda k: (relation("plus", k) if k else relation("eq"), ("s", "t"))  # noqa: E731
        require(nothing(*here, (relation("plus", 1), ("n", "m")), plus(len(item.rows[c])), (starts, ("m", "u")), (relation("ne"), ("t", "u"))),
                f"starts {name}: after the letter {c}")
        for j, b in enumerate(item.rows[c]):
            wanted = letters.get(b)
            require(nothing(*here, plus(j), *([opposite((wanted, ("t",)))] if wanted else [])), f"letters {name}: image of {c} at {j}")


# ---- claims ----
def check_claim(claim, k):
    item, read = claim.item, {}
    fixed = dict(claim.fixed)
    domains = [[fixed[shown(v)]] if shown(v) in fixed else range(DOMAIN[v][0], DOMAIN[v][1] + 1) if v in DOMAIN else [v] for v in item.vars]
    for values in itertools.product(*domains):
        spine(expand(subst(item.body, dict(zip(item.vars, values)))), [], (), read, k)
    if not all(read.values()):
        raise Rejected("no instance satisfies the hypotheses")


def spine(e, hyps, place, read, k):
    if e[0] == "and":
        spine(e[1], hyps, (*place, 0), read, k)
        return spine(e[2], hyps, (*place, 1), read, k)
    if e[0] == "=>":
        defined(e[1], hyps)
        return spine(e[2], [*hyps, e[1]], place, read, k)
    if e[0] == "forall":
        v = next((v for v in e[1] if wants_number(v, e[2])), None)
        if v is None:
            return spine(e[2], hyps, place, read, k)
        for c in range(DOMAIN[v][0], DOMAIN[v][1] + 1):
            spine((e[0], tuple(u for u in e[1] if u != v), expand(subst(e[2], {v: c}))), hyps, place, read, k)
        return None
    read[place] = read.get(place) or not false_everywhere(*hyps)
    if e[0] == "tends":
        return tends(e, hyps)
    if e[0] == "automatic":
        if any(map(free, hyps)) or OVER[0] != "fibonacci":
            raise Declined("automatic: only over fibonacci, behind hypotheses without variables")
        g = fresh(shown(e[1]))  # each claim has its own g
        renamed = lambda t: ("call", g, *map(renamed, t[2:])) if isinstance(t, tuple) and t[:2] == ("call", e[1]) else remake(t, renamed)  # noqa: E731
        MADE["g", g] = ("automatic", k)
        if max(record("automatic", k)[1]) > number(e[2]):
            raise Rejected("automatic: an output is too large")
        e = renamed(e[3])
    if e[0] == "=" and isinstance(e[1], tuple) and e[1][0] == "call" and by_definition(e):
        return None
    defined(e, hyps)
    if not false_everywhere(*hyps, negated(e)):
        raise Rejected(f"false: {mex.tree(e)[:200]}")


def tends(e, hyps):
    (n,), term, power = e[1:]
    defined(term, hyps)
    wanted = ("floor", n, power)
    for i in range(17):
        if false_everywhere(*hyps, negated(("and", ("<=", term, ("+", wanted, 2**i)), ("<=", wanted, ("+", term, 2**i))))):
            return
    raise Declined("tends_to: no bound found")


def by_definition(e):
    item = ITEMS.get(e[1][1])
    if not item or item.kind != "def" or not item.recursive or not same(expand(unfold(item.name, e[1][2:])), e[2], {}):
        return False
    body = expand(item.body)
    graph = any(key[0] == item.name and key[-1] == -1 for key in RECORDS)
    if not graph and not (body[0] == "least" and mex_shape(body)):
        return False
    boxes = [range(DOMAIN[v][0], DOMAIN[v][1] + 1) if v in DOMAIN else [v] for v in item.vars]
    for values in itertools.product(*boxes):
        env = dict(zip(item.vars, values))
        defined(expand(subst(body, env)), [], (item.name, expand(subst(item.measure, env)), lambda call: None))
    defined(e[1], [])
    return True


def same(a, b, names):
    """Equal up to the names of bound variables and to marks of naturals."""
    a, b = (x[1] if isinstance(x, tuple) and x[0] == "nat" else x for x in (a, b))
    if not isinstance(a, tuple) or not isinstance(b, tuple) or a[0] != b[0] or len(a) != len(b):
        return a == names.get(b, b) if isinstance(b, str) and isinstance(a, str) else a == b and isinstance(a, int)
    if a[0] in mex.BINDERS:
        return len(a[1]) == len(b[1]) and all(same(x, y, {**names, **dict(zip(b[1], a[1]))}) for x, y in zip(a[2:], b[2:]))
    if a[0] in mex.NAMED and a[1] != b[1]:
        return False
    x, y = mex.parts(a), mex.parts(b)
    return len(x) == len(y) and all(same(p, q, names) for p, q in zip(x, y))


def check(claims):
    """All claims of a certificate with automata."""
    n, m, i = fresh("n"), fresh("m"), fresh("i")
    call = ("call", "floor", i)
    body = ("least", (m,), ("forall", (i,), ("=>", ("<", i, n), ("and", ("!=", m, call), ("!=", m, ("+", call, i))))))
    ITEMS["floor"] = SimpleNamespace(kind="def", name="floor", vars=[n], shape=[0], fixed=[False], recursive=True, measure=n, body=body, deps=set(), tokens=[])
    try:
        for k, claim in enumerate(claims, 1):
            check_claim(claim, k)
        done = set()
        while USED - done:
            for key in sorted(USED - done, key=str):
                done.add(key)
                if key[0] == "adder":
                    check_adder()
                elif key[0] in ("letters", "starts"):
                    check_word(key[1])
                elif key[0] != "automatic":
                    check_instance(ITEMS[key[0]], *key[1:])
    finally:
        del ITEMS["floor"]
    if set(RECORDS) - USED:
        raise Rejected(f"record not used: {set(RECORDS) - USED}")
