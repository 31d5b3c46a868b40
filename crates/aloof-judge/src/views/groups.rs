//! The group view: every group judged by itself.
//!
//! # Cost
//! One gather and one sort of codes inside groups, then one pass per principle; 4 bytes per row. Groups are spread
//! over all cores; the outcome does not depend on how many there are.

use aloof_principles::{Check, Direction, Finding};
use aloof_table::{Attribute, NO_CODE, Partition, Ratio};
use rayon::prelude::*;

/// The sorted codes of every group, group after group. Rows without a value are left out; so a group may be empty.
#[derive(Clone, Debug)]
pub struct Grouped {
    offsets: Vec<u32>,
    codes: Vec<u32>,
}

impl Grouped {
    /// Gathers and sorts.
    pub fn new(partition: &Partition, attribute: &Attribute) -> Self {
        Self::of_codes(partition, attribute.codes())
    }

    /// The same, by the code of every row.
    pub fn of_codes(partition: &Partition, all: &[u32]) -> Self {
        let mut offsets = Vec::with_capacity(partition.len() + 1);
        let mut codes = Vec::with_capacity(partition.rows());
        offsets.push(0);
        for rows in partition.iter() {
            codes.extend(rows.iter().map(|&row| all[row as usize]).filter(|&code| code != NO_CODE));
            offsets.push(codes.len() as u32);
        }
        let mut grouped = Self { offsets, codes };
        grouped.sort();
        grouped
    }

    /// So many groups in which nobody has a value.
    pub(super) fn of_nobody(groups: usize) -> Self {
        Self { offsets: vec![0; groups + 1], codes: Vec::new() }
    }

    fn sort(&mut self) {
        let offsets = &self.offsets;
        let mut rest = self.codes.as_mut_slice();
        let mut pieces = Vec::new();
        for piece in pieces_of(offsets.len() - 1) {
            let (mine, after) = rest.split_at_mut((offsets[piece.end] - offsets[piece.start]) as usize);
            pieces.push((piece, mine));
            rest = after;
        }
        pieces.into_par_iter().for_each(|(piece, codes)| {
            let start = offsets[piece.start];
            for group in piece {
                codes[(offsets[group] - start) as usize..(offsets[group + 1] - start) as usize].sort_unstable();
            }
        });
    }

    /// Number of groups, empty ones included.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// No groups.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tuples in all groups.
    pub fn tuples(&self) -> usize {
        self.codes.len()
    }

    /// The largest code of all.
    pub(super) fn most_code(&self) -> Option<u32> {
        self.codes.iter().max().copied()
    }

    /// The sorted codes of a group.
    pub fn group(&self, group: usize) -> &[u32] {
        &self.codes[self.offsets[group] as usize..self.offsets[group + 1] as usize]
    }

    /// The sorted codes of all groups, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.len()).map(|group| self.group(group))
    }

    /// Judges all groups.
    pub fn judge(&self, check: &dyn Check, direction: Direction) -> Outcome {
        let judge = |piece: std::ops::Range<usize>| {
            let mut outcome = Outcome::new(direction);
            for group in piece.filter(|&group| !self.group(group).is_empty()) {
                outcome.add(group, check.judge(self.group(group)));
            }
            outcome
        };
        let pieces: Vec<Outcome> = pieces_of(self.len()).into_par_iter().map(judge).collect();
        pieces.into_iter().fold(Outcome::new(direction), Outcome::merge)
    }
}

/// Groups in runs of a fixed length, so that work is shared the same way on any number of cores.
pub(crate) fn pieces_of(groups: usize) -> Vec<std::ops::Range<usize>> {
    const PIECE: usize = 4096;
    (0..groups).step_by(PIECE).map(|start| start..groups.min(start + PIECE)).collect()
}

/// How many of the worst groups are remembered.
const REMEMBERED: usize = 5;

/// What was found over all groups.
#[derive(Clone, Debug)]
pub struct Outcome {
    direction: Direction,
    /// Groups judged.
    pub groups: usize,
    /// Groups in which the principle does not hold.
    pub violating_groups: usize,
    /// Tuples whose own measure is beyond the bound.
    pub violating_tuples: usize,
    /// The worst groups, worst first: those that fail before those that hold, then by measure, by the
    /// number of violating tuples, and by number.
    pub worst: Vec<(usize, Finding)>,
    /// The worst measure of any group, also of one that holds; `None` when there are no groups.
    pub worst_measure: Option<Ratio>,
}

impl Outcome {
    fn new(direction: Direction) -> Self {
        Self { direction, groups: 0, violating_groups: 0, violating_tuples: 0, worst: Vec::new(), worst_measure: None }
    }

    /// Whether the principle holds in every group.
    pub fn holds(&self) -> bool {
        self.violating_groups == 0
    }

    fn add(&mut self, group: usize, finding: Finding) {
        self.groups += 1;
        self.violating_groups += usize::from(!finding.holds);
        self.violating_tuples += finding.violating;
        self.worsen(&finding.measure);
        self.remember(group, finding);
    }

    fn merge(mut self, other: Self) -> Self {
        self.groups += other.groups;
        self.violating_groups += other.violating_groups;
        self.violating_tuples += other.violating_tuples;
        if let Some(measure) = &other.worst_measure {
            self.worsen(measure);
        }
        other.worst.into_iter().for_each(|(group, finding)| self.remember(group, finding));
        self
    }

    fn worsen(&mut self, measure: &Ratio) {
        let worse = self.worst_measure.as_ref().is_none_or(|worst| self.direction.compare(measure, worst).is_gt());
        if worse {
            self.worst_measure = Some(measure.clone());
        }
    }

    /// Keeps the list sorted and short.
    fn remember(&mut self, group: usize, finding: Finding) {
        let direction = self.direction;
        let worse =
            |a: &Finding, b: &Finding| a.holds.cmp(&b.holds).then_with(|| direction.compare(&b.measure, &a.measure));
        let place = self.worst.partition_point(|(_, other)| worse(other, &finding).is_le());
        if place < REMEMBERED {
            self.worst.insert(place, (group, finding));
            self.worst.truncate(REMEMBERED);
        }
    }
}
