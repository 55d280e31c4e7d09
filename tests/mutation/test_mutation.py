"""Mutation lanes: every token and line of small certificates, samples of the committed ones.

A mutant is re-sealed (count and digest recomputed), so that the digest kills none. Each must be rejected or declined, with a
place, unless it is another valid certificate for the claim asked: other numbers in a witness (which the checker puts into the
formula), or without the line of a claim that was not asked. The unmutated control lane must be verified. Usage: test_mutation.py small [BEGINNING] | large SAMPLES SEED
(BEGINNING: of the names of the cases, all without it)."""

import collections
import random
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from mexlib import ROOT, Report, mexcheck, seal, unseal  # noqa: E402

HUGE = "9223372036854775807"
WORK = 4_000_000_000  # a mutant that asks for a huge range is declined there


def token_mutants(line):
    """All one-token edits of a line, with the kind of edit."""
    tokens = line.split(" ")
    for i, token in enumerate(tokens):
        rest = tokens[:i], tokens[i + 1:]
        yield "dropped", " ".join(rest[0] + rest[1])
        yield "doubled", " ".join(rest[0] + [token, token] + rest[1])
        if i + 1 < len(tokens):
            yield "swapped", " ".join(rest[0] + [tokens[i + 1], token] + tokens[i + 2:])
        for number in {m.group() for m in re.finditer(r"\d+", token)} if len(token) < 40 else ():
            for kind, new in (("plus one", str(int(number) + 1)), ("minus one", str(int(number) - 1)), ("huge", HUGE)):
                yield kind, " ".join(rest[0] + [re.sub(rf"(?<!\d){number}(?!\d)", new, token, 1)] + rest[1])


def mutants(body):
    lines = body.split("\n")[:-1]
    for i, line in enumerate(lines):
        for kind, new in token_mutants(line):
            yield kind, lines[:i] + [new] + lines[i + 1:]
        yield "line dropped", lines[:i] + lines[i + 1:]
        yield "line doubled", lines[:i] + [line, line] + lines[i + 1:]
        if i + 1 < len(lines):
            yield "lines swapped", lines[:i] + [lines[i + 1], line] + lines[i + 2:]


def sampled(body, count, rng):
    """Random mutants, each by the same edits at one random line."""
    lines = body.split("\n")[:-1]
    made = 0
    while made < count:
        i = rng.randrange(len(lines))
        choices = [(k, lines[:i] + [new] + lines[i + 1:]) for k, new in token_mutants(lines[i])]
        choices.append(("line dropped", lines[:i] + lines[i + 1:]))
        choices.append(("line doubled", lines[:i] + [lines[i], lines[i]] + lines[i + 1:]))
        kind, new = rng.choice(choices)
        if new != lines:
            made += 1
            yield kind, new


def attack(job):
    claim, options, kind, text = job
    code, out, err = mexcheck("--max-work", WORK, "--claim", claim, "-", *options, stdin=seal(text))
    reason = re.sub(r"\d+", "#", re.sub(r"^.*? at [^ ]*: ", "", out.strip()))[:70]
    return code, kind, out + err, reason, text


def another_certificate(body, mutant, claim):
    """Whether the two differ only in numbers of witnesses, or in the line of a claim other than this one: it is gone, or has another range;
    or in `over` alone: what is decided by automata without any record may be decided by evaluation, too."""
    old, new = body.split("\n"), mutant.split("\n")
    start = next((i for i, line in enumerate(old) if line.startswith("witness ")), len(old))
    if len(old) == len(new):
        changed = [(a, b) for a, b in zip(old, new) if a != b]
        ranges = [a.split(" ")[:3] == b.split(" ")[:3] and a.startswith("claim ") and not a.endswith(" " + claim) for a, b in changed]
        return old[: start + 1] == new[: start + 1] or ranges == [True]
    dropped = [line for line in old if line not in new]
    other_claim = len(dropped) == 1 and dropped[0].startswith("claim ") and not dropped[0].endswith(" " + claim)
    without_over = len(dropped) == 1 and dropped[0].startswith("over ") and all(line.startswith(("mexcert-", "claim ")) for line in new if line)
    return len(old) == len(new) + 1 and (other_claim or without_over)


def lane(report, title, claim, options, body, edits):
    code, out, err = mexcheck("--max-work", WORK, "--claim", claim, "-", *options, stdin=seal(body))
    report.check(code == 0, f"{title}: the control lane fails: {out}{err}")
    jobs = ((claim, options, kind, "\n".join(new) + "\n") for kind, new in edits if "\n".join(new) + "\n" != body)
    reasons, others = collections.Counter(), 0
    with ThreadPoolExecutor(2) as pool:
        for code, kind, text, reason, mutant in pool.map(attack, jobs):
            reasons[reason] += 1
            other = code == 0 and another_certificate(body, mutant, claim)
            others += other
            good = other or (code in (1, 2) and " at " in text)
            if not report.check(good, f"{title}: {kind}: exit {code}: {text.strip()}"):
                kept = Path(tempfile.gettempdir()) / f"survivor-{title}-{report.done}.cert"
                kept.write_bytes(seal(mutant))
                print(f"  kept as {kept}")
    print(f"{title}: {sum(reasons.values())} mutants, {others} of them other valid certificates, {len(reasons)} reasons; the most frequent: {reasons.most_common(3)}")


def main():
    report = Report("mutation")
    if sys.argv[1] == "small":
        for folder in sorted((ROOT / "tests/corpus/accept").glob(f"{''.join(sys.argv[2:])}*")):
            options = ["--spec", folder / "user.mex"] if (folder / "user.mex").exists() else []
            body = unseal((folder / "c.cert").read_bytes()).decode()
            # The many cases made for single guards (make_guards.py) get a sample: they are much alike.
            edits = sampled(body, 25, random.Random(folder.name)) if folder.name.startswith("guard-") else mutants(body)
            lane(report, folder.name, (folder / "claim").read_text().strip(), options, body, edits)
    else:
        samples, seed = (int(v) for v in sys.argv[2:4])
        print(f"seed {seed}")
        for path in sorted((ROOT / "certificates").glob("*.cert")):
            body = unseal(path.read_bytes()).decode()
            claim = re.search(r"^claim \S+ (.*)$", body, re.M).group(1)
            lane(report, path.stem, claim, [], body, sampled(body, samples, random.Random(f"{seed} {path.name}")))
    report.finish()


main()
