"""Mutants of mex text: one small mechanical change of an item at a time."""

import re
from collections import namedtuple

from tabulated import SPEC, item_name, items

TOKEN = re.compile(r'"[^"]*"|\d+|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|<=>|=>|!=|<=|>=|->|\+\+|-\.|\.\.|[^\s]')
OPENING, CLOSING = "([{", ")]}"
OTHER_RELATION = {"<": "<=", "<=": "<", "=": "!=", "!=": "="}
OTHER_CONNECTIVE = {"and": "or", "or": "and"}
OTHER_QUANTIFIER = {"forall": "exists", "exists": "forall"}
HYPOTHESIS_STARTS = {":", "|", "with", "=>", "<=>", "then", "else"}
CONJUNCT_STARTS = HYPOTHESIS_STARTS | {"and", "or"}
CONJUNCT_ENDS = {"and", "or", "=>", "<=>", "then", "else"}
DEFINING = ("def", "let", "pred", "set")

Item = namedtuple("Item", "file name kind source tokens")
Mutant = namedtuple("Mutant", "item kind place old new context text")


def read_items():
    """All items of the spec, each with its tokens, by name."""
    found = {}
    for path in sorted(SPEC.glob("*.mex")):
        for piece in items(path.read_text())[1:]:
            code = re.sub(r"#[^\n]*", "", piece)
            name = item_name(piece)
            found[name] = Item(path.name, name, code.split()[0], code.strip(), TOKEN.findall(code))
    return found


def body_start(item):
    """Index of the first token behind the head: behind `:` of a statement, behind `=` of another item."""
    sign = ":" if item.kind == "statement" else "="
    depth = 0
    for i, token in enumerate(item.tokens):
        depth += (token in OPENING) - (token in CLOSING)
        if token == sign and depth == 0:
            return i + 1
    raise ValueError(item.name)


def left_end(tokens, i, stops, first):
    """Where the operand in front of token i starts."""
    depth = 0
    while i > first:
        token = tokens[i - 1]
        depth += (token in CLOSING) - (token in OPENING)
        if depth < 0 or depth == 0 and token in stops:
            return i
        i -= 1
    return first


def right_end(tokens, i, stops):
    """Where the operand behind token i ends; a quantifier takes all that follows."""
    i += 1
    whole = tokens[i] in ("forall", "exists")
    depth = 0
    while i < len(tokens):
        token = tokens[i]
        depth += (token in OPENING) - (token in CLOSING)
        if depth < 0 or depth == 0 and not whole and token in stops:
            break
        i += 1
    return i


def arguments(tokens, i):
    """The spans of the arguments of the call whose opening bracket is token i."""
    spans, depth, start = [], 0, i + 1
    for k in range(i, len(tokens)):
        depth += (tokens[k] in OPENING) - (tokens[k] in CLOSING)
        if depth == 0 or depth == 1 and tokens[k] == ",":
            spans.append((start, k))
            start = k + 1
        if depth == 0:
            return spans
    raise ValueError("a bracket is not closed")


def literals(item, first):
    """Every number one larger and one smaller."""
    for i, token in enumerate(item.tokens):
        if token.isdigit():
            for other in (int(token) - 1, int(token) + 1):
                if other >= 0:
                    yield "literal", i, i + 1, [str(other)]


def exchanged(item, first):
    """Relations, connectives and quantifiers by their neighbours."""
    tokens = item.tokens
    for i in range(first, len(tokens)):
        for kind, other in (("relation", OTHER_RELATION), ("connective", OTHER_CONNECTIVE),
                            ("quantifier", OTHER_QUANTIFIER)):
            if tokens[i] in other and tokens[i + 1] not in ("automatic", "unique"):
                yield kind, i, i + 1, [other[tokens[i]]]
        if tokens[i] == "in" and tokens[i - 1] == "not":
            yield "membership", i - 1, i + 1, ["in"]
        elif tokens[i] == "in" and ".." not in tokens[i + 2:i + 3]:
            yield "membership", i, i + 1, ["not", "in"]


def dropped(item, first):
    """A hypothesis before `=>`, a binder's bound, in definitions a conjunct, left out."""
    tokens = item.tokens
    for i in range(first, len(tokens)):
        if tokens[i] == "=>":
            yield "hypothesis dropped", left_end(tokens, i, HYPOTHESIS_STARTS, first), i + 1, []
        if tokens[i] in ("forall", "exists") and tokens[i + 2] in ("<", "<="):
            end = next(k for k in range(i, len(tokens)) if tokens[k] in (":", ","))
            yield "bound dropped", i + 2, end, []
        if tokens[i] == "and" and item.kind in DEFINING:
            yield "conjunct dropped", left_end(tokens, i, CONJUNCT_STARTS, first), i + 1, []
            yield "conjunct dropped", i, right_end(tokens, i, CONJUNCT_ENDS), []


def swapped(item, first):
    """Two neighbouring arguments of a call exchanged."""
    tokens = item.tokens
    for i in range(first, len(tokens) - 1):
        if re.match(r"[A-Za-z_]", tokens[i]) and tokens[i + 1] == "(" and tokens[i] not in KEYWORDS:
            spans = arguments(tokens, i + 1)
            for (a, b), (c, d) in zip(spans, spans[1:]):
                if tokens[a:b] != tokens[c:d]:
                    yield "arguments swapped", a, d, tokens[c:d] + [","] + tokens[a:b]


KEYWORDS = {"and", "or", "not", "in", "forall", "exists", "if", "then", "else", "with", "floor", "unique", "least"}


def mutants_of(item):
    """All mutants of an item, in the order of their kinds and places."""
    first = body_start(item)
    for edits in (literals, exchanged, dropped, swapped):
        for kind, start, end, new in edits(item, first):
            text = item.tokens[:start] + new + item.tokens[end:]
            context = " ".join(item.tokens[max(start - 3, 0):start] + ["<" + "<"] + item.tokens[start:end] + [">" + ">"]
                               + item.tokens[end:end + 3])
            yield Mutant(item.name, kind, start, " ".join(item.tokens[start:end]), " ".join(new), context, " ".join(text))


def identity(mutant):
    """One line that names the mutant: item, kind, place among the item's tokens, what becomes what."""
    return f"{mutant.item} | {mutant.kind} | {mutant.place} | {mutant.context} -> {mutant.new or '(nothing)'}"


def reaching(found):
    """For each item the statements whose closure has it."""
    uses = {name: {t for t in item.tokens if t in found} - {name} for name, item in found.items()}

    def closure(name):
        reached, todo = set(), [name]
        while todo:
            one = todo.pop()
            if one not in reached:
                reached.add(one)
                todo += uses[one]
        return reached

    closures = {name: closure(name) for name, item in found.items() if item.kind == "statement"}
    return {name: [s for s, reached in closures.items() if name in reached] for name in found}
