//! Rows below a table that are none of it: sources, footnotes, who made it.
//!
//! # Definition
//!
//! Remarks stand below a row that holds nothing, have one cell each, a text, and nothing but such rows follows them to the end of the
//! sheet; the table has at least three columns, at least one row, and there are at most [`MOST`] of them. All else are rows of the
//! table: somebody of whom only one thing is known is a person all the same.
//!
//! # Cost
//!
//! As many rows are held back.

use super::{Cell, Placed};

/// More such rows are no remarks.
const MOST: usize = 40;

/// Fewer columns than this have people with a single cell too easily.
const LEAST_COLUMNS: usize = 3;

/// A row that is held back.
type Row = (u32, Vec<Placed<'static>>);

/// What may turn out to be remarks.
pub(super) struct Remarks {
    /// The last row that held anything.
    last: u32,
    /// Whether a row of the table was there.
    begun: bool,
    possible: bool,
    held: Vec<Row>,
}

impl Remarks {
    /// Below a header, of a table with so many columns.
    pub(super) fn below(header: u32, columns: usize) -> Self {
        Self { last: header, begun: false, possible: columns >= LEAST_COLUMNS, held: Vec::new() }
    }

    /// Holds a row back if it may be a remark; else what was held back belongs to the table.
    pub(super) fn keep(&mut self, row: u32, cells: &[Placed<'_>]) -> bool {
        let filled: Vec<&Placed<'_>> = cells.iter().filter(|placed| !placed.cell.is_empty()).collect();
        let lone = matches!(filled.as_slice(), [Placed { cell: Cell::Text(_), .. }]);
        let apart = row > self.last + 1 || !self.held.is_empty();
        self.last = row;
        let keep = self.possible && self.begun && lone && apart && self.held.len() < MOST;
        self.begun = true;
        if keep {
            let owned = |placed: &Placed<'_>| Placed { column: placed.column, cell: placed.cell.clone().into_owned() };
            self.held.push((row, cells.iter().map(owned).collect()));
        }
        keep
    }

    /// What was held back and is no remark.
    pub(super) fn give_back(&mut self) -> Vec<Row> {
        std::mem::take(&mut self.held)
    }

    /// The rows that are remarks, at the end.
    pub(super) fn rows(self) -> Vec<u32> {
        self.held.into_iter().map(|(row, _)| row).collect()
    }
}
