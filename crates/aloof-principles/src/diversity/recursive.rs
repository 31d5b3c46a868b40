//! Recursive (c, l)-diversity: with the counts of a group's values in falling order, `r1 < c · (r_l + r_(l+1) + … + r_m)`.
//!
//! Even after `l − 2` other values are ruled out, the most frequent value is no more than `c` times as frequent as the
//! rest together. The inequality is strict, as in the paper.
//!
//! # Source
//! Machanavajjhala, Gehrke, Kifer and Venkitasubramaniam, *l-diversity: privacy beyond k-anonymity*, ICDE 2006.
//!
//! # Measure
//! `r1 / (r_l + … + r_m)`, which must be **less** than `c`: a measure equal to the bound fails. A group with fewer than
//! `l` different values fails for every `c`: its measure is infinite, and no group is worse. All tuples of a group that
//! fails violate.
//!
//! # Cost
//! `O(|G| + d log d)` after sorting, for `d` different values.
//!
//! # Caution
//! Monotone: in a union `r1` is at most the sum of the parts' `r1`, and the rest at least the sum of the parts' rests.
//! Equal values only.

use aloof_table::{Attribute, Decimal, Ratio};

use crate::finding::among;
use crate::values::runs;
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// Recursive (c, l)-diversity with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recursive {
    c: Decimal,
    l: u32,
}

impl Recursive {
    /// The most frequent value must be less than `c` times as frequent as all from the `l`-th on together.
    pub fn new(c: Decimal, l: u32) -> Result<Self, ParamError> {
        if c <= Decimal::ZERO {
            return Err(ParamError::new("c", "must be more than 0, such as \"2\""));
        }
        if l == 0 {
            return Err(ParamError::new("l", "must be at least 1"));
        }
        Ok(Self { c, l })
    }

    /// How many times as frequent (exclusive).
    pub fn c(&self) -> Decimal {
        self.c
    }

    /// From which value on, in order of frequency, the rest is counted.
    pub fn l(&self) -> u32 {
        self.l
    }
}

impl Principle for Recursive {
    fn name(&self) -> &'static str {
        "l-diversity"
    }

    fn title(&self) -> String {
        format!("recursive ({}, {})-diversity", self.c, self.l)
    }

    fn monotone(&self) -> bool {
        true
    }

    fn condition(&self) -> Option<String> {
        Some(format!("groups of at least {} different values", self.l))
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

    /// Exclusive: the measure must stay below it.
    fn bound_is(&self) -> &'static str {
        "below"
    }

    fn asks_nothing(&self) -> bool {
        self.l <= 1 && self.c > Decimal::ONE
    }

    fn bound(&self) -> Ratio {
        self.c.to_ratio()
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Ranked { rule: self, bound: self.bound() }))
    }

    fn remedy(&self, _days: bool) -> String {
        format!(
            "join it with rows of other values until the most frequent value has less than {} times the rows of all \
             values from the {} most frequent on",
            self.c,
            ordinal(self.l)
        )
    }
}

fn ordinal(number: u32) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// `r1` and `r_l + … + r_m` for the counts of a group's values, which are put in falling order where that matters.
pub(crate) fn top_and_tail(counts: &mut [u32], l: u32) -> (u64, u64) {
    let ahead = (l as usize - 1).min(counts.len());
    if ahead > 1 {
        counts.sort_unstable_by(|a, b| b.cmp(a));
    }
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    let top = u64::from(counts.iter().copied().max().unwrap_or(0));
    let before = match ahead {
        0 => 0,
        1 => top,
        _ => counts[..ahead].iter().map(|&count| u64::from(count)).sum(),
    };
    (top, total - before)
}

struct Ranked<'a> {
    rule: &'a Recursive,
    bound: Ratio,
}

impl Ranked<'_> {
    fn top_and_tail(&self, group: &[u32]) -> (u64, u64) {
        let mut counts: Vec<u32> = runs(group).map(|(_, count)| count as u32).collect();
        top_and_tail(&mut counts, self.rule.l)
    }
}

impl Check for Ranked<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let (top, tail) = self.top_and_tail(group);
        if tail == 0 {
            return Finding::of_group(Ratio::infinite(), false, group.len());
        }
        let measure = Ratio::of(top, tail);
        let holds = measure < self.bound;
        Finding::of_group(measure, holds, group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let (top, tail) = self.top_and_tail(group);
        if top as usize == group.len() {
            let who = if top == 1 {
                "here knows the value: nobody else here has one"
            } else {
                "among them knows the value: all have the same"
            };
            return format!("Whoever knows a person to be {who}.");
        }
        // For l = 1 the tail is the whole group, the most frequent value included.
        let left = if self.rule.l == 1 { tail } else { top + tail };
        let ruled_out = match self.rule.l {
            0..=2 => String::new(),
            3 => " and can rule out one other value".to_owned(),
            l => format!(" and can rule out {} other values", l - 2),
        };
        format!(
            "Whoever knows a person to be {}{ruled_out} can name the value with {} confidence.",
            among(group.len()),
            Ratio::of(top, left).percent()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_begins_with_the_lth() {
        for (l, expected) in [(1, (5, 10)), (2, (5, 5)), (3, (5, 2)), (4, (5, 0)), (9, (5, 0))] {
            assert_eq!(top_and_tail(&mut [2, 5, 3], l), expected, "l = {l}");
        }
    }
}
