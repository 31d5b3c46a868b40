//! l-diversity by frequency: no sensitive value belongs to more than one in `l` tuples of a group.
//!
//! # Source
//! Xiao and Tao, *Anatomy: simple and effective privacy preservation*, VLDB 2006, as the simple form of
//! l-diversity (Machanavajjhala et al., ICDE 2006).
//!
//! # Measure
//! The risk `max over v of count(v, G) / |G|`; it may be at most `1/l`. A tuple violates when the share of its own
//! value is larger.
//!
//! # Cost
//! `O(|G|)` after sorting.
//!
//! # Caution
//! Monotone: a share in a union lies between the shares in the parts. Equal values only: a group of 30,000 and 30,001
//! counts as two different secrets.

use aloof_table::{Attribute, Decimal, Ratio};

use super::{at_least_one, rounded_up};
use crate::finding::among;
use crate::values::{count_of, runs};
use crate::{Check, Counted, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// l-diversity by frequency with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequency {
    l: Decimal,
}

impl Frequency {
    /// At most one tuple in `l` may hold the same value.
    pub fn new(l: Decimal) -> Result<Self, ParamError> {
        Ok(Self { l: at_least_one(l)? })
    }

    /// One in how many may hold the same value.
    pub fn l(&self) -> Decimal {
        self.l
    }
}

impl Principle for Frequency {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn title(&self) -> String {
        format!("{}-diversity by frequency", self.l)
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
        self.least_values()
    }

    fn least_values(&self) -> u32 {
        rounded_up(self.l)
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        self.l.to_ratio().inverse()
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Shares { most: self.bound(), smallest_size: 1 }))
    }

    fn remedy(&self, _days: bool) -> String {
        format!("join it with rows of other values until no value belongs to more than 1 row in {}", self.l)
    }
}

/// Counts equal values: each may have at most the share `most` of a group, which holds at least `smallest_size` tuples.
pub(super) struct Shares {
    pub(super) most: Ratio,
    pub(super) smallest_size: u64,
}

impl Shares {
    fn is_large(&self, size: usize) -> bool {
        size as u64 >= self.smallest_size
    }

    fn member(&self, count: usize, size: usize) -> Finding {
        let measure = Ratio::of(count as u64, size as u64);
        let holds = self.is_large(size) && measure <= self.most;
        Finding { measure, holds, violating: usize::from(!holds) }
    }
}

impl Check for Shares {
    fn judge(&self, group: &[u32]) -> Finding {
        let size = group.len() as u64;
        let (mut worst, mut violating) = (0, 0);
        for (_, count) in runs(group) {
            worst = worst.max(count);
            violating += if Ratio::of(count as u64, size) <= self.most { 0 } else { count };
        }
        if !self.is_large(group.len()) {
            violating = group.len();
        }
        Finding { measure: Ratio::of(worst as u64, size), holds: violating == 0, violating }
    }

    fn judge_member(&self, code: u32, group: &[u32]) -> Finding {
        self.member(count_of(code, group), group.len())
    }

    fn judge_counted(&self, code: u32, group: &dyn Counted) -> Finding {
        self.member(group.within(code, code), group.size())
    }

    fn by_member(&self) -> bool {
        true
    }

    fn conclusion(&self, group: &[u32]) -> String {
        format!(
            "Whoever knows a person to be {} can name the value with {} confidence.",
            among(group.len()),
            self.judge(group).measure.percent()
        )
    }
}
