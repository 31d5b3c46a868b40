//! The staged file, read back as the original was, for releases whose rows stand for themselves.

use aloof_io::{Ask, Input, Source};
use aloof_table::{Column, Table};

use crate::Error;
use crate::audit::{Original, read_options};
use crate::policy::Policy;

/// What does not pass.
pub(super) fn refused(reason: &str) -> Error {
    Error::Unsafe(format!("the release does not pass its own audit and was not put in place: {reason}"))
}

/// Reads every column as the original has it; all but some must stand as they were. `rows` is what every written row stands
/// for.
pub(super) fn reread(
    source: Source,
    policy: &Policy,
    original: &Original,
    rows: &[u32],
    changed: &dyn Fn(&str) -> bool,
) -> Result<Table, Error> {
    let input = Input::open(source, read_options(policy))?;
    let as_original = |name: &String| match original.table.column(name) {
        Some(Column::Number(_)) => Ask::Number,
        Some(Column::Date(_)) => Ask::Date,
        _ => Ask::Text,
    };
    let read = input.read(&input.names().iter().map(as_original).collect::<Vec<_>>())?;
    if read.rows() != rows.len() {
        return Err(refused("not all rows were read back"));
    }
    for name in original.table.names().iter().filter(|name| !changed(name)) {
        let (Some(written), before) = (read.column(name), original.column(name)) else {
            return Err(refused("a column is absent"));
        };
        if !rows.iter().enumerate().all(|(at, &row)| written.text(at) == before.text(row as usize)) {
            return Err(refused(&format!("column `{name}` is not as it was")));
        }
    }
    Ok(read)
}
