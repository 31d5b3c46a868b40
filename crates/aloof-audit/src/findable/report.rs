//! What is said of how findable people are.

use std::fmt::Write as _;

use aloof_judge::findable::Special;
use serde::Serialize;

/// Which table, and by what.
pub(super) struct Asked<'a> {
    pub data: &'a str,
    pub quasi: &'a [String],
    pub weighted: bool,
    pub stands_for: f64,
    pub alone_as_written: usize,
    pub sampled: f64,
    pub sampled_by: &'static str,
}

/// How findable the people of a table are.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Findability {
    /// The table.
    pub data: String,
    /// Rows.
    pub tuples: usize,
    /// The columns that others may know.
    pub quasi: Vec<String>,
    /// Rows that share their key with fewer than so many rows, themselves counted: with fewer than 2, 3 and 5.
    pub fewer_than: Vec<(u64, usize)>,
    /// Rows that share their key with no other, a missing value taken for a value and not for any.
    pub alone_as_written: usize,
    /// The share of the population that is in the sample, for DIS scores.
    pub sampled: f64,
    /// Who says so: it was `said`, the `weights` do, or it is `assumed`.
    pub sampled_by: &'static str,
    /// Whether rows have weights: without them the population is the table itself.
    pub weighted: bool,
    /// People of the population that the table stands for.
    pub population: f64,
    /// Of the rows that are alone in the table, how many are expected to be alone in the population.
    pub alone_in_population: f64,
    /// Chances of three adversaries.
    pub chances: Chances,
    /// The individual risk.
    pub individual: Belonging,
    /// The risk of a household to be found by any of its members.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub household: Option<Belonging>,
    /// Who is alone by few columns; `None` for more than 20 columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub special: Option<SpecialUniques>,
    /// Everybody, row by row.
    #[serde(skip)]
    pub people: Vec<Person>,
}

/// How likely a guess is right, by what the adversary knows.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Chances {
    /// Who knows that a person is in the table, of the worst person: one over the rows that match.
    pub prosecutor_highest: f64,
    /// The same on average over rows.
    pub prosecutor_mean: f64,
    /// Who does not know that, of the worst person: one over the people that match.
    pub journalist_highest: f64,
    /// The same on average over rows; also the share of rows that somebody who links all of them gets right (the marketer).
    pub journalist_mean: f64,
}

/// A risk of everybody, taken together.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Belonging {
    /// Mean over rows.
    pub global: f64,
    /// The sum: how many are expected to be found.
    pub expected: f64,
    /// The largest.
    pub highest: f64,
}

/// Who is alone by few columns.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SpecialUniques {
    /// Rows that some set of columns singles out.
    pub rows: usize,
    /// Minimal sets by their number of columns, from 1.
    pub sizes: Vec<usize>,
    /// The largest score.
    pub highest_score: f64,
    /// The largest DIS score.
    pub highest_dis: f64,
}

/// One row.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Person {
    /// Which row, from 0.
    pub row: usize,
    /// Rows that match it, itself included.
    pub sample: u64,
    /// People of the population that these stand for.
    pub population: f64,
    /// The individual risk.
    pub risk: f64,
    /// The risk of the household.
    pub household_risk: Option<f64>,
    /// SUDA2's score and DIS score.
    pub special: Option<(f64, f64)>,
}

impl Findability {
    pub(super) fn new(asked: &Asked<'_>, people: Vec<Person>, special: Option<&Special>) -> Self {
        let fewer = |than: u64| (than, people.iter().filter(|person| person.sample < than).count());
        let alone = people.iter().filter(|person| person.sample == 1);
        Self {
            data: asked.data.to_owned(),
            tuples: people.len(),
            quasi: asked.quasi.to_vec(),
            fewer_than: [2, 3, 5].map(fewer).to_vec(),
            alone_as_written: asked.alone_as_written,
            sampled: asked.sampled,
            sampled_by: asked.sampled_by,
            weighted: asked.weighted,
            population: asked.stands_for,
            // A sum of nothing is a zero with a sign.
            alone_in_population: alone.map(|person| (1.0 / person.population).min(1.0)).sum::<f64>() + 0.0,
            chances: Chances::of(&people),
            individual: Belonging::of(people.iter().map(|person| person.risk)),
            household: people
                .first()
                .and_then(|person| person.household_risk)
                .map(|_| Belonging::of(people.iter().filter_map(|person| person.household_risk))),
            special: special.map(SpecialUniques::of),
            people,
        }
    }

    /// Everybody as CSV: who reads it knows whose row is how findable, so it is nothing to publish.
    pub fn rows_as_csv(&self) -> String {
        let mut out = "row,sample,population,risk,household_risk,suda,dis\n".to_owned();
        for person in &self.people {
            let household = person.household_risk.map(|risk| risk.to_string()).unwrap_or_default();
            let (score, dis) =
                person.special.map_or_else(Default::default, |(score, dis)| (score.to_string(), dis.to_string()));
            let Person { row, sample, population, risk, .. } = person;
            let _ = writeln!(out, "{row},{sample},{population},{risk},{household},{score},{dis}");
        }
        out
    }
}

impl Chances {
    fn of(people: &[Person]) -> Self {
        let prosecutor = Belonging::of(people.iter().map(|person| 1.0 / person.sample as f64));
        let journalist = Belonging::of(people.iter().map(|person| (1.0 / person.population).min(1.0)));
        Self {
            prosecutor_highest: prosecutor.highest,
            prosecutor_mean: prosecutor.global,
            journalist_highest: journalist.highest,
            journalist_mean: journalist.global,
        }
    }
}

impl Belonging {
    fn of(risks: impl Iterator<Item = f64> + Clone) -> Self {
        let (expected, rows) = (risks.clone().sum::<f64>() + 0.0, risks.clone().count());
        Self { global: expected / rows.max(1) as f64, expected, highest: risks.fold(0.0, f64::max) }
    }
}

impl SpecialUniques {
    fn of(special: &Special) -> Self {
        Self {
            rows: special.scores.iter().filter(|score| **score > 0.0).count(),
            sizes: special.sizes.clone(),
            highest_score: special.scores.iter().copied().fold(0.0, f64::max),
            highest_dis: special.dis.iter().copied().fold(0.0, f64::max),
        }
    }
}
