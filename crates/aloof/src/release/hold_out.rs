//! People who are held out before anything else is done, so that attacks on the release can be compared with attacks on people of
//! whom it holds nothing.
//!
//! Which of them is drawn evenly from all that could be published, by the release's own chance and from rows in canonical order, so
//! that the order of the input decides nothing. They are no part of the table that the release is made of: no group holds them, and
//! no promise is about them. Nobody's value has a say in who is drawn as long as every draw leads to a release: then that somebody is
//! missing tells nothing of the value, and that is why they are not judged as those are whom a maker withholds. So nobody is drawn from a
//! table of which what is asked cannot be had: the draws that make it possible would be those that take people out of a crowd.

use std::sync::Arc;

use aloof_inspect::toml_key;
use aloof_table::{Column, Decimal, NumberColumn, Table};

use super::chance::{Chance, Secret};
use super::groups::dealt::refuse_impossible;
use crate::Error;
use crate::data::Original;
use crate::policy::{Algorithm, Policy};

/// People who were held out.
#[derive(Clone)]
pub(super) struct HeldOut {
    /// Which rows of the input they were.
    rows: Vec<u32>,
    /// What was read of them.
    table: Table,
}

/// The column that numbers rows of the input.
const ROW: &str = "held-out row";

impl HeldOut {
    /// Draws a share of all people; returns the others, and them.
    pub fn draw(
        policy: &Policy,
        secret: Secret,
        original: Original,
        share: Decimal,
    ) -> Result<(Original, Self), Error> {
        if share <= Decimal::ZERO || share > Decimal::new(5, 1) {
            return Err(Error::Data(format!("{share} of all people cannot be held out: a share above 0, at most 0.5")));
        }
        refuse_ranges(policy, &original.table)?;
        let original = original.canonical();
        // Of noise and of values drawn anew no groups are made, so that nothing is known of them beforehand.
        if !matches!(policy.method().algorithm(), Algorithm::Perturb | Algorithm::Noise(_)) {
            refuse_impossible(policy, &original)?;
        }
        let chance = Chance::new(secret, &original.table, &policy.digest()?);
        let order = chance.order("hold out", original.rows());
        let could: Vec<u32> = order.into_iter().filter(|&row| original.is_published(row as usize)).collect();
        let many = (could.len() as f64 * share.to_ratio().approximate()) as usize;
        if many == 0 {
            return Err(Error::Data(format!("{share} of {} people is nobody: hold out a larger share", could.len())));
        }
        let mut held = could[..many].to_vec();
        held.sort_unstable();
        let others: Vec<u32> = (0..original.rows() as u32).filter(|row| held.binary_search(row).is_err()).collect();
        let taken = original.take(&held);
        Ok((original.take(&others), Self { rows: taken.came.to_vec(), table: taken.table }))
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// As a table: rows of the input by number, in their order, and what was read of them.
    pub fn table(&self) -> Result<Table, Error> {
        let mut order: Vec<u32> = (0..self.rows.len() as u32).collect();
        order.sort_unstable_by_key(|&at| self.rows[at as usize]);
        let rows = order.iter().map(|&at| i64::from(self.rows[at as usize])).collect();
        let numbers = (ROW.to_owned(), Column::Number(NumberColumn::from_integers(rows)));
        let taken = self.table.take(&order);
        let others =
            taken.names().iter().cloned().zip(taken.columns().iter().map(|column| Column::clone(&Arc::clone(column))));
        let columns: Vec<(String, Column)> = std::iter::once(numbers).chain(others).collect();
        Table::new(columns, self.rows.len())
            .map_err(|error| Error::Data(format!("people cannot be held out: {error}; rename the column")))
    }

    /// What the maker of the release must know.
    pub fn sentence(&self) -> String {
        format!(
            "{} held out by chance before anything was done: the release was made without them, and the promise is about those who are in it. \
             Who was drawn depends on nobody's value as long as every draw leads to a release; then that somebody is missing tells nothing \
             of it. From a table of which what is asked cannot be had nobody would have been drawn. Their rows stand in the \
             private directory for aloof attack, as they were read, without columns that are dropped.",
            crate::words::several(self.len(), "person was", "people were")
        )
    }
}

/// Whoever has the largest value takes the range of the data along, and distances that are divided by it would be others for those who
/// are left than for all.
fn refuse_ranges(policy: &Policy, table: &Table) -> Result<(), Error> {
    let is_number = |name: &str| matches!(table.column(name), Some(Column::Number(_) | Column::Date(_)));
    let Some(column) = policy.scaled_by_data(is_number) else { return Ok(()) };
    Err(Error::Data(format!(
        "people cannot be held out: distances are divided by the range of `{column}` in the data, which is another one without them; \
         declare which values there can be, {} = {{ role = \"sensitive\", domain = [\"0\", \"100\"] }}, with scale = \"domain\"",
        toml_key(column)
    )))
}
