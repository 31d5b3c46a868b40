//! Presence: the share of the population that is in the table decides what can be promised.
//!
//! In every table that may be the original equally many people are in it, so that beliefs over the population add up to the rows and
//! their mean is |T|/|P|: somebody's is at least so large, and somebody's at most. And all people as one cell have just that one.
//! So it can be had exactly where the mean lies from `low` to `high`.

use aloof_principles::{Presence, Principle};
use aloof_table::Ratio;

use super::report::{BestReport, Details, WholeAdvice};
use super::{ProtectionAdvice, limit};
use crate::data::Population;
use crate::policy::{Policy, Protect};
use crate::{Error, words};

/// What can be promised where so many rows are published.
pub(super) fn presence(
    rule: &Presence,
    protect: &Protect,
    policy: &Policy,
    rows: usize,
) -> Result<ProtectionAdvice, Error> {
    let population = Population::of(policy, protect)?;
    let people = population.people();
    if rows > people {
        return Err(Error::Data(format!(
            "{}: presence: {} of the table, and {} in {}: whoever is in the table must be in the population",
            protect.place(),
            words::several(rows, "row", "rows"),
            words::several(people, "person", "people"),
            population.name
        )));
    }
    let feasible = Some(rule.lets(rows as u64, people as u64));
    let mean = Ratio::of(rows as u64, people as u64);
    let best = vec![
        BestReport { parameter: "high".to_owned(), at_least: Some(limit::at_least(&mean)), ..BestReport::default() },
        BestReport { parameter: "low".to_owned(), at_most: Some(limit::at_most(&mean)), ..BestReport::default() },
    ];
    let details = WholeAdvice {
        measure: mean.to_string(),
        bound: rule.bound().to_string(),
        bound_is: rule.bound_is(),
        best,
        needs_more_rows: false,
    };
    Ok(ProtectionAdvice {
        feasible,
        one_group: feasible,
        used: (rule.bound() > Ratio::zero()).then(|| &mean * &rule.bound().inverse()),
        nearest: Some(no_other_mean(rule, rows, &population)),
        details: Details::Whole(details),
    })
}

/// Why the mean of all beliefs rules out what is asked, and what is nearest.
pub(crate) fn no_other_mean(rule: &Presence, rows: usize, population: &Population) -> String {
    let mean = Ratio::of(rows as u64, population.people() as u64);
    let nearest = if mean > rule.high().to_ratio() {
        format!("high can be down to {}", limit::at_least(&mean))
    } else {
        format!("low can be up to {}", limit::at_most(&mean))
    };
    format!(
        "{} in {} are in the table, and so the beliefs about them are {mean} on average, whatever is published; {nearest}",
        words::part(rows, population.people(), "person", "people"),
        population.name,
    )
}
