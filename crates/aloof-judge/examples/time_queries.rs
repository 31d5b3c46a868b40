//! What count queries cost, in scans: 1,000 queries over 500,000 made-up rows in boxes of six, against reading the same
//! columns once per query on one core.
//!
//! `cargo run --release -p aloof-judge --example time_queries -- [ROWS] [QUERIES]`

use std::time::Instant;

use aloof_judge::utility::Generalization;
use aloof_judge::utility::query::{Predicate, Published, Queried, Query, QueryTable, Workload};
use aloof_table::{Column, LabelColumn, NumberColumn, Partition};

/// Numbers that look drawn, always the same.
fn mixed(at: u64, salt: u64) -> u64 {
    (at ^ salt << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().expect("a whole number"));
    let (rows, queries) = (arguments.next().unwrap_or(500_000), arguments.next().unwrap_or(1000));
    let values =
        |salt: u64, limit: u64| -> Vec<i64> { (0..rows as u64).map(|at| (mixed(at, salt) % limit) as i64).collect() };
    let plain = [values(1, 78), values(2, 710), values(3, 983), values(4, 100_000)];
    assert!(plain.iter().all(|column| column.iter().min() == Some(&0)), "too few rows");
    let columns: Vec<Column> =
        plain.iter().map(|column| Column::Number(NumberColumn::from_integers(column.clone()))).collect();
    let group_of: Vec<u32> = (0..rows as u32).map(|row| row / 6).collect();
    let groups = Partition::from_group_of(&group_of, rows.div_ceil(6));
    let released: Vec<LabelColumn> = columns[..3].iter().map(|column| column.generalize(&groups, None)).collect();
    let boxes = Partition::by_equal_labels(&released.iter().collect::<Vec<_>>(), rows, |_| false);
    let quasi = columns.iter().zip(&released).map(|(original, released)| {
        let column = Generalization { original, released, hierarchy: None, order: None };
        (Queried::new(&column).expect("our own notation"), released)
    });
    let pay = Published { before: &columns[3], after: &columns[3], drawn: None };
    let table = QueryTable::new(rows, quasi.collect(), &[pay], &boxes);
    for dimensions in 2..=4 {
        let workload = Workload { dimensions, sensitive: 1, volume: 0.1, queries, seed: 1 };
        let asked: Vec<Query> = (0..queries).map(|number| workload.query(number, &table)).collect();
        let start = Instant::now();
        let found: usize = asked.iter().map(|query| scan(&plain, query)).sum();
        let scans = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let answered = table.run(&workload);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{dimensions} dimensions: {queries} scans {scans:.2} s ({found} rows counted), {queries} queries {seconds:.2} s, \
             ratio {:.2}, mean error {:.3}",
            seconds / scans,
            answered.mean.unwrap_or(f64::NAN)
        );
    }
}

/// One pass over the columns asked about; their smallest values are 0, so positions are values.
fn scan(columns: &[Vec<i64>], query: &Query) -> usize {
    let quasi = query.quasi.iter().map(|(at, predicate)| ends(&columns[*at], predicate));
    let asked: Vec<(&[i64], i64, i64)> =
        quasi.chain(query.sensitive.iter().map(|(_, predicate)| ends(&columns[3], predicate))).collect();
    let passes = |row: &usize| asked.iter().all(|(column, low, high)| (*low..*high).contains(&column[*row]));
    (0..columns[0].len()).filter(passes).count()
}

fn ends<'a>(column: &'a [i64], predicate: &Predicate) -> (&'a [i64], i64, i64) {
    match predicate {
        Predicate::Run { low, high } => (column, *low as i64, *high as i64),
        Predicate::Set(_) => panic!("numbers are asked for runs"),
    }
}
