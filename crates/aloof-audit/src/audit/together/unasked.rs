//! What several releases leave of sensitive columns where nothing is to be protected: measures without a bound, and no verdict.
//!
//! Of everybody the values that are left to whoever knows the person's group in every release; and what m-invariance the releases have.

use aloof_principles::{MInvariance, Principle};
use aloof_table::{Attribute, Column, Means};
use serde::Serialize;

use super::people::{Places, joined};
use super::seen::Seen;
use super::{Month, Stood, TogetherReport};
use crate::policy::{Policy, Role};
use crate::words;

/// What is left of a sensitive column.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Unasked {
    /// The column.
    pub sensitive: String,
    /// People whose group is known in a release.
    pub people: usize,
    /// People of whom all releases together leave one value.
    pub one_value: usize,
    /// The fewest different values that all releases together leave of anybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fewest: Option<usize>,
    /// People who do not stand among the same values in all releases, or in a group that has one twice.
    pub varied: usize,
    /// The largest m for which the releases are m-invariant; left out where they are for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub m_invariance: Option<String>,
}

/// Measures every sensitive column.
pub(super) fn measure(policy: &Policy, months: &[Month], seen: &[Seen<'_>], report: &mut TogetherReport) {
    let together = "several releases together:";
    let mut unknown = 0;
    for name in policy.named(Role::Sensitive) {
        let columns = joined(months, &[name.to_owned()]);
        let columns: Vec<(&str, &Column)> = columns.iter().map(|(name, column)| (name.as_str(), column)).collect();
        let places = Places::of(months);
        let attribute = Attribute::new(&columns, |row| places.is_left_out(months, row));
        let stood = Stood::of(months, seen, &places, &attribute);
        report.changed = report.changed.max(stood.changed);
        unknown = unknown.max(stood.unknown);
        report.unasked.extend(stood.unasked(name, &attribute));
    }
    let what =
        if report.unasked.is_empty() { "nothing was judged" } else { "what is left was measured, and not judged" };
    report.open.push(format!("{together} nothing is to be protected, so {what}"));
    if unknown > 0 {
        let people = words::several(unknown, "person", "people");
        let (private, previous) = (Means::Private, Means::PreviousPrivate);
        report.open.push(format!(
            "{together} of {people} it is not known which group they stand in; {private} and {previous} say it"
        ));
    }
}

impl Stood {
    /// `None` where it is known of nobody where they stand.
    fn unasked(&self, name: &str, attribute: &Attribute) -> Option<Unasked> {
        let rule = MInvariance::new(1).expect("1 is at least 1");
        let check = rule.bind(attribute).expect("equal values are asked of any column");
        let found = self.histories.judge_invariance(check.as_ref(), rule.direction());
        (found.people > 0).then(|| Unasked {
            sensitive: name.to_owned(),
            people: found.people,
            one_value: found.one_value,
            fewest: self.histories.fewest_left(),
            varied: found.above,
            m_invariance: found.worst.filter(|_| found.above == 0).map(|m| m.to_string()),
        })
    }
}

impl Unasked {
    /// In words.
    pub(super) fn sentence(&self) -> String {
        let people = |count: usize| words::several(count, "person", "people");
        let fewest = self.fewest.map_or_else(String::new, |fewest| {
            format!(
                ", and nobody has fewer than {} left",
                words::several(fewest, "different value", "different values")
            )
        });
        let invariant = match &self.m_invariance {
            Some(m) => format!("they are m-invariant with m up to {m}"),
            None => format!(
                "they are not m-invariant: {} not stand among the same values in all releases, or in a group that has one twice",
                words::several(self.varied, "person does", "people do")
            ),
        };
        format!(
            "{} of {}, all together, for whoever knows everybody's group (nothing was asked): {} one value left{fewest}; {invariant}.",
            self.sensitive,
            people(self.people),
            words::several(self.one_value, "person has", "people have")
        )
    }
}
