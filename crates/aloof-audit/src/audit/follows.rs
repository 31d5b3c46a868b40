//! Columns that are published as they are and tell a quasi column, or follow from one.
//!
//! # Definition
//! Whoever knows somebody's quasi values knows what follows from them, and may leave out rows that show something else: of a table with
//! `age` in intervals and the year of birth beside it, the groups that anybody sees are those by year of birth. So it is with a column
//! that tells a quasi column: rows that show another value than somebody's are not theirs. What counts as following is measured
//! ([`aloof_judge::claims::tells`]) on the original where there is one, else on cells, which show it less often. What becomes of groups
//! stands in `narrowed.rs`.
//!
//! Two columns at a time are looked at: what follows only from several together is not seen.
//!
//! # Cost
//! A few sorts for every pair of a kept and a quasi column.

use aloof_judge::claims::{Known, Told, tells};
use aloof_table::{Attribute, Column, Decimal, Domain, Generalized, Kind, LabelColumn, NO_CODE};
use rayon::prelude::*;

use super::narrowed::narrowed;
use super::report::{Audit, CheckReport, Verdict};
use super::{AuditRequest, check};
use crate::Error;
use crate::data::{Original, Released, reach};
use crate::words;

/// Two columns that have nothing to do with each other are told of in one table of so many, at most.
const LN_DOUBT: f64 = -13.82;

/// A column that is published as it is, and a quasi column.
#[derive(Clone, Debug)]
pub struct Following {
    /// The column that is published as it is.
    pub column: String,
    /// The quasi column.
    pub quasi: String,
    /// Whether the first tells the second; else it follows from it.
    tells: bool,
    told: Told,
}

impl Following {
    /// Whether the first tells the second; else it follows from it.
    pub(super) fn tells(&self) -> bool {
        self.tells
    }

    /// What that means for a release, as part of a sentence.
    pub fn consequence(&self) -> String {
        let Self { column, quasi, .. } = self;
        if self.tells {
            format!("wherever groups make `{quasi}` coarser it gives back what they hide")
        } else {
            format!(
                "whoever knows somebody's `{quasi}` knows the `{column}`, too, and which rows of a group are not theirs"
            )
        }
    }

    /// What was found, as part of a sentence.
    pub fn words(&self) -> String {
        let Self { column, quasi, tells, told } = self;
        let (verb, given, other) = if *tells { ("tells", column, quasi) } else { ("follows from", quasi, column) };
        let same = if told.neighbours { "the same or the next" } else { "the same" };
        let differ = match told.apart {
            0.0 => format!("do not differ in `{other}`"),
            apart => format!("differ {:.2} times as much in `{other}` as any two people do", apart.max(0.01)),
        };
        format!("`{column}` {verb} `{quasi}`: people with {same} `{given}` {differ}")
    }
}

/// What is known of everybody in a column that stands as it is.
pub fn known(name: &str, column: &Column, leave_out: impl Fn(usize) -> bool + Sync) -> Known {
    let attribute = Attribute::new(&[(name, column)], leave_out);
    let ordered = matches!(attribute.domain(), Domain::Numbers { .. });
    Known { cells: attribute.into_codes().into_iter().map(|code| (code, code)).collect(), ordered }
}

/// What is known of everybody by the cells of a quasi column: where each reaches, or the label where one stands.
fn known_by_cells(cells: &LabelColumn) -> Known {
    let ends = [Kind::Number, Kind::Date].into_iter().find_map(|kind| reaches(cells, kind));
    let of_text: Vec<(u32, u32)> = match &ends {
        Some(ends) => ranked(ends),
        None => (0..)
            .zip(cells.labels().iter())
            .map(|(code, text)| if is_label(text) { (code, code) } else { NOTHING })
            .collect(),
    };
    let cell = |&code: &u32| of_text.get(code as usize).copied().unwrap_or(NOTHING);
    Known { cells: cells.codes().iter().map(cell).collect(), ordered: ends.is_some() }
}

const NOTHING: (u32, u32) = (NO_CODE, NO_CODE);

/// The ends of all cells, where they are of this kind; a star says nothing.
fn reaches(cells: &LabelColumn, kind: Kind) -> Option<Vec<Option<(Decimal, Decimal)>>> {
    let one = |text: &str| match Generalized::parse(text, kind, None) {
        Ok(Generalized::Numbers(_)) => {
            let found = reach(text, kind);
            Some(found.low.zip(found.high))
        }
        Ok(Generalized::Any) => Some(None),
        _ => None,
    };
    let ends: Vec<Option<(Decimal, Decimal)>> = cells.labels().iter().map(one).collect::<Option<_>>()?;
    ends.iter().any(Option::is_some).then_some(ends)
}

/// Ends by their place among all ends.
fn ranked(ends: &[Option<(Decimal, Decimal)>]) -> Vec<(u32, u32)> {
    let mut all: Vec<Decimal> = ends.iter().flatten().flat_map(|&(low, high)| [low, high]).collect();
    all.sort_unstable();
    all.dedup();
    let place = |end: Decimal| all.binary_search(&end).map_or(NO_CODE, |at| at as u32);
    ends.iter().map(|ends| ends.map_or(NOTHING, |(low, high)| (place(low), place(high)))).collect()
}

fn is_label(text: &str) -> bool {
    matches!(Generalized::parse(text, Kind::Label, None), Ok(Generalized::Labels(labels)) if labels.len() == 1)
}

/// For every kept column the quasi column that it tells, or follows from, if there is one.
pub fn following(kept: &[(String, Known)], quasi: &[(String, Known)]) -> Vec<Following> {
    let ln_doubt = LN_DOUBT - (2.0 * (kept.len() * quasi.len()).max(1) as f64).ln();
    let of = |(column, is): &(String, Known), (quasi, by): &(String, Known), tells_it: bool| {
        let found = if tells_it { tells(is, by, ln_doubt) } else { tells(by, is, ln_doubt) };
        found.map(|told| Following { column: column.clone(), quasi: quasi.clone(), tells: tells_it, told })
    };
    let one = |kept: &(String, Known)| {
        quasi.iter().find_map(|quasi| of(kept, quasi, true).or_else(|| of(kept, quasi, false)))
    };
    kept.par_iter().filter_map(one).collect()
}

/// What is known of all quasi columns of a release by its cells.
pub(super) fn known_of_release(released: &Released) -> Vec<(String, Known)> {
    released.quasi.par_iter().map(|(name, cells)| (name.clone(), known_by_cells(cells))).collect()
}

/// What would not hold of the table as it is to whoever knows what was found; one entry for each protection that is about groups.
pub(super) fn broken_by(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<&Original>,
    found: &Following,
    column: &LabelColumn,
) -> Result<Vec<String>, Error> {
    let finer = narrowed(released, original, found, column);
    let mut fails = Vec::new();
    for protect in request.policy.protect().iter().filter(|protect| protect.as_presence().is_none()) {
        let mut audit = Audit::default();
        check::run(request, protect, &finer, None, &mut audit)?;
        let broken = audit.checks.first().filter(|check| check.verdict == Verdict::Fail);
        fails.extend(broken.map(|check| broken_rows(check, finer.rows)));
    }
    Ok(fails)
}

fn broken_rows(check: &CheckReport, rows: usize) -> String {
    format!("{} fails for {}", check.title, words::part(check.violating_tuples, rows, "row", "rows"))
}
