"""What the sentences of a page say in numbers, held against its tables, which other tests count again from the files.

Every sentence with a number in it is known here: by what its figures must equal, or as one whose numbers are names, limits and words of a
policy. `UNKNOWN` is what pages said beside.
"""

import re
from fractions import Fraction

UNKNOWN = {}

NUMBER = r"((?:about |≈ )?[\d.,]*\d%?)"


def figure(text):
    """A figure of a sentence or a table as a number, and how far it may be off for having been rounded."""
    bare = re.sub(r"^(about|less than|more than|≈) ", "", text.split(" (")[0].split(" = ")[0].split(" ≈ ")[0]).replace(",", "")
    if "/" in bare:
        return float(Fraction(bare)), 0.0
    places = len(bare.rstrip("%").partition(".")[2])
    return (float(bare.rstrip("%")) / 100, 0.501 / 100 / 10**places) if "%" in bare else (float(bare), 0.501 / 10**places)


def same(told, shown):
    (one, off), (other, more) = figure(told), figure(shown)
    assert abs(one - other) <= off + more + 1e-9, (told, shown)


def mean(told, shown):
    found = [figure(one) for one in shown]
    same_as = sum(one for one, _ in found) / len(found)
    value, off = figure(told)
    assert abs(value - same_as) <= off + max(more for _, more in found) + 1e-9, (told, shown)


def column(page, table, name):
    return {row: cells[name] for row, cells in page.tables[table].items()}


def most(told_name, told, shown):
    same(told, shown[told_name])
    assert all(figure(one)[0] <= figure(told)[0] + 0.0011 for one in shown.values() if one != "–"), (told_name, told, shown)


def counting(page, few, many):
    same(few, page.tables["queries"]["20%"]["mean error"])
    same(many, page.tables["queries"]["1%"]["mean error"])


def covers(page, share, name=None):
    shown = column(page, "loss", "covered")
    mean(share, shown.values())
    if name:
        assert figure(shown[name])[0] == max(figure(one)[0] for one in shown.values())


def groups(page, many, rows):
    assert many == page.tables["features"]["groups"]["value"] and rows == page.tables["features"]["rows per group"]["value"]


def questions(page, asked, empty):
    assert asked.endswith(",000") and int(empty.replace(",", "")) < int(asked.replace(",", ""))


def correlations(page, average, pairs, largest, *_):
    assert figure(average)[0] <= figure(largest)[0] and (pairs != "1" or average == largest)


def before(page, people, told, *now):
    assert not now or now[-1] == page.facts["rows"]
    same(f"{told}", page.tables["risk"]["in the original"]["people beyond it"].split(" of ")[0])
    assert people == page.tables["risk"]["in the original"]["people beyond it"].split(" of ")[1].split(" (")[0]


def still(page, people, *rest):
    rows = [row for name, row in page.tables["risk"].items() if name.startswith("now")]
    assert any(row["people beyond it"].split(" of ")[0] == people for row in rows), people
    before(page, rest[-1], rest[-2])


def judged_twice(page, *told):
    many, of = told[-2:] if len(told) > 1 else (told[-1], told[-1])
    everybody = {row["breaking groups"].split(" of ")[-1] for row in page.tables["checks"].values()}
    assert int(many.replace(",", "")) <= int(of.replace(",", "")) and (of in everybody or of == page.facts["rows"]), told


def conclusion(page, rows, *rest):
    shown = [row for name, table in list(page.tables.items()) if name.startswith("worst/") for row in table.values()]
    assert any(row["rows"].split(",")[0] == rows for row in shown), rows
    for share in (one for one in rest if "%" in one or "/" in one):
        assert any(abs(figure(row["measure"])[0] - figure(share)[0]) <= 0.0006 for row in shown), (share, shown)


def untrue(page, some, rows):
    assert int(some.replace(",", "")) <= int(rows.replace(",", "")) and rows == page.facts["rows"]


def absent(page, some, people):
    shown = page.tables["features"].get("people of the original in no row", {"value": "0"})["value"]
    assert some == shown and int(some.replace(",", "")) <= int(people.replace(",", ""))


def limit(page, share, bound):
    assert any(f"{share} {word} {bound}" in row["allowed"] for row in page.tables["checks"].values() for word in "=≈"), (share, bound)


def breaks(page, people, _, surest):
    same(people, page.facts["beyond"])
    same(surest, page.facts["worst"])


def surest(page, told):
    """Of the view that is asked for the page's first figures say the same, of others the table of rules."""
    shown = [page.facts["worst"]] if "worst" in page.facts else []
    shown += [row["worst"].replace("≈ ", "") for row in page.tables["checks"].values()]
    assert any(abs(figure(told)[0] - figure(one)[0]) <= 0.0006 for one in shown), (told, shown)


# What sentences say, each with what it is held against.
COUNTED = [
    (rf"Counting: answers are off by {NUMBER} on average where a question covers 20% of .*, and by {NUMBER} where it covers 1%\.", counting),
    (rf"The more a question covers, the better its answer: {NUMBER} off at 1%, {NUMBER} at 20%\.", lambda page, a, b: counting(page, b, a)),
    (rf"Answers are off by {NUMBER} on average where a question covers 1% of .*", lambda page, a: same(a, page.tables["queries"]["1%"]["mean error"])),
    (rf"Other columns are coarse: a cell covers {NUMBER} of its column's range on average\. .*", covers),
    (rf"A cell covers {NUMBER} of its column's range on average, most of all in (\w+)\.", covers),
    (rf"{NUMBER} groups have {NUMBER} rows on average\.", groups),
    (rf"{NUMBER} random questions; {NUMBER} whose true answer is 0 count in no error\. .*", questions),
    (rf"Of all distributions that of (\w+) moved most: {NUMBER} on a scale .*", lambda page, name, far: most(name, far, column(page, "distributions", "distance"))),
    (rf"Correlations differ from the original's by {NUMBER} on average over {NUMBER} pairs? of columns, most \({NUMBER}\) between .*", correlations),
    (rf"Of {NUMBER} people {NUMBER} could be told .* before; now nobody (?:can|of the {NUMBER} in the table can).*", before),
    (rf"{NUMBER} people can be told with more than (?:{NUMBER}|1 in {NUMBER}) certainty; in the original {NUMBER} of {NUMBER} could\.", still),
    (rf".*: all {NUMBER} (?:groups|people) were judged a second time, by the literal definition\.", judged_twice),
    (rf".*: {NUMBER} of {NUMBER} (?:groups|people) were judged a second time, by the literal definition\.", judged_twice),
    (rf"Whoever knows a person to be among these {NUMBER} can .* with ({NUMBER[1:-1]}(?:/\d+)?) confidence.*", conclusion),
    (rf"Whoever knows a person to be among these {NUMBER} (?:knows|can name a value such that).*", conclusion),
    (rf"Released rows that stand for no original one: {NUMBER} of {NUMBER}\.", untrue),
    (rf"Original rows that are in no released one: {NUMBER} of {NUMBER}\.", absent),
    (rf".*; at most (\d+/\d+) [=≈] {NUMBER} is allowed.*", limit),
    (rf"Someone who knows .* of {NUMBER} people to within {NUMBER} with more than .* certainty: the surest guess is right with {NUMBER}\.", breaks),
    (rf"Against someone who knows .* holds: a guess is right with at most {NUMBER}, where .* is allowed\..*", surest),
    (rf"\w+: the smallest group has {NUMBER} rows?, and in the worst group one value has a share of {NUMBER}\.", lambda page, *_: None),
    (rf"No, not against .*: {NUMBER} (?:rows|people)\.", lambda page, people: same(people, page.facts["beyond"])),
]  # fmt: skip

# Sentences whose numbers are names, words of a policy or constants; and figures that have no recount, each with the reason.
NAMED = [
    r"(?:Release|Audit) report, \d{4}-\d\d-\d\d",
    r"“20\.\.29” is somewhere .*", r"To count people with a property, .*", r"For auditors, in the order of ISO/IEC 27559\. .*",
    r"(?:Made|Judged) by aloof [\d.]+\..*", r"\d\. [A-Z].*",
    r".* holds in the \w+ view, and so in .*, too\.",
    r".* (?:holds|keeps)[^.\d]*, against someone who .*", r".* holds against someone who .*", r".*holds, against .*",
    r".*To mend a group: .*", r"The policy judged by is not the one .*",
    # A group of the release, which `common` of test_pages.py looks for.
    r"An example: .*",
    # Promises in words: their numbers are the policy's.
    r"Nobody who knows .*", r"Not judged: .*",
    # What is asked for, and what the data allow, which the tests of `advise` and test_default count.
    r"With epsilon = .* the data allow m up to .*", r".* by [\d.]+-anonymity.*",
    # Who was held out, and how often a row counts: test_held_out asks for it.
    r"The manifest says that .* held out .*", r"Counts make up for .*", r"\d+ people were held out by chance .*",
    # Where k-means begins and ends is chance.
    r".* people fall into another of \d+ clusters than before\.",
    # Asked for where walks, noise and perturbation are tested, or drawn by chance.
    r"Numbers lie .*", r"Measured: whoever looks for the record nearest .*", r"Numbers of .* lie up to .*", r"Linking.*", r"Beside it, noise .*",
    r"Whoever knows the width .*", r"Of \w+ every value was kept with probability .*", r"Values of \w+ were moved by .*",
    # What looks like a code for a missing value, which h39_steward counts; and what other rules were kept while prices were found.
    r".* looks? like no answer, and (?:is|are) taken for a value\. If .*", r".* only if .* (?:is a value|are values) like any other",
    r"If .* like any other, nobody who knows .*", r"All of it with .* kept, too\.", r"(?:Of .*, by|By) .*: yes, against someone who .*",
    # Who is withheld, and how sure a guess about them is: test_withheld.
    r"\d+ (?:people were|person was) withheld .*", r"As a group of their own .*", r"\d+ of them lies? in no published box.*",
    r"\d+ other columns are published: .*", r"Whoever knows a person to be alone with a value .*", r"Not against .*",
]  # fmt: skip


def look(page):
    """Holds every sentence of a page that is known against its tables, and remembers those that are not."""
    for said in page.said:
        known = False
        for pattern, check in COUNTED:
            found = re.fullmatch(pattern, said)
            if found:
                check(page, *(one for one in found.groups() if one is not None))
                known = True
                break
        if not known and not any(re.fullmatch(pattern, said) for pattern in NAMED):
            UNKNOWN[re.sub(r"\d[\d,.]*", "#", said)] = said
