//! Who is in the table and who is not: release against original, the withheld, a population.

use serde::Serialize;

use super::Verdict;
use crate::policy::Absence;
use crate::words;

/// Release against original.
#[derive(Clone, Debug, Serialize)]
pub struct TruthReport {
    /// Original rows.
    pub original: usize,
    /// Of these, rows that no release is made of: a value is missing, and the policy drops such rows.
    #[serde(skip_serializing_if = "is_zero")]
    pub dropped: usize,
    /// Released rows, suppressed ones left out.
    pub released: usize,
    /// Released rows that stand for no original row, suppressed ones that show a value among them.
    pub untrue: usize,
    /// Released rows that are said to stand for nobody, where as many do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterfeits: Option<usize>,
    /// Original rows that no released or suppressed row can stand for, without those dropped.
    pub absent: usize,
}

/// People who were withheld.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WithheldReport {
    /// How many.
    pub tuples: usize,
    /// `known`: someone may know who they are, so they must be as safe as those who are published. `unknown`: nobody is assumed
    /// to know who is in the table.
    pub absence: Absence,
    /// How many of them no published box covers; absent where boxes are not published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<usize>,
    /// What each of them saves the others, where they were withheld for detail: over these, the share of the quasi columns'
    /// domains that is covered no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_saved_per_row: Option<f64>,
    /// Only the manifest says so: without the original nothing was held against it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unchecked: bool,
    /// Found by values that are in the original and not in the release: why they are missing is not known.
    #[serde(skip)]
    pub by_values: bool,
    /// The manifest says that chance took them, and their number is as it says.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub by_chance: bool,
    /// What is said of them, in sentences.
    pub told: Vec<String>,
}

/// The withheld as a group of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct WithheldCheck {
    /// How many: those in no released row, and those behind rows of stars that show none of these values.
    pub tuples: usize,
    /// How many of them stand behind such rows.
    #[serde(skip_serializing_if = "is_zero")]
    pub hidden: usize,
    /// The group's measure.
    pub worst_risk: String,
    /// What it may be.
    pub bound: String,
    /// `at most` or `at least`.
    pub bound_is: &'static str,
    /// Whether it keeps what is asked; counts only where someone may know who is withheld.
    pub verdict: Verdict,
    /// Of proximity: the largest share of them within one neighbourhood, whatever its centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certainty: Option<String>,
    /// Of proximity: what could be told with that certainty.
    #[serde(skip)]
    pub telling: Option<String>,
}

/// How likely people of a population are to be in the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PresenceReport {
    /// The population's file.
    pub population: String,
    /// People in it.
    pub people: usize,
    /// The least belief about any of them.
    pub low: String,
    /// The largest.
    pub high: String,
    /// People of whom these are bounds, since cells overlap.
    pub bounded: usize,
    /// People who would certainly be in the table if every end of a cell were the value of somebody in it.
    pub alone_at_ends: usize,
}

impl PresenceReport {
    /// In sentences; with what was asked.
    pub(in crate::audit) fn sentence(&self, asked: Option<String>) -> String {
        let Self { population, people, low, high, bounded, alone_at_ends } = self;
        let overlap = if *bounded == 0 {
            "No two cells cover the same person.".to_owned()
        } else {
            format!(
                "Cells overlap: of {} these are bounds, and what passes by bounds passes.",
                words::part(*bounded, *people, "person", "people")
            )
        };
        let ends = match alone_at_ends {
            0 => "nobody would be alone at an end, and so certainly in it".to_owned(),
            many => format!(
                "{} would be alone at an end, and so certainly in it",
                words::several(*many, "person", "people")
            ),
        };
        format!(
            "{}: whoever knows everybody in {population} believes of each of them with {low} to {high} that they are in the table. {overlap} \
             That is so if nothing is used but whom cells cover. If cells ended only where somebody in the table is, {ends}; in a release \
             that is made by presence they end where people of the population are, whether or not these are in the table.",
            asked.unwrap_or_else(|| "Presence".to_owned())
        )
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
