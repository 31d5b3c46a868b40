//! `linf`: the greatest weighted difference, max wᵢ·dᵢ, with dᵢ = |xᵢ − yᵢ| over the length of the domain when scaled.
//! Two values are similar when they are close in *every* column.
//!
//! # Source
//! The Chebyshev distance.
//!
//! # Measure
//! With a scale the distance lies in [0, max wᵢ]; with the default weights that is [0, 1/n] for n columns. Weights of 1
//! make it [0, 1].
//!
//! # Cost
//! One comparison per column.
//!
//! # Caution
//! The default weights of a scaled distance are 1/n, here as for every other kind: ε = 0.1 over two columns then allows
//! a fifth of each domain.

use aloof_table::{Decimal, Domain};

use super::exact::{self, Combine};
use super::{Components, Metric, Similar};
use crate::Unfit;

/// The greatest weighted difference.
#[derive(Clone, Debug, Default)]
pub struct LInf(Components);

impl LInf {
    /// Over columns with these weights and scale.
    pub fn new(components: Components) -> Self {
        Self(components)
    }

    /// Weights and scale.
    pub fn components(&self) -> &Components {
        &self.0
    }
}

impl Metric for LInf {
    fn name(&self) -> &'static str {
        "linf"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.0.differences(self.name(), domain, 1)?, Combine::Max, 1, epsilon))
    }
}
