//! Loss and time of xcolor.
//!
//! `cargo run --release --example xcolor_loss -- table.csv AGEP,SEX,MAR,RAC1P SCHL,COW,PINCP 0.05 0.8 10`
use std::time::Instant;

use aloof_methods::xcolor::{Problem, Room, Star, Tuning, printed, xcolor_with};
use aloof_methods::{Axis, loss};
use aloof_principles::{Dissimilarity, DistanceSpec, Principle};
use aloof_table::{Attribute, Column, Decimal, NumberColumn};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, quasi, sensitive, epsilon, delta, k, settings @ ..] = arguments.as_slice() else {
        eprintln!("usage: xcolor_loss TABLE.csv QUASI,… SENSITIVE,… EPSILON DELTA K [setting=…]…");
        std::process::exit(2);
    };
    let table = Table::read(path);
    let axes: Vec<Axis> = quasi.split(',').map(|name| Axis::new(&table.column(name), None)).collect();
    let columns: Vec<(&str, Column)> = sensitive.split(',').map(|name| (name, table.column(name))).collect();
    let columns: Vec<(&str, &Column)> = columns.iter().map(|(name, column)| (*name, column)).collect();
    let attribute = Attribute::new(&columns, |_| false);
    let distance = DistanceSpec { scale: Some("range".to_owned()), ..DistanceSpec::kind("l1") }.check().unwrap();
    let rule =
        Dissimilarity::new(distance, epsilon.parse().unwrap(), delta.parse().unwrap(), k.parse().unwrap()).unwrap();
    let similar = rule.similar(attribute.domain()).unwrap();
    let star = Star { codes: attribute.codes(), similar: &*similar, room: Room::of(&rule) };
    let problem = Problem { axes: &axes, rows: table.rows.len(), stars: &[star], least: rule.k(), may_stand: None };
    println!("{path}: {} rows, {} distinct", table.rows.len(), attribute.domain().len());
    stats(&star, table.rows.len());
    let mut tuning = Tuning::for_rows(table.rows.len());
    let mut as_printed = false;
    for setting in settings {
        let (key, value) = setting.split_once('=').unwrap();
        let value: f32 = value.parse().unwrap();
        match key {
            "pool" => tuning.pool = value as usize,
            "rounds" => tuning.rounds = value as usize,
            "passes" => tuning.passes = value as usize,
            "price" => tuning.price = value,
            "mending" => tuning.mending = value as usize,
            "widest" => tuning.widest = value as usize,
            "printed" => as_printed = value > 0.0,
            "heavy" => tuning.heavy = f64::from(value),
            "size" => tuning.size = value as usize,
            _ => panic!(),
        }
    }
    let start = Instant::now();
    let found = if as_printed { printed(&problem) } else { xcolor_with(&problem, &tuning) };
    let seconds = start.elapsed().as_secs_f64();
    match found {
        Ok(partition) => {
            let check = rule.bind(&attribute).unwrap();
            let bad = partition.iter().filter(|rows| !check.judge(&attribute.group(rows)).holds).count();
            println!("loss {:.4} groups {} bad {bad} {seconds:.3} s", loss(&axes, &partition), partition.len());
        }
        Err(stuck) => println!("stuck {stuck} {seconds:.3} s"),
    }
}

struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(path: &str) -> Self {
        let text = match path.strip_prefix("census:") {
            Some(rows) => {
                let mut text = Vec::new();
                let census = aloof_census::Census::new(rows.parse().expect("a number of rows"), 7);
                census.write_csv(&mut text, 2).expect("room in memory");
                String::from_utf8(text).expect("text")
            }
            None => std::fs::read_to_string(path).expect("a readable file"),
        };
        let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
        let header = lines.next().expect("a header");
        let rows = lines.filter(|row| row.iter().all(|cell| !cell.is_empty() && cell != "NA")).collect();
        Self { header, rows }
    }

    fn column(&self, name: &str) -> Column {
        let at = self.header.iter().position(|other| other == name).expect("a column of that name");
        let numbers: Option<Vec<Decimal>> = self.rows.iter().map(|row| row[at].parse().ok()).collect();
        if let Some(numbers) = numbers {
            return Column::Number(NumberColumn::from_decimals(numbers.into_iter().map(Some)).unwrap());
        }
        let mut distinct: Vec<&String> = self.rows.iter().map(|row| &row[at]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let codes = self.rows.iter().map(|row| distinct.binary_search(&&row[at]).unwrap() as i64).collect();
        Column::Number(NumberColumn::from_integers(codes))
    }
}

fn stats(star: &Star<'_>, rows: usize) {
    let sample: Vec<u32> = (0..2000.min(rows)).map(|at| star.codes[at * rows / 2000.min(rows)]).collect();
    let near = |a: u32, b: u32| a == b || star.similar.similar(a, b);
    let mut stars: Vec<(usize, u32)> =
        sample.iter().map(|&a| (sample.iter().filter(|&&b| near(a, b)).count(), a)).collect();
    stars.sort_unstable_by(|a, b| b.cmp(a));
    let mut best = 0;
    for &(_, centre) in stars.iter().step_by(20).take(40) {
        let mut clique: Vec<u32> = vec![centre];
        let mut count = 0;
        let hood: Vec<u32> = sample.iter().copied().filter(|&b| near(centre, b)).collect();
        let mut inner: Vec<(usize, u32)> =
            hood.iter().map(|&a| (hood.iter().filter(|&&b| near(a, b)).count(), a)).collect();
        inner.sort_unstable_by(|a, b| b.cmp(a));
        for (_, b) in inner {
            if clique.iter().all(|&c| near(c, b)) {
                clique.push(b);
                count += 1;
            }
        }
        best = best.max(count);
    }
    println!(
        "star {:.3} median {:.3} clique {:.3}",
        stars[0].0 as f64 / sample.len() as f64,
        stars[sample.len() / 2].0 as f64 / sample.len() as f64,
        best as f64 / sample.len() as f64
    );
}
