"""Every number of a page equals a recount from the files, for kinds of release that pass and that fail.

What random questions found (errors of counts) and what chance drew has no recount here; rows, groups, shares, people beyond a bound,
digests, ranges covered and group sizes have one.
"""

import json
import subprocess
from fractions import Fraction

import pages
import pytest

QUASI = ["age", "birthplace", "occupation"]
COLUMNS = "--quasi age,birthplace,occupation --sensitive income"
ROLES = '[columns]\nage={role="quasi"}\nbirthplace={role="quasi"}\noccupation={role="quasi"}\nincome={role="sensitive"}\nundeclared="drop"\n'
NEAR = '[[protect]]\nprinciple="epsilon-m"\nsensitive="income"\nabsolute="1000"\nm=4\n'


@pytest.fixture(scope="module")
def room(aloof, tmp_path_factory):
    room = tmp_path_factory.mktemp("pages")
    call(aloof, room, "generate census --rows 400 --seed 5 --out people.csv")
    return room


def call(aloof, room, line, allowed=(0,)):
    done = subprocess.run([aloof, *line.split()], cwd=room, capture_output=True, text=True, check=False)
    assert done.returncode in allowed, done.stderr
    return done.stdout


def made(aloof, room, name, flags, policy=None, data="people.csv"):
    """A release, its page and its evidence; what the two say in common is the same."""
    if policy:
        (room / f"{name}.toml").write_text(policy, encoding="utf-8")
        flags += f" --policy {name}.toml"
    call(aloof, room, f"anonymize {data} --out {name} --seed 1 --report {name}.html --evidence {name}.json --quiet {flags}")
    return read(room, name)


def judged(aloof, room, name, table, flags, original=True):
    against = " --original people.csv" if original else ""
    call(aloof, room, f"audit {table}{against} --report {name}.html --evidence {name}.json {flags}", (0, 1))
    return read(room, name)


def read(room, name):
    page = pages.Page((room / f"{name}.html").read_text(encoding="utf-8"))
    evidence = json.loads((room / f"{name}.json").read_text(encoding="utf-8"))
    assert evidence["sign"] == page.sign and evidence["problems"] == []
    for sentence in evidence["sentences"] + evidence["against_whom"] + evidence["good_for"] + evidence["limits"]:
        assert " ".join(sentence.split()) in page.words
    for check in evidence["found"]["checks"]:
        key = f"{check['principle']}/{'+'.join(check['sensitive'])}/{check['view']}"
        assert page.tables["checks"][key]["people beyond it"] == pages.count(check["violating_tuples"])
    assert " --" not in page.words, "no flags stand on a page"
    return page


def check_row(page, key, worst, bound, people, broken=None, groups=None):
    row = page.tables["checks"][key]
    assert row["worst"] == pages.fraction(worst)
    assert row["allowed"] == f"≤ {pages.fraction(bound)}"
    assert row["people beyond it"] == pages.count(people)
    assert row["outcome"] == ("holds" if worst <= bound else "FAILS")
    if broken is not None:
        assert row["breaking groups"] == f"{pages.count(broken)} of {pages.count(groups)}"


def common(page, room, name, by=QUASI):
    """Rows, groups and digests; the release's table and its groups."""
    table = pages.rows(room / name / "data.csv")
    grouped = pages.groups(table, by)
    assert page.facts["rows"] == pages.count(len(table)) == page.tables["features"]["rows"]["value"]
    assert page.facts["groups"] == pages.count(len(grouped)) == page.tables["features"]["groups"]["value"]
    assert page.tables["features"]["rows per group"]["value"] == f"{len(table) / len(grouped):.1f}"
    for file in ["data.csv", "manifest.json"]:
        assert page.tables["files"][file]["SHA-256"] == pages.sha256(room / name / file)
    sizes = sum(int(row["groups"].replace(",", "")) for row in page.tables["sizes"].values())
    assert sizes == len(grouped)
    for size in {len(group) for group in grouped}:
        named = page.tables["sizes"].get(f"{size} row{'s' if size > 1 else ''}")
        assert named is None or named["groups"] == pages.count(sum(len(group) == size for group in grouped))
    return table, grouped


def ages(page, table, original):
    share = pages.covered(table, original, "age")
    assert page.tables["loss"]["age"]["covered"] == pages.percent(share).replace("about ", "")


def test_default(aloof, room):
    page = made(aloof, room, "default", f"{COLUMNS} --absolute 1000 --m 4")
    table, grouped = common(page, room, "default")
    original = pages.rows(room / "people.csv")
    worst, broken, people = pages.register(grouped, "income", 1000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))
    assert people == 0 and page.facts["beyond"] == "0"
    assert page.facts["worst"] == pages.percent(worst).replace("about ", "≈ ")
    ages(page, table, original)
    _, _, before = pages.register(pages.groups(original, QUASI), "income", 1000, 4)
    risk = page.tables["risk"]
    assert risk["in the original"]["people beyond it"] == pages.part_of(before, len(original))
    assert risk["now, in the register view"]["people beyond it"] == pages.part_of(0, len(table))
    for times in [2, 5, 10]:
        shares = [
            Fraction(pages.fullest([Fraction(row["income"]) for row in group], 2 * times * 1000), len(group)) for group in grouped
        ]
        row = page.tables["beyond"][f"epsilon-m/income/register/{times}"]
        assert row["worst"] == pages.fraction(max(shares))
        mean = sum(share * len(group) for share, group in zip(shares, grouped, strict=True)) / len(table)
        assert abs(float(row["mean"].removeprefix("about ").rstrip("%")) / 100 - float(mean)) <= 0.001
    most = len(original) // pages.fullest([Fraction(row["income"]) for row in original], 2000)
    assert f"With epsilon = 1000 the data allow m up to {most}; 4 is asked." in page.words
    steps = json.loads((room / "default.json").read_text(encoding="utf-8"))["advice"]["checks"][0]["curve"]
    assert [step["max_m"] for step in steps if Fraction(step["epsilon"]) <= 1000][-1] == most, "the picture is of the same view"
    assert "Nobody who knows everybody's age, birthplace and occupation" in page.words
    assert page.sign == "warn" and "A trial, not for publication" in page.words


def test_without_a_seed_it_may_be_signed(aloof, room):
    call(
        aloof,
        room,
        f"anonymize people.csv --out signed --report signed.html --evidence signed.json --quiet {COLUMNS} --absolute 1000 --m 4",
    )
    page = read(room, "signed")
    assert page.sign == "good" and "This release keeps what was promised" in page.words
    common(page, room, "signed")
    assert page.tables["columns"]["race"]["published"] == "left out"


def test_several_rules_and_a_kept_column(aloof, room):
    page = made(aloof, room, "several", f"{COLUMNS} --absolute 500 --m 3 --k 6 --keep education")
    _, grouped = common(page, room, "several")
    worst, broken, people = pages.register(grouped, "income", 500, 3)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 3), people, broken, len(grouped))
    check_row(page, "k-anonymity//register", Fraction(1, min(map(len, grouped))), Fraction(1, 6), 0, 0, len(grouped))
    assert page.tables["columns"]["education"]["protected by"] == "NOTHING"


def test_k_alone(aloof, room):
    page = made(aloof, room, "alone", f"{COLUMNS} --k 5")
    _, grouped = common(page, room, "alone")
    check_row(page, "k-anonymity//register", Fraction(1, min(map(len, grouped))), Fraction(1, 5), 0, 0, len(grouped))
    assert "Nothing protects income: it goes out as it is." in page.words


def test_mondrian(aloof, room):
    page = made(aloof, room, "mondrian", "", ROLES + NEAR + '[method]\nalgorithm="mondrian"\n')
    table, grouped = common(page, room, "mondrian")
    worst, broken, people = pages.register(grouped, "income", 1000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))
    ages(page, table, pages.rows(room / "people.csv"))


def test_group_view_and_an_audit_that_fails_it(aloof, room):
    page = made(aloof, room, "grouped", f"{COLUMNS} --absolute 2000 --m 3 --view group")
    original = pages.rows(room / "people.csv")
    by = [*QUASI, "group"]
    table, grouped = common(page, room, "grouped", by)
    failed = judged(aloof, room, "failed", "grouped", f"{COLUMNS} --absolute 2000 --m 3")
    near, anywhere = pages.star(grouped, "income", 2000, 3), pages.register(grouped, "income", 2000, 3)
    worst, people = pages.candidates(pages.groups(table, QUASI), original, QUASI, "income", 2000, 3)
    for one in (page, failed):
        check_row(one, "epsilon-m/income/group", near[0], Fraction(1, 3), near[2], near[1], len(grouped))
        check_row(one, "epsilon-m/income/register", anywhere[0], Fraction(1, 3), anywhere[2], anywhere[1], len(grouped))
        check_row(one, "epsilon-m/income/candidates", worst, Fraction(1, 3), people)
    assert anywhere[2] > 0 and failed.sign == "bad" and failed.facts["beyond"] == pages.count(anywhere[2])
    shown = failed.tables["risk"]["now, in the register view"]["people beyond it"]
    assert shown == pages.part_of(anywhere[2], len(table)), "two tables of a page say the same"


def test_candidates_view(aloof, room):
    page = made(aloof, room, "candidates", f"{COLUMNS} --absolute 2000 --m 3 --view candidates")
    table, _ = common(page, room, "candidates")
    original = pages.rows(room / "people.csv")
    worst, people = pages.candidates(pages.groups(table, QUASI), original, QUASI, "income", 2000, 3)
    check_row(page, "epsilon-m/income/candidates", worst, Fraction(1, 3), people)
    assert people == 0


def test_the_raw_table_fails(aloof, room):
    page = judged(aloof, room, "raw", "people.csv", f"{COLUMNS} --absolute 1000 --m 4", original=False)
    table = pages.rows(room / "people.csv")
    grouped = pages.groups(table, QUASI)
    worst, broken, people = pages.register(grouped, "income", 1000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))
    assert page.sign == "bad" and page.facts["groups"] == pages.count(len(grouped))
    assert page.tables["files"]["people.csv"]["SHA-256"] == pages.sha256(room / "people.csv")


def test_a_foreign_table_fails(aloof, room):
    people = pages.rows(room / "people.csv")
    lines = [f"{int(row['age']) // 20 * 20}..{int(row['age']) // 20 * 20 + 19},{row['income']}" for row in people]
    (room / "foreign.csv").write_text("\n".join(["age,income", *lines]) + "\n", encoding="utf-8")
    page = judged(aloof, room, "bands", "foreign.csv", "--quasi age --sensitive income --absolute 8000 --m 4")
    grouped = pages.groups(pages.rows(room / "foreign.csv"), ["age"])
    worst, broken, hit = pages.register(grouped, "income", 8000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), hit, broken, len(grouped))
    assert page.sign == "bad" and hit > 0


def test_nothing_asked_is_measured(aloof, room):
    page = judged(aloof, room, "measured", "people.csv", COLUMNS, original=False)
    grouped = pages.groups(pages.rows(room / "people.csv"), QUASI)
    measures = page.tables["measures"]
    assert measures["income/k"]["value"] == pages.count(min(map(len, grouped)))
    assert measures["income/distinct l"]["value"] == pages.count(min(len({row["income"] for row in group}) for group in grouped))
    assert page.sign == "warn"


def test_withheld(aloof, room):
    page = made(aloof, room, "withheld", f"{COLUMNS} --absolute 2000 --m 4 --suppress 0.05")
    table, grouped = common(page, room, "withheld")
    gone = len(pages.rows(room / "people.csv")) - len(table)
    assert page.tables["features"]["rows withheld"]["value"] == pages.count(gone)
    assert page.facts.get("withheld", "0") == pages.count(gone)
    worst, broken, people = pages.register(grouped, "income", 2000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))


def test_anatomy(aloof, room):
    policy = (
        ROLES + '[[protect]]\nprinciple="l-diversity"\nsensitive="income"\nkind="distinct"\nl=4\n[method]\nalgorithm="anatomy"\n'
    )
    page = made(aloof, room, "anatomy", "", policy)
    tables = pages.rows(room / "anatomy" / "data.csv"), pages.rows(room / "anatomy" / "sensitive.csv")
    values = pages.groups(tables[1], ["group"])
    assert page.facts["rows"] == pages.count(len(tables[0])) and page.facts["groups"] == pages.count(len(values))
    worst = Fraction(1, min(map(len, values)))
    check_row(page, "l-diversity/income/register", worst, Fraction(1, 4), 0, 0, len(values))
    assert page.tables["files"]["sensitive.csv"]["SHA-256"] == pages.sha256(room / "anatomy" / "sensitive.csv")
    assert "Whose row is whose can be seen: age, birthplace and occupation stand as they were in the original." in page.words


def test_perturbed(aloof, room):
    people = pages.rows(room / "people.csv")
    lines = [f"{row['age']},{at * 37 % 100}" for at, row in enumerate(people)]
    (room / "wages.csv").write_text("\n".join(["age,wage", *lines]) + "\n", encoding="utf-8")
    policy = (
        '[columns]\nage={role="quasi"}\nwage={role="sensitive",domain=["0","99"]}\n[[protect]]\nprinciple="epsilon-m"\n'
        'sensitive="wage"\nabsolute="5"\nm=3\nview="group"\n[method]\nalgorithm="perturb"\n'
    )
    page = made(aloof, room, "perturbed", "", policy, "wages.csv")
    table = pages.rows(room / "perturbed" / "data.csv")
    assert page.facts["rows"] == pages.count(len(table)) and page.facts["beyond"] == "0"
    assert "Whose row is whose can be seen: age stands as it was in the original." in page.words
    assert not page.tables["risk"], "there are no groups to speak of"


@pytest.mark.parametrize("method", ["walk", 'noise"\nnoise="0.1'])
def test_no_guarantee(aloof, room, method):
    name = method.split('"')[0]
    policy = f'[columns]\nage={{role="quasi"}}\nincome={{role="quasi"}}\nundeclared="drop"\n[method]\nalgorithm="{method}"\n'
    page = made(aloof, room, name, "", policy)
    assert page.facts["rows"] == pages.count(len(pages.rows(room / name / "data.csv"))) and page.sign == "warn"
    assert "Formal guarantee: none" in page.words and "What this release promises" not in page.words
    assert page.tables["columns"]["income"]["protected by"] == "NOTHING"
