//! Hit-and-run: a direction drawn evenly, a point drawn evenly from the whole chord.
//!
//! # Source
//! Smith, *Operations Research* 32 (1984). Even in the limit, for every body.
//!
//! # Cost
//! One step draws `n` normal numbers and touches every term of every row once.

use super::{Chain, Ground, Walk};
use crate::chance::{Chance, direction, unit};
use crate::walk::body::Body;

/// Hit-and-run in all directions.
#[derive(Clone, Copy, Debug, Default)]
pub struct HitAndRun;

impl Walk for HitAndRun {
    fn name(&self) -> &'static str {
        "hit-and-run"
    }

    fn begin<'a>(&self, ground: &'a Ground, start: &[f64]) -> Option<Box<dyn Chain + 'a>> {
        Some(Box::new(Line::new(&ground.body, start, Part::Whole)))
    }
}

/// Which part of the chord is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    Forward,
}

/// A chain along straight lines in all directions.
pub(super) struct Line<'a> {
    body: &'a Body,
    part: Part,
    point: Vec<f64>,
    slacks: Vec<f64>,
    direction: Vec<f64>,
    steps: u32,
}

/// Steps after which slacks are computed anew, so that rounding does not add up.
const REFRESH: u32 = 256;

impl<'a> Line<'a> {
    pub fn new(body: &'a Body, start: &[f64], part: Part) -> Self {
        let (point, slacks) = (start.to_vec(), body.slacks(start));
        Self { body, part, direction: vec![0.0; point.len()], point, slacks, steps: 0 }
    }
}

impl Chain for Line<'_> {
    fn step(&mut self, chance: &mut Chance) {
        direction(&mut self.direction, chance);
        let (back, forth) = self.body.chord(&self.point, &self.slacks, &self.direction);
        let from = if self.part == Part::Whole { back } else { 0.0 };
        let length = from + (forth - from) * unit(chance);
        if length == 0.0 {
            return;
        }
        self.point.iter_mut().zip(&self.direction).for_each(|(x, d)| *x += length * d);
        self.steps += 1;
        if self.steps.is_multiple_of(REFRESH) {
            self.slacks = self.body.slacks(&self.point);
        } else {
            for (row, slack) in self.slacks.iter_mut().enumerate() {
                *slack -= length * self.body.sum(row, &self.direction);
            }
        }
    }

    fn place(&self, into: &mut [f64]) {
        into.copy_from_slice(&self.point);
    }
}
