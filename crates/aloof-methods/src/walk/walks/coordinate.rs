//! Coordinate hit-and-run: one coordinate at a time, drawn evenly from what its rows leave.
//!
//! # Source
//! Gibbs' sampler for the even law; as hit-and-run along axes see Narayanan and Srivastava, *FOCS* 2022 for its mixing.
//!
//! # Idea
//! A coordinate is limited only by the rows that touch it, about twenty of six hundred. Slacks are kept and updated;
//! rows with the same coefficient stand together, so that one minimum serves them all.
//!
//! # Cost
//! One step draws every coordinate once, in order, and touches every term of every row twice.

use super::{Chain, Ground, Walk};
use crate::chance::{Chance, unit};
use crate::walk::body::Body;
use crate::walk::moves::Moves;

/// One coordinate after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Coordinate;

impl Walk for Coordinate {
    fn name(&self) -> &'static str {
        "coordinate"
    }

    fn begin<'a>(&self, ground: &'a Ground, start: &[f64]) -> Option<Box<dyn Chain + 'a>> {
        let chain = CoordinateChain {
            body: &ground.body,
            moves: Moves::single(&ground.polytope),
            point: start.to_vec(),
            slacks: ground.body.slacks(start),
            steps: 0,
        };
        Some(Box::new(chain))
    }
}

struct CoordinateChain<'a> {
    body: &'a Body,
    moves: Moves,
    point: Vec<f64>,
    slacks: Vec<f64>,
    steps: u32,
}

const REFRESH: u32 = 256;

impl CoordinateChain<'_> {
    fn draw(&mut self, at: usize, chance: &mut Chance) {
        let (mut down, mut up) = (self.body.low[at] - self.point[at], self.body.high[at] - self.point[at]);
        for group in self.moves.groups(at) {
            let rows = self.moves.rows(group);
            let least = rows.iter().map(|&row| self.slacks[row as usize]).fold(f64::INFINITY, f64::min);
            let limit = least / group.coefficient as f64;
            if group.coefficient > 0 {
                up = up.min(limit);
            } else {
                down = down.max(limit);
            }
        }
        let step = down + (up - down).max(0.0) * unit(chance);
        self.point[at] += step;
        for group in self.moves.groups(at) {
            let change = step * group.coefficient as f64;
            self.moves.rows(group).iter().for_each(|&row| self.slacks[row as usize] -= change);
        }
    }
}

impl Chain for CoordinateChain<'_> {
    fn step(&mut self, chance: &mut Chance) {
        for at in 0..self.point.len() {
            self.draw(at, chance);
        }
        self.steps += 1;
        if self.steps.is_multiple_of(REFRESH) {
            self.slacks = self.body.slacks(&self.point);
        }
    }

    fn place(&self, into: &mut [f64]) {
        into.copy_from_slice(&self.point);
    }
}
