//! A release as it is to whoever knows which quasi values go with which values of another published column.
//!
//! # Definition
//! A column that *follows* from a quasi column is known with it: rows are told apart by it as by any quasi column. A column that *tells*
//! one leaves of every cell the values that go with what it shows: of numbers and dates those between the least and the greatest that
//! people with the same value have, of labels those that they have. Where the original is not there the values are those that all
//! cells of these people allow, and labels that stand alone.
//!
//! # Cost
//! One look at every row, and at every cell beside every value that stands beside it.

use std::collections::BTreeSet;

use aloof_table::{Column, Decimal, Generalized, Hierarchy, Kind, LabelColumn};
use hashbrown::HashMap;

use super::follows::Following;
use crate::data::{Original, Released, reach};

/// The values of a quasi column that go with one value of the other column.
#[derive(Default)]
struct Going {
    /// The greatest lower and the least upper end.
    ends: Option<(Decimal, Decimal)>,
    labels: BTreeSet<String>,
}

impl Going {
    fn add(&mut self, low: Decimal, high: Decimal) {
        self.ends = Some(self.ends.map_or((low, high), |(most, least)| (most.max(low), least.min(high))));
    }

    fn reach(&self) -> Option<(Decimal, Decimal)> {
        self.ends.map(|(one, other)| (one.min(other), one.max(other)))
    }
}

/// The released table with rows told apart by what `found` says of this column of it.
pub(super) fn narrowed(
    released: &Released,
    original: Option<&Original>,
    found: &Following,
    column: &LabelColumn,
) -> Released {
    let cells = released.quasi.iter().find(|(name, _)| *name == found.quasi).map(|(_, cells)| cells);
    let Some(cells) = cells.filter(|_| found.tells()) else { return released.told_apart_by(column) };
    let before = original.and_then(|original| {
        let quasi = original.quasi.iter().find(|quasi| quasi.name == found.quasi)?;
        Some((original, original.table.column(&found.column)?, quasi.ladder.tree()))
    });
    let kind = match before {
        Some((original, ..)) => original.column(&found.quasi).kind(),
        None => kind_of(cells),
    };
    let going = match before {
        Some((original, given, _)) => {
            of_original(original.column(&found.quasi), given, |row| original.left_out.get(row))
        }
        None => of_cells(cells, column, kind),
    };
    let tree = before.and_then(|(.., tree)| tree);
    let mut known: HashMap<(u32, u32), Option<String>> = HashMap::new();
    let narrow = |row: usize| {
        let text =
            || cells.get(row).map(|cell| narrow(cell, kind, tree, column.get(row).and_then(|given| going.get(given))));
        known.entry((cells.codes()[row], column.codes()[row])).or_insert_with(text).clone()
    };
    let texts: Vec<Option<String>> = (0..released.rows).map(narrow).collect();
    released.told_apart_by(&LabelColumn::from_texts(texts.iter().map(Option::as_deref)))
}

fn kind_of(cells: &LabelColumn) -> Kind {
    let is_all = |kind: &Kind| {
        cells
            .labels()
            .iter()
            .all(|text| matches!(Generalized::parse(text, *kind, None), Ok(Generalized::Numbers(_) | Generalized::Any)))
    };
    [Kind::Number, Kind::Date].into_iter().find(is_all).unwrap_or(Kind::Label)
}

fn of_original(quasi: &Column, given: &Column, left_out: impl Fn(usize) -> bool) -> HashMap<String, Going> {
    let given = given.to_labels();
    let mut all: HashMap<String, Going> = HashMap::new();
    for row in (0..quasi.len()).filter(|&row| !left_out(row)) {
        let Some(value) = given.get(row) else { continue };
        let going = all.entry_ref(value).or_default();
        match quasi {
            Column::Number(numbers) => numbers.get(row).into_iter().for_each(|number| going.add(number, number)),
            Column::Date(dates) => {
                let day = dates.get(row).map(|date| Decimal::from(i64::from(date.days())));
                day.into_iter().for_each(|day| going.add(day, day));
            }
            Column::Label(labels) => going.labels.extend(labels.get(row).map(str::to_owned)),
        }
    }
    all
}

fn of_cells(cells: &LabelColumn, given: &LabelColumn, kind: Kind) -> HashMap<String, Going> {
    let mut all: HashMap<String, Going> = HashMap::new();
    for row in 0..cells.len() {
        let (Some(cell), Some(value)) = (cells.get(row), given.get(row)) else { continue };
        let going = all.entry_ref(value).or_default();
        match kind {
            Kind::Label => match Generalized::parse(cell, kind, None) {
                Ok(Generalized::Labels(labels)) if labels.len() == 1 => going.labels.extend(labels),
                _ => {}
            },
            kind => {
                let found = reach(cell, kind);
                found.low.zip(found.high).into_iter().for_each(|(low, high)| going.add(low, high));
            }
        }
    }
    all
}

/// What is left of a cell: of one that nothing is known to go with, or that nothing is left of, all.
fn narrow(cell: &str, kind: Kind, tree: Option<&Hierarchy>, going: Option<&Going>) -> String {
    let Some(going) = going else { return cell.to_owned() };
    if let Some((least, most)) = going.reach() {
        let found = reach(cell, kind);
        let low = found.low.map_or(least, |low| low.max(least));
        let high = found.high.map_or(most, |high| high.min(most));
        return if low > high || found.low.is_some() && found.low == found.high {
            cell.to_owned()
        } else {
            format!("{low}..{high}")
        };
    }
    let Ok(covers) = Generalized::parse(cell, kind, tree) else { return cell.to_owned() };
    let left: Vec<&str> =
        going.labels.iter().map(String::as_str).filter(|label| covers.covers_label(label, tree)).collect();
    if left.is_empty() { cell.to_owned() } else { left.join("|") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_cell_what_goes_with_it_is_left() {
        let going = |ends: &[(i64, i64)]| {
            let mut going = Going::default();
            ends.iter().for_each(|&(low, high)| going.add(low.into(), high.into()));
            going
        };
        let narrow = |cell: &str, going: &Going| narrow(cell, Kind::Number, None, Some(going));
        let exact = going(&[(33, 33), (34, 34)]);
        assert_eq!(narrow("20..60", &exact), "33..34");
        assert_eq!(narrow("34..60", &exact), "34..34");
        assert_eq!(narrow("33", &exact), "33");
        assert_eq!(narrow("*", &exact), "33..34");
        assert_eq!(narrow("20..60", &going(&[(20, 40), (30, 60)])), "30..40");
        let labels = Going { labels: ["a", "b"].map(str::to_owned).into(), ..Going::default() };
        let of = |cell: &str| super::narrow(cell, Kind::Label, None, Some(&labels));
        assert_eq!((of("{a|c}"), of("c"), of("a")), ("a".to_owned(), "c".to_owned(), "a".to_owned()));
    }
}
