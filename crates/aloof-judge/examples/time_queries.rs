//! What count queries cost, in scans: 1,000 queries over 500,000 made-up rows in boxes of six, against reading the same
//! columns once per query on one core.
//!
//! `cargo run --release -p aloof-judge --example time_queries -- [ROWS] [QUERIES]`

use std::time::Instant;

use aloof_judge::utility::Generalization;
use aloof_judge::utility::query::{Predicate, Queried, Query, QueryTable, Workload};
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
    let table = QueryTable::new(rows, quasi.collect(), Some((&columns[3], &columns[3])), &boxes);
    for dimensions in 2..=4 {
        let workload = Workload { dimensions, volume: 0.1, queries, seed: 1 };
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

/// One pass over the columns asked about.
fn scan(columns: &[Vec<i64>], query: &Query) -> usize {
    let runs = query.quasi.iter().map(|(at, predicate)| (*at, predicate));
    let asked: Vec<(&[i64], i64, i64)> =
        runs.chain(query.sensitive.as_ref().map(|predicate| (3, predicate))).map(ends(columns)).collect();
    (0..columns[0].len())
        .filter(|&row| asked.iter().all(|(column, low, high)| (*low..*high).contains(&column[row])))
        .count()
}

fn ends<'a>(columns: &'a [Vec<i64>]) -> impl Fn((usize, &Predicate)) -> (&'a [i64], i64, i64) {
    |(at, predicate)| {
        let Predicate::Run { low, high } = predicate else { panic!("numbers are asked for runs") };
        let first = columns[at].iter().min().copied().unwrap_or(0);
        (&columns[at], first + *low as i64, first + *high as i64)
    }
}
