"""What the two programs say of a claim: the generator certifies or refuses, the checker verifies."""

import re
from pathlib import Path

from mexlib import MEXCERT, MEXCHECK, ROOT, run

SPEC = ROOT / "spec"
SEARCH = 28  # witnesses are searched up to this size
SECONDS = 3  # of the processor: a claim that takes longer has no verdict

TRUE, FALSE, DECLINED, ERROR = "true", "false", "declined", "error"
NO_WITNESS = "without a witness up to the search limit"
NO_END = "without end"


class Disagreement(Exception):
    """One program says what the other denies."""


def limited(program, *args):
    """Runs a program with the time limit; exit code (None when the limit ended it), output, errors."""
    code, out, err = run(["sh", "-c", f'ulimit -t {SECONDS}; exec "$0" "$@"', program, *args])
    return (None if code < 0 else code), out, err


def certify(claim, scratch, options, checked=True):
    """Generates a certificate and, if asked, has it checked; the verdict and the generator's words."""
    path = Path(scratch) / "claim.cert"
    code, out, err = limited(MEXCERT, "generate", claim, "-o", path, "--search-limit", SEARCH, *options)
    if code is None:
        return NO_END, ""
    if code == 0 and checked:
        answer, said, complaint = limited(MEXCHECK, "--claim", claim, path, *options)
        if answer is None:
            return NO_END, ""
        if answer != 0:
            raise Disagreement(f"{claim}: certified, but the checker says {said}{complaint}")
    if code == 2 and "no witness with components up to" in err:
        return NO_WITNESS, out + err
    return (TRUE, FALSE, DECLINED, ERROR)[code], out + err


def verdict(claim, scratch, *options, checked=True):
    """TRUE if certified and verified, FALSE if the generator finds it false, or why there is no verdict."""
    return certify(claim, scratch, options, checked)[0]


def proved_verdict(claim, scratch, *options):
    """The same, but FALSE rests on a verified refutation, where the generator names a point and can certify it."""
    said, words = certify(claim, scratch, options)
    named = re.search(r"counterexample: (not [^\n]*)", words)
    if said == FALSE and named:
        refuted, words = certify(named[1].strip(), scratch, options)
        if refuted not in (TRUE, DECLINED):
            raise Disagreement(f"{claim}: false, but {named[1]} is not: {words}")
    return said
