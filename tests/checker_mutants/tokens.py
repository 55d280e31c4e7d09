"""C++ source as tokens with matched brackets, and the bodies of its functions.

Relies on the layout of the sources (clang-format): an operator between two operands stands between blanks, the brackets of a
template and the `&&` of a reference follow their name directly."""

import re
from dataclasses import dataclass

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/|^[ ]*\#(?:[^\n]*\\\n)*[^\n]*)
  | (?P<string>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>\d[\w']*(?:\.\w+)?)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<sign><=>|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w])
""", re.X | re.S | re.M)

OPEN, CLOSE = {"(": ")", "[": "]", "{": "}", "<": ">"}, {")": "(", "]": "[", "}": "{"}
TYPES = {"class", "struct", "union", "enum", "namespace"}


@dataclass
class Token:
    text: str
    kind: str
    start: int
    end: int
    spaced: bool  # white space in front
    partner: int = -1  # the index of the other bracket
    angle: bool = False  # a bracket of a template

    def opens(self):
        return self.partner >= 0 and (self.angle and self.text == "<" or self.text in "([{")

    def closes(self):
        return self.partner >= 0 and not self.opens()


@dataclass
class Body:
    function: str  # its name, with the class around it
    first: int  # the tokens between its braces
    last: int


def tokenize(text):
    tokens = []
    for match in TOKEN.finditer(text):
        if match.lastgroup != "comment":
            before = match.start() == 0 or text[match.start() - 1].isspace()
            tokens.append(Token(match.group(), match.lastgroup, match.start(), match.end(), before))
    match_brackets(tokens)
    return tokens


def match_brackets(tokens):
    stack = []

    def close(at):
        other = stack.pop()
        tokens[at].partner, tokens[other].partner = other, at

    for at, token in enumerate(tokens):
        if token.kind != "sign":
            continue
        if token.text in ("(", "[", "{"):
            stack.append(at)
        elif token.text in CLOSE:
            assert tokens[stack[-1]].text == CLOSE[token.text], (token, tokens[stack[-1]])
            close(at)
        elif token.text == "<" and at and (tokens[at - 1].text == "template" or not token.spaced and tokens[at - 1].kind == "name"):
            token.angle = True
            stack.append(at)
        elif token.text in (">", ">>") and stack and tokens[stack[-1]].angle:
            token.angle = True
            for _ in token.text:
                close(at)
    assert not stack


def bodies(tokens):
    """The function bodies, outermost ones (a lambda belongs to the function around it)."""
    yield from bodies_between(tokens, 0, len(tokens), "")


def bodies_between(tokens, at, end, scope):
    head = at  # where the declaration begins
    while at < end:
        token = tokens[at]
        if token.text == ";" or token.text in ("public", "private", "protected") and tokens[at + 1].text == ":":
            head = at + 1
        elif token.text == "{":
            name, kind = declared(tokens, head, at)
            if kind == "scope":
                yield from bodies_between(tokens, at + 1, token.partner, name or scope)
            elif kind == "function":
                yield Body(f"{scope}::{name}" if scope else name, at + 1, token.partner)
            at = token.partner
            if kind != "value":
                head = at + 1
        elif token.opens():
            at = token.partner
        at += 1


def declared(tokens, head, brace):
    """Name and kind of what the brace belongs to: a scope, a function or the value of a variable."""
    at, seen = head, []
    while at < brace:
        token = tokens[at]
        if token.text == "(" and seen and seen[-1].kind == "name":
            return function_name(tokens, at), "function"
        if token.text == "=":
            return "", "value"
        seen.append(token)
        at = token.partner + 1 if token.opens() else at + 1
    names = [t.text for t in seen]
    for i, name in enumerate(names):
        if name in TYPES and "operator" not in names:
            inner = [n for n in names[i + 1:] if n not in TYPES]
            return (inner[0] if inner and name != "namespace" else ""), "scope" if name != "enum" else "value"
    return "", "function" if "operator" in names else "value"


def function_name(tokens, paren):
    name = tokens[paren - 1].text
    while paren >= 3 and tokens[paren - 2].text in ("::", "~"):
        paren -= 2 if tokens[paren - 2].text == "::" else 1
        name = (tokens[paren - 1].text + "::" if tokens[paren].text == "::" else "~") + name
    return name
