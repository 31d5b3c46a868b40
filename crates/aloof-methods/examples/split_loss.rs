//! Loss and time of split on a table of whole numbers, the printed algorithm beside ours.
//!
//! `cargo run --release --example split_loss -- table.csv AGEP,POBP,OCCP PINCP 4500 5`
//!
//! Labels are numbered by their bytes; numbers with a point lose it (10.25 becomes 1025 where all have two places).

use std::time::Instant;

use aloof_methods::split::{Cuts, Dealing, Infeasible, Near, Problem, Tuning, candidates_with, printed, split_with};
use aloof_methods::{Axis, loss};
use aloof_table::{Column, NumberColumn, Partition};

struct Data {
    axes: Vec<Axis>,
    sensitive: Vec<i64>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, quasi, sensitive, epsilon, m, settings @ ..] = arguments.as_slice() else {
        eprintln!("usage: split_loss TABLE.csv QUASI,QUASI,… SENSITIVE EPSILON M [passes=2 rounds=1 …]…");
        std::process::exit(2);
    };
    let data = read(path, &quasi.split(',').collect::<Vec<_>>(), sensitive);
    let epsilon: i64 = epsilon.parse().expect("a whole number");
    let m: u32 = m.parse().expect("a whole number");
    let sort = time_sort(&data.sensitive);
    println!("{path}: {} rows, ε = {epsilon}, m = {m}; one sort takes {:.1} ms", data.sensitive.len(), sort * 1e3);
    let (codes, values) = ranked(&data.sensitive);
    let near = Near::new(last(&values, epsilon));
    let problem =
        Problem { axes: &data.axes, codes: &codes, near: Some(&near), m, least: 1, monotone: false, may_stand: None };
    if settings.is_empty() {
        report("printed", sort, &data, || printed(&problem, &reaches(&values, epsilon)));
    }
    for (name, width, search, tuning) in
        if settings.is_empty() { variants(epsilon, codes.len()) } else { custom(epsilon, settings, codes.len()) }
    {
        let near = Near::new(last(&values, width));
        let problem = Problem {
            axes: &data.axes,
            codes: &codes,
            near: Some(&near),
            m,
            least: 1,
            monotone: false,
            may_stand: None,
        };
        report(name, sort, &data, || {
            if search {
                candidates_with(&problem, &reaches(&values, epsilon), &tuning)
            } else {
                split_with(&problem, &tuning)
            }
        });
    }
}

fn variants<'a>(epsilon: i64, rows: usize) -> Vec<(&'a str, i64, bool, Tuning)> {
    let best = Tuning::for_rows(rows);
    let plain = Tuning {
        cuts: Cuts::Median,
        dealing: Dealing::RoundRobin,
        passes: 0,
        stop: 0,
        soft: usize::MAX,
        pairs: false,
        rounds: 1,
        pool: 60,
        ..Tuning::good()
    };
    let cuts = Tuning { cuts: Cuts::Any, ..plain.clone() };
    let nearest = Tuning { dealing: Dealing::Nearest, ..cuts.clone() };
    let soft = Tuning { stop: 60, soft: 60, ..nearest.clone() };
    vec![
        ("median cuts, round-robin", epsilon, false, plain.clone()),
        ("other cuts after the median", epsilon, false, Tuning { cuts: Cuts::MedianFirst, ..cuts.clone() }),
        ("any cut, by loss", epsilon, false, cuts.clone()),
        ("+ rows choose groups", epsilon, false, nearest.clone()),
        ("+ rows matched instead", epsilon, false, Tuning { dealing: Dealing::Matched, ..nearest.clone() }),
        ("+ rows choose, stop at 60, soft cuts", epsilon, false, soft.clone()),
        ("+ 1 round of exchanges, pools of 60", epsilon, false, Tuning { passes: 1, ..soft.clone() }),
        ("+ 2 rounds, pools of 100", epsilon, false, Tuning { passes: 1, rounds: 2, pool: 100, ..soft.clone() }),
        ("+ pairs made anew", epsilon, false, Tuning { passes: 1, rounds: 2, pool: 100, pairs: true, ..soft.clone() }),
        (
            "+ bands dealt anew",
            epsilon,
            false,
            Tuning { passes: 1, rounds: 2, pool: 100, pairs: true, bands: true, ..soft },
        ),
        ("quick", epsilon, false, Tuning::quick()),
        ("good", epsilon, false, Tuning::good()),
        ("default", epsilon, false, best.clone()),
        ("quick, candidates", 2 * epsilon, false, Tuning::quick()),
        ("default, candidates", 2 * epsilon, false, best.clone()),
        ("default, candidates by search", epsilon, true, best),
    ]
}

/// Each setting a list of changes with commas between: `passes=2,rounds=8`; `twice` asks for the candidates view,
/// `search` for the search for it.
fn custom(epsilon: i64, settings: &[String], rows: usize) -> Vec<(&str, i64, bool, Tuning)> {
    let one = |setting: &str| {
        let mut tuning = Tuning::quick();
        let mut width = epsilon;
        let mut search = false;
        for change in setting.split(',') {
            let (key, value) = change.split_once('=').unwrap_or((change, "1"));
            let number: usize = value.parse().expect("a whole number");
            match key {
                "default" => tuning = Tuning::for_rows(rows),
                "search" => search = true,
                "mending" => tuning.mending = number,
                "twice" => width = 2 * epsilon,
                "cuts" => tuning.cuts = [Cuts::Median, Cuts::MedianFirst, Cuts::Any][number],
                "stop" => tuning.stop = number,
                "nearest" => {
                    tuning.dealing =
                        if number > 0 { [Dealing::Nearest, Dealing::Matched][number - 1] } else { Dealing::RoundRobin }
                }
                "passes" => tuning.passes = number,
                "pairs" => tuning.pairs = number > 0,
                "bands" => tuning.bands = number > 0,
                "soft_tries" => tuning.soft_tries = number,
                "soft" => tuning.soft = number,
                "cell" => tuning.cell = number,
                "rounds" => tuning.rounds = number,
                "pool" => tuning.pool = number,
                "sample" => tuning.sample = number,
                _ => panic!("no setting {key}"),
            }
        }
        (width, search, tuning)
    };
    settings
        .iter()
        .map(|setting| {
            let (width, search, tuning) = one(setting);
            (setting.as_str(), width, search, tuning)
        })
        .collect()
}

fn report(name: &str, sort: f64, data: &Data, solve: impl Fn() -> Result<Partition, Infeasible>) {
    let (start, busy) = (Instant::now(), cpu_seconds());
    let partition = match solve() {
        Ok(partition) => partition,
        Err(error) => return println!("{name:50} {error}; {:.3} s", start.elapsed().as_secs_f64()),
    };
    let (seconds, busy) = (start.elapsed().as_secs_f64(), cpu_seconds() - busy);
    let loss = loss(&data.axes, &partition);
    let (groups, sorts) = (partition.len(), seconds / sort);
    println!("{name:50} loss {loss:.4}  groups {groups:6}  {seconds:.3} s  {sorts:.1} sorts  {busy:.3} s of all cores");
}

/// Of this process, on all cores.
fn cpu_seconds() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

fn time_sort(values: &[i64]) -> f64 {
    let times = (0..5).map(|_| {
        let mut values = values.to_vec();
        let start = Instant::now();
        values.sort_unstable();
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn ranked(values: &[i64]) -> (Vec<u32>, Vec<i64>) {
    let mut distinct = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let codes = values.iter().map(|value| distinct.partition_point(|other| other < value) as u32).collect();
    (codes, distinct)
}

/// The last value within `width` above each.
fn last(values: &[i64], width: i64) -> Vec<u32> {
    values.iter().map(|&value| (values.partition_point(|&other| other <= value + width) - 1) as u32).collect()
}

fn reaches(values: &[i64], width: i64) -> Vec<(u32, u32)> {
    let first = |&value: &i64| values.partition_point(|&other| other < value - width) as u32;
    values.iter().map(first).zip(last(values, width)).collect()
}

fn read(path: &str, quasi: &[&str], sensitive: &str) -> Data {
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
    let axis = |name: &&str| Axis::new(&Column::Number(NumberColumn::from_integers(column(name))), None);
    Data { axes: quasi.iter().map(axis).collect(), sensitive: column(sensitive) }
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
