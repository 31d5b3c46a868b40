"""What the functions return, and how it shows itself."""

import json
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest
from conftest import FLAGS, WORDS

import aloof

COLUMNS = {"quasi": WORDS["quasi"], "sensitive": "income"}


def test_a_release_is_saved_whole_or_not_at_all(people, tmp_path):
    release = aloof.anonymize(people, **WORDS)
    out = tmp_path / "release"
    release.save(out)
    assert sorted(path.name for path in out.iterdir()) == ["data.csv", "manifest.json"]
    with pytest.raises(aloof.DataError, match="replace=True"):
        release.save(out)
    release.save(out, replace=True)
    with pytest.raises(aloof.DataError, match="private"):
        release.save(tmp_path / "other", private=tmp_path / "other" / "private")
    assert not (tmp_path / "other").exists()
    assert aloof.audit(out, original=people, **WORDS).passed
    assert aloof.audit(release, original=people, **WORDS).passed


def test_reports(people, tmp_path):
    release = aloof.anonymize(people, **WORDS)
    release.report(tmp_path / "short.html")
    release.report(tmp_path / "long.html", people)
    aloof.advise(people, **WORDS).report(tmp_path / "advice.html")
    aloof.compare(people, [release], queries=10, **WORDS).report(tmp_path / "comparison.html")
    pages = [path.read_text() for path in sorted(tmp_path.glob("*.html"))]
    assert len(pages) == 4 and all("</html>" in page for page in pages)


def test_reports_take_no_place_unasked(people, tmp_path):
    data, page = tmp_path / "people.csv", tmp_path / "page.html"
    data.write_text("age,income\n" + "".join(f"{20 + row},{100 * row}\n" for row in range(40)))
    before = data.read_bytes()
    words = {"quasi": ["age"], "sensitive": "income", "absolute": 50, "m": 2}
    release, advice = aloof.anonymize(data, seed=1, **words), aloof.advise(data, **words)
    both = aloof.compare(data, [release], queries=10, **words)
    for write in (release.report, lambda path, **rest: release.report(path, data, **rest), advice.report, both.report):
        page.write_text("mine")
        with pytest.raises(aloof.DataError, match="exists already"):
            write(page)
        assert page.read_text() == "mine"
        write(page, replace=True)
        assert "</html>" in page.read_text()
        for replace in (False, True):
            with pytest.raises(aloof.DataError, match="is read here"):
                write(data, replace=replace)
        assert data.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "people.csv"]


def test_audits_have_attributes_and_can_be_required(people):
    found = aloof.audit(people, original=people, violations=True, **WORDS)
    check = found.checks[0]
    assert found.verdict == "fail" and not found.passed
    assert (check.principle, check.sensitive, check.bound) == ("epsilon-m", ["income"], "1/4")
    assert found.violations and all(len(pair) == 2 for pair in found.violations)
    with pytest.raises(aloof.Violation, match="fails in the") as caught:
        found.require()
    assert caught.value.audit is found
    with pytest.raises(AttributeError, match="no field `verdikt`"):
        _ = found.verdikt
    assert pickle.loads(pickle.dumps(found)) == found
    passed = aloof.anonymize(people, **WORDS).audit
    assert passed.require() is passed


def test_everything_shows_itself(people):
    release = aloof.anonymize(people, **WORDS)
    shown = [
        release,
        release.table,
        release.audit,
        aloof.audit(people, **COLUMNS),
        aloof.inspect(people),
        aloof.advise(people, **WORDS),
        aloof.evaluate(people, release, queries=10, **COLUMNS),
        aloof.compare(people, {"<one>": release}, queries=10, **WORDS),
    ]
    for one in shown:
        assert "<table" in one._repr_html_()
        assert repr(one)
    assert "<one>" not in shown[-1]._repr_html_()


def test_whose_row_is_whose_can_be_said(people):
    """A table is its own release: nothing is distorted, once it is said whose row is whose."""
    unknown = aloof.evaluate(people, people, queries=10, **COLUMNS)
    assert "distortion" not in unknown.to_dict() and unknown.notes
    told = aloof.evaluate(people, people, queries=10, clusters=3, same_order=True, **COLUMNS)
    assert (told.distortion.mean, told.distortion.tuples, told.clustering.clusters) == (0, len(people), 3)
    with pytest.raises(aloof.CallError, match="only one of"):
        aloof.evaluate(people, people, key="age", same_order=True, **COLUMNS)


def test_the_first_policy_can_be_followed(people, tmp_path):
    (tmp_path / "aloof.toml").write_text(aloof.inspect(people).policy_text)
    assert aloof.audit(people, tmp_path / "aloof.toml").tuples == len(people)


def test_progress_is_told(people):
    steps = []
    aloof.anonymize(people, progress=lambda step, done, total: steps.append(step), **WORDS)
    assert list(dict.fromkeys(steps)) == ["reading", "solving", "writing", "judging"]
    aloof.anonymize(people, progress=True, **WORDS)


def test_what_a_callback_raises_ends_the_work(people):
    def enough(step, done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        aloof.anonymize(people, progress=enough, **WORDS)


def test_other_threads_run_meanwhile(people):
    """The interpreter's lock is released: another thread counts while the work goes on."""
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    aloof.anonymize(people, **WORDS)
    during = counted[0] - before
    done.set()
    thread.join()
    assert during > 10


SLOW = """
import aloof, sys
people = aloof.generate(400_000, seed=1)
print("ready", flush=True)
try:
    aloof.anonymize(people, quasi=["age", "birthplace", "occupation"], sensitive="income", absolute=4500, m=4,
                    effort="thorough", progress=lambda step, *_: print(step, flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(9)
print("done", flush=True)
"""


@pytest.mark.parametrize("step", ["reading", "solving"])
def test_ctrl_c_stops_it(step):
    with subprocess.Popen([sys.executable, "-c", SLOW], stdout=subprocess.PIPE, text=True) as child:
        for line in child.stdout:
            if line.strip() == step:
                child.send_signal(signal.SIGINT)
                break
        rest = child.stdout.read().split()
        assert child.wait() == 9, rest
    assert rest[-1] == "interrupted" and "writing" not in rest


def test_what_is_found_is_what_the_program_says(people, program, tmp_path):
    csv = tmp_path / "people.csv"
    people.to_csv(csv, index=False)

    def said(command, *arguments):
        done = subprocess.run([program, command, *map(str, arguments)], capture_output=True, text=True, check=False)
        return json.loads(done.stdout)

    assert aloof.audit(people, original=people, **WORDS).to_dict() == said("audit", csv, "--original", csv, *FLAGS[:-2], "--json")
    assert aloof.advise(people, **WORDS).to_dict() == said("advise", csv, *FLAGS[:-2], "--json")
    assert aloof.inspect(people).to_dict() == {**said("inspect", csv, "--json"), "format": "Arrow in memory"}
