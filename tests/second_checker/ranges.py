"""Evaluation on ranges with tables (spec/language.md 5, 6): formulas become Python text, quantifiers become generators of solutions."""
import functools
import itertools
import math
import re

from mex import (DOMAIN, ITEMS, Declined, Rejected, anywhere, expand, free, fresh, kind, linear, nat, natural_atom, negated, product,
                 recursive, shown, sort, unfold, work)

SIMPLE = {"+": "({}+{})", "-": "({}-{})", "*": "({}*{})", "-.": "max(0,{}-{})", "neg": "(-{})", "sq": "({}**2)", "=": "({}=={})",
          "!=": "({}!={})", "<": "({}<{})", "<=": "({}<={})", "and": "({} and {})", "or": "({} or {})", "=>": "(not {} or {})",
          "<=>": "({}=={})", "not": "(not {})", "true": "True", "false": "False", "if": "({1} if {0} else {2})", "++": "({}+{})",
          "prefix": "({1}[:len({0})]=={0})", "suffix": "({1}[max(0,len({1})-len({0})):]=={0})"}
TABLES, WORDS, KNOWN = {}, {}, {}
OWN = [None, "", 0]  # the table that is being verified, and, where self-calls are compared with it, the def's name and the entry's measure


def along(values):
    for v in values:
        work(1)
        yield v


def stop(why):
    raise Declined(why)


def reject(why):
    raise Rejected(why)


def check(value, low, high):
    return value if value >= low and (high < 0 or value <= high) else reject(f"undefined: {value} is not a natural in its domain")


def golden(n, k):
    return (n + math.isqrt(5 * n * n)) // 2 + (n if k == 2 else 0)


@functools.lru_cache(10**5)
def rep(name, n):
    """The n-th word, from the empty one, of the language without leading zeros in radix order."""
    if n == 0:
        return ()
    rows, word, state = ITEMS[name].rows, [], 0
    n, counts = n - 1, [[1] * len(rows)]  # how many words of length 0, 1, .. there are from each state
    while (here := sum(counts[-1][t] for t in rows[0][1:] if t is not None)) <= n:
        n -= here
        counts.append([sum(counts[-1][t] for t in r if t is not None) for r in rows])
        work(len(rows))
    for count in reversed(counts):
        for d, t in enumerate(rows[state]):
            if t is not None and (word or d):
                if n < count[t]:
                    state = t
                    word.append(d)
                    break
                n -= count[t]
    return tuple(word)


def output(name, n):
    state = 0
    for d in rep(ITEMS[name].over, n):
        state = ITEMS[name].rows[state][d]
    return ITEMS[name].rows[state][-1]


def image(name, word):
    rows = ITEMS[name].rows
    given = lambda c: rows[c] if c < len(rows) and rows[c] is not None else reject(f"undefined: letter {c} of {name}")  # noqa: E731
    new = tuple(x for c in word for x in given(c))
    work((len(word) + len(new)) // 64)
    return new


def iterate(name, times, word):
    for _ in range(times):
        if (new := image(name, word)) == word:
            break
        word = new
    return word


def limit(name):
    start, rows = ITEMS[name].start, ITEMS[name].rows
    first = image(name, (start,))
    return first[:1] == (start,) and len(first) > 1 and ([] not in rows or reject(f"undefined: limit({name}) with an empty image"))


def letter(name, n):
    word = WORDS.get(name) or ((ITEMS[name].start,) if limit(name) else reject(f"undefined: {name} has no limit"))
    while len(word) <= n:
        word = WORDS[name] = image(name, word)
    return word[n]


def solve(c, rest):
    return (-rest // c,) if rest % c == 0 and -rest // c >= 0 else ()


def bisect(f, c, d, rest, top):
    """The v with c*f(v) + d*v + rest = 0, f increasing, v <= f(v); f is read up to top only (as far as a table reaches)."""
    if c < 0:
        c, d, rest = -c, -d, -rest
    low, high = 0, -rest // (c + d)
    if top is not None and top < high:
        high = top + (c * f(top) + d * top + rest < 0)  # the look-up outside the table is reported
    while low < high:
        mid = (low + high) // 2
        low, high = (mid + 1, high) if c * f(mid) + d * mid + rest < 0 else (low, mid)
    return (low,) if -rest >= 0 and c * f(low) + d * low + rest == 0 else ()


def around(center, bound):
    root = math.isqrt(bound) if bound >= 0 else -1
    return range(max(0, center - root), center + root + 1)


def least(values):
    return min(values)[0] if values else reject("undefined: least of an empty set")


def top(name, *fixed):
    table = TABLES.get(name, {}).get(fixed)
    return table.high[0] if table else -1


def look_up(name, fixed, ranged, measure):
    table = TABLES.get(name, {}).get(fixed)
    if not table or any(v > h for v, h in zip(ranged, table.high)):
        reject(f"{name} {fixed} {ranged} is outside the tables")
    if OWN[1] == name and not measure() < OWN[2]:
        reject(f"the measure of {name} {fixed} {ranged} is not smaller")
    table.used |= table is not OWN[0]
    place = 0
    for v, h in zip(ranged, table.high):
        place = place * (h + 1) + v
    return table.data[place]


SPACE = dict(work=work, along=along, stop=stop, reject=reject, check=check, golden=golden, rep=rep, output=output,
             iterate=iterate, limit=limit, letter=letter, solve=solve, bisect=bisect, around=around, least=least, top=top,
             look_up=look_up, count=itertools.count)


# ---- terms and formulas as Python text ----
def ident(v):
    return re.sub(r"\W", "ø", v)


def row(some):
    """A tuple of variables as Python text."""
    return "(" + "".join(ident(v) + "," for v in some) + ")"


def define(params, lines, name=None):
    """A Python function of the given variables; its call."""
    name = name or fresh("f")
    exec(f"def {name}({', '.join(map(ident, params))}):\n" + "\n".join(" " + line for line in ["work(1)", *lines]), SPACE)
    return f"{name}({', '.join(map(ident, params))})"


def called(text):
    return SPACE[text.split("(")[0]]


def py(e):
    if not isinstance(e, tuple):
        return ident(e) if isinstance(e, str) else str(e)
    if e not in KNOWN:
        KNOWN[e] = python(e)
    return KNOWN[e]


def python(e):
    op = e[0]
    if op in SIMPLE:
        return SIMPLE[op].format(*map(py, e[1:]))
    if op in ("div", "mod"):
        return f"({py(nat(e[1]))}{'//' if op == 'div' else '%'}{e[2]})"
    if op == "nat":
        return f"check({py(e[1])},{e[2]},{e[3]})"
    if op == "word":
        return str(e[1:])
    if op in ("floor", "take"):
        n, other = py(nat(e[1])), py(e[2])
        return f"golden({n},{other})" if op == "floor" else f"{other}[:{n}]"
    if op in ("rep", "iterate", "limit"):
        return f"{op}({', '.join([repr(e[1]), *(py(nat(a)) for a in e[2:3]), *map(py, e[3:])])})"
    if op == "card":
        return str(len(set(map(tuple, ITEMS[e[1]].rows))))
    if op in ("automatic", "tends") or op == "call" and e[1] not in ITEMS:
        return 'stop("trivial on a range")'
    if op == "call":
        return call(e)
    if op == "least":
        return least_python(e[1][0], e[2])
    found = solver([negated(e[2]) if op == "forall" else e[2]], frozenset(e[1]), e[1])
    return found and {"exists": "(next({},0)!=0)", "forall": "(next({},0)==0)", "unique": "(len(set({}))==1)",
                      "count": "len(set({}))"}[op].format(found) or 'stop("unbounded quantifier")'


def call(e):
    name, item = e[1], ITEMS[e[1]]
    if item.kind in ("word", "dfao"):
        return f"{'letter' if item.kind == 'word' else 'output'}({name!r},{py(nat(e[2]))})"
    made = ident("item_" + name)
    if made not in SPACE:
        SPACE[made] = None
        if item.recursive:
            fixed, ranged = (row(v for v, f in zip(item.vars, item.fixed) if f == wanted) for wanted in (True, False))
            define(item.vars, [f"return look_up({name!r}, {fixed}, {ranged}, lambda: {py(expand(item.measure))})"], made)
        else:
            define(item.vars, [f"return {py(nat(expand(item.body)) if item.kind == 'def' else expand(item.body))}"], made)
    return f"{made}({','.join(py(nat(a, DOMAIN.get(p))) for a, p in zip(e[2:], item.vars, strict=True))})"


def least_python(m, body):
    found = solver([body], frozenset([m]), (m,))
    if found:
        return f"least(set({found}))"
    lines = ["excluded, low = set(), 0"]
    for hyps, bound, op, term in mex_leaves(body, m) or ():
        wanted = tuple(v for v in bound if v in free(term))
        loop = solver(hyps, frozenset(bound), wanted) if hyps or bound else "iter([()])"
        action = f"excluded.add({py(term)})" if op == "!=" else f"low = max(low, {py(term)}{'+1' if op == '<' else ''})"
        lines = lines and loop and [*lines, f"for {row(wanted) if wanted else '_'} in {loop}: {action}"]
    if mex_leaves(body, m) is None or not lines:
        return define(sorted(free(body) - {m}), [f"for {ident(m)} in along(count()):", f"    if {py(body)}: return {ident(m)}"])
    return define(sorted(free(body) - {m}), [*lines, "while low in excluded: low += 1", "return low"])


def mex_leaves(e, m, hyps=(), bound=()):
    """The parts of a formula of mex shape: hypotheses, variables, kind (!=, <, <=) and term, as in T < m; None if it has another shape."""
    if e[0] == "and":
        left, right = (mex_leaves(k, m, hyps, bound) for k in e[1:])
        return None if left is None or right is None else left + right
    if e[0] == "forall":
        return mex_leaves(e[2], m, hyps, bound + e[1])
    if e[0] == "=>" and m not in free(e[1]):
        return mex_leaves(e[2], m, (*hyps, e[1]), bound)
    if e[0] == "!=" and e[1] == m:
        e = ("!=", e[2], m)
    return [(hyps, bound, e[0], e[1])] if e[0] in ("!=", "<", "<=") and e[2] == m and m not in free(e[1]) else None


@functools.lru_cache(None)
def sequence_shape(name):
    """For a def of sequence shape: its lower bounds, and (i, T) for its excluded terms T in the variable i; else None."""
    item = ITEMS[name]
    body = expand(item.body)
    if not item.recursive or item.measure != item.vars[-1] or body[0] != "least":
        return None
    m, n, lows, terms, todo = body[1][0], item.vars[-1], [], [], [body[2]]
    own_call = lambda t: t[:2] == ("call", name)  # noqa: E731
    while todo:
        e = todo.pop()
        if e[0] == "and":
            todo += e[1:]
        elif e[0] in ("<", "<=") and e[2] == m and not {m, n} & free(e[1]) and not anywhere(own_call, e):
            lows.append(e)
        elif e[0] == "forall" and not terms and len(e[1]) == 1 and e[2][0] == "=>" and e[2][1] == ("<", e[1][0], n):
            i, own = e[1][0], ("call", name, *item.vars[:-1], e[1][0])
            leaves = mex_leaves(e[2][2], m) or [(1, 1, 1, 1)]
            if any(h or b or k != "!=" or n in free(t) or anywhere(lambda t: own_call(t) and t != own, t) for h, b, k, t in leaves):
                return None
            terms = [(i, t) for *_, t in leaves] if own in [t for *_, t in leaves] else []
        else:
            return None
    return (lows, terms) if terms else None


def increasing(e, v):
    """Is e a call of an increasing function at v, v nowhere else?"""
    if not isinstance(e, tuple) or e[0] == "floor":
        return isinstance(e, tuple) and e[1] == v
    return recursive(e) and e[-1] == v and not any(v in free(a) for a in e[2:-1]) and sequence_shape(e[1]) is not None


# ---- solving ----
def solver(conjuncts, unassigned, wanted):
    """A generator of the values of the wanted variables at all solutions, as a call in Python text; None if solving fails."""
    key = (tuple(conjuncts), unassigned, wanted)
    if key not in KNOWN:
        lines = plan(conjuncts, unassigned, wanted, "")
        KNOWN[key] = lines and define(sorted((set(wanted).union(*map(free, conjuncts))) - unassigned), lines)
    return KNOWN[key]


def flatten(e, unassigned):
    """Conjuncts and the unassigned variables with the auxiliary ones."""
    if e[0] == "not" and (turned := negated(e[1])) != e:
        return flatten(turned, unassigned)
    if e[0] == "and":
        left, unassigned = flatten(e[1], unassigned)
        right, unassigned = flatten(e[2], unassigned)
        return left + right, unassigned
    if e[0] == "exists" and free(e) & unassigned:
        return flatten(e[2], unassigned | set(e[1]))
    return ([] if e == ("true",) else [e]), unassigned


def plan(conjuncts, unassigned, wanted, pad):
    flat = []
    for c in conjuncts:
        new, unassigned = flatten(c, unassigned)
        flat += new
    out = [f"{pad}if not {py(c)}: {'continue' if pad else 'return'}" for c in flat if not free(c) & unassigned]
    flat = [c for c in flat if free(c) & unassigned]
    if not unassigned:
        return [*out, f"{pad}yield {row(wanted)}"]
    v, loop = next(bounds(flat, unassigned), (None, None))
    if v:
        if len(pad) < 8:
            rest = plan(flat, unassigned - {v}, wanted, pad + " ")
        else:  # Python does not nest loops deeper than 20
            rest = (found := solver(flat, unassigned - {v}, wanted)) and [f"{pad} yield from {found}"]
        return rest and [*out, f"{pad}for {ident(v)} in along({loop}):", *rest]
    for rewrite in (split, unfolded):
        for i, c in enumerate(flat):
            found = [solver([*flat[:i], part, *flat[i + 1 :]], unassigned, wanted) for part in rewrite(c)]
            if found and all(found):
                return out + [f"{pad}yield from {f}" for f in found]
    return None


def split(e):
    if e[0] == "=>":
        return negated(e[1]), e[2]
    if e[0] == "<=>" or e[0] == "not" and e[1][0] == "<=>":
        a, b = e[1:] if e[0] == "<=>" else (e[1][1], negated(e[1][2]))
        return ("and", a, b), ("and", negated(a), negated(b))
    return e[1:] if e[0] == "or" else ()


def unfolded(e):
    if e[0] == "not":
        return [negated(x) for x in unfolded(e[1])]
    return [expand(unfold(e))] if kind(e) in ("pred", "set") else ()


def total(form, *gone):
    return "+".join(f"{c}*{py(a)}" if a != 1 else f"{c}" for a, c in form.items() if a not in gone) or "0"


def bounds(conjuncts, unassigned):
    """Rules 3, 4, 5: a variable and the values it runs over."""
    atoms = lambda form: [a for a in form if a != 1 and free(a) & unassigned]  # noqa: E731
    inside = lambda form: {v for a in atoms(form) for v in free(a) & unassigned}  # noqa: E731
    relations = [(c[0], linear(("-", c[1], c[2]))) for c in conjuncts if c[0] in ("=", "<", "<=") and sort(c[1]) == "N"]
    equations = [f for op, f in relations if op == "="]
    minus = lambda f, g: {a: f.get(a, 0) - g.get(a, 0) for a in {**f, **g} if f.get(a, 0) != g.get(a, 0)}  # noqa: E731
    pairs = (minus(f, g) for f, g in itertools.combinations(equations, 2))
    for form in itertools.chain(equations, pairs):
        if len(inside(form)) == 1 and atoms(form) == list(inside(form)):
            (v,) = inside(form)
            yield v, f"solve({form[v]},{total(form, v)})"
    for form in equations:
        if len(inside(form)) == 1:
            (v,) = inside(form)
            calls = [a for a in atoms(form) if a != v]
            if len(calls) == 1 and increasing(f := calls[0], v) and form[f] * form.get(v, 0) >= 0:
                high = "None" if f[0] == "floor" else f"top({', '.join([repr(f[1]), *map(py, f[2:-1])])})"
                yield v, f"bisect(lambda {ident(v)}: {py(f)},{form[f]},{form.get(v, 0)},{total(form, f, v)},{high})"
    for op, form in relations:
        for f in (form, {a: -k for a, k in form.items()})[: 1 + (op == "=")]:
            great, small = {a: -k for a, k in f.items() if k < 0}, {a: k for a, k in f.items() if k > 0 and a != 1}
            if not inside(great) and all(map(natural_atom, small)):
                found = ((a, v, k) for a, k in small.items() for v in sorted(free(a) & unassigned))
                yield from ((v, f"range(({total(great)})//{k}+1)") for a, v, k in found if a == v or increasing(a, v))
        squares = {a: form[a] for a in atoms(form)}
        if op != "=" and all(isinstance(a, tuple) and a[0] == "sq" and k == 1 or natural_atom(a) and k > 0 for a, k in squares.items()):
            for inner in (linear(a[1]) for a in squares if a[0] == "sq"):
                v = next(iter(inside(inner)), None)
                if atoms(inner) == [v] and inner[v] in (1, -1):
                    yield v, f"around({-inner[v]}*({total(inner, v)}),-({total(form, *squares)}))"


# ---- statements and tables ----
class NeedsRange(Exception):
    pass


def program(item, ranges):
    """The statement on its ranges, as a Python function, and the number of its leaves.

    A range is (low, high), that of a point None, that of a sum its names and bound."""
    leaves = []

    def loop(v, scope):
        r = ranges.get(shown(v), DOMAIN.get(v))
        if r is None:
            return f"(POINT[{shown(v)!r}],)"
        if isinstance(r[0], int):
            return f"range({r[0]},{r[1]}+1)"
        return f"range({r[1]}{''.join('-' + ident(scope[u]) for u in r[0] if u in scope and u != shown(v))}+1)"

    def ranged(names, scope, pad):
        out = []
        for v in names:
            out.append(f"{pad}for {ident(v)} in along({loop(v, scope)}):")
            scope, pad = {**scope, shown(v): v}, pad + " "
        return out, scope, pad

    def spine(e, scope, pad):
        if e[0] == "and":
            return spine(e[1], scope, pad) + spine(e[2], scope, pad)
        if e[0] == "=>":
            return [f"{pad}if {py(e[1])}:", *spine(e[2], scope, pad + " ")]
        if e[0] == "forall":
            out, scope, pad = ranged([v for v in e[1] if shown(v) in ranges], scope, pad)
            rest, hyps, body = tuple(v for v in e[1] if shown(v) not in ranges), [], e[2]
            while rest and body[0] == "=>":
                hyps, body = [*hyps, body[1]], body[2]
            if rest:
                found = solver(hyps, frozenset(rest), rest)
                if not found:
                    raise NeedsRange(f"needs a range for {shown(rest[0])}")
                out.append(f"{pad}for {row(rest)} in sorted(set({found})):")
            return out + spine(body, {**scope, **{shown(v): v for v in rest}}, pad + " " * bool(rest))
        leaves.append(e)
        value, k = py(e), len(leaves) - 1
        if e[0] == "exists" and not solver([e[2]], frozenset(e[1]), e[1]):
            vast = lambda k: k[0] in ("automatic", "tends") or k[0] == "forall" and py(k).startswith("stop")  # noqa: E731
            if anywhere(vast, e[2]):
                return [f'{pad}stop("trivial on a range")']
            body = define([*e[1], *sorted(free(e))], [f"return {py(e[2])}"])
            value = f"{body.split('(')[0]}({','.join([f'*witness({len(e[1])})', *map(ident, sorted(free(e)))])})"
        place = "{" + ", ".join(f"{n!r}: {ident(v)}" for n, v in scope.items()) + "}"
        return [f"{pad}READ[{k}] += 1", f"{pad}if not {value}: failed({k}, {place})"]

    if missing := [shown(v) for v in item.vars if shown(v) not in ranges and v not in DOMAIN]:
        raise NeedsRange(f"needs a range for {missing[0]}")
    lines, scope, pad = ranged(item.vars, {}, "")
    return called(define([], [*lines, *spine(expand(item.body), scope, pad)])), len(leaves)


def run(made, witness, failed, point=None):
    """Runs a program; the number of readings of each leaf."""
    SPACE.update(READ=[0] * made[1], witness=witness, failed=failed, POINT=point)
    made[0]()
    return SPACE["READ"]


def sweep(item, env, size):
    """The first values of a def of sequence shape."""
    lows, terms = sequence_shape(item.name)
    bounds = "".join(f", {py(a)}" + "+1" * (op == "<") for op, a, _ in lows)
    lines = [*(f"{ident(v)} = {c}" for v, c in env.items()), f"excluded, m = set(), max([0{bounds}])",
             f"for n in along(range({size})):", " while m in excluded: m += 1", " yield m",
             *(f" {ident(i)} = n; excluded.add({py(t)})" for i, t in terms)]
    return called(define([], lines))()


def verify_table(item, fixed, table):
    """Every entry against the body of the definition."""
    given, high = iter(fixed), iter(table.high)
    env = {v: next(given) for v, f in zip(item.vars, item.fixed) if f}
    OWN[:] = table, "", 0
    if sequence_shape(item.name):
        values = sweep(item, env, table.high[0] + 1)
    else:
        measure, body = (called(define(item.vars, [f"return {py(nat(expand(e)))}"])) for e in (item.measure, item.body))
        boxes = [(env[v],) if f else range(next(high) + 1) for v, f in zip(item.vars, item.fixed)]
        def body_values():
            for args in product(*boxes):
                OWN[1:] = "", 0
                OWN[1:] = item.name, measure(*args)
                yield body(*args)
        values = body_values()
    for k, (entry, value) in enumerate(zip(table.data, values, strict=True)):
        if entry != value:
            reject(f"table {item.name}: entry {k} is {entry}, computed {value}")
    OWN[:] = None, "", 0
