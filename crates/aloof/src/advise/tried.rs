//! Advice about a few rows by trying every way to group them: nothing is left undecided.

use super::facts::Facts;
use super::report::{AdviceCheck, Details, Withholding};
use crate::Error;
use crate::policy::{Policy, Protect};
use crate::release::Every;

/// Decides one protection by itself.
pub(super) fn settle(check: &mut AdviceCheck, protect: &Protect, every: &Every<'_, '_>) -> Result<(), Error> {
    let found = every.least_withheld(&[protect], 0)?.is_some();
    let words = words(every, found, "keeps it");
    check.feasible = Some(found);
    check.nearest = (!found).then(|| words.clone());
    if let Details::Dissimilarity(details) = &mut check.details {
        details.reason.clone_from(&words);
    }
    check.tried = Some(words);
    Ok(())
}

/// Decides all protections together.
pub(super) fn settle_all(known: &mut Facts, policy: &Policy, every: &Every<'_, '_>) -> Result<(), Error> {
    let found = every.least_withheld(&all(policy), 0)?.is_some();
    known.feasible = Some(found);
    known.tried = Some(words(every, found, "keeps all that is asked"));
    Ok(())
}

/// Whether it helps to withhold up to so many rows, where it cannot be had of all.
pub(super) fn withholding(policy: &Policy, every: &Every<'_, '_>, may_withhold: u64) -> Result<Withholding, Error> {
    let least = every.least_withheld(&all(policy), may_withhold as usize)?;
    Ok(if least.is_some() { Withholding::Enough } else { Withholding::TooLittle })
}

fn all(policy: &Policy) -> Vec<&Protect> {
    policy.protect().iter().collect()
}

fn words(every: &Every<'_, '_>, found: bool, what: &str) -> String {
    let one = if found { "some" } else { "none" };
    format!("all {} ways to group the {} rows were tried, and {one} {what}", every.ways(0), every.rows())
}
