//! A table as an Excel workbook of one sheet: the least that spreadsheet programs open.
//!
//! Texts are cells of text, so that no program runs them. A column of numbers of which a 64-bit float cannot hold every one is
//! written as text, digit by digit; so are days before 1900-03-01, which spreadsheets count wrongly or not at all. No author and
//! no time of day is written: the same table gives the same bytes.

use std::fmt::Write as _;
use std::io::{self, Write};

use aloof_table::{Column, Date, DateColumn, Decimal, LabelColumn, NumberColumn, Table};

use super::zip::{Member, Zip};

/// Rows that a sheet has for people: all but that of the names.
pub const SHEET_ROWS: usize = (1 << 20) - 1;
/// Columns that a sheet has.
pub const SHEET_COLUMNS: usize = 1 << 14;
/// Characters that a cell holds.
pub const CELL_CHARACTERS: usize = 32_767;
/// 1900-03-01, from which on days are counted without a gap, and its number.
const FIRST_DAY: (i32, i64) = (-25_508, 61);

const START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Writes a table. A missing value is an empty cell. Fails on what a sheet cannot hold: more than 1,048,575 rows, 16,384 columns or
/// 32,767 characters in a cell.
pub fn write_xlsx(table: &Table, to: impl Write) -> io::Result<()> {
    if table.rows() > SHEET_ROWS || table.names().len() > SHEET_COLUMNS {
        return Err(io::Error::other(
            "more than the 1,048,575 rows or the 16,384 columns that an .xlsx sheet has for a table",
        ));
    }
    let mut zip = Zip::new(to);
    for (name, text) in frame() {
        zip.add(name, |member| member.write_all(text.as_bytes()))?;
    }
    zip.add("xl/worksheets/sheet1.xml", |member| sheet(table, member))?;
    zip.finish()
}

/// All parts but the sheet.
fn frame() -> [(&'static str, String); 5] {
    let types = "http://schemas.openxmlformats.org/package/2006/content-types";
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let relation = |id: &str, kind: &str, part: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{part}\"/>")
    };
    [
        (
            "[Content_Types].xml",
            format!(
                "{START}<Types xmlns=\"{types}\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.\
                 relationships+xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"{kind}.sheet.main+xml\"/><Override \
                 PartName=\"/xl/styles.xml\" ContentType=\"{kind}.styles+xml\"/><Override PartName=\"/xl/worksheets/sheet1.xml\" \
                 ContentType=\"{kind}.worksheet+xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "{START}<Relationships xmlns=\"{RELATIONS}\">{}</Relationships>",
                relation("rId1", "officeDocument", "xl/workbook.xml")
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "{START}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"data\" sheetId=\"1\" r:id=\"rId1\"/>\
                 </sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "{START}<Relationships xmlns=\"{RELATIONS}\">{}{}</Relationships>",
                relation("rId1", "worksheet", "worksheets/sheet1.xml"),
                relation("rId2", "styles", "styles.xml")
            ),
        ),
        ("xl/styles.xml", styles()),
    ]
}

/// The plain style, and that of days.
fn styles() -> String {
    let xf = "fontId=\"0\" fillId=\"0\" borderId=\"0\"";
    format!(
        "{START}<styleSheet xmlns=\"{MAIN}\"><numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/></numFmts>\
         <fonts count=\"1\"><font/></fonts><fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill \
         patternType=\"gray125\"/></fill></fills><borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\"><xf \
         numFmtId=\"0\" {xf}/></cellStyleXfs><cellXfs count=\"2\"><xf numFmtId=\"0\" {xf} xfId=\"0\"/><xf numFmtId=\"164\" {xf} \
         xfId=\"0\" applyNumberFormat=\"1\"/></cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/>\
         </cellStyles></styleSheet>"
    )
}

fn sheet(table: &Table, to: &mut Member) -> io::Result<()> {
    let named = table.names().iter().zip(table.columns());
    let columns = named.map(|(name, column)| Cells::new(name, column)).collect::<io::Result<Vec<Cells<'_>>>>()?;
    let mut text = format!("{START}<worksheet xmlns=\"{MAIN}\"><sheetData><row r=\"1\">");
    for name in table.names() {
        text.push_str(&text_cell(name, name)?);
    }
    text.push_str("</row>");
    for row in 0..table.rows() {
        row_cells(&columns, row, &mut text);
        if text.len() > 1 << 16 {
            to.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    text.push_str("</sheetData></worksheet>");
    to.write_all(text.as_bytes())
}

fn row_cells(columns: &[Cells<'_>], row: usize, text: &mut String) {
    let _ = write!(text, "<row r=\"{}\">", row + 2);
    let start = text.len();
    let written = columns.iter().filter(|column| column.write(row, text)).count();
    // A row of nothing but missing values is a row nevertheless: an empty text says so.
    if written == 0 {
        text.truncate(start);
        text.push_str("<c t=\"inlineStr\"><is><t></t></is></c>");
    }
    text.push_str("</row>");
}

/// A column with what can be prepared once for all rows.
enum Cells<'a> {
    Labels(&'a LabelColumn, Vec<String>),
    Numbers(&'a NumberColumn),
    Digits(&'a NumberColumn),
    Dates(&'a DateColumn),
}

impl<'a> Cells<'a> {
    fn new(name: &str, column: &'a Column) -> io::Result<Self> {
        Ok(match column {
            Column::Label(labels) => {
                let texts = labels.labels().iter().map(|text| text_cell(name, text)).collect::<io::Result<_>>()?;
                Self::Labels(labels, texts)
            }
            Column::Number(numbers) if fits_floats(numbers) => Self::Numbers(numbers),
            Column::Number(numbers) => Self::Digits(numbers),
            Column::Date(dates) => Self::Dates(dates),
        })
    }

    /// Writes the cell; whether it holds anything.
    fn write(&self, row: usize, text: &mut String) -> bool {
        let written = match self {
            Self::Labels(labels, texts) => {
                Some(labels.codes()[row]).filter(|&code| code != LabelColumn::MISSING).map(|code| {
                    text.push_str(&texts[code as usize]);
                    Ok(())
                })
            }
            Self::Numbers(numbers) => numbers.get(row).map(|value| write!(text, "<c><v>{value}</v></c>")),
            Self::Digits(numbers) => numbers.get(row).map(|value| plain_cell(&value.to_string(), text)),
            Self::Dates(dates) => dates.get(row).map(|date| day(date, text)),
        };
        if written.is_none() {
            text.push_str("<c/>");
        }
        written.is_some()
    }
}

fn plain_cell(content: &str, text: &mut String) -> std::fmt::Result {
    write!(text, "<c t=\"inlineStr\"><is><t>{content}</t></is></c>")
}

fn day(date: Date, text: &mut String) -> std::fmt::Result {
    // Beyond 9999-12-31 spreadsheets count no days either.
    const LAST_DAY: i32 = 2_932_896;
    if (FIRST_DAY.0..=LAST_DAY).contains(&date.days()) {
        let serial = i64::from(date.days() - FIRST_DAY.0) + FIRST_DAY.1;
        return write!(text, "<c s=\"1\"><v>{serial}</v></c>");
    }
    plain_cell(&date.to_string(), text)
}

/// Whether every number of a column is the shortest decimal of a 64-bit float, so that one that is read as a float is itself.
pub fn fits_floats(numbers: &NumberColumn) -> bool {
    (0..numbers.len()).filter_map(|row| numbers.get(row)).all(is_float)
}

fn is_float(value: Decimal) -> bool {
    let near: Option<f64> = value.to_string().parse().ok();
    near.and_then(|near| Decimal::from_f64(near).ok()) == Some(value)
}

/// A cell of text. Characters that XML may not hold are written as Excel writes them, `_x000D_`, and what looks so is too.
fn text_cell(column: &str, text: &str) -> io::Result<String> {
    if text.encode_utf16().count() > CELL_CHARACTERS {
        return Err(io::Error::other(format!(
            "column `{column}`: a text is longer than the 32,767 characters that a cell of an .xlsx file holds"
        )));
    }
    let mut cell = String::from("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">");
    for (at, character) in text.char_indices() {
        match character {
            '&' => cell.push_str("&amp;"),
            '<' => cell.push_str("&lt;"),
            '>' => cell.push_str("&gt;"),
            '_' if looks_escaped(&text[at..]) => cell.push_str("_x005F_"),
            '\u{fffe}' | '\u{ffff}' => escape(character, &mut cell),
            control if control.is_ascii_control() && !matches!(control, '\t' | '\n') => escape(control, &mut cell),
            other => cell.push(other),
        }
    }
    cell.push_str("</t></is></c>");
    Ok(cell)
}

fn escape(character: char, cell: &mut String) {
    let _ = write!(cell, "_x{:04X}_", u32::from(character));
}

/// `_x` and four digits and `_`.
fn looks_escaped(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.starts_with(b"_x") && bytes.get(6) == Some(&b'_') && bytes[2..6].iter().all(u8::is_ascii_hexdigit)
}
