"""Streams (spec/certificate.md 4) as test data: read, written, and made from certificates with tables."""

import hashlib
import re


def code(step):
    return chr(step + 48) if -6 <= step <= 78 else f"!{step}!"


class Stream:
    """Claim lines, and columns: [head `F A1 A2 ..`, entries]."""

    def __init__(self, claims, columns):
        self.claims, self.columns = claims, columns

    def body(self):
        """All lines but the last one."""
        lines = ["mexcert-certificate 1 stream", *self.claims, *(f"column {head}" for head, _ in self.columns), "rows"]
        rows = max(len(entries) for _, entries in self.columns)
        for start in range(0, rows, 64):
            line = ""
            for n in range(start, min(start + 64, rows)):
                for _, entries in self.columns:
                    if n < len(entries):
                        line += code(entries[n] - (entries[n - 1] if n else 0))
            lines.append(line)
        return "".join(line + "\n" for line in lines)

    def sealed(self):
        return seal_stream(self.body(), len(self.claims) + len(self.columns) + 1)


def seal_stream(body, records=None):
    if records is None:
        head = body.split("\nrows\n")[0]
        records = len(re.findall(r"^(?:claim|column) ", head, re.M)) + 1
    return (body + f"end {records} {hashlib.sha256(body.encode('latin-1')).hexdigest()}\n").encode("latin-1")


def from_tables(data):
    """The stream for a certificate whose tables have one ranged argument each."""
    lines = data.decode().split("\n")[1:]
    claims = [line for line in lines if line.startswith("claim ")]
    columns = []
    for line in lines:
        if line.startswith("table "):
            columns.append([line[6:], []])
        elif columns and re.fullmatch(r"-?[0-9].*", line):
            entries = columns[-1][1]
            for step in map(int, line.split(" ")):
                entries.append(step + (entries[-1] if entries else 0))
    return Stream(claims, columns)
