//! The staged file, read back: every promise of the walk, judged by the judge's own code on the decimals as written.

use aloof_io::{Ask, Input, Source};
use aloof_judge::verify::walk::{Claim, check};
use aloof_methods::walk::Statement;
use aloof_table::{Column, NumberColumn, Partition, Table};

use super::super::kept::Kept;
use super::columns::Walkable;
use super::table::Shown;
use super::{Columns, Walked};
use crate::Error;
use crate::audit::{self, Original};
use crate::policy::Policy;

/// Checks the file and returns the walked columns as they were read, in the order of the kept rows.
#[allow(clippy::too_many_arguments, reason = "everything that the file was made from, to be held against it")]
pub(super) fn verify(
    source: Source,
    original: &Original,
    policy: &Policy,
    kept: &Kept<'_>,
    partition: Option<&Partition>,
    columns: &Columns<'_>,
    walked: &[Walked],
    shown: &Shown,
) -> Result<Vec<NumberColumn>, Error> {
    let input = Input::open(source, audit::read_options(policy))?;
    let is_walked = |name: &String| columns.iter().any(|column| column.name == name);
    let as_original = |name: &String| match original.table.column(name) {
        _ if is_walked(name) || (name == "group" && partition.is_some()) => Ask::Number,
        _ if kept.quasi.iter().any(|quasi| quasi.name == name) => Ask::Skip,
        Some(Column::Number(_)) => Ask::Number,
        Some(Column::Date(_)) => Ask::Date,
        _ => Ask::Text,
    };
    let ask: Vec<Ask> = input.names().iter().map(as_original).collect();
    let table = input.read(&ask)?;
    if table.rows() != kept.rows.len() {
        return Err(unsafe_because(&format!("{} of {} rows were read back", table.rows(), kept.rows.len())));
    }
    check_rest(&table, original, kept, columns, shown)?;
    check_groups(&table, policy, partition, shown)?;
    let pairs = columns.iter().zip(walked);
    pairs.map(|(column, walked)| check_column(&table, column, walked, shown)).collect()
}

fn unsafe_because(reason: &str) -> Error {
    Error::Unsafe(format!("the release does not pass its own check and was not put in place: {reason}"))
}

/// Columns that are not quasi stand as they were.
fn check_rest(
    table: &Table,
    original: &Original,
    kept: &Kept<'_>,
    columns: &Columns<'_>,
    shown: &Shown,
) -> Result<(), Error> {
    let rows: Vec<u32> = shown.order.iter().map(|&row| kept.rows[row as usize]).collect();
    for name in table.names() {
        let (Some(written), Some(before)) = (table.column(name), original.table.column(name)) else { continue };
        if columns.iter().any(|column| column.name == name) {
            continue;
        }
        let same = |(place, &row): (usize, &u32)| written.text(place) == before.text(row as usize);
        if !rows.iter().enumerate().all(same) {
            return Err(unsafe_because(&format!("column `{name}` is not as it was")));
        }
    }
    Ok(())
}

/// The group that is written is the group that was judged.
fn check_groups(table: &Table, policy: &Policy, partition: Option<&Partition>, shown: &Shown) -> Result<(), Error> {
    let (Some(partition), true) = (partition, policy.output().group_ids) else { return Ok(()) };
    let Some(Column::Number(numbers)) = table.column("group") else {
        return Err(unsafe_because("the column `group` is absent"));
    };
    let mut group_of = vec![0; partition.rows()];
    for (group, rows) in partition.iter().enumerate() {
        rows.iter().for_each(|&row| group_of[row as usize] = i128::from(shown.numbers[group]) + 1);
    }
    let right = |(place, &row): (usize, &u32)| numbers.scaled(place) == Some(group_of[row as usize]);
    if shown.order.iter().enumerate().all(right) { Ok(()) } else { Err(unsafe_because("a row states another group")) }
}

fn check_column(table: &Table, column: &Walkable<'_>, walked: &Walked, shown: &Shown) -> Result<NumberColumn, Error> {
    let Some(Column::Number(written)) = table.column(column.name) else {
        return Err(unsafe_because(&format!("column `{}` is absent", column.name)));
    };
    let mut place_of = vec![0u32; shown.order.len()];
    for (place, &row) in shown.order.iter().enumerate() {
        place_of[shown.quasi[row as usize] as usize] = place as u32;
    }
    let published = NumberColumn::from_decimals(place_of.iter().map(|&place| written.get(place as usize)))
        .map_err(|error| unsafe_because(&format!("column `{}`: {error}", column.name)))?;
    let mut claims: Vec<Claim> = walked.statements.iter().map(|statement| claim(statement, column)).collect();
    claims.extend(column.present().map(|row| Claim::Within {
        row,
        low: column.decimal(column.low[row as usize]),
        high: column.decimal(column.high[row as usize]),
    }));
    let found = check(&claims, column.column, &published);
    if found.untrue + found.broken > 0 {
        return Err(unsafe_because(&format!(
            "of {} properties of `{}`, {} are not true of the original and {} not of the release",
            found.claims, column.name, found.untrue, found.broken
        )));
    }
    Ok(published)
}

fn claim(statement: &Statement, column: &Walkable<'_>) -> Claim {
    match statement {
        Statement::Nearer { near, to, far } => Claim::Nearer { near: *near, to: *to, far: *far },
        Statement::Ordered { low, high } => Claim::Ordered { low: *low, high: *high },
        Statement::Equal { one, other } => Claim::Equal { one: *one, other: *other },
        Statement::AtMost { terms, most } => Claim::AtMost { terms: terms.clone(), most: column.decimal(*most) },
    }
}
