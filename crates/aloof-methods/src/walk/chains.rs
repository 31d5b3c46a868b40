//! Several chains side by side, until they agree or the budget of steps ends.
//!
//! # Idea
//! Chains agree when split R-hat and the effective number of draws say that they have forgotten where they began. Draws
//! are kept ever more sparsely: when there are 128 of each chain, every other one is dropped and the distance doubled. The
//! first ones are not judged.
//!
//! # Cost
//! Steps times the cost of a step of the walk, times the number of chains.

use super::diagnostics::{Draws, Mixing};
use super::recipe::{Recipe, Steps};
use super::walks::Chain;
use crate::chance::Chance;

/// Draws of each chain from which on they are judged: with fewer, the largest R-hat of a hundred independent variables
/// would be near 1.05 by chance. With twice as many every other one is dropped.
const DRAWS: usize = 64;
/// How many draws lie between two judgements.
const LOOK: usize = 16;
/// The share of draws that is not judged: of chains that all began at the original, and of chains that had already walked
/// to find the shape of the body.
pub(crate) const FROM_ORIGINAL: f64 = 0.5;
pub(crate) const FROM_FIRST_DRAWS: f64 = 0.25;

/// What several chains side by side have seen.
pub(crate) struct Walking {
    start: Vec<i64>,
    /// For each variable a value it had that differs from the start, or the start.
    pub other: Vec<i64>,
    /// Whether a variable ever stood otherwise to the one before it than at the start.
    bent: Vec<bool>,
    draws: Draws,
    /// The share of the draws that is not judged, because chains were still near where they began.
    warm: f64,
}

impl Walking {
    /// No steps yet; `warm` is the share of draws that will not be judged.
    pub fn new(start: &[i64], chains: usize, warm: f64) -> Self {
        let n = start.len();
        Self { other: start.to_vec(), bent: vec![false; n], draws: Draws::new(n, chains), start: start.to_vec(), warm }
    }

    /// Walks as far as the recipe says: steps of each chain, how well they agree, whether that is good.
    pub fn run<C: Chain>(&mut self, chains: &mut [C], recipe: &Recipe, chance: &mut Chance) -> (u32, Mixing, bool) {
        let good = |found: &Mixing| found.r_hat < recipe.r_hat && found.effective >= recipe.effective;
        let (most, auto) = match recipe.steps {
            Steps::Fixed(steps) => (steps, false),
            Steps::Auto { most } => (most, true),
        };
        if self.start.is_empty() {
            return (0, Mixing { r_hat: 1.0, effective: f64::INFINITY, still: 0 }, true);
        }
        let (mut steps, mut apart) = (0, 1);
        while steps < most {
            crate::stop::check();
            let next = apart.min(most - steps);
            self.advance(chains, next, chance);
            steps += next;
            if auto && self.draws.len() >= DRAWS && self.draws.len().is_multiple_of(LOOK) {
                let found = self.draws.later(self.warm).mixing();
                if good(&found) {
                    return (steps, found, true);
                }
            }
            if self.draws.len() == 2 * DRAWS {
                self.draws.thin();
                apart *= 2;
            }
        }
        let found = self.draws.later(self.warm).mixing();
        (steps, found, good(&found))
    }

    /// Steps of every chain, then a draw.
    fn advance<C: Chain>(&mut self, chains: &mut [C], steps: u32, chance: &mut Chance) {
        let mut place = vec![0.0; self.start.len()];
        for (at, chain) in chains.iter_mut().enumerate() {
            (0..steps).for_each(|_| chain.step(chance));
            chain.place(&mut place);
            self.draws.push(at, &place);
            self.saw(place.iter().map(|x| x.round() as i64));
        }
    }

    /// Notes which variables stand elsewhere than at the start, and otherwise to the one before.
    pub fn saw(&mut self, place: impl Iterator<Item = i64>) {
        let mut before = 0;
        for (at, value) in place.enumerate() {
            let moved = value - self.start[at];
            if moved != 0 {
                self.other[at] = self.start[at] + moved;
            }
            self.bent[at] |= moved != before;
            before = moved;
        }
    }

    /// Variables that moved, but always by as much as a neighbour of their block.
    pub fn together(&self, blocks: &[(u32, u32)]) -> Vec<i64> {
        let mut marks = vec![0; self.start.len()];
        for &(from, to) in blocks {
            let (from, to) = (from as usize, to as usize);
            for (at, mark) in (from..to).zip(&mut marks[from..to]) {
                let before = at > from && !self.bent[at];
                let after = at + 1 < to && !self.bent[at + 1];
                *mark = i64::from((before || after) && self.other[at] != self.start[at]);
            }
        }
        marks
    }
}
