"""Files that nobody designed this program for, as offices, surveys and scripts leave them, from `aloof inspect --write-policy` to a
released and audited table; and tables that lie anywhere on a sheet."""

import datetime
import decimal
import math
import re

import openpyxl
import pandas as pd
import pyreadstat
import pytest
from ways import Way, comma, command, in_whole_months, texts

PEOPLE = range(120)
BORN = [datetime.date(1940 + at * 13 % 60, 1 + at * 5 % 12, 1 + at * 11 % 28) for at in PEOPLE]
PAY = [decimal.Decimal(120_050 + at * at * 1_937 % 700_000).scaleb(-2) for at in PEOPLE]
AGE = [18 + at * 7 % 70 for at in PEOPLE]
SEX = ["mw"[at * 7 % 5 % 2] for at in PEOPLE]
NAMES = ["Müller", "Özdemir", "Groß", "Çelik", "Jäger", "Weiß", "Köhler", "Böhm"]


def lines(path, header, rows, *, encoding="utf-8", end="\n"):
    path.write_text(end.join([header, *rows, ""]), encoding=encoding, newline="")
    return path


def roles(way):
    return dict(re.findall(r'^"?([^"\n]+?)"? += \{ role = "(\w+)"', way.said, re.M))


# Texts --------------------------------------------------------------------------------------------------------------------


def test_a_german_export(aloof, tmp_path):
    rows = [
        f"{1000 + at};{NAMES[at % 8]}, {chr(65 + at % 26)}.;{BORN[at]:%d.%m.%Y};{SEX[at]};{NAMES[at * 3 % 8]}straße {at % 90 + 1};"
        f"{10_000 + at * 733 % 90_000};{comma(PAY[at])} €;{comma(10 + at % 30)} %;{'ja' if at % 3 else 'nein'};"
        f"{1 + at % 12:02}/{1990 + at % 30};0{30 + at % 9}/{1_000_000 + at * 7919 % 9_000_000}"
        for at in PEOPLE
    ]
    header = "Personalnr.;Name;Geb.-Datum;Geschlecht;Straße;PLZ;Brutto (€);Steuersatz;verheiratet;Eintritt;Tel."
    way = Way(aloof, lines(tmp_path / "a.csv", header, rows, encoding="cp1252", end="\r\n"), tmp_path)
    # Two people may have the same name: that only a person can say, and how is said.
    way.inspect()
    code, _, err = command(aloof, "anonymize", way.data, "--policy", way.policy, "--out", way.out)
    assert code == 2 and 'rows = "people"' in err
    way.policy.unlink()
    way.taken = 'rows = "people"'
    way.release()
    assert "read as Windows-1252" in way.seen and "the sign € was dropped" in way.seen and "the sign % was dropped" in way.seen
    assert "Eintritt: months written m/y" in way.seen
    found = roles(way)
    assert [found[name] for name in ("Personalnr.", "Name", "Straße", "Tel.")] == ["identifier"] * 4
    assert way.column("Brutto (€)") == texts(PAY)
    assert in_whole_months(way.column("Geb.-Datum"), BORN)
    assert in_whole_months(way.column("Eintritt"), [datetime.date(1990 + at % 30, 1 + at % 12, 1) for at in PEOPLE])


def test_a_swiss_export(aloof, tmp_path):
    """UTF-16, apostrophes between thousands, years of two digits, all before 2000."""
    rows = [
        f"756.{1000 + at * 37 % 9000}.{1000 + at * 91 % 9000}.{at % 90 + 10}\t{BORN[at]:%d.%m.%y}\t{['ZH', 'BE', 'GE', 'VD'][at % 4]}\t"
        + f"{PAY[at] * 9:,.2f}".replace(",", "'")
        for at in PEOPLE
    ]
    way = Way(aloof, lines(tmp_path / "a.txt", "AHV-Nr\tGeburt\tKanton\tLohn", rows, encoding="utf-16"), tmp_path).release()
    assert "apostrophes between thousands" in way.seen and "years of two digits are taken for those from 1930 to 1999" in way.seen
    assert roles(way)["AHV-Nr"] == "identifier"
    assert way.column("Lohn") == texts(pay * 9 for pay in PAY)
    assert in_whole_months(way.column("Geburt"), BORN)


def test_years_of_two_centuries_stay_labels_and_are_said_to(aloof, tmp_path):
    rows = [f"{SEX[at]},{day.replace(year=day.year + 10):%d.%m.%y},{PAY[at]}" for at, day in enumerate(BORN)]
    code, seen = Way(aloof, lines(tmp_path / "a.csv", "sex,born,pay", rows), tmp_path).inspect()
    assert code == 0 and 'born: labels: dates with two digits for the year, which may be of two centuries; date = "d.m.yy"' in seen


def test_narrow_blanks_between_thousands(aloof, tmp_path):
    rows = [
        f"{'HF'[at % 2]};{BORN[at]:%d/%m/%Y};{at % 95 + 1:02};" + f"{PAY[at] * 12:,.2f}".replace(",", "\u202f").replace(".", ",")
        for at in PEOPLE
    ]
    file = lines(tmp_path / "a.csv", '"Sexe";"Né(e) le";"Département";"Revenu annuel"', rows, encoding="utf-8-sig")
    way = Way(aloof, file, tmp_path).release()
    assert way.column("Revenu annuel") == texts(pay * 12 for pay in PAY)


@pytest.mark.parametrize("other", ["%d.%m.%Y", "%d %b %Y", "%Y/%m/%d"])
def test_two_notations_of_dates_in_one_column(aloof, tmp_path, other):
    rows = [f"{SEX[at]},{day:{other if at % 3 else '%Y-%m-%d'}},{PAY[at]}" for at, day in enumerate(BORN)]
    way = Way(aloof, lines(tmp_path / "a.csv", "sex,born,pay", rows), tmp_path).release()
    assert "born: dates written mixed" in way.seen and 'date = "mixed"' in way.said
    assert in_whole_months(way.column("born"), BORN)


def test_notations_that_can_be_mistaken_are_not_mixed(aloof, tmp_path):
    rows = [f"{SEX[at]},{day:{'%d/%m/%Y' if at % 3 else '%Y-%m-%d'}},{PAY[at]}" for at, day in enumerate(BORN)]
    _, seen = Way(aloof, lines(tmp_path / "a.csv", "sex,born,pay", rows), tmp_path).inspect()
    assert re.search(r"born: labels: \d+ of 120 values are no dates", seen)


def test_a_survey_with_codes_for_refusals(aloof, tmp_path):
    """Incomes of -9 and -8, an age of 999 in a few rows, households, units and weights of the sample, a telephone number."""
    income = [{0: -9, 1: -8}.get(at % 11, 500 * round(1200 + at * at % 7000)) for at in range(360)]
    rows = [
        f"{2000 + at // 3},{at // 24 + 1},{at // 60 + 1},{120.5 + at % 13 * 7.25},{1 + at % 2},{999 if at % 40 == 7 else 18 + at * 7 % 70},"
        f"{1 + at % 5},{income[at]},{99 if at % 13 == 5 else at % 21},(555) {100 + at}-{1000 + at * 37 % 9000}"
        for at in range(360)
    ]
    header = "hhid,psu,stratum,wt_final,sex,age,marstat,hincome,cigs,contact"
    way = Way(aloof, lines(tmp_path / "a.csv", header, rows), tmp_path).release()
    expected = {"hhid": "household", "psu": "stratum", "stratum": "stratum", "wt_final": "weight", "contact": "identifier"}
    assert {name: roles(way)[name] for name in expected} == expected
    for code in ("hincome: -9", "hincome: -8", "age: 999", "cigs: 99"):
        assert f"{code} in" in way.seen, code
    assert way.column("hincome") == texts(value for value in income if value > 0)


def test_names_that_several_share_go_out_to_nobody(aloof, tmp_path):
    rows = [f"{NAMES[at % 8]},{AGE[at]},${PAY[at] * 12:,.2f}".replace("$", '"$') + '"' for at in PEOPLE]
    way = Way(aloof, lines(tmp_path / "a.csv", "Last Name,age,Annual Salary", rows), tmp_path).release()
    assert roles(way)["Last Name"] == "drop"
    assert way.column("Annual Salary") == texts(pay * 12 for pay in PAY)


def test_line_breaks_in_names_and_columns_of_nothing(aloof, tmp_path):
    rows = [f"{AGE[at]},{1 + at % 2},{PAY[at]},," for at in PEOPLE]
    way = Way(aloof, lines(tmp_path / "a.csv", '"Age\n(years)","Sex\n1=m 2=f","Monthly\nincome",,', rows), tmp_path).release()
    assert way.column("Monthly income") == texts(PAY)
    assert set(roles(way)) == {"Age (years)", "Sex 1=m 2=f", "Monthly income"}


def test_lines_that_end_in_a_delimiter(aloof, tmp_path):
    way = Way(aloof, lines(tmp_path / "a.csv", "age;pay", [f"{AGE[at]};{PAY[at]};" for at in PEOPLE]), tmp_path).release()
    assert way.column("pay") == texts(PAY)
    code, _, err = command(aloof, "inspect", lines(tmp_path / "b.csv", "age;pay;", ["34;1200;x", "35;1300;"]))
    assert code == 2 and "line 2" in err


def test_titles_above_a_text_are_named(aloof, tmp_path):
    file = lines(tmp_path / "a.csv", "Payroll 2026", ["made by HR", "", "no,age,pay", *(f"{at},{AGE[at]},{PAY[at]}" for at in PEOPLE)])
    code, _, err = command(aloof, "inspect", file)
    assert code == 2 and "line 4" in err and "titles" in err


def test_the_index_and_the_truths_of_pandas(aloof, tmp_path):
    frame = pd.DataFrame({"age": AGE, "smoker": [at % 3 > 0 for at in PEOPLE], "salary": [float(pay) for pay in PAY],
                          "children": [math.nan if at % 7 == 0 else at % 4 for at in PEOPLE], "joined": pd.to_datetime(BORN)})  # fmt: skip
    frame.to_csv(tmp_path / "a.csv", date_format="%Y-%m-%d %H:%M:%S")
    way = Way(aloof, tmp_path / "a.csv", tmp_path).release()
    assert roles(way)["row"] == "drop"
    assert way.column("salary") == texts(PAY)
    assert in_whole_months(way.column("joined"), BORN)


# Statistical programs -----------------------------------------------------------------------------------------------------


def test_spss_with_ranges_of_missing_values_and_labels_on_fractions(aloof, tmp_path):
    satisfied = [[0.5, 1.0, 1.5, 97.0, 98.0][at % 5] for at in PEOPLE]
    frame = pd.DataFrame({"sex": [1.0 + at % 2 for at in PEOPLE], "satisf": satisfied, "born": BORN,
                          "income": [999_997.0 if at % 10 == 3 else float(PAY[at]) for at in PEOPLE]})  # fmt: skip
    labels = {"sex": {1: "m", 2: "f"}, "satisf": {0.5: "low", 1: "middle", 1.5: "high", 97: "no answer", 98: "refused"}}
    pyreadstat.write_sav(frame, tmp_path / "a.sav", variable_value_labels=labels,
                         missing_ranges={"satisf": [{"lo": 97, "hi": 99}], "income": [{"lo": 999_996, "hi": 999_999}]})  # fmt: skip
    way = Way(aloof, tmp_path / "a.sav", tmp_path).release()
    assert way.column("income") == texts(pay for at, pay in enumerate(PAY) if at % 10 != 3)
    assert re.search(r'^satisf +=.*type *= *"label"', way.said, re.M)
    assert {part for cell in way.column("satisf") for part in cell.strip("{}").split("|")} <= {"0.5", "1", "1.5", "*"}


def test_stata_with_all_letters_and_long_texts(aloof, tmp_path):
    letters = "abcdefghijklmnopqrstuvwxyz"
    frame = pd.DataFrame({"sex": [1 + at % 2 for at in PEOPLE], "age": AGE, "notes": ["x" * (10 + at * 97 % 5000) for at in PEOPLE],
                          "income": [letters[at // 5 % 26] if at % 5 == 0 else float(PAY[at]) for at in PEOPLE]})  # fmt: skip
    pyreadstat.write_dta(frame, tmp_path / "a.dta", version=15, missing_user_values={"income": list(letters)})
    way = Way(aloof, tmp_path / "a.dta", tmp_path).release()
    assert way.column("income") == texts(pay for at, pay in enumerate(PAY) if at % 5)
    assert roles(way)["notes"] in ("identifier", "drop")


# Sheets -------------------------------------------------------------------------------------------------------------------

HEADER = ["Name", "Geboren", "Geschlecht", "Gehalt"]
ROWS = [[f"{NAMES[at % 8]} {at}", BORN[at], SEX[at], float(PAY[at])] for at in PEOPLE]


def book(path, above=(), header=(HEADER,), below=(), left=0, merged=()):
    """A sheet with rows above the header, the rows of the table, rows below."""
    file = openpyxl.Workbook()
    sheet = file.active
    sheet.title = "Stellen 2026"
    for row in [*above, *header, *ROWS, *below]:
        sheet.append([None] * left + list(row) if row else [None])
    # `append` counts rows without a cell, too.
    for area in merged:
        sheet.merge_cells(area)
    file.save(path)
    return path


TITLES = [["Stellenplan 2026"], [], ["Stand: 31.12.2025"]]
REMARKS = [[], ["Quelle: Personalamt"], ["* vorläufig"]]


@pytest.mark.parametrize("left", [0, 2])
@pytest.mark.parametrize(("above", "below"), [(TITLES, []), ([], REMARKS), (TITLES, REMARKS), ([[], []], [])])
def test_titles_and_remarks_around_a_table(aloof, tmp_path, above, below, left):
    way = Way(aloof, book(tmp_path / "a.xlsx", above, below=below, left=left), tmp_path).release()
    assert ("named by row 4" in way.seen) == (above is TITLES)
    assert ("taken for remarks" in way.seen) == bool(below)
    assert set(roles(way)) == set(HEADER)
    assert way.column("Gehalt") == texts(PAY)
    assert in_whole_months(way.column("Geboren"), BORN)


def test_names_in_two_rows(aloof, tmp_path):
    two = [["Name", "Person", None, "Bezüge"], [None, "Geboren", "Geschlecht", "Gehalt"]]
    file = book(tmp_path / "a.xlsx", TITLES, two, merged=["A1:D1", "A4:A5", "B4:C4"])
    way = Way(aloof, file, tmp_path).release()
    assert "named by rows 4 and 5" in way.seen
    assert set(roles(way)) == set(HEADER)
    assert way.column("Gehalt") == texts(PAY)


def test_the_same_names_below_two_headings(aloof, tmp_path):
    file, sheet = openpyxl.Workbook(), None
    sheet = file.active
    sheet.append(["age", "rent", None, "pay", None])
    sheet.append([None, "old", "new", "old", "new"])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    for at in PEOPLE:
        sheet.append([AGE[at], 300 + at * 7 % 90, 310 + at * 7 % 90, float(PAY[at]), float(PAY[at]) + 100])
    file.save(tmp_path / "a.xlsx")
    way = Way(aloof, tmp_path / "a.xlsx", tmp_path).release()
    assert set(roles(way)) == {"age", "rent old", "rent new", "pay old", "pay new"}


@pytest.mark.parametrize("part", ["#Stellen 2026!A4:D124", "#A4:D124", "#'Stellen 2026'!$A$4:$D$124", "#!A4:D124"])
def test_a_part_of_a_sheet(aloof, tmp_path, part):
    """A total and something beside the table, which only a person can tell apart."""
    below = [["Summe", None, None, float(sum(PAY))]]
    file = book(tmp_path / "a.xlsx", [["Stellenplan", None, None, None, "intern"], [], []], below=below)
    way = Way(aloof, f"{file}{part}", tmp_path).release()
    assert way.column("Gehalt") == texts(PAY)
    code, _, err = command(aloof, "inspect", f"{file}#Stellen 2026!D4:A1")
    assert code == 2 and "A4:F200" in err


def test_a_row_of_texts_is_not_taken_for_names(aloof, tmp_path):
    file = openpyxl.Workbook()
    for row in [["Name", "Ort"], ["Anna", "Rom", "krank"], ["Bert", "Lyon", "gesund"]]:
        file.active.append(row)
    file.save(tmp_path / "a.xlsx")
    code, out, err = command(aloof, "inspect", tmp_path / "a.xlsx")
    assert code == 2 and "cell C2" in err and "!A4:F200" in err and "Anna" not in out + err
