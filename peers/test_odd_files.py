"""Eight files as a hospital, a payroll, surveys, scripts and a laboratory leave them, each from `aloof inspect --write-policy` to a
released and audited table, or to an error that names what a person must do; and what is said of every column on the way."""

import datetime
import decimal

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pyreadstat
from ways import Way, comma, command, in_whole_months, texts

PEOPLE = range(200)
BORN = [datetime.date(1935 + at * 37 % 60, 1 + at * 5 % 12, 1 + at * 11 % 28) for at in PEOPLE]
CAME = [datetime.date(2023, 1 + at * 7 % 12, 1 + at * 13 % 28) for at in PEOPLE]
PAY = [decimal.Decimal(90_000 + at * at * 1_937 % 800_000).scaleb(-2) for at in PEOPLE]
SEX = ["mw"[at * 7 % 5 % 2] for at in PEOPLE]
NAMES = ["Müller", "Özdemir", "Groß", "Çelik", "Jäger", "Weiß", "Köhler", "Böhm"]


def written(path, lines, *, encoding="utf-8", end="\n"):
    path.write_text(end.join([*lines, ""]), encoding=encoding, newline="")
    return path


def test_a_hospital(aloof, tmp_path):
    """A byte order mark, quoted remarks of two lines, units behind numbers, `.` beside -9, 99 on a scale to 10, and a sum."""
    diagnoses = ["E11.9", "I10.0", "J44.1", "C50.9", "F32.2", "K21.0", "M54.5"]
    cost = [{0: "-9", 1: "."}.get(at % 19, comma(PAY[at])) for at in PEOPLE]
    weight = [decimal.Decimal(500 + at * 77 % 600).scaleb(-1) for at in PEOPLE]
    rows = [
        f"{700_000 + at};{BORN[at]:%d.%m.%Y};{SEX[at]};{diagnoses[at * at % 7]};{comma(weight[at])} kg;{99 if at % 23 == 0 else at * 7 % 11};"
        f"{cost[at]};" + ('"klagt;\nweiter ""wie bisher"""' if at % 40 == 0 else "o.B.")
        for at in PEOPLE
    ]
    header = "Fallnr;Geb.;Geschl.;Hauptdiagnose;Gewicht;Schmerz (0-10);Kosten EUR;Bemerkung"
    whole = written(tmp_path / "sum.csv", [header, *rows, ";;Summe;;;;1.000.000,00;"], encoding="utf-8-sig", end="\r\n")
    code, seen = Way(aloof, whole, tmp_path).inspect()
    assert code == 0 and "the last row seems to be a total and no person: `Geschl.` holds a word for totals there" in seen
    (tmp_path / "p.toml").unlink()
    way = Way(aloof, written(tmp_path / "a.csv", [header, *rows], encoding="utf-8-sig", end="\r\n"), tmp_path).release()
    assert "Gewicht: numbers with a decimal comma; the sign kg was dropped" in way.seen
    assert "Kosten EUR: -9 in 11 rows seems to mean a missing value: nothing else is below zero" in way.seen
    assert "Kosten EUR: . in 11 rows seems to mean a missing value" in way.seen
    assert "Schmerz (0-10): 99 in 9 rows seems to mean a missing value" in way.seen
    assert way.column("Kosten EUR") == texts(pay for at, pay in enumerate(PAY) if at % 19 > 1)
    assert in_whole_months(way.column("Geb."), BORN)


def test_years_of_two_and_of_four_digits(aloof, tmp_path):
    born = [f"{day:%d.%m.%Y}" if at % 3 else f"{day.day}.{day.month}.{day.year % 100:02}" for at, day in enumerate(BORN)]
    rows = [f"{born[at]},{SEX[at]},{PAY[at]}" for at in PEOPLE]
    code, seen = Way(aloof, written(tmp_path / "a.csv", ["born,sex,pay", *rows]), tmp_path).inspect()
    assert code == 0 and "born: labels: 67 of 200 values are no dates written d.m.y, the first on line 2; those are written d.m.yy: write all of" in seen


def test_a_payroll(aloof, tmp_path):
    """A merged title, percent and currency formats, dates as texts between dates, truths, a total, a remark, a hidden sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Lohn"
    sheet.merge_cells("A1:F1")
    sheet["A1"], sheet["A2"], sheet["B2"] = "Lohnliste 2023", "Stand:", datetime.date(2024, 1, 15)
    sheet.append([])
    sheet.append(["Nr", "Eintritt", "Ort", "Quote", "Brutto", "aktiv"])
    for at in PEOPLE:
        day = CAME[at] if at % 5 else f"{CAME[at]:%d.%m.%Y}"
        sheet.append([at + 1, day, ["Bonn", "Köln", "Aachen"][at % 3], at * 7 % 100 / 100, float(PAY[at]), bool(at % 4)])
        sheet.cell(sheet.max_row, 4).number_format, sheet.cell(sheet.max_row, 5).number_format = "0%", '#,##0.00 "€"'
    book.create_sheet("Hilfe").sheet_state = "hidden"
    book.save(tmp_path / "a.xlsx")
    way = Way(aloof, tmp_path / "a.xlsx", tmp_path).release()
    assert "named by row 4" in way.seen and "Eintritt: dates written mixed" in way.seen
    assert way.column("Brutto") == texts(PAY) and way.column("Quote") == texts(at * 7 % 100 / 100 for at in PEOPLE)
    assert in_whole_months(way.column("Eintritt"), CAME)
    sheet.append(["Summe", None, None, None, float(sum(PAY)), None])
    sheet.append([])
    sheet.append(["* vorläufig"])
    book.save(tmp_path / "b.xlsx")
    (tmp_path / "b").mkdir()
    code, seen = Way(aloof, tmp_path / "b.xlsx", tmp_path / "b").inspect()
    assert "what it says of `Brutto` is the sum of all rows above" in seen and "was taken for remarks and not read" in seen


def test_a_survey_of_stata(aloof, tmp_path):
    """Letters that mean missing, a scale of which only the ends have labels, quarters, and texts longer than 255 bytes."""
    income = [{3: "a", 5: "b", 9: "b"}.get(at, float(PAY[at])) for at in PEOPLE]
    frame = pd.DataFrame(
        {
            "pid": [float(at) for at in PEOPLE],
            "sex": [float(1 + (sex == "w")) for sex in SEX],
            "sat": [float(1 + at * 5 % 7) for at in PEOPLE],
            "inc": pd.Series(income, dtype=object),
            "q": [float((day.year - 1960) * 4 + (day.month - 1) // 3) for day in CAME],
            "txt": ["x" * 300 + str(at % 3) if at % 9 == 0 else "kurz" for at in PEOPLE],
        }
    )
    pyreadstat.write_dta(
        frame,
        str(tmp_path / "a.dta"),
        column_labels={"inc": "Net monthly income", "sat": "Life satisfaction"},
        variable_value_labels={
            "sex": {1: "male", 2: "female"},
            "sat": {1: "not at all", 7: "fully"},
            "inc": {"a": "refused", "b": "don't know"},
        },
        missing_user_values={"inc": ["a", "b"]},
        variable_format={"q": "%tq"},
    )
    way = Way(aloof, tmp_path / "a.dta", tmp_path).release()
    assert ".a (refused), .b (don't know)" in way.seen and "sex: to be read as labels: the file has labels for its numbers" in way.seen
    assert way.column("inc") == texts(pay for at, pay in enumerate(PAY) if at not in (3, 5, 9))
    assert in_whole_months(way.column("q"), [datetime.date(day.year, (day.month - 1) // 3 * 3 + 1, 1) for day in CAME])


def test_a_packed_survey_of_spss(aloof, tmp_path):
    """Ranges of missing values, points in time, times of day, long texts, and a household's size under the name of its number."""
    income = [{1: -7.0, 4: -7.0, 6: -1.0}.get(at, float(PAY[at])) for at in PEOPLE]
    frame = pd.DataFrame(
        {
            "lfd": [float(at) for at in PEOPLE],
            "sex": [float(1 + (sex == "w")) for sex in SEX],
            "hh": [float([1, 2, 3, 4, 5, 97, 98, 99][at * 3 % 8]) for at in PEOPLE],
            "inc": income,
            "born": BORN,
            "seen": [datetime.datetime.combine(day, datetime.time(8, at % 60)) for at, day in enumerate(CAME)],
            "long": ["y" * 400 if at % 7 == 0 else "short" for at in PEOPLE],
            "reg": [["N", "S", "W", "XX"][at % 4] for at in PEOPLE],
        }
    )
    pyreadstat.write_sav(
        frame,
        str(tmp_path / "a.zsav"),
        compress=True,
        column_labels={"inc": "Einkommen", "hh": "Haushaltsgröße"},
        variable_value_labels={"sex": {1: "männlich", 2: "weiblich"}, "inc": {-7: "verweigert", -1: "weiß nicht"}},
        missing_ranges={"inc": [{"lo": -999_999, "hi": -1}], "hh": [{"lo": 97, "hi": 99}], "reg": ["XX"]},
    )
    way = Way(aloof, tmp_path / "a.zsav", tmp_path).release()
    assert "-999999..-1" in way.seen and "97..99" in way.seen
    assert 'hh = { role = "quasi"' in " ".join(way.said.split())
    assert way.column("inc") == texts(pay for at, pay in enumerate(PAY) if at not in (1, 4, 6))
    assert in_whole_months(way.column("born"), BORN) and in_whole_months(way.column("seen"), CAME)


def test_a_table_of_r_in_latin_1(aloof, tmp_path):
    """Row names without a name, decimal commas, signs, doubled quotes."""
    schools = ["Abitur", "Lehre", "keine", 'Uni ""Köln""']
    rows = [
        f'"{at + 1}";{"NA" if at % 29 == 0 else 150 + at * 7 % 50};"{comma(PAY[at])} EUR";"{comma(decimal.Decimal(at * 7 % 1000) / 10)}%";'
        f'"{NAMES[at % 8]}straße";"{schools[at % 4]}"'
        for at in PEOPLE
    ]
    file = written(tmp_path / "a.csv", ['"";"Größe";"Gehalt";"Anteil";"Straße";"Bildung"', *rows], encoding="latin-1")
    way = Way(aloof, file, tmp_path).release()
    assert "read as Windows-1252" in way.seen and "the sign EUR was dropped" in way.seen and "12.5 % is 12.5, not 0.125" in way.seen
    assert "Größe: NA in 7 rows seems to mean a missing value" in way.seen
    assert way.column("Gehalt") == texts(PAY)


def test_customers_in_utf_16(aloof, tmp_path):
    """Tabs, telephone numbers, points in time of several zones, two words for missing, amounts that bookkeepers put in brackets."""
    balance = [pay - 4000 for pay in PAY]
    rows = [
        f"K{at:05}\t0{1_000_000_000 + at * 7_919_317}\t{PAY[at]}\t{CAME[at]}T{at % 24:02}:30:00{['Z', '+02:00', '-05:00'][at % 3]}\t"
        f"{['DE', 'AT', 'CH', 'N/A', 'NA'][at % 5]}\t" + (f"({-balance[at]:,.2f})" if balance[at] < 0 else f"{balance[at]:,.2f}")
        for at in PEOPLE
    ]
    file = written(tmp_path / "a.txt", ["Kunde\tTel\tUmsatz\tKauf\tLand\tSaldo", *rows], encoding="utf-16", end="\r\n")
    way = Way(aloof, file, tmp_path).release()
    assert "Saldo: numbers with a decimal point, commas between thousands; a minus behind a number, or brackets around it" in way.seen
    assert "Tel: labels, although all of its values read as numbers" in way.seen and "Land: N/A in 40 rows" in way.seen
    assert "Kauf: points in time, their dates written y-m-d" in way.seen
    assert way.column("Umsatz") == texts(PAY) and way.column("Saldo") == texts(balance)


def test_parquet_with_what_no_cell_holds(aloof, tmp_path):
    """Lists, and points in time whose days are not those of UTC: such columns are dropped and said to be, and the audit reads on, too."""
    table = pa.table(
        {
            "pid": pa.array([10**18 + at for at in PEOPLE], pa.uint64()),
            "born": pa.array([day if at % 31 else None for at, day in enumerate(BORN)], pa.date32()),
            "region": pa.array([["north", "south", "east", None][at % 4] for at in PEOPLE]).dictionary_encode(),
            "pay": pa.array([pay if at % 13 else None for at, pay in enumerate(PAY)], pa.decimal128(12, 2)),
            "seen": pa.array([datetime.datetime(2023, 5, 1, tzinfo=datetime.UTC)] * len(PEOPLE), pa.timestamp("us", "Europe/Berlin")),
            "ok": pa.array([None if at % 11 == 0 else bool(at % 2) for at in PEOPLE]),
            "tags": pa.array([["a", "b"][: at % 3] for at in PEOPLE], pa.list_(pa.string())),
        }
    )
    pq.write_table(table, tmp_path / "a.parquet")
    way = Way(aloof, tmp_path / "a.parquet", tmp_path).release()
    assert "timestamp of the zone Europe/Berlin, where days begin at another moment than in UTC, which cannot be read" in way.seen
    assert 'tags = { role = "drop" }' in " ".join(way.said.split()) and 'seen = { role = "drop" }' in " ".join(way.said.split())
    assert way.column("pay") == texts(pay for at, pay in enumerate(PAY) if at % 13)


def test_remarks_above_a_text_of_a_laboratory(aloof, tmp_path):
    rows = [f"P-{at:04}|{1 + at * 7 % 50}.5 mg|{PAY[at]}" for at in PEOPLE]
    remarks = ["# exported by LIMS 4.2", "# site: Graz"]
    code, _, err = command(aloof, "inspect", written(tmp_path / "a.txt", [*remarks, "no|dose|result", *rows]))
    assert code == 2 and "line 3" in err and "if titles stand above" in err
    way = Way(aloof, written(tmp_path / "b.txt", ["no|dose|result", *rows]), tmp_path)
    code, seen = way.inspect()
    assert code == 0 and "dose: numbers with a decimal point; the sign mg was dropped" in seen
