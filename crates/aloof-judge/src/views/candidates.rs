//! The candidates view: for each original tuple, the union of the groups whose generalized values cover it.
//!
//! # Source
//! Our own: the papers assume that the adversary knows the victim's group and call that the worst case, which for a
//! principle that is not monotone it is not. {40, 60} and {50, 80} in equal boxes, ε = 15, m = 2: each holds alone, but
//! for the victim with 50 the belief is 3/4.
//!
//! # Cost
//! One query per distinct combination of original quasi values; tuples with the same candidate groups share one union,
//! so `O(Σ |union|)` over distinct sets of candidate groups, spread over all cores.

use aloof_principles::{Check, Direction};
use aloof_table::{NO_CODE, NO_GROUP, Partition, Ratio};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::box_tree::BoxTree;
use super::cover::QuasiPair;
use super::groups::{Grouped, pieces_of};

/// Which groups every original tuple could be in.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Distinct sets of groups, each ascending, none empty.
    sets: Vec<Box<[u32]>>,
    /// Original rows by their set; rows that no group covers are left out.
    victims: Partition,
    /// Original rows that no group covers.
    uncovered: Vec<u32>,
}

/// The sensitive values of both tables, as codes of one attribute.
#[derive(Clone, Copy)]
pub struct Values<'a> {
    /// Of the released groups.
    pub released: &'a Grouped,
    /// Of the rows that cover everyone, because every quasi cell of theirs is `*`; sorted.
    pub everywhere: &'a [u32],
    /// Of the original rows, one per row.
    pub original: &'a [u32],
}

/// What was found over all original tuples.
#[derive(Clone, Debug, Default)]
pub struct CandidateOutcome {
    /// Tuples judged.
    pub victims: usize,
    /// Distinct sets of candidate groups.
    pub sets: usize,
    /// Those in which some tuple's measure is beyond the bound.
    pub violating_sets: usize,
    /// Tuples whose measure is beyond the bound.
    pub violating_tuples: usize,
    /// The worst measure of any tuple.
    pub worst: Option<Ratio>,
    /// The violating original rows, ascending.
    pub violating_rows: Vec<u32>,
}

impl Candidates {
    /// `released` groups the released rows by equal cells; `rows` is the number of original rows.
    pub fn new(columns: &[QuasiPair], rows: usize, released: &Partition) -> Self {
        let places: Vec<(&[u32], usize)> = columns.iter().map(|c| (c.places.as_slice(), c.count)).collect();
        let points = Partition::by_equal_codes(&places, rows, |_| false);
        let found = covering_sets(columns, &points, released);
        let (sets, set_of_point) = intern(found);
        let mut set_of = vec![NO_GROUP; rows];
        for (point, members) in points.iter().enumerate() {
            members.iter().for_each(|&row| set_of[row as usize] = set_of_point[point]);
        }
        let victims = Partition::from_group_of(&set_of, sets.len());
        let uncovered = (0..rows as u32).filter(|&row| set_of[row as usize] == NO_GROUP).collect();
        Self { sets, victims, uncovered }
    }

    /// Original tuples that no group covers: suppressed, or published untruthfully.
    pub fn uncovered(&self) -> &[u32] {
        &self.uncovered
    }

    pub(super) fn sets(&self) -> &[Box<[u32]>] {
        &self.sets
    }

    pub(super) fn victims(&self) -> &Partition {
        &self.victims
    }

    /// Judges every original tuple among its candidates. Rows that cover everyone are candidates of all, but an adversary
    /// may know that the victim is not among them: where there are any, a tuple must hold with and without them.
    pub fn judge(&self, check: &dyn Check, direction: Direction, values: Values<'_>) -> CandidateOutcome {
        let judge = |piece: std::ops::Range<usize>| {
            let mut outcome = CandidateOutcome::default();
            for set in piece {
                let unions = self.unions(set, values);
                outcome.judge_set(check, direction, &unions, self.victims.group(set), values.original);
            }
            outcome
        };
        let pieces: Vec<CandidateOutcome> = pieces_of(self.sets.len()).into_par_iter().map(judge).collect();
        let mut all = CandidateOutcome::default();
        pieces.into_iter().for_each(|piece| all.merge(piece, direction));
        if !self.uncovered.is_empty() {
            all.judge_set(check, direction, &[values.everywhere.to_vec()], &self.uncovered, values.original);
        }
        all.violating_rows.sort_unstable();
        all
    }

    /// The candidates' codes, sorted: of the groups of the set alone and, if there are any, with those that are everywhere.
    fn unions(&self, set: usize, values: Values<'_>) -> Vec<Vec<u32>> {
        let groups = self.sets[set].iter().map(|&group| values.released.group(group as usize));
        let mut alone: Vec<u32> = groups.flatten().copied().collect();
        alone.sort_unstable();
        if values.everywhere.is_empty() {
            return vec![alone];
        }
        let mut together = [alone.as_slice(), values.everywhere].concat();
        together.sort_unstable();
        vec![alone, together]
    }
}

impl CandidateOutcome {
    /// Whether the principle holds for every tuple.
    pub fn holds(&self) -> bool {
        self.violating_tuples == 0
    }

    /// Judges `rows` in each of `unions`; a tuple must hold in all that are not empty.
    fn judge_set(&mut self, check: &dyn Check, direction: Direction, unions: &[Vec<u32>], rows: &[u32], codes: &[u32]) {
        let unions: Vec<&Vec<u32>> = unions.iter().filter(|union| !union.is_empty()).collect();
        if unions.is_empty() {
            return;
        }
        let mut victims: Vec<(u32, u32)> = rows.iter().map(|&row| (codes[row as usize], row)).collect();
        victims.retain(|(code, _)| *code != NO_CODE);
        victims.sort_unstable();
        let before = self.violating_tuples;
        for same in victims.chunk_by(|a, b| a.0 == b.0) {
            let mut holds = true;
            for union in &unions {
                let finding = check.judge_member(same[0].0, union);
                holds &= finding.holds;
                self.worsen(finding.measure, direction);
            }
            self.add(same, holds);
        }
        self.sets += usize::from(!victims.is_empty());
        self.violating_sets += usize::from(self.violating_tuples > before);
    }

    fn add(&mut self, same: &[(u32, u32)], holds: bool) {
        self.victims += same.len();
        if !holds {
            self.violating_tuples += same.len();
            self.violating_rows.extend(same.iter().map(|(_, row)| *row));
        }
    }

    fn worsen(&mut self, measure: Ratio, direction: Direction) {
        let worse = self.worst.as_ref().is_none_or(|worst| direction.compare(&measure, worst).is_gt());
        if worse {
            self.worst = Some(measure);
        }
    }

    fn merge(&mut self, other: Self, direction: Direction) {
        self.victims += other.victims;
        self.sets += other.sets;
        self.violating_sets += other.violating_sets;
        self.violating_tuples += other.violating_tuples;
        self.violating_rows.extend(other.violating_rows);
        if let Some(measure) = other.worst {
            self.worsen(measure, direction);
        }
    }
}

/// For each distinct point, the groups that cover it.
fn covering_sets(columns: &[QuasiPair], points: &Partition, released: &Partition) -> Vec<Vec<u32>> {
    if columns.is_empty() {
        // Nothing is known of anyone: every group is a candidate.
        return vec![(0..released.len() as u32).collect(); points.len()];
    }
    let tree = BoxTree::new(columns, released.iter().map(|rows| rows[0]));
    let cover = |point: usize| {
        let row = points.group(point)[0] as usize;
        let place: Vec<u32> = columns.iter().map(|column| column.places[row]).collect();
        let mut found = Vec::new();
        tree.covering(&place, &mut found);
        found
    };
    (0..points.len()).into_par_iter().map(cover).collect()
}

/// Numbers distinct sets in the order in which they come; an empty set gets [`NO_GROUP`].
fn intern(found: Vec<Vec<u32>>) -> (Vec<Box<[u32]>>, Vec<u32>) {
    let mut number: HashMap<Vec<u32>, u32> = HashMap::new();
    let set_of: Vec<u32> = found
        .into_iter()
        .map(|set| {
            let next = number.len() as u32;
            if set.is_empty() { NO_GROUP } else { *number.entry(set).or_insert(next) }
        })
        .collect();
    let mut sets: Vec<(u32, Vec<u32>)> = number.into_iter().map(|(set, number)| (number, set)).collect();
    sets.sort_unstable();
    (sets.into_iter().map(|(_, set)| set.into_boxed_slice()).collect(), set_of)
}
