//! The candidates view: for each original tuple, the union of the groups whose generalized values cover it.
//!
//! # Source
//! Our own: the papers assume that the adversary knows the victim's group and call that the worst case, which for a
//! principle that is not monotone it is not. {40, 60} and {50, 80} in equal boxes, ε = 15, m = 2: each holds alone, but
//! for the victim with 50 the belief is 3/4.
//!
//! # Method
//! Distinct combinations of original quasi values are points. Where few boxes cover a point, the distinct sets of groups are
//! found in a tree of boxes and kept, and people with the same set share one union. Where that would take too much [`Room`],
//! nothing is kept, and the members that cover a point are counted on the way down to it (`descent`).
//!
//! # Cost
//! `O(B log B)` for B boxes, about `O(log B + answers)` for each point, then the sizes of all unions over distinct sets, as
//! long as that fits; from there on as `descent`: about `O(B · P^(1 − 1/d))` for P points in d columns, and beside it the
//! counts of one union per point. Principles that need more than counts (all but (ε, m)-anonymity, k-anonymity, frequency and
//! (α, k)) list the members of each point's union: `O(Σ |union|)`, which grows with the square of the rows. Memory:
//! at most 64 MiB and 32 bytes per point of sets; then 12 bytes per box and column, 4 per point and column, 4 per row.

use aloof_principles::{Check, Counted, Direction};
use aloof_table::{NO_CODE, NO_GROUP, Ratio};
use rayon::prelude::*;

use super::box_tree::{BoxTree, Query};
use super::boxes::Boxes;
use super::cover::QuasiPair;
use super::descent::Descent;
use super::groups::{Grouped, pieces_of};
use super::points::Points;
use super::sets::{Lists, Sets};
use super::tally::{Sorted, Tally, Union};

/// Which groups every original tuple could be in.
#[derive(Clone, Debug)]
pub struct Candidates {
    boxes: Boxes,
    points: Points,
    found: Found,
}

/// What is known of the groups that cover a point.
#[derive(Clone, Debug)]
enum Found {
    /// Distinct sets of groups, each ascending, none empty; the points of each; points that no group covers.
    Sets { sets: Sets, points: Lists, uncovered: Vec<u32> },
    /// Nothing but an order in which points lie near each other.
    Order(Vec<u32>),
}

/// How much is written down of which groups cover whom; beyond it, it is found out again whenever it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Members of distinct sets.
    pub members: usize,
    /// Pairs of a point and a group that are looked at in all.
    pub looks: usize,
}

impl Room {
    /// Nothing is written down.
    pub const NONE: Self = Self { members: 0, looks: 0 };

    /// What suits so many points.
    pub fn for_points(points: usize) -> Self {
        Self { members: (16 << 20) + 8 * points, looks: (32 << 20) + 64 * points }
    }

    /// What one of several pieces may take of it.
    fn piece(self) -> Self {
        Self { members: self.members / 8, looks: self.looks / 8 }
    }
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
    pub fn new(columns: Vec<QuasiPair<'_>>, rows: usize, boxes: impl Iterator<Item = u32>) -> Self {
        Self::within(columns, rows, boxes, None)
    }

    /// As [`Self::new`], with so much room; the answers are the same.
    pub fn within(
        mut columns: Vec<QuasiPair<'_>>,
        rows: usize,
        boxes: impl Iterator<Item = u32>,
        room: Option<Room>,
    ) -> Self {
        let mut points = Points::new(&mut columns, rows);
        let rows: Vec<u32> = boxes.collect();
        let room = room.unwrap_or_else(|| Room::for_points(points.len()));
        let sets = covering_sets(&columns, points.len(), &rows, room);
        points.take_places(&mut columns);
        let boxes = Boxes::new(columns, &rows);
        let found = sets.unwrap_or_else(|| {
            let mut order: Vec<u32> = (0..points.len() as u32).collect();
            points.arrange(&mut order);
            Found::Order(order)
        });
        Self { boxes, points, found }
    }

    /// Original tuples that no group covers, ascending: suppressed, or published untruthfully.
    pub fn uncovered(&self) -> Vec<u32> {
        let mut alone: Vec<u32> = match &self.found {
            Found::Sets { uncovered, .. } => uncovered.clone(),
            Found::Order(order) => {
                let note = |alone: &mut Vec<u32>, point: usize, tally: &Tally<'_>| {
                    if !tally.has_boxes() {
                        alone.push(point as u32);
                    }
                };
                self.descent(order).visit(&Grouped::of_nobody(self.boxes.len()), note).concat()
            }
        };
        alone = self.rows_of(&alone);
        alone.sort_unstable();
        alone
    }

    pub(super) fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    pub(super) fn points(&self) -> &Points {
        &self.points
    }

    fn descent<'a>(&'a self, order: &'a [u32]) -> Descent<'a> {
        Descent { boxes: &self.boxes, points: &self.points, order }
    }

    /// Every distinct set of groups with the points that it covers, the empty one last; `None` where that is not kept.
    pub(super) fn covering(&self) -> Option<impl Iterator<Item = (&[u32], &[u32])>> {
        match &self.found {
            Found::Sets { sets, points, uncovered } => {
                let none: &[u32] = &[];
                let covered = (0..sets.len()).map(|set| (sets.get(set), points.get(set)));
                Some(covered.chain(std::iter::once((none, uncovered.as_slice()))))
            }
            Found::Order(_) => None,
        }
    }

    pub(super) fn rows_of(&self, points: &[u32]) -> Vec<u32> {
        points.iter().flat_map(|&point| self.points.rows.group(point as usize)).copied().collect()
    }

    /// Judges every original tuple among its candidates. Rows that cover everyone are candidates of all, but an adversary
    /// may know that the victim is not among them: where there are any, a tuple must hold with and without them.
    pub fn judge(&self, check: &dyn Check, direction: Direction, values: Values<'_>) -> CandidateOutcome {
        let pieces = self.visit(values, |piece: &mut Piece, seen: &Seen<'_>| {
            piece.judge(check, direction, seen, values.original);
        });
        let mut all = Piece::default();
        pieces.into_iter().for_each(|piece| all.merge(piece, direction));
        all.finish()
    }

    /// Shows `each` everyone among those who could be them. What is told comes in parts that do not depend on the number
    /// of threads.
    pub(super) fn visit<T: Default + Send>(
        &self,
        values: Values<'_>,
        each: impl Fn(&mut T, &Seen<'_>) + Sync,
    ) -> Vec<T> {
        match &self.found {
            Found::Sets { sets, points, uncovered } => self.visit_sets(sets, points, uncovered, values, each),
            Found::Order(order) => self.descent(order).visit(values.released, |told, point, tally| {
                let (alone, together) = (Union::new(tally, &[]), Union::new(tally, values.everywhere));
                let rows = self.points.rows.group(point);
                Seen::of(rows, tally.mark(), [&alone, &together], values, |seen| each(told, seen));
            }),
        }
    }

    fn visit_sets<T: Default + Send>(
        &self,
        sets: &Sets,
        points: &Lists,
        uncovered: &[u32],
        values: Values<'_>,
        each: impl Fn(&mut T, &Seen<'_>) + Sync,
    ) -> Vec<T> {
        let show = |told: &mut T, mark: usize, points: &[u32], unions: &Unions| {
            let rows = self.rows_of(points);
            let (alone, together) = (Sorted(&unions.alone), Sorted(&unions.together));
            Seen::of(&rows, mark as u128, [&alone, &together], values, |seen| each(told, seen));
        };
        let piece = |piece: std::ops::Range<usize>| {
            let mut told = T::default();
            let mut unions = Unions::default();
            for set in piece {
                unions.gather(sets.get(set), values);
                show(&mut told, set, points.get(set), &unions);
            }
            told
        };
        let mut all: Vec<T> = pieces_of(sets.len()).into_par_iter().map(piece).collect();
        let mut unions = Unions::default();
        unions.gather(&[], values);
        let mut told = T::default();
        show(&mut told, sets.len(), uncovered, &unions);
        all.push(told);
        all
    }
}

/// People with the same candidates, and these.
pub(super) struct Seen<'a> {
    /// The original rows.
    pub rows: &'a [u32],
    /// The same for the same candidates.
    mark: u128,
    /// Those of their groups alone and, if there are any, with those that are everywhere; none is empty.
    pub unions: &'a [&'a dyn Counted],
}

impl Seen<'_> {
    /// Shows it, if there are candidates at all.
    fn of(
        rows: &[u32],
        mark: u128,
        [alone, together]: [&dyn Counted; 2],
        values: Values<'_>,
        show: impl FnOnce(&Seen<'_>),
    ) {
        let all = [alone, together];
        let unions = match (alone.size() > 0, !values.everywhere.is_empty()) {
            (true, true) => &all[..],
            (true, false) => &all[..1],
            (false, true) => &all[1..],
            (false, false) => return,
        };
        show(&Seen { rows, mark, unions });
    }
}

/// The candidates' codes, sorted: of the groups of a set alone and, if there are any, with those that are everywhere.
#[derive(Default)]
struct Unions {
    alone: Vec<u32>,
    together: Vec<u32>,
    /// Room to count in.
    counts: Vec<u32>,
}

impl Unions {
    fn gather(&mut self, groups: &[u32], values: Values<'_>) {
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
}

/// What was found so far, and of which sets.
#[derive(Default)]
struct Piece {
    outcome: CandidateOutcome,
    /// The mark of every set that was judged, doubled, and 1 more if someone violates in it.
    sets: Vec<u128>,
}

impl Piece {
    /// Judges people in each of their unions; a tuple must hold in all of them.
    fn judge(&mut self, check: &dyn Check, direction: Direction, seen: &Seen<'_>, codes: &[u32]) {
        let mut victims: Vec<(u32, u32)> = seen.rows.iter().map(|&row| (codes[row as usize], row)).collect();
        victims.retain(|(code, _)| *code != NO_CODE);
        if victims.is_empty() {
            return;
        }
        victims.sort_unstable();
        let before = self.outcome.violating_tuples;
        // What a principle says of whole groups it says of everyone in them.
        let by_member = check.by_member();
        for same in victims.chunk_by(|a, b| !by_member || a.0 == b.0) {
            let mut holds = true;
            for union in seen.unions {
                let finding = check.judge_counted(same[0].0, *union);
                holds &= finding.holds;
                self.outcome.worsen(finding.measure, direction);
            }
            self.outcome.add(same, holds);
        }
        self.sets.push(seen.mark << 1 | u128::from(self.outcome.violating_tuples > before));
    }

    fn merge(&mut self, other: Self, direction: Direction) {
        self.outcome.merge(other.outcome, direction);
        self.sets.extend(other.sets);
    }

    /// Counts sets that came several times once.
    fn finish(mut self) -> CandidateOutcome {
        self.sets.sort_unstable();
        for same in self.sets.chunk_by(|a, b| a >> 1 == b >> 1) {
            self.outcome.sets += 1;
            self.outcome.violating_sets += usize::from(same[same.len() - 1] & 1 == 1);
        }
        self.outcome.violating_rows.sort_unstable();
        self.outcome
    }
}

impl CandidateOutcome {
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
        self.violating_tuples += other.violating_tuples;
        self.violating_rows.extend(other.violating_rows);
        if let Some(measure) = other.worst {
            self.worsen(measure, direction);
        }
    }
}

/// The distinct sets of groups that cover one of so many points, unless they take too much room.
fn covering_sets(columns: &[QuasiPair<'_>], points: usize, boxes: &[u32], room: Room) -> Option<Found> {
    let mut sets = Sets::default();
    let mut set_of = Vec::with_capacity(points);
    if columns.is_empty() {
        // Nothing is known of anyone: every group is a candidate.
        let everyone: Vec<u32> = (0..boxes.len() as u32).collect();
        set_of.resize_with(points, || sets.intern(&everyone));
        return Some(found(sets, &set_of));
    }
    let tree = BoxTree::new(columns, boxes.to_vec());
    if expected_looks(columns, &tree, points) > room.looks {
        return None;
    }
    let mut looks = 0;
    // A few pieces at once: what was found is shared as it comes, and what was found twice let go.
    for some in pieces_of(points).chunks(4 * rayon::current_num_threads()) {
        let found: Vec<Option<Answers>> =
            some.par_iter().map(|piece| Answers::find(columns, &tree, piece.clone(), room.piece())).collect();
        for piece in found {
            let piece = piece?;
            let numbers: Vec<u32> = piece.sets.iter().map(|set| sets.intern(set)).collect();
            set_of.extend(piece.set_of.iter().map(|&set| numbers.get(set as usize).copied().unwrap_or(NO_GROUP)));
            looks += piece.looks;
            if looks > room.looks || sets.members() > room.members {
                return None;
            }
        }
    }
    sets.seal();
    Some(found(sets, &set_of))
}

/// How many looks all points together would take, by a few of them; 0 where points are few.
fn expected_looks(columns: &[QuasiPair<'_>], tree: &BoxTree<'_>, points: usize) -> usize {
    const ASKED: usize = 256;
    if points < 16 * ASKED {
        return 0;
    }
    let mut query = Query::default();
    for at in 0..ASKED {
        let point = at * points / ASKED;
        let place: Vec<u32> = columns.iter().map(|column| column.places[point]).collect();
        tree.covering(&place, &mut query);
    }
    query.looks.saturating_mul(points / ASKED)
}

fn found(sets: Sets, set_of: &[u32]) -> Found {
    let pairs = set_of.iter().enumerate().map(|(point, &set)| (set, point as u32));
    let points = Lists::new(sets.len(), pairs.clone().filter(|&(set, _)| set != NO_GROUP));
    let uncovered = pairs.filter(|&(set, _)| set == NO_GROUP).map(|(_, point)| point).collect();
    Found::Sets { sets, points, uncovered }
}

/// What covers some points.
struct Answers {
    sets: Sets,
    set_of: Vec<u32>,
    looks: usize,
}

impl Answers {
    fn find(columns: &[QuasiPair<'_>], tree: &BoxTree<'_>, some: std::ops::Range<usize>, room: Room) -> Option<Self> {
        let mut piece = Self { sets: Sets::default(), set_of: Vec::with_capacity(some.len()), looks: 0 };
        let mut query = Query::default();
        let mut place = vec![0u32; columns.len()];
        for point in some {
            place.iter_mut().zip(columns).for_each(|(place, column)| *place = column.places[point]);
            let found = tree.covering(&place, &mut query);
            piece.set_of.push(if found.is_empty() { NO_GROUP } else { piece.sets.intern(found) });
            piece.looks = query.looks;
            if piece.looks > room.looks || piece.sets.members() > room.members {
                return None;
            }
        }
        Some(piece)
    }
}
