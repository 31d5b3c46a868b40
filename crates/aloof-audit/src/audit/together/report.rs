//! What is found of several releases together, and the sentences that say it.

use aloof_judge::views::ALL_SELECTIONS;
use aloof_table::Ratio;
use serde::Serialize;

use super::Unasked;
use crate::audit::report::{Audit, Verdict};
use crate::words;

/// Several releases, judged together.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TogetherReport {
    /// How many releases.
    pub releases: usize,
    /// People in any of them.
    pub people: usize,
    /// People in several of them.
    pub several: usize,
    /// People of an earlier release who are not in the newest.
    pub left: usize,
    /// People of the newest release who are in no earlier one.
    pub came: usize,
    /// People whose value is not the same in all: from then on they count as somebody else.
    pub changed: usize,
    /// Rows that stand for nobody and have a value that nobody in any of the releases has; left out where it is not known of each row
    /// whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterfeits: Option<usize>,
    /// People in groups of fewer than m with counterfeits, one value of which nobody else has: it is known to be real.
    #[serde(skip_serializing_if = "is_none")]
    pub alone: usize,
    /// One per protection and view.
    pub checks: Vec<TogetherCheck>,
    /// Where nothing is to be protected: what is left of each sensitive column, measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unasked: Vec<Unasked>,
    /// What could not be judged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// All of it in sentences.
    pub told: Vec<String>,
}

/// One protection, judged of several releases together.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TogetherCheck {
    /// The policy's word.
    pub principle: &'static str,
    /// With its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// `register`, `group` or `candidates`.
    pub view: &'static str,
    /// Whether nobody is above what is allowed.
    pub verdict: Verdict,
    /// Whether the policy asks for this view, so that the verdict counts.
    pub required: bool,
    /// People judged; somebody whose value changed counts once for each.
    pub people: usize,
    /// People of whom some of the releases together tell more than is allowed.
    pub above: usize,
    /// People of whom all releases together leave one value.
    pub one_value: usize,
    /// People of whom it tells more than is allowed that they are not in a later release; left out where that was not asked: in the
    /// candidates view, and of m-invariance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_above: Option<usize>,
    /// People of whom it tells more than is allowed that they were not in an earlier release; left out where that was not asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub came_above: Option<usize>,
    /// The worst measure, an exact fraction.
    pub worst_risk: String,
    /// What it may be.
    pub bound: String,
    /// `at most` or `at least`.
    pub bound_is: &'static str,
    /// Who was in one group is in one group in every release that they are in, with the same values in it.
    pub persistent: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl TogetherReport {
    /// The one sentence to read first, where something was asked.
    pub fn first(&self) -> Option<String> {
        let checks: Vec<&TogetherCheck> = self.checks.iter().filter(|check| check.required).collect();
        let releases = self.releases;
        let all = words::capital(&words::all(releases, "release", "releases"));
        if let Some(check) = checks.iter().find(|check| check.verdict == Verdict::Fail) {
            return Some(format!(
                "{all} together break {} of {} for at least {}.",
                check.title,
                check.sensitive.join(", "),
                check.part(check.hurt(), self.people)
            ));
        }
        let selected = releases <= ALL_SELECTIONS && checks.iter().all(|check| check.view != "candidates");
        let each = if selected { ", and so does every selection of them" } else { "" };
        (self.verdict() == Verdict::Pass).then(|| format!("{all} together keep what is asked{each}."))
    }

    /// Over all checks that count.
    pub fn verdict(&self) -> Verdict {
        let required = || self.checks.iter().filter(|check| check.required);
        if required().any(|check| check.verdict == Verdict::Fail) {
            return Verdict::Fail;
        }
        if self.open.is_empty() && required().next().is_some() { Verdict::Pass } else { Verdict::Measured }
    }
}

impl TogetherCheck {
    /// So many people stand in groups, the smallest of `fewest`, one value of which is known to be somebody's there.
    pub(super) fn break_for(&mut self, people: usize, fewest: usize) {
        if self.verdict == Verdict::Pass && self.bound_is == "at most" {
            self.worst_risk = Ratio::of(1, fewest as u64).to_string();
        }
        self.above = self.above.max(people);
        self.verdict = Verdict::Fail;
    }

    /// At least so many people are told of more than is allowed, in one way or another.
    fn hurt(&self) -> usize {
        self.above.max(self.left_above.unwrap_or(0)).max(self.came_above.unwrap_or(0))
    }

    /// `3 of 400 people`; where somebody is judged once for each value, that is what is counted.
    fn part(&self, hurt: usize, everybody: usize) -> String {
        let (one, many) =
            if self.people > everybody { ("person and value", "people and values") } else { ("person", "people") };
        words::part(hurt, self.people, one, many)
    }
}

impl Audit {
    /// With what several releases tell together. Where they tell too much no promise of the newest alone is repeated.
    pub(crate) fn with_together(mut self, together: TogetherReport) -> Self {
        let verdict = together.verdict();
        if verdict != Verdict::Pass {
            self.checks.iter_mut().for_each(|check| check.promise = None);
        }
        if verdict == Verdict::Fail {
            self.verdict = Verdict::Fail;
        } else if !together.open.is_empty() {
            self.open.extend(together.open.iter().cloned());
            self.verdict = if self.verdict == Verdict::Fail { Verdict::Fail } else { Verdict::Measured };
        }
        self.together = Some(together);
        self
    }
}

impl TogetherReport {
    /// Puts what was found into sentences.
    pub(super) fn tell(&mut self) {
        self.told = told(self);
    }
}

/// What was found, in sentences.
fn told(report: &TogetherReport) -> Vec<String> {
    let people = |count: usize| words::several(count, "person", "people");
    let mut said = vec![format!(
        "{} releases together are about {}: {} in several of them, {} no longer in the newest, {} only in the newest.",
        report.releases,
        people(report.people),
        people(report.several),
        people(report.left),
        people(report.came)
    )];
    if report.changed > 0 {
        said.push(format!(
            "{} not have the same value in all: from a change on they count as somebody else, and what is known of how values change \
             was not judged.",
            words::several(report.changed, "person does", "people do")
        ));
    }
    if report.alone > 0 {
        said.push(format!(
            "{} that no release shows without counterfeits, one value of which nobody else has: counterfeits have values of \
             others, so it is known to be that of somebody there.",
            words::several(report.alone, "person stands in a group", "people stand in groups")
        ));
    }
    said.extend(report.checks.iter().map(|check| check.sentence(report.people)));
    said.extend(report.unasked.iter().map(Unasked::sentence));
    said
}

impl TogetherCheck {
    /// Of how many it tells too much that they left or came, where that was asked.
    fn moved(&self) -> String {
        let (Some(left), Some(came)) = (self.left_above, self.came_above) else { return String::new() };
        let people = |count: usize| words::several(count, "person", "people");
        format!("of {} it tells too much that they left, of {} that they came; ", people(left), people(came))
    }

    /// In words, of so many people: whose value changed is judged once for each value.
    fn sentence(&self, everybody: usize) -> String {
        let people = |count: usize| words::several(count, "person", "people");
        let held = match self.people.checked_sub(everybody) {
            Some(again @ 1..) => {
                format!("{}, counted again at {}", people(everybody), words::several(again, "change", "changes"))
            }
            _ => people(self.people),
        };
        let optional = if self.required { String::new() } else { format!(" ({})", words::NOT_ASKED_FOR) };
        let worst = format!("the worst is {}, allowed is {} {}", self.worst_risk, self.bound_is, self.bound);
        let of = self.sensitive.join(", ");
        let one_value = words::several(self.one_value, "person has", "people have");
        let part = self.part(self.above, everybody);
        if self.principle == "m-invariance" {
            return match self.verdict {
                Verdict::Fail => format!(
                    "{} of {of}, all together: FAILS for {part}, who do not stand among the same values in all releases, or in a group with \
                     one twice or too few; {one_value} one value left.",
                    self.title
                ),
                _ => format!(
                    "{} of {of}, all together: holds for {}, who each stand among the same values in all releases that they are in; the \
                     fewest are {}.",
                    self.title, held, self.worst_risk
                ),
            };
        }
        let of = format!("{} of {of}, {} view, all together", self.title, self.view);
        match self.verdict {
            Verdict::Fail => {
                format!("{of}: FAILS{optional} for {part}; {one_value} one value left; {}{worst}.", self.moved())
            }
            _ => format!(
                "{of}: holds{optional} for {}; {one_value} one value left; {worst}.{}",
                held,
                if self.persistent { " Groups persist from release to release." } else { "" }
            ),
        }
    }
}
