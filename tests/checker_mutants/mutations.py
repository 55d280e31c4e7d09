"""The mutations of a source text: which places are changed, and the edits that make each of them switchable.

An edit only wraps what is there (see switch.h): `a < b` becomes `mut::less(17, a, b)`. So mutations nest, and all of them
stand in one program."""

import re
from dataclasses import dataclass, field

from tokens import bodies, tokenize

COMPARISONS = {"<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal"}
FLIPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ENDS = {"?", ":", ",", ";", "=", "return", "throw", "else", "do", "case", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
BINARY_BITS = {"&", "|", "^"}
REJECTS = re.compile(r"\b(fail|reject|decline|error|wanted|refuse|usage|reject_file|undefined|beyond|too_large|out_of_work|throw)\b")
PLAIN_CALLS = {"push_back", "pop_back", "insert", "emplace", "emplace_back", "append", "clear", "reset", "resize", "assign",
               "reserve", "erase", "remove_prefix", "fill", "fputs", "fprintf", "fwrite", "open", "read", "splice", "push_front"}


@dataclass
class Mutation:
    file: str
    function: str
    kind: str
    text: str  # what is mutated, in one line
    line: int
    edits: list = field(default_factory=list)  # (start, end, size of the wrapped text, text with % for the number)
    key: str = ""


class Finder:
    def __init__(self, file, text):
        self.file, self.text, self.tokens = file, text, tokenize(text)
        self.found = []
        self.covered = set()  # conditions: one that is `!x` or one `==` needs no mutation but never and always

    def run(self):
        for body in bodies(self.tokens):
            self.function = body.function
            constant = self.constant_places(body)
            for at in range(body.first, body.last):
                if at not in constant:
                    self.look_at(at)
        return self.found

    def constant_places(self, body):
        """Tokens of constant declarations and between the brackets of templates."""
        places = set()
        for at in range(body.first, body.last):
            token = self.tokens[at]
            if token.text in ("constexpr", "static_assert"):
                stop = at
                while self.tokens[stop].text not in (";", ")"):
                    stop = self.tokens[stop].partner if self.tokens[stop].opens() else stop
                    stop += 1
                places.update(range(at, stop))
            if token.angle and token.opens():
                places.update(range(at, token.partner))
        return places

    def look_at(self, at):
        token = self.tokens[at]
        if token.text in COMPARISONS and not token.angle:
            self.comparison(at)
        elif token.text in ("&&", "||") and token.spaced:
            self.connective(at)
        elif token.text == "!":
            self.negation(at)
        elif token.text == "if" and self.tokens[at + 1].text == "(":
            self.branch(at)
        elif token.text == "?":
            self.choice(at)
        elif token.text == "1":
            self.one(at)
        elif token.kind == "name" and self.statement_begins(at):
            self.call(at)

    # --- operands -----------------------------------------------------------------------------

    def left(self, at, stops):
        """The first token of the operand that ends in front of `at`."""
        while True:
            before = self.tokens[at - 1]
            if before.closes() and self.tokens[before.partner - 1].text not in ("if", "for", "while"):
                at = before.partner
            elif before.partner >= 0 or before.text in ENDS or self.stops(at - 1, stops):
                return at
            else:
                at -= 1

    def right(self, at, stops):
        """Behind the last token of the operand that begins behind `at`."""
        at += 1
        while True:
            token = self.tokens[at]
            if token.opens():
                at = token.partner + 1
            elif token.closes() or token.text in ENDS or self.stops(at, stops):
                return at
            else:
                at += 1

    def stops(self, at, stops):
        token = self.tokens[at]
        return token.text in stops and token.spaced and not (token.text in BINARY_BITS and self.tokens[at + 1].start == token.end)

    def add(self, kind, first, last, edits, shown=None):
        start, end = self.tokens[first].start, self.tokens[last - 1].end
        text = re.sub(r"\s+", " ", shown or self.text[start:end])
        line = self.text.count("\n", 0, self.tokens[first].start) + 1
        self.found.append(Mutation(self.file, self.function, kind, text, line, edits))

    def wrap(self, kind, first, last, before, behind=")", shown=None):
        start, end = self.tokens[first].start, self.tokens[last - 1].end
        size = end - start
        self.add(kind, first, last, [(start, start, size, before), (end, end, size, behind)], shown)

    # --- kinds --------------------------------------------------------------------------------

    def comparison(self, at):
        sign = self.tokens[at].text
        stops = {"&&", "||", *COMPARISONS, *BINARY_BITS}
        first, last = self.left(at, stops), self.right(at, stops)
        if sign in ("==", "!=") and (first, last) in self.covered:
            return
        self.between(f"{sign} to {FLIPPED[sign]}", first, at, last, f"mut::{COMPARISONS[sign]}(%, ", ", ", ")")

    def connective(self, at):
        sign = self.tokens[at].text
        first = self.left(at, {"||"} if sign == "&&" else set())
        last = self.right(at, {"&&", "||"} if sign == "&&" else {"||"})
        join = ") ? mut::on(%) : (bool)(" if sign == "&&" else ") ? !mut::on(%) : (bool)("
        ask = "mut::stop_and" if sign == "&&" else "mut::stop_or"
        self.between(f"{sign} to {'||' if sign == '&&' else '&&'}", first, at, last, f"({ask}(%, (bool)(", ")" + join, "))")

    def between(self, kind, first, at, last, before, middle, behind):
        start, end = self.tokens[first].start, self.tokens[last - 1].end
        token, size = self.tokens[at], end - start
        self.add(kind, first, last, [(start, start, size, before), (token.start, token.end, 0, middle), (end, end, size, behind)])

    def negation(self, at):
        last = at + 1
        while self.tokens[last].text in ("!", "*", "-"):
            last += 1
        while True:
            token = self.tokens[last]
            if token.opens() and token.text != "{":
                last = token.partner + 1
            elif token.kind == "name" or token.text in (".", "->", "::"):
                last += 1
            else:
                break
        if (at, last) in self.covered:
            return
        start, behind = self.tokens[at].start, self.tokens[last - 1].end
        size = behind - start
        edits = [(start, self.tokens[at].end, size, "mut::negation(%, (bool)("), (behind, behind, size, "))")]
        self.add("! dropped", at, last, edits)

    def branch(self, at):
        first, last = at + 2, self.tokens[at + 1].partner
        inner = self.top_level(first, last, ";")
        condition = inner + 1 if inner is not None else first
        variable = self.top_level(condition, last, "=")
        rejects = self.rejects(last + 1)
        self.covered.add((condition, last))
        for kind, function in [("guard removed", "never")] if rejects else [("if never", "never"), ("if always", "always")]:
            if variable is None:
                self.wrap(kind, condition, last, f"mut::{function}(%, (bool)(", "))")
            elif function == "never":
                end = self.tokens[last].start
                name = self.tokens[variable - 1].text
                self.add(kind, condition, last, [(end, end, 0, f"; mut::never(%, (bool)({name}))")])

    def top_level(self, first, last, text):
        while first < last:
            if self.tokens[first].text == text:
                return first
            first = self.tokens[first].partner + 1 if self.tokens[first].opens() else first + 1
        return None

    def rejects(self, at):
        """Whether the statement that begins here does nothing but reject, or say false."""
        last = self.tokens[at].partner if self.tokens[at].text == "{" else self.right(at, {";"})
        text = self.text[self.tokens[at].start:self.tokens[last].end]
        first = text.lstrip("{ \n")
        return bool(REJECTS.search(text)) or re.match(r'return( "|.* : "| false| nullptr| std::nullopt|  \{\})', first) is not None

    def choice(self, at):
        first = self.left(at, set())
        depth_0, k = [], first
        while k < at:
            depth_0.append(self.tokens[k].text)
            k = self.tokens[k].partner + 1 if self.tokens[k].opens() else k + 1
        if not {"&&", "||", "!", *COMPARISONS} & set(depth_0):
            self.wrap("? : exchanged", first, at, "mut::exchanged(%, (bool)(", "))")

    def one(self, at):
        before, behind = self.tokens[at - 1], self.tokens[at + 1]
        sum_in_front = before.text in ("+", "-") and before.spaced and before.end != self.tokens[at].start
        if sum_in_front or behind.text in ("+", "-") and behind.spaced:
            first = self.left(at, {"&&", "||", *COMPARISONS})
            last = self.right(at, {"&&", "||", *COMPARISONS})
            shown = self.text[self.tokens[first].start:self.tokens[last - 1].end]
            start, end = self.tokens[at].start, self.tokens[at].end
            self.add("1 to 0", at, at + 1, [(start, end, 0, "mut::one(%)")], shown)

    def statement_begins(self, at):
        before = self.tokens[at - 1]
        if before.text in (";", "{", "}", "else", "do"):
            return True
        return before.text == ")" and self.tokens[before.partner - 1].text in ("if", "for", "while")

    def call(self, at):
        """A statement that is one call of a function of the checker."""
        end, name = at, ""
        while self.tokens[end].kind == "name" or self.tokens[end].text in (".", "->", "::"):
            name = self.tokens[end].text
            end += 1
        if self.tokens[end].text != "(" or end > at + 1 and self.tokens[end - 2].kind == "name":
            return
        last = self.tokens[end].partner + 1
        words = {t.text for t in self.tokens[at:end]}
        if self.tokens[last].text != ";" or "std" in words or name in PLAIN_CALLS and "rules_" not in words:
            return
        if words & {"return", "if", "else", "do", "for", "while", "switch", "throw"} or REJECTS.fullmatch(name):
            return
        self.wrap("call dropped", at, last, "(mut::dropped(%) ? (void)0 : (void)(", "))")


def mutations_of(file, text):
    """The mutations in order of their places, each with a key that outlives moved lines."""
    found = Finder(file, text).run()
    seen = {}
    for m in found:
        key = f"{m.file} {m.function} | {m.kind} | {m.text}"
        seen[key] = seen.get(key, 0) + 1
        m.key = key if seen[key] == 1 else f"{key} #{seen[key]}"
    return found


def instrumented(text, mutations, first_number):
    """The text with all edits, the mutations numbered from `first_number`."""
    edits = []
    for number, mutation in enumerate(mutations, first_number):
        for start, end, size, new in mutation.edits:
            closing = new.startswith(")") and start == end
            edits.append(((start, 0 if closing else 1, size if closing else -size, -number if closing else number), end, new.replace("%", str(number))))
    edits.sort()
    parts, at = [], 0
    for (start, *_), end, new in edits:
        parts += [text[at:start], new]
        at = end
    return "".join(parts) + text[at:]
