"""The standard claims by which a mutant of the spec is noticed."""

import statements

# Claims for all naturals that automata decide in a fraction of a second; they see what a small range does not.
BY_AUTOMATA = (
    "not_wythoffTerminalMove_of_terminal", "wythoffGrundy_eq_zero_iff", "wythoffPass_moves_meet_setB_setC",
    "wythoffPass_moves_meet_setB_iff_setC", "wythoffTerminal_one_pPositions", "wythoffTerminal_two_pPositions",
    "wythoffTerminal_pPositions(l=1)", "wythoffTerminal_pPositions(l=3)", "wythoffMex_properties(l=1)",
    "wythoffMex_properties(l=2)", "komak_pPositions", "komakG_hofstadter", "wythoffTerminal_one_fibRep",
    "wythoffTerminal_one_morphic", "wythoffTerminal_two_morphic", "wythoffTerminal_three_morphic",
    "wythoffTerminal_no_redundant_move", "blockingWythoff_two_pPositions", "blockingWythoff_three_pPositions",
    "komakG_dfao", "g3_dfao", "g4_dfao", "wythoff_near(g=1,R=9)", "wythoffPass_near(R=9)",
    "wythoffMex_lambda_range(l=1,lo=2,hi=3)", "wythoffMex_lambda_range(l=2,lo=3,hi=4)")

# Statements that are not on the page.
BEYOND_THE_PAGE = {
    "wythoffMex_lambda_range": ["wythoffMex_lambda_range(l=1,lo=2,hi=3): n<=40", "wythoffMex_lambda_range(l=2,lo=3,hi=4): n<=40",
                                "wythoffMex_lambda_range(l=3,lo=4,hi=6): n<=40"],
    "komakG_dfao": ["komakG_dfao: n<=100"],
    "g3_dfao": ["g3_dfao: n<=100"],
    "g4_dfao": ["g4_dfao: n<=100"],
    "wythoff_near": ["wythoff_near(g=1,R=9): x<=20,y<=20"],
    "wythoffPass_near": ["wythoffPass_near(R=9): x<=20,y<=20"],
}


VECTORS = ("v in 1..1,w<=0", "v<=0,w in 1..1", "v in 1..1,w in 1..1")

# Instead of the claims in statements.py, which come last: one level or one move vector at a time. Where such a claim is
# false a counterexample is found at once, and under a wrong definition not all of them are false.
ONE_AT_A_TIME = {
    "wythoffTerminal_pPositions": [f"wythoffTerminal_pPositions(l={level}): x<=16,y<=16" for level in range(1, 5)],
    "wythoffMex_properties": [f"wythoffMex_properties(l={level}): i<=14,k<=14,j<=14,n<=14" for level in range(1, 4)],
    "wythoffTerminal_no_redundant_move": [f"wythoffTerminal_no_redundant_move: {vector}" for vector in VECTORS],
    "blockingWythoff_no_redundant_move": [f"blockingWythoff_no_redundant_move: {vector}" for vector in VECTORS],
}


def small_claims():
    """For each statement its small claims."""
    claims = {name: [claim for claim, _, _ in checks] for name, checks in statements.CHECKS.items()}
    return {**claims, **BEYOND_THE_PAGE, **ONE_AT_A_TIME}


def large_claims():
    """For some statements claims that take longer: for all naturals, or on the larger range."""
    claims = {name: [claim for claim, _, _ in statements.CHECKS[name]] for name in ONE_AT_A_TIME}
    for name in BY_AUTOMATA:
        claims.setdefault(name.split("(")[0], []).append(f"{name}: all")
    return claims
