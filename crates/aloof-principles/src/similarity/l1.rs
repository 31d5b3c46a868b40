//! `l1`: the weighted sum of the differences, Σ wᵢ·dᵢ, with dᵢ = |xᵢ − yᵢ| over the length of the domain when scaled.
//!
//! # Source
//! The city-block distance; scaled to [0, 1] in the experiments of Wang and Liu, *`XColor`: protecting general proximity
//! privacy*, ICDE 2010.
//!
//! # Measure
//! With a scale and weights that sum to 1 (the default) the distance lies in [0, 1].
//!
//! # Cost
//! One addition per column; values far apart in the most telling column of numbers are not compared at all.
//!
//! # Caution
//! Without a scale the columns' units are added as they stand: years and euros alike, unless weights say otherwise.

use aloof_table::{Decimal, Domain};

use super::exact::{self, Combine, Component};
use super::{Components, Metric, Similar};
use crate::Unfit;

/// The weighted sum of the differences.
#[derive(Clone, Debug, Default)]
pub struct L1(Components);

impl L1 {
    /// Over columns with these weights and scale.
    pub fn new(components: Components) -> Self {
        Self(components)
    }

    /// Weights and scale.
    pub fn components(&self) -> &Components {
        &self.0
    }

    /// What is added up.
    pub(super) fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        self.0.differences(self.name(), domain, 1)
    }
}

impl Metric for L1 {
    fn name(&self) -> &'static str {
        "l1"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.summands(domain)?, Combine::Sum, 1, epsilon))
    }
}
