"""The mex language (spec/language.md 1 to 4 and 7): tokens, grammar, names, resolved trees.

A term or formula is an int, a variable (a string that is unique in the whole spec: name and number) or a tuple whose first
element is the operator of the resolved tree. ("nat", e, a, b) is e where the text asks for a natural (in a..b, if b is given)."""
import hashlib
import itertools
import re
from pathlib import Path
from types import SimpleNamespace as Item

LIMIT = 2**63 - 1
RESERVED = set(
    "language use numeration def let pred set word dfao statement measure from over forall exists unique automatic in not and or if then else "
    "least with count card div mod floor phi rep take iterate prefix suffix limit tends_to true false _".split()
)
TOKEN = re.compile(
    r'([0-9]+)|([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)|("[A-Za-z0-9_-]*")|'
    r"(<=>|=>|->|-\.|\+\+|\.\.|!=|<=|>=|[()\[\]{},:|=<>+\-*^])"
)
LEVEL = {"<=>": 2, "=>": 3, "or": 4, "and": 5, "+": 8, "-": 8, "-.": 8, "++": 8, "*": 9, "div": 9, "mod": 9}
LEVEL.update(dict.fromkeys("= != < <= > >= in not".split(), 7))
BINDERS = {"forall", "exists", "unique", "count", "least", "tends"}
NAMED = {"call", "scall", "rep", "iterate", "limit", "card", "automatic"}
TRUTHS = {"and", "or", "=>", "<=>", "not", "=", "!=", "<", "<=", "forall", "exists", "unique", "automatic", "tends", "prefix", "suffix"}
TRUTHS |= {"limit", "in", "true", "false"}
ITEMS, DOMAIN, STATEMENT_VARS, FILES = {}, {}, set(), {}
numbers = itertools.count()


class SpecError(Exception):
    """The text of the spec or of a claim is in error: exit code 3."""


class Rejected(Exception):
    pass


class Declined(Exception):
    pass


def fresh(name):
    return f"{name}_{next(numbers)}"


def shown(var):
    return var.rsplit("_", 1)[0]


def remake(e, f):
    """e with f applied to its parts."""
    if not isinstance(e, tuple):
        return e
    if e[0] == "in":
        return ("in", tuple(map(f, e[1])), tuple(tuple(map(f, row)) for row in e[2]))
    start = 2 if e[0] in BINDERS or e[0] in NAMED else 1
    return e[:start] + tuple(map(f, e[start:]))


def parts(e):
    out = []
    remake(e, lambda k: out.append(k) or k)
    return out


def anywhere(test, e):
    return test(e) or any(anywhere(test, k) for k in parts(e))


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


def natural(e):
    """Is e a natural on the face of the text?"""
    if isinstance(e, int):
        return e >= 0
    if isinstance(e, str):
        return True
    if e[0] in ("+", "*"):
        return all(map(natural, e[1:]))
    if e[0] == "call" and ITEMS.get(e[1], Item(kind="")).kind == "let":
        return natural(ITEMS[e[1]].body)
    return e[0] in {"call", "floor", "count", "card", "-.", "div", "mod", "least", "nat", "sq"} or e[0] == "if" and natural(e[2]) and natural(e[3])


def nat(e, domain=None):
    if domain is None:
        return e if natural(e) else ("nat", e, 0, -1)
    inside = isinstance(e, int) and domain[0] <= e <= domain[1] or isinstance(e, str) and e in DOMAIN and DOMAIN[e] == domain
    return e if inside else ("nat", e, *domain)


def unfold(name, args):
    """The body of a definition with the arguments put in."""
    item = ITEMS[name]
    return subst(item.body, {p: nat(a, DOMAIN.get(p)) for p, a in zip(item.vars, args, strict=True)})


def expand(e):
    """e without calls of let."""
    e = remake(e, expand)
    is_let = isinstance(e, tuple) and e[0] == "call" and e[1] in ITEMS and ITEMS[e[1]].kind == "let"
    return expand(unfold(e[1], e[2:])) if is_let else e


def sort(e):
    """N number, W word, B truth value, T tuple."""
    if isinstance(e, (int, str)):
        return "N"
    if e[0] == "call" and e[1] in ITEMS:
        kind = ITEMS[e[1]].kind
        return sort(ITEMS[e[1]].body) if kind == "let" else "B" if kind in ("pred", "set") else "N"
    if e[0] == "if":
        return sort(e[2])
    return "B" if e[0] in TRUTHS else "W" if e[0] in ("++", "rep", "take", "iterate", "word") else "T" if e[0] == "tuple" else "N"


class Parser:
    def __init__(self, path, lines):
        self.path, self.toks, self.at, self.depth, self.deps = path, [], 0, 0, set()
        for number, line in enumerate(lines[1:], 2):
            pos, text = 0, line.split("#")[0]
            while pos < len(text):
                m = TOKEN.match(text, pos)
                if text[pos] == " ":
                    pos += 1
                    continue
                self.place = (number, pos + 1)
                if not m or m[1] and (len(m[1]) > 1 and m[1][0] == "0" or int(m[1]) > LIMIT or re.match("[A-Za-z_]", text[m.end() :])):
                    self.fail("bad token")
                self.toks.append((m[0], m.lastindex, self.place))
                pos = m.end()
        self.toks.append(("", 0, (len(lines), 1)))

    def fail(self, why, place=None):
        line, column = place or (self.toks[self.at][2] if self.toks and self.toks[-1][1] == 0 else self.place)
        raise SpecError(f"{self.path}:{line}:{column}: {why}")

    tok = property(lambda self: self.toks[self.at][0])

    def next(self, kind=0):
        text, k, _ = self.toks[self.at]
        if not k or kind and k != kind:
            self.fail(f"unexpected '{text}'")
        self.at += 1
        return text

    def take(self, text):
        found = self.tok == text
        self.at += found
        return found

    def expect(self, *texts):
        for text in texts:
            self.take(text) or self.fail(f"'{text}' wanted, not '{self.tok}'")

    def number(self):
        return int(self.next(1))

    def listed(self, one, close, opened=None):
        """Items divided by commas, up to a closing symbol."""
        if opened:
            self.expect(opened)
        out = [one()]
        while self.take(","):
            out.append(one())
        self.expect(close)
        return out

    def new_name(self):
        name = self.next(2)
        if name in RESERVED or name in ITEMS or name in self.scope or name == self.own:
            self.at -= 1
            self.fail(f"name '{name}' is taken")
        return name

    def bind(self, name=None):
        name = name or self.new_name()
        self.scope[name] = fresh(name)
        return self.scope[name]

    def domain(self, var):
        low, _, high = self.number(), self.expect(".."), self.number()
        if low > high:
            self.fail("empty domain")
        DOMAIN[var] = (low, high)

    def need(self, e, wanted, place):
        if sort(e) != wanted:
            self.fail({"N": "number", "B": "truth value", "W": "word", "T": "tuple"}[wanted] + " wanted", place)
        return e

    def typed(self, wanted, level=1):
        place = self.toks[self.at][2]
        return self.need(self.expr(level), wanted, place)

    def expr(self, level=1):
        self.depth += 1
        if self.depth > 2000:
            self.fail("nesting too deep")
        place = self.toks[self.at][2]
        if self.tok in ("forall", "exists", "least", "if", "tends_to") and level <= 8:
            left = self.nested(self.prefix)
        elif level <= 6 and self.take("not"):
            left = ("not", self.nested(lambda: self.typed("B", 6)))
        elif level <= 10 and self.take("-"):
            left = ("neg", self.nested(lambda: self.typed("N", 10)))
        else:
            left = self.atom()
            while self.take("^"):
                self.number() == 2 or self.fail("only ^ 2")
                left = ("sq", self.need(left, "N", place))
        while (mine := LEVEL.get(self.tok, 0)) >= level and not (self.tok == "*" and self.toks[self.at + 1][0] == "phi"):
            left = self.binary(left, mine, place)
            if mine in (2, 7) and LEVEL.get(self.tok) == mine:
                self.fail("not associative")
        self.depth -= 1
        value = constant(left)
        if value is not None and not -LIMIT - 1 <= value <= LIMIT:
            self.fail("number too large", place)
        return left

    def nested(self, read):
        self.level += 1
        if self.level > 200:
            self.fail("nesting too deep")
        out = read()
        self.level -= 1
        return out

    def binary(self, left, level, place):
        op = self.next()
        if op in ("in", "not"):
            if op == "not":
                self.expect("in")
            e = self.member(left[1:] if sort(left) == "T" else (self.need(left, "N", place),))
            return ("not", e) if op == "not" else e
        here = self.toks[self.at][2]
        right = self.expr(level if op == "=>" else level + 1)
        wanted = "B" if level <= 5 else "W" if op == "++" or op in ("=", "!=") and sort(left) == "W" else "N"
        self.need(left, wanted, place), self.need(right, wanted, here)
        if op in ("div", "mod") and not (isinstance(right, int) and right >= 1):
            self.fail("the divisor is a literal from 1", here)
        return ({">": "<", ">=": "<="}[op], right, left) if op in (">", ">=") else (op, left, right)

    def member(self, row):
        if self.take("{"):
            rows = [e[1:] if sort(e) == "T" else (self.need(e, "N", None),) for e in self.listed(self.expr, "}")]
            if any(len(r) != len(row) for r in rows):
                self.fail("width of the tuples")
            return ("in", tuple(row), tuple(rows))
        name, item = self.item_name("set")
        args = self.args(item, name)
        if len(row) != item.width:
            self.fail("width of the tuple")
        return ("call", name, *args, *row)

    def item_name(self, *kinds):
        name = self.next(2)
        item = ITEMS.get(name)
        if not item or item.kind not in kinds:
            self.at -= 1
            self.fail(f"'{name}' is no {kinds[0]}")
        self.deps.add(name)
        return name, item

    def args(self, item, name):
        if not item.shape:
            return []
        place = self.toks[self.at][2]
        got = self.listed(self.expr, ")", "(")
        shape = [len(a) - 1 if sort(a) == "T" else self.need(a, "N", place) and 0 if sort(a) != "N" else 0 for a in got]
        if shape != item.shape:
            self.fail(f"arguments of '{name}'", place)
        return [x for a in got for x in (a[1:] if sort(a) == "T" else (a,))]

    def binders(self):
        names, bounds = [], []
        while True:
            if self.take("("):
                pair = self.listed(self.bind, ")")
                names += pair
                len(pair) > 1 or self.fail("tuple of one")
            else:
                names.append(v := self.bind())
                if self.tok in ("<", "<="):
                    op = self.next()
                    bounds.append((op, v, self.bound(v)))
                elif self.take("in"):
                    low, _, high = self.bound(v), self.expect(".."), self.bound(v)
                    bounds += [("<=", low, v), ("<=", v, high)]
                    if isinstance(low, int) and isinstance(high, int):
                        DOMAIN[v] = (low, high)
            if not self.take(","):
                return tuple(names), bounds

    def bound(self, own):
        hidden = self.scope.pop(shown(own))
        e = nat(self.typed("N", 8))
        self.scope[shown(own)] = hidden
        return e

    def quantified(self, op, close=None):
        outer = dict(self.scope)
        names, bounds = self.binders()
        self.expect(":")
        body = self.typed("B")
        for b in reversed(bounds):
            body = ("=>" if op == "forall" else "and", b, body)
        if close:
            self.expect(close)
        self.scope = outer
        return (op, names, body)

    def prefix(self):
        op, outer = self.next(), dict(self.scope)
        if op == "if":
            cond = self.typed("B")
            self.expect("then")
            yes = self.expr()
            self.expect("else")
            no = self.typed(sort(yes), 8)
            return ("if", cond, self.need(yes, "W" if sort(yes) == "W" else "N", None), no)
        if op == "tends_to":
            self.expect("(")
            v = self.bind()
            self.expect(":")
            e = self.typed("N")
            self.expect(",", "phi")
            self.scope, out = outer, ("tends", (v,), e, 2 if self.take("^") and self.number() == 2 else 1)
            self.expect(")")
            return out
        if op == "least":
            v = self.bind()
            self.expect("with")
            out = ("least", (v,), self.typed("B"))
        elif op == "exists" and self.take("automatic"):
            if "fibonacci" in ITEMS:
                self.deps.add("fibonacci")
            g = self.bind()
            self.functions.add(g)
            self.expect("<=")
            limit = self.typed("N", 8)
            self.expect(":")
            out = ("automatic", g, limit, self.typed("B"))
        else:
            return self.quantified("unique" if op == "exists" and self.take("unique") else op)
        self.scope = outer
        return out

    def atom(self):
        kind, place = self.toks[self.at][1], self.toks[self.at][2]
        t = self.next()
        if kind == 1:
            return int(t)
        if t == "(":
            got = self.nested(lambda: self.listed(self.expr, ")"))
            return got[0] if len(got) == 1 else ("tuple", *(self.need(e, "N", place) for e in got))
        if t == "[":
            return ("word",) if self.take("]") else ("word", *self.listed(self.number, "]"))
        if t in self.scope:
            v = self.scope[t]
            if v in self.functions:
                self.expect("(")
                v = ("call", v, self.nested(lambda: self.typed("N")))
                self.expect(")")
            return v
        if t in ITEMS or t == self.own:
            item = self.me if t == self.own else ITEMS[t]
            if item.kind not in ("def", "let", "pred", "word", "dfao"):
                self.fail(f"'{t}' has no value here", place)
            self.deps.add(t)
            return ("call", t, *self.nested(lambda: self.args(item, t)))
        if t in ("true", "false"):
            return (t,)
        self.at -= 1
        if t not in ("floor", "rep", "take", "iterate", "prefix", "suffix", "limit", "count", "card"):
            self.fail(f"unknown name '{t}'")
        return self.nested(self.special)

    def special(self):
        op = self.next()
        if op == "count":
            self.expect("{")
            return self.quantified("count", "}")
        self.expect("(")
        if op == "floor":
            e = self.typed("N", 9)
            self.expect("*", "phi")
            out = ("floor", e, 2 if self.take("^") and self.number() == 2 else 1)
        elif op in ("card", "limit"):
            name, item = self.item_name("set" if op == "card" else "word")
            (op == "card" and (item.rows is None or item.shape)) and self.fail("a set given by a list is wanted")
            out = (op, name)
        else:
            out = (op, *([self.item_name({"rep": "numeration", "iterate": "word"}[op])[0]] if op in ("rep", "iterate") else []))
            for i, wanted in enumerate({"rep": "N", "take": "NW", "iterate": "NW"}.get(op, "WW")):
                if i or op in ("rep", "iterate"):
                    self.expect(",")
                out += (self.typed(wanted),)
        self.expect(")")
        return out

    def params(self, tuples):
        """Shape (0 or the width of a tuple for each parameter) and variables."""
        shape, names = [], []
        while (tuples and self.tok == "(" and len(shape) == 0 and self.take("(")) or shape and self.take(","):
            if self.take("("):
                pair = self.listed(self.bind, ")")
                tuples is True and len(pair) > 1 or self.fail("tuple parameter")
                shape.append(len(pair))
                names += pair
            else:
                shape.append(0)
                names.append(self.bind())
                if self.take("in"):
                    self.domain(names[-1])
        if shape:
            self.expect(")")
        return shape, names

    def row(self):
        """Numbers (or _, read as None) in brackets."""
        close = {"[": "]", "(": ")"}[self.next(4)]
        return self.listed(lambda: None if self.take("_") else self.number(), close)

    def item(self):
        start, place = self.at, self.toks[self.at][2]
        kind = self.next(2)
        self.scope, self.own, self.functions, self.deps, self.level, self.depth = {}, None, set(), set(), 0, 0
        if kind == "use":
            load(self.path.parent if False else SPEC_DIR, self.next(3)[1:-1], lambda why: self.fail(why, place))
            return
        if kind not in ("numeration", "def", "let", "pred", "set", "word", "dfao", "statement"):
            self.at -= 1
            self.fail("an item is wanted")
        self.own = name = self.new_name()
        me = self.me = Item(kind=kind, name=name, body=None, measure=None, recursive=False, rows=None, width=0, vars=[], shape=[])
        if kind in ("numeration", "word", "dfao"):
            me.shape = [0]
            getattr(self, kind)(me)
        else:
            me.shape, me.vars = self.params("statement" if kind == "statement" else True)
            self.defined(me)
            self.finish(me, place)
        me.deps, me.tokens = self.deps - {name}, [t[0] for t in self.toks[start : self.at]]
        ITEMS[name] = me

    def defined(self, me):
        kind, own = me.kind, self.own
        if kind == "statement":
            STATEMENT_VARS.update(me.vars)
            self.expect(":")
        elif kind == "def" and self.take("measure"):
            self.own = None
            me.measure = nat(self.typed("N", 8))
        self.own = own if kind == "def" else None
        if kind == "statement":
            me.body = self.typed("B")
            return
        self.expect("=")
        if kind == "set":
            self.expect("{")
            ahead = self.at + (self.tok == "(")
            if self.toks[ahead][1] == 2:
                pair = self.listed(self.bind, ")") if self.take("(") else [self.bind()]
                me.vars, me.width = me.vars + pair, len(pair)
                len(pair) > 1 or ahead == self.at - 1 or self.fail("tuple of one")
                self.expect("|")
                me.body = self.typed("B")
                self.expect("}")
            else:
                me.rows = self.listed(lambda: tuple(self.row() if self.tok == "(" else [self.number()]), "}")
                me.width = len(me.rows[0])
                if any(len(r) != me.width or None in r for r in me.rows):
                    self.fail("elements of the set")
                elements = [fresh("x") for _ in me.rows[0]]
                me.body, me.vars = ("in", tuple(elements), tuple(me.rows)), me.vars + elements
        elif kind == "let":
            place = self.toks[self.at][2]
            me.body = self.expr()
            sort(me.body) in "NW" or self.fail("a term is wanted", place)
        else:
            me.body = self.typed("N" if kind == "def" else "B")

    def finish(self, me, place):
        calls = []
        anywhere(lambda e: isinstance(e, tuple) and e[:2] == ("call", me.name) and calls.append(e), me.body)
        if me.kind == "def":
            me.recursive = bool(calls)
            me.fixed = [v in DOMAIN or all(c[2 + i] == v for c in calls) for i, v in enumerate(me.vars)]
            if me.recursive and (me.measure is None or all(me.fixed)):
                self.fail("a recursive def needs a measure and a ranged parameter", place)
        if me.kind == "statement" and not set(me.vars) <= free(me.body):
            self.fail("a parameter does not occur", place)
        if me.kind != "let":
            for e in (me.body, me.measure or 0):
                if anywhere(lambda k: isinstance(k, tuple) and k[0] == "*" and not any(map(scalar, k[1:])), expand(e)):
                    self.fail("multiplication on ranges only", place)
        front = me.body
        while me.kind == "statement" and front[0] == "=>":
            if anywhere(is_automatic, front[1]):
                break
            front = front[2]
        if anywhere(is_automatic, front[3] if front_is_automatic(me, front) else front):
            self.fail("'exists automatic' only in front", place)

    def numeration(self, me):
        self.expect("=")
        me.rows = rows = self.listed(self.row, "]", "[")
        digits, reached = len(rows[0]), {0}
        if digits < 2 or any(len(r) != digits or not any(t is not None for t in r) or any(t is not None and t >= len(rows) for t in r) for r in rows):
            self.fail("states of the numeration")
        for _ in rows:
            reached |= {t for s in reached for t in rows[s] if t is not None}
        if rows[0][0] != 0 or len(reached) < len(rows) or all(t is None for t in rows[0][1:]):
            self.fail("numeration: start, unreachable state or finite language")

    def dfao(self, me):
        self.expect("over")
        me.over, item = self.item_name("numeration")
        self.expect("=")
        me.rows = self.listed(self.row, "]", "[")
        for r in me.rows:
            if len(r) != len(item.rows[0]) + 1 or None in r or any(t >= len(me.rows) for t in r[:-1]):
                self.fail("states of the dfao")

    def word(self, me):
        self.expect("from")
        me.start = self.number()
        self.expect("=", "[")
        image = lambda: None if self.take("_") else (self.at, self.expect("["), [] if self.take("]") else self.listed(self.number, "]"))[2]  # noqa: E731
        me.rows = self.listed(image, "]")
        if me.start >= len(me.rows) or any(c >= len(me.rows) for r in me.rows if r is not None for c in r):
            self.fail("letters of the word")


def is_automatic(e):
    return isinstance(e, tuple) and e[0] == "automatic"


def front_is_automatic(me, e):
    return me.kind == "statement" and is_automatic(e)


def constant(e):
    """The value of arithmetic on literals alone, else None."""
    if isinstance(e, int):
        return e
    if isinstance(e, tuple) and e[0] in ("+", "-", "-.", "*", "neg", "sq"):
        v = [constant(k) for k in e[1:]]
        if None not in v:
            return {"+": sum, "-": lambda v: v[0] - v[1], "-.": lambda v: max(0, v[0] - v[1]), "neg": lambda v: -v[0],
                    "*": lambda v: v[0] * v[1], "sq": lambda v: v[0] ** 2}[e[0]](v)
    return None


def scalar(e):
    return constant(e) is not None or isinstance(e, str) and (e in DOMAIN or e in STATEMENT_VARS)


SPEC_DIR = Path("spec")


def load(folder, name, fail, path=None):
    path = path or folder / f"{name}.mex"
    if FILES.get(path) == "open":
        fail("cycle of 'use'")
    if path in FILES:
        return
    FILES[path] = "open"
    try:
        data = path.read_bytes()
    except OSError:
        fail(f"no file {path}")
    lines = data.decode("latin-1").split("\n")
    bad = next(((i, m) for i, line in enumerate(lines, 1) if (m := re.search(r"[^ -~]", line))), None)
    if lines[0] != "language mex 1" and not (bad and bad[0] == 1):
        bad = (1, re.match("", ""))
    if bad or len(data) > 1 << 23:
        raise SpecError(f"{path}:{bad[0]}:{bad[1].start() + 1}: bad byte or first line" if bad else f"{path}:1:1: file too long")
    parser = Parser(path, lines)
    while parser.tok:
        parser.item()
    FILES[path] = "read"


def load_all(folder, user):
    global SPEC_DIR
    SPEC_DIR = Path(folder)
    def fail(why):
        raise SpecError(f"{folder}: {why}")
    for path in sorted(SPEC_DIR.glob("*.mex"), key=lambda p: p.name.encode()):
        load(SPEC_DIR, path.stem, fail)
    if user:
        load(SPEC_DIR, "", fail, Path(user))


def closure(name):
    todo, reached = [name], set()
    while todo:
        n = todo.pop()
        if n not in reached:
            reached.add(n)
            todo += ITEMS[n].deps
    return [item for n, item in ITEMS.items() if n in reached]


def closure_text(name):
    return "language mex 1\n" + "".join(" ".join(item.tokens) + "\n" for item in closure(name))


def digest(name):
    return hashlib.sha256(closure_text(name).encode()).hexdigest()


def tree(e):
    if isinstance(e, str):
        return shown(e)
    if isinstance(e, int):
        return str(e)
    if e[0] == "nat":
        return tree(e[1])
    row = lambda r: "(" + " ".join(map(tree, r)) + ")"  # noqa: E731
    if e[0] == "in":
        return f"(in {row(e[1])} {' '.join(map(row, e[2]))})"
    if e[0] in BINDERS:
        names = row(e[1]) if e[0] not in ("least", "tends") else tree(e[1][0])
        return f"({e[0]} {names} {' '.join(map(tree, e[2:]))})"
    if e[0] in NAMED:
        name = e[1] if e[1] in ITEMS else shown(e[1])
        return "(" + " ".join([e[0], name, *map(tree, e[2:])]) + ")"
    return e[0] if e[0] in ("true", "false") else "(" + " ".join([e[0], *map(tree, e[1:])]) + ")"


def item_tree(item):
    row = lambda r: "(" + " ".join("_" if c is None else str(c) for c in r) + ")"  # noqa: E731
    inner = item.vars[: len(item.vars) - item.width]
    params = "(" + " ".join(f"({shown(v)} {DOMAIN[v][0]} {DOMAIN[v][1]})" if v in DOMAIN else shown(v) for v in inner) + ")"
    head = f"({item.kind} {item.name} "
    if item.kind in ("numeration", "word", "dfao"):
        extra = {"word": lambda: [str(item.start)], "dfao": lambda: [item.over], "numeration": list}[item.kind]()
        return head + " ".join(extra + ["_" if r is None else row(r) for r in item.rows]) + ")"
    if item.kind == "set" and item.rows is not None:
        return head + f"{params} list {' '.join(row(r) for r in item.rows)})"
    own = "(" + " ".join(map(shown, item.vars[len(inner) :])) + ") " if item.kind == "set" else ""
    measure = (tree(item.measure) if item.measure is not None else "-") + " " if item.kind == "def" else ""
    return head + f"{params} {own}{measure}{tree(item.body)})"


def negated(e):
    op = e[0]
    if op in ("and", "or"):
        return ({"and": "or", "or": "and"}[op], negated(e[1]), negated(e[2]))
    if op == "=>":
        return ("and", e[1], negated(e[2]))
    if op in ("=", "!="):
        return ({"=": "!=", "!=": "="}[op], *e[1:])
    if op in ("<", "<="):
        return ({"<": "<=", "<=": "<"}[op], e[2], e[1])
    if op in ("forall", "exists"):
        return ({"forall": "exists", "exists": "forall"}[op], e[1], negated(e[2]))
    if op == "in":
        rows = [[("!=", a, b) for a, b in zip(e[1], row, strict=True)] for row in e[2]]
        return joined("and", [joined("or", row) for row in rows])
    return e[1] if op == "not" else {"true": ("false",), "false": ("true",)}.get(op, ("not", e))


def joined(op, parts):
    return parts[0] if len(parts) == 1 else (op, joined(op, parts[:-1]), parts[-1])


def nat_atom(a):
    return isinstance(a, str) or a[0] in ("call", "scall", "floor", "count", "card", "-.", "div", "mod", "least")


def linear(e, k=1, form=None):
    """e times k as a dict from atoms (1 for the constant) to factors."""
    top, form = form is None, {} if form is None else form
    op = e[0] if isinstance(e, tuple) else ""
    if op == "*" and any(set(s := linear(x)) <= {1} and (other := (e[2], e[1])[i], 1) for i, x in enumerate(e[1:])):
        linear(other, k * s.get(1, 0), form)
    elif op in ("+", "-"):
        linear(e[1], k, form)
        linear(e[2], k if op == "+" else -k, form)
    elif op in ("neg", "nat"):
        linear(e[1], -k if op == "neg" else k, form)
    elif op == "-." and all(c > 0 and (a == 1 or nat_atom(a)) for a, c in linear(("-", e[1], e[2])).items()):
        linear(("-", e[1], e[2]), k, form)
    else:
        atom, c = (1, e) if isinstance(e, int) else (e, 1)
        form[atom] = form.get(atom, 0) + c * k
    return {a: c for a, c in form.items() if c} if top else form
