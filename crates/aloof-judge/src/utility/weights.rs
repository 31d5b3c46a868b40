//! How many people of the population each row of a sample stands for.
//!
//! # Definition
//! A figure of a sample is *weighted* when a row of weight w counts as w rows: a weighted mean over rows is Σ w·x / Σ w, a weighted
//! count Σ w. With equal weights every mean is the plain one.
//!
//! # Cost
//! Weights are scaled integers and are added as such, so that sums are exact and no order of rows shows in them; only then is
//! anything rounded.

use aloof_table::NumberColumn;

/// The weights of all rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    scaled: Vec<u128>,
    total: u128,
    scale: u8,
}

impl Weights {
    /// `None` where a row has no weight above 0, or their sum is beyond all that is counted.
    pub fn new(numbers: &NumberColumn) -> Option<Self> {
        let above = |row: usize| numbers.scaled(row).filter(|weight| *weight > 0).map(i128::unsigned_abs);
        Self::of_scaled((0..numbers.len()).map(above).collect::<Option<_>>()?, numbers.scale())
    }

    fn of_scaled(scaled: Vec<u128>, scale: u8) -> Option<Self> {
        let total = scaled.iter().try_fold(0u128, |sum, &weight| sum.checked_add(weight))?;
        Some(Self { scaled, total, scale })
    }

    /// Those of these rows, in this order; `None` where their sum is beyond all that is counted.
    pub fn take(&self, rows: &[u32]) -> Option<Self> {
        Self::of_scaled(rows.iter().map(|&row| self.scaled[row as usize]).collect(), self.scale)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.scaled.len()
    }

    /// No rows.
    pub fn is_empty(&self) -> bool {
        self.scaled.is_empty()
    }

    /// All people that the rows stand for.
    pub fn total(&self) -> f64 {
        self.people(self.total)
    }

    /// The weight of a row, scaled.
    pub(super) fn of(&self, row: usize) -> u128 {
        self.scaled[row]
    }

    /// How many people a row stands for.
    pub(super) fn of_row(&self, row: usize) -> f64 {
        self.people(self.of(row))
    }

    /// A sum of scaled weights.
    pub(super) fn people(&self, scaled: u128) -> f64 {
        scaled as f64 / 10f64.powi(self.scale.into())
    }

    /// A sum of scaled weights as a share of all.
    pub(super) fn share(&self, scaled: u128) -> f64 {
        scaled as f64 / self.total as f64
    }
}
