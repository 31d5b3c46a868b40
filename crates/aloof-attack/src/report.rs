//! What attacks found.

use aloof_audit::data::Original;
use aloof_audit::words::list;
use aloof_judge::attacks::{Attacked, CONFIDENCES, Rate};
use aloof_table::Means;
use serde::Serialize;

use super::names::AttackName;
use super::read::Tables;
use super::scene::Asked;

/// What attackers get out of a release.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AttackReport {
    /// Rows of the release.
    pub tuples: usize,
    /// People of the original that the release was made of.
    pub people: usize,
    /// How many of them do not stand in it: withheld, or left out.
    pub absent: usize,
    /// Control people, of whom the release holds nothing.
    pub control: usize,
    /// How intervals were found: `wilson`, at 95%.
    pub interval: &'static str,
    /// What draws came from.
    pub seed: u64,
    /// What was found, attack by attack.
    pub attacks: Vec<AttackResult>,
    /// Attacks that could not be run, and why.
    pub not_run: Vec<NotRun>,
    /// The strongest attacks in plain sentences: about each column, about quasi values, and about whose record is whose.
    pub told: Vec<String>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// One attack on one protection.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AttackResult {
    /// Its name.
    pub attack: AttackName,
    /// In which view, or with what knowledge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// What is promised of the values guessed.
    pub asked: String,
    /// The columns guessed.
    pub sensitive: Vec<String>,
    /// What the adversary knows.
    pub adversary: &'static str,
    /// People attacked, and how many guesses about them were right.
    pub success: RateReport,
    /// The same of people of whom the release holds nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control: Option<RateReport>,
    /// Why there are none, where the attack cannot be made on them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_control: Option<&'static str>,
    /// The same of the people attacked, without the attack.
    pub blind: RateReport,
    /// What the blind guess is.
    pub blind_is: &'static str,
    /// The most that a guess may be certain of, where a promise is made to this adversary, or of each release that is laid on another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub promised: Option<f64>,
    /// How much more often the attack is right than the blind guess.
    pub excess: f64,
    /// How much more often it is right of people of the release than of control people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excess_over_control: Option<f64>,
    /// Whether the intervals of attack and blind guess lie apart.
    pub beyond_blind: bool,
    /// Whether guesses about somebody are surer than is promised; of several releases also whether they leave one value of more people than
    /// the newest alone, or make guesses right more often than one promises.
    pub beyond_promise: bool,
    /// Whether those of people of the release and of control people lie apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beyond_control: Option<bool>,
    /// Claims of 50, 70 and 90% certainty, and how many were right.
    pub claims: Vec<ClaimRate>,
    /// What else was found.
    pub facts: Vec<Fact>,
    /// How long it took.
    pub seconds: f64,
}

/// A share of right guesses.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RateReport {
    /// Guesses.
    pub people: usize,
    /// Right ones.
    pub right: usize,
    /// Their share.
    pub share: f64,
    /// Wilson's interval at 95%.
    pub interval: [f64; 2],
}

/// Claims of some certainty.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ClaimRate {
    /// At least so certain.
    pub confidence: f64,
    /// How certain they were on average: so many would be right if certainty were what it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certainty: Option<f64>,
    /// How they went.
    #[serde(flatten)]
    pub rate: RateReport,
}

/// A figure with its name.
#[derive(Clone, Debug, Serialize)]
pub struct Fact {
    /// What it is.
    pub name: &'static str,
    /// The figure.
    pub value: f64,
}

/// An attack that could not be run.
#[derive(Clone, Debug, Serialize)]
pub struct NotRun {
    /// Its name.
    pub attack: AttackName,
    /// In which view, or with what knowledge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// What was promised of the values.
    pub asked: String,
    /// Of which columns.
    pub sensitive: Vec<String>,
    /// Why not.
    pub reason: String,
}

impl From<Rate> for RateReport {
    fn from(rate: Rate) -> Self {
        let (low, high) = rate.interval();
        let digits = |share: f64| (share * 10_000.0).round() / 10_000.0;
        Self {
            people: rate.people,
            right: rate.right,
            share: digits(rate.share()),
            interval: [digits(low), digits(high)],
        }
    }
}

impl RateReport {
    /// `23.8% (23.2 to 24.4)`, rounded once.
    pub fn words(&self) -> String {
        let rate = Rate { people: self.people, right: self.right };
        let (low, high) = rate.interval();
        format!("{} ({:.1} to {:.1})", self.percent(1), low * 100.0, high * 100.0)
    }

    /// `24%`, with so many digits; with more where some who are not all would be 100%, or some who are not none 0%.
    pub fn percent(&self, digits: usize) -> String {
        let share = Rate { people: self.people, right: self.right }.share() * 100.0;
        let is_end = |text: &str| {
            text.parse() == Ok(100.0) && self.right < self.people || text.parse() == Ok(0.0) && self.right > 0
        };
        let mut texts = (digits..9).map(|digits| format!("{share:.digits$}"));
        let text = texts.clone().find(|text| !is_end(text)).or_else(|| texts.next_back()).unwrap_or_default();
        format!("{text}%")
    }
}

impl NotRun {
    /// Its name, with the view or knowledge.
    pub fn title(&self) -> String {
        title(self.attack, self.variant)
    }
}

fn title(attack: AttackName, variant: Option<&str>) -> String {
    match variant {
        Some(variant) => format!("{}, {variant}", attack.name()),
        None => attack.name().to_owned(),
    }
}

impl AttackResult {
    pub(super) fn new(
        attack: AttackName,
        variant: Option<&'static str>,
        asked: &Asked,
        found: &Attacked,
        seconds: f64,
    ) -> Self {
        let digits = |value: f64| (value * 10_000.0).round() / 10_000.0;
        let claim = |((rate, believed), &least): ((&Rate, &f64), &u32)| ClaimRate {
            confidence: f64::from(least) / 100.0,
            certainty: (rate.people > 0).then(|| digits(believed / rate.people as f64)),
            rate: RateReport::from(*rate),
        };
        let over = |control: Rate| digits(found.success.share() - control.share());
        let least = found.success.interval().0;
        let told = Self {
            attack,
            variant,
            asked: asked.title.clone(),
            sensitive: asked.sensitive.clone(),
            adversary: attack.adversary(variant, asked.near),
            success: found.success.into(),
            control: found.control.map(RateReport::from),
            without_control: attack.without_control(variant).filter(|_| found.control.is_none()),
            blind: found.blind.into(),
            blind_is: attack.blind(variant, asked.near),
            promised: asked.most().filter(|_| attack.is_promised()).map(digits),
            excess: digits(found.excess()),
            excess_over_control: found.control.map(over),
            beyond_blind: least > found.blind.interval().1,
            beyond_control: found.control.map(|control| least > control.interval().1),
            beyond_promise: false,
            claims: found.claims.iter().zip(&found.believed).zip(&CONFIDENCES).map(claim).collect(),
            facts: found.facts.iter().map(|&(name, value)| Fact { name, value: digits(value) }).collect(),
            seconds: digits(seconds),
        };
        Self { beyond_promise: told.breaks_a_promise(), ..told }
    }

    /// Its name, with the view or knowledge.
    pub fn title(&self) -> String {
        title(self.attack, self.variant)
    }

    /// Whether it gets more than luck explains and, where there are control people, more than is right of people in general.
    pub fn gets_more(&self) -> bool {
        self.beyond_blind && self.beyond_control != Some(false)
    }

    /// A figure by its name.
    pub fn fact(&self, name: &str) -> Option<f64> {
        self.facts.iter().find(|fact| fact.name == name).map(|fact| fact.value)
    }
}

impl AttackReport {
    pub(super) fn new(tables: &Tables, seed: u64) -> Self {
        Self {
            tuples: tables.releases[0].released.rows,
            people: tables.people(),
            absent: tables.absent(),
            control: tables.control.as_ref().map_or(tables.held_out.len(), Original::rows),
            interval: "wilson",
            seed,
            attacks: Vec::new(),
            not_run: Vec::new(),
            told: Vec::new(),
            notes: tables.notes.clone(),
        }
    }

    /// Adds what an attack found, or why it was not run.
    pub(super) fn tell(
        &mut self,
        asked: &Asked,
        (attack, variant): (AttackName, Option<&'static str>),
        found: Result<Attacked, String>,
        seconds: f64,
    ) {
        match found {
            Ok(found) => self.attacks.push(AttackResult::new(attack, variant, asked, &found, seconds)),
            Err(reason) => self.not_run.push(NotRun {
                attack,
                variant,
                asked: asked.title.clone(),
                sensitive: asked.sensitive.clone(),
                reason,
            }),
        }
    }

    /// Attacks that were not run, each once with its reason; with the columns, where others had another.
    pub fn reasons(&self) -> Vec<(String, &str)> {
        let mut columns: Vec<&[String]> = self.attacks.iter().map(|one| one.sensitive.as_slice()).collect();
        columns.extend(self.not_run.iter().map(|one| one.sensitive.as_slice()));
        columns.retain(|columns| !columns.is_empty());
        columns.sort_unstable();
        columns.dedup();
        let mut said: Vec<(String, &str, Vec<&[String]>)> = Vec::new();
        for one in &self.not_run {
            let title = one.title();
            match said.iter_mut().find(|(other, reason, _)| *other == title && *reason == one.reason) {
                Some((_, _, of)) => of.push(&one.sensitive),
                None => said.push((title, &one.reason, vec![&one.sensitive])),
            }
        }
        let named = |(title, reason, mut of): (String, _, Vec<&[String]>)| {
            of.sort_unstable();
            of.dedup();
            of.retain(|columns| !columns.is_empty());
            let names: Vec<&str> = of.iter().flat_map(|columns| columns.iter().map(String::as_str)).collect();
            let all = of.len() == columns.len() || names.is_empty();
            (if all { title } else { format!("{title}, of {}", list(&names)) }, reason)
        };
        said.into_iter().map(named).collect()
    }

    pub(super) fn finish(&mut self, tables: &Tables) {
        self.told = self.strongest();
        if self.control == 0 {
            self.notes.push(format!(
                "There are no control people, so what is right of people in general is not told apart from what the release gives away. Hold \
                 some out before the release is made ({}, {}) and name the private directory here, or give a table of others with {}.",
                Means::HoldOut,
                Means::Private,
                Means::Control
            ));
        }
        if tables.releases[0].stands.is_none() {
            self.notes.push(format!(
                "Who stands in which group is not known here, so that not all is attacked that could be; {} says it.",
                Means::Private
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some who are not all are not 100%, nor some who are not none 0%.
    #[test]
    fn only_all_are_all() {
        let percent = |right, people, digits| RateReport::from(Rate { people, right }).percent(digits);
        assert_eq!(percent(529, 531, 0), "99.6%");
        assert_eq!(percent(531, 531, 0), "100%");
        assert_eq!(percent(0, 531, 0), "0%");
        assert_eq!(percent(1, 531, 0), "0.2%");
        assert_eq!(percent(9_999, 10_000, 1), "99.99%");
        assert_eq!(percent(57, 100, 0), "57%");
    }
}
