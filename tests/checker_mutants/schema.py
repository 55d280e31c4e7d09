"""The instrumented copy of the checker, its build, and the list of its mutations."""

import os
import shutil
import subprocess
from pathlib import Path

from mutations import instrumented, mutations_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FLAGS = "-w -O1 -include " + str(HERE / "switch.h")


OTHER_PROGRAM = ("algebra", "mexfact")  # mexfact, which has tests of its own (tests/facts)


class Schema:
    """Sources and programs below `folder`; nothing is written anew that has not changed."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.mutations = []
        self.checker = self.folder / "build" / "mexcheck"
        self.unit = self.folder / "build" / "checker_unit" / "checker_unit"

    def write(self):
        sources = self.folder / "checker"
        for path in sorted((ROOT / "checker").rglob("*")):
            if path.is_file():
                name = path.relative_to(ROOT / "checker")
                text = path.read_text()
                if path.suffix in (".h", ".cpp") and name.parts[0] not in OTHER_PROGRAM:
                    mutations = mutations_of(str(name), text)
                    text = instrumented(text, mutations, len(self.mutations))
                    self.mutations += mutations
                if str(name) == "main.cpp":
                    text = main_program(text)
                update(sources / name, text)
        for part in ("checker_unit", "lib"):
            for path in (ROOT / "tests" / part).iterdir():
                if path.suffix in (".cpp", ".h", ".txt"):
                    update(self.folder / "tests" / part / path.name, path.read_text())

    def build(self):
        build = self.folder / "build"
        options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DMEXCHECK_UNIT_TESTS=ON"]
        if shutil.which("ccache"):
            options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        log = self.folder / "build.log"
        with open(log, "w") as out:
            for command in (["cmake", "-S", self.folder / "checker", "-B", build, *options], ["cmake", "--build", build, "-j2"]):
                if subprocess.run(["nice", "-n", "10", *command], stdout=out, stderr=out).returncode != 0:
                    raise SystemExit(f"the instrumented checker does not build, see {log}")


def main_program(text):
    """The main program with another main in front of it, which runs many cases, and with harmless output files."""
    assert "int main(" in text and "std::fopen(" in text
    text = text.replace("int main(", "int checker_main(").replace("std::fopen(", "mut::open_output(")
    return f'#include "{HERE / "output.h"}"\n{text}#include "{HERE / "batch.h"}"\n'


def update(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def default_schema():
    """The schema in the build folder of the project, built."""
    schema = Schema(Path(os.environ.get("MEXCERT_BUILD", ROOT / "build")) / "checker_mutants")
    schema.write()
    schema.build()
    return schema
