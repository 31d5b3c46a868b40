//! Is the release true? Every released row must stand for an original one: its generalized values cover it and its
//! sensitive value is the same, one to one.
//!
//! # Method
//! A maximum matching. Rows with the same sensitive values and the same box are alike, and so are original rows with
//! the same values and the same quasi values; so it is a flow between kinds of rows, solved value by value (`flow`). Rows
//! that may be anybody come last: each takes a person of its value who is left, whoever that is, so that no more can be
//! matched in another way.
//!
//! # Cost
//! As `flow` for the rows of each value; 8 bytes per row besides. Values are spread over all cores.

use aloof_table::{NO_CODE, Partition};
use rayon::prelude::*;

use super::Candidates;
use super::flow::{Places, flow};
use super::sets::Lists;

/// How many rows match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    /// Released rows that stand in a group, or may be anybody, and have their sensitive values.
    pub released: usize,
    /// Original rows that have their sensitive values.
    pub original: usize,
    /// Released rows that stand for an original row each.
    pub matched: usize,
}

impl Truth {
    /// Released rows for which no original row is left.
    pub fn untrue(&self) -> usize {
        self.released - self.matched
    }

    /// Original rows that no released row stands for.
    pub fn absent(&self) -> usize {
        self.original - self.matched
    }

    /// Matches rows. `released` are the groups of equal cells, `everywhere` the sensitive values of rows that stand in none and
    /// cover everybody, ascending; `codes` are the sensitive values of `rows` released rows and then of the original ones,
    /// [`NO_CODE`] where they are missing.
    pub fn new(
        candidates: &Candidates,
        released: &Partition,
        everywhere: &[u32],
        rows: usize,
        codes: Vec<u32>,
    ) -> Self {
        let (released_codes, original_codes) = codes.split_at(rows);
        let has_value = |codes: &[u32], row: &&u32| codes[**row as usize] != NO_CODE;
        let truth = Self {
            released: released.row_order().iter().filter(|row| has_value(released_codes, row)).count()
                + everywhere.len(),
            original: original_codes.iter().filter(|&&code| code != NO_CODE).count(),
            matched: 0,
        };
        let values = values(&codes);
        let (points, boxes) = (candidates.points(), candidates.boxes());
        let supply = by_value(&points.rows, original_codes, values);
        let demand = by_value(released, released_codes, values);
        drop(codes);
        let places = Places { points, boxes, column: boxes.narrowest(&points.counts) };
        let anybody = |value: usize| {
            let from = everywhere.partition_point(|&code| (code as usize) < value);
            everywhere[from..].partition_point(|&code| code as usize == value)
        };
        let solve = |value: usize| {
            let people = supply.get(value);
            people.len().min(flow(people, demand.get(value), places) + anybody(value))
        };
        let matched = (0..values).into_par_iter().map(solve).sum();
        Self { matched, ..truth }
    }
}

/// The groups (or points) of the rows with each sensitive value, ascending. 4 bytes per row.
fn by_value(partition: &Partition, codes: &[u32], values: usize) -> Lists {
    let pairs = partition.iter().enumerate().flat_map(|(group, rows)| {
        rows.iter().map(move |&row| (codes[row as usize], group as u32)).filter(|&(code, _)| code != NO_CODE)
    });
    Lists::new(values, pairs)
}

/// One more than the largest code.
fn values(codes: &[u32]) -> usize {
    codes.iter().filter(|&&code| code != NO_CODE).max().map_or(0, |&most| most as usize + 1)
}
