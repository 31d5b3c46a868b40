"""Files as they come, written by those who write them: from `aloof inspect --write-policy` to a released and audited table. Where a
file leaves no doubt, with no option that a person wrote; where it does, with one that the program names."""

import datetime
import decimal
import json
import re

import awkward
import openpyxl
import pandas as pd
import program
import pyarrow.parquet
import pyreadstat
import pytest
import read_cells
from ways import Way, comma, command, floats, in_whole_months, texts

PEOPLE = range(60)
SEX = [1 + at * 7 % 5 % 2 for at in PEOPLE]
BORN = [datetime.date(1940 + at * 13 % 60, 1 + at * 5 % 12, 1 + at * 11 % 28) for at in PEOPLE]
ZIP = [10_000 + at * 1_373 % 90_000 for at in PEOPLE]
PAY = [decimal.Decimal(120_050 + at * at * 1_937).scaleb(-2) for at in PEOPLE]
#: Every tenth refused to say what they earn.
REFUSED = [at % 10 == 3 for at in PEOPLE]
SAID = [None if refused else pay for pay, refused in zip(PAY, REFUSED, strict=True)]


# Spreadsheets -------------------------------------------------------------------------------------------------------------


def sheet(path, columns, *, before=(), title="Tabelle1"):
    book = openpyxl.Workbook()
    book.active.title = title
    for name in before:
        book.active.title = name
        book.active["A1"] = "Read me first"
        book.create_sheet(title)
    rows = book[title]
    rows.append(list(columns))
    for row in zip(*columns.values(), strict=True):
        rows.append(list(row))
    book.save(path)


def test_excel_with_dates_and_refused_incomes(aloof, tmp_path):
    pay = [-9 if refused else float(pay) for pay, refused in zip(PAY, REFUSED, strict=True)]
    sheet(tmp_path / "a.xlsx", {"sex": SEX, "born": BORN, "PLZ": [str(code) for code in ZIP], "income": pay})
    way = Way(aloof, tmp_path / "a.xlsx", tmp_path).release()
    assert "income: -9 in 6 rows seems to mean a missing value" in way.seen
    assert re.search(r'income +=.*"-9"', way.said)
    assert way.column("income") == texts(SAID)


def test_excel_of_texts_with_decimal_commas_on_another_sheet(aloof, tmp_path):
    columns = {"Geschlecht": ["wm"[sex - 1] for sex in SEX], "Geburtstag": [day.strftime("%d.%m.%Y") for day in BORN],
               "Gehalt": [comma(pay) for pay in PAY]}  # fmt: skip
    sheet(tmp_path / "a.xlsx", columns, before=["Hinweise"], title="2026")
    # The first sheet is no table: which is meant must be said, and the file says which there are.
    looked = program.run_json(aloof, "inspect", tmp_path / "a.xlsx")
    assert looked["other_sheets"] == ["2026"]
    way = Way(aloof, f"{tmp_path / 'a.xlsx'}#2026", tmp_path).release()
    assert "Gehalt: numbers with a decimal comma, points between thousands" in way.seen
    assert "Geburtstag: dates written d.m.y" in way.seen
    assert way.column("Gehalt") == texts(PAY)


def test_excel_with_the_index_of_pandas(aloof, tmp_path):
    frame = pd.DataFrame({"sex": SEX, "birth_date": pd.to_datetime(BORN), "salary": floats(PAY)})
    frame.to_excel(tmp_path / "a.xlsx")
    way = Way(aloof, tmp_path / "a.xlsx", tmp_path).release()
    assert way.column("salary") == texts(PAY)
    assert "birth_date" in way.seen and re.search(r"^row +=.*drop", way.said, re.M)


def test_old_excel(aloof, tmp_path):
    import xlwt

    book = xlwt.Workbook(encoding="utf-8")
    rows, day = book.add_sheet("Leute"), xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for at, name in enumerate(["Geschlecht", "Geburtsdatum", "Gehalt"]):
        rows.write(0, at, name)
    for at in PEOPLE:
        rows.write(at + 1, 0, ["weiblich", "männlich"][SEX[at] - 1])
        rows.write(at + 1, 1, BORN[at], day)
        rows.write(at + 1, 2, float(PAY[at]))
    book.save(str(tmp_path / "a.xls"))
    way = Way(aloof, tmp_path / "a.xls", tmp_path).release()
    assert way.column("Gehalt") == texts(PAY)


def test_open_document(aloof, tmp_path):
    frame = pd.DataFrame({"sex": SEX, "born": BORN, "salary": floats(SAID)})
    frame.to_excel(tmp_path / "a.ods", index=False, engine="odf")
    way = Way(aloof, tmp_path / "a.ods", tmp_path).release()
    assert way.column("salary") == texts(SAID)


# Statistical programs -----------------------------------------------------------------------------------------------------

LABELS = {"sex": {1: "weiblich", 2: "männlich"}, "income": {-9: "verweigert"}}


def survey():
    pay = [-9.0 if refused else float(pay) for pay, refused in zip(PAY, REFUSED, strict=True)]
    return pd.DataFrame({"sex": SEX, "born": BORN, "region": [1 + at % 4 for at in PEOPLE], "income": pay})


@pytest.mark.parametrize("packed", [{}, {"row_compress": True}, {"compress": True}])
def test_spss_with_labels_and_declared_missing_values(aloof, tmp_path, packed):
    pyreadstat.write_sav(survey(), tmp_path / "a.sav", variable_value_labels=LABELS, missing_ranges={"income": [-9]},
                         column_labels={"income": "Monatliches Einkommen"}, **packed)  # fmt: skip
    way = Way(aloof, tmp_path / "a.sav", tmp_path).release()
    assert way.column("income") == texts(SAID)
    assert re.search(r'^sex +=.*type *= *"label"', way.said, re.M)


def test_spss_where_nothing_is_declared(aloof, tmp_path):
    pyreadstat.write_sav(survey(), tmp_path / "a.sav")
    way = Way(aloof, tmp_path / "a.sav", tmp_path).release()
    assert "income: -9 in 6 rows seems to mean a missing value" in way.seen
    assert way.column("income") == texts(SAID)


def test_spss_whose_labels_name_the_refusal(aloof, tmp_path):
    pyreadstat.write_sav(survey(), tmp_path / "a.sav", variable_value_labels=LABELS)
    way = Way(aloof, tmp_path / "a.sav", tmp_path).release()
    assert "income: -9" in way.seen
    assert way.column("income") == texts(SAID)


@pytest.mark.parametrize("version", [8, 12, 13, 15])
def test_stata_with_extended_missing_values(aloof, tmp_path, version):
    frame = survey()
    frame["income"] = ["a" if refused else float(pay) for pay, refused in zip(PAY, REFUSED, strict=True)]
    pyreadstat.write_dta(frame, tmp_path / "a.dta", version=version, missing_user_values={"income": ["a"]},
                         variable_value_labels={"sex": LABELS["sex"], "income": {"a": "verweigert"}})  # fmt: skip
    way = Way(aloof, tmp_path / "a.dta", tmp_path).release()
    assert way.column("income") == texts(SAID)


def test_stata_of_pandas(aloof, tmp_path):
    frame = survey().assign(sex=pd.Categorical([LABELS["sex"][sex] for sex in SEX]), born=pd.to_datetime(BORN), income=floats(SAID))
    frame.to_stata(tmp_path / "a.dta", write_index=False, version=118, convert_dates={"born": "td"})
    way = Way(aloof, tmp_path / "a.dta", tmp_path).release()
    assert way.column("income") == texts(SAID)


@pytest.mark.parametrize("call", ["haven::write_sas(d, out)", "haven::write_dta(d, out)", "haven::write_sav(d, out)",
                                  "write.csv(d, out)", "write.csv2(d, out)", "write.table(d, out)",
                                  "write.table(d, out, fileEncoding = 'latin1', sep = '\\t')"])  # fmt: skip
def test_tables_of_r(aloof, r, tmp_path, call):
    rows = {"sex": SEX, "pay": [float(pay) for pay in PAY], "born": [day.isoformat() for day in BORN]}
    d = f"""d <- data.frame(sexe = c({str(rows['sex'])[1:-1]}), salaire = c({str(rows['pay'])[1:-1]}),
            naissance = as.Date(c({str(rows['born'])[1:-1]})), ville = rep_len(c("Gen\\u00e8ve", "Lyon"), 60))"""
    file = tmp_path / "table"
    awkward.by_r(file, f"{d}\n{call}")
    way = Way(aloof, file, tmp_path).release()
    assert way.column("salaire") == texts(PAY)


# Texts --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [
    {"sep": ";", "decimal": ",", "encoding": "cp1252"},
    {"sep": "\t", "decimal": ",", "encoding": "utf-16"},
    {"sep": ",", "encoding": "utf-8-sig", "index": False, "lineterminator": "\r\n"},
    {"sep": ";", "decimal": ",", "index": False, "na_rep": "NA"},
    {"sep": "|", "index": False, "na_rep": ".", "quoting": 1},
])  # fmt: skip
def test_texts_of_pandas(aloof, tmp_path, how):
    frame = pd.DataFrame({"Geschlecht": ["wm"[sex - 1] for sex in SEX], "geboren": [day.strftime("%d.%m.%Y") for day in BORN],
                          "Ort": ["Zürich" if at % 2 else "Köln" for at in PEOPLE], "Gehalt": floats(SAID)})  # fmt: skip
    frame.to_csv(tmp_path / "a.csv", **how)
    way = Way(aloof, tmp_path / "a.csv", tmp_path).release()
    assert "geboren: dates written d.m.y" in way.seen
    assert way.column("Gehalt") == texts(SAID)


@pytest.mark.parametrize("written", ["%d.%m.%Y", "%m/%d/%Y", "%Y/%m/%d", "%d-%b-%Y"])
def test_dates_in_every_notation_become_dates(aloof, tmp_path, written):
    for at, suffix in enumerate(("csv", "xlsx")):
        frame = pd.DataFrame({"sex": SEX, "born": [day.strftime(written) for day in BORN], "salary": floats(PAY)})
        file = tmp_path / f"a.{suffix}"
        frame.to_csv(file, index=False) if suffix == "csv" else frame.to_excel(file, index=False)
        folder = tmp_path / str(at)
        folder.mkdir()
        way = Way(aloof, file, folder).release()
        assert "born: dates written" in way.seen
        assert in_whole_months(way.column("born"), BORN)


def test_days_that_may_be_months_are_asked_for(aloof, tmp_path):
    born = [day.replace(day=1 + day.day % 12) for day in BORN]
    frame = pd.DataFrame({"sex": SEX, "born": [day.strftime("%d/%m/%Y") for day in born], "salary": floats(PAY)})
    for suffix in ("csv", "xlsx"):
        file = tmp_path / f"a.{suffix}"
        frame.to_csv(file, index=False) if suffix == "csv" else frame.to_excel(file, index=False)
        folder = tmp_path / suffix
        folder.mkdir()
        _, seen = Way(aloof, file, folder).inspect()
        assert "d/m/y" in seen and "m/d/y" in seen
        code, _, err = command(aloof, "anonymize", file, "--policy", folder / "p.toml", "--seed", "7", "--out", folder / "out")
        assert code == 2 and 'date = "d/m/y"' in err and not (folder / "out").exists()
        (folder / "p.toml").unlink()
        way = Way(aloof, file, folder, "--date", "d/m/y").release()
        assert in_whole_months(way.column("born"), born)


def test_parquet_of_pandas(aloof, tmp_path):
    frame = pd.DataFrame({"sex": pd.Categorical(["wm"[sex - 1] for sex in SEX]), "born": pd.to_datetime(BORN),
                          "salary": pd.array([None if pay is None else pay for pay in SAID], dtype=pd.ArrowDtype(pyarrow.decimal128(12, 2)))})  # fmt: skip
    frame.to_parquet(tmp_path / "a.parquet")
    way = Way(aloof, tmp_path / "a.parquet", tmp_path).release()
    assert way.column("salary") == texts(SAID)


def test_nothing_becomes_a_label_in_silence(aloof, tmp_path):
    pay = [read_cells.text(pay) for pay in PAY]
    pay[17] = "about 1200"
    for suffix in ("csv", "xlsx"):
        frame = pd.DataFrame({"sex": SEX, "income": pay})
        file = tmp_path / f"a.{suffix}"
        frame.to_csv(file, index=False) if suffix == "csv" else frame.to_excel(file, index=False)
        _, seen = Way(aloof, file, tmp_path).inspect()
        (tmp_path / "p.toml").unlink(missing_ok=True)
        assert "income" in seen and ("seems to mean a missing value" in seen or "1 of 60 values are no numbers" in seen), seen
        assert json.loads(program.run(aloof, "inspect", file, "--json"))["columns"][1]["notes"] != []
