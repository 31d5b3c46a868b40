//! `hamming`: how many columns differ, weighted: Σ wᵢ over the columns i with xᵢ ≠ yᵢ. For one column: 0 or 1.
//!
//! # Source
//! Hamming, *Error detecting and error correcting codes*, Bell System Technical Journal, 1950.
//!
//! # Measure
//! Without a scale the number of columns that differ; with one (weights 1/n by default) their share, in [0, 1].
//!
//! # Cost
//! One comparison per column.
//!
//! # Caution
//! Knows equal and unequal, nothing between: 99 and 100 are as far apart as 0 and 100.

use aloof_table::{Decimal, Domain};
use num_bigint::BigInt;

use super::exact::{self, Combine, Component, Gap, Steps};
use super::{Components, Metric, Similar};
use crate::Unfit;

/// The weighted number of columns that differ.
#[derive(Clone, Debug, Default)]
pub struct Hamming(Components);

impl Hamming {
    /// Over columns with these weights; a scale makes them 1/n by default.
    pub fn new(components: Components) -> Self {
        Self(components)
    }

    /// Weights and scale.
    pub fn components(&self) -> &Components {
        &self.0
    }

    /// What is added up.
    pub(super) fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        let parts = self.0.parts(domain)?;
        let count = parts.len();
        let component = |(at, part): (usize, super::components::Part<'_>)| Component {
            codes: part.codes.map(<[u32]>::to_vec),
            gap: Gap::Steps(Box::new(Unequal)),
            factor: self.0.weight(at, count),
        };
        Ok(parts.into_iter().enumerate().map(component).collect())
    }
}

impl Metric for Hamming {
    fn name(&self) -> &'static str {
        "hamming"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.summands(domain)?, Combine::Sum, 1, epsilon))
    }
}

/// One step between different values.
struct Unequal;

impl Steps for Unequal {
    fn sizes(&self) -> Vec<BigInt> {
        vec![BigInt::from(0), BigInt::from(1)]
    }

    fn step(&self, a: u32, b: u32) -> usize {
        usize::from(a != b)
    }
}
