//! How many people of the population each row stands for, where the policy names a column that says so.

use aloof_io::{Ask, Input, Progress};
use aloof_table::{Column, NumberColumn};

use crate::Error;

/// Reads a column of weights.
pub fn read_weights(input: &Input, name: &str, progress: Progress<'_>) -> Result<NumberColumn, Error> {
    let ask = |other: &String| if other == name { Ask::Number } else { Ask::Skip };
    let table = input.read_with(&input.names().iter().map(ask).collect::<Vec<_>>(), progress)?;
    check_weights(input, name, table.column(name).expect("was asked for")).cloned()
}

/// The weights of all rows, each a number above 0.
pub(crate) fn check_weights<'a>(input: &Input, name: &str, column: &'a Column) -> Result<&'a NumberColumn, Error> {
    let Column::Number(numbers) = column else { unreachable!("asked for as numbers") };
    let is_weight = |row: usize| numbers.scaled(row).is_some_and(|weight| weight > 0);
    match (0..numbers.len()).find(|&row| !is_weight(row)) {
        None => Ok(numbers),
        Some(row) => Err(Error::Data(format!(
            "{}, {}, column `{name}`: a weight must be a number above 0, how many people of the population the row stands for",
            input.name(),
            input.place_of(row)?
        ))),
    }
}
