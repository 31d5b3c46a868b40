//! The lattice walk: values stay whole numbers of the column's unit, every step is exact.
//!
//! # Definition
//! A step takes every value, and every run of neighbouring values together, in turn and draws by how much it goes,
//! evenly from the whole numbers that its rows and bounds leave. The even law over the lattice points of the body is left
//! as it is.
//!
//! # Source
//! Gibbs' sampler over the lattice; runs as in multigrid Monte Carlo (Goodman and Sokal 1989).
//!
//! # Caution
//! Even over the lattice points that can be reached. In a thin body some may be out of reach of every single move; what
//! never moved is counted.
//!
//! # Cost
//! Each move touches the rows that feel it twice, in integers.

use std::rc::Rc;

use super::{Chain, Ground, Walk};
use crate::chance::{Chance, between};
use crate::walk::moves::Moves;
use crate::walk::polytope::Polytope;

/// Values and runs of values, on the lattice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lattice;

impl Walk for Lattice {
    fn name(&self) -> &'static str {
        "lattice"
    }

    fn begin<'a>(&self, ground: &'a Ground, start: &[f64]) -> Option<Box<dyn Chain + 'a>> {
        let start: Vec<i64> = start.iter().map(|&x| x.round() as i64).collect();
        if !ground.polytope.contains(&start) {
            return None;
        }
        Some(Box::new(LatticeChain::new(&ground.polytope, &[(0, start.len() as u32)], start)))
    }
}

/// A walk on the lattice points of a polytope.
pub struct LatticeChain<'a> {
    polytope: &'a Polytope,
    moves: Rc<Moves>,
    point: Vec<i64>,
    slacks: Vec<i64>,
}

impl<'a> LatticeChain<'a> {
    /// Starts at a point inside; runs stay within each of the consecutive blocks of variables.
    pub fn new(polytope: &'a Polytope, blocks: &[(u32, u32)], start: Vec<i64>) -> Self {
        Self::with_moves(polytope, Rc::new(Moves::runs(polytope, blocks)), start)
    }

    /// As [`LatticeChain::new`], with moves that several chains share.
    pub(crate) fn with_moves(polytope: &'a Polytope, moves: Rc<Moves>, start: Vec<i64>) -> Self {
        debug_assert!(polytope.contains(&start));
        let slacks = polytope.slacks(&start);
        Self { polytope, moves, point: start, slacks }
    }

    /// Where it stands.
    pub fn point(&self) -> &[i64] {
        &self.point
    }

    /// From how far back to how far forth a move may go.
    fn room(&self, at: usize) -> (i64, i64) {
        let (mut down, mut up) = (i64::MIN, i64::MAX);
        for variable in self.moves.variables(at) {
            down = down.max(self.polytope.low()[variable] - self.point[variable]);
            up = up.min(self.polytope.high()[variable] - self.point[variable]);
        }
        for group in self.moves.groups(at) {
            let rows = self.moves.rows(group);
            let least = rows.iter().map(|&row| self.slacks[row as usize]).fold(i64::MAX, i64::min);
            match group.coefficient {
                1 => up = up.min(least),
                2 => up = up.min(least >> 1),
                -1 => down = down.max(-least),
                -2 => down = down.max(-(least >> 1)),
                c if c > 0 => up = up.min(least / c),
                c => down = down.max(-(least / -c)),
            }
        }
        (down, up)
    }

    fn draw(&mut self, at: usize, chance: &mut Chance) {
        let (down, up) = self.room(at);
        if down == up {
            return;
        }
        let step = between(down, up, chance);
        if step == 0 {
            return;
        }
        self.point[self.moves.variables(at)].iter_mut().for_each(|x| *x += step);
        for group in self.moves.groups(at) {
            let change = step * group.coefficient;
            self.moves.rows(group).iter().for_each(|&row| self.slacks[row as usize] -= change);
        }
    }
}

impl Chain for LatticeChain<'_> {
    fn step(&mut self, chance: &mut Chance) {
        for at in 0..self.moves.len() {
            self.draw(at, chance);
        }
    }

    fn place(&self, into: &mut [f64]) {
        into.iter_mut().zip(&self.point).for_each(|(to, &x)| *to = x as f64);
    }
}
