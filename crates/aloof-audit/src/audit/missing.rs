//! What is said of people whose sensitive value is published as missing.
//!
//! A rule is judged among those who have a value: of the others nothing can be told that is not there. So it holds against
//! someone who knows whose value is missing; and that it is missing anybody can read. See `docs/missing.md`.

use aloof_principles::{MissingIs, Reads};
use serde::Serialize;

use super::report::Audit;
use crate::data::{Released, pick};
use crate::policy::{Policy, Protect};
use crate::words;

/// People without a value, beside a protection that asks about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MissingReport {
    /// How many.
    pub tuples: usize,
    /// What that means, in sentences.
    pub told: String,
    /// What they are similar to, and so whether they are counted beside those who have a value.
    #[serde(skip)]
    pub similar: MissingIs,
}

/// People whom `protect` asks about and who are published without a value, if there are any; what counts people asks about none.
pub(super) fn missing(policy: &Policy, protect: &Protect, title: &str, released: &Released) -> Option<MissingReport> {
    let [name] = protect.sensitive() else { return None };
    if protect.reads() == Reads::Nothing {
        return None;
    }
    policy.column(name).filter(|rule| policy.missing_in(rule).is_published())?;
    let (_, column) = pick(&released.sensitive, protect.sensitive())[0];
    let judged = || (0..released.rows).filter(|&row| !released.left_out.get(row));
    let tuples = judged().filter(|&row| column.is_missing(row)).count();
    let counted = match protect.similar {
        MissingIs::Nothing => "That it is missing is not protected.",
        MissingIs::Itself => {
            "That it is missing counts as a value: no more may be missing in a group than may be alike."
        }
        MissingIs::Everything => {
            "Beside that it is asked whatever the missing ones are: as if all of a group lay where most of the others do. Of a group \
             that breaks it all rows are counted."
        }
    };
    let (one, many) = if policy.counts_records() { ("row", "rows") } else { ("person", "people") };
    (tuples > 0).then(|| MissingReport {
        tuples,
        told: format!(
            "Of {} {name} is missing, and published so: {title} is judged among those who have one. {counted}",
            words::part(tuples, judged().count(), one, many)
        ),
        similar: protect.similar,
    })
}

/// What is told of missing values in all checks, each once.
pub fn told(audit: &Audit) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for missing in audit.checks.iter().filter_map(|check| check.missing.as_ref()) {
        if !all.contains(&missing.told) {
            all.push(missing.told.clone());
        }
    }
    all
}
