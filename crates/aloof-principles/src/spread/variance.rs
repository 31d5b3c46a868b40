//! Variance control: the variance of every group's numbers is at least `v`.
//!
//! The *population* variance, the mean squared distance from the mean: `(n Σx² − (Σx)²) / n²`. The sample variance, which
//! divides by `n − 1` in place of `n`, is another number; it is not defined for a group of one, and it is not monotone:
//! {0, 1} has 1/2, two such groups together 1/3.
//!
//! # Source
//! LeFevre, DeWitt and Ramakrishnan, *Workload-aware anonymization*, KDD 2006.
//!
//! # Measure
//! The variance, exactly; a spread: it must be at least `v`, which is in units of the column squared. A group of one has
//! variance 0. All tuples of a group that fails violate.
//!
//! # Cost
//! `O(|G|)`: whole numbers of 128 bits where all sums of the table fit, big ones elsewhere.
//!
//! # Caution
//! Monotone: the variance of a union is the mean of the parts' variances, weighted by size, plus that of their means. One
//! tuple far away gives any variance to a group in which all others agree.

#![allow(clippy::doc_markdown, reason = "people's names")]

use aloof_table::{Attribute, Decimal, Ratio};
use num_bigint::BigInt;

use super::span;
use crate::arithmetic::Fraction;
use crate::finding::among;
use crate::values::{numbers, runs};
use crate::{Check, Direction, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// Variance control with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variance {
    v: Decimal,
}

impl Variance {
    /// The variance of every group must be at least `v`.
    pub fn new(v: Decimal) -> Result<Self, ParamError> {
        if v.is_negative() {
            return Err(ParamError::new("v", "must not be negative"));
        }
        Ok(Self { v })
    }

    /// The smallest variance a group may have.
    pub fn v(&self) -> Decimal {
        self.v
    }
}

impl Principle for Variance {
    fn name(&self) -> &'static str {
        "variance"
    }

    fn title(&self) -> String {
        format!("variance of at least {}", self.v)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Numbers
    }

    fn least_rows(&self) -> u32 {
        1
    }

    fn asks_nothing(&self) -> bool {
        self.v <= Decimal::ZERO
    }

    fn bound(&self) -> Ratio {
        self.v.to_ratio()
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let (values, scale) = numbers(attribute, "variance", "for labels use l-diversity")?;
        Ok(Box::new(Spread { moments: Moments::new(values, scale, attribute.rows()), bound: self.bound() }))
    }

    fn remedy(&self, _days: bool) -> String {
        format!("join it with rows whose values lie farther apart, until the variance is at least {}", self.v)
    }
}

/// Variances of groups of a column.
#[derive(Debug)]
pub(crate) struct Moments {
    offsets: Offsets,
    /// One over the square of the column's unit.
    units: BigInt,
}

/// Distances from the smallest value, which leave variances as they are.
#[derive(Debug)]
enum Offsets {
    /// `n² · offset²` stays below 2^126 for every group.
    Narrow(Vec<u64>),
    Wide(Vec<BigInt>),
}

impl Moments {
    /// For the ascending `values` of a column of `rows` rows, in units of `10^(−scale)`.
    pub(crate) fn new(values: &[i128], scale: u8, rows: usize) -> Self {
        let offsets = || values.iter().map(|&value| span(values[0], value));
        let widest = offsets().next_back().unwrap_or(0);
        let fits = widest.checked_mul(rows.max(1) as u128).is_some_and(|product| product < 1 << 63);
        let offsets = if fits {
            Offsets::Narrow(offsets().map(|offset| offset as u64).collect())
        } else {
            Offsets::Wide(offsets().map(BigInt::from).collect())
        };
        Self { offsets, units: BigInt::from(10).pow(2 * u32::from(scale)) }
    }

    /// The variance of a group given by its values and their counts, in square units of the column.
    pub(crate) fn variance(&self, runs: impl Iterator<Item = (u32, usize)>) -> Fraction {
        match &self.offsets {
            Offsets::Narrow(offsets) => {
                let (mut n, mut sum, mut squares) = (0u128, 0u128, 0u128);
                for (code, count) in runs {
                    let (offset, count) = (u128::from(offsets[code as usize]), count as u128);
                    n += count;
                    sum += offset * count;
                    squares += offset * offset * count;
                }
                Fraction::Small(n * squares - sum * sum, n * n)
            }
            Offsets::Wide(offsets) => {
                let (mut n, mut sum, mut squares) = (0u64, BigInt::ZERO, BigInt::ZERO);
                for (code, count) in runs {
                    let offset = &offsets[code as usize];
                    n += count as u64;
                    sum += offset * count;
                    squares += offset * offset * count;
                }
                Fraction::of_big(squares * n - &sum * &sum, BigInt::from(n) * n)
            }
        }
    }

    /// From square units of the column to its own measure.
    pub(crate) fn to_ratio(&self, variance: &Fraction) -> Ratio {
        Ratio::from(variance.to_big() / &self.units)
    }
}

struct Spread {
    moments: Moments,
    bound: Ratio,
}

impl Spread {
    fn variance(&self, group: &[u32]) -> Ratio {
        self.moments.to_ratio(&self.moments.variance(runs(group)))
    }
}

impl Check for Spread {
    fn judge(&self, group: &[u32]) -> Finding {
        let variance = self.variance(group);
        let holds = variance >= self.bound;
        Finding::of_group(variance, holds, group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        format!(
            "Whoever knows a person to be {} and guesses their mean is off by {:.2} in the root mean square.",
            among(group.len()),
            self.variance(group).approximate().sqrt()
        )
    }
}
