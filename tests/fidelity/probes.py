"""Wrong definitions, under which a statement is put beside a mutant of it.

A true statement and a weaker mutant of it are both true.  With a definition
made wrong the statement may be false where the mutant is still true (or the
other way round): then the two are told apart.  Each probe is an item of the
spec, a text of it (None: all of it), and the text that stands in its place.
"""

def blocked(options, box):
    """All positions of the box with at most so many moves of Wythoff's game to such positions, as a list of mex."""
    members = set()
    for x, y in sorted(((x, y) for x in range(box + 1) for y in range(box + 1)), key=sum):
        moves = sum(u == x or v == y or x - u == y - v for u, v in members if u <= x and v <= y)
        if moves <= options:
            members.add((x, y))
    return "{%s}" % ", ".join(f"({x}, {y})" for x, y in sorted(members))


GRUNDY_1 = "wythoffExtraMoveGrundy(1, x, y, p)"

PROBES = (
    ("fibonacci", "[0, _]", "[0, 1]"),
    ("wythoffExtraMoveGrundy", "0 < x + y", "8 < x + y"),
    ("wythoffExtraMoveGrundy", "0 < x + y", "22 < x + y"),
    ("wythoffExtraMoveGrundy", "strict = 0 or 0 < x + y", "x + y < 22"),
    ("wythoffExtraMoveGrundy", "1 <= t", "2 <= t"),
    ("wythoffExtraMoveGrundy", "v < y", "v + 1 < y"),
    ("wythoffExtraMoveGrundy", "least m with", "least m with (x + y = 0 => m != 0) and"),
    ("wythoffExtraMoveGrundy", "least m with", "least m with (x = 9 => y = 15 => m != 0) and"),
    ("wythoffExtraMoveGrundy", "least m with", "least m with (x + p = 9 => m != 0) and"),
    ("wythoffPassGrundy", "wythoffExtraMoveGrundy(1", "1 + wythoffExtraMoveGrundy(1"),
    ("wythoffPassGrundy", "(1, x, y, p)", "(1, x, y, 0)"),
    ("wythoffPassGrundy", "(1, x, y, p)", "(1, x, y, 1)"),
    ("wythoffPassGrundy", GRUNDY_1, "x"),
    ("wythoffPassGrundy", GRUNDY_1, "y"),
    ("wythoffPlusStoneGrundy", "wythoffExtraMoveGrundy(0", "1 + wythoffExtraMoveGrundy(0"),
    ("wythoffPlusStoneGrundy", "(0, x, y, p)", "(0, x, y, 0)"),
    ("wythoffPassSetA", "(7, 4)", "(8, 4)"),
    ("wythoffPassSetA", "(0, 0), ", ""),
    ("wythoffPassSetA", "(0, 0)", "(0, 0), (9, 9)"),
    ("wythoffPassSetB", "(8, 4)", "(8, 5)"),
    ("wythoffPassSetB", "(4, 8)", "(5, 8)"),
    ("wythoffPassSetB", "(0, 0), ", ""),
    ("wythoffPassSetB", "(0, 0)", "(0, 0), (9, 12)"),
    ("wythoffPassSetB", "(0, 0)", "(0, 0), (14, 3)"),
    ("wythoffPassSetB", "(0, 0)", "(0, 0), (3, 14)"),
    ("wythoffPassSetC", "(8, 4)", "(8, 3)"),
    ("wythoffPassSetC", "(4, 8)", "(3, 8)"),
    ("wythoffPassSetC", "(2, 2)", "(2, 3)"),
    ("wythoffPassSetC", "(0, 1)", "(0, 1), (9, 12)"),
    ("wythoffPassSetC", "(0, 1)", "(0, 1), (14, 3)"),
    ("wythoffPassSetC", "(0, 1)", "(0, 1), (3, 14)"),
    ("wythoffTerminalMove", "l < p1 + p2", "l <= p1 + p2"),
    ("wythoffTerminalMove", "l < p1 + p2", "l + 1 < p1 + p2"),
    ("wythoffTerminalMove", "q1 < p1 or", "q1 + 1 < p1 or"),
    ("wythoffTerminalMove", "q2 < p2 or", "q2 + 1 < p2 or"),
    ("wythoffTerminalMove", "0 < k", "1 < k"),
    ("wythoffTerminalMove", "q2 + k = p2", "q2 + 2 * k = p2"),
    ("wythoffTerminalMove", "l < p1 + p2 and", "p1 + p2 < 0 and"),
    ("wythoffMexA", "l < m", "l <= m"),
    ("wythoffMexA", "l < m", "l + 1 < m"),
    ("wythoffMexA", "+ l + 1", "+ l"),
    ("wythoffMexA", "+ l + 1", "+ l + 2"),
    ("wythoffMexA", " + i + l + 1", ""),
    ("wythoffMexB", "l + 1", "l + 2"),
    ("wythoffMexB", "+ n + l + 1", ""),
    ("wythoffMexB", "wythoffMexA(l, n) + n + l + 1", "2 * l + 2"),
    ("wythoffTerminalPSet", "x + y <= l", "x + y < l"),
    ("wythoffTerminalPSet", "x + y <= l", "x + y <= l + 1"),
    ("wythoffTerminalPSet", "x + y <= l", "x + y <= l or x = 9 and y = 9"),
    ("wythoffTerminalFibSet", "x + y <= 1", "x + y <= 0"),
    ("wythoffTerminalFibSet", "x + y <= 1", "x + y <= 2"),
    ("wythoffTerminalFibSet", "x + y <= 1", "x + y <= 1 or x = 9 and y = 9"),
    ("komakG", "else 1", "else 0"),
    ("komakG", "1 -. ", "2 -. "),
    ("komakG", "else 1", "else if n = 2 then 0 else 1"),
    ("komakG", "if exists", "if n != 1 and exists"),
    ("komakSet", "x + y <= 2", "x + y <= 1"),
    ("komakSet", "x + y <= 2", "x + y <= 3"),
    ("komakSet", "x + y <= 2", "x + y <= 2 or x = 9 and y = 9"),
    ("hofstadterF2", "n = 0 then 0", "n = 0 then 0 else if n = 1 then 0"),
    ("f1", "[[0, 1]", "[[1, 0]"),
    ("f1", "[3, 1]", "[3, 2]"),
    ("f1", "[3, 4]", "[1, 4]"),
    ("f2", "[[0, 1]", "[[1, 0]"),
    ("f2", "[14]", "[3]"),
    ("f2", "[3, 4]", "[4, 4]"),
    ("f3", "[[0, 1]", "[[1, 0]"),
    ("f3", "[21]", "[4]"),
    ("f3", "[3, 4]", "[3, 3]"),
    ("larssonSetTwo", "x = 0 and y = 0", "x = 0 and y = 1"),
    ("larssonSetTwo", "x = 0 and y = 0", "x = 0 and y = 0 or x = 9 and y = 9"),
    ("larssonSetTwo", "2 * n + 1", "2 * n + 2"),
    ("larssonSetTwo", "+ 2", "+ 4"),
    ("larssonSetThree", "x = 0 and y = 0", "x = 0 and y = 1"),
    ("larssonSetThree", "x = 0 and y = 0", "x = 0 and y = 0 or x = 9 and y = 9"),
    ("larssonSetThree", "2 * n + 1", "2 * n + 3"),
    ("larssonSetThree", "2 * n + 2", "2 * n + 3"),
    ("larssonSetTwo", None, "set larssonSetTwo = {(x, y) | (x, y) in wythoffPassSetA}"),
    ("larssonSetTwo", None, "set larssonSetTwo = {(x, y) | wythoffPassGrundy(x, y, 0) = 0}"),
    ("larssonSetTwo", None, "set larssonSetTwo = {(x, y) | x = 0 and y = 0 or exists n: x = n and y = 2 * n + 1 or "
     "x = 2 * n + 1 and y = n or x = n and y = 2 * n + 2 or x = 2 * n + 2 and y = n}"),
    ("larssonSetThree", None, "set larssonSetThree = {(x, y) | (x, y) in larssonSetTwo}"),
    ("larssonSetTwo", None, "set larssonSetTwo = {(x, y) | 0 <= x}"),
    ("larssonSetThree", None, "set larssonSetThree = {(x, y) | 0 <= x}"),
    ("larssonSetThree", None, f"set larssonSetThree = {blocked(3, 28)}"),
    ("komakG", "1 -. ", "(if n = 2 then 0 else 1) -. "),
    ("komakG", None, "let komakG(n) = if n = 0 then 2 else 0"),
    ("wythoffMexB", "wythoffMexA(l, n) + n", "(if n = 0 then 0 else wythoffMexA(l, n) + n)"),
    ("wythoffMexB", None, "let wythoffMexB(l, n) = l + 2"),
    ("wythoffExtraMoveGrundy", "strict = 0 or 0 < x + y", "0 < x + y"),
    ("wythoffExtraMoveGrundy", "1 <= t =>", "2 - p <= t =>"),
    ("wythoffPassGrundy", GRUNDY_1, "1 - p"),
    ("wythoffPassGrundy", GRUNDY_1, "if x + y = 0 then 0 else 1"),
    ("fibonacci", "[[0, 1], [0, _]]", "[[0, 1], [2, _], [3, 4], [5, _], [5, _], [5, 6], [5, _]]"),
    ("fibonacci", "[[0, 1], [0, _]]", "[[0, 1], [2, _], [3, 4], [7, 6], [5, _], [5, 6], [5, _], [5, _]]"),
    ("wythoffPassGrundy", GRUNDY_1, "if x + y = 0 then 0 else if x = 4 and y = 2 then 1 - p else 2"),
    ("wythoffPassGrundy", GRUNDY_1, "if x + y = 0 then 0 else if x = 4 and y = 2 then p else 2"),
)
