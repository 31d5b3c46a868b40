//! The table that is published: walked values in place of the original ones, rows in an order drawn by chance.

use aloof_methods::walk::Walked;
use aloof_table::{Column, NumberColumn, Partition, Table};

use super::columns::Movable;
use crate::Error;
use crate::data::Original;
use crate::policy::Policy;
use crate::release::chance::{Chance, order};
use crate::release::groups::dealt::Solved;
use crate::release::groups::kept::Kept;
use crate::release::groups::table::{groups_in_order, numbers_in_order};
use crate::release::maker::{as_table, published};

/// Which row stands where.
pub(super) struct Shown {
    /// The kept row at each place.
    pub order: Vec<u32>,
    /// For each kept row, whose quasi values it shows: its own, or those of a row of the same group.
    pub quasi: Vec<u32>,
    /// For each group its number, from 0.
    pub numbers: Vec<u32>,
}

impl Shown {
    pub fn draw(rows: usize, partition: Option<&Partition>, chance: &Chance) -> Self {
        Self {
            quasi: dealt_anew(rows, partition, chance),
            numbers: chance.order("numbers of groups", partition.map_or(0, Partition::len)),
            order: chance.order("order of rows", rows),
        }
    }
}

/// Places of the rows of each group, dealt anew: for each row, whose quasi values it shows.
fn dealt_anew(rows: usize, partition: Option<&Partition>, chance: &Chance) -> Vec<u32> {
    let mut shows: Vec<u32> = (0..rows as u32).collect();
    let mut draws = chance.stream("quasi values within groups");
    for group in partition.iter().flat_map(|partition| partition.iter()) {
        for (&row, &at) in group.iter().zip(&order(group.len(), &mut draws)) {
            shows[row as usize] = group[at as usize];
        }
    }
    shows
}

/// Columns in the order of the input, then the group's number if it is published.
pub(super) fn table(
    original: &Original,
    policy: &Policy,
    kept: &Kept<'_>,
    solved: Option<&Solved>,
    columns: &[Movable<'_>],
    walked: &[Walked],
    shown: &Shown,
) -> Result<Table, Error> {
    let quasi: Vec<u32> = shown.order.iter().map(|&row| shown.quasi[row as usize]).collect();
    let rows: Vec<u32> = shown.order.iter().map(|&row| kept.rows[row as usize]).collect();
    let groups = solved.map(|solved| groups_in_order(solved, &quasi));
    let change = |name: &str| {
        if let Some(at) = columns.iter().position(|column| column.name == name) {
            return Some(columns[at].moved(&quasi, |row| walked[at].values[row as usize]));
        }
        let at = kept.quasi.iter().position(|quasi| quasi.name == name)?;
        let (solved, groups) = solved.zip(groups.as_ref()).expect("only groups have texts");
        Some(Ok(Column::Label(solved.texts[at].take(groups))))
    };
    let mut all = published(original, &rows, change)?;
    if let Some(solved) = solved.filter(|_| policy.output().group_ids) {
        let numbers = numbers_in_order(solved, &shown.numbers, &shown.order);
        all.push(("group".to_owned(), Column::Number(NumberColumn::from_counts(numbers.into_iter()))));
    }
    as_table(all, rows.len())
}
