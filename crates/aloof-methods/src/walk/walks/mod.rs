//! The walks: each a way from point to point that leaves the even law over the body (or its lattice points) as it is.
//!
//! | walk | file | one step |
//! |---|---|---|
//! | [`Printed`] | `printed` | as printed in the paper: a random direction, half its chord; for comparison, not even |
//! | [`HitAndRun`] | `hit_and_run` | a random direction, its whole chord |
//! | [`Coordinate`] | `coordinate` | every coordinate once, its whole chord |
//! | [`Billiard`] | `billiard` | a long straight path, reflected at the boundary, in the shape of Dikin's ellipsoid |
//! | [`Lattice`] | `lattice` | every coordinate and every run of coordinates once, in integers |

mod billiard;
mod coordinate;
mod hit_and_run;
mod lattice;
mod printed;

pub use billiard::Billiard;
pub use coordinate::Coordinate;
pub use hit_and_run::HitAndRun;
pub use lattice::{Lattice, LatticeChain};
pub use printed::Printed;

use super::body::Body;
use super::interior::Centre;
use super::polytope::Polytope;
use crate::chance::Chance;

/// Where walks walk.
pub struct Ground {
    /// The body in integers.
    pub polytope: Polytope,
    /// The same in floating point.
    pub body: Body,
    /// Its analytic centre, if anything lies strictly inside.
    pub centre: Option<Centre>,
}

impl Ground {
    /// Finds the centre from a point inside or on the boundary.
    pub fn new(polytope: Polytope, near: &[i64]) -> Self {
        let body = Body::from(&polytope);
        let near: Vec<f64> = near.iter().map(|&x| x as f64).collect();
        let centre = Centre::find(&body, &near);
        Self { polytope, body, centre }
    }
}

/// A way of walking.
pub trait Walk: Sync {
    /// Its name in policies and reports.
    fn name(&self) -> &'static str;

    /// A chain that starts at `start`; `None` when it cannot start there, or needs an interior and there is none.
    fn begin<'a>(&self, ground: &'a Ground, start: &[f64]) -> Option<Box<dyn Chain + 'a>>;
}

/// A walk on its way.
pub trait Chain {
    /// One step.
    fn step(&mut self, chance: &mut Chance);

    /// Where it stands.
    fn place(&self, into: &mut [f64]);
}

impl<C: Chain + ?Sized> Chain for Box<C> {
    fn step(&mut self, chance: &mut Chance) {
        (**self).step(chance);
    }

    fn place(&self, into: &mut [f64]) {
        (**self).place(into);
    }
}
