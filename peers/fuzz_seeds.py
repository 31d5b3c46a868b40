"""Small files of every format, for the fuzzer to begin with: `peers/.venv/bin/python peers/fuzz_seeds.py` writes them to fuzz/seeds.

The first byte of a seed says how columns are asked for; what all files of a format begin with is left out, since the target puts
it there.
"""

import datetime
import io
import math
import tempfile
import zipfile
from pathlib import Path

import awkward
import openpyxl
import pandas as pd
import program
import pyreadstat
import xlwt

SEEDS = program.ROOT / "fuzz" / "seeds"
FRAME = pd.DataFrame({
    "who": [1.0, 2.0, 3.0, -9.0], "x": [0.1, math.nan, 1e15, 99.0], "s": ["Zürich", "", "a", "x" * 20],
    "d": [datetime.date(2020, 1, 31), None, datetime.date(1850, 1, 1), datetime.date(1960, 1, 1)],
    "at": [datetime.datetime(2020, 1, 31, 8, 30), None, datetime.datetime(1850, 1, 1), datetime.datetime(1960, 1, 1)],
})  # fmt: skip
LABELS = {"who": {1: "one", -9: "refused"}}


def put(target, name, content, choice=0):
    folder = SEEDS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(bytes([choice]) + content)


def surveys(folder):
    for version in (8, 10, 13, 14, 15):
        file = folder / "a.dta"
        pyreadstat.write_dta(FRAME, file, version=version, variable_value_labels=LABELS, column_labels={"x": "a label"})
        put("dta", f"stata_{version}", file.read_bytes())
    FRAME.drop(columns=["d", "at"]).assign(note=["y" * 3000, "", "b", "c"]).to_stata(file, version=118, write_index=False, convert_strl=["note"])
    put("dta", "long_texts", file.read_bytes())
    for name, how in {"plain": {}, "bytes": {"row_compress": True}, "zlib": {"compress": True}}.items():
        file = folder / "a.sav"
        long = FRAME.assign(long=["y" * 600, "", "b", "c"])
        pyreadstat.write_sav(long, file, variable_value_labels={**LABELS, "long": {"b": "bee"}}, missing_ranges={"who": [-9], "s": ["a"]}, **how)
        put("sav", name, file.read_bytes().removeprefix(b"$FL"))
    if awkward.r_is_there():
        file = folder / "a.sas7bdat"
        awkward.by_r(file, "haven::write_sas(d[1:4, c('who', 'amount', 'city', 'born', 'seen')], out)")
        put("sas7bdat", "haven", file.read_bytes()[32:])


def sheets(folder):
    book = openpyxl.Workbook()
    book.active.append(list(FRAME))
    for row in FRAME.astype(object).where(FRAME.notna(), None).itertuples(index=False):
        book.active.append([None if value is pd.NaT else value for value in row])
    book.active["F1"], book.active["F2"], book.active["F3"] = "f", True, "#N/A"
    file = folder / "a.xlsx"
    book.save(file)
    put("zip", "xlsx", file.read_bytes().removeprefix(b"PK"))
    with zipfile.ZipFile(file) as archive:
        names = [f"xl/{part}.xml" for part in ("worksheets/sheet1", "sharedStrings", "styles")]
        parts = [archive.read(name) if name in archive.namelist() else b"" for name in names]
    put("xlsx", "openpyxl", b"\xff".join(parts))
    FRAME.to_excel(file, index=False, engine="xlsxwriter")
    with zipfile.ZipFile(file) as archive:
        put("xlsx", "xlsxwriter", b"\xff".join(archive.read(name) for name in names))
    inline = b'<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>a</t></is></c></row><row><c s="1"><v>43861.5</v></c></row></sheetData></worksheet>'
    styles = b'<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    put("xlsx", "inline", b"\xff".join([inline, b"", styles]))
    FRAME.assign(at=None).to_excel(folder / "a.ods", index=False, engine="odf")
    with zipfile.ZipFile(folder / "a.ods") as archive:
        put("ods", "odfpy", archive.read("content.xml"))
    put("zip", "ods", (folder / "a.ods").read_bytes().removeprefix(b"PK"))
    old = xlwt.Workbook(encoding="utf-8")
    rows, day = old.add_sheet("one"), xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for at, name in enumerate(FRAME):
        rows.write(0, at, name)
    for at in range(4):
        rows.write(at + 1, 0, at)
        rows.write(at + 1, 1, 0.1 + at)
        rows.write(at + 1, 2, FRAME["s"][at])
        rows.write(at + 1, 3, datetime.date(2020, 1, 1 + at), day)
        rows.write(at + 1, 4, at % 2 == 0)
    whole = io.BytesIO()
    old.save(whole)
    put("xls", "file", whole.getvalue())
    put("xls", "records", old.get_biff_data(), choice=64)


def texts():
    csv = FRAME.assign(pay=["1.234,56", "€ 7", "-9", "NA"]).to_csv(sep=";", index=True)
    for choice, encoding in ((255, "cp1252"), (255, "utf-16"), (0, "utf-8"), (1, "utf-16-le"), (3, "windows-1252")):
        put("text", encoding, csv.encode(encoding), choice=choice)
    put("text", "dates", b"a,b,c\n01/02/2020,6. Februar 1969,12:30\n31/12/1999,\"Feb 6, 1969\",2020-01-31T08:30:00+02:00\n", choice=255)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        surveys(Path(made))
        sheets(Path(made))
        texts()
