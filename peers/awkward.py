"""Files with all that people put into tables, written by the programs and libraries that people use."""

import datetime
import math
import shutil
import subprocess
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pyreadstat
from read_cells import WHO
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

DAY = datetime.date
AT = datetime.datetime
NUMBERS = [0.1, 30001.1, 1e15, -9.0, 1 / 3, 123456789.25, 0.1 + 0.2, 5e-324, 1e-7, 2.0**53, 0.0, -0.0, 100.0, 99.0, math.nan]
#: Without those that take more digits than a number of a table may have.
MODEST = [value for value in NUMBERS if value == 0 or not abs(value) < 1e-20]
DAYS = [DAY(1850, 1, 1), DAY(1899, 12, 31), DAY(1900, 2, 28), DAY(1900, 3, 1), DAY(1959, 12, 31), DAY(1960, 1, 1),
        DAY(1970, 1, 1), DAY(2000, 2, 29), DAY(2038, 1, 20), DAY(2262, 4, 12), DAY(9999, 12, 31), DAY(1582, 10, 15), None]
TIMES = [AT(1850, 1, 1, 23, 59, 59), AT(1960, 1, 1), AT(2020, 1, 31, 8, 30), AT(2020, 1, 31, 8, 30, 0, 500_000),
         AT(1999, 12, 31, 23, 59, 59, 999_000), None]
TEXTS = ["plain", "Zürich", "日本語", " leads", "two\nlines", 'a "quoted" one', "comma, semicolon; tab\t", "007", "x" * 254, "é" * 60,
         "-", "NA", "'=1+1", "emoji 🙂", ""]


def filled(values, rows):
    """As many rows as asked for, from the values over and over."""
    return [values[row % len(values)] for row in range(rows)]


def people(rows=30, **columns):
    return pd.DataFrame({WHO: range(1, rows + 1), **{name: filled(values, rows) for name, values in columns.items()}})


def codes(rows=30):
    return people(
        rows,
        sex=[1.0, 2.0, math.nan, 1.0, 9.0],
        marstat=[1.0, 2.0, 3.0, -8.0, -9.0, 97.0, 98.5, 99.0],
        income=[-99.0, 1200.5, 0.1, 88888.0, 99999.0, math.nan, 1e15, 30001.1],
        größe=[1.0, 1.75, 2.0],
        ward=["N", "S", "XX", "", "ZZ"],
    )


LABELS = {
    "sex": {1: "männlich", 2: "weiblich", 9: "keine Angabe"},
    "marstat": {1: "single", 2: "married", 3: "widowed", -9: "refused", -8: "don't know"},
    "ward": {"N": "north", "S": "south", "XX": "nowhere"},
}
COLUMN_LABELS = {"sex": "Geschlecht der Person", "income": "Monthly income, €", "größe": "日本語のラベル", WHO: "x" * 79}
MISSING = {
    "sex": [9],
    "marstat": [{"lo": -9, "hi": -8}, 97],
    "income": [{"lo": 88888, "hi": 99999}, -99],
    "ward": ["XX", "ZZ"],
}


# SPSS ---------------------------------------------------------------------------------------------------------------------


def spss_codes(path, **how):
    pyreadstat.write_sav(
        codes(), path, column_labels=COLUMN_LABELS, variable_value_labels=LABELS, missing_ranges=MISSING,
        variable_measure={"sex": "nominal", "income": "scale", "marstat": "ordinal"}, file_label="Ämter", note=["one", "two"], **how,
    )  # fmt: skip


def spss_values(path, **how):
    frame = people(40, x=MODEST, d=DAYS, at=TIMES, t=[datetime.time(8, 30), datetime.time(0), datetime.time(23, 59, 59), None],
                   s=TEXTS, whole=[1, 2, -7, 2**31, 100_000])  # fmt: skip
    pyreadstat.write_sav(frame, path, variable_format={"whole": "F12.0", "d": "EDATE10"}, **how)


def spss_long(path, **how):
    long = ["a" * 255, "b" * 256, "é" * 300, "c" * 2000, "d" * 32_000, "", "short", "ends " + " " * 300 + "late"]
    frame = people(16, long=long, later=[1.5, 2.5], also=[text[:260] for text in long], a_name_longer_than_eight_letters=[7.0])
    labels = {"also": {"b" * 256: "many b", "short": "kurz"}}
    pyreadstat.write_sav(frame, path, variable_value_labels=labels, column_labels={"long": "L" * 250}, **how)


def spss_many_columns(path):
    """More names than eight letters can tell apart, and compressed runs longer than one group of commands."""
    columns = {f"antwort_auf_frage_{at:03d}": [float(at % 7), math.nan, 250.0, 251.0, 252.0, -99.0, -100.0, 0.5] for at in range(300)}
    pyreadstat.write_sav(people(20, **columns), path)


# Stata --------------------------------------------------------------------------------------------------------------------


def stata_codes(path, version):
    frame = codes().drop(columns=["ward", "größe"] if version < 14 else ["ward"])
    frame["kind"] = filled(["a", 1.0, 2.0, math.nan, "z", 3.0], len(frame))
    labels = {"sex": LABELS["sex"], "marstat": LABELS["marstat"], "kind": {1: "one", 2: "two", "a": "refused", "z": "lost"}}
    pyreadstat.write_dta(
        frame, path, version=version, variable_value_labels=labels, missing_user_values={"kind": ["a", "z"]}, file_label="file",
        column_labels={name: label for name, label in COLUMN_LABELS.items() if name in frame and name != "größe"},
    )  # fmt: skip


def stata_values(path, version):
    texts = TEXTS if version >= 14 else [text[:240] for text in TEXTS if text.isascii()]
    frame = people(40, x=MODEST, d=DAYS, at=TIMES, s=texts, whole=[1, 2, -7, 2**30])
    pyreadstat.write_dta(frame, path, version=version)


def stata_pandas(path, version, byteorder="<"):
    """As pandas writes it: five types of numbers, categoricals, long texts; by either order of bytes."""
    rows = 30
    frame = pd.DataFrame({
        WHO: np.arange(1, rows + 1, dtype="int32"),
        "small": pd.array(filled([1, -127, 100, 0], rows), dtype="int8"),
        "middle": pd.array(filled([32740, -32767, 7], rows), dtype="int16"),
        "large": pd.array(filled([2_147_483_620, -2_147_483_647, 30001], rows), dtype="int32"),
        "single": pd.array(filled([0.1, 30001.1, 1e15, -9, math.nan, 1 / 3, 16777216.0], rows), dtype="float32"),
        "real": filled(MODEST, rows),
        "ward": pd.Categorical(filled(["nord", "süd", "ost", None] if version >= 118 else ["nord", "sued", None], rows)),
        "born": pd.to_datetime(filled(["1850-01-01", "1960-01-01", "2020-02-29", None], rows)),
        "seen": pd.to_datetime(filled(["1850-01-01 08:30", "1960-01-01", "2020-02-29 23:59:59.5", None], rows), format="ISO8601"),
        "month": pd.to_datetime(filled(["1959-12-01", "2020-02-01"], rows)),
        "text": filled(["", "a", "x" * 200], rows),
    })  # fmt: skip
    # Pandas cannot read the long texts that it writes with the large bytes first.
    long = version >= 117 and byteorder == "<"
    how = {"convert_strl": ["note"]} if long else {}
    if long:
        frame["note"] = filled(["short", "y" * 3000, "", "ü" * 2100 if version >= 118 else "z" * 2100], rows)
    frame.to_stata(
        path, version=version, write_index=False, convert_dates={"born": "td", "seen": "tc", "month": "tm"}, data_label="people",
        variable_labels={"single": "a label", "text": "t" * 80}, value_labels={"small": {1: "one", -127: "least"}},
        byteorder=byteorder, **how,
    )  # fmt: skip


def stata_periods(path):
    frame = people(12, **{f"{kind}_": pd.to_datetime(["1959-12-31", "1960-01-01", "2020-02-29", "2020-07-01", None])
                          for kind in ("tw", "tm", "tq", "th", "ty", "td")})  # fmt: skip
    frame.to_stata(path, version=118, write_index=False, convert_dates={f"{kind}_": kind for kind in ("tw", "tm", "tq", "th", "ty", "td")})


# Spreadsheets -------------------------------------------------------------------------------------------------------------


def excel_values(path, epoch=None):
    """A column of each kind of cells, written by openpyxl."""
    book = openpyxl.Workbook()
    if epoch is not None:
        book.epoch = epoch
    sheet = book.active
    sheet.title = "Blatt 1"
    names = [WHO, "x", "d", "at", "t", "stretch", "s", "sure", "mixed", "code", "größe in m", "percent"]
    sheet.append(names)
    days = [day for day in DAYS if day is None or day >= (DAY(1904, 1, 2) if epoch is not None else DAY(1900, 3, 1))]
    times = [time for time in TIMES if time is None or time.year > 1904]
    mixed = [1, "one", 2.5, True, DAY(2020, 1, 31), None, "#N/A", "1,5"]
    for row in range(40):
        at = lambda values, row=row: values[row % len(values)]  # noqa: E731
        x = at(MODEST)
        sheet.append([
            row + 1, None if math.isnan(x) else x, at(days), at(times), at([datetime.time(8, 30), datetime.time(23, 59, 59)]),
            at([datetime.timedelta(hours=37, minutes=30), datetime.timedelta(seconds=1)]),
            at([text for text in TEXTS if not text.startswith("'=")]), at([True, False, None]), at(mixed), at(["007", "012"]),
            at([1, 1.75]), at([0.12, 0.5]),
        ])  # fmt: skip
        sheet.cell(row + 2, 12).number_format = "0.00%"
        sheet.cell(row + 2, 2).number_format = '#,##0.00 "days"'
        sheet.cell(row + 2, 6).number_format = "[h]:mm:ss"
    book.save(path)


def excel_layout(path):
    """Blank rows and columns, merged cells, a table that begins further down, other and hidden sheets, rich text, remarks."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "front"
    sheet["B2"] = "nothing of interest"
    sheet = book.create_sheet("Übersicht & mehr <1>")
    header, start = [WHO, "ward", None, "pay", "note"], 4
    for at, name in enumerate(header):
        sheet.cell(start, at + 2, name)
    row, who = start + 1, 0
    for who in range(1, 21):
        row += 1 + (who % 5 == 0)
        rich = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"), " again")
        for column, value in zip((2, 3, 5, 6), (who, "north" if who % 2 else "south", who * 0.1, rich if who % 3 else None), strict=True):
            sheet.cell(row, column, value)
    sheet.merge_cells(start_row=start + 2, start_column=3, end_row=start + 3, end_column=3)
    sheet["B8"].comment = openpyxl.comments.Comment("a remark", "somebody")
    sheet.row_dimensions[9].hidden = True
    hidden = book.create_sheet("secret")
    hidden.sheet_state = "hidden"
    hidden.append([WHO, "x"])
    book.save(path)


def excel_of_pandas(path):
    frame = people(30, x=MODEST, d=[pd.Timestamp("2020-01-31"), pd.NaT, pd.Timestamp("1950-06-07")],
                   at=[pd.Timestamp("2020-01-31 08:30:15"), pd.NaT], s=[text for text in TEXTS if text], sure=[True, False])  # fmt: skip
    frame.to_excel(path, index=False, sheet_name="people", engine="xlsxwriter")


def excel_of_xlsxwriter(path):
    """Formulas with what they gave, errors, links, texts in the cells themselves."""
    import xlsxwriter

    book = xlsxwriter.Workbook(str(path), {"constant_memory": True, "nan_inf_to_errors": True})
    sheet, date = book.add_worksheet("Tabelle1"), book.add_format({"num_format": "dd.mm.yyyy"})
    bold = book.add_format({"bold": True})
    sheet.write_row(0, 0, [WHO, "sum", "text", "error", "sure", "link", "rich", "born", "blank", "escaped"])
    for row in range(1, 31):
        sheet.write_number(row, 0, row)
        sheet.write_formula(row, 1, f"=A{row + 1}*0.1", None, row * 0.1)
        sheet.write_formula(row, 2, f'="t"&A{row + 1}', None, f"t{row}")
        sheet.write_formula(row, 3, "=1/0", None, ["#DIV/0!", "#N/A", 4.5][row % 3])
        sheet.write_formula(row, 4, "=TRUE()", None, row % 2 == 0)
        sheet.write_url(row, 5, "https://example.org/?a=1&b=2", string=f"link {row}")
        sheet.write_rich_string(row, 6, "a ", bold, "b", " c")
        sheet.write_datetime(row, 7, datetime.datetime(1900 + 3 * row, 1 + row % 12, 1 + row % 28), date)
        sheet.write_blank(row, 8, None, date)
        sheet.write_string(row, 9, ["_x000D_ as it is", "a\rb", "<&>\"'", "tab\there"][row % 4])
    book.close()


def xls_values(path, before=("leer",)):
    import xlwt

    book = xlwt.Workbook(encoding="utf-8")
    for name in before:
        book.add_sheet(name)
    sheet = book.add_sheet("Zahlen äöü")
    date, time = xlwt.easyxf(num_format_str="DD.MM.YYYY"), xlwt.easyxf(num_format_str="YYYY-MM-DD HH:MM:SS")
    for column, name in enumerate([WHO, "x", "d", "at", "s", "sure", "error", "many", "mixed", "sum"]):
        sheet.write(0, column, name)
    for row in range(1, 200):
        at = lambda values, row=row: values[row % len(values)]  # noqa: E731
        sheet.write(row, 0, row)
        if not math.isnan(at(MODEST)):
            sheet.write(row, 1, at(MODEST))
        if at(DAYS) and at(DAYS) > DAY(1900, 3, 1):
            sheet.write(row, 2, at(DAYS), date)
        if at(TIMES) and at(TIMES).year > 1900:
            sheet.write(row, 3, at(TIMES), time)
        sheet.write(row, 4, at(TEXTS))
        sheet.write(row, 5, row % 2 == 0)
        sheet.row(row).set_cell_error(6, at(["#DIV/0!", "#N/A!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#NULL!"]))
        # Enough texts that the list of them goes over several records, and is cut inside of a text.
        sheet.write(row, 7, f"{row} " + at(["é", "日", "x"]) * (row * 11))
        sheet.write(row, 8, at([1, "one", 2.25, True]))
        sheet.write(row, 9, 1234 if row % 2 else 0.01 * row)
    book.save(str(path))


def ods_of_pandas(path):
    frame = people(30, x=MODEST, s=[text for text in TEXTS if text and "\n" not in text and "\t" not in text and "  " not in text],
                   d=[DAY(2020, 1, 31), None, DAY(1850, 6, 7)], at=[AT(2020, 1, 31, 8, 30), AT(1999, 12, 31)],
                   sure=[True, False])  # fmt: skip
    frame["x"] = [None if math.isnan(x) else x for x in frame["x"]]
    frame.to_excel(path, index=False, engine="odf", sheet_name="Leute")


# R ------------------------------------------------------------------------------------------------------------------------


def r_is_there():
    """Whether R and its package haven are there."""
    rscript = shutil.which("Rscript")
    if rscript is None:
        return False
    asked = subprocess.run([rscript, "-e", "library(haven); library(foreign)"], capture_output=True, check=False)
    return asked.returncode == 0


R_FRAME = """
library(haven)
n <- 30
d <- data.frame(who = seq_len(n))
d$amount <- rep_len(c(0.1, 30001.1, 1e15, NA, 1/3, -9), n)
d$whole <- rep_len(c(1L, NA, -7L, 2000000000L), n)
d$sex <- labelled(rep_len(c(1, 2, 9, NA), n), c(male = 1, female = 2, refused = 9), label = "Sex of the person")
d$born <- rep_len(as.Date(c("1850-01-01", "1960-01-01", "2020-02-29", NA)), n)
d$seen <- rep_len(as.POSIXct(c("1899-12-31 08:30:00", "2020-02-29 23:59:59", NA), tz = "UTC"), n)
d$city <- rep_len(c("Z\\u00fcrich", "Rome", "", NA), n)
d$sure <- rep_len(c(TRUE, FALSE, NA), n)
d$level <- factor(rep_len(c("low", "high", NA), n), levels = c("low", "high"))
"""


def by_r(path, call):
    """Written by R: `call` has the frame `d` and the file `f`."""
    code = f"{R_FRAME}\nout <- {str(path)!r}\n{call}\n"
    done = subprocess.run(["Rscript", "-e", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and Path(path).is_file(), done.stderr


# PSPP ---------------------------------------------------------------------------------------------------------------------

PSPP = """
SET LOCALE='windows-1252'.
DATA LIST LIST NOTABLE /who (F8.0) x (F8.2) born (DATE11) seen (DATETIME20) adate (ADATE10) edate (EDATE10) sdate (SDATE10)
  jdate (JDATE7) clock (TIME8) span (DTIME10) month (MONTH9) wkday (WKDAY9) moyr (MOYR8) qyr (QYR8) wkyr (WKYR8)
  dollar (DOLLAR10.2) comma (COMMA10.1) pct (PCT5.1) sci (E12.3) city (A20) note (A300).
BEGIN DATA
1 0.5 "01-JAN-1850" "31-JAN-2020 08:30:00" "02/29/2020" "31.12.1999" "2001/02/03" "1999123" "08:30:15" "2 03:04:05" "MAR" "TUE" "MAR 2020" "2 Q 2020" "10 WK 2020" 12.50 1000.5 12.5 1E10 "Zürich" "a very long one"
2 -9 "15-OCT-1582" "01-JAN-1999 00:00:00" "01/01/1900" "01.02.2003" "2001/02/03" "2020001" "23:59:59" "0 00:00:01" "DEC" "SUN" "DEC 1959" "4 Q 1999" "1 WK 1999" -1 -1000.5 99.9 0.1 "Köln" ""
3 99 "01-JAN-1850" "31-JAN-2020 08:30:00" "02/29/2020" "31.12.1999" "2001/02/03" "1999123" "08:30:15" "2 03:04:05" "MAR" "TUE" "MAR 2020" "2 Q 2020" "10 WK 2020" 12.50 1000.5 12.5 1E10 "" "b"
END DATA.
VARIABLE LABELS x 'Größe in €' city 'Ort'.
VALUE LABELS x -9 'verweigert' 99 'weiß nicht' /city 'N' 'am Rhein'.
MISSING VALUES x (LO THRU -5, 99) /city ('Köln').
SAVE OUTFILE='{path}' /{how}.
"""


def by_pspp(path, how):
    """System files in Windows-1252, with every format of dates."""
    syntax = PSPP.format(path=path, how=how)
    source = Path(path).with_suffix(".sps")
    source.write_bytes(syntax.encode("cp1252"))
    done = subprocess.run(["pspp", "--syntax-encoding=windows-1252", source], capture_output=True, text=True, check=False)
    assert Path(path).is_file(), done.stdout + done.stderr
