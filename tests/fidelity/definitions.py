"""Each definition of the page, tabulated by the transcription, as a mex text to be verified.

A check is a pair: what a table is about, and a function that gives the mex text
for it.  With `wrong` one tabulated value or member is altered, and the same
claim must be false: this shows that the table is really read.
"""

from itertools import product

import transcription as page
from tabulated import members_text, values_text, words_text

BOX = 14  # pile sizes
LEVELS = range(7)


def function_table(call, names, rows):
    """Check that a function has the tabulated values."""
    def text(wrong=False):
        altered = list(rows)
        if wrong:
            altered[-1] = altered[-1][:-1] + (altered[-1][-1] + 1,)
        return values_text(call, names, altered)
    return text


def member_table(relation, names, bounds, holds):
    """Check that a relation holds exactly where the transcription says, in a box."""
    def text(wrong=False):
        points = product(*(range(bound + 1) for bound in bounds))
        rows = [point for point in points if holds(*point)]
        return members_text(relation, names, bounds, rows[:-1] if wrong else rows)
    return text


def word_table(equations):
    """Check that words are letter by letter what the transcription says."""
    def text(wrong=False):
        altered = list(equations)
        if wrong:
            altered[-1] = altered[-1][0], altered[-1][1] + [0]
        return words_text(altered)
    return text


def grundy_rows(function, *heads):
    """Rows of arguments and value over the box, p being 0 and 1, for each choice of the heads."""
    return [(*head, x, y, p, function(*head, x, y, p))
            for head in product(*heads) for x in range(BOX + 1) for y in range(BOX + 1) for p in (0, 1)]


def sequence_rows(function, last, *heads):
    """Rows of arguments and value of a sequence up to the index `last`."""
    return [(*head, n, function(*head, n)) for head in product(*heads) for n in range(last + 1)]


def letter_rows(level, length):
    """Position and letter of the limit word of the morphism f of that level."""
    return list(enumerate(page.IsOmegaLimit(page.MORPHISM[level], 0, length)))


def iterates(level):
    """The first iterates of the morphism f of that level, on its start letter and on another word."""
    return [(f"iterate(f{level}, {times}, {word})", page.morphIterate(page.MORPHISM[level], times, word))
            for times in range(6) for word in ([0], [3, 1])]


PAIR = ("x", "y")

CHECKS = {
    "wythoffExtraMoveGrundy": function_table(
        "wythoffExtraMoveGrundy(s, x, y, p)", ("s", "x", "y", "p"),
        grundy_rows(page.wythoffExtraMoveGrundy, (0, 1))),
    "wythoffPassGrundy": function_table(
        "wythoffPassGrundy(x, y, p)", ("x", "y", "p"), grundy_rows(page.wythoffPassGrundy)),
    "wythoffPlusStoneGrundy": function_table(
        "wythoffPlusStoneGrundy(x, y, p)", ("x", "y", "p"), grundy_rows(page.wythoffPlusStoneGrundy)),
    "wythoffPassSetA": member_table(
        "(x, y) in wythoffPassSetA", PAIR, (20, 20), lambda x, y: (x, y) in page.wythoffPassSetA),
    "wythoffPassSetB": member_table(
        "(x, y) in wythoffPassSetB", PAIR, (20, 20), lambda x, y: (x, y) in page.wythoffPassSetB),
    "wythoffPassSetC": member_table(
        "(x, y) in wythoffPassSetC", PAIR, (20, 20), lambda x, y: (x, y) in page.wythoffPassSetC),
    "wythoffTerminalMove": member_table(
        "wythoffTerminalMove(l, (x, y), (u, v))", ("l", "x", "y", "u", "v"), (4, 4, 4, 4, 4),
        lambda l, x, y, u, v: page.wythoffTerminalMove(l, (x, y), (u, v))),
    "wythoffMexA": function_table(
        "wythoffMexA(l, n)", ("l", "n"), sequence_rows(page.wythoffMexA, 40, LEVELS)),
    "wythoffMexB": function_table(
        "wythoffMexB(l, n)", ("l", "n"), sequence_rows(page.wythoffMexB, 40, LEVELS)),
    "wythoffTerminalPSet": member_table(
        "(x, y) in wythoffTerminalPSet(l)", ("l", "x", "y"), (6, 22, 22),
        lambda l, x, y: page.wythoffTerminalPSet(l, (x, y))),
    "komakG": function_table("komakG(n)", ("n",), sequence_rows(page.komakG, 120)),
    "hofstadterF2": function_table("hofstadterF2(n)", ("n",), sequence_rows(page.hofstadterF2, 120)),
    "fibRep": word_table([(f"fibRep({n})", page.fibRep(n)) for n in range(56)]),
    "fibGreedyDigits": word_table(
        [(f"fibRep({n})", page.fibGreedyDigits(page.fibDigitCount(n, n + 1, 0), n)) for n in range(56)]),
    "fibDigitCount": word_table(
        [(f"take({page.fibDigitCount(n, n + 1, 0)}, fibRep({n}) ++ [0])", page.fibRep(n)) for n in range(1, 56)]),
    "morphIterate": word_table([pair for level in (1, 2, 3) for pair in iterates(level)]),
    "IsOmegaLimit of f1": function_table("f1(n)", ("n",), letter_rows(1, 120)),
    "IsOmegaLimit of f2": function_table("f2(n)", ("n",), letter_rows(2, 120)),
    "IsOmegaLimit of f3": function_table("f3(n)", ("n",), letter_rows(3, 120)),
    "larssonSetTwo": member_table(
        "(x, y) in larssonSetTwo", PAIR, (34, 34), lambda x, y: page.larssonSetTwo((x, y))),
    "larssonSetThree": member_table(
        "(x, y) in larssonSetThree", PAIR, (34, 34), lambda x, y: page.larssonSetThree((x, y))),
}

# Definitions of the page that no table can show.
NO_TABLE = {
    "IsFibonacciAutomatic": "a construct of the language (`exists automatic`), read where statements use it: "
                            "the statements about automatic sequences are compared, with bounds that are too small as well",
}
