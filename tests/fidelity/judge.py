"""Whether a mutant of the spec is noticed: the verdict of some standard claim changes."""

import shutil
from pathlib import Path

from mexlib import mexcert
from standard_claims import standard_claims
from tabulated import item_name, items
from verdict import FALSE, NO_WITNESS, SPEC, TRUE, Disagreement, verdict

KILLED = "killed"  # a standard claim is false, or its witnesses are gone
UNDECIDED = "undecided"  # a standard claim has no verdict any more
SURVIVED = "not distinguished"
INVALID = "no mex text"
DISAGREED = "the programs disagree"


class Judge:
    """Judges mutants in a spec folder of its own."""

    def __init__(self, scratch, found, reached_by):
        self.scratch, self.found, self.reached_by = Path(scratch), found, reached_by
        self.folder = self.scratch / "spec"
        self.claims = standard_claims()
        shutil.copytree(SPEC, self.folder)

    def write(self, replaced):
        """Writes the spec anew, the items named in `replaced` having the texts given there."""
        for path in SPEC.glob("*.mex"):
            head, *pieces = items(path.read_text())
            texts = [replaced.get(item_name(piece), piece.rstrip("\n")) + "\n" for piece in pieces]
            (self.folder / path.name).write_text(head + "".join(texts))

    def ask(self, claim):
        """The verdict of a claim in the spec as it is written now."""
        try:
            return verdict(claim, self.scratch, "--spec-dir", self.folder)
        except Disagreement as problem:
            return f"{DISAGREED}: {problem}"

    def claims_for(self, name):
        """The standard claims of the statements that reach the item, ranges before automata."""
        claims = [claim for statement in self.reached_by[name] for claim in self.claims.get(statement, ())]
        return sorted(claims, key=lambda claim: claim.endswith(": all"))

    def outcome(self, mutant):
        """What becomes of a mutant, and the claim that tells."""
        self.write({mutant.item: mutant.text})
        if mexcert("list", "--spec-dir", self.folder)[0] != 0:
            return INVALID, "-"
        undecided = None
        for claim in self.claims_for(mutant.item):
            said = self.ask(claim)
            if said in (FALSE, NO_WITNESS) or said.startswith(DISAGREED):
                return (said if said.startswith(DISAGREED) else KILLED), claim
            if said != TRUE and undecided is None:
                undecided = claim
        return (UNDECIDED, undecided) if undecided else (SURVIVED, "-")
