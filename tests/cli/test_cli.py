"""The command line of mexcheck: exit codes and their precedence, one stdout line a claim, output failures."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import MEXCHECK, ROOT, Report, digest, mexcheck, seal  # noqa: E402

TRUE = "wythoffPassSetA_card: all"
REPORT = Report("command line")


def cert(claim, name=None, extra=""):
    name = name or claim.split(":")[0]
    return seal(f"mexcert-certificate 1\nclaim {digest(name)} {claim}\n{extra}")


def expect(label, args, code, out_starts=None, stdin=None):
    got, out, err = mexcheck(*args, stdin=stdin)
    lines = out.splitlines()
    good = got == code
    if out_starts is not None:
        good = good and len(lines) == len(out_starts) and all(a.startswith(b) for a, b in zip(lines, out_starts))
    if code == 3:
        good = good and err.strip() and (out_starts is not None or not lines)
    REPORT.check(good, f"{label}: exit {got}, wanted {code}\n{out}{err}")
    REPORT.check(out.isascii() and "\r" not in out, f"{label}: stdout is not plain ASCII")


def single_claims(folder):
    good = folder / "good.cert"
    good.write_bytes(cert(TRUE))
    expect("verified", ["--claim", TRUE, good], 0, ["VERIFIED claim='" + TRUE + "' strength=full "])
    expect("standard input", ["--claim", TRUE, "-"], 0, ["VERIFIED "], stdin=cert(TRUE))
    (folder / "one.claims").write_text(TRUE + "\n")
    expect("claims from standard input", ["--claims", folder / "one.claims", "-"], 0, ["VERIFIED "], stdin=cert(TRUE))
    other = "wythoffPassGrundy_zero_zero: all"
    expect("claim of another certificate", ["--claim", other, good], 1, ["REJECTED claim='" + other + "'"])
    expect("missing file", ["--claim", TRUE, folder / "absent.cert"], 3, [])
    expect("directory", ["--claim", TRUE, folder], 3, [])
    expect("empty file", ["--claim", TRUE, "/dev/null"], 1, ["REJECTED "])
    expect("declined version", ["--claim", TRUE, "-"], 2, ["DECLINED "],
           stdin=good.read_bytes().replace(b"mexcert-certificate 1", b"mexcert-certificate 2", 1))
    sets = "larssonSetThree_examples: all"
    expect("work limit", ["--max-work", "3", "--claim", sets, "-"], 2, ["DECLINED "], stdin=cert(sets))
    expect("work allowed", ["--max-work", "100", "--claim", sets, "-"], 0, ["VERIFIED "], stdin=cert(sets))
    expect("rules not permitted", ["--permit", "witness", "--claim", "fibRep_examples: all", "-"], 2, ["DECLINED "],
           stdin=cert("fibRep_examples: all"))
    expect("rules permitted", ["--permit", "radix", "--claim", "fibRep_examples: all", "-"], 0, ["VERIFIED "],
           stdin=cert("fibRep_examples: all"))


def work_limits(folder):
    """Loops over numbers at which nothing is read count, too."""
    for name, claim, text in (
            ("empty-line", "s: i<=4611686018427387904,k<=3", "forall i, k: k < 0 => i <= k"),
            ("dead", "s: i<=4611686018427387904", "forall i: i < 0 => forall j: j <= i => j <= i")):
        own = folder / f"{name}.mex"
        own.write_text(f"language mex 1\nstatement s: {text}\n")
        body = f"mexcert-certificate 1\nclaim {digest('s', '--spec', own)} {claim}\n"
        for kernels in ("auto", "none"):
            expect(f"{name} {kernels}", ["--max-work", "1000", "--kernels", kernels, "--spec", own, "--claim", claim, "-"], 2,
                   ["DECLINED "], stdin=seal(body))


def exact_work_limits(folder):
    """The work that a verdict states suffices, and one unit less does not."""
    corpus = ROOT / "tests" / "corpus" / "accept"
    for case in ("automata-binary", "words", "sets"):
        claim = (corpus / case / "claim").read_text().strip()
        user = ["--spec", corpus / case / "user.mex"] if (corpus / case / "user.mex").exists() else []
        args = ["--claim", claim, corpus / case / "c.cert", *user]
        work = int(re.search(r" work=(\d+) ", mexcheck(*args)[1]).group(1))
        expect(f"{case}: work that suffices", ["--max-work", str(work), *args], 0, ["VERIFIED "])
        expect(f"{case}: one unit less", ["--max-work", str(work - 1), *args], 2, ["DECLINED "])


def bad_usage(folder):
    good = folder / "good.cert"
    expect("no arguments", [], 3)
    expect("unknown option", ["--frobnicate"], 3)
    expect("claim and help", ["--claim", TRUE, "--help"], 3)
    expect("version and claim", ["--version", "--claim", TRUE, good], 3)
    expect("claim without file", ["--claim", TRUE], 3)
    expect("bad claim text", ["--claim", "wythoffPassSetA_card:all", good], 3)
    expect("unknown name", ["--claim", "nothing_like_this: all", good], 3)
    expect("missing spec folder", ["--spec-dir", folder / "no", "--claim", TRUE, good], 3)
    (folder / "bad.mex").write_text("language mex 1\nstatement s: forall x: x +\n")
    got, out, err = mexcheck("--spec", folder / "bad.mex", "--claim", TRUE, good)
    REPORT.check(got == 3 and "bad.mex:" in err, f"bad spec: exit {got}, {err}")
    (folder / "own.mex").write_text("language mex 1\nuse \"own\"\nstatement s: 1 = 1\n")
    got, out, err = mexcheck("--spec", folder / "own.mex", "--claim", "s: all", good)
    REPORT.check(got == 3 and "no file own.mex" in err, f"a file of one's own has no name: exit {got}, {err}")
    expect("needs a range", ["--claim", "wythoffGrundy_eq_zero_iff: x<=3", "-"], 3,
           stdin=cert("wythoffGrundy_eq_zero_iff: x<=3"))
    expect("missing spec file", ["--spec", folder / "absent.mex", "--claim", TRUE, good], 3)
    expect("unknown short option", ["--claim", TRUE, good, "-x"], 3)
    expect("two files", ["--claim", TRUE, good, good], 3)
    expect("option without its value", ["--claim", TRUE, good, "--spec"], 3)
    expect("empty name of a file", ["--spec", "", "--claim", TRUE, good], 3)
    expect("unknown kernels", ["--kernels", "some", "--claim", TRUE, good], 3)
    for name in ("no_such_statement", "fibonacci"):
        expect(f"tree of {name}", ["--tree", name], 3)
        expect(f"closure of {name}", ["--closure", name], 3)
    for option in (["--json"], ["--junit", folder / "out.xml"], ["--baseline", good]):
        expect(f"{option[0]} without claims", ["--tree", TRUE.split(":")[0], *option], 3)
    for limit in ("x", "-1", "99999999999999999999"):
        expect(f"--max-work {limit}", ["--max-work", limit, "--claim", TRUE, good], 3)


def uses(folder):
    """A file may be used twice, and not by what it uses; a user's file by none."""
    own = folder / "uses"
    own.mkdir()
    (own / "a.mex").write_text('language mex 1\nuse "b"\nuse "b"\nstatement s: 1 = 1\n')
    for text, code in (("", 0), ('use "a"\n', 3), ('use "b"\n', 3)):
        (own / "b.mex").write_text("language mex 1\n" + text)
        expect(f"spec folder with {text!r}", ["--spec-dir", own, "--tree", "s"], code)
    mine = folder / "mine.mex"
    mine.write_text("language mex 1\n")
    (own / "b.mex").write_text('language mex 1\nuse "mine"\n')
    expect("a user's file used by the spec folder", ["--spec-dir", own, "--spec", mine, "--tree", "s"], 3)


def folders(folder):
    one, two = folder / "one", folder / "two"
    for d in (one, two):
        d.mkdir()
    other = "wythoffPassSetB_card_wythoffPassSetC_card: all"
    (one / "a.cert").write_bytes(cert(TRUE))
    claims = folder / "CLAIMS"

    def folder_case(label, text, where, code, lines=None):
        claims.write_text(text)
        expect(label, ["--claims", claims, where], code, lines)

    folder_case("folder verified", f"# comment\n\n{TRUE}\n", one, 0, ["VERIFIED "])
    folder_case("empty CLAIMS", "", one, 1)
    folder_case("only comments", "# nothing\n", one, 1)
    folder_case("duplicate claim", f"{TRUE}\n{TRUE}\n", one, 1)
    folder_case("claim without certificate", f"{TRUE}\n{other}\n", one, 1, ["VERIFIED ", "REJECTED claim="])
    folder_case("CRLF in CLAIMS", f"{TRUE}\r\n", one, 3, ["REJECTED file=", "REJECTED file="])
    (one / "b.cert").write_bytes(cert(other))
    folder_case("unclaimed file", f"{TRUE}\n", one, 1, ["VERIFIED ", "REJECTED file=", "REJECTED file="])
    folder_case("two verified", f"{TRUE}\n{other}\n", one, 0, ["VERIFIED ", "VERIFIED "])
    (one / "c.cert").write_bytes(cert(TRUE))
    folder_case("two certificates for one claim", f"{TRUE}\n{other}\n", one, 1)
    (two / "a.cert").write_bytes(cert(TRUE))
    limit = "wythoffMex_tendsto_goldenRatio: l<=3"
    (two / "v.cert").write_bytes(cert(limit))
    folder_case("declined beside verified", f"{TRUE}\n{limit}\n", two, 2, ["VERIFIED ", "DECLINED "])
    (two / "r.cert").write_bytes(b"noise\n")
    folder_case("rejected before declined", f"{TRUE}\n{limit}\n", two, 1, ["VERIFIED ", "DECLINED ", "REJECTED file="])
    folder_case("usage before rejected", f"{TRUE}\nno_such_name: all\n{limit}\n", two, 3,
                ["VERIFIED ", "DECLINED ", "REJECTED file="])
    (two / "\x07\u00e9.cert").write_bytes(b"noise\n")
    folder_case("name of a file that is not printable", f"{TRUE}\n", two, 1)
    (one / "directory.cert").mkdir()
    folder_case("directory among the certificates", f"{TRUE}\n{other}\n", one, 3, ["REJECTED claim=", "VERIFIED claim="])
    (one / "directory.cert").rmdir()
    expect("missing CLAIMS", ["--claims", folder / "absent", one], 3, ["REJECTED file="] * 6)
    folder_case("missing folder", f"{TRUE}\n", folder / "absent", 3)


def output_failures(folder):
    """Whatever is printed: stdout that is full or closed is exit 3, and nothing of it lands in another file."""
    good, noise, claims, one, xml = (folder / n for n in ("good.cert", "noise.cert", "CLAIMS", "one", "out.xml"))
    noise.write_bytes(b"noise\n")
    claims.write_text(TRUE + "\n")
    name = TRUE.split(":")[0]
    modes = (["--claim", TRUE, good], ["--claim", TRUE, noise], ["--claim", TRUE, "-"], ["--claims", claims, one],
             ["--tree", name], ["--closure", name], ["--version"], ["--help"])
    for args in [[*more, *mode] for mode in modes for more in ([], ["--json"], ["--junit", xml])]:
        if args[-1] in ("--version", "--help") and len(args) > 1:
            continue
        for label, options in (("full", {}), ("closed", {"preexec_fn": lambda: os.close(1)})):
            with open("/dev/full", "w") as full:
                done = subprocess.run([MEXCHECK, *map(str, args)], cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      stdout=full if label == "full" else None, **options)
            REPORT.check(done.returncode == 3 and done.stderr, f"stdout {label}, {args}: exit {done.returncode}")
    REPORT.check(b"VERIFIED" not in xml.read_bytes(), "verdict lines in the JUnit file")
    code, out, err = mexcheck("--version")
    REPORT.check(code == 0 and out.startswith("mexcheck "), f"--version: {code} {out}{err}")
    code, out, err = mexcheck("--help")
    REPORT.check(code == 0 and "--claims" in out, f"--help: {code}")


def main():
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        single_claims(folder)
        work_limits(folder)
        exact_work_limits(folder)
        bad_usage(folder)
        uses(folder)
        folders(folder)
        output_failures(folder)
    REPORT.finish()


main()
