//! Where to cut a bucket: along which axis, at which coordinate.
//!
//! Every axis offers the cut at its median; where none of those leaves two generalizable halves, it offers other
//! quantiles too. Offers are tried by the loss of the two boxes they make, the least first. Large buckets estimate loss
//! from an even sample of their rows; whether a cut is allowed is always decided on all rows.
//!
//! # Cost
//! Linear in the bucket for each offer tried, plus a constant for the sample.

use std::ops::Range;

use super::bucket::Bucket;
use super::{Cuts, Search, Tuning};

/// A cut: rows whose coordinate on `axis` is at most `at` go left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub axis: usize,
    pub at: f32,
    pub loss: f32,
}

/// An even sample of a bucket, axis by axis.
pub(super) struct Sample {
    pub columns: Vec<Vec<f32>>,
    sorted: Vec<Vec<f32>>,
}

/// Finds a cut that is allowed: straight if possible, else, in large buckets, soft. Leaves the sides in
/// `bucket.groups`: 0 left, 1 right.
pub(super) fn choose(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    crate::stop::check();
    let sample = Sample::of(&bucket.columns, search.tuning.sample);
    let mut tried: Vec<Cut> = Vec::new();
    for (tier, percents) in tiers(search.tuning).iter().enumerate() {
        let mut offers = offers(&sample, percents, &tried);
        tried.extend(&offers);
        if tier > 0 {
            let crowd = search.reach.fullest(bucket.codes);
            offers.retain(|&cut| crowd_fits(search, bucket, &crowd, cut));
        }
        by_loss(search, &sample, &mut offers);
        if offers.iter().any(|&cut| holds(search, bucket, cut)) {
            return true;
        }
    }
    if bucket.len() <= search.tuning.soft {
        return false;
    }
    by_loss(search, &sample, &mut tried);
    tried.truncate(search.tuning.soft_tries);
    super::soft::cut(search, bucket, &tried)
}

/// Percentiles to cut at: the first list first.
fn tiers(tuning: &Tuning) -> &'static [&'static [usize]] {
    const TIERS: [&[usize]; 2] = [&[50], &[40, 60, 30, 70, 20, 80, 10, 90]];
    const ALL: [&[usize]; 1] = [&[50, 40, 60, 30, 70, 20, 80, 10, 90]];
    match tuning.cuts {
        Cuts::Median => &TIERS[..1],
        Cuts::MedianFirst => &TIERS,
        Cuts::Any => &ALL,
    }
}

/// New offers.
fn offers(sample: &Sample, percents: &[usize], tried: &[Cut]) -> Vec<Cut> {
    let mut offers: Vec<Cut> = Vec::new();
    for (axis, sorted) in sample.sorted.iter().enumerate() {
        for &percent in percents {
            let Some(at) = threshold(sorted, percent) else { continue };
            if !offers.iter().chain(tried).any(|offer| offer.axis == axis && offer.at.to_bits() == at.to_bits()) {
                offers.push(Cut { axis, at, loss: 0.0 });
            }
        }
    }
    offers
}

/// Puts the cut with the least loss first.
fn by_loss(search: &Search<'_>, sample: &Sample, cuts: &mut [Cut]) {
    cuts.iter_mut().for_each(|cut| cut.loss = loss(search, &sample.columns, cut.axis, cut.at));
    cuts.sort_by(|a, b| a.loss.total_cmp(&b.loss));
}

/// The value at the quantile; if nothing lies above it, the largest value below it.
fn threshold(sorted: &[f32], percent: usize) -> Option<f32> {
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    if first >= last {
        return None;
    }
    let at = sorted[(sorted.len() - 1) * percent / 100];
    if at < last { Some(at) } else { Some(sorted[sorted.partition_point(|&value| value < last) - 1]) }
}

/// Rows times box, of both halves.
pub(super) fn loss<C: AsRef<[f32]>>(search: &Search<'_>, columns: &[C], axis: usize, at: f32) -> f32 {
    let key = columns[axis].as_ref();
    let left = key.iter().filter(|&&value| value <= at).count();
    if left == key.len() {
        return f32::INFINITY;
    }
    let mut total = 0.0;
    for (measure, column) in search.measures.iter().zip(columns) {
        let sides = measure.of_sides(key, column.as_ref(), at);
        total += left as f32 * sides[0] + (key.len() - left) as f32 * sides[1];
    }
    total
}

fn count_above(values: &[f32], at: f32) -> usize {
    values.iter().map(|&value| u32::from(value > at)).sum::<u32>() as usize
}

/// Whether the fullest window of the bucket has room on both sides: if not, the cut need not be looked at any further.
fn crowd_fits(search: &Search<'_>, bucket: &Bucket<'_>, crowd: &Range<usize>, cut: Cut) -> bool {
    let column = &*bucket.columns[cut.axis];
    let right = count_above(column, cut.at);
    let crowd_right = count_above(&column[crowd.clone()], cut.at);
    let sizes = [(column.len() - right, crowd.len() - crowd_right), (right, crowd_right)];
    sizes.iter().all(|&(size, crowd)| size >= search.least && crowd * search.m <= size)
}

/// Whether both halves are generalizable and may stand; if so, leaves the sides in `bucket.groups`.
pub(super) fn holds(search: &Search<'_>, bucket: &mut Bucket<'_>, cut: Cut) -> bool {
    let column = &*bucket.columns[cut.axis];
    let left = column.len() - count_above(column, cut.at);
    let mut next = [0, left];
    for (&code, &value) in bucket.codes.iter().zip(column) {
        let next = &mut next[usize::from(value > cut.at)];
        bucket.scratch[*next] = code;
        *next += 1;
    }
    let (one, two) = bucket.scratch.split_at(left);
    if !search.has_room(one) || !search.has_room(two) {
        return false;
    }
    bucket.groups.iter_mut().zip(column).for_each(|(side, &value)| *side = u32::from(value > cut.at));
    stand(search, bucket)
}

pub(super) fn stand(search: &Search<'_>, bucket: &Bucket<'_>) -> bool {
    let Some(may_stand) = search.may_stand else { return true };
    [0, 1].iter().all(|&side| {
        let sides = bucket.rows.iter().zip(&*bucket.groups);
        let rows: Vec<u32> = sides.filter(|&(_, &other)| other == side).map(|(&row, _)| row).collect();
        may_stand(&rows)
    })
}

/// The cut at the median of some axis that loses least, whether or not it is allowed.
pub(super) fn median_cut(search: &Search<'_>, sample: &Sample) -> Option<Cut> {
    let mut offers = offers(sample, &[50], &[]);
    by_loss(search, sample, &mut offers);
    offers.first().copied()
}

impl Sample {
    pub fn new(columns: Vec<Vec<f32>>) -> Self {
        let mut sorted = columns.clone();
        sorted.iter_mut().for_each(|column| column.sort_unstable_by(f32::total_cmp));
        Self { columns, sorted }
    }

    /// Of these columns, at most `size` rows.
    pub fn of(columns: &[&mut [f32]], size: usize) -> Self {
        let pick = |column: &&mut [f32]| -> Vec<f32> {
            let rows = column.len();
            if rows <= size { column.to_vec() } else { (0..size).map(|at| column[at * rows / size]).collect() }
        };
        Self::new(columns.iter().map(pick).collect())
    }

    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}
