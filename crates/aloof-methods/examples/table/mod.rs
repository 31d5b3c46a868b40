//! A table for the examples: whole numbers, labels as sets; numbers with a point lose it (10.25 becomes 1025 where all have two
//! places). `census:500000` makes so many people up.

#![allow(dead_code, reason = "each example uses some of it")]

use aloof_methods::Axis;
use aloof_methods::split::{Cuts, Dealing, Temper, Tuning};
use aloof_table::{Column, LabelColumn, NumberColumn};

pub struct Data {
    pub axes: Vec<Axis>,
    /// The quasi columns, each scaled to the length of its domain.
    pub columns: Vec<Vec<f64>>,
    pub sensitive: Vec<i64>,
}

pub fn ranked(values: &[i64]) -> (Vec<u32>, Vec<i64>) {
    let mut distinct = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let codes = values.iter().map(|value| distinct.partition_point(|other| other < value) as u32).collect();
    (codes, distinct)
}

/// The last value within `width` above each.
pub fn last(values: &[i64], width: i64) -> Vec<u32> {
    values.iter().map(|&value| (values.partition_point(|&other| other <= value + width) - 1) as u32).collect()
}

pub fn reaches(values: &[i64], width: i64) -> Vec<(u32, u32)> {
    let first = |&value: &i64| values.partition_point(|&other| other < value - width) as u32;
    values.iter().map(first).zip(last(values, width)).collect()
}

pub fn read(path: &str, quasi: &[&str], sensitive: &str) -> Data {
    let text = match path.strip_prefix("census:") {
        Some(rows) => {
            let mut text = Vec::new();
            let census = aloof_census::Census::new(rows.parse().expect("a number of rows"), 7);
            census.write_csv(&mut text, 2).expect("room in memory");
            String::from_utf8(text).expect("text")
        }
        None => std::fs::read_to_string(path).expect("a readable file"),
    };
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let place = |name: &str| header.iter().position(|other| *other == name).expect("a column of that name");
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let column = |name: &str| numbers(&rows.iter().map(|row| row[place(name)]).collect::<Vec<_>>());
    let axis = |name: &&str| {
        let texts: Vec<&str> = rows.iter().map(|row| row[place(name)]).collect();
        let is_number = texts.iter().all(|text| text.replace('.', "").parse::<i64>().is_ok());
        let labels = || Column::Label(LabelColumn::from_texts(texts.iter().copied().map(Some)));
        Axis::new(&if is_number { Column::Number(NumberColumn::from_integers(column(name))) } else { labels() }, None)
    };
    let scaled = |name: &&str| {
        let values = column(name);
        let (low, high) = (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
        values.iter().map(|value| (value - low) as f64 / (high - low).max(1) as f64).collect()
    };
    let columns = quasi.iter().map(scaled).collect();
    Data { axes: quasi.iter().map(axis).collect(), columns, sensitive: column(sensitive) }
}

fn numbers(texts: &[&str]) -> Vec<i64> {
    let number = |text: &&str| text.replace('.', "").parse::<i64>().ok();
    if let Some(numbers) = texts.iter().map(number).collect() {
        return numbers;
    }
    let mut distinct = texts.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    texts.iter().map(|text| distinct.partition_point(|other| other < text) as i64).collect()
}

/// How hard to look, by a list of changes with commas between: `default,rounds=8`. Other words mean something to others.
pub fn tuned(setting: &str, rows: usize) -> Tuning {
    let mut tuning = Tuning::quick();
    for change in setting.split(',') {
        let (key, value) = change.split_once('=').unwrap_or((change, "1"));
        let number: usize = value.parse().expect("a whole number");
        match key {
            "default" => tuning = Tuning::for_rows(rows),
            "tempered" => tuning = tuning.tempered([7; 32]),
            "good" => tuning = Tuning::good(),
            "search" | "twice" | "brief" | "least" => {}
            "together" => tuning = tuning.gathering(),
            "mending" => tuning.mending = number,
            "cuts" => tuning.cuts = [Cuts::Median, Cuts::MedianFirst, Cuts::Any][number],
            "stop" => tuning.stop = number,
            "nearest" => tuning.dealing = [Dealing::RoundRobin, Dealing::Nearest, Dealing::Matched][number],
            "passes" => tuning.passes = number,
            "pairs" => tuning.pairs = number > 0,
            "soft_tries" => tuning.soft_tries = number,
            "soft" => tuning.soft = number,
            "cell" => tuning.cell = number,
            "rounds" => tuning.rounds = number,
            "pool" => tuning.pool = number,
            "share" => tuning.share = number,
            "apart" => tuning.apart = number as f64 / 1000.0,
            "sweeps" => tuning.sweeps = number,
            "leaf" => tuning.leaf = number,
            "chains" => tuning.chains = number,
            "hot" => tuning.heat.0 = number as f64 / 1000.0,
            "cold" => tuning.heat.1 = number as f64 / 1000.0,
            "sample" => tuning.sample = number,
            "temper" => tuning.temper = Some(Temper { heat: number as f64 / 1000.0, rounds: 2, draws: 8 }),
            "draws" => tuning.temper = tuning.temper.map(|temper| Temper { draws: number, ..temper }),
            _ => panic!("no setting {key}"),
        }
    }
    tuning
}
