"""Reads and evaluates the part of Lean 4 that `mexcert export --lean` writes; everything else is refused.

A file is: comments, `set_option NAME NUMBER`, `namespace N .. end N`, and in it
  def f (a b : T) .. : T := term
  def f : T -> .. -> T        with one line `| pattern, .. => term` for each case
  theorem t : term = true := by decide        (or `= false`)
Types: Nat, Bool, List T, functions of them. Patterns: `_`, a variable, 0, `n+1`, `[]`, `a :: rest`.
Checked: names are defined before their use and hide nothing; types; cases are exhaustive; a call of a function in its own
body passes, at one and the same argument, a part of the argument (so it ends); nothing else recurs.
A theorem is evaluated on both sides. Truth values are read only where they are needed, as Lean does it; everything else
before the call, which makes no difference, since every function ends. A difference that would be negative is refused
outside of `monus`, and so is a look at `outside`: the files promise that neither happens.

This is written from the Lean reference, not from Lean's sources, and it is no substitute for Lean: it knows nothing of
elaboration, universe levels, or the time that `decide` takes."""

import re
import sys
from dataclasses import dataclass, field

KEYWORDS = set("""abbrev at axiom begin by calc class constant decreasing_by def deriving do else end example export extends
for forall from fun have if import in include inductive infix infixl infixr instance lemma let local macro match mutual
namespace noncomputable notation of open opaque partial postfix prefix private protected rec return section set_option show
sorry structure suffices syntax termination_by then theorem this universe unless unsafe using variable variables where while
with exists attribute scoped elab native_decide""".split())
TOKEN = re.compile(r"""(?P<space>[ \n]+)|(?P<comment>--[^\n]*|/-.*?-/)|(?P<number>\d+)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)?)
    |(?P<symbol>:=|=>|::|&&|\|\||→|[()\[\],:|=+\-*/%!])""", re.X | re.S)
BUILTINS = {"Nat.beq": "Nat→Nat→Bool", "Nat.ble": "Nat→Nat→Bool"}


class Refused(Exception):
    """The text is not in the subset, or it would not do what it says."""


@dataclass
class Token:
    kind: str
    text: str
    line: int
    column: int


def tokens_of(text):
    result, position, line, start = [], 0, 1, 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise Refused(f"line {line}: unexpected {text[position]!r}")
        kind, part = match.lastgroup, match.group()
        if kind not in ("space", "comment"):
            result.append(Token(kind, part, line, position - start))
        breaks = part.count("\n")
        if breaks:
            line += breaks
            start = position + part.rindex("\n") + 1
        position = match.end()
    result.append(Token("end", "", line, 0))
    return result


# Types: "Nat", "Bool", ("List", t), ("Fun", [arguments], result).
NAT, BOOL = "Nat", "Bool"


def function_type(arguments, result):
    return ("Fun", tuple(arguments), result) if arguments else result


@dataclass
class Definition:
    name: str
    parameters: list  # names
    types: list
    result: object
    body: object = None
    cases: list = field(default_factory=list)  # (patterns, term)
    line: int = 0


@dataclass
class Theorem:
    name: str
    term: object
    wanted: bool
    line: int


class Parser:
    """Reads a file into definitions and theorems, in order."""

    def __init__(self, text):
        self.tokens, self.at = tokens_of(text), 0
        self.items = []

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def fail(self, message):
        token = self.peek()
        raise Refused(f"line {token.line}: {message}, found {token.text or 'the end'!r}")

    def accept(self, text):
        if self.peek().text == text and self.peek().kind != "end":
            self.at += 1
            return True
        return False

    def expect(self, text):
        if not self.accept(text):
            self.fail(f"expected {text!r}")

    def name(self):
        token = self.peek()
        if token.kind != "name" or token.text in KEYWORDS or "." in token.text:
            self.fail("expected a name")
        self.at += 1
        return token.text

    def number(self):
        token = self.peek()
        if token.kind != "number":
            self.fail("expected a number")
        self.at += 1
        return int(token.text)

    def file(self):
        space = None
        while self.peek().kind != "end":
            token = self.peek()
            if token.column != 0:
                self.fail("expected a new item at the beginning of a line")
            if self.accept("set_option"):
                option = self.name()
                if option not in ("maxRecDepth", "maxHeartbeats"):
                    self.fail(f"unknown option {option}")
                self.number()
            elif self.accept("namespace"):
                if space:
                    self.fail("only one namespace")
                space = self.name()
            elif self.accept("end"):
                if self.name() != space or self.peek().kind != "end":
                    self.fail("expected the end of the namespace and of the file")
                return self.items
            elif space and self.accept("def"):
                self.definition(token.line)
            elif space and self.accept("theorem"):
                name = self.name()
                self.expect(":")
                term = self.application()  # `=` binds more strongly than `&&`
                self.expect("=")
                wanted = self.name()
                if wanted not in ("true", "false"):
                    self.fail("expected `true` or `false`")
                for word in (":=", "by", "decide"):
                    self.expect(word)
                self.items.append(Theorem(name, term, wanted == "true", token.line))
            else:
                self.fail("expected an item")
        self.fail("expected `end`")

    def definition(self, line):
        name, parameters, types = self.name(), [], []
        while self.accept("("):
            group = [self.name()]
            while self.peek().text != ":":
                group.append(self.name())
            self.expect(":")
            own = self.type()
            self.expect(")")
            parameters += group
            types += [own] * len(group)
        self.expect(":")
        whole = self.type()
        made = Definition(name, parameters, types, whole, line=line)
        self.items.append(made)
        if self.accept(":="):
            made.body = self.term()
            return
        if parameters or whole[0] != "Fun":
            self.fail("cases need a function type without named parameters")
        made.types, made.result = list(whole[1]), whole[2]
        while self.accept("|"):
            patterns = [self.pattern()]
            while self.accept(","):
                patterns.append(self.pattern())
            self.expect("=>")
            made.cases.append((patterns, self.term()))
        if not made.cases:
            self.fail("expected `:=` or a case")

    def type(self):
        parts = [self.type_application()]
        while self.accept("→"):
            parts.append(self.type_application())
        return function_type(parts[:-1], parts[-1])

    def type_application(self):
        if self.accept("List"):
            return ("List", self.type_atom())
        return self.type_atom()

    def type_atom(self):
        if self.accept("("):
            inner = self.type()
            self.expect(")")
            return inner
        name = self.name()
        if name not in (NAT, BOOL):
            self.fail("expected a type")
        return name

    def pattern(self):
        if self.peek().kind == "number":
            if self.number() != 0:
                self.fail("only 0 as a pattern")
            return ("zero",)
        if self.accept("["):
            self.expect("]")
            return ("nil",)
        first = "_" if self.accept("_") else self.name()
        if self.accept("+"):
            if self.number() != 1:
                self.fail("only n+1 as a pattern")
            return ("succ", first)
        if self.accept("::"):
            return ("cons", first, "_" if self.accept("_") else self.name())
        return ("any", first)

    # Terms, from weak to strong: || && + :: * and application.
    def chain(self, operators, inner):
        left = inner()
        while self.peek().text in operators and self.peek().kind == "symbol":
            operator = self.peek().text
            self.at += 1
            left = ("op", operator, left, inner())
        return left

    def term(self):
        return self.chain(("||",), self.conjunction)

    def conjunction(self):
        return self.chain(("&&",), self.sum)

    def sum(self):
        return self.chain(("+", "-"), self.cons)

    def cons(self):
        left = self.product()
        return ("cons", left, self.cons()) if self.accept("::") else left

    def product(self):
        return self.chain(("*", "/", "%"), self.application)

    def application(self):
        if self.accept("!"):
            if self.peek().text != "(":
                self.fail("expected `(` behind `!`")
            return ("not", self.atom())
        head = self.atom()
        arguments = []
        while self.is_atom():
            arguments.append(self.atom())
        if not arguments:
            return head
        if head[0] != "name":
            self.fail("only names are applied")
        return ("call", head[1], arguments)

    def is_atom(self):
        token = self.peek()
        if token.column == 0:  # a new item
            return False
        return token.kind == "number" or token.text in ("(", "[") or (
            token.kind == "name" and token.text not in KEYWORDS)

    def atom(self):
        token = self.peek()
        if token.kind == "number":
            return ("number", self.number())
        if self.accept("["):
            elements = []
            while not self.accept("]"):
                elements.append(self.term())
                if self.peek().text != "]":
                    self.expect(",")
            return ("list", elements)
        if self.accept("("):
            if self.accept("fun"):
                names = []
                while not self.accept("=>"):
                    names.append(self.name())
                inner = ("fun", names, self.term())
            else:
                inner = self.term()
            self.expect(")")
            return inner
        if token.text in BUILTINS:
            self.at += 1
            return ("name", token.text)
        return ("name", self.name())


class Checker:
    """Types, scopes and recursion of one definition or theorem; translates it to Python."""

    def __init__(self, known, own=None):
        self.known, self.own = known, own  # types of global names; the definition being read
        self.calls = []  # arguments of the calls of itself

    def fail(self, message):
        raise Refused(f"{self.own.name if self.own else 'theorem'}: {message}")

    def expect(self, term, wanted, scope):
        code, found = self.term(term, scope, wanted)
        if found != wanted:
            self.fail(f"type {wanted} expected, {found} found")
        return code

    def term(self, term, scope, wanted=None):
        """(Python text, type). Parameters of type Bool are functions without arguments."""
        kind = term[0]
        if kind == "number":
            return str(term[1]), NAT
        if kind == "name":
            return self.value(term[1], scope)
        if kind == "not":
            return f"(not {self.expect(term[1], BOOL, scope)})", BOOL
        if kind == "op":
            return self.operation(term, scope)
        if kind == "cons":
            head, own = self.term(term[1], scope)
            return f"(({head},) + {self.expect(term[2], ('List', own), scope)})", ("List", own)
        if kind == "list":
            return self.list(term, scope, wanted)
        if kind == "fun":
            return self.function(term, scope, wanted)
        return self.call(term, scope, wanted)

    def value(self, name, scope):
        if name in scope:
            return (f"{name}_()" if scope[name] == BOOL else f"{name}_"), scope[name]
        if name in ("true", "false"):
            return name.capitalize(), BOOL
        if name not in self.known:
            self.fail(f"`{name}` is not defined before")
        own = self.known[name]
        # A constant is computed when it is read.
        return (f"g_{name}" if own[0] == "Fun" else f"g_{name}()"), own

    def operation(self, term, scope):
        operator = term[1]
        if operator in ("&&", "||"):
            word = {"&&": "and", "||": "or"}[operator]
            return f"({self.expect(term[2], BOOL, scope)} {word} {self.expect(term[3], BOOL, scope)})", BOOL
        a, b = (self.expect(side, NAT, scope) for side in term[2:])
        if operator == "-":
            return f"{'max0' if self.own and self.own.name == 'monus' else 'minus'}({a}, {b})", NAT
        if operator in "/%":
            return f"{'div' if operator == '/' else 'mod'}({a}, {b})", NAT
        return f"({a} {operator} {b})", NAT

    def list(self, term, scope, wanted):
        if not term[1]:
            if not wanted or wanted[0] != "List":
                self.fail("an empty list of unknown type")
            return "()", wanted
        inner = wanted[1] if wanted and wanted[0] == "List" else None
        parts = [self.term(element, scope, inner) for element in term[1]]
        if any(own != parts[0][1] for _, own in parts):
            self.fail("a list of several types")
        return "(" + "".join(f"{code}, " for code, _ in parts) + ")", ("List", parts[0][1])

    def bind(self, scope, name, own):
        if name == "_":
            return scope
        if name in scope or name in self.known or name in ("true", "false", "cond") or name in BUILTINS:
            self.fail(f"`{name}` hides another")
        return {**scope, name: own}

    def function(self, term, scope, wanted):
        if not wanted or wanted[0] != "Fun" or len(wanted[1]) != len(term[1]) or BOOL in wanted[1]:
            self.fail("a function where none is expected")
        inner = scope
        for name, own in zip(term[1], wanted[1]):
            inner = self.bind(inner, name, own)
        names = ", ".join(f"{name}_" for name in term[1])
        return f"(lambda {names}: {self.expect(term[2], wanted[2], inner)})", wanted

    def call(self, term, scope, wanted):
        name, arguments = term[1], term[2]
        if name == "cond":
            if len(arguments) != 3:
                self.fail("`cond` takes three arguments")
            first, own = self.term(arguments[1], scope, wanted)
            return f"({first} if {self.expect(arguments[0], BOOL, scope)} else {self.expect(arguments[2], own, scope)})", own
        if name in BUILTINS:
            a, b = (self.expect(argument, NAT, scope) for argument in arguments)
            return f"({a} {'==' if name == 'Nat.beq' else '<='} {b})", BOOL
        code, own = self.value(name, scope)
        if own[0] != "Fun" or len(own[1]) != len(arguments):
            self.fail(f"`{name}` does not take {len(arguments)} arguments")
        if self.own and name == self.own.name and name not in scope:
            self.calls.append(arguments)
        parts = [self.expect(argument, argument_type, scope) for argument, argument_type in zip(arguments, own[1])]
        parts = [f"(lambda: {part})" if t == BOOL else part for part, t in zip(parts, own[1])]
        return f"{code}({', '.join(parts)})", own[2]


def check_exhaustive(made):
    def shapes(position):
        kinds = {patterns[position][0] for patterns, _ in made.cases}
        if kinds <= {"any"}:
            return ["any"]
        return ["zero", "succ"] if made.types[position] == NAT else ["nil", "cons"]

    def cases(position):
        if position == len(made.types):
            return [[]]
        return [[shape] + rest for shape in shapes(position) for rest in cases(position + 1)]

    for wanted in cases(0):
        if not any(all(p[0] in ("any", shape) for p, shape in zip(patterns, wanted)) for patterns, _ in made.cases):
            raise Refused(f"{made.name}: no case for {wanted}")


def pattern_code(pattern, argument, own):
    """(condition, [(name, Python text, type)])."""
    kind = pattern[0]
    if kind in ("zero", "succ") and own != NAT or kind in ("nil", "cons") and own[0] != "List":
        raise Refused(f"a pattern of another type than {own}")
    if kind == "any":
        return None, [(pattern[1], argument, own)]
    if kind == "zero":
        return f"{argument} == 0", []
    if kind == "succ":
        return f"{argument} > 0", [(pattern[1], f"{argument} - 1", NAT)]
    if kind == "nil":
        return f"not {argument}", []
    return f"{argument}", [(pattern[1], f"{argument}[0]", own[1]), (pattern[2], f"{argument}[1:]", own)]


def case_code(known, made):
    """The Python text of a definition by cases."""
    check_exhaustive(made)
    arguments = [f"argument{i}" for i in range(len(made.types))]
    lines = [f"def g_{made.name}({', '.join(arguments)}):"]
    recursions = []  # for each call of itself the arguments that are parts of the function's own
    for patterns, term in made.cases:
        if len(patterns) != len(made.types):
            raise Refused(f"{made.name}: {len(patterns)} patterns")
        checker = Checker(known, made)
        scope, conditions, lets = {}, [], []
        for pattern, argument, own in zip(patterns, arguments, made.types):
            condition, names = pattern_code(pattern, argument, own)
            conditions += [condition] if condition else []
            for name, code, name_type in names:
                scope = checker.bind(scope, name, name_type)
                lets += [f"{name}_ = {code}"] if name != "_" else []
        code = checker.expect(term, made.result, scope)
        for call in checker.calls:
            recursions.append({i for i, (argument, pattern) in enumerate(zip(call, patterns))
                               if pattern[0] in ("succ", "cons") and argument == ("name", pattern[-1])})
        lines += [f"    if {' and '.join(conditions) or 'True'}:"] + [f"        {text}" for text in lets] + [f"        return {code}"]
    if recursions and not set.intersection(*recursions):
        raise Refused(f"{made.name}: the recursion is not structural")
    return "\n".join(lines)


def definition_code(known, made):
    checker = Checker({name: own for name, own in known.items() if name != made.name})
    checker.own = made
    scope = {}
    for name, own in zip(made.parameters, made.types):
        scope = checker.bind(scope, name, own)
    code = checker.expect(made.body, made.result, scope)
    names = ", ".join(f"{name}_" for name in made.parameters)
    return f"def g_{made.name}({names}):\n    return {code}"


def minus(a, b):
    if a < b:
        raise Refused(f"{a} - {b} is cut off at 0")
    return a - b


def outside():
    raise Refused("a look outside of a table")


RUNTIME = {"minus": minus, "max0": lambda a, b: max(0, a - b), "div": lambda a, b: a // b if b else 0,
           "mod": lambda a, b: a % b if b else a, "__builtins__": {}}


def results(text):
    """The theorems of a file: [(name, does it hold?)]. Refused if the text is not in the subset."""
    sys.setrecursionlimit(20000)
    known, scope, verdicts, names = {}, dict(RUNTIME), [], set()
    for item in Parser(text).file():
        if item.name in names or item.name in ("cond", "true", "false", NAT, BOOL, "List"):
            raise Refused(f"`{item.name}` is defined twice")
        names.add(item.name)
        if isinstance(item, Theorem):
            code = Checker(known).expect(item.term, BOOL, {})
            verdicts.append((item.name, eval(code, scope) is item.wanted))  # only text that was made above
            continue
        whole = function_type(item.types, item.result)
        if item.cases:
            exec(case_code({**known, item.name: whole}, item), scope)
        else:
            exec(definition_code({**known, item.name: whole}, item), scope)
        if item.name == "outside":
            scope["g_outside"] = outside
        known[item.name] = whole
    if not verdicts:
        raise Refused("no theorem")
    return verdicts


def main():
    bad = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            for name, holds in results(file.read()):
                print(f"{path}: {name}: {'true' if holds else 'FALSE'}")
                bad += not holds
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
