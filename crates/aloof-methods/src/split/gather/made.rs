//! Groups that were made, and which of them costs least to be one with.

#![expect(
    clippy::inline_always,
    reason = "what is inlined is compiled for the widest instructions that the machine has"
)]

use pulp::{Arch, NullaryFnOnce};

use super::super::Search;
use super::super::measure::Measure;
use super::growing::Growing;
use super::kinds::least;

/// Groups that were made.
pub(super) struct Made {
    pub groups: Vec<Growing>,
    /// Their boxes, axis by axis.
    lows: Vec<Vec<f32>>,
    highs: Vec<Vec<f32>>,
    /// Rows, and rows times loss, of each.
    sizes: Vec<f32>,
    losses: Vec<f32>,
    /// Room for what each costs.
    costs: Vec<f32>,
    arch: Arch,
}

impl Made {
    pub fn new(search: &Search<'_>) -> Self {
        let axes = || vec![Vec::new(); search.measures.len()];
        let (sizes, losses, costs) = (Vec::new(), Vec::new(), Vec::new());
        Self { groups: Vec::new(), lows: axes(), highs: axes(), sizes, losses, costs, arch: Arch::new() }
    }

    pub fn push(&mut self, search: &Search<'_>, group: Growing) {
        let at = self.groups.len();
        let all = self.lows.iter_mut().chain(&mut self.highs);
        all.chain([&mut self.sizes, &mut self.losses, &mut self.costs]).for_each(|column| column.push(0.0));
        self.groups.push(group);
        self.measure(search, at);
    }

    /// Puts another group in its place.
    pub fn set(&mut self, search: &Search<'_>, at: usize, group: Growing) {
        self.groups[at] = group;
        self.measure(search, at);
    }

    fn measure(&mut self, search: &Search<'_>, at: usize) {
        let group = &self.groups[at];
        for (axis, &(low, high)) in group.bounds.iter().enumerate() {
            (self.lows[axis][at], self.highs[axis][at]) = (low, high);
        }
        self.sizes[at] = group.rows.len() as f32;
        self.losses[at] = group.weight(search);
    }

    /// Rows times loss of a group.
    pub fn loss(&self, at: usize) -> f32 {
        self.losses[at]
    }

    /// As [`Self::nearest`], but none of `at`.
    pub fn nearest_but(&mut self, search: &Search<'_>, group: &Growing, at: usize) -> Option<(usize, f32)> {
        let own = std::mem::replace(&mut self.losses[at], f32::NEG_INFINITY);
        let found = self.nearest(search, group).filter(|&(to, _)| to != at);
        self.losses[at] = own;
        found
    }

    pub fn remove(&mut self, at: usize) -> Growing {
        self.lows
            .iter_mut()
            .chain(&mut self.highs)
            .chain([&mut self.sizes, &mut self.losses, &mut self.costs])
            .for_each(|column| {
                column.swap_remove(at);
            });
        self.groups.swap_remove(at)
    }

    /// The one that costs least for each row in need to be one with, and how much.
    pub fn nearest(&mut self, search: &Search<'_>, group: &Growing) -> Option<(usize, f32)> {
        let Self { lows, highs, sizes, losses, costs, .. } = self;
        self.arch.dispatch(NearestMade { measures: &search.measures, group, lows, highs, sizes, losses, costs })
    }
}

/// Which of the groups that were made costs least for each row in need.
struct NearestMade<'a> {
    measures: &'a [Measure<'a>],
    group: &'a Growing,
    lows: &'a [Vec<f32>],
    highs: &'a [Vec<f32>],
    sizes: &'a [f32],
    losses: &'a [f32],
    costs: &'a mut [f32],
}

impl NullaryFnOnce for NearestMade<'_> {
    type Output = Option<(usize, f32)>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { measures, group, lows, highs, sizes, losses, costs } = self;
        costs.fill(0.0);
        for ((measure, &bounds), (lows, highs)) in measures.iter().zip(&group.bounds).zip(lows.iter().zip(highs)) {
            measure.add_each_union(bounds, lows, highs, costs);
        }
        let (own, needy) = (group.rows.len() as f32, group.needy.max(1) as f32);
        for (cost, (size, loss)) in costs.iter_mut().zip(sizes.iter().zip(losses)) {
            *cost = (*cost * (own + size) - loss) / needy;
        }
        least(costs)
    }
}
