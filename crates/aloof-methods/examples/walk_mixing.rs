//! How fast each walk mixes on the locality polytope of a segment: `walk_mixing [values|ages] SHARE SECONDS`.

use aloof_methods::walk::chance::{Chance, below, stream, unit};
use aloof_methods::walk::diagnostics::Draws;
use aloof_methods::walk::localities::localities;
use aloof_methods::walk::properties::of_locality;
use aloof_methods::walk::walks::{Billiard, Coordinate, Ground, HitAndRun, Lattice, Walk};
use aloof_methods::walk::{Inequality, Polytope};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let kind = arguments.next().unwrap_or_else(|| "values".to_owned());
    let share: f64 = arguments.next().map_or(0.05, |text| text.parse().expect("a share"));
    let seconds: f64 = arguments.next().map_or(2.0, |text| text.parse().expect("seconds"));
    let mut chance = stream([9; 32], 0);
    let (values, low, high) = if kind == "ages" { ages(&mut chance) } else { fine(&mut chance) };
    let all = localities(&values);
    let kept = (all.len() as f64 * share).round() as usize;
    let mut rows: Vec<Inequality> = Vec::new();
    let mut order: Vec<usize> = (0..all.len()).collect();
    for at in 0..kept {
        let other = at + below((all.len() - at) as u64, &mut chance) as usize;
        order.swap(at, other);
        rows.extend(of_locality(&all[order[at]]));
    }
    rows.sort_by(|a, b| a.terms.cmp(&b.terms));
    rows.dedup();
    println!(
        "{} values, {} localities, {} ties, {kept} kept, {} rows",
        values.len(),
        all.len(),
        all.iter().filter(|l| l.tie).count(),
        rows.len()
    );
    let n = values.len();
    let polytope = Polytope::new(vec![low; n], vec![high; n], &rows).expect("fits");
    assert!(polytope.contains(&values));
    if let Some(file) = arguments.next() {
        let mut text = format!("{n} {low} {high}\n");
        rows.iter().for_each(|row| {
            row.terms.iter().for_each(|(at, c)| text += &format!("{at}:{c} "));
            text += &format!("<= {}\n", row.most);
        });
        std::fs::write(file, text).expect("written");
    }
    let started = Clock::now();
    let ground = Ground::new(polytope, &values);
    println!("centre {:?} in {:.2} ms", ground.centre.is_some(), started.elapsed() * 1e3);
    let inner: Vec<f64> =
        ground.centre.as_ref().map_or_else(|| values.iter().map(|&x| x as f64).collect(), |c| c.point.clone());
    let outer: Vec<f64> = values.iter().map(|&x| x as f64).collect();
    let walks: Vec<(Box<dyn Walk>, &Vec<f64>)> = vec![
        (Box::new(HitAndRun), &inner),
        (Box::new(Coordinate), &inner),
        (Box::new(Lattice), &outer),
        (Box::new(Billiard { length: 1.0, reflections: 40 }), &inner),
        (Box::new(Billiard { length: 2.0, reflections: 40 }), &inner),
        (Box::new(Billiard { length: 4.0, reflections: 40 }), &inner),
        (Box::new(Billiard { length: 8.0, reflections: 80 }), &inner),
        (Box::new(Billiard { length: 16.0, reflections: 160 }), &inner),
    ];
    for (walk, start) in walks {
        measure(walk.as_ref(), &ground, start, seconds);
    }
}

/// Seconds of this thread on a core, so that others on the machine do not count.
struct Clock(f64);

impl Clock {
    fn read() -> f64 {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
        text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).expect("nanoseconds") * 1e-9
    }

    fn now() -> Self {
        Self(Self::read())
    }

    fn elapsed(&self) -> f64 {
        Self::read() - self.0
    }
}

fn fine(chance: &mut Chance) -> (Vec<i64>, i64, i64) {
    let mut values: Vec<i64> = (0..100).map(|_| (unit(chance) * 1e6) as i64).collect();
    values.sort_unstable();
    (values, 0, 1_000_000)
}

fn ages(chance: &mut Chance) -> (Vec<i64>, i64, i64) {
    let mut values: Vec<i64> = (0..100).map(|_| 17 + (73.0 * unit(chance) * unit(chance).sqrt()) as i64).collect();
    values.sort_unstable();
    values.dedup();
    (values, 0, 120)
}

fn measure(walk: &dyn Walk, ground: &Ground, start: &[f64], seconds: f64) {
    let chains = 4;
    let Some(mut first) = walk.begin(ground, start) else { return println!("{}: cannot begin", walk.name()) };
    let mut chance = stream([5; 32], 7);
    let started = Clock::now();
    let mut steps = 0u64;
    while started.elapsed() < seconds * 0.1 {
        (0..20).for_each(|_| first.step(&mut chance));
        steps += 20;
    }
    let per_step = started.elapsed() / steps as f64;
    let draws = 1000;
    let thin = ((seconds / per_step) as usize / (draws * chains)).max(1);
    let mut found = Draws::new(start.len(), chains);
    let started = Clock::now();
    let mut point = vec![0.0; start.len()];
    for chain in 0..chains {
        let mut chance = stream([5; 32], chain as u64);
        let mut walking = walk.begin(ground, start).expect("begins");
        (0..draws / 5 * thin).for_each(|_| walking.step(&mut chance));
        for _ in 0..draws {
            (0..thin).for_each(|_| walking.step(&mut chance));
            walking.place(&mut point);
            found.push(chain, &point);
        }
    }
    let time = started.elapsed();
    let mixing = found.mixing();
    println!(
        "{:12} {:9.2} us/step, thin {thin}, R-hat {:.3}, least ESS {:.0} of {}, per second {:.0}, still {}",
        walk.name(),
        per_step * 1e6,
        mixing.r_hat,
        mixing.effective,
        draws * chains,
        mixing.effective / time,
        mixing.still
    );
}
