//! `algorithm = "perturb"`: sensitive numbers are kept with some probability, else drawn from their domain; all other
//! columns stand as they are.
//!
//! A baseline, for comparison with groups: nobody is hidden among others here, only values are. The belief that is bounded
//! is that of someone who knows a person's row, how the table was made, and how often each value occurs; see
//! `aloof-methods/src/baselines/perturb.rs`.
//!
//! Chosen is the largest probability with which the principle holds. Judged is that other columns stand as they were, that
//! values lie in the domain, and the belief in every interval after every value that can be seen.

use aloof_io::Source;
use aloof_methods::baselines::{Positions, WHOLE, perturb, retention};
use aloof_table::{Attribute, Column, Decimal, Domain, NumberColumn, Table};

use super::coded::refuse_codes;
use super::groups;
use crate::audit::{Audit, Verdict, stands_as_perturbed};
use crate::data::Original;
use crate::manifest::{Counts, Perturbation};
use crate::policy::{ColumnRule, Policy, PolicyError, bind};
use crate::release::groups::dealt::attribute;
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::{Plan, Proximity};
use crate::release::impossible;
use crate::release::maker::{
    Beside, Case, Draft, Judged, Loss, Maker, Places, as_table, nobody_left, published, refused, reread,
};
use crate::{Error, Refusal, Why};

/// More positions than these are not drawn from.
const MOST_POSITIONS: i128 = 1_000_000_000_000;

/// What is drawn, and with which probability.
pub(in crate::release) struct Drawing {
    positions: Positions,
    kept: u64,
}

impl Drawing {
    fn report(&self, column: &str) -> Perturbation {
        let Positions { low, high, scale } = self.positions;
        Perturbation {
            column: column.to_owned(),
            retention: Decimal::new(i128::from(self.kept), 9).to_string(),
            low: Decimal::new(low, scale).to_string(),
            high: Decimal::new(high, scale).to_string(),
            unit: Decimal::new(1, scale).to_string(),
        }
    }
}

/// Perturbs one column.
pub(in crate::release) struct Perturb;

impl Maker for Perturb {
    type Promise = Drawing;

    fn check(&self, policy: &Policy) -> Result<(), Error> {
        let plan = Plan::new(policy)?;
        refuse_missing(only(&plan, policy)?, policy)
    }

    fn make(&self, case: &Case<'_>) -> Result<(Draft, Drawing), Error> {
        let Case { policy, original, chance, .. } = case;
        let plan = Plan::new(policy)?;
        let near = only(&plan, policy)?;
        let kept = Kept::all(original);
        if kept.rows.is_empty() {
            return Err(nobody_left());
        }
        let attribute = attribute(near, &kept);
        let drawing = drawing(near, policy, &attribute)?;
        let mut values = units(near, &attribute)?;
        perturb(&mut values, drawing.kept, drawing.positions, &mut chance.stream("perturbed values"));
        let order = chance.order("order of rows", kept.rows.len());
        let rows: Vec<u32> = order.iter().map(|&at| kept.rows[at as usize]).collect();
        let values = order.iter().map(|&at| values[at as usize]);
        let data = table(original, near, &rows, values, drawing.positions.scale)?;
        let dropped = original.rows() - kept.rows.len();
        let counts = Counts::of_all(rows.len(), dropped, "perturb");
        Ok((Draft { tables: vec![("data", data)], places: Places { rows, groups: None }, counts }, drawing))
    }

    fn judge(
        &self,
        policy: &Policy,
        original: Original,
        places: Places,
        drawing: Drawing,
        written: &[Source],
    ) -> Result<Judged, Error> {
        let plan = Plan::new(policy)?;
        let near = only(&plan, policy)?;
        let attribute = attribute(near, &Kept::all(&original));
        let audit = judge(near, policy, &written[0], &original, &places.rows, &attribute, &drawing)?;
        let beside = Some(Beside::Perturbation(drawing.report(near.column())));
        Ok(Judged { audit, groups: None, loss: Loss::default(), beside, notes: Vec::new() })
    }
}

/// The one principle that perturbation keeps.
fn only<'p, 'a>(plan: &'p Plan<'a>, policy: &Policy) -> Result<&'p Proximity<'a>, Error> {
    match plan.proximity() {
        [near] if plan.monotone.is_empty() => Ok(near),
        _ => {
            let message =
                "[method] algorithm = \"perturb\" keeps one (ε, m) principle on one column of numbers and nothing else";
            Err(PolicyError::new(policy.place().clone(), message).into())
        }
    }
}

/// Everybody's number is drawn anew, and who has none would be given one.
fn refuse_missing(near: &Proximity<'_>, policy: &Policy) -> Result<(), Error> {
    let publishes = |rule: &&ColumnRule| policy.missing_in(rule).is_published();
    let Some(rule) = policy.column(near.column()).filter(publishes) else { return Ok(()) };
    let message = format!(
        "[method] algorithm = \"perturb\" draws a number for everybody, and cannot publish that `{}` is missing; write missing = \
         \"drop\", or leave algorithm out",
        rule.name()
    );
    Err(PolicyError::new(rule.place().clone(), message).into())
}

fn numbers<'a>(near: &Proximity<'_>, attribute: &'a Attribute) -> Result<(&'a [i128], u8), Error> {
    match attribute.domain() {
        Domain::Numbers { values, scale, dates: false } => Ok((values, *scale)),
        _ => Err(bind::unfit(near.protect, &"perturbation draws numbers, and this column has none")),
    }
}

/// The sensitive values of the kept rows, in units.
fn units(near: &Proximity<'_>, attribute: &Attribute) -> Result<Vec<i128>, Error> {
    let (values, _) = numbers(near, attribute)?;
    Ok(attribute.codes().iter().map(|&code| values[code as usize]).collect())
}

/// Chooses the probability.
fn drawing(near: &Proximity<'_>, policy: &Policy, attribute: &Attribute) -> Result<Drawing, Error> {
    let (values, scale) = numbers(near, attribute)?;
    let intervals = intervals(near, values, scale)?;
    let positions = positions(near, policy, values, scale)?;
    let found = |m: u32| retention(attribute.totals(), &intervals, positions.count(), m).map(three_digits);
    let leaves = |m: u32| found(m).filter(|&kept| is_kept(kept, attribute.rows()));
    if let Some(kept) = leaves(near.m) {
        return Ok(Drawing { positions, kept });
    }
    let max_m = Some(largest(near.m, |m| leaves(m).is_some())).filter(|&m| m > 1).map(|m| m as usize);
    let words = max_m.map_or_else(
        || "No m above 1 can be kept so".to_owned(),
        |m| format!("The largest m that can be kept so is {m}"),
    );
    let promise = impossible::promise(near.protect, near.title.clone());
    let why = match found(near.m) {
        None => Why::OwnKind { promise, phrase: near.neighbourhood.phrase(), m: near.m },
        Some(kept) => {
            Why::NothingKept { promise, rows: attribute.rows(), most: Decimal::new(i128::from(kept), 9).to_string() }
        }
    };
    let words = vec![words, "Groups can keep more: leave out algorithm".to_owned()];
    let mut refusal = Refusal::new(why);
    (refusal.nearest.max_m, refusal.nearest.words) = (max_m, words);
    Err(refusal.into())
}

/// Rounded down to three digits: it is published, and with more of them it would tell how many people share a value.
fn three_digits(kept: u64) -> u64 {
    let unit = 10u64.pow(kept.checked_ilog10().unwrap_or(0).saturating_sub(2));
    kept / unit * unit
}

/// The first and the last of `values` in every interval that a guess may name: around any centre or, in the weaker views, around
/// values that occur.
fn intervals(near: &Proximity<'_>, values: &[i128], scale: u8) -> Result<Vec<(u32, u32)>, Error> {
    let found = if near.is_window() {
        let windows = near.neighbourhood.windows(values, scale);
        windows.map(|windows| windows.iter().zip(0..).map(|(&(_, last), first)| (first, last)).collect())
    } else {
        near.neighbourhood.reaches(values, scale)
    };
    found.map_err(|unfit| bind::unfit(near.protect, &unfit))
}

/// Whether of so many rows at least one is kept on average: else nothing is published but what was drawn.
fn is_kept(kept: u64, rows: usize) -> bool {
    u128::from(kept) * rows as u128 >= u128::from(WHOLE)
}

/// The largest m below `end` that is kept, 1 if none else is: with a larger m less is kept.
fn largest(end: u32, is_kept: impl Fn(u32) -> bool) -> u32 {
    let (mut kept, mut beyond) = (1, end.max(2));
    while beyond - kept > 1 {
        let middle = kept + (beyond - kept) / 2;
        if is_kept(middle) { kept = middle } else { beyond = middle }
    }
    kept
}

/// From the policy's `domain`, else around all values: the ends are published, and must not be somebody's.
fn positions(near: &Proximity<'_>, policy: &Policy, values: &[i128], scale: u8) -> Result<Positions, Error> {
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return Err(Error::Data("the data have no rows that could be published".to_owned()));
    };
    let wrong = |message: String| bind::unfit(near.protect, &message);
    let declared = policy.column(near.column()).and_then(ColumnRule::domain);
    let (low, high) = match declared {
        None => rounded_out(least, most),
        Some((low, high)) => {
            let in_units = |end: Decimal| {
                end.at_scale(scale)
                    .ok_or_else(|| wrong(format!("the domain's end {end} has more places than the column")))
            };
            (in_units(low)?, in_units(high)?)
        }
    };
    if low > least || high < most {
        return Err(wrong("some values lie outside of the declared domain".to_owned()));
    }
    if let Some(rule) = policy.column(near.column()) {
        refuse_codes(policy, rule, (low, high), scale)?;
    }
    let positions = Positions { low, high, scale };
    if positions.count() > MOST_POSITIONS {
        return Err(wrong("the domain has more positions than can be drawn from".to_owned()));
    }
    Ok(positions)
}

/// The nearest multiples around both of 1, 2 or 5 times a power of ten, the largest that fits between them: an end tells no
/// more of whoever is last than to within that.
fn rounded_out(least: i128, most: i128) -> (i128, i128) {
    let range = (most - least).max(2);
    let power = 10i128.pow(range.ilog10());
    let unit = [5, 2, 1].into_iter().map(|step| step * power).find(|&unit| unit <= range).unwrap_or(power);
    (least.div_euclid(unit) * unit, -((-most).div_euclid(unit)) * unit)
}

fn table(
    original: &Original,
    near: &Proximity<'_>,
    rows: &[u32],
    values: impl Iterator<Item = i128>,
    scale: u8,
) -> Result<Table, Error> {
    let decimals = values.map(|value| Some(Decimal::new(value, scale)));
    let perturbed = NumberColumn::from_decimals(decimals).map_err(|error| Error::Data(error.to_string()))?;
    let mut perturbed = Some(Column::Number(perturbed));
    let change = |name: &str| if name == near.column() { perturbed.take().map(Ok) } else { None };
    as_table(published(original, rows, change)?, rows.len())
}

/// Reads the staged file back: other columns as they were, values in the domain, and every belief within its bound.
fn judge(
    near: &Proximity<'_>,
    policy: &Policy,
    source: &Source,
    original: &Original,
    rows: &[u32],
    attribute: &Attribute,
    drawing: &Drawing,
) -> Result<Audit, Error> {
    let refuse = |reason: &str| Err(refused(reason));
    let read = reread(source, policy, original, rows, &|name| name == near.column())?;
    let Positions { low, high, scale } = drawing.positions;
    let within = |value: Decimal| value.at_scale(scale).is_some_and(|value| (low..=high).contains(&value));
    match read.column(near.column()) {
        Some(Column::Number(numbers)) if (0..rows.len()).all(|at| numbers.get(at).is_some_and(within)) => {}
        _ => return refuse("a value lies outside of the domain"),
    }
    let check = drawing.report(near.column()).check(near.protect, policy, attribute)?;
    if check.verdict != Verdict::Pass {
        return refuse(&format!(
            "{} people are near their value with more than 1 in {}",
            check.violating_tuples, near.m
        ));
    }
    let request = groups::to_judge(policy, source.clone());
    let claim = Some(stands_as_perturbed(&drawing.report(near.column()), &request, original)?);
    Ok(Audit { verdict: Verdict::Pass, checks: vec![check], claim, ..Audit::of_nothing(rows.len(), 0) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_judge::attacks::Perturbed;
    use aloof_principles::Neighbourhood;
    use aloof_table::Ratio;
    use proptest::prelude::*;

    proptest! {
        /// What is chosen keeps the promise by the judge's arithmetic, and the next larger probability does not.
        #[test]
        fn the_largest_probability_that_the_judge_passes(
            counts in prop::collection::btree_map(1i128..60, 1u32..9, 1..12),
            epsilon in 0i64..9, any_centre in any::<bool>(), spare in 0u64..100, m in 1u32..6,
        ) {
            let (values, many): (Vec<i128>, Vec<u32>) = counts.into_iter().unzip();
            let near = Neighbourhood::absolute(epsilon.into()).unwrap();
            let intervals = if any_centre {
                near.windows(&values, 0).unwrap().iter().zip(0..).map(|(&(_, last), first)| (first, last)).collect()
            } else {
                near.reaches(&values, 0).unwrap()
            };
            let positions = 60 + spare;
            let holds = |kept: u64| {
                let kept = Ratio::of(kept, WHOLE);
                let column = Perturbed { values: &values, counts: &many, positions, scale: 0, kept: &kept };
                column.worst(near, any_centre, m).unwrap().1 == 0
            };
            match retention(&many, &intervals, positions.into(), m) {
                None => prop_assert!(!holds(0)),
                Some(WHOLE) => prop_assert!(holds(WHOLE)),
                Some(kept) => prop_assert!(holds(kept) && !holds(kept + 1)),
            }
        }
    }

    #[test]
    fn ends_are_round() {
        assert_eq!(rounded_out(1017, 49_300), (0, 60_000));
        assert_eq!((rounded_out(-37, 12), rounded_out(13, 19)), ((-40, 20), (10, 20)));
        assert_eq!((rounded_out(0, 9999), rounded_out(3, 4)), ((0, 10_000), (2, 4)));
        for (least, most) in [(0, 1), (17, 90), (999, 1000), (-5, -3), (-999, 12_345)] {
            let (low, high) = rounded_out(least, most);
            assert!(low <= least && most <= high, "{least} {most}: {low} {high}");
        }
    }

    #[test]
    fn the_largest_number_is_found_by_halves() {
        assert_eq!(largest(1_000_000_000, |m| m <= 77_777), 77_777);
        assert_eq!((largest(5, |_| true), largest(5, |_| false), largest(1, |_| true)), (4, 1, 1));
    }
}
