//! The sensitive columns of a table that nothing was changed in.

use std::sync::Arc;

use aloof_io::{Ask, Input, Progress};
use aloof_table::{Bitmap, Column};

use crate::Error;
use crate::audit::released::{declared, drop_missing, read_sensitive, sensitive_columns};
use crate::policy::{Missing, Policy, QuasiSource, Stage};

/// What was read.
pub(super) struct Columns {
    pub rows: usize,
    pub sensitive: Vec<(String, Arc<Column>)>,
    /// Rows dropped for a missing quasi value.
    pub left_out: Bitmap,
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
        let table = read_sensitive(input, policy, &fitted, ask, progress)?;
        let mut left_out = Bitmap::off(table.rows());
        for column in watched {
            let read = table.column(column.name()).expect("was read");
            drop_missing(input.name(), column, &|row| read.is_missing(row), &mut left_out)?;
        }
        let sensitive = sensitive_columns(input, &table, &fitted, &left_out)?;
        Ok(Self { rows: table.rows(), sensitive, left_out })
    }

    /// Rows that count: none of their values is missing where that would drop them.
    pub fn counted(&self) -> usize {
        let gone =
            |row: usize| self.left_out.get(row) || self.sensitive.iter().any(|(_, column)| column.is_missing(row));
        (0..self.rows).filter(|&row| !gone(row)).count()
    }
}
