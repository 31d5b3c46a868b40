//! What an audit found, as data: the JSON of the interface, and what the terminal shows.
//!
//! | file | about |
//! |---|---|
//! | `check` | one protection in one view |
//! | `claims` | what a release says of itself, held against what is there |
//! | `people` | who is in the table and who is not |
//! | `measure` | what a sensitive column has, where nothing is asked |

mod check;
mod claims;
mod measure;
mod people;

use serde::{Deserialize, Serialize};

use super::together::TogetherReport;
use crate::data::Conditions;
use crate::manifest::Column;
use crate::policy::{Absence, Policy, Protect};

pub use check::{BeyondReport, CheckReport, WorstGroup};
pub use claims::{ClaimReport, FilesReport, FollowingColumn, OthersReport, PseudonymReport, TellingColumn};
pub use measure::{ImplicationReport, KnowledgeReport, MeasureReport, ProximityReport, StairReport};
pub use people::{PresenceReport, TruthReport, WithheldCheck, WithheldReport};

/// How the note begins that says how a policy differs from what a release states.
pub(super) const ANOTHER_POLICY: &str = "The policy judged by is not the one that the manifest states";

/// `pass`, `fail`, or `measured`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// What was to hold holds.
    Pass,
    /// It does not.
    Fail,
    /// Nothing was asked, or what was asked cannot be judged: see the measures, and what was left open.
    #[default]
    Measured,
}

impl Verdict {
    /// From whether it holds.
    pub fn of(holds: bool) -> Self {
        if holds { Self::Pass } else { Self::Fail }
    }
}

/// What an audit found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Audit {
    /// Over all checks that count.
    pub verdict: Verdict,
    /// Rows of the table.
    pub tuples: usize,
    /// `records` where several rows may be of one person, by the policy's word or the manifest's: what is promised is then about rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<&'static str>,
    /// Rows in which every quasi value is `*`; they are judged as a group of their own.
    pub suppressed: usize,
    /// Rows left out for a missing value.
    pub dropped: usize,
    /// One per protection and view.
    pub checks: Vec<CheckReport>,
    /// One per sensitive column, when nothing is to be protected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<MeasureReport>,
    /// Who of a population is in the table: one per protection that asks, and one where a population is given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presence: Vec<PresenceReport>,
    /// Release against original.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<TruthReport>,
    /// People who were withheld: of a release whose maker knows them, or that assumes that nobody knows who is in the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<WithheldReport>,
    /// The files, held against the manifest that stands beside them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<FilesReport>,
    /// Whether the manifest says that all draws come from a seed that anybody can guess: not for publication.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub trial: bool,
    /// How the manifest says that the table was made, held against the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    /// Columns that are called pseudonyms, held against the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pseudonyms: Vec<PseudonymReport>,
    /// Columns that are published and that nothing was judged of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<OthersReport>,
    /// Columns that are published as they are and tell a quasi column, or follow from one: whoever knows that knows more than the cells say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub following: Vec<FollowingColumn>,
    /// Quasi columns that it was judged by, in the order of the table.
    #[serde(skip)]
    pub quasi: Vec<String>,
    /// Columns of a release as the auditor takes them: what was published is the manifest's word; who knows it, and what protects it, the
    /// policy's. None where no manifest stands beside the table.
    #[serde(skip)]
    pub columns: Vec<Column>,
    /// Quasi columns of which every cell is a value of the original, where that is known.
    #[serde(skip)]
    pub exact: Vec<String>,
    /// What is promised is so only if this is.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// What this and earlier releases tell together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<TogetherReport>,
    /// What was asked and cannot be judged from what was given; while anything stands here the verdict is not `pass`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// What else is to be known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Groups that can be told apart in a table, as everybody sees them.
    #[serde(skip)]
    pub told_apart: Option<usize>,
    /// Violating rows, when they were asked for.
    #[serde(skip)]
    pub violations: Vec<Violation>,
}

impl Audit {
    /// What is said of a release that promises nothing.
    #[doc(hidden)]
    pub fn of_nothing(tuples: usize, dropped: usize) -> Self {
        Self { tuples, dropped, ..Self::default() }
    }

    /// The rows for which something does not hold, as CSV: of the table, or of its original.
    pub fn list_of_violations(&self) -> String {
        let line = |violation: &Violation| {
            let check = &self.checks[violation.check];
            let table = if matches!(check.view, "group" | "register" | "alike") { "data" } else { "original" };
            format!("{},{table},{},{}\n", violation.row, check.principle, check.view)
        };
        ["row,table,principle,view\n".to_owned()].into_iter().chain(self.violations.iter().map(line)).collect()
    }

    /// Whether people were withheld who do not keep what is asked as a group of their own, though someone may know who they are.
    #[doc(hidden)]
    pub fn has_unsafe_withheld(&self) -> bool {
        self.withheld.as_ref().is_some_and(|withheld| withheld.absence == Absence::Known && !withheld.by_chance)
            && self.has_withheld_that_fail()
    }

    /// Whether people were withheld who do not keep what is asked as a group of their own.
    pub(super) fn has_withheld_that_fail(&self) -> bool {
        let fails = |check: &CheckReport| check.withheld.as_ref().is_some_and(|found| found.verdict == Verdict::Fail);
        self.checks.iter().any(fails)
    }

    /// Whether the release says that it was made by another policy than the one it was judged by.
    #[doc(hidden)]
    pub fn is_by_another_policy(&self) -> bool {
        self.notes.iter().any(|note| note.starts_with(ANOTHER_POLICY))
    }

    /// Whether how it is said to be made, or to be named, was seen not to be so.
    pub(super) fn is_refuted(&self) -> bool {
        self.claim.as_ref().is_some_and(|claim| claim.standing == "refuted")
            || self.pseudonyms.iter().any(|column| column.standing == "refuted")
    }

    /// Where something that was asked is open, or the files or their making are not what they are said to be, no promise is
    /// made in words: it would be read as one of the whole.
    pub(super) fn promise_only_what_was_judged(&mut self) {
        let other = self.files.as_ref().is_some_and(|files| !files.other.is_empty());
        if other || self.is_refuted() || !self.open.is_empty() {
            self.checks.iter_mut().for_each(|check| check.promise = None);
        }
    }

    /// What is promised holds if something is so that no data can show.
    pub(super) fn promise_if(&mut self, condition: &str) {
        self.checks
            .iter_mut()
            .filter_map(|check| check.promise.as_mut())
            .for_each(|promise| put_if(promise, condition));
    }

    /// With what only a person can decide: what is promised holds if values that look like codes are values, and rows that look like
    /// totals people.
    #[doc(hidden)]
    pub fn with_conditions(mut self, found: Conditions) -> Self {
        for one in &found.perhaps_missing {
            let about = self.checks.iter_mut().filter(|check| check.sensitive.contains(&one.column));
            about.filter_map(|check| check.promise.as_mut()).for_each(|promise| put_if(promise, &one.condition()));
        }
        if let Some(total) = &found.perhaps_total {
            self.promise_if(&total.condition());
        }
        self.notes.extend(found.told().map(str::to_owned));
        self.conditions = found;
        self
    }

    /// Whether what a check found stands under the condition that what is open is as it is said to be.
    pub fn is_conditional(&self) -> bool {
        self.verdict == Verdict::Measured && !self.open.is_empty()
    }

    /// Everything that the policy asks for is left open.
    pub(super) fn leave_open(&mut self, policy: &Policy, reason: &str) {
        self.open.extend(policy.protect().iter().map(|protect| format!("{}: {reason}", asked(protect))));
    }
}

fn put_if(promise: &mut String, condition: &str) {
    let mut rest = promise.chars();
    let first = rest.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
    *promise = format!("If {condition}, {first}{}", rest.as_str());
}

/// What a policy asks for, in words.
pub(crate) fn asked(protect: &Protect) -> String {
    let of =
        if protect.sensitive().is_empty() { String::new() } else { format!(" of {}", protect.sensitive().join(", ")) };
    let title = protect.title().unwrap_or_else(|| protect.principle().to_owned());
    format!("{title}{of} in the {} view", protect.view_name())
}

/// A violating row.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which check, by its place.
    pub check: usize,
    /// The row: of the audited table in the group and the register view, of the original in the candidates view.
    pub row: u32,
}
