//! (k, e)-anonymity: every group holds at least `k` different numbers, and the largest exceeds the smallest by at least
//! `e`.
//!
//! # Source
//! Zhang, Koudas, Srivastava and Yu, *Aggregate query answering on anonymized tables*, ICDE 2007.
//!
//! # Measure
//! The range `max(G) − min(G)`, a spread: it must be at least `e`. `k` is a second condition, which a bound on the range
//! cannot say. All tuples of a group that fails violate. Ranges of dates are days.
//!
//! # Cost
//! `O(|G|)` after sorting.
//!
//! # Caution
//! Monotone. One tuple far away makes a wide range of a group in which all others nearly agree: {1000, 1001, 1002, 9000}
//! has four values and a range of 8,000.

use aloof_table::{Attribute, Decimal, Ratio};
use num_bigint::BigInt;

use crate::finding::among;
use crate::values::{numbers, runs};
use crate::{Check, Direction, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// (k, e)-anonymity with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KE {
    k: u32,
    e: Decimal,
}

impl KE {
    /// Every group must hold at least `k` different numbers, over a range of at least `e`.
    pub fn new(k: u32, e: Decimal) -> Result<Self, ParamError> {
        if k == 0 {
            return Err(ParamError::new("k", "must be at least 1"));
        }
        if e.is_negative() {
            return Err(ParamError::new("e", "must not be negative"));
        }
        Ok(Self { k, e })
    }

    /// The fewest different numbers a group may hold.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// The smallest range a group may have.
    pub fn e(&self) -> Decimal {
        self.e
    }
}

impl Principle for KE {
    fn name(&self) -> &'static str {
        "k-e"
    }

    fn title(&self) -> String {
        format!("(k, e)-anonymity with k = {}, e = {}", self.k, self.e)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn condition(&self) -> Option<String> {
        (self.k > 1).then(|| format!("groups of at least {} different values", self.k))
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Numbers
    }

    fn least_rows(&self) -> u32 {
        self.k
    }

    fn least_values(&self) -> u32 {
        self.k
    }

    fn asks_nothing(&self) -> bool {
        self.k <= 1 && self.e <= Decimal::ZERO
    }

    fn bound(&self) -> Ratio {
        self.e.to_ratio()
    }

    fn direction(&self) -> Direction {
        Direction::AtLeast
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let (values, scale) = numbers(attribute, "k-e", "for labels use l-diversity")?;
        Ok(Box::new(Range { rule: self, values, unit: BigInt::from(10).pow(u32::from(scale)), bound: self.bound() }))
    }

    fn remedy(&self, _days: bool) -> String {
        if self.k <= 1 {
            return format!("join it with rows of other values until they lie {} or more apart in all", self.e);
        }
        format!(
            "join it with rows of other values until it holds at least {} different ones, {} or more apart in all",
            self.k, self.e
        )
    }
}

/// `high − low`, for `low ≤ high`. The difference of two 128-bit numbers fits 128 bits without a sign.
pub(crate) fn span(low: i128, high: i128) -> u128 {
    high.wrapping_sub(low) as u128
}

struct Range<'a> {
    rule: &'a KE,
    values: &'a [i128],
    unit: BigInt,
    bound: Ratio,
}

impl Range<'_> {
    fn range(&self, group: &[u32]) -> Ratio {
        let [low, high] = [group[0], group[group.len() - 1]].map(|code| self.values[code as usize]);
        Ratio::big(BigInt::from(span(low, high)), self.unit.clone())
    }
}

impl Check for Range<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let range = self.range(group);
        let holds = runs(group).count() as u64 >= u64::from(self.rule.k) && range >= self.bound;
        Finding::of_group(range, holds, group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let (size, distinct) = (group.len(), runs(group).count());
        if distinct == 1 {
            return format!("Whoever knows a person to be {} knows the value.", among(size));
        }
        format!(
            "Whoever knows a person to be {} knows the value to be one of {distinct}, which span at most {}.",
            among(size),
            self.range(group).ceil_decimal(0)
        )
    }
}
