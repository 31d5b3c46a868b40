"""The counterexamples of FINDINGS.md, run against the pinned pycanon. A failure means that page needs rewriting."""

import math
import warnings
from fractions import Fraction

import pandas
import pytest
from pycanon import anonymity
from pycanon.anonymity.utils import aux_functions

import textbook


def table(*groups):
    rows = [(f"g{number}", value) for number, group in enumerate(groups) for value in group]
    return pandas.DataFrame(rows, columns=["q", "s"])


def column(frame):
    rows = [{"q": q, "s": str(s)} for q, s in zip(frame["q"], frame["s"])]
    return textbook.split(rows, ["q"], "s")


def ask(function, frame, **options):
    return function(frame, ["q"], ["s"], **options)


def test_entropy_is_cut_down_to_an_integer():
    frame = table("aab")
    assert ask(anonymity.entropy_l_diversity, frame) == 1
    assert math.isclose(textbook.entropy_l(column(frame)), 1.8898815748423097)


def test_entropy_loses_one_more_to_rounding():
    reported = {n: ask(anonymity.entropy_l_diversity, table(map(str, range(n)))) for n in range(1, 21)}
    too_low = [n for n, l in reported.items() if l == n - 1]
    assert too_low == [2, 3, 4, 6, 7, 8, 10, 14, 15, 16, 19, 20]
    assert all(l == n for n, l in reported.items() if n not in too_low)


@pytest.mark.parametrize(
    ("groups", "reported", "ratio"),
    [
        (["a" * 9 + "b"], (1, 2), 9),
        (["a" * 5 + "b" * 5], (2, 2), 1),
        (["a" * 90 + "b" * 5 + "c" * 5, "aaaabbbccc"], (1, 3), 18),
    ],
)
def test_recursive_takes_the_rarest_for_the_commonest(groups, reported, ratio):
    frame = table(*groups)
    assert ask(anonymity.recursive_c_l_diversity, frame) == reported
    assert textbook.recursive_ratio(column(frame), reported[1]) == ratio


def test_enhanced_beta_is_a_number_where_no_beta_holds():
    frame = table("aaaa", "bbbb")
    assert ask(anonymity.basic_beta_likeness, frame) == 1
    assert math.isclose(ask(anonymity.enhanced_beta_likeness, frame), math.log(2))
    assert textbook.enhanced_beta(column(frame)) == math.inf


def test_delta_skips_values_a_group_lacks():
    frame = table("aa", "bb")
    assert math.isclose(ask(anonymity.delta_disclosure, frame), math.log(2))
    assert textbook.delta(column(frame)) == math.inf


def test_t_agrees_on_the_published_example():
    frame = table([1, 3, 5000], [2, 4000, 6000])
    assert math.isclose(ask(anonymity.t_closeness, frame), 0.1)
    assert textbook.t_ordered(column(frame)) == Fraction(1, 10)


def test_t_divides_by_zero_on_a_constant_number():
    with pytest.raises(ZeroDivisionError):
        ask(anonymity.t_closeness, table([7, 7], [7, 7]))
    assert ask(anonymity.t_closeness, table("xx", "xx")) == 0


def test_t_of_codes_depends_on_how_they_were_read():
    labels = table(["1", "2"], ["3", "4"])
    assert ask(anonymity.t_closeness, labels) == 0.5
    assert math.isclose(ask(anonymity.t_closeness, labels.astype({"s": int})), 1 / 3)


def test_rows_without_a_quasi_identifier_vanish():
    frame = pandas.DataFrame({"q": ["x", "x", "x", None], "s": ["a", "b", "c", "d"]})
    assert anonymity.k_anonymity(frame, ["q"]) == 3


def test_its_reader_turns_labels_into_missing_values(tmp_path):
    file = tmp_path / "countries.csv"
    file.write_text("q,s\nDE,a\nDE,b\nDE,c\nNA,d\nNone,e\n", encoding="utf-8")
    frame = aux_functions.read_file(str(file))
    assert anonymity.k_anonymity(frame, ["q"]) == 3
    kept = pandas.read_csv(file, keep_default_na=False)
    assert anonymity.k_anonymity(kept, ["q"]) == 1


def test_missing_sensitive_numbers_count_for_nothing():
    frame = table([1.0, math.nan], [math.nan, math.nan])
    assert ask(anonymity.alpha_k_anonymity, frame) == (0.5, 2)


def test_an_index_out_of_order_gives_another_answer():
    frame = table("aabb", "cdef")
    shuffled = frame.iloc[[4, 0, 5, 1, 6, 2, 7, 3]]
    assert ask(anonymity.l_diversity, frame) == 2
    assert ask(anonymity.l_diversity, shuffled) == 3
    with pytest.raises(IndexError):
        ask(anonymity.l_diversity, frame.iloc[4:])


def test_an_unused_category_makes_k_zero():
    frame = table("aabb", "cdef")
    frame["q"] = pandas.Categorical(frame["q"], categories=["g0", "g1", "g2"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        assert anonymity.k_anonymity(frame, ["q"]) == 0


def test_gen_false_groups_by_the_other_sensitive_columns():
    frame = pandas.DataFrame({"q": ["x"] * 4, "s": list("aabb"), "u": list("ccdd")})
    both = ["s", "u"]
    assert anonymity.l_diversity(frame, ["q"], both) == 2
    assert anonymity.l_diversity(frame, ["q"], both, gen=False) == 1
    assert anonymity.alpha_k_anonymity(frame, ["q"], both, gen=False) == (1.0, 4)
    with pytest.raises(OverflowError), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        anonymity.recursive_c_l_diversity(frame, ["q"], both, gen=False)


def test_floats_land_on_the_wrong_side_of_a_bound():
    frame = table("aab", "aabc")
    assert ask(anonymity.basic_beta_likeness, frame) > 0.75
    assert textbook.beta(column(frame)) == Fraction(3, 4)
    frame = table("aab", "ab")
    assert ask(anonymity.t_closeness, frame) < 0.1
    assert textbook.t_equal(column(frame)) == Fraction(1, 10)
