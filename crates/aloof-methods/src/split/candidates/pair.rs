//! Two groups made anew out of their rows.
//!
//! # Idea
//! Lay the rows of both groups out in sensitive order and tie neighbours that are near each other together. In such a chain
//! the two groups alternate, and to keep near rows apart a chain can only stay or change sides as a whole. So c chains
//! allow 2^(c − 1) ways to make the two groups, and no other way exists: when values are crowded c is small, and all
//! ways can be tried. (The chains are those of Kempe, who recoloured maps along them.)
//!
//! # Cost
//! `O(2^c)` steps at worst, of one measurement per axis each; branches that must lose more than the best way known are left,
//! and the search ends where its steps are used up.

use super::super::Search;
use super::super::measure::Bounds;
use super::super::pool::Pool;

/// More chains than this are not tried: exchanges of single rows do well there.
const MOST_CHAINS: usize = 12;

/// A box on all axes, and how many rows it holds.
#[derive(Clone, Default)]
struct Part {
    bounds: Vec<Bounds>,
    rows: usize,
}

/// Room for the search, used again for every pair.
#[derive(Default)]
pub(in super::super) struct Pairing {
    merged: Vec<(u32, bool)>,
    starts: Vec<usize>,
    parts: Vec<[Part; 2]>,
    stack: Vec<[Part; 2]>,
    turned: Vec<bool>,
    best: Option<Vec<bool>>,
    least: f32,
    /// So many ways, begun or complete, may still be looked at.
    pub steps: usize,
}

impl Pairing {
    /// The two groups with the least loss that these rows can make, if it is below `now` by more than `worth`.
    pub fn remake(
        &mut self,
        search: &Search<'_>,
        pool: &Pool,
        groups: [&[u32]; 2],
        now: f32,
        worth: f32,
    ) -> Option<[Vec<u32>; 2]> {
        self.merge(pool, groups);
        self.chain(pool);
        let chains = self.starts.len();
        if !(2..=MOST_CHAINS).contains(&chains) {
            return None;
        }
        self.measure(search, pool);
        self.steps = self.steps.saturating_sub(self.merged.len() / 4);
        self.best = None;
        self.least = now - worth;
        self.turned.clear();
        self.turned.resize(chains, false);
        self.stack.resize_with(chains.max(self.stack.len()), Default::default);
        let first = self.parts[0].clone();
        self.stack[0] = first;
        self.search(search, 1);
        let best = self.best.take()?;
        let mut made = [Vec::new(), Vec::new()];
        for (chain, &start) in self.starts.iter().enumerate() {
            let end = self.starts.get(chain + 1).copied().unwrap_or(self.merged.len());
            for &(at, side) in &self.merged[start..end] {
                made[usize::from(side != best[chain])].push(at);
            }
        }
        Some(made)
    }

    fn merge(&mut self, pool: &Pool, groups: [&[u32]; 2]) {
        self.merged.clear();
        self.merged.extend(groups[0].iter().map(|&at| (at, false)));
        self.merged.extend(groups[1].iter().map(|&at| (at, true)));
        self.merged.sort_unstable_by_key(|&(at, _)| (pool.codes[at as usize], at));
    }

    fn chain(&mut self, pool: &Pool) {
        self.starts.clear();
        for at in 0..self.merged.len() {
            let tied = at > 0 && pool.near(self.merged[at - 1].0 as usize, self.merged[at].0 as usize);
            if !tied {
                self.starts.push(at);
            }
        }
    }

    /// The box of each chain's rows on either side.
    fn measure(&mut self, search: &Search<'_>, pool: &Pool) {
        self.parts.resize_with(self.starts.len(), Default::default);
        for (chain, &start) in self.starts.iter().enumerate() {
            let end = self.starts.get(chain + 1).copied().unwrap_or(self.merged.len());
            let parts = &mut self.parts[chain];
            parts.iter_mut().for_each(|part| part.empty(search));
            for &(at, side) in &self.merged[start..end] {
                let part = &mut parts[usize::from(side)];
                part.rows += 1;
                for (axis, bounds) in part.bounds.iter_mut().enumerate() {
                    *bounds = search.measures[axis].with(*bounds, pool.columns[axis][at as usize]);
                }
            }
        }
    }

    /// Tries both ways for the chains from `chain` on; those before lie in `stack[chain - 1]`.
    fn search(&mut self, search: &Search<'_>, chain: usize) {
        let sides = &self.stack[chain - 1];
        let losses = [sides[0].loss(search), sides[1].loss(search)];
        let total = self.at_least(sides, losses, search.least);
        if total >= self.least || self.steps == 0 {
            return;
        }
        self.steps -= 1;
        if chain == self.starts.len() {
            if sides.iter().all(|side| side.rows >= search.least) {
                self.least = total;
                self.best = Some(self.turned.clone());
            }
            return;
        }
        for turn in [false, true] {
            let (done, open) = self.stack.split_at_mut(chain);
            for (side, next) in open[0].iter_mut().enumerate() {
                next.join(search, &done[chain - 1][side], &self.parts[chain][usize::from((side == 1) != turn)]);
            }
            self.turned[chain] = turn;
            self.search(search, chain + 1);
        }
        self.turned[chain] = false;
    }
}

impl Pairing {
    /// What two groups that begin so lose in the end, at least: boxes only grow, and every row that is still to come
    /// counts at least the smaller loss.
    fn at_least(&self, sides: &[Part; 2], losses: [f32; 2], m: usize) -> f32 {
        let rows = [sides[0].rows.max(m), sides[1].rows.max(m)];
        let open = self.merged.len().saturating_sub(rows[0] + rows[1]) as f32;
        rows[0] as f32 * losses[0] + rows[1] as f32 * losses[1] + open * losses[0].min(losses[1])
    }
}

impl Part {
    fn empty(&mut self, search: &Search<'_>) {
        self.rows = 0;
        self.bounds.clear();
        self.bounds.extend(search.measures.iter().map(|measure| measure.empty()));
    }

    fn join(&mut self, search: &Search<'_>, a: &Self, b: &Self) {
        self.rows = a.rows + b.rows;
        self.bounds.clear();
        let both = a.bounds.iter().zip(&b.bounds).zip(&search.measures);
        self.bounds.extend(both.map(|((&a, &b), measure)| measure.union(a, b)));
    }

    fn loss(&self, search: &Search<'_>) -> f32 {
        if self.rows < 2 {
            return 0.0;
        }
        let axes = search.measures.iter().zip(&self.bounds);
        axes.map(|(measure, bounds)| measure.span(*bounds)).sum()
    }
}
