//! Whether cells reach just as far as the people behind them.
//!
//! # Definition
//! A cell of a group shows from the least to the greatest value of its people, or the labels that they have, and nothing more: one that
//! reaches farther can say anything by how far, and looks vaguer than the groups are. Who stands behind a row is seen as far as
//! `order/places.rs` sees it: the people who have the values that it shows and are covered by its cells. So a cell is told of where *nobody*
//! of whom its rows may be has its end, or one of its labels. Where somebody has it who is in another group, it is not seen.
//!
//! Columns that a policy has coded, or that climb on a hierarchy or an order, are not asked about.
//!
//! # Cost
//! The rows that tests of orders look at, at most 40,000 and the rest of their groups, once for every column.

use aloof_table::{Column, Date, Decimal, Generalized, Kind, LabelColumn, NO_GROUP};
use hashbrown::HashMap;

use super::order::{Behind, behind_groups};
use crate::data::{Original, Released, reach};
use crate::manifest::Column as Stated;
use crate::words::part;

/// What is said of columns whose cells reach farther than their people.
pub(super) fn told(columns: &[&Stated], released: &Released, original: &Original) -> Vec<String> {
    let Some(behind) = behind_groups(original, released).filter(|_| !columns.is_empty()) else { return Vec::new() };
    let boxes = people_of_boxes(&behind, released);
    let one = |column: &&Stated| {
        let (_, cells) = released.quasi.iter().find(|(name, _)| *name == column.name)?;
        let before = original.table.column(&column.name)?;
        let wide = boxes.iter().filter(|(row, people)| !is_hull(cells, *row, before, people)).count();
        (wide > 0).then(|| {
            format!(
                "`{}`: {} have a cell with an end or a label that nobody has who can stand behind its rows; a cell shows from the least to the \
                 greatest value of its group, and what others say was not judged",
                column.name,
                part(wide, boxes.len(), "group that was looked at", "groups that were looked at")
            )
        })
    };
    columns.iter().filter_map(one).collect()
}

/// Of every group of rows that look alike, where all who may stand behind it are known: one of its rows, and they.
fn people_of_boxes(behind: &[Behind], released: &Released) -> Vec<(u32, Vec<u32>)> {
    let box_of = released.boxes().group_of(released.rows);
    let mut all: HashMap<u32, (u32, Option<Vec<u32>>, usize)> = HashMap::new();
    for one in behind.iter().filter(|one| box_of[one.row as usize] != NO_GROUP) {
        let (_, people, rows) = all.entry(box_of[one.row as usize]).or_insert((one.row, Some(Vec::new()), 0));
        *rows += 1;
        match people {
            Some(people) if one.is_certain() => people.extend(&one.people),
            _ => *people = None,
        }
    }
    // A row behind which nobody can stand is untrue, and told of as such.
    let is_whole = |boxed: u32, rows: usize| released.boxes().group(boxed as usize).len() == rows;
    let known = |(boxed, (row, people, rows))| is_whole(boxed, rows).then_some((row, people?));
    let mut known: Vec<(u32, Vec<u32>)> = all.into_iter().filter_map(known).collect();
    known.sort_unstable();
    known
}

/// Whether some of these people have each end of the cell, or each of its labels.
fn is_hull(cells: &LabelColumn, row: u32, before: &Column, people: &[u32]) -> bool {
    let Some(cell) = cells.get(row as usize) else { return true };
    let number = |person: u32| -> Option<Decimal> {
        match before {
            Column::Number(numbers) => numbers.get(person as usize),
            Column::Date(dates) => dates.get(person as usize).map(|date: Date| Decimal::from(i64::from(date.days()))),
            Column::Label(_) => None,
        }
    };
    if let Column::Label(labels) = before {
        return has_labels(cell, |label| people.iter().any(|&person| labels.get(person as usize) == Some(label)));
    }
    let found = reach(cell, before.kind());
    let has = |end: Option<Decimal>| end.is_none_or(|end| people.iter().any(|&person| number(person) == Some(end)));
    has(found.low) && has(found.high)
}

/// Whether somebody has each label of the cell. A label that is written like a set of labels is itself.
fn has_labels(cell: &str, has: impl Fn(&str) -> bool) -> bool {
    has(cell)
        || match Generalized::parse(cell, Kind::Label, None) {
            Ok(Generalized::Labels(some)) => some.iter().all(|one| has(one)),
            _ => true,
        }
}
