//! A table as a data set of Stata 14 and later (format 118).
//!
//! Whole numbers take the narrowest type that holds them, other numbers are doubles, days are days (`%td`), texts are texts,
//! beyond 2,045 bytes long ones. Codes are whole numbers with a set of value labels. No time of day is written: the same table
//! gives the same bytes.
//!
//! # Source
//!
//! Stata's manual, *File formats .dta*; see `records/stata` for how it is read.

mod codes;
mod columns;

use std::io::{self, Write};

use aloof_table::Table;

use self::codes::label_sets;
use self::columns::{Cells, LongTexts};
use super::plain::plain;

/// What is written of a column besides its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DtaColumn {
    /// What it is about.
    pub label: Option<String>,
    /// What its codes stand for. A column of labels that has any is written as whole numbers: all of its labels must be such.
    pub value_labels: Vec<(i32, String)>,
}

/// Why a table cannot be a data set of Stata.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the words of the message above them")]
pub enum DtaFault {
    #[error(
        "Stata has no name such as `{name}`: names there are up to 32 letters, digits and underscores, begin with no digit, and are \
         no word of its language; rename the column"
    )]
    Name { name: String },
    #[error("column `{column}` holds a number of more digits than Stata keeps, about 16")]
    Digits { column: String },
    #[error("column `{column}` holds a text with a zero character, which ends a text in Stata")]
    Zero { column: String },
    #[error("column `{column}` has value labels, and a value of it is no whole number")]
    Codes { column: String },
    #[error("it has more than the 32,767 columns that Stata reads")]
    Columns,
}

impl From<DtaFault> for io::Error {
    fn from(fault: DtaFault) -> Self {
        Self::other(fault)
    }
}

/// Columns that Stata has in this format.
pub const DTA_COLUMNS: usize = 32_767;
/// Characters of a column's label.
pub const DTA_LABEL: usize = 80;
/// Whole numbers that mean themselves, and can have a label.
pub const DTA_CODES: std::ops::RangeInclusive<i32> = -2_147_483_647..=2_147_483_620;
/// Bytes of a name, a format, a label: their texts and a zero.
const NAME: usize = 129;
const FORMAT: usize = 57;
const LABEL: usize = 321;

/// Writes a table; `columns` has an entry for each column. Fails on what Stata cannot hold: see [`DtaFault`].
pub fn write_dta(table: &Table, columns: &[DtaColumn], mut to: impl Write) -> io::Result<()> {
    let table = &*plain(table);
    let cells = prepared(table, columns)?;
    let long = LongTexts::of(&cells);
    let frame = Frame { table, columns, cells: &cells };
    let parts = frame.parts(&long);
    to.write_all(&frame.header(&parts))?;
    for part in &parts[..DATA] {
        to.write_all(part)?;
    }
    to.write_all(b"<data>")?;
    let mut row_bytes = Vec::new();
    for row in 0..table.rows() {
        cells.iter().enumerate().for_each(|(at, cell)| cell.write(at, row, &mut row_bytes));
        if row_bytes.len() > 1 << 16 {
            to.write_all(&row_bytes)?;
            row_bytes.clear();
        }
    }
    to.write_all(&row_bytes)?;
    to.write_all(b"</data>")?;
    for part in &parts[DATA..] {
        to.write_all(part)?;
    }
    to.flush()
}

/// Whether a column of this name can be in a data set of Stata.
pub fn is_stata_name(name: &str) -> bool {
    let mut letters = name.chars();
    let begins = letters.next().is_some_and(|first| first == '_' || first.is_alphabetic());
    let goes_on = letters.all(|letter| letter == '_' || letter.is_alphanumeric());
    begins && goes_on && name.chars().count() <= 32 && name.len() < NAME && !is_reserved(name)
}

fn is_reserved(name: &str) -> bool {
    const WORDS: &[&str] = &[
        "_all", "_b", "byte", "_coef", "_cons", "double", "float", "if", "in", "int", "long", "_n", "_N", "_pi",
        "_pred", "_rc", "_skip", "strL", "using", "with",
    ];
    let width = name.strip_prefix("str").filter(|width| !width.is_empty());
    WORDS.contains(&name) || width.is_some_and(|width| width.bytes().all(|byte| byte.is_ascii_digit()))
}

fn prepared<'a>(table: &'a Table, columns: &'a [DtaColumn]) -> Result<Vec<Cells<'a>>, DtaFault> {
    if table.names().len() > DTA_COLUMNS {
        return Err(DtaFault::Columns);
    }
    if let Some(name) = table.names().iter().find(|name| !is_stata_name(name)) {
        return Err(DtaFault::Name { name: name.clone() });
    }
    let named = table.names().iter().zip(table.columns()).zip(columns);
    named.map(|((name, column), said)| Cells::new(name, column, said)).collect()
}

/// All but the rows.
struct Frame<'a> {
    table: &'a Table,
    columns: &'a [DtaColumn],
    cells: &'a [Cells<'a>],
}

/// So many parts stand before the rows.
const DATA: usize = 7;

impl Frame<'_> {
    /// The parts before the rows, and those behind them.
    fn parts(&self, long: &LongTexts<'_>) -> Vec<Vec<u8>> {
        let count = self.cells.len();
        let kinds: Vec<u8> = self.cells.iter().flat_map(|cell| cell.kind().to_le_bytes()).collect();
        let names = self.table.names().iter().map(|name| filled(name, NAME));
        let formats = self.cells.iter().map(|cell| filled(&cell.format(), FORMAT));
        let sets = self.table.names().iter().zip(self.columns);
        let sets = sets.map(|(name, said)| filled(if said.value_labels.is_empty() { "" } else { name }, NAME));
        let labels = self.columns.iter().map(|said| filled(said.label.as_deref().unwrap_or_default(), LABEL));
        vec![
            tagged("variable_types", &kinds),
            tagged("varnames", &names.collect::<Vec<_>>().concat()),
            tagged("sortlist", &vec![0; 2 * (count + 1)]),
            tagged("formats", &formats.collect::<Vec<_>>().concat()),
            tagged("value_label_names", &sets.collect::<Vec<_>>().concat()),
            tagged("variable_labels", &labels.collect::<Vec<_>>().concat()),
            tagged("characteristics", &[]),
            tagged("strls", &long.bytes()),
            tagged("value_labels", &label_sets(self.table.names(), self.columns)),
            b"</stata_dta>".to_vec(),
        ]
    }

    /// What is in the file, and a map of where.
    fn header(&self, parts: &[Vec<u8>]) -> Vec<u8> {
        let (columns, rows) = (self.cells.len() as u16, self.table.rows() as u64);
        let width: usize = self.cells.iter().map(Cells::width).sum();
        let mut header = b"<stata_dta><header><release>118</release><byteorder>LSF</byteorder><K>".to_vec();
        header.extend(columns.to_le_bytes());
        header.extend(b"</K><N>");
        header.extend(rows.to_le_bytes());
        header.extend(b"</N><label>\0\0</label><timestamp>\0</timestamp></header>");
        let map_at = header.len() as u64;
        let mut at = map_at + (b"<map></map>".len() + 14 * 8) as u64;
        let mut map = vec![0, map_at];
        for (number, part) in parts.iter().enumerate() {
            if number == DATA {
                map.push(at);
                at += (b"<data></data>".len() + width * self.table.rows()) as u64;
            }
            map.push(at);
            at += part.len() as u64;
        }
        map.push(at);
        header.extend(tagged("map", &map.iter().flat_map(|place| place.to_le_bytes()).collect::<Vec<u8>>()));
        header
    }
}

fn tagged(tag: &str, content: &[u8]) -> Vec<u8> {
    [format!("<{tag}>").as_bytes(), content, format!("</{tag}>").as_bytes()].concat()
}

/// A text in so many bytes: what does not fit is left out, a zero stands behind it.
fn filled(text: &str, len: usize) -> Vec<u8> {
    let most = text.char_indices().nth(DTA_LABEL).map_or(text.len(), |(at, _)| at).min(len - 1);
    let end = (0..=most).rfind(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let mut bytes = text.as_bytes()[..end].to_vec();
    bytes.resize(len, 0);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_stata() {
        for name in ["age", "_x", "Größe", "age_lo", "strange", "a".repeat(32).as_str()] {
            assert!(is_stata_name(name), "{name}");
        }
        for name in ["", "1a", "a b", "marital-status", "int", "str8", "_n", "a".repeat(33).as_str()] {
            assert!(!is_stata_name(name), "{name}");
        }
    }
}
