//! What was done within a time limit, so that it can be done again.
//!
//! A search is a number of steps (see `aloof-methods/src/pace.rs`). How many there was time for stands in `work.json` of the private
//! directory, with what they were taken for: the secret, people, policy and version, as one digest that only the secret makes. The
//! next run for the same takes as many steps, and gives the same bytes, whatever its clock says. For anything else they mean
//! nothing, and are not used.

use std::io::{self, Write};
use std::path::Path;

use aloof_io::publish::private::{WORK, existing_work};
use serde::{Deserialize, Serialize};

use super::chance::{Chance, Secret};
use crate::Error;
use crate::policy::TimeLimit;

/// A record of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Work {
    /// The digest of what it was done for.
    made_of: String,
    /// The algorithm, for whoever reads it.
    method: String,
    /// The steps of each search in turn.
    pub steps: Vec<u32>,
}

impl Work {
    /// Steps that were taken for this release.
    pub fn new(chance: &Chance, method: &str, steps: Vec<u32>) -> Self {
        Self { made_of: made_of(chance), method: method.to_owned(), steps }
    }

    /// The record in a private directory, if it has one.
    pub fn found_in(private: &Path) -> Result<Option<Self>, Error> {
        let file = private.join(WORK);
        let text = existing_work(private)
            .map_err(|cause| Error::File { what: format!("{} cannot be read", file.display()), cause })?;
        let work = text.map(|text| serde_json::from_str(&text)).transpose();
        work.map_err(|_| {
            Error::Data(format!(
                "{}: this is no record of work; put the right file back, or take it away to search anew",
                file.display()
            ))
        })
    }

    /// Whether it was done for this release.
    pub fn is_for(&self, chance: &Chance) -> bool {
        self.made_of == made_of(chance)
    }

    /// Writes it.
    pub fn write(&self, mut file: impl Write) -> io::Result<()> {
        writeln!(file, "{}", serde_json::to_string_pretty(self).expect("plain data"))
    }
}

fn made_of(chance: &Chance) -> String {
    Secret::Key(chance.key("work")).to_string()
}

/// What was done within a time limit, as it is told.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WorkReport {
    /// Steps of each search in turn.
    pub steps: Vec<u32>,
    /// Why there were no more.
    pub ended: Ended,
    /// The limit.
    pub time_limit: String,
}

/// Why a search took no more steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ended {
    /// Time was up.
    TimeLimit,
    /// Nothing more was gained.
    NoGain,
    /// So many were recorded.
    Recorded,
}

impl WorkReport {
    pub(super) fn new(limit: TimeLimit, steps: Vec<u32>, ended: Ended) -> Self {
        Self { steps, ended, time_limit: limit.to_string() }
    }

    /// In words.
    pub fn sentence(&self) -> String {
        let (limit, steps) = (&self.time_limit, self.steps.iter().sum::<u32>());
        match self.ended {
            Ended::TimeLimit => {
                format!(
                    "The time limit of {limit} ended the search after {steps} steps: with more time less may be lost."
                )
            }
            Ended::NoGain => {
                format!(
                    "The search ended before the time limit of {limit}, after {steps} steps: nothing more was gained."
                )
            }
            Ended::Recorded => format!(
                "The {steps} steps that {WORK} in the private directory records were taken again, whatever the time limit says. \
                 Take that file away to search anew."
            ),
        }
    }
}

/// A record that was found and not used.
pub(super) fn ignored() -> String {
    format!(
        "{WORK} in the private directory was not used: it was recorded for other people, another policy or key, or by another version."
    )
}

/// What nobody can do who keeps nothing.
pub(super) fn not_recorded() -> String {
    "The same release cannot be made again: how far the search came within the time limit is recorded in the private directory, and \
     there is none."
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, NumberColumn, Table};

    fn chance(secret: u64, values: Vec<i64>, policy: u8) -> Chance {
        let rows = values.len();
        let column = Column::Number(NumberColumn::from_integers(values));
        Chance::new(Secret::Seed(secret), &Table::new(vec![("x".to_owned(), column)], rows).unwrap(), &[policy; 32])
    }

    #[test]
    fn a_record_is_for_what_it_was_done_for() {
        let work = Work::new(&chance(1, vec![1, 2], 3), "split", vec![7, 0]);
        assert!(work.is_for(&chance(1, vec![1, 2], 3)));
        for other in [chance(2, vec![1, 2], 3), chance(1, vec![1, 3], 3), chance(1, vec![1, 2], 4)] {
            assert!(!work.is_for(&other));
        }
        let mut text = Vec::new();
        work.write(&mut text).unwrap();
        assert_eq!(serde_json::from_slice::<Work>(&text).unwrap(), work);
    }
}
