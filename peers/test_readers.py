"""Cell by cell: what the program reads from Excel, OpenDocument, SPSS, Stata and SAS is what pyreadstat, pandas, openpyxl and
xlrd read, labels, formats and declared missing values included.

The files are made by the writers that people use (pyreadstat, pandas, openpyxl, XlsxWriter, xlwt, odfpy, R's haven and foreign),
never by our own. Where the program reads on purpose something else, the test says what: `docs/reading.md` says why.
"""

import datetime
import decimal
import math
import shutil

import awkward
import read_cells
import numpy as np
import openpyxl
import pandas as pd
import program
import pyreadstat
import pytest
import sas_packed
from openpyxl.utils.escape import unescape


def same(aloof, file, theirs, *flags):
    """All columns of a file are those of a dict from names to lists, in its order."""
    ours = read_cells.cells(aloof, file, list(theirs), *flags)
    found = {name: read_cells.differences(ours[name], values)[:3] for name, values in theirs.items() if name != read_cells.WHO}
    assert {name: rows for name, rows in found.items() if rows} == {}
    return ours


# SPSS and Stata -----------------------------------------------------------------------------------------------------------


def survey_columns(frame, types):
    """What pyreadstat read, as values of Python; floats of four bytes as such."""
    found = {}
    for name in frame.columns:
        values = [None if read_cells.is_nothing(value) else value for value in frame[name].astype(object)]
        if types.get(name) == "float":
            values = [np.float32(value) if isinstance(value, float) else value for value in values]
        found[name] = values
    return found


def stored(meta):
    return dict(meta.readstat_variable_types.items())


def codebook_is(aloof, file, meta, *, formats=True):
    """Names in their order, labels of columns, labels of values, declared missing values, formats."""
    ours = read_cells.codebook(aloof, file)
    assert list(ours) == meta.column_names
    for name, column in ours.items():
        assert column["label"] == (meta.column_names_to_labels[name] or None), name
        theirs = meta.variable_value_labels.get(name, {})
        told = {read_cells.text(value): label for value, label in theirs.items()}
        # Extended missing values are `.a` in Stata's words.
        told = {f".{value}" if is_extended(value, meta, name) else value: label for value, label in told.items()}
        assert dict(column["value_labels"]) == told, name
        if formats:
            assert column["format"] == meta.original_variable_types[name], name
        # Those that have a label are told as missing; pyreadstat tells their labels only.
        letters = [value for value in told if value.startswith(".") and value[1:].isalpha()]
        assert sorted(column["declared_missing"]) == sorted(declared(meta, name) + letters), name


def is_extended(value, meta, name):
    return len(value) == 1 and value.isalpha() and meta.readstat_variable_types[name] != "string"


def declared(meta, name):
    """As the program shows it: `-9..-8` is a range, `>=90` one without end."""
    found = []
    for piece in meta.missing_ranges.get(name, []):
        low, high = piece["lo"], piece["hi"]
        if isinstance(low, str) or low == high:
            found.append(read_cells.text(low))
        elif math.isinf(low) or abs(low) > 1e300:
            found.append(f"<={read_cells.text(high)}")
        elif math.isinf(high) or abs(high) > 1e300:
            found.append(f">={read_cells.text(low)}")
        else:
            found.append(f"{read_cells.text(low)}..{read_cells.text(high)}")
    return found


SPSS_WAYS = {"plain": {}, "by bytes": {"row_compress": True}, "by zlib": {"compress": True}}
SPSS_FILES = {"codes": awkward.spss_codes, "values": awkward.spss_values, "long texts": awkward.spss_long}


@pytest.mark.parametrize("way", SPSS_WAYS)
@pytest.mark.parametrize("content", SPSS_FILES)
def test_spss_is_what_pyreadstat_reads(aloof, tmp_path, content, way):
    file = tmp_path / "people.sav"
    SPSS_FILES[content](file, **SPSS_WAYS[way])
    spss_is(aloof, file)


def spss_is(aloof, file, **how):
    frame, meta = pyreadstat.read_sav(file, **how)
    same(aloof, file, survey_columns(frame, stored(meta)))
    codebook_is(aloof, file, pyreadstat.read_sav(file, user_missing=True, metadataonly=True, **how)[1])


#: Formats that pyreadstat reads as it reads numbers, and what they mean.
SPSS_DAYS = ["DATE9", "MOYR8", "MOYR6", "QYR8", "QYR6", "WKYR10", "WKYR8"]
SPSS_SPANS = ["MTIME8", "DTIME10", "DTIME13"]
SPSS_KNOWN = """DATE11 ADATE10 ADATE8 EDATE10 EDATE8 JDATE7 JDATE5 SDATE10 SDATE8 DATETIME20 DATETIME17 YMDHMS19 TIME8 TIME5 WKDAY9
MONTH9""".split()


def test_every_format_of_spss_dates(aloof, tmp_path):
    """One column for each; where pyreadstat does not know a format, days are those that the seconds say."""
    days = [datetime.datetime(1969, 2, 6), datetime.datetime(2020, 1, 31), datetime.datetime(1899, 12, 31)]
    seconds = [(day - datetime.datetime(1582, 10, 14)).total_seconds() for day in days]
    spans = [30_600.0, 0.0, 86_399.0]
    values = {name: spans if "TIME" in name[:5] and not name.startswith("DATE") else seconds for name in SPSS_KNOWN + SPSS_DAYS + SPSS_SPANS}
    values |= {"WKDAY9": [1.0, 5.0, 7.0], "MONTH9": [1.0, 5.0, 12.0]}
    file = tmp_path / "dates.sav"
    frame = pd.DataFrame({read_cells.WHO: [1.0, 2.0, 3.0], **values})
    pyreadstat.write_sav(frame, file, variable_format={name: name for name in values})
    read, meta = pyreadstat.read_sav(file)
    assert {name: meta.original_variable_types[name] for name in values} == {name: name for name in values}
    theirs = survey_columns(read, stored(meta))
    theirs |= {name: [day.date() for day in days] for name in SPSS_DAYS}
    theirs |= {name: [datetime.time(8, 30), datetime.time(0), datetime.time(23, 59, 59)] for name in SPSS_SPANS}
    same(aloof, file, theirs)


def test_many_columns_of_spss(aloof, tmp_path):
    awkward.spss_many_columns(tmp_path / "wide.sav")
    spss_is(aloof, tmp_path / "wide.sav")


@pytest.mark.parametrize("version", [8, 10, 12, 13, 14, 15])
@pytest.mark.parametrize("content", ["codes", "values"])
def test_stata_is_what_pyreadstat_reads(aloof, tmp_path, content, version):
    file = tmp_path / "people.dta"
    {"codes": awkward.stata_codes, "values": awkward.stata_values}[content](file, version)
    stata_is(aloof, file)


def stata_is(aloof, file, **how):
    frame, meta = pyreadstat.read_dta(file, **how)
    same(aloof, file, survey_columns(frame, stored(meta)))
    codebook_is(aloof, file, meta)


@pytest.mark.parametrize("byteorder", ["<", ">"])
@pytest.mark.parametrize("version", [114, 117, 118, 119])
def test_stata_of_pandas_is_what_pandas_reads(aloof, tmp_path, version, byteorder):
    file = tmp_path / "people.dta"
    awkward.stata_pandas(file, version, byteorder)
    with pd.read_stata(file, convert_categoricals=False, iterator=True, preserve_dtypes=True) as reader:
        frame, labels, values = reader.read(), reader.variable_labels(), reader.value_labels()
    theirs = {name: [None if read_cells.is_nothing(value) else plain(value) for value in values_of(frame[name])] for name in frame.columns}
    ours = same(aloof, file, theirs)
    assert ours["single"][0] == decimal.Decimal("0.1") and ours["single"][1] == decimal.Decimal("30001.1")
    book = read_cells.codebook(aloof, file)
    assert {name: column["label"] or "" for name, column in book.items()} == labels
    for name, of_value in values.items():
        assert dict(book[name]["value_labels"]) == {str(value): label for value, label in of_value.items()}


def values_of(series):
    """Floats of four bytes as such, points in time as pandas has them."""
    return series.to_numpy() if series.dtype == np.float32 else series


def plain(value):
    if isinstance(value, pd.Timestamp):
        return value.to_pydatetime()
    return None if value is pd.NaT else value


def test_periods_of_stata_begin_as_pandas_says(aloof, tmp_path):
    file = tmp_path / "periods.dta"
    awkward.stata_periods(file)
    frame = pd.read_stata(file)
    theirs = {name: [None if value is pd.NaT or value != value else plain(value) for value in frame[name].astype(object)] for name in frame.columns}
    # Years are numbers: 2020 is no day.
    theirs["ty_"] = [None if value is None else value.year for value in theirs["ty_"]]
    same(aloof, file, theirs)


# Spreadsheets -------------------------------------------------------------------------------------------------------------


def openpyxl_columns(file, sheet=None):
    """Columns under the first row that holds anything, rows that hold nothing left out."""
    book = openpyxl.load_workbook(file, data_only=True, rich_text=False)
    rows = [list(row) for row in (book[sheet] if sheet else book.worksheets[0]).iter_rows(values_only=True)]
    rows = [row for row in rows if any(value is not None for value in row)]
    header, *rows = rows
    return {name: [meant(row[at]) for row in rows] for at, name in enumerate(header) if name is not None}


def meant(value):
    """openpyxl leaves it to others that `_x000D_` stands for the character of that number."""
    return unescape(value) if isinstance(value, str) else value


@pytest.mark.parametrize("epoch", ["1900", "1904"])
def test_excel_is_what_openpyxl_reads(aloof, tmp_path, epoch):
    file = tmp_path / "people.xlsx"
    awkward.excel_values(file, openpyxl.utils.datetime.CALENDAR_MAC_1904 if epoch == "1904" else None)
    ours = same(aloof, file, openpyxl_columns(file))
    assert ours["d"][5] == openpyxl_columns(file)["d"][5].date()
    assert set(ours["code"]) == {"007", "012"} and set(ours["sure"]) == {"true", "false", None}


def test_sheets_of_excel_with_blanks_and_merged_cells(aloof, tmp_path):
    file = tmp_path / "layout.xlsx"
    awkward.excel_layout(file)
    sheet = "Übersicht & mehr <1>"
    same(aloof, f"{file}#{sheet}", openpyxl_columns(file, sheet))
    looked = program.run_json(aloof, "inspect", f"{file}#{sheet}")
    assert looked["sheet"] == sheet and looked["other_sheets"] == ["front"]


@pytest.mark.parametrize("writer", ["pandas", "xlsxwriter"])
def test_excel_of_others_is_what_openpyxl_reads(aloof, tmp_path, writer):
    file = tmp_path / "people.xlsx"
    {"pandas": awkward.excel_of_pandas, "xlsxwriter": awkward.excel_of_xlsxwriter}[writer](file)
    same(aloof, file, openpyxl_columns(file))


def test_xls_is_what_xlrd_reads(aloof, tmp_path):
    import xlrd

    file = tmp_path / "people.xls"
    awkward.xls_values(file)
    book = xlrd.open_workbook(file)
    sheet = book.sheet_by_index(1)

    def value(cell):
        match cell.ctype:
            case xlrd.XL_CELL_DATE:
                return xlrd.xldate_as_datetime(cell.value, book.datemode)
            case xlrd.XL_CELL_BOOLEAN:
                return bool(cell.value)
            case xlrd.XL_CELL_ERROR:
                return xlrd.error_text_from_code[cell.value]
            case _:
                return cell.value

    theirs = {sheet.cell_value(0, at): [value(cell) for cell in sheet.col(at)[1:]] for at in range(sheet.ncols)}
    same(aloof, f"{file}#{sheet.name}", theirs)


def test_ods_is_what_pandas_reads(aloof, tmp_path):
    file = tmp_path / "people.ods"
    awkward.ods_of_pandas(file)
    frame = pd.read_excel(file, engine="odf", keep_default_na=False, na_values=[""])
    theirs = {name: [None if read_cells.is_nothing(value) else plain(value) for value in frame[name].astype(object)] for name in frame.columns}
    same(aloof, file, theirs)


# R ------------------------------------------------------------------------------------------------------------------------

R_SPSS = {
    "haven, by bytes": "haven::write_sav(d, out, compress = 'byte')",
    "haven, plain": "haven::write_sav(d, out, compress = 'none')",
    "haven, by zlib": "haven::write_sav(d, out, compress = 'zsav')",
    "haven, declared missing": """d$sex <- labelled_spss(d$sex, c(male = 1, female = 2, refused = 9), na_values = 9)
        d$amount <- labelled_spss(d$amount, na_range = c(-Inf, -1)); haven::write_sav(d, out)""",
}


@pytest.mark.parametrize("way", R_SPSS)
def test_spss_of_r(aloof, r, tmp_path, way):
    awkward.by_r(tmp_path / "people.sav", R_SPSS[way])
    spss_is(aloof, tmp_path / "people.sav")


R_STATA = {
    **{f"haven, Stata {version}": f"haven::write_dta(d, out, version = {version})" for version in (8, 10, 12, 13, 14, 15)},
    "haven, extended missing": 'd$amount <- ifelse(d$amount == -9, tagged_na("a"), d$amount); haven::write_dta(d, out)',
    **{f"foreign, {version}": f"d$sex <- as.numeric(d$sex); d$seen <- NULL; d$city[d$city %in% ''] <- '-'; foreign::write.dta(d, out, version = {version})" for version in (8, 10)},
}


@pytest.mark.parametrize("way", R_STATA)
def test_stata_of_r(aloof, r, tmp_path, way):
    awkward.by_r(tmp_path / "people.dta", R_STATA[way])
    stata_is(aloof, tmp_path / "people.dta")


@pytest.mark.parametrize("call", ["haven::write_sas(d, out)", "file.copy(system.file('examples', 'iris.sas7bdat', package = 'haven'), out)"])
def test_sas_of_r(aloof, r, tmp_path, call):
    file = tmp_path / "people.sas7bdat"
    awkward.by_r(file, call)
    frame, meta = pyreadstat.read_sas7bdat(file)
    if read_cells.WHO not in frame:
        assert [column["distinct"] for column in read_cells.codebook(aloof, file).values()] == list(frame.nunique())
        return
    same(aloof, file, survey_columns(frame, stored(meta)))
    ours = read_cells.codebook(aloof, file)
    assert {name: column["label"] for name, column in ours.items()} == meta.column_names_to_labels


@pytest.mark.parametrize("how", sas_packed.PACKERS)
def test_packed_rows_of_sas(aloof, tmp_path, how):
    """No writer that can be had packs: the rows of a file of haven's are packed by the published description, and readers agree."""
    plain = sas_packed.MAGIC + next((program.ROOT / "fuzz/seeds/sas7bdat").iterdir()).read_bytes()[1:]
    file = tmp_path / "people.sas7bdat"
    file.write_bytes(sas_packed.packed(plain, how))
    assert file.stat().st_size < 200 * 2000, "nothing was packed"
    frame, meta = pyreadstat.read_sas7bdat(file)
    assert len(frame) == 200
    # pandas does not know the command for long runs of `@`.
    if how == "ross":
        assert list(frame["city"]) == list(pd.read_sas(file, encoding="utf-8")["city"])
    same(aloof, file, survey_columns(frame, stored(meta)))


# PSPP ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["UNCOMPRESSED", "COMPRESSED", "ZCOMPRESSED"])
def test_spss_of_pspp_in_windows_1252(aloof, tmp_path, how):
    if shutil.which("pspp") is None:
        pytest.skip("PSPP cannot be found (the package pspp)")
    file = tmp_path / "people.sav"
    awkward.by_pspp(file, how)
    frame, meta = pyreadstat.read_sav(file)
    theirs = survey_columns(frame, stored(meta))
    # pyreadstat leaves these as seconds: a month, a quarter and a week are their first day, and a stretch of time is one.
    start = datetime.datetime(1582, 10, 14)
    for name in ("moyr", "qyr", "wkyr"):
        theirs[name] = [start + datetime.timedelta(seconds=value) for value in theirs[name]]
    theirs["span"] = [datetime.timedelta(seconds=value) for value in theirs["span"]]
    ours = same(aloof, file, theirs)
    assert ours["city"] == ["Zürich", None, None] and ours["moyr"][1] == datetime.date(1959, 12, 1)
    codebook_is(aloof, file, pyreadstat.read_sav(file, user_missing=True, metadataonly=True)[1])
