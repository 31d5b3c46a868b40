//! The sensitive columns of a table that nothing was changed in.

use std::sync::Arc;

use aloof_io::{Ask, Input, Progress};
use aloof_table::{Bitmap, Column, Table};

use crate::Error;
use crate::data::{
    Conditions, PerhapsTotal, check_kinds, declared, drop_lacking, drop_missing, perhaps_missing, perhaps_total,
    read_coded, sensitive_columns,
};
use crate::policy::{Missing, Policy, QuasiSource, Stage};

/// What was read: the rows that a release would be made of.
pub(super) struct Columns {
    /// Rows of the table.
    pub rows: usize,
    /// Those of them that count: none of their values is missing where that would drop them.
    pub counted: usize,
    /// The sensitive values of these.
    pub sensitive: Vec<(String, Arc<Column>)>,
    /// What must be so for what would be promised.
    pub conditions: Conditions,
}

/// In longer tables only sums tell a total: people type no more, and quasi columns would be read for nothing else.
const TYPED: usize = 100_000;

/// Whether the last row seems to be a total.
fn total(
    input: &Input,
    policy: &Policy,
    table: &Table,
    sensitive: &[(String, Arc<Column>)],
    left_out: &Bitmap,
) -> Result<Option<PerhapsTotal>, Error> {
    let found = perhaps_total(input, table, &[], sensitive, left_out)?;
    if found.is_some() || table.rows() > TYPED {
        return Ok(found);
    }
    let fitted = policy.fit(input.name(), input.names(), Stage::Original)?;
    let mut ask = vec![Ask::Skip; input.names().len()];
    let mut names = Vec::new();
    for (column, source) in &fitted.quasi {
        if let QuasiSource::One(at) = source {
            ask[*at] = declared(column);
            names.push(column.name());
        }
    }
    // What is wrong with these columns is said by whoever needs them.
    let Ok(known) = input.read_noted(&ask, &|_, _| {}) else { return Ok(None) };
    perhaps_total(input, &known.table, &names, sensitive, left_out)
}

impl Columns {
    /// Reads sensitive columns, and those quasi columns whose missing values matter.
    pub fn read(input: &Input, policy: &Policy, progress: Progress<'_>) -> Result<Self, Error> {
        let fitted = policy.fit(input.name(), input.names(), Stage::Original)?;
        let mut ask = vec![Ask::Skip; input.names().len()];
        let mut watched = Vec::new();
        for (column, source) in &fitted.quasi {
            if let (QuasiSource::One(at), true) = (source, column.missing() != Missing::Value) {
                ask[*at] = declared(column);
                watched.push(*column);
            }
        }
        let table = read_coded(input, policy, &fitted, ask, progress)?.table;
        let mut left_out = Bitmap::off(table.rows());
        for column in watched {
            let read = table.column(column.name()).expect("was read");
            drop_missing(input.name(), column, &|row| read.is_missing(row), &mut left_out)?;
        }
        let sensitive = sensitive_columns(input, policy, &table, &fitted, &left_out)?;
        drop_lacking(policy, &sensitive, &mut left_out);
        check_kinds(input.name(), policy, &left_out, &sensitive)?;
        let total = total(input, policy, &table, &sensitive, &left_out)?;
        let conditions = Conditions::new(perhaps_missing(input, policy, &sensitive), total);
        let rows = table.rows();
        let stays: Vec<u32> = (0..rows as u32).filter(|&row| !left_out.get(row as usize)).collect();
        let take = |column: Arc<Column>| if stays.len() == rows { column } else { Arc::new(column.take(&stays)) };
        let sensitive = sensitive.into_iter().map(|(name, column)| (name, take(column))).collect();
        Ok(Self { rows, counted: stays.len(), sensitive, conditions })
    }
}
