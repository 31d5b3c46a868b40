//! Gather: where rows need only be together, those that are alike first, and each of the others with what is nearest.
//!
//! # Idea
//! Rows that are alike in every column and may stand together are a group that loses nothing. The others are few, and need
//! company: one of them after the other is joined with what costs least for each row that needs it, until it may stand. That is
//! another row in need, a group that was made before, or some rows of those that are alike and can spare them: no more are lent
//! than are needed, so that the rest loses nothing. All that is asked is monotone: so what is left over can always join a group.
//!
//! # Source
//! Growing one group after the other: Byun, Kamra, Bertino and Li, *Efficient k-anonymization using clustering techniques*, DASFAA 2007.
//!
//! # Cost
//! One sort of the bucket, and one sweep over those that are alike for each that is joined: as much as kinds of rows times those of
//! them in need. The more rows of a bucket are alike, the larger it may be, and the nearer is what is nearest.

use super::Search;
use super::bucket::Bucket;
use super::measure::Bounds;

/// Of more kinds of rows than this, each cannot be held against each.
const MOST: usize = 2000;

/// Buckets of up to so many times the rows that are gathered anyway are gathered where that costs no more for each row.
const WIDE: usize = 8;

/// A group that is made may cost more, since nothing more will have to join: measured on the census, where other shares lose more.
const MADE: f32 = 0.7;

/// Gathers the rows of a bucket that may stand as a whole; leaves the group of each, counted from 0, in `bucket.groups`. False where
/// too many of them differ.
pub(super) fn gather(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    gather_up_to(search, bucket, MOST * MOST)
}

/// As [`gather`], of a bucket that could be cut as well, where so many rows are alike that it costs no more than its parts would if
/// none were.
pub(super) fn gather_wide(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    let (rows, stop) = (bucket.len(), search.tuning.stop);
    rows <= WIDE.saturating_mul(stop) && gather_up_to(search, bucket, rows.saturating_mul(stop))
}

/// Gathers where kinds times those of them in need are at most so many.
fn gather_up_to(search: &Search<'_>, bucket: &mut Bucket<'_>, most: usize) -> bool {
    let mut kinds = Kinds::of(search, bucket);
    let needy = kinds.stand.iter().filter(|stands| !**stands).count();
    if kinds.rows.len() > MOST || kinds.rows.len() * needy > most {
        return false;
    }
    let mut made: Vec<Growing> = Vec::new();
    while let Some(needy) = kinds.needy() {
        let mut group = Growing::of(search, &kinds, needy);
        group.rows = kinds.remove(needy);
        group.needy = group.rows.len();
        while !stands(search, bucket, &group.rows) {
            let (kind, other) = (kinds.nearest(search, &group), nearest_made(search, &group, &made));
            match (kind, other) {
                (Some((at, cost)), other) if other.is_none_or(|(_, others)| cost <= MADE * others) => {
                    group.join(search, bucket, &mut kinds, at);
                }
                (_, Some((at, _))) => group.join_group(search, made.swap_remove(at)),
                _ => break,
            }
        }
        group.loss = search.measures.iter().zip(&group.bounds).map(|(measure, bounds)| measure.span(*bounds)).sum();
        made.push(group);
    }
    let groups = made.into_iter().map(|group| group.rows).chain(kinds.rows);
    for (number, rows) in groups.enumerate() {
        rows.iter().for_each(|&at| bucket.groups[at as usize] = number as u32);
    }
    true
}

fn stands(search: &Search<'_>, bucket: &Bucket<'_>, rows: &[u32]) -> bool {
    rows.len() >= search.least
        && search.may_stand.is_none_or(|may_stand| {
            let rows: Vec<u32> = rows.iter().map(|&at| bucket.rows[at as usize]).collect();
            may_stand(&rows)
        })
}

/// Rows that are alike in every column.
struct Kinds {
    /// Their coordinates, axis by axis.
    columns: Vec<Vec<f32>>,
    /// Their places in the bucket.
    rows: Vec<Vec<u32>>,
    /// Whether they may stand by themselves.
    stand: Vec<bool>,
    /// Room for what each costs.
    costs: Vec<f32>,
}

impl Kinds {
    fn of(search: &Search<'_>, bucket: &Bucket<'_>) -> Self {
        let columns = &bucket.columns;
        let mut order: Vec<u32> = (0..bucket.len() as u32).collect();
        let compare = |a: u32, b: u32| {
            let each = columns.iter().map(|column| column[a as usize].total_cmp(&column[b as usize]));
            each.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        };
        order.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
        let rows: Vec<Vec<u32>> = order.chunk_by(|&a, &b| compare(a, b).is_eq()).map(<[u32]>::to_vec).collect();
        let pick = |column: &&mut [f32]| rows.iter().map(|rows| column[rows[0] as usize]).collect();
        let columns = columns.iter().map(pick).collect();
        let stand = rows.iter().map(|rows| stands(search, bucket, rows)).collect();
        Self { columns, costs: vec![0.0; rows.len()], rows, stand }
    }

    /// One that may not stand by itself.
    fn needy(&self) -> Option<usize> {
        self.stand.iter().position(|stands| !stands)
    }

    /// Takes the rows of one out of them all.
    fn remove(&mut self, at: usize) -> Vec<u32> {
        self.columns.iter_mut().for_each(|column| {
            column.swap_remove(at);
        });
        self.stand.swap_remove(at);
        self.rows.swap_remove(at)
    }

    /// The one that costs least for each row in need, and how much.
    fn nearest(&mut self, search: &Search<'_>, group: &Growing) -> Option<(usize, f32)> {
        let costs = &mut self.costs[..self.rows.len()];
        costs.fill(0.0);
        for ((measure, bounds), column) in search.measures.iter().zip(&group.bounds).zip(&self.columns) {
            measure.add_each_value(*bounds, column, costs);
        }
        for ((cost, rows), &stands) in costs.iter_mut().zip(&self.rows).zip(&self.stand) {
            *cost *= if stands { group.share_in_need(search, rows.len()) } else { 1.0 };
        }
        least(costs)
    }
}

/// The first of the least.
fn least(costs: &[f32]) -> Option<(usize, f32)> {
    costs.iter().copied().enumerate().min_by(|a, b| a.1.total_cmp(&b.1))
}

/// A group that grows until it may stand.
struct Growing {
    rows: Vec<u32>,
    bounds: Vec<Bounds>,
    /// How many of its rows could not stand elsewhere.
    needy: usize,
    /// What it loses, once it stands.
    loss: f32,
}

impl Growing {
    fn of(search: &Search<'_>, kinds: &Kinds, at: usize) -> Self {
        let bounds = search.measures.iter().zip(&kinds.columns);
        let bounds = bounds.map(|(measure, column)| measure.with(measure.empty(), column[at])).collect();
        Self { rows: Vec::new(), bounds, needy: 0, loss: 0.0 }
    }

    /// How many rows lose something for each that needs it, when rows of `alike` that are alike lend theirs, or all join.
    fn share_in_need(&self, search: &Search<'_>, alike: usize) -> f32 {
        let lent = search.least.saturating_sub(self.rows.len()).max(1);
        let joining = if alike >= search.least + lent { lent } else { alike };
        (self.rows.len() + joining) as f32 / self.needy.max(1) as f32
    }

    /// Takes the rows of one kind, or of those that stand as many as are needed.
    fn join(&mut self, search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, at: usize) {
        for ((measure, bounds), column) in search.measures.iter().zip(&mut self.bounds).zip(&kinds.columns) {
            *bounds = measure.with(*bounds, column[at]);
        }
        if !kinds.stand[at] {
            self.needy += kinds.rows[at].len();
        } else if self.borrow(search, bucket, &mut kinds.rows[at]) {
            return;
        }
        self.rows.extend(kinds.remove(at));
    }

    /// Takes as many of these rows as are needed, if the others stand without them.
    fn borrow(&mut self, search: &Search<'_>, bucket: &Bucket<'_>, alike: &mut Vec<u32>) -> bool {
        let own = self.rows.len();
        let most = alike.len().saturating_sub(search.least);
        let mut lent = search.least.saturating_sub(own).max(1);
        loop {
            if lent > most {
                return false;
            }
            self.rows.truncate(own);
            self.rows.extend_from_slice(&alike[..lent]);
            if stands(search, bucket, &self.rows) {
                break;
            }
            lent += 1;
        }
        // Those that were taken on the way to one that was needed are not.
        let mut at = own;
        while self.rows.len() > search.least && at < self.rows.len() {
            let row = self.rows.remove(at);
            if !stands(search, bucket, &self.rows) {
                self.rows.insert(at, row);
                at += 1;
            }
        }
        let stay: Vec<u32> = alike.iter().copied().filter(|row| !self.rows[own..].contains(row)).collect();
        let stays = stands(search, bucket, &stay);
        if stays {
            *alike = stay;
        } else {
            self.rows.truncate(own);
        }
        stays
    }

    fn join_group(&mut self, search: &Search<'_>, other: Self) {
        for ((measure, bounds), others) in search.measures.iter().zip(&mut self.bounds).zip(other.bounds) {
            *bounds = measure.union(*bounds, others);
        }
        self.needy += other.needy;
        self.rows.extend(other.rows);
    }
}

/// The group that costs least for each row in need to be one with, and how much.
fn nearest_made(search: &Search<'_>, group: &Growing, made: &[Growing]) -> Option<(usize, f32)> {
    let cost = |other: &Growing| {
        let both = search.measures.iter().zip(group.bounds.iter().zip(&other.bounds));
        let span = both.map(|(measure, (one, two))| measure.span(measure.union(*one, *two))).sum::<f32>();
        let all = (group.rows.len() + other.rows.len()) as f32;
        (span * all - other.loss * other.rows.len() as f32) / group.needy.max(1) as f32
    };
    least(&made.iter().map(cost).collect::<Vec<f32>>())
}
