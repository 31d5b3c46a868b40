"""Whatever is handed over: an answer, or an exception of ours. The process lives on."""

import pathlib
import subprocess
import sys

import pyarrow as pa
import pytest

import aloof

WORDS = {"quasi": "q", "sensitive": "s", "absolute": 1, "m": 1, "view": "group"}
S = pa.array([1, 2, 3])


def texts(data, offsets):
    """Texts from buffers that nobody has looked at."""
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), 3, buffers)


def offsets(*values):
    return b"".join(value.to_bytes(4, "little", signed=True) for value in values)


def dictionary(*keys):
    """Keys that need not lie in the dictionary."""
    indices = pa.array(keys, pa.int8())
    return pa.DictionaryArray.from_arrays(indices, pa.array(["a", "b"]), safe=False)


INVALID = {
    "not UTF-8": lambda: texts(b"a\xffb", offsets(0, 1, 2, 3)),
    "half a character": lambda: texts("é".encode() + b"b", offsets(0, 1, 2, 3)),
    "offsets that go back": lambda: texts(b"abc", offsets(0, 3, 1, 3)),
    "a key too large": lambda: dictionary(0, 1, 7),
    "a key below zero": lambda: dictionary(0, -1, 1),
    "a dictionary that is not UTF-8": lambda: pa.DictionaryArray.from_arrays(
        pa.array([0, 1, 2], pa.int8()), texts(b"a\xffb", offsets(0, 1, 2, 3))
    ),
}


@pytest.mark.parametrize("what", INVALID)
def test_invalid_arrow_is_refused(what):
    table = pa.table({"q": INVALID[what](), "s": S})
    for ask in (
        lambda: aloof.audit(table, **WORDS),
        lambda: aloof.inspect(table),
        lambda: aloof.anonymize(table, **WORDS),
    ):
        with pytest.raises(aloof.DataError, match="column `q`: not valid Arrow data"):
            ask()


def test_what_is_not_asked_for_is_not_looked_at():
    table = pa.table({"q": ["a", "a", "a"], "s": S, "other": INVALID["not UTF-8"]()})
    policy = {"columns": {"q": {"role": "quasi"}, "s": {"role": "sensitive"}, "undeclared": "drop"}}
    assert aloof.audit(table, policy).tuples == 3


def test_the_process_lives_on():
    """In a process of its own, since it used to be the process that ended."""
    here = str(pathlib.Path(__file__).parent)
    code = f"import sys; sys.path.insert(0, {here!r}); import test_border as t, pyarrow as pa, aloof\n"
    code += "for make in t.INVALID.values():\n    try:\n"
    code += "        aloof.audit(pa.table({'q': make(), 's': t.S}), **t.WORDS)\n"
    code += "    except aloof.AloofError: pass\n"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class Stubborn:
    """Speaks Arrow, or says so."""

    def __init__(self, answer):
        self.answer = answer

    def __arrow_c_stream__(self, requested_schema=None):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def failing_reader():
    def batches():
        yield pa.record_batch({"q": ["a"], "s": [1]})
        raise ZeroDivisionError("in the middle: Jones")

    schema = pa.schema({"q": pa.string(), "s": pa.int64()})
    return pa.RecordBatchReader.from_batches(schema, batches())


FOREIGN = {
    "an exception": lambda: aloof.audit(Stubborn(RuntimeError("Jones")), **WORDS),
    "no capsule": lambda: aloof.audit(Stubborn(5), **WORDS),
    "in the middle": lambda: aloof.audit(failing_reader(), **WORDS),
    "no table": lambda: aloof.audit(object(), **WORDS),
    "a seed": lambda: aloof.anonymize(pa.table({"q": ["a"], "s": [1]}), seed="no number", **WORDS),
    "a length": lambda: aloof.audit(pa.table({"q": ["a"], "s": [1]}), epsilons=["x"], **WORDS),
    "rows": lambda: aloof.generate(-1),
    "a large seed": lambda: aloof.generate(5, seed=2**80),
    "threads": lambda: aloof.inspect(pa.table({"q": ["a"]}), threads=-1),
    "queries": lambda: aloof.evaluate(pa.table({"q": ["a"], "s": [1]}), pa.table({"q": ["a"], "s": [1]}), queries=-1, **WORDS),
    "half a surrogate": lambda: aloof.audit(pa.table({"q": ["a"], "s": [1]}), {"columns": {"q": {"role": "\ud800"}}}),
    "a key of half a surrogate": lambda: aloof.audit(pa.table({"q": ["a"], "s": [1]}), {"columns": {"\ud800": 1}}),
    "a file that is not there": lambda: aloof.audit("no/such/file.csv", **WORDS),
    "a name with a zero": lambda: aloof.audit("a\0b", **WORDS),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_every_exception_is_ours(what):
    with pytest.raises(aloof.AloofError) as caught:
        FOREIGN[what]()
    assert "Jones" not in str(caught.value)


def test_ctrl_c_stays_what_it_is():
    class Interrupted:
        def __arrow_c_stream__(self, requested_schema=None):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        aloof.audit(Interrupted(), **WORDS)
