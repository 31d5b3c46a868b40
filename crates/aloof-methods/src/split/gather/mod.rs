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

#![expect(
    clippy::inline_always,
    reason = "what is inlined is compiled for the widest instructions that the machine has"
)]

use pulp::{Arch, NullaryFnOnce};

use super::Search;
use super::bucket::Bucket;
use super::measure::{Bounds, Measure};

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
    let needy = kinds.lends.iter().filter(|&&lends| lends == 0.0).count();
    if kinds.rows.len() > MOST || kinds.rows.len() * needy > most {
        return false;
    }
    let mut made = Made::new(search);
    while let Some(needy) = kinds.needy() {
        let mut group = Growing::of(search, &kinds, needy);
        group.rows = kinds.remove(needy);
        group.needy = group.rows.len();
        while !stands(search, bucket, &group.rows) {
            crate::stop::check();
            let (kind, other) = (kinds.nearest(search, &group), made.nearest(search, &group));
            match (kind, other) {
                (Some((at, cost)), other) if other.is_none_or(|(_, others)| cost <= MADE * others) => {
                    group.join(search, bucket, &mut kinds, at);
                }
                (_, Some((at, _))) => group.join_group(search, made.remove(at)),
                _ => break,
            }
        }
        made.push(search, group);
    }
    let groups = made.groups.into_iter().map(|group| group.rows).chain(kinds.rows);
    for (number, rows) in groups.enumerate() {
        rows.iter().for_each(|&at| bucket.groups[at as usize] = number as u32);
    }
    true
}

fn stands(search: &Search<'_>, bucket: &Bucket<'_>, rows: &[u32]) -> bool {
    rows.len() >= search.least
        && has_room(search, bucket, rows)
        && search.may_stand.is_none_or(|may_stand| {
            let rows: Vec<u32> = rows.iter().map(|&at| bucket.rows[at as usize]).collect();
            may_stand(&rows)
        })
}

/// Whether no window of near values holds too many of these rows.
fn has_room(search: &Search<'_>, bucket: &Bucket<'_>, rows: &[u32]) -> bool {
    if search.reach.0.is_none() {
        return true;
    }
    let mut codes: Vec<u32> = rows.iter().map(|&at| bucket.codes[at as usize]).collect();
    codes.sort_unstable();
    search.reach.has_room(&codes, search.m)
}

/// Rows that are alike in every column.
struct Kinds {
    /// Their coordinates, axis by axis.
    columns: Vec<Vec<f32>>,
    /// The bits of their labels, on axes of few labels.
    marks: Vec<[Vec<u32>; 2]>,
    /// Their places in the bucket.
    rows: Vec<Vec<u32>>,
    /// How many rows they are, if they may stand by themselves; else 0.
    lends: Vec<f32>,
    /// Room for what each costs.
    costs: Vec<f32>,
    arch: Arch,
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
        let columns: Vec<Vec<f32>> = columns.iter().map(pick).collect();
        let marks = search.measures.iter().zip(&columns).map(|(measure, column)| measure.marks(column)).collect();
        let lends = |rows: &Vec<u32>| if stands(search, bucket, rows) { rows.len() as f32 } else { 0.0 };
        let lends = rows.iter().map(lends).collect();
        Self { columns, marks, costs: vec![0.0; rows.len()], rows, lends, arch: Arch::new() }
    }

    /// One that may not stand by itself.
    fn needy(&self) -> Option<usize> {
        self.lends.iter().position(|&lends| lends == 0.0)
    }

    /// Takes the rows of one out of them all.
    fn remove(&mut self, at: usize) -> Vec<u32> {
        self.columns.iter_mut().for_each(|column| {
            column.swap_remove(at);
        });
        self.marks.iter_mut().flatten().filter(|words| !words.is_empty()).for_each(|words| {
            words.swap_remove(at);
        });
        self.lends.swap_remove(at);
        self.rows.swap_remove(at)
    }

    /// The one that costs least for each row in need, and how much.
    fn nearest(&mut self, search: &Search<'_>, group: &Growing) -> Option<(usize, f32)> {
        let Self { columns, marks, lends, costs, .. } = self;
        let costs = &mut costs[..lends.len()];
        self.arch.dispatch(Nearest {
            measures: &search.measures,
            least: search.least,
            group,
            columns,
            marks,
            lends,
            costs,
        })
    }
}

/// Which of some kinds costs least for each row in need of a group, with as wide instructions as the machine has.
struct Nearest<'a> {
    measures: &'a [Measure<'a>],
    least: usize,
    group: &'a Growing,
    columns: &'a [Vec<f32>],
    marks: &'a [[Vec<u32>; 2]],
    lends: &'a [f32],
    costs: &'a mut [f32],
}

impl NullaryFnOnce for Nearest<'_> {
    type Output = Option<(usize, f32)>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { measures, least: fewest, group, columns, marks, lends, costs } = self;
        costs.fill(0.0);
        for ((measure, &bounds), (column, marks)) in measures.iter().zip(&group.bounds).zip(columns.iter().zip(marks)) {
            match marks {
                [first, second] if !first.is_empty() => measure.add_each_mark(bounds, first, second, costs),
                _ => measure.add_each_value(bounds, column, costs),
            }
        }
        // How many rows lose something for each that needs it, when rows that are alike lend theirs, or all join.
        let lent = fewest.saturating_sub(group.rows.len()).max(1);
        let (own, enough, lent) = (group.rows.len() as f32, (fewest + lent) as f32, lent as f32);
        let needy = group.needy.max(1) as f32;
        for (cost, &lends) in costs.iter_mut().zip(lends) {
            let joining = if lends >= enough { lent } else { lends };
            *cost *= if lends > 0.0 { (own + joining) / needy } else { 1.0 };
        }
        least(costs)
    }
}

/// The first of the least.
#[inline(always)]
fn least(costs: &[f32]) -> Option<(usize, f32)> {
    let mut lanes = [f32::INFINITY; 8];
    for costs in costs.chunks(lanes.len()) {
        lanes.iter_mut().zip(costs).for_each(|(least, &cost)| *least = if cost < *least { cost } else { *least });
    }
    let least = lanes.into_iter().fold(f32::INFINITY, f32::min);
    costs.iter().position(|&cost| cost <= least).map(|at| (at, least))
}

/// A group that grows until it may stand.
struct Growing {
    rows: Vec<u32>,
    bounds: Vec<Bounds>,
    /// How many of its rows could not stand elsewhere.
    needy: usize,
}

impl Growing {
    fn of(search: &Search<'_>, kinds: &Kinds, at: usize) -> Self {
        let bounds = search.measures.iter().zip(&kinds.columns);
        let bounds = bounds.map(|(measure, column)| measure.with(measure.empty(), column[at])).collect();
        Self { rows: Vec::new(), bounds, needy: 0 }
    }

    /// Takes the rows of one kind, or of those that stand as many as are needed.
    fn join(&mut self, search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, at: usize) {
        for ((measure, bounds), column) in search.measures.iter().zip(&mut self.bounds).zip(&kinds.columns) {
            *bounds = measure.with(*bounds, column[at]);
        }
        if kinds.lends[at] == 0.0 {
            self.needy += kinds.rows[at].len();
        } else if self.borrow(search, bucket, &mut kinds.rows[at]) {
            kinds.lends[at] = kinds.rows[at].len() as f32;
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
            self.rows.truncate(own);
            if lent > most {
                return false;
            }
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

/// Groups that were made.
struct Made {
    groups: Vec<Growing>,
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
    fn new(search: &Search<'_>) -> Self {
        let axes = || vec![Vec::new(); search.measures.len()];
        let (sizes, losses, costs) = (Vec::new(), Vec::new(), Vec::new());
        Self { groups: Vec::new(), lows: axes(), highs: axes(), sizes, losses, costs, arch: Arch::new() }
    }

    fn push(&mut self, search: &Search<'_>, group: Growing) {
        let mut loss = 0.0;
        for (axis, (measure, &bounds)) in search.measures.iter().zip(&group.bounds).enumerate() {
            loss += measure.span(bounds);
            self.lows[axis].push(bounds.0);
            self.highs[axis].push(bounds.1);
        }
        self.sizes.push(group.rows.len() as f32);
        self.losses.push(loss * group.rows.len() as f32);
        self.costs.push(0.0);
        self.groups.push(group);
    }

    fn remove(&mut self, at: usize) -> Growing {
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
    fn nearest(&mut self, search: &Search<'_>, group: &Growing) -> Option<(usize, f32)> {
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
