//! k-anonymity: every group holds at least `k` tuples.
//!
//! # Source
//! Samarati, *Protecting respondents' identities in microdata release*, TKDE 2001; Sweeney, *k-anonymity: a model for
//! protecting privacy*, IJUFKS 2002.
//!
//! # Measure
//! The risk `1/|G|` of picking a person's row by chance; it may be at most `1/k`. All tuples of a smaller group violate.
//!
//! # Cost
//! Constant per group.
//!
//! # Caution
//! Monotone. Says nothing about the sensitive values: in a group of any size all may be equal.

use aloof_table::{Attribute, Ratio};

use crate::finding::among;
use crate::{Check, Counted, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// k-anonymity with its parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    k: u32,
}

impl KAnonymity {
    /// Every group must hold at least `k` tuples.
    pub fn new(k: u32) -> Result<Self, ParamError> {
        if k == 0 {
            return Err(ParamError::new("k", "must be at least 1"));
        }
        Ok(Self { k })
    }

    /// The fewest tuples a group may hold.
    pub fn k(&self) -> u32 {
        self.k
    }
}

impl Principle for KAnonymity {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn title(&self) -> String {
        format!("{}-anonymity", self.k)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Nothing
    }

    fn least_rows(&self) -> u32 {
        self.k
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        Ratio::of(1, u64::from(self.k))
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Size(self)))
    }

    fn remedy(&self, _days: bool) -> String {
        format!("join it with other groups until it holds at least {} rows", self.k)
    }
}

struct Size<'a>(&'a KAnonymity);

impl Size<'_> {
    fn of(&self, size: usize) -> Finding {
        Finding::of_group(Ratio::of(1, size as u64), size as u64 >= u64::from(self.0.k), size)
    }
}

impl Check for Size<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        self.of(group.len())
    }

    fn judge_counted(&self, _code: u32, group: &dyn Counted) -> Finding {
        self.of(group.size())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        format!(
            "Whoever knows a person to be {} can pick out that person's row with {} confidence.",
            among(group.len()),
            Ratio::of(1, group.len() as u64).percent()
        )
    }
}
