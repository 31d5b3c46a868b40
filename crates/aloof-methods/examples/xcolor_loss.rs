//! Loss and time of xcolor, the printed algorithm beside ours, for L1 over columns scaled by their ranges.
//!
//! `cargo run --release --example xcolor_loss -- table.csv AGEP,SEX,MAR,RAC1P SCHL,COW,PINCP 0.05 0.8 10 printed candidates`
//!
//! The table is a plain CSV file, or `census:50000` for so many invented people. Labels are numbered by their bytes; rows
//! with an empty cell or `NA` are left out. Behind k stand `printed` (the paper's algorithm too), `candidates`, `alone` (not
//! the default), `degrees` (only how many are similar, counted in two ways), `json` (one line for programs to read) and
//! settings such as `pool=200`.

use std::time::Instant;

use aloof_methods::xcolor::{Common, Problem, Room, Star, Stuck, Tuning, largest_degree, printed, xcolor_with};
use aloof_methods::{Axis, loss};
use aloof_principles::{Dissimilarity, DistanceSpec, Principle, Shape, Similar};
use aloof_table::{Attribute, Column, Decimal, NumberColumn, Partition};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, quasi, sensitive, epsilon, delta, k, settings @ ..] = arguments.as_slice() else {
        eprintln!(
            "usage: xcolor_loss TABLE.csv QUASI,… SENSITIVE,… EPSILON DELTA K [printed] [candidates] [pool=200 …]"
        );
        std::process::exit(2);
    };
    let table = Table::read(path);
    let rows = table.rows.len();
    let axes: Vec<Axis> = quasi.split(',').map(|name| Axis::new(&table.column(name), None)).collect();
    let columns: Vec<(&str, Column)> = sensitive.split(',').map(|name| (name, table.column(name))).collect();
    let columns: Vec<(&str, &Column)> = columns.iter().map(|(name, column)| (*name, column)).collect();
    let attribute = Attribute::new(&columns, |_| false);
    let distance = DistanceSpec { scale: Some("range".to_owned()), ..DistanceSpec::kind("l1") }.check().expect("l1");
    let number = |text: &String| text.parse::<Decimal>().expect("a decimal");
    let rule = Dissimilarity::new(distance, number(epsilon), number(delta), k.parse().expect("a whole number"))
        .expect("sound parameters");
    let similar = rule.similar(attribute.domain()).expect("numbers");
    if settings.iter().any(|setting| setting == "degrees") {
        return degrees(&*similar, attribute.totals());
    }
    let sort = time_sort(rows);
    let json = settings.iter().any(|setting| setting == "json");
    if !json {
        println!(
            "{path}: {rows} rows, {} distinct values, {}; one sort takes {:.2} ms",
            attribute.domain().len(),
            rule.title(),
            sort * 1e3
        );
    }
    let check = rule.bind(&attribute).expect("numbers");
    let report = |name: &str, solve: &dyn Fn() -> Result<Partition, Stuck>| {
        let start = Instant::now();
        let found = solve();
        let (seconds, sorts) = (start.elapsed().as_secs_f64(), start.elapsed().as_secs_f64() / sort);
        let told = match found {
            Ok(partition) => {
                let bad = partition.iter().filter(|rows| !check.judge(&attribute.group(rows)).holds).count();
                let (loss, groups) = (loss(&axes, &partition), partition.len());
                if json {
                    format!("\"loss\": {loss}, \"groups\": {groups}, \"failing\": {bad}")
                } else {
                    format!("loss {loss:.4}  groups {groups:6}  failing {bad}")
                }
            }
            Err(stuck) if json => format!("\"stuck\": \"{stuck}\""),
            Err(stuck) => stuck.to_string(),
        };
        if json {
            println!(
                "{{\"name\": \"{name}\", \"rows\": {rows}, \"sort_seconds\": {sort}, \"seconds\": {seconds}, {told}}}"
            );
        } else {
            println!("{name:12} {told}  {seconds:.3} s  {sorts:.0} sorts");
        }
    };
    let star = Star { codes: attribute.codes(), similar: &*similar, room: Room::of(&rule), shape: Shape::Star };
    let stars = [star];
    let problem = Problem { axes: &axes, rows, stars: &stars, least: rule.k(), may_stand: None };
    let tuning = tuning(rows, settings);
    if !settings.iter().any(|setting| setting == "alone") {
        report("default", &|| xcolor_with(&problem, &tuning));
    }
    if settings.iter().any(|setting| setting == "candidates") && attribute.domain().len() <= Common::MOST {
        let common = Common::new(&*similar, attribute.domain().len());
        let stars = [Star { similar: &common, room: Room::in_mixture(&rule), ..star }];
        report("candidates", &|| xcolor_with(&Problem { stars: &stars, ..problem }, &tuning));
    }
    if settings.iter().any(|setting| setting == "printed") {
        report("printed", &|| printed(&problem));
    }
}

/// Θ by a tree of boxes and by the line alone.
fn degrees(similar: &dyn Similar, totals: &[u32]) {
    let told = |name: &str, similar: &dyn Similar| {
        let start = Instant::now();
        let most = largest_degree(similar, totals);
        println!(
            "{name:5} {} distinct values, most similar others {most}, {:.3} s",
            totals.len(),
            start.elapsed().as_secs_f64()
        );
    };
    told("boxes", similar);
    told("line", &Line(similar));
}

/// Similarity without boxes.
struct Line<'a>(&'a dyn Similar);

impl Similar for Line<'_> {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.0.similar(a, b)
    }

    fn axis(&self) -> Option<&aloof_principles::similarity::Axis> {
        self.0.axis()
    }
}

fn tuning(rows: usize, settings: &[String]) -> Tuning {
    let mut tuning = Tuning::for_rows(rows);
    for (key, value) in settings.iter().filter_map(|setting| setting.split_once('=')) {
        let number: f64 = value.parse().expect("a number");
        match key {
            "pool" => tuning.pool = number as usize,
            "rounds" => tuning.rounds = number as usize,
            "last" => tuning.last = number as usize,
            "passes" => tuning.passes = number as usize,
            "mending" => tuning.mending = number as usize,
            "widest" => tuning.widest = number as usize,
            "far" => tuning.far = number > 0.0,
            "price" => tuning.price = number as f32,
            "size" => tuning.size = number as usize,
            "full" => tuning.full = number,
            "starts" => tuning.starts = number as usize,
            "heavy" => tuning.heavy = number,
            _ => panic!("no setting {key}"),
        }
    }
    tuning
}

/// One sort of so many 64-bit keys.
fn time_sort(rows: usize) -> f64 {
    let key = |row: u64| {
        let mixed = (row ^ (row >> 30)).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb)
    };
    let times = (0..5).map(|_| {
        let mut keys: Vec<u64> = (0..rows as u64).map(key).collect();
        let start = Instant::now();
        keys.sort_unstable();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
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
        let whole = |row: &Vec<String>| row.iter().all(|cell| !cell.is_empty() && cell != "NA");
        Self { header, rows: lines.filter(whole).collect() }
    }

    fn column(&self, name: &str) -> Column {
        let at = self.header.iter().position(|other| other == name).expect("a column of that name");
        let numbers: Option<Vec<Decimal>> = self.rows.iter().map(|row| row[at].parse().ok()).collect();
        if let Some(numbers) = numbers {
            let numbers = NumberColumn::from_decimals(numbers.into_iter().map(Some)).expect("not too many digits");
            return Column::Number(numbers);
        }
        let mut distinct: Vec<&String> = self.rows.iter().map(|row| &row[at]).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let rank = |row: &Vec<String>| distinct.partition_point(|other| **other < row[at]) as i64;
        Column::Number(NumberColumn::from_integers(self.rows.iter().map(rank).collect()))
    }
}
