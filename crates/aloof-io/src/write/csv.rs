//! A table as CSV: UTF-8, commas, LF, quotes only where they are needed.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use aloof_table::{Column, Table};
use rayon::prelude::*;

use crate::formulas::escaped;

/// Rows that one thread writes at a time.
const BLOCK_ROWS: usize = 1 << 15;

/// Writes a table. A missing value is an empty cell. Blocks of rows become text on all cores and are written in order.
pub fn write_csv(table: &Table, to: impl Write) -> io::Result<()> {
    write(table, |text| Cow::Borrowed(text), to)
}

/// The same, with an apostrophe before every label and every name that a spreadsheet may take for a formula, and before those
/// that begin with one: see [`ReadOptions::escaped`](crate::ReadOptions::escaped).
pub fn write_escaped_csv(table: &Table, to: impl Write) -> io::Result<()> {
    write(table, escaped, to)
}

fn write(table: &Table, shown: fn(&str) -> Cow<'_, str>, mut to: impl Write) -> io::Result<()> {
    let names = table.names().iter().map(|name| cell(&shown(name)));
    writeln!(to, "{}", names.collect::<Vec<_>>().join(","))?;
    let columns: Vec<Cells<'_>> = table.columns().iter().map(|column| Cells::new(column, shown)).collect();
    let blocks: Vec<Range<usize>> =
        (0..table.rows()).step_by(BLOCK_ROWS).map(|start| start..table.rows().min(start + BLOCK_ROWS)).collect();
    for several in blocks.chunks(rayon::current_num_threads().max(1)) {
        let texts: Vec<io::Result<Vec<u8>>> = several.par_iter().map(|rows| block(&columns, rows.clone())).collect();
        texts.into_iter().try_for_each(|text| to.write_all(&text?))?;
    }
    to.flush()
}

fn block(columns: &[Cells<'_>], rows: Range<usize>) -> io::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(rows.len() * columns.len() * 12);
    for row in rows {
        for (at, column) in columns.iter().enumerate() {
            text.extend_from_slice(if at == 0 { b"" } else { b"," });
            column.write(row, columns.len() == 1, &mut text)?;
        }
        text.push(b'\n');
    }
    Ok(text)
}

/// A column with what can be prepared once for all rows.
struct Cells<'a> {
    column: &'a Column,
    /// The labels, quoted where needed.
    labels: Vec<String>,
}

impl<'a> Cells<'a> {
    fn new(column: &'a Column, shown: fn(&str) -> Cow<'_, str>) -> Self {
        let labels = match column {
            Column::Label(labels) => labels.labels().iter().map(|label| cell(&shown(label))).collect(),
            _ => Vec::new(),
        };
        Self { column, labels }
    }

    fn write(&self, row: usize, alone: bool, to: &mut impl Write) -> io::Result<()> {
        match self.column {
            // An empty line is no record, so a missing value that stands alone is quoted.
            column if column.is_missing(row) => to.write_all(if alone { b"\"\"" } else { b"" }),
            Column::Label(labels) => to.write_all(self.labels[labels.codes()[row] as usize].as_bytes()),
            Column::Number(numbers) => match (numbers.narrow(), numbers.scale()) {
                (Some(values), 0) => write!(to, "{}", values.get(row)),
                _ => numbers.get(row).map_or(Ok(()), |value| write!(to, "{value}")),
            },
            Column::Date(dates) => dates.get(row).map_or(Ok(()), |date| write!(to, "{date}")),
        }
    }
}

/// The text as a cell. Whatever might be taken for a delimiter, an end or a blank to be dropped is quoted.
fn cell(text: &str) -> String {
    let special = |byte: u8| matches!(byte, b',' | b';' | b'\t' | b'|' | b'"' | b'\n' | b'\r');
    let plain = !text.is_empty() && !text.starts_with('\u{feff}') && text.trim_ascii() == text;
    if plain && !text.bytes().any(special) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('"', "\"\""))
}
