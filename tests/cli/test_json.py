"""`--json` of every command: one well-formed object of the shape of spec/json.md, without numbers, that says what the lines say."""

import json
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import MEXCHECK, ROOT, Report, mexcert, run, MEXCERT  # noqa: E402

REPORT = Report("json")
OWN = ("language mex 1\n"
       "def nim(x, y) measure x + y = least m with (forall u < x: m != nim(u, y)) and (forall v < y: m != nim(x, v))\n"
       "statement symmetric: forall x, y: nim(x, y) = nim(y, x)\n"
       "statement small: forall x, y: nim(x, y) < 7\n"
       "statement never: forall x: x < 0 => x = 1\n"
       "statement warned: forall x: 1 <= x => x + 1 > x\n")
USER = ["--spec", "own.mex"]

# Arguments, exit code, members that must be there with these values.
CALLS = [
    (["list", *USER], 0, {}),
    (["list", "--traps", *USER, "--spec-dir", "empty"], 0, {}),
    (["show", "small", *USER], 0, {"name": "small"}),
    (["show", "small", "--closure", *USER], 0, {"name": "small"}),
    (["show", "small", "--tree", *USER], 0, {}),
    (["show", "small", "--digest", *USER], 0, {}),
    (["table", "nim", "2", "0..3", *USER], 0, {"name": "nim", "rows": [{"arguments": ["2", str(y)], "value": str(2 ^ y)} for y in range(4)]}),
    (["table", "fibRep", "4"], 0, {"rows": [{"arguments": ["4"], "value": ["1", "0", "1"]}]}),
    (["table", "wythoffPassSetA"], 0, {}),
    (["decide", "small", *USER, "-o", "d.cert"], 1,
     {"refuted": True, "claim": "least not small", "point": {"x": "0", "y": "7"}, "certificate": "d.cert"}),
    (["decide", "warned", *USER, "-o", "w.cert"], 0, {"refuted": False}),
    (["generate", "symmetric: x<=9,y<=9", "small: x<=9,y<=9", *USER, "-o", "g"], 1, {}),
    (["generate", "never: x<=9", *USER, "-o", "g"], 2, {"files": []}),
    (["generate", "akiyama.theorem3_8: n<=1000", "--stream", "-o", "s.cert"], 0, {}),
    (["evidence", "komakG_zero", "--mexcheck", MEXCHECK, "-o", "pages/deep"], 0,
     {"page": "pages/deep/komakG_zero.md", "claim": "komakG_zero: all", "certificate": "pages/deep/komakG_zero.cert"}),
    (["audit", "small", "--at", "x=3, y = 4", *USER, "-o", "a.cert"], 1, {"verdict": "counterexample", "claim": "not small at x=3,y=4", "certificate": "a.cert"}),
    (["audit", "--that", "1 + 1 = 2", "-o", "t.cert"], 0, {"verdict": "true", "claim": "audit.that: all", "spec": "t.audit.mex"}),
    (["audit-table", "nim", "t.csv", *USER, "-o", "c.cert"], 1, {"verdict": "disagrees", "place": "t.csv:3", "there": "3", "computed": "2", "wrong": "1", "compared": "2"}),
    (["audit-bfile", "nim(x=1)", "b.txt", *USER, "-o", "b.cert"], 0, {"verdict": "agrees", "gaps": ["gap: b.txt:2: n = 1..4 (4 numbers) missing"]}),
    (["audit-formula", "floor(n*1.618)", "--against", "floor(n*phi)", "--to", "999", "--as", "exact"], 1, {"verdict": "disagrees", "n": "233"}),
    (["facts", "akiyama.bounds_beta_low", "-o", "facts"], 0,
     {"facts": [{"name": "akiyama.bounds_beta_low", "claim": "not akiyama.bounds_beta_low", "holds": False, "certificate": "facts/akiyama.bounds_beta_low.cert"}]}),
    (["report", "eppstein.counts", "--to", "100000"], 0, {"report": "eppstein.counts"}),
    (["report", "eppstein.records", "--to", "1000"], 0, {}),
    (["report", "eppstein.fits", "--to", "1000"], 0, {}),
    (["report", "eppstein.digits", "--to", "1000"], 0, {}),
    (["report", "akiyama.statistics", "--to", "10000"], 0, {}),
    (["report", "akiyama.l1", "--to", "10000"], 0, {}),
    (["report", "akiyama.positive", "--to", "50"], 0, {}),
    (["report", "weinstein.shared", "--to", "2"], 0, {}),
    (["subtraction", "S=2,4,7", "-o", "game.mex"], 0,
     {"preperiod": "8", "period": "3", "before": list("00112203"), "recurring": list("102"), "statements": "game.mex", "certificate": "game.cert"}),
    (["export", "--lean", "komakG_zero", "-o", "k.lean"], 0, {"claim": "komakG_zero: all", "file": "k.lean"}),
    (["export", "--walnut", "komakG_hofstadter", "-o", "walnut"], 0, {}),
    (["import", "--walnut", "walnut/Automata Library/graph_komakG.txt", "--as", "graph komakG *"], 0, {"repaired": []}),
    (["import", "--walnut", "walnut/Automata Library/graph_komakG.txt", "--as", "graph komakG *", "-o", "r.txt"], 0, {"file": "r.txt"}),
    # Errors are in the object, too.
    (["show", "komakg"], 3, {}),
    (["table", "komakG", "0..99999999999"], 3, {}),
    (["audit-table", "nim", "none.csv", *USER], 3, {}),
    (["list", "--spec", "none.mex"], 3, {}),
]
FILES = {"own.mex": OWN, "t.csv": "x,y,value\n1,1,0\n1,3,3\n", "b.txt": "0 1\n5 4\n"}


def numbers_in(value):
    if isinstance(value, dict):
        return [n for member in value.values() for n in numbers_in(member)]
    if isinstance(value, list):
        return [n for member in value for n in numbers_in(member)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) or value is None else []


def documented():
    """The members of each command, from the tables of spec/json.md."""
    text = (ROOT / "spec" / "json.md").read_text()
    rows = re.findall(r"^\| (`[a-z].*?) \| (.*) \|$", text, re.M)
    common = {name for name, _ in rows[:4]}
    members = {}
    for commands, described in rows[4:]:
        for command in re.findall(r"`([a-z-]+)", commands):
            members.setdefault(command, set()).update(re.findall(r"`([a-z_]+)`", described))
    return {name.strip("`") for name in common}, members


def check(call, code, wanted, folder, common, members):
    spec_dir = [] if "--spec-dir" in call else ["--spec-dir", ROOT / "spec"]
    got, out, err = run([MEXCERT, *call, *spec_dir, "--json"], cwd=folder)
    label = " ".join(call)
    if not REPORT.check(got == code, f"{label}: exit {got}, wanted {code}\n{out}{err}"):
        return
    try:
        said = json.loads(out)
    except json.JSONDecodeError as error:
        REPORT.check(False, f"{label}: {error}\n{out}")
        return
    REPORT.check(isinstance(said, dict) and said["command"] == call[0] and said["exit"] == str(code), f"{label}: {out}")
    REPORT.check(common <= said.keys() <= common | members[call[0]], f"{label}: members {list(said)} are not those documented, {common | members[call[0]]}")
    REPORT.check(not numbers_in(said), f"{label}: numbers {numbers_in(said)}")
    REPORT.check({name: said.get(name) for name in wanted} == wanted, f"{label}: wanted {wanted}\n{out}")
    REPORT.check((code >= 2) <= bool(said["errors"]), f"{label}: no error\n{out}")
    for error in said["errors"]:
        REPORT.check(set(error) == {"place", "message", "exit"} and error["message"] in err, f"{label}: {error}\n{err}")
    for warning in said["warnings"]:
        REPORT.check(warning in err, f"{label}: {warning}\n{err}")
    return said


def contents(said):
    """What the objects say that a table of wanted members says badly."""
    listed = {s["name"]: s for s in said["list own"]["statements"]}
    REPORT.check(listed["small"]["ranges"] == ["x", "y"] and listed["small"]["place"] == "own.mex:4" and "komakG_zero" in listed, f"list: {listed.get('small')}")
    traps = {s["name"]: s for s in said["list traps"]["statements"]}
    REPORT.check("hypothesis `1 <= x`" in traps["warned"]["warnings"][0] and traps["small"]["warnings"] == [], f"list --traps: {traps}")
    shown = said["show"]
    REPORT.check([i["name"] for i in shown["items"]] == ["nim", "small"] and len(shown["digest"]) == 64, f"show: {shown}")
    REPORT.check(said["closure"]["closure"].startswith("language mex 1\n") and said["tree"]["tree"].startswith("(def nim "), "show --closure, --tree")
    REPORT.check({"arguments": ["1", "2"], "value": "1"} in said["set"]["rows"], f"set: {said['set']}")
    REPORT.check("hypothesis `1 <= x`" in said["warned"]["warnings"][0], f"warnings: {said['warned']}")
    made = said["generate"]
    REPORT.check([f["claims"] for f in made["files"]] == [["symmetric: x<=9,y<=9"]] and int(made["files"][0]["bytes"]) > 100
                 and [e["exit"] for e in made["errors"]] == ["1"], f"generate: {made}")
    REPORT.check(said["never"]["errors"][0]["exit"] == "2", f"no instance: {said['never']}")
    stream = said["stream"]["files"][0]
    REPORT.check(stream["file"] == "s.cert" and stream["claims"] == ["akiyama.theorem3_8: n<=1000"], f"stream: {stream}")
    REPORT.check(said["evidence"]["checker"]["strength"] == "full", f"evidence: {said['evidence']}")
    REPORT.check(any("fails: 7 and 7" in line for line in said["audit"]["because"]), f"audit: {said['audit']}")
    counts = said["counts"]
    REPORT.check(len(counts["rows"]) == 46 and counts["rows"][31] == {"n": "32768", "cold": "1281"} and "Computed, not certified" in counts["notes"][0], f"report: {counts}")
    REPORT.check(said["record"]["record"].startswith("graph komakG *\n") and int(said["record"]["states"]) > 1, f"import: {said['record']}")
    REPORT.check("walnut/Command Files/komakG_hofstadter.txt" in said["walnut"]["files"], f"walnut: {said['walnut']}")


NAMES = {"list own": 0, "list traps": 1, "show": 2, "closure": 3, "tree": 4, "set": 8, "warned": 10, "generate": 11, "never": 12, "stream": 13,
         "evidence": 14, "audit": 15, "counts": 21, "walnut": 31, "record": 32}


def every_command(helped):
    """No command is without `--json`, none without a call here."""
    commands = re.findall(r"^  ([a-z-]+)  +\S", helped.split("Subcommands:")[1], re.M)
    REPORT.check(len(commands) >= 15 and set(commands) == {call[0] for call, _, _ in CALLS}, f"commands: {commands}")
    for command in commands:
        REPORT.check("--json" in mexcert(command, "--help")[1], f"{command} --help")


def read_back(folder):
    """`audit-table` reads what `table --json` prints."""
    spec = ["--spec-dir", ROOT / "spec", *USER]
    out = run([MEXCERT, "table", "nim", "0..4", "0..4", *spec, "--json"], cwd=folder)[1]
    (folder / "t.json").write_text(out)
    code, out, err = run([MEXCERT, "audit-table", "nim", "t.json", *spec, "-o", "r.cert"], cwd=folder)
    REPORT.check(code == 0 and "AGREES" in out and "compared: 25" in out, f"read back: {code} {out}{err}")


def main():
    every_command(mexcert("--help")[1])
    common, members = documented()
    REPORT.check(common == {"command", "exit", "warnings", "errors"} and len(members) >= 14, f"spec/json.md: {common} {members}")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "empty").mkdir()
        for name, text in FILES.items():
            (folder / name).write_text(text)
        said = [check(call, code, wanted, folder, common, members) for call, code, wanted in CALLS]
        if all(said):
            contents({name: said[i] for name, i in NAMES.items()})
        read_back(folder)
    REPORT.finish()


main()
