"""The policy with every default applied, as the native half says it: what Spark plans by."""

import json

import pytest

from aloof import _native
from aloof._policy import checked, from_words


def resolved(**words):
    spec = from_words(words)
    return json.loads(_native.resolve(checked(spec, ".", None)))


def test_defaults_are_applied():
    found = resolved(quasi=["age"], sensitive="pay", absolute="0.1", m=3)
    assert [column["role"] for column in found["columns"]] == ["quasi", "sensitive"]
    assert [column["missing"] for column in found["columns"]] == ["value", "error"]
    [protect] = found["protect"]
    assert (protect["view"], protect["sensitive"], protect["one_in"], protect["least_rows"]) == ("register", ["pay"], 3, 3)
    windows = {window["view"]: window["length"] for window in protect["windows"]}
    assert windows == {"group": "1/10", "candidates": "1/5", "register": "1/5"}
    assert protect["monotone"]
    assert found["method"]["algorithm"] == "split" and found["method"]["only_groups"]
    assert found["output"] == {"format": "csv", "group_ids": False, "intervals": "text"}


def test_coding_and_pseudonyms():
    columns = {
        "id": {"role": "pseudonym"},
        "age": {"role": "quasi", "classes": [0, 18, 65]},
        "born": {"role": "quasi", "bottom": "1930-01-01"},
        "pay": {"role": "sensitive", "top": "90.5", "round": 5, "missing": {"then": "publish", "similar": "everything"}},
    }
    spec = {"columns": columns, "protect": [{"principle": "epsilon-m", "absolute": "1", "m": 2}]}
    found = json.loads(_native.resolve(checked(spec, ".", None)))["columns"]
    assert [column.get("coding") for column in found] == [
        None, {"classes": ["0", "18", "65"]}, {"bottom": "1930-01-01"}, {"top": "90.5", "round": "5"},
    ]
    assert [column["role"] for column in found] == ["pseudonym", "quasi", "quasi", "sensitive"]
    assert [column.get("similar") for column in found] == [None, None, None, "everything"]


def test_groups_are_numbered_for_those_who_know_them():
    assert resolved(quasi="age", sensitive="pay", absolute=1, m=2, view="group")["output"]["group_ids"]
    assert not resolved(quasi="age", sensitive="pay", k=2, view="group")["output"]["group_ids"]
    assert not resolved(quasi="age", sensitive="pay", absolute=1, m=2, view="group", group_ids=False)["output"]["group_ids"]


def test_bins_count_exactly_where_floats_do_not():
    policy = checked(from_words({"quasi": "age", "sensitive": "pay", "absolute": "0.1", "m": 2, "view": "group"}), ".", None)
    bins = _native.Bins(policy, 0, "group", ["0.6", "0.7", "0.8", "0.9"], 1)
    # The bins of 0.7 and of 0.8: these are 0.1 apart, which binary floating point denies.
    assert bins.fullest([0, 3, 5, 0, 0]) == 8
    # Those of 0.7 and of 0.9 are not.
    assert bins.fullest([0, 3, 0, 5, 0]) == 5
    assert bins.hold([0, 4, 0, 4, 0]) and not bins.hold([0, 3, 5, 0, 0])
    assert bins.crowded([0, 3, 5, 0, 0]) == [1, 2, 3]
    assert bins.crowded([0, 4, 0, 4, 0]) == []
    assert bins.withhold([0, 3, 0, 5, 0]) == 2


@pytest.mark.parametrize(
    ("cell", "kind", "ends"),
    [
        ("17..24", "number", ("17", "24")),
        ("[17, 24[", "number", ("17", "24")),
        ("9007199254740993", "number", ("9007199254740993", "9007199254740993")),
        ("1970-01-02..1970-01-04", "date", ("1", "3")),
        (">=50", "number", ("50", None)),
        ("about forty", "number", (None, None)),
    ],
)
def test_cells_are_read_as_the_judge_reads_them(cell, kind, ends):
    assert _native.reach([cell], kind) == [ends]


def test_what_is_about_more_than_one_group_says_so():
    columns = {"age": {"role": "quasi"}, "pay": {"role": "sensitive"}}
    for protect, needs in (
        ({"principle": "c-k-safety", "c": "0.5", "k": 1, "epsilon": 10}, "groups"),
        ({"principle": "skyline", "points": [{"l": 1, "k": 2, "c": "0.5"}]}, "groups"),
        ({"principle": "presence", "high": "0.2", "population": "all.csv"}, "population"),
        ({"principle": "m-invariance", "m": 3, "absolute": "10"}, "history"),
    ):
        [found] = json.loads(_native.resolve(checked({"columns": columns, "protect": [protect]}, ".", None)))["protect"]
        assert found["needs"] == needs and found["monotone"] == (needs != "history")
