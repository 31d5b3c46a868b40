//! Rows of a release and of the original that are alike in all columns but those that chance changed.

use aloof_io::{Ask, Input};
use aloof_table::{Column, LabelColumn, Partition, Table};

use crate::Error;
use crate::data::{Original, open_released};
use crate::policy::Policy;

/// Both tables' rows in classes.
pub(super) struct Alike {
    /// Released rows first, then original ones; those that are not published are left out.
    classes: Partition,
    released: usize,
}

impl Alike {
    /// By all columns that were read of the original, but for those that changed.
    pub fn new(original: &Original, table: &Table, changed: &dyn Fn(&str) -> bool) -> Self {
        let released = table.rows();
        let both = |name: &String| {
            let (after, before) = (table.column(name)?, original.table.column(name)?);
            let mut joined = after.to_labels().into_owned();
            joined.append(&before.to_labels());
            Some(joined)
        };
        let columns: Vec<LabelColumn> =
            original.table.names().iter().filter(|name| !changed(name)).filter_map(both).collect();
        let rows = released + original.rows();
        let gone = |row: usize| row >= released && !original.is_published(row - released);
        let classes = Partition::by_equal_labels(&columns.iter().collect::<Vec<_>>(), rows, gone);
        Self { classes, released }
    }

    /// The rows of each class: released ones, and original ones.
    pub fn iter(&self) -> impl Iterator<Item = (Vec<u32>, Vec<u32>)> + '_ {
        let released = self.released as u32;
        self.classes.iter().map(move |rows| {
            let (after, before): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| row < released);
            (after, before.into_iter().map(|row| row - released).collect())
        })
    }

    /// Released rows that are more than the original has of their class.
    pub fn strangers(&self) -> usize {
        self.iter().map(|(after, before)| after.len().saturating_sub(before.len())).sum()
    }

    /// Original rows that are more than the release has.
    pub fn absent(&self) -> usize {
        self.iter().map(|(after, before)| before.len().saturating_sub(after.len())).sum()
    }
}

/// Reads the released columns as the original has them, but for those that show sets of values.
pub(super) fn read_as(original: &Original, input: &Input, is_set: &dyn Fn(&str) -> bool) -> Result<Table, Error> {
    let as_original = |name: &String| match original.table.column(name) {
        Some(_) if is_set(name) => Ask::Text,
        Some(Column::Number(_)) => Ask::Number,
        Some(Column::Date(_)) => Ask::Date,
        Some(Column::Label(_)) => Ask::Text,
        None => Ask::Skip,
    };
    Ok(input.read(&input.names().iter().map(as_original).collect::<Vec<_>>())?)
}

/// The same, of what the request names; nothing, where a column does not read as the original's.
pub(super) fn read_source(
    original: &Original,
    source: &aloof_io::Source,
    policy: &Policy,
    is_set: &dyn Fn(&str) -> bool,
) -> Result<Option<Table>, Error> {
    match read_as(original, &open_released(source, policy)?, is_set) {
        Err(Error::Read(_)) => Ok(None),
        read => read.map(Some),
    }
}

/// What is said then.
pub(super) const OTHER_KIND: &str = "a column does not hold what the original's holds: numbers, dates or labels";
