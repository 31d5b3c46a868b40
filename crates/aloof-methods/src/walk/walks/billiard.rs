//! The billiard walk: a straight path of random length, reflected whenever it meets the boundary.
//!
//! # Source
//! Gryazina and Polyak, *European Journal of Operational Research* 238 (2014).
//!
//! # Idea
//! In the coordinates in which Dikin's ellipsoid around the analytic centre is a ball, a thin body is round, and one path
//! with its reflections crosses it many times; with the covariance of earlier draws in its place it is rounder still, and
//! a few steps make an independent draw.
//!
//! A path is followed through the slacks alone (`round`). Where it ends is found once: a reflection at a row adds a
//! multiple of that row's normal for the rest of the path, so the multiples of rows are added up, and the shape is
//! applied to their sum.
//!
//! # Cost
//! A reflection is one pass over all sides in single precision; a path ends with `n²` multiplications.

use super::{Chain, Ground, Walk};
use crate::chance::{Chance, direction, unit};
use crate::walk::body::Body;
use crate::walk::interior::Centre;
use crate::walk::round::{Flight, Round};

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
        Self { length: 8.0, reflections: 80 }
    }
}

impl Billiard {
    /// For a ground that has the shape of earlier draws: lengths count in their spread.
    pub fn shaped() -> Self {
        Self { length: 7.0, reflections: 80 }
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
        let n = start.len();
        let chain = BilliardChain {
            body: &ground.body,
            centre,
            round: centre.round(&ground.body),
            point: start.to_vec(),
            flight: Flight::default(),
            length: self.length * (n as f64).sqrt(),
            most: self.reflections * (n + 10),
        };
        Some(Box::new(chain))
    }
}

struct BilliardChain<'a> {
    body: &'a Body,
    centre: &'a Centre,
    round: &'a Round,
    point: Vec<f64>,
    flight: Flight,
    length: f64,
    most: usize,
}

impl BilliardChain<'_> {
    /// Where a path of this length and first velocity ends, unless it is reflected too often.
    fn end(&mut self, velocity: &[f64], length: f64) -> Option<Vec<f64>> {
        self.flight.begin(self.round, &self.point, velocity);
        let mut turned = vec![0.0; velocity.len()];
        let mut left = length;
        for _ in 0..self.most {
            let (time, side) = self.flight.next();
            left -= time;
            if left <= 0.0 {
                let turned = self.centre.shape.times(&turned);
                let ends = self.point.iter().zip(velocity).zip(&turned);
                return Some(ends.map(|((x, v), turned)| x + length * v - turned).collect());
            }
            let twice = self.flight.reflect(self.round, &self.centre.shape, time, side);
            // From here to the end of the path the velocity lacks this much of the side's normal.
            self.round.add_side(side, twice * left, &mut turned);
        }
        None
    }
}

impl Chain for BilliardChain<'_> {
    fn step(&mut self, chance: &mut Chance) {
        let mut velocity = vec![0.0; self.point.len()];
        direction(&mut velocity, chance);
        self.centre.shape.stretch(&mut velocity);
        // Evenly around the mean: a law with many short paths takes twice as long for the same effect.
        let length = self.length * (0.5 + unit(chance));
        // Single precision, or a side that is not watched, can end a path outside: such a path is not gone.
        if let Some(point) = self.end(&velocity, length).filter(|point| self.body.holds_inside(point)) {
            self.point = point;
        }
    }

    fn place(&self, into: &mut [f64]) {
        into.copy_from_slice(&self.point);
    }
}
