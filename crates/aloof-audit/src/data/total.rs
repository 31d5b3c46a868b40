//! A last row that is no person: a total below the table, as people put one there.
//!
//! # Definition
//!
//! The last row of a text file or a sheet may be a total if nothing of what others may know stands in it, or a word for totals, and no
//! other row is like that; or if a number in it is the sum of all others of its column. It is said, and the row is taken for a
//! person all the same: somebody of whom nothing is known is one, too.
//!
//! # Cost
//!
//! A look at each row and quasi column, and a sum for each column of numbers.

use std::sync::Arc;

use aloof_inspect::TOTAL_WORDS;
use aloof_io::{Format, Input};
use aloof_table::{Bitmap, Column, NumberColumn, Table};

use super::Quasi;
use crate::Error;
use crate::words::list;

/// In fewer rows the last may easily look like one.
const LEAST_ROWS: usize = 10;

/// What is to be said of the last row, if it may be a total.
pub(super) fn suspected(
    input: &Input,
    table: &Table,
    quasi: &[Quasi],
    sensitive: &[(String, Arc<Column>)],
    left_out: &Bitmap,
) -> Result<Option<String>, Error> {
    let rows = table.rows();
    let typed_by_people = matches!(input.format(), Format::Csv | Format::Xlsx | Format::Xls | Format::Ods);
    if rows < LEAST_ROWS || !typed_by_people || left_out.get(rows - 1) {
        return Ok(None);
    }
    let quasi: Vec<(&str, &Column)> =
        quasi.iter().filter_map(|one| Some((one.name.as_str(), table.column(&one.name)?))).collect();
    let why = if is_nobody(&quasi, rows) {
        let names: Vec<&str> = quasi.iter().map(|(name, _)| *name).collect();
        format!("it says nothing of {}, as no other row does", list(&names))
    } else if let Some(name) = summed(sensitive) {
        format!("its {name} is the sum of all others")
    } else {
        return Ok(None);
    };
    Ok(Some(format!(
        "{}: {} may be a total, and no person: {why}. It is taken for a person all the same; delete it in the table if it is none",
        input.name(),
        input.place_of(rows - 1)?
    )))
}

/// Whether the last row, and only that one, says nothing of a person.
fn is_nobody(quasi: &[(&str, &Column)], rows: usize) -> bool {
    let empty = |row: usize| quasi.iter().all(|(_, column)| column.is_missing(row) || is_word(column, row));
    !quasi.is_empty() && empty(rows - 1) && !(0..rows - 1).any(empty)
}

fn is_word(column: &Column, row: usize) -> bool {
    let Column::Label(labels) = column else { return false };
    let text = labels.get(row).unwrap_or_default().trim().trim_end_matches(':').to_lowercase();
    TOTAL_WORDS.contains(&text.as_str())
}

/// A column of numbers whose last is the sum of the others.
fn summed(sensitive: &[(String, Arc<Column>)]) -> Option<&str> {
    let is_sum = |numbers: &NumberColumn| {
        let scaled = |row: usize| numbers.scaled(row);
        let last = scaled(numbers.len() - 1).filter(|&last| last != 0)?;
        let sum = (0..numbers.len() - 1).filter_map(scaled).try_fold(0, i128::checked_add)?;
        let others = (0..numbers.len() - 1).filter_map(scaled).filter(|&value| value != 0).take(3).count();
        Some(sum == last && others == 3)
    };
    let found = sensitive
        .iter()
        .find(|(_, column)| matches!(&**column, Column::Number(numbers) if is_sum(numbers) == Some(true)));
    found.map(|(name, _)| name.as_str())
}
