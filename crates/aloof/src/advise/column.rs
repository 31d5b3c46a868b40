//! The sensitive columns of a table that nothing was changed in.

use std::sync::Arc;

use aloof_io::{Ask, Input, Progress};
use aloof_table::{Bitmap, Column};

use crate::Error;
use crate::data::{
    PerhapsMissing, check_kinds, declared, drop_lacking, drop_missing, perhaps_missing, read_coded, sensitive_columns,
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
    /// Those that look like codes for a missing value.
    pub perhaps_missing: Vec<PerhapsMissing>,
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
        let perhaps_missing = perhaps_missing(input, policy, &sensitive);
        let rows = table.rows();
        let stays: Vec<u32> = (0..rows as u32).filter(|&row| !left_out.get(row as usize)).collect();
        let take = |column: Arc<Column>| if stays.len() == rows { column } else { Arc::new(column.take(&stays)) };
        let sensitive = sensitive.into_iter().map(|(name, column)| (name, take(column))).collect();
        Ok(Self { rows, counted: stays.len(), sensitive, perhaps_missing })
    }
}
