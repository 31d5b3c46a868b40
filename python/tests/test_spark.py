"""Spark: the same guarantee by fragments, counted and never collected, whatever happens to tasks."""

import os
import shutil
import signal
import sys
from decimal import Decimal

import pyarrow as pa
import pytest

pytest.importorskip("pyspark")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Spark needs Java 17, which is not there", allow_module_level=True)
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import aloof
import aloof.spark
from aloof.spark import _ask, _audit, _fragment, _pieces, _plan, _run

WORDS = {"quasi": ["age", "birthplace", "occupation"], "sensitive": "income", "absolute": 4500, "m": 3, "effort": "quick"}
ROWS = 12_000


@pytest.fixture(scope="module")
def spark():
    """Two threads, and four tries for every task."""
    session = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def people():
    return aloof.generate(ROWS, seed=5).to_pandas().astype({"birthplace": str, "occupation": str})


@pytest.fixture(scope="module")
def frame(spark, people):
    some = people[["age", "birthplace", "occupation", "income", "sex"]].astype({"sex": str})
    return spark.createDataFrame(some).repartition(3).cache()


@pytest.fixture(scope="module")
def release(frame):
    return aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **WORDS)


def sorted_rows(frame):
    return sorted(map(tuple, frame.collect()))


def test_a_release_by_fragments_keeps_what_one_machine_keeps(release, people):
    table = release.table.toPandas()
    assert release.fragments >= 3
    assert list(table.columns) == ["age", "birthplace", "occupation", "income"]
    assert sorted(table["income"]) == sorted(people["income"])
    assert release.audit.verdict == "pass" and release.audit.truth.untrue == 0
    [found] = release.audit.checks
    assert (found.view, found.implied) == ("register", ["group", "candidates"])
    assert "to within 4500 with more than 1 in 3 certainty" in found.promise
    # The whole, judged at once, with and without the original: what holds in every fragment's groups holds for the whole.
    for original in (people, None):
        [whole] = aloof.audit(table, original=original, **WORDS).checks
        assert (whole.verdict, whole.groups, whole.worst_risk) == ("pass", found.groups, found.worst_risk)


def test_a_release_by_fragments_for_the_candidates_view(frame, people):
    """No group of a fragment covers anyone of another."""
    words = {**WORDS, "view": "candidates"}
    release = aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **words)
    assert release.fragments >= 3
    assert [check.view for check in release.audit.checks if check.required] == ["candidates"]
    whole = aloof.audit(release.table.toPandas(), original=people, **words)
    assert whole.verdict == "pass"
    assert [check.groups for check in whole.checks if check.view == "group"] == [release.audit.checks[0].groups]
    release.unpersist()


def test_several_windows_of_the_register_view_are_kept_together(frame, people):
    """Each is monotone: fragments that keep one and keep the other keep both, and nobody has to be asked."""
    near = [{"principle": "epsilon-m", "sensitive": "income", "absolute": str(e), "m": m} for e, m in ((4500, 3), (500, 8))]
    columns = {"age": {"role": "quasi"}, "birthplace": {"role": "quasi"}, "income": {"role": "sensitive"}, "undeclared": "drop"}
    policy = {"columns": columns, "protect": [*near, {"principle": "k-anonymity", "k": 20}], "method": {"effort": "quick"}}
    assert not _ask.ask(frame, policy, {}).has_others
    release = aloof.spark.anonymize(frame.where("age % 3 = 0"), policy, seed=7, rows_per_task=1_500)
    assert release.fragments >= 2 and [check.view for check in release.audit.checks] == ["register"] * 3
    whole = aloof.audit(release.table.toPandas(), policy)
    assert whole.verdict == "pass"
    figures = [(check.title, check.worst_risk) for check in whole.checks]
    assert figures == [(check.title, check.worst_risk) for check in release.audit.checks]
    release.unpersist()


def test_it_loses_about_what_one_machine_loses(release, people):
    alone = aloof.anonymize(people, seed=7, **WORDS)
    table = release.table.toPandas()
    measured = aloof.evaluate(people, table, queries=1, quasi=WORDS["quasi"], sensitive="income")
    assert release.loss == pytest.approx(measured.loss, rel=0.02)
    assert release.loss < alone.loss * 1.15


def test_a_killed_task_changes_nothing(frame, release, tmp_path):
    marker = str(tmp_path / "killed")

    def kill_once(fragment):
        if fragment == 1 and not os.path.exists(marker):
            open(marker, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)

    asked = _ask.ask(frame, None, WORDS)
    again = _run.run(frame, asked, "7", 3_000, before=kill_once)
    assert os.path.exists(marker)
    assert sorted_rows(again.table) == sorted_rows(release.table)
    again.unpersist()


def test_the_order_of_arrival_changes_nothing(frame, release):
    shuffled = frame.repartition(5).orderBy("income")
    again = aloof.spark.anonymize(shuffled, seed=7, rows_per_task=3_000, **WORDS)
    assert sorted_rows(again.table) == sorted_rows(release.table)
    again.unpersist()


def test_what_is_not_what_was_judged_is_not_returned(frame, monkeypatch):
    solve, longer = _run._solve, F.concat(F.col(_pieces.BYTES), F.lit(b"x"))
    monkeypatch.setattr(_run, "_solve", lambda *given: solve(*given).withColumn(_pieces.BYTES, longer))
    with pytest.raises(aloof.Violation, match="is not what was judged"):
        aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **WORDS)


def test_pieces_are_put_together_again(monkeypatch):
    table = pa.table({"a": [f"{at} years" for at in range(1000)], "b": pa.array(range(1000), pa.int32())})
    monkeypatch.setattr(_pieces, "SIZE", 1000)
    pieces = _pieces.packed(table)
    assert len(pieces) > 5
    assert _pieces.unpacked(pieces).equals(table)
    sealed = _pieces.sealed(3, pieces, {"loss": 0.5})
    assert sealed[_pieces.PIECE].to_pylist() == list(range(len(pieces)))
    assert sealed[_pieces.TOLD].null_count == len(pieces) - 1


def test_rows_that_are_missing_are_noticed(frame, monkeypatch):
    solve = _run._solve
    monkeypatch.setattr(_run, "_solve", lambda *given: solve(*given).where(f"{_plan.FRAGMENT} <> 1"))
    with pytest.raises(aloof.Violation, match="absent"):
        aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **WORDS)


def test_rows_without_a_sensitive_value_are_dropped_if_asked(frame):
    gaps = frame.withColumn("income", F.when(F.col("income") % 7 == 0, None).otherwise(F.col("income")))
    columns = {name: {"role": "quasi"} for name in WORDS["quasi"]}
    columns |= {"income": {"role": "sensitive", "missing": "drop"}, "undeclared": "drop"}
    protect = [{"principle": "epsilon-m", "absolute": "4500", "m": 3}]
    policy = {"columns": columns, "protect": protect, "method": {"effort": "quick"}}
    release = aloof.spark.anonymize(gaps, policy, seed=7, rows_per_task=3_000)
    dropped = gaps.where("income is null").count()
    assert release.dropped == dropped > 0 and release.fragments > 1
    assert release.table.count() == ROWS - dropped
    release.unpersist()


def test_a_fragment_that_does_not_pass_ends_the_release(frame, monkeypatch):
    """Here its groups would have to lie elsewhere."""
    elsewhere = {"age": (Decimal(1000), Decimal(2000))}
    monkeypatch.setattr(_run, "Judge", lambda asked, boxes, axes: _fragment.Judge(asked, [elsewhere for _ in boxes], axes))
    with pytest.raises(aloof.Violation, match="does not pass its audit"):
        aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **WORDS)


def test_an_order_of_their_own():
    """The same for every order of arrival, no sorted one, and also where values are too many for one number."""
    numbers = pa.array([3, 1, None, 2, 2] * 20)
    table = pa.table({"a": numbers, "b": [f"text {at % 7}" for at in range(100)], "c": [at * 0.5 for at in range(100)]})
    wide = pa.table({f"{name}{copy}": table["c"] for name in "abcdefgh" for copy in range(2)})
    for rows in (table, wide):
        once = _fragment.in_order(rows)
        again = _fragment.in_order(rows.take(pa.array(list(range(50, 100)) + list(range(50)))))
        assert once.equals(again)
        assert sorted(once.to_pylist(), key=str) == sorted(rows.to_pylist(), key=str)
        assert once.column(rows.num_columns - 1).to_pylist() != sorted(once.column(rows.num_columns - 1).to_pylist())


def test_rows_are_never_collected(frame, monkeypatch):
    """What comes to the driver is an aggregate, or one line of findings per fragment; so says the plan of each."""
    plans = []

    def looked_at(name):
        kept = getattr(type(frame), name)

        def collect(self, *arguments):
            plans.append(self._jdf.queryExecution().optimizedPlan().toString())
            found = kept(self, *arguments)
            assert (found.num_rows if isinstance(found, pa.Table) else len(found)) < ROWS
            return found

        monkeypatch.setattr(type(frame), name, collect)

    for name in ("collect", "toArrow", "toPandas"):
        looked_at(name)
    aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **WORDS).unpersist()
    assert plans
    for plan in plans:
        top = next(line for line in plan.split("\n") if "Limit " not in line)
        assert "Aggregate" in top or ("sha2(" in top and "__aloof_bytes#" not in top.replace("sha2(__aloof_bytes#", "")), plan


def test_impossible_requests_fail_before_any_work(frame, monkeypatch):
    monkeypatch.setattr(_run, "_solve", None)
    with pytest.raises(aloof.Infeasible, match="1 in 500 is impossible") as caught:
        aloof.spark.anonymize(frame, **{**WORDS, "m": 500})
    alone = aloof.advise(frame.toArrow(), **{**WORDS, "m": 500}).checks[0]
    assert caught.value.nearest["max_m"] == alone.max_m


def test_every_fragment_is_feasible_by_theorem_1(frame):
    asked = _ask.ask(frame, None, WORDS)
    rows = frame.select(*asked.columns())
    planned = _plan.plan(rows, asked, 3_000)
    assert sum(planned.sizes) == ROWS and len(planned.sizes) == len(planned.boxes) >= 3
    marked = rows.withColumn("fragment", planned.fragment()).toPandas()
    assert sorted(marked["fragment"].value_counts()) == sorted(planned.sizes)
    for _, part in marked.groupby("fragment"):
        values = sorted(part["income"])
        fullest = max(sum(low <= value <= low + 9000 for value in values) for low in set(values))
        assert fullest * 3 <= len(values)


def numbers(spark, kind):
    """A protected column of 1,000 rows, of a type of Spark: crowded, with values that floats would confuse."""
    import datetime

    make = {
        "bigint": lambda at: 2**53 + 1 + at * 37 % 501,
        "double": lambda at: (at * 37 % 501 + 1) / 10,
        "float": lambda at: (at * 37 % 501 + 1) / 10,
        "decimal(30,12)": lambda at: Decimal(10**17) + Decimal(at * 37 % 501) / 10**12,
        "date": lambda at: datetime.date(1990, 1, 1) + datetime.timedelta(days=at * 37 % 501),
    }[kind]
    return spark.createDataFrame([(at % 50, make(at)) for at in range(1_000)], f"age int, pay {kind}")


@pytest.mark.parametrize(
    ("kind", "near"),
    [
        ("bigint", {"absolute": 1}),
        ("bigint", {"below": 3, "above": 7}),
        ("double", {"absolute": "0.1"}),
        ("double", {"relative": "0.1"}),
        ("float", {"absolute": "0.3"}),
        ("decimal(30,12)", {"absolute": "0.000000000002"}),
        ("date", {"absolute": 2}),
    ],
)
@pytest.mark.parametrize("view", ["group", "candidates", "register"])
def test_what_can_be_had_is_what_one_machine_says(spark, kind, near, view):
    frame = numbers(spark, kind)
    words = {"quasi": "age", "sensitive": "pay", **near, "m": 900, "view": view}
    with pytest.raises(aloof.Infeasible) as caught:
        aloof.spark.anonymize(frame, **words)
    alone = aloof.advise(frame.toArrow(), **words).checks[0]
    assert (caught.value.kind, caught.value.nearest["max_m"]) == ("impossible", alone.max_m)


def test_cuts_are_exact_where_floats_are_not(spark):
    """Neighbours beyond 2^53 have one float: cut by floats, a fragment would reach into the next one."""
    rows = [(2**53 + at % 600, at * 7 % 3000) for at in range(3_000)]
    frame = spark.createDataFrame(rows, "number bigint, pay int")
    release = aloof.spark.anonymize(frame, quasi="number", sensitive="pay", absolute=2, m=3, rows_per_task=400, seed=1)
    assert release.fragments >= 4
    judged = aloof.audit(release.table.toArrow(), original=frame.toArrow(), quasi="number", sensitive="pay", absolute=2, m=3)
    assert judged.verdict == "pass"
    release.unpersist()


def test_groups_are_numbered_where_one_machine_numbers_them(frame, people):
    """A promise to those who know the group: groups that look alike must be told apart."""
    words = {**WORDS, "view": "group"}
    release = aloof.spark.anonymize(frame, seed=7, rows_per_task=3_000, **words)
    alone = aloof.anonymize(people, seed=7, **words)
    assert release.table.columns == alone.to_arrow().column_names == [*WORDS["quasi"], "income", "group"]
    assert release.table.select("group").distinct().count() == release.groups
    found = aloof.spark.audit(release.table, **words)
    assert found.verdict == "pass" and found.checks[0].groups == release.groups
    assert aloof.audit(release.table.toPandas(), **words).checks[0].groups == release.groups
    release.unpersist()


@pytest.mark.parametrize("scale", ["domain", "range"])
def test_distances_are_scaled_by_the_whole_table_not_by_the_fragment(frame, people, scale):
    columns = {"age": {"role": "quasi"}, "income": {"role": "sensitive"}, "undeclared": "drop"}
    distance = {"kind": "l1", "scale": scale}
    protect = {"principle": "dissimilarity", "distance": distance, "epsilon": "0.001", "delta": "0.5", "k": 4, "view": "group"}
    policy = {"columns": columns, "protect": [protect]}
    release = aloof.spark.anonymize(frame, policy, seed=1, rows_per_task=5_000)
    assert release.fragments >= 2
    whole = aloof.audit(release.table.toPandas(), policy, original=people)
    assert whole.passed
    assert [check.worst_risk for check in whole.checks] == [check.worst_risk for check in release.audit.checks]
    release.unpersist()


def test_a_refusal_in_a_task_is_told_once_and_as_it_was(frame, tmp_path):
    """As data: Spark would try a task that raises again and again, and its own exception would bury ours."""
    gaps = frame.withColumn("income", F.when(F.col("age") > 60, None).otherwise(F.col("income")))
    tries = tmp_path / "tries"

    def count(fragment):
        with open(tries, "a") as file:
            file.write("x")

    asked = _ask.ask(gaps, None, WORDS)
    with pytest.raises(aloof.DataError, match="sensitive values are missing") as caught:
        _run.run(gaps, asked, "7", 20_000, before=count)
    assert caught.value.kind == "data" and tries.read_text() == "x"


def judged_at_once(release, people, policy):
    """The release by fragments, judged as one table by the judge of one machine."""
    whole = aloof.audit(release.table.toPandas(), policy, original=people)
    assert whole.verdict == "pass" and whole.truth.untrue == 0
    return whole


@pytest.mark.parametrize("way", ["plain", "ordered", "hierarchy", "prefix"])
def test_labels_and_hierarchies_are_cut_too(spark, people, tmp_path, way):
    """With no number to cut by: fragments lie apart in labels, or below different nodes."""
    some = people[["birthplace", "income"]].copy()
    codes = sorted(some["birthplace"].unique())
    rank = some["birthplace"].map({label: at for at, label in enumerate(codes)})
    some["place"] = rank.map(lambda at: f"{at // 4:02d}{at % 4}")
    rule = {"role": "quasi"}
    if way == "ordered":
        rule["order"] = sorted(set(some["place"]), reverse=True)
    if way == "hierarchy":
        tree = tmp_path / "place.csv"
        tree.write_text("".join(f"{one};{one[:2]}x;{int(one[:2]) % 3} third;all\n" for one in sorted(set(some["place"]))))
        rule["hierarchy"] = str(tree)
    if way == "prefix":
        rule["hierarchy"] = {"kind": "prefix"}
    policy = {
        "columns": {"place": rule, "income": {"role": "sensitive"}, "undeclared": "drop"},
        "protect": [{"principle": "epsilon-m", "absolute": "500", "m": 2}],
    }
    frame = spark.createDataFrame(some[["place", "income"]])
    release = aloof.spark.anonymize(frame, policy, seed=7, rows_per_task=5_000)
    assert release.fragments >= 2, release.audit.notes
    judged_at_once(release, some, policy)
    measured = aloof.evaluate(some, release.table.toPandas(), policy, queries=1)
    assert release.loss == pytest.approx(measured.loss, rel=0.03)
    release.unpersist()


def test_what_may_be_withheld_is_shared_out(frame, people):
    """One income is too common: rows of it must go, by fragment no more than its share."""
    from pyspark.sql import functions as F

    crowded = frame.withColumn("income", F.when(F.col("age") % 5 < 2, F.lit(30_000)).otherwise(F.col("income")))
    original = crowded.toPandas()
    words = {**WORDS, "absolute": 100, "m": 3, "suppress": "0.2", "absence": "unknown"}
    for less in ({"suppress": None, "absence": None}, {"absence": None}):
        # Whoever knows who is missing would know what they earn.
        with pytest.raises(aloof.Infeasible):
            aloof.spark.anonymize(crowded, rows_per_task=3_000, **{**words, **less})
    release = aloof.spark.anonymize(crowded, seed=3, rows_per_task=3_000, **words)
    assert release.fragments >= 2, release.audit.notes
    assert 0 < release.suppressed <= 0.2 * ROWS
    assert release.table.count() == ROWS - release.suppressed
    whole = aloof.audit(release.table.toPandas(), original=original, **words)
    assert whole.verdict == "pass" and whole.truth.absent == release.suppressed
    release.unpersist()
    with pytest.raises(aloof.Infeasible, match="would have to be withheld, where suppress allows 1"):
        aloof.spark.anonymize(crowded, rows_per_task=3_000, **{**words, "suppress": "0.0001"})


@pytest.mark.parametrize(
    "protect",
    [
        {"principle": "k-anonymity", "k": 5},
        {"principle": "l-diversity", "kind": "distinct", "l": 3, "sensitive": "income"},
        {"principle": "epsilon-m", "relative": "0.05", "m": 3, "sensitive": "income", "view": "group"},
    ],
)
def test_other_protections(frame, protect):
    roles = {"age": "quasi", "birthplace": "quasi", "income": "sensitive", "sex": "keep"}
    columns = {name: {"role": role} for name, role in roles.items()}
    policy = {"columns": {**columns, "undeclared": "drop"}, "protect": [protect], "output": {"group_ids": True}}
    release = aloof.spark.anonymize(frame, policy, seed=1, rows_per_task=4_000)
    assert release.audit.passed and release.fragments >= 2
    assert release.table.columns == ["age", "birthplace", "income", "sex", "group"]
    assert release.table.select("group").distinct().count() == release.groups
    assert aloof.spark.audit(release.table.drop("group"), {**policy, "output": {}}).tuples == ROWS
    release.unpersist()


@pytest.mark.parametrize("protect", [{"principle": "t-closeness", "t": "0.3"}, {"principle": "beta-likeness", "beta": "4"}])
def test_groups_are_compared_with_the_whole_table_not_with_their_fragment(frame, people, protect):
    columns = {"age": {"role": "quasi"}, "income": {"role": "keep"}, "occupation": {"role": "sensitive"}, "undeclared": "drop"}
    policy = {"columns": columns, "protect": [{**protect, "sensitive": "occupation"}]}
    release = aloof.spark.anonymize(frame, policy, seed=1, rows_per_task=5_000)
    whole = aloof.audit(release.table.toPandas(), policy, original=people)
    found, alone = release.audit.checks[0], whole.checks[0]
    assert whole.passed and release.fragments >= 2
    assert (found.groups, found.worst_risk, found.bound) == (alone.groups, alone.worst_risk, alone.bound)
    published = aloof.spark.audit(release.table, policy, tasks=3)
    assert (published.checks[0].groups, published.checks[0].worst_risk) == (alone.groups, alone.worst_risk)
    release.unpersist()


def test_audit_of_a_published_frame(spark, frame, release, people):
    group = {**WORDS, "view": "group"}
    found = aloof.spark.audit(release.table, tasks=3, **group)
    alone = aloof.audit(release.table.toPandas(), **group)
    for key in ("groups", "violating_groups", "violating_tuples", "worst_risk", "bound"):
        assert found.checks[0][key] == alone.checks[0][key]
    raw = aloof.spark.audit(frame, **group)
    assert raw.verdict == "fail" and raw.checks[0].violating_tuples == aloof.audit(people, **group).checks[0].violating_tuples


def elsewhere(people):
    """A release as another tool makes it: ages by tens, occupations by their first sign, rows of five kinds of cells."""
    table = people[["age", "birthplace", "occupation", "income"]].copy()
    low = table["age"] // 10 * 10
    table["age"] = [f"[{one}, {one + 10}[" if one % 20 else f"{one}..{one + 9}" for one in low]
    table["birthplace"] = "*"
    table["occupation"] = "*"
    table.loc[table.index % 500 == 0, ["age"]] = "*"
    return table


@pytest.mark.parametrize(
    ("view", "views"),
    [
        ("register", ["register", "group", "candidates"]),
        ("candidates", ["group", "candidates", "register"]),
        ("group", ["group", "candidates", "register"]),
    ],
)
def test_audit_of_a_release_made_elsewhere_in_all_views(spark, frame, people, view, views):
    table, words = elsewhere(people), {**WORDS, "view": view}
    found = aloof.spark.audit(spark.createDataFrame(table), original=frame, tasks=3, rows_per_task=2_000, **words)
    alone = aloof.audit(table, original=people, **words)
    assert found.suppressed == alone.suppressed == 24 and found.verdict == alone.verdict
    assert [check.view for check in found.checks] == [check.view for check in alone.checks] == views
    for ours, theirs in zip(found.checks, alone.checks, strict=True):
        for key in ("verdict", "required", "groups", "violating_tuples", "worst_risk", "bound"):
            assert ours[key] == theirs[key], (ours.view, key)


def test_audit_of_our_own_release_needs_no_original(release, frame, monkeypatch):
    found = aloof.spark.audit(release.table, tasks=3, **WORDS)
    assert found.verdict == "pass"
    [check], [made] = found.checks, release.audit.checks
    assert (check.view, check.implied, check.worst_risk, check.groups) == ("register", made.implied, made.worst_risk, made.groups)
    # Where it is given, nobody's candidates are looked for: they are implied.
    monkeypatch.setattr(_audit, "plan", None)
    assert aloof.spark.audit(release.table, original=frame, tasks=3, **WORDS).checks == [check]


def test_audit_of_our_own_release_in_weaker_views(release, frame, people):
    words = {**WORDS, "view": "candidates"}
    found = aloof.spark.audit(release.table, original=frame, rows_per_task=5_000, **words)
    alone = aloof.audit(release.table.toPandas(), original=people, **words)
    assert found.verdict == "pass"
    figures = [(check.view, check.verdict, check.worst_risk) for check in found.checks]
    assert figures == [(check.view, check.verdict, check.worst_risk) for check in alone.checks]


def test_types_come_back_as_they_were(spark):
    import datetime
    import decimal

    start = datetime.date(1990, 1, 1)
    rows = [
        (start + datetime.timedelta(days=at % 4000), decimal.Decimal(at * 37 % 9001) / 100, at * 0.1, at % 3 == 0)
        for at in range(3000)
    ]
    frame = spark.createDataFrame(rows, "born date, pay decimal(10,2), rate double, sure boolean")
    release = aloof.spark.anonymize(
        frame, quasi="born", sensitive="pay", keep=["rate", "sure"], absolute="1.5", m=3, rows_per_task=1_000, seed=1
    )
    assert release.fragments >= 2
    assert [field.dataType.simpleString() for field in release.table.schema] == ["string", "decimal(10,2)", "double", "boolean"]
    assert sorted(row[0] for row in release.table.select("rate").collect()) == sorted(row[2] for row in rows)
    release.unpersist()


def test_mistakes(frame):
    with pytest.raises(aloof.PolicyError, match="did you mean `age`"):
        aloof.spark.anonymize(frame, **{**WORDS, "quasi": ["aeg"]})
    with pytest.raises(aloof.DataError, match="no rows"):
        aloof.spark.anonymize(frame.limit(0), **WORDS)
    for algorithm in ("walk", "perturb", "anatomy"):
        with pytest.raises(aloof.PolicyError, match=f"`{algorithm}` is not done on Spark.*aloof.anonymize"):
            aloof.spark.anonymize(frame, algorithm=algorithm, **WORDS)
    columns = {name: {"role": "quasi"} for name in WORDS["quasi"]} | {"undeclared": "drop"}
    protect = [{"principle": "epsilon-m", "absolute": 4500, "m": 3}]
    for missing, match in (("publish", "not dealt on Spark.*aloof.anonymize"), (["-9"], "make its codes null first")):
        policy = {"columns": columns | {"income": {"role": "sensitive", "missing": missing}}, "protect": protect}
        with pytest.raises(aloof.PolicyError, match=match):
            aloof.spark.anonymize(frame, policy)
    income = {"income": {"role": "sensitive"}}
    for known in ({"principle": "c-k-safety", "c": "0.5", "k": 1}, {"principle": "skyline", "points": [{"l": 1, "c": "0.5"}]}):
        with pytest.raises(aloof.PolicyError, match=f"`{known['principle']}` is not done on Spark.*aloof.anonymize"):
            aloof.spark.anonymize(frame, {"columns": columns | income, "protect": [known]})
    for column, match in (
        ({"age": {"role": "quasi", "classes": [0, 18, 65]}}, "classes are not done on Spark"),
        ({"age": {"role": "quasi", "hierarchy": {"kind": "suppress"}}}, "not done on Spark"),
        ({"age": {"role": "pseudonym"}}, "pseudonyms are not made on Spark"),
        ({"income": {"role": "sensitive", "missing": {"then": "publish", "similar": "itself"}}}, "do not count on Spark"),
    ):
        with pytest.raises(aloof.PolicyError, match=match):
            aloof.spark.anonymize(frame, {"columns": columns | income | column, "protect": protect})
    with pytest.raises(aloof.PolicyError, match="is not declared"):
        aloof.spark.anonymize(frame, {"columns": {"age": {"role": "quasi"}}, "protect": [{"principle": "k-anonymity", "k": 2}]})
    assert isinstance(frame, DataFrame)
