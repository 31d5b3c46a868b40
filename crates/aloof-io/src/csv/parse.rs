//! One block into pieces of columns.

use memchr::memchr;

use super::blocks::Block;
use super::fault::{Fault, What, lines};
use super::fields::Fields;
use crate::Ask;
use crate::draft::Draft;
use crate::formulas::unescaped;
use crate::nulls::ColumnNulls;

/// What a block gave: pieces of columns, or the first fault and its line, counted from the start of the block.
pub(crate) struct Parsed {
    pub(crate) pieces: Vec<Draft>,
    pub(crate) rows: usize,
    pub(crate) lines: u64,
    pub(crate) fault: Option<(Fault, u64)>,
}

/// How cells are told apart, and whether they may stand behind an apostrophe.
#[derive(Clone, Copy)]
pub(crate) struct Dialect {
    pub(crate) delimiter: u8,
    pub(crate) escaped: bool,
}

/// Parses a block from byte `from`, where a record starts.
pub(crate) fn parse(block: &Block, from: usize, dialect: Dialect, ask: &[Ask], nulls: &ColumnNulls) -> Parsed {
    let delimiter = dialect.delimiter;
    let bytes = block.bytes();
    let mut pieces: Vec<Draft> = ask.iter().map(|&ask| Draft::new(ask)).collect();
    let (rows, fault) = if block.endless {
        (0, Some(endless(bytes, from, delimiter)))
    } else {
        let (text, fault) = sound(bytes, from, delimiter);
        match records(text, from, dialect, &mut pieces, nulls) {
            Ok(rows) => (rows, fault),
            Err(earlier) => (0, Some(earlier)),
        }
    };
    let fault = fault.map(|fault| (fault, lines(&bytes[..fault.at]) + 1));
    Parsed { pieces, rows, lines: lines(bytes), fault }
}

/// Reads all records; how many there were.
fn records(
    text: &str,
    from: usize,
    dialect: Dialect,
    pieces: &mut [Draft],
    nulls: &ColumnNulls,
) -> Result<usize, Fault> {
    let mut fields = Fields::new(text, from, dialect.delimiter);
    let mut rows = 0;
    while let Some(at) = fields.next_record() {
        let (found, fault) = record(&mut fields, dialect.escaped, pieces, nulls)?;
        // A record that lacks a field has its values in the wrong columns: that is what to say, not their faults.
        if found != pieces.len() {
            return Err(Fault { at, what: What::Ragged { found } });
        }
        fault.map_or(Ok(()), Err)?;
        rows += 1;
    }
    Ok(rows)
}

/// Reads one record; how many fields it has, and the first fault among them. Empty fields behind the last column do not count: some
/// programs end every line with a delimiter, or write columns that hold nothing and have no name.
fn record(
    fields: &mut Fields<'_>,
    escaped: bool,
    pieces: &mut [Draft],
    nulls: &ColumnNulls,
) -> Result<(usize, Option<Fault>), Fault> {
    let (mut count, mut filled, mut first) = (0, 0, None);
    loop {
        let field = fields.next_field()?;
        if let Some(piece) = pieces.get_mut(count)
            && let Err(fault) =
                piece.push(if escaped { unescaped(field.text) } else { field.text }, field.quoted, nulls.of(count))
        {
            first = first.or(Some(Fault { at: field.start, what: What::Cell { field: count, fault } }));
        }
        count += 1;
        filled = if field.text.trim().is_empty() { filled } else { count };
        if field.last {
            return Ok((if filled > pieces.len() { count } else { count.min(pieces.len()) }, first));
        }
    }
}

/// The records before the first one that holds a byte no text has, and that byte.
pub(crate) fn sound(bytes: &[u8], from: usize, delimiter: u8) -> (&str, Option<Fault>) {
    let (text, what) = valid(bytes);
    let Some(what) = what else { return (text, None) };
    let (start, field) = last_place(text, from, delimiter);
    let what = if what == What::Nul { what } else { What::NotUtf8 { field } };
    (&text[..start], Some(Fault { at: text.len(), what }))
}

/// The text before the first byte that no text has, and what is wrong with that byte.
fn valid(bytes: &[u8]) -> (&str, Option<What>) {
    let nul = memchr(0, bytes).unwrap_or(bytes.len());
    match std::str::from_utf8(&bytes[..nul]) {
        Ok(text) => (text, (nul < bytes.len()).then_some(What::Nul)),
        Err(error) => {
            let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            (text, Some(What::NotUtf8 { field: 0 }))
        }
    }
}

/// Where the record starts in which a text breaks off, and the number of the field.
fn last_place(text: &str, from: usize, delimiter: u8) -> (usize, usize) {
    let mut fields = Fields::new(text, from, delimiter);
    while let Some(start) = fields.next_record() {
        let mut field = 0;
        let broken = loop {
            match fields.next_field() {
                Ok(found) if found.last => break fields.position() == text.len() && !text.ends_with(['\n', '\r']),
                Ok(_) => field += 1,
                // A quote left open is open where the text breaks off.
                Err(_) => break true,
            }
        };
        if broken {
            return (start, field);
        }
    }
    (text.len(), 0)
}

/// What is wrong with the start of a record that has no end: mostly a quote left open.
pub(crate) fn endless(bytes: &[u8], from: usize, delimiter: u8) -> Fault {
    let mut fields = Fields::new(valid(bytes).0, from, delimiter);
    let at = fields.next_record().unwrap_or(from);
    fields.skip_record().map_or_else(Fault::from, |_| Fault { at, what: What::Endless })
}
