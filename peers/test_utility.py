"""What `aloof evaluate` says of analyses, recomputed literally with NumPy and SciPy."""

import itertools
import math

import numpy as np
import pandas
import pytest
from scipy import optimize, stats

import program

TOWNS = ["Lyon", "Milan", "Nice", "Rome"]
ROLES = ["--quasi", "age,hours,town", "--sensitive", "pay"]


def people(rows=600, seed=3):
    """Ages, hours, towns, and a pay that has to do with all of them."""
    draw = np.random.default_rng(seed)
    age = draw.integers(18, 80, rows)
    hours = draw.integers(5, 60, rows)
    town = draw.integers(0, 4, rows)
    pay = 20 * age + 35 * hours + 300 * (town == 2) + draw.integers(0, 1500, rows)
    return age, hours, town, pay


def write(path, rows):
    path.write_text("age,hours,town,pay\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    return path


def grouped(age, hours, town, size=6):
    """Cells of groups of neighbours by age: ends of both numbers, and the towns."""
    cells = [None] * len(age)
    order = np.argsort(age, kind="stable")
    for start in range(0, len(order), size):
        rows = order[start : start + size]
        low, high = (age[rows].min(), age[rows].max()), (hours[rows].min(), hours[rows].max())
        for row in rows:
            cells[row] = (low, high, sorted(set(town[rows])))
    return cells


def text(cell):
    (a, b), (c, d), towns = cell
    labels = TOWNS[towns[0]] if len(towns) == 1 else "{" + "|".join(TOWNS[one] for one in towns) + "}"
    return (str(a) if a == b else f"{a}..{b}", str(c) if c == d else f"{c}..{d}", labels)


@pytest.fixture(scope="session")
def spread(aloof, tmp_path_factory):
    """A table and a release of it in groups: the tables, the cells, and what aloof says."""
    folder = tmp_path_factory.mktemp("spread")
    age, hours, town, pay = people()
    cells = grouped(age, hours, town)
    original = write(folder / "original.csv", [(a, h, TOWNS[t], p) for a, h, t, p in zip(age, hours, town, pay)])
    release = write(folder / "release.csv", [(*text(cell), p) for cell, p in zip(cells, pay)])
    said = program.run_json(aloof, "evaluate", release, "--original", original, *ROLES, "--queries", "20")
    return (age, hours, town, pay), cells, said["analyses"]


def cuts(values, most=5):
    """Where classes begin."""
    ordered = np.sort(values)
    starts = [ordered[at * len(ordered) // most] for at in range(1, most)]
    return sorted({start for start in starts if start != ordered[0]})


def positions(cell, column):
    """Every value that a cell covers."""
    return (
        cell[2]
        if column == "town"
        else range(cell[("age", "hours").index(column)][0], cell[("age", "hours").index(column)][1] + 1)
    )


def classes(table, cells, column):
    """The class of everyone, and the shares of every released row in classes, value by value."""
    if column == "town":
        before, many, of = table[2], 4, lambda value: value
    else:
        values = table[0] if column == "age" else table[1]
        starts = cuts(values)
        many, of = len(starts) + 1, lambda value: int(np.searchsorted(starts, value, side="right"))
        before = np.array([of(value) for value in values])
    shares = np.zeros((len(cells), many))
    for row, cell in enumerate(cells):
        covered = list(positions(cell, column))
        for value in covered:
            shares[row, of(value)] += 1 / len(covered)
    return before, shares


@pytest.mark.parametrize("column", ["age", "hours", "town"])
def test_means(spread, column):
    table, cells, said = spread
    pay = table[3]
    before, shares = classes(table, cells, column)
    truth = [pay[before == one].mean() for one in range(shares.shape[1])]
    estimate = [(shares[:, one] * pay).sum() / shares[:, one].sum() for one in range(shares.shape[1])]
    errors = [abs(a - b) / a for a, b in zip(truth, estimate)]
    found = next(one for one in said["means"] if one["by"] == column)
    assert found["classes"] == len(errors)
    assert found["mean_relative_error"] == pytest.approx(np.mean(errors), rel=1e-9)
    assert found["largest_relative_error"] == pytest.approx(max(errors), rel=1e-9)
    assert found["mean_error_in_deviations"] == pytest.approx(
        np.mean([abs(a - b) for a, b in zip(truth, estimate)]) / pay.std(), rel=1e-9
    )


@pytest.mark.parametrize("column", ["age", "hours"])
def test_quantiles(spread, column):
    table, cells, said = spread
    values = np.sort(table[0] if column == "age" else table[1])
    mass = {}
    for cell in cells:
        covered = list(positions(cell, column))
        for value in covered:
            mass[value] = mass.get(value, 0) + 1 / len(covered)
    shares = [0.1, 0.25, 0.5, 0.75, 0.9]
    before = [values[math.ceil(share * len(values) - 1e-9) - 1] for share in shares]
    places, sums = sorted(mass), np.cumsum([mass[value] for value in sorted(mass)])
    after = [places[int(np.argmax(sums >= share * len(cells) - 1e-9))] for share in shares]
    errors = [abs(a - b) / (before[4] - before[0]) for a, b in zip(before, after)]
    found = next(one for one in said["quantiles"] if one["column"] == column)
    assert found["mean_error"] == pytest.approx(np.mean(errors), abs=1e-12)
    assert found["largest_error"] == pytest.approx(max(errors), abs=1e-12)


@pytest.mark.parametrize("pair", list(itertools.combinations(["age", "hours", "town"], 2)))
def test_cross_tabulations(spread, pair):
    table, cells, said = spread
    (one, first), (other, second) = (classes(table, cells, column) for column in pair)
    before = np.zeros((first.shape[1], second.shape[1]))
    np.add.at(before, (one, other), 1)
    after = first.T @ second
    found = next(entry for entry in said["cross_tabulations"] if entry["columns"] == list(pair))
    assert found["misplaced"] == pytest.approx(np.abs(before / before.sum() - after / after.sum()).sum() / 2, rel=1e-9)
    assert found["association"]["original"] == pytest.approx(stats.contingency.association(before.astype(int)))
    assert found["association"]["release"] == pytest.approx(cramer(after))


def cramer(counts):
    expected = counts.sum(1, keepdims=True) * counts.sum(0, keepdims=True) / counts.sum()
    return math.sqrt(((counts - expected) ** 2 / expected).sum() / counts.sum() / (min(counts.shape) - 1))


def least_squares(columns, target):
    design = np.column_stack([np.ones(len(target)), *columns])
    slopes, *_ = np.linalg.lstsq(design, target, rcond=None)
    residual = target - design @ slopes
    variance = residual @ residual / (len(target) - design.shape[1])
    errors = np.sqrt(variance * np.diag(np.linalg.inv(design.T @ design)))
    return slopes[1:], errors[1:], 1 - residual @ residual / ((target - target.mean()) ** 2).sum()


def test_regression(spread):
    (age, hours, town, pay), cells, said = spread
    most = np.bincount(town).argmax()
    labels = [one for one in range(4) if one != most]
    before = [age, hours, *[(town == one).astype(float) for one in labels]]
    shares = classes((age, hours, town, pay), cells, "town")[1]
    after = [np.array([np.mean(cell[0]) for cell in cells]), np.array([np.mean(cell[1]) for cell in cells])]
    after += [shares[:, one] for one in labels]
    found = said["regressions"][0]
    (one, one_error, explained), (other, other_error, left) = least_squares(before, pay), least_squares(after, pay)
    assert found["explained"] == {"original": pytest.approx(explained), "release": pytest.approx(left)}
    assert [entry.get("label") for entry in found["coefficients"]] == [None, None, *(TOWNS[one] for one in labels)]
    overlaps = []
    for at, entry in enumerate(found["coefficients"]):
        assert entry["original"] == pytest.approx(one[at]) and entry["original_error"] == pytest.approx(one_error[at])
        assert entry["release"] == pytest.approx(other[at]) and entry["release_error"] == pytest.approx(other_error[at])
        ends = [
            (mid - 1.96 * error, mid + 1.96 * error) for mid, error in ((one[at], one_error[at]), (other[at], other_error[at]))
        ]
        both = min(ends[0][1], ends[1][1]) - max(ends[0][0], ends[1][0])
        overlaps.append(max(0.0, np.mean([both / (high - low) for low, high in ends])))
        assert entry["overlap"] == pytest.approx(overlaps[-1])
    assert found["overlap"] == pytest.approx(np.mean(overlaps))


@pytest.fixture(scope="session")
def exact(aloof, tmp_path_factory):
    """A release that shows ages and hours as they are and pay a little moved: nothing is drawn."""
    folder = tmp_path_factory.mktemp("exact")
    age, hours, town, pay = people(seed=5)
    moved = pay + np.random.default_rng(9).integers(-400, 700, len(pay))
    original = write(folder / "original.csv", [(a, h, TOWNS[t], p) for a, h, t, p in zip(age, hours, town, pay)])
    release = write(folder / "release.csv", [(a, h, TOWNS[t], p) for a, h, t, p in zip(age, hours, town, moved)])
    said = program.run_json(aloof, "evaluate", release, "--original", original, *ROLES, "--queries", "20")
    return (age, hours, town, pay), moved, said["analyses"]


def test_ranks(exact):
    (age, hours, _, pay), moved, said = exact
    before, after = {"age": age, "hours": hours, "pay": pay}, {"age": age, "hours": hours, "pay": moved}
    for entry in said["rank_correlations"]:
        one, other = entry["columns"]
        for table, name in ((before, "original"), (after, "release")):
            assert entry["spearman"][name] == pytest.approx(stats.spearmanr(table[one], table[other]).statistic)
            assert entry["kendall"][name] == pytest.approx(stats.kendalltau(table[one], table[other]).statistic)
    assert len(said["rank_correlations"]) == 3


def test_propensity(exact):
    (age, hours, town, pay), moved, said = exact
    most = np.bincount(town).argmax()

    def standard(column):
        return (column - column.mean()) / column.std()

    numbers = [standard(np.concatenate(pair)) for pair in ((age, age), (hours, hours), (pay, moved))]
    columns = numbers + [np.concatenate([town, town]) == one for one in range(4) if one != most]
    columns += [standard(a * b) for a, b in itertools.combinations_with_replacement(numbers, 2)]
    design = np.column_stack([np.ones(2 * len(age)), *columns]).astype(float)
    released = np.repeat([0.0, 1.0], len(age))

    def loss(weights):
        sums = design @ weights
        likely = 1 / (1 + np.exp(-sums))
        return np.logaddexp(0, sums).sum() - released @ sums, design.T @ (likely - released)

    best = optimize.minimize(loss, np.zeros(design.shape[1]), jac=True, method="BFGS", options={"gtol": 1e-7})
    likely = 1 / (1 + np.exp(-design @ best.x))
    pmse = ((likely - 0.5) ** 2).mean()
    found = said["propensity"]
    assert (found["rows"], found["regressors"]) == (len(design), design.shape[1] - 1)
    assert found["pmse"] == pytest.approx(pmse, rel=1e-4)
    assert found["ratio"] == pytest.approx(pmse / ((design.shape[1] - 1) * 0.125 / len(design)), rel=1e-4)


MASK = (1 << 64) - 1


def split_mix(state):
    state = (state + 0x9E3779B97F4A7C15) & MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return state, mixed ^ (mixed >> 31)


def held_out(row, seed=1):
    state = 0x243F6A8885A308D3
    for word in (seed, 0x68656C64, row, 0):
        state = split_mix(state ^ word)[1]
    return (split_mix(state)[1] * 10) >> 64 < 3


def test_classifier(exact):
    (age, hours, town, pay), moved, said = exact
    median = np.sort(pay)[len(pay) // 2]

    def coded(values, starts):
        return np.searchsorted(starts, values, side="right")

    features = [
        (coded(age, cuts(age, 10)), len(cuts(age, 10)) + 1),
        (coded(hours, cuts(hours, 10)), len(cuts(hours, 10)) + 1),
        (town, 4),
    ]
    held = np.array([held_out(row) for row in range(len(pay))])

    def learn(rows, target):
        prior = np.log([1 + (target[rows] == one).sum() for one in (0, 1)])
        score = np.tile(prior, (held.sum(), 1))
        for codes, many in features:
            counts = np.array([[1 + ((target == one) & (codes == code) & rows).sum() for code in range(many)] for one in (0, 1)])
            score += np.log(counts / counts.sum(1, keepdims=True))[:, codes[held]].T
        return (score.argmax(1) == (pay[held] >= median)).mean()

    found = said["classifiers"][0]
    assert (found["tested"], found["asks"], found["unseen"]) == (held.sum(), "at-least-the-median", False)
    assert found["original"] == pytest.approx(learn(~held, (pay >= median).astype(int)))
    assert found["release"] == pytest.approx(learn(np.ones(len(pay), bool), (moved >= median).astype(int)))


ADULT = program.ROOT.parent / "shared" / "data" / "adult" / "adult_full.csv.gz"


@pytest.mark.skipif(not ADULT.is_file(), reason="the Adult table is not beside the repository (shared/data/adult/adult_full.csv.gz)")
def test_real_people(aloof, tmp_path):
    """Ages in decades: means of hours by age, and the regression on age and education."""
    frame = pandas.read_csv(ADULT)[["age", "education-num", "hours-per-week"]]
    frame.to_csv(tmp_path / "original.csv", index=False)
    low = frame["age"] // 10 * 10
    cells = low.astype(str) + ".." + (low + 9).astype(str)
    frame.assign(age=cells).to_csv(tmp_path / "release.csv", index=False)
    roles = ["--quasi", "age,education-num", "--sensitive", "hours-per-week"]
    call = ["evaluate", tmp_path / "release.csv", "--original", tmp_path / "original.csv", *roles, "--queries", "20"]
    said = program.run_json(aloof, *call)["analyses"]
    age, hours, starts = frame["age"].to_numpy(), frame["hours-per-week"].to_numpy(), cuts(frame["age"].to_numpy())
    before = np.searchsorted(starts, age, side="right")
    shares = np.zeros((len(frame), len(starts) + 1))
    for step in range(10):
        shares[np.arange(len(frame)), np.searchsorted(starts, low + step, side="right")] += 0.1
    errors = []
    for one in range(shares.shape[1]):
        truth, estimate = hours[before == one].mean(), (shares[:, one] * hours).sum() / shares[:, one].sum()
        errors.append(abs(truth - estimate) / truth)
    found = next(one for one in said["means"] if one["by"] == "age")
    assert found["mean_relative_error"] == pytest.approx(np.mean(errors), rel=1e-9)
    for table, name in ((age, "original"), (low + 4.5, "release")):
        slopes, slips, _ = least_squares([table, frame["education-num"]], hours)
        for at, entry in enumerate(said["regressions"][0]["coefficients"]):
            assert entry[name] == pytest.approx(slopes[at]) and entry[f"{name}_error"] == pytest.approx(slips[at])
    ranks = next(one for one in said["rank_correlations"] if one["columns"] == ["age", "hours-per-week"])
    assert ranks["kendall"]["original"] == pytest.approx(stats.kendalltau(age, hours).statistic)
    assert ranks["spearman"]["original"] == pytest.approx(stats.spearmanr(age, hours).statistic)


def test_rankings_skylines_and_counted_loss(aloof, tmp_path):
    age, hours, town, pay = people()
    cells = grouped(age, hours, town)
    original = write(tmp_path / "original.csv", [(a, h, TOWNS[t], p) for a, h, t, p in zip(age, hours, town, pay)])
    release = write(tmp_path / "release.csv", [(*text(cell), p) for cell, p in zip(cells, pay)])
    said = program.run_json(
        aloof, "evaluate", release, "--original", original, *ROLES, "--queries", "20", "--same-order"
    )
    before = [age, hours]
    after = [np.array([(cell[at][0] + cell[at][1]) / 2 for cell in cells]) for at in (0, 1)]
    for name, one, other in zip(("age", "hours"), before, after):
        found = next(entry for entry in said["rankings"] if entry["column"] == name)
        assert found["kendall"] == pytest.approx(stats.kendalltau(one, other).statistic, abs=1e-9)
        top = math.ceil(len(one) / 100)
        kept = sum(np.minimum(places(one, top), places(other, top))) / top
        assert found["top"] == top and found["top_overlap"] == pytest.approx(kept, abs=1e-9)
    first, second = skyline(before), skyline(after)
    assert (said["skyline"]["original"], said["skyline"]["release"]) == (len(first), len(second))
    assert said["skyline"]["recall"] == pytest.approx(len(first & second) / len(first))
    assert said["skyline"]["precision"] == pytest.approx(len(first & second) / len(second))
    share = [
        np.mean([len(list(positions(cell, "age"))) for cell in cells]) / (age.max() - age.min() + 1),
        np.mean([len(list(positions(cell, "hours"))) for cell in cells]) / (hours.max() - hours.min() + 1),
        np.mean([len(cell[2]) for cell in cells]) / len(TOWNS),
    ]
    assert said["counted_loss"] == pytest.approx(sum(share), rel=1e-9)


def places(values, top):
    """For everybody the part of a place among the highest, those tied at the edge sharing what is left."""
    values = np.asarray(values, dtype=float)
    edge = np.sort(values)[::-1][top - 1]
    above, tied = (values > edge).sum(), (values == edge).sum()
    return np.where(values > edge, 1.0, np.where(values == edge, (top - above) / tied, 0.0))


def skyline(columns):
    """Everyone compared with everyone."""
    points = list(zip(*columns))

    def beaten(one):
        return any(all(a >= b for a, b in zip(other, one)) and other != one for other in points)

    return {at for at, point in enumerate(points) if not beaten(point)}
