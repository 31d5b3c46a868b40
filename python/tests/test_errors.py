"""Whatever goes wrong leaves as an exception of the package, with a word for why; what the caller's function raised does not."""

import pandas as pd
import pyarrow as pa
import pytest
from conftest import WORDS

import aloof


class Broken:
    """A table whose own library cannot hand it over."""

    def __arrow_c_stream__(self, requested_schema=None):
        raise RuntimeError("cell 12345 is broken")


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda people: aloof.anonymize(people, seed="no seed!", **WORDS), "call"),
        (lambda people: aloof.audit(people, epsilons=["many"], **WORDS), "call"),
        (lambda people: aloof.anonymize(people, threads="two", **WORDS), "call"),
        (lambda people: aloof.anonymize(people, threads=-1, **WORDS), "call"),
        (lambda people: aloof.generate(-1), "call"),
        (lambda people: aloof.anonymize(people, 5), "call"),
        (lambda people: aloof.anonymize(people, quasy="age"), "call"),
        (lambda people: aloof.anonymize(people, {"columns": 3}), "policy"),
        (lambda people: aloof.anonymize(people, "no-such-policy.toml"), "policy"),
        (lambda people: aloof.anonymize(Broken(), **WORDS), "data"),
        (lambda people: aloof.anonymize("no-such-file.csv", **WORDS), "data"),
        (lambda people: aloof.anonymize(pd.DataFrame({"age": [object()]}), **WORDS), "data"),
        (lambda people: aloof.anonymize(3, **WORDS), "data"),
        (lambda people: aloof.anonymize(people, **{**WORDS, "m": 2_500}), "impossible"),
        (lambda people: aloof.anonymize(people, seed=1, **WORDS).save("/dev/null/release"), "data"),
        (lambda people: aloof.anonymize(people, seed=1, **WORDS).report("/dev/null/report.html"), "data"),
        (lambda people: aloof.audit(people, **WORDS).require(), "violation"),
    ],
)
def test_every_exception_is_ours(people, call, kind):
    with pytest.raises(aloof.AloofError) as caught:
        call(people)
    assert caught.value.kind == kind
    assert "12345" not in str(caught.value)


def test_what_the_callers_own_function_raises_is_theirs(people):
    def stop(step, done, total):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        aloof.anonymize(people, progress=stop, **WORDS)

    def apart(one, other):
        raise ZeroDivisionError

    policy = {
        "columns": {"age": {"role": "quasi"}, "income": {"role": "sensitive"}, "undeclared": "drop"},
        "protect": [{"principle": "dissimilarity", "distance": apart, "epsilon": "1", "delta": "0.5", "k": 5}],
    }
    with pytest.raises(ZeroDivisionError):
        aloof.anonymize(pa.table({"age": [1, 2], "income": [3, 4]}), policy)


def test_kinds_are_known_before_anything_is_raised():
    kinds = [aloof.CallError, aloof.PolicyError, aloof.DataError, aloof.Infeasible, aloof.Violation]
    assert [kind.kind for kind in kinds] == ["call", "policy", "data", "impossible", "violation"]
    assert aloof.Infeasible("x").nearest is None and aloof.Violation("x").audit is None
