"""Broken, truncated, encrypted and enormous files of every format: a clear error, no panic, bounded memory.

Files are made by the writers of their formats and then damaged, or made so that they unpack, repeat or promise far more than they
hold.
"""

import io
import os
import random
import resource
import struct
import subprocess
import zipfile
import zlib

import awkward
import pandas as pd
import pyreadstat
import pytest

#: What a file of some kilobytes may take, in MiB.
MODEST = 512


def looked(aloof, file):
    """The exit code of `aloof inspect`, what it said, and how much memory it took at most, in MiB."""
    # So that a test that fails does no harm.
    bounded = lambda: resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))  # noqa: E731
    command = [aloof, "inspect", str(file)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=bounded) as child:  # noqa: PLW1509
        said = child.stderr.read().decode("utf-8", "replace")
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, said, used.ru_maxrss / 1024


def refused(aloof, file, *words, most=MODEST):
    code, said, memory = looked(aloof, file)
    assert code == 2 and said.startswith("error: "), (code, said)
    assert all(word in said for word in words), said
    assert "panicked" not in said and memory < most, (said, memory)
    return said


WRITERS = {
    "xlsx": awkward.excel_values,
    "xls": lambda path: awkward.xls_values(path, before=()),
    "ods": awkward.ods_of_pandas,
    "dta 113": lambda path: awkward.stata_codes(path, 8),
    "dta 115": lambda path: awkward.stata_codes(path, 12),
    "dta 117": lambda path: awkward.stata_pandas(path, 117),
    "dta 118": lambda path: awkward.stata_pandas(path, 118),
    "dta 119": lambda path: awkward.stata_pandas(path, 119),
    "sav": awkward.spss_codes,
    "sav by bytes": lambda path: awkward.spss_codes(path, row_compress=True),
    "zsav": lambda path: awkward.spss_codes(path, compress=True),
}


@pytest.mark.parametrize("kind", WRITERS)
def test_files_that_break_off(aloof, tmp_path, kind):
    whole, part = tmp_path / "whole", tmp_path / "part"
    WRITERS[kind](whole)
    content = whole.read_bytes()
    assert looked(aloof, whole)[0] == 0
    for share in (0.02, 0.3, 0.6, 0.9, 0.99):
        part.write_bytes(content[: int(len(content) * share)])
        refused(aloof, part, str(part))


@pytest.mark.parametrize("kind", WRITERS)
def test_damaged_files(aloof, tmp_path, kind):
    """Whatever comes of it, it is a table or an error."""
    whole, part = tmp_path / "whole", tmp_path / "part"
    WRITERS[kind](whole)
    content, chance = whole.read_bytes(), random.Random(kind)
    for _ in range(40):
        damaged = bytearray(content)
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.choice((1, 1, 2, 4, 8))] = chance.randbytes(chance.choice((0, 1, 2, 4, 8)))
        part.write_bytes(damaged)
        code, said, memory = looked(aloof, part)
        assert code in (0, 2) and "panicked" not in said and memory < MODEST, (code, said, memory)


# Enormous -----------------------------------------------------------------------------------------------------------------

MIB = 1 << 20
SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def workbook(path, sheet, texts=b"<sst/>"):
    """A workbook of these parts, packed."""
    kinds = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        out.writestr("[Content_Types].xml", "<Types/>")
        out.writestr("_rels/.rels", f'<Relationships><Relationship Id="a" Type="{kinds}/officeDocument" Target="xl/workbook.xml"/></Relationships>')
        out.writestr("xl/workbook.xml", f'<workbook xmlns="{SHEET}"><sheets><sheet name="a" sheetId="1" r:id="a"/></sheets></workbook>')
        out.writestr("xl/_rels/workbook.xml.rels", f'<Relationships><Relationship Id="a" Type="{kinds}/worksheet" Target="s.xml"/>'
                     f'<Relationship Id="b" Type="{kinds}/sharedStrings" Target="t.xml"/></Relationships>')  # fmt: skip
        for name, content in (("xl/s.xml", sheet), ("xl/t.xml", texts)):
            with out.open(name, "w", force_zip64=True) as member:
                for piece in [content] if isinstance(content, bytes) else content:
                    member.write(piece)


def repeated(start, piece, times, end):
    yield start
    for _ in range(times):
        yield piece
    yield end


HEADER = b'<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c></row>'


def test_archives_that_unpack_to_far_more_than_they_are(aloof, tmp_path):
    file = tmp_path / "bomb.xlsx"
    blanks = b" " * MIB
    workbook(file, repeated(HEADER, blanks, 256, b"</sheetData></worksheet>"))
    assert file.stat().st_size < MIB
    refused(aloof, file, "unpacks to more than")
    # One text; millions of texts; one name of an element; elements inside of elements.
    for start, piece, end in (
        (b"<sst><si><t>", b"x" * MIB, b"</t></si></sst>"),
        (b"<sst>", b"<si><t>x</t></si>" * (MIB // 17), b"</sst>"),
        (b"<", b"x" * MIB, b"/>"),
        (b"<sst>", b"<si>" * (MIB // 4), b"</sst>"),
    ):
        workbook(file, HEADER + b"</sheetData></worksheet>", repeated(start, piece, 256, end))
        refused(aloof, file, "unpacks to more than")


def test_entities_that_name_entities(aloof, tmp_path):
    levels = "".join(f'<!ENTITY e{at} "{f"&e{at - 1};" * 10}">' for at in range(1, 10))
    sheet = f'<!DOCTYPE x [<!ENTITY e0 "lol">{levels}]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&e9;</t></is></c></row></sheetData></worksheet>'
    workbook(tmp_path / "laughs.xlsx", sheet.encode())
    refused(aloof, tmp_path / "laughs.xlsx", "entity", most=150)


def document(path, content):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        out.writestr("content.xml", content)


def test_cells_that_are_repeated(aloof, tmp_path):
    """A few letters stand for a million rows of many columns."""
    names = "".join(f'<table-cell value-type="string"><p>c{at}</p></table-cell>' for at in range(2000))
    row = '<table-cell number-columns-repeated="2000" value-type="float" value="1"/>'
    for many in ('<table-row number-rows-repeated="1000000">' + row, ('<table-row>' + row + "</table-row>") * 40_000 + "<table-row>"):
        document(tmp_path / "a.ods", f'<doc><table name="a"><table-row>{names}</table-row>{many}</table-row></table></doc>')
        refused(aloof, tmp_path / "a.ods", "repeats more cells", most=1500)
    # Blank rows and columns to the end of a sheet cost nothing.
    blank = '<table-row number-rows-repeated="1048574"><table-cell number-columns-repeated="16384"/></table-row>'
    document(tmp_path / "b.ods", f'<doc><table name="a"><table-row>{names}</table-row><table-row>{row}</table-row>{blank}</table></doc>')
    code, said, memory = looked(aloof, tmp_path / "b.ods")
    assert code == 0 and memory < MODEST, (said, memory)


def put(content, at, form, value):
    changed = bytearray(content)
    struct.pack_into(form, changed, at, value)
    return bytes(changed)


@pytest.mark.parametrize("version", [8, 13, 15])
def test_stata_that_promises_more_rows_than_it_has(aloof, tmp_path, version):
    file = tmp_path / "a.dta"
    awkward.stata_codes(file, version)
    content = file.read_bytes()
    if version == 8:
        rows, columns = put(content, 6, "<I", 1 << 31), put(content, 4, "<H", 65_535)
    else:
        at, wide = content.index(b"<N>") + 3, "<I" if version == 13 else "<Q"
        rows, columns = put(content, at, wide, 1 << 31 if version == 13 else 1 << 40), put(content, content.index(b"<K>") + 3, "<H", 65_535)
    for lying in (rows, columns):
        file.write_bytes(lying)
        refused(aloof, file, "Stata (.dta)", most=150)


def test_labels_that_many_columns_share(aloof, tmp_path):
    """A thousand columns name one set of fifty thousand labels: it is held once."""
    codes = {at: f"occupation number {at:06d} of a long list" for at in range(50_000)}
    frame = pd.DataFrame({f"c{at}": [1.0, 2.0] for at in range(1000)})
    pyreadstat.write_dta(frame, tmp_path / "a.dta", version=15, variable_value_labels={"c0": codes})
    content = (tmp_path / "a.dta").read_bytes()
    # Every column names the set of the first.
    start = content.index(b"<value_label_names>") + len(b"<value_label_names>")
    content = content[:start] + content[start : start + 129] * 1000 + content[start + 129 * 1000 :]
    (tmp_path / "a.dta").write_bytes(content)
    code, said, memory = looked(aloof, tmp_path / "a.dta")
    assert code == 0, said
    assert memory < MODEST, memory


def test_spss_that_promises_more_than_it_has(aloof, tmp_path):
    for name, how in {"plain": {}, "bytes": {"row_compress": True}, "zlib": {"compress": True}}.items():
        file = tmp_path / f"{name}.sav"
        awkward.spss_codes(file, **how)
        # The number of cases.
        file.write_bytes(put(file.read_bytes(), 80, "<i", 2**31 - 1))
        refused(aloof, file, "SPSS (.sav)", most=150)


def test_cases_that_unpack_to_far_more_than_they_are(aloof, tmp_path):
    file = tmp_path / "a.sav"
    pyreadstat.write_sav(pd.DataFrame({"x": [1.0, 2.0]}), file, compress=True)
    content = file.read_bytes()
    # Where the cases begin, told by the record that ends the codebook; then a header of 24 bytes.
    start = content.index(struct.pack("<ii", 999, 0)) + 8
    packed = io.BytesIO()
    packer = zlib.compressobj(9)
    for _ in range(200):
        packed.write(packer.compress(b"\x65" * MIB))
    packed.write(packer.flush())
    block = packed.getvalue()
    trailer = struct.pack("<qqii", -100, 0, 0x3FF000, 1) + struct.pack("<qqii", start, start + 24, 0x3FF000, len(block))
    header = struct.pack("<qqq", start, start + 24 + len(block), len(trailer))
    file.write_bytes(put(content[:start], 80, "<i", -1) + header + block + trailer)
    refused(aloof, file, "unpacks to more than it can hold", most=2500)


# Encrypted, and of other kinds --------------------------------------------------------------------------------------------


def test_encrypted_files_are_named(aloof, tmp_path):
    awkward.excel_values(tmp_path / "a.xlsx")
    office = pytest.importorskip("msoffcrypto.format.ooxml", reason="msoffcrypto-tool cannot be had from the package index")
    with (tmp_path / "a.xlsx").open("rb") as plain, (tmp_path / "b.xlsx").open("wb") as out:
        office.OOXMLFile(plain).encrypt("secret", out)
    refused(aloof, tmp_path / "b.xlsx", "encrypted")


def test_an_encrypted_open_document_is_named(aloof, tmp_path):
    awkward.ods_of_pandas(tmp_path / "a.ods")
    with zipfile.ZipFile(tmp_path / "a.ods") as plain, zipfile.ZipFile(tmp_path / "b.ods", "w") as out:
        for name in plain.namelist():
            content = plain.read(name)
            if name == "META-INF/manifest.xml":
                content = content.replace(b"</manifest:manifest>", b"<manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>")
            out.writestr(name, content)
    refused(aloof, tmp_path / "b.ods", "encrypted")


def test_an_archive_with_a_password_is_refused(aloof, tmp_path):
    awkward.excel_of_pandas(tmp_path / "a.xlsx")
    content = bytearray((tmp_path / "a.xlsx").read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(mark)
        while start >= 0:
            content[start + at] |= 1
            start = content.find(mark, start + 4)
    (tmp_path / "b.xlsx").write_bytes(content)
    refused(aloof, tmp_path / "b.xlsx", "encrypted")


def test_transport_files_of_sas_and_portable_ones_of_spss_are_named(aloof, tmp_path):
    frame = pd.DataFrame({"x": [1.0, 2.0]})
    pyreadstat.write_xport(frame, tmp_path / "a.xpt")
    refused(aloof, tmp_path / "a.xpt", "a transport file of SAS (.xpt)", ".sas7bdat")
    pyreadstat.write_por(frame, tmp_path / "a.por")
    refused(aloof, tmp_path / "a.por", "a portable file of SPSS (.por)", ".sav")
