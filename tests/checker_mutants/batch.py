"""Many runs of the instrumented checker in one process (see batch.h)."""

import os
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZE = 50  # runs in one process: what the checker keeps of all texts is limited


def run_batch(schema, rows, **environment):
    """rows: (usual digest or `-`, seconds, case). Returns the exit code and the lines that were answered."""
    with tempfile.NamedTemporaryFile("w", suffix=".batch") as file:
        for digest, seconds, case in rows:
            file.write("\t".join([digest, str(seconds), case.stdin, *case.args]) + "\n")
        file.flush()
        env = {**os.environ, "MEXCHECK_BATCH": file.name, **{k: str(v) for k, v in environment.items()}}
        done = subprocess.run([schema.checker], cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=3000)
    return done.returncode, done.stdout.splitlines()


def portions(cases):
    for i in range(0, len(cases), SIZE):
        yield cases[i:i + SIZE]
