//! What an audit found, as data: the JSON of the interface, and what the terminal shows.

use std::time::Duration;

use aloof_principles::{MissingIs, Principle};
use serde::{Deserialize, Serialize};

use super::evidence::Standing;
use super::missing::MissingReport;
use super::together::TogetherReport;
use crate::policy::{Absence, Policy, Protect};
use crate::words;

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
    /// How the manifest says that the table was made, held against the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<ClaimReport>,
    /// Columns that are called pseudonyms, held against the data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pseudonyms: Vec<PseudonymReport>,
    /// Columns that are published and that nothing was judged of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<OthersReport>,
    /// Quasi columns of which every cell is a value of the original, where that is known.
    #[serde(skip)]
    pub exact: Vec<String>,
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
        for promise in self.checks.iter_mut().filter_map(|check| check.promise.as_mut()) {
            let mut rest = promise.chars();
            let first = rest.next().map(|letter| letter.to_lowercase().to_string()).unwrap_or_default();
            *promise = format!("If {condition}, {first}{}", rest.as_str());
        }
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

impl ClaimReport {
    /// What whoever makes a release is told of an audit that cannot see how it was made: as [`Audit::leave_open`] does, it leaves open
    /// what is asked; where nothing is asked nothing is left open.
    #[doc(hidden)]
    pub fn told_to_maker(&self, policy: &Policy) -> Option<String> {
        let reason = Some(&self.reason).filter(|_| self.standing == "open")?;
        Some(if policy.protect().is_empty() {
            format!(
                "An audit of this release, also one with the original, cannot see whether it was made as it says: {reason}."
            )
        } else {
            format!("An audit of this release, also one with the original, will leave it open (exit code 2): {reason}.")
        })
    }

    /// That it cannot be seen whether the claim is so, where what was left open does not say it.
    #[doc(hidden)]
    pub fn unseen(&self, open: &[String]) -> Option<String> {
        let unsaid = self.standing == "open" && !open.iter().any(|open| open.contains(&self.reason));
        unsaid.then(|| format!("The manifest says how it was made ({}); that is open: {}.", self.how, self.reason))
    }
}

/// What a policy asks for, in words.
pub(crate) fn asked(protect: &Protect) -> String {
    let of =
        if protect.sensitive().is_empty() { String::new() } else { format!(" of {}", protect.sensitive().join(", ")) };
    let title = protect.title().unwrap_or_else(|| protect.principle().to_owned());
    format!("{title}{of} in the {} view", protect.view_name())
}

/// Files beside a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FilesReport {
    /// Those with the digest that is stated.
    pub same: Vec<String>,
    /// Those with another, or gone: the manifest is not theirs.
    pub other: Vec<String>,
    /// What else lies in the directory and is not listed: nothing was judged of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlisted: Vec<String>,
    /// What is listed, but is none of the tables that a release so made consists of: nothing was judged of it either.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unjudged: Vec<String>,
}

/// Columns that are neither quasi nor sensitive nor state the group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OthersReport {
    /// Their names.
    pub columns: Vec<String>,
    /// Those of them of which neither the policy nor the manifest says what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unnamed: Vec<String>,
    /// Rows that would stand alone if these were quasi columns; absent when there are too many to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<usize>,
    /// The smallest group that there would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<usize>,
    /// Those by which people could be looked up, as they look, with why: `inspect` says so, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub telling: Vec<TellingColumn>,
    /// Those that tell a quasi column, or follow from one: whoever knows that knows more than the cells say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub following: Vec<FollowingColumn>,
    /// Whether they were looked at.
    #[serde(skip)]
    pub seen: bool,
}

/// A column that tells a quasi column, or follows from one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowingColumn {
    /// Its name.
    pub column: String,
    /// The quasi column.
    pub quasi: String,
    /// What was measured.
    pub reason: String,
    /// What does not hold for whoever knows that.
    pub fails: Vec<String>,
    /// Whether the quasi column was changed row by row, so that this one gives it back.
    pub gives_back: bool,
}

/// A column that looks as if people could be looked up by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TellingColumn {
    /// Its name.
    pub column: String,
    /// What it looks like: `identifier` or `quasi`.
    pub looks: &'static str,
    /// Why.
    pub reason: String,
}

/// How a table is said to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimReport {
    /// The manifest's word.
    pub how: &'static str,
    /// `holds`, `refuted` or `open`.
    pub standing: &'static str,
    /// By what.
    pub reason: String,
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
    pub(super) fn sentence(&self, asked: Option<String>) -> String {
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

/// A column that is called a pseudonym.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PseudonymReport {
    /// Its name.
    pub column: String,
    /// `holds`, `refuted` or `open`.
    pub standing: &'static str,
    /// By what.
    pub reason: String,
}

impl PseudonymReport {
    pub(super) fn new(column: &str, standing: Standing) -> Self {
        let ClaimReport { standing, reason, .. } = standing.report("pseudonym");
        Self { column: column.to_owned(), standing, reason: format!("`{column}` is called a pseudonym: {reason}") }
    }

    /// In a sentence.
    pub(super) fn sentence(&self) -> String {
        let linked = "That a key was used no table can show. Whoever has it, or can make these names otherwise, can tell who it is, and \
                      by them rows of several releases can be put together, which no promise is about.";
        match self.standing {
            "refuted" => format!("{}. So it is none.", self.reason),
            "open" => format!("`{}` is called a pseudonym. {linked}", self.column),
            _ => format!("{}. {linked}", self.reason),
        }
    }
}

/// One protection in one view.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The policy's word.
    pub principle: &'static str,
    /// With its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// `register`, `candidates` or `group`.
    pub view: &'static str,
    /// Weaker views that follow from this one where it holds, and were not judged by themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub implied: Vec<&'static str>,
    /// What it says to people, where it holds in the register view: one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promise: Option<String>,
    /// What can be told of whom, where it does not hold: `tell the income of 103 people to within 2000`.
    #[serde(skip)]
    pub can: Option<String>,
    /// Whether it holds in this view.
    pub verdict: Verdict,
    /// Whether the policy asks for this view, so that the verdict counts.
    pub required: bool,
    /// Groups judged; in the candidates view, distinct sets of candidate groups.
    pub groups: usize,
    /// Those in which it does not hold.
    pub violating_groups: usize,
    /// Tuples that violate by themselves.
    pub violating_tuples: usize,
    /// The worst measure, an exact fraction.
    pub worst_risk: String,
    /// Measures that are no fractions are rounded, so that the risk looks no smaller; nothing was decided by them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rounded: bool,
    /// What the measure may be.
    pub bound: String,
    /// `at most` or `at least`.
    pub bound_is: &'static str,
    /// No table could break it.
    #[serde(skip)]
    pub asks_nothing: bool,
    /// What a group needs besides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// People without a value, published so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<MissingReport>,
    /// In the candidates view: people judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<usize>,
    /// In the group and the register view: how many of the groups were judged again by the literal definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed_groups: Option<usize>,
    /// In the candidates view: how many of the people were, each with groups found by asking every one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirmed_people: Option<usize>,
    /// How long that took: no longer for a large table than for a small one.
    #[serde(skip)]
    pub(crate) confirmed_in: Duration,
    /// Of proximity, in the first view that groups are judged in: what is known within multiples of ε. It decides nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beyond: Vec<BeyondReport>,
    /// The worst groups, worst first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub worst_groups: Vec<WorstGroup>,
    /// What would mend a failing group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// The withheld as a group of their own, of a release whose maker knows them; in the view that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<WithheldCheck>,
}

impl CheckReport {
    /// How long it took to judge again by the literal definition: no longer for a large table than for a small one.
    pub fn confirmed_in(&self) -> Duration {
        self.confirmed_in
    }
}

/// How much of a group lies within a multiple of ε of some figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BeyondReport {
    /// How many times ε, or δ: the policy's own parameter.
    pub times: u32,
    /// How far that is: `within 200 of some figure`.
    pub within: String,
    /// The largest share of a group, an exact fraction.
    pub worst: String,
    /// The mean over people of the largest share of their group, to three digits.
    pub mean: f64,
    /// All of it in words.
    #[serde(skip)]
    pub said: String,
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

impl CheckReport {
    /// Nothing judged yet.
    pub(super) fn new(protect: &Protect, principle: &dyn Principle, view: &'static str, required: bool) -> Self {
        Self {
            principle: principle.name(),
            title: principle.title(),
            sensitive: protect.sensitive().to_vec(),
            view,
            implied: Vec::new(),
            promise: None,
            can: None,
            verdict: Verdict::Pass,
            required,
            groups: 0,
            violating_groups: 0,
            violating_tuples: 0,
            worst_risk: "0".to_owned(),
            rounded: principle.rounds(),
            bound: principle.bound().to_string(),
            bound_is: principle.bound_is(),
            asks_nothing: principle.asks_nothing(),
            condition: principle.condition(),
            missing: None,
            people: None,
            confirmed_groups: None,
            confirmed_people: None,
            confirmed_in: Duration::ZERO,
            beyond: Vec::new(),
            worst_groups: Vec::new(),
            remedy: Some(principle.remedy(false)),
            withheld: None,
        }
    }

    /// Who violates, in the words of the view: `3 rows`, `2 people`.
    pub fn violating(&self) -> String {
        let (one, many) = if self.people.is_some() { ("person", "people") } else { ("row", "rows") };
        let some = words::several(self.violating_tuples, one, many);
        if self.is_counted_whole() { format!("{some} (whole groups)") } else { some }
    }

    /// Whether rows that break it are all rows of groups that do: where a missing value may be any.
    pub fn is_counted_whole(&self) -> bool {
        let any = self.missing.as_ref().is_some_and(|missing| missing.similar == MissingIs::Everything);
        any && self.people.is_none() && self.violating_tuples > 0
    }

    /// The worst measure for people: one that no fraction says exactly as what it is about.
    pub fn worst(&self) -> String {
        self.shown(&self.worst_risk)
    }

    /// A measure of this check, for people.
    pub fn shown(&self, measure: &str) -> String {
        if self.rounded { words::about(measure) } else { measure.to_owned() }
    }

    /// How much is known within multiples of ε, in one sentence.
    pub fn beyond_sentence(&self) -> Option<String> {
        let said: Vec<&str> = self.beyond.iter().map(|found| found.said.as_str()).collect();
        (!said.is_empty()).then(|| format!("{}.", words::capital(&said.join("; "))))
    }

    /// How much of this was judged a second time, by the definition written literally.
    pub fn second_opinion(&self) -> Option<String> {
        let said = |done: usize, of: usize, one: &str, many: &str| {
            let by = "judged a second time, by the literal definition";
            match done {
                0 => format!("no {one} was judged a second time"),
                1 if of == 1 => format!("the one {one} was {by}"),
                _ if done == of => format!("{} were {by}", words::all(of, one, many)),
                _ => format!("{} {} {by}", words::part(done, of, one, many), if done == 1 { "was" } else { "were" }),
            }
        };
        match (self.confirmed_groups, self.confirmed_people, self.people) {
            (Some(done), ..) => Some(said(done, self.groups, "group", "groups")),
            (None, Some(done), Some(people)) => Some(said(done, people, "person", "people")),
            _ => None,
        }
    }
}

/// A group worth looking at.
#[derive(Clone, Debug, Serialize)]
pub struct WorstGroup {
    /// Its quasi values.
    #[serde(serialize_with = "as_map")]
    pub quasi: Vec<(String, String)>,
    /// Its size.
    pub tuples: usize,
    /// How many of these have a value, where not all do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with_value: Option<usize>,
    /// Its measure.
    pub risk: String,
    /// Whether the principle holds in it.
    pub holds: bool,
    /// What an adversary could conclude.
    pub conclusion: String,
    /// Its sensitive values, when the reader asked to see them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
}

/// What a sensitive column has, measured.
#[derive(Clone, Debug, Serialize)]
pub struct MeasureReport {
    /// The column.
    pub sensitive: String,
    /// Size of the smallest group.
    pub k: usize,
    /// Fewest distinct values in a group.
    pub distinct_l: usize,
    /// The largest l for which no value has a share above 1/l.
    pub frequency_l: String,
    /// The exponential of the smallest entropy, rounded down.
    pub entropy_l: f64,
    /// The largest r1 / (r2 + …): recursive (c, 2)-diversity holds for c above it. `None`: for no c.
    pub recursive_c_2: Option<String>,
    /// The largest share of one value.
    pub alpha: String,
    /// Earth mover's distance, all values equally far apart.
    pub t_equal: String,
    /// By rank; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t_ordered: Option<String>,
    /// By difference; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t_value: Option<String>,
    /// The largest relative gain of a value.
    pub beta: String,
    /// The smallest β for which enhanced β-likeness holds; `None`: for no β.
    pub enhanced_beta: Option<String>,
    /// The smallest range of a group; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// The smallest variance of a group; numbers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<String>,
    /// How much someone would have to know besides.
    pub knowledge: KnowledgeReport,
    /// The largest m for a set of ε; numbers only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proximity: Vec<ProximityReport>,
    /// For each m, the bound that ε must stay below; numbers only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staircase: Vec<StairReport>,
}

/// How much someone would have to know besides the table to name a value of somebody, in the worst case.
#[derive(Clone, Debug, Default, Serialize)]
pub struct KnowledgeReport {
    /// What so many facts of the form *if this one has that, so has that one* can lead to, until a value is certain.
    pub implications: Vec<ImplicationReport>,
    /// Enough for a confidence of one half: so many values that a person does not have. `None`: more than ten.
    pub ruled_out: Option<u32>,
    /// So many other people's values. `None`: more than ten.
    pub others: Option<u32>,
    /// So many others who have the value only if this one has. `None`: more than ten.
    pub kin: Option<u32>,
}

/// For so many facts.
#[derive(Clone, Debug, Serialize)]
pub struct ImplicationReport {
    /// How many.
    pub k: u32,
    /// The largest belief: (c, k)-safety holds for every c above it.
    pub belief: String,
}

/// For one ε.
#[derive(Clone, Debug, Serialize)]
pub struct ProximityReport {
    /// Absolute neighbourhood.
    pub epsilon: String,
    /// The largest m for which (ε, m)-anonymity holds in every group, in the group view.
    pub max_m: u64,
    /// The worst share of a group near one of its values.
    pub worst_risk: String,
    /// The largest m in the register view.
    pub max_m_register: u64,
    /// The worst share of a group near any figure.
    pub worst_risk_register: String,
}

/// One step of the ε–m staircase.
#[derive(Clone, Debug, Serialize)]
pub struct StairReport {
    /// One in how many.
    pub m: u32,
    /// (ε, m)-anonymity holds in every group, in the group view, for every ε below this, and not at it.
    pub epsilon_below: String,
}

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

/// A violating row.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Which check, by its place.
    pub check: usize,
    /// The row: of the audited table in the group and the register view, of the original in the candidates view.
    pub row: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn as_map<S: serde::Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}
