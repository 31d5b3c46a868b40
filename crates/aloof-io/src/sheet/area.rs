//! A part of a sheet, as spreadsheet programs name it: `A4:F200`.
//!
//! | written | means |
//! |---|---|
//! | `A4:F200` | from cell A4 to cell F200, both included |
//! | `A4:F` | the columns A to F, from row 4 on |
//! | `A4:` | from cell A4 on, to the right and down |
//! | `A:F` | the columns A to F |
//! | `4:200` | the rows 4 to 200 |
//!
//! `$` before a letter or a number means nothing here.

use std::fmt;

use super::{MOST_COLUMNS, MOST_ROWS, Placed, address};

/// Rows counted from 1, columns from 0; both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area {
    rows: (u32, u32),
    columns: (u32, u32),
}

/// All of a sheet.
impl Default for Area {
    fn default() -> Self {
        Self { rows: (1, MOST_ROWS), columns: (0, MOST_COLUMNS - 1) }
    }
}

impl Area {
    /// What is written so; `None` when it is no part of a sheet.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let text = text.replace('$', "");
        let (from, to) = text.split_once(':')?;
        let (first, last) = (corner(from)?, corner(to)?);
        if (first, last) == ((None, None), (None, None)) {
            return None;
        }
        let whole = Self::default();
        let area = Self {
            columns: (first.0.unwrap_or(0), last.0.unwrap_or(whole.columns.1)),
            rows: (first.1.unwrap_or(1), last.1.unwrap_or(whole.rows.1)),
        };
        (area.columns.0 <= area.columns.1 && area.rows.0 <= area.rows.1).then_some(area)
    }

    /// From these rows and columns, the first ones, to those, the last ones.
    pub(crate) fn of(rows: (u32, u32), columns: (u32, u32)) -> Self {
        Self { rows, columns }
    }

    /// The first row and the last one.
    pub(crate) fn rows(&self) -> (u32, u32) {
        self.rows
    }

    pub(crate) fn has_column(&self, column: u32) -> bool {
        (self.columns.0..=self.columns.1).contains(&column)
    }

    /// Whether nothing is left out.
    pub(crate) fn is_whole(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn has_row(&self, row: u32) -> bool {
        (self.rows.0..=self.rows.1).contains(&row)
    }

    /// Whether no row behind this one belongs to it.
    pub(crate) fn ends_before(&self, row: u32) -> bool {
        row > self.rows.1
    }

    pub(crate) fn cells<'a>(&self, cells: &[Placed<'a>]) -> Vec<Placed<'a>> {
        let within = |placed: &&Placed<'a>| self.has_column(placed.column);
        cells.iter().filter(within).cloned().collect()
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", address(self.rows.0, self.columns.0), address(self.rows.1, self.columns.1))
    }
}

/// Column and row of a corner, as far as they are written: `A4`, `A`, `4`, or nothing.
fn corner(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    let digits = text.find(|character: char| character.is_ascii_digit()).unwrap_or(text.len());
    let (letters, row) = text.split_at(digits);
    let column = (!letters.is_empty()).then(|| super::cell::place(&format!("{letters}1")).map(|(column, _)| column));
    let row = (!row.is_empty()).then(|| super::cell::place(&format!("A{row}")).map(|(_, row)| row));
    match (column, row) {
        (Some(None), _) | (_, Some(None)) => None,
        (column, row) => Some((column.flatten(), row.flatten())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_sheets() {
        let area = |rows, columns| Some(Area { rows, columns });
        let (last_row, last_column) = (MOST_ROWS, MOST_COLUMNS - 1);
        assert_eq!(Area::parse("A4:F200"), area((4, 200), (0, 5)));
        assert_eq!(Area::parse("$b$4:aa5"), area((4, 5), (1, 26)));
        assert_eq!(Area::of((4, 5), (1, 26)).to_string(), "B4:AA5");
        assert_eq!(Area::parse("A4:F"), area((4, last_row), (0, 5)));
        assert_eq!(Area::parse("C4:"), area((4, last_row), (2, last_column)));
        assert_eq!(Area::parse("A:F"), area((1, last_row), (0, 5)));
        assert_eq!(Area::parse("4:200"), area((4, 200), (0, last_column)));
        assert_eq!(Area::parse(":F9"), area((1, 9), (0, 5)));
        for wrong in ["", ":", "A4", "F4:A9", "A9:F4", "A0:B2", "A4:F9:G", "XFE1:XFF2", "A-4:B", "Äb:C", "A4B:C"] {
            assert_eq!(Area::parse(wrong), None, "{wrong}");
        }
    }
}
