//! The billiard walk: a straight path of random length, reflected whenever it meets the boundary.
//!
//! # Source
//! Gryazina and Polyak, *European Journal of Operational Research* 238 (2014).
//!
//! # Idea
//! In the coordinates in which Dikin's ellipsoid around the analytic centre is a ball, a thin body is round, and one path
//! with its reflections crosses it many times; with the covariance of earlier draws in its place it is rounder still, and
//! a few steps make an independent draw. How fast each slack shrinks changes at a reflection by a multiple of a
//! column of the matrix of all rows' products; columns are computed when a row is first met, and kept.
//!
//! # Cost
//! A step takes some reflections per dimension, each a few passes over all rows and bounds.

use std::cell::RefCell;

use super::{Chain, Ground, Walk};
use crate::walk::body::Body;
use crate::walk::chance::{Chance, normals, unit};
use crate::walk::linear::Cholesky;

/// Paths with reflections.
#[derive(Clone, Copy, Debug)]
pub struct Billiard {
    /// The mean length of a path, in the radius of the ellipsoid, per square root of a dimension.
    pub length: f64,
    /// A path with more reflections than this per dimension (and ten) is not gone.
    pub reflections: usize,
}

impl Default for Billiard {
    fn default() -> Self {
        Self { length: 4.0, reflections: 40 }
    }
}

impl Billiard {
    /// For a ground that has the shape of earlier draws: lengths count in their spread.
    pub fn shaped() -> Self {
        Self { length: 2.0, reflections: 80 }
    }
}

impl Walk for Billiard {
    fn name(&self) -> &'static str {
        "billiard"
    }

    fn begin<'a>(&self, ground: &'a Ground, start: &[f64]) -> Option<Box<dyn Chain + 'a>> {
        let centre = ground.centre.as_ref()?;
        if !ground.body.holds_inside(start) {
            return None;
        }
        let table = Table::new(&ground.body, &centre.factor);
        let n = start.len();
        let chain = BilliardChain {
            slacks: table.slacks(start),
            sides: RefCell::new((0..table.lengths.len()).map(|_| None).collect()),
            table,
            point: start.to_vec(),
            length: self.length * (n as f64).sqrt(),
            most: self.reflections * (n + 10),
            steps: 0,
        };
        Some(Box::new(chain))
    }
}

/// The body in round coordinates: rows first, then upper, then lower bounds, each of length one.
struct Table<'a> {
    body: &'a Body,
    factor: &'a Cholesky,
    /// The length that each row has in round coordinates.
    lengths: Vec<f64>,
}

/// A row in round coordinates: where it leads a ball, and how it meets the others.
struct Side {
    /// The unit vector, in original coordinates: L⁻ᵀ times the round one.
    normal: Vec<f64>,
    /// Products with all rows, each of length one.
    products: Vec<f64>,
}

impl<'a> Table<'a> {
    fn new(body: &'a Body, factor: &'a Cholesky) -> Self {
        let mut table = Self { body, factor, lengths: Vec::new() };
        let n = body.dimensions();
        let mut lengths = Vec::with_capacity(body.rows() + 2 * n);
        for row in 0..body.rows() + 2 * n {
            let mut round = table.plain(row);
            factor.solve_lower(&mut round);
            lengths.push(round.iter().map(|x| x * x).sum::<f64>().sqrt());
        }
        table.lengths = lengths;
        table
    }

    /// A row's coefficients.
    fn plain(&self, row: usize) -> Vec<f64> {
        let (n, rows) = (self.body.dimensions(), self.body.rows());
        let mut plain = vec![0.0; n];
        if row < rows {
            self.body.row(row).iter().for_each(|term| plain[term.at as usize] = term.coefficient);
        } else {
            plain[(row - rows) % n] = if row < rows + n { 1.0 } else { -1.0 };
        }
        plain
    }

    /// What is left of each row, in its length.
    fn slacks(&self, point: &[f64]) -> Vec<f64> {
        let mut all = self.body.slacks(point);
        all.extend(point.iter().zip(&self.body.high).map(|(x, high)| high - x));
        all.extend(point.iter().zip(&self.body.low).map(|(x, low)| x - low));
        all.iter_mut().zip(&self.lengths).for_each(|(slack, length)| *slack /= length);
        all
    }

    /// Each row's sum at a vector, in its length.
    fn sums(&self, vector: &[f64], into: &mut Vec<f64>) {
        into.clear();
        into.extend((0..self.body.rows()).map(|row| self.body.sum(row, vector)));
        into.extend(vector);
        into.extend(vector.iter().map(|x| -x));
        into.iter_mut().zip(&self.lengths).for_each(|(sum, length)| *sum /= length);
    }

    fn side(&self, row: usize) -> Side {
        let mut normal = self.plain(row);
        self.factor.solve(&mut normal);
        normal.iter_mut().for_each(|x| *x /= self.lengths[row]);
        let mut products = Vec::new();
        self.sums(&normal, &mut products);
        Side { normal, products }
    }
}

struct BilliardChain<'a> {
    table: Table<'a>,
    point: Vec<f64>,
    slacks: Vec<f64>,
    sides: RefCell<Vec<Option<Box<Side>>>>,
    length: f64,
    most: usize,
    steps: u32,
}

const REFRESH: u32 = 16;

/// The row that is met first, and when.
fn first_met(slacks: &[f64], speeds: &[f64]) -> (f64, usize) {
    let mut found = (f64::INFINITY, usize::MAX);
    for (row, (&slack, &speed)) in slacks.iter().zip(speeds).enumerate() {
        // Multiplied out, so that rows that are not met first cost no division.
        if speed > 0.0 && slack < found.0 * speed {
            found = (slack / speed, row);
        }
    }
    (found.0.max(0.0), found.1)
}

impl Chain for BilliardChain<'_> {
    fn step(&mut self, chance: &mut Chance) {
        let n = self.point.len();
        let mut velocity = vec![0.0; n];
        normals(&mut velocity, chance);
        let size = velocity.iter().map(|x| x * x).sum::<f64>().sqrt();
        velocity.iter_mut().for_each(|x| *x /= size);
        self.table.factor.solve_upper(&mut velocity);
        let mut speeds = Vec::with_capacity(self.slacks.len());
        self.table.sums(&velocity, &mut speeds);
        let mut left = -self.length * unit(chance).ln();
        let (mut point, mut slacks) = (self.point.clone(), self.slacks.clone());
        for _ in 0..self.most {
            let (time, row) = first_met(&slacks, &speeds);
            let going = time.min(left);
            point.iter_mut().zip(&velocity).for_each(|(x, v)| *x += going * v);
            slacks.iter_mut().zip(&speeds).for_each(|(slack, speed)| *slack -= going * speed);
            left -= going;
            if left <= 0.0 {
                if slacks.iter().all(|&slack| slack > 0.0) {
                    self.point = point;
                    self.slacks = slacks;
                }
                break;
            }
            let mut sides = self.sides.borrow_mut();
            let side = sides[row].get_or_insert_with(|| Box::new(self.table.side(row)));
            let twice = 2.0 * speeds[row];
            velocity.iter_mut().zip(&side.normal).for_each(|(v, normal)| *v -= twice * normal);
            speeds.iter_mut().zip(&side.products).for_each(|(speed, product)| *speed -= twice * product);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(REFRESH) {
            self.slacks = self.table.slacks(&self.point);
        }
    }

    fn place(&self, into: &mut [f64]) {
        into.copy_from_slice(&self.point);
    }
}
