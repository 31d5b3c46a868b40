//! Distinct l-diversity: every group holds at least `l` different sensitive values.
//!
//! # Source
//! Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam, *l-diversity: privacy beyond k-anonymity*, ICDE 2006.
//!
//! # Measure
//! `1 / distinct(G)`; it may be at most `1/l`. All tuples of a group with fewer values violate.
//!
//! # Cost
//! `O(|G|)` after sorting.
//!
//! # Caution
//! Monotone. Counts values, not how often they occur (99 of 100 tuples may agree in a group with two values), and takes
//! 30,000 and 30,001 for two values.

use aloof_table::{Attribute, Ratio};

use crate::finding::among;
use crate::values::runs;
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// Distinct l-diversity with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distinct {
    l: u32,
}

impl Distinct {
    /// Every group must hold at least `l` different values.
    pub fn new(l: u32) -> Result<Self, ParamError> {
        if l == 0 {
            return Err(ParamError::new("l", "must be at least 1"));
        }
        Ok(Self { l })
    }

    /// The fewest different values a group may hold.
    pub fn l(&self) -> u32 {
        self.l
    }
}

impl Principle for Distinct {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn title(&self) -> String {
        format!("distinct {}-diversity", self.l)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Values
    }

    fn least_rows(&self) -> u32 {
        self.l
    }

    fn least_values(&self) -> u32 {
        self.l
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        Ratio::of(1, u64::from(self.l))
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Variety(self)))
    }

    fn remedy(&self, _days: bool) -> String {
        format!("join it with rows of other values until it holds at least {} different ones", self.l)
    }
}

struct Variety<'a>(&'a Distinct);

impl Check for Variety<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let distinct = runs(group).count() as u64;
        Finding::of_group(Ratio::of(1, distinct), distinct >= u64::from(self.0.l), group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let (size, distinct) = (group.len(), runs(group).count());
        let choice = if distinct == 1 { "the value".to_owned() } else { format!("the value to be one of {distinct}") };
        format!("Whoever knows a person to be {} knows {choice}.", among(size))
    }
}
