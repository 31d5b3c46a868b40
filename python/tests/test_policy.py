"""Policies: files, dicts, keywords, and the mistakes in them."""

import decimal
from pathlib import Path

import numpy as np
import pytest
from conftest import WORDS

import aloof
from aloof._policy import from_words

SPEC = {
    "columns": {"age": {"role": "quasi"}, "birthplace": {"role": "quasi"}, "income": {"role": "sensitive"}, "undeclared": "drop"},
    "protect": [{"principle": "epsilon-m", "absolute": "4500", "m": 4}],
}


def test_file_dict_and_keywords_are_the_same(people, tmp_path):
    toml = tmp_path / "aloof.toml"
    toml.write_text(
        "[columns]\nage = { role = 'quasi' }\nbirthplace = { role = 'quasi' }\nincome = { role = 'sensitive' }\n"
        "undeclared = 'drop'\n[[protect]]\nprinciple = 'epsilon-m'\nabsolute = '4500'\nm = 4\n"
    )
    words = {"quasi": ["age", "birthplace"], "sensitive": "income", "absolute": 4500, "m": 4}
    made = [
        aloof.anonymize(people, toml, seed=1),
        aloof.anonymize(people, str(toml), seed=1),
        aloof.anonymize(people, SPEC, seed=1),
        aloof.anonymize(people, seed=1, **words),
    ]
    assert all(release.to_arrow().equals(made[0].to_arrow()) for release in made)


@pytest.mark.parametrize("epsilon", [4500, 4500.0, "4500", decimal.Decimal("4500"), np.int64(4500), np.float32(4500)])
def test_numbers_of_all_kinds(people, epsilon):
    release = aloof.anonymize(people, quasi="age", sensitive="income", absolute=epsilon, m=4, seed=1)
    assert release.audit.checks[0].title.startswith("(4500, 4)")


def test_a_float_is_what_it_shows(people):
    advice = aloof.advise(people, quasi="age", sensitive="income", relative=0.1, m=2)
    assert advice.checks[0].title.startswith("(0.1, 2)") or "0.1" in str(advice.to_dict())


def test_mistakes_say_where(people):
    wrong = {**SPEC, "protect": [{"principle": "epsilon-m", "absolut": 5, "m": 4}]}
    with pytest.raises(aloof.PolicyError, match=r"policy\.protect\[0\]\.absolut.*did you mean `absolute`"):
        aloof.anonymize(people, wrong)
    with pytest.raises(aloof.PolicyError, match=r"policy\.protect\[0\]\.m"):
        aloof.anonymize(people, {**SPEC, "protect": [{"principle": "epsilon-m", "absolute": 5, "m": object()}]})
    with pytest.raises(aloof.PolicyError, match="cannot be read"):
        aloof.anonymize(people, Path("nowhere.toml"))
    with pytest.raises(aloof.PolicyError, match="goes with m"):
        aloof.anonymize(people, quasi="age", sensitive="income", absolute=5)
    with pytest.raises(aloof.PolicyError, match="nothing says what the columns are"):
        aloof.anonymize(people)
    with pytest.raises(aloof.PolicyError, match="goes without a policy"):
        aloof.anonymize(people, SPEC, quasi="age")
    with pytest.raises(aloof.CallError, match="did you mean `quasi`"):
        aloof.anonymize(people, quasy="age")


def test_hierarchies_by_keyword(people, tmp_path):
    places = sorted(map(str, people["birthplace"].unique()))
    (tmp_path / "places.csv").write_text("".join(f"{place};{'early' if place < 'M' else 'late'};*\n" for place in places))
    words = {key: value for key, value in WORDS.items() if key != "quasi"}
    release = aloof.anonymize(
        people, quasi=["age", "birthplace"], hierarchies={"birthplace": tmp_path / "places.csv"}, seed=1, **words
    )
    assert set(release.to_pandas()["birthplace"]) <= {*places, "early", "late", "*"}


def test_infeasible_says_what_is_nearest(people):
    with pytest.raises(aloof.Infeasible) as caught:
        aloof.anonymize(people, quasi="age", sensitive="income", absolute=4500, m=1000)
    nearest = caught.value.nearest
    assert caught.value.kind == "impossible" and 1 <= nearest["max_m"] < 1000
    assert isinstance(caught.value, aloof.AloofError)
    m = nearest["max_m"]
    assert aloof.advise(people, quasi="age", sensitive="income", absolute=4500, m=m).checks[0].feasible


def test_numbers_of_one_column():
    own = {"pay": {"absolute": 900, "m": 4, "view": "group"}, "hours": {"delta": 1}, "job": {"l": 2, "t": "0.4"}, "rent": None}
    found = from_words({"quasi": "age", "sensitive": own, "below": 1, "above": 2, "m": 3, "l": 5, "k": 6, "view": "candidates"})
    assert found["protect"] == [
        {"principle": "epsilon-m", "sensitive": "pay", "absolute": 900, "m": 4, "view": "group"},
        {"principle": "delta-l", "sensitive": "hours", "delta": 1, "l": 5, "view": "candidates"},
        {"principle": "l-diversity", "sensitive": "job", "l": 2, "view": "candidates"},
        {"principle": "t-closeness", "sensitive": "job", "t": "0.4", "view": "candidates"},
        {"principle": "epsilon-m", "sensitive": "rent", "below": 1, "above": 2, "m": 3, "view": "candidates"},
        {"principle": "l-diversity", "sensitive": "rent", "l": 5, "view": "candidates"},
        {"principle": "k-anonymity", "k": 6, "view": "candidates"},
    ]
    assert list(found["columns"]) == ["undeclared", "age", "pay", "hours", "job", "rent"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"sensitive": {"pay": {"absolut": 5, "m": 2}}}, "unknown key `absolut` of column `pay`; did you mean `absolute`?"),
        ({"sensitive": {"pay": {"k": 5}}}, "asked of the whole release"),
        ({"sensitive": {"pay": {"absolute": 5}}}, r"goes with m.*\(column `pay`\)"),
        ({"sensitive": {"pay": {"absolute": 5, "m": 2}}, "m": 3}, "m=3 is for no column: `pay` has"),
        ({"sensitive": {"pay": {"l": 2}, "job": None}, "delta": 3, "l": 2}, "can mean l-diversity or"),
        ({"sensitive": {"pay": {"l": 2, "view": "group"}}, "view": "candidates"}, "view='candidates' is for no column"),
    ],
)
def test_numbers_of_one_column_that_are_refused(words, told):
    with pytest.raises(aloof.PolicyError, match=told):
        from_words({"quasi": "age", **words})
