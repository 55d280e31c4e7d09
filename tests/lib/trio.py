"""Tables of the defs v and h below, for tests and figures of fast.index: three sequences that avoid each other and each other's
differences, and the least number that is no difference."""

TEXT = """language mex 1
def v(i in 1..3, n) measure 3 * n + i = if n = 0 then 0 else
    least m with (i > 1 => m > v(i - 1, n)) and
        (forall k < n: m != v(1, k) and m != v(2, k) and m != v(3, k)) and
        (i > 1 => forall k < n: m != v(i - 1, n) + v(2, k) - v(1, k) and m != v(i - 1, n) + v(3, k) - v(2, k)
            and m != v(i - 1, n) + v(3, k) - v(1, k))
def h(n) measure n = least m with forall k <= n: m != v(2, k) - v(1, k) and m != v(3, k) - v(2, k) and m != v(3, k) - v(1, k)
pred inF(m, n) = exists k <= n: m = v(1, k) or m = v(2, k) or m = v(3, k)
"""


def values(count):
    """v(1, n), v(2, n), v(3, n), h(n) for n < count."""
    v, h, seen, differences = ([0], [0], [0]), [1], bytearray(b"\1" + bytes(1 << 16)), bytearray(b"\1" + bytes(1 << 16))
    free = gap = 1
    for n in range(1, count):
        while seen[free]:
            free += 1
        row = [free]
        for _ in range(2):
            d = gap
            while seen[row[-1] + d] or differences[d]:
                d += 1
            row.append(row[-1] + d)
            for s in (seen, differences):
                if len(s) < 3 * row[-1] + (1 << 16):
                    s.extend(bytes(len(s) + row[-1]))
        for m, column in zip(row, v):
            column.append(m)
            seen[m] = 1
        for d in (row[1] - row[0], row[2] - row[1], row[2] - row[0]):
            differences[d] = 1
        while differences[gap]:
            gap += 1
        h.append(gap)
    return (*v, h)


def steps(row):
    """The entries of a table with one ranged position."""
    row = [m - (row[i - 1] if i else 0) for i, m in enumerate(row)]
    return "\n".join(" ".join(map(str, row[i:i + 64])) for i in range(0, len(row), 64)) + "\n"


def tables(rows):
    return "".join(f"table {name} 0..{len(row) - 1}\n{steps(row)}" for name, row in zip(("v 1", "v 2", "v 3", "h"), rows))
