"""The small claims by which a mutant of the spec is noticed: some for each statement, cheap ones first."""

import statements

# Claims for all naturals that automata decide in a fraction of a second; they see what a small range does not.
BY_AUTOMATA = (
    "not_wythoffTerminalMove_of_terminal", "wythoffGrundy_eq_zero_iff", "wythoffPass_moves_meet_setB_setC",
    "wythoffPass_moves_meet_setB_iff_setC", "wythoffTerminal_one_pPositions", "wythoffTerminal_two_pPositions",
    "wythoffTerminal_pPositions(l=1)", "wythoffTerminal_pPositions(l=3)", "wythoffMex_properties(l=1)",
    "wythoffMex_properties(l=2)", "komak_pPositions", "komakG_hofstadter", "wythoffTerminal_one_fibRep",
    "wythoffTerminal_one_morphic", "wythoffTerminal_two_morphic", "wythoffTerminal_three_morphic",
    "wythoffTerminal_no_redundant_move", "blockingWythoff_two_pPositions", "blockingWythoff_three_pPositions",
    "komakG_dfao", "g3_dfao", "g4_dfao",
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


def standard_claims():
    """For each statement its claims."""
    claims = {name: [claim for claim, _, _ in checks] for name, checks in statements.CHECKS.items()}
    claims.update(BEYOND_THE_PAGE)
    for name in BY_AUTOMATA:
        claims[name.split("(")[0]].append(f"{name}: all")
    return claims
