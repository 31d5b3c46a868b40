//! Monotone rules, asked of every group while groups are sought.

use aloof_principles::{Check, Finding, Reads, Rule};
use aloof_table::{Attribute, NO_CODE};

use super::kept::Kept;
use crate::Error;
use crate::policy::{Policy, Protect, bind};

/// A monotone rule and the values it is asked about.
pub(in crate::release) struct GroupRule<'a> {
    pub protect: &'a Protect,
    pub rule: Rule,
    pub attribute: Attribute,
}

pub(in crate::release) fn group_rule<'a>(
    protect: &'a Protect,
    policy: &Policy,
    kept: &Kept<'_>,
) -> Result<GroupRule<'a>, Error> {
    let columns = kept.pick(protect.sensitive());
    let rule = bind::rule_in_view(protect, policy, &columns)?;
    let attribute = bind::attribute(protect, &columns, kept.rows.len(), |_| false);
    let attribute = policy.in_whole(attribute, rule.principle())?;
    Ok(GroupRule { protect, rule, attribute })
}

impl GroupRule<'_> {
    pub fn bind(&self) -> Result<Box<dyn Check + '_>, Error> {
        self.rule.principle().bind(&self.attribute).map_err(|unfit| bind::unfit(self.protect, &unfit))
    }

    /// How many rows a group gets before the rule is asked. Of rules that bound shares the maker is told no number: it would
    /// hold as well, but other groups would be dealt.
    pub fn rows_to_start_with(&self) -> u32 {
        let of_values = self.rule.principle().reads() != Reads::Nothing;
        match &self.rule {
            _ if of_values && self.attribute.rows() == 0 => 1,
            Rule::Frequency(_) | Rule::Entropy(_) | Rule::Recursive(_) | Rule::DeltaL(_) | Rule::CountingMissing(_) => {
                1
            }
            rule => rule.principle().least_rows(),
        }
    }

    /// Whether these rows may stand as a group. Makers ask often, so people are counted without looking at them.
    pub fn lets(&self, check: &dyn Check, rows: &[u32]) -> bool {
        match &self.rule {
            Rule::KAnonymity(rule) => rows.len() >= rule.k() as usize,
            Rule::Distinct(rule) if rule.l() <= FEW => has_distinct(self.attribute.codes(), rows, rule.l() as usize),
            _ => {
                let group = self.attribute.group(rows);
                !rows.is_empty() && (group.is_empty() || check.holds(&group))
            }
        }
    }

    /// What is found of these rows as a group; `None` where nobody has a value that could be judged.
    pub fn judge(&self, check: &dyn Check, rows: &[u32]) -> Option<Finding> {
        let group = self.attribute.group(rows);
        (!group.is_empty()).then(|| check.judge(&group))
    }
}

/// So many values are looked for one by one, without sorting.
const FEW: u32 = 16;

/// Whether the rows have at least `least` different values, if any; large groups show so many among their first rows.
fn has_distinct(codes: &[u32], rows: &[u32], least: usize) -> bool {
    let mut seen: Vec<u32> = Vec::with_capacity(least);
    let enough = rows.iter().map(|&row| codes[row as usize]).filter(|&code| code != NO_CODE).any(|code| {
        if !seen.contains(&code) {
            seen.push(code);
        }
        seen.len() >= least
    });
    enough || seen.is_empty() && !rows.is_empty()
}
