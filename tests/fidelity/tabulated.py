"""User statements in mex that state tabulated values, and copies of the spec with one text replaced."""

import re
import shutil
from pathlib import Path

from verdict import SPEC

HEADER = 'language mex 1\n' + "".join(f'use "{name}"\n' for name in ("wythoff", "terminal", "komak", "morphic", "blocking"))


def listed(rows):
    """The text of a finite set of tuples."""
    return "{%s}" % ", ".join("(%s)" % ", ".join(map(str, row)) for row in rows)


def values_text(call, names, rows):
    """The call has the listed value (last column) at the listed arguments (columns before)."""
    variables = ", ".join(names)
    return (f"{HEADER}set listed = {listed(rows)}\n"
            f"statement tabulated: forall {variables}, value: ({variables}, value) in listed => {call} = value\n")


def members_text(relation, names, bounds, rows):
    """In the box of the bounds the relation holds exactly at the listed tuples."""
    variables = ", ".join(names)
    box = "".join(f"{name} <= {bound} => " for name, bound in zip(names, bounds))
    return (f"{HEADER}set listed = {listed(rows)}\n"
            f"statement tabulated: forall {variables}: {box}({relation} <=> ({variables}) in listed)\n")


def words_text(equations):
    """Each call (first of a pair) is the given word (second)."""
    parts = " and ".join(f"{call} = {list(word)}" for call, word in equations)
    return f"{HEADER}statement tabulated: {parts}\n"


def items(text):
    """The pieces of a spec file: its head, then each item from its first line on."""
    starts = ("statement ", "def ", "let ", "pred ", "set ", "word ", "dfao ", "numeration ")
    pieces = [""]
    for line in text.splitlines(keepends=True):
        if line.startswith(starts):
            pieces.append("")
        pieces[-1] += line
    return pieces


def item_name(piece):
    """The name that an item of a spec file defines."""
    return re.match(r"\w+ ([\w.]+)", piece)[1]


def edited_spec(folder, name, edits):
    """A copy of the spec in which texts of the item of that name are replaced, each everywhere in it."""
    shutil.copytree(SPEC, folder, dirs_exist_ok=True)
    for path in sorted(Path(folder).glob("*.mex")):
        head, *pieces = items(path.read_text())
        names = [item_name(piece) for piece in pieces]
        if name in names:
            for old, new in edits:
                assert old in pieces[names.index(name)], f"{name}: no text {old}"
                pieces[names.index(name)] = pieces[names.index(name)].replace(old, new)
            path.write_text(head + "".join(pieces))
            return folder
    raise KeyError(name)
