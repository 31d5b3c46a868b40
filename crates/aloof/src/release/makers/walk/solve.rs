//! Every segment of every column is walked; a column that did not move as asked is not released.

use std::sync::atomic::{AtomicUsize, Ordering};

use aloof_methods::walk::{Fraction, Outcome, Preserve, Recipe, Segment, Steps, Ties, Walked, walk_column};
use aloof_table::Decimal;

use super::columns::{Bounds, Movable};
use crate::policy::{Policy, PreserveRule, Property, WalkRules};
use crate::release::run::Step;
use crate::{Error, Refusal, Why};

/// Values of a measured segment whose extent is found by linear programming.
const EXTENTS: usize = 8;

/// What equal things mean, as long as nothing else helps.
pub(super) fn ties(rules: &WalkRules) -> Ties {
    match rules.relax {
        _ if rules.printed => Ties::Printed,
        Some(true) => Ties::Relax,
        _ => Ties::Collapse,
    }
}

/// Walks all columns and looks whether they moved.
pub(super) fn solve(
    policy: &Policy,
    rules: &WalkRules,
    columns: &[Movable<'_>],
    bounds: &[Bounds],
    grouped: bool,
    key: [u8; 32],
    progress: &(dyn Fn(Step) + Sync),
) -> Result<Vec<Walked>, Error> {
    let total = bounds.iter().map(|bounds| bounds.cuts.len()).sum();
    let through = AtomicUsize::new(0);
    let done = || progress(Step::Walking((through.fetch_add(1, Ordering::Relaxed) + 1).min(total), total));
    let mut walked = Vec::with_capacity(columns.len());
    for (at, (column, bounds)) in columns.iter().zip(bounds).enumerate() {
        let recipe = recipe(policy, rules, column)?;
        let (rows, segments): (Vec<Vec<u32>>, Vec<Segment>) = segments(column, bounds).into_iter().unzip();
        let walk = |ties: Ties| {
            let recipe = Recipe { ties, ..recipe.clone() };
            let found = walk_column(&column.values, &rows, &segments, &recipe, key, at as u32, &done);
            found.map_err(|error| Error::Data(format!("column `{}`: {error}", column.name)))
        };
        let mut found = walk(ties(rules))?;
        let mut moved = refuse(rules, column, &found, grouped, column.values.len());
        if moved.is_err() && rules.relax.is_none() && !rules.printed && ties_bind(rules, &found) {
            found = walk(Ties::Relax)?;
            moved = refuse(rules, column, &found, grouped, column.values.len());
        }
        moved?;
        walked.push(found);
    }
    Ok(walked)
}

/// Whether ties keep values together, so that it helps when equal ones may part. Where all localities are asked for, those
/// with two equal sides are too.
fn ties_bind(rules: &WalkRules, walked: &Walked) -> bool {
    let bound = |outcome: &Outcome| outcome.pinned || outcome.shifted > 0 || outcome.together > 0;
    rules.properties < Decimal::ONE && walked.outcomes.iter().any(bound)
}

fn segments(column: &Movable<'_>, bounds: &Bounds) -> Vec<(Vec<u32>, Segment)> {
    let one = |(at, cut): (usize, &aloof_methods::walk::segments::Cut)| {
        let of = |all: &[i64]| cut.rows.iter().map(|&row| all[row as usize]).collect::<Vec<i64>>();
        let linear = bounds.linear.iter().filter(|linear| linear.segment == at);
        let segment = Segment {
            values: of(&column.values),
            low: of(&bounds.low),
            high: of(&bounds.high),
            linear: linear.map(|linear| linear.inequality.clone()).collect(),
        };
        (cut.rows.clone(), segment)
    };
    bounds.cuts.iter().enumerate().map(one).collect()
}

fn recipe(policy: &Policy, rules: &WalkRules, column: &Movable<'_>) -> Result<Recipe, Error> {
    let about = |rule: &&PreserveRule| rule.columns.is_empty() || rule.columns.iter().any(|name| name == column.name);
    let preserve = policy.preserve().iter().filter(about).filter_map(|rule| preserve(rule, column).transpose());
    Ok(Recipe {
        share: fraction(rules.properties, 0).expect("a share has few digits"),
        ties: ties(rules),
        preserve: preserve.collect::<Result<_, _>>()?,
        steps: rules.steps.map_or(Recipe::default().steps, Steps::Fixed),
        extents: EXTENTS,
        ..Recipe::default()
    })
}

fn preserve(rule: &PreserveRule, column: &Movable<'_>) -> Result<Option<Preserve>, Error> {
    let long = || Error::Data(format!("{}: `tolerance` has too many digits", rule.place));
    let units = || fraction(rule.tolerance, column.column.scale()).ok_or_else(long);
    Ok(match rule.property {
        Property::Order => Some(Preserve::Order),
        Property::Sum => Some(Preserve::Sum(units()?)),
        Property::Mean => Some(Preserve::Mean(units()?)),
        Property::Ratio if column.present().any(|row| column.values[row as usize] <= 0) => {
            return Err(Error::Data(format!("column `{}`: ratios need positive values", column.name)));
        }
        Property::Ratio => Some(Preserve::Ratio(fraction(rule.tolerance, 0).ok_or_else(long)?)),
        Property::Linear => None,
    })
}

/// A decimal, counted in units of 10^−scale, as a fraction; `None` when it has too many digits.
fn fraction(value: Decimal, scale: u8) -> Option<Fraction> {
    let upper = value.mantissa().checked_mul(10i128.checked_pow(u32::from(scale))?)?;
    Some(Fraction { upper: u64::try_from(upper).ok()?, lower: 10u64.checked_pow(u32::from(value.scale()))? })
}

/// A column that stayed where it was is not anonymized, whatever it keeps; nor is one that went as a whole, because whoever
/// knows one value of a segment knows them all; nor is one of which hardly another could have been published. With groups, a value that fills the box of its group would be published as it is by
/// any release, and how far values move is for the boxes to say.
fn refuse(rules: &WalkRules, column: &Movable<'_>, walked: &Walked, grouped: bool, rows: usize) -> Result<(), Error> {
    let sum = |of: &dyn Fn(&Outcome) -> usize| walked.outcomes.iter().map(of).sum::<usize>();
    let all = sum(&|o| o.rows);
    if all == 0 {
        return Err(Error::Data(format!("column `{}`: all {rows} values are missing", column.name)));
    }
    let unit_shift = walked.outcomes.iter().map(|outcome| outcome.shift).sum::<u128>() as f64 / all as f64;
    let shift = unit_shift / column.length().max(1) as f64;
    let share = |share: Decimal| share.to_ratio().approximate();
    let boxed = if grouped { sum(&|o| o.fixed) } else { 0 };
    let kept = |o: &Outcome| match (grouped, o.pinned) {
        (true, _) => o.unchanged,
        (false, true) => o.rows,
        (false, false) => o.unchanged + o.shifted,
    };
    let stayed = (sum(&kept) - boxed) as f64 > share(rules.max_unchanged) * (all - boxed) as f64;
    if !stayed && (grouped || shift >= share(rules.min_shift)) {
        return Ok(());
    }
    let mut worst: Vec<usize> = (0..walked.outcomes.len()).collect();
    worst.sort_by_key(|&at| std::cmp::Reverse(kept(&walked.outcomes[at]) * 1000 / walked.outcomes[at].rows.max(1)));
    let worst: Vec<String> = worst.iter().take(3).map(|at| (at + 1).to_string()).collect();
    let what = if stayed {
        why_stayed(&walked.outcomes, grouped)
    } else {
        format!("values move by {:.2}% of the domain on average, less than min_shift", 100.0 * shift)
    };
    let hint = match walked.ties {
        Ties::Printed => {
            "as printed, the walk starts on the boundary of what it keeps, and where values repeat or stand evenly apart it \
             hardly leaves it; leave out variant"
        }
        Ties::Collapse => "keep fewer properties, write ties = \"relax\", or declare a wider domain",
        Ties::Relax => "keep fewer properties or declare a wider domain",
    };
    let why = Why::Unmoved {
        column: column.name.to_owned(),
        what: format!("{what} (most of all in segment {} of {})", worst.join(", "), walked.outcomes.len()),
        hint: hint.to_owned(),
    };
    Err(Refusal::new(why).into())
}

/// How many values are as they were, in which way, and why.
fn why_stayed(outcomes: &[Outcome], grouped: bool) -> String {
    let sum = |of: &dyn Fn(&Outcome) -> usize| outcomes.iter().map(of).sum::<usize>();
    let (all, unchanged, still) = (sum(&|o| o.rows), sum(&|o| o.unchanged), sum(&|o| o.still));
    let (shifted, pinned) = (sum(&|o| o.shifted), sum(&|o| usize::from(o.pinned)));
    let mut parts = vec![format!("{unchanged} of {all} values stay as they were")];
    if still > 0 {
        parts.push(format!("{still} of them because the kept properties and the domain leave no move"));
    }
    if shifted > 0 && !grouped {
        parts.push(format!("{shifted} go with most of their segment, all by the same amount"));
    }
    if pinned > 0 && !grouped {
        let segments = outcomes.len();
        parts.push(format!(
            "and in {pinned} of {segments} segments the kept properties and the domain leave hardly another column"
        ));
    }
    parts.join(", ")
}
