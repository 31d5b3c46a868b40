//! The star: for every tuple of a group, those within ε of it.
//!
//! # Cost
//! With one column of numbers `O(|G|)` after sorting. Else quadratic in the *distinct* values of the group that lie within
//! reach of each other in the most telling column of numbers, if there is one.

use super::Dissimilarity;
use crate::finding::among;
use crate::similarity::{Axis, Similar};
use crate::{Check, Finding};

/// A distinct value of a group and how many tuples have it.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub code: u32,
    pub count: u64,
}

pub(super) fn runs(group: &[u32]) -> Vec<Run> {
    group.chunk_by(|a, b| a == b).map(|run| Run { code: run[0], count: run.len() as u64 }).collect()
}

/// Counts, for each tuple, the tuples of the group within ε.
pub(super) struct Neighbours<'a> {
    pub rule: &'a Dissimilarity,
    pub similar: Box<dyn Similar>,
}

impl<'a> Neighbours<'a> {
    pub fn new(rule: &'a Dissimilarity, similar: Box<dyn Similar>) -> Self {
        Self { rule, similar }
    }

    /// Each distinct value of the group, and the number of tuples within ε of it, itself included.
    pub fn stars(&self, group: &[u32]) -> Vec<(Run, u64)> {
        let mut runs = runs(group);
        let counts = match self.similar.axis() {
            None => self.all_pairs(&runs),
            Some(axis) => {
                runs.sort_by_key(|run| axis.place(run.code));
                if axis.exact() { windows(axis, &runs) } else { self.near_pairs(axis, &runs) }
            }
        };
        runs.into_iter().zip(counts).collect()
    }

    fn all_pairs(&self, runs: &[Run]) -> Vec<u64> {
        let mut counts: Vec<u64> = runs.iter().map(|run| run.count).collect();
        for (at, run) in runs.iter().enumerate() {
            for (other_at, other) in runs.iter().enumerate().skip(at + 1) {
                if self.similar.similar(run.code, other.code) {
                    counts[at] += other.count;
                    counts[other_at] += run.count;
                }
            }
        }
        counts
    }

    /// As [`Neighbours::all_pairs`], when `runs` stand in the order of their places.
    fn near_pairs(&self, axis: &Axis, runs: &[Run]) -> Vec<u64> {
        let mut counts: Vec<u64> = runs.iter().map(|run| run.count).collect();
        for (at, run) in runs.iter().enumerate() {
            let (_, last) = axis.reach(run.code);
            let near = runs.iter().enumerate().skip(at + 1).take_while(|(_, other)| axis.place(other.code) <= last);
            for (other_at, other) in near {
                if self.similar.similar(run.code, other.code) {
                    counts[at] += other.count;
                    counts[other_at] += run.count;
                }
            }
        }
        counts
    }

    /// Those of `group` that are similar to `code`, its equals included.
    pub fn near(&self, code: u32, group: &[u32]) -> Vec<Run> {
        let near = self.similar.axis().map_or(group, |axis| axis.narrow(code, group));
        let mut runs = runs(near);
        runs.retain(|run| run.code == code || self.similar.similar(code, run.code));
        runs
    }
}

/// The number of tuples within reach of each run; `runs` stand in the order of their places.
fn windows(axis: &Axis, runs: &[Run]) -> Vec<u64> {
    let (mut first, mut past, mut held) = (0, 0, 0);
    let window = |run: &Run| {
        let (low, high) = axis.reach(run.code);
        while past < runs.len() && axis.place(runs[past].code) <= high {
            held += runs[past].count;
            past += 1;
        }
        while axis.place(runs[first].code) < low {
            held -= runs[first].count;
            first += 1;
        }
        held
    };
    runs.iter().map(window).collect()
}

impl Check for Neighbours<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let stars = self.stars(group);
        let worst = stars.iter().map(|&(_, star)| star).max().unwrap_or(0);
        let beyond = stars.iter().filter(|&&(_, star)| !self.rule.allows(star, group.len()));
        let violating = beyond.map(|(run, _)| run.count as usize).sum();
        Finding { violating, ..self.rule.member(worst, group.len()) }
    }

    fn judge_member(&self, code: u32, group: &[u32]) -> Finding {
        let star = match self.similar.axis() {
            Some(axis) if axis.exact() => {
                axis.narrow(code, group).iter().filter(|&&other| axis.reaches(code, other)).count() as u64
            }
            Some(axis) => {
                let near = runs(axis.narrow(code, group)).into_iter().filter(|run| axis.reaches(code, run.code));
                self.count(code, near)
            }
            None => self.count(code, runs(group).into_iter()),
        };
        self.rule.member(star, group.len())
    }

    fn by_member(&self) -> bool {
        true
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let share = self.judge(group).measure.percent();
        let known = format!(
            "Whoever knows a person to be {} can pick one of their records and have {share} of the others {} \
             of its value",
            among(group.len()),
            self.rule.phrase()
        );
        match group.len() {
            1 => "Whoever knows a person to be here knows the value: nobody else here has one.".to_owned(),
            size if size < self.rule.k() as usize => {
                format!("{known}; there are fewer than {} to choose from.", self.rule.k())
            }
            _ => format!("{known}."),
        }
    }
}

impl Neighbours<'_> {
    /// The tuples of `runs` within ε of `code`, its equals included.
    fn count(&self, code: u32, runs: impl Iterator<Item = Run>) -> u64 {
        runs.filter(|run| run.code == code || self.similar.similar(code, run.code)).map(|run| run.count).sum()
    }
}
