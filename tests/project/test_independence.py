"""The checker shares nothing with the generator, is small, and needs only the standard library and GMP.

Reads the include graph and the link line; counts the core's lines after clang-format, without blank and comment lines."""

import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import BUILD, MEXCHECK, ROOT, Report, run  # noqa: E402

# The aim for the core is 2,200 lines. Tables, evaluation and language take 3,400 of the number here, automata 2,235; it may only fall.
# The aim for algebra is 400: reading the text takes some 140 of the number here; it may only fall, too.
# Streams (spec/trust.md, fast.stream) take 30 of the number for the core and 1,468 of that for the kernels: it rose by 201 when they were made
# more than twice as fast, so that checking takes at most 3 times the time of generating.
# It rose by 63 when tables of queens with guards, and lines with `and`, `or` and bounds on squares, were no longer read directly: the
# standard claims on games with guarded diagonals and on subtracted squares are checked in a third of the time.
BUDGET = {"checker/core": 5667, "checker/fast": 2450, "checker/algebra": 455}
# Every file that can reach VERIFIED lies in a folder with a budget, or is the command line around it.
OUTSIDE = {"checker/main.cpp", "checker/mexfact", "checker/cli"}
OF_THE_PROCESSOR = ("cpuid.h", "immintrin.h")  # of the compiler: the instructions for SHA-256
LONGEST = 60


def code_lines(path):
    text = subprocess.run(["clang-format", path], capture_output=True, text=True, check=True).stdout
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith("//")]


def sources(folder):
    return sorted(p for p in (ROOT / folder).rglob("*") if p.suffix in (".hpp", ".cpp", ".h", ".cc"))


def main():
    report = Report("independence")
    for path in sources("checker"):
        for quote, name in re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)', path.read_text(), re.M):
            if quote == '"':
                found = [b / name for b in (path.parent, ROOT / "checker", ROOT / "checker/core") if (b / name).exists()]
                inside = found and found[0].resolve().is_relative_to(ROOT / "checker")
                report.check(inside or name == "core_digest.h", f"{path}: includes {name} from outside checker/")
            else:
                report.check("/" not in name and (not name.endswith(".h") or name == "unistd.h")
                             or name in ("gmp.h", "gmpxx.h") or name in OF_THE_PROCESSOR and path.name == "sha256_blocks.cpp", f"{path}: includes <{name}>")
    for path in sources("generator"):
        report.check("checker/" not in path.read_text(), f"{path}: names checker/")
    for folder, budget in BUDGET.items():
        if not (ROOT / folder).exists():
            continue
        total = 0
        for path in sources(folder):
            count = len(code_lines(path))
            total += count
            print(f"{count:6} {path.relative_to(ROOT)}")
        print(f"{total:6} {folder} (budget {budget})")
        report.check(total <= budget, f"{folder}: {total} lines, budget {budget}")
    for path in sources("checker"):
        where = str(path.relative_to(ROOT))
        counted = any(where.startswith(f + "/") for f in BUDGET) or any(where.startswith(o) for o in OUTSIDE)
        report.check(counted, f"{where} lies in no folder with a budget")
        report.check(longest_function(path) <= LONGEST, f"{where}: a function has {longest_function(path)} lines")
    for program in (Path(MEXCHECK), BUILD / "checker" / "mexfact"):
        links(report, program)
    algebra_alone(report)
    report.finish()


def algebra_alone(report):
    """mexfact shares nothing with the rest of the checker, and the rest nothing with it."""
    for path in sources("checker"):
        where = path.relative_to(ROOT / "checker")
        allowed = {"algebra": {"algebra"}, "mexfact": {"algebra", "mexfact"}}.get(where.parts[0])
        for name in re.findall(r'#\s*include\s*"([^"]+)"', path.read_text()):
            folder = (path.parent / name).resolve().relative_to(ROOT / "checker").parts[0]
            good = folder in allowed if allowed else folder not in ("algebra", "mexfact")
            report.check(good, f"{path}: includes {name}")
    code, out, err = run(["nm", "-C", BUILD / "checker" / "mexfact"])
    report.check(code == 0 and "mexfact::" in out and "mexcheck::" not in out, "mexfact holds symbols of mexcheck")
    code, out, err = run(["nm", "-C", MEXCHECK])
    report.check(code == 0 and "mexfact::" not in out, "mexcheck holds symbols of mexfact")


def links(report, program):
    code, out, err = run(["ldd", program])
    libs = {line.split()[0].split("/")[-1].split(".so")[0] for line in out.splitlines() if ".so" in line}
    allowed = {"linux-vdso", "libgmp", "libgmpxx", "libstdc++", "libm", "libgcc_s", "libc", "ld-linux-x86-64", "libasan", "libubsan"}
    report.check(code == 0 and libs <= allowed, f"{program} is linked with {sorted(libs - allowed)}")


def longest_function(path):
    """Lines of the longest top-level or member function body, by braces at the formatted indentation."""
    lines = subprocess.run(["clang-format", path], capture_output=True, text=True, check=True).stdout.splitlines()
    longest, start = 0, None
    for number, line in enumerate(lines):
        if re.match(r"^( {0,4})[A-Za-z~].*\) ?(const|noexcept|override| )*\{$|^( {0,4})[^ ].*\{$", line) and start is None:
            if not re.match(r"^\s*(namespace|struct|class|enum|union|extern)\b", line):
                start = (number, len(line) - len(line.lstrip()))
        elif start and line.startswith(" " * start[1] + "}"):
            longest = max(longest, number - start[0] + 1)
            start = None
    return longest


main()
