//! Every segment of every column is walked; a column that did not move as asked is not released.

use std::sync::atomic::{AtomicUsize, Ordering};

use aloof_methods::pace::Steps as Pacing;
use aloof_methods::walk::{Fraction, Outcome, Preserve, Recipe, Segment, Steps, Ties, Walked, walk_column};
use aloof_table::Decimal;

use super::columns::{Bounds, Movable};
use crate::policy::{Policy, PreserveRule, Property, WalkRules};
use crate::release::maker::Case;
use crate::release::request::Step;
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
///
/// Within a time limit every column is walked a little first. Then those whose chains do not agree yet are walked anew and farther,
/// one after the other, again and again: each of these is a step.
pub(super) fn solve(
    case: &Case<'_>,
    rules: &WalkRules,
    columns: &[Movable<'_>],
    bounds: &[Bounds],
    grouped: bool,
) -> Result<Vec<Walked>, Error> {
    let walking = Walking::new(case, rules, columns, bounds)?;
    let steps = case.pace.last().begin(columns.len());
    let mut found = Vec::with_capacity(columns.len());
    for at in 0..columns.len() {
        found.push(walking.first(at, &steps)?);
    }
    while walking.is_limited() && walking.farther(&mut found, &steps)? {}
    let settled = found.into_iter().enumerate().map(|(at, far)| walking.settled(at, far, grouped));
    settled.collect()
}

/// Within a time limit, the steps of each chain at first, the most that are planned, and the most that are ever taken.
const LEAST: u32 = 64;
const PLANNED: u32 = 1 << 11;
const MOST: u32 = 1 << 17;

/// How far a column was walked, and what came of it.
struct Far {
    steps: Steps,
    walked: Walked,
}

/// All columns, ready to be walked.
struct Walking<'a> {
    case: &'a Case<'a>,
    rules: &'a WalkRules,
    columns: &'a [Movable<'a>],
    recipes: Vec<Recipe>,
    segments: Vec<(Vec<Vec<u32>>, Vec<Segment>)>,
    key: [u8; 32],
    through: AtomicUsize,
}

impl<'a> Walking<'a> {
    fn new(
        case: &'a Case<'a>,
        rules: &'a WalkRules,
        columns: &'a [Movable<'a>],
        bounds: &[Bounds],
    ) -> Result<Self, Error> {
        Ok(Self {
            case,
            rules,
            columns,
            recipes: columns.iter().map(|column| recipe(case.policy, rules, column)).collect::<Result<_, _>>()?,
            segments: columns
                .iter()
                .zip(bounds)
                .map(|(column, bounds)| segments(column, bounds).into_iter().unzip())
                .collect(),
            key: case.chance.key("walk"),
            through: AtomicUsize::new(0),
        })
    }

    fn is_limited(&self) -> bool {
        self.case.policy.method().time_limit().is_some()
    }

    /// Walks a column so far.
    fn walk(&self, at: usize, ties: Ties, steps: Steps) -> Result<Far, Error> {
        let (column, (rows, segments)) = (&self.columns[at], &self.segments[at]);
        let total = self.segments.iter().map(|(_, segments)| segments.len()).sum();
        let done = || {
            let through = self.through.fetch_add(1, Ordering::Relaxed) + 1;
            (self.case.tell)(Step::Walking(through.min(total), total));
        };
        let recipe = Recipe { ties, steps, ..self.recipes[at].clone() };
        let walked = walk_column(&column.values, rows, segments, &recipe, self.key, at as u32, &done);
        let walked = walked.map_err(|error| Error::Data(format!("column `{}`: {error}", column.name)))?;
        Ok(Far { steps, walked })
    }

    /// Without a time limit a step; within one this must be done.
    fn first(&self, at: usize, steps: &Pacing<'_>) -> Result<Far, Error> {
        let ties = ties(self.rules);
        if self.is_limited() {
            return self.walk(at, ties, Steps::Auto { most: LEAST });
        }
        let unfinished = || Error::Bug("a walk was broken off that has no time limit".to_owned());
        steps.take(|| self.walk(at, ties, self.recipes[at].steps)).ok_or_else(unfinished)?
    }

    /// Walks columns whose chains do not agree yet four times as far; whether any was.
    fn farther(&self, found: &mut [Far], steps: &Pacing<'_>) -> Result<bool, Error> {
        let (farthest, mut any) = (if steps.may_go_on() { MOST } else { PLANNED }, false);
        for (at, far) in found.iter_mut().enumerate() {
            let Steps::Auto { most } = far.steps else { continue };
            if most >= farthest || far.walked.outcomes.iter().all(|outcome| outcome.mixed) {
                continue;
            }
            let next = Steps::Auto { most: (4 * most).min(farthest) };
            let Some(walked) = steps.take(|| self.walk(at, far.walked.ties, next)) else {
                return Ok(false);
            };
            *far = walked?;
            any = true;
        }
        Ok(any)
    }

    /// The column, if it moved; where ties keep it from moving and nothing was said of them, equal values may part.
    fn settled(&self, at: usize, far: Far, grouped: bool) -> Result<Walked, Error> {
        let column = &self.columns[at];
        let refuse = |walked: &Walked| refuse(self.rules, column, walked, grouped, column.values.len());
        let moved = refuse(&far.walked);
        let may_part = self.rules.relax.is_none() && !self.rules.printed && ties_bind(self.rules, &far.walked);
        if moved.is_err() && may_part {
            let parted = self.walk(at, Ties::Relax, far.steps)?.walked;
            return refuse(&parted).map(|()| parted);
        }
        moved.map(|()| far.walked)
    }
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
    let about =
        |rule: &&PreserveRule| rule.columns().is_empty() || rule.columns().iter().any(|name| name == column.name);
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
    let long = || Error::Data(format!("{}: `tolerance` has too many digits", rule.place()));
    let units = || fraction(rule.tolerance(), column.column.scale()).ok_or_else(long);
    Ok(match rule.property() {
        Property::Order => Some(Preserve::Order),
        Property::Sum => Some(Preserve::Sum(units()?)),
        Property::Mean => Some(Preserve::Mean(units()?)),
        Property::Ratio if column.present().any(|row| column.values[row as usize] <= 0) => {
            return Err(Error::Data(format!("column `{}`: ratios need positive values", column.name)));
        }
        Property::Ratio => Some(Preserve::Ratio(fraction(rule.tolerance(), 0).ok_or_else(long)?)),
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
        _ if grouped => {
            "numbers are walked inside the box of their group, and these boxes are too narrow: ask for larger groups (a larger m or k), \
             write max_unchanged = 1 under [method] if that is meant, or leave out algorithm = \"walk\""
        }
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
        let what = if grouped { "the box of their group" } else { "the domain" };
        parts.push(format!("{still} of them because the kept properties and {what} leave no move"));
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
