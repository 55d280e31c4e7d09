"""Whether a mutant of the spec is noticed: the verdict of some standard claim changes."""

import shutil
from pathlib import Path

from mexlib import mexcert
from probes import PROBES
from standard_claims import large_claims, small_claims
from tabulated import item_name, items
from verdict import ERROR, FALSE, NO_END, NO_WITNESS, SPEC, TRUE, Disagreement, verdict

KILLED = "killed"  # a standard claim is false, or its witnesses are gone
TOLD_APART = "told apart"  # a standard claim has another verdict under a probe
UNDECIDED = "undecided"  # a standard claim has no verdict any more
SURVIVED = "not distinguished"
INVALID = "no mex text"
REFUSED = "certified, but not verified"  # a verdict: the generator and the checker disagree


class Judge:
    """Judges mutants in a spec folder of its own."""

    def __init__(self, scratch, found, reached_by):
        self.scratch, self.found, self.reached_by = Path(scratch), found, reached_by
        self.folder = self.scratch / "spec"
        self.small, self.large = small_claims(), large_claims()
        self.under_probe = {}  # verdicts of the claims when only the probe is in the spec
        shutil.copytree(SPEC, self.folder)

    def write(self, replaced):
        """Writes the spec anew, the items named in `replaced` having the texts given there."""
        for path in SPEC.glob("*.mex"):
            head, *pieces = items(path.read_text())
            texts = [replaced.get(item_name(piece), piece.rstrip("\n")) + "\n" for piece in pieces]
            (self.folder / path.name).write_text(head + "".join(texts))

    def ask(self, claim, checked=True):
        """The verdict of a claim in the spec as it is written now; unchecked, the generator's alone."""
        try:
            return verdict(claim, self.scratch, "--spec-dir", self.folder, checked=checked)
        except Disagreement as problem:
            print(f"note: {problem}")
            return REFUSED

    def claims_for(self, name, claims):
        """Those of the claims whose statements reach the item, short statements first."""
        statements = sorted(self.reached_by[name], key=lambda statement: len(self.found[statement].tokens))
        return [claim for statement in statements for claim in claims.get(statement, ())]

    def outcome(self, mutant, probing=True):
        """What becomes of a mutant, and the claim that tells; without probing, by the spec as it is alone."""
        self.write({mutant.item: mutant.text})
        without = []  # claims that have no verdict any more
        endless = 0
        for claim in self.claims_for(mutant.item, self.small) + self.claims_for(mutant.item, self.large):
            said = self.ask(claim)
            endless += said == NO_END
            if said in (FALSE, NO_WITNESS):
                return KILLED, claim
            if said == ERROR and not without and mexcert("list", "--spec-dir", self.folder)[0] != 0:
                return INVALID, "-"
            if said != TRUE:
                without.append(claim)
            if endless == 3:
                break
        if without:
            return UNDECIDED, without[0]
        return self.probed(mutant) if probing else (SURVIVED, "-")

    def probed(self, mutant):
        """Whether some probe tells the mutant from the text as it is, by a claim true of one and false of the other."""
        claims = self.claims_for(mutant.item, self.small)
        for item, old, new in PROBES:
            wrong = self.found[item].source.replace(old, new) if old else new
            read = [claim for claim in self.claims_for(item, self.small) if claim in claims]
            if item == mutant.item or not read:
                continue
            before = [self.asked_under_probe(item, wrong, claim) for claim in read]
            self.write({item: wrong, mutant.item: mutant.text})
            for claim, said in zip(read, before):
                if {said, self.ask(claim, checked=False)} in ({TRUE, FALSE}, {TRUE, NO_WITNESS}):
                    return TOLD_APART, f"{claim} with {item}: {old} -> {new}"
        return SURVIVED, "-"

    def asked_under_probe(self, item, wrong, claim):
        """The verdict of a claim when only the probe is in the spec."""
        if (wrong, claim) not in self.under_probe:
            self.write({item: wrong})
            self.under_probe[wrong, claim] = self.ask(claim, checked=False)
        return self.under_probe[wrong, claim]
