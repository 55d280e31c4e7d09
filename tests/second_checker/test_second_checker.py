"""mexcheck and the second checker on the same files: exit codes and verdict words must agree.

test_second_checker.py sample|full [SEED]: the corpus, certificates made by mexcert for claims for all naturals, some files of
certificates/, re-sealed mutants of small certificates of the corpus, and mutants of their statements; `sample` takes a part of each. Both
programs count their work, so no clock decides."""

import collections
import contextlib
import hashlib
import io
import json
import os
import random
import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "lib")]
import second_checker  # noqa: E402
from mexlib import ROOT, Report, claim_name, mexcert, mexcheck, seal, unseal  # noqa: E402

SIZES = {"sample": (60, 30), "full": (10**6, 1500)}  # cases of the corpus, mutants of each kind
# Claims of section L for all naturals, for which mexcert makes certificates that take the second checker a second or two.
CLAIMS = [f"{name}: all" for name in (
    "komakG_hofstadter", "komakG_dfao", "komak_pPositions", "wythoffMex_tendsto_goldenRatio(l=1)", "wythoffMex_properties(l=1)",
    "wythoffTerminal_one_morphic", "wythoffTerminal_two_morphic", "wythoffTerminal_one_pPositions", "wythoffTerminal_one_fibRep",
    "exists_fibonacciAutomatic_wythoffTerminal_three", "blockingWythoff_two_pPositions", "blockingWythoff_three_pPositions",
    "wythoffGrundy_eq_zero_iff")]
CERTIFICATES = ("komakG.all", "terminal.all", "wythoff.all", "morphic", "renard_rigo.refuted", "komakG.refuted")
# What mexcheck declines for a limit of its own (64 bits, sizes); the second checker has other limits. A statement with a random change may
# ask for more work than all others together.
MAX_WORK = ("--max-work", "300000000")
LIMITS = re.compile("beyond 64 bits|too long at|work limit|too many tracks|table too large")
# What mexcheck takes for an error of the spec text (exit code 3), by limits that spec/ does not state.
UNSTATED = {f"malformed/spec-guard-{name}" for name in ("seventeen-parameters", "thousand-and-one-variables", "argument-not-plain")}


OTHERS = {" and ": [" or "], " or ": [" and "], " => ": [" and ", " <=> "], " <=> ": [" => "], " = ": [" != ", " <= "], " != ": [" = "],
          " < ": [" <= "], " <= ": [" < ", " >= "], " + ": [" - ", " -. "], " - ": [" + ", " -. "], " -. ": [" - "],
          "forall ": ["exists "], "exists ": ["forall "]}


def run_both(jobs, processes=2):
    """Runs both programs on each (name, arguments), in a process of its own; yields (name, second checker's, mexcheck's result)."""
    second_checker.mex.load_all(ROOT / "spec", None)
    running, jobs = {}, iter(jobs)
    with tempfile.TemporaryDirectory() as folder:
        while True:
            while len(running) < processes and (job := next(jobs, None)):
                (name, args), file = job, Path(folder) / str(len(running) and max(int(f.name) for _, f in running.values()) + 1)
                pid = os.fork()
                if pid == 0:
                    if not args[-1].exists():
                        mexcert("generate", args[-2], "-o", args[-1])
                    out, err = io.StringIO(), io.StringIO()
                    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                        code = second_checker.in_thread(["--spec-dir", str(ROOT / "spec"), *map(str, args)])
                    file.write_text(json.dumps([[code, out.getvalue(), err.getvalue()], mexcheck(*MAX_WORK, *args)]))
                    os._exit(0)
                running[pid] = name, file
            if not running:
                return
            name, file = running.pop(os.wait()[0])
            yield name, *(json.loads(file.read_text()) if file.exists() else [[3, "", "no result"]] * 2)
            file.unlink(missing_ok=True)


def claim_of(file):
    return re.search("^claim [0-9a-f]+ (.*)$", file.read_text(), re.M)[1]


def corpus():
    for folder in sorted(p.parent for p in (ROOT / "tests" / "corpus").glob("*/*/claim")):
        if folder.name.startswith("stream-"):  # left out (README.md)
            continue
        user = ["--spec", folder / "user.mex"] if (folder / "user.mex").exists() else []
        yield f"{folder.parent.name}/{folder.name}", [*user, "--claim", (folder / "claim").read_text().rstrip("\n"), folder / "c.cert"]


def mutant(body, rng):
    """The body with a token changed, taken away or doubled, or a line taken away, doubled or moved."""
    lines = body.split(b"\n")[:-1]
    i = rng.randrange(1, len(lines))
    kind, words = rng.randrange(8), lines[i].split(b" ")
    k = rng.randrange(len(words))
    if kind < 4:
        near = re.sub(rb"[0-9]+$", lambda m: b"%d" % max(0, int(m[0]) + rng.choice((-1, 1))), words[k])
        words[k] = {b"+": b"-", b"-": b"+"}.get(words[k], near)
    elif kind < 6:
        words[k : k + 1] = [words[k]] * 2 if kind == 4 else []
    lines[i : i + 1] = [b" ".join(words)] if kind < 6 else [lines[i]] * 2 if kind == 6 else []
    return b"\n".join(lines) + b"\n"


def mutants(cases, rng, number, folder):
    small = [(name, args) for name, args in cases if name.startswith("accept/") and args[-1].stat().st_size < 3000]
    for k in range(number):
        name, args = rng.choice(small)
        file = folder / f"{k}.cert"
        file.write_bytes(seal(mutant(unseal(args[-1].read_bytes()), rng)))
        yield f"{name}: mutant {k}", [*args[:-1], file]


def text_mutants(cases, rng, number, folder):
    """A token of a user's statement file is changed, and the certificate lists the statement's new digest."""
    small = [(n, a) for n, a in cases if a[0] == "--spec" and n.split("/")[0] in ("accept", "reject") and a[-1].stat().st_size < 3000]
    for k in range(number):
        name, args = rng.choice(small)
        spec, file, text = folder / f"{k}.mex", folder / f"text{k}.cert", args[1].read_text()
        places = list(re.finditer("|".join(map(re.escape, sorted(OTHERS, key=len, reverse=True))) + r"|(?<![A-Za-z0-9_])[0-9]+", text[15:]))
        m = rng.choice(places)
        new = rng.choice(OTHERS[m[0]]) if m[0] in OTHERS else str(max(0, int(m[0]) + rng.choice((-1, 1))))
        spec.write_text(text[: 15 + m.start()] + new + text[15 + m.end() :])
        code, closure, _ = mexcheck("--closure", claim_name(args[3]), "--spec", spec)
        body = unseal(args[-1].read_bytes())
        file.write_bytes(seal(re.sub(rb"(?m)^claim [0-9a-f]+", b"claim " + hashlib.sha256(closure.encode()).hexdigest().encode(), body)))
        yield f"{name}: text mutant {k} ({m[0]} at {15 + m.start()}: {new})", ["--spec", spec, *args[2:-1], file]


def main():
    size, seed = (sys.argv[1:] + ["sample", "1"][len(sys.argv) - 1 :])[:2]
    report, rng, cases, apart = Report(f"second checker ({size})"), random.Random(int(seed)), list(corpus()), 0
    counts = collections.Counter()
    number, mutated = SIZES[size]
    chosen = rng.sample(cases, min(number, len(cases)))
    files = [ROOT / "certificates" / f"{name}.cert" for name in CERTIFICATES]
    chosen += [(file.name, ["--claim", claim_of(file), file]) for file in files]
    with tempfile.TemporaryDirectory() as folder:
        made = [(c, ["--claim", c, Path(folder) / f"all{k}.cert"]) for k, c in enumerate(CLAIMS)]
        for name, ours, theirs in run_both([*chosen, *made, *mutants(cases, rng, mutated, Path(folder)),
                                             *text_mutants(cases, rng, mutated, Path(folder))]):
            same = ours[0] == theirs[0] and re.findall(r"(?m)^\S+", ours[1]) == re.findall(r"(?m)^\S+", theirs[1])
            limited = theirs[0] == 2 and LIMITS.search(theirs[1]) or "work limit" in ours[1] or name in UNSTATED
            apart += bool(limited and not same)
            counts[name.split("/")[0] if "mutant" not in name else "mutants", ours[1].split(" ")[0] or "error"] += 1
            text = f"{name}\n  mexcheck {theirs[0]}: {(theirs[1] + theirs[2])[:300]}\n  second   {ours[0]}: {(ours[1] + ours[2])[:300]}"
            report.check(same or limited, text)
            if limited and not same:
                print(f"a limit of one program: {text}")
    for (kind, word), n in sorted(counts.items()):
        print(f"{n:6} {kind} {word}") if n > 1 else None
    total = sum(counts.values())
    report.check(10 * apart < total, f"{apart} of {total} verdicts differ by a limit: that compares too little")
    print(f"{apart} differ by a limit of one of the two")
    report.finish()


main()
