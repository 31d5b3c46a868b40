//! The judge's second opinion: groups judged again by the definition written literally.
//!
//! The literal definitions are quadratic and work in big fractions, so not every group of a large table can be judged
//! twice. The worst groups are, and then groups spread evenly over the table, until a fixed budget is used. The two
//! routines are held equal by property tests; this is the same test, on the reader's own data.

use aloof_judge::verify::{self, Value};
use aloof_judge::views::{Grouped, Outcome};
use aloof_principles::{Check, Distance, Needs, Rule, Shape};
use aloof_table::Attribute;

use crate::Error;

/// Comparisons of two values that may be spent.
const BUDGET: usize = 200_000;

/// Returns how many groups were judged twice; a disagreement is a bug and ends the audit.
pub(super) fn confirm(
    rule: &Rule,
    check: &dyn Check,
    attribute: &Attribute,
    grouped: &Grouped,
    outcome: &Outcome,
) -> Result<usize, Error> {
    if is_rounded(rule) {
        return Ok(0);
    }
    let needs_table = rule.principle().needs() != Needs::GroupOnly;
    if needs_table && attribute.rows() > 2_000 {
        return Ok(0);
    }
    let table = if needs_table { verify::table_values(attribute) } else { Vec::new() };
    let mut budget = BUDGET;
    let mut confirmed = 0;
    for group in sample(grouped.len(), outcome) {
        let codes = grouped.group(group);
        let cost = codes.len() * codes.len() + codes.len() * table.len();
        if codes.is_empty() || cost > budget || is_exhausting(rule, codes.len()) {
            continue;
        }
        budget -= cost;
        let values: Vec<Value> = codes.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
        if verify::judge(rule, &values, &table) != check.judge(codes) {
            return Err(Error::Bug(format!(
                "{}: the fast check and the literal definition disagree on a group of {} tuples",
                rule.principle().title(),
                codes.len()
            )));
        }
        confirmed += 1;
    }
    Ok(confirmed)
}

/// Over the ground distances are irrational; both routines round to the safe side, each in its own way.
fn is_rounded(rule: &Rule) -> bool {
    matches!(rule, Rule::Dissimilarity(rule) if matches!(rule.distance(), Distance::GreatCircle(_)))
}

/// Of cliques the definition tries all sets of a group's tuples.
fn is_exhausting(rule: &Rule, tuples: usize) -> bool {
    matches!(rule, Rule::Dissimilarity(rule) if rule.shape() == Shape::Clique) && tuples > 24
}

/// The worst groups, then up to a thousand spread evenly.
fn sample(groups: usize, outcome: &Outcome) -> Vec<usize> {
    let mut sample: Vec<usize> = outcome.worst.iter().map(|(group, _)| *group).collect();
    let step = groups.div_ceil(1000).max(1);
    let spread: Vec<usize> = (0..groups).step_by(step).filter(|group| !sample.contains(group)).collect();
    sample.extend(spread);
    sample
}
