"""A function of two sensitive values as the distance of a dissimilarity policy."""

import numpy as np
import pytest

import aloof


def policy(distance, **more):
    return {
        "columns": {"age": {"role": "quasi"}, "education": {"role": "sensitive"}, "undeclared": "drop"},
        "protect": [
            {"principle": "dissimilarity", "distance": distance, "epsilon": "0.25", "delta": "0.3", "k": 4, **more}
        ],
    }


def steps(a, b):
    return abs(len(a) - len(b)) / 4


def test_a_function_is_the_matrix_of_what_it_says(people, tmp_path):
    release = aloof.anonymize(people, policy(steps), seed=1)
    labels = sorted(map(str, people["education"].unique()))
    lines = ["," + ",".join(f'"{label}"' for label in labels)]
    lines += [f'"{one}",' + ",".join(str(steps(one, other)) for other in labels) for one in labels]
    (tmp_path / "steps.csv").write_text("\n".join(lines) + "\n")
    by_file = aloof.anonymize(people, policy({"kind": "matrix", "matrix": tmp_path / "steps.csv"}), seed=1)
    # Another text of the same distances draws another order, and deals the same groups.
    rows = [sorted(map(str, one.to_arrow().to_pylist())) for one in (release, by_file)]
    assert rows[0] == rows[1]
    assert aloof.audit(release, policy(steps), original=people).passed


def test_numbers_come_as_numbers_and_each_pair_once(people):
    asked = []

    def near(a, b):
        asked.append((a, b))
        return abs(a - b)

    spec = {
        "columns": {"birthplace": {"role": "quasi"}, "age": {"role": "sensitive"}, "undeclared": "drop"},
        "protect": [{"principle": "dissimilarity", "distance": near, "epsilon": 1, "delta": 0.5, "k": 4}],
    }
    aloof.anonymize(people, spec, seed=1)
    ages = people["age"].nunique()
    assert len(asked) == len(set(asked)) == ages * ages
    assert all(isinstance(value, int) for pair in asked for value in pair)


def test_batches(people):
    calls = []

    def near(ones, others):
        calls.append(len(ones))
        return np.abs(np.array(ones) - np.array(others))

    spec = policy(aloof.Distance(near, batched=True), sensitive="age")
    spec["columns"] = {"birthplace": {"role": "quasi"}, "age": {"role": "sensitive"}, "undeclared": "drop"}
    aloof.anonymize(people, spec, seed=1)
    assert calls == [people["age"].nunique() ** 2]


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        (lambda a, b: 1, "to itself must be 0"),
        (lambda a, b: float(a > b), "differs with their order"),
        (lambda a, b: -float(a != b), "negative"),
        (lambda a, b: "far", "must be a number"),
        (lambda a, b: float("nan"), "finite"),
    ],
)
def test_what_is_no_distance(people, function, problem):
    with pytest.raises(aloof.PolicyError, match=problem) as caught:
        aloof.anonymize(people, policy(function))
    assert not any(str(label) in str(caught.value) for label in people["education"].unique())


def test_too_many_values(people):
    spec = policy(lambda a, b: abs(a - b))
    spec["columns"] = {"age": {"role": "quasi"}, "pay": {"role": "sensitive"}, "undeclared": "drop"}
    with pytest.raises(aloof.PolicyError, match="distinct values"):
        aloof.anonymize(people.assign(pay=range(len(people))), spec)


def test_what_the_function_raises_comes_through(people):
    def broken(a, b):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        aloof.anonymize(people, policy(broken))
