//! Formats that are known by their first bytes and not read: a name for them, and what to do.

use crate::sheet::Archive;
use crate::{Format, ReadError};

/// A format, and how a table comes out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) what: &'static str,
    pub(crate) remedy: &'static str,
}

impl Known {
    pub(crate) fn error(self, file: String) -> ReadError {
        ReadError::Known { file, what: self.what, remedy: self.remedy }
    }
}

const fn a(what: &'static str, remedy: &'static str) -> Known {
    Known { what, remedy }
}

const UNPACK: &str = "unpack it and give the table inside";
const SAVE_AS_XLSX: &str = "open it in a spreadsheet program and save it as .xlsx";
const FROM_R: &str = "in R, save the table with haven::write_sav, arrow::write_parquet or write.csv";
const FROM_PYTHON: &str = "in Python, save the table with to_parquet or to_csv";
const FROM_DATABASE: &str = "export the table or the query as CSV or Parquet";
const FROM_SQLITE: &str = "say which table of it: sqlite:FILE?table=NAME, or ask sqlite:FILE with a query";
const FROM_DUCKDB: &str = "say which table of it: duckdb:FILE?table=NAME, or ask duckdb:FILE with a query";

/// Whole beginnings of files.
const BEGINNINGS: &[(&[u8], Known)] = &[
    (b"SQLite format 3\0", a("a database of SQLite", FROM_SQLITE)),
    (b"Obj\x01", a("Avro", "convert it to Parquet")),
    (b"\x89HDF\r\n\x1a\n", a("HDF5", FROM_PYTHON)),
    (b"%PDF-", a("PDF, which holds pages and no table", "ask for the table itself, as .xlsx or CSV")),
    (b"BZh", a("bzip2 data", UNPACK)),
    (b"\xfd7zXZ\0", a("xz data", UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", a("a 7z archive", UNPACK)),
    (b"Rar!\x1a\x07", a("a RAR archive", UNPACK)),
    (b"RDX2\n", a("data of R (.RData)", FROM_R)),
    (b"RDX3\n", a("data of R (.RData)", FROM_R)),
    (b"X\n\0\0\0\x02", a("data of R (.rds)", FROM_R)),
    (b"X\n\0\0\0\x03", a("data of R (.rds)", FROM_R)),
    (b"FEA1\0", a("Feather of version 1", "write it as Feather 2 or Parquet")),
    (b"\x93NUMPY", a("an array of NumPy", FROM_PYTHON)),
    (b"\x80\x04\x95", a("a pickle of Python", FROM_PYTHON)),
    (b"\x80\x05\x95", a("a pickle of Python", FROM_PYTHON)),
    (b"MATLAB 5.0 MAT-file", a("data of MATLAB", "in MATLAB, save the table with writetable")),
    (b"HEADER RECORD*******LIB", a("a transport file of SAS (.xpt)", "in SAS, save the table as .sas7bdat or CSV")),
    (b"{\\rtf", a("a document in rich text", "save the table as CSV")),
];

/// What a file that begins so is, if it is known and not read.
pub(crate) fn known(head: &[u8]) -> Option<Known> {
    let beginning = BEGINNINGS.iter().find(|(start, _)| head.starts_with(start)).map(|(_, known)| *known);
    beginning.or_else(|| inside(head)).or_else(|| text(head))
}

/// Files that are told by bytes further inside, or by bytes that no text has.
fn inside(head: &[u8]) -> Option<Known> {
    let at = |from: usize, bytes: &[u8]| head.get(from..).is_some_and(|rest| rest.starts_with(bytes));
    if at(4, b"Standard Jet DB") || at(4, b"Standard ACE DB") {
        return Some(a("a database of Access", FROM_DATABASE));
    }
    if at(8, b"DUCK") && head.contains(&0) {
        return Some(a("a database of DuckDB", FROM_DUCKDB));
    }
    if at(0, b"ORC") && head.iter().any(|&byte| byte < 9) {
        return Some(a("ORC", "convert it to Parquet"));
    }
    if head.windows(14).any(|bytes| bytes == b"SPSS PORT FILE") {
        return Some(a("a portable file of SPSS (.por)", "open it in SPSS or PSPP and save it as .sav"));
    }
    if matches!(head, [104..=112, 1 | 2, 1, ..]) {
        return Some(a("a data set of Stata 7 or older", "in Stata, open it and save it again"));
    }
    if at(12, &[0xc2, 0xea, 0x81, 0x63, 0xb3, 0x14, 0x11, 0xcf]) {
        return Some(a("a catalogue of SAS (.sas7bcat)", "give the data set (.sas7bdat)"));
    }
    is_lock(head)
        .then_some(a("the mark that Excel leaves beside a workbook while it is open", "give the workbook, without ~$"))
}

/// A name of up to 54 letters, and again as UTF-16.
fn is_lock(head: &[u8]) -> bool {
    head.len() == 165 && (1..=54).contains(&head[0]) && head[55] == head[0] && head[56] == 0
}

/// Texts that are no table.
fn text(head: &[u8]) -> Option<Known> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let text = String::from_utf8_lossy(text).to_ascii_lowercase();
    let starts = |with: &[&str]| with.iter().any(|start| text.starts_with(start));
    if text.contains("urn:schemas-microsoft-com:office:spreadsheet") && starts(&["<?xml", "<workbook"]) {
        return Some(a("a spreadsheet in the XML of Excel 2003", SAVE_AS_XLSX));
    }
    if starts(&["<html", "<!doctype html", "<table", "<meta "]) {
        return Some(a("a web page, as some programs save it under the name .xls", SAVE_AS_XLSX));
    }
    if starts(&["<?xml"]) {
        return Some(a("XML", "convert it to CSV"));
    }
    is_json(&text).then_some(a("JSON", "convert it to CSV or Parquet"))
}

/// An object with a first key, or a list of objects or lists.
fn is_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|character| !character.is_whitespace());
    matches!((marks.next(), marks.next()), (Some('{'), Some('"')) | (Some('['), Some('{' | '[')))
}

/// What a zip archive is.
pub(crate) fn zipped(archive: &Archive) -> Result<Result<Format, Known>, ReadError> {
    if archive.has("xl/workbook.bin") {
        return Ok(Err(a("a binary workbook of Excel (.xlsb)", SAVE_AS_XLSX)));
    }
    if archive.has("[Content_Types].xml") && archive.names().any(|name| name.starts_with("xl/")) {
        return Ok(Ok(Format::Xlsx));
    }
    let kind = archive.head("mimetype", 128)?;
    Ok(match kind.as_slice() {
        b"application/vnd.oasis.opendocument.spreadsheet"
        | b"application/vnd.oasis.opendocument.spreadsheet-template" => Ok(Format::Ods),
        kind if kind.starts_with(b"application/vnd.oasis.opendocument") => {
            Err(a("a document of LibreOffice that is no spreadsheet", "give a table"))
        }
        _ if archive.names().any(|name| name.starts_with("word/") || name.starts_with("ppt/")) => {
            Err(a("a document of Office that is no spreadsheet", "give a table"))
        }
        _ if archive.names().any(|name| name.starts_with("Index/")) => {
            Err(a("a file of Numbers", "export it as .xlsx or CSV"))
        }
        _ => Err(a("a zip archive", UNPACK)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(head: &[u8]) -> Option<&'static str> {
        known(head).map(|known| known.what)
    }

    #[test]
    fn beginnings_are_known() {
        assert_eq!(what(b"SQLite format 3\0\x10"), Some("a database of SQLite"));
        assert_eq!(what(b"ORC\x08\x03"), Some("ORC"));
        assert_eq!(what(b"\xef\xbb\xbf  [\n {\"a\": 1}"), Some("JSON"));
        assert_eq!(what(b"{ \"a\": 1}\n"), Some("JSON"));
        assert_eq!(what(b"<!DOCTYPE HTML><table>"), Some("a web page, as some programs save it under the name .xls"));
        let excel_2003 = b"<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">";
        assert_eq!(what(excel_2003), Some("a spreadsheet in the XML of Excel 2003"));
        let lock = [&[3][..], b"Ann", &[b' '; 51], &[3, 0], &[b'A', 0, b'n', 0, b'n', 0], &[b' '; 102]].concat();
        assert_eq!(what(&lock), Some("the mark that Excel leaves beside a workbook while it is open"));
    }

    #[test]
    fn tables_of_text_are_not_mistaken() {
        for head in
            ["ORCID,name\n", "a,b\n1,2\n", "[a],{b}\n", "{a},b\n", "<5,>5\n", "", "\"DUCK\",x\n", "BZ,h\n", "%age,x\n"]
        {
            assert_eq!(what(head.as_bytes()), None, "{head}");
        }
    }
}
