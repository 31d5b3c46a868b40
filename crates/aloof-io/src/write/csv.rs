//! A table as CSV: UTF-8, commas, LF, quotes only where they are needed.

use std::io::{self, BufWriter, Write};

use aloof_table::{Column, Table};

/// Writes a table. A missing value is an empty cell.
pub fn write_csv(table: &Table, to: impl Write) -> io::Result<()> {
    let mut to = BufWriter::with_capacity(1 << 16, to);
    let names = table.names().iter().map(|name| cell(name));
    writeln!(to, "{}", names.collect::<Vec<_>>().join(","))?;
    let columns: Vec<Cells<'_>> = table.columns().iter().map(Cells::new).collect();
    for row in 0..table.rows() {
        for (at, column) in columns.iter().enumerate() {
            to.write_all(if at == 0 { b"" } else { b"," })?;
            column.write(row, columns.len() == 1, &mut to)?;
        }
        to.write_all(b"\n")?;
    }
    to.flush()
}

/// A column with what can be prepared once for all rows.
struct Cells<'a> {
    column: &'a Column,
    /// The labels, quoted where needed.
    labels: Vec<String>,
}

impl<'a> Cells<'a> {
    fn new(column: &'a Column) -> Self {
        let labels = match column {
            Column::Label(labels) => labels.labels().iter().map(cell).collect(),
            _ => Vec::new(),
        };
        Self { column, labels }
    }

    fn write(&self, row: usize, alone: bool, to: &mut impl Write) -> io::Result<()> {
        match self.column {
            // An empty line is no record, so a missing value that stands alone is quoted.
            column if column.is_missing(row) => to.write_all(if alone { b"\"\"" } else { b"" }),
            Column::Label(labels) => to.write_all(self.labels[labels.codes()[row] as usize].as_bytes()),
            column => write!(to, "{}", column.text(row).unwrap_or_default()),
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
