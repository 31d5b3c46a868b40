//! Whether one row is one person, as far as identifiers tell.
//!
//! Every promise counts rows. Where several rows are one person's, a group of five rows may be one person, and five different
//! values of a group may all be hers: she is then not hidden among others, and what is promised is true of rows only. A policy
//! that declares identifiers can be asked: where a value stands in several rows, either the rows are one person's or several
//! people share it. Which of the two it is only the policy can say (`[input] rows`).
//!
//! Pseudonyms are names that stand in a release: by one that stands in several rows everybody sees which belong together. Whoever
//! knows that somebody is in this group and in that one then finds the one name that is in both, and groups of any size hide nobody.
//! So these must not repeat, whatever the policy says of rows.
//!
//! # Cost
//! Identifiers and pseudonyms are read once more, as text; identifiers only where the policy does not say what rows are.

use std::hash::Hash;

use aloof_io::{Ask, Input};
use aloof_table::{Column, LabelColumn};
use hashbrown::HashMap;

use super::meaning::Meaning;
use crate::Error;
use crate::policy::{ColumnRule, Policy, Role};

/// An identifier whose values stand in several rows.
#[derive(Clone)]
pub struct Repeats {
    /// The table.
    file: String,
    column: String,
    /// Its values are published under other names.
    published: bool,
    /// Values that stand in more than one row.
    values: usize,
    /// Rows with such a value.
    rows: usize,
    /// Some of them have it written otherwise.
    spelled: bool,
    /// People are to be known by it in other tables, too.
    of_series: bool,
}

impl Repeats {
    /// Of the first pseudonym that repeats, or of the first identifier, unless the policy says what rows are.
    pub fn find(input: &Input, policy: &Policy) -> Result<Option<Self>, Error> {
        let is_asked = |name: &String| match policy.column(name).map(ColumnRule::role) {
            Some(Role::Identifier) => policy.input().rows.is_none(),
            role => role == Some(Role::Pseudonym),
        };
        if !input.names().iter().any(is_asked) {
            return Ok(None);
        }
        let asked = |name: &String| if is_asked(name) { Ask::Text } else { Ask::Skip };
        let table = input.read(&input.names().iter().map(asked).collect::<Vec<_>>())?;
        let published = |name: &str| policy.named(Role::Pseudonym).any(|other| other == name);
        let columns = table.names().iter().zip(table.columns());
        let found = columns.filter_map(|(name, column)| Self::of(input.name(), name, published(name), column));
        let found = found.max_by_key(|found| found.published);
        let of_series = |name: &String| policy.input().person.as_ref() == Some(name);
        Ok(found.map(|found| Self { of_series: of_series(&found.column), ..found }))
    }

    /// How often values of a column repeat; a missing one is nobody's. `1` and `1.0` are one value of an identifier; as pseudonyms they
    /// have different names.
    fn of(file: &str, name: &str, published: bool, column: &Column) -> Option<Self> {
        let labels = column.to_labels();
        let as_written = repeated(&labels, str::to_owned);
        let several = if published { as_written.clone() } else { repeated(&labels, Meaning::of) };
        (!several.is_empty()).then(|| Self {
            file: file.to_owned(),
            column: name.to_owned(),
            published,
            values: several.len(),
            rows: several.iter().sum(),
            spelled: several != as_written,
            of_series: false,
        })
    }

    /// What was found, and what would do.
    pub fn sentence(&self) -> String {
        let (values, stand) = if self.values == 1 { ("value", "stands") } else { ("values", "stand") };
        if self.published {
            return format!(
                "{}: {} {values} of `{}` {stand} in several rows, {} together. Their pseudonyms would tell which rows belong \
                 together, and whoever knows of somebody in two groups would find the one name that is in both; make one row of each \
                 person's, or give the column role = \"drop\"",
                self.file, self.values, self.column, self.rows
            );
        }
        let spelled = if self.spelled { ", some written otherwise, as 1 and 1.0 are one number" } else { "" };
        if self.of_series {
            return format!(
                "{}: {} {values} of the identifier `{}` {stand} in several rows, {} together{spelled}. People are to be known again by it \
                 ([input] person), so each needs one row and a value that nobody else has",
                self.file, self.values, self.column, self.rows
            );
        }
        format!(
            "{}: {} {values} of the identifier `{}` {stand} in several rows, {} together{spelled}. Are they one person's? Promises are \
             about rows: write [input] rows = \"records\" if that is meant, rows = \"people\" if every row is another person all \
             the same, or make one row of each person's",
            self.file, self.values, self.column, self.rows
        )
    }

    /// The same of a population.
    pub(super) fn in_population(&self) -> String {
        let (values, stand) = if self.values == 1 { ("value", "stands") } else { ("values", "stand") };
        format!(
            "{}: {} {values} of `{}` {stand} in several rows, {} together. Whoever stands in a population twice makes it seem less likely \
             than it is that somebody is in the table; leave one row of each person, or write [input] rows = \"people\" if every row \
             is another person all the same",
            self.file, self.values, self.column, self.rows
        )
    }

    /// Refuses a table of which it is not said whether one row is one person.
    pub fn refuse(found: Option<&Self>) -> Result<(), Error> {
        found.map_or(Ok(()), |found| Err(Error::Data(found.sentence())))
    }
}

/// In how many rows each value stands that stands in several, the most first; `is` says which texts are one value.
fn repeated<T: Eq + Hash>(labels: &LabelColumn, is: impl Fn(&str) -> T) -> Vec<usize> {
    let mut counts: HashMap<T, usize> = HashMap::with_capacity(labels.labels().len());
    for (rows, text) in labels.counts().into_iter().zip(labels.labels().iter()) {
        *counts.entry(is(text)).or_default() += rows as usize;
    }
    let mut several: Vec<usize> = counts.into_values().filter(|&rows| rows > 1).collect();
    several.sort_unstable_by(|a, b| b.cmp(a));
    several
}

/// What every outcome repeats where rows are not people.
pub fn told_of_rows(policy: &Policy) -> Option<String> {
    let whose = if policy.says_records() { "policy" } else { "manifest" };
    policy.counts_records().then(|| {
        format!(
            "Several rows may be of one person, by the {whose}'s word: what is promised is about rows, not people. Whoever knows which \
             rows of a group are one person's may know all of that person's values."
        )
    })
}
