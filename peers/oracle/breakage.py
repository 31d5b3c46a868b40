"""Ways to spoil a release, so that an audit has something to find."""
from table import day, read_csv, write_csv


def broken_releases(text, bound, rng, count=2):
    """A few spoiled copies of a release: (what was done, the file)."""
    ways = [swap, alter, widen, star, narrow, merge, drop, double, respell]
    out = []
    for way in rng.sample(ways, count):
        header, records = read_csv(text)
        names = {n for c in bound.quasi for n in ([c.name] if c.name in header else [c.name + "_lo", c.name + "_hi"])}
        quasi = [i for i, n in enumerate(header) if n in names]
        sensitive = [header.index(c.name) for c in bound.sensitive]
        if records and way(records, quasi, sensitive, rng) and records:
            out.append((way.__name__, write_csv(header, records)))
    return out


def swap(records, quasi, sensitive, rng):
    i, j, c = rng.randrange(len(records)), rng.randrange(len(records)), rng.choice(sensitive)
    changed = records[i][c] != records[j][c]
    records[i][c], records[j][c] = records[j][c], records[i][c]
    return changed


def alter(records, quasi, sensitive, rng):
    c = rng.choice(sensitive)
    i, new = rng.randrange(len(records)), rng.choice(records)[c]
    changed = records[i][c] != new
    records[i][c] = new
    return changed


def alike(records, quasi, row):
    key = [row[q] for q in quasi]
    return [r for r in records if [r[q] for q in quasi] == key]


def recell(records, quasi, rng, change):
    """Changes one quasi cell of all rows that look alike."""
    row, q = rng.choice(records), rng.choice(quasi)
    new = change(row[q])
    if new is None or new == row[q]:
        return False
    for r in alike(records, quasi, row):
        r[q] = new
    return True


def ends(cell):
    lo, dots, hi = cell.partition("..")
    try:
        return (int(lo), int(hi if dots else lo))
    except ValueError:
        return None


def widen(records, quasi, sensitive, rng):
    def change(cell):
        both = ends(cell)
        return f"{both[0] - rng.randint(0, 5)}..{both[1] + rng.randint(1, 5)}" if both else None
    return recell(records, quasi, rng, change)


def star(records, quasi, sensitive, rng):
    return recell(records, quasi, rng, lambda cell: "*")


def narrow(records, quasi, sensitive, rng):
    def change(cell):
        both = ends(cell)
        return str(rng.choice(both)) if both and both[0] < both[1] else None
    return recell(records, quasi, rng, change)


def merge(records, quasi, sensitive, rng):
    a, b = rng.choice(records), rng.choice(records)
    key = [b[q] for q in quasi]
    if [a[q] for q in quasi] == key:
        return False
    for r in alike(records, quasi, a):
        for q, cell in zip(quasi, key):
            r[q] = cell
    return True


def drop(records, quasi, sensitive, rng):
    if len(records) < 2:
        return False
    records.pop(rng.randrange(len(records)))
    return True


def double(records, quasi, sensitive, rng):
    records.append(list(rng.choice(records)))
    return True


def respell(records, quasi, sensitive, rng):
    """The same interval in another tool's writing: the group view tells texts apart, the candidates view does not."""
    def change(cell):
        lo, dots, hi = cell.partition("..")
        if not dots or not (ends(cell) or (day(lo) and day(hi))):
            return None
        return rng.choice([f"[{lo}, {hi}]", f"[{lo};{hi}]", f"[{lo}..{hi}]"])
    return recell(records, quasi, rng, change)
