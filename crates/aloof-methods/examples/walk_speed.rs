//! How fast walks mix on locality polytopes, and how long a table takes. One JSON document on standard output.
//!
//! `walk_speed mixing FILE SECONDS`: 100 values, a twentieth of their localities; writes the polytope to FILE, so that
//! others can be measured on it. `walk_speed table ROWS`: three columns of so many rows, in segments of 100, on all
//! cores, and on one core the same segments by the walk as printed, 4,000 steps each. `walk_speed growth`: finding
//! localities in ever longer segments, and whole columns of ever more rows.
//!
//! Seconds of a single walk are those of its thread on a core, so that others on the machine do not count.

use std::fmt::Write as _;
use std::time::Instant;

use aloof_methods::chance::{Chance, below, stream, unit};
use aloof_methods::walk::diagnostics::{Draws, Mixing};
use aloof_methods::walk::localities::localities;
use aloof_methods::walk::properties::of_locality;
use aloof_methods::walk::segments::by_rows;
use aloof_methods::walk::walks::{Billiard, Chain, Coordinate, Ground, HitAndRun, Lattice, Printed, Walk};
use aloof_methods::walk::{Inequality, Polytope, Recipe, Segment, select, walk_column, walk_segment};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = |at: usize| arguments.get(at).map_or("", String::as_str);
    match text(0) {
        "mixing" => mixing(text(1), text(2).parse().unwrap_or(2.0)),
        "table" => table(text(1).parse().unwrap_or(75_000)),
        "growth" => growth(),
        _ => eprintln!("walk_speed mixing FILE SECONDS, walk_speed table ROWS, or walk_speed growth"),
    }
}

/// Seconds of this thread on a core.
struct Clock(f64);

impl Clock {
    fn now() -> Self {
        Self(Self::read())
    }

    fn read() -> f64 {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(f64::NAN) * 1e-9
    }

    fn elapsed(&self) -> f64 {
        Self::read() - self.0
    }
}

const CHAINS: usize = 4;

fn mixing(file: &str, seconds: f64) {
    let mut chance = stream([9; 32], 0);
    let values = fine(&mut chance, 100);
    let rows = rows(&values, &mut chance);
    let n = values.len();
    if !file.is_empty() {
        std::fs::write(file, export(n, &rows)).expect("the file can be written");
    }
    let polytope = Polytope::new(vec![0; n], vec![WIDTH; n], &rows).expect("few digits");
    let clock = Clock::now();
    let mut ground = Ground::new(polytope, &values);
    let centred = clock.elapsed();
    let inner = ground.centre.as_ref().expect("values that differ have an interior").point.clone();
    let outer: Vec<f64> = values.iter().map(|&x| x as f64).collect();
    let mut found = vec![
        measure(&Printed, "printed", &ground, &inner, seconds),
        measure(&HitAndRun, "hit-and-run", &ground, &inner, seconds),
        measure(&Coordinate, "coordinate", &ground, &inner, seconds),
        measure(&Lattice, "lattice", &ground, &outer, seconds),
        measure(&Billiard::default(), "billiard", &ground, &inner, seconds),
    ];
    let clock = Clock::now();
    reshape(&mut ground, &inner, 150);
    let shaping = clock.elapsed();
    found.push(measure(&Billiard::shaped(), "billiard, shaped", &ground, &inner, seconds));
    println!(
        "{{\"values\": {n}, \"rows\": {}, \"centre_seconds\": {centred:.4}, \"shaping_seconds\": {shaping:.4}, \"walks\": [\n  {}]}}",
        rows.len(),
        found.join(",\n  ")
    );
}

/// Walks first, and takes the shape of what was seen.
fn reshape(ground: &mut Ground, start: &[f64], steps: usize) {
    let mut draws = Vec::new();
    for chain in 0..CHAINS {
        let mut chance = stream([6; 32], chain as u64);
        let mut walking = Billiard::default().begin(ground, start).expect("inside");
        draws.extend(follow(walking.as_mut(), start.len(), steps, 1, &mut chance).split_off(steps / 4 * start.len()));
    }
    ground.centre = ground.centre.as_ref().and_then(|centre| centre.reshaped(&draws));
}

fn follow(chain: &mut dyn Chain, n: usize, draws: usize, apart: usize, chance: &mut Chance) -> Vec<f64> {
    let (mut all, mut place) = (Vec::new(), vec![0.0; n]);
    for _ in 0..draws {
        (0..apart).for_each(|_| chain.step(chance));
        chain.place(&mut place);
        all.extend_from_slice(&place);
    }
    all
}

/// The least effective number of draws per second of four chains, the first fifth of each left out but not its time.
fn measure(walk: &dyn Walk, name: &str, ground: &Ground, start: &[f64], seconds: f64) -> String {
    let mut first = walk.begin(ground, start).expect("begins inside");
    let clock = Clock::now();
    let mut steps = 0;
    while clock.elapsed() < seconds * 0.1 {
        follow(first.as_mut(), start.len(), 1, 20, &mut stream([5; 32], 99));
        steps += 20;
    }
    let per_step = clock.elapsed() / f64::from(steps);
    let draws = 1000;
    let apart = ((seconds / per_step) as usize / (draws * CHAINS)).max(1);
    let mut found = Draws::new(start.len(), CHAINS);
    let clock = Clock::now();
    for chain in 0..CHAINS {
        let mut chance = stream([5; 32], chain as u64);
        let mut walking = walk.begin(ground, start).expect("begins inside");
        follow(walking.as_mut(), start.len(), draws / 5, apart, &mut chance);
        let all = follow(walking.as_mut(), start.len(), draws, apart, &mut chance);
        all.chunks(start.len()).for_each(|place| found.push(chain, place));
    }
    let time = clock.elapsed();
    let Mixing { r_hat, effective, .. } = found.mixing();
    let step = per_step * 1e6;
    format!(
        "{{\"walk\": \"{name}\", \"microseconds_per_step\": {step:.2}, \"r_hat\": {r_hat:.3}, \"effective_per_second\": {:.1}}}",
        effective / time
    )
}

const WIDTH: i64 = 1_000_000;

fn fine(chance: &mut Chance, count: usize) -> Vec<i64> {
    let mut values: Vec<i64> = (0..count).map(|_| (unit(chance) * WIDTH as f64) as i64).collect();
    values.sort_unstable();
    values
}

fn rows(values: &[i64], chance: &mut Chance) -> Vec<Inequality> {
    let all = localities(values);
    let mut rows: Vec<Inequality> = select(&all, all.len() / 20, chance).iter().flat_map(of_locality).collect();
    rows.sort_by(|a, b| a.terms.cmp(&b.terms));
    rows.dedup();
    rows
}

/// `n low high`, then a line per row: `variable:coefficient … <= bound`.
fn export(n: usize, rows: &[Inequality]) -> String {
    let mut text = format!("{n} 0 {WIDTH}\n");
    for row in rows {
        for (at, c) in &row.terms {
            let _ = write!(text, "{at}:{c} ");
        }
        let _ = writeln!(text, "<= {}", row.most);
    }
    text
}

/// Ages, codes of occupations and weights: few, some and many distinct values.
fn columns(rows: usize) -> [Vec<i64>; 3] {
    let mut chance = stream([11; 32], 0);
    let ages = (0..rows).map(|_| 17 + (73.0 * unit(&mut chance) * unit(&mut chance).sqrt()) as i64).collect();
    let codes = (0..rows).map(|_| 10 * below(500, &mut chance) as i64).collect();
    let weights = (0..rows).map(|_| (12_000.0 - 150_000.0 * unit(&mut chance).ln()) as i64).collect();
    [ages, codes, weights]
}

fn table(count: usize) {
    let recipe = Recipe::default();
    let mut lines = Vec::new();
    for (at, (name, values)) in ["ages", "codes", "weights"].iter().zip(columns(count)).enumerate() {
        let all: Vec<u32> = (0..count as u32).collect();
        let rows: Vec<Vec<u32>> = by_rows(&all, 100).into_iter().map(|cut| cut.rows).collect();
        let (low, high) = (*values.iter().min().expect("rows"), *values.iter().max().expect("rows"));
        let segments: Vec<Segment> = rows.iter().map(|rows| segment(rows, &values, low, high)).collect();
        let started = Instant::now();
        let walked = walk_column(&values, &rows, &segments, &recipe, [1; 32], at as u32, &|| {}).expect("fits");
        let whole = started.elapsed().as_secs_f64();
        let mixed = walked.outcomes.iter().filter(|outcome| outcome.mixed).count();
        let mut r_hats: Vec<f64> = walked.outcomes.iter().map(|outcome| outcome.mixing.r_hat).collect();
        r_hats.sort_by(f64::total_cmp);
        let (ours, printed) = one_core(&segments[..segments.len().min(20)], &recipe);
        let moved = walked.values.iter().zip(&values).filter(|(a, b)| a != b).count();
        lines.push(format!(
            "{{\"column\": \"{name}\", \"seconds\": {whole:.2}, \"segments\": {}, \"mixed\": {mixed}, \"median_r_hat\": {:.3}, \
             \"moved\": {:.3}, \"walk\": \"{}\", \"seconds_per_segment\": {ours:.4}, \"printed_seconds_per_segment\": {:.4}, \
             \"printed_median_r_hat\": {:.2}, \"printed_moved\": {:.3}}}",
            segments.len(),
            r_hats[r_hats.len() / 2],
            moved as f64 / count as f64,
            walked.outcomes[0].walk,
            printed.seconds,
            printed.r_hat,
            printed.moved
        ));
    }
    println!(
        "{{\"rows\": {count}, \"threads\": {}, \"columns\": [\n  {}]}}",
        rayon::current_num_threads(),
        lines.join(",\n  ")
    );
}

fn segment(rows: &[u32], values: &[i64], low: i64, high: i64) -> Segment {
    let values: Vec<i64> = rows.iter().map(|&row| values[row as usize]).collect();
    let n = values.len();
    Segment { values, low: vec![low; n], high: vec![high; n], linear: Vec::new() }
}

/// The walk as printed, on the same segments.
struct ByThePaper {
    seconds: f64,
    /// The median over segments; 1 where nothing moves.
    r_hat: f64,
    moved: f64,
}

/// Seconds per segment of the default walk and of the printed one, on one core.
fn one_core(segments: &[Segment], recipe: &Recipe) -> (f64, ByThePaper) {
    let clock = Clock::now();
    for (at, segment) in segments.iter().enumerate() {
        walk_segment(segment, recipe, &mut stream([2; 32], at as u64)).expect("fits");
    }
    let ours = clock.elapsed() / segments.len() as f64;
    let clock = Clock::now();
    let (mut r_hats, mut moved) = (Vec::new(), 0.0);
    for (at, segment) in segments.iter().enumerate() {
        let mut chance = stream([3; 32], at as u64);
        let mut values = segment.values.clone();
        values.sort_unstable();
        values.dedup();
        let (n, rows) = (values.len(), rows(&values, &mut chance));
        let polytope = Polytope::new(vec![segment.low[0]; n], vec![segment.high[0]; n], &rows).expect("fits");
        let body = aloof_methods::walk::Body::from(&polytope);
        let ground = Ground { polytope, body, centre: None };
        let start: Vec<f64> = values.iter().map(|&x| x as f64).collect();
        let mut chain = Printed.begin(&ground, &start).expect("begins anywhere");
        let mut draws = Draws::new(n, 1);
        let all = follow(chain.as_mut(), n, 100, 40, &mut chance);
        all.chunks(n).for_each(|place| draws.push(0, place));
        r_hats.push(draws.later(0.5).mixing().r_hat);
        let last = &all[all.len() - n..];
        moved += last.iter().zip(&start).filter(|(a, b)| (*a - *b).abs() >= 0.5).count() as f64 / n as f64;
    }
    let seconds = clock.elapsed() / segments.len() as f64;
    r_hats.sort_by(f64::total_cmp);
    (ours, ByThePaper { seconds, r_hat: r_hats[r_hats.len() / 2], moved: moved / segments.len() as f64 })
}

/// Seconds of one core: localities of 250 to 4,000 values, and columns of 500 to 4,000 rows in segments of 100.
fn growth() {
    let mut chance = stream([13; 32], 0);
    let mut extraction = Vec::new();
    for count in [250, 500, 1000, 2000, 4000] {
        let values = fine(&mut chance, count);
        let clock = Clock::now();
        let mut found = 0;
        (0..20).for_each(|_| found = localities(std::hint::black_box(&values)).len());
        extraction
            .push(format!("{{\"values\": {count}, \"found\": {found}, \"seconds\": {:.6}}}", clock.elapsed() / 20.0));
    }
    let mut whole = Vec::new();
    for count in [500, 1000, 2000, 4000] {
        let [_, codes, _] = columns(count);
        let all: Vec<u32> = (0..count as u32).collect();
        let segments = by_rows(&all, 100).into_iter().map(|cut| segment(&cut.rows, &codes, 0, 5000));
        let clock = Clock::now();
        for (at, segment) in segments.enumerate() {
            walk_segment(&segment, &Recipe::default(), &mut stream([2; 32], at as u64)).expect("fits");
        }
        whole.push(format!("{{\"rows\": {count}, \"seconds\": {:.3}}}", clock.elapsed()));
    }
    println!("{{\"extraction\": [{}], \"rows\": [{}]}}", extraction.join(", "), whole.join(", "));
}
