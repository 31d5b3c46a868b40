//! What every way of making a release has in common.
//!
//! A maker turns the original into a [`Draft`]: the tables that would be published, and who stands where in them. It is not
//! believed. Once the tables are written they are read back, and judged by the judge's code against the original and what
//! the maker promised. Everything else (reading, order, staging, timing, what is private, the manifest) is the same for all
//! and stands in `run.rs`.

use std::sync::Arc;

use aloof_io::{Ask, Source};
use aloof_methods::pace::Pace;
use aloof_table::{Column, Table};
use serde::Serialize;

use super::chance::Chance;
use super::makers::{NoiseReport, WalkReport};
use super::request::Step;
use crate::Error;
use crate::audit::Audit;
use crate::data::{Original, open_released};
use crate::manifest::{Counts, Perturbation, TwoTables};
use crate::policy::Policy;

/// What a maker is given.
pub(crate) struct Case<'a> {
    pub policy: &'a Policy,
    /// In canonical order: nothing that is chosen depends on the order of the input.
    pub original: &'a Original,
    pub chance: &'a Chance,
    /// The original is a table and no part of one.
    pub whole: bool,
    pub tell: &'a (dyn Fn(Step) + Sync),
    /// How many steps searches take.
    pub pace: &'a Pace<'a>,
    /// How many rows of a larger table each row stands for, where the original is a sample of it: effort goes by all of them.
    pub stands_for: usize,
    /// Whether a sample is worked on in as many pieces as keep all threads busy, as those of the larger table do.
    pub in_pieces: bool,
}

impl Case<'_> {
    /// Where draws come from once all searches are over.
    pub fn chance_after_search(&self) -> Chance {
        let limited = self.policy.method().time_limit().is_some();
        if limited { self.chance.after(&self.pace.counted()) } else { self.chance.clone() }
    }
}

/// A way of making a release.
pub(crate) trait Maker: Sync {
    /// What judging needs to know of making, beside the tables.
    type Promise: Send;

    /// Refuses a policy that this maker cannot keep, before anything is read.
    fn check(&self, policy: &Policy) -> Result<(), Error>;

    /// Whether the same can be done with a few rows, to know how long it will take.
    fn rehearses(&self) -> bool {
        true
    }

    /// Makes the tables.
    fn make(&self, case: &Case<'_>) -> Result<(Draft, Self::Promise), Error>;

    /// Judges the tables as they were read back from `written`, the first of which holds the rows.
    fn judge(
        &self,
        policy: &Policy,
        original: Original,
        places: Places,
        promise: Self::Promise,
        written: &[Source],
    ) -> Result<Judged, Error>;
}

/// What would be published.
pub(crate) struct Draft {
    /// By the names of their files, without the ending: the rows first.
    pub tables: Vec<(&'static str, Table)>,
    pub places: Places,
    pub counts: Counts,
}

/// Who stands where: never published.
#[derive(Clone)]
pub(crate) struct Places {
    /// The original row at each place.
    pub rows: Vec<u32>,
    /// And the number of its group, where there are groups.
    pub groups: Option<Vec<u32>>,
}

impl Places {
    /// The same, in rows of the input.
    pub fn of_input(&self, came: &[u32]) -> Self {
        // Counterfeits came from nowhere.
        let of = |row: &u32| came.get(*row as usize).copied().unwrap_or(u32::MAX);
        Self { rows: self.rows.iter().map(of).collect(), groups: self.groups.clone() }
    }
}

/// What the judge found.
pub(crate) struct Judged {
    pub audit: Audit,
    /// Groups that can be told apart in what is published; `None` where they are those that were dealt, each by its number.
    pub groups: Option<usize>,
    pub loss: Loss,
    pub beside: Option<Beside>,
    /// What else is to be said of the table as it was written.
    pub notes: Vec<String>,
}

/// How much of the quasi columns' domains is covered: the mean over rows of the sum over columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Loss {
    pub plain: f64,
    /// With each column's share times its weight, where the policy gives weights.
    pub weighted: Option<f64>,
}

/// What is told of a release that is not one of groups alone.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Beside {
    /// Columns that were walked, how that went, and what it discloses.
    Walk(Box<WalkReport>),
    /// A column that was perturbed.
    Perturbation(Perturbation),
    /// Columns that noise was added to, and what that discloses.
    Noise(NoiseReport),
    /// How a release in two tables is put together.
    Anatomy(TwoTables),
}

/// What does not pass its own audit: the one sentence in which that is said.
pub(crate) fn refused(reason: &str) -> Error {
    Error::Unsafe(format!("the release does not pass its own audit and was not put in place: {reason}"))
}

/// No row is left that could be published.
pub(crate) fn nobody_left() -> Error {
    Error::Data(
        "the data have no rows that could be published: there is none, or all of them are left out for missing values"
            .to_owned(),
    )
}

/// Reads every column as the original has it; all but some must stand as they were.
pub(crate) fn reread(
    source: &Source,
    policy: &Policy,
    original: &Original,
    rows: &[u32],
    changed: &dyn Fn(&str) -> bool,
) -> Result<Table, Error> {
    let input = open_released(source, policy)?;
    let as_original = |name: &String| match original.table.column(name) {
        Some(Column::Number(_)) => Ask::Number,
        Some(Column::Date(_)) => Ask::Date,
        _ => Ask::Text,
    };
    let read = input.read(&input.names().iter().map(as_original).collect::<Vec<_>>())?;
    if read.rows() != rows.len() {
        return Err(refused("not all rows were read back"));
    }
    for name in original.table.names().iter().filter(|name| !changed(name)) {
        let (Some(written), before) = (read.column(name), original.column(name)) else {
            return Err(refused("a column is absent"));
        };
        if !rows.iter().enumerate().all(|(at, &row)| written.text(at) == before.text(row as usize)) {
            return Err(refused(&format!("column `{name}` is not as it was")));
        }
    }
    Ok(read)
}

/// The published table: columns in the order of the input, those that `change` has an answer for in its words, all others as
/// they are in `rows`.
pub(crate) fn published(
    original: &Original,
    rows: &[u32],
    mut change: impl FnMut(&str) -> Option<Result<Column, Error>>,
) -> Result<Vec<(String, Column)>, Error> {
    let one = |name: &String| {
        let column = change(name).unwrap_or_else(|| Ok(original.column(name).take(rows)))?;
        Ok((name.clone(), column))
    };
    original.table.names().iter().map(one).collect()
}

/// Columns as a table; two of one name are refused.
pub(crate) fn as_table(columns: Vec<(String, Column)>, rows: usize) -> Result<Table, Error> {
    Table::new(columns, rows).map_err(|error| {
        Error::Data(format!("the release cannot be written: {error}; rename the column, or write other [output]"))
    })
}

/// The kinds that the columns of a table have, to read it back as it was written.
pub(crate) fn kinds_of(table: &Table) -> Vec<Ask> {
    let ask = |column: &Arc<Column>| match &**column {
        Column::Number(_) => Ask::Number,
        Column::Date(_) => Ask::Date,
        Column::Label(_) => Ask::Text,
    };
    table.columns().iter().map(ask).collect()
}
