//! What a cell of a sheet holds.

use std::borrow::Cow;

use aloof_table::Decimal;

use super::serial::{Epoch, Shown, Told, told};
use crate::CellFault;
use crate::draft::Draft;
use crate::moment::Moment;
use crate::nulls::Nulls;

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    Empty,
    /// A float, which means the shortest decimal that reads back as it.
    Number(f64),
    Moment(Moment),
    /// A text; also a time of day, a truth, the name of an error.
    Text(Cow<'a, str>),
    /// A formula without the value that it had when the file was last computed.
    Uncomputed,
}

/// A cell and the column in which it stands, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed<'a> {
    pub(crate) column: u32,
    pub(crate) cell: Cell<'a>,
}

impl Cell<'_> {
    /// A number under its format.
    pub(crate) fn shown(value: f64, shown: Shown, epoch: Epoch) -> Self {
        match told(value, shown, epoch) {
            Told::Number(value) => Self::Number(value),
            Told::Moment(moment) => Self::Moment(moment),
            Told::Text(text) => Self::Text(text.into()),
        }
    }

    pub(crate) fn truth(value: bool) -> Self {
        Self::Text(if value { "true" } else { "false" }.into())
    }

    /// Whether there is nothing to read.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// The same, held by itself.
    pub(crate) fn into_owned(self) -> Cell<'static> {
        match self {
            Self::Text(text) => Cell::Text(text.into_owned().into()),
            Self::Empty => Cell::Empty,
            Self::Number(value) => Cell::Number(value),
            Self::Moment(moment) => Cell::Moment(moment),
            Self::Uncomputed => Cell::Uncomputed,
        }
    }

    /// As a name of a column.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Empty | Self::Uncomputed => "".into(),
            Self::Number(value) => {
                Decimal::from_f64(*value).map_or_else(|_| value.to_string(), |it| it.to_string()).into()
            }
            Self::Moment(moment) if moment.is_midnight() => moment.day.to_string().into(),
            Self::Moment(moment) => moment.text(false).into(),
            Self::Text(text) => Cow::Borrowed(text),
        }
    }

    /// Adds it to a column.
    pub(crate) fn push_into(&self, draft: &mut Draft, nulls: &Nulls) -> Result<(), CellFault> {
        if draft.is_skipped() {
            return Ok(());
        }
        match self {
            Self::Empty => draft.push_missing(),
            Self::Number(value) => draft.push_decimal(Decimal::from_f64(*value)?, nulls)?,
            Self::Moment(moment) => draft.push_moment(*moment, false, nulls)?,
            // Blanks belong to a text of a sheet as to a quoted one of a text file.
            Self::Text(text) => draft.push(text, true, nulls)?,
            Self::Uncomputed => return Err(CellFault::Uncomputed),
        }
        Ok(())
    }
}

/// `C17`: the name of a cell, its row counted from 1 and its column from 0.
pub(crate) fn address(row: u32, column: u32) -> String {
    format!("{}{row}", letters(column))
}

fn letters(column: u32) -> String {
    let last = char::from(b'A' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { format!("{}{last}", letters(column / 26 - 1)) }
}

/// The column and the row of such a name, as [`address`] counts them; `None` when it is none, or lies beyond every sheet.
pub(crate) fn place(name: &str) -> Option<(u32, u32)> {
    let digits = name.find(|character: char| !character.is_ascii_alphabetic())?;
    let (letters, row) = name.split_at(digits);
    if letters.is_empty() || letters.len() > 3 || row.len() > 7 {
        return None;
    }
    let column = letters.bytes().fold(0, |sum, letter| sum * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1);
    let row: u32 = row.parse().ok()?;
    let within = (1..=super::MOST_ROWS).contains(&row) && column <= super::MOST_COLUMNS;
    within.then_some((column - 1, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cells() {
        for (name, column, row) in [("A1", 0, 1), ("Z9", 25, 9), ("AA10", 26, 10), ("XFD1048576", 16383, 1 << 20)] {
            assert_eq!(place(name), Some((column, row)));
            assert_eq!(address(row, column), name);
        }
        for name in ["", "A", "1", "A0", "XFE1", "A1048577", "AAAA1", "A-1", "Ä1"] {
            assert_eq!(place(name), None, "{name}");
        }
    }
}
