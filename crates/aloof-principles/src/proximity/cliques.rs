//! The clique: sets of tuples of a group that are all within ε of each other.
//!
//! # Definition
//! For every set of tuples of a group `G` of which every two lie within ε of each other, the tuples besides one are at most
//! `(1 − δ)(|G| − 1)`; and `|G| ≥ k`. A tuple violates when the largest such set that it belongs to is larger.
//!
//! # Source
//! Our own; Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, leave shapes other than the star open.
//!
//! # Cost
//! With one column of numbers such sets are windows: `O(|G|)` after sorting. Else a search that is exponential at worst; it
//! is limited, and beyond the limit the answer is a bound that is never too small (see [`super::largest`]).
//!
//! # Caution
//! Not monotone, because the tuple itself is not counted: {1, 9} and {1, 5} hold for ε = 0, δ = 1, their union does not.
//! But a union of r groups that hold has at most δ(r − 1) too many; and where sets are at most a share 1 − δ of every group,
//! the tuple itself counted, they are so in every union.

use std::cmp::Reverse;

use super::largest::{Graph, Most, Work};
use super::neighbours::{Neighbours, Run, runs};
use crate::finding::among;
use crate::similarity::Axis;
use crate::{Check, Finding};

/// Distinct values up to which sets are searched for; above, all that is similar to a tuple counts as one.
const MOST: usize = 2048;

/// Measures, for each tuple, the largest set of similar tuples it belongs to.
pub(super) struct Cliques<'a> {
    neighbours: Neighbours<'a>,
}

/// The sizes of sets: of each distinct value the largest it belongs to.
struct Sizes {
    of_run: Vec<(Run, u64)>,
    /// Whether all were found, and none is a bound.
    exact: bool,
}

impl<'a> Cliques<'a> {
    pub fn new(neighbours: Neighbours<'a>) -> Self {
        Self { neighbours }
    }

    fn graph(&self, runs: &[Run]) -> Graph {
        let weights = runs.iter().map(|run| run.count).collect();
        Graph::new(weights, |a, b| self.neighbours.similar.similar(runs[a].code, runs[b].code))
    }

    fn sizes(&self, group: &[u32]) -> Sizes {
        if let Some(axis) = self.neighbours.similar.axis().filter(|axis| axis.exact()) {
            let mut runs = runs(group);
            runs.sort_by_key(|run| axis.place(run.code));
            let sizes = windows(axis, &runs);
            return Sizes { of_run: runs.into_iter().zip(sizes).collect(), exact: true };
        }
        let stars = self.neighbours.stars(group);
        // Where no star is too large no clique is; what is left is to find the largest.
        if stars.len() > MOST { Sizes { of_run: stars, exact: false } } else { self.searched(stars, group.len()) }
    }

    /// The sizes where they matter: the largest of all, and whether each is within what a group of `size` allows. Elsewhere
    /// the star stands for it, which decides the same.
    fn searched(&self, stars: Vec<(Run, u64)>, size: usize) -> Sizes {
        let runs: Vec<Run> = stars.iter().map(|&(run, _)| run).collect();
        let graph = self.graph(&runs);
        let allows = |count: u64| self.neighbours.rule.allows(count, size);
        let mut order: Vec<usize> = (0..runs.len()).collect();
        order.sort_by_key(|&at| Reverse(stars[at].1));
        let mut found = Sizes { of_run: stars, exact: true };
        let mut least = vec![0u64; runs.len()];
        let mut best = 0;
        let mut work = Work::of_a_group();
        for at in order {
            let star = found.of_run[at].1;
            let decided = allows(star) || !allows(least[at]);
            if decided && star <= best {
                continue;
            }
            if work.is_done() {
                // The star stands for it: a bound.
                found.exact = false;
                break;
            }
            let most = graph.around(at, &mut work);
            let held: u64 = most.members.iter().map(|&at| runs[at as usize].count).sum();
            most.members.iter().for_each(|&at| least[at as usize] = least[at as usize].max(held));
            found.of_run[at].1 = most.weight.min(star);
            found.exact &= most.exact;
            best = best.max(most.weight.min(star));
        }
        found
    }

    /// The largest set that holds a tuple of value `code`.
    fn around(&self, code: u32, group: &[u32]) -> Most {
        let mut near = self.neighbours.near(code, group);
        let all: u64 = near.iter().map(|run| run.count).sum();
        if let Some(axis) = self.neighbours.similar.axis().filter(|axis| axis.exact()) {
            near.sort_by_key(|run| axis.place(run.code));
            let weight = windows(axis, &near).into_iter().max().unwrap_or(0);
            return Most { weight, exact: true, members: Vec::new() };
        }
        if near.len() > MOST {
            return Most { weight: all, exact: false, members: Vec::new() };
        }
        self.graph(&near).largest(&mut Work::of_a_group())
    }
}

/// The most tuples in a window of mutually similar values that holds each run; `runs` stand in the order of their places.
fn windows(axis: &Axis, runs: &[Run]) -> Vec<u64> {
    let mut held = 0;
    let mut past = 0;
    // From each run on, as far as it reaches.
    let from = |run: &Run| {
        let (_, high) = axis.reach(run.code);
        while past < runs.len() && axis.place(runs[past].code) <= high {
            held += runs[past].count;
            past += 1;
        }
        let window = held;
        held -= run.count;
        window
    };
    let from: Vec<u64> = runs.iter().map(from).collect();
    let mut first = 0;
    let mut largest = std::collections::VecDeque::new();
    let around = |(at, run): (usize, &Run)| {
        let (low, _) = axis.reach(run.code);
        while axis.place(runs[first].code) < low {
            first += 1;
        }
        while largest.back().is_some_and(|&last: &usize| from[last] <= from[at]) {
            largest.pop_back();
        }
        largest.push_back(at);
        while largest.front().is_some_and(|&front| front < first) {
            largest.pop_front();
        }
        largest.front().map_or(0, |&front| from[front])
    };
    runs.iter().enumerate().map(around).collect()
}

impl Check for Cliques<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let rule = self.neighbours.rule;
        let sizes = self.sizes(group).of_run;
        let worst = sizes.iter().map(|&(_, size)| size).max().unwrap_or(0);
        let beyond = sizes.iter().filter(|&&(_, size)| !rule.allows(size, group.len()));
        let violating = beyond.map(|(run, _)| run.count as usize).sum();
        Finding { violating, ..rule.member(worst, group.len()) }
    }

    fn judge_member(&self, code: u32, group: &[u32]) -> Finding {
        self.neighbours.rule.member(self.around(code, group).weight, group.len())
    }

    fn by_member(&self) -> bool {
        true
    }

    fn is_exact(&self, group: &[u32]) -> bool {
        self.sizes(group).exact
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let rule = self.neighbours.rule;
        let sizes = self.sizes(group);
        let worst = sizes.of_run.iter().map(|&(_, size)| size).max().unwrap_or(0);
        let up_to = if sizes.exact { "" } else { "at most " };
        let who = format!("Whoever knows a person to be {} can", among(group.len()));
        let known = match rule.radius() {
            // A set whose members lie within 2ε of each other need not fit into a ball.
            Some(radius) => format!(
                "{who} name a value such that up to {worst} of their records lie within {radius} ({} distance) of it",
                rule.distance().metric().name()
            ),
            None => {
                format!("{who} pick {up_to}{worst} of their records whose values lie {} of each other", rule.phrase())
            }
        };
        let few = format!("; there are fewer than {} to choose from", rule.k());
        let unsure = "; how many exactly would take too long to find out";
        match group.len() {
            1 => "Whoever knows a person to be here knows the value: nobody else here has one.".to_owned(),
            size => format!(
                "{known}{}{}.",
                if sizes.exact { "" } else { unsure },
                if size < rule.k() as usize { &few } else { "" }
            ),
        }
    }
}
