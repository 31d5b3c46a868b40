//! Split and deal: groups in which no value is near another.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 5 (split-and-partition).
//!
//! # Idea
//! A set of rows is *generalizable* when no window of near values holds more than one in m of them. Split the quasi space
//! while both halves stay generalizable; then deal each bucket's rows, sorted by sensitive value, into groups so that
//! rows of one group are never near each other. Every group then has at least m rows and every value of it stands alone.

use aloof_table::Partition;

use crate::Axis;

/// What is near: for each code the last (largest) code that counts as near to it. Ascending.
#[derive(Clone, Debug)]
pub struct Near {
    last: Vec<u32>,
}

impl Near {
    /// `last[a]` is the largest code near to `a`; at least `a`.
    pub fn new(last: Vec<u32>) -> Self {
        debug_assert!(last.iter().enumerate().all(|(code, &last)| last as usize >= code));
        Self { last }
    }

    /// The last code near to `code`.
    pub fn last(&self, code: u32) -> u32 {
        self.last[code as usize]
    }

    /// The most rows in any window of near values; `codes` ascending.
    pub fn window(&self, codes: &[u32]) -> usize {
        let mut end = 0;
        let mut most = 0;
        for (start, &code) in codes.iter().enumerate() {
            while end < codes.len() && codes[end] <= self.last(code) {
                end += 1;
            }
            most = most.max(end - start);
        }
        most
    }
}

/// What is to be split: rows `0..codes.len()`.
pub struct Problem<'a> {
    /// The quasi columns.
    pub axes: &'a [Axis],
    /// The sensitive code of every row; code order is value order.
    pub codes: &'a [u32],
    /// What is near.
    pub near: &'a Near,
    /// Every group needs at least this many rows, no two of them near each other.
    pub m: u32,
    /// Whether rows may stand as a group, by all further principles; these must be monotone.
    pub may_stand: Option<&'a (dyn Fn(&[u32]) -> bool + Sync)>,
}

/// No partition exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{window} of {rows} rows have values near one another, so at most 1 in {largest_m} can be promised")]
pub struct Infeasible {
    /// Rows in the fullest window.
    pub window: usize,
    /// All rows.
    pub rows: usize,
    /// The largest m for which a partition exists.
    pub largest_m: usize,
}

/// Deals the rows into groups.
pub fn split(problem: &Problem<'_>) -> Result<Partition, Infeasible> {
    let rows = problem.codes.len();
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.sort_unstable_by_key(|&row| problem.codes[row as usize]);
    let codes: Vec<u32> = order.iter().map(|&row| problem.codes[row as usize]).collect();
    let window = problem.near.window(&codes);
    if window * problem.m as usize > rows {
        return Err(Infeasible { window, rows, largest_m: rows / window.max(1) });
    }
    let groups = window.max(1);
    let mut group_of = vec![0u32; rows];
    for (at, &row) in order.iter().enumerate() {
        group_of[row as usize] = (at % groups) as u32;
    }
    Ok(Partition::from_group_of(&group_of, if rows == 0 { 0 } else { groups }))
}
