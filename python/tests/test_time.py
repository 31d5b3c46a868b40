"""A time limit: the best release found within it, and the same one again from what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

import aloof

WORDS = {"quasi": ["age", "occupation"], "sensitive": "income", "absolute": 500, "m": 3}


@pytest.fixture(scope="module")
def people() -> aloof.Table:
    return aloof.generate(2000, seed=1)


@pytest.mark.parametrize("limit", [0, "1ms", 0.2, "0.2s"])
def test_a_limit_is_kept_and_the_release_holds(people: aloof.Table, limit: object) -> None:
    release = aloof.anonymize(people, time_limit=limit, seed=1, **WORDS)
    assert release.audit.verdict == "pass"
    assert release.work["ended"] in ("time-limit", "no-gain")
    assert aloof.audit(release, original=people, **WORDS).verdict == "pass"


def test_recorded_work_is_done_again(people: aloof.Table, tmp_path: Path) -> None:
    first = aloof.anonymize(people, time_limit="200ms", **WORDS)
    first.save(tmp_path / "release", private=tmp_path / "private")
    again = aloof.anonymize(people, time_limit="200ms", private=tmp_path / "private", threads=1, **WORDS)
    assert (again.work["ended"], again.work["steps"]) == ("recorded", first.work["steps"])
    assert again.to_arrow().equals(first.to_arrow())
    other = aloof.anonymize(people, time_limit="300ms", private=tmp_path / "private", **WORDS)
    assert other.work["ended"] != "recorded"
    assert any("was not used" in note for note in other.notes)


def test_progress_moves_while_solving(people: aloof.Table) -> None:
    told = []
    release = aloof.anonymize(people, progress=lambda *far: told.append(far), seed=1, **WORDS)
    steps = [(done, total) for step, done, total in told if step == "solving" and total]
    assert len(steps) > 2 and steps == sorted(steps) and steps[-1][0] == steps[-1][1]
    assert release.seconds["estimated"] > 0


@pytest.mark.parametrize("limit", ["-1", "abc", "1e99h", -1, True])
def test_what_is_no_time_is_refused(people: aloof.Table, limit: object) -> None:
    with pytest.raises(aloof.PolicyError, match=r"time_limit.*must be a time such as"):
        aloof.anonymize(people, time_limit=limit, **WORDS)
