//! A body in round coordinates, and a ball that flies in it: the sides it can meet, when, and how they meet each other.
//!
//! # Definition
//! In round coordinates the shape `C` is the unit ball, and a row `a` has the length `√(aᵀ·C·a)`. Sides are rows and those
//! bounds that matter, each divided by its length.
//!
//! # Idea
//! A ball is described by how far each side still is and how fast it comes nearer. Flying for a time and turning at a side
//! changes both in one pass: the speeds change by a multiple of the products of that side with all others. Products
//! are computed when a side is first met, from the few terms of its row, and all chains on the body share them.
//! Passes are made in single precision and eight by eight, which the compiler turns into vector instructions; where a path
//! ends is checked in double precision, and what is published in integers.
//!
//! More than half of the rows of a locality polytope follow from others and are never met. Sides that first paths did
//! not meet are not *watched* by later ones: those fly in a slightly larger body, and one that ends outside is not gone,
//! which leaves the even law as it is.
//!
//! # Cost
//! `O(watched sides)` for a reflection, `O(n + terms)` for the products of a side.

use std::cell::OnceCell;

use super::body::{Body, Term};
use super::shape::Shape;

/// A side: a row, or a bound as a row of one term.
#[derive(Clone, Debug)]
struct Side {
    terms: Vec<Term>,
    most: f64,
    length: f64,
}

/// Sides and their products.
#[derive(Debug)]
pub(crate) struct Round {
    sides: Vec<Side>,
    products: Vec<OnceCell<Box<[Lanes]>>>,
}

/// Sides are passed over so many at once.
const LANES: usize = 8;
/// One number for each of them. Arrays and not slices, so that vector instructions do not depend on inlining.
type Lanes = [f32; LANES];
/// A side is never nearer than this, so that a ball which just left it does not meet it again.
const NEAREST: f32 = 1e-20;

impl Round {
    /// All sides of a body.
    pub fn new(body: &Body, shape: &Shape) -> Self {
        let rows = (0..body.rows()).map(|row| (body.row(row).to_vec(), body.most[row]));
        let bound = |at: u32, sign: f64, most: f64| (vec![Term { at, coefficient: sign }], most);
        let tops = body.tops.iter().map(|&at| bound(at, 1.0, body.high[at as usize]));
        let bottoms = body.bottoms.iter().map(|&at| bound(at, -1.0, -body.low[at as usize]));
        let sides = rows.chain(tops).chain(bottoms).map(|(terms, most)| Side { terms, most, length: 1.0 });
        Self::of(sides.collect(), shape)
    }

    /// Those sides that were met so far, in another shape.
    pub fn watched(&self, shape: &Shape) -> Self {
        let met = self.sides.iter().zip(&self.products).filter(|(_, products)| products.get().is_some());
        Self::of(met.map(|(side, _)| side.clone()).collect(), shape)
    }

    fn of(mut sides: Vec<Side>, shape: &Shape) -> Self {
        for side in &mut sides {
            side.length = shape.length(&side.terms);
        }
        Self { products: sides.iter().map(|_| OnceCell::new()).collect(), sides }
    }

    /// Adds a multiple of a side.
    pub fn add_side(&self, side: usize, times: f64, into: &mut [f64]) {
        let side = &self.sides[side];
        let times = times / side.length;
        side.terms.iter().for_each(|term| into[term.at as usize] += times * term.coefficient);
    }

    /// How far each side is from a point.
    fn slacks(&self, point: &[f64], into: &mut Vec<Lanes>) {
        self.fill(1.0, into, |side| ((side.most - side.sum(point)) / side.length) as f32);
    }

    /// How fast each side comes nearer.
    fn speeds(&self, velocity: &[f64], into: &mut Vec<Lanes>) {
        self.fill(0.0, into, |side| (side.sum(velocity) / side.length) as f32);
    }

    /// A number for each side; what is left of the last lanes gets `rest`.
    fn fill(&self, rest: f32, into: &mut Vec<Lanes>, of: impl Fn(&Side) -> f32) {
        into.clear();
        for sides in self.sides.chunks(LANES) {
            let mut lanes = [rest; LANES];
            lanes.iter_mut().zip(sides).for_each(|(lane, side)| *lane = of(side));
            into.push(lanes);
        }
    }

    /// The products of a side with all of them.
    fn products(&self, shape: &Shape, side: usize) -> &[Lanes] {
        self.products[side].get_or_init(|| {
            let normal = shape.normal(&self.sides[side].terms, self.sides[side].length);
            let mut products = Vec::new();
            self.speeds(&normal, &mut products);
            products.into_boxed_slice()
        })
    }
}

impl Side {
    fn sum(&self, vector: &[f64]) -> f64 {
        self.terms.iter().map(|term| term.coefficient * vector[term.at as usize]).sum()
    }
}

/// A ball on its way.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    slacks: Vec<Lanes>,
    speeds: Vec<Lanes>,
    /// One over the time until a side is met, and which.
    next: (f32, usize),
}

impl Flight {
    /// Sets off.
    pub fn begin(&mut self, round: &Round, point: &[f64], velocity: &[f64]) {
        round.slacks(point, &mut self.slacks);
        round.speeds(velocity, &mut self.speeds);
        let nothing = vec![[0.0; LANES]; self.slacks.len()];
        self.next = pass(&mut self.slacks, &mut self.speeds, &nothing, 0.0, 0.0);
    }

    /// How long until a side is met, and which.
    pub fn next(&self) -> (f64, usize) {
        (1.0 / f64::from(self.next.0), self.next.1)
    }

    /// Flies there and turns; twice the speed at which the side was met.
    pub fn reflect(&mut self, round: &Round, shape: &Shape, time: f64, side: usize) -> f64 {
        let twice = 2.0 * self.speeds[side / LANES][side % LANES];
        let products = round.products(shape, side);
        self.next = pass(&mut self.slacks, &mut self.speeds, products, time as f32, twice);
        f64::from(twice)
    }
}

/// Flies on for a time, turns, and finds the side that is met next: the one with the largest speed by distance.
fn pass(slacks: &mut [Lanes], speeds: &mut [Lanes], products: &[Lanes], time: f32, twice: f32) -> (f32, usize) {
    let mut best = [0.0f32; LANES];
    // Numbers of chunks as floating point: one and the same mask then chooses both.
    let mut chunk = [0.0f32; LANES];
    let mut number = 0.0f32;
    for ((slacks, speeds), products) in slacks.iter_mut().zip(speeds).zip(products) {
        let mut rates = [0.0f32; LANES];
        for lane in 0..LANES {
            let slack = slacks[lane] - time * speeds[lane];
            let slack = if slack > NEAREST { slack } else { NEAREST };
            let speed = speeds[lane] - twice * products[lane];
            slacks[lane] = slack;
            speeds[lane] = speed;
            rates[lane] = speed / slack;
        }
        for lane in 0..LANES {
            let more = rates[lane] > best[lane];
            chunk[lane] = if more { number } else { chunk[lane] };
            best[lane] = if more { rates[lane] } else { best[lane] };
        }
        number += 1.0;
    }
    let mut found = 0;
    for lane in 1..LANES {
        if best[lane] > best[found] {
            found = lane;
        }
    }
    (best[found], chunk[found] as usize * LANES + found)
}
