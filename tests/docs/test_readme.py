"""Runs the console examples of README.md and docs/*.md: a line `$ command` in a ```console block, and the output printed below it.

A line `...` stands for any lines; `…` inside a line for any characters. Commands run in the root folder with both
programs on the PATH, in a scratch copy of what they write."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from mexlib import BUILD, ROOT, Report  # noqa: E402


def examples(text):
    for block in re.findall(r"```console\n(.*?)```", text, re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


def pattern(output):
    lines = []
    for line in output.splitlines(keepends=True):
        lines.append("(?:.*\n)*" if line == "...\n" else re.escape(line).replace("…", ".*"))
    return re.compile("".join(lines) + r"\Z")


def main():
    report = Report("README examples")
    env = {**os.environ, "PATH": f"{BUILD / 'checker'}:{BUILD / 'generator'}:{os.environ['PATH']}"}
    with tempfile.TemporaryDirectory() as scratch:
        for name in ("spec", "examples", "certificates", "scripts"):
            (Path(scratch) / name).symlink_to(ROOT / name)
        pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
        for command, output in (example for page in pages for example in examples(page.read_text())):
            if command.startswith(("scripts/run", "scripts/test")):
                continue
            done = subprocess.run(["bash", "-c", command], cwd=scratch, env=env, capture_output=True, text=True, timeout=300)
            good = pattern(output).match(done.stdout)
            report.check(good, f"$ {command}\nexit {done.returncode}\n--- wanted\n{output}--- got\n{done.stdout}{done.stderr}")
    report.finish()


main()
