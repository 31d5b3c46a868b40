//! The judge's second opinion: groups judged again by the definition written literally.
//!
//! The literal definitions are quadratic and work in big fractions, so not every group of a large table can be judged
//! twice. The worst groups are, and then groups spread evenly over the table, until a fixed budget is used. In the candidates
//! view people spread evenly over the original are: their groups found by asking every one, their values put together anew.
//! The two routines are held equal by property tests; this is the same test, on the reader's own data. How much was judged
//! twice stands in the report.

use aloof_judge::verify::{self, Value};
use aloof_judge::views::{CandidateOutcome, Grouped, Outcome, Values};
use aloof_principles::{Check, Direction, Distance, Needs, Reading, Rule, Shape};
use aloof_table::{Attribute, NO_CODE};
use rayon::prelude::*;

use super::against::Person;
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
    if rule.principle().needs() == Needs::Groups {
        return confirm_release(rule, check, attribute, grouped);
    }
    let Some(table) = table_for(rule, attribute) else { return Ok(0) };
    let mut budget = BUDGET;
    let within_budget = |group: &usize| {
        let codes = grouped.group(*group);
        let cost = comparisons(rule, codes.len(), table.len());
        let judged = !codes.is_empty() && cost <= budget && !is_exhausting(rule, codes.len());
        budget -= if judged { cost } else { 0 };
        judged
    };
    let groups: Vec<usize> = sample(grouped.len(), outcome).into_iter().filter(within_budget).collect();
    let disagree = |group: &&usize| {
        let codes = grouped.group(**group);
        let values: Vec<Value> = codes.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
        verify::judge(rule, &values, &table) != check.judge(codes)
    };
    if let Some(&group) = groups.par_iter().find_first(disagree) {
        return Err(Error::Bug(format!(
            "{}: the fast check and the literal definition disagree on a group of {} rows",
            rule.principle().title(),
            grouped.group(group).len()
        )));
    }
    Ok(groups.len())
}

/// The same of a rule that is about all groups together: literally all ways to deal their values are listed, which only a small
/// release allows.
fn confirm_release(rule: &Rule, check: &dyn Check, attribute: &Attribute, grouped: &Grouped) -> Result<usize, Error> {
    let few = 16;
    if grouped.tuples() > few {
        return Ok(0);
    }
    let groups: Vec<&[u32]> = grouped.iter().filter(|codes| !codes.is_empty()).collect();
    let plain = |codes: &&[u32]| codes.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
    let values: Vec<Vec<Value>> = groups.iter().map(plain).collect();
    let Some(beliefs) = verify::knowledge::beliefs(rule, &values, BUDGET) else { return Ok(0) };
    let exact = groups.iter().all(|codes| check.is_exact(codes));
    for (codes, literal) in groups.iter().zip(beliefs) {
        let found = check.judge(codes).measure.to_big();
        if found < literal || exact && found != literal {
            return Err(Error::Bug(format!(
                "{}: the fast check and the literal definition disagree on a group of {} rows",
                rule.principle().title(),
                codes.len()
            )));
        }
    }
    Ok(if exact { groups.len() } else { 0 })
}

/// How many values are compared when a group of so many tuples is judged literally: every one with every other, and, where
/// intervals have any centre, for every one of those that could start there.
fn comparisons(rule: &Rule, tuples: usize, table: usize) -> usize {
    let pairs = tuples.saturating_mul(tuples);
    let any_centre = match rule {
        Rule::Register(_) => true,
        Rule::DeltaL(rule) => rule.reading() == Reading::AnyCentre,
        // Once with each value for those that are missing.
        Rule::CountingMissing(rule) => return comparisons(rule.rule(), tuples, table).saturating_mul(tuples + 1),
        _ => false,
    };
    if any_centre { pairs.saturating_mul(tuples) } else { pairs + tuples * table }
}

/// The values of all tuples, if the rule needs them; nothing where it cannot be judged literally.
fn table_for(rule: &Rule, attribute: &Attribute) -> Option<Vec<Value>> {
    let needs_table = rule.principle().needs() != Needs::GroupOnly;
    if is_rounded(rule) || needs_table && attribute.rows() > 2_000 {
        return None;
    }
    Some(if needs_table { verify::table_values(attribute) } else { Vec::new() })
}

/// What people are judged by.
pub(super) struct Twice<'a> {
    pub rule: &'a Rule,
    pub direction: Direction,
    pub attribute: &'a Attribute,
    pub values: Values<'a>,
}

impl Twice<'_> {
    /// Whether the rule holds for a person, and the worst measure, literally; nothing when that costs more than `budget`, or
    /// nothing can be said of the person.
    fn judge(&self, person: &Person, table: &[Value], budget: &mut usize) -> Option<(bool, aloof_table::Ratio)> {
        let code = self.values.original[person.row as usize];
        let codes: Vec<u32> =
            person.boxes.iter().flat_map(|&boxed| self.values.released.group(boxed as usize)).copied().collect();
        let everywhere = self.values.everywhere;
        let most = codes.len() + everywhere.len();
        let linear = self.rule.principle().as_epsilon_m().is_some();
        let cost = 2 * if linear { most } else { most * most + most * table.len() };
        if code == NO_CODE || most == 0 || cost > *budget || is_exhausting(self.rule, most) {
            return None;
        }
        *budget -= cost;
        let value = |code: &u32| Value::of(self.attribute.domain(), *code);
        let alone: Vec<Value> = codes.iter().map(value).collect();
        let mut unions = vec![alone.clone()];
        if !everywhere.is_empty() {
            unions.push(alone.into_iter().chain(everywhere.iter().map(value)).collect());
        }
        let x = value(&code);
        let mut found: Option<(bool, aloof_table::Ratio)> = None;
        for union in unions.iter().filter(|union| !union.is_empty()) {
            let one = verify::candidates::judge_member(self.rule, &x, union, table)?;
            found = Some(match found {
                Some((holds, worst)) if self.direction.compare(&worst, &one.measure).is_gt() => {
                    (holds && one.holds, worst)
                }
                Some((holds, _)) => (holds && one.holds, one.measure),
                None => (one.holds, one.measure),
            });
        }
        found
    }
}

/// Returns how many people were judged twice; a disagreement is a bug and ends the audit.
pub(super) fn confirm_people(twice: &Twice<'_>, people: &[Person], outcome: &CandidateOutcome) -> Result<usize, Error> {
    let Some(table) = table_for(twice.rule, twice.attribute) else { return Ok(0) };
    let (mut budget, mut confirmed) = (BUDGET, 0);
    for person in people {
        let Some((holds, measure)) = twice.judge(person, &table, &mut budget) else { continue };
        let violates = outcome.violating_rows.binary_search(&person.row).is_ok();
        let beyond = outcome.worst.as_ref().is_none_or(|worst| twice.direction.compare(&measure, worst).is_gt());
        if holds == violates || beyond {
            return Err(Error::Bug(format!(
                "{}: the fast check and the literal definition disagree on a person with {} candidate groups",
                twice.rule.principle().title(),
                person.boxes.len()
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
