#!/usr/bin/env python3
"""Stands in for the checker while a test script runs: keeps each call (its arguments, files and standard input) as a case.

MEXCHECK_RECORDS: the folder for the calls. MEXCHECK_REAL: the checker that answers."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path


def kept(path, folder):
    """A copy of a file or folder outside the project, named by its content."""
    inside = sorted(path.rglob("*")) if path.is_dir() else [path]
    digest = hashlib.sha256(b"".join(p.name.encode() + (p.read_bytes() if p.is_file() else b"") for p in inside)).hexdigest()[:16]
    copy = folder / f"{digest}{path.suffix}"
    if not copy.exists():
        (shutil.copytree if path.is_dir() else shutil.copy)(path, copy)
    return str(copy)


def replayed(arg, before, folder):
    """The argument for a later run: inputs are kept, what is written goes to standard output."""
    path = Path(arg)
    if not path.is_absolute():
        return arg
    if before == "--junit":
        return "/dev/stdout" if path.parent.is_dir() and not str(path).startswith("/dev/") else arg
    return kept(path, folder) if path.is_file() or path.is_dir() else arg


def main():
    folder = Path(os.environ["MEXCHECK_RECORDS"])
    args = [replayed(arg, before, folder) for before, arg in zip(sys.argv, sys.argv[1:])]
    stdin = sys.stdin.buffer.read() if "-" in args else None
    call = {"args": args, "stdin": None}
    if stdin is not None:
        call["stdin"] = str(folder / f"{hashlib.sha256(stdin).hexdigest()[:16]}.stdin")
        Path(call["stdin"]).write_bytes(stdin)
    text = json.dumps(call)
    name = hashlib.sha256(text.replace(str(folder), "").encode()).hexdigest()[:16]
    (folder / f"{name}.json").write_text(text)
    done = subprocess.run([os.environ["MEXCHECK_REAL"], *sys.argv[1:]], input=stdin)
    sys.exit(done.returncode if done.returncode >= 0 else 128 - done.returncode)


main()
