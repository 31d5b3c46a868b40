//! What a release's own audit found. Of what was judged with the original, three digits.

use serde::{Deserialize, Serialize};

use super::figures::{short_fraction, three_digits_of};
use crate::audit::{Audit, CheckReport, Verdict};

/// The verdict of an audit and its figures, as a manifest states them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditSummary {
    /// Over all that was asked.
    pub verdict: Verdict,
    /// Published rows that stand for no original one.
    pub untrue: usize,
    /// One per protection and view.
    pub checks: Vec<Checked>,
}

/// One protection in one view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// The policy's word.
    pub principle: String,
    /// With its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// In which view.
    pub view: String,
    /// Whether the policy asks for it.
    pub required: bool,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Groups, or sets of them, that were judged.
    pub groups: usize,
    /// Tuples that violate by themselves.
    pub violating_tuples: usize,
    /// The worst measure.
    pub worst_risk: String,
    /// What it may be.
    pub bound: String,
}

impl AuditSummary {
    pub(super) fn of(audit: &Audit) -> Self {
        Self {
            verdict: audit.verdict,
            untrue: audit.truth.as_ref().map_or(0, |truth| truth.untrue),
            checks: audit.checks.iter().map(Checked::of).collect(),
        }
    }
}

impl Checked {
    /// Groups can be counted and judged by anyone who has the release; other views need the original.
    pub(crate) fn of(check: &CheckReport) -> Self {
        let seen = check.view == "group";
        let count = |count: usize| if seen { count } else { three_digits_of(count) };
        Self {
            principle: check.principle.to_owned(),
            title: check.title.clone(),
            sensitive: check.sensitive.clone(),
            view: check.view.to_owned(),
            required: check.required,
            verdict: check.verdict,
            groups: count(check.groups),
            violating_tuples: count(check.violating_tuples),
            worst_risk: if seen { check.worst_risk.clone() } else { short_fraction(&check.worst_risk) },
            bound: check.bound.clone(),
        }
    }
}
