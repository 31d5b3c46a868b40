//! What was found of one protection in one view, and the sentences that follow from it.

use std::time::Duration;

use aloof_principles::{MissingIs, Principle};
use serde::Serialize;

use super::{Verdict, WithheldCheck};
use crate::audit::guesses::bounds_no_guess;
use crate::audit::missing::MissingReport;
use crate::policy::Protect;
use crate::words;

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
    /// Nothing judged yet.
    pub(in crate::audit) fn new(
        protect: &Protect,
        principle: &dyn Principle,
        view: &'static str,
        required: bool,
    ) -> Self {
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

    /// How long it took to judge again by the literal definition: no longer for a large table than for a small one.
    pub fn confirmed_in(&self) -> Duration {
        self.confirmed_in
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

    /// The worst measure for people.
    pub fn worst(&self) -> String {
        self.told(&self.worst_risk)
    }

    /// A measure of this check for people, with a decimal beside a fraction that nobody reads at a glance.
    pub fn told(&self, measure: &str) -> String {
        if self.rounded { words::about(measure) } else { words::fraction(measure) }
    }

    /// The same as a fraction; one that no fraction says exactly as what it is about.
    pub fn shown(&self, measure: &str) -> String {
        if self.rounded { words::about(measure) } else { measure.to_owned() }
    }

    /// That it bounds no guess, where it holds and does not.
    pub fn of_guesses(&self) -> Option<&'static str> {
        bounds_no_guess(self.principle, &self.title).filter(|_| self.verdict == Verdict::Pass)
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

fn as_map<S: serde::Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}
