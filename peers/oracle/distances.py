"""Distances of sensitive values, from `docs/distances.md`. Each maker returns `near(x, y)`: is the distance at most epsilon?

`columns` are the sensitive columns in the policy's order; x and y are tuples with one value per column.
"""
from fractions import Fraction

from table import parse_csv


def edits(a, b):
    row = list(range(len(b) + 1))
    for i, c in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, d in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (c != d))
    return row[-1]


def weights_of(spec, count):
    if "weights" in spec:
        return [Fraction(w) for w in spec["weights"]]
    return [Fraction(1, count) if spec.get("scale", "none") != "none" else Fraction(1)] * count


def length_of(column, scale, values):
    """What a difference of numbers is divided by; None: nothing."""
    if scale == "none":
        return None
    if scale == "domain" and column.domain:
        return column.domain[1] - column.domain[0]
    return max(values, default=0) - min(values, default=0)


def differences(spec, columns, rows):
    """One function per column: the difference in it, scaled."""
    scale = spec.get("scale", "none")
    out = []
    for i, column in enumerate(columns):
        if column.kind == "label":
            out.append(lambda a, b, t=column.tree: Fraction(t.meet(a, b), t.height))
            continue
        length = length_of(column, scale, [r[i] for r in rows])
        if length == 0:
            out.append(lambda a, b: Fraction(0))
        else:
            out.append(lambda a, b, d=length or 1: abs(Fraction(a) - b) / d)
    return out


def distance(spec, columns, rows, files):
    """d(x, y) as a fraction. Of `l2` the square: compare with epsilon squared."""
    kind, weights = spec["kind"], weights_of(spec, len(columns))
    scale = spec.get("scale", "none")
    if kind in ("l1", "l2", "linf", "min"):
        parts = differences(spec, columns, rows)
        power = 2 if kind == "l2" else 1
        fold = {"l1": sum, "l2": sum, "linf": max, "min": min}[kind]
        return lambda x, y: fold(w * p(a, b) ** power for w, p, a, b in zip(weights, parts, x, y))
    if kind == "variational":
        return lambda x, y: sum((abs(Fraction(a) - b) for a, b in zip(x, y)), Fraction(0)) / 2
    if kind == "hamming":
        return lambda x, y: sum((w for w, a, b in zip(weights, x, y) if a != b), Fraction(0))
    if kind == "hierarchy":
        parts = [lambda a, b, t=c.tree: Fraction(t.meet(a, b), t.height) for c in columns]
        return lambda x, y: sum((w * p(a, b) for w, p, a, b in zip(weights, parts, x, y)), Fraction(0))
    if kind == "edit":
        longest = [max((len(r[i]) for r in rows), default=0) if scale != "none" else 1 for i in range(len(columns))]
        return lambda x, y: sum((w * Fraction(edits(a, b), n) for w, n, a, b in zip(weights, longest, x, y) if n), Fraction(0))
    if kind == "matrix":
        lines = [[c for c, _ in r] for r in parse_csv(files[spec["matrix"]])]
        far = {(r[0], label): Fraction(c) for r in lines[1:] for label, c in zip(lines[0][1:], r[1:])}
        return lambda x, y: far[x[0], y[0]]
    parts = []
    for part in spec["parts"]:
        places = [next(i for i, c in enumerate(columns) if c.name == n) for n in part["columns"]]
        inner = distance(part, [columns[i] for i in places], [tuple(r[i] for i in places) for r in rows], files)
        parts.append((Fraction(part.get("weight", "1")), places, inner))
    fold = sum if kind == "sum" else max
    return lambda x, y: fold(w * d(tuple(x[i] for i in at), tuple(y[i] for i in at)) for w, at, d in parts)


def similar(spec, epsilon, columns, rows, files):
    far = distance(spec, columns, rows, files)
    limit = Fraction(epsilon) ** (2 if spec["kind"] == "l2" else 1)
    known = {}
    def near(x, y):
        if (x, y) not in known:
            known[x, y] = known[y, x] = far(x, y) <= limit
        return known[x, y]
    return near
