"""Every number of a page equals a recount from the files, for kinds of release that pass and that fail.

Rows, groups, shares, people beyond a bound, the groups worst off, digests, ranges covered and group sizes are counted by `pages.py`; random
questions are drawn and answered again, distributions, correlations, people and means compared again, by `recount.py`. Regressions, ranks
and cross-tabulations stand on a page as `evaluate --json` says them, which `test_utility.py` holds against NumPy and SciPy. The last test
lists what pages show and no other test asks for: nothing but words, and what `NOT_COUNTED` names with its reason.
"""

import json
import subprocess
from collections import Counter
from fractions import Fraction

import pages
import price_check
import pytest
import recount
import sentences

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
    sentences.look(page)
    return page


# Words, not figures: a table's columns.
WORDS = {
    "columns: is", "columns: published", "columns: protected by", "papers: name", "files: SHA-256", "views: who looks",
    "parameters: value", "distances: measured as", "checks: view", "given away: view", "measures: meaning", "attackers: who attacks", "attackers: attack",
    "given away: promise", "price: certainty", "attack figures: figure",
}  # fmt: skip

# What has no recount here, and why.
NOT_COUNTED = {
    "numbers: clustering error": "where k-means begins and ends is chance",
    "attack figures: value": "attacks are counted again by test_anonymeter.py and by the tests of aloof-judge",
}


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
    examples = {f"An example: {len(group)} rows say {cells_of(group[0], by)}." for group in grouped}
    assert all(said in examples for said in page.said if said.startswith("An example: "))
    return table, grouped


def cells_of(row, by):
    return ", ".join(f"{name} {row[name]}" for name in sorted(by, key=lambda name: name != "group"))


def figures(text):
    """A figure as it is shown, and how far it may be off for having been rounded."""
    bare = text.removeprefix("about ").removeprefix("less than ").replace(",", "").rstrip("%")
    places = len(bare.partition(".")[2])
    return (float(bare) / 100, 0.501 / 100 / 10**places) if "%" in text else (float(bare), 0.501 / 10**places)


def shows(text, number):
    if text == "less than 0.1%":
        assert 0 < number < 0.001
        return
    told, off = figures(text)
    assert abs(told - number) <= off + 1e-9, (text, number)


def use(page, table, original, quasi=QUASI, sensitive="income", assignment=None):
    """How far counts are off, how far distributions moved, what cells cover: every figure of the analyst's part."""
    both = recount.Tables(original, table, quasi, sensitive)
    errors, empty = {}, 0
    for dimensions, volume in recount.workloads(len(quasi) + 1):
        error, none = both.workload(dimensions, volume)
        errors.setdefault(f"{float(volume):.0%}", {})[f"{dimensions} columns"] = error
        empty += none
    for volume, by in errors.items():
        shows(page.tables["queries"][volume]["mean error"], sum(by.values()) / len(by))
        for columns, error in by.items():
            shows(page.tables["queries by columns"][volume][columns], error)
    asked = 1000 * len(recount.workloads(len(quasi) + 1))
    assert f"{pages.count(asked)} random questions; {pages.count(empty)} whose true answer is 0 count in no error." in page.words
    covered = {name: both.covered(name) for name in quasi}
    for name, share in covered.items():
        shows(page.tables["loss"][name]["covered"], share)
    shows(page.tables["features"]["loss: share of the domain covered, summed over quasi columns"]["value"], sum(covered.values()))
    for name in [*quasi, sensitive]:
        distance, largest = both.distance(name)
        near(page.tables["distributions"][name]["distance"], distance)
        shown = page.tables["distances"][name]["largest difference below a value"]
        assert shown == "–" if largest is None else near(shown, largest) is None
    apart = both.correlations()
    said = page.words.partition("Correlations differ from the original's by ")[2].split()
    near(said[0], sum(apart) / len(apart))
    if assignment:
        said = page.words.partition("Numbers lie ")[2].partition(" from the true ones")[0]
        shows(said, both.distortion(both.people(assignment)))


def near(text, number):
    """Three digits."""
    assert abs(float(text) - number) <= 0.00501 * abs(number) + 1e-12, (text, number)


def worst_off(page, key, grouped, by, measure, bound=1):
    """The groups that a page names, with their rows and what is measured of each."""
    shown = page.tables[f"worst/{key}"]
    found = {", ".join(f"{name} {group[0][name]}" for name in by): group for group in grouped}
    assert shown
    for name, row in shown.items():
        assert row["rows"] == pages.count(len(found[name]))
        assert row["measure"] == pages.fraction(measure(found[name]))
        assert row["holds"] == ("yes" if measure(found[name]) <= bound else "no")


def window(group, epsilon):
    return Fraction(pages.fullest([Fraction(row["income"]) for row in group], 2 * epsilon), len(group))


def ages(page, table, original):
    share = pages.covered(table, original, "age")
    assert page.tables["loss"]["age"]["covered"] == pages.percent(share).replace("about ", "")


def test_default(aloof, room):
    page = made(aloof, room, "default", f"{COLUMNS} --absolute 1000 --m 4 --private kept")
    table, grouped = common(page, room, "default")
    original = pages.rows(room / "people.csv")
    use(page, table, original, assignment=pages.rows(room / "kept" / "assignment.csv"))
    worst_off(page, "epsilon-m/income/register", grouped, QUASI, lambda group: window(group, 1000), Fraction(1, 4))
    worst, broken, people = pages.register(grouped, "income", 1000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))
    assert people == 0 and page.facts["beyond"] == "0" and page.facts["allowed"] == "25%"
    assert page.tables["features"]["rows left out for a missing value"]["value"] == "0"
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
        assert f"within {times * 1000} of some figure" in page.words.lower()
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
    table, grouped = common(page, room, "several")
    use(page, table, pages.rows(room / "people.csv"))
    worst_off(page, "epsilon-m/income/register", grouped, QUASI, lambda group: window(group, 500))
    worst, broken, people = pages.register(grouped, "income", 500, 3)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 3), people, broken, len(grouped))
    check_row(page, "k-anonymity//register", Fraction(1, min(map(len, grouped))), Fraction(1, 6), 0, 0, len(grouped))
    assert page.tables["columns"]["education"]["protected by"] == "NOTHING"


def test_k_alone(aloof, room):
    page = made(aloof, room, "alone", f"{COLUMNS} --k 5")
    table, grouped = common(page, room, "alone")
    use(page, table, pages.rows(room / "people.csv"))
    check_row(page, "k-anonymity//register", Fraction(1, min(map(len, grouped))), Fraction(1, 5), 0, 0, len(grouped))
    assert "Nothing protects income: it goes out as it is." in page.words


def test_mondrian(aloof, room):
    page = made(aloof, room, "mondrian", "", ROLES + NEAR + '[method]\nalgorithm="mondrian"\n')
    table, grouped = common(page, room, "mondrian")
    worst, broken, people = pages.register(grouped, "income", 1000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))
    ages(page, table, pages.rows(room / "people.csv"))
    use(page, table, pages.rows(room / "people.csv"))


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
    use(page, table, original)
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
    all_differ = all(len({row["income"] for row in group}) == len(group) for group in grouped)
    assert measures["income/m-unique"]["value"] == pages.count(min(map(len, grouped)) if all_differ else 0)
    table = pages.rows(room / "people.csv")
    hidden = sum(all(row[column] == "*" for column in QUASI) for row in table)
    assert page.tables["features"]["rows of nothing but *"]["value"] == pages.count(hidden)
    before = Counter(row["income"] for row in table)
    shares = [{value: Fraction(n, len(group)) for value, n in Counter(row["income"] for row in group).items()} for group in grouped]
    assert measures["income/alpha"]["value"] == pages.fraction(max(share for of in shares for share in of.values()))
    whole = {value: Fraction(n, len(table)) for value, n in before.items()}
    apart = [sum(max(share - whole[value], 0) for value, share in of.items()) for of in shares]
    assert measures["income/t, all values equally far apart"]["value"] == pages.fraction(max(apart))
    gains = [(share - whole[value]) / whole[value] for of in shares for value, share in of.items()]
    assert measures["income/beta"]["value"] == pages.fraction(max(gains))
    within = [name for name in measures if "within" in name]
    for name in within:
        epsilon = Fraction(name.split("within ")[1].split()[0])
        assert measures[name]["value"] == pages.fraction(pages.register(grouped, "income", epsilon, 1)[0])
    assert within
    assert page.sign == "warn"


def test_withheld(aloof, room):
    page = made(aloof, room, "withheld", f"{COLUMNS} --absolute 2000 --m 4 --suppress 0.05")
    table, grouped = common(page, room, "withheld")
    gone = len(pages.rows(room / "people.csv")) - len(table)
    assert page.tables["features"]["rows withheld"]["value"] == pages.count(gone)
    assert page.facts.get("withheld", "0") == pages.count(gone)
    worst, broken, people = pages.register(grouped, "income", 2000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))


def test_held_out(aloof, room):
    """Counts make up for the people who were left out by chance; everything else is a share."""
    page = made(aloof, room, "held", f"{COLUMNS} --absolute 1000 --m 4 --hold-out 0.1 --private held-kept")
    table, grouped = common(page, room, "held")
    original = pages.rows(room / "people.csv")
    gone = len(pages.rows(room / "held-kept" / "held-out.csv"))
    assert page.facts["held out"] == pages.count(gone) and len(table) + gone == len(original)
    worst, broken, people = pages.register(grouped, "income", 1000, 4)
    check_row(page, "epsilon-m/income/register", worst, Fraction(1, 4), people, broken, len(grouped))
    both = recount.Tables(original, table, QUASI, "income", stands_for=len(original) / len(table))
    for volume in recount.VOLUMES:
        errors = [both.workload(dimensions, volume)[0] for dimensions in (2, 3, 4)]
        shows(page.tables["queries"][f"{float(volume):.0%}"]["mean error"], sum(errors) / 3)
    shown = recount.Tables(table_of_shown(original, table), table, QUASI, "income")
    loss = sum(map(shown.covered, QUASI))
    shows(page.tables["features"]["loss: share of the domain covered, summed over quasi columns"]["value"], loss)
    for line in (
        "evaluate held --original people.csv --queries 2",
        "evaluate held --original people.csv --private held-kept --queries 2",
    ):
        assert abs(json.loads(call(aloof, room, line + " --json"))["loss"] - loss) < 1e-9
    compared = json.loads(call(aloof, room, f"compare held --original people.csv --queries 2 --json {COLUMNS} --absolute 1000 --m 4"))
    assert abs(compared["releases"][0]["evaluation"]["loss"] - loss) < 1e-9


def table_of_shown(original, table):
    """The original's people without any value that lies in no cell: what they have alone, the release does not show."""
    columns = {name: recount.Column([row[name] for row in original]) for name in QUASI}

    def seen(name, value):
        column = columns[name]
        return any(column.share(value, column.cell(text)) == 1 for text in {row[name] for row in table})

    return [row for row in original if all(seen(name, row[name]) for name in QUASI)]


def test_left_out_for_a_missing_value(aloof, room):
    people = pages.rows(room / "people.csv")
    lines = [",".join([row["age"], row["birthplace"], "" if at % 20 == 0 else row["income"]]) for at, row in enumerate(people)]
    (room / "holes.csv").write_text("\n".join(["age,birthplace,income", *lines]) + "\n", encoding="utf-8")
    columns = '[columns]\nage={role="quasi"}\nbirthplace={role="quasi"}\nincome={role="sensitive",missing="drop"}\n'
    page = made(aloof, room, "holes", "", columns + NEAR.replace("1000", "500").replace("m=4", "m=3"), "holes.csv")
    gone = sum(line.endswith(",") for line in lines)
    assert page.facts["left out"] == pages.count(gone)
    assert page.tables["features"]["rows left out for a missing value"]["value"] == pages.count(gone)
    common(page, room, "holes", ["age", "birthplace"])


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
    # Kept with probability p, else drawn from a hundred: within 5 of what is shown lie eleven of them.
    kept = Fraction(page.words.partition("was kept with probability ")[2].split(",")[0])
    check_row(page, "epsilon-m/wage/perturbation", kept + (1 - kept) * Fraction(11, 100), Fraction(1, 3), 0)
    assert f"the true one in about {round(len(table) * kept)} rows." in page.words
    both = recount.Tables(pages.rows(room / "wages.csv"), table, ["age"], "wage")
    for name in ("age", "wage"):
        near(page.tables["distributions"][name]["distance"], both.distance(name)[0])


def test_dissimilarity(aloof, room):
    policy = (
        '[columns]\nage={role="quasi"}\neducation={role="quasi"}\nincome={role="sensitive"}\nundeclared="drop"\n[[protect]]\n'
        'principle="dissimilarity"\nsensitive=["income"]\ndistance={kind="l1",scale="domain"}\nepsilon="0.01"\ndelta="0.5"\nk=4\n'
    )
    page = made(aloof, room, "unlike", "", policy)
    by, original = ["age", "education"], pages.rows(room / "people.csv")
    table, grouped = common(page, room, "unlike", by)
    incomes = [int(row["income"]) for row in original]
    span = max(incomes) - min(incomes)

    def alike(group):
        """The largest share of the others that one figure is within 1% of the range of, when it is of somebody."""
        values = [Fraction(row["income"]) for row in group]
        return Fraction(pages.fullest(values, Fraction(2 * span, 100)) - 1, len(group) - 1)

    assert min(map(len, grouped)) >= 4
    check_row(page, "dissimilarity/income/register", max(map(alike, grouped)), Fraction(1, 2), 0, 0, len(grouped))
    worst_off(page, "dissimilarity/income/register", grouped, by, alike)
    use(page, table, original, by)


def test_the_page_of_a_comparison(aloof, room):
    made(aloof, room, "near", f"{COLUMNS} --absolute 1000 --m 4")
    made(aloof, room, "many", f"{COLUMNS} --k 5")
    call(aloof, room, f"compare people.csv near many {COLUMNS} --absolute 1000 --m 4 --report side.html")
    page = pages.Page((room / "side.html").read_text(encoding="utf-8"))
    assert "What else is to be known" in page.words, "notes of the terminal stand on the page"
    original = pages.rows(room / "people.csv")
    for name in ("near", "many"):
        table = pages.rows(room / name / "data.csv")
        grouped = pages.groups(table, QUASI)
        row, both = page.tables["use"][name], recount.Tables(original, table, QUASI, "income")
        assert row["rows"] == pages.count(len(table)) and row["groups"] == pages.count(len(grouped))
        shows(row["rows per group"], len(table) / len(grouped))
        shows(row["loss"], sum(map(both.covered, QUASI)))
        errors = [both.workload(*one)[0] for one in recount.workloads(4)]
        shows(row["query error"], sum(errors) / len(errors))
        shows(row["error of means"], price_check.mean_error(original, table, QUASI, "income"))
        worst, _, people = pages.register(grouped, "income", 1000, 4)
        told = page.tables["given away"][f"{name}/(1000, 4)-anonymity of income/register"]
        assert told["worst"] == pages.fraction(worst) and told["people beyond it"] == pages.count(people)
        assert told["allowed"] == "at most 1/4 = 0.25"


def test_the_page_of_an_evaluation(aloof, room):
    made(aloof, room, "judged", f"{COLUMNS} --absolute 1000 --m 4 --private judged-kept")
    call(aloof, room, "evaluate judged --original people.csv --private judged-kept --beside nothing --report judged-use.html")
    page = pages.Page((room / "judged-use.html").read_text(encoding="utf-8"))
    original, table = pages.rows(room / "people.csv"), pages.rows(room / "judged" / "data.csv")
    both, grouped = recount.Tables(original, table, QUASI, "income"), pages.groups(table, QUASI)
    numbers = {name: row["value"] for name, row in page.tables["numbers"].items()}
    loss = sum(map(both.covered, QUASI))
    shows(numbers["loss (sum over columns)"], loss)
    shows(numbers["NCP (mean over columns)"], loss / 3)
    assert numbers["discernibility"] == str(sum(len(group) ** 2 for group in grouped))
    shows(numbers["GCP (rows withheld, or left out for a missing value, lost as a whole)"], loss / 3)
    said = json.loads(call(aloof, room, "evaluate judged --original people.csv --private judged-kept --json"))
    analyses_as_said(page, said["analyses"])
    # Counted again by test_utility.py.
    shows(numbers["loss, counting values (sum over columns)"], said["counted_loss"])
    for one in said["rankings"]:
        shows(numbers[f"order by {one['column']}: Kendall's tau"], one["kendall"])
        shows(numbers[f"order by {one['column']}: of the top {one['top']} still there"], one["top_overlap"])
    for key, share in said.get("skyline", {}).items():
        if key in ("recall", "precision"):
            shows(numbers[f"skyline: {key}"], share)
    shows(numbers["mean difference of correlations"], sum(both.correlations()) / len(both.correlations()))
    people = both.people(pages.rows(room / "judged-kept" / "assignment.csv"))
    shows(numbers["distortion"], both.distortion(people))
    row = page.tables["beside"]["this release"]
    errors = [both.workload(*one)[0] for one in recount.workloads(4)]
    shows(row["count queries"], sum(errors) / len(errors))
    shows(row["means"], price_check.mean_error(original, table, QUASI, "income"))
    shows(row["loss"], loss)
    for name in QUASI:
        shows(page.tables["means"][f"income by {name}"]["error"], price_check.by_classes(original, table, name, "income"))
    for volume in recount.VOLUMES:
        shows(page.tables["queries by columns"][f"{float(volume):.0%}"]["2 columns"], both.workload(2, volume)[0])


def analyses_as_said(page, said):
    """Regressions, means of classes and pairs of columns, as JSON has them."""

    def percent(share):
        return f"{share * 100:.1f}%"

    for one in said["means"]:
        row = page.tables["means of classes"][f"{one['column']} by {one['by']}" if one.get("by") else f"{one['column']} of everyone"]
        keys = ["mean_relative_error", "median_relative_error", "largest_relative_error"]
        assert [row["mean error"], row["median"], row["largest"]] == [percent(one[key]) for key in keys]
        assert row["classes"] == str(one["classes"])
    for one in said["regressions"][0]["coefficients"]:
        name = f"{one['column']}: {one['label']}" if one.get("label") else one["column"]
        row = page.tables["regression of income"][name]
        for column in ("original", "release"):
            found = [float(part) for part in row[column].split(" ± ")]
            true = [one[column], one[f"{column}_error"]]
            assert all(abs(a - b) <= 0.0006 * abs(b) + 0.5 * (abs(b) > 5000) + 1e-12 for a, b in zip(found, true, strict=True))
        assert row["overlap of 95% intervals"] == percent(one["overlap"])
    ranks = {tuple(one["columns"]): one for one in said["rank_correlations"]}
    for one in said["cross_tabulations"]:
        row = page.tables["pairs"][" with ".join(one["columns"])]
        both = lambda of: f"{of['original']:.3f} → {of['release']:.3f}"  # noqa: E731
        assert row["people in another cell"] == percent(one["misplaced"]) and row["Cramér's V"] == both(one["association"])
        found = ranks.get(tuple(one["columns"]))
        assert row["Spearman's ρ"] == (both(found["spearman"]) if found else "–")
        assert row["Kendall's τ"] == (both(found["kendall"]) if found else "–")


def test_the_page_of_an_attack(aloof, room):
    """As JSON says it."""
    call(aloof, room, "attack default --original people.csv --private kept --only centre,register --report attack.html")
    page = pages.Page((room / "attack.html").read_text(encoding="utf-8"))
    said = json.loads(call(aloof, room, "attack default --original people.csv --private kept --only centre,register --json"))
    rows = list(page.tables["attacks"].values())
    assert len(rows) == len(said["attacks"])
    for row, sure, one in zip(rows, page.tables["claims"].values(), said["attacks"], strict=True):
        rate = lambda of: of["right"] / of["people"]  # noqa: E731
        assert row["guesses"] == str(one["success"]["people"])
        shows(row["right"].split()[0], rate(one["success"]))
        shows(row["blind"].split()[0], rate(one["blind"]))
        assert abs(float(row["excess"]) / 100 - (rate(one["success"]) - rate(one["blind"]))) < 0.00051
        assert row["control"] in ("–", one.get("without_control")) and row["over control"] == "–"
        for claim, least in zip(one["claims"], ("50%", "70%", "90%"), strict=True):
            said_of = f"{claim['right']} right of {claim['people']}" if claim["people"] else "none"
            assert sure[f"claims of {least}"] == said_of
        assert row["attack"].endswith("income") and sure["attack"] == row["attack"]


def test_pages_of_attacks_name_no_flags(aloof, room):
    """What could be given besides stands on the terminal: of a page with attacks, and of attacks that lack what they need."""
    call(aloof, room, f"anonymize people.csv {COLUMNS} --absolute 1000 --m 4 --seed 1 --attack --out tried --report tried.html --quiet")
    terminal = call(aloof, room, "attack tried --original people.csv --report bare.html")
    assert "--private" in terminal and "--hold-out" in terminal
    for name in ("tried.html", "bare.html"):
        told = pages.Page((room / name).read_text(encoding="utf-8")).words
        assert "was not run: no earlier release is named." in told and "There are no control people" in told


def test_the_page_of_a_price(aloof, room):
    """What a seed names is told as it is; what others cost lies around it."""
    call(aloof, room, f"advise people.csv {COLUMNS} --absolute 1000 --m 4 --price --seed 7 --report price.html --quiet")
    page = pages.Page((room / "price.html").read_text(encoding="utf-8"))
    call(aloof, room, f"anonymize people.csv {COLUMNS} --absolute 1000 --m 4 --seed 7 --out seven --quiet")
    original, table = pages.rows(room / "people.csv"), pages.rows(room / "seven" / "data.csv")
    both, row = recount.Tables(original, table, QUASI, "income"), page.tables["price"]["register/±1000/1 in 4 (asked)"]
    shows(row["loss"].split()[0], sum(map(both.covered, QUASI)))
    errors = [both.workload(*one)[0] for one in recount.workloads(4)]
    shows(row["count queries"], sum(errors) / len(errors))
    shows(row["means"], price_check.mean_error(original, table, QUASI, "income"))


@pytest.mark.parametrize("method", ["walk", 'noise"\nnoise="0.1'])
def test_no_guarantee(aloof, room, method):
    name = method.split('"')[0]
    policy = f'[columns]\nage={{role="quasi"}}\nincome={{role="quasi"}}\nundeclared="drop"\n[method]\nalgorithm="{method}"\n'
    page = made(aloof, room, name, "", policy)
    assert page.facts["rows"] == pages.count(len(pages.rows(room / name / "data.csv"))) and page.sign == "warn"
    assert "Formal guarantee: none" in page.words and "What this release promises" not in page.words
    assert page.tables["columns"]["income"]["protected by"] == "NOTHING"


def test_every_figure_is_counted_again(request):
    """What a page shows and no test above asked for."""
    here = {item.name.split("[")[0] for item in request.session.items if item.module is request.module}
    if here != {name for name in vars(request.module) if name.startswith("test_")}:
        pytest.skip("other tests of this file were left out")
    left = {name: text for name, text in pages.SHOWN.items() if name not in pages.ASKED | WORDS | NOT_COUNTED.keys()}
    assert left == {}
    assert sentences.UNKNOWN == {}, "sentences with figures that nothing counts"
