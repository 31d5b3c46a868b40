//! Count queries: by hand, at the two ends, and against the definition spelled out row by row.

use aloof_judge::utility::Generalization;
use aloof_judge::utility::query::{Predicate, Published, Queried, Query, QueryTable, Workload};
use aloof_table::{Column, Hierarchy, LabelColumn, NumberColumn, Partition};
use proptest::prelude::*;

fn numbers(values: &[i64]) -> Column {
    Column::Number(NumberColumn::from_integers(values.to_vec()))
}

fn texts(values: &[&str]) -> LabelColumn {
    LabelColumn::from_texts(values.iter().copied().map(Some))
}

fn run(low: u64, high: u64) -> Predicate {
    Predicate::Run { low, high }
}

/// A table of these quasi columns and one sensitive column, released as the texts say.
fn table(quasi: &[Generalization<'_>], pay: (&Column, &Column)) -> QueryTable {
    let labels: Vec<&LabelColumn> = quasi.iter().map(|column| column.released).collect();
    let boxes = Partition::by_equal_labels(&labels, pay.1.len(), |_| false);
    let columns = quasi.iter().map(|column| (Queried::new(column).unwrap(), column.released)).collect();
    let pay = Published { before: pay.0, after: pay.1, drawn: None };
    QueryTable::new(pay.before.len(), columns, &[pay], &boxes)
}

fn plain<'a>(original: &'a Column, released: &'a LabelColumn) -> Generalization<'a> {
    Generalization { original, released, hierarchy: None, order: None }
}

/// Twelve people in three groups of four. Ages 20 to 31 have positions 0 to 11, pay 1 to 12 positions 0 to 11.
///
/// Age 22..25 (positions 2..6), pay 3..10 (2..10). Truth: ages 22, 23, 24, 25 with pay 3, 4, 5, 6: four people.
/// Estimate: of 20..23 half lies inside, two of its four have pay 3 to 10: 1. Of 24..27 half, all four: 2. Of 28..31
/// nothing. Together 3, so the error is 1/4.
#[test]
fn a_dozen_people_by_hand() {
    let ages = numbers(&(20..32).collect::<Vec<_>>());
    let pay = numbers(&(1..13).collect::<Vec<_>>());
    let cells: Vec<&str> = [["20..23"; 4], ["24..27"; 4], ["28..31"; 4]].concat();
    let released = texts(&cells);
    let table = table(&[plain(&ages, &released)], (&pay, &pay));
    let found = table.answer(&Query { quasi: vec![(0, run(2, 6))], sensitive: vec![(0, run(2, 10))] });
    assert_eq!((found.truth, found.estimate), (4.0, 3.0));
    assert_eq!(found.relative_error(), Some(0.25));
    let nobody = table.answer(&Query { quasi: vec![(0, run(0, 2))], sensitive: vec![(0, run(10, 12))] });
    assert_eq!((nobody.truth, nobody.relative_error()), (0.0, None));
}

/// The same twelve, with towns in a tree and schooling on a line: nodes and ranges spread over what they cover.
#[test]
fn labels_spread_over_what_they_cover() {
    let tree = Hierarchy::from_paths([
        vec!["Rome", "Italy", "*"],
        vec!["Milan", "Italy", "*"],
        vec!["Lyon", "France", "*"],
        vec!["Nice", "France", "*"],
    ])
    .unwrap();
    let order = ["none", "primary", "secondary", "tertiary"].map(str::to_owned);
    let towns = Column::Label(texts(&["Rome", "Milan", "Lyon", "Nice"].repeat(3)));
    let schools = Column::Label(texts(&["none", "secondary", "primary", "primary"].repeat(3)));
    let shown_towns = texts(&["Italy", "Italy", "France", "*"].repeat(3));
    let shown_schools =
        texts(&["{none|primary|secondary}", "{none|primary|secondary}", "primary", "primary"].repeat(3));
    let pay = numbers(&[1; 12]);
    let columns = [
        Generalization { original: &towns, released: &shown_towns, hierarchy: Some(&tree), order: None },
        Generalization { original: &schools, released: &shown_schools, hierarchy: None, order: Some(&order) },
    ];
    let table = table(&columns, (&pay, &pay));
    let ask = |town: Predicate, school: Predicate| {
        let found = table.answer(&Query { quasi: vec![(0, town), (1, school)], sensitive: Vec::new() });
        (found.truth, found.estimate)
    };
    // Rome alone: half of Italy and a quarter of `*`; none and primary: two thirds of the range, all of `primary`.
    let leaf = |name: &str| u64::from(tree.leaves(tree.leaf(name).unwrap()).start);
    let (truth, estimate) = ask(run(leaf("Rome"), leaf("Rome") + 1), run(0, 2));
    assert!((truth - 3.0).abs() < 1e-12);
    assert!((estimate - (6.0 * 0.5 * 2.0 / 3.0 + 3.0 * 0.25)).abs() < 1e-12, "{estimate}");
    assert_eq!(ask(run(0, 4), run(0, 4)), (12.0, 12.0));
}

/// Everything in one group: every estimate is the number of people with such pay times the volume asked of the ages.
#[test]
fn one_group_has_the_analytic_error() {
    let ages = numbers(&(0..100).map(|at| at * 7 % 100).collect::<Vec<_>>());
    let pay = numbers(&(0..100).collect::<Vec<_>>());
    let released = texts(&["0..99"; 100]);
    let table = table(&[plain(&ages, &released)], (&pay, &pay));
    let workload = Workload { dimensions: 2, sensitive: 1, volume: 0.25, queries: 200, seed: 3 };
    let mut errors = Vec::new();
    for number in 0..workload.queries {
        let query = workload.query(number, &table);
        let (Predicate::Run { low, high }, Predicate::Run { low: from, high: to }) =
            (&query.quasi[0].1, &query.sensitive[0].1)
        else {
            panic!("numbers are asked for runs")
        };
        assert_eq!((high - low, to - from), (50, 50));
        let truth = (*from..*to).filter(|pay| (*low..*high).contains(&(pay * 7 % 100))).count();
        let estimate = 0.5 * 50.0;
        assert_eq!((table.answer(&query).truth, table.answer(&query).estimate), (truth as f64, estimate));
        errors.extend((truth > 0).then(|| (estimate - truth as f64).abs() / truth as f64));
    }
    let found = table.run(&workload);
    assert_eq!((found.queries, found.empty), (200, 200 - errors.len()));
    errors.sort_unstable_by(f64::total_cmp);
    assert_eq!(found.mean, Some(errors.iter().sum::<f64>() / errors.len() as f64));
}

/// Four people in two groups, two sensitive columns: age 20 to 23, pay 1 to 4, days 9, 8, 7, 6. Asked for pay 1 to 3
/// (positions 0..3) and days 7 and 8 (positions 1..3): the second and the third. Of ages 21 to 23 (1..4) half of the first
/// group and all of the second: 0.5 + 1, where the truth is 2.
#[test]
fn several_sensitive_columns_by_hand() {
    let (ages, pay, days) = (numbers(&[20, 21, 22, 23]), numbers(&[1, 2, 3, 4]), numbers(&[9, 8, 7, 6]));
    let released = texts(&["20..21", "20..21", "22..23", "22..23"]);
    let boxes = Partition::by_equal_labels(&[&released], 4, |_| false);
    let columns = vec![(Queried::new(&plain(&ages, &released)).unwrap(), &released)];
    let sensitive = [&pay, &days].map(|column| Published { before: column, after: column, drawn: None });
    let table = QueryTable::new(4, columns, &sensitive, &boxes);
    let query = Query { quasi: vec![(0, run(1, 4))], sensitive: vec![(0, run(0, 3)), (1, run(1, 3))] };
    let found = table.answer(&query);
    assert_eq!((found.truth, found.estimate), (2.0, 1.5));
    // Three columns, two of them sensitive: each a run of 4 · 0.125^(1/3) = 2 positions.
    let workload = Workload { dimensions: 3, sensitive: 2, volume: 0.125, queries: 50, seed: 1 };
    for number in 0..workload.queries {
        let query = workload.query(number, &table);
        assert_eq!((query.quasi.len(), query.sensitive.len()), (1, 2));
        let all = query.quasi.iter().chain(&query.sensitive);
        assert!(all.clone().all(|(_, predicate)| (predicate.length() - 2.0).abs() < 1e-12), "{query:?}");
    }
    let one_of_two = Workload { sensitive: 1, dimensions: 2, ..workload };
    let drawn: Vec<usize> = (0..50).map(|number| one_of_two.query(number, &table).sensitive[0].0).collect();
    assert!(drawn.contains(&0) && drawn.contains(&1));
}

/// The four people again, in two tables and groups of two: of ages 21 to 23 the second of the first group and all of the
/// second. Of pay 1 to 3 both of the first group and one of the second: 1/2 · 2 + 1 · 1, where the truth is 2.
#[test]
fn two_tables_by_hand() {
    let (ages, pay) = (numbers(&[20, 21, 22, 23]), numbers(&[1, 2, 3, 4]));
    let released = texts(&["20", "21", "22", "23"]);
    let groups = Partition::from_group_of(&[0, 0, 1, 1], 2);
    let columns = vec![(Queried::new(&plain(&ages, &released)).unwrap(), &released)];
    let table = QueryTable::in_two_tables(4, columns, &[Published { before: &pay, after: &pay, drawn: None }], &groups);
    let found = table.answer(&Query { quasi: vec![(0, run(1, 4))], sensitive: vec![(0, run(0, 3))] });
    assert_eq!((found.truth, found.estimate), (2.0, 2.0));
    let first = table.answer(&Query { quasi: vec![(0, run(0, 1))], sensitive: vec![(0, run(0, 1))] });
    assert_eq!((first.truth, first.estimate), (1.0, 0.5));
}

#[test]
fn cells_of_other_programs() {
    let ages = numbers(&[17, 18, 20, 23, 29, 40]);
    let cells = texts(&["[17, 20[", "<=18", "{20, 23}", "]18.5, 23]", "29+", "*"]);
    let pay = numbers(&[1; 6]);
    let table = table(&[plain(&ages, &cells)], (&pay, &pay));
    let inside = |low: i64, high: i64| {
        let asked = run((low - 17) as u64, (high - 16) as u64);
        table.answer(&Query { quasi: vec![(0, asked)], sensitive: Vec::new() }).estimate
    };
    // 17 to 19; 17 and 18; 20 and 23; 19 to 23; 29 to 40; 17 to 40.
    let expected = 2.0 / 3.0 + 1.0 + 0.0 + 0.0 + 0.0 + 2.0 / 24.0;
    assert!((inside(17, 18) - expected).abs() < 1e-12);
    let expected = 0.0 + 0.0 + 0.5 + 1.0 / 5.0 + 0.0 + 1.0 / 24.0;
    assert!((inside(23, 23) - expected).abs() < 1e-12);
    assert!((inside(17, 40) - 6.0).abs() < 1e-12);
}

type Row = (i64, u8, i64);

/// Each row by itself: the share of its box that lies inside.
fn literal(rows: &[Row], groups: &[usize], query: &Query) -> f64 {
    let within = |predicate: &Predicate, position: i64| match predicate {
        Predicate::Run { low, high } => (*low as i64..*high as i64).contains(&position),
        Predicate::Set(chosen) => chosen.contains(&(position as u64)),
    };
    let lowest = |of: fn(&Row) -> i64| rows.iter().map(of).min().unwrap();
    let (first_age, first_pay) = (lowest(|row| row.0), lowest(|row| row.2));
    let mut towns: Vec<u8> = rows.iter().map(|row| row.1).collect();
    towns.sort_unstable();
    towns.dedup();
    let share = |at: usize| -> f64 {
        let members: Vec<&Row> =
            (0..rows.len()).filter(|&other| groups[other] == groups[at]).map(|other| &rows[other]).collect();
        let (low, high) =
            (members.iter().map(|row| row.0).min().unwrap(), members.iter().map(|row| row.0).max().unwrap());
        let mut labels: Vec<u8> = members.iter().map(|row| row.1).collect();
        labels.sort_unstable();
        labels.dedup();
        let part = |(column, predicate): &(usize, Predicate)| {
            let inside: Vec<bool> = match column {
                0 => (low..=high).map(|age| within(predicate, age - first_age)).collect(),
                _ => labels
                    .iter()
                    .map(|town| within(predicate, towns.iter().position(|other| other == town).unwrap() as i64))
                    .collect(),
            };
            inside.iter().filter(|inside| **inside).count() as f64 / inside.len() as f64
        };
        query.quasi.iter().map(part).product()
    };
    let asked = |row: &Row| query.sensitive.iter().all(|(_, predicate)| within(predicate, row.2 - first_pay));
    (0..rows.len()).filter(|&at| asked(&rows[at])).map(share).sum()
}

proptest! {
    /// What is estimated is what the definition says, and a release that hides nothing has no error.
    #[test]
    fn estimates_are_those_of_the_definition(
        rows in prop::collection::vec((0i64..30, 0u8..6, 0i64..40), 2..30),
        sizes in 1usize..6,
        seed in any::<u64>(),
    ) {
        let groups: Vec<usize> = (0..rows.len()).map(|at| at / sizes).collect();
        let ages = numbers(&rows.iter().map(|row| row.0).collect::<Vec<_>>());
        let names: Vec<String> = rows.iter().map(|row| format!("town{}", row.1)).collect();
        let towns = Column::Label(texts(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        let pay = numbers(&rows.iter().map(|row| row.2).collect::<Vec<_>>());
        let group_of: Vec<u32> = groups.iter().map(|&group| group as u32).collect();
        let partition = Partition::from_group_of(&group_of, groups[rows.len() - 1] + 1);
        let (shown_ages, shown_towns) = (ages.generalize(&partition, None), towns.generalize(&partition, None));
        let released = table(&[plain(&ages, &shown_ages), plain(&towns, &shown_towns)], (&pay, &pay));
        let (same_ages, same_towns) = (ages.to_labels(), towns.to_labels());
        let same = table(&[plain(&ages, &same_ages), plain(&towns, &same_towns)], (&pay, &pay));
        for dimensions in 1..4 {
            let workload = Workload { dimensions, sensitive: 1, volume: 0.3, queries: 20, seed };
            for number in 0..workload.queries {
                let query = workload.query(number, &released);
                let found = released.answer(&query);
                let alone: Vec<usize> = (0..rows.len()).collect();
                prop_assert!((found.estimate - literal(&rows, &groups, &query)).abs() < 1e-9);
                prop_assert!((found.truth - literal(&rows, &alone, &query)).abs() < 1e-9);
            }
            let exact = same.run(&workload);
            prop_assert!(exact.mean.is_none_or(|mean| mean == 0.0), "{:?}", exact);
        }
    }
}
