//! `l2`: the weighted Euclidean norm √(Σ wᵢ·dᵢ²), with dᵢ = |xᵢ − yᵢ| over the length of the domain when scaled. The
//! weight stands outside the square: a weight of 4 counts a difference double.
//!
//! # Source
//! The Euclidean distance; Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, allow any Lp.
//!
//! # Measure
//! With a scale and weights that sum to 1 (the default) the distance lies in [0, 1].
//!
//! # Cost
//! Two multiplications per column. No root is ever taken: the sum of squares is compared with ε².
//!
//! # Caution
//! Without a scale the columns' units are mixed as they stand.

use aloof_table::{Decimal, Domain};

use super::exact::{self, Combine};
use super::{Components, Metric, Similar};
use crate::Unfit;

/// The weighted Euclidean norm of the differences.
#[derive(Clone, Debug, Default)]
pub struct L2(Components);

impl L2 {
    /// Over columns with these weights and scale.
    pub fn new(components: Components) -> Self {
        Self(components)
    }

    /// Weights and scale.
    pub fn components(&self) -> &Components {
        &self.0
    }
}

impl Metric for L2 {
    fn name(&self) -> &'static str {
        "l2"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.0.differences(self.name(), domain, 2)?, Combine::Sum, 2, epsilon))
    }
}
