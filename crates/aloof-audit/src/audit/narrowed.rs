//! A release as it is to whoever knows which quasi values go with which values of another published column.
//!
//! # Definition
//! A column that *follows* from a quasi column is known with it: rows are told apart by it as by any quasi column. A column that *tells*
//! one leaves of every cell the values that go with what it shows: of numbers and dates the shortest stretch that holds at least three in
//! four of the people with the same value, of labels the most frequent ones that do, so that a copy with errors is taken for what it mostly
//! is. Where the original is not there the values are those that most cells of these people allow, three in four of them at least, and
//! labels that stand alone.
//!
//! # Cost
//! One look at every row, and at every cell beside every value that stands beside it.

use std::collections::BTreeSet;

use aloof_table::{Column, Decimal, Generalized, Hierarchy, Kind, LabelColumn};
use hashbrown::HashMap;

use super::follows::Following;
use crate::data::{Original, Released, reach};

/// The values of a quasi column that go with one value of the other column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Going {
    /// From the least to the greatest.
    reach: Option<(Decimal, Decimal)>,
    labels: BTreeSet<String>,
}

/// The released table with rows told apart by what `found` says of this column of it. `before`: the original, and what the column is there.
pub(super) fn narrowed(
    released: &Released,
    before: Option<(&Original, &Column)>,
    found: &Following,
    column: &LabelColumn,
) -> Released {
    let cells = released.quasi.iter().find(|(name, _)| *name == found.quasi).map(|(_, cells)| cells);
    let Some(cells) = cells.filter(|_| found.tells()) else { return released.told_apart_by(column) };
    let before = before.and_then(|(original, given)| {
        let quasi = original.quasi.iter().find(|quasi| quasi.name == found.quasi)?;
        Some((original, given, quasi.ladder.tree()))
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

/// What each value of the other column goes with, of people.
fn of_original(quasi: &Column, given: &Column, left_out: impl Fn(usize) -> bool) -> HashMap<String, Going> {
    let given = given.to_labels();
    let mut rows_of: HashMap<&str, Vec<usize>> = HashMap::new();
    for row in (0..quasi.len()).filter(|&row| !left_out(row)) {
        given.get(row).into_iter().for_each(|value| rows_of.entry(value).or_default().push(row));
    }
    let going = |rows: Vec<usize>| match quasi {
        Column::Number(numbers) => {
            Going::of_numbers(rows.into_iter().filter_map(|row| numbers.get(row)).collect::<Vec<_>>())
        }
        Column::Date(dates) => Going::of_numbers(
            rows.into_iter()
                .filter_map(|row| dates.get(row).map(|date| Decimal::from(i64::from(date.days()))))
                .collect(),
        ),
        Column::Label(labels) => Going::of_labels(rows.into_iter().filter_map(|row| labels.get(row))),
    };
    rows_of.into_iter().map(|(value, rows)| (value.to_owned(), going(rows))).collect()
}

/// The same of cells.
fn of_cells(cells: &LabelColumn, given: &LabelColumn, kind: Kind) -> HashMap<String, Going> {
    let mut rows_of: HashMap<&str, Vec<usize>> = HashMap::new();
    for row in 0..cells.len() {
        given.get(row).into_iter().for_each(|value| rows_of.entry(value).or_default().push(row));
    }
    let going = |rows: Vec<usize>| {
        let texts = rows.into_iter().filter_map(|row| cells.get(row));
        if kind != Kind::Label {
            let ends = texts.map(|cell| reach(cell, kind)).filter_map(|found| found.low.zip(found.high));
            return Going::of_cells(&ends.collect::<Vec<_>>());
        }
        let alone = texts.filter_map(|cell| match Generalized::parse(cell, kind, None) {
            Ok(Generalized::Labels(labels)) if labels.len() == 1 => labels.into_iter().next(),
            _ => None,
        });
        let alone: Vec<String> = alone.collect();
        Going::of_labels(alone.iter().map(String::as_str))
    };
    rows_of.into_iter().map(|(value, rows)| (value.to_owned(), going(rows))).collect()
}

/// So many of them are not passed over as errors: three in four, as many as still differ hardly at all by a quarter.
fn most(all: usize) -> usize {
    (3 * all).div_ceil(4)
}

impl Going {
    /// The shortest stretch that holds most of these numbers; of several the first.
    fn of_numbers(mut numbers: Vec<Decimal>) -> Self {
        numbers.sort_unstable();
        let wide = most(numbers.len()).max(1);
        let ends = numbers.windows(wide).map(|some| (some[0], some[wide - 1]));
        let length = |&(low, high): &(Decimal, Decimal)| &high.to_ratio() - &low.to_ratio();
        Self { reach: ends.min_by_key(length), ..Self::default() }
    }

    /// The labels that most of them have, the most frequent first, and those that are as frequent as the last of these.
    fn of_labels<'l>(labels: impl Iterator<Item = &'l str>) -> Self {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        labels.for_each(|label| *counts.entry(label).or_default() += 1);
        let mut often: Vec<usize> = counts.values().copied().collect();
        often.sort_unstable_by(|a, b| b.cmp(a));
        let (needed, mut held) = (most(often.iter().sum()), 0);
        let least = often.into_iter().find(|many| {
            held += many;
            held >= needed
        });
        let kept = counts.into_iter().filter(|(_, many)| least.is_some_and(|least| *many >= least));
        Self { labels: kept.map(|(label, _)| label.to_owned()).collect(), reach: None }
    }

    /// Where most cells overlap, from the first such place to the last; nothing where fewer than that do anywhere.
    fn of_cells(cells: &[(Decimal, Decimal)]) -> Self {
        let mut places: Vec<(Decimal, bool)> =
            cells.iter().flat_map(|&(low, high)| [(low, false), (high, true)]).collect();
        places.sort_unstable();
        let (mut open, mut fullest, mut reach) = (0usize, 0, None);
        for (place, closes) in places {
            if closes {
                reach =
                    reach.map(|(low, high, full)| if full == open { (low, place, full) } else { (low, high, full) });
                open -= 1;
            } else {
                open += 1;
                if open > fullest {
                    (fullest, reach) = (open, Some((place, place, open)));
                }
            }
        }
        let reach = reach.filter(|_| fullest >= most(cells.len())).map(|(low, high, _)| (low, high));
        Self { reach, ..Self::default() }
    }
}

/// What is left of a cell: of one that nothing is known to go with, or that nothing is left of, all.
fn narrow(cell: &str, kind: Kind, tree: Option<&Hierarchy>, going: Option<&Going>) -> String {
    let Some(going) = going else { return cell.to_owned() };
    if let Some((least, most)) = going.reach {
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
    use proptest::prelude::*;

    use super::*;

    fn numbers(some: &[i64]) -> Going {
        Going::of_numbers(some.iter().map(|&number| number.into()).collect())
    }

    fn cells(some: &[(i64, i64)]) -> Going {
        Going::of_cells(&some.iter().map(|&(low, high)| (low.into(), high.into())).collect::<Vec<_>>())
    }

    #[test]
    fn of_a_cell_what_goes_with_it_is_left() {
        let narrow = |cell: &str, going: &Going| narrow(cell, Kind::Number, None, Some(going));
        let exact = numbers(&[33, 34]);
        assert_eq!(narrow("20..60", &exact), "33..34");
        assert_eq!(narrow("34..60", &exact), "34..34");
        assert_eq!(narrow("33", &exact), "33");
        assert_eq!(narrow("*", &exact), "33..34");
        assert_eq!(narrow("20..60", &cells(&[(20, 40), (30, 60)])), "30..40");
        let labels = Going { labels: ["a", "b"].map(str::to_owned).into(), reach: None };
        let of = |cell: &str| super::narrow(cell, Kind::Label, None, Some(&labels));
        assert_eq!((of("{a|c}"), of("c"), of("a")), ("a".to_owned(), "c".to_owned(), "a".to_owned()));
    }

    #[test]
    fn a_few_errors_are_passed_over() {
        assert_eq!(numbers(&[33, 2, 33, 33, 33, 33, 33, 90]), numbers(&[33, 33]));
        let often = |labels: &str| Going::of_labels(labels.split(' ')).labels.into_iter().collect::<Vec<_>>().join(" ");
        assert_eq!(
            (often("a a a b"), often("a a b b"), often("a a a b b c")),
            ("a".into(), "a b".into(), "a b".into())
        );
        assert_eq!(cells(&[(1, 5), (4, 9), (3, 7), (80, 90)]), cells(&[(4, 5)]));
        assert_eq!(cells(&[(1, 2), (5, 6), (9, 9)]), Going::default());
    }

    proptest! {
        /// Against every stretch that begins and ends at a number.
        #[test]
        fn the_shortest_stretch_of_most(some in prop::collection::vec(0i64..30, 1..12)) {
            let held = |low: i64, high: i64| some.iter().filter(|&&number| low <= number && number <= high).count();
            let ends = some.iter().flat_map(|&low| some.iter().map(move |&high| (low, high)));
            let least = ends.filter(|&(low, high)| 4 * held(low, high) >= 3 * some.len()).min_by_key(|&(low, high)| (high - low, low));
            let (low, high) = least.unwrap();
            prop_assert_eq!(numbers(&some).reach, Some((low.into(), high.into())));
        }

        /// Against counting how many cells hold every number.
        #[test]
        fn where_most_cells_overlap(some in prop::collection::vec((0i64..12, 0i64..6), 1..9)) {
            let some: Vec<(i64, i64)> = some.into_iter().map(|(low, wide)| (low, low + wide)).collect();
            let over = |place: i64| some.iter().filter(|&&(low, high)| low <= place && place <= high).count();
            let most = (0..20).map(over).max().unwrap();
            let full: Vec<i64> = (0..20).filter(|&place| over(place) == most).collect();
            let reach = (4 * most >= 3 * some.len()).then(|| (full[0].into(), full[full.len() - 1].into()));
            prop_assert_eq!(cells(&some).reach, reach);
        }
    }
}
