"""mexfact and mexcert facts: the committed facts, rejected examples for each premise, changed constants, mutated certificates,
the command line. Arguments: the lanes to run (else all). All certificates are made here or by the generator; mutants are sealed again."""

import hashlib
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import BUILD, ROOT, Report, mexcert, run  # noqa: E402

MEXFACT = BUILD / "checker" / "mexfact"
TEXT = ROOT / "spec" / "akiyama.facts"
FACTS, FOLDER = ROOT / "certificates" / "FACTS", ROOT / "certificates" / "facts"
REPORT = Report("facts")


def mexfact(*args, stdin=None):
    return run([MEXFACT, *args], stdin=stdin)


def seal(body):
    return body.encode() + b"end 2 %s\n" % hashlib.sha256(body.encode()).hexdigest().encode()


def certificate(claim, data=""):
    return seal(f"mexfact-certificate 1\nfact {claim}\ndata{data and ' ' + data}\n")


def verdict(text, claim, data, folder):
    """(exit code, output) of a claim on a fact file of one's own."""
    path = Path(folder) / f"{hashlib.sha256((text + claim + data).encode()).hexdigest()}.facts"
    path.write_text("language facts 1\n" + text)
    code, out, err = mexfact("--spec", path, "--fact", claim, "-", stdin=certificate(claim, data))
    return code, out + err


# name: (atoms, data, exit code, part of the reason). `QUINTIC` is irreducible modulo 3, of pattern 2, 3 modulo 17.
LET = "let f = 8*x^5 - 44*x^4 + 54*x^3 + 39*x^2 - 60*x - 22\nlet r = (x^2 - 3)/(x - 1)\n"
ACCEPTED = {
    "numbers": ("1 < 2 <= 2.50 = 5/2 != 3", ""),
    "identity": ("(x - 1)^2 = x^2 - 2*x + 1 and (x^2 - 1)/(x - 1) = x + 1 and x != x + 1", ""),
    "congruence": ("x^2 + 20/3 = x^2 + 1 mod 17 and x^2 != x mod 3", ""),
    "product modulo": ("x^2 + 1 = (x + 4)*(x + 13) mod 17", ""),
    "eight digits": ("forall x in (1, 2): x^2 = 2 => 1.41421356 < x < 1.41421357", ""),
    "count none": ("count(x in (2, 3): x^2 = 2) = 0", ""),
    "count multiple roots once": ("count(x in (-3, 3): (x - 1)^3*(x + 2)^2 = 0) = 2", ""),
    "count roots at the ends": ("count(x in (0, 1): x*(x - 1)*(2*x - 1) = 0) = 1", ""),
    "count with conditions": ("count(x in (-9, 9): (x^2 - 4)*(x^2 - 1) = 0 and x^2 >= 1 and x != 2 and x < 9 and x > -2) = 2", ""),
    "count with a common root": ("count(x in (-9, 9): x^2 - 1 = 0 and (x - 1)^2 > 0) = 1 and count(x in (-9, 9): x^2 - 1 = 0 and x - 1 <= 0 <= x + 1) = 2", ""),
    "forall": ("forall x in (0, 1): 0 <= x => x^2 < x and forall x in (-1, 1): x*x > 0 => x^4 < x^2 and forall x in (0, 1): x > 2 => x < 0", ""),
    "forall at a root": ("forall x in (0, 2): x^2 = 2 => 1.41 < x < 1.42 and forall x in (0, 2): x^2 = 2 => x^3 = 2*x", ""),
    "forall pole outside": ("forall x in (0, 1): x > 1/2 => 1/(2*x - 1) > 1", ""),
    "irreducible": ("irreducible(f) and irreducible(f)", "3"),
    "factors": ("factors(f mod 17) = 2 and factors(f mod 3) = 1", ""),
    "galois": ("galois_symmetric(f)", "3 17"),
    "galois cubic": ("galois_symmetric(x^3 - 2)", "7 5"),
    "independent": ("independent(x^2 - 2: 1, x) and independent(x^2 - 2: x^3 + x^2)", "3"),
    "tiles": ("tiles 4 for i, j, k in 0..1 if k = 0: (i, j, k)", "1 2 0"),
    "tiles twice": ("tiles 2 for i, j, k in 0..1 if j = k = 0: (i, j, k) and tiles 2 for i, j, k in 0..1 if j = i = 0: (i, j, k)", "1 0 0 0 0 1"),
    "tiles with a long form": ("tiles 4 for i, j, k in 0..1 if k = 0: (i, j, k)", "4" + "0" * 9000 + "1 -2 0"),
    "tiles negative": ("tiles 3 for i, j, k in 0..2 if j = k = 0: (-i, 0, 0)", "1 0 0"),
}
# The first group violates a premise of a rule, one alone; exit code 1 rejected, 2 declined, 3 the text is wrong.
REJECTED = {
    "division": ("x/(x - x) = 1", "", 3, "division by 0"),
    "modulus": ("x = x mod 15", "", 1, "15 is no prime"),
    "denominator": ("x/17 = x/17 + 1/17 mod 17", "", 1, "17 divides the denominator"),
    "order": ("x < x + x", "", 3, "numbers before"),
    "order modulo": ("1 < 2 mod 3", "", 3, "equal polynomials before"),
    "quotient modulo": ("1/x = 1/x mod 3", "", 3, "equal polynomials before"),
    "not identical": ("(x - 1)^2 = x^2 - 2*x", "", 1, "relation `=`"),
    "wrong product": ("x^2 + x - 6 = (x + 3)*(x - 3)", "", 1, "relation `=`: claimed 1, computed 0"),
    "wrong factor modulo": ("x^2 + 1 = (x + 4)*(x + 12) mod 17", "", 1, "relation `=`: claimed 1, computed 0"),
    "not congruent": ("x^2 = x^2 + 5 mod 3", "", 1, "relation `=`"),
    "numbers": ("1 < 2 < 2", "", 1, "relation `<`"),
    "no equation": ("count(x in (0, 1): x > 0) = 1", "", 3, "an equation before"),
    "identity counted": ("count(x in (0, 1): x = x) = 1", "", 3, "an equation before"),
    "ends": ("count(x in (1, 1): x = 1) = 1", "", 3, "ends in order"),
    "end no number": ("count(x in (x, 1): x = 1) = 1", "", 3, "a number before"),
    "pole": ("forall x in (0, 3): r < 5 => x < 3", "", 3, "no division by 0"),
    "pole in conclusion": ("forall x in (0, 3): x > 0 => r < 9", "", 3, "no division by 0"),
    "pole at a root": ("count(x in (0, 3): x^2 = x and 1/(x - 1) < 5) = 0", "", 3, "no division by 0"),
    "count": ("count(x in (-2, 2): x^2 = 2) = 1", "", 1, "count: claimed 1, computed 2"),
    "count open interval": ("count(x in (0, 1): x^2 = x) = 1", "", 1, "count: claimed 1, computed 0"),
    "no change of sign": ("count(x in (2, 3): x^2 = 2) = 1", "", 1, "count: claimed 1, computed 0"),
    "count condition": ("count(x in (-2, 2): x^2 = 2 and x > 1.5) = 1", "", 1, "count: claimed 1, computed 0"),
    "bound": ("forall x in (0, 1): x > 0 => x < 0.999", "", 1, "claimed 0"),
    "bound at a root": ("forall x in (0, 2): x^2 = 2 => x < 1.414", "", 1, "claimed 0, computed 1"),
    "digit too large": ("forall x in (1, 2): x^2 = 2 => 1.41421357 < x < 1.41421358", "", 1, "claimed 0, computed 1"),
    "digit too small": ("forall x in (1, 2): x^2 = 2 => 1.41421355 < x < 1.41421356", "", 1, "claimed 0, computed 1"),
    "bound not strict": ("forall x in (0, 2): 1 <= x <= 1 => x < 1", "", 1, "claimed 0"),
    "bound at an inner point": ("forall x in (-1, 1): x > -1 => x^2 > 0", "", 1, "claimed 0"),
    "bound in a gap": ("forall x in (0, 1): x > 0 => x > 1", "", 1, "claimed 0"),
    "bound of all": ("forall x in (0, 1): 1 = 1 => 2 < 1", "", 1, "claimed 0"),
    "composite": ("irreducible(f)", "9", 1, "9 is no prime"),
    "one": ("irreducible(f)", "1", 1, "1 is no prime"),
    "zero": ("irreducible(f)", "0", 1, "0 is no prime"),
    "negative prime": ("irreducible(f)", "-3", 1, "is no prime"),
    "large prime": ("irreducible(f)", "1000003", 1, "no prime below"),
    "reducible modulo p": ("irreducible(f)", "17", 1, "factors: claimed 1, computed 2"),
    "reducible": ("galois_symmetric((x - 1)*(x^2 - 2))", "3 3", 1, "claimed 1, computed 2"),
    "leading coefficient": ("irreducible(3*x^2 + x + 1)", "3", 1, "divides the leading coefficient"),
    "leading coefficient of factors": ("factors(3*x^2 + x + 1 mod 3) = 1", "", 1, "divides the leading coefficient"),
    "constant": ("irreducible(2)", "3", 1, "divides the leading coefficient"),
    "quotient": ("irreducible(1/x)", "3", 3, "a polynomial before"),
    "square": ("irreducible((x^2 + 1)^2)", "3", 1, "discriminant"),
    "too many divisors": ("irreducible(f)", "10007", 2, "too many trial divisors"),
    "discriminant": ("factors(x^2 + 17 mod 17) = 1", "", 1, "divides the leading coefficient or the discriminant"),
    "factors": ("factors(f mod 17) = 3", "", 1, "factors: claimed 3, computed 2"),
    "degree 4": ("galois_symmetric(x^4 + x + 1)", "2 3", 1, "4 is no prime"),
    "no transposition": ("galois_symmetric(f)", "3 3", 1, "factors of degree 2: claimed 1, computed 0"),
    "two transpositions": ("galois_symmetric(x^5 - x - 1)", "5 2 ", 1, "claimed"),
    "a longer even cycle": ("galois_symmetric(x^7 + 4*x^5 + 4*x^4 + 2*x^3 + 4*x^2 + 5*x + 3)", "2 3", 1, "factors of even degree: claimed 1, computed 2"),
    "discriminant of galois": ("galois_symmetric(x^3 - 2)", "7 3", 1, "discriminant"),
    "cyclic": ("galois_symmetric(x^3 - 3*x + 1)", "2 17", 1, "claimed 1, computed 0"),
    "field": ("independent(x^2 - 1: 1, x)", "3", 1, "factors: claimed 1, computed 2"),
    "dependent": ("independent(x^2 - 2: 1, x, x + 1)", "3", 1, "rank: claimed 3, computed 2"),
    "many rows": ("independent(x^2 - 2: 1" + "\n, x, 1, 0, x" * 5000 + ")", "3", 1, "rank: claimed 20001, computed 2"),
    "dependent modulo f": ("independent(x^2 - 2: 1, x^2)", "3", 1, "rank: claimed 2, computed 1"),
    "elements": ("tiles 5 for i, j, k in 0..1 if k = 0: (i, j, k)", "1 2 0", 1, "elements: claimed 5, computed 4"),
    "classes": ("tiles 4 for i, j, k in 0..1 if k = 0: (i, j, k)", "1 1 0", 1, "classes: claimed 4, computed 3"),
    "equal points": ("tiles 4 for i, j, k in 0..1 if k = 0: (i, i, 0)", "1 2 0", 1, "classes: claimed 4, computed 2"),
    "negative classes": ("tiles 3 for i, j, k in 0..2 if j = k = 0: (i - 1, 0, 0*k)", "3 0 0", 1, "classes"),
    "classes of both signs": ("tiles 2 for i, j, k in 0..1 if j = k = 0: (2*i - 1, 0, 0)", "1 0 0", 1, "classes: claimed 2, computed 1"),
    "integer points": ("tiles 4 for i, j, k in 0..1 if k = 0: (i/3, j, k)", "3 2 0", 3, "an integer before"),
    "counter outside": ("tiles 1 for i, j, k in 0..0 if 1 = 1: (i, j, k) and i = 0", "0 0 0", 3, "a value wanted"),
    "many cells": ("tiles 1 for i, j, k in 0..64 if i = j = k = 0: (i, j, k)", "0 0 0", 3, "at most 64 values"),
    "no elements": ("tiles 0 for i, j, k in 0..1 if k = 2: (i, j, k)", "0 0 0", 3, "1 element"),
    # syntax
    "nothing": ("", "", 3, "a value wanted"),
    "no right side": ("1 >", "", 3, "a value wanted"),
    "no relation": ("x", "", 3, "a relation"),
    "unknown name": ("y = y", "", 3, "a value wanted"),
    "later name": ("later = 1", "", 3, "a value wanted"),
    "junk": ("1 = 1 1", "", 3, "an item wanted"),
    "junk after or": ("1 = 1 or 1 = 2", "", 3, "an item wanted"),
    "two dots": ("1 = ..", "", 3, "a value wanted"),
    "strange": ("1 = $", "", 3, "a value wanted"),
    "range without in": ("count(x on (0, 1): x = 0) = 0", "", 3, "`in` wanted"),
    "range of one end": ("count(x in (0 1): x = 0) = 0", "", 3, "`,` wanted"),
    "range without conditions": ("count(x in (0, 1) x = 0) = 0", "", 3, "`:` wanted"),
    "count without a number": ("count(x in (0, 1): 2*x = 1) 1", "", 3, "`=` wanted"),
    "forall without an arrow": ("forall x in (0, 1): x > 0 x < 1", "", 3, "`=>` wanted"),
    "irreducible unopened": ("irreducible f", "3", 3, "`(` wanted"),
    "irreducible unclosed": ("irreducible(f", "3", 3, "`)` wanted"),
    "factors without a modulus": ("factors(f 17) = 2", "", 3, "`mod` wanted"),
    "factors without a number": ("factors(f mod 17) 2", "", 3, "`=` wanted"),
    "independent of nothing": ("independent(f 1, x)", "3", 3, "`:` wanted"),
    "independent unclosed": ("independent(f: 1, x", "3", 3, "`)` wanted"),
    "tiles by others": ("tiles 1 for i, j, l in 0..0 if 1 = 1: (i, j, k)", "0 0 0", 3, "`k` wanted"),
    "tiles without a range": ("tiles 1 for i, j, k in 0, 0 if 1 = 1: (i, j, k)", "0 0 0", 3, "`..` wanted"),
    "tiles without if": ("tiles 1 for i, j, k in 0..0 1 = 1: (i, j, k)", "0 0 0", 3, "`if` wanted"),
    "tiles without a point": ("tiles 1 for i, j, k in 0..0 if 1 = 1 (i, j, k)", "0 0 0", 3, "`:` wanted"),
    "tiles of two parts": ("tiles 1 for i, j, k in 0..0 if 1 = 1: (i, j k)", "0 0 0", 3, "`,` wanted"),
    "tiles unclosed": ("tiles 1 for i, j, k in 0..0 if 1 = 1: (i, j, k", "0 0 0", 3, "`)` wanted"),
    "unclosed": ("(1 = 1", "", 3, "`)` wanted"),
    "deep": ("(" * 300 + "1" + ")" * 300 + " = 1", "", 2, "nested too deeply"),
    "minus deep": ("-" * 3000 + "1 = 1", "", 2, "nested too deeply"),
    "degree": ("x^65 = x^65", "", 2, "degree"),
    "bits": ("((2^1000)^1000) = 1", "", 2, "a number is too large"),
    "bits of a sum": ("x*" + "\n+ x*".join(f"1/(2^{n} + 1)" for n in range(900, 1000)) + " = x", "", 2, "a number is too large"),
    "work of zeros": (" and ".join(["0^1000000 = 0"] * 99), "", 2, "too much work"),
    "work": (" and ".join(["1^1000000 = 1"] * 99), "", 2, "too much work"),
    "exponent": ("2^1000001 = 2", "", 3, "a natural up to"),
    # evidence
    "evidence missing": ("irreducible(f)", "", 1, ":3: a number is missing"),
    "evidence left": ("1 = 1", "3", 1, ":3: a number too many"),
    "evidence left by refutation": ("1 = 2", "3", 1, ":3: a number too many"),
    "evidence with zeros": ("irreducible(f)", "03", 1, "claimed"),
    "evidence with a sign": ("irreducible(f)", "+3", 1, "claimed"),
    "evidence no number": ("irreducible(f)", "3a", 1, "claimed"),
}


def corpus(folder):
    for name, (atoms, data) in ACCEPTED.items():
        code, out = verdict(f"{LET}fact t: {atoms}\nfact later: 1 = 2", "t", data, folder)
        REPORT.check(code == 0 and out.startswith("VERIFIED fact='t' kind=fact strength=full "), f"accepted {name}: {code} {out}")
        code, out = verdict(f"{LET}fact t: {atoms}\n", "not t", data, folder)
        REPORT.check(code == 1 and "claimed false, computed true" in out, f"not {name}: {code} {out}")
    for name, (atoms, data, wanted, reason) in REJECTED.items():
        text = f"{LET}fact t: {atoms}\n" + ("let later = 1\n" if "later" in atoms else "")
        code, out = verdict(text, "t", data, folder)
        REPORT.check(code == wanted and reason in out and "VERIFIED" not in out, f"rejected {name}: {code} {out}")
    for atoms in ("1 = 2", "1 = 2 and 1 = 1", "1 = 1 and 1 = 2", "count(x in (0, 2): x = 1) = 2", "forall x in (0, 1): x > 0 => x > 1",
                  "factors(f mod 17) = 1", "x = x + 1", "x = 1 mod 3"):
        code, out = verdict(f"{LET}fact t: {atoms}\n", "not t", "", folder)
        REPORT.check(code == 0 and "strength=refuted" in out, f"refuted {atoms}: {code} {out}")
    for text, claim in (("fact t: 1 = 1\nfact t: 1 = 1\n", "u"), ("let t = 1\nfact t: 1 = 1\n", "t"), ("rule t: 1 = 1\n", "t"), ("rule t:\nfact u: 1 = 1\n", "u"), ("let a = 1 rule b:\nfact u: 1 = 1\n", "u"),
                        ("fact t 1 = 1\n", "t"), ("let 3 = 4\nfact t: 3 = 4\n", "t"), ("let x = 1\nfact t: x = 1\n", "t"),
                        ("let i = 1\nfact t: i = 1\n", "t"), ("let and = 1\nfact t: 1 = 1\n", "t"), ("let _a = 1\nfact t: 1 = 1\n", "t"), ("fact", "t"), ("fact t:", "t"), ("let a =", "t"), ("let a = 1 2\nfact t: 1 = 1\n", "t")):
        code, out = verdict(text, claim, "", folder)
        REPORT.check(code == 3 and "VERIFIED" not in out, f"text {text!r}: {code} {out}")
        path = Path(folder) / "text.facts"
        path.write_text("language facts 1\n" + text)
        code, out, err = mexcert("facts", "--facts", path, "-o", folder)
        REPORT.check(code == 3, f"mexcert accepts {text!r}: {code} {out}")


# What has to be among FACTS, with these verdicts.
MISSION = """akiyama.tiling56 akiyama.quintic akiyama.quintic_relations akiyama.quintic_irreducible akiyama.quintic_totally_real
akiyama.quintic_unique_root akiyama.quintic_alpha akiyama.quintic_enclosures akiyama.quintic_printed_alpha akiyama.quintic_printed_beta
akiyama.quintic_printed_gamma akiyama.quintic_printed_delta akiyama.quintic_degrees akiyama.quintic_independent akiyama.quintic_galois
akiyama.quintic_mod17 not:akiyama.bounds_beta_low akiyama.bounds_beta_high not:akiyama.bounds_alpha_low akiyama.bounds_alpha_high
not:akiyama.bounds_gamma_low akiyama.bounds_gamma_high akiyama.bounds_beta_low_corrected akiyama.bounds_alpha_low_corrected
akiyama.bounds_gamma_low_corrected not:akiyama.bounds akiyama.bounds_corrected akiyama.bounds_frequency akiyama.bounds_cubic
akiyama.ratios not:akiyama.ratios_alpha akiyama.ratios_alpha_corrected akiyama.ratios_beta not:akiyama.ratios_gamma
akiyama.ratios_gamma_corrected akiyama.ratios_positive""".split()


def committed(folder):
    """The generator writes what is committed; the checker verifies it."""
    code, out, err = mexcert("facts", "-o", folder)
    REPORT.check(code == 0 and out == FACTS.read_text(), f"mexcert facts: {code} {err} {out}")
    made, kept = ({p.name: p.read_bytes() for p in Path(f).glob("*")} for f in (folder, FOLDER))
    REPORT.check(made == kept, "the generated certificates are not the committed ones")
    for claim in MISSION:
        REPORT.check(claim.replace(":", " ") in FACTS.read_text().splitlines(), f"MISSING {claim}")
    code, out, err = mexfact("--facts", FACTS, FOLDER)
    lines = out.splitlines()
    claims = FACTS.read_text().split("\n")[:-1]
    names = re.findall(r"^fact (\S+):", TEXT.read_text(), re.M)
    REPORT.check([c.removeprefix("not ") for c in claims] == names, "FACTS has not one claim for each fact, in order")
    REPORT.check(code == 0 and len(lines) == len(claims) and all(l.startswith(f"VERIFIED fact='{c}' kind=fact strength={'refuted' if c.startswith('not ') else 'full'} rules=")
                 for l, c in zip(lines, claims)), f"mexfact --facts: {code} {err} {out}")


def changed_constants(folder):
    """Each numeric constant of a fact, and of the definitions, decides: changing it changes a verdict, and the generator follows."""
    text = TEXT.read_text()
    changes = [("39*x^2 - 60*x - 22", "39*x^2 - 60*x - 21"), ("let alpha = 2*x^4", "let alpha = 3*x^4"), ("3*x^2/2 + 10*x + 3", "3*x^2/2 + 10*x + 2"),
               ("let gamma = alpha + 2*x", "let gamma = alpha + 3*x"), ("2 <= j - k <= 2", "1 <= j - k <= 2"), ("tiles 56", "tiles 55"), ("in 1..4", "in 1..3"),
               ("8*x + 11)", "8*x + 12)"), ("mod 17) = 2", "mod 17) = 3"), ("= 5\n", "= 4\n"), ("let gamma_of = 2/", "let gamma_of = 3/"),
               ("=> 3.21432 <= xi_beta", "=> 3.2143 <= xi_beta"), ("=> xi_beta <= 5.41061", "=> xi_beta <= 5.4106"), ("=> 1.41061 <= xi_alpha", "=> 1.4106 <= xi_alpha"),
               ("=> xi_alpha <= 2.21432", "=> xi_alpha <= 2.21431"), ("=> 4.21432 <= xi_gamma", "=> 4.2143 <= xi_gamma"), ("=> xi_gamma <= 9.41061", "=> xi_gamma <= 9.4106"),
               ("1.68992360311 < x", "1.6899236031 < x"), ("0.8100765", "0.81007639"), ("xi_beta^2 - xi_beta + 1 = 0", "xi_beta^2 - xi_beta + 2 = 0"),
               ("1.885427797152691760068634812205", "1.885427797152691760068634812204"),
               ("quintic: 1, beta, gamma)", "quintic: 1, beta, alpha + x)"), ("let xi_beta = 1/(1 - x) + 1", "let xi_beta = 1/(1 - x) + 2")]
    before = FACTS.read_text().splitlines()
    for number, (old, new) in enumerate(changes):
        REPORT.check(old in text, f"the text has no {old!r}")
        path, made = Path(folder) / f"{number}.facts", Path(folder) / f"made{number}"
        path.write_text(text.replace(old, new))
        code, out, err = mexcert("facts", "--facts", path, "-o", made)
        now = out.splitlines()
        lost = [c for c in before if c not in now]
        REPORT.check(lost and code in (0, 2), f"{old} to {new}: the generator says the same ({code} {err})")
        for claim in lost:
            code, out, err = mexfact("--spec", path, "--fact", claim, FOLDER / f"{claim.removeprefix('not ')}.cert")
            REPORT.check(code in (1, 3) and "VERIFIED" not in out, f"{old} to {new}: {claim} is still verified")
        for claim in (c for c in now if c not in before):
            code, out, err = mexfact("--spec", path, "--fact", claim, made / f"{claim.removeprefix('not ')}.cert")
            REPORT.check(code == 0, f"{old} to {new}: {claim} is not verified: {out}{err}")


def mutants(lines):
    for i, line in enumerate(lines):
        tokens = line.split(" ")
        for j, token in enumerate(tokens):
            for new in ([], [token, token], [token + "0"], ["-" + token], ["x"], ["99999999999999999999999"]):
                yield lines[:i] + [" ".join(tokens[:j] + new + tokens[j + 1:])] + lines[i + 1:]
            if token.isdigit():
                for n in {int(token) + 1, int(token) - 1, 0, 1, 2, 4, 5, 13, 15, 55, 56}:
                    yield lines[:i] + [" ".join(tokens[:j] + [str(n)] + tokens[j + 1:])] + lines[i + 1:]
            if j + 1 < len(tokens):
                yield lines[:i] + [" ".join(tokens[:j] + [tokens[j + 1], token] + tokens[j + 2:])] + lines[i + 1:]
        yield lines[:i] + lines[i + 1:]
        yield lines[:i] + [line] + lines[i:]
        yield lines[:i] + [line + " "] + lines[i + 1:]
        yield lines[:i] + [line + "\r"] + lines[i + 1:]


def other_valid(claim, lines):
    """Whether the data, read on its own, proves the claim as well: other primes, other linear forms."""
    data = lines[2].split(" ")
    if len(lines) != 3 or data[0] != "data" or not all(re.fullmatch(r"-?[1-9]\d*|0", d) for d in data[1:]):
        return False
    numbers = [int(d) for d in data[1:]]
    if "tiling" in claim:
        cells = [(i, i + j, i + j + k) for i in range(1, 5) for j in range(1, 5) for k in range(1, 5) if abs(j - k) <= 2]
        return len(numbers) == 3 and len({sum(a * b for a, b in zip(numbers, c)) % 56 for c in cells}) == 56
    return len(numbers) > 0 and all(n > 1 and all(n % d for d in range(2, n)) for n in numbers)


def mutation(folder):
    """Every small certificate with data exhaustively, the others by their lines; sealed again."""
    lane = []
    for claim in FACTS.read_text().splitlines():
        body = (FOLDER / f"{claim.removeprefix('not ')}.cert").read_text().split("\n")[:3]
        if body[2] == "data" and claim not in ("akiyama.quintic_relations", "not akiyama.bounds_beta_low"):
            continue
        seen = set()
        for new in mutants(body):
            if new != body and tuple(new) not in seen:
                seen.add(tuple(new))
                lane.append((claim, new))
    accepted = 0

    def one(job):
        claim, new = job
        return mexfact("--fact", claim, "-", stdin=seal("\n".join(new) + "\n"))

    with ThreadPoolExecutor(4) as pool:
        for (claim, new), (code, out, err) in zip(lane, pool.map(one, lane)):
            if code == 0:
                accepted += 1
                REPORT.check(new[:2] == ["mexfact-certificate 1", f"fact {claim}"] and other_valid(claim, new), f"{claim}: mutant accepted: {new}")
            else:
                REPORT.check(code in (1, 2) and re.search(r"^(REJECTED|DECLINED) fact='.*' at \S+:\d+: .", out), f"{claim}: {new}: {code} {out}{err}")
    print(f"{len(lane)} mutants, {accepted} of them other valid certificates")


def damaged(folder):
    """Truncation at every byte, and bytes of every kind."""
    claim = "akiyama.quintic_galois"
    good = (FOLDER / f"{claim}.cert").read_bytes()
    cut = [good[:n] for n in range(len(good))]
    jobs = cut + [good + b"\n", good + b"x", good.replace(b"\n", b"\r\n"), b"", b"\0" * 1000, good * 2,
            good.replace(b"certificate 1", b"certificate 2"), good.replace(b"certificate 1", b"certificate 12"), b"\xff" + good, b"a" * 2_000_000,
            seal("mexfact-certificate 1\nfact " + claim + "\ndata " + "7" * 900_000 + "\n")]
    with ThreadPoolExecutor(4) as pool:
        for data, (code, out, err) in zip(jobs, pool.map(lambda d: mexfact("--fact", claim, "-", stdin=d), jobs)):
            REPORT.check(code in ((1,) if data in cut else (1, 2)) and out.isascii() and len(out.splitlines()) == 1, f"damaged {data[:60]}: {code} {out}{err}")
    code, out, err = mexfact("--fact", claim, "-", stdin=good.replace(b"certificate 1", b"certificate 2"))
    REPORT.check(code == 2 and "version" in out, f"version: {code} {out}")
    code, out, err = mexfact("--fact", claim, "-", stdin=good[:-2] + b"0\n" if good[-2:-1] != b"0" else good[:-2] + b"1\n")
    REPORT.check(code == 1 and ":4: claimed" in out, f"digest: {code} {out}")


def command_line(folder):
    folder = Path(folder)
    good, claim = FOLDER / "akiyama.tiling56.cert", "akiyama.tiling56"
    expect = [(["--help"], 0), (["--version"], 0), ([], 3), (["--fact"], 3), (["--fact", claim], 3), (["--fact", claim, folder / "absent"], 3),
              (["--fact", claim, folder], 3), (["--fact", "two words", good], 3), (["--fact", "no.fact", good], 1), (["--fact", claim + ": all", good], 3),
              (["--fact", "least not " + claim, good], 3), (["--spec", folder / "absent", "--fact", claim, good], 3), (["--spec", folder, "--fact", claim, good], 3),
              (["--fact", claim, good, "more"], 3), (["--fact", "not " + claim, good], 1), (["--fact", "akiyama.quintic", good], 1),
              (["--facts", folder / "absent", FOLDER], 3), (["--facts", FACTS, folder / "absent"], 3), (["--fact", claim, "/dev/null"], 1), (["--fact", claim, good], 0)]
    for args, wanted in expect:
        code, out, err = mexfact(*args)
        REPORT.check(code == wanted and (code != 3 or not out and err) and (code == 0 or "VERIFIED" not in out), f"{args}: exit {code}, wanted {wanted}: {out}{err}")
    code, out, err = mexfact("--fact", "no.fact", "-", stdin=certificate("no.fact"))
    REPORT.check(code == 3 and "no fact" in err and not out, f"no fact: exit {code} {out}{err}")
    strange = folder / "strange.facts"
    for bytes_ in (b"language facts 1\nfact t: 1 = 1\0\n", b"language facts 2\nfact t: 1 = 1\n", b"", b"fact t: 1 = 1\n", b"language facts 1\n#" + b"x" * 5000 + b"\nfact t: 1 = 1\n",
                   b"language facts 1\r\nfact t: 1 = 1\n", b"language facts 1\nfact t: 1 = 1 # \xc3\xa9\n"):
        strange.write_bytes(bytes_)
        code, out, err = mexfact("--spec", strange, "--fact", "t", "-", stdin=certificate("t"))
        REPORT.check(code == 3 and not out, f"{bytes_[:50]}: exit {code} {out}{err}")
    box = folder / "box"
    box.mkdir()
    names, two = folder / "FACTS", ["akiyama.tiling56", "akiyama.quintic_relations"]
    for name in two:
        (box / f"{name}.cert").write_bytes((FOLDER / f"{name}.cert").read_bytes())

    def listed(text, wanted, rejected, label):
        names.write_text(text)
        code, out, err = mexfact("--facts", names, box)
        REPORT.check(code == wanted and out.count("REJECTED") == rejected, f"{label}: exit {code} {out}{err}")

    listed("# two\n\n" + "\n".join(two) + "\n", 0, 0, "folder")
    listed("", 1, 3, "no claim")
    listed(two[0] + "\n", 1, 1, "unclaimed file")
    listed("\n".join(two + ["akiyama.quintic"]) + "\n", 1, 1, "no certificate")
    listed("\n".join(two + two[:1]) + "\n", 1, 1, "claim twice")
    listed("\n".join(two + ["a b"]) + "\n", 3, 0, "no claim text")
    (box / "again.cert").write_bytes(good.read_bytes())
    listed("\n".join(two) + "\n", 1, 1, "two certificates")
    (box / "again.cert").write_bytes(b"nothing\n")
    listed("\n".join(two) + "\n", 1, 1, "a file without a claim")
    code, out, err = run(["/bin/sh", "-c", f"{MEXFACT} --fact {claim} {good} >/dev/full"])
    REPORT.check(code == 3, f"full disk: exit {code}")
    for args, wanted in ((["facts", "no.fact", "-o", folder / "x"], 3), (["facts", "--facts", folder / "absent"], 3), (["facts", "akiyama.tiling56", "-o", folder / "x"], 0)):
        code, out, err = mexcert(*args)
        REPORT.check(code == wanted and (code == 0) == (out == claim + "\n"), f"mexcert {args}: exit {code} {out}{err}")


def main():
    for lane in (committed, corpus, changed_constants, mutation, damaged, command_line):
        if lane.__name__ in (sys.argv[1:] or lane.__name__):
            with tempfile.TemporaryDirectory() as folder:
                lane(folder)
    REPORT.finish()


main()
