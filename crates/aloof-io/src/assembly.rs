//! Columns put together from their pieces, and the table they make.

use aloof_table::{Column, Table};

use crate::doubt::Doubt;
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

    fn finish(self) -> Columns {
        let doubts = self.columns.iter().map(Draft::doubt).collect();
        Columns { all: self.columns.into_iter().map(Draft::finish).collect(), doubts, rows: self.rows }
    }
}

/// The columns of a file, `None` where one was not asked for.
pub(crate) struct Columns {
    pub(crate) all: Vec<Option<Column>>,
    /// Whose numbers could be meant otherwise.
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) rows: usize,
}

impl Columns {
    /// Under their names.
    pub(crate) fn table(self, names: &Names<'_>) -> Result<Table, ReadError> {
        let named = names.columns.iter().cloned().zip(self.all).filter_map(|(name, column)| Some((name, column?)));
        Table::new(named.collect(), self.rows).map_err(|cause| ReadError::Table { file: names.file.to_owned(), cause })
    }

    /// The columns at which `again` asks for something, read once more.
    pub(crate) fn replace(
        &mut self,
        again: &[Ask],
        pass: impl Fn(&[Ask]) -> Result<Assembly, ReadError>,
    ) -> Result<(), ReadError> {
        if again.iter().all(|&ask| ask == Ask::Skip) {
            return Ok(());
        }
        let new = pass(again)?.finish().all;
        self.all.iter_mut().zip(new).filter(|(_, new)| new.is_some()).for_each(|(old, new)| *old = new);
        Ok(())
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
    pass: impl Fn(&[Ask]) -> Result<Assembly, ReadError>,
) -> Result<Columns, ReadError> {
    let mut found = pass(ask)?.finish();
    let text = |(ask, column): (&Ask, &Option<Column>)| match (ask, column) {
        (Ask::Skip, _) | (_, Some(_)) => Ask::Skip,
        (_, None) => Ask::Text,
    };
    let again: Vec<Ask> = ask.iter().zip(&found.all).map(text).collect();
    found.replace(&again, pass)?;
    Ok(found)
}
