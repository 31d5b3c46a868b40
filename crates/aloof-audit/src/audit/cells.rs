//! How the cells of a release are written: each as this program writes what it means, with ends that somebody has.
//!
//! # Definition
//! `19..29`, `[19, 29]`, `019..29` and `19..29.0` are one cell to whoever judges, and four to whoever reads: how cells are written can say
//! anything. Of a release of ours, cells of numbers and dates that lie on their own line are `*`, a value, or `lo..hi` with lo below hi, in canonical
//! digits. Ends are values that somebody in the group has, so that with the original
//! - both ends of a cell of numbers are values of the column;
//! - a cell of labels is one of the column, or `{a|b}` of several, in byte order.
//!
//! Columns that a policy has coded, or that climb on a hierarchy or an order, are not asked about. Neither are ends where rows stand for
//! nobody, or for people of a population: these bring ends of their own.
//!
//! # Cost
//! One look at every distinct cell, and one sort of the column's values.

use std::collections::BTreeSet;

use aloof_table::{Column, Date, Decimal, Generalized, Kind, LabelColumn};

use super::hull;
use crate::data::{Original, Released};
use crate::manifest::{Column as Stated, ColumnType, HowMade, PublishedAs};
use crate::words::several;

/// What is said of cells that are written otherwise. `ends` says whether they must be somebody's.
pub(super) fn told(
    (columns, made): (&[Stated], &HowMade),
    released: &Released,
    original: Option<&Original>,
    ends: bool,
) -> Vec<String> {
    let plain = |column: &&Stated| column.ladder.is_none() && column.coding.is_none();
    let one = |column: &Stated| {
        let (_, cells) = released.quasi.iter().find(|(name, _)| *name == column.name)?;
        let before = original.and_then(|original| original.table.column(&column.name)).filter(|_| ends);
        match column.published_as {
            PublishedAs::Bounds => nobodys(column, cells, before?),
            _ if column.is_of_groups(made) => {
                let coarse = (column.published_as == PublishedAs::AsItIs)
                    .then(|| not_as_it_is(column, cells, before?))
                    .flatten();
                coarse.or_else(|| written_otherwise(column, cells)).or_else(|| nobodys(column, cells, before?))
            }
            _ => None,
        }
    };
    let mut said: Vec<String> = columns.iter().filter(plain).filter_map(one).collect();
    // Of columns with a cell that is told of already no more is said.
    if let Some(original) = original.filter(|_| ends && said.is_empty() && matches!(made, HowMade::Groups)) {
        // Dates are shown in whole months, unless a policy says otherwise.
        let has_hull = |column: &&Stated| column.is_of_groups(made) && column.kind != ColumnType::Date;
        let columns: Vec<&Stated> = columns.iter().filter(plain).filter(has_hull).collect();
        said.extend(hull::told(&columns, released, original));
    }
    said
}

/// Quasi columns that show a value of the original in every cell: groups needed none of them coarse.
pub(super) fn exact(original: &Original, released: &Released) -> Vec<String> {
    let is_exact = |(name, cells): &&(String, LabelColumn)| {
        original.table.column(name).is_some_and(|before| coarse_cells(cells, before) == 0)
    };
    released.quasi.iter().filter(is_exact).map(|(name, _)| name.clone()).collect()
}

/// Different cells that are no value of the original.
fn coarse_cells(cells: &LabelColumn, before: &Column) -> usize {
    let before = before.to_labels();
    cells.labels().iter().filter(|text| before.labels().code(text).is_none()).count()
}

/// Cells that are no values of a column that is said to stand as it is.
fn not_as_it_is(column: &Stated, cells: &LabelColumn, before: &Column) -> Option<String> {
    let coarse = coarse_cells(cells, before);
    (coarse > 0).then(|| {
        let cells = several(coarse, "cell is no value", "cells are no values");
        format!("the manifest says that `{}` stands as it is, and {cells} of the original", column.name)
    })
}

/// Cells of numbers or dates that are not written as they would be.
fn written_otherwise(column: &Stated, cells: &LabelColumn) -> Option<String> {
    let kind = match column.kind {
        ColumnType::Number => Kind::Number,
        ColumnType::Date => Kind::Date,
        ColumnType::Label => return None,
    };
    let strange: Vec<&str> =
        cells.labels().iter().filter(|text| canonical(text, kind).as_deref() != Some(*text)).collect();
    let first = strange.first()?;
    Some(format!(
        "`{}`: {}, such as `{first}`, not written as this program writes such cells (`19..29`, `19` or `*`, no other digits or signs); how \
         they are written can say anything, and was not judged",
        column.name,
        several(strange.len(), "cell is", "cells are")
    ))
}

/// How a cell would be written, if it is one of ours.
fn canonical(text: &str, kind: Kind) -> Option<String> {
    let (low, high) = match Generalized::parse(text, kind, None).ok()? {
        Generalized::Any => return Some("*".to_owned()),
        Generalized::Numbers(intervals) => match intervals.as_slice() {
            [one] => (one.low().filter(|(_, included)| *included)?.0, one.high().filter(|(_, included)| *included)?.0),
            _ => return None,
        },
        _ => return None,
    };
    let end = |value: Decimal| match kind {
        Kind::Date => Some(Date::from_days(i32::try_from(value.at_scale(0)?).ok()?).to_string()),
        _ => Some(value.to_string()),
    };
    if low == high { end(low) } else { Some(format!("{}..{}", end(low)?, end(high)?)) }
}

/// Cells with ends, or labels, that nobody in the original has.
fn nobodys(column: &Stated, cells: &LabelColumn, before: &Column) -> Option<String> {
    let strange = match (column.kind, before) {
        (ColumnType::Number, Column::Number(numbers)) => {
            let known: BTreeSet<Decimal> = (0..numbers.len()).filter_map(|row| numbers.get(row)).collect();
            let is_known = |text: &str| match Generalized::parse(text, Kind::Number, None) {
                Ok(Generalized::Numbers(intervals)) => intervals.iter().all(|one| {
                    [one.low(), one.high()].iter().all(|end| end.is_some_and(|(end, _)| known.contains(&end)))
                }),
                _ => true,
            };
            cells.labels().iter().filter(|text| !is_known(text)).count()
        }
        (ColumnType::Label, Column::Label(labels)) => {
            let known: BTreeSet<&str> = labels.labels().iter().collect();
            cells.labels().iter().filter(|text| !is_known_set(text, &known)).count()
        }
        _ => 0,
    };
    (strange > 0).then(|| {
        format!(
            "`{}`: {} that nobody in the original has, or a set in another order; a cell shows from the least to the greatest \
             value of its group, and what other ends say was not judged",
            column.name,
            several(strange, "cell has an end or a label", "cells have an end or a label")
        )
    })
}

/// A label, several of them in their order, or a star.
fn is_known_set(text: &str, known: &BTreeSet<&str>) -> bool {
    if text == "*" || known.contains(text) {
        return true;
    }
    let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else { return false };
    let members: Vec<&str> = inside.split('|').collect();
    members.len() > 1 && members.iter().all(|one| known.contains(one)) && members.is_sorted_by(|one, other| one < other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_way_to_write_a_cell() {
        for text in ["19..29", "19", "*", "-5..-3", "0.5..2"] {
            assert_eq!(canonical(text, Kind::Number).as_deref(), Some(text));
        }
        for text in [
            "19-29", "[19, 29]", "019..29", "19..29.0", "{19..29}", "19..+29", "19 .. 29", "19..19", "**", ">=19",
            "[19, 29[",
        ] {
            assert_ne!(canonical(text, Kind::Number).as_deref(), Some(text));
        }
        assert_eq!(canonical("2020-01-01..2020-03-31", Kind::Date).as_deref(), Some("2020-01-01..2020-03-31"));
    }

    #[test]
    fn sets_of_labels() {
        let known = BTreeSet::from(["a", "b", "{x, y}"]);
        assert!(["a", "*", "{a|b}", "{x, y}"].iter().all(|text| is_known_set(text, &known)));
        assert!(
            !["c", "{b|a}", "{a|c}", "{a}", "{a, b}", "{a|a}", "a ", "**"]
                .iter()
                .any(|text| is_known_set(text, &known))
        );
    }
}
