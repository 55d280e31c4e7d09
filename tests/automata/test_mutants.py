"""Mutants of small certificates over a numeration, re-sealed: none may be accepted, none may crash the checker.

A token is deleted, doubled, exchanged with its neighbour, a digit changed; a line is deleted, doubled, exchanged. Argument: how many mutants
of each certificate are tried (default 150), chosen with a fixed seed."""

import random
import re
import sys
from pathlib import Path

from make import check, end

CORPUS = Path(__file__).resolve().parent.parent / "corpus" / "accept"
HEADS = re.compile(r"^(?:claim|over|adder|graph|level|letters|starts|automatic|table)\b", re.M)


def mutants(body, rng):
    lines = body.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("over "))
    while True:
        copy = list(lines)
        i = rng.randrange(first, len(lines))
        kind = rng.randrange(7)
        tokens = copy[i].split(" ")
        k = rng.randrange(len(tokens))
        if kind == 0:
            del tokens[k]
        elif kind == 1:
            tokens.insert(k, tokens[k])
        elif kind == 2 and k:
            tokens[k - 1], tokens[k] = tokens[k], tokens[k - 1]
        elif kind == 3:
            at = [m.start() for m in re.finditer(r"[0-9+-]", tokens[k])]
            if at:
                j = rng.choice(at)
                tokens[k] = tokens[k][:j] + rng.choice("0123456789+-") + tokens[k][j + 1:]
        copy[i] = " ".join(tokens)
        if kind == 4:
            del copy[i]
        elif kind == 5:
            copy.insert(i, copy[i])
        elif kind == 6 and i > first:
            copy[i - 1], copy[i] = copy[i], copy[i - 1]
        text = "\n".join(copy) + "\n"
        if text != body:
            yield end(text, len(HEADS.findall(text)))


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rng = random.Random(20261130)
    bad = tried = 0
    for folder in sorted(CORPUS.glob("automata-*")):
        claim = (folder / "claim").read_text().strip()
        cert = (folder / "c.cert").read_text()
        spec = ("--spec", str(folder / "user.mex")) if (folder / "user.mex").exists() else ()
        if check(claim, cert, spec)[0] != 0:
            print("control fails: %s" % folder.name)
            bad += 1
        source = mutants(cert[: cert.rindex("end ")], rng)
        for _ in range(number):
            mutant = next(source)
            code, line = check(claim, mutant, spec)
            tried += 1
            if code not in (1, 2):
                bad += 1
                print("%s: exit %d %s\n%s" % (folder.name, code, line, mutant[:400]))
    print("%d mutants, %d not rejected" % (tried, bad))
    sys.exit(1 if bad else 0)


main()
