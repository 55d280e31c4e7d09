"""Claims for all naturals (spec/automata.md): strict reading of records, automata from formulas, the checks of definitions and claims.

An automaton is (tracks, accepting, moves): for each state whether it accepts (or its output), and a dict from letters (tuples of digits)
to targets. A leaf is (automaton, variables). What is built from a formula is a leaf, or True or False where no variable is left."""
import itertools
import math
import re
from types import SimpleNamespace as Item

import ranges
from mex import (BINDERS, DOMAIN, ITEMS, NAMED, NO_ITEM, Declined, Rejected, anywhere, closure, expand, free, fresh, joined, kind, linear,
                 nat, natural, negated, parts, product, recursive, remake, shown, sort, subst, unfold, value, within, work)
from ranges import mex_leaves

RECORDS, USED, MADE, OVER = {}, set(), {}, []
C = "(?:0|[1-9][0-9]{0,18})"


class NoRecord(Rejected):
    pass


def require(good, what, error=Rejected):
    if not good:
        raise error(what)


def outside(e):
    raise Declined(f"outside the automata: {e}")


def made(key, make):
    if key not in MADE:
        MADE[key] = make()
    return MADE[key]


# ---- automata ----
def explore(start, step):
    """The states reached from the start in breadth-first order, and for each its edges (letter, number of the target)."""
    number, states, edges = {start: 0}, [start], []
    for s in states:
        edges.append([])
        for c, t in step(s):
            if t not in number:
                number[t] = len(states)
                states.append(t)
            edges[-1].append((c, number[t]))
        work(1 + len(edges[-1]))
    return states, edges


def classes(accepting, edges):
    """The coarsest partition in which equal states have equal acceptance and edges (letter, target) to equal states."""
    of = {a: i for i, a in enumerate(dict.fromkeys(accepting))}
    part, count = [of[a] for a in accepting], len(of)
    while True:
        keys = {}
        part = [keys.setdefault((part[s], frozenset((c, part[t]) for c, t in e)), len(keys)) for s, e in enumerate(edges)]
        work(len(part))
        if len(keys) == count:
            return part
        count = len(keys)


def minimal(k, accepting, edges, output=False):
    """The canonical minimal automaton: useful states only (but all where states have outputs), merged, numbered in breadth-first order."""
    if not output:
        back, todo = [[] for _ in edges], [s for s, a in enumerate(accepting) if a]
        for s, m in enumerate(edges):
            for _, t in m:
                back[t].append(s)
        alive = set(todo)
        for s in todo:
            todo += (new := set(back[s]) - alive)
            alive |= new
        alive.add(0)
        edges = [[(c, t) for c, t in m if t in alive and (s or any(c))] for s, m in enumerate(edges)]
        edges[0].append(((0,) * k, 0))
    part = classes(accepting, edges)
    first = {p: s for s, p in reversed(list(enumerate(part)))}
    found, moves = explore(part[0], lambda p: sorted((c, part[t]) for c, t in edges[first[p]]))
    return k, [accepting[first[p]] for p in found], [dict(m) for m in moves]


def language():
    rows = ITEMS[OVER[0]].rows
    return 1, [True] * len(rows), [{(d,): t for d, t in enumerate(r) if t is not None} for r in rows]


def letters_of(states):
    """The letters with which words may go on whose tracks are in these states of the numeration, and the states then."""
    rows = ITEMS[OVER[0]].rows
    for c in itertools.product(*([(d, t) for d, t in enumerate(rows[q]) if t is not None] for q in states)):
        yield tuple(d for d, _ in c), tuple(t for _, t in c)


def distinct(a, names):
    """A leaf whose variables are all different."""
    kept = [i for i, v in enumerate(names) if v not in names[:i]]
    same = [(i, names.index(v)) for i, v in enumerate(names) if i not in kept]
    if not same:
        return a, tuple(names)
    moves = [{tuple(c[i] for i in kept): t for c, t in m.items() if all(c[i] == c[j] for i, j in same)} for m in a[2]]
    return (len(kept), a[1], moves), tuple(names[i] for i in kept)


def join(leaves, out, at_least=1):
    """The tuples of the variables `out` for which so many tuples of the others are in all leaves; a truth value if `out` is empty."""
    todo = sorted([distinct(*leaf) for leaf in leaves], key=lambda x: len(x[0][2]))
    todo += [(language(), (v,)) for v in out if not any(v in names for _, names in todo)]
    ordered, seen = [], []
    require(len(out) <= 16, "too many tracks", Declined)
    while todo:
        a, names = best = max(todo, key=lambda x: (len(set(x[1]) & set(seen)) / len(x[1]), -len(x[0][2])))
        todo = [x for x in todo if x is not best]
        bound, new, index = [i for i, v in enumerate(names) if v in seen], [i for i, v in enumerate(names) if v not in seen], []
        for m in a[2]:
            index.append(by := {})
            for c, t in m.items():
                by.setdefault(tuple([c[i] for i in bound]), []).append((tuple([c[i] for i in new]), t))
        ordered.append((index, [seen.index(names[i]) for i in bound], a[1]))
        seen += [names[i] for i in new]
    places = [seen.index(v) for v in out]

    def step(state):
        partial = [((), ())]
        for (index, bound, _), s in zip(ordered, state):
            partial = [(c + d, to + (t,)) for c, to in partial for d, t in index[s].get(tuple([c[i] for i in bound]), ())]
        return [(tuple([c[i] for i in places]), to) for c, to in partial]

    states, edges = explore((0,) * len(ordered), step)
    accepting = [all(o[2][s] for o, s in zip(ordered, state)) for state in states]
    return any(accepting) if at_least == 1 and not out else project(out, accepting, edges, at_least)


def project(out, accepting, edges, at_least):
    """The subset construction, with counts up to at_least."""
    part = classes(accepting, edges) if at_least == 1 else range(len(edges))
    by_letter, accepts = {}, {}
    for s, p in enumerate(part):
        if p not in by_letter:
            by_letter[p], accepts[p] = {}, accepting[s]
            merged = [(c, part[t]) for c, t in edges[s]]
            for c, t in merged if at_least > 1 else set(merged):
                by_letter[p].setdefault(c, []).append(t)

    def step(vector):
        result = {}
        for s, n in vector:
            for c, targets in by_letter[s].items():
                into = result.setdefault(c, {})
                for t in targets:
                    into[t] = min(at_least, into.get(t, 0) + n)
        work(sum(map(len, result.values())))
        return [(c, frozenset(v.items())) for c, v in result.items()]

    start, zero = frozenset([(part[0], 1)]), (0,) * len(out)
    while (more := dict(step(start)).get(zero, start)) != start:
        start = more
    good = lambda vector: sum(n for s, n in vector if accepts[s]) >= at_least  # noqa: E731
    if not out:
        return good(start)
    vectors, moves = explore(start, step)
    return minimal(len(out), [good(v) for v in vectors], moves), tuple(out)


def complement(a):
    k, accepting, moves = a
    step = lambda s: [(c, (moves[s[0]].get(c, -1) if s[0] >= 0 else -1, q)) for c, q in letters_of(s[1])]  # noqa: E731
    states, edges = explore((0, (0,) * k), step)
    return minimal(k, [s < 0 or not accepting[s] for s, _ in states], edges)


def opposite(x):
    return not x if isinstance(x, bool) else (made(("complement", id(x[0])), lambda: (complement(x[0]), x[0]))[0], x[1])


def both(*xs):
    """The conjunction of leaves or truth values, over all their variables."""
    leaves = [x for x in xs if not isinstance(x, bool)]
    names = tuple(dict.fromkeys(v for _, names in leaves for v in names))
    return not any(x is False for x in xs) and (not leaves or join(leaves, names))


def either(*xs):
    xs = [x for x in xs if x is not False]
    return xs[0] if len(xs) == 1 else opposite(both(*map(opposite, xs)))


# ---- relations built from the numeration ----
def relation(*key):
    """Automata over tracks x, y, ..: eq, ne, lt, le, const c, plus c, mul c, monus, div c, append c, number c (one with a number)."""
    return made(key, lambda: built(*key))


def built(name, c=0, *more):
    adder = lambda *names: (record("adder"), names)  # noqa: E731
    if name in ("eq", "lt"):  # states: already less, and those of the numeration
        good = lambda less, d: less or d[0] == d[1] or d[0] < d[1] and name == "lt"  # noqa: E731
        states, edges = explore((False, (0, 0)), lambda s: [(d, (s[0] or d[0] < d[1], q)) for d, q in letters_of(s[1]) if good(s[0], d)])
        return minimal(2, [name == "eq" or s[0] for s in states], edges)
    if name in ("ne", "le"):
        k, accepting, moves = relation("eq" if name == "ne" else "lt")
        return complement((k, accepting, moves if name == "ne" else [{letter[::-1]: t for letter, t in m.items()} for m in moves]))
    if name == "number":  # x, on the left or on the right of a relation with a number
        return join([(relation(more[0]), ("x", "y") if more[1] else ("y", "x")), (relation("const", c), ("y",))], ("x",))[0]
    if name == "const":
        word = ranges.rep(OVER[0], c)
        return minimal(1, [i == len(word) for i in range(len(word) + 1)], [[((d,), i + 1)] for i, d in enumerate(word)] + [[]])
    if name == "plus" and c == 1:
        between = join([(relation("lt"), ("x", "z")), (relation("lt"), ("z", "y"))], ("x", "y"))
        return both((relation("lt"), ("x", "y")), opposite(between))[0]
    if name == "plus":
        return join([(relation("const", c), ("c",)), adder("x", "c", "y")], ("x", "y"))[0]
    if name == "mul" and c == 1:
        return relation("eq")
    if name == "mul":
        half = [(relation("mul", c // 2), ("x", "h")), adder("h", "h", "t" if c % 2 else "y")]
        return join(half + [adder("t", "x", "y")] * (c % 2), ("x", "y"))[0]
    if name == "monus":
        small = both((relation("lt"), ("x", "y")), (relation("const", 0), ("z",)))
        return either(join([adder("y", "z", "x")], ("x", "y", "z")), small)[0]
    if name == "div":
        return join([(relation("mul", c), ("y", "m")), adder("m", "r", "x"), (relation("number", c, "lt", True), ("r",))], ("x", "y"))[0]
    # append: the word of y is the word of x followed by the digit c; states: the last digit of y, and those of the numeration
    states, edges = explore((0, (0, 0)), lambda s: [(d, (d[1], q)) for d, q in letters_of(s[1]) if d[0] == s[0]])
    a = minimal(2, [s[0] == c for s in states], edges)
    return a if c else both((a, ("x", "y")), (relation("number", 0, "lt", False), ("y",)))[0]


# ---- records ----
def record(*key):
    require(key in RECORDS, f"no record for {' '.join(map(str, key))}", NoRecord)
    USED.add(key)
    return RECORDS[key]


def read_records(reader, claims):
    OVER[:] = re.findall(r"^over ([^ ]+)$", reader.lines[reader.at])
    reader.at += 1
    require(OVER and ITEMS.get(OVER[0], NO_ITEM).kind == "numeration", "over: no numeration")
    require(len(ITEMS[OVER[0]].rows[0]) <= 10, "more than 10 digits", Declined)
    require(all(c.mode == "all" for c in claims), "only claims for all naturals go with automata")
    RECORDS.clear(), USED.clear(), MADE.clear()
    last = (-1,)
    while m := reader.record(r"(adder|graph|level|letters|starts|automatic)((?: [A-Za-z0-9_.*]+)*)"):
        key, place, tracks = head(m[1], m[2].split(), len(claims), m[0])
        require(place > last, f"record {m[0]}: order")
        require(tracks <= 16, "too many tracks", Declined)
        last = place
        RECORDS[key] = strict(reader, tracks, m[1] in ("letters", "automatic"), m[0])


def head(what, args, claims, text):
    """Key, place in the order of records, and number of tracks."""
    if what == "adder" and not args or (what, args) == ("graph", ["floor"]):
        return (("adder",), (0,), 3) if not args else (("floor", (), -1), (1,), 2)
    level = int(args.pop(0)) if what == "level" and len(args) > 1 and re.fullmatch(C, args[0]) else -1
    require(args and (what == "level") == (level >= 0), f"record {text}: arguments")
    if what == "automatic":
        require(len(args) == 1 and re.fullmatch(C, args[0]) and 1 <= int(args[0]) <= claims, f"record {text}: no such claim")
        return (what, int(args[0])), (3, int(args[0])), 1
    item = ITEMS.get(args[0], NO_ITEM)
    at = (2, list(ITEMS).index(item.name)) if item is not NO_ITEM else ()
    if what in ("letters", "starts"):
        require(len(args) == 1 and item.kind == "word", f"record {text}: no word")
        return (what, args[0]), (*at, (), int(what == "starts")), 1 + (what == "starts")
    require(item.kind == "def" and item.recursive and len(args) == len(item.vars) + 1, f"record {text}: no recursive def, or arity")
    require(all(re.fullmatch(C if f else r"\*", a) for a, f in zip(args[1:], item.fixed)), f"record {text}: arguments")
    fixed = tuple(int(a) for a in args[1:] if a != "*")
    given = [v for v, f in zip(item.vars, item.fixed) if f]
    require(all(v not in DOMAIN or DOMAIN[v][0] <= c <= DOMAIN[v][1] for v, c in zip(given, fixed)), f"record {text}: outside the domain")
    before = [k for k in RECORDS if k[:2] == (item.name, fixed)]
    require(before == [(item.name, fixed, i) for i in range(level)], f"record {text}: levels from 0 on, or a graph")
    return (item.name, fixed, level), (*at, fixed, level), item.fixed.count(False) + (level < 0)


def strict(reader, k, output, name):
    """The state lines of a record; the automaton must be in its one canonical spelling."""
    rows, accepting, moves = ITEMS[OVER[0]].rows, [], []
    digits = f"[0-{len(rows[0]) - 1}]{{{k}}}"
    while m := reader.record((C if output else r"[+-]") + f"(?: {digits}:{C})*"):
        sign, *pairs = m[0].split(" ")
        accepting.append(int(sign) if output else sign == "+")
        moves.append([(tuple(map(int, letter)), int(t)) for letter, t in (p.split(":") for p in pairs)])
        require(all(a < b for (a, _), (b, _) in itertools.pairwise(moves[-1])), f"record {name}: letters not ascending")
    require(moves and all(t < len(moves) for m in moves for _, t in m), f"record {name}: states")

    def step(state):
        s, langs = state
        require(not output or {c for c, _ in moves[s]} == {c for c, _ in letters_of(langs)}, f"record {name}: not total")
        reached = [(c, (t, tuple(rows[q][d] for q, d in zip(langs, c)))) for c, t in moves[s]]
        require(all(None not in q for _, (_, q) in reached), f"record {name}: not valid")
        return reached
    explore((0, (0,) * k), step)
    a = (k, accepting, [dict(m) for m in moves])
    require(a[2][0].get((0,) * k) == 0 and minimal(k, accepting, moves, output) == a, f"record {name}: not closed, trim or minimal")
    return a


def outputs(key):
    """For each output of a record the set of numbers with it."""
    k, out, moves = record(*key)
    edges = [list(m.items()) for m in moves]
    return made(("outputs", key), lambda: {o: minimal(k, [x == o for x in out], edges) for o in sorted(set(out))})


def dfao_sets(name):
    item, lang = ITEMS[name], ITEMS[OVER[0]].rows
    if item.over != OVER[0]:
        raise Declined(f"{name} is over another numeration")
    # State None: before the first digit; a dfao may leave its start on 0, but the words that it reads begin with another digit.
    def step(s):
        q, r = s or (0, 0)
        return [((d,), (item.rows[q][d], t) if s or d else None) for d, t in enumerate(lang[r]) if t is not None]
    states, edges = explore(None, step)
    out = [item.rows[s[0] if s else 0][-1] for s in states]
    return {o: minimal(1, [x == o for x in out], edges) for o in sorted(set(out))}


def valued(e):
    """The graph (argument, value) of a word, a dfao or the sequence of `exists automatic`."""
    key = MADE["g", e[1]] if kind(e) == "" else ("letters", e[1])
    sets = dfao_sets(e[1]) if kind(e) == "dfao" else outputs(key)
    return made(("valued", e[1]), lambda: either(*(both((a, ("x",)), (relation("const", o), ("y",))) for o, a in sets.items()))[0])


# ---- formulas ----
class Block:
    """Leaves that all must hold, with the variables that stand for terms."""

    def __init__(self, *formulas, counting=False):
        self.leaves, self.terms, self.false, self.counting = [], {}, False, counting
        for e in formulas:
            self.formula(e)

    def add(self, a, *names):
        self.leaves.append((a, names))

    def put(self, x):
        if isinstance(x, bool):
            self.false |= not x
        else:
            self.leaves.append(x)

    def join(self, names, at_least=1):
        return not self.false and (not self.leaves or join(self.leaves, tuple(sorted(names)), at_least))

    # -- terms --
    def form(self, e):
        """e as a linear form over variables."""
        out = {}
        for atom, c in linear(e).items():
            for v, d in self.atom(atom).items():
                out[v] = out.get(v, 0) + c * d
        return {v: c for v, c in out.items() if c}

    def atom(self, e):
        if not isinstance(e, tuple):
            return {e: 1}
        if e[0] == "card":
            return {1: int(ranges.py(e))}
        if e[0] == "floor" and e[2] == 2:
            return self.form(("+", ("floor", e[1], 1), e[1]))
        if kind(e) == "def" and not recursive(e):
            return self.form(expand(unfold(e)))
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
        elif recursive(e) and not has_levels(e):
            self.add(record(e[1], fixed_of(e), -1), *self.ranged(e), v)
        elif op == "call" and not recursive(e):
            self.add(valued(e), self.var(e[2]), v)
        else:
            outside(e)

    def ranged(self, e):
        return [self.var(a) for a, f in zip(e[2:], ITEMS[e[1]].fixed) if not f]

    def var(self, e):
        return e if isinstance(e, str) else self.total(self.form(e))

    def total(self, form, into=None):
        """A variable (the given one) that is equal to the sum."""
        if any(c < 0 for c in form.values()):  # a difference that is a natural
            into = into or fresh("t")
            self.compare("=", {**{v: -c for v, c in form.items()}, into: 1})
            return into
        const, names = form.get(1, 0), []
        for v, c in form.items():
            if v != 1:
                names.append(v if c == 1 else fresh("t"))
                if c > 1:
                    self.add(relation("mul", c), v, names[-1])
        steps = [*names[1:], *[const] * (const > 0)]
        if names and not steps and into is None:
            return names[0]
        into = into or fresh("t")
        if not steps or not names:
            self.add(*((relation("eq"), names[0], into) if names else (relation("const", const), into)))
            return into
        left = names[0]
        for i, right in enumerate(steps):
            to = into if i == len(steps) - 1 else fresh("t")
            self.add(*((record("adder"), left, right, to) if isinstance(right, str) else (relation("plus", right), left, to)))
            left = to
        return into

    def compare(self, op, form):
        """form op 0"""
        form = {v: c for v, c in form.items() if c}
        divisor = math.gcd(*form.values())
        form = {v: c // divisor for v, c in form.items()} if divisor else form
        if plain(op, form) or plain({"=": "!=", "!=": "=", "<": "<=", "<=": "<"}[op], {v: -c for v, c in form.items()}):
            return self.put(plain(op, form))
        left, right = {v: c for v, c in form.items() if c > 0}, {v: -c for v, c in form.items() if c < 0}
        for one, other in ((left, right), (right, left)) if op == "=" else ():
            if len(one) == 1 and 1 not in one and set(one.values()) == {1}:
                return self.total(other, next(iter(one)))
        if op == "=":
            return self.total(left, self.total(right))
        name = {"!=": "ne", "<": "lt", "<=": "le"}[op]
        for number, other in ((left, right), (right, left)):
            if set(number) <= {1}:
                return self.add(relation("number", number.get(1, 0), name, number is right), self.total(other))
        self.add(relation(name), self.total(left), self.total(right))

    # -- formulas --
    def formula(self, e):
        op = e[0]
        if self.false:
            return
        if op == "not" and (inner := negated(e[1]))[0] != "not":
            return self.formula(inner)
        if op == "and":
            self.formula(e[1])
            return self.formula(e[2])
        if op == "exists" and not self.counting and not any(wants_number(v, e[2]) for v in e[1]) and e[2][0] != "or":
            e = subst(e, {})
            self.leaves += [(language(), (v,)) for v in e[1] if v not in free(e[2])]
            return self.formula(e[2])
        if op in ("=", "!=", "<", "<=") and sort(e[1]) != "W":
            return self.comparison(e)
        if kind(e) in ("pred", "set"):
            return self.relation(e)
        self.put(build(e))

    def comparison(self, e):
        """A comparison of numbers; of counts, levels or squares with a number."""
        op, form = e[0], linear(("-", e[1], e[2]))
        special = [a for a in form if isinstance(a, tuple) and (a[0] in ("count", "sq") or has_levels(a))]
        if not special:
            return self.compare(op, self.form(("-", e[1], e[2])))
        if set(form) - {1, *special} or any(form[a] * form[special[0]] < 0 for a in special) or len({a[0] for a in special}) > 1:
            outside(e)
        turned = form[special[0]] < 0
        form = {a: -c for a, c in form.items()} if turned else form
        no = {"!=": "=", "<": "<=", "<=": "<"}[op] if op == "!=" or turned and op != "=" else None  # c <= X is not X < c
        self.put(opposite(limited(no, special, form)) if no else limited(op, special, form))

    def relation(self, e):
        """A relation: built once for each tuple of numbers at its parameters of finite domain."""
        item = ITEMS[e[1]]
        fixed = {v: value(a) for v, a in zip(item.vars, e[2:]) if value(a) is not None}
        if any(v in DOMAIN and v not in fixed for v in item.vars):
            outside(e)
        x = made(("relation", e[1], *fixed.items()), lambda: build(expand(subst(item.body, fixed))))
        args = dict(zip(item.vars, e[2:]))
        self.put(x if isinstance(x, bool) else (x[0], [self.var(args[v]) for v in x[1]]))


def plain(op, form):
    """Is form op 0 true since variables are naturals?"""
    c, below, above = form.get(1, 0), all(k < 0 for v, k in form.items() if v != 1), all(k > 0 for v, k in form.items() if v != 1)
    return {"<": below and c < 0, "<=": below and c <= 0, "!=": below and c < 0 or above and c > 0, "=": below and above and c == 0}[op]


def fixed_of(e):
    fixed = tuple(value(a) for a, f in zip(e[2:], ITEMS[e[1]].fixed) if f)
    return outside(e) if None in fixed else fixed


def has_levels(e):
    return recursive(e) and (e[1], fixed_of(e), 0) in RECORDS


def is_value(v, e):
    """The formula v = e."""
    if isinstance(e, tuple) and e[0] == "least":
        (m,), u = e[1], fresh("u")
        return ("and", subst(e[2], {m: v}), ("not", ("exists", (u,), ("and", ("<", u, v), subst(e[2], {m: u})))))
    if isinstance(e, tuple) and e[0] == "if":
        return ("and", ("=>", e[1], is_value(v, e[2])), ("=>", negated(e[1]), is_value(v, e[3])))
    return ("=", v, e)


def wants_number(v, e):
    """Does v stand where only a number may stand?"""
    def test(t):
        item = ITEMS.get(t[1], NO_ITEM) if t[0] == "call" else NO_ITEM
        if t[0] == "*" or item is NO_ITEM:
            return t[0] == "*" and v in free(t)
        fixed = [p in DOMAIN or item.recursive and item.fixed[i] for i, p in enumerate(item.vars)]
        return any(v in free(a) and f for a, f in zip(t[2:], fixed))
    return v in DOMAIN and anywhere(test, e)


def limited(op, special, form):
    """Counts, levels or squares, with positive factors: form op 0."""
    bound, a = -form.get(1, 0), special[0]
    if a[0] == "sq":
        return build(squares(op, [(form[s], s[1]) for s in special], bound))
    if len(special) > 1:
        outside(a)
    high = (bound - (op == "<")) // form[a]
    low = high if op == "=" else 0
    if high < 0 or op == "=" and bound % form[a]:
        return False
    if a[0] == "count":
        return both(at_least(low, a), opposite(at_least(high + 1, a)))
    block, sets = Block(), [record(a[1], fixed_of(a), k) for k in range(low, high + 1)]
    args, names = block.ranged(a), [f"x{i}" for i in range(sets[0][0])]
    block.add(made(("levels", a[1], fixed_of(a), low, high), lambda: either(*((s, names) for s in sets)))[0], *args)
    return block.join(free(a))


def at_least(k, e):
    if k <= 0:
        return True
    block = Block(e[2], counting=True)  # an inner `exists` would count its own solutions
    block.leaves += [(language(), (v,)) for v in e[1]]
    return block.join(free(e), k)


def squares(op, some, bound):
    """A formula: the sum of factor * term ^ 2 is op bound."""
    op, bound = ("<=", bound - 1) if op == "<" else (op, bound)
    if not some or bound < 0:
        return ("true",) if not some and (bound == 0 or bound > 0 and op == "<=") else ("false",)
    (k, e), rest = some[0], some[1:]
    root = math.isqrt(bound // k)
    if op == "<=" and not rest:
        return ("and", ("<=", e, root), ("<=", -root, e))
    return joined("or", [("and", ("or", ("=", e, d), ("=", e, -d)), squares(op, rest, bound - k * d * d)) for d in range(root + 1)])


def build(e):
    """The leaf of a formula without let."""
    return made(("formula", e), lambda: construct(e))


def construct(e):
    op = e[0]
    if op in ("true", "false"):
        return op == "true"
    unknown = lambda t: t[0] in BINDERS or t[0] in ("automatic", "nat") or t[0] == "call" and kind(t) not in ("word", "dfao")  # noqa: E731
    if not free(e) and not anywhere(unknown, e):
        return eval(ranges.py(e), ranges.SPACE)
    if op == "not":
        inner = negated(e[1])
        return opposite(build(e[1])) if inner[0] == "not" else build(inner)
    if op == "=>":
        return build(("or", negated(e[1]), e[2]))
    if op == "or":
        return build(e[1]) is True or either(build(e[1]), build(e[2]))
    if op == "<=>":
        return either(build(("and", e[1], e[2])), build(("and", negated(e[1]), negated(e[2]))))
    if op == "forall":
        return opposite(build(("exists", e[1], negated(e[2]))))
    if op == "unique":
        return both(at_least(1, e), opposite(at_least(2, e)))
    if op == "exists":
        for v in (v for v in e[1] if wants_number(v, e[2])):
            rest = tuple(u for u in e[1] if u != v)
            return either(*(build(expand(subst(("exists", rest, e[2]) if rest else e[2], {v: c}))) for c in within(v)))
        if e[2][0] == "or":
            return either(*(build(("exists", e[1], k)) for k in e[2][1:]))
    if op in ("=", "!=", "prefix", "suffix") and sort(e[1]) == "W":
        return opposite(build(("=", *e[1:]))) if op == "!=" else words(e)
    return Block(e).join(free(e)) if op in ("and", "exists", "=", "!=", "<", "<=") or kind(e) in ("pred", "set") else outside(e)


def words(e):
    def spelt(w):
        """The number at the beginning of a word, if any, and the digits behind it."""
        if w[0] == "++":
            (start, digits), (other, more) = spelt(w[1]), spelt(w[2])
            if other is None and start is not None:
                return start, digits + more
        return (w[2], ()) if w[0] == "rep" and w[1] == OVER[0] else (None, w[1:]) if w[0] == "word" else outside(e)

    left, right = spelt(e[1]), spelt(e[2])
    if e[0] == "=" and (left[0] is None or left[1]):
        left, right = right, left
    if e[0] == "suffix" and left[0] is None and right[0] is not None and not right[1]:
        left, right = right, (fresh("s"), left[1])
    elif e[0] != "=" or left[0] is None or left[1]:
        outside(e)
    block = Block()
    at = block.var(0 if right[0] is None else right[0])
    for d in right[1]:
        at, before = fresh("t"), at
        block.add(relation("append", d), before, at)
    block.add(relation("eq"), at, block.var(left[0]))
    return block.join(free(e))


# ---- definedness ----
def false_everywhere(*formulas):
    """Is the conjunction false for all values of its variables?"""
    return not Block(*formulas).join(())


def prove(context, goal, what="may be undefined"):
    """First from the light formulas of the context alone; formulas that cannot be built are left out."""
    def buildable(c):
        try:
            return build(c) is not None
        except (Declined, Rejected):
            return False
    light = [c for c in context if not anywhere(lambda t: t[0] in BINDERS or t[0] == "call", c)]
    for known in [light] if light == context else [light, context]:
        try:
            if false_everywhere(*filter(buildable, known), negated(goal)):
                return
        except Declined:
            if known is not light:
                raise
    raise Rejected(f"{what}: {goal}")


def defined(e, context, own=None):
    """Every part of e has a value wherever the formulas to its left hold, those that mention own[3] left out;
    own: (name, measure, test of a self-call, variable)."""
    if not isinstance(e, tuple):
        return
    op, below = e[0], parts(e)
    if op in ("and", "=>", "or", "if"):
        for i, k in enumerate(below):
            left = [*context, *[negated(e[1]) if op == "or" or i == 2 else e[1]] * (i > 0 and not (own and own[3] in free(e[1])))]
            defined(k, left, own)
            if op == "if" and i and sort(k) == "N" and not natural(k) and free(e[1]):
                prove(left, ("<=", 0, k))
        return
    for k in below:
        defined(k, context, own)
    if op == "least" and not mex_shape(e):
        prove(context, ("exists", e[1], e[2]))
    item = ITEMS.get(e[1], NO_ITEM) if op == "call" else NO_ITEM
    places = item.vars if item.kind in ("def", "pred", "set") else [None]
    first = below[:1] if op in ("div", "mod", "floor", "rep", "take", "iterate") else ()
    asked = zip(below, places) if op == "call" else [(k, None) for k in ([e] if op == "nat" else first)]
    for a, v in asked:
        mark = a if op == "nat" else nat(a, DOMAIN.get(v))
        if mark != a or op == "nat":
            prove(context, ("<=", mark[2], mark[1]))
            mark[3] < 0 or prove(context, ("<=", mark[1], mark[3]))
    if own and own[0] == item.name:
        prove(context, ("<", subst(item.measure, dict(zip(item.vars, below))), own[1]), "calls: measure not smaller")
        own[2](e)
    elif item.kind in ("pred", "set"):
        given = [(v, value(a)) for v, a in zip(item.vars, below)]
        boxes = [(c,) if c is not None else within(v) if v in DOMAIN else (v,) for v, c in given]
        for values in product(*boxes):
            made(("defined", e[1], *values), lambda: defined(expand(subst(item.body, dict(zip(item.vars, values)))), []))
    elif item.kind == "def" and not item.recursive:
        defined(nat(expand(unfold(e))), context)


def mex_shape(e):
    """least m with a formula of mex shape whose hypotheses are solved."""
    leaves = mex_leaves(e[2], e[1][0])
    solved = lambda h, b, t: not (h or b) or ranges.solver(h, frozenset(b), tuple(v for v in b if v in free(t)))  # noqa: E731
    return leaves is not None and all(solved(h, b, t) for h, b, _, t in leaves)


# ---- checks of the records ----
def nothing(*leaves):
    return not join(leaves, ())


def check_adder():
    add, ne, succ = RECORDS["adder",], relation("ne"), relation("plus", 1)
    plus_zero = [(add, ("x", "o", "z")), (relation("const", 0), ("o",))]
    require(nothing(*plus_zero, (ne, ("x", "z"))), "adder: x + 0")
    require(nothing(opposite(join([*plus_zero, (relation("eq"), ("x", "z"))], ("x",)))), "adder: x + 0")
    require(nothing((add, ("x", "y", "z")), (succ, ("y", "v")), (succ, ("z", "w")), opposite((add, ("x", "v", "w")))), "adder: x + (y + 1)")
    require(nothing((add, ("x", "y", "z")), (add, ("x", "y", "w")), (ne, ("z", "w"))), "adder: functional")


def functional_total(a, name):
    args = tuple(f"x{i}" for i in range(a[0] - 1))
    require(nothing((a, (*args, "v")), (a, (*args, "w")), (relation("ne"), ("v", "w"))), f"{name}: functional")
    require(nothing(opposite(join([(a, (*args, "v"))], args))), f"{name}: total")


def check_instance(item, fixed, level):
    name, given = f"{item.name} {fixed}", iter(fixed)
    env = {v: next(given) if f else fresh(shown(v)) for v, f in zip(item.vars, item.fixed)}
    body, measure, args = expand(subst(item.body, env)), expand(subst(item.measure, env)), [v for v in env.values() if isinstance(v, str)]

    def recorded(e):
        require({(item.name, fixed_of(e), -1), (item.name, fixed_of(e), 0)} & set(RECORDS), f"no record for {item.name} {fixed_of(e)}")
    defined(nat(measure), [])
    if level < 0:
        graph = RECORDS[item.name, fixed, -1]
        functional_total(graph, name)
        defined(nat(body), [], (item.name, measure, recorded, None))
        todo = [negated(is_value("v_", body))]
        for e in todo:
            todo += e[1:] if e[0] == "or" else ()
            block = Block(*[e] * (e[0] != "or"))
            block.add(graph, *args, "v_")
            require(e[0] == "or" or not block.join(()), f"graph {name}: equation")
        return
    require(body[0] == "least" and mex_shape(body), f"level {name}: not of mex shape", Declined)
    defined(body[2], [], (item.name, measure, recorded, body[1][0]))
    block = Block()
    for c in range(level + 1):
        record(item.name, fixed, c)
        here = subst(body[2], {body[1][0]: c})
        block.formula(here) if c == level else block.put(opposite(build(here)))
    block.leaves += [(language(), (v,)) for v in args]
    got = block.false and (len(args), [False], [{(0,) * len(args): 0}]) or join(block.leaves, tuple(args))[0]
    require(got == RECORDS[item.name, fixed, level], f"level {level} {name}: other set")


def check_word(name):
    item, letters, starts = ITEMS[name], outputs(("letters", name)), record("starts", name)
    require(ranges.limit(name), f"letters {name}: no limit")
    functional_total(starts, f"starts {name}")
    zero, ne, empty = (relation("const", 0), ("n",)), relation("ne"), (1, [False], [{}])
    require(not nothing((letters.get(item.start, empty), ("n",)), zero), f"letters {name}: the letter at 0")
    require(nothing((starts, ("n", "s")), zero, (ne, ("n", "s"))), f"starts {name}: at 0")
    for c, a in letters.items():
        require(c < len(item.rows) and item.rows[c] is not None, f"letters {name}: {c} is not given")
        here = [(a, ("n",)), (starts, ("n", "s"))]
        plus = lambda k: (relation("plus", k) if k else relation("eq"), ("s", "t"))  # noqa: E731
        after = [*here, (relation("plus", 1), ("n", "m")), plus(len(item.rows[c])), (starts, ("m", "u"))]
        require(nothing(*after, (ne, ("t", "u"))), f"starts {name}: after the letter {c}")
        for j, b in enumerate(item.rows[c]):
            other = [opposite((letters[b], ("t",)))] if b in letters else []
            require(nothing(*here, plus(j), *other), f"letters {name}: image of {c} at {j}")


# ---- claims ----
def check_claim(claim, k):
    item, read = claim.item, {}
    fixed = dict(claim.fixed)
    domains = [[fixed[shown(v)]] if shown(v) in fixed else within(v) if v in DOMAIN else [v] for v in item.vars]
    for values in product(*domains):
        spine(expand(subst(item.body, dict(zip(item.vars, values)))), [], (), read, k)
    require(all(read.values()), "no instance satisfies the hypotheses")


def spine(e, hyps, place, read, k):
    if e[0] == "and":
        spine(e[1], hyps, (*place, 0), read, k)
        return spine(e[2], hyps, (*place, 1), read, k)
    if e[0] == "=>":
        defined(e[1], hyps)
        return spine(e[2], [*hyps, e[1]], place, read, k)
    if e[0] == "forall":
        for v in (v for v in e[1] if wants_number(v, e[2])):
            for c in within(v):
                spine((e[0], tuple(u for u in e[1] if u != v), expand(subst(e[2], {v: c}))), hyps, place, read, k)
            return
        return spine(e[2], hyps, place, read, k)
    read[place] = read.get(place) or not false_everywhere(*hyps)
    if e[0] == "tends":
        return tends(e, hyps)
    if e[0] == "automatic":
        if any(map(free, hyps)) or OVER[0] != "fibonacci":
            raise Declined("automatic: only over fibonacci, behind hypotheses without variables")
        g = fresh(shown(e[1]))  # each claim has its own g
        ours = lambda t: isinstance(t, tuple) and t[:2] == ("call", e[1])  # noqa: E731
        renamed = lambda t: ("call", g, *map(renamed, t[2:])) if ours(t) else remake(t, renamed)  # noqa: E731
        MADE["g", g] = ("automatic", k)
        top = outside(e[2]) if value(e[2]) is None else value(e[2])
        require(max(record("automatic", k)[1]) <= top, "automatic: an output is too large")
        return spine(renamed(e[3]), hyps, (*place, 0), read, k)
    if e[0] != "=" or not recursive(e[1]) or not by_definition(e):
        defined(e, hyps)
        require(false_everywhere(*hyps, negated(e)), f"false: {e}"[:200])


def tends(e, hyps):
    (n,), term, power = e[1:]
    defined(term, hyps)
    near = lambda b: ("and", ("<=", term, ("+", ("floor", n, power), b)), ("<=", ("floor", n, power), ("+", term, b)))  # noqa: E731
    if not any(false_everywhere(*hyps, negated(near(2**i))) for i in range(17)):
        raise Declined("tends_to: no bound found")


def by_definition(e):
    """F(args) = the body of F with the arguments put in: true, if F satisfies its equation."""
    item, body = ITEMS[e[1][1]], expand(ITEMS[e[1][1]].body)
    if not same(expand(unfold(e[1])), e[2], {}):
        return False
    if body[0] != "least" or not mex_shape(body) or any(ITEMS[n].recursive for n in closure(item.name) - {item.name}):
        return False
    hyps = [h for h, *_ in mex_leaves(body[2], body[1][0])]
    if anywhere(lambda t: t[:2] == ("call", item.name), ("and", *itertools.chain(*hyps))):
        return False
    for values in product(*(within(v) if v in DOMAIN else [v] for v in item.vars)):
        env = dict(zip(item.vars, values))
        try:
            defined(expand(subst(body, env)), [], (item.name, expand(subst(item.measure, env)), lambda call: None, None))
        except NoRecord as missing:
            raise Declined(f"definition: {missing}") from missing
    defined(e[1], [])
    return True


def same(a, b, names):
    """Equal up to the names of bound variables and to marks of naturals."""
    a, b = (x[1] if isinstance(x, tuple) and x[0] == "nat" else x for x in (a, b))
    if not isinstance(a, tuple) or not isinstance(b, tuple):
        return names.get(b, b) == a and type(a) is type(b)
    if a[0] in BINDERS and len(a[1]) == len(b[1]):
        names = {**names, **dict(zip(b[1], a[1]))}
    alike = a[0] == b[0] and len(a) == len(b) and (a[0] not in NAMED or a[1] == b[1]) and (a[0] not in BINDERS or len(a[1]) == len(b[1]))
    return alike and all(same(p, q, names) for p, q in zip(parts(a), parts(b), strict=True))


def check(claims):
    """All claims of a certificate with automata."""
    n, m, i = fresh("n"), fresh("m"), fresh("i")
    call = ("call", "floor", i)
    body = ("least", (m,), ("forall", (i,), ("=>", ("<", i, n), ("and", ("!=", m, call), ("!=", m, ("+", call, i))))))
    ITEMS["floor"] = Item(kind="def", name="floor", vars=[n], fixed=[False], recursive=True, measure=n, body=body)
    try:
        for k, claim in enumerate(claims, 1):
            check_claim(claim, k)
        bound = any(anywhere(lambda t: t[0] in BINDERS, expand(c.item.body)) for c in claims)
        built = bound or any(isinstance(x, tuple) for x in MADE.values())
        require(built or any(v not in DOMAIN and shown(v) not in c.fixed for c in claims for v in c.item.vars), "record not used: over")
        reached = {n for claim in claims for n in closure(claim.item.name)} | {"adder"}
        if any({"floor", "tends_to"} & set(ITEMS[n].tokens) for n in reached & set(ITEMS)):
            reached.add("floor")
        for key in RECORDS:
            name = key[1] if len(key) == 2 else key[0]
            require(key in USED or name in reached, f"record not used: {key}")
            if name == "adder":
                check_adder()
            elif key[0] in ("letters", "starts"):
                check_word(name)
            elif len(key) == 3:
                check_instance(ITEMS[name], *key[1:])
    finally:
        del ITEMS["floor"]
