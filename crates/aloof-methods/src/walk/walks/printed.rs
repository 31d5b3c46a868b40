//! The walk as printed: a direction drawn evenly, a length drawn evenly from `[0, θ_max]`.
//!
//! # Source
//! RW, Section 4, Equations 1 to 5.
//!
//! # Caution
//! Not even. In one dimension it converges to the arcsine law: a fifth of all draws fall into each outer tenth, 6.5%
//! into the middle one. And it starts on the boundary, where integer data put it: on 100 integer ages it never moves. It
//! stands here to be compared with.
//!
//! # Cost
//! One step touches every term of every row once.

use super::hit_and_run::{Line, Part};
use super::{Chain, Ground, Walk};

/// The printed walk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Walk for Printed {
    fn name(&self) -> &'static str {
        "printed"
    }

    fn begin<'a>(&self, ground: &'a Ground, start: &[f64]) -> Option<Box<dyn Chain + 'a>> {
        Some(Box::new(Line::new(&ground.body, start, Part::Forward)))
    }
}
