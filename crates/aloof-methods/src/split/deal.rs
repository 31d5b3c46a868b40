//! Deal: the rows of a pool, in sensitive order, into g groups without two near rows in one.
//!
//! # Idea
//! Take runs of g consecutive rows, g at least the fullest window, and give every group one row of each run. A row is
//! forbidden where it is near the group's row of the run before. Of the rows of a run, a later one may go wherever an
//! earlier one may, and the j-th may go to at least j groups: so whoever chooses first, in this order, never blocks the
//! others, and round-robin is but one of the allowed ways. Rows choose the group whose box they enlarge least, one by
//! one, or are matched to the groups all at once.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Theorem 1 and Section 5.2 for the round-robin.
//!
//! # Cost
//! Linear in n: of many groups, blocks of 32 are dealt to by themselves.

use std::ops::Range;

use super::assign::assign;
use super::measure::Measure;
use super::pool::Pool;
use super::{Dealing, Search};

/// More groups than this are dealt to in blocks, each with the same places of every run.
const MOST: usize = 32;

/// Costs more than all that is allowed together.
const NEVER: f32 = 1e5;

/// Deals all rows into `groups` groups, at least as many as the fullest window holds.
pub(super) fn deal(search: &Search<'_>, pool: &mut Pool, groups: usize) {
    pool.groups = groups;
    for (at, group) in pool.group.iter_mut().enumerate() {
        *group = (at % groups) as u32;
    }
    let deal_run = match search.tuning.dealing {
        Dealing::RoundRobin => return,
        Dealing::Nearest => choose_run,
        Dealing::Matched => match_run,
    };
    for start in (0..groups).step_by(MOST) {
        by_runs(search, pool, start..(start + MOST).min(groups), deal_run);
    }
}

/// The boxes of a block's groups, axis by axis, and their last rows.
struct Boxes {
    lows: Vec<Vec<f32>>,
    highs: Vec<Vec<f32>>,
    loss: Vec<f32>,
    last: Vec<u32>,
}

/// Where the rows of a run go.
type DealRun = fn(&Search<'_>, &Pool, &mut Boxes, Range<usize>) -> Vec<usize>;

/// Deals run after run to the groups of `block`, which get the rows at just these places of every run.
fn by_runs(search: &Search<'_>, pool: &mut Pool, block: Range<usize>, deal_run: DealRun) {
    let first: Vec<Vec<f32>> = pool.columns.iter().map(|column| column[block.clone()].to_vec()).collect();
    let last = block.clone().map(|at| at as u32).collect();
    let mut boxes = Boxes { lows: first.clone(), highs: first, loss: vec![0.0; block.len()], last };
    for start in (block.start + pool.groups..pool.len()).step_by(pool.groups) {
        let run = start..(start + block.len()).min(pool.len());
        let dealt = deal_run(search, pool, &mut boxes, run.clone());
        run.zip(dealt).for_each(|(at, group)| pool.group[at] = (block.start + group) as u32);
    }
}

/// Each row in turn chooses the group it enlarges least.
fn choose_run(search: &Search<'_>, pool: &Pool, boxes: &mut Boxes, run: Range<usize>) -> Vec<usize> {
    let groups = boxes.last.len();
    let mut costs = vec![0.0; groups];
    let mut taken = vec![false; groups];
    let choose = |at: usize| {
        boxes.costs(&search.measures, pool, at, &mut costs);
        let free = (0..groups).filter(|&group| !taken[group] && !pool.near(boxes.last[group] as usize, at));
        let best = free.min_by(|&a, &b| costs[a].total_cmp(&costs[b])).expect("a group is left for every row");
        taken[best] = true;
        boxes.add(&search.measures, pool, at, best);
        best
    };
    run.map(choose).collect()
}

/// The assignment that enlarges all groups least together; a short run leaves some without a row, at no cost.
fn match_run(search: &Search<'_>, pool: &Pool, boxes: &mut Boxes, run: Range<usize>) -> Vec<usize> {
    let groups = boxes.last.len();
    let mut costs = vec![0.0; groups * groups];
    for (at, costs) in run.clone().zip(costs.chunks_mut(groups)) {
        boxes.costs(&search.measures, pool, at, costs);
        let near = (0..groups).filter(|&group| pool.near(boxes.last[group] as usize, at));
        near.for_each(|group| costs[group] = NEVER);
    }
    let dealt: Vec<usize> = assign(&costs, groups).into_iter().take(run.len()).collect();
    run.zip(&dealt).for_each(|(at, &group)| boxes.add(&search.measures, pool, at, group));
    dealt
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
