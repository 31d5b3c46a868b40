//! Split against the definitions, written out literally.

use std::collections::{BTreeMap, BTreeSet};

use aloof_methods::split::{Cuts, Dealing, Infeasible, Near, Problem, Temper, Tuning, printed, split, split_with};
use aloof_methods::{Axis, loss};
use aloof_table::{Column, Hierarchy, LabelColumn, NumberColumn, Partition};
use proptest::prelude::*;

/// Rows: two numbers, a label and a sensitive value.
type Row = (i64, i64, u8, i64);

fn axes(rows: &[Row]) -> Vec<Axis> {
    let numbers = |f: fn(&Row) -> i64| Column::Number(NumberColumn::from_integers(rows.iter().map(f).collect()));
    let texts: Vec<String> = rows.iter().map(|row| format!("label {}", row.2)).collect();
    let labels = LabelColumn::from_texts(texts.iter().map(|text| (!text.ends_with('0')).then_some(text.as_str())));
    let lines = (0..8).map(|label| vec![format!("label {label}"), format!("of {}", label / 2), "*".to_owned()]);
    let tree = Hierarchy::from_paths(lines).unwrap();
    vec![
        Axis::new(&numbers(|row| row.0), None),
        Axis::new(&numbers(|row| row.1), None).weighted(2.0),
        Axis::new(&Column::Label(labels.clone()), None),
        Axis::new(&Column::Label(labels), Some(&tree)),
    ]
}

/// Codes and distinct values.
fn ranked(values: &[i64]) -> (Vec<u32>, Vec<i64>) {
    let mut distinct = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    (values.iter().map(|value| distinct.binary_search(value).unwrap() as u32).collect(), distinct)
}

fn near(distinct: &[i64], epsilon: i64) -> Near {
    let last = |&value: &i64| distinct.iter().rposition(|&other| other <= value + epsilon).unwrap() as u32;
    Near::new(distinct.iter().map(last).collect())
}

fn reaches(distinct: &[i64], epsilon: i64) -> Vec<(u32, u32)> {
    let first = |&value: &i64| distinct.iter().position(|&other| other >= value - epsilon).unwrap() as u32;
    let last = |&value: &i64| distinct.iter().rposition(|&other| other <= value + epsilon).unwrap() as u32;
    distinct.iter().map(|value| (first(value), last(value))).collect()
}

/// (ε, m): no more than one in m of the group lies within ε of any of its values.
fn passes(values: &[i64], epsilon: i64, m: usize) -> bool {
    values.iter().all(|x| values.iter().filter(|y| (*y - x).abs() <= epsilon).count() * m <= values.len())
}

/// Theorem 1: no interval of length ε holds more than one in m of all rows.
fn feasible(values: &[i64], epsilon: i64, m: usize) -> bool {
    values.iter().all(|x| values.iter().filter(|y| (x..=&(x + epsilon)).contains(y)).count() * m <= values.len())
}

fn covers_once(partition: &Partition, rows: usize) -> bool {
    let mut all = partition.row_order().to_vec();
    all.sort_unstable();
    all.into_iter().eq(0..rows as u32)
}

fn sensitive(rows: &[Row]) -> Vec<i64> {
    rows.iter().map(|row| row.3).collect()
}

/// Whether any way of putting `values` into groups makes all of them pass; tries all set partitions.
fn some_partition_passes(values: &[i64], epsilon: i64, m: usize) -> bool {
    fn place(values: &[i64], at: usize, groups: &mut Vec<Vec<i64>>, epsilon: i64, m: usize) -> bool {
        if at == values.len() {
            return groups.iter().all(|group| passes(group, epsilon, m));
        }
        for group in 0..=groups.len() {
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(values[at]);
            if place(values, at + 1, groups, epsilon, m) {
                return true;
            }
            groups[group].pop();
            if groups[group].is_empty() {
                groups.pop();
            }
        }
        false
    }
    place(values, 0, &mut Vec::new(), epsilon, m)
}

fn row(values: i64) -> impl Strategy<Value = Row> {
    (0i64..8, 0i64..30, 0u8..4, 0..values)
}

fn tuning() -> impl Strategy<Value = Tuning> {
    let dealing = prop_oneof![Just(Dealing::RoundRobin), Just(Dealing::Nearest), Just(Dealing::Matched)];
    let kinds = prop_oneof![Just(Cuts::Median), Just(Cuts::MedianFirst), Just(Cuts::Any)];
    let cuts = (kinds, any::<bool>(), 0usize..40, 0usize..40, 4usize..50, 8usize..80);
    // Small pools and leaves, and so hot that groups come and go.
    let annealing = (0usize..6, 1usize..4, 10usize..80, 2usize..30, 0.01f64..2.0, any::<bool>());
    (cuts, dealing, 0usize..4, annealing, 10usize..60).prop_map(|(cuts, dealing, passes, annealing, pool)| {
        let (cuts, pairs, stop, soft, sample, cell) = cuts;
        let (rounds, sweeps, share, leaf, hot, temper) = annealing;
        let temper = temper.then_some(Temper { heat: hot / 2.0, rounds: 1, draws: 2 });
        let dealt = Tuning { cell, cuts, stop, soft, dealing, passes, pairs, pool, sample, ..Tuning::quick() };
        Tuning { rounds, sweeps, share, leaf, heat: (hot, hot / 4.0), temper, ..dealt }
    })
}

proptest! {
    /// Rows that need only be together: every group may stand, and where all that are alike may, nothing is lost.
    #[test]
    fn rows_that_need_only_be_together_stand(
        rows in prop::collection::vec((0i64..4, 0i64..3, 0u8..3, 0i64..4), 1..150), least in 1u32..5, l in 1usize..4, tuning in tuning()
    ) {
        let stands = |group: &[u32]| {
            let values: BTreeSet<i64> = group.iter().map(|&row| rows[row as usize].3).collect();
            group.len() >= least as usize && values.len() >= l
        };
        let (axes, codes) = (axes(&rows), vec![0; rows.len()]);
        let problem = Problem { axes: &axes, codes: &codes, near: None, m: least, least, monotone: true, may_stand: Some(&stands) };
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        match split_with(&problem, &tuning.gathering()) {
            Ok(partition) => {
                prop_assert!(covers_once(&partition, rows.len()));
                prop_assert!(partition.iter().all(stands));
                let mut alike: BTreeMap<(i64, i64, u8), Vec<u32>> = BTreeMap::new();
                rows.iter().zip(0..).for_each(|(row, at)| alike.entry((row.0, row.1, row.2)).or_default().push(at));
                if alike.values().all(|rows| stands(rows)) {
                    prop_assert!(loss(&axes, &partition) < 1e-9);
                }
            }
            Err(_) => prop_assert!(!stands(&all)),
        }
    }

    #[test]
    fn groups_hold_at_least_m_rows_and_no_two_near(
        rows in prop::collection::vec(row(60), 0..150), epsilon in 0i64..8, m in 1u32..5, tuning in tuning()
    ) {
        let values = sensitive(&rows);
        let (codes, distinct) = ranked(&values);
        let near = near(&distinct, epsilon);
        let problem = Problem { axes: &axes(&rows), codes: &codes, near: Some(&near), m, least: 1, monotone: false, may_stand: None };
        match split_with(&problem, &tuning) {
            Ok(partition) => {
                prop_assert!(feasible(&values, epsilon, m as usize));
                prop_assert!(covers_once(&partition, rows.len()));
                for group in partition.iter() {
                    let values: Vec<i64> = group.iter().map(|&row| values[row as usize]).collect();
                    prop_assert!(values.len() >= m as usize);
                    prop_assert!(passes(&values, epsilon, m as usize));
                    for (i, a) in values.iter().enumerate() {
                        prop_assert!(values[i + 1..].iter().all(|b| (a - b).abs() > epsilon));
                    }
                }
            }
            Err(Infeasible::Crowded { largest_m, .. }) => {
                prop_assert!(!feasible(&values, epsilon, m as usize));
                prop_assert!(largest_m == 0 || feasible(&values, epsilon, largest_m));
                prop_assert!(!feasible(&values, epsilon, largest_m + 1));
            }
            Err(other) => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn a_partition_is_found_exactly_when_one_exists(
        rows in prop::collection::vec(row(12), 1..8), epsilon in 0i64..4, m in 1u32..4
    ) {
        let values = sensitive(&rows);
        let (codes, distinct) = ranked(&values);
        let near = near(&distinct, epsilon);
        let problem = Problem { axes: &axes(&rows), codes: &codes, near: Some(&near), m, least: 1, monotone: false, may_stand: None };
        prop_assert_eq!(split(&problem).is_ok(), some_partition_passes(&values, epsilon, m as usize));
        prop_assert_eq!(printed(&problem, &reaches(&distinct, epsilon)).is_ok(), split(&problem).is_ok());
    }

    /// With the window 2ε no mixture of groups breaks the bound, whoever is covered by which.
    #[test]
    fn twice_the_window_keeps_every_mixture(
        rows in prop::collection::vec(row(200), 0..100), epsilon in 0i64..8, m in 1u32..5, mixture in any::<u64>()
    ) {
        let values = sensitive(&rows);
        let (codes, distinct) = ranked(&values);
        let near = near(&distinct, 2 * epsilon);
        let problem = Problem { axes: &axes(&rows), codes: &codes, near: Some(&near), m, least: 1, monotone: false, may_stand: None };
        if let Ok(partition) = split_with(&problem, &Tuning::quick()) {
            let chosen = partition.iter().enumerate().filter(|(group, _)| mixture >> (group % 64) & 1 == 1);
            let mixed: Vec<i64> = chosen.flat_map(|(_, rows)| rows).map(|&row| values[row as usize]).collect();
            prop_assert!(passes(&mixed, epsilon, m as usize));
        }
    }

    #[test]
    fn printed_groups_pass(
        rows in prop::collection::vec(row(60), 0..100), epsilon in 0i64..8, m in 1u32..5
    ) {
        let values = sensitive(&rows);
        let (codes, distinct) = ranked(&values);
        let near = near(&distinct, epsilon);
        let problem = Problem { axes: &axes(&rows), codes: &codes, near: Some(&near), m, least: 1, monotone: false, may_stand: None };
        if let Ok(partition) = printed(&problem, &reaches(&distinct, epsilon)) {
            prop_assert!(covers_once(&partition, rows.len()));
            for group in partition.iter() {
                let values: Vec<i64> = group.iter().map(|&row| values[row as usize]).collect();
                prop_assert!(passes(&values, epsilon, m as usize));
            }
        }
    }

    #[test]
    fn further_principles_hold_in_every_group(
        rows in prop::collection::vec(row(60), 12..120), epsilon in 0i64..4, m in 1u32..4, labels in 1usize..4, tuning in tuning()
    ) {
        let values = sensitive(&rows);
        let (codes, distinct) = ranked(&values);
        let near = near(&distinct, epsilon);
        // Monotone: so many different labels.
        let may_stand = |group: &[u32]| {
            let mut found: Vec<u8> = group.iter().map(|&row| rows[row as usize].2).collect();
            found.sort_unstable();
            found.dedup();
            found.len() >= labels
        };
        for near in [Some(&near), None] {
            let problem = Problem { axes: &axes(&rows), codes: &codes, near, m, least: 1, monotone: false, may_stand: Some(&may_stand) };
            match split_with(&problem, &tuning) {
                Ok(partition) => {
                    prop_assert!(covers_once(&partition, rows.len()));
                    prop_assert!(partition.iter().all(|group| group.len() >= m as usize && may_stand(group)));
                }
                Err(Infeasible::Crowded { .. }) => prop_assert!(near.is_some()),
                // Without proximity the whole table is always a way out.
                Err(Infeasible::NotFound { .. } | Infeasible::Unfinished) => prop_assert!(false, "nothing was searched for"),
                Err(Infeasible::CannotStand) => {
                    let all: Vec<u32> = (0..rows.len() as u32).collect();
                    prop_assert!(near.is_some() || !may_stand(&all));
                }
            }
        }
    }

    /// Whatever the table as one group keeps is made: windows of near values with room for one in m of each group, groups of at
    /// least so many rows, and a further monotone rule.
    #[test]
    fn what_one_group_keeps_is_made(
        rows in prop::collection::vec(row(60), 1..120), epsilon in 0i64..12, m in 1u32..5, least in 1u32..25,
        labels in 0usize..4, tuning in tuning()
    ) {
        let values = sensitive(&rows);
        let (codes, distinct) = ranked(&values);
        let near = near(&distinct, epsilon);
        let may_stand = |group: &[u32]| {
            let mut found: Vec<u8> = group.iter().map(|&row| rows[row as usize].2).collect();
            found.sort_unstable();
            found.dedup();
            found.len() >= labels
        };
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let (axes, near) = (axes(&rows), Some(&near));
        let asks: Option<aloof_methods::split::MayStand<'_>> = if labels == 0 { None } else { Some(&may_stand) };
        let problem = Problem { axes: &axes, codes: &codes, near, m, least, monotone: true, may_stand: asks };
        let one_group = feasible(&values, epsilon, m as usize) && rows.len() >= least as usize && may_stand(&all);
        match split_with(&problem, &tuning) {
            Ok(partition) => {
                prop_assert!(one_group && covers_once(&partition, rows.len()));
                for group in partition.iter() {
                    let values: Vec<i64> = group.iter().map(|&row| values[row as usize]).collect();
                    prop_assert!(group.len() >= least as usize && may_stand(group));
                    prop_assert!(feasible(&values, epsilon, m as usize));
                }
            }
            Err(error) => prop_assert!(!one_group, "{error:?}"),
        }
    }
}

fn many(rows: usize) -> Vec<Row> {
    let mut state = 7u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as i64
    };
    (0..rows).map(|_| (next(50), next(500), next(6) as u8, next(4000))).collect()
}

#[test]
fn any_number_of_threads_gives_the_same_partition() {
    let rows = many(20_000);
    let values = sensitive(&rows);
    let (codes, distinct) = ranked(&values);
    let near = near(&distinct, 100);
    let axes = axes(&rows);
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 5, least: 1, monotone: false, may_stand: None };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| split(&problem).unwrap())
    };
    assert_eq!(on(1), on(4));
}

#[test]
fn better_than_printed() {
    let rows = many(5_000);
    let values = sensitive(&rows);
    let (codes, distinct) = ranked(&values);
    let near = near(&distinct, 200);
    let axes = axes(&rows);
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 4, least: 1, monotone: false, may_stand: None };
    let ours = loss(&axes, &split(&problem).unwrap());
    let theirs = loss(&axes, &printed(&problem, &reaches(&distinct, 200)).unwrap());
    assert!(ours < theirs, "{ours} is not below {theirs}");
}

/// Many people with the same quasi values, more than a cell holds.
#[test]
fn rows_all_alike_are_dealt() {
    let rows: Vec<Row> = (0..20_000).map(|row| (if row < 5 { row } else { 3 }, 3, 1, row)).collect();
    let values = sensitive(&rows);
    let (codes, distinct) = ranked(&values);
    let near = Near::new((0..distinct.len() as u32).map(|code| (code + 10).min(distinct.len() as u32 - 1)).collect());
    let problem = Problem {
        axes: &axes(&rows),
        codes: &codes,
        near: Some(&near),
        m: 5,
        least: 1,
        monotone: false,
        may_stand: None,
    };
    for near in [problem.near, None] {
        let partition = split_with(&Problem { near, ..problem }, &Tuning::quick()).unwrap();
        assert!(covers_once(&partition, rows.len()) && partition.iter().all(|group| group.len() >= 5));
    }
}
