"""Writes seeds of all fuzz targets into DIR/TARGET: the statement files, the claims and the certificates of tests/corpus.

For the targets that seal by themselves a seed is the closure of the statement, a line `---`, and the certificate without digests."""

import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import ROOT, claim_name, claims_of, mexcheck, unseal  # noqa: E402

LARGEST = 20_000


def sealed_seed(claim, body, options):
    code, closure, err = mexcheck("--closure", claim_name(claim), *options)
    records = re.sub(r"^claim \S+ ", "claim ", body.split("\n", 1)[1], flags=re.M)
    return None if code else f"{closure}---\n{records}"


def main():
    out = Path(sys.argv[1])
    put = {}
    for name in ("checker_language", "generator_language", "checker_certificate", "checker_claim", "checker_automata", "checker_tables"):
        put[name] = out / name
        put[name].mkdir(parents=True, exist_ok=True)
    for language in (put["checker_language"], put["generator_language"]):
        for path in [*ROOT.glob("spec/*.mex"), *ROOT.glob("examples/*.mex")]:
            shutil.copy(path, language / path.name)
        for path in ROOT.glob("tests/corpus/*/*/user.mex"):
            shutil.copy(path, language / f"{path.parent.name}.mex")
    for i, claim in enumerate(claims_of(ROOT / "certificates/CLAIMS")):
        (put["checker_claim"] / str(i)).write_text(claim)
    for path in ROOT.glob("tests/corpus/*/*/c.cert"):
        data, case = path.read_bytes(), path.parent
        if len(data) > LARGEST or b"\nend " not in data:
            continue
        (put["checker_certificate"] / case.name).write_bytes(data)
        options = ["--spec", case / "user.mex"] if (case / "user.mex").exists() else []
        seed = sealed_seed((case / "claim").read_text().strip(), unseal(data).decode("latin-1"), options)
        if seed and len(seed) <= LARGEST:
            (put["checker_automata" if "\nover " in seed else "checker_tables"] / case.name).write_text(seed)


main()
