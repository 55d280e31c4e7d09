"""The mex language (spec/language.md 1 to 4, 7): tokens, grammar, names, sorts, closures; terms as linear forms.

A term or formula is an int, a variable (a string that is unique in the whole spec: name_number) or a tuple that begins with the operator of
the resolved tree; X in {a, b} is X = a or X = b. ("nat", e, a, b) is e where the text asks for a natural (in a..b unless b < 0)."""
import hashlib
import itertools
import math
import re
from pathlib import Path
from types import SimpleNamespace as Item

LIMIT = 2**63 - 1
RESERVED = set("language use numeration def let pred set word dfao statement measure from over forall exists unique automatic in not and "
               "or if then else least with count card div mod floor phi rep take iterate prefix suffix limit tends_to true false _".split())
TOKEN = re.compile(r' +|(0|[1-9][0-9]*)(?![A-Za-z0-9_])|([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)|("[A-Za-z0-9_-]+")|'
                   r"(<=>|=>|->|-\.|\+\+|\.\.|!=|<=|>=|[][(){},:|=<>+*^-])", re.A)
LEVEL = {"<=>": 2, "=>": 3, "or": 4, "and": 5, "+": 8, "-": 8, "-.": 8, "++": 8, "*": 9, "div": 9, "mod": 9}
LEVEL.update(dict.fromkeys("= != < <= > >= in not".split(), 7))
BINDERS = {"forall", "exists", "unique", "count", "least", "tends"}
NAMED = {"call", "rep", "iterate", "limit", "card", "automatic"}
TRUTHS = set("and or => <=> not = != < <= forall exists unique automatic tends prefix suffix limit true false".split())
NATURAL = {"call", "floor", "count", "card", "-.", "div", "mod", "least"}
ITEMS, DOMAIN, STATEMENT_VARS, FILES, SPEC = {}, {}, set(), {}, []
NO_ITEM = Item(kind="", name="")
WORK = [0, 12_000_000]
numbers = itertools.count()


class SpecError(Exception):
    """The text of the spec or of a claim is in error: exit code 3."""


class Rejected(Exception):
    pass


class Declined(Exception):
    pass


def work(n):
    """Counts units of work, the same on every machine."""
    WORK[0] += n
    if WORK[0] > WORK[1]:
        raise Declined("work limit")


def within(v):
    """The finite domain of a variable."""
    return range(DOMAIN[v][0], DOMAIN[v][1] + 1)


def product(*boxes):
    work(math.prod(b.stop - b.start if isinstance(b, range) else len(b) for b in boxes))
    return itertools.product(*boxes)


# ---- terms and formulas ----
def fresh(name):
    return f"{name}_{next(numbers)}"


def shown(var):
    return var.rsplit("_", 1)[0]


def parts(e):
    return e[2 if e[0] in BINDERS or e[0] in NAMED else 1 :] if isinstance(e, tuple) else ()


def remake(e, f):
    """e with f applied to its parts."""
    work(1)
    below = parts(e)
    return e[: len(e) - len(below)] + tuple(map(f, below)) if below else e


def anywhere(test, e):
    """Does some part of e that is a tuple pass the test?"""
    return isinstance(e, tuple) and (test(e) or any(anywhere(test, k) for k in parts(e)))


def free(e):
    if isinstance(e, str):
        return frozenset([e])
    out = frozenset().union(*map(free, parts(e)))
    return out - set(e[1]) if isinstance(e, tuple) and e[0] in BINDERS else out


def subst(e, env):
    """e with variables replaced; bound variables get fresh names."""
    if isinstance(e, str):
        return env.get(e, e)
    if isinstance(e, tuple) and e[0] in BINDERS:
        new = {v: fresh(shown(v)) for v in e[1]}
        DOMAIN.update({new[v]: DOMAIN[v] for v in e[1] if v in DOMAIN})
        e, env = (e[0], tuple(new.values())) + e[2:], {**env, **new}
    return remake(e, lambda k: subst(k, env))


def kind(e):
    """What kind of item e is a call of."""
    return ITEMS.get(e[1], NO_ITEM).kind if isinstance(e, tuple) and e[0] == "call" else ""


def recursive(e):
    return kind(e) == "def" and ITEMS[e[1]].recursive


def natural(e):
    """Is e a natural on the face of the text?"""
    if not isinstance(e, tuple):
        return isinstance(e, str) or e >= 0
    if e[0] in ("+", "*", "if"):
        return all(map(natural, e[2 if e[0] == "if" else 1 :]))
    return natural(ITEMS[e[1]].body) if kind(e) == "let" else e[0] in NATURAL or e[0] in ("nat", "sq")


def nat(e, domain=None):
    if domain is None:
        return e if natural(e) else ("nat", e, 0, -1)
    inside = isinstance(e, int) and domain[0] <= e <= domain[1] or isinstance(e, str) and DOMAIN.get(e) == domain
    return e if inside else ("nat", e, *domain)


def unfold(e):
    """The body of the definition that e calls, with the arguments put in."""
    item = ITEMS[e[1]]
    return subst(item.body, {p: nat(a, DOMAIN.get(p)) for p, a in zip(item.vars, e[2:], strict=True)})


def expand(e):
    """e without calls of let."""
    e = remake(e, expand)
    return expand(unfold(e)) if kind(e) == "let" else e


def sort(e):
    """N number, W word, B truth value, T tuple."""
    if not isinstance(e, tuple):
        return "N"
    if e[0] == "if" or kind(e) == "let":
        return sort(e[2] if e[0] == "if" else ITEMS[e[1]].body)
    return ("B" if e[0] in TRUTHS or kind(e) in ("pred", "set") else "W" if e[0] in ("++", "rep", "take", "iterate", "word")
            else "T" if e[0] == "tuple" else "N")


def negated(e):
    op = e[0]
    if op in ("and", "or"):
        return ("or" if op == "and" else "and", negated(e[1]), negated(e[2]))
    if op == "=>":
        return ("and", e[1], negated(e[2]))
    if op in ("<", "<="):
        return ("<=" if op == "<" else "<", e[2], e[1])
    if op in ("forall", "exists"):
        return ("exists" if op == "forall" else "forall", e[1], negated(e[2]))
    turned = {"=": "!=", "!=": "=", "true": "false", "false": "true"}.get(op)
    return (turned, *e[1:]) if turned else e[1] if op == "not" else ("not", e)


def joined(op, some):
    return some[0] if len(some) == 1 else (op, joined(op, some[:-1]), some[-1])


def constant(e):
    """The value of arithmetic on literals alone, else None."""
    if isinstance(e, tuple) and e[0] in ("+", "-", "-.", "*", "neg", "sq"):
        a, b = constant(e[1]), constant(e[-1])
        return None if None in (a, b) else {"+": a + b, "-": a - b, "-.": max(0, a - b), "*": a * b, "neg": -a, "sq": a * a}[e[0]]
    return e if isinstance(e, int) else None


def natural_atom(a):
    return isinstance(a, str) or a[0] in NATURAL


def linear(e, k=1, form=None):
    """e times k as a dict from atoms (1: the constant) to factors."""
    top, form = form is None, {} if form is None else form
    op = e[0] if isinstance(e, tuple) else ""
    if op == "*" and (found := [(value(e[i]), e[3 - i]) for i in (1, 2) if value(e[i]) is not None]):
        linear(found[0][1], k * found[0][0], form)
    elif op in ("+", "-"):
        linear(e[1], k, form)
        linear(e[2], k if op == "+" else -k, form)
    elif op in ("neg", "nat"):
        linear(e[1], -k if op == "neg" else k, form)
    elif op == "-." and all(c > 0 and (a == 1 or natural_atom(a)) for a, c in linear(("-", e[1], e[2])).items()):
        linear(("-", e[1], e[2]), k, form)
    else:
        atom, c = (1, e) if isinstance(e, int) else (e, 1)
        form[atom] = form.get(atom, 0) + c * k
    return {a: c for a, c in form.items() if c} if top else form


def value(e):
    """The number that e is on the face of the text, else None."""
    form = linear(e)
    return form.get(1, 0) if set(form) <= {1} else None


# ---- reading ----
class Parser:
    def __init__(self, path, lines):
        self.path, self.at, self.toks = path, 0, []
        for number, line in enumerate(lines[1:], 2):
            found = list(TOKEN.finditer(line := line.split("#")[0]))
            if "".join(m[0] for m in found) != line:
                raise SpecError(f"{path}:{number}: bad token")
            self.toks += [(m[0], m.lastindex, number) for m in found if m.lastindex]
        self.toks.append(("", 0, len(lines)))

    tok = property(lambda self: self.toks[self.at][0])

    def fail(self, why):
        raise SpecError(f"{self.path}:{self.toks[self.at][2]}: {why}, at '{self.tok}'")

    def ask(self, good, why):
        return good or self.fail(why)

    def next(self, kind=0):
        text, k, _ = self.toks[self.at]
        self.ask(k and kind in (0, k), "unexpected")
        self.at += 1
        return text

    def take(self, text):
        found = self.tok == text
        self.at += found
        return found

    def expect(self, *texts):
        for text in texts:
            self.ask(self.take(text), f"'{text}' wanted")

    def number(self):
        n = self.next(1)
        return int(n) if len(n) < 20 and int(n) <= LIMIT else self.fail("number too large")

    def listed(self, one, close, opened=None):
        """Items divided by commas, up to a closing symbol."""
        self.expect(*[opened] * (opened is not None))
        out = [one()]
        while self.take(","):
            out.append(one())
        self.expect(close)
        return out

    def new_name(self):
        name = self.next(2)
        return self.fail(f"name '{name}' is taken") if name in {self.name, *RESERVED, *ITEMS, *self.scope} else name

    def bind(self):
        name = self.new_name()
        self.scope[name] = fresh(name)
        return self.scope[name]

    def bind_tuple(self):
        pair = self.listed(self.bind, ")")
        return pair if len(pair) > 1 else self.fail("tuple of one")

    def need(self, e, wanted):
        return e if sort(e) == wanted else self.fail(f"sort {wanted} wanted, not {sort(e)}")

    def typed(self, wanted, level=1):
        return self.need(self.expr(level), wanted)

    def nested(self, read, *args):
        self.level += 1
        self.ask(self.level <= 200, "nesting too deep")
        out = read(*args)
        self.level -= 1
        return out

    def expr(self, level=1):
        if self.tok in ("forall", "exists", "least", "if", "tends_to") and level <= 8:
            left = self.nested(self.prefix)
        elif level <= 6 and self.take("not"):
            left = ("not", self.nested(self.typed, "B", 6))
        elif level <= 10 and self.take("-"):
            left = ("neg", self.nested(self.typed, "N", 10))
        else:
            left = self.atom()
            while self.take("^"):
                self.ask(self.number() == 2, "only ^ 2")
                left = ("sq", self.need(left, "N"))
        while (mine := LEVEL.get(self.tok, 0)) >= level and not (self.tok == "*" and self.toks[self.at + 1][0] == "phi"):
            left = self.binary(left, mine)
            self.ask(mine not in (2, 7) or LEVEL.get(self.tok) != mine, "not associative")
        value = constant(left)
        self.ask(value is None or -LIMIT - 1 <= value <= LIMIT, "number too large")
        return left

    def binary(self, left, level):
        op = self.next()
        if op in ("in", "not"):
            if op == "not":
                self.expect("in")
            e = self.member(left[1:] if sort(left) == "T" else (self.need(left, "N"),))
            return ("not", e) if op == "not" else e
        right = self.expr(level if op == "=>" else level + 1)
        wanted = "B" if level <= 5 else "W" if op == "++" or op in ("=", "!=") and sort(left) == "W" else "N"
        self.need(left, wanted), self.need(right, wanted)
        self.ask(op not in ("div", "mod") or isinstance(right, int) and right >= 1, "the divisor is a literal from 1")
        return ({">": "<", ">=": "<="}[op], right, left) if op in (">", ">=") else (op, left, right)

    def member(self, row):
        if self.take("{"):
            rows = [e[1:] if sort(e) == "T" else (self.need(e, "N"),) for e in self.listed(self.expr, "}")]
            return self.ask(all(len(r) == len(row) for r in rows), "width of the tuples") and among(row, rows)
        name, item = self.item_name("set")
        args = self.args(item)
        return self.ask(len(row) == item.width, "width of the tuple") and ("call", name, *args, *row)

    def item_name(self, kind):
        item = ITEMS.get(self.tok, NO_ITEM)
        self.ask(item.kind == kind, f"no {kind}")
        self.deps.add(self.tok)
        return self.next(), item

    def args(self, item):
        if not item.shape:
            return ()
        got = self.listed(self.expr, ")", "(")
        widths = [len(a) - 1 if sort(a) == "T" else 0 if sort(a) == "N" else -1 for a in got]
        self.ask(widths == item.shape, "arguments of another shape")
        return [x for a, w in zip(got, widths) for x in (a[1:] if w else (a,))]

    def binders(self):
        names, bounds = [], []
        while not names or self.take(","):
            if self.take("("):
                names += self.bind_tuple()
                continue
            names.append(v := self.bind())
            if self.tok in ("<", "<="):
                bounds.append((self.next(), v, self.bound(v)))
            elif self.take("in"):
                low, _, high = self.bound(v), self.expect(".."), self.bound(v)
                bounds += [("<=", low, v), ("<=", v, high)]
        return tuple(names), bounds

    def bound(self, own):
        hidden = self.scope.pop(shown(own))
        e = nat(self.typed("N", 8))
        self.scope[shown(own)] = hidden
        return e

    def quantified(self, op):
        names, bounds = self.binders()
        self.expect(":")
        body = self.typed("B")
        for b in reversed(bounds):
            body = ("=>" if op == "forall" else "and", b, body)
        return (op, names, literal_bounds(op, names, body))

    def prefix(self):
        op, outer = self.next(), dict(self.scope)
        if op == "if":
            cond = self.typed("B")
            self.expect("then")
            yes = self.expr()
            self.expect("else")
            return ("if", cond, self.need(yes, "W" if sort(yes) == "W" else "N"), self.typed(sort(yes), 8))
        if op == "tends_to":
            self.expect("(")
            v = self.bind()
            self.expect(":")
            out = ("tends", (v,), self.typed("N"), self.expect(",") or self.phi())
        elif op == "least":
            v = self.bind()
            self.expect("with")
            out = ("least", (v,), self.typed("B"))
        elif op == "exists" and self.take("automatic"):
            self.deps |= {"fibonacci"} & set(ITEMS)
            g = self.bind()
            self.functions.add(g)
            self.expect("<=")
            out = ("automatic", g, self.typed("N", 8), self.expect(":") or self.typed("B"))
        else:
            out = self.quantified("unique" if op == "exists" and self.take("unique") else op)
        self.scope = outer
        return out

    def phi(self):
        """phi or phi ^ 2, and the parenthesis that closes."""
        self.expect("phi")
        power = 2 if self.take("^") and self.ask(self.number() == 2, "only ^ 2") else 1
        self.expect(")")
        return power

    def atom(self):
        if self.toks[self.at][1] == 1:
            return self.number()
        t = self.next()
        if t == "(":
            got = self.nested(self.listed, self.expr, ")")
            return got[0] if len(got) == 1 else ("tuple", *(self.need(e, "N") for e in got))
        if t == "[":
            return ("word",) if self.take("]") else ("word", *self.listed(self.number, "]"))
        if t in self.scope:
            v = self.scope[t]
            if v in self.functions:
                self.expect("(")
                v = ("call", v, self.nested(self.typed, "N"))
                self.expect(")")
            return v
        if t in ITEMS or t == self.own:
            item = self.me if t == self.own else ITEMS[t]
            self.ask(item.kind in ("def", "let", "pred", "word", "dfao"), f"'{t}' has no value here")
            self.deps.add(t)
            return ("call", t, *self.nested(self.args, item))
        if t in ("true", "false"):
            return (t,)
        self.ask(t in ("floor", "rep", "take", "iterate", "prefix", "suffix", "limit", "count", "card"), f"unknown name '{t}'")
        return self.nested(self.special, t)

    def special(self, op):
        if op == "count":
            self.expect("{")
            outer = dict(self.scope)
            out, self.scope = self.quantified("count"), outer
            self.expect("}")
            return out
        self.expect("(")
        if op == "floor":
            return (op, self.typed("N", 9), self.expect("*") or self.phi())
        out = (op,)
        if op in ("card", "limit", "rep", "iterate"):
            name, item = self.item_name({"card": "set", "rep": "numeration"}.get(op, "word"))
            self.ask(op != "card" or item.rows and not item.shape, "a set given by a list is wanted")
            out += (name,)
        for wanted in {"rep": "N", "take": "NW", "iterate": "NW", "prefix": "WW", "suffix": "WW"}.get(op, ""):
            if len(out) > 1:
                self.expect(",")
            out += (self.typed(wanted),)
        self.expect(")")
        return out

    # ---- items ----
    def params(self, tuples):
        """Shape (0 or the width of a tuple for each parameter) and variables."""
        shape, names = [], []
        if not self.take("("):
            return shape, names
        while not names or self.take(","):
            if tuples and self.take("("):
                pair = self.bind_tuple()
                shape, names = [*shape, len(pair)], names + pair
                continue
            shape, names = [*shape, 0], [*names, self.bind()]
            if self.take("in"):
                low, _, high = self.number(), self.expect(".."), self.number()
                DOMAIN[names[-1]] = (low, high) if low <= high else self.fail("empty domain")
        self.expect(")")
        return shape, names

    def row(self):
        """Numbers (or _, read as None) in brackets."""
        close = {"[": "]", "(": ")"}.get(self.next(4)) or self.fail("a list is wanted")
        return self.listed(lambda: None if self.take("_") else self.number(), close)

    def item(self):
        start, kind = self.at, self.next(2)
        self.scope, self.own, self.name, self.functions, self.deps, self.level = {}, "", "", set(), set(), 0
        if kind == "use":
            return load(SPEC[0] / f"{self.next(3)[1:-1]}.mex")
        self.ask(kind in ("numeration", "def", "let", "pred", "set", "word", "dfao", "statement"), "an item is wanted")
        name = self.name = self.new_name()
        me = self.me = Item(kind=kind, name=name, body=("true",), measure=None, recursive=False, rows=None, width=0, vars=[], shape=[0])
        if kind in ("numeration", "word", "dfao"):
            getattr(self, kind)(me)
        else:
            self.definition(me)
            self.finish(me)
        me.deps, me.tokens = self.deps - {name}, [t[0] for t in self.toks[start : self.at]]
        ITEMS[name] = me

    def definition(self, me):
        kind = me.kind
        me.shape, me.vars = self.params(kind != "statement")
        if kind == "statement":
            STATEMENT_VARS.update(me.vars)
            self.expect(":")
        elif kind == "def" and self.take("measure"):
            me.measure, me.recursive = nat(self.typed("N", 8)), True
        if kind != "statement":
            self.expect("=")
        self.own = me.name if kind == "def" else ""
        if kind == "set":
            return self.set(me)
        me.body = self.expr() if kind == "let" else self.typed("N" if kind == "def" else "B")
        self.ask(kind != "let" or sort(me.body) in "NW", "a term is wanted")

    def set(self, me):
        self.expect("{")
        if self.toks[self.at + (self.tok == "(")][1] == 2:
            pair = self.bind_tuple() if self.take("(") else [self.bind()]
            self.expect("|")
            me.body = self.typed("B")
            self.expect("}")
        else:
            me.rows = self.listed(lambda: tuple(self.row() if self.tok == "(" else [self.number()]), "}")
            self.ask(all(len(r) == len(me.rows[0]) and None not in r for r in me.rows), "elements of the set")
            pair = [fresh("x") for _ in me.rows[0]]
            me.body = among(pair, me.rows)
        me.vars, me.width = me.vars + pair, len(pair)

    def finish(self, me):
        calls = []
        anywhere(lambda e: e[:2] == ("call", me.name) and calls.append(e), me.body)
        self.ask(me.recursive or not calls, "a recursive def needs a measure")
        me.fixed = [v in DOMAIN or bool(calls) and all(c[2 + i] == v for c in calls) for i, v in enumerate(me.vars)]
        self.ask(not (me.recursive and all(me.fixed)), "a recursive def needs a ranged parameter")
        self.ask(me.kind != "statement" or set(me.vars) <= free(me.body), "a parameter does not occur")
        scalar = lambda e: constant(e) is not None or isinstance(e, str) and (e in DOMAIN or e in STATEMENT_VARS)  # noqa: E731
        for e in (me.body, me.measure) if me.kind != "let" else ():
            wild = anywhere(lambda k: k[0] == "*" and not any(map(scalar, k[1:])), expand(e or 0))
            self.ask(not wild, "multiplication on ranges only")
        automatic = lambda k: k[0] == "automatic"  # noqa: E731
        front = me.body
        while me.kind == "statement" and front[0] == "=>" and not anywhere(automatic, front[1]):
            front = front[2]
        front = front[3] if me.kind == "statement" and automatic(front) else front
        self.ask(not anywhere(automatic, front), "'exists automatic' only in front")

    def numeration(self, me):
        self.expect("=")
        me.rows = rows = self.listed(self.row, "]", "[")
        reached, targets = {0}, [[t for t in r if t is not None] for r in rows]
        self.ask(all(len(r) == len(rows[0]) > 1 and t and max(t) < len(rows) for r, t in zip(rows, targets)), "states of the numeration")
        for _ in rows:
            reached |= {t for s in reached for t in targets[s]}
        self.ask(rows[0][0] == 0 and len(reached) == len(rows) and len(targets[0]) > 1, "start, unreachable state or finite language")

    def dfao(self, me):
        self.expect("over")
        me.over, item = self.item_name("numeration")
        self.expect("=")
        me.rows = self.listed(self.row, "]", "[")
        good = all(len(r) == len(item.rows[0]) + 1 and None not in r and max(r[:-1]) < len(me.rows) for r in me.rows)
        self.ask(good, "states of the dfao")

    def word(self, me):
        self.expect("from")
        me.start, _ = self.number(), self.expect("=", "[")
        image = lambda: [] if self.expect("[") or self.take("]") else self.listed(self.number, "]")  # noqa: E731
        me.rows = self.listed(lambda: None if self.take("_") else image(), "]")
        self.ask(me.start < len(me.rows) and all(c < len(me.rows) for r in me.rows for c in r or ()), "letters of the word")


def among(row, rows):
    """row in {rows}: always a disjunction, so that no part of it is a leaf of a statement."""
    some = [joined("and", [("=", a, b) for a, b in zip(row, r, strict=True)]) for r in rows]
    return joined("or", some if len(some) > 1 else [*some, ("false",)])


def literal_bounds(op, names, body):
    """Notes the finite domains of the bound variables that the body states in front."""
    low, e = {}, body
    while e[0] == ("=>" if op == "forall" else "and") and e[1][0] == "<=":
        _, a, b = e[1]
        if isinstance(a, int) and b in names:
            low[b] = a
        elif isinstance(b, int) and a in names:
            if a in low and low[a] <= b:
                DOMAIN[a] = (low[a], b)
        else:
            break
        e = e[2]
    return body


def load(path):
    if FILES.get(path) == "open" or not path.is_file():
        raise SpecError(f"{path}: no file, or a cycle of 'use'")
    if path in FILES:
        return
    FILES[path] = "open"
    text = path.read_bytes().decode("latin-1")
    if not text.startswith("language mex 1\n") or text[-1] != "\n" or re.search(r"[^\n -~]", text) or len(text) > 1 << 23:
        raise SpecError(f"{path}: first line, byte out of range, last line open, or too long")
    parser = Parser(path, text.split("\n"))
    while parser.tok:
        parser.item()
    FILES[path] = "read"


def load_all(folder, user):
    SPEC[:] = [Path(folder)]
    for path in [*sorted(SPEC[0].glob("*.mex"), key=lambda p: p.name.encode()), *([Path(user)] if user else [])]:
        load(path)


def closure(name):
    """The names of the items that an item reaches, and its own."""
    todo, reached = [name], set()
    while todo:
        reached.add(n := todo.pop())
        todo += ITEMS[n].deps - reached
    return reached


def digest(name):
    """The digest of the closure text."""
    reached = closure(name)
    lines = ["language mex 1", *(" ".join(item.tokens) for n, item in ITEMS.items() if n in reached), ""]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
