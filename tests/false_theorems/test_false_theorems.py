"""False statements with plausible certificates: none is verified.

For each pair of false.mex the generator certifies `ok_*` and refuses `bad_*`; then the tables made for `ok_*` (true ones, on
a larger range) stand in a certificate that claims `bad_*`, and the checker must reject it as false, naming an instance."""

import re
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "lib"))
from mexlib import Report, digest, mexcert, mexcheck, seal, unseal  # noqa: E402

USER = ["--spec", HERE / "false.mex"]


def pairs():
    text = (HERE / "false.mex").read_text()
    for match in re.finditer(r"^statement ok_(\w+).*?^statement bad_(\w+).*?^# (\S+)$", text, re.M | re.S):
        assert match.group(1) == match.group(2), match.group(0)
        yield match.group(1), match.group(3)


def larger(ranges):
    """The same range, a little larger, so that the tables cover what the other statement reads."""
    return re.sub(r"([nxyj])<=(\d+)", lambda m: f"{m[1]}<={int(m[2]) + 6}", ranges)


def main():
    report = Report("false theorems")
    with tempfile.TemporaryDirectory() as scratch:
        for name, ranges in pairs():
            good, bad = f"ok_{name}: {ranges}", f"bad_{name}: {ranges}"
            path = Path(scratch) / f"{name}.cert"
            code, out, err = mexcert("generate", good, "-o", path, *USER)
            if not report.check(code == 0, f"{good}: {code} {out}{err}"):
                continue
            code, out, err = mexcheck("--claim", good, path, *USER)
            report.check(code == 0, f"{good}: {code} {out}{err}")
            code, out, err = mexcert("generate", bad, "-o", Path(scratch) / "bad.cert", *USER)
            report.check(code == 1, f"{bad}: the generator says {code} {out}{err}")
            forged(report, name, ranges, path)
    report.finish()


def forged(report, name, ranges, path):
    mexcert("generate", f"ok_{name}: {larger(ranges)}", "-o", path, *USER)
    body = unseal(path.read_bytes()).decode() if path.exists() else ""
    tables = re.sub(r"^(mexcert-certificate 1|claim .*)\n", "", body, flags=re.M)
    claim = f"bad_{name}: {ranges}"
    text = f"mexcert-certificate 1\nclaim {digest('bad_' + name, *USER)} {claim}\n{tables}"
    code, out, err = mexcheck("--claim", claim, "-", *USER, stdin=seal(text))
    report.check(code == 1 and out.startswith("REJECTED"), f"{claim}: exit {code} {out}{err}")
    print(out.strip()[:150])


main()
