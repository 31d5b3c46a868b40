//! Weighted loss and counts: a row of weight w counts as w rows, and is what the definition says.

use aloof_judge::utility::query::{Predicate, Published, Queried, Query, QueryTable, Workload};
use aloof_judge::utility::{Generalization, Weights};
use aloof_judge::verify::weighted;
use aloof_table::{Column, Decimal, LabelColumn, NumberColumn, Partition, Ratio};
use proptest::prelude::*;

/// Age, town, pay, weight.
type Row = (i64, u8, i64, i64);

/// A table, its groups, and what is published of it.
struct Release {
    quasi: [Column; 2],
    shown: [LabelColumn; 2],
    pay: Column,
    groups: Partition,
}

impl Release {
    fn new(rows: &[Row], groups: &[u32]) -> Self {
        let numbers = |of: fn(&Row) -> i64| Column::Number(NumberColumn::from_integers(rows.iter().map(of).collect()));
        let names: Vec<String> = rows.iter().map(|row| format!("town{}", row.1)).collect();
        let towns = Column::Label(LabelColumn::from_texts(names.iter().map(|name| Some(name.as_str()))));
        let groups = Partition::from_group_of(groups, *groups.iter().max().unwrap() as usize + 1);
        let quasi = [numbers(|row| row.0), towns];
        let shown = [0, 1].map(|at: usize| quasi[at].generalize(&groups, None));
        Self { quasi, shown, pay: numbers(|row| row.2), groups }
    }

    fn columns(&self) -> [Generalization<'_>; 2] {
        let one = |at: usize| Generalization {
            original: &self.quasi[at],
            released: &self.shown[at],
            hierarchy: None,
            order: None,
        };
        [one(0), one(1)]
    }

    fn table(&self, two: bool) -> QueryTable {
        let quasi = self.columns().map(|column| (Queried::new(&column).unwrap(), column.released)).into();
        let make = if two { QueryTable::in_two_tables } else { QueryTable::new };
        make(self.pay.len(), quasi, &[self.published()], &self.groups)
    }

    fn published(&self) -> Published<'_> {
        Published { before: &self.pay, after: &self.pay, drawn: None }
    }

    fn weighted(&self, weights: &Weights, two: bool) -> QueryTable {
        self.table(two).weighted(weights, weights, &[self.published()], &self.groups).unwrap()
    }
}

/// The weights in hundredths, as a column of decimals has them.
fn weights(rows: &[Row]) -> Weights {
    let hundredths = rows.iter().map(|row| Some(Decimal::new(row.3.into(), 2)));
    Weights::new(&NumberColumn::from_decimals(hundredths).unwrap()).unwrap()
}

fn workloads(seed: u64) -> impl Iterator<Item = Workload> {
    (1..4).map(move |dimensions| Workload { dimensions, sensitive: 1, volume: 0.3, queries: 20, seed })
}

fn near(found: f64, wanted: f64) -> bool {
    (found - wanted).abs() <= 1e-9 * wanted.abs().max(1.0)
}

/// What share of its domain each cell covers, in exact fractions: numbers by their length, labels by how many they are.
fn shares(rows: &[Row], groups: &[u32], column: usize) -> Vec<Ratio> {
    let value = |row: &Row| if column == 0 { row.0 } else { i64::from(row.1) };
    let different = |values: Vec<i64>| values.into_iter().collect::<std::collections::BTreeSet<_>>();
    let all = different(rows.iter().map(value).collect());
    let share = |at: usize| {
        let group = (0..rows.len()).filter(|&other| groups[other] == groups[at]);
        let group = different(group.map(|other| value(&rows[other])).collect());
        let length = |set: &std::collections::BTreeSet<i64>| (set.last().unwrap() - set.first().unwrap()) as u64;
        match (column, group.len()) {
            (_, 1) => Ratio::zero(),
            (0, _) => Ratio::of(length(&group), length(&all)),
            (_, some) => Ratio::of(some as u64, all.len() as u64),
        }
    };
    (0..rows.len()).map(share).collect()
}

/// How much of what a row covers is asked for.
fn inside(rows: &[Row], groups: &[u32], at: usize, query: &Query) -> Ratio {
    let group: Vec<&Row> = (0..rows.len()).filter(|&other| groups[other] == groups[at]).map(|row| &rows[row]).collect();
    let lowest = rows.iter().map(|row| row.0).min().unwrap();
    let towns: Vec<u8> = rows.iter().map(|row| row.1).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    let mut share = Ratio::of(1, 1);
    for (column, predicate) in &query.quasi {
        let covered: std::collections::BTreeSet<i64> = match column {
            0 => (group.iter().map(|row| row.0).min().unwrap()..=group.iter().map(|row| row.0).max().unwrap())
                .map(|age| age - lowest)
                .collect(),
            _ => group.iter().map(|row| towns.iter().position(|town| *town == row.1).unwrap() as i64).collect(),
        };
        let asked = covered.iter().filter(|position| holds(predicate, **position)).count();
        share = &share * &Ratio::of(asked as u64, covered.len() as u64);
    }
    share
}

fn holds(predicate: &Predicate, position: i64) -> bool {
    match predicate {
        Predicate::Run { low, high } => (*low as i64..*high as i64).contains(&position),
        Predicate::Set(chosen) => chosen.contains(&(position as u64)),
    }
}

proptest! {
    #[test]
    fn a_row_counts_as_many_as_it_stands_for(
        rows in prop::collection::vec((0i64..30, 0u8..6, 0i64..40, 1i64..5), 2..20),
        size in 1usize..6,
        seed in any::<u64>(),
    ) {
        let groups: Vec<u32> = (0..rows.len()).map(|at| (at / size) as u32).collect();
        let whole: Vec<Row> = rows.iter().map(|row| (row.0, row.1, row.2, 100 * row.3)).collect();
        let (once, weights) = (Release::new(&whole, &groups), weights(&whole));
        let repeated = |at: usize| std::iter::repeat_n(at, rows[at].3 as usize);
        let order: Vec<usize> = (0..rows.len()).flat_map(repeated).collect();
        let many: Vec<Row> = order.iter().map(|&at| rows[at]).collect();
        let many_groups: Vec<u32> = order.iter().map(|&at| groups[at]).collect();
        let repeated = Release::new(&many, &many_groups);
        for (one, other) in once.columns().iter().zip(repeated.columns()) {
            prop_assert!(near(one.weighted_loss(&weights).unwrap(), other.loss().unwrap()));
        }
        let (weighted, plain) = (once.weighted(&weights, false), repeated.table(false));
        for workload in workloads(seed) {
            for number in 0..workload.queries {
                let query = workload.query(number, &plain);
                prop_assert_eq!(&query, &workload.query(number, &weighted));
                let (found, wanted) = (weighted.answer(&query), plain.answer(&query));
                prop_assert!(near(found.truth, wanted.truth) && near(found.estimate, wanted.estimate), "{found:?} {wanted:?}");
            }
        }
    }

    /// As the definition says, of any decimal weights.
    #[test]
    fn weighted_figures_are_those_of_the_definition(
        rows in prop::collection::vec((0i64..30, 0u8..6, 0i64..40, 1i64..100_000), 2..20),
        size in 1usize..6,
        seed in any::<u64>(),
    ) {
        let groups: Vec<u32> = (0..rows.len()).map(|at| (at / size) as u32).collect();
        let (release, weights) = (Release::new(&rows, &groups), weights(&rows));
        let weight = |row: &Row| Ratio::of(row.3 as u64, 100);
        for (at, column) in release.columns().iter().enumerate() {
            let literal: Vec<(Ratio, Ratio)> = rows.iter().map(weight).zip(shares(&rows, &groups, at)).collect();
            prop_assert!(near(column.weighted_loss(&weights).unwrap(), weighted::loss(&literal).approximate()));
        }
        let (one, two) = (release.weighted(&weights, false), release.weighted(&weights, true));
        let alone: Vec<u32> = (0..rows.len() as u32).collect();
        let lowest = rows.iter().map(|row| row.2).min().unwrap();
        for workload in workloads(seed) {
            for number in 0..workload.queries {
                let query = workload.query(number, &one);
                let asked = |row: &Row| query.sensitive.iter().all(|(_, predicate)| holds(predicate, row.2 - lowest));
                let literal = |groups: &[u32]| {
                    let row = |at: usize| (weight(&rows[at]), inside(&rows, groups, at, &query), asked(&rows[at]));
                    weighted::count(&(0..rows.len()).map(row).collect::<Vec<_>>()).approximate()
                };
                let found = one.answer(&query);
                prop_assert!(near(found.estimate, literal(&groups)), "{found:?}");
                prop_assert!(near(found.truth, literal(&alone)), "{found:?}");
                // In two tables a row has the share of its group's values that is asked for.
                let shared = |at: usize| {
                    let group: Vec<usize> = (0..rows.len()).filter(|&other| groups[other] == groups[at]).collect();
                    let those = group.iter().filter(|&&other| asked(&rows[other])).count();
                    Ratio::of(those as u64, group.len() as u64)
                };
                // All of a group look alike here, since its cells are published.
                let row = |at: usize| (weight(&rows[at]), &inside(&rows, &groups, at, &query) * &shared(at), true);
                let literal = weighted::count(&(0..rows.len()).map(row).collect::<Vec<_>>()).approximate();
                let found = two.answer(&query);
                prop_assert!(near(found.estimate, literal), "{found:?} {literal}");
            }
        }
    }
}

/// Weights that cannot be are none.
#[test]
fn weights_are_above_zero() {
    let of = |values: Vec<i64>| Weights::new(&NumberColumn::from_integers(values));
    assert!(of(vec![1, 0]).is_none() && of(vec![1, -2]).is_none());
    assert!((of(vec![1, 2]).unwrap().total() - 3.0).abs() < 1e-12);
    let missing = NumberColumn::from_decimals([Some(Decimal::from(1)), None]).unwrap();
    assert!(Weights::new(&missing).is_none());
}
