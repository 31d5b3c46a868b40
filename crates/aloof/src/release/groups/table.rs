//! The table that is published.

use aloof_table::{Column, Date, DateColumn, Decimal, LabelColumn, NumberColumn, Table};
use rayon::prelude::*;

use super::dealt::Dealt;
use super::dealt::Solved;
use crate::Error;
use crate::data::Original;
use crate::policy::Policy;
use crate::release::maker::as_table;

/// Columns in the order of the input, rows in the order of `order` (numbers among the kept rows, `rows` among all), groups
/// by `numbers`.
pub(in crate::release) fn table(
    original: &Original,
    policy: &Policy,
    Dealt { kept, solved, .. }: &Dealt<'_>,
    rows: &[u32],
    order: &[u32],
    numbers: &[u32],
) -> Result<Table, Error> {
    let groups = groups_in_order(solved, order);
    let one = |name: &String| match kept.quasi.iter().position(|quasi| quasi.name == name) {
        Some(at) => {
            let text = solved.texts[at].take(&groups);
            let quasi = &kept.quasi[at];
            if policy.output().bounds && quasi.ladder.has_two_ends() {
                bounds(name, &text, &quasi.column)
            } else {
                vec![(name.clone(), Column::Label(text))]
            }
        }
        None => vec![(name.clone(), original.column(name).take(rows))],
    };
    let columns: Vec<Vec<(String, Column)>> = original.table.names().par_iter().map(one).collect();
    let mut columns: Vec<(String, Column)> = columns.into_iter().flatten().collect();
    if policy.output().group_ids {
        columns.push(("group".to_owned(), group_column(&groups, numbers)));
    }
    as_table(columns, order.len())
}

/// `lo..hi` as two columns, of the values' own kind unless a group shows `*`.
fn bounds(name: &str, text: &LabelColumn, like: &Column) -> Vec<(String, Column)> {
    let ends = |at: usize| -> Vec<&str> {
        let end = |label| {
            let (low, high) = str::split_once(label, "..").unwrap_or((label, label));
            if at == 0 { low } else { high }
        };
        text.labels().iter().map(end).collect()
    };
    let column = |ends: &[&str]| {
        let of = |row: usize| ends.get(text.codes()[row] as usize).copied();
        typed(text.len(), ends, &of, like)
            .unwrap_or_else(|| Column::Label(LabelColumn::from_texts((0..text.len()).map(of))))
    };
    [("lo", 0), ("hi", 1)].map(|(end, at)| (format!("{name}_{end}"), column(&ends(at)))).into()
}

fn typed<'a>(rows: usize, ends: &[&str], of: &dyn Fn(usize) -> Option<&'a str>, like: &Column) -> Option<Column> {
    if ends.contains(&"*") {
        return None;
    }
    match like {
        Column::Number(_) => {
            let values = (0..rows).map(|row| of(row).and_then(|text| text.parse::<Decimal>().ok()));
            NumberColumn::from_decimals(values).ok().map(Column::Number)
        }
        Column::Date(_) => {
            let mut dates = DateColumn::default();
            (0..rows).for_each(|row| dates.push(of(row).and_then(|text| text.parse::<Date>().ok())));
            Some(Column::Date(dates))
        }
        Column::Label(_) => None,
    }
}

/// The number of each row's group.
fn group_column(groups: &[u32], numbers: &[u32]) -> Column {
    Column::Number(NumberColumn::from_counts(groups.iter().map(|&group| numbers[group as usize] + 1)))
}

/// The groups of kept rows, in their order.
pub(in crate::release) fn groups_in_order(solved: &Solved, order: &[u32]) -> Vec<u32> {
    // Rows that only hold cells open are in groups, too, and are not published.
    let group_of = solved.partition.group_of(solved.partition.rows());
    order.iter().map(|&row| group_of[row as usize]).collect()
}

/// The number of the group at each place, from 1.
pub(in crate::release) fn numbers_in_order(solved: &Solved, numbers: &[u32], order: &[u32]) -> Vec<u32> {
    groups_in_order(solved, order).into_iter().map(|group| numbers[group as usize] + 1).collect()
}
