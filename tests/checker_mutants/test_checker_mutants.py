"""Every guard of the checker is noticed by a test: mutants of the checker, each killed or listed with a reason.

Usage: test_checker_mutants.py full | unlisted | sample N SEED | only TEXT .. | open TEXT ..
`unlisted` leaves out those listed as survivors, which cost most: for each of them all cases run. `only` takes the
mutations whose key contains one of the TEXTs, and gives each all cases in which it matters; `open` takes those of them
that have neither a case in kills.txt nor a reason. All but `sample` write kills.txt.
`sample` takes N that kills.txt has a case for, and runs no other case as long as that one kills. See tests/README.md."""

import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from baseline import MOST, Baseline
from cases import all_cases
from hunt import Hunt
from schema import default_schema
from survivors import KILLS, grouped, listed


def chosen(schema, cases, args):
    """The numbers of the mutations to try."""
    numbers = list(range(len(schema.mutations)))
    if args[0] == "sample":
        names = {case.name for case in cases}
        kills = grouped(KILLS)
        return sorted(random.Random(args[2]).sample([n for n in numbers if kills.get(schema.mutations[n].key) in names], int(args[1])))
    if args[0] == "unlisted":
        reasons = listed()
        return [n for n in numbers if schema.mutations[n].key not in reasons]
    if args[0] in ("only", "open"):
        done = {**listed(), **grouped(KILLS)} if args[0] == "open" else {}
        keys = [mutation.key for mutation in schema.mutations]
        return [n for n in numbers if any(text in keys[n] for text in args[1:]) and keys[n] not in done]
    return numbers


def known(schema, cases, numbers):
    """The cases that killed these mutations formerly, and one that only reads spec/."""
    kills = grouped(KILLS)
    names = {kills[schema.mutations[n].key] for n in numbers}
    trees = [case for case in cases if case.name.startswith("tree ")]
    return [case for case in cases if case.name in names or case == trees[0]]


def table(title, rows):
    """killed / total for each value of a property."""
    print(title)
    for name in sorted({name for name, _ in rows}):
        total = Counter(killed for other, killed in rows if other == name)
        print(f"  {name:34} {total[True]:5} / {total[True] + total[False]}")


def main():
    args = sys.argv[1:]
    schema = default_schema()
    sample = args[0] == "sample"
    cases = all_cases(schema, sample)
    numbers = chosen(schema, cases, args)
    hunt = Hunt(schema, Baseline(schema, known(schema, cases, numbers) if sample else cases, most=3600 if args[0] in ("only", "open") else MOST))
    with ThreadPoolExecutor(2) as pool:
        results = {}
        for n, result in zip(numbers, pool.map(hunt.kill, numbers)):
            results[n] = result
            print(n, schema.mutations[n].key, "->", result, flush=True)
            if n % 50 == 0 and not sample:
                hunt.save()
    if not sample:
        hunt.save()
    alive = [n for n in numbers if results[n] is None]
    if sample and alive:
        hunt = Hunt(schema, Baseline(schema, cases))
        results.update((n, hunt.kill(n)) for n in alive)
    report(schema, results, complete=args[0] == "full")


def report(schema, results, complete):
    mutations = {n: schema.mutations[n] for n in results}
    table("by file", [(m.file, results[n] is not None) for n, m in mutations.items()])
    table("by kind", [(m.kind, results[n] is not None) for n, m in mutations.items()])
    table("by case", [(how[1], True) for how in results.values() if how])
    reasons = listed()
    survivors = {m.key: m for n, m in mutations.items() if results[n] is None}
    killed = {m.key for n, m in mutations.items() if results[n]}
    new = [m for key, m in survivors.items() if key not in reasons]
    present = {m.key for m in schema.mutations}
    stale = [key for key in reasons if key in killed or key not in present or complete and key not in survivors]
    for m in new:
        print(f"SURVIVES: checker/{m.file}:{m.line}: {m.key}")
    for key in stale:
        print(f"STALE in survivors.txt: {key}")
    print(f"checker mutants: {len(killed)} of {len(results)} killed, {len(survivors) - len(new)} survivors listed, "
          f"{len(new)} not listed, {len(stale)} stale")
    sys.exit(1 if new or stale or not results else 0)


main()
