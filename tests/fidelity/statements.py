"""Each theorem of the page: small claims of the mex statement, and the transcription's predicate on the same box.

CHECKS gives for each name a list of a claim, the positional arguments and the
named arguments of the predicate.
"""

LEVELS = range(1, 5)  # where a statement has a level as parameter and its claim names one level at a time


def each_level(name):
    """The claims for all naturals at the fixed levels, and what the predicate is asked at each of them."""
    return [(f"{name}(l={level}): all", (40,), {"levels": [level]}) for level in LEVELS]


def one(claim, *box):
    """A claim, and what the predicate of the same name is asked: the box."""
    return [(claim, box, {})]


CHECKS = {
    "fibRep_examples": one("fibRep_examples: all"),
    "isFibonacciAutomatic_const": [
        (f"isFibonacciAutomatic_const(c={c}): all", (14,), {"constants": [c]}) for c in range(4)],
    "wythoffExtraMoveGrundy_eq": one("wythoffExtraMoveGrundy_eq: x<=10,y<=10", 10),
    "wythoffPassGrundy_zero_zero": one("wythoffPassGrundy_zero_zero: all"),
    "wythoffPlusStoneGrundy_zero_zero_true": one("wythoffPlusStoneGrundy_zero_zero_true: all"),
    "wythoffPassSetB_card_wythoffPassSetC_card": one("wythoffPassSetB_card_wythoffPassSetC_card: all"),
    "wythoffPassSetA_card": one("wythoffPassSetA_card: all"),
    "wythoffGrundy_eq_zero_iff": one("wythoffGrundy_eq_zero_iff: x<=20,y<=20", 20),
    "wythoffGrundy_one_near_zero": one("wythoffGrundy_one_near_zero: x<=20,y<=20", 20),
    "wythoffPass_pPositions_le_eight": one("wythoffPass_pPositions_le_eight: all"),
    "wythoffPass_moves_meet_setB_setC": one("wythoffPass_moves_meet_setB_setC: x<=20,y<=20", 20),
    "wythoffPass_moves_meet_setB_iff_setC": one("wythoffPass_moves_meet_setB_iff_setC: x<=20,y<=20", 20),
    "wythoffPassGrundy_eq_zero_iff_plusStone": one("wythoffPassGrundy_eq_zero_iff_plusStone: x<=20,y<=20", 20),
    "wythoffPassGrundy_true_eq_zero_iff": one("wythoffPassGrundy_true_eq_zero_iff: x<=20,y<=20", 20),
    "wythoffPass_pPosition_near_wythoff_pPosition": one(
        "wythoffPass_pPosition_near_wythoff_pPosition: x<=20,y<=20", 20),
    "not_wythoffTerminalMove_of_terminal": one(
        "not_wythoffTerminalMove_of_terminal: l<=4,x<=4,y<=4,u<=4,v<=4", 4),
    "wythoffTerminalMove_zero_one_zero": one("wythoffTerminalMove_zero_one_zero: all"),
    "wythoffMexA_zero": one("wythoffMexA_zero: l<=12", range(13)),
    "wythoffMexA_one": one("wythoffMexA_one: l<=12", range(13)),
    "wythoffMexB_zero": one("wythoffMexB_zero: l<=12", range(13)),
    "mem_wythoffTerminalPSet_of_terminal": one("mem_wythoffTerminalPSet_of_terminal: l<=4", 10),
    "wythoffTerminal_pPositions": one("wythoffTerminal_pPositions: l<=4,x<=16,y<=16", 16),
    "wythoffTerminal_one_pPositions": one("wythoffTerminal_one_pPositions: x<=20,y<=20", 20),
    "wythoffTerminal_two_pPositions": one("wythoffTerminal_two_pPositions: x<=20,y<=20", 20),
    "wythoffMex_properties": one("wythoffMex_properties: l<=4,i<=14,k<=14,j<=14,n<=14", 14),
    "wythoffMex_floor_goldenRatio": each_level("wythoffMex_floor_goldenRatio"),
    "wythoffMex_tendsto_goldenRatio": each_level("wythoffMex_tendsto_goldenRatio"),
    "komakG_zero": one("komakG_zero: all"),
    "komakG_one": one("komakG_one: all"),
    "komak_pPositions": one("komak_pPositions: x<=20,y<=20", 20),
    "komakG_hofstadter": one("komakG_hofstadter: n<=60", 60),
    "isFibonacciAutomatic_komakG": one("isFibonacciAutomatic_komakG: all", 40),
    "wythoffTerminal_one_fibRep": one("wythoffTerminal_one_fibRep: x<=20,y<=20", 20),
    "exists_fibonacciAutomatic_wythoffTerminal_three": one(
        "exists_fibonacciAutomatic_wythoffTerminal_three: all", 40),
    "exists_fibonacciAutomatic_wythoffTerminal_four": one(
        "exists_fibonacciAutomatic_wythoffTerminal_four: all", 40),
    "morphIterate_wythoffTerminal_one_example": one("morphIterate_wythoffTerminal_one_example: all"),
    "wythoffTerminal_one_morphic": one("wythoffTerminal_one_morphic: n<=60", 60),
    "wythoffTerminal_two_morphic": one("wythoffTerminal_two_morphic: n<=60", 60),
    "wythoffTerminal_three_morphic": one("wythoffTerminal_three_morphic: n<=60", 60),
    "larssonSetTwo_examples": one("larssonSetTwo_examples: all"),
    "larssonSetThree_examples": one("larssonSetThree_examples: all"),
    "blockingWythoff_two_pPositions": one("blockingWythoff_two_pPositions: x<=20,y<=20", 20),
    "blockingWythoff_three_pPositions": one("blockingWythoff_three_pPositions: x<=20,y<=20", 20),
    "wythoffTerminal_no_redundant_move": one("wythoffTerminal_no_redundant_move: v<=4,w<=4", 4),
    "blockingWythoff_no_redundant_move": one("blockingWythoff_no_redundant_move: v<=4,w<=4", 4),
}


def constants(name, key, values, old, new):
    """Neighbours of a statement: one constant of it has other values, in the mex text and in the predicate."""
    return [(name, [(old, new % value)], {key: value}) for value in values]


NEAR = "(x - v) ^ 2 + (y - w) ^ 2 <= "
CORNER = "(9 <= x or 9 <= y)"

# A neighbour: statement, pairs of a text and another text, the same change as an argument of the predicate.
# Claim and box are those above; whether a neighbour is true is for the two readings to say.
NEIGHBOURS = (
    constants("wythoffPassGrundy_zero_zero", "value", (1,), "= 0", "= %d")
    + constants("wythoffPlusStoneGrundy_zero_zero_true", "value", (0, 2), "= 1", "= %d")
    + constants("wythoffPassSetB_card_wythoffPassSetC_card", "size", (8, 10), "= 9", "= %d")
    + constants("wythoffPassSetA_card", "size", (6, 8), "= 7", "= %d")
    + constants("wythoffGrundy_one_near_zero", "distance", (0, 1, 2, 4, 5, 8, 9, 19), NEAR + "20", NEAR + "%d")
    + constants("wythoffPass_pPosition_near_wythoff_pPosition", "distance", (0, 1, 2, 4, 5, 8, 9, 19),
                NEAR + "20", NEAR + "%d")
    + constants("wythoffPass_pPositions_le_eight", "corner", (7, 9, 10), "<= 8", "<= %d")
    + constants("wythoffPass_moves_meet_setB_setC", "band", (7, 9), "<= 8", "<= %d")
    + constants("wythoffPass_moves_meet_setB_setC", "near", (3, 5), "+ 4", "+ %d")
    + constants("wythoffPass_moves_meet_setB_setC", "far", (4, 6), "+ 5", "+ %d")
    + [(name, [(CORNER, f"({corner} <= x or {corner} <= y)")], {"corner": corner})
       for name in ("wythoffPass_moves_meet_setB_setC", "wythoffPass_moves_meet_setB_iff_setC",
                    "wythoffPassGrundy_eq_zero_iff_plusStone", "wythoffPassGrundy_true_eq_zero_iff")
       for corner in (0, 6, 7, 8, 10)]
    + constants("not_wythoffTerminalMove_of_terminal", "beyond", (1,), "x + y <= l", "x + y <= l + %d")
    + constants("wythoffTerminalMove_zero_one_zero", "level", (1,), "(0, (1", "(%d, (1")
    + constants("wythoffMexA_zero", "plus", (0, 2), "l + 1", "l + %d")
    + constants("wythoffMexA_one", "least_level", (0,), "1 <= l", "%d <= l")
    + constants("wythoffMexB_zero", "plus", (1, 3), "+ 2", "+ %d")
    + constants("mem_wythoffTerminalPSet_of_terminal", "beyond", (1,), "<= l", "<= l + %d")
    + constants("wythoffTerminal_one_pPositions", "level", (0, 2), "Move(1", "Move(%d")
    + constants("wythoffTerminal_two_pPositions", "level", (1, 3), "Move(2", "Move(%d")
    + [("wythoffTerminal_pPositions", [("1 <= l", "0 <= l")], {"levels": range(5)}),
       ("wythoffMex_properties", [("1 <= l", "0 <= l")], {"levels": range(5)})]
    + constants("wythoffMex_floor_goldenRatio", "plus", (0, 2), ") + 1", ") + %d")
    + constants("komakG_zero", "value", (0,), "= 1", "= %d")
    + constants("komakG_one", "value", (1,), "= 0", "= %d")
    + constants("komak_pPositions", "level", (1, 3), "Move(2", "Move(%d")
    + constants("komakG_hofstadter", "at_one", (1,), "komakG(1) = 0", "komakG(1) = %d")
    + constants("wythoffTerminal_one_fibRep", "level", (0, 2), "Move(1", "Move(%d")
    + constants("exists_fibonacciAutomatic_wythoffTerminal_three", "b_plus", (0, 2), "1) + 1", "1) + %d")
    + [("exists_fibonacciAutomatic_wythoffTerminal_three", [("+ 1) - 1", "+ 1) - 2")], {"a_plus": -2})]
    + constants("exists_fibonacciAutomatic_wythoffTerminal_four", "b_plus", (2, 4), "1) + 3", "1) + %d")
    + constants("morphIterate_wythoffTerminal_one_example", "times", (3, 5), "f1, 4", "f1, %d")
    + constants("wythoffTerminal_one_morphic", "shift", (1,), "n) - 2", "n) - %d")
    + constants("wythoffTerminal_two_morphic", "shift", (2,), "n) - 3", "n) - %d")
    + constants("wythoffTerminal_three_morphic", "shift", (3,), "n) - 4", "n) - %d")
    + [("blockingWythoff_two_pPositions", [("<= 1", f"<= {k}"), ("2 <= count", f"{k + 1} <= count")], {"blocked": k})
       for k in (0, 2)]
    + [("blockingWythoff_three_pPositions", [("<= 2", f"<= {k}"), ("3 <= count", f"{k + 1} <= count")], {"blocked": k})
       for k in (1, 3)]
    + constants("blockingWythoff_no_redundant_move", "blocked_two", (1, 3), "< 2", "< %d")
    + constants("blockingWythoff_no_redundant_move", "blocked_three", (1, 2, 4), "< 3", "< %d")
)
