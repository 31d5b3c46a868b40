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
//! `O(n · g)` when rows choose, up to `O(n · g²)` when they are matched.

use super::assign::assign;
use super::measure::Measure;
use super::pool::Pool;
use super::{Dealing, Search};

/// More groups than this are not matched, but chosen.
const MOST_MATCHED: usize = 64;

/// Costs more than all that is allowed together.
const NEVER: f32 = 1e5;

/// Deals all rows into `groups` groups, at least as many as the fullest window holds.
pub(super) fn deal(search: &Search<'_>, pool: &mut Pool, groups: usize) {
    pool.groups = groups;
    for (at, group) in pool.group.iter_mut().enumerate() {
        *group = (at % groups) as u32;
    }
    match search.tuning.dealing {
        Dealing::RoundRobin => {}
        Dealing::Matched if groups <= MOST_MATCHED => by_runs(search, pool, match_run),
        Dealing::Nearest | Dealing::Matched => by_runs(search, pool, choose_run),
    }
}

/// The boxes of all groups, axis by axis, and their last rows.
struct Boxes {
    lows: Vec<Vec<f32>>,
    highs: Vec<Vec<f32>>,
    loss: Vec<f32>,
    last: Vec<u32>,
}

/// Deals run after run; `deal_run` says where its rows go.
fn by_runs(
    search: &Search<'_>,
    pool: &mut Pool,
    deal_run: impl Fn(&Search<'_>, &Pool, &mut Boxes, std::ops::Range<usize>) -> Vec<usize>,
) {
    let groups = pool.groups;
    if groups < 2 {
        return;
    }
    let first: Vec<Vec<f32>> = pool.columns.iter().map(|column| column[..groups].to_vec()).collect();
    let last = (0..groups as u32).collect();
    let mut boxes = Boxes { lows: first.clone(), highs: first, loss: vec![0.0; groups], last };
    for start in (groups..pool.len()).step_by(groups) {
        let run = start..(start + groups).min(pool.len());
        let dealt = deal_run(search, pool, &mut boxes, run.clone());
        run.zip(dealt).for_each(|(at, group)| pool.group[at] = group as u32);
    }
}

/// Each row in turn chooses the group it enlarges least.
fn choose_run(search: &Search<'_>, pool: &Pool, boxes: &mut Boxes, run: std::ops::Range<usize>) -> Vec<usize> {
    let mut costs = vec![0.0; pool.groups];
    let mut taken = vec![false; pool.groups];
    let choose = |at: usize| {
        boxes.costs(&search.measures, pool, at, &mut costs);
        let free = (0..pool.groups).filter(|&group| !taken[group] && !pool.near(boxes.last[group] as usize, at));
        let best = free.min_by(|&a, &b| costs[a].total_cmp(&costs[b])).expect("a group is left for every row");
        taken[best] = true;
        boxes.add(&search.measures, pool, at, best);
        best
    };
    run.map(choose).collect()
}

/// The assignment that enlarges all groups least together; a short run leaves some without a row, at no cost.
fn match_run(search: &Search<'_>, pool: &Pool, boxes: &mut Boxes, run: std::ops::Range<usize>) -> Vec<usize> {
    let groups = pool.groups;
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
