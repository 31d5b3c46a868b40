//! Numbers that mean *missing*, beside numbers that are drawn.
//!
//! Walks, noise and perturbation publish numbers that nobody had. Where 99 means that an age is missing, a drawn 99 would be read
//! as no age at all, by an audit as by anybody who knows the code. So such a number must lie outside of what is drawn from.

use aloof_table::Decimal;

use crate::policy::{ColumnRule, Policy, PolicyError};

/// Refuses a column where a text that means missing is a number between these two, in units of 10^−scale.
pub(super) fn refuse_codes(
    policy: &Policy,
    rule: &ColumnRule,
    (low, high): (i128, i128),
    scale: u8,
) -> Result<(), PolicyError> {
    let drawn = |code: &&String| {
        let units = code.parse::<Decimal>().ok().and_then(|code| code.at_scale(scale));
        units.is_some_and(|units| (low..=high).contains(&units))
    };
    let Some(code) = rule.missing_codes().iter().chain(&policy.input().missing).find(drawn) else { return Ok(()) };
    let message = format!(
        "column `{}`: `{code}` means missing, and numbers are drawn from a domain that holds it; a drawn one would be read as \
         missing. Narrow `domain`, or leave these cells empty in the data",
        rule.name()
    );
    Err(PolicyError::new(rule.place().clone(), message))
}
