//! Who was withheld, to three digits: what the release's own audit found of them, and what the release assumes.

use serde::{Deserialize, Serialize};

use super::figures::{short_fraction, three_digits, three_digits_of};
use crate::audit::{Audit, CheckReport, WithheldReport};

/// People who were withheld, as a manifest states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Withheld {
    /// `known`: someone may know who they are. `unknown`: the release assumes that nobody knows who is in the table.
    pub absence: String,
    /// How many of them no published box covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<usize>,
    /// What each of them saves the others, where they were withheld for detail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_saved_per_row: Option<f64>,
    /// What is said of them, in sentences.
    pub told: Vec<String>,
}

impl Withheld {
    pub(super) fn of(audit: &Audit, saved_per_row: Option<f64>) -> Option<Self> {
        let found = audit.withheld.as_ref()?;
        let mut rounded = WithheldReport {
            tuples: three_digits_of(found.tuples),
            uncovered: found.uncovered.map(three_digits_of),
            loss_saved_per_row: saved_per_row.map(three_digits),
            ..found.clone()
        };
        rounded.tell(&audit.checks.iter().map(short).collect::<Vec<_>>());
        Some(Self {
            absence: found.absence.name().to_owned(),
            uncovered: rounded.uncovered,
            loss_saved_per_row: rounded.loss_saved_per_row,
            told: rounded.told,
        })
    }
}

/// What is said of the withheld by a check, to three digits.
fn short(check: &CheckReport) -> CheckReport {
    let mut check = check.clone();
    if let Some(withheld) = &mut check.withheld {
        withheld.worst_risk = short_fraction(&withheld.worst_risk);
        withheld.certainty = withheld.certainty.as_deref().map(short_fraction);
    }
    check
}
