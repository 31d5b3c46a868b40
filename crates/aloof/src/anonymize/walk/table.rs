//! The table that is published: walked values in place of the original ones, rows in an order drawn by chance.

use aloof_table::{Column, NumberColumn, Partition, Table};
use rand_chacha::ChaCha20Rng;

use super::super::kept::Kept;
use super::super::solve::Solved;
use super::super::{draw, release};
use super::{Columns, Walked, dealt_anew};
use crate::Error;
use crate::audit::Original;
use crate::policy::Policy;

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
    pub fn draw(rows: usize, partition: Option<&Partition>, chance: &mut ChaCha20Rng) -> Self {
        let quasi = dealt_anew(rows, partition, chance);
        let numbers = draw::order(partition.map_or(0, Partition::len), chance);
        Self { order: draw::order(rows, chance), quasi, numbers }
    }
}

/// Columns in the order of the input, then the group's number if it is published.
pub(super) fn table(
    original: &Original,
    policy: &Policy,
    kept: &Kept<'_>,
    solved: Option<&Solved>,
    columns: &Columns<'_>,
    walked: &[Walked],
    shown: &Shown,
) -> Result<Table, Error> {
    let quasi: Vec<u32> = shown.order.iter().map(|&row| shown.quasi[row as usize]).collect();
    let rows: Vec<u32> = shown.order.iter().map(|&row| kept.rows[row as usize]).collect();
    let groups = solved.map(|solved| release::groups_in_order(solved, &quasi));
    let mut all: Vec<(String, Column)> = Vec::new();
    for name in original.table.names() {
        let walk = columns.iter().position(|column| column.name == name);
        let column = match (walk, kept.quasi.iter().position(|quasi| quasi.name == name)) {
            (Some(at), _) => {
                let value = |&row: &u32| {
                    let missing = columns[at].column.is_missing(row as usize);
                    (!missing).then(|| columns[at].decimal(walked[at].values[row as usize]))
                };
                let numbers = NumberColumn::from_decimals(quasi.iter().map(value));
                Column::Number(numbers.map_err(|error| Error::Data(format!("column `{name}`: {error}")))?)
            }
            (None, Some(at)) => {
                let (solved, groups) = solved.zip(groups.as_ref()).expect("only groups have texts");
                Column::Label(solved.texts[at].take(groups))
            }
            (None, None) => original.column(name).take(&rows),
        };
        all.push((name.clone(), column));
    }
    if let Some(solved) = solved.filter(|_| policy.output().group_ids) {
        let number_of = release::group_numbers(solved, &shown.numbers);
        let numbers = shown.order.iter().map(|&row| i64::from(number_of[row as usize])).collect();
        all.push(("group".to_owned(), Column::Number(NumberColumn::from_integers(numbers))));
    }
    Table::new(all, rows.len()).map_err(|error| Error::Data(format!("the release cannot be written: {error}")))
}
