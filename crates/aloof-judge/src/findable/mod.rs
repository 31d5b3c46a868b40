//! How findable people are: who is alone or nearly alone with what others may know, in the sample and in the population it was
//! drawn from.
//!
//! | file | what it answers |
//! |---|---|
//! | `sample` | how many rows share everybody's key, and how many people of the population these stand for |
//! | `individual` | the chance that a match is the right one, for a person and for a household |
//! | `special` | by how few columns somebody is already alone (SUDA2) |
//!
//! A *key* is the row's values in the columns that others may know. These are measures of a table as it stands; nothing is decided
//! on them. They say nothing of what a match would reveal: that is what principles are about.

mod individual;
mod sample;
mod special;

pub use individual::{household_risks, individual_risk};
pub use sample::{Matches, alone_as_written, matches};
pub use special::{Special, special_uniques};

/// A missing value in a key.
pub const MISSING: u32 = u32::MAX;

/// The columns that others may know: a code per row in each, equal codes for equal values.
#[derive(Clone, Debug)]
pub struct Keys {
    columns: Vec<Vec<u32>>,
    rows: usize,
}

impl Keys {
    /// Of columns of equal length.
    pub fn new(columns: Vec<Vec<u32>>, rows: usize) -> Self {
        assert!(columns.iter().all(|column| column.len() == rows), "columns of one table are equally long");
        Self { columns, rows }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The code of a cell.
    pub fn code(&self, column: usize, row: usize) -> u32 {
        self.columns[column][row]
    }

    /// The whole key of a row.
    fn key(&self, row: usize) -> Vec<u32> {
        self.columns.iter().map(|column| column[row]).collect()
    }
}
