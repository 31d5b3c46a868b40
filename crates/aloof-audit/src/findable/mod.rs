//! How findable the people of a table are, by what others may know of them: in the table, and in the population that it was drawn
//! from where rows have weights.
//!
//! Any table can be asked, before a release and after: cells are compared as they stand, a missing value and `*` match every other.
//! The measures are those of `aloof_judge::findable`; all of them are estimates for people to look at, and nothing is decided on
//! them.

mod report;

use aloof_io::{Ask, Input, Progress, Source};
use aloof_judge::findable::{
    Keys, MISSING, Matches, Special, alone_as_written, household_risks, individual_risk, matches, special_uniques,
};
use aloof_table::{Attribute, Column, NO_CODE, Table};

pub use report::{Belonging, Chances, Findability, Person, SpecialUniques};

use crate::Error;
use crate::audit::is_of_release;
use crate::data::{check_hierarchy, check_weights, declared, open_released};
use crate::policy::{Place, Policy, QuasiSource, Role, Stage};

/// What is asked.
#[derive(Clone)]
pub struct FindableRequest<'a> {
    data: Source,
    policy: &'a Policy,
    sampled: Option<f64>,
    progress: Progress<'a>,
}

impl<'a> FindableRequest<'a> {
    /// How findable the people of `data` are by the quasi columns of `policy`; its columns `weight` and `household` are used.
    pub fn new(data: Source, policy: &'a Policy) -> Self {
        Self { data, policy, sampled: None, progress: &|_, _| {} }
    }

    /// The share of the population that is in the sample, for DIS scores; if nothing is said that of the weights, and 1 in 100 where there
    /// are none.
    pub fn sampled(mut self, share: f64) -> Self {
        self.sampled = Some(share);
        self
    }

    /// With a function that is told how far reading is.
    pub fn progress(mut self, progress: Progress<'a>) -> Self {
        self.progress = progress;
        self
    }
}

/// Counts who is like whom, and what follows.
pub fn findable(request: &FindableRequest<'_>) -> Result<Findability, Error> {
    let policy = request.policy;
    let input = open_released(&request.data, policy)?;
    let asked = Asked::new(&request.data, &input, policy)?;
    let table = input.read_with(&asked.asks(&input, policy), request.progress)?;
    for &at in &asked.keys {
        if let Some(rule) = policy.column(&input.names()[at]) {
            check_hierarchy(rule, policy, &column(&table, &input, at).to_labels())?;
        }
    }
    let keys = Keys::new(asked.keys.iter().map(|&at| codes(column(&table, &input, at))).collect(), table.rows());
    let weights = asked.weight.map(|at| weights(&input, at, column(&table, &input, at))).transpose()?;
    let found = matches(&keys, weights.as_deref());
    let households = asked.household.map(|at| households(column(&table, &input, at)));
    let stands_for = weights.as_ref().map_or(table.rows() as f64, |weights| weights.iter().sum());
    let (sampled, sampled_by) = match (request.sampled, &weights) {
        (Some(share), _) => (share, "said"),
        (None, Some(_)) => ((table.rows() as f64 / stands_for).min(1.0), "weights"),
        (None, None) => (0.01, "assumed"),
    };
    let special = special_uniques(&keys, sampled);
    let people = people(&found, households.as_deref(), special.as_ref());
    let alone_as_written = alone_as_written(&keys);
    let weighted = weights.is_some();
    let (data, quasi) = (input.name(), &asked.names[..]);
    let table = report::Asked { data, quasi, weighted, stands_for, alone_as_written, sampled, sampled_by };
    Ok(Findability::new(&table, people, special.as_ref()))
}

/// Which columns of the input are read for what.
struct Asked {
    names: Vec<String>,
    keys: Vec<usize>,
    weight: Option<usize>,
    household: Option<usize>,
}

impl Asked {
    fn new(data: &Source, input: &Input, policy: &Policy) -> Result<Self, Error> {
        let fitted = policy.fit(input.name(), input.names(), Stage::Released)?;
        if fitted.quasi.is_empty() {
            return Err(Error::Data(format!(
                "{}: no column is declared quasi, so there is nothing by which people could be found; name the columns that others \
                 may know",
                input.name()
            )));
        }
        let places = |(_, source): &(_, QuasiSource)| match *source {
            QuasiSource::One(at) => vec![at],
            QuasiSource::Bounds(low, high) => vec![low, high],
        };
        // A release goes without what its policy says of how the sample was drawn, unless that is published.
        let of_release = data.path().is_some_and(is_of_release);
        let is_told = |name: &&str| policy.column(name).is_some_and(|rule| matches!(rule.place(), Place::Flag(_)));
        let is_there = |name: &&str| input.names().iter().any(|other| other == name);
        let asked = |name: &&str| !of_release || is_told(name) || is_there(name);
        let at = |role: Role| policy.named(role).next().filter(asked).map(|name| place(input, role, name)).transpose();
        Ok(Self {
            names: fitted.quasi.iter().map(|(rule, _)| rule.name().to_owned()).collect(),
            keys: fitted.quasi.iter().flat_map(places).collect(),
            weight: at(Role::Weight)?,
            household: at(Role::Household)?,
        })
    }

    fn asks(&self, input: &Input, policy: &Policy) -> Vec<Ask> {
        let mut asks = vec![Ask::Skip; input.names().len()];
        for &at in &self.keys {
            // Cells of a release are intervals and sets, whatever the values were; `1` and `1.0` are one number where all are numbers.
            let label = policy.column(&input.names()[at]).is_some_and(|rule| declared(rule) == Ask::Text);
            asks[at] = if label { Ask::Text } else { Ask::Auto };
        }
        self.household.iter().for_each(|&at| asks[at] = Ask::Auto);
        self.weight.iter().for_each(|&at| asks[at] = Ask::Number);
        asks
    }
}

/// Without it the table would be taken for the whole population, or everybody for a household alone.
fn place(input: &Input, role: Role, name: &str) -> Result<usize, Error> {
    input.names().iter().position(|other| other == name).ok_or_else(|| {
        Error::Data(format!(
            "{} has no column `{name}`, which is to say the {} of each row; ask a table that has it, or name no such column",
            input.name(),
            role.name()
        ))
    })
}

fn column<'a>(table: &'a Table, input: &Input, at: usize) -> &'a Column {
    table.column(&input.names()[at]).expect("was read")
}

/// Equal codes for equal values; what is missing or hidden may be any.
fn codes(column: &Column) -> Vec<u32> {
    let hidden = |row: usize| matches!(column, Column::Label(labels) if labels.get(row) == Some("*"));
    let attribute = Attribute::new(&[("", column)], hidden);
    attribute.codes().iter().map(|&code| if code == NO_CODE { MISSING } else { code }).collect()
}

fn households(column: &Column) -> Vec<Option<u32>> {
    let attribute = Attribute::new(&[("", column)], |_| false);
    attribute.codes().iter().map(|&code| (code != NO_CODE).then_some(code)).collect()
}

/// How many people each row stands for.
fn weights(input: &Input, at: usize, column: &Column) -> Result<Vec<f64>, Error> {
    let numbers = check_weights(input, &input.names()[at], column)?;
    let weight = |row: usize| numbers.get(row).map(|weight| weight.to_ratio().approximate());
    Ok((0..numbers.len()).filter_map(weight).collect())
}

/// Everybody, row by row.
fn people(found: &Matches, households: Option<&[Option<u32>]>, special: Option<&Special>) -> Vec<Person> {
    let counts = || found.sample.iter().zip(&found.population);
    let risks: Vec<f64> = counts().map(|(&sample, &population)| individual_risk(sample, population)).collect();
    let household = households.map(|households| household_risks(&risks, households));
    let person = |(row, (&sample, &population)): (usize, (&u64, &f64))| Person {
        row,
        sample,
        population,
        risk: risks[row],
        household_risk: household.as_ref().map(|risks| risks[row]),
        special: special.map(|special| (special.scores[row], special.dis[row])),
    };
    counts().enumerate().map(person).collect()
}
