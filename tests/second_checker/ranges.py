"""Evaluation on ranges with tables (spec/language.md 5 and 6): terms and formulas become Python text, quantifiers become generators of solutions."""
import functools
import itertools
import math
import re

from mex import BINDERS, DOMAIN, ITEMS, Declined, Rejected, SpecError, anywhere, expand, free, fresh, linear, nat, nat_atom, negated, remake, shown, subst, unfold

SIMPLE = {"+": "({}+{})", "-": "({}-{})", "*": "({}*{})", "-.": "max(0,{}-{})", "neg": "(-{})", "sq": "({}**2)", "=": "({}=={})", "!=": "({}!={})",
          "<": "({}<{})", "<=": "({}<={})", "and": "({} and {})", "or": "({} or {})", "=>": "(not {} or {})", "<=>": "({}=={})", "not": "(not {})",
          "true": "True", "false": "False", "if": "({1} if {0} else {2})", "++": "({}+{})", "prefix": "({1}[:len({0})]=={0})",
          "suffix": "({1}[max(0,len({1})-len({0})):]=={0})"}
TABLES, WORDS, KNOWN = {}, {}, {}
TRIVIAL = 'stop("trivial on a range, or an automaton is needed")'


def stop(why):
    raise Declined(why)


def reject(why):
    raise Rejected(why)


def check(value, low, high):
    return value if value >= low and (high < 0 or value <= high) else reject(f"undefined: {value} is not a natural in its domain")


def golden(n, k):
    return (n + math.isqrt(5 * n * n)) // 2 + (n if k == 2 else 0)


@functools.lru_cache(10**6)
def rep(name, n):
    """The n-th word, from the empty one, of the language without leading zeros in radix order."""
    rows, word, state = ITEMS[name].rows, (), 0
    counts, length = [[1] * len(rows)], 0
    if n == 0:
        return ()
    grow = lambda c: [sum(c[t] for t in r if t is not None) for r in rows]  # noqa: E731
    before = 1
    while True:  # `before` words are shorter than length + 1
        here = sum(counts[length][t] for t in rows[0][1:] if t is not None)
        if before + here > n:
            break
        before, length = before + here, length + 1
        counts.append(grow(counts[-1]))
    n -= before
    for k in range(length, -1, -1):
        for d, t in enumerate(rows[state]):
            if t is not None and (word or d):
                if n < counts[k][t]:
                    word, state = (*word, d), t
                    break
                n -= counts[k][t]
    return word


def output(name, n):
    state = 0
    for d in rep(ITEMS[name].over, n):
        state = ITEMS[name].rows[state][d]
    return ITEMS[name].rows[state][-1]


def image(name, word):
    rows = ITEMS[name].rows
    return tuple(x for c in word for x in (rows[c] if c < len(rows) and rows[c] is not None else reject(f"undefined: letter {c} of {name} is not given")))


def iterate(name, times, word):
    for _ in range(times):
        if len(word) > 10**7:
            stop("word too long")
        new = image(name, word)
        if new == word:
            break
        word = new
    return word


def limit(name):
    item = ITEMS[name]
    first = image(name, (item.start,))
    if first[:1] != (item.start,) or len(first) == 1:
        return False
    return [] not in item.rows or reject(f"undefined: limit({name}) with an empty image")


def letter(name, n):
    word = WORDS.get(name) or (item_start(name),)
    while len(word) <= n:
        word = WORDS[name] = image(name, word)
    return word[n]


def item_start(name):
    return ITEMS[name].start if limit(name) else reject(f"undefined: {name} has no limit")


def solve(c, rest):
    return (-rest // c,) if rest % c == 0 and -rest // c >= 0 else ()


def bisect(f, c, d, rest, top):
    """The v with c*f(v) + d*v + rest = 0, f increasing, v <= f(v); f is read up to top only (as far as a table reaches)."""
    if c < 0:
        c, d, rest = -c, -d, -rest
    low, high = 0, min(-rest // (c + d), top if top is not None else -rest)
    if top is not None and top < -rest // (c + d) and c * f(top) + d * top + rest < 0:
        high = top + 1  # the look-up outside the table is reported
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
    return table["high"][0] if table else -1


SPACE = {f.__name__: f for f in (stop, reject, check, golden, rep, output, iterate, limit, letter, solve, bisect, around, least, top)}


def ident(v):
    return re.sub(r"\W", "ø", v)


def define(params, lines, name=None):
    """A Python function of the given variables; its call."""
    name = name or fresh("f")
    exec(f"def {name}({', '.join(map(ident, params))}):\n" + "\n".join(" " + line for line in lines), SPACE)
    return f"{name}({', '.join(map(ident, params))})"


def called(text):
    return SPACE[text.split("(")[0]]


def py(e):
    if not isinstance(e, tuple):
        return ident(e) if isinstance(e, str) else str(e)
    if e not in KNOWN:
        KNOWN[e] = python(e)
    return KNOWN[e]


def naturals(args):
    return [py(nat(a)) for a in args]


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
    if op == "in":
        return "(" + " or ".join(py(equal(e[1], row)) for row in e[2]) + ")"
    if op in ("floor", "take"):
        n, other = py(nat(e[1])), py(e[2])
        return f"golden({n},{other})" if op == "floor" else f"{other}[:{n}]"
    if op in ("rep", "iterate", "limit"):
        return f"{op}({', '.join([repr(e[1]), *naturals(e[2:3]), *map(py, e[3:])])})"
    if op == "card":
        return str(len(set(map(tuple, ITEMS[e[1]].rows))))
    if op in ("call", "scall"):
        return call(e)
    if op in ("automatic", "tends"):
        return TRIVIAL
    body = expand(e[2])
    if op == "least":
        return least_python(e[1][0], body)
    found = solver([negated(body) if op == "forall" else body], frozenset(e[1]), e[1])
    if not found:
        return 'stop("unbounded quantifier")'
    return {"exists": "(next({},0)!=0)", "forall": "(next({},0)==0)", "unique": "(len(set({}))==1)", "count": "len(set({}))"}[op].format(found)


def call(e):
    op, name, *args = e
    item = ITEMS.get(name)
    if not item:
        return TRIVIAL
    if item.kind in ("word", "dfao"):
        return f"{'letter' if item.kind == 'word' else 'output'}({name!r},{naturals(args)[0]})"
    params = item.vars if op == "call" else [None, *item.vars]
    given = ",".join(py(nat(a, DOMAIN.get(p))) for a, p in zip(args, params, strict=True))
    made = ident(("table_" if item.recursive else "item_") + name)
    if op == "scall":
        made = ident("self_" + name)
        if made not in SPACE:
            arguments = ", ".join(map(ident, item.vars))
            define(["M0", *item.vars], [f"if not {py(item.measure)} < M0: reject('measure of {name}%s not smaller' % (({arguments},),))",
                                        f"return {py(('call', name, *item.vars))}"], made)
    elif made not in SPACE and item.recursive:
        fixed, ranged = ([ident(v) for v, f in zip(item.vars, item.fixed) if f == wanted] for wanted in (True, False))
        arguments = ", ".join(map(ident, item.vars))
        bad = " or ".join(f"{v} > high[{i}]" for i, v in enumerate(ranged))
        place = ranged[0] + "".join(f") * (high[{i}] + 1) + {v}" for i, v in enumerate(ranged[1:], 1))
        define(item.vars, [f"t = TABLES[{name!r}].get(({''.join(v + ',' for v in fixed)}))", "high = t['high'] if t else ()",
                           f"if not t or {bad}: reject('{name}%s is outside the tables' % (({arguments},),))",
                           "if t is not CURRENT[0]: t['used'] = True", "return t['data'][" + "(" * (len(ranged) - 1) + place + "]"], made)
    elif made not in SPACE:
        SPACE[made] = None
        define(item.vars, [f"return {py(nat(item.body) if item.kind == 'def' else item.body)}"], made)
        if item.kind == "set":
            SPACE[made] = functools.lru_cache(10**6)(SPACE[made])
    return f"{made}({given})"


CURRENT = SPACE["CURRENT"] = [None]
SPACE["TABLES"] = TABLES


def equal(left, right):
    out = [("=", a, b) for a, b in zip(left, right, strict=True)]
    return out[0] if len(out) == 1 else ("and", out[0], equal(left[1:], right[1:]))


def least_python(m, body):
    found = solver([body], frozenset([m]), (m,))
    if found:
        return f"least(set({found}))"
    try:
        leaves = list(mex_leaves(body, m, (), ()))
        lines = ["excluded, low = set(), 0"]
        for hyps, bound, kind, term in leaves:
            action = f"excluded.add({py(term)})" if kind == "!=" else f"low = max(low, {py(term)}{'+1' if kind == '<' else ''})"
            if hyps or bound:
                wanted = tuple(v for v in bound if v in free(term))
                loop = solver(hyps, frozenset(bound), wanted)
                if not loop:
                    raise ValueError
                lines.append(f"for ({''.join(ident(v) + ',' for v in wanted)}) in {loop}:" if wanted else f"for _ in {loop}:")
            lines.append(("    " if hyps or bound else "") + action)
        lines += ["while low in excluded: low += 1", "return low"]
    except ValueError:
        lines = ["for %s in range(1000000):" % ident(m), f"    if {py(body)}: return {ident(m)}", "stop('search for a least number given up')"]
    return define(sorted(free(body) - {m}), lines)


def mex_leaves(e, m, hyps, bound):
    """The parts of a formula of mex shape: hypotheses, their variables, kind (!=, <, <=) and term, as in T < m; ValueError if it has another shape."""
    if e[0] == "and":
        yield from mex_leaves(e[1], m, hyps, bound)
        yield from mex_leaves(e[2], m, hyps, bound)
    elif e[0] == "forall":
        yield from mex_leaves(e[2], m, hyps, bound + e[1])
    elif e[0] == "=>" and m not in free(e[1]):
        yield from mex_leaves(e[2], m, (*hyps, e[1]), bound)
    elif e[0] in ("!=", "<", "<=") and e[2] == m and m not in free(e[1]):
        yield hyps, bound, e[0], e[1]
    elif e[0] == "!=" and e[1] == m and m not in free(e[2]):
        yield hyps, bound, "!=", e[2]
    else:
        raise ValueError


def sequence_shape(name):
    """For a def of sequence shape: its lower bounds and, in the variable i, its excluded terms; else None."""
    item = ITEMS[name]
    body = expand(item.body)
    if not item.recursive or item.measure != item.vars[-1] or body[0] != "least":
        return None
    m, n, lows, terms, parts = body[1][0], item.vars[-1], [], [], [body[2]]
    while parts:
        e = parts.pop()
        if e[0] == "and":
            parts += e[1:]
        elif e[0] in ("<", "<=") and e[2] == m and not {m, n} & free(e[1]):
            lows.append(e)
        elif e[0] == "forall" and not terms and len(e[1]) == 1 and e[2][0] == "=>" and e[2][1] == ("<", e[1][0], n):
            i, own = e[1][0], ("call", name, *item.vars[:-1], e[1][0])
            try:
                leaves = list(mex_leaves(e[2][2], m, (), ()))
            except ValueError:
                return None
            wrong = lambda t: isinstance(t, tuple) and t[:2] == ("call", name) and t != own  # noqa: E731
            if any(h or b or k != "!=" or n in free(t) or anywhere(wrong, t) for h, b, k, t in leaves) or own not in [t for *_, t in leaves]:
                return None
            terms = [(i, t) for *_, t in leaves]
        else:
            return None
    own_call = lambda t: isinstance(t, tuple) and t[:2] == ("call", name)  # noqa: E731
    return (lows, terms) if terms and not any(anywhere(own_call, e) for e in lows) else None


def increasing(e, v):
    """Is e a call of an increasing function at v, v nowhere else?"""
    if e[0] == "floor":
        return e[1] == v
    return e[0] in ("call", "scall") and e[-1] == v and not any(v in free(a) for a in e[2:-1]) and e[1] in ITEMS and sequence_shape(e[1]) is not None


def solver(conjuncts, unassigned, wanted):
    """A generator of the values of the wanted variables at all solutions, as a call in Python text; None if solving fails."""
    key = (tuple(conjuncts), unassigned, wanted)
    if key not in KNOWN:
        lines = plan(conjuncts, unassigned, wanted, "")
        params = sorted((set(wanted).union(*map(free, conjuncts))) - unassigned)
        KNOWN[key] = lines and define(params, lines)
    return KNOWN[key]


def flatten(e, unassigned):
    """Conjuncts and the unassigned variables with the auxiliary ones."""
    if e[0] == "not" and (e[1][0] in ("and", "or", "=>", "not", "forall", "exists", "=", "!=", "<", "<=", "true", "false") or e[1][0] == "in"):
        return flatten(negated(e[1]), unassigned)
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
    tests = [c for c in flat if not free(c) & unassigned]
    flat = [c for c in flat if free(c) & unassigned]
    out = [f"{pad}if not {py(c)}: {'continue' if pad else 'return'}" for c in tests]
    if not unassigned:
        return [*out, f"{pad}yield ({''.join(ident(v) + ',' for v in wanted)})"]
    v, loop = next(bounds(flat, unassigned), (None, None))
    if v:
        rest = plan(flat, unassigned - {v}, wanted, pad + " ")
        return rest and [*out, f"{pad}for {ident(v)} in {loop}:", *rest]
    for rewrite in (split, unfolded):
        for i, c in enumerate(flat):
            found = [solver([*flat[:i], part, *flat[i + 1 :]], unassigned, wanted) for part in rewrite(c)]
            if found and all(found):
                return out + [f"{pad}yield from {f}" for f in found]
    return None


def split(e):
    if e[0] == "or":
        return e[1:]
    if e[0] == "=>":
        return negated(e[1]), e[2]
    if e[0] == "<=>":
        return ("and", e[1], e[2]), ("and", negated(e[1]), negated(e[2]))
    if e[0] == "not" and e[1][0] == "<=>":
        return ("and", e[1][1], negated(e[1][2])), ("and", negated(e[1][1]), e[1][2])
    return [equal(e[1], row) for row in e[2]] if e[0] == "in" else ()


def unfolded(e):
    if e[0] == "not":
        return [negated(x) for x in unfolded(e[1])]
    return [expand(unfold(e[1], e[2:]))] if e[0] == "call" and e[1] in ITEMS and ITEMS[e[1]].kind in ("pred", "set") else ()


def total(form):
    return "+".join(f"{c}*{py(a)}" if a != 1 else f"{c}" for a, c in form.items()) or "0"


def bounds(conjuncts, unassigned):
    """Rules 3, 4, 5: a variable and the values it runs over."""
    atoms = lambda form, v: [a for a in form if a != 1 and v in free(a)]  # noqa: E731
    inside = lambda form: {v for a in form if a != 1 for v in free(a)} & unassigned  # noqa: E731
    without = lambda form, *gone: total({a: c for a, c in form.items() if a not in gone})  # noqa: E731
    equations = [linear(("-", c[1], c[2])) for c in conjuncts if c[0] == "=" and word_free(c)]
    pairs = [{a: f.get(a, 0) - g.get(a, 0) for a in {**f, **g} if f.get(a, 0) != g.get(a, 0)} for f, g in itertools.combinations(equations, 2)]
    for form in equations + pairs:
        if len(inside(form)) == 1:
            (v,) = inside(form)
            if atoms(form, v) == [v]:
                yield v, f"solve({form[v]},{without(form, v)})"
    for form in equations:
        if len(inside(form)) == 1:
            (v,) = inside(form)
            calls = [a for a in atoms(form, v) if a != v]
            if len(calls) == 1 and increasing(calls[0], v) and form[calls[0]] * form.get(v, 0) >= 0:
                f = calls[0]
                high = f"top({', '.join(map(repr, f[1:2]))}{''.join(',' + py(a) for a in f[2 if f[0] == 'call' else 3 : -1])})" if f[0] != "floor" else "None"
                yield v, f"bisect(lambda {ident(v)}: {py(f)},{form[f]},{form.get(v, 0)},{without(form, f, v)},{high})"
    for c in conjuncts:
        if c[0] in ("<", "<=", "=") and word_free(c):
            form = linear(("-", c[1], c[2]))
            for f in (form, {a: -k for a, k in form.items()})[: 1 + (c[0] == "=")]:
                yield from upper(f, unassigned, inside)
            squares = {a: k for a, k in form.items() if a != 1 and free(a) & unassigned}
            if c[0] != "=" and all(a[0] == "sq" and k > 0 for a, k in squares.items()):
                for a, k in squares.items():
                    inner = linear(a[1])
                    v = next(iter(inside(inner)), None)
                    if len(inside(inner)) == 1 and atoms(inner, v) == [v] and inner[v] in (1, -1):
                        yield v, f"around({-inner[v]}*({without(inner, v)}),-({without(form, *squares)})//{k})"


def upper(form, unassigned, inside):
    great, small = {a: -k for a, k in form.items() if k < 0}, {a: k for a, k in form.items() if k > 0 and a != 1}
    if not inside(great) and all(map(nat_atom, small)):
        for a, k in small.items():
            for v in sorted(free(a) & unassigned):
                if a == v or increasing(a, v):
                    yield v, f"range(({total(great)})//{k}+1)"


def word_free(e):
    return not anywhere(lambda t: isinstance(t, tuple) and t[0] in ("rep", "word", "++", "take", "iterate"), ("=", *(k for k in e[1:] if isinstance(k, tuple) and k[0] in ("rep", "word", "++", "take", "iterate"))))


def forget():
    """Before another certificate: the values that were kept."""
    for f in list(SPACE.values()):
        if hasattr(f, "cache_clear"):
            f.cache_clear()


class NeedsRange(Exception):
    pass


def program(item, ranges):
    """The statement on its ranges, as a Python function of the function that is told of false leaves; and the number of its leaves."""
    leaves = []

    def loop(v, scope):
        kind = ranges.get(shown(v)) or ("box", *DOMAIN[v])
        if kind[0] == "point":
            return f"for {ident(v)} in (POINT[{shown(v)!r}],):"
        if kind[0] == "box":
            return f"for {ident(v)} in range({kind[1]},{kind[2]}+1):"
        earlier = [ident(scope[u]) for u in kind[1] if u in scope and u != shown(v)]
        return f"for {ident(v)} in range({kind[2]}{''.join('-' + u for u in earlier)}+1):"

    def spine(e, scope, pad):
        if e[0] == "and":
            return spine(e[1], scope, pad) + spine(e[2], scope, pad)
        if e[0] == "=>":
            return [f"{pad}if {py(e[1])}:", *spine(e[2], scope, pad + " ")]
        if e[0] == "forall":
            out, hyps, body = [], [], e[2]
            for v in e[1]:
                if shown(v) in ranges:
                    out.append(pad + loop(v, scope))
                    scope, pad = {**scope, shown(v): v}, pad + " "
            rest = tuple(v for v in e[1] if shown(v) not in ranges)
            if not rest:
                return out + spine(body, scope, pad)
            while body[0] == "=>":
                hyps, body = [*hyps, expand(body[1])], body[2]
            found = solver(hyps, frozenset(rest), rest)
            if not found:
                raise NeedsRange(f"needs a range for {shown(rest[0])}")
            out.append(f"{pad}for ({''.join(ident(v) + ',' for v in rest)}) in sorted(set({found})):")
            return out + spine(body, {**scope, **{shown(v): v for v in rest}}, pad + " ")
        leaves.append(e)
        k, place = len(leaves) - 1, "{" + ", ".join(f"{n!r}: {ident(v)}" for n, v in scope.items()) + "}"
        value = py(e)
        if e[0] == "exists" and not solver([expand(e[2])], frozenset(e[1]), e[1]):
            vast = lambda k: isinstance(k, tuple) and (k[0] in ("automatic", "tends") or k[0] == "forall" and python(k).startswith("stop"))  # noqa: E731
            if anywhere(vast, expand(e[2])):
                return [f"{pad}{TRIVIAL}"]
            body = define([*e[1], *sorted(free(e))], [f"return {py(expand(e[2]))}"])
            value = body.split("(")[0] + "(" + ",".join([f"*witness({len(e[1])})", *map(ident, sorted(free(e)))]) + ")"
        return [f"{pad}READ[{k}] += 1", f"{pad}if not {value}: failed({k}, {place})"]

    lines, pad, scope = [], "", {}
    for v in item.vars:
        if shown(v) not in ranges and v not in DOMAIN:
            raise NeedsRange(f"needs a range for {shown(v)}")
        lines.append(pad + loop(v, scope))
        scope, pad = {**scope, shown(v): v}, pad + " "
    name = define([], ["pass", *lines, *spine(item.body, scope, pad)])
    return called(name), len(leaves)


def run(made, witness, failed, point=None):
    """Runs a program; the number of readings of each leaf."""
    SPACE.update(READ=[0] * made[1], witness=witness, failed=failed, POINT=point)
    made[0]()
    return SPACE["READ"]


def verify_table(name, fixed, table):
    """Every entry against the body of the definition."""
    item, entries = ITEMS[name], iter(table["data"])
    CURRENT[0] = table
    own = lambda e: ("scall", name, "M0", *map(own, e[2:])) if isinstance(e, tuple) and e[:2] == ("call", name) else remake(e, own)  # noqa: E731
    shape = sequence_shape(name)
    given = iter(fixed)
    fixed_of = {v: next(given) for v, f in zip(item.vars, item.fixed) if f}
    if shape:
        fixed_text = "; ".join(f"{ident(v)} = {c}" for v, c in fixed_of.items()) or "pass"
        lows = ", ".join(py(e[1]) + ("+1" if e[0] == "<" else "") for e in shape[0])
        body = [fixed_text, "excluded, m = set(), 0", f"for n in range({table['high'][0]}+1):",
                f" m = max(0, {lows or 0}, m)", " while m in excluded: m += 1", " yield m",
                *(f" {ident(i)} = n; excluded.add({py(t)})" for i, t in shape[1])]
        values = called(define([], body))()
    else:
        function = called(define(item.vars, [f"M0 = {py(nat(item.measure))}", f"return {py(nat(own(expand(item.body))))}"]))
        boxes = [[fixed_of[v]] if f else range(table["high"][sum(not g for g in item.fixed[:i])] + 1) for i, (v, f) in enumerate(zip(item.vars, item.fixed))]
        values = (function(*args) for args in itertools.product(*boxes))
    for k, (entry, value) in enumerate(zip(entries, values, strict=True)):
        if entry != value:
            reject(f"table {name}: entry {k} is {entry}, computed {value}")
    CURRENT[0] = None
