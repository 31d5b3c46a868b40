//! The staged file, read back: every promise of the walk, judged by the judge's own code on the decimals as written.

use aloof_io::{Ask, Source};
use aloof_judge::verify::walk::{Claim, check};
use aloof_methods::walk::{Statement, Walked};
use aloof_table::{Column, NumberColumn, Partition, Table};

use super::Promise;
use super::columns::{Bounds, Movable};
use super::table::Shown;
use crate::Error;
use crate::data::{Original, open_released};
use crate::policy::Policy;
use crate::release::groups::kept::Kept;
use crate::release::maker::refused;

/// Checks the table and returns the walked columns as they were read, in the order of the kept rows.
pub(super) fn verify(
    source: &Source,
    original: &Original,
    policy: &Policy,
    kept: &Kept<'_>,
    columns: &[Movable<'_>],
    promise: &Promise,
) -> Result<Vec<NumberColumn>, Error> {
    let partition = promise.groups.as_ref().map(|groups| &groups.partition);
    let input = open_released(source, policy)?;
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
        return Err(refused(&format!("{} of {} rows were read back", table.rows(), kept.rows.len())));
    }
    check_rest(&table, original, kept, columns, &promise.shown)?;
    check_groups(&table, policy, partition, &promise.shown)?;
    let all = columns.iter().zip(&promise.bounds).zip(&promise.walked);
    all.map(|((column, bounds), walked)| check_column(&table, column, bounds, walked, &promise.shown)).collect()
}

/// Columns that are not quasi stand as they were.
fn check_rest(
    table: &Table,
    original: &Original,
    kept: &Kept<'_>,
    columns: &[Movable<'_>],
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
            return Err(refused(&format!("column `{name}` is not as it was")));
        }
    }
    Ok(())
}

/// The group that is written is the group that was judged.
fn check_groups(table: &Table, policy: &Policy, partition: Option<&Partition>, shown: &Shown) -> Result<(), Error> {
    let (Some(partition), true) = (partition, policy.output().group_ids) else { return Ok(()) };
    let Some(Column::Number(numbers)) = table.column("group") else {
        return Err(refused("the column `group` is absent"));
    };
    let mut group_of = vec![0; partition.rows()];
    for (group, rows) in partition.iter().enumerate() {
        rows.iter().for_each(|&row| group_of[row as usize] = i128::from(shown.numbers[group]) + 1);
    }
    let right = |(place, &row): (usize, &u32)| numbers.scaled(place) == Some(group_of[row as usize]);
    if shown.order.iter().enumerate().all(right) { Ok(()) } else { Err(refused("a row states another group")) }
}

fn check_column(
    table: &Table,
    column: &Movable<'_>,
    bounds: &Bounds,
    walked: &Walked,
    shown: &Shown,
) -> Result<NumberColumn, Error> {
    let Some(Column::Number(written)) = table.column(column.name) else {
        return Err(refused(&format!("column `{}` is absent", column.name)));
    };
    let mut place_of = vec![0u32; shown.order.len()];
    for (place, &row) in shown.order.iter().enumerate() {
        place_of[shown.quasi[row as usize] as usize] = place as u32;
    }
    let published = NumberColumn::from_decimals(place_of.iter().map(|&place| written.get(place as usize)))
        .map_err(|error| refused(&format!("column `{}`: {error}", column.name)))?;
    let mut claims: Vec<Claim> = walked.statements.iter().map(|statement| claim(statement, column)).collect();
    claims.extend(column.present().map(|row| Claim::Within {
        row,
        low: column.decimal(bounds.low[row as usize]),
        high: column.decimal(bounds.high[row as usize]),
    }));
    let found = check(&claims, column.column, &published);
    if found.untrue + found.broken > 0 {
        return Err(refused(&format!(
            "of {} properties of `{}`, {} are not true of the original and {} not of the release",
            found.claims, column.name, found.untrue, found.broken
        )));
    }
    Ok(published)
}

fn claim(statement: &Statement, column: &Movable<'_>) -> Claim {
    match statement {
        Statement::Nearer { near, to, far } => Claim::Nearer { near: *near, to: *to, far: *far },
        Statement::Ordered { low, high } => Claim::Ordered { low: *low, high: *high },
        Statement::Equal { one, other } => Claim::Equal { one: *one, other: *other },
        Statement::AtMost { terms, most } => Claim::AtMost { terms: terms.clone(), most: column.decimal(*most) },
    }
}
