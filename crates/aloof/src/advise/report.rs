//! Advice, as data: the JSON of the interface, and what the terminal shows.

use aloof_principles::Reading;
use aloof_table::Ratio;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{DissimilarityAdvice, Price};
use crate::Withhold;
use crate::data::Conditions;
use crate::policy::{Absence, Method, View};
use crate::words;

/// What is achievable.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Advice {
    /// Rows of the table.
    pub tuples: usize,
    /// Rows left out for a missing value.
    pub dropped: usize,
    /// Whether all rows can be published so that everything holds; `None`: not known. Where it says so, a release is made, or
    /// refused.
    pub feasible: Option<bool>,
    /// One per protection.
    pub checks: Vec<AdviceCheck>,
    /// Which protections bind, by their place: the impossible ones or, of several that are possible, those that use most
    /// of what the data allow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub binding: Vec<usize>,
    /// Rows that the policy allows to withhold.
    #[serde(skip_serializing_if = "is_zero")]
    pub may_withhold: u64,
    /// Where it cannot be had of all rows and some may be withheld: whether that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withholding: Option<Withholding>,
    /// Whether someone may know who is withheld: then it makes nothing possible.
    pub absence: Absence,
    /// One per sensitive column of numbers, when nothing is to be protected.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staircases: Vec<StaircaseAdvice>,
    /// What it would cost, and what promises around it would; where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// What must be so for what would be promised.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// What is true of all protections together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Whether withholding as many rows as the policy allows helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withholding {
    /// It does: what is asked can be had of the others.
    Enough,
    /// Certainly not.
    TooLittle,
    /// Perhaps.
    NotKnown,
}

impl Advice {
    /// Whether what is asked is impossible, whichever rows are withheld of those that the policy allows to.
    pub fn is_impossible(&self) -> bool {
        self.feasible == Some(false) && self.withholding.is_none_or(|helps| helps == Withholding::TooLittle)
    }
}

/// Advice about one protection.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AdviceCheck {
    /// The policy's word.
    pub principle: &'static str,
    /// With its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// The view that the policy asks for.
    pub view: &'static str,
    /// Whether groups exist that keep it; `None`: not decided.
    pub feasible: Option<bool>,
    /// Whether all rows as one group keep it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_group: Option<bool>,
    /// How much of what the data allow is asked for, a fraction: at most 1 when it is possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used: Option<String>,
    /// What would be possible instead, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
    /// What there is to say of this kind of principle.
    #[serde(flatten)]
    pub details: Details,
    /// Of a few rows, what trying all ways to group them showed, where nothing else decides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
    /// Whether group numbers are published, by which groups that look alike are told apart.
    #[serde(skip)]
    pub(super) numbered: bool,
    /// How many have a value, where others have none: without them nothing is asked of anybody.
    #[serde(skip)]
    pub(super) beside_others: Option<u64>,
}

impl AdviceCheck {
    /// Whether it can be had, by itself, with up to so many rows withheld, where it cannot be had of all.
    pub(super) fn helped_by(&self, may_withhold: u64) -> Withholding {
        let within = |least: Option<u64>| least.is_some_and(|least| least <= may_withhold);
        match &self.details {
            Details::Proximity(found) => match found.view {
                _ if !within(found.asked().withhold) => Withholding::TooLittle,
                View::Register => Withholding::Enough,
                View::Group if self.numbered || found.is_any_centre() => Withholding::Enough,
                // Whoever is withheld has candidates all the same: only what no mixture breaks is certain.
                View::Candidates if within(found.register.withhold) => Withholding::Enough,
                View::Group | View::Candidates => Withholding::NotKnown,
            },
            _ if within(self.beside_others) => Withholding::NotKnown,
            Details::Dissimilarity(found) if found.needs_more_rows => Withholding::TooLittle,
            Details::Whole(found) if found.needs_more_rows => Withholding::TooLittle,
            _ => Withholding::NotKnown,
        }
    }

    /// How many rows would have to be withheld, where it is about windows; `None` where that does not help.
    pub fn withhold(&self) -> Option<LeastWithheld> {
        let found = self.proximity()?;
        let least = found.asked().withhold?;
        let certain = match found.view {
            View::Group if self.numbered || found.is_any_centre() => found.group.withhold,
            View::Register | View::Group | View::Candidates => found.register.withhold,
        };
        Some(LeastWithheld { least, certain })
    }

    /// What was found of windows, where the principle is about them.
    pub fn proximity(&self) -> Option<&ProximityAdvice> {
        match &self.details {
            Details::Proximity(found) => Some(found),
            _ => None,
        }
    }

    /// How much of what the data allow is asked for.
    pub(super) fn used(&self) -> Option<Ratio> {
        let used = self.used.as_deref()?;
        let (numerator, denominator) = used.split_once('/').unwrap_or((used, "1"));
        Some(Ratio::big(numerator.parse().ok()?, denominator.parse().ok()?))
    }
}

/// How many rows would have to be withheld.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeastWithheld {
    /// With fewer it is impossible.
    pub least: u64,
    /// With so many a release is made, whatever is drawn; `None`: with no number of them is that certain.
    pub certain: Option<u64>,
}

impl LeastWithheld {
    /// The same of so many rows, beside what the policy lets be withheld.
    pub(crate) fn of(self, rows: usize, method: &Method) -> Withhold {
        match self.certain {
            Some(certain) => Withhold::new(certain as usize, rows, method),
            None => Withhold::at_least(self.least as usize, rows, method),
        }
    }
}

/// What there is to say, by the kind of principle.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Details {
    /// `epsilon-m` and `delta-l`.
    Proximity(Box<ProximityAdvice>),
    /// `dissimilarity`.
    Dissimilarity(Box<DissimilarityAdvice>),
    /// Monotone principles.
    Whole(WholeAdvice),
    /// Only words.
    Reason {
        /// Why nothing more is said, or what is certain.
        reason: String,
    },
}

/// Advice about a principle of windows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProximityAdvice {
    /// `epsilon` or `delta`, by which its keys are named.
    pub epsilon_name: &'static str,
    /// `m` or `l`.
    pub m_name: &'static str,
    /// The ε that the policy names, as text.
    pub epsilon: String,
    /// The values are dates, between which lie days.
    pub days: bool,
    /// The m that the policy names.
    pub m: u32,
    /// Of `delta-l`, which intervals are looked at.
    pub reading: Option<&'static str>,
    /// Tuples that have a value.
    pub tuples: u64,
    /// The view that is asked for.
    pub view: View,
    /// In the group view: exact. What is impossible here is so in every view.
    pub group: Promise,
    /// In the register view: exact. What is possible here is certain in the candidates view.
    pub register: Promise,
    /// Of `delta-l`: for each reading, whether it is possible in the group view, and in the register view.
    pub readings: Vec<(&'static str, bool, bool)>,
    /// The trade-off, by growing ε.
    pub curve: Vec<CurvePoint>,
    /// Up to this m no step of the curve is left out.
    pub curve_complete_to: u64,
}

/// What can be promised in one view.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Promise {
    /// Whether what is asked is possible.
    pub feasible: bool,
    /// The most tuples in a window.
    pub window: u64,
    /// The largest m for the ε asked; `None` without tuples: any.
    pub max_m: Option<u64>,
    /// What the bound is on: `absolute`, `the larger of below and above`.
    pub bound_on: &'static str,
    /// What ε must stay below for the m asked; `None`: nothing.
    pub below: Option<Bound>,
    /// The fewest tuples without which it is possible; `None`: nobody would be left. Whoever has no value may be left alone.
    pub withhold: Option<u64>,
}

/// An ε.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bound {
    /// As a decimal, rounded down where it is none.
    pub text: String,
    /// Exactly, where a decimal cannot say it.
    pub fraction: Option<String>,
    /// It is a length between dates.
    pub days: bool,
}

impl Bound {
    /// No ε is below it.
    pub fn is_zero(&self) -> bool {
        self.text == "0" && self.fraction.is_none()
    }

    /// In words: `0.1`, `1/3 (about 0.333333)`, `209.5 days`.
    pub fn words(&self) -> String {
        let text = match &self.fraction {
            Some(fraction) => format!("{fraction} (about {})", self.text),
            None => self.text.clone(),
        };
        words::length(&text, self.days)
    }
}

/// From this ε on, until the next point, the largest m is this.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CurvePoint {
    /// `epsilon` or `delta`.
    pub epsilon_name: &'static str,
    /// `m` or `l`.
    pub m_name: &'static str,
    /// Where it begins.
    pub epsilon: Bound,
    /// The same, for plots.
    pub approximate: f64,
    /// The largest m.
    pub max_m: u64,
}

impl Serialize for CurvePoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.epsilon_name, &self.epsilon.text)?;
        if let Some(fraction) = &self.epsilon.fraction {
            map.serialize_entry(&format!("{}_fraction", self.epsilon_name), fraction)?;
        }
        map.serialize_entry(&format!("max_{}", self.m_name), &self.max_m)?;
        map.end()
    }
}

impl Serialize for ProximityAdvice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(reading) = self.reading {
            map.serialize_entry("reading", reading)?;
        }
        map.serialize_entry("tuples_with_value", &self.tuples)?;
        self.promise(&mut map, self.asked(), "")?;
        for (view, promise) in [("group", &self.group), ("register", &self.register)] {
            map.serialize_entry(&format!("feasible_{view}"), &promise.feasible)?;
            self.promise(&mut map, promise, &format!("_{view}"))?;
        }
        if !self.readings.is_empty() {
            let readings: Vec<_> = self.readings.iter().map(ReadingReport::of).collect();
            map.serialize_entry("readings", &readings)?;
        }
        map.serialize_entry("curve", &self.curve)?;
        map.serialize_entry("curve_complete_to", &self.curve_complete_to)?;
        map.end()
    }
}

impl ProximityAdvice {
    /// The ε that the policy names, in words: `10`, `10 days`.
    pub fn asked_length(&self) -> String {
        words::length(&self.epsilon, self.days)
    }

    fn is_any_centre(&self) -> bool {
        self.reading == Some(Reading::AnyCentre.name())
    }

    /// What can be promised in the view that is asked for; of the candidates view, what no groups can exceed.
    pub fn asked(&self) -> &Promise {
        if self.view == View::Register { &self.register } else { &self.group }
    }

    fn promise<M: SerializeMap>(&self, map: &mut M, promise: &Promise, view: &str) -> Result<(), M::Error> {
        let (epsilon, m) = (self.epsilon_name, self.m_name);
        map.serialize_entry(&format!("window{view}"), &promise.window)?;
        map.serialize_entry(&format!("max_{m}{view}"), &promise.max_m)?;
        let below = promise.below.as_ref();
        map.serialize_entry(&format!("{epsilon}_below{view}"), &below.map(|below| &below.text))?;
        if let Some(fraction) = below.and_then(|below| below.fraction.as_ref()) {
            map.serialize_entry(&format!("{epsilon}_below{view}_fraction"), fraction)?;
        }
        map.serialize_entry(&format!("{epsilon}_below{view}_is_on"), promise.bound_on)?;
        map.serialize_entry(&format!("withhold{view}"), &promise.withhold)
    }
}

#[derive(Serialize)]
struct ReadingReport {
    reading: &'static str,
    feasible: bool,
    feasible_register: bool,
}

impl ReadingReport {
    fn of(&(reading, feasible, feasible_register): &(&'static str, bool, bool)) -> Self {
        Self { reading, feasible, feasible_register }
    }
}

/// Advice about a monotone principle: possible exactly when all rows as one group keep it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WholeAdvice {
    /// What all rows together have.
    pub measure: String,
    /// What the policy allows.
    pub bound: String,
    /// `at most`, `at least` or `below`.
    pub bound_is: &'static str,
    /// How far each parameter could go.
    pub best: Vec<BestReport>,
    /// Whether fewer rows could never do either.
    #[serde(skip)]
    pub(super) needs_more_rows: bool,
}

/// How far a parameter could go.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct BestReport {
    /// Its name in a policy; of a skyline of several points with the point, as in `c at (1, 3, 0)`.
    pub parameter: String,
    /// Up to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<String>,
    /// Down to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<String>,
    /// Down to this, but not to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<String>,
}

impl BestReport {
    /// `k can be up to 8`.
    pub fn words(&self) -> String {
        let Self { parameter, at_most, at_least, above } = self;
        match (at_most, at_least, above) {
            (Some(limit), _, _) => format!("{parameter} can be up to {limit}"),
            (_, Some(limit), _) => format!("{parameter} can be down to {limit}"),
            (_, _, Some(limit)) => format!("{parameter} must be above {limit}"),
            (None, None, None) => format!("no {parameter} works"),
        }
    }
}

/// The trade-off of a column, when nothing is to be protected.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StaircaseAdvice {
    /// The column.
    pub sensitive: String,
    /// Tuples that have a value.
    pub tuples_with_value: u64,
    /// By growing ε, absolute, in the register view.
    pub curve: Vec<CurvePoint>,
    /// The same in the group view.
    pub curve_group: Vec<CurvePoint>,
    /// Up to this m no step is left out.
    pub curve_complete_to: u64,
    /// Where to begin, for someone who knows neither ε nor m; none where nothing can be promised.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Proposal>,
}

/// A first ε and m: those that a first policy asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Proposal {
    /// ε.
    pub absolute: String,
    /// m.
    pub m: u32,
    /// Why just these, in a sentence.
    pub reason: String,
}

impl Proposal {
    pub(super) fn new(start: &aloof_inspect::Proximity) -> Self {
        Self { absolute: start.absolute.to_string(), m: start.m, reason: start.reason() }
    }
}
