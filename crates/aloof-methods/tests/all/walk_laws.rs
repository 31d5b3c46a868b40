//! Walks draw evenly: the marginals of bodies whose law is known pass the test of Kolmogorov and Smirnov.
//!
//! In 20 dimensions every walk starts at one point and has to find the law. In 100 dimensions, where the slower walks
//! would take hours, each of many chains starts at a draw of the law itself and has to keep it; the billiard and the
//! lattice walk have to find it there, too. All seeds are fixed.

use aloof_methods::chance::{Chance, stream, unit};
use aloof_methods::walk::walks::{Billiard, Coordinate, Ground, HitAndRun, Lattice, Printed, Walk};
use aloof_methods::walk::{Inequality, Polytope};

const WIDTH: i64 = 1_000_000_000;

#[derive(Clone, Copy, Debug)]
enum Shape {
    Cube,
    Simplex,
    Order,
}

const SHAPES: [Shape; 3] = [Shape::Cube, Shape::Simplex, Shape::Order];

impl Shape {
    fn ground(self, n: usize) -> Ground {
        let rows = match self {
            Self::Cube => Vec::new(),
            Self::Simplex => vec![Inequality::new((0..n as u32).map(|at| (at, 1)).collect(), WIDTH)],
            Self::Order => (1..n as u32).map(|at| Inequality::new(vec![(at - 1, 1), (at, -1)], 0)).collect(),
        };
        let polytope = Polytope::new(vec![0; n], vec![WIDTH; n], &rows).unwrap();
        let near: Vec<i64> = (1..=n as i64)
            .map(|at| match self {
                Self::Cube => WIDTH / 2,
                Self::Simplex => WIDTH / (n as i64 + 1),
                Self::Order => at * (WIDTH / (n as i64 + 1)),
            })
            .collect();
        Ground::new(polytope, &near)
    }

    /// A draw of the law itself.
    fn exact(self, n: usize, chance: &mut Chance) -> Vec<f64> {
        let mut point: Vec<f64> = (0..n).map(|_| unit(chance)).collect();
        match self {
            Self::Cube => {}
            Self::Order => point.sort_by(f64::total_cmp),
            Self::Simplex => {
                // Gaps between n sorted numbers, the last one left out.
                point.sort_by(f64::total_cmp);
                for at in (1..n).rev() {
                    point[at] -= point[at - 1];
                }
            }
        }
        point.iter().map(|x| (x * WIDTH as f64).floor()).collect()
    }

    /// The share of the law of coordinate `at` below `t`, a share of the width.
    fn below(self, n: usize, at: usize, t: f64) -> f64 {
        match self {
            Self::Cube => t,
            Self::Simplex => 1.0 - (1.0 - t).powi(n as i32),
            Self::Order => at_least(n, at + 1, t),
        }
    }
}

/// The chance that of `n` numbers at least `k` are below `t`.
fn at_least(n: usize, k: usize, t: f64) -> f64 {
    let logs: Vec<f64> = (0..=n)
        .scan(0.0, |sum, x| {
            *sum += if x == 0 { 0.0 } else { (x as f64).ln() };
            Some(*sum)
        })
        .collect();
    let term = |j: usize| logs[n] - logs[j] - logs[n - j] + j as f64 * t.ln() + (n - j) as f64 * (1.0 - t).ln();
    if t <= 0.0 {
        0.0
    } else if t >= 1.0 {
        1.0
    } else {
        (k..=n).map(|j| term(j).exp()).sum::<f64>().min(1.0)
    }
}

/// The largest distance between the law and the draws, times the square root of their number.
fn kolmogorov(mut draws: Vec<f64>, law: impl Fn(f64) -> f64) -> f64 {
    draws.sort_by(f64::total_cmp);
    let count = draws.len() as f64;
    let apart = |(at, x): (usize, &f64)| (law(*x) - at as f64 / count).max((at as f64 + 1.0) / count - law(*x));
    draws.iter().enumerate().map(apart).fold(0.0, f64::max) * count.sqrt()
}

/// Exceeded by one in a thousand.
const LIMIT: f64 = 1.95;

fn check(shape: Shape, n: usize, name: &str, draws: &[Vec<f64>]) {
    for at in [0, n / 3, n / 2, n - 1] {
        let marginal: Vec<f64> = draws.iter().map(|draw| draw[at] / WIDTH as f64).collect();
        let found = kolmogorov(marginal, |t| shape.below(n, at, t));
        assert!(found < LIMIT, "{name} on {shape:?} of {n}: {found:.2} for coordinate {at}");
    }
}

/// One chain from one point, draws far apart.
fn found(walk: &dyn Walk, ground: &Ground, count: usize, apart: usize, seed: u64) -> Vec<Vec<f64>> {
    let start: Vec<f64> = ground.centre.as_ref().unwrap().point.iter().map(|x| x.round()).collect();
    let mut chain = walk.begin(ground, &start).unwrap();
    let mut chance = stream([21; 32], seed);
    let mut next = |steps: usize| {
        (0..steps).for_each(|_| chain.step(&mut chance));
        let mut place = vec![0.0; start.len()];
        chain.place(&mut place);
        place
    };
    next(10 * apart);
    (0..count).map(|_| next(apart)).collect()
}

/// Many chains, each from a draw of the law.
fn kept(walk: &dyn Walk, shape: Shape, ground: &Ground, count: usize, steps: usize) -> Vec<Vec<f64>> {
    let n = ground.body.dimensions();
    let mut chance = stream([22; 32], 5);
    let one = |_| {
        let start = shape.exact(n, &mut chance);
        let mut chain = walk.begin(ground, &start).unwrap_or_else(|| panic!("{} cannot begin", walk.name()));
        (0..steps).for_each(|_| chain.step(&mut chance));
        let mut place = vec![0.0; n];
        chain.place(&mut place);
        let moved = place.iter().zip(&start).filter(|(a, b)| (*a - *b).abs() > 0.0).count();
        assert!(moved * 10 >= 9 * n, "{} moved {moved} of {n}", walk.name());
        place
    };
    (0..count).map(one).collect()
}

#[test]
fn every_walk_finds_the_law_in_20_dimensions() {
    let walks: [(&dyn Walk, usize); 4] =
        [(&HitAndRun, 2500), (&Coordinate, 150), (&Lattice, 40), (&Billiard { length: 4.0, reflections: 100 }, 10)];
    for shape in SHAPES {
        let ground = shape.ground(20);
        for (walk, apart) in walks {
            check(shape, 20, walk.name(), &found(walk, &ground, 250, apart, 1));
        }
    }
}

#[test]
fn every_walk_keeps_the_law_in_100_dimensions() {
    for shape in SHAPES {
        let ground = shape.ground(100);
        for (walk, steps) in [(&HitAndRun as &dyn Walk, 30), (&Coordinate, 5), (&Lattice, 3), (&Billiard::default(), 1)]
        {
            check(shape, 100, walk.name(), &kept(walk, shape, &ground, 250, steps));
        }
    }
}

#[test]
fn the_fast_walks_find_the_law_in_100_dimensions() {
    for shape in SHAPES {
        let ground = shape.ground(100);
        check(shape, 100, "billiard", &found(&Billiard { length: 4.0, reflections: 100 }, &ground, 200, 8, 2));
        check(shape, 100, "lattice", &found(&Lattice, &ground, 200, 60, 2));
    }
}

/// In the shape of first draws, watching only the sides that first paths met.
#[test]
fn the_shaped_billiard_finds_the_law() {
    for shape in SHAPES {
        for n in [20, 100] {
            let mut ground = shape.ground(n);
            let first: Vec<f64> = found(&Billiard::default(), &ground, n, 1, 3).into_iter().flatten().collect();
            ground.centre = ground.centre.as_ref().unwrap().reshaped(&first);
            check(shape, n, "shaped billiard", &found(&Billiard::shaped(), &ground, 250, 4, 4));
        }
    }
}

/// Half a chord converges to the arcsine law, the whole chord to the even one.
#[test]
fn the_printed_walk_is_not_even_in_one_dimension() {
    let ground = Shape::Cube.ground(1);
    let even = |walk: &dyn Walk| {
        let draws = found(walk, &ground, 4000, 5, 3).iter().map(|draw| draw[0] / WIDTH as f64).collect::<Vec<f64>>();
        let outer = draws.iter().filter(|x| **x < 0.1 || **x > 0.9).count() as f64 / 4000.0;
        let arcsine = kolmogorov(draws.clone(), |t| 2.0 / std::f64::consts::PI * t.sqrt().asin());
        (kolmogorov(draws, |t| t), arcsine, outer)
    };
    let (from_even, from_arcsine, outer) = even(&Printed);
    assert!(from_even > 5.0 && from_arcsine < LIMIT, "{from_even} {from_arcsine}");
    assert!((outer - 0.41).abs() < 0.03, "{outer}");
    let (from_even, _, outer) = even(&HitAndRun);
    assert!(from_even < LIMIT && (outer - 0.2).abs() < 0.03, "{from_even} {outer}");
}
