//! The search for the candidates view against the judge, and against all ways there are.

use aloof_judge::views::{Candidates, Grouped, QuasiPair, Values};
use aloof_methods::Axis;
use aloof_methods::split::{Infeasible, MayStand, Near, Problem, candidates};
use aloof_principles::{EpsilonM, Neighbourhood, Principle};
use aloof_table::{Attribute, Column, Decimal, Hierarchy, LabelColumn, NumberColumn, Partition};
use proptest::prelude::*;

/// Rows: a number that may be missing, another, a label and a sensitive value.
type Row = (Option<i64>, i64, u8, i64);

struct Quasi {
    column: Column,
    hierarchy: Option<Hierarchy>,
}

fn tree() -> Hierarchy {
    let lines = (0..8).map(|label| vec![format!("label {label}"), format!("of {}", label / 2), "*".to_owned()]);
    Hierarchy::from_paths(lines).unwrap()
}

/// The first `columns` of: numbers, some missing; numbers; labels, some missing; the same under a hierarchy.
fn quasi(rows: &[Row], columns: usize) -> Vec<Quasi> {
    let some = NumberColumn::from_decimals(rows.iter().map(|row| row.0.map(Decimal::from))).unwrap();
    let all = NumberColumn::from_integers(rows.iter().map(|row| row.1).collect());
    let texts: Vec<String> = rows.iter().map(|row| format!("label {}", row.2)).collect();
    let labels = LabelColumn::from_texts(texts.iter().map(|text| (!text.ends_with('0')).then_some(text.as_str())));
    let mut quasi = vec![
        Quasi { column: Column::Number(all), hierarchy: None },
        Quasi { column: Column::Label(labels.clone()), hierarchy: None },
        Quasi { column: Column::Number(some), hierarchy: None },
        Quasi { column: Column::Label(labels), hierarchy: Some(tree()) },
    ];
    quasi.truncate(columns);
    quasi
}

/// A table, a neighbourhood and an m.
struct Case {
    quasi: Vec<Quasi>,
    axes: Vec<Axis>,
    attribute: Attribute,
    near: Neighbourhood,
    m: u32,
    reaches: Vec<(u32, u32)>,
    values: Vec<i64>,
}

impl Case {
    fn new(rows: &[Row], columns: usize, near: Neighbourhood, m: u32) -> Self {
        let quasi = quasi(rows, columns);
        let axes = quasi.iter().map(|quasi| Axis::new(&quasi.column, quasi.hierarchy.as_ref())).collect();
        let values: Vec<i64> = rows.iter().map(|row| row.3).collect();
        let column = Column::Number(NumberColumn::from_integers(values.clone()));
        let attribute = Attribute::new(&[("x", &column)], |_| false);
        let mut distinct: Vec<i128> = values.iter().map(|&value| value.into()).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let reaches = near.reaches(&distinct, 0).unwrap();
        Self { quasi, axes, attribute, near, m, reaches, values }
    }

    fn solve(&self, may_stand: Option<MayStand<'_>>) -> Result<Partition, Infeasible> {
        // Near: one lies in the neighbourhood of the other.
        let last = |code: u32| {
            let above = self.reaches[code as usize].1;
            let below = self.reaches.iter().rposition(|reach| reach.0 <= code).unwrap_or(0) as u32;
            above.max(below)
        };
        let near = Near::new((0..self.reaches.len() as u32).map(last).collect());
        let codes = self.attribute.codes();
        let problem =
            Problem { axes: &self.axes, codes, near: Some(&near), m: self.m, least: 1, monotone: false, may_stand };
        candidates(&problem, &self.reaches)
    }

    /// Whether the release made of these groups holds: in the candidates view by the judge, every group by itself,
    /// and those together that look alike.
    fn holds(&self, partition: &Partition) -> bool {
        let rows = self.attribute.codes().len();
        let texts: Vec<LabelColumn> =
            self.quasi.iter().map(|quasi| quasi.column.generalize(partition, quasi.hierarchy.as_ref())).collect();
        let pair = |at: usize| {
            let quasi = &self.quasi[at];
            QuasiPair::new(&quasi.column, &texts[at], quasi.hierarchy.as_ref()).unwrap()
        };
        let pairs: Vec<QuasiPair<'_>> = (0..texts.len()).map(pair).collect();
        let look_alike = Partition::by_equal_labels(&texts.iter().collect::<Vec<_>>(), rows, |_| false);
        let grouped = Grouped::new(&look_alike, &self.attribute);
        let rule = EpsilonM::new(self.near, self.m).unwrap();
        let check = rule.bind(&self.attribute).unwrap();
        let values = Values { released: &grouped, everywhere: &[], original: self.attribute.codes() };
        let seen = Candidates::new(pairs, rows, look_alike.iter().map(|rows| rows[0]));
        let everyone = seen.uncovered().is_empty();
        let mixed = seen.judge(check.as_ref(), rule.direction(), values).holds();
        let alone = Grouped::new(partition, &self.attribute).judge(check.as_ref(), rule.direction()).holds();
        let alike = grouped.judge(check.as_ref(), rule.direction()).holds();
        everyone && mixed && alone && alike
    }

    /// Whether any set partition of the rows holds.
    fn some_partition_holds(&self) -> bool {
        let mut group_of = vec![0u32; self.values.len()];
        self.some_holds(1, 1, &mut group_of)
    }

    fn some_holds(&self, at: usize, groups: u32, group_of: &mut [u32]) -> bool {
        if at >= group_of.len() {
            let partition = Partition::from_group_of(group_of, groups as usize);
            let big_enough = partition.iter().all(|group| group.len() >= self.m as usize);
            return big_enough && self.holds(&partition);
        }
        (0..=groups).any(|group| {
            group_of[at] = group;
            self.some_holds(at + 1, groups.max(group + 1), group_of)
        })
    }
}

fn complete(partition: &Partition, rows: usize) -> bool {
    let mut all = partition.row_order().to_vec();
    all.sort_unstable();
    all.into_iter().eq(0..rows as u32) && partition.iter().all(|group| !group.is_empty())
}

fn row(values: i64) -> impl Strategy<Value = Row> {
    (prop::option::weighted(0.8, 0i64..6), 0i64..40, 0u8..5, 1..values)
}

fn neighbourhood() -> impl Strategy<Value = Neighbourhood> {
    prop_oneof![
        (0i64..8).prop_map(|e| Neighbourhood::absolute(e.into()).unwrap()),
        (0i64..8, 0i64..8).prop_map(|(a, b)| Neighbourhood::between(a.into(), b.into()).unwrap()),
        (0i128..4).prop_map(|tenths| Neighbourhood::relative(Decimal::new(tenths, 1)).unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// What is found holds, by the judge's code, with every kind of column.
    #[test]
    fn what_is_found_holds(
        rows in prop::collection::vec(row(60), 1..120), columns in 0usize..5, near in neighbourhood(), m in 1u32..5
    ) {
        let case = Case::new(&rows, columns, near, m);
        match case.solve(None) {
            Ok(partition) => {
                prop_assert!(complete(&partition, rows.len()));
                prop_assert!(case.holds(&partition));
            }
            Err(Infeasible::CannotStand | Infeasible::Unfinished) => prop_assert!(false, "nothing else was asked"),
            Err(_) => {}
        }
    }

    #[test]
    fn further_principles_hold_in_every_group(
        rows in prop::collection::vec(row(90), 12..90), near in neighbourhood(), m in 2u32..4, labels in 1usize..4
    ) {
        let may_stand = |group: &[u32]| {
            let mut found: Vec<u8> = group.iter().map(|&row| rows[row as usize].2).collect();
            found.sort_unstable();
            found.dedup();
            found.len() >= labels
        };
        let case = Case::new(&rows, 2, near, m);
        if let Ok(partition) = case.solve(Some(&may_stand)) {
            prop_assert!(complete(&partition, rows.len()));
            prop_assert!(case.holds(&partition));
            prop_assert!(partition.iter().all(may_stand));
        }
    }
}

/// Small numbers from a seed: the same tables in every run.
fn small_tables(seed: u64, tables: usize) -> impl Iterator<Item = (Vec<Row>, usize, i64, u32)> {
    let mut state = seed;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    (0..tables).map(move |_| {
        let n = 4 + next(4) as usize;
        let row = |_| (None, next(7) as i64, next(3) as u8 + 1, next(20) as i64 + 1);
        let rows = (0..n).map(row).collect();
        (rows, 1 + next(2) as usize, 1 + next(5) as i64, 2 + next(2) as u32)
    })
}

/// Of the small tables for which some grouping holds though windows of twice the length are too full, how many are
/// solved.
#[test]
fn small_tables_are_nearly_all_solved() {
    let (mut possible, mut found) = (0, 0);
    for (rows, columns, epsilon, m) in small_tables(7, 4000) {
        let count = |from: i64| rows.iter().filter(|row| (from..=from + 2 * epsilon).contains(&row.3)).count();
        if rows.iter().all(|row| count(row.3) * m as usize <= rows.len()) {
            continue;
        }
        let case = Case::new(&rows, columns, Neighbourhood::absolute(epsilon.into()).unwrap(), m);
        let solved = case.solve(None);
        assert!(solved.as_ref().map_or(true, |partition| case.holds(partition)));
        if solved.is_ok() || case.some_partition_holds() {
            possible += 1;
            found += usize::from(solved.is_ok());
        }
    }
    println!("{found} of {possible}");
    assert!(possible > 300 && found * 100 >= possible * 97, "{found} of {possible}");
}

/// {40, 60} and {50, 80} with ε = 15, m = 2: three of four values lie in a window of 2ε. In boxes that do not cover each
/// other they are safe; in one place they are not, however they are grouped.
#[test]
fn boxes_that_do_not_cover_each_other() {
    let rows = [(None, 1, 1, 40), (None, 1, 1, 60), (None, 9, 1, 50), (None, 9, 1, 80)];
    let case = Case::new(&rows, 1, Neighbourhood::absolute(15.into()).unwrap(), 2);
    let partition = case.solve(None).unwrap();
    assert_eq!(partition.iter().collect::<Vec<_>>(), [&[0, 1][..], &[2, 3]]);
    let same = rows.map(|row| (None, 5, row.2, row.3));
    let case = Case::new(&same, 1, Neighbourhood::absolute(15.into()).unwrap(), 2);
    assert!(matches!(case.solve(None), Err(Infeasible::NotFound { .. })));
    assert!(!case.some_partition_holds());
}

/// The groups do not depend on the number of threads.
#[test]
fn any_number_of_threads_finds_the_same() {
    let mut state = 11u64;
    let mut next = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let row = |_| (None, next(200) as i64, next(5) as u8, (next(40) * next(40)) as i64 + 1);
    let rows: Vec<Row> = (0..3000).map(row).collect();
    let case = Case::new(&rows, 2, Neighbourhood::absolute(60.into()).unwrap(), 3);
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| case.solve(None))
    };
    let one = with(1);
    assert_eq!(with(3), one);
    assert!(one.map_or(true, |partition| case.holds(&partition)));
}
