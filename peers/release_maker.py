"""Makes a large release for the speed benchmark: a generated census, four columns coarsened, small groups left out.

The coarsening is one choice of widths for the whole table; of all choices tried the one is taken that puts most rows
into groups of 5 to 50. Rows of smaller groups are suppressed, as releases do, and the rest is shuffled.
"""

import itertools
import json
import math
import sys
from pathlib import Path

import numpy
import pyarrow
import pyarrow.csv
import pyarrow.parquet

import program

SENSITIVE = "income"
# For each quasi-identifier: how it is written, and the widths to try (of intervals, or labels in a set).
QUASI = {
    "age": ("interval", [2, 3, 5, 10]),
    "birthplace": ("set", [2, 3, 5, 8]),
    "occupation": ("set", [1, 2, 4, 8]),
    "education": ("node", [1, 2, 4]),
}
SMALLEST, LARGEST = 5, 50
SURPLUS = 1.35


def make(aloof, rows, seed, folder):
    """Writes FOLDER/release.csv, release.parquet and release.json (what the release is like)."""
    folder.mkdir(parents=True, exist_ok=True)
    raw = folder / "census.csv"
    program.generate_census(aloof, int(rows * SURPLUS), seed, raw)
    table = pyarrow.csv.read_csv(raw, convert_options=pyarrow.csv.ConvertOptions(include_columns=[*QUASI, SENSITIVE]))
    raw.unlink()
    columns = {name: encode(table[name]) for name in QUASI}
    widths = choose(columns, rows)
    cells = cells_of(columns, widths)
    sizes = numpy.bincount(cells)
    generator = numpy.random.default_rng(seed)
    kept = generator.permutation(numpy.flatnonzero(sizes[cells] >= SMALLEST))[:rows]
    release = pyarrow.table(
        {
            **{name: write(columns[name], QUASI[name][0], width, kept) for name, width in zip(QUASI, widths)},
            SENSITIVE: table[SENSITIVE].combine_chunks().take(pyarrow.array(kept)),
        }
    )
    write_csv(release, folder / "release.csv")
    pyarrow.parquet.write_table(release, folder / "release.parquet")
    facts = describe(numpy.bincount(cells[kept]), widths)
    (folder / "release.json").write_text(json.dumps(facts) + "\n", encoding="utf-8")
    return facts


def write_csv(release, file):
    """CSV as most programs write it: no quotes unless a label needs them."""
    with pyarrow.OSFile(str(file), "wb") as out:
        out.write((",".join(release.column_names) + "\n").encode())
        try:
            pyarrow.csv.write_csv(release, out, pyarrow.csv.WriteOptions(include_header=False, quoting_style="none"))
            return
        except pyarrow.ArrowInvalid:
            pass
    pyarrow.csv.write_csv(release, file)


def encode(column):
    """(distinct values in order, for each row the number of its value)."""
    column = column.combine_chunks().dictionary_encode()
    values = column.dictionary.to_pylist()
    order = sorted(range(len(values)), key=values.__getitem__)
    rank = numpy.empty(len(values), dtype=numpy.int64)
    rank[order] = numpy.arange(len(values))
    return [values[i] for i in order], rank[column.indices.to_numpy()]


def is_number(values):
    return all(isinstance(value, int) for value in values)


def class_of_value(values, width):
    """For each distinct value the number of the interval or set it falls into."""
    if is_number(values):
        return numpy.array(values) // width - values[0] // width
    return numpy.arange(len(values)) // width


def cells_of(columns, widths):
    """For each row the number of its combination of classes."""
    cells = 0
    for (values, codes), width in zip(columns.values(), widths):
        classes = class_of_value(values, width)
        cells = cells * (int(classes.max()) + 1) + classes[codes]
    return cells


def choose(columns, rows):
    """The widths that put most rows into groups of a realistic size without suppressing more than the surplus."""
    best, best_score = None, (False, -1)
    for widths in itertools.product(*(tried for _, tried in QUASI.values())):
        classes = (class_of_value(values, width) for (values, _), width in zip(columns.values(), widths))
        possible = math.prod(int(own.max()) + 1 for own in classes)
        if not rows / 200 <= possible <= rows * 4:
            continue
        sizes = numpy.bincount(cells_of(columns, widths))
        enough = sizes[sizes >= SMALLEST].sum() >= rows
        score = (enough, int(sizes[(sizes >= SMALLEST) & (sizes <= LARGEST)].sum()))
        if score > best_score:
            best, best_score = widths, score
    if best is None:
        raise SystemExit("bench_audit: no coarsening of the generated table gives groups of a realistic size")
    return best


def write(column, style, width, kept):
    """The coarsened column as text, for the rows kept."""
    values, codes = column
    classes = class_of_value(values, width)
    texts = []
    for number in range(int(classes.max()) + 1):
        members = [value for value, own in zip(values, classes) if own == number]
        texts.append(text_of(members, style, width, number))
    return pyarrow.array(texts).take(pyarrow.array(classes[codes[kept]]))


def text_of(members, style, width, number):
    if style == "node":
        return f"node-{number:02}"
    if members and is_number(members):
        low = members[0] // width * width
        return str(low) if width == 1 else f"{low}..{low + width - 1}"
    return str(members[0]) if len(members) == 1 else "{" + "|".join(map(str, members)) + "}"


def describe(sizes, widths):
    sizes = sizes[sizes > 0]
    ordinary = sizes[(sizes >= SMALLEST) & (sizes <= LARGEST)]
    return {
        "rows": int(sizes.sum()),
        "groups": len(sizes),
        "group_size_quartiles": [int(size) for size in numpy.quantile(sizes, [0.25, 0.5, 0.75])],
        "rows_in_groups_of_5_to_50": round(float(ordinary.sum() / sizes.sum()), 3),
        "quasi": list(QUASI),
        "sensitive": SENSITIVE,
        "widths": list(widths),
    }


if __name__ == "__main__":
    print(json.dumps(make(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))))
