//! A perturbed release: nobody stands in a group, so what is judged is the belief about anyone of whoever sees the published
//! value: see [`aloof_judge::attacks::Perturbed`].
//!
//! That belief depends on how values were drawn, which the manifest claims and the data must bear out, given the original:
//! all other columns are those of the original, row for row in some order; every value lies in the claimed domain; and no
//! more values stand as they were, or within any eighth, sixty-fourth, … of what the policy calls near, than the claim lets
//! chance do. Without the original nothing of this can be seen, and nothing is judged.

use aloof_judge::attacks::Perturbed;
use aloof_judge::claims::{DOUBT, Near, Pairing};
use aloof_principles::{EpsilonM, Neighbourhood};
use aloof_table::{Attribute, Column, Decimal, Domain, NumberColumn, Ratio};

use super::alike::{Alike, OTHER_KIND, read_source};
use super::check::are_dates;
use super::evidence::{Standing, one_in};
use super::order::pairs::Doubt;
use super::promised::anyone;
use super::report::{Audit, CheckReport, ClaimReport, Verdict};
use super::{AuditRequest, dealt_by_chance, judge};
use crate::Error;
use crate::data::{Original, Released, pick};
use crate::manifest::Perturbation;
use crate::policy::{Policy, Protect, bind};

/// What the perturbation is, in numbers.
struct Drawing {
    kept: Ratio,
    low: i128,
    high: i128,
    scale: u8,
}

impl Perturbation {
    /// The probability that a value was kept, and how many positions others were drawn from.
    #[doc(hidden)]
    pub fn numbers(&self) -> Result<(Ratio, u64), Error> {
        let Drawing { kept, low, high, .. } = self.drawing()?;
        let count = u64::try_from(high.abs_diff(low)).ok().and_then(|steps| steps.checked_add(1));
        Ok((kept, count.ok_or_else(not_understood)?))
    }

    fn drawing(&self) -> Result<Drawing, Error> {
        let number = |text: &str| text.parse::<Decimal>().map_err(|_| not_understood());
        let (kept, unit) = (number(&self.retention)?, number(&self.unit)?);
        let (low, high) = (number(&self.low)?, number(&self.high)?);
        let scale = unit.scale();
        let ends = low.at_scale(scale).zip(high.at_scale(scale));
        match ends {
            Some((low, high))
                if low <= high && unit == Decimal::new(1, scale) && !kept.is_negative() && kept <= Decimal::ONE =>
            {
                Ok(Drawing { kept: kept.to_ratio(), low, high, scale })
            }
            _ => Err(not_understood()),
        }
    }

    /// The worst belief about anyone, by the judge's code. `attribute` is the original's column.
    #[doc(hidden)]
    pub fn check(&self, protect: &Protect, policy: &Policy, attribute: &Attribute) -> Result<CheckReport, Error> {
        let Domain::Numbers { values, scale, .. } = attribute.domain() else {
            return Err(Error::Data(format!("column `{}`: was perturbed, but holds no numbers", self.column)));
        };
        let window = protect.as_window();
        let Some(rule) = window.or_else(|| protect.as_epsilon_m()) else {
            return Err(cannot(protect, "epsilon-m can"));
        };
        let (kept, positions) = self.numbers()?;
        let perturbed = Perturbed { values, counts: attribute.totals(), positions, scale: *scale, kept: &kept };
        let found = perturbed.worst(rule.neighbourhood(), window.is_some(), rule.m());
        let (worst, beyond) = found.map_err(|unfit| bind::unfit(protect, &unfit))?;
        Ok(CheckReport {
            violating_tuples: beyond,
            worst_risk: worst.to_string(),
            verdict: Verdict::of(beyond == 0),
            remedy: (beyond > 0).then(|| "keep values with a smaller probability".to_owned()),
            promise: window
                .filter(|_| beyond == 0)
                .map(|rule| promise((protect, policy), &rule, are_dates(attribute.domain()))),
            ..CheckReport::new(protect, &rule, "perturbation", true)
        })
    }
}

/// What is promised to whom, in one sentence.
fn promise((protect, policy): (&Protect, &Policy), rule: &EpsilonM, dates: bool) -> String {
    let thing = format!("the {} of {}", protect.sensitive().join(", "), anyone(policy));
    format!(
        "Nobody who knows whose row is whose, how values were drawn and how often each occurs, but not what goes with which of the \
         other columns, can {} with more than 1 in {} certainty.",
        rule.neighbourhood().telling(&thing, dates),
        rule.m()
    )
}

fn not_understood() -> Error {
    Error::Data("manifest.json: what it says of the perturbation cannot be understood".to_owned())
}

/// Judges a release that is said to be perturbed.
pub(super) fn judge_perturbed(
    request: &AuditRequest<'_>,
    claimed: &Perturbation,
    mut released: Released,
    original: Option<Original>,
) -> Result<Audit, Error> {
    let tuples = released.rows;
    let Some(original) = original else {
        let mut audit = Audit::of_nothing(tuples, 0);
        let reason = "whether it was perturbed so, and what that lets anyone believe, depends on the table it was made from, \
                      which was not given";
        audit.leave_open(request.policy, reason);
        audit.claim = Some(Standing::Open(reason.to_owned()).report("perturbed"));
        return Ok(audit);
    };
    let standing = stands(claimed, request, &original)?;
    let mut audit = if matches!(standing, Standing::Refuted(_)) {
        released.fold();
        judge(request, &released, Some(original), None)?
    } else {
        let checks = beliefs(claimed, request.policy, &original)?;
        let mut audit = Audit { checks, ..Audit::of_nothing(tuples, 0) };
        audit.promise_if("values were drawn as the manifest says");
        audit
    };
    if let Standing::Open(reason) = &standing {
        audit.leave_open(request.policy, reason);
    }
    audit.notes.push(format!(
        "Column `{}` is said to be perturbed: each value kept with probability {}, else drawn from {} to {}. Nobody is hidden \
         in a group; who a row belongs to can be seen.",
        claimed.column, claimed.retention, claimed.low, claimed.high
    ));
    audit.claim = Some(standing.report("perturbed"));
    Ok(audit)
}

/// The belief in every interval, whatever is seen.
fn beliefs(claimed: &Perturbation, policy: &Policy, original: &Original) -> Result<Vec<CheckReport>, Error> {
    let one = |protect: &Protect| {
        if *protect.sensitive() != [claimed.column.clone()] {
            return Err(cannot(protect, "another column was perturbed"));
        }
        let columns = pick(&original.sensitive, protect.sensitive());
        claimed.check(protect, policy, &Attribute::new(&columns, |row| !original.is_published(row)))
    };
    policy.protect().iter().map(one).collect()
}

fn cannot(protect: &Protect, what: &str) -> Error {
    let (place, principle) = (&protect.place, protect.principle());
    Error::Data(format!(
        "{place}: {principle} of {} cannot be judged of a perturbed release; {what}",
        protect.sensitive().join(", ")
    ))
}

/// What an audit with the original will make of it.
pub fn stands_as_perturbed(
    claimed: &Perturbation,
    request: &AuditRequest<'_>,
    original: &Original,
) -> Result<ClaimReport, Error> {
    Ok(stands(claimed, request, original)?.report("perturbed"))
}

/// Holds the claim against the data.
fn stands(claimed: &Perturbation, request: &AuditRequest<'_>, original: &Original) -> Result<Standing, Error> {
    let Some(table) = read_source(original, &request.data, request.policy, &|_| false)? else {
        return Ok(Standing::Refuted(OTHER_KIND.to_owned()));
    };
    let changed = |name: &str| name == claimed.column;
    let refuted = |what: String| Ok(Standing::Refuted(what));
    let drawing = claimed.drawing()?;
    let (Some(Column::Number(after)), Some(Column::Number(before))) =
        (table.column(&claimed.column), original.table.column(&claimed.column))
    else {
        return refuted(format!("`{}` is no column of numbers", claimed.column));
    };
    let people: Vec<usize> = (0..original.rows()).filter(|&row| original.is_published(row)).collect();
    let inside = |column: &NumberColumn, row: usize| drawing.units(column, row).is_some();
    let outside = (0..table.rows()).filter(|&row| !inside(after, row)).count();
    if outside > 0 {
        return refuted(format!("{outside} of {} values lie outside of the domain that is claimed", table.rows()));
    }
    if !people.iter().all(|&row| inside(before, row)) {
        return refuted("original values lie outside of the domain that is claimed".to_owned());
    }
    let alike = Alike::new(original, &table, &changed);
    let (strangers, absent) = (alike.strangers(), alike.absent());
    if strangers + absent > 0 {
        return refuted(format!(
            "in the other columns {strangers} rows are not those of the original, and {absent} of the original are not there"
        ));
    }
    if let Some(found) = followed(claimed, &drawing, &alike, (before, after)) {
        return refuted(found);
    }
    Ok(tell_chance(claimed, &drawing, &alike, (before, after), near(request.policy, &claimed.column)))
}

/// What is said where changed values follow from the true ones: of those whom the other columns tell apart. Given that a value is
/// another, all others are equally likely; that each has one that it cannot be makes a coin that is tossed for two of them unfair by a
/// factor of N / (N − 4) at most, N being the size of the domain.
fn followed(
    claimed: &Perturbation,
    drawing: &Drawing,
    alike: &Alike,
    (before, after): (&NumberColumn, &NumberColumn),
) -> Option<String> {
    let size = (drawing.high - drawing.low + 1) as f64;
    let one = |(ours, theirs): (Vec<u32>, Vec<u32>)| {
        let ([ours], [theirs]) = (ours.as_slice(), theirs.as_slice()) else { return None };
        let pair = (drawing.units(before, *theirs as usize)?, drawing.units(after, *ours as usize)?);
        Some(pair).filter(|(before, after)| before != after)
    };
    let mut changed: Vec<(i128, i128)> = alike.iter().filter_map(one).collect();
    if size <= 8.0 {
        return None;
    }
    // Each with the one half of them away, by their true values alone.
    changed.sort_by_key(|(before, _)| *before);
    let half = changed.len().div_ceil(2).max(1);
    let row = |(at, &(before, after)): (usize, &(i128, i128))| dealt_by_chance::Standing {
        before,
        after,
        group: (at % half) as u32,
    };
    let rows: Vec<_> = changed.iter().enumerate().map(row).collect();
    let doubt = Doubt { ln: DOUBT.ln() - 6f64.ln(), bias: (size / (size - 4.0)).ln() };
    let found = dealt_by_chance::followed(&rows, doubt)?;
    Some(format!(
        "changed values of `{}` follow from the true ones, for {}; drawn by chance they would in one case in {} at most",
        claimed.column,
        found.pairs(),
        one_in(DOUBT)
    ))
}

/// What the policy calls near, if it speaks of this column.
fn near(policy: &Policy, column: &str) -> Option<Neighbourhood> {
    policy
        .protect()
        .iter()
        .filter(|protect| *protect.sensitive() == [column.to_owned()])
        .find_map(Protect::neighbourhood)
}

/// Counts how many values stand as they were, or near that.
fn tell_chance(
    claimed: &Perturbation,
    drawing: &Drawing,
    alike: &Alike,
    (before, after): (&NumberColumn, &NumberColumn),
    near: Option<Neighbourhood>,
) -> Standing {
    let mut part = near.map_or(0, |_| 1);
    loop {
        let pairing = Pairs { drawing, near: near.filter(|_| part > 0), part };
        let mut found = Near::default();
        let mut widest = 0;
        for (ours, theirs) in alike.iter() {
            let units = |column: &NumberColumn, rows: &[u32]| -> Vec<i128> {
                rows.iter().filter_map(|&row| drawing.units(column, row as usize)).collect()
            };
            let (mut old, mut new) = (units(before, &theirs), units(after, &ours));
            widest = old.iter().map(|&value| reach(&pairing, value)).fold(widest, i128::max);
            found.add(&mut old, &mut new, &pairing);
        }
        let what = if widest == 0 { "as they were" } else { "near what they were" };
        if !found.is_plausible() {
            return Standing::Refuted(format!(
                "{} of {} values of `{}` can stand {what}; with a probability of {} to be kept there are from {} to {} of them, \
                 but for one case in {}",
                found.found,
                found.rows,
                claimed.column,
                claimed.retention,
                found.least(),
                found.most(),
                one_in(DOUBT)
            ));
        }
        if widest == 0 {
            return if found.is_telling() {
                Standing::Holds(format!(
                    "other columns are those of the original, and at most {} of {} values of `{}` stand as they were, where up to \
                     {} would but for one case in {}; that the others were drawn by chance, and not so as to look like it, no data \
                     can show",
                    found.found,
                    found.rows,
                    claimed.column,
                    found.most(),
                    one_in(DOUBT)
                ))
            } else {
                Standing::Open(format!(
                    "{} rows are too few, or too much alike, to tell values that were perturbed from true ones",
                    found.rows
                ))
            };
        }
        part = part.saturating_mul(8);
    }
}

fn reach(pairing: &Pairs<'_>, value: i128) -> i128 {
    let (low, high) = pairing.near(value);
    high - low
}

/// Near is a part of what the policy calls near.
struct Pairs<'a> {
    drawing: &'a Drawing,
    near: Option<Neighbourhood>,
    part: i128,
}

impl Drawing {
    /// A value of a column, if it can have been drawn.
    fn units(&self, column: &NumberColumn, row: usize) -> Option<i128> {
        column.get(row)?.at_scale(self.scale).filter(|value| (self.low..=self.high).contains(value))
    }
}

impl Pairing for Pairs<'_> {
    fn near(&self, value: i128) -> (i128, i128) {
        let Some(near) = self.near else { return (value, value) };
        let (low, high) = near.interval(value, self.drawing.scale);
        (value - (value - low) / self.part, value + (high - value) / self.part)
    }

    fn lands(&self, value: i128, intervals: &[(i128, i128)]) -> f64 {
        let Drawing { kept, low, high, .. } = self.drawing;
        let length = |&(from, to): &(i128, i128)| (to.min(*high) - from.max(*low) + 1).max(0) as f64;
        let share = intervals.iter().map(length).sum::<f64>() / ((high - low + 1) as f64);
        let own = intervals.iter().any(|&(from, to)| (from..=to).contains(&value));
        let kept = kept.approximate();
        if own { kept + (1.0 - kept) * share } else { (1.0 - kept) * share }
    }
}
