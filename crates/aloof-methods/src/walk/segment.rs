//! One segment: properties, polytope, presolve, several chains on the lattice, and what came of it.
//!
//! # Idea
//! All chains start at the original, the one point known to lie inside, and walk until split R-hat and the effective
//! number of draws say that they have forgotten it, or until the budget of steps ends. Draws are kept ever more sparsely:
//! when there are 128 of each chain, every other one is dropped and the distance doubled; the later half is judged.
//! What is published is where the first chain ends.
//!
//! # Cost
//! Steps times the cost of a step of the lattice walk, times the number of chains.

use super::chance::Chance;
use super::diagnostics::{Draws, Mixing};
use super::moves::Moves;
use super::polytope::TooWide;
use super::presolve::Presolved;
use super::recipe::{Recipe, Segment, Steps};
use super::statement::Statement;
use super::system::System;
use super::walks::{Chain, LatticeChain};

/// What came of a segment.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Its rows.
    pub rows: usize,
    /// Distinct variables among them.
    pub variables: usize,
    /// Localities found.
    pub localities: usize,
    /// Localities kept.
    pub kept: usize,
    /// Localities kept that have two equal sides.
    pub ties: usize,
    /// Inequalities that are left after presolve.
    pub inequalities: usize,
    /// Blocks of connected variables.
    pub blocks: usize,
    /// Rows whose bounds leave no other value.
    pub fixed: usize,
    /// Rows that never moved in any chain, the fixed ones included.
    pub still: usize,
    /// Rows that moved only together with all they are connected to: whoever knows one of them knows all.
    pub together: usize,
    /// Rows that are published as they were.
    pub unchanged: usize,
    /// The sum of all distances from the original, in units.
    pub shift: u128,
    /// Steps that each chain took.
    pub steps: u32,
    /// How well the chains agree.
    pub mixing: Mixing,
    /// Whether they agree as well as asked.
    pub mixed: bool,
}

/// Draws of each chain that are judged together.
const DRAWS: usize = 64;

/// New values of the segment's places, what holds of them, and how it went.
pub fn walk_segment(
    segment: &Segment,
    recipe: &Recipe,
    chance: &mut Chance,
) -> Result<(Vec<i64>, Vec<Statement>, Outcome), TooWide> {
    let system = System::new(segment, recipe, chance);
    let presolved = Presolved::new(&system.low, &system.high, system.rows.clone())?;
    let start = presolved.reduce(&system.values);
    let mut walking = Walking::new(&presolved, start, recipe.chains.max(1));
    let (steps, mixing, mixed) = walking.run(recipe, chance);
    let point = presolved.expand(walking.chains[0].point());
    let moved = presolved.expand(&walking.other);
    let together = presolved.marked(&walking.together(&presolved.blocks));
    let values: Vec<i64> = system.variable.iter().map(|&at| point[at as usize]).collect();
    let rows_where = |test: &dyn Fn(usize) -> bool| system.variable.iter().filter(|&&at| test(at as usize)).count();
    let pairs = values.iter().zip(&segment.values);
    let outcome = Outcome {
        rows: values.len(),
        variables: system.values.len(),
        localities: system.localities,
        kept: system.kept,
        ties: system.ties,
        inequalities: presolved.polytope.rows(),
        blocks: presolved.blocks.len(),
        fixed: rows_where(&|at| system.low[at] == system.high[at]),
        still: rows_where(&|at| moved[at] == system.values[at]),
        together: rows_where(&|at| together[at] == 1),
        unchanged: pairs.clone().filter(|(new, old)| new == old).count(),
        shift: pairs.map(|(new, old)| u128::from(new.abs_diff(*old))).sum(),
        steps,
        mixing,
        mixed,
    };
    Ok((values, system.statements, outcome))
}

/// Several chains side by side.
struct Walking<'a> {
    chains: Vec<LatticeChain<'a>>,
    start: Vec<i64>,
    /// For each variable a value it had that differs from the start, or the start.
    other: Vec<i64>,
    /// Whether it ever stood otherwise to the variable before it than at the start.
    bent: Vec<bool>,
    draws: Draws,
}

impl<'a> Walking<'a> {
    fn new(presolved: &'a Presolved, start: Vec<i64>, chains: usize) -> Self {
        let moves = std::rc::Rc::new(Moves::runs(&presolved.polytope, &presolved.blocks));
        let chain = |_| LatticeChain::with_moves(&presolved.polytope, moves.clone(), start.clone());
        let draws = Draws::new(start.len(), chains);
        Self {
            chains: (0..chains).map(chain).collect(),
            bent: vec![false; start.len()],
            other: start.clone(),
            start,
            draws,
        }
    }

    fn run(&mut self, recipe: &Recipe, chance: &mut Chance) -> (u32, Mixing, bool) {
        let good = |found: &Mixing| found.r_hat < recipe.r_hat && found.effective >= recipe.effective;
        let most = match recipe.steps {
            Steps::Fixed(steps) => steps,
            Steps::Auto { most } => most,
        };
        if self.start.is_empty() {
            return (0, Mixing { r_hat: 1.0, effective: f64::INFINITY, still: 0 }, true);
        }
        let (mut steps, mut apart) = (0, 1);
        while steps < most {
            self.advance(apart.min(most - steps), chance);
            steps += apart.min(most - steps);
            if self.draws.len() == 2 * DRAWS {
                let found = self.draws.later_half().mixing();
                if good(&found) && matches!(recipe.steps, Steps::Auto { .. }) {
                    return (steps, found, true);
                }
                self.draws.thin();
                apart *= 2;
            }
        }
        let found = self.draws.later_half().mixing();
        (steps, found, good(&found))
    }

    /// Steps of every chain, then a draw.
    fn advance(&mut self, steps: u32, chance: &mut Chance) {
        let mut place = vec![0.0; self.start.len()];
        for (at, chain) in self.chains.iter_mut().enumerate() {
            (0..steps).for_each(|_| chain.step(chance));
            chain.place(&mut place);
            self.draws.push(at, &place);
            for ((other, start), &now) in self.other.iter_mut().zip(&self.start).zip(chain.point()) {
                if now != *start {
                    *other = now;
                }
            }
            let point = chain.point();
            for at in 1..point.len() {
                self.bent[at] |= point[at] - point[at - 1] != self.start[at] - self.start[at - 1];
            }
        }
    }

    /// Variables of blocks of two and more that moved, but never against each other.
    fn together(&self, blocks: &[(u32, u32)]) -> Vec<i64> {
        let mut marks = vec![0; self.start.len()];
        for &(from, to) in blocks.iter().filter(|(from, to)| to - from > 1) {
            let block = from as usize..to as usize;
            if !self.bent[from as usize + 1..to as usize].contains(&true)
                && self.other[block.clone()] != self.start[block.clone()]
            {
                marks[block].fill(1);
            }
        }
        marks
    }
}
