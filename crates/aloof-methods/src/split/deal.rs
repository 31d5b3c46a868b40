//! Deal: the rows of a bucket, in sensitive order, into g groups without two near rows in one.
//!
//! # Idea
//! Take runs of g consecutive rows, g at least the fullest window, and give every group one row of each run. A row is
//! forbidden where it is near the group's row of the run before. Of the rows of a run, a later one may go wherever an
//! earlier one may, and the j-th may go to at least j groups: so whoever chooses first, in this order, never blocks the
//! others, and round-robin is but one of the allowed ways. Where groups have room for r near rows, the row that counts is
//! the one r runs before, and g times r must be at least the fullest window: of the rows before the j-th of its run at most
//! g·r − 1 are near, j of them in its own run and (r − 1)·g in those between. Rows choose the group whose box they enlarge least, one by
//! one, or are matched to the groups all at once.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Theorem 1 and Section 5.2 for the round-robin.
//!
//! # Cost
//! Linear in n: of many groups, blocks of 32 are dealt to by themselves. What a row costs each group of a block is
//! computed at once, in arrays of fixed length, which compilers turn into a few wide instructions.

use std::ops::Range;

use super::assign::assign;
use super::bucket::Bucket;
use super::measure::Measure;
use super::{Dealing, Search};

/// More groups than this are dealt to in blocks, each with the same places of every run.
const MOST: usize = 32;

/// Costs more than all that is allowed together.
const NEVER: f32 = 1e5;

/// Deals all rows into `groups` groups, which together have room for the fullest window; leaves the group of each row,
/// counted from 0, in `bucket.groups`.
pub(super) fn deal(search: &Search<'_>, bucket: &mut Bucket<'_>, groups: usize) {
    let mut next = (0..groups as u32).cycle();
    bucket.groups.iter_mut().zip(&mut next).for_each(|(group, next)| *group = next);
    if search.tuning.dealing == Dealing::RoundRobin {
        return;
    }
    for start in (0..groups).step_by(MOST) {
        let block = start..(start + MOST).min(groups);
        // Lanes without a group cost as much as others: no more of them than needed.
        match block.len() {
            ..=8 => by_runs::<8>(search, bucket, block, groups),
            9..=16 => by_runs::<16>(search, bucket, block, groups),
            17..=24 => by_runs::<24>(search, bucket, block, groups),
            _ => by_runs::<MOST>(search, bucket, block, groups),
        }
    }
}

/// Deals run after run to the groups of `block`, which get the rows at just these places of every run.
fn by_runs<const N: usize>(search: &Search<'_>, bucket: &mut Bucket<'_>, block: Range<usize>, groups: usize) {
    let room = search.room(bucket.len() / groups);
    let mut boxes = Boxes::<N>::new(search, bucket, block.clone(), room);
    for start in (block.start + groups..bucket.len()).step_by(groups) {
        let run = start..(start + block.len()).min(bucket.len());
        if search.tuning.dealing == Dealing::Matched {
            boxes.match_run(search, bucket, run, block.start);
        } else {
            boxes.choose_run(search, bucket, run, block.start);
        }
    }
}

/// The boxes of a block's groups, at most N, axis by axis.
struct Boxes<const N: usize> {
    groups: usize,
    lows: Vec<[f32; N]>,
    highs: Vec<[f32; N]>,
    loss: [f32; N],
    /// The first code that each group may take.
    from: [u32; N],
    /// For as many runs as there is room for near rows: the first code that is not near the row of that run.
    beyond: Vec<[u32; N]>,
    /// Runs that are over.
    runs: usize,
}

/// Nothing more in this run.
const TAKEN: u32 = u32::MAX;

impl<const N: usize> Boxes<N> {
    /// Every group with its first row, and room for so many near ones.
    fn new(search: &Search<'_>, bucket: &Bucket<'_>, block: Range<usize>, room: usize) -> Self {
        let first = |(column, measure): (&&mut [f32], &Measure<'_>)| {
            let (mut lows, mut highs) = ([0.0; N], [0.0; N]);
            for (lane, &value) in column[block.clone()].iter().enumerate() {
                (lows[lane], highs[lane]) = measure.with(measure.empty(), value);
            }
            (lows, highs)
        };
        let (lows, highs) = bucket.columns.iter().zip(&search.measures).map(first).unzip();
        let mut beyond = vec![[0; N]; room.max(1)];
        for (beyond, &code) in beyond[0].iter_mut().zip(&bucket.codes[block.clone()]) {
            *beyond = search.reach.last(code) + 1;
        }
        let mut boxes = Self { groups: block.len(), lows, highs, loss: [0.0; N], from: [TAKEN; N], beyond, runs: 0 };
        boxes.end_run();
        boxes
    }

    /// The next run may take what is not near the row as many runs before as there is room.
    fn end_run(&mut self) {
        self.runs += 1;
        self.from = [TAKEN; N];
        let oldest = &self.beyond[self.runs % self.beyond.len()];
        self.from[..self.groups].copy_from_slice(&oldest[..self.groups]);
    }

    /// Each row in turn chooses the group it enlarges least.
    fn choose_run(&mut self, search: &Search<'_>, bucket: &mut Bucket<'_>, run: Range<usize>, first: usize) {
        for at in run {
            let code = bucket.codes[at];
            let mut costs = self.costs(&search.measures, bucket, at);
            self.forbid(code, &mut costs);
            let best = least(&costs);
            debug_assert!(costs[best] < NEVER, "a group is left for every row");
            self.add(search, bucket, at, best);
            bucket.groups[at] = (first + best) as u32;
            // One row of each run is enough.
            self.from[best] = TAKEN;
        }
        self.end_run();
    }

    /// The assignment that enlarges all groups least together; a short run leaves some without a row, at no cost.
    fn match_run(&mut self, search: &Search<'_>, bucket: &mut Bucket<'_>, run: Range<usize>, first: usize) {
        let groups = self.groups;
        let mut table = vec![0.0; groups * groups];
        for (at, line) in run.clone().zip(table.chunks_mut(groups)) {
            let mut costs = self.costs(&search.measures, bucket, at);
            self.forbid(bucket.codes[at], &mut costs);
            line.copy_from_slice(&costs[..groups]);
        }
        for (at, group) in run.zip(assign(&table, groups)) {
            self.add(search, bucket, at, group);
            bucket.groups[at] = (first + group) as u32;
        }
        self.end_run();
    }

    /// How much each box would grow with the row `at`.
    fn costs(&self, measures: &[Measure<'_>], bucket: &Bucket<'_>, at: usize) -> [f32; N] {
        let mut costs = [0.0; N];
        costs.iter_mut().zip(&self.loss).for_each(|(cost, loss)| *cost = -loss);
        for (axis, measure) in measures.iter().enumerate() {
            measure.add_each_lane(&self.lows[axis], &self.highs[axis], bucket.columns[axis][at], &mut costs);
        }
        costs
    }

    fn forbid(&self, code: u32, costs: &mut [f32; N]) {
        for (cost, &from) in costs.iter_mut().zip(&self.from) {
            *cost = if code < from { NEVER } else { *cost };
        }
    }

    fn add(&mut self, search: &Search<'_>, bucket: &Bucket<'_>, at: usize, group: usize) {
        let run = self.runs % self.beyond.len();
        self.beyond[run][group] = search.reach.last(bucket.codes[at]) + 1;
        let mut loss = 0.0;
        for (axis, measure) in search.measures.iter().enumerate() {
            let value = bucket.columns[axis][at];
            let bounds = measure.with((self.lows[axis][group], self.highs[axis][group]), value);
            (self.lows[axis][group], self.highs[axis][group]) = bounds;
            loss += measure.span(bounds);
        }
        self.loss[group] = loss;
    }
}

/// The lane with the least cost, of about equal ones the first: its number rides in the last bits of the cost, so that
/// plain minima find it.
fn least<const N: usize>(costs: &[f32; N]) -> usize {
    const WIDE: usize = 8;
    let mut keys = [f32::INFINITY; WIDE];
    for (block, costs) in costs.chunks(WIDE).enumerate() {
        for (lane, (key, &cost)) in keys.iter_mut().zip(costs).enumerate() {
            let cost = if cost > 0.0 { cost } else { 0.0 };
            let cost = f32::from_bits(cost.to_bits() & !(MOST as u32 - 1) | (block * WIDE + lane) as u32);
            *key = if cost < *key { cost } else { *key };
        }
    }
    let mut width = WIDE / 2;
    while width > 0 {
        for lane in 0..width {
            keys[lane] = if keys[lane + width] < keys[lane] { keys[lane + width] } else { keys[lane] };
        }
        width /= 2;
    }
    keys[0].to_bits() as usize & (MOST - 1)
}
