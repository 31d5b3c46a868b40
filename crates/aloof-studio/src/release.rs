//! A release that was made, held beside its original: who stands where.

use std::path::Path;

use aloof::Error;
use aloof::data::table_at;
use aloof::io::{Ask, Input, ReadOptions};
use aloof::table::{Column, LabelColumn, Table};
use rayon::prelude::*;

/// The table, and the places of people in it.
pub(crate) struct Held {
    /// All cells, as texts.
    pub table: Table,
    /// Of every row of the original its place in the release.
    pub place_of: Vec<Option<u32>>,
}

impl Held {
    /// Reads a release and what is private about it.
    pub fn read(release: &str, private: &str, rows: usize) -> Result<Self, Error> {
        let input = Input::open(table_at(release)?, ReadOptions::canonical())?;
        let table = input.read(&vec![Ask::Text; input.names().len()])?;
        let place_of = numbers(&Path::new(private).join("places.csv"), rows)?;
        Ok(Self { table, place_of })
    }

    /// Places whose rows look alike to the one at `place` in these columns.
    pub fn alike(&self, place: usize, columns: &[&str]) -> Vec<usize> {
        let labels: Vec<&LabelColumn> = columns.iter().filter_map(|name| label(self.table.column(name)?)).collect();
        let is_alike = |other: &usize| labels.iter().all(|column| column.codes()[*other] == column.codes()[place]);
        (0..self.table.rows()).into_par_iter().filter(is_alike).collect()
    }
}

fn label(column: &Column) -> Option<&LabelColumn> {
    if let Column::Label(labels) = column { Some(labels) } else { None }
}

/// The second column of a private file by the first: `row,place`. Nothing where the file is not there.
fn numbers(file: &Path, rows: usize) -> Result<Vec<Option<u32>>, Error> {
    let mut all = vec![None; rows];
    if !file.is_file() {
        return Ok(all);
    }
    let input = Input::open(aloof::io::Source::File(file.to_owned()), ReadOptions::canonical())?;
    let table = input.read(&vec![Ask::Number; input.names().len()])?;
    let [first, second] = table.columns() else { return Ok(all) };
    let (Column::Number(row), Column::Number(value)) = (first.as_ref(), second.as_ref()) else { return Ok(all) };
    for at in 0..table.rows() {
        let Some(slot) = row.scaled(at).and_then(|row| all.get_mut(usize::try_from(row).ok()?)) else { continue };
        *slot = value.scaled(at).and_then(|value| u32::try_from(value).ok());
    }
    Ok(all)
}
