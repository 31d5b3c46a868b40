//! Deal: the rows of a pool, in sensitive order, into g groups without two near rows in one.
//!
//! # Idea
//! Take runs of g consecutive rows, g at least the fullest window, and give every group one row of each run. A row is
//! forbidden where it is near the group's row of the run before. Of the rows of a run, a later one may go wherever an
//! earlier one may, and the j-th may go to at least j groups: so whoever chooses first, in this order, never blocks the
//! others, and round-robin is but one of the allowed ways. Each row chooses the group whose box it enlarges least.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Theorem 1 and Section 5.2 for the round-robin.
//!
//! # Cost
//! `O(n · g)` per pool.

use super::measure::Measure;
use super::pool::Pool;
use super::{Dealing, Search};

/// Deals all rows into `groups` groups, at least as many as the fullest window holds.
pub(super) fn deal(search: &Search<'_>, pool: &mut Pool, groups: usize) {
    pool.groups = groups;
    for (at, group) in pool.group.iter_mut().enumerate() {
        *group = (at % groups) as u32;
    }
    if search.tuning.dealing == Dealing::Nearest {
        nearest(search, pool);
    }
}

/// The boxes of all groups, axis by axis, and their last rows.
struct Boxes {
    lows: Vec<Vec<f32>>,
    highs: Vec<Vec<f32>>,
    loss: Vec<f32>,
    last: Vec<u32>,
}

fn nearest(search: &Search<'_>, pool: &mut Pool) {
    let groups = pool.groups;
    if groups < 2 {
        return;
    }
    let first: Vec<Vec<f32>> = pool.columns.iter().map(|column| column[..groups].to_vec()).collect();
    let last = (0..groups as u32).collect();
    let mut boxes = Boxes { lows: first.clone(), highs: first, loss: vec![0.0; groups], last };
    let mut costs = vec![0.0; groups];
    let mut taken = vec![false; groups];
    let mut run = groups;
    while run < pool.len() {
        taken.fill(false);
        for at in run..(run + groups).min(pool.len()) {
            boxes.costs(&search.measures, pool, at, &mut costs);
            let free = (0..groups).filter(|&group| !taken[group] && !pool.near(boxes.last[group] as usize, at));
            let best = free.min_by(|&a, &b| costs[a].total_cmp(&costs[b])).expect("a group is left for every row");
            taken[best] = true;
            boxes.add(&search.measures, pool, at, best);
            pool.group[at] = best as u32;
        }
        run += groups;
    }
}

impl Boxes {
    /// How much each box would grow with the row `at`.
    fn costs(&self, measures: &[Measure<'_>], pool: &Pool, at: usize, costs: &mut [f32]) {
        costs.iter_mut().zip(&self.loss).for_each(|(cost, loss)| *cost = -loss);
        for (axis, measure) in measures.iter().enumerate() {
            measure.add_each_box(&self.lows[axis], &self.highs[axis], pool.columns[axis][at], costs);
        }
    }

    fn add(&mut self, measures: &[Measure<'_>], pool: &Pool, at: usize, group: usize) {
        self.last[group] = at as u32;
        self.loss[group] = 0.0;
        for (axis, measure) in measures.iter().enumerate() {
            let value = pool.columns[axis][at];
            let (low, high) = (&mut self.lows[axis][group], &mut self.highs[axis][group]);
            *low = low.min(value);
            *high = high.max(value);
            self.loss[group] += measure.span(*low, *high);
        }
    }
}
