//! (α, k)-anonymity: every group holds at least `k` tuples, and no sensitive value has more than the share `α` of one.
//!
//! # Source
//! Wong, Li, Fu and Wang, *(α, k)-anonymity: an enhanced k-anonymity model for privacy preserving data publishing*,
//! KDD 2006. The paper first limits one designated value and then, as here, every value.
//!
//! # Measure
//! The risk `max over v of count(v, G) / |G|`; it may be at most `α`. A tuple violates when the share of its own value is
//! larger; all violate in a group of fewer than `k`, which a bound on the share cannot say.
//!
//! # Cost
//! `O(|G|)` after sorting.
//!
//! # Caution
//! Monotone. Equal values only: neighbouring numbers are different secrets to it.

use aloof_table::{Attribute, Decimal, Ratio};

use super::frequency::Shares;
use crate::finding::at_least;
use crate::{Check, Needs, ParamError, Principle, Reads, Unfit};

/// (α, k)-anonymity with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlphaK {
    alpha: Decimal,
    k: u32,
}

impl AlphaK {
    /// Every group must hold at least `k` tuples, and each value at most the share `alpha` of them.
    pub fn new(alpha: Decimal, k: u32) -> Result<Self, ParamError> {
        if alpha <= Decimal::ZERO || alpha > Decimal::ONE {
            return Err(ParamError::new("alpha", "must be more than 0 and at most 1, such as \"0.5\""));
        }
        if k == 0 {
            return Err(ParamError::new("k", "must be at least 1"));
        }
        Ok(Self { alpha, k })
    }

    /// The largest share a value may have.
    pub fn alpha(&self) -> Decimal {
        self.alpha
    }

    /// The fewest tuples a group may hold.
    pub fn k(&self) -> u32 {
        self.k
    }
}

impl Principle for AlphaK {
    fn name(&self) -> &'static str {
        "alpha-k"
    }

    fn title(&self) -> String {
        format!("(α, k)-anonymity with α = {}, k = {}", self.alpha, self.k)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn condition(&self) -> Option<String> {
        Some(at_least(self.k))
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Values
    }

    fn least_rows(&self) -> u32 {
        self.k
    }

    fn asks_nothing(&self) -> bool {
        self.k <= 1 && self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        self.alpha.to_ratio()
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Shares { most: self.bound(), smallest_size: u64::from(self.k) }))
    }

    fn remedy(&self, _days: bool) -> String {
        format!(
            "join it with rows of other values until it holds at least {} rows and no value more than the share {} of them",
            self.k, self.alpha
        )
    }
}
