//! Loss and time of split on a table of whole numbers, the printed algorithm beside ours.
//!
//! `cargo run --release --example split_loss -- table.csv AGEP,POBP,OCCP PINCP 4500 5`
//!
//! Labels become sets; numbers with a point lose it (10.25 becomes 1025 where all have two places).

use std::time::Instant;

use aloof_methods::loss;
use aloof_methods::split::{Cuts, Dealing, Infeasible, Near, Problem, Tuning, candidates_with, printed, split_with};
use aloof_table::Partition;
use table::{Data, last, ranked, reaches, read, tuned};

mod table;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, quasi, sensitive, epsilon, m, settings @ ..] = arguments.as_slice() else {
        eprintln!("usage: split_loss TABLE.csv QUASI,QUASI,… SENSITIVE EPSILON M [default,twice rounds=4,sweeps=1 …]…");
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
        report("printed", sort, &data, (epsilon, m), || printed(&problem, &reaches(&values, epsilon)));
    }
    for (name, width, search, tuning) in
        if settings.is_empty() { variants(epsilon, codes.len()) } else { custom(epsilon, settings, codes.len()) }
    {
        let has = |word: &str| name.split(',').any(|change| change == word);
        if has("together") {
            together(name, &data, &codes, m, &tuning);
            continue;
        }
        let near = Near::new(last(&values, width));
        let least = name
            .split(',')
            .find_map(|change| change.strip_prefix("least="))
            .map_or(1, |least| least.parse().expect("a whole number"));
        let problem = Problem {
            axes: &data.axes,
            codes: &codes,
            near: Some(&near),
            m,
            least,
            monotone: width > epsilon,
            may_stand: None,
        };
        report(name, sort, &data, (width, m), || {
            if search {
                candidates_with(&problem, &reaches(&values, epsilon), &tuning)
            } else {
                split_with(&problem, &tuning)
            }
        });
    }
}

/// Groups of at least m rows with m different values.
fn together(name: &str, data: &Data, codes: &[u32], m: u32, tuning: &Tuning) {
    let may_stand = |rows: &[u32]| {
        let mut seen: Vec<u32> = Vec::new();
        rows.iter().map(|&row| codes[row as usize]).any(|code| {
            if !seen.contains(&code) {
                seen.push(code);
            }
            seen.len() >= m as usize
        })
    };
    let may_stand = Some(&may_stand as &(dyn Fn(&[u32]) -> bool + Sync));
    let nobody = vec![0; codes.len()];
    let problem = Problem { axes: &data.axes, codes: &nobody, near: None, m, least: m, monotone: true, may_stand };
    let (start, busy) = (Instant::now(), cpu_seconds());
    let partition = split_with(&problem, tuning).expect("groups");
    let (seconds, busy) = (start.elapsed().as_secs_f64(), cpu_seconds() - busy);
    let (loss, groups) = (loss(&data.axes, &partition), partition.len());
    println!("{name:50} loss {loss:.5}  groups {groups:6}  {seconds:.3} s  {busy:.3} s of all cores");
}

fn variants<'a>(epsilon: i64, rows: usize) -> Vec<(&'a str, i64, bool, Tuning)> {
    let best = Tuning::for_rows(rows);
    let plain = Tuning {
        cuts: Cuts::Median,
        dealing: Dealing::RoundRobin,
        stop: 0,
        soft: usize::MAX,
        rounds: 0,
        ..Tuning::good()
    };
    let cuts = Tuning { cuts: Cuts::Any, ..plain.clone() };
    let nearest = Tuning { dealing: Dealing::Nearest, ..cuts.clone() };
    let matched = Tuning { dealing: Dealing::Matched, ..nearest.clone() };
    let soft = Tuning { soft: 60, ..matched.clone() };
    vec![
        ("median cuts, round-robin", epsilon, false, plain.clone()),
        ("other cuts after the median", epsilon, false, Tuning { cuts: Cuts::MedianFirst, ..cuts.clone() }),
        ("any cut, by loss", epsilon, false, cuts.clone()),
        ("+ rows choose groups", epsilon, false, nearest.clone()),
        ("+ rows matched instead", epsilon, false, matched),
        ("+ soft cuts", epsilon, false, soft.clone()),
        ("+ 1 round of annealing", epsilon, false, Tuning { rounds: 1, ..soft.clone() }),
        ("+ 4 rounds", epsilon, false, Tuning { rounds: 4, ..soft.clone() }),
        ("+ 4 rounds, values not rather apart", epsilon, false, Tuning { rounds: 4, apart: 0.0, ..soft }),
        ("quick", epsilon, false, Tuning::quick()),
        ("good", epsilon, false, Tuning::good()),
        ("default", epsilon, false, best.clone()),
        ("quick, register", 2 * epsilon, false, Tuning::quick()),
        ("default, register", 2 * epsilon, false, best.clone()),
        ("default, register, tempered", 2 * epsilon, false, best.clone().tempered([7; 32])),
        ("default, candidates by search", epsilon, true, best),
    ]
}

/// Each setting a list of changes with commas between: `default,rounds=8`; `twice` asks for the register view, `search` for
/// the search for the candidates view, `brief` for loss and time alone, `together` for groups with m different values instead.
fn custom(epsilon: i64, settings: &[String], rows: usize) -> Vec<(&str, i64, bool, Tuning)> {
    let one = |setting: &'_ String| {
        let has = |word: &str| setting.split(',').any(|change| change == word);
        (if has("twice") { 2 * epsilon } else { epsilon }, has("search"), tuned(setting, rows))
    };
    settings
        .iter()
        .map(|setting| {
            let (width, search, tuning) = one(setting);
            (setting.as_str(), width, search, tuning)
        })
        .collect()
}

/// Of the exchanges between neighbouring groups that quasi values alone would favour, the share that sensitive values allow: at
/// the truth, and when the values of each group are shuffled. The nearer the two, the less the groups tell of who has what.
fn open_exchanges(data: &Data, partition: &Partition, width: i64, m: usize) -> (f64, f64) {
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let groups: Vec<&[u32]> = partition.iter().collect();
    let span = |rows: &[u32]| -> f64 {
        let one = |column: &Vec<f64>| {
            let values = rows.iter().map(|&row| column[row as usize]);
            let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
            high - low
        };
        data.columns.iter().map(one).sum::<f64>() * rows.len() as f64
    };
    let holds = |values: &mut Vec<i64>| {
        values.sort_unstable();
        let room = values.len() / m;
        values.iter().zip(&values[room..]).all(|(a, b)| b - a > width)
    };
    let centre = |group: usize, column: &Vec<f64>| column[groups[group][0] as usize];
    let (mut favoured, mut open) = (0usize, [0usize; 2]);
    for _ in 0..400 {
        let one = next(groups.len());
        let far =
            |other: &usize| -> f64 { data.columns.iter().map(|c| (centre(one, c) - centre(*other, c)).abs()).sum() };
        let mut others: Vec<usize> = (0..groups.len()).filter(|&other| other != one).collect();
        let nearest = 30.min(others.len());
        others.select_nth_unstable_by(nearest - 1, |a, b| far(a).total_cmp(&far(b)));
        for &two in &others[..nearest] {
            let before = span(groups[one]) + span(groups[two]);
            for a in 0..groups[one].len() {
                for b in 0..groups[two].len() {
                    let (mut left, mut right) = (groups[one].to_vec(), groups[two].to_vec());
                    std::mem::swap(&mut left[a], &mut right[b]);
                    if span(&left) + span(&right) >= before - 1e-4 {
                        continue;
                    }
                    favoured += 1;
                    for (shuffled, open) in open.iter_mut().enumerate() {
                        let mut values = [groups[one], groups[two]]
                            .map(|rows| rows.iter().map(|&row| data.sensitive[row as usize]).collect::<Vec<i64>>());
                        let (a, b) =
                            if shuffled == 1 { (next(values[0].len()), next(values[1].len())) } else { (a, b) };
                        let [left, right] = &mut values;
                        std::mem::swap(&mut left[a], &mut right[b]);
                        *open += usize::from(holds(left) && holds(right));
                    }
                }
            }
        }
    }
    (open[0] as f64 / favoured.max(1) as f64, open[1] as f64 / favoured.max(1) as f64)
}

/// The mean over rows of the largest share of their group within 2, 5 and 10 times half of `width` of some figure.
fn beyond(data: &Data, partition: &Partition, width: i64) -> [f64; 3] {
    [2, 5, 10].map(|times| {
        let held = |rows: &[u32]| {
            let mut values: Vec<i64> = rows.iter().map(|&row| data.sensitive[row as usize]).collect();
            values.sort_unstable();
            let within = |&value: &i64| values.partition_point(|&other| other <= value + times * width);
            (0..values.len()).map(|at| within(&values[at]) - at).max().unwrap_or(0)
        };
        partition.iter().map(held).sum::<usize>() as f64 / data.sensitive.len() as f64
    })
}

fn report(
    name: &str,
    sort: f64,
    data: &Data,
    (width, m): (i64, u32),
    solve: impl Fn() -> Result<Partition, Infeasible>,
) {
    let (start, busy) = (Instant::now(), cpu_seconds());
    let partition = match solve() {
        Ok(partition) => partition,
        Err(error) => return println!("{name:50} {error}; {:.3} s", start.elapsed().as_secs_f64()),
    };
    let (seconds, busy) = (start.elapsed().as_secs_f64(), cpu_seconds() - busy);
    let loss = loss(&data.axes, &partition);
    let (groups, sorts) = (partition.len(), seconds / sort);
    if name.split(',').any(|word| word == "brief") {
        return println!("{name:50} loss {loss:.5}  groups {groups:6}  {seconds:.3} s  {busy:.3} s of all cores");
    }
    let (truth, shuffled) = open_exchanges(data, &partition, width, m as usize);
    let shares = beyond(data, &partition, width).map(|share| format!("{:.1}%", 100.0 * share)).join(", ");
    println!(
        "{name:50} loss {loss:.4}  groups {groups:6}  {seconds:.3} s  {sorts:.1} sorts  {busy:.3} s of all cores  open {:.1}%, \
         shuffled {:.1}%  within 2, 5, 10ε {shares}",
        100.0 * truth,
        100.0 * shuffled
    );
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
