//! Columns put together from their pieces, and the table they make.

use aloof_table::{Column, Table};

use crate::draft::Draft;
use crate::{Ask, ReadError};

/// One draft per column of the file.
pub(crate) struct Assembly {
    columns: Vec<Draft>,
    pub(crate) rows: usize,
}

impl Assembly {
    pub(crate) fn new(columns: Vec<Draft>) -> Self {
        Self { columns, rows: 0 }
    }

    /// Adds the next piece of column `at`.
    pub(crate) fn append(&mut self, at: usize, piece: Draft, names: &Names<'_>) -> Result<(), ReadError> {
        self.columns[at].append(piece).map_err(|cause| ReadError::TooWide {
            file: names.file.to_owned(),
            column: names.columns[at].clone(),
            cause,
        })
    }

    /// The columns, `None` where there is none (yet).
    pub(crate) fn finish(self) -> Vec<Option<Column>> {
        self.columns.into_iter().map(Draft::finish).collect()
    }
}

/// What messages call things.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) file: &'a str,
    pub(crate) columns: &'a [String],
}

/// Reads in one pass, and in a second those columns that showed only on the way that they are text.
pub(crate) fn in_two_passes(
    ask: &[Ask],
    names: &Names<'_>,
    pass: impl Fn(&[Ask]) -> Result<Assembly, ReadError>,
) -> Result<Table, ReadError> {
    let first = pass(ask)?;
    let rows = first.rows;
    let mut columns = first.finish();
    let again: Vec<Ask> = ask
        .iter()
        .zip(&columns)
        .map(|(ask, column)| if column.is_none() && *ask != Ask::Skip { Ask::Text } else { Ask::Skip })
        .collect();
    if again.contains(&Ask::Text) {
        let second = pass(&again)?.finish();
        columns.iter_mut().zip(second).filter(|(_, new)| new.is_some()).for_each(|(old, new)| *old = new);
    }
    let named = names.columns.iter().cloned().zip(columns).filter_map(|(name, column)| Some((name, column?)));
    Table::new(named.collect(), rows).map_err(|cause| ReadError::Table { file: names.file.to_owned(), cause })
}
