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
use rayon::prelude::*;

use super::box_tree::{BoxTree, Query};
use super::cover::QuasiPair;
use super::groups::{Grouped, pieces_of};
use super::sets::Sets;

/// Which groups every original tuple could be in.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// Distinct sets of groups, each ascending, none empty.
    sets: Sets,
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
    /// `rows` is the number of original rows; `boxes` tells for each box which of the released cells show it.
    pub fn new(mut columns: Vec<QuasiPair<'_>>, rows: usize, boxes: impl Iterator<Item = u32>) -> Self {
        let places: Vec<(&[u32], usize)> = columns.iter().map(|c| (c.places.as_slice(), c.count)).collect();
        let points = Partition::by_equal_codes(&places, rows, |_| false);
        // People alike are asked about once; of the others nothing needs to be kept.
        for column in &mut columns {
            column.places = points.iter().map(|alike| column.places[alike[0] as usize]).collect();
        }
        let (sets, set_of_point) = covering_sets(&columns, points.len(), boxes.collect());
        let covered = |point: &usize| set_of_point[*point] != NO_GROUP;
        let alone = (0..points.len()).filter(|point| !covered(point));
        let mut uncovered: Vec<u32> = alone.flat_map(|point| points.group(point)).copied().collect();
        uncovered.sort_unstable();
        let victims = points.joined(&Partition::from_group_of(&set_of_point, sets.len()));
        Self { sets, victims, uncovered }
    }

    /// Original tuples that no group covers: suppressed, or published untruthfully.
    pub fn uncovered(&self) -> &[u32] {
        &self.uncovered
    }

    pub(super) fn sets(&self) -> &Sets {
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
            let mut unions = Unions::default();
            for set in piece {
                unions.gather(self.sets.get(set), values);
                outcome.judge_set(check, direction, &unions, self.victims.group(set), values.original);
            }
            outcome
        };
        let pieces: Vec<CandidateOutcome> = pieces_of(self.sets.len()).into_par_iter().map(judge).collect();
        let mut all = CandidateOutcome::default();
        pieces.into_iter().for_each(|piece| all.merge(piece, direction));
        if !self.uncovered.is_empty() {
            let unions = Unions { alone: values.everywhere.to_vec(), ..Unions::default() };
            all.judge_set(check, direction, &unions, &self.uncovered, values.original);
        }
        all.violating_rows.sort_unstable();
        all
    }
}

/// The candidates' codes, sorted: of the groups of a set alone and, if there are any, with those that are everywhere.
#[derive(Default)]
pub(super) struct Unions {
    alone: Vec<u32>,
    together: Vec<u32>,
    /// Room to count in.
    counts: Vec<u32>,
}

impl Unions {
    pub fn gather(&mut self, groups: &[u32], values: Values<'_>) {
        self.alone.clear();
        groups.iter().for_each(|&group| self.alone.extend_from_slice(values.released.group(group as usize)));
        sort(&mut self.alone, &mut self.counts);
        self.together.clear();
        if !values.everywhere.is_empty() {
            self.together.extend_from_slice(&self.alone);
            self.together.extend_from_slice(values.everywhere);
            self.together.sort_unstable();
        }
    }

    /// Those that are not empty: a tuple must hold in all of them.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        [self.alone.as_slice(), self.together.as_slice()].into_iter().filter(|union| !union.is_empty())
    }
}

/// Sorts codes; many of few different ones by counting them.
fn sort(codes: &mut [u32], counts: &mut Vec<u32>) {
    let (Some(&low), Some(&high)) = (codes.iter().min(), codes.iter().max()) else { return };
    let different = (high - low) as usize + 1;
    if different > 4 * codes.len() {
        codes.sort_unstable();
        return;
    }
    counts.clear();
    counts.resize(different, 0);
    codes.iter().for_each(|&code| counts[(code - low) as usize] += 1);
    let mut start = 0;
    for (at, &count) in counts.iter().enumerate() {
        let end = start + count as usize;
        codes[start..end].fill(low + at as u32);
        start = end;
    }
}

impl CandidateOutcome {
    /// Whether the principle holds for every tuple.
    pub fn holds(&self) -> bool {
        self.violating_tuples == 0
    }

    /// Judges `rows` in each of `unions`; a tuple must hold in all of them.
    fn judge_set(&mut self, check: &dyn Check, direction: Direction, unions: &Unions, rows: &[u32], codes: &[u32]) {
        let unions = unions.iter();
        if unions.clone().next().is_none() {
            return;
        }
        let mut victims: Vec<(u32, u32)> = rows.iter().map(|&row| (codes[row as usize], row)).collect();
        victims.retain(|(code, _)| *code != NO_CODE);
        victims.sort_unstable();
        let before = self.violating_tuples;
        for same in victims.chunk_by(|a, b| a.0 == b.0) {
            let mut holds = true;
            for union in unions.clone() {
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

/// The distinct sets of groups that cover one of so many points, and the number of each point's; [`NO_GROUP`] if none does.
fn covering_sets(columns: &[QuasiPair<'_>], points: usize, boxes: Vec<u32>) -> (Sets, Vec<u32>) {
    let mut sets = Sets::default();
    let mut set_of = Vec::with_capacity(points);
    if columns.is_empty() {
        // Nothing is known of anyone: every group is a candidate.
        let everyone: Vec<u32> = (0..boxes.len() as u32).collect();
        set_of.resize_with(points, || sets.intern(&everyone));
        return (sets, set_of);
    }
    let tree = BoxTree::new(columns, boxes);
    // A few pieces at once: what was found is shared as it comes, and what was found twice let go.
    for some in pieces_of(points).chunks(4 * rayon::current_num_threads()) {
        let found: Vec<Piece> = some.par_iter().map(|piece| Piece::find(columns, &tree, piece.clone())).collect();
        for piece in found {
            let numbers: Vec<u32> = piece.sets.iter().map(|set| sets.intern(set)).collect();
            set_of.extend(piece.set_of.iter().map(|&set| numbers.get(set as usize).copied().unwrap_or(NO_GROUP)));
        }
    }
    sets.seal();
    (sets, set_of)
}

/// What covers some points.
struct Piece {
    sets: Sets,
    set_of: Vec<u32>,
}

impl Piece {
    fn find(columns: &[QuasiPair<'_>], tree: &BoxTree<'_>, some: std::ops::Range<usize>) -> Self {
        let mut piece = Self { sets: Sets::default(), set_of: Vec::with_capacity(some.len()) };
        let mut query = Query::default();
        let mut place = vec![0u32; columns.len()];
        for point in some {
            place.iter_mut().zip(columns).for_each(|(place, column)| *place = column.places[point]);
            let found = tree.covering(&place, &mut query);
            piece.set_of.push(if found.is_empty() { NO_GROUP } else { piece.sets.intern(found) });
        }
        piece
    }
}
