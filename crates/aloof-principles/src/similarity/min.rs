//! `min`: the least weighted difference, min wᵢ·dᵢ, with dᵢ = |xᵢ − yᵢ| over the length of the domain when scaled. Two
//! values are similar when they are close in *any* column.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, Example 2.
//!
//! # Measure
//! With a scale the distance lies in [0, 1/n] for n columns with the default weights. Weights of 1 make it [0, 1].
//!
//! # Cost
//! One comparison per column, and no pair can be skipped: closeness in one column says nothing about another.
//!
//! # Caution
//! Not a metric: (0, 0) and (0, 9) are at distance 0, so are (0, 9) and (9, 9), yet (0, 0) and (9, 9) are at 9. A column
//! that is constant makes all values similar.

use aloof_table::{Decimal, Domain};

use super::exact::{self, Combine};
use super::{Components, Metric, Similar};
use crate::{ParamError, Unfit};

/// The least weighted difference.
#[derive(Clone, Debug, Default)]
pub struct Min(Components);

impl Min {
    /// Over columns with these weights, which must be positive, and scale.
    pub fn new(components: Components) -> Result<Self, ParamError> {
        if components.weights().contains(&Decimal::ZERO) {
            return Err(ParamError::new("weights", "must be positive for `min`: a zero makes all values similar"));
        }
        Ok(Self(components))
    }

    /// Weights and scale.
    pub fn components(&self) -> &Components {
        &self.0
    }
}

impl Metric for Min {
    fn name(&self) -> &'static str {
        "min"
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.0.differences(self.name(), domain, 1)?, Combine::Min, 1, epsilon))
    }
}
